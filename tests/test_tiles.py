"""Tiles, tile sets and hands: the text form round-trips, and hands obey the laws of multisets."""

from __future__ import annotations

import pickle
import random
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rummistats.errors import RummistatsError, TileError
from rummistats.tiles import COLOR_NAMES, JOKER, Hand, Tile, TileSet

SABRA = TileSet()

tile_sets = st.builds(
    TileSet,
    colors=st.integers(1, 6),
    numbers=st.integers(1, 15),
    copies=st.integers(1, 4),
    jokers=st.integers(0, 4),
)


def hands_of(tile_set: TileSet) -> st.SearchStrategy[Hand]:
    counts = st.tuples(*(st.integers(0, limit) for limit in tile_set.copies_of_kind))
    return counts.map(lambda chosen: Hand(tile_set, chosen))


@st.composite
def some_hands(draw: st.DrawFn, how_many: int) -> tuple[Hand, ...]:
    """Draw hands of one tile set."""
    tile_set = draw(tile_sets)
    return tuple(draw(hands_of(tile_set)) for _ in range(how_many))


# The text form


@given(some_hands(1), st.randoms(use_true_random=False))
def test_a_hand_is_read_back_from_its_text(hands: tuple[Hand], order: random.Random) -> None:
    (hand,) = hands
    assert hand.tile_set.parse(str(hand)) == hand
    tokens = str(hand).split()
    order.shuffle(tokens)
    text = "".join(
        (token.lower() if order.random() < 0.5 else token) + order.choice([" ", ", ", ",", "\n"])
        for token in tokens
    )
    assert hand.tile_set.parse(text) == hand


@given(tile_sets)
def test_a_tile_is_read_back_from_its_text(tile_set: TileSet) -> None:
    assert len(tile_set.tiles) == tile_set.kinds == len(set(tile_set.tiles))
    for kind, tile in enumerate(tile_set.tiles):
        assert Tile.parse(str(tile)) == tile
        assert Tile.parse(str(tile).lower()) == tile
        assert tile_set.kind(tile) == kind


@given(some_hands(1))
def test_a_hand_is_the_hand_of_its_tiles(hands: tuple[Hand]) -> None:
    (hand,) = hands
    assert hand.tile_set.hand(hand) == hand
    assert len(list(hand)) == len(hand) == sum(hand.counts)
    assert all(hand.count(tile) == list(hand).count(tile) for tile in hand.tile_set.tiles)
    assert {tile for tile in hand.tile_set.tiles if tile in hand} == set(hand)
    assert hand.jokers == sum(tile.is_joker for tile in hand)
    assert list(hand.without_jokers()) == [tile for tile in hand if not tile.is_joker]
    copy = pickle.loads(pickle.dumps(hand))
    assert copy == hand
    assert hash(copy) == hash(hand)


def test_order_and_separators_of_a_text_do_not_matter() -> None:
    assert str(SABRA.parse(" j y10,b7  R7,j ")) == "R7 B7 Y10 J J"
    assert SABRA.parse("") == SABRA.hand() == SABRA.parse(" , ")
    assert str(SABRA.parse("")) == ""


# What a tile set is


def test_the_sabra_set_is_that_of_the_box() -> None:
    # rules/sabra.md, Components: 106 tiles, the numbers add up to 728.
    assert (SABRA.colors, SABRA.numbers, SABRA.copies, SABRA.jokers) == (4, 13, 2, 2)
    assert SABRA.size == 106
    assert SABRA.kinds == 53
    assert sum(tile.number for tile in SABRA.all_tiles()) == 728
    assert str(SABRA.tiles[0]) == "R1"
    assert SABRA.tiles[13] == Tile("B", 1)
    assert SABRA.tiles[SABRA.joker_kind] == JOKER


