"""Notebooks are what their sources say, and find again, run small, what long runs found."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from notebooks.build import (
    FINDINGS,
    FOLDER,
    INDEX,
    index_text,
    kept_findings,
    names,
    read_source,
    run,
)

NAMES = names()
assert NAMES


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.ipynb").read_text(encoding="utf-8"))
    return found


def text_of(part: str | list[str]) -> str:
    return part if isinstance(part, str) else "".join(part)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_has_the_cells_of_its_source(name: str) -> None:
    """Whoever changes a source runs ``make experiments``."""
    source = read_source(name)
    kept = [
        (cell["id"], cell["cell_type"], text_of(cell["source"])) for cell in read(name)["cells"]
    ]
    assert kept == [(cell.id, cell.cell_type, cell.source) for cell in source.cells]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_the_same_whoever_made_it(name: str) -> None:
    """No places of one machine, no times, no versions, no progress bars, no errors."""
    notebook = read(name)
    assert set(notebook["metadata"]) == {"kernelspec", "language_info", "small"}
    assert set(notebook["metadata"]["language_info"]) == {"name"}
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    for cell in code:
        assert set(cell["metadata"]) <= {"tags"}
        for output in cell["outputs"]:
            assert output["output_type"] in {"stream", "display_data", "execute_result"}
            assert output.get("name") != "stderr"
    text = json.dumps([output for cell in code for output in cell["outputs"]])
    assert not re.search(r"/(home|root|tmp|work|Users)/|site-packages|0x[0-9a-f]{6,}", text)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_opens_with_a_question_and_says_how_much_is_played(name: str) -> None:
    cells = read_source(name).cells
    assert re.match(r"# .*\?\n\n\*\*The question", cells[0].source)
    assert sum("parameters" in cell.metadata.get("tags", ()) for cell in cells) == 1
    assert any("Guess first" in cell.source for cell in cells)
    assert "**Go on.**" in cells[-1].source


def test_a_picture_says_in_words_what_it_shows() -> None:
    pictures = [
        text
        for name in NAMES
        for cell in read(name)["cells"]
        for output in cell.get("outputs", ())
        if "<img" in (text := text_of(output.get("data", {}).get("text/html", "")))
    ]
    assert len(pictures) >= len(NAMES) - 2
    for picture in pictures:
        words = re.search(r'alt="([^"]*)"', picture)
        assert words
        assert len(words[1]) > 40


def test_the_page_tells_what_was_found() -> None:
    found = kept_findings()
    assert sorted(found) == NAMES
    assert INDEX.read_text(encoding="utf-8") == index_text(found)
    assert "nan" not in FINDINGS.read_text(encoding="utf-8").lower()


@pytest.mark.parametrize("name", NAMES)
def test_a_small_run_finds_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own conclusions hold, and no figure is further off than chance allows."""
    # The kernel has to find this package, installed or not.
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent))
    found = {each.name: each for each in run(read_source(name), small=True)}
    kept = {each.name: each for each in kept_findings()[name]}
    assert set(found) <= set(kept)
    assert len(found) >= 2
    for title, finding in found.items():
        assert finding.agrees_with(kept[title]), f"{title}: {finding}, not {kept[title]}"
        assert finding.is_exact == kept[title].is_exact
        if not finding.is_exact:
            assert (finding.trials or 0) < (kept[title].trials or 0)
