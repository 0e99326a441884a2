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
from itertools import combinations, product

from rummistats.melds import Group, Meld, Run, group_patterns
from rummistats.play.catalog import extends, melds_within, missing_colors
from rummistats.play.division import Item, divide
from rummistats.play.extending import versions
from rummistats.play.gains import STEP, gains_of
from rummistats.play.legality import judge_play
from rummistats.play.opening_rules import broken_opening, openings_in
from rummistats.play.problem import Problem
from rummistats.play.rearranging import rearranging
from rummistats.play.searching import Kinds, as_division
from rummistats.play.solve import Optimum, Turn
from rummistats.play.table import Table
from rummistats.search import join_runs, melds_in, one_optimum
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant
from rummistats.variants.opening import Points
from rummistats.variants.points import tile_values

__all__ = ["best_extension", "best_opening_extension", "easy_opening", "fitting"]


def best_extension(turn: Turn, floor: int = 1, exchanges: bool = True) -> Optimum:
    """Return the best play on a table that is only extended.

    Parameters
    ----------
    turn : Turn
        The table, the rack and the rules.
    floor : int
        Only a gain of at least so much is of interest.
    exchanges : bool
        Whether jokers on the table may be exchanged.

    Examples
    --------
    >>> from rummistats.play import solve_table
    >>> print(solve_table("{5S 6S 7S} {TH TD TC}", "8S JC", "gin", "rack_points"))
    play 8S: {5S 6S 7S 8S} {TH TD TC}
    """
    found = Optimum(floor - 1)
    # What only its owner may touch stays as it is.
    melds = tuple((Counter(turn.table.melds) - Counter(turn.claims)).elements())
    as_it_is = [(list(melds), turn.rack, 0, 0)]
    for table, rack, gain, freed in _exchanges(turn, melds, turn.rack) if exchanges else as_it_is:
        now = _with_rack(replace(turn, table=Table(tuple(table))), rack)
        if freed and not _gains_more(now, freed, found.gain - gain):
            continue
        for laid, left, more, loose in _new_homes(now, freed):
            lying = replace(now, table=Table((*table, *laid))) if laid else now
            better = _extended(_with_rack(lying, left), found.gain + 1 - gain - more, loose)
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
    rules = rearranging(turn.variant)
    layoff, exchanges = rules.layoff, rules.layoff_exchanges
    # Whoever has opened may do all that and more.
    bound = best_extension(turn, exchanges=exchanges) if layoff else Optimum()
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
            more = best_extension(now, floor, exchanges) if layoff else _extended(now, floor)
            if more.melds is not None and gain + more.gain > found.gain:
                after = (*(() if layoff else table), *more.melds)
                if not freed or _may_exchange(turn, after):
                    found = Optimum(gain + more.gain, after)
    return found


def easy_opening(turn: Turn, way: Points) -> Optimum | None:
    """Return the best opening of the rack alone if it is easy to find; None if it is not.

    The best that the rack can lay is the best opening if it is one at all; and if its most
    valuable melds are worth too little, nothing is.

    Parameters
    ----------
    turn : Turn
        The table, the rack and the rules.
    way : Points
        What an opening takes.
    """
    alone = replace(turn, table=Table(), claims=())
    found = best_extension(alone)
    if found.melds is None:
        return found
    if not broken_opening(list(found.melds), turn.variant, way):
        return replace(found, melds=(*turn.table.melds, *found.melds))
    if way.single_meld and next(openings_in(turn.rack, turn.variant, way), None) is None:
        return Optimum()
    most = best_extension(replace(alone, gains=gains_of(turn.variant, "value")))
    assert most.melds is not None
    if sum(map(turn.variant.opening_value, most.melds)) < way.points:
        return Optimum()
    if way.needs_run and not any(isinstance(m, Run) for m in melds_in(turn.rack, turn.variant)):
        return Optimum()
    return None


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
    rules = rearranging(turn.variant)
    if rules.jokers_return or not (rules.reuse_rack_tiles or rules.freed_in_new_meld):
        return True
    if _most(turn, freed) <= gain:
        return False
    jokers = turn.rack.tile_set.hand([turn.rack.tile_set.joker] * freed)
    must = jokers if turn.must is None else turn.must + jokers
    alike = freed * min(turn.gains.jokers)
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


