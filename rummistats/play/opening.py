"""The best play of a player who has not opened yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rummistats.melds import Group, Meld
from rummistats.play.best_so_far import BestSoFar
from rummistats.play.case import Case
from rummistats.play.cases import Ways
from rummistats.play.changes import changes
from rummistats.play.gains import STEP
from rummistats.play.legality import judge_play
from rummistats.play.opening_rules import exchanges, openings_in
from rummistats.play.problem import has_usual_melds
from rummistats.play.rearranging import rearranging
from rummistats.play.solve import Optimum, Turn, best_of
from rummistats.play.table import Table
from rummistats.tiles import Hand, Tile
from rummistats.variants.opening import Points

__all__ = ["best_opening", "can_open_now"]


def can_open_now(turn: Turn, way: Points) -> bool:
    """Return whether a player can open in a turn."""
    best = turn.best_so_far(1, enough=1, opened=False)
    return best_of(_from_rack(turn, way, best), best).melds is not None


def best_opening(turn: Turn, way: Points, compare: bool = False) -> Optimum:
    """Return the best opening turn.

    Parameters
    ----------
    turn : Turn
        The table, the rack and the rules.
    way : Points
        What an opening takes.
    compare : bool
        Whether to return the cases too that may lead to equally good plays. There are none if
        the melds that are returned change the table least.
    """
    rules = rearranging(turn.variant)
    best = turn.best_so_far(1, opened=False)
    found = best_of(_from_rack(turn, way, best), best)
    if found.melds is None:
        # What must be laid may be laid after an opening.
        later = rules.layoff and not rules.key_opens and turn.must is not None
        return _with_layoff(turn, way, found, compare) if later else found
    if rules.layoff:
        more = _with_layoff(turn, way, found, compare)
        if more.gain // STEP > found.gain // STEP:
            return more
        found = found if compare else more
    return _least_exchanged(turn, way, found) if compare else found


def _least_exchanged(turn: Turn, way: Points, found: Optimum) -> Optimum:
    """Return an equally good opening that changes the table least: only jokers may be gone."""
    assert found.melds is not None
    best, least = found, changes(turn.table, Table(found.melds))
    floor = found.gain // STEP * STEP
    # Nothing is to be kept for being better: what is as good may change less.
    equal = BestSoFar(turn.variant, turn.gains, floor - 1)
    for case, threshold in _from_rack(turn, way, equal):
        if least == (0, 0):
            break
        now = best_of([(case, threshold)], BestSoFar(turn.variant, turn.gains, floor - 1))
        if now.melds is not None and (changed := changes(turn.table, Table(now.melds))) < least:
            best, least = now, changed
    if least > (0, 0) and rearranging(turn.variant).layoff:
        best = replace(best, cases=partial(_later_cases, turn, way))
    return best


def _from_rack(turn: Turn, way: Points, best: BestSoFar) -> Iterator[tuple[Case, int]]:
    """Yield the openings from the rack alone: cases, and what the rest must be worth."""
    rules = rearranging(turn.variant)
    ways = Ways(turn.steps, rules)
    guarded = [
        meld
        for meld in turn.table
        if rules.group3_needs_both and isinstance(meld, Group) and len(meld) == 3 and meld.jokers
    ]
    if rules.joker_before_opening and turn.table.jokers and not _may_open(turn, way):
        return
    for table, exchanged in exchanges(turn.table, Counter(turn.rack), turn.variant, rules):
        changed = [new for old, new in zip(turn.table, table, strict=True) if new != old]
        if rules.joker_mode == "locked" and any(meld.jokers for meld in changed):
            # All jokers of a locked meld are released, or none.
            continue
        start = _opening_case(turn, table, exchanged)
        if start is None:
            continue
        if not exchanged:
            yield from _with_threshold(turn, start, (), way)
            continue
        if not best.hopes(start, threshold=way.points):
            continue
        for guarded_case in ways.guard(start, guarded):
            for case in turn.steps.place_released(guarded_case, best.hopes):
                yield from _with_threshold(turn, case, case.fixed[len(table) :], way)


def _may_open(turn: Turn, way: Points) -> bool:
    """Return whether an opening could be laid if all jokers of the table were on the rack."""
    case = turn.steps.start([], turn.rack)
    loose = BestSoFar(turn.variant, turn.gains)
    may = replace(case.problem, jokers_may=case.problem.jokers_may + turn.table.jokers)
    return loose.hopes(replace(case, problem=may), threshold=way.points)


def _opening_case(turn: Turn, table: Table, exchanged: int) -> Case | None:
    """Return the case in which the table stands, but for exchanged jokers.

    There is none if a tile that has to be in the opening has gone for a joker.
    """
    tiles = turn.variant.table_set
    used = tiles.hand((Counter(table.tiles) - Counter(turn.table.tiles)).elements())
    left, must = turn.rack - used, turn.must
    if must is not None and not rearranging(turn.variant).key_opens:
        must = must - (must & used)
    if must is not None and not must <= left:
        return None
    case = turn.steps.start([], left, must)
    gain = sum(turn.gains.tiles[tiles.kind(tile)] for tile in used)
    case = replace(case, fixed=table.melds, gain=gain)
    for _ in range(exchanged):
        case = turn.steps.release(case)
    return case


def _with_threshold(
    turn: Turn, case: Case, laid: tuple[Meld, ...], way: Points
) -> Iterator[tuple[Case, int]]:
    """Yield cases in which what is still asked of the opening is a number of points."""
    variant = turn.variant
    values = [variant.opening_value(meld) for meld in laid]
    if way.single_meld or way.needs_run:
        enough = [
            value >= way.points or not way.single_meld
            for meld, value in zip(laid, values, strict=True)
            if meld.kind == "run" or not way.needs_run
        ]
        if not any(enough):
            for meld in turn.steps.fitting(case):
                if meld.kind == "run" or not way.needs_run:
                    value = variant.opening_value(meld)
                    if value >= way.points or not way.single_meld:
                        for now in turn.steps.lay(case, meld):
                            yield from _with_threshold(turn, now, (*laid, meld), way)
            return
        if way.single_meld:
            yield case, 0
            return
    lacking = way.points - sum(values)
    if laid and lacking <= 0:
        yield case, 0
    elif has_usual_melds(variant, case.problem.jokers, turn.gains) and lacking > 0:
        yield case, lacking
    else:
        for melds in openings_in(_tiles(turn, case), variant, Points(max(0, lacking))):
            yield from ((now, 0) for now in _lay_all(turn, case, melds))


def _tiles(turn: Turn, case: Case) -> Hand:
    """Return all tiles of a case's problem."""
    tiles = turn.variant.table_set
    problem = case.problem
    counts = [a + b for a, b in zip(problem.must, problem.may, strict=True)]
    if tiles.jokers:
        counts.append(problem.jokers)
    return Hand(tiles, tuple(counts))


