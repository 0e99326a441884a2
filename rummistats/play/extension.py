"""The best play on a table that is only extended, found by the search for divisions.

Every meld that lies there gets a token, and what it may become with tiles from the rack is one
more item of the division: it takes these tiles and the token, see `rummistats.play.division`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from itertools import product

from rummistats.melds import Group, Meld, Run, group_patterns
from rummistats.play.catalog import melds_within, missing_colors
from rummistats.play.division import Item, divide
from rummistats.play.extending import versions
from rummistats.play.gains import STEP
from rummistats.play.legality import judge_play
from rummistats.play.opening_rules import openings_in
from rummistats.play.problem import Problem
from rummistats.play.rearranging import rearranging
from rummistats.play.searching import Kinds, as_division
from rummistats.play.solve import Optimum, Turn
from rummistats.play.table import Table
from rummistats.search import join_runs, one_optimum
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant
from rummistats.variants.opening import Points
from rummistats.variants.points import tile_values

__all__ = ["best_extension", "best_opening_extension", "fitting"]


def best_extension(turn: Turn, floor: int = 1) -> Optimum:
    """Return the best play on a table that is only extended.

    Parameters
    ----------
    turn : Turn
        The table, the rack and the rules.
    floor : int
        Only a gain of at least so much is of interest.

    Examples
    --------
    >>> from rummistats.play import solve_table
    >>> print(solve_table("{5S 6S 7S} {TH TD TC}", "8S JC", "gin", "rack_points"))
    play 8S: {5S 6S 7S 8S} {TH TD TC}
    """
    found = Optimum(floor - 1)
    # What only its owner may touch stays as it is.
    melds = tuple((Counter(turn.table.melds) - Counter(turn.claims)).elements())
    for table, rack, gain, freed in _exchanges(turn, melds, turn.rack):
        now = _with_rack(replace(turn, table=Table(tuple(table))), rack)
        if freed and not _gains_more(now, freed, found.gain - gain):
            continue
        for laid, left, more in _new_homes(now, freed):
            lying = replace(now, table=Table((*table, *laid))) if laid else now
            better = _extended(_with_rack(lying, left), found.gain + 1 - gain - more)
            if better.melds is not None:
                found = Optimum(gain + more + better.gain, (*turn.claims, *better.melds))
    return found


def best_opening_extension(turn: Turn, way: Points) -> Optimum:
    """Return the best opening turn on a table that is only extended.

    Parameters
    ----------
    turn : Turn
        The table, the rack and the rules.
    way : Points
        What an opening takes; with the rule ``layoff`` more can be laid after it.
    """
    if not _is_worth(turn, way.points):
        return Optimum()
    layoff = rearranging(turn.variant).layoff
    # Whoever has opened may do all that and more.
    bound = best_extension(turn) if layoff else Optimum()
    if bound.melds is not None:
        play = turn.play(Table(bound.melds))
        if judge_play(turn.table, play.table, play.played, turn.variant, opened=False):
            return bound
    found = Optimum()
    for table, rack, start, freed in _exchanged_before(turn):
        for melds in openings_in(rack, turn.variant, way):
            laid = turn.variant.table_set.hand(tile for meld in melds for tile in meld.tiles)
            gain = start + sum(
                turn.gains.jokers[number - 1]
                if tile.is_joker
                else turn.gains.tiles[turn.steps.kind(tile)]
                for meld in melds
                for tile, number in zip(meld.tiles, meld.numbers, strict=True)
            )
            lying = table if layoff else ()
            now = _with_rack(replace(turn, table=Table((*lying, *melds))), rack - laid)
            floor = max(found.gain + 1 - gain, 0)
            more = best_extension(now, floor) if layoff else _extended(now, floor)
            if more.melds is not None and gain + more.gain > found.gain:
                after = (*(() if layoff else table), *more.melds)
                if not freed or _may_exchange(turn, after):
                    found = Optimum(gain + more.gain, after)
    return found


def fitting(table: Table, hand: Hand, variant: Variant) -> set[Tile]:
    """Return the tiles that can be added to melds, perhaps with others of the hand, or to jokers.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> american = find_variant("american")
    >>> table, hand = Table.parse("{R4 R5 R6} {B9 K9 J}", american), american.parse("R8 R3")
    >>> sorted(map(str, fitting(table, hand, american)))
    ['R2', 'R3', 'R7', 'R9', 'Y9']
    """
    found: set[Tile] = set()
    for meld in table:
        if isinstance(meld, Group):
            if len(meld) < variant.largest_group or meld.jokers:
                letters = variant.table_set.color_letters
                found |= {
                    Tile(color, meld.number)
                    for color in letters
                    if variant.repeat_colors or color not in meld.colors
                }
        elif isinstance(meld, Run):
            found |= {Tile(meld.color, meld.numbers[place]) for place in meld.joker_places}
            for end, step in ((meld.numbers[0], -1), (meld.numbers[-1], 1)):
                found.update(_beyond(meld.color, end, step, hand, variant))
    return found


def _beyond(color: str, end: int, step: int, hand: Hand, variant: Variant) -> Iterator[Tile]:
    """Yield the tiles by which a run can grow at an end, bridged by the hand's own ones."""
    bridges = hand.jokers
    for _ in range(variant.numbers):
        end += step
        if not 1 <= end <= variant.numbers:
            if variant.ones == "low":
                return
            end = variant.numbers if end < 1 else 1
        tile = Tile(color, end)
        yield tile
        if not hand.count(tile):
            bridges -= 1
            if bridges < 0:
                return