@given(tile_sets)
def test_the_whole_set_has_every_copy(tile_set: TileSet) -> None:
    everything = tile_set.all_tiles()
    assert len(everything) == tile_set.size
    assert everything.weight == 1
    assert everything.jokers == tile_set.jokers
    assert len(set(everything)) == tile_set.kinds
    assert tile_set.color_letters == "".join(COLOR_NAMES)[: tile_set.colors]


@pytest.mark.parametrize(
    "tile_set",
    [
        TileSet(1, 1, 1, 0),
        TileSet(1, 3, 2, 1),
        TileSet(2, 3, 2, 2),
        TileSet(3, 2, 1, 4),
        TileSet(2, 2, 4, 3),
        TileSet(1, 4, 3, 0),
    ],
    ids=str,
)
def test_the_weights_of_all_hands_add_up_to_the_sample_space(tile_set: TileSet) -> None:
    weights = [0] * (tile_set.size + 1)
    for counts in product(*(range(limit + 1) for limit in tile_set.copies_of_kind)):
        hand = Hand(tile_set, counts)
        weights[len(hand)] += hand.weight
    assert weights == [tile_set.sample_space(size) for size in range(tile_set.size + 1)]
    assert weights == [comb(tile_set.size, size) for size in range(tile_set.size + 1)]


def test_the_sample_space_of_sabra() -> None:
    # shared/questions.md, B1 and B5: C(106, 14) and C(104, 14).
    assert SABRA.sample_space(14) == 105710363656182600
    assert TileSet(jokers=0).sample_space(14) == 79515468511191440


# The algebra of multisets


def fits(a: Hand, b: Hand) -> bool:
    """Whether the tile set has the tiles of both hands at once."""
    limits = a.tile_set.copies_of_kind
    return all(x + y <= n for x, y, n in zip(a.counts, b.counts, limits, strict=True))


@given(some_hands(2))
def test_adding(hands: tuple[Hand, Hand]) -> None:
    a, b = hands
    if fits(a, b):
        assert a + b == b + a
        assert len(a + b) == len(a) + len(b)
        assert (a + b) - b == a
    else:
        with pytest.raises(TileError, match="times"):
            a + b
        with pytest.raises(TileError, match="times"):
            b + a


@given(some_hands(3))
def test_adding_parts_of_the_whole_set_is_associative(hands: tuple[Hand, Hand, Hand]) -> None:
    whole = hands[0].tile_set.all_tiles()
    a = hands[0]
    b = hands[1] & (whole - a)
    c = hands[2] & (whole - a - b)
    assert (a + b) + c == a + (b + c)


@given(some_hands(2))
def test_a_part_can_be_taken_away_and_put_back(hands: tuple[Hand, Hand]) -> None:
    a, other = hands
    for part in (a & other, a, a & a.tile_set.hand()):
        assert part <= a
        assert (a - part) + part == a
        assert len(a - part) == len(a) - len(part)


@given(some_hands(2))
def test_only_a_contained_hand_can_be_taken_away(hands: tuple[Hand, Hand]) -> None:
    a, b = hands
    if a <= b:
        b - a
    else:
        with pytest.raises(TileError, match="can't take"):
            b - a


@given(some_hands(2))
def test_containment_is_a_partial_order(hands: tuple[Hand, Hand]) -> None:
    a, b = hands
    assert a <= a
    assert not a < a
    assert (a <= b and b <= a) == (a == b)
    assert (a < b) == (a <= b and a != b)
    assert (a <= b) == (b >= a)
    assert (a < b) == (b > a)
    assert (a <= b) == (a & b == a) == (a | b == b)
    assert a.tile_set.hand() <= a <= a.tile_set.all_tiles()


@given(some_hands(3))
def test_intersection_and_union_form_a_distributive_lattice(
    hands: tuple[Hand, Hand, Hand],
) -> None:
    a, b, c = hands
    assert a & a == a == a | a
    assert a & b == b & a
    assert a | b == b | a
    assert (a & b) & c == a & (b & c)
    assert (a | b) | c == a | (b | c)
    assert a & (a | b) == a == a | (a & b)
    assert a & (b | c) == (a & b) | (a & c)
    assert a | (b & c) == (a | b) & (a | c)
    assert a & b <= a <= a | b
    assert len(a & b) + len(a | b) == len(a) + len(b)
    if fits(a, b):
        assert (a & b) + (a | b) == a + b