def _new_homes(turn: Turn, freed: int) -> Iterator[tuple[tuple[Meld, ...], Hand, int, int]]:
    """Yield new melds for freed jokers, and what follows from them.

    Yields
    ------
    tuple
        The melds, the rack that is left, what they gain, and the jokers that are left to be laid
        wherever they fit.
    """
    rules = rearranging(turn.variant)
    anywhere = not (rules.reuse_rack_tiles or rules.freed_in_new_meld or rules.jokers_return)
    if not freed or anywhere:
        yield (), turn.rack, 0, freed
        return
    variant, rack = turn.variant, turn.rack
    tiles = variant.table_set
    if rules.jokers_return:
        # On the rack it is a joker like others, but not one that the player had.
        held = rack + tiles.hand([tiles.joker] * freed)
        yield (), held, -freed * max(turn.gains.jokers), 0
        return
    # A longer meld is one of three, and more added to it.
    usual = variant.min_run == variant.min_group == 3 and rules.reuse_rack_tiles <= 2
    for meld in melds_within(variant, rack.counts[: tiles.colored_kinds], rack.jokers + freed):
        if usual and freed == 1 and len(meld) > 3:
            continue
        most = 1 if rules.reused_apart else freed
        for wild in range(1, min(meld.jokers, most) + 1):
            if meld.jokers - wild > rack.jokers or len(meld) - wild < rules.reuse_rack_tiles:
                continue
            own = [tile for tile in meld.tiles if not tile.is_joker]
            own += [tiles.joker] * (meld.jokers - wild)
            gain = sum(
                max(turn.gains.jokers) if tile.is_joker else turn.gains.tiles[turn.steps.kind(tile)]
                for tile in own
            )
            left = replace(turn, rack=rack - tiles.hand(own))
            for laid, rest, more, loose in _new_homes(left, freed - wild):
                yield (meld, *laid), rest, gain + more, loose