def _is_worth(turn: Turn, points: int) -> bool:
    """Return whether melds of the rack can be worth so many points together."""
    variant, rack = turn.variant, turn.rack
    if rearranging(variant).joker_before_opening and turn.table.jokers:
        return True
    if not variant.has_opening_value or rack.tile_set != variant.playing_set:
        return True
    melds = one_optimum(rack, variant, "value")
    return bool(melds) and sum(map(variant.opening_value, melds)) >= points


def _exchanged_before(turn: Turn) -> Iterator[tuple[tuple[Meld, ...], Hand, int, int]]:
    """Yield what may lie on the table before the opening.

    The melds, the rack with the freed jokers, what was gained, and how many jokers were freed.
    """
    yield turn.table.melds, turn.rack, 0, 0
    if not rearranging(turn.variant).joker_before_opening:
        return
    joker = turn.variant.table_set.joker
    for table, rack, gain, freed in _exchanges(turn, turn.table.melds, turn.rack):
        if freed:
            held = rack + rack.tile_set.hand([joker] * freed)
            yield tuple(table), held, gain - freed * max(turn.gains.jokers), freed


def _may_exchange(turn: Turn, melds: tuple[Meld, ...]) -> bool:
    """Return whether a play with jokers that were freed before the opening is legal."""
    new, old = Counter(Table(melds).tiles), Counter(turn.table.tiles)
    if old - new:
        return False
    played = turn.variant.table_set.hand((new - old).elements())
    table = Table(melds)
    return bool(judge_play(turn.table, table, played, turn.variant, opened=False))


def _gains_more(turn: Turn, freed: int, gain: int) -> bool:
    """Whether more may be gained with freed jokers: it is, if they may be laid anywhere."""
    if _most(turn, freed) <= gain:
        return False
    jokers = turn.rack.tile_set.hand([turn.rack.tile_set.joker] * freed)
    must = jokers if turn.must is None else turn.must + jokers
    alike = freed * min(turn.gains.jokers)
    if rearranging(turn.variant).jokers_return:
        return True
    now = replace(turn, rack=turn.rack + jokers, must=must)
    return _extended(now, gain + 1 + alike).melds is not None


def _with_rack(turn: Turn, rack: Hand) -> Turn:
    """Return the turn with another rack; what has left it need not be laid any more."""
    if turn.must is None:
        return replace(turn, rack=rack)
    gone = turn.rack - (turn.rack & rack)
    return replace(turn, rack=rack, must=turn.must - (turn.must & gone))