def test_hands_of_two_tile_sets_do_not_mix() -> None:
    a, b = SABRA.parse("R7"), TileSet(jokers=0).parse("R7")
    assert a != b
    for mix in (
        lambda: a + b,
        lambda: a - b,
        lambda: a & b,
        lambda: a | b,
        lambda: a <= b,
        lambda: a < b,
    ):
        with pytest.raises(TileError, match="two tile sets"):
            mix()


@pytest.mark.parametrize("other", [3, "R7", None, Tile("R", 7)], ids=repr)
def test_only_hands_combine_with_hands(other: object) -> None:
    hand = SABRA.parse("R7")
    assert hand != other
    for mix in (
        lambda: hand + other,  # type: ignore[operator]
        lambda: hand - other,  # type: ignore[operator]
        lambda: hand & other,  # type: ignore[operator]
        lambda: hand | other,  # type: ignore[operator]
        lambda: hand <= other,  # type: ignore[operator]
        lambda: hand < other,  # type: ignore[operator]
    ):
        with pytest.raises(TypeError):
            mix()


# Bad input: one line that names the value and what would do


def message_of(error: pytest.ExceptionInfo[TileError]) -> str:
    text = str(error.value)
    assert "\n" not in text
    return text


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("R7 Q7 B7", ["'Q7'", "R, B, K, Y", "J for a joker"]),
        ("R7 7R", ["'7R'", "such as R7"]),
        ("R7 R0", ["'R0'", "such as R7"]),
        ("R07", ["'R07'", "such as R7"]),
        ("R7B7", ["'R7B7'", "such as R7"]),
        ("R7 R99", ["99", "1 to 15"]),
        ("R7 R14 B14", ["'R14'", "numbers 1 to 13"]),
        ("R7 g3", ["'g3'", "G3", "R B K Y"]),
        ("R7 B7 r7 R7", ["'R7'", "3 times", "only 2"]),
        ("J J R1 J", ["'J'", "3 times", "only 2"]),
    ],
)
def test_a_text_that_is_no_hand(text: str, named: list[str]) -> None:
    with pytest.raises(TileError) as error:
        SABRA.parse(text)
    assert all(part in message_of(error) for part in named)


def test_a_set_without_jokers_has_none() -> None:
    with pytest.raises(TileError) as error:
        TileSet(jokers=0).parse("R7 J")
    assert all(part in message_of(error) for part in ["'J'", "no joker"])


def test_a_third_copy_in_a_sum_and_a_tile_that_is_not_there() -> None:
    with pytest.raises(TileError) as error:
        SABRA.parse("R7 R7") + SABRA.parse("R7")
    assert all(part in message_of(error) for part in ["3 times R7", "only 2"])
    with pytest.raises(TileError) as error:
        SABRA.parse("R7") - SABRA.parse("R7 R7")
    assert all(part in message_of(error) for part in ["2 times R7", "'R7'", "holds 1"])
    with pytest.raises(TileError) as error:
        SABRA.hand([Tile("R", 7)] * 3)
    assert all(part in message_of(error) for part in ["3 times R7", "only 2"])


LIMITS = {"colors": (1, 6), "numbers": (1, 15), "copies": (1, 4), "jokers": (0, 4)}


@pytest.mark.parametrize("name", LIMITS)
def test_a_tile_set_has_its_limits(name: str) -> None:
    low, high = LIMITS[name]
    for value in (low, high):
        assert getattr(TileSet(**{name: value}), name) == value
    for wrong in (low - 1, high + 1, "2", 2.0, True, None):
        with pytest.raises(TileError) as error:
            TileSet(**{name: wrong})  # type: ignore[arg-type]
        message = message_of(error)
        assert f"{name}={wrong!r}" in message
        assert f"{low} to {high}" in message


