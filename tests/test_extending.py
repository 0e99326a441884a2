"""Tables that are only extended: the best plays are those of trying everything, and legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from random import Random

import pytest

from rummistats.melds import Meld, judge
from rummistats.play import Table, judge_play, solve_table
from rummistats.play.catalog import extends
from rummistats.play.opening_rules import replaced_joker
from rummistats.play.rearranging import Rearranging, rearranging
from rummistats.search import melds_in
from rummistats.tiles import Hand
from rummistats.variants import Variant, find_variant
from rummistats.variants.opening import Points

# Two colors, eight numbers, two of each tile: small enough to try everything.
GAME = find_variant("gin").with_rules(
    colors=3, numbers=7, copies=2, jokers=2, hand_size=6, repeat_colors=False
)

RULES = {
    "fixed": Rearranging(rearranges=False, joker_mode="fixed", layoff=True),
    "locked": Rearranging(rearranges=False, joker_mode="locked", layoff=True),
    "reused": Rearranging(rearranges=False, joker_mode="locked", layoff=True, reuse_rack_tiles=2),
    "both": Rearranging(
        rearranges=False,
        joker_mode="locked",
        layoff=True,
        reuse_rack_tiles=1,
        group3_needs_both=True,
    ),
    "no new": Rearranging(rearranges=False, joker_mode="locked", layoff=True, new_melds=False),
    "kept": Rearranging(rearranges=False, joker_mode="locked", layoff=True, jokers_return=True),
}


@pytest.fixture(params=RULES)
def rules(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rearranging]:
    found = RULES[request.param]
    module = import_module("rummistats.play.rearranging")
    monkeypatch.setattr(module, "_extending", lambda variant: found)
    rearranging.cache_clear()
    yield found
    rearranging.cache_clear()


Position = tuple[tuple[Meld, ...], int, Hand, int]
"""The melds, how many of them are new, the rack, and jokers that were taken out of melds."""


def steps(position: Position, game: Variant, rules: Rearranging) -> Iterator[Position]:
    """Yield what one more meld, tile or exchange leads to."""
    melds, new, rack, freed = position
    tiles = game.table_set
    old = len(melds) - new
    more = [(tile, rack - tiles.hand([tile]), freed) for tile in dict.fromkeys(rack)]
    if freed and not rules.reuse_rack_tiles:
        more.append((tiles.joker, rack, freed - 1))
    for tile, left, loose in more:
        for place, meld in enumerate(melds):
            for longer in judge(tiles.hand((*meld.tiles, tile)), game).readings:
                if extends(longer, meld):
                    yield (*melds[:place], longer, *melds[place + 1 :]), new, left, loose
    for place, meld in enumerate(melds[:old]):
        for changed, used, jokers in exchanged(meld, rack, game, rules):
            after = (*melds[:place], changed, *melds[place + 1 :])
            back = tiles.hand([tiles.joker] * jokers) if rules.jokers_return else tiles.hand()
            loose = 0 if rules.jokers_return else freed + jokers
            yield after, new, rack - used + back, loose
    for wild in range(freed + 1 if rules.new_melds else 0):
        for found in melds_in(rack + tiles.hand([tiles.joker] * wild), game):
            if found.jokers < wild:
                continue
            own = tiles.hand(found.tiles) - tiles.hand([tiles.joker] * wild)
            if not own <= rack or (wild and len(own) < rules.reuse_rack_tiles):
                continue
            for reading in judge(tiles.hand(found.tiles), game).readings:
                yield (*melds, reading), new + 1, rack - own, freed - wild


def exchanged(
    meld: Meld, rack: Hand, game: Variant, rules: Rearranging
) -> Iterator[tuple[Meld, Hand, int]]:
    if rules.joker_mode == "fixed":
        return
    tiles = game.table_set
    if meld.kind == "group" and len(meld) == 3 and rules.group3_needs_both:
        # Three colors have no group of four, so that no joker leaves one of three.
        return
    for reading in meld.joker_readings:
        for tile in reading:
            changed = replaced_joker(meld, tile, game) if rack.count(tile) else None
            if changed is not None:
                yield changed, tiles.hand([tile]), 1


def all_plays(table: Table, rack: Hand, game: Variant, rules: Rearranging) -> set[Position]:
    """Return every position that can be reached with all freed jokers laid again."""
    start: Position = (table.melds, 0, rack, 0)
    seen, waiting = {start}, [start]
    while waiting:
        for position in steps(waiting.pop(), game, rules):
            if position not in seen:
                seen.add(position)
                waiting.append(position)
    return {position for position in seen if not position[3]}


def some_positions(count: int) -> Iterator[tuple[Table, Hand]]:
    random = Random(1)
    tiles = GAME.table_set
    deck = list(tiles.all_tiles())
    while count:
        random.shuffle(deck)
        # Jokers are what is difficult here.
        some = [tiles.joker] * random.choice([1, 2]) + [t for t in deck if not t.is_joker][:12]
        melds = [m for m in melds_in(tiles.hand(some), GAME) if m.jokers]
        if not melds:
            continue
        table = Table((random.choice(melds),))
        rest = [tile for tile in (tiles.all_tiles() - table.hand(GAME)) if not tile.is_joker]
        plain = list(melds_in(tiles.hand(random.sample(rest, 10)), GAME))
        if plain:
            table = table + Table((random.choice(plain),))
        left = list(tiles.all_tiles() - table.hand(GAME))
        count -= 1
        yield table, tiles.hand(random.sample(left, 6))


def points(rack: Hand) -> int:
    return sum(map(GAME.rack_points_of, rack))


def test_the_best_play_is_the_best_of_all_and_all_are_legal(rules: Rearranging) -> None:
    played = 0
    for table, rack in some_positions(25):
        plays = all_plays(table, rack, GAME, rules)
        fewest, least = (
            solve_table(table, rack, GAME),
            solve_table(table, rack, GAME, "rack_points"),
        )
        assert len(fewest.left) == min(len(left) for _, _, left, _ in plays)
        assert points(least.left) == min(points(left) for _, _, left, _ in plays)
        for play in (fewest, least):
            if play:
                played += 1
                verdict = judge_play(table, play.table, play.played, GAME)
                assert verdict, verdict
        for melds, _, _, _ in plays:
            after = Table(melds)
            laid = (Counter(after.tiles) - Counter(table.tiles)).elements()
            hand = GAME.table_set.hand(laid)
            if len(hand):
                assert judge_play(table, after, hand, GAME), (table, after)
    assert played > 20


def test_nothing_else_is_legal(rules: Rearranging) -> None:
    """Tables with the same tiles, their melds made of all tiles anew."""
    refused = 0
    for table, rack in some_positions(25):
        plays = {Table(melds) for melds, _, _, _ in all_plays(table, rack, GAME, rules)}
        for tile in dict.fromkeys(rack):
            one = GAME.table_set.hand([tile])
            for after in all_tables(table.hand(GAME) + one):
                legal = bool(judge_play(table, after, one, GAME))
                assert legal == (after in plays), (str(table), str(after))
                refused += not legal
    assert refused


def all_tables(hand: Hand) -> Iterator[Table]:
    """Yield all tables of exactly these tiles."""
    if not len(hand):
        yield Table()
        return
    first = next(iter(hand))
    for meld in melds_in(hand, GAME):
        if first in meld.tiles:
            for rest in all_tables(hand - hand.tile_set.hand(meld.tiles)):
                for reading in judge(hand.tile_set.hand(meld.tiles), GAME).readings:
                    yield Table((reading,)) + rest


@pytest.mark.parametrize("layoff", [True, False])
def test_an_opening_may_be_followed_by_more(layoff: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Rearranging(rearranges=False, joker_mode="locked", layoff=layoff, opening=Points(30))
    names = import_module("rummistats.play.rearranging")
    monkeypatch.setattr(names, "_extending", lambda variant: found)
    monkeypatch.setattr(names, "EXTENDED", ("american",))
    rearranging.cache_clear()
    game = find_variant("american")
    table = Table.parse("{R5 R6 R7}", game)
    try:
        play = solve_table(table, "R8 B10 K10 Y10 K13", game, opened=False)
        assert len(play.played) == (4 if layoff else 3)
        assert judge_play(table, play.table, play.played, game, opened=False)
        assert not solve_table(table, "R8 B9 K9 Y9", game, opened=False)
        whole = "{R5 R6 R7 R8} {B10 K10 Y10}"
        assert bool(judge_play(table, whole, "R8 B10 K10 Y10", game, opened=False)) == layoff
    finally:
        rearranging.cache_clear()


def test_a_joker_may_take_either_place_of_the_1_in_a_run_from_1_to_1() -> None:
    """Both are the same fourteen tiles, so nobody can say that the meld was taken apart."""
    game = find_variant("international")
    whole = " ".join(f"B{number}" for number in range(2, 14))
    for first, last in (("J(B1)", "B1"), ("B1", "J(B1)")):
        after = f"{{{first} {whole} {last}}}"
        assert judge_play(f"{{{whole} B1}}", after, "J", game)
        assert judge_play(f"{{B1 {whole}}}", after, "J", game)
    assert not judge_play(f"{{{whole} B1}}", f"{{B1 {whole}}} {{R1 K1 J}}", "R1 K1 J", game)