def _exchanges(
    turn: Turn, melds: Sequence[Meld], rack: Hand
) -> Iterator[tuple[list[Meld], Hand, int, int]]:
    """Yield tables with exchanged jokers: the melds, the rack, what was gained, jokers freed."""
    if not melds:
        yield [], rack, 0, 0
        return
    real = Counter(rack.without_jokers())
    for version, used, freed in versions(melds[0], real, turn.variant, rearranging(turn.variant)):
        left = rack - rack.tile_set.hand(used.elements())
        gain = sum(turn.gains.tiles[turn.steps.kind(tile)] for tile in used.elements())
        for others, rest, more, jokers in _exchanges(turn, melds[1:], left):
            yield [version, *others], rest, gain + more, freed + jokers


def _new_homes(turn: Turn, freed: int) -> Iterator[tuple[tuple[Meld, ...], Hand, int]]:
    """Yield new melds for freed jokers, the rack that is left, and what the melds gain."""
    if not freed:
        yield (), turn.rack, 0
        return
    variant, rack = turn.variant, turn.rack
    rules, tiles = rearranging(variant), variant.table_set
    if rules.jokers_return:
        # On the rack it is a joker like others, but not one that the player had.
        held = rack + tiles.hand([tiles.joker] * freed)
        yield (), held, -freed * max(turn.gains.jokers)
        return
    # A longer meld is one of three, and more added to it.
    usual = variant.min_run == variant.min_group == 3 and rules.reuse_rack_tiles <= 2
    for meld in melds_within(variant, rack.counts[: tiles.colored_kinds], rack.jokers + freed):
        if usual and freed == 1 and len(meld) > 3:
            continue
        for wild in range(1, min(meld.jokers, freed) + 1):
            if meld.jokers - wild > rack.jokers or len(meld) - wild < rules.reuse_rack_tiles:
                continue
            own = [tile for tile in meld.tiles if not tile.is_joker]
            own += [tiles.joker] * (meld.jokers - wild)
            gain = sum(
                max(turn.gains.jokers) if tile.is_joker else turn.gains.tiles[turn.steps.kind(tile)]
                for tile in own
            )
            left = replace(turn, rack=rack - tiles.hand(own))
            for laid, rest, more in _new_homes(left, freed - wild):
                yield (meld, *laid), rest, gain + more


def _extended(turn: Turn, floor: int) -> Optimum:
    """Return the best play with no joker exchanged."""
    variant, gains, rack = turn.variant, turn.gains, turn.rack
    colored = variant.table_set.colored_kinds
    must = (0,) * len(rack.counts) if turn.must is None else turn.must.counts
    problem = Problem(
        (0,) * colored,
        rack.counts[:colored],
        must[:colored],
        jokers_may=rack.jokers,
        jokers_forced=0 if turn.must is None else turn.must.jokers,
    )
    if problem.most(gains) < floor or _most(turn) < floor:
        return Optimum()
    division, offset = as_division(problem, variant, gains)
    kinds = Kinds(variant, gains, ())
    table = list(turn.table.melds)
    found_longer = [(place, list(_longer(meld, rack, variant))) for place, meld in enumerate(table)]
    growing = [(place, longs) for place, longs in found_longer if longs]
    melds = [table[place] for place, _ in growing]
    tokens = range(len(division.counts), len(division.counts) + len(melds))
    longer = [
        _item(table[place], long, token, kinds)
        for token, (place, longs) in zip(tokens, growing, strict=True)
        for long in longs
    ]
    once = (1,) * len(melds)
    nothing = (0,) * len(melds)
    found = divide(
        replace(
            division,
            counts=division.counts + once,
            limits=division.limits + once,
            penalties=division.penalties + nothing,
            upper=division.upper + (max((item.credit for item in longer), default=0),) * len(melds),
            order=(*division.order, *tokens),
            items=[*division.items, *longer],
        ),
        find_spec("numba") is not None,
        floor=floor - offset,
    )
    if found is None or found[0] + offset < floor:
        return Optimum()
    new = []
    for item in found[1]:
        if item.needs[-1] in tokens:
            table[growing[item.needs[-1] - tokens[0]][0]] = item.meld
        else:
            new.append(item.meld)
    return Optimum(found[0] + offset, (*table, *join_runs(new, variant)))