def test_five_jokers() -> None:
    with pytest.raises(TileError, match=r"jokers=5: .* 0 to 4 jokers"):
        TileSet(jokers=5)


@pytest.mark.parametrize(
    ("color", "number", "named"),
    [
        ("Q", 7, ["'Q'", "R, B, K, Y, G, P"]),
        ("r", 7, ["'r'", "R, B, K, Y, G, P"]),
        ("J", 7, ["'J'"]),
        (None, 7, ["None", "R, B, K, Y, G, P"]),
        ("R", 0, ["0", "1 to 15"]),
        ("R", 16, ["16", "1 to 15"]),
        ("R", "7", ["'7'", "whole number"]),
        ("R", 7.0, ["7.0", "whole number"]),
        ("R", True, ["True", "whole number"]),
    ],
)
def test_a_tile_that_no_set_has(color: str, number: int, named: list[str]) -> None:
    with pytest.raises(TileError) as error:
        Tile(color, number)
    assert all(part in message_of(error) for part in named)


@pytest.mark.parametrize("value", [7, None, b"R7", ["R7"]], ids=repr)
def test_a_text_must_be_a_text(value: object) -> None:
    with pytest.raises(TileError) as error:
        SABRA.parse(value)  # type: ignore[arg-type]
    assert repr(value) in message_of(error)
    with pytest.raises(TileError) as error:
        Tile.parse(value)  # type: ignore[arg-type]
    assert repr(value) in message_of(error)


def test_counts_must_fit_the_tile_set() -> None:
    with pytest.raises(TileError, match="52 counts for the 53 kinds"):
        Hand(SABRA, (0,) * 52)
    with pytest.raises(TileError, match="-1 times R1"):
        Hand(SABRA, (-1,) + (0,) * 52)


def test_a_joker_declared_as_a_number_is_no_tile_of_a_hand() -> None:
    assert Tile("J", 0) == JOKER
    assert JOKER in SABRA.parse("J")
    assert "J" not in SABRA.parse("J")


@pytest.mark.parametrize("hand_size", [-1, -106])
def test_there_is_no_hand_of_fewer_than_no_tiles(hand_size: int) -> None:
    with pytest.raises(RummistatsError) as error:
        SABRA.sample_space(hand_size)
    assert str(hand_size) in str(error.value)


# What was meant.


@pytest.mark.parametrize(
    ("text", "meant"),
    [("10R", "R10"), ("7b", "B7"), ("D7", "7D"), ("HT", "TH"), ("s10", "10S"), ("13K", "K13")],
)
def test_color_and_number_may_have_changed_places(text: str, meant: str) -> None:
    with pytest.raises(TileError, match=rf"did you mean {meant}\?"):
        Tile.parse(text)
    assert Tile.parse(meant)


@pytest.mark.parametrize("text", ["7", "R", "", "XX", "R0", "99R", "JJ", "seven"])
def test_nothing_is_guessed_where_nothing_is_near(text: str) -> None:
    with pytest.raises(TileError, match="is not a tile; a tile is"):
        Tile.parse(text)


def test_cards_among_tiles_are_said_to_be_cards_and_the_other_way_round() -> None:
    tiles, cards = TileSet(), TileSet(copies=1, jokers=1, cards=True)
    with pytest.raises(TileError, match=r"'JC': no JC among .*playing card.*find_variant\('gin'\)"):
        tiles.parse("JC 9D")
    with pytest.raises(TileError, match=r"'R7': no R7 among .*a tile.*find_variant\('sabra'\)"):
        cards.parse("R7")
    with pytest.raises(TileError, match="its joker is X"):
        cards.parse("J")
    with pytest.raises(TileError, match="its joker is J"):
        tiles.parse("X")
    with pytest.raises(TileError) as error:
        TileSet(colors=3).parse("Y7")
    assert "looks like" not in str(error.value)
