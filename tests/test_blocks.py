"""Blocks: the few melds that suffice, and the melds that a hand contains."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from rummistats.arrange import arrange
from rummistats.blocks import Block, blocks, column_order, melds_in, run_blocks
from rummistats.errors import TileError
from rummistats.melds import Run, judge
from rummistats.tiles import JOKER, Hand, Tile, TileSet
from rummistats.variants import Variant, find_variant
from tests.oracles.catalogue import Rules, best_value, catalogue, parts, rack_points, sorted_tiles
from tests.small_games import GAMES, hands_of

SABRA = find_variant("sabra")

# Games whose melds are all looked at: the small ones and some of more numbers.
VARIANTS: dict[str, Variant] = {name: variant for name, (variant, _) in GAMES.items()} | {
    "long runs": Variant.mini(colors=1, numbers=10, copies=1, jokers=3, hand_size=3),
    "long runs, two real tiles a joker": Variant.mini(
        colors=1, numbers=10, copies=1, jokers=3, hand_size=3, min_real_per_joker=2
    ),
    "long runs, three real tiles": Variant.mini(
        colors=1, numbers=10, copies=1, jokers=2, hand_size=3, min_real=3
    ),
    "long runs from four on": Variant.mini(
        colors=1, numbers=10, copies=1, jokers=2, hand_size=3, min_run=4
    ),
    "long circles": Variant.mini(
        colors=1, numbers=6, copies=2, jokers=3, hand_size=3, ones="circular", max_run=8
    ),
}

Tiles = tuple[str, ...]


def tiles_of(block: Block, variant: Variant) -> Tiles:
    return sorted_tiles(
        [variant.tile_set.tiles[kind] for kind in block.kinds] + ["J"] * block.jokers
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_every_block_is_a_meld_in_its_best_reading(name: str) -> None:
    variant = VARIANTS[name]
    rules = Rules.of(variant)
    found = blocks(variant, variant.jokers)
    for block in found:
        tiles = tiles_of(block, variant)
        assert tiles == sorted_tiles(block.meld.tiles)
        assert block.size == len(tiles)
        assert block.value == variant.opening_value(block.meld) == best_value(tiles, rules)
        assert block.rack_points == rack_points(tiles, rules)
        assert judge(str(block.meld), variant).legal
    assert len({tiles_of(block, variant) for block in found}) == len(found)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_meld_is_a_block_or_is_cut_into_blocks_that_count_as_much(name: str) -> None:
    variant = VARIANTS[name]
    found = {tiles_of(block, variant): block.value for block in blocks(variant, variant.jokers)}
    by_first: dict[str, list[tuple[Counter[str], int]]] = {}
    for tiles, value in found.items():
        by_first.setdefault(tiles[0], []).append((Counter(tiles), value))

    @cache
    def most_of_blocks(left: Tiles) -> int | None:
        """Return the most that blocks count which use up all these tiles, or None."""
        if not left:
            return 0
        totals = []
        for tiles, value in by_first.get(left[0], []):
            if tiles <= Counter(left):
                others = most_of_blocks(sorted_tiles((Counter(left) - tiles).elements()))
                totals += [] if others is None else [value + others]
        return max(totals, default=None)

    for meld, value in catalogue(Rules.of(variant)).items():
        most = most_of_blocks(meld)
        # They may count more: J 6 7 8 9 10 is worth 45, but 6 7 8 and J 9 10 are worth 48.
        assert most is not None, meld
        assert most >= value, meld


@pytest.mark.parametrize("name", VARIANTS)
def test_no_run_among_the_blocks_is_two_runs(name: str) -> None:
    variant = VARIANTS[name]
    rules = Rules.of(variant)
    for color in variant.tile_set.color_letters:
        for block in run_blocks(variant, variant.jokers, color):
            assert isinstance(block.meld, Run)
            assert block.meld.color == color
            row = list(map(str, block.meld.tiles))
            for cut in range(variant.min_run, len(row) - variant.min_run + 1):
                both = [sorted_tiles(row[:cut]), sorted_tiles(row[cut:])]
                assert None in [best_value(part, rules) for part in both]


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_blocks_with_so_many_jokers_are_those_of_all_blocks(jokers: int) -> None:
    every = set(blocks(SABRA, 2))
    assert set(blocks(SABRA, jokers)) == {block for block in every if block.jokers <= jokers}


def test_the_blocks_of_sabra_have_three_to_five_tiles() -> None:
    # rules/sabra.md, Legal combinations: 1173 melds if runs have 3 to 5 tiles, 185 of
    # them without joker.
    natural = blocks(SABRA, 0)
    assert len(natural) == 185
    assert len(blocks(SABRA, 2)) == 1173
    assert {block.size for block in blocks(SABRA, 2)} == {3, 4, 5}


def test_a_block_that_no_cut_would_leave_legal() -> None:
    # shared/design.md, 6: with two real tiles for each joker, 1 J J 4 5 6 can't be cut.
    variant = SABRA.with_rules(min_real_per_joker=2)
    found = {tiles_of(block, variant) for block in blocks(variant, 2)}
    assert sorted_tiles("R1 J J R4 R5 R6") in found
    assert sorted_tiles("R1 R2 R3 R4 R5 R6") not in found


@pytest.mark.parametrize(
    "rules", [{}, {"ones": "circular", "max_run": 60}, {"min_real_per_joker": 4}], ids=str
)
def test_all_colors_have_the_same_blocks(rules: dict[str, Any]) -> None:
    variant = Variant.mini(colors=6, numbers=15, copies=4, jokers=4, hand_size=20, **rules)
    red = [(block.meld.numbers, block.value) for block in run_blocks(variant, 4, "R")]
    assert red
    for color in "BKYGP":
        found = run_blocks(variant, 4, color)
        assert [(block.meld.numbers, block.value) for block in found] == red


# The melds in a hand


@pytest.mark.parametrize("game", GAMES)
def test_the_melds_in_the_hands_of_small_games(game: str) -> None:
    variant, _ = GAMES[game]
    rules = Rules.of(variant)
    for hand in random.Random(1).sample(hands_of(game), min(400, len(hands_of(game)))):
        found = melds_in(hand, variant)
        legal = {p for p in parts(sorted_tiles(hand)) if best_value(p, rules) is not None}
        assert sorted(sorted_tiles(meld.tiles) for meld in found) == sorted(legal)
        for meld in found:
            assert meld == judge(variant.tile_set.hand(meld.tiles), variant).meld
        firsts = [(min(map(column_order, meld.tiles)), -len(meld), meld.kind) for meld in found]
        assert firsts == sorted(firsts)


def test_the_melds_in_hands_of_sabra() -> None:
    rules = Rules.of(SABRA)
    for seed in range(15):
        hand = SABRA.deal(seed=seed)
        legal = {p for p in parts(sorted_tiles(hand)) if best_value(p, rules) is not None}
        assert {sorted_tiles(meld.tiles) for meld in melds_in(hand, SABRA)} == legal


def test_every_meld_is_in_the_hand_of_all_tiles() -> None:
    # rules/sabra.md, Legal combinations
    assert len(melds_in(SABRA.tile_set.all_tiles(), SABRA)) == 6301
    assert len(melds_in(SABRA.tile_set.all_tiles().without_jokers(), SABRA)) == 329


def test_tiles_go_in_columns_and_there_by_color() -> None:
    tiles = SABRA.parse("Y1 B1 R1 K1 J B2 R2")
    assert sorted(tiles, key=column_order) == list(
        map(Tile.parse, ("R1", "B1", "K1", "Y1", "R2", "B2", "J"))
    )
    assert column_order(Tile("Y", 13)) < column_order(JOKER)


@pytest.mark.parametrize("hand", [TileSet(jokers=0).parse("R1"), "R14", None], ids=repr)
def test_hands_that_are_not_of_the_variant(hand: Any) -> None:
    with pytest.raises(TileError, match=r"can't be played|is no hand|'R14'"):
        melds_in(hand, SABRA)


def test_no_melds_in_no_tiles() -> None:
    assert melds_in(Hand(SABRA.tile_set, (0,) * 53), SABRA) == []


def test_a_long_run_that_no_cut_replaces_is_kept() -> None:
    """Where only long melds may have a joker, a run of six is not two runs of three."""
    rules = {"colors": 3, "numbers": 5, "copies": 2, "jokers": 1, "hand_size": 6}
    variant = find_variant("international").with_rules(**rules, max_jokers_by_size=((3, 0), (5, 1)))
    best = arrange("K1 K2 K3 K4 K5 J", variant)
    assert [len(meld) for meld in best.melds] == [6]
    assert best.value == 16