def _most(turn: Turn, freed: int = 0) -> int:
    """Return a bound on what is gained if most tiles are best: those in melds, and those that fit.

    It is found much faster than a play. Freed jokers may be in melds, too.
    """
    rack, variant = turn.rack, turn.variant
    if turn.gains.best != "tiles" or rack.tile_set != variant.playing_set:
        return 1 << 62
    more = rack + rack.tile_set.hand([rack.tile_set.joker] * freed) if freed else rack
    tiles = sum(map(len, one_optimum(more, variant, "tiles")))
    if len(turn.table):
        fits = fitting(turn.table, rack, variant)
        tiles += rack.jokers + sum(rack.count(tile) for tile in fits)
    return (min(tiles, len(rack)) + 1) * STEP - 1


def _item(old: Meld, long: Meld, token: int, kinds: Kinds) -> Item:
    """Return a longer meld as an item: the rack tiles that are new in it, and the old meld."""
    gains, tiles = kinds.gains, kinds.variant.table_set
    values = tile_values(kinds.variant, long) if gains.best == "value" else [0] * len(long)
    before = Counter(old.tiles)
    needs, credit = [], 0
    # Of a group's jokers any is as good as another; a run's new ones are at its ends.
    places = _inner(old, long) if isinstance(long, Run) and isinstance(old, Run) else None
    for place, (tile, value) in enumerate(zip(long.tiles, values, strict=True)):
        if place in places if places is not None else before[tile]:
            before[tile] -= 1
            continue
        if tile.is_joker:
            needs.append(kinds.counting_joker)
            credit += value * STEP + 1 if kinds.apart else 0
        elif gains.by_place and tile.number == 1:
            needs.append(kinds.counting_one(tiles.kind(tile)))
            credit += value * STEP + 1
        else:
            needs.append(tiles.kind(tile))
    return Item((*sorted(needs), token), credit, long)


def _inner(old: Run, long: Run) -> range:
    """Return the places of an old run in a longer one."""
    first = next(
        place
        for place in range(len(long) - len(old) + 1)
        if long.numbers[place : place + len(old)] == old.numbers
    )
    return range(first, first + len(old))


def _longer(meld: Meld, rack: Hand, variant: Variant) -> Iterator[Meld]:
    """Yield what a meld becomes with tiles from the rack."""
    if isinstance(meld, Group):
        letters = variant.table_set.color_letters
        own = [color for color in letters if rack.count(Tile(color, meld.number))]
        some = rack.jokers or variant.repeat_colors or not set(own) <= set(meld.colors)
        if len(meld) >= variant.largest_group or not some:
            return
        for colors, wild in group_patterns(variant, meld.jokers + rack.jokers):
            more = Counter(colors) - Counter(meld.colors)
            if (
                len(colors) + wild > len(meld)
                and wild >= meld.jokers
                and Counter(meld.colors) <= Counter(colors)
                and all(rack.count(Tile(color, meld.number)) >= n for color, n in more.items())
            ):
                yield Group(meld.number, colors, wild, missing_colors(variant, colors, wild))
    elif isinstance(meld, Run):
        first = variant.table_set.kind(Tile(meld.color, 1))
        held = rack.counts[first : first + variant.numbers]
        there = {number for number, count in enumerate(held, 1) if count}
        for numbers, begins, outside in _longer_runs(variant, meld.numbers):
            if sum(numbers[place] not in there for place in outside) > rack.jokers:
                continue
            ways = []
            for place in outside:
                real = numbers[place] in there
                ways.append([wild for wild in (False, True) if (rack.jokers if wild else real)])
            inside = [begins + place for place in meld.joker_places]
            for chosen in product(*ways):
                jokers = [place for place, wild in zip(outside, chosen, strict=True) if wild]
                allowed = variant.jokers_allowed(len(numbers), len(jokers) + meld.jokers)
                if allowed and len(jokers) <= rack.jokers:
                    yield Run(meld.color, numbers, tuple(sorted([*inside, *jokers])))


@lru_cache(maxsize=1024)
def _longer_runs(
    variant: Variant, numbers: tuple[int, ...]
) -> list[tuple[tuple[int, ...], int, tuple[int, ...]]]:
    """Return the runs that contain these numbers and more: at which place, and the others."""
    return [
        (run, first, (*range(first), *range(first + len(numbers), len(run))))
        for run in variant.runs
        if len(run) > len(numbers)
        for first in range(len(run) - len(numbers) + 1)
        if run[first : first + len(numbers)] == numbers
    ]
