"""The tables that come with the package are what is counted, and say where they come from."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from fractions import Fraction
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import Any

import pytest

from rummistats.exact import cache, effort, exact, exact_at_once
from rummistats.exact.cache import known_counts, read_file
from rummistats.exact.counting import Scores, count_scores
from rummistats.exact.tables import TABLES, Table, data_folder, main, make_table
from rummistats.playing import deck_of
from rummistats.variants import find_variant, variants
from tests.reference_figures import distribution

DATA = data_folder()
PROVENANCE: list[dict[str, Any]] = json.loads((DATA / "provenance.json").read_text())
BY_NAME = {table.name: table for table in TABLES}
SHIPPED = [entry["table"] for entry in PROVENANCE]
KEPT = [table for table in TABLES if table.keeps_counts and table.name in SHIPPED]
QUICK = ["has-meld", "gin-dead-wood", "sabra-can-open"]
SLOW = [name for name in SHIPPED if name not in QUICK]

# The rest of the slow ones is counted for hands of up to so many tiles.
PART = {
    "sabra-melds": 11,
    "sabra-opening-value-without-jokers": 9,
    "sabra-melded-tiles-without-jokers": 11,
    "sabra-melded-tiles": 7,
}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def counts(table: Table) -> Scores:
    (question,) = table.questions
    data = (DATA / f"{table.name}.counts.json").read_bytes()
    found = read_file(data, question.fingerprint(), None)
    assert found, "for another question: make it anew"
    assert found[0] == question.hand_sizes[-1]
    return found[1]


# Where they come from.


def test_every_file_has_its_provenance_and_its_checksum() -> None:
    named = {name: mark for entry in PROVENANCE for name, mark in entry["files"].items()}
    assert named == {
        file.name: sha256(file.read_bytes()).hexdigest()
        for file in DATA.iterdir()
        if file.name not in ("provenance.json", "README.md")
    }
    assert list(BY_NAME) == SHIPPED


@pytest.mark.parametrize("entry", PROVENANCE, ids=lambda entry: entry["table"])
def test_provenance_says_how_to_make_it_again(entry: dict[str, Any]) -> None:
    table = BY_NAME[entry["table"]]
    assert entry["command"] == f"python -m rummistats.exact.tables {table.name}"
    assert entry["title"] == table.title
    assert re.fullmatch(r"\d+\.\d+\.\d+", entry["rummistats"])
    assert entry["questions"] == [
        {
            "measure": question.measure,
            "variant": question.variant,
            "rules": dict(question.rules),
            "hand_sizes": [0, question.hand_sizes[-1]],
        }
        for question in table.questions
    ]
    if table.keeps_counts:
        # Only then does `exact` find them.
        assert entry["fingerprint"] == table.questions[0].fingerprint()


# What is in them.


@pytest.mark.parametrize("name", QUICK)
def test_quick_tables_are_made_again(name: str, tmp_path: Path) -> None:
    assert main([name, "--folder", str(tmp_path)]) == 0
    made = sorted(file.name for file in tmp_path.iterdir() if file.name != "provenance.json")
    assert made == sorted(file.name for file in DATA.iterdir() if file.name.split(".")[0] == name)
    for file in made:
        # But for the version, which the first line of counts names.
        new, old = ((folder / file).read_text().split("\n") for folder in (tmp_path, DATA))
        first = int(file.endswith(".counts.json"))
        assert new[first:] == old[first:]


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_slow_tables_are_made_again(name: str, tmp_path: Path) -> None:
    make_table(BY_NAME[name], tmp_path)
    assert (tmp_path / f"{name}.csv").read_bytes() == (DATA / f"{name}.csv").read_bytes()


def test_each_slow_table_is_counted_again_in_part() -> None:
    assert set(SLOW) <= set(PART)


@pytest.mark.parametrize("name", SLOW)
def test_a_part_of_each_slow_table_is_counted_again(name: str) -> None:
    table = BY_NAME[name]
    (question,) = table.questions
    dealt, method = PART[name], question.method
    again = count_scores(method.scores, deck_of(question.game), dealt, absorbs=method.absorbs)
    kept = counts(table)
    assert again == {size: hands for size, hands in kept.items() if sum(size) <= dealt}


@pytest.mark.parametrize("table", KEPT, ids=lambda table: table.name)
def test_all_hands_are_in_the_counts(table: Table) -> None:
    """Where hands drop out that reach a goal, there are fewer."""
    (question,) = table.questions
    deck = deck_of(question.game)
    kept = counts(table)
    assert set(kept) == {
        (jokers, tiles)
        for jokers in range(deck.jokers + 1)
        for tiles in range(min(question.hand_sizes[-1] - jokers, sum(deck.counts[:-1])) + 1)
        if (jokers, tiles) in kept or not question.method.absorbs
    }
    numbered = sum(deck.counts) - deck.jokers
    for (_, tiles), hands in kept.items():
        total = comb(numbered, tiles)
        if question.method.absorbs:
            assert 0 < sum(hands.values()) <= total
        else:
            assert sum(hands.values()) == total


def test_jokers_that_nobody_holds_make_no_difference() -> None:
    (question,) = BY_NAME["sabra-melded-tiles"].questions
    with_jokers = count_scores(question.method.scores, deck_of(question.game), 8)
    without = counts(BY_NAME["sabra-melded-tiles-without-jokers"])
    for tiles in range(9):
        assert with_jokers[0, tiles] == without[0, tiles]


@pytest.mark.parametrize("name", SHIPPED)
def test_rows_are_distributions(name: str) -> None:
    """Of all hands of each size, for every question of the table."""
    hands: dict[tuple[str, int], list[dict[str, str]]] = defaultdict(list)
    for row in rows(name):
        hands[row["variant"], int(row["hand_size"])].append(row)
    for question in BY_NAME[name].questions:
        deck = deck_of(question.game)
        for size in question.hand_sizes:
            of_size = hands.pop((question.variant, size))
            total = deck.sample_space(size)
            assert sum(int(row["weight"]) for row in of_size) == total
            for row in of_size:
                assert int(row["total"]) == total
                assert row["measure"] == question.measure
                share = Fraction(int(row["weight"]), total)
                assert float(row["probability"]) == pytest.approx(float(share), rel=1e-14)
            values = [row["value"] for row in of_size]
            assert len(set(values)) == len(values)
    assert not hands


@pytest.mark.parametrize(
    ("name", "quantity", "model"),
    [
        ("sabra-melds", "max number of disjoint combinations", "rummikub 104+2 jokers"),
        (
            "sabra-melded-tiles-without-jokers",
            "max tiles covered by disjoint combinations",
            "rummikub 104+0 jokers",
        ),
        (
            "sabra-opening-value-without-jokers",
            "max total face value",
            "rummikub 104+0 jokers",
        ),
    ],
)
def test_reference_figures_are_in_the_tables(name: str, quantity: str, model: str) -> None:
    published = distribution(quantity, 14, model, "any")
    weights = {
        int(row["value"]): int(row["weight"]) for row in rows(name) if row["hand_size"] == "14"
    }
    assert weights == dict(zip(published.values, published.weights, strict=True))


def test_every_game_is_in_the_table_of_melds() -> None:
    assert {row["variant"] for row in rows("has-meld")} == {game.name for game in variants()}


def test_the_only_hand_sizes_at_which_not_opening_is_possible() -> None:
    """Once every hand of a size opens, every larger one does."""
    failing = {int(row["hand_size"]) for row in rows("sabra-can-open") if row["value"] == "False"}
    possible = {
        int(row["hand_size"])
        for row in rows("sabra-can-open")
        if row["value"] == "False" and int(row["weight"])
    }
    assert failing == set(range(107))
    assert possible == set(range(max(possible) + 1))
    assert 40 < max(possible) < 70


# What `exact` makes of them.


def test_nobody_waits_for_what_comes_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "none"))

    def count(*arguments: object, **options: object) -> None:
        raise AssertionError("counted")

    monkeypatch.setattr(effort, "count_scores", count)
    sabra = find_variant("sabra")
    assert exact("can_open", sabra).weights[1] == 52601200562652394
    # Of a game with other rules but the same melds and tiles.
    assert exact("melds", find_variant("river")).weights == exact("melds", sabra).weights
    assert exact("melds", sabra, 9).total == comb(106, 9)
    with pytest.raises(AssertionError, match="counted"):
        exact("melds", sabra, 15)
    with pytest.raises(AssertionError, match="counted"):
        exact("melds", sabra.with_rules(min_run=4))
    monkeypatch.setenv(cache.VARIABLE, "")
    with pytest.raises(AssertionError, match="counted"):
        exact("melds", sabra)


def test_a_damaged_table_is_as_if_it_were_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    mark = BY_NAME["gin-dead-wood"].questions[0].fingerprint()
    assert known_counts(mark, 10)
    whole = (DATA / "gin-dead-wood.counts.json").read_bytes()
    for data in (whole[:-9], b"", whole.replace(mark.encode(), b"0" * 64)):
        monkeypatch.setattr(cache, "_shipped", lambda mark, data=data: data)
        assert known_counts(mark, 10) is None
    for text in ("", "[1]", "{}", '[{"table": 1, "counts": 2}]'):
        (tmp_path / "provenance.json").write_text(text)
        monkeypatch.setattr(cache, "files", lambda package: tmp_path)
        (tmp_path / "data").mkdir(exist_ok=True)
        (tmp_path / "data" / "provenance.json").write_text(text)
        cache._provenance.cache_clear()
        cache._shipped_names.cache_clear()
        assert cache._shipped_names() == {}
    cache._provenance.cache_clear()
    cache._shipped_names.cache_clear()


def test_unknown_tables(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["sabra-meld"])
    assert "no table 'sabra-meld'; there are has-meld, " in capsys.readouterr().err


# What they answer.


@pytest.mark.parametrize("game", ["sabra", "river", "american"])
def test_dead_wood_comes_with_the_tiles_in_melds(game: str) -> None:
    """No meld leaves 14 tiles; and the two sum to 14 on average. Melds don't depend on points."""
    variant = find_variant(game)
    dead, melded = (exact_at_once(name, variant) for name in ("dead_wood_tiles", "melded_tiles"))
    assert dead is not None
    assert melded is not None
    assert dead.prob(14) == exact("has_meld", variant).prob(False)
    assert dead.mean() + melded.mean() == 14


def test_a_game_with_other_melds_has_none_of_these_counts() -> None:
    assert exact_at_once("dead_wood_tiles", find_variant("romanian")) is None
