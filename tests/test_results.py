"""A result file is read as it was written, and a damaged one is refused, never rescaled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummistats.cli import main
from rummistats.commands.results import read_results
from rummistats.errors import RummistatsError

MINI = [
    *("--variant", "mini", "--rule", "colors=3", "--rule", "numbers=4", "--rule", "copies=1"),
    *("--rule", "jokers=0", "--rule", "hand_size=6"),
]
COMMANDS = {
    "exact": ["exact", "melds"],
    "simulate": ["simulate", "melds", "--hands", "500", "--seed", "3"],
    "compare": ["compare", "melds", "--hands", "500", "--method", "simulate"],
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Path]:
    """A file of each command in each format."""
    folder = tmp_path_factory.mktemp("results")
    made = {}
    for name, words in COMMANDS.items():
        for kind in ("csv", "json"):
            path = folder / f"{name}.{kind}"
            assert main([*words, *MINI, "--format", kind, "--output", str(path)]) == 0
            made[name, kind] = path
    return made


@pytest.mark.parametrize("name", COMMANDS)
def test_both_formats_tell_the_same(name: str, files: dict[tuple[str, str], Path]) -> None:
    [one] = read_results(str(files[name, "csv"]))
    [other] = read_results(str(files[name, "json"]))
    assert one.distribution == other.distribution
    assert one.distribution.total == (500 if name != "exact" else 924)


@pytest.mark.parametrize("name", COMMANDS)
@given(data=st.data())
def test_a_part_of_a_file_or_a_changed_weight_is_refused(
    name: str, files: dict[tuple[str, str], Path], data: st.DataObject
) -> None:
    """Whatever is left out, doubled or changed: the weights no longer fit the probabilities."""
    lines = files[name, "csv"].read_text().splitlines()
    head, rows = lines[0], lines[1:]
    columns = head.split(",")
    harm = data.draw(st.sampled_from(["leave out", "twice", "weight", "value"]))
    # The last row of some files tells the mean; it can be missing.
    weighed = [place for place, row in enumerate(rows) if row.split(",")[columns.index("value")]]
    place = data.draw(st.sampled_from(weighed))
    cells = rows[place].split(",")
    if harm == "leave out":
        rows = rows[:place] + rows[place + 1 :]
    elif harm == "twice":
        rows.append(rows[place])
    elif harm == "weight":
        at = columns.index("weight")
        cells[at] = str(int(cells[at]) + data.draw(st.integers(1, 10**6)))
        rows[place] = ",".join(cells)
    else:
        cells[columns.index("value")] = data.draw(st.sampled_from(["nan", "1.5", "many", ""]))
        rows[place] = ",".join(cells)
    damaged = files[name, "csv"].with_name(f"damaged-{name}.csv")
    damaged.write_text("\n".join([head, *rows]) + "\n")
    with pytest.raises(RummistatsError, match=r"not as rummistats writes it|no distribution"):
        read_results(str(damaged))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_changed_weight_is_refused_in_json_too(
    name: str, files: dict[tuple[str, str], Path]
) -> None:
    told: dict[str, Any] = json.loads(files[name, "json"].read_text())
    part = told["cases"][0] if "cases" in told else told
    part["values"][0]["weight"] = str(int(part["values"][0]["weight"]) + 1)
    damaged = files[name, "json"].with_name(f"damaged-{name}.json")
    damaged.write_text(json.dumps(told))
    with pytest.raises(RummistatsError, match="not as rummistats writes it"):
        read_results(str(damaged))
