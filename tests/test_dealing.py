"""Dealing: no tile is lost, every ordered hand is equally likely, and a seed is a promise."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from rummistats.dealing import (
    CHUNK,
    batch_of_hands,
    check_hands,
    deal_batch,
    deal_players,
    hands_of_batch,
)
from rummistats.errors import RummistatsError, SimulationError, TileError, VariantError
from rummistats.tiles import Hand, TileSet
from rummistats.variants import Variant, find_variant

SABRA = TileSet()

ODD_TILE_SETS = [
    TileSet(1, 1, 1, 0),
    TileSet(1, 1, 1, 1),
    TileSet(1, 15, 4, 0),
    TileSet(6, 1, 1, 4),
    TileSet(6, 15, 4, 4),
    TileSet(3, 5, 1, 1),
    TileSet(5, 9, 1, 0),
    TileSet(4, 13, 2, 3),
]

LEVEL = 1e-4


# One table


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hand_size", [14, 16])
def test_the_pool_is_what_the_rules_say(players: int, hand_size: int) -> None:
    # rules/sabra.md, Deal and set-up, 4.
    pool = {(2, 14): 78, (3, 14): 64, (4, 14): 50, (2, 16): 74, (3, 16): 58, (4, 16): 42}
    variant = find_variant("sabra").with_rules(hand_size=hand_size)
    deal = variant.deal_table(players=players, seed=1)
    assert len(deal.pool) == pool[players, hand_size]
    assert [len(hand) for hand in deal.hands] == [hand_size] * players


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("tile_set", ODD_TILE_SETS, ids=str)
def test_a_table_conserves_the_tiles(tile_set: TileSet, seed: int) -> None:
    for players in range(1, 5):
        hand_size = tile_set.size // (players + 1)
        deal = deal_players(tile_set, hand_size, players, seed)
        dealt = tile_set.hand(deal.pool)
        for hand in deal.hands:
            assert len(hand) == hand_size
            dealt = dealt + hand
        assert dealt == tile_set.all_tiles()
        assert 0 <= deal.starter < players


def test_a_table_can_use_up_every_tile() -> None:
    deal = deal_players(TileSet(1, 4, 2, 0), 4, players=2, seed=1)
    assert deal.pool == ()
    assert deal.hands[0] + deal.hands[1] == TileSet(1, 4, 2, 0).all_tiles()


def test_a_table_is_a_function_of_the_seed() -> None:
    sabra = find_variant("sabra")
    assert sabra.deal_table(seed=7) == sabra.deal_table(seed=7)
    assert sabra.deal_table(seed=7) != sabra.deal_table(seed=8)
    assert len(sabra.deal_table(seed=7).hands) == 4
    # One hand is the first hand of the table.
    assert sabra.deal(seed=7) == sabra.deal_table(seed=7).hands[0]


def test_every_seat_is_as_good_as_another_and_starts_as_often() -> None:
    tile_set = TileSet(1, 3, 1, 1)
    places: Counter[tuple[str, ...]] = Counter()
    starters: Counter[int] = Counter()
    for seed in range(6000):
        deal = deal_players(tile_set, 1, 3, seed)
        places[(*map(str, deal.hands), *map(str, deal.pool))] += 1
        starters[deal.starter] += 1
    assert len(places) == 24
    assert stats.chisquare(list(places.values())).pvalue > LEVEL
    assert stats.chisquare([starters[seat] for seat in range(3)]).pvalue > LEVEL


# Batches


@pytest.mark.parametrize("tile_set", ODD_TILE_SETS, ids=str)
def test_the_rows_of_a_batch_are_hands(tile_set: TileSet) -> None:
    for hand_size in sorted({0, 1, tile_set.size // 2, tile_set.size}):
        batch = deal_batch(tile_set, hand_size, hands=50, seed=1)
        assert batch.shape == (50, hand_size)
        assert batch.dtype == np.uint8
        hands = list(hands_of_batch(tile_set, batch))
        assert len(hands) == 50
        for row, hand in zip(batch.tolist(), hands, strict=True):
            # Making the hand checks that no tile is there too often.
            assert hand == tile_set.hand(tile_set.tiles[kind] for kind in row)
            assert len(hand) == hand_size


@pytest.mark.parametrize("tile_set", ODD_TILE_SETS, ids=str)
def test_the_full_set_and_the_empty_hand(tile_set: TileSet) -> None:
    full = deal_batch(tile_set, tile_set.size, hands=20, seed=3)
    assert all(hand == tile_set.all_tiles() for hand in hands_of_batch(tile_set, full))
    empty = deal_batch(tile_set, 0, hands=20, seed=3)
    assert [len(hand) for hand in hands_of_batch(tile_set, empty)] == [0] * 20


def test_the_layout_is_the_documented_one() -> None:
    full = deal_batch(SABRA, 106, hands=1, seed=1)[0].tolist()
    number_and_color = {
        (kind % 13 + 1, "RBKY"[kind // 13]) if kind < 52 else (0, "J") for kind in full
    }
    assert number_and_color == {(tile.number, tile.color) for tile in SABRA.tiles}
    assert all(
        (kind % 13 + 1, "RBKY"[kind // 13]) == (SABRA.tiles[kind].number, SABRA.tiles[kind].color)
        for kind in range(52)
    )


@pytest.mark.parametrize("hand_size", [0, 1, 14, 106])
def test_more_hands_of_the_same_seed_begin_with_the_same_hands(hand_size: int) -> None:
    long = deal_batch(SABRA, hand_size, hands=300, seed=7)
    for hands in (1, 2, 17, 299, 300):
        assert (deal_batch(SABRA, hand_size, hands=hands, seed=7) == long[:hands]).all()
    if hand_size:
        assert (deal_batch(SABRA, hand_size, hands=300, seed=8) != long).any()


def test_more_hands_begin_with_the_same_hands_across_chunks() -> None:
    long = deal_batch(SABRA, 3, hands=2 * CHUNK + 5, seed=7)
    for hands in (CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1):
        assert (deal_batch(SABRA, 3, hands=hands, seed=7) == long[:hands]).all()
    # Each chunk has a stream of its own.
    assert (long[:CHUNK] != long[CHUNK : 2 * CHUNK]).any(axis=1).mean() > 0.9


# Every ordered hand is equally likely


def ordered(batch: npt.NDArray[np.uint8]) -> Counter[tuple[int, ...]]:
    """How often each ordered hand occurs."""
    rows, counts = np.unique(batch, axis=0, return_counts=True)
    return Counter(dict(zip(map(tuple, rows.tolist()), counts.tolist(), strict=True)))


@pytest.mark.parametrize("hand_size", [1, 2, 3, 5])
@pytest.mark.parametrize("tile_set", [TileSet(2, 2, 1, 1), TileSet(1, 2, 2, 1)], ids=str)
def test_all_ordered_hands_of_a_tiny_set_are_equally_likely(
    tile_set: TileSet, hand_size: int
) -> None:
    deck = [tile_set.kind(tile) for tile in tile_set.all_tiles()]
    ways = Counter(permutations(deck, hand_size))
    hands = 400_000
    seen = ordered(deal_batch(tile_set, hand_size, hands=hands, seed=11))
    assert set(seen) == set(ways)
    expected = [hands * count / ways.total() for count in ways.values()]
    assert stats.chisquare([seen[hand] for hand in ways], expected).pvalue > LEVEL


def test_a_hand_does_not_depend_on_the_hand_before() -> None:
    # The deck is not put back in order between hands, which must make no difference.
    tile_set = TileSet(2, 2, 1, 1)
    batch = deal_batch(tile_set, 2, hands=400_000, seed=12)
    pairs = ordered(np.hstack([batch[:-1:2], batch[1::2]]))
    assert len(pairs) == 20 * 20
    assert stats.chisquare(list(pairs.values())).pvalue > LEVEL
    overlapping = ordered(np.hstack([batch[1:-1:2], batch[2::2]]))
    assert len(overlapping) == 20 * 20
    assert stats.chisquare(list(overlapping.values())).pvalue > LEVEL


@pytest.fixture(scope="module")
def sabra_batch() -> npt.NDArray[np.uint8]:
    return deal_batch(SABRA, 14, hands=1_000_000, seed=1)


def test_each_tile_is_in_a_hand_as_often_as_it_should(sabra_batch: npt.NDArray[np.uint8]) -> None:
    hands = len(sabra_batch)
    copies = np.zeros((hands, SABRA.kinds), dtype=np.uint8)
    for place in range(14):
        copies[np.arange(hands), sabra_batch[:, place]] += 1
    # The mean number of copies is 2 * 14/106, its variance that of the hypergeometric law.
    number_of_copies = stats.hypergeom(106, 2, 14)
    error = number_of_copies.std() / hands**0.5
    assert number_of_copies.mean() == pytest.approx(2 * 14 / 106)
    assert (abs(copies.mean(axis=0) - 2 * 14 / 106) < 4.5 * error).all()
    for count in range(3):
        chance = number_of_copies.pmf(count)
        error = (chance * (1 - chance) / hands) ** 0.5
        assert (abs((copies == count).mean(axis=0) - chance) < 4.5 * error).all()


@pytest.mark.parametrize("place", range(14))
def test_each_place_of_a_hand_has_every_tile(
    sabra_batch: npt.NDArray[np.uint8], place: int
) -> None:
    seen = np.bincount(sabra_batch[:, place], minlength=53)
    assert stats.chisquare(seen).pvalue > LEVEL


@pytest.mark.parametrize("place", [0, 5, 6, 7, 12])
def test_neighboring_places_are_a_draw_without_replacement(
    sabra_batch: npt.NDArray[np.uint8], place: int
) -> None:
    # A random word serves about seven draws: places 6, 7 and 8 are where the next one begins.
    first, second = (sabra_batch[:, place + k].astype(np.intp) for k in range(2))
    seen = np.bincount(first * 53 + second, minlength=53 * 53)
    ways = np.full((53, 53), 4.0)
    np.fill_diagonal(ways, 2.0)
    assert ways.sum() == 106 * 105
    assert stats.chisquare(seen, ways.ravel() * len(sabra_batch) / (106 * 105)).pvalue > LEVEL


# Bad input


@pytest.mark.parametrize("hands", [0, -1, 1.5, "x", True, None], ids=repr)
def test_what_is_no_number_of_hands(hands: int) -> None:
    with pytest.raises(SimulationError) as error:
        deal_batch(SABRA, 14, hands=hands, seed=1)
    assert f"hands={hands!r}" in str(error.value)
    assert "from 1 on" in str(error.value)


@pytest.mark.parametrize("hand_size", [-1, 107, 120, 1.5, "x", True, None], ids=repr)
def test_what_is_no_hand_size(hand_size: int) -> None:
    with pytest.raises(TileError) as error:
        deal_batch(SABRA, hand_size, hands=1, seed=1)
    assert f"hand_size={hand_size!r}" in str(error.value)
    with pytest.raises(TileError) as error:
        deal_players(SABRA, hand_size, 1, seed=1)
    assert str(hand_size) in str(error.value)


@pytest.mark.parametrize("seed", ["x", -1, 1.5, True], ids=repr)
def test_what_is_no_seed(seed: object) -> None:
    with pytest.raises(SimulationError, match="seed="):
        deal_batch(SABRA, 14, hands=1, seed=seed)
    with pytest.raises(SimulationError, match="seed="):
        deal_players(SABRA, 14, 2, seed=seed)
    with pytest.raises(SimulationError, match="seed="):
        find_variant("sabra").deal(seed=seed)


@pytest.mark.parametrize("players", [0, -1, 1.5, "x", True], ids=repr)
def test_what_is_no_number_of_players(players: int) -> None:
    with pytest.raises(RummistatsError) as error:
        deal_players(SABRA, 14, players, seed=1)
    assert repr(players) in str(error.value)


@pytest.mark.parametrize("players", [0, 1, 5, "x", True, 2.0], ids=repr)
def test_sabra_is_for_two_to_four(players: int) -> None:
    with pytest.raises(VariantError) as error:
        find_variant("sabra").deal_table(players=players, seed=1)
    assert f"players={players!r}" in str(error.value)
    assert "from 2 to 4" in str(error.value)


def test_too_few_tiles_for_the_table() -> None:
    with pytest.raises(TileError) as error:
        deal_players(SABRA, 36, players=3, seed=1)
    assert all(part in str(error.value) for part in ["3 players", "36 tiles", "108", "106 tiles"])
    mini = Variant.mini(colors=2, numbers=3, copies=1, jokers=0, hand_size=4)
    assert isinstance(mini.deal(seed=1), Hand)
    with pytest.raises(TileError, match="need 8 tiles"):
        mini.deal_table(players=2, seed=1)


def test_a_tile_that_must_be_numbered_leaves_the_rest_in_a_random_order() -> None:
    """All (face-up tile, order of the rest) of a tiny set are equally likely, jokers or not."""
    tiles = TileSet(colors=1, numbers=2, copies=1, jokers=2)
    rng = np.random.default_rng(5)
    seen: Counter[str] = Counter()
    for _ in range(6_000):
        deal = deal_players(tiles, 1, 1, rng, face_up="numbered")
        seen[f"{deal.face_up} {deal.hands[0]} {' '.join(map(str, deal.pool))}"] += 1
    # 2 face-up tiles, and 3 places for the other number among two identical jokers.
    assert len(seen) == 6
    assert stats.chisquare(list(seen.values())).pvalue > 1e-4


def test_assigned_jokers_are_in_every_hand_and_never_in_the_pool() -> None:
    deal = find_variant("stone-rummy").deal_table(seed=3)
    assert [(len(hand), hand.jokers) for hand in deal.hands] == [(15, 1)] * 3
    assert not any(tile.is_joker for tile in deal.pool)
    assert deal.face_up is not None
    assert len(deal.pool) == 104 - 3 * 14 - 1


def test_hands_of_one_size_are_a_batch_and_back() -> None:
    hands = [SABRA.parse(text) for text in ("R1 R1 J", "R2 Y13 K4", "J J B7")]
    batch = batch_of_hands(hands)
    assert batch.shape == (3, 3)
    assert list(hands_of_batch(SABRA, batch)) == hands
    for wrong in ([], [hands[0], SABRA.parse("R1")], ["R1"]):
        with pytest.raises(TileError):
            batch_of_hands(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [1000, 1e3, np.int64(1000), np.uint16(1000), np.float64(1000)])
def test_whole_numbers_of_any_kind_are_numbers_of_hands(number: object) -> None:
    assert check_hands(number) == 1000


@pytest.mark.parametrize("number", [0, -1, 1.5, float("nan"), float("inf"), True, np.True_, "10"])
def test_what_is_no_number_of_hands_is_refused(number: object) -> None:
    with pytest.raises(SimulationError, match="a whole number from 1 on"):
        check_hands(number)
