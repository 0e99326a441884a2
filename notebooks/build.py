"""Make the notebooks from their sources, run them, and keep what they found.

The source of each is a text in MyST Markdown. Its cell tagged ``parameters`` says how much is
played; the header says what takes the place of these where a run must be short.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

from rummistats.show import Finding, in_words
from rummistats.teach.notebooks import read_notebook

FOLDER = Path(__file__).parent / "experiments"
FINDINGS = FOLDER / "findings.json"
INDEX = FOLDER / "README.md"
SECONDS = 3600
"""No cell takes longer."""

STARTING = 300
"""Nor does a kernel take longer to start, in seconds, however busy the machine is."""

TOLD = "import json; print(json.dumps([vars(each) for each in findings]))"
NOT_KEPT = ("application/vnd.jupyter.widget-view+json", "application/vnd.jupyter.widget-state+json")

WORDS = """\
# Experiments

Questions that people really ask about playing, answered by playing: each notebook takes five
minutes to read, and says in its second cell how many deals are played; more make the intervals
narrower. The sources are the texts (`.md`), `make experiments` runs them and makes the notebooks
and this page, and `make notebooks` runs them small and compares what they find with this.

Intervals are 95 % intervals, and deals are what is independent: seats and seatings of one deal
are not. *Exact* figures are counted or proved, not played.
"""


def names() -> list[str]:
    """Return the names of all notebooks."""
    return sorted(path.stem for path in FOLDER.glob("*.md") if path != INDEX)


def read_source(name: str) -> NotebookNode:
    """Return a notebook made from its source, without outputs."""
    return read_notebook(FOLDER / f"{name}.md", ["small"])


def run(notebook: NotebookNode, *, small: bool = False) -> list[Finding]:
    """Run a notebook, which then has its outputs, and return what it found."""
    metadata, shown = notebook.metadata.copy(), notebook.cells
    place = next(
        number
        for number, cell in enumerate(notebook.cells)
        if "parameters" in cell.metadata.get("tags", ())
    )
    added = nbformat.v4.new_code_cell(TOLD)
    shorter = "\n".join(f"{name} = {value!r}" for name, value in notebook.metadata.small.items())
    instead = [nbformat.v4.new_code_cell(shorter)] if small else []
    notebook.cells = [*shown[: place + 1], *instead, *shown[place + 1 :], added]
    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        startup_timeout=STARTING,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(FOLDER)}},
    )
    client.execute()
    [told] = added.outputs
    # The kernel has written there which version of Python it is.
    notebook.cells, notebook.metadata = shown, metadata
    for number, cell in enumerate((cell for cell in shown if cell.cell_type == "code"), 1):
        cell.execution_count = number
        cell.outputs = list(_kept(cell.outputs, number))
    return [Finding(**each) for each in json.loads(told.text)]


def _kept(outputs: list[NotebookNode], number: int) -> Iterator[NotebookNode]:
    """Yield outputs without what belongs to one run only: progress bars and their times."""
    for output in outputs:
        if output.get("name") == "stderr" or any(
            kind in output.get("data", ()) for kind in NOT_KEPT
        ):
            continue
        if "execution_count" in output:
            output.execution_count = number
        output.pop("transient", None)
        yield output


def kept_findings() -> dict[str, list[Finding]]:
    """Return what the long runs of all notebooks found."""
    told: dict[str, list[dict[str, Any]]] = json.loads(FINDINGS.read_text(encoding="utf-8"))
    return {name: [Finding(**each) for each in findings] for name, findings in told.items()}


def make(chosen: list[str]) -> None:
    """Run notebooks as long as they are meant to, and write them and what they found."""
    found = kept_findings() if FINDINGS.exists() else {}
    for name in chosen:
        print(f"{name} ...", flush=True)
        notebook = read_source(name)
        found[name] = run(notebook)
        text = nbformat.writes(notebook, indent=1)
        (FOLDER / f"{name}.ipynb").write_text(text + "\n", encoding="utf-8")
        told = {each: [asdict(one) for one in found[each]] for each in names() if each in found}
        FINDINGS.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    INDEX.write_text(index_text(found), encoding="utf-8")


def index_text(found: dict[str, list[Finding]]) -> str:
    """Return the page that lists all notebooks and what they found."""
    parts = [WORDS]
    for name in names():
        if name in found:
            title = read_source(name).cells[0].source.splitlines()[0].removeprefix("# ")
            parts.append(f"## [{title}]({name}.ipynb)\n\n{in_words(found[name])}\n")
    return "\n".join(parts)