def _lay_all(turn: Turn, case: Case, melds: list[Meld]) -> Iterator[Case]:
    if not melds:
        yield case
        return
    for now in turn.steps.lay(case, melds[0]):
        yield from _lay_all(turn, now, melds[1:])


def _with_layoff(turn: Turn, way: Points, found: Optimum, compare: bool) -> Optimum:
    """Return the best turn in which more is played after the opening, or what was found."""
    # Whoever has opened may do all that and more.
    bound = turn.best(found.gain + 1)
    if bound.melds is None:
        return found
    play = turn.play(Table(bound.melds))
    laid = turn.rack_played(play)
    verdict = judge_play(turn.table, play.table, laid, turn.variant, opened=False, must=turn.must)
    if not compare and verdict:
        return replace(bound, cases=None)
    later = turn.best_so_far(found.gain + 1, bound.gain, opened=False)
    best = best_of(_later_cases(turn, way, later), later)
    best = replace(best, cases=partial(_later_cases, turn, way))
    return found if best.melds is None else best


def _later_cases(turn: Turn, way: Points, best: BestSoFar) -> Iterator[Case]:
    """Yield the cases in which an opening is laid and at least one more tile is played."""
    seen = set()
    key = turn.must if rearranging(turn.variant).key_opens else None
    for laid in openings_in(turn.rack, turn.variant, way, key):
        tiles = turn.variant.table_set.hand(tile for meld in laid for tile in meld.tiles)
        left = turn.rack - tiles
        still = turn.must - (turn.must & tiles) if turn.must else None
        opening = Table(tuple(laid))
        for tile in dict.fromkeys(left):
            for case in _going_on(turn, opening, left, still, tile, best):
                if case not in seen:
                    seen.add(case)
                    yield case


def _going_on(
    turn: Turn, opening: Table, left: Hand, must: Hand | None, tile: Tile, best: BestSoFar
) -> Iterator[Case]:
    """Yield the cases in which this opening lies on the table, and this tile is played too."""
    rules = rearranging(turn.variant)
    one = turn.variant.table_set.hand([tile])
    needed = one if must is None else must | one
    if rules.joker_mode == "free" and not rules.reuse_rack_tiles and not rules.group3_needs_both:
        # The opening's tiles are rack tiles that must be laid, wherever they end.
        laid = turn.variant.table_set.hand(opening.tiles)
        start = turn.steps.start(turn.table, turn.rack, needed + laid)
        yield from Ways(turn.steps, rules).of(start, turn.table, best)
        return
    table = turn.table + opening
    start = turn.steps.start(table, left, needed)
    gain = sum(
        turn.gains.jokers[number - 1] if laid_tile.is_joker else turn.gains.tiles[kind]
        for meld in opening
        for laid_tile, number in zip(meld.tiles, meld.numbers, strict=True)
        for kind in [0 if laid_tile.is_joker else turn.steps.kind(laid_tile)]
    )
    yield from Ways(turn.steps, rules).of(replace(start, gain=gain), table, best)