def _extended(turn: Turn, floor: int, loose: int = 0) -> Optimum:
    """Return the best play with no joker exchanged, and others to be laid beside the rack."""
    variant, gains, rack = turn.variant, turn.gains, turn.rack
    colored = variant.table_set.colored_kinds
    must = (0,) * len(rack.counts) if turn.must is None else turn.must.counts
    problem = Problem(
        (0,) * colored,
        rack.counts[:colored],
        must[:colored],
        jokers_must=loose,
        jokers_may=rack.jokers,
        jokers_forced=0 if turn.must is None else turn.must.jokers,
    )
    if problem.most(gains) < floor or (not loose and _most(turn) < floor):
        return Optimum()
    division, offset = as_division(problem, variant, gains)
    kinds = Kinds(variant, gains, ())
    table = list(turn.table.melds)
    counts = division.counts
    growing = []
    for place, meld in enumerate(table):
        found_items = _items(meld, rack.jokers + loose, kinds)
        fitting_items = [item for item in found_items if all(counts[kind] for kind in item.needs)]
        if fitting_items:
            growing.append((place, fitting_items))
    tokens = range(len(counts), len(counts) + len(growing))
    longer = [
        replace(item, needs=(*item.needs, token))
        for token, (_, fitting_items) in zip(tokens, growing, strict=True)
        for item in fitting_items
    ]
    items = division.items if rearranging(variant).new_melds else ()
    new_melds = [item for item in items if all(counts[kind] for kind in item.needs)]
    if floor > 0 and not longer and not new_melds:
        return Optimum()
    once = (1,) * len(growing)
    nothing = (0,) * len(growing)
    highest = (max((item.credit for item in longer), default=0),) * len(growing)
    found = divide(
        replace(
            division,
            counts=division.counts + once,
            limits=division.limits + once,
            penalties=division.penalties + nothing,
            upper=division.upper + highest,
            order=(*division.order, *tokens),
            items=[*new_melds, *longer],
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
    usual = rearranging(variant).freed_in_new_meld and rack.tile_set == variant.playing_set
    if turn.gains.best != "tiles" or not usual:
        return 1 << 62
    more = rack + rack.tile_set.hand([rack.tile_set.joker] * freed) if freed else rack
    tiles = sum(map(len, one_optimum(more, variant, "tiles")))
    if len(turn.table):
        fits = fitting(turn.table, rack, variant)
        tiles += rack.jokers + sum(rack.count(tile) for tile in fits)
    return (min(tiles, len(rack)) + 1) * STEP - 1


@lru_cache(maxsize=4096)
def _items(old: Meld, jokers: int, kinds: Kinds) -> tuple[Item, ...]:
    """Return what a meld becomes with more tiles, up to so many jokers among them, as items.

    They need the tiles that are new.
    """
    gains, tiles = kinds.gains, kinds.variant.table_set
    found = []
    for long in _longer(old, jokers, kinds.variant):
        values = tile_values(kinds.variant, long) if gains.best == "value" else [0] * len(long)
        before = Counter(old.tiles)
        needs: list[list[tuple[int, int]]] = []
        # Of a group's jokers any is as good as another; a run's new ones are at its ends.
        places = _inner(old, long) if isinstance(long, Run) and isinstance(old, Run) else None
        for place, (tile, value) in enumerate(zip(long.tiles, values, strict=True)):
            if place in places if places is not None else before[tile]:
                before[tile] -= 1
                continue
            if tile.is_joker:
                needs.append([(kinds.joker, 0)])
                if kinds.apart:
                    needs[-1].append((kinds.counting_joker, value * STEP + 1))
            elif gains.by_place and tile.number == 1:
                needs.append([(kinds.counting_one(tiles.kind(tile)), value * STEP + 1)])
            else:
                needs.append([(tiles.kind(tile), 0)])
        for chosen in product(*needs):
            kept = tuple(sorted(kind for kind, _ in chosen))
            found.append(Item(kept, sum(credit for _, credit in chosen), long))
    return tuple(found)


def _inner(old: Run, long: Run) -> range:
    """Return the places of an old run in a longer one."""
    first = next(
        place
        for place in range(len(long) - len(old) + 1)
        if long.numbers[place : place + len(old)] == old.numbers
    )
    return range(first, first + len(old))


def _longer(meld: Meld, jokers: int, variant: Variant) -> Iterator[Meld]:
    """Yield what a meld becomes with more tiles, up to so many jokers among them."""
    if isinstance(meld, Group):
        for colors, wild in group_patterns(variant, meld.jokers + jokers):
            longer = len(colors) + wild > len(meld) and wild >= meld.jokers
            if longer and Counter(meld.colors) <= Counter(colors):
                group = Group(meld.number, colors, wild, missing_colors(variant, colors, wild))
                if extends(group, meld):
                    yield group
    elif isinstance(meld, Run):
        for numbers in variant.runs:
            for first in range(len(numbers) - len(meld) + 1 if len(numbers) > len(meld) else 0):
                if numbers[first : first + len(meld)] != meld.numbers:
                    continue
                outside = [*range(first), *range(first + len(meld), len(numbers))]
                inside = [first + place for place in meld.joker_places]
                for count in range(min(jokers, len(outside)) + 1):
                    if not variant.jokers_allowed(len(numbers), count + meld.jokers):
                        continue
                    for places in combinations(outside, count):
                        yield Run(meld.color, numbers, tuple(sorted([*inside, *places])))
