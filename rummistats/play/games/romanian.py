"""Romanian tile rummy. Source: ``rules/romanian.md``.

The starter has one tile more and only discards. Later turns take a tile from the wall, or, from
the turn after the opening on, the newest discard, or a deeper one with all newer ones, which is a
pull: it is laid at once as a new meld with tiles of the rack. The exposed tile may be taken by
whoever then lays all tiles but one, at once, and discards that one.

What the rule file leaves open: an opening turn lays everything in one action, so that tiles added
to one's own melds are longer melds at once, and it makes no difference whether they may be added;
where tiles may be added to any meld, jokers are exchanged from the next turn on all the same.
Whoever was dealt the exposed tile's twin always announces it. How many tiles are left on each
rack is seen by everybody at any time, so there is nothing to announce. Tiles may be added to what
was laid with an exchanged joker, so that exactly two rack tiles beside it only means that two
such jokers are in different melds. The first tile of the row stays there when it is recycled,
also if it could be taken. A deal in which the row was recycled ten times with nothing laid
between ends without a winner. A doubla is offered by one player after the other; both say of
which kind theirs is before they agree, and nobody makes more than `MOST_OFFERS`. A target
replaces the number of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.dealing import Deal
from rummistats.errors import VariantError
from rummistats.melds import Group, Meld
from rummistats.play.actions import (
    Action,
    Discard,
    Fail,
    Lay,
    Pass,
    Pull,
    Take,
    out_of_phase,
)
from rummistats.play.discarding import (
    ACT,
    TAKE,
    begin_turns,
    discarded,
    discards_of,
    row_taken,
    taken_from,
    without_shown,
)
from rummistats.play.doublas import (
    MOST_OFFERS,
    DoublaState,
    before_play,
    doubla_action,
    doubla_choices,
    is_before_play,
)
from rummistats.play.extended_program import is_known, program_lay
from rummistats.play.fitting import fits_somewhere, may_meld, melds_with
from rummistats.play.gains import Best
from rummistats.play.laying import broken_by_lay, laid, lay_of, one_kept, with_table_tiles
from rummistats.play.scoring import best_of, rack_points
from rummistats.play.state import View, view_of
from rummistats.play.table import Table
from rummistats.seeds import Seed
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant
from rummistats.variants.points import tile_values

if TYPE_CHECKING:
    from rummistats.play.records import Record

__all__ = [
    "ACT",
    "MOST_OFFERS",
    "MOST_RECYCLES",
    "TAKE",
    "RomanianState",
    "apply",
    "begin",
    "broken_rule",
    "choices",
    "closed_lay",
    "fail",
    "find_pulls",
    "match_is_over",
    "match_totals",
    "match_winners",
    "may_lay",
    "next_starter",
    "scores",
    "winners",
]

MOST_RECYCLES = 10
"""How often the row is recycled with nothing laid between; nobody seems to go on."""


@dataclass(frozen=True)
class RomanianState(DoublaState):
    """A position of Romanian tile rummy.

    Parameters
    ----------
    laid_points : tuple of int
        What the tiles count that each player has laid, and the jokers that each has first laid,
        by seat; the ones in groups apart.
    ones : tuple
        The groups of ones on the table, each with its real tiles and who has laid them: what they
        count depends on the size that the group has in the end.
    opened_now : bool
        Whether the player has opened in this turn.
    closed : bool
        Whether that was done with own melds alone.
    recycles : int
        How often the row was recycled.
    idle : int
        How often since anything was laid.
    """

    laid_points: tuple[int, ...] = ()
    ones: tuple[tuple[Meld, tuple[tuple[Tile, int], ...]], ...] = ()
    opened_now: bool = False
    closed: bool = False
    recycles: int = 0
    idle: int = 0


def begin(variant: Variant, deal: Deal, seed: Seed) -> RomanianState:
    """Return the first position of a deal.

    Raises
    ------
    VariantError
        If a hand is opened with pairs, or no tile is left for the starter.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian").with_rules(doubla_exchange=False)
    >>> start = begin(romanian, romanian.deal_table(seed=1), make_seed(1))
    >>> start.phase, len(start.hand), len(start.pool), str(start.face_up)
    ('act', 15, 48, 'B12')
    """
    if variant.open_pairs is not None:
        raise VariantError(
            f"open_pairs={variant.open_pairs}: Romanian tile rummy is opened with points, not pairs"
        )
    start = begin_turns(variant, deal, seed, RomanianState)
    if not start.pool:
        raise VariantError(
            f"hand_size={variant.hand_size}: with {start.players} players no tile is left for the "
            "starter"
        )
    start = replace(start, laid_points=(0,) * start.players, discards=(), face_up=deal.face_up)
    return before_play(replace(start.draw(1)[0], taken=()))


def may_lay(state: RomanianState) -> bool:
    """Return whether tiles may be laid now."""
    first = state.turn == state.first_turn and not state.variant.rule("starter_may_meld")
    return state.phase == ACT and not (state.opened_now or first or _must_win(state))


def choices(state: RomanianState) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing, and a pull for each tile that can be pulled.

    Whoever took the exposed tile has a single play, though another one may win as well.
    """
    if is_before_play(state):
        return doubla_choices(state)
    if state.phase == ACT:
        if _must_win(state):
            lay = closed_lay(view_of(state))
            assert lay is not None
            return (lay,)
        return discards_of(state, return_taken=True)
    return (*_takes(state), *find_pulls(view_of(state)))


def broken_rule(state: RomanianState, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay) and (may_lay(state) or _must_win(state)):
        if _must_win(state) and len(action.played) != len(state.hand) - 1:
            return "with the exposed tile all tiles but one are laid at once"
        return _broken_by_lay(state, action)
    if isinstance(action, Lay) and state.phase == ACT:
        turn = "the first turn" if not state.opened_now else "a later turn than the opening"
        return f"nothing is laid in {turn}" if not state.opened_now else f"more is laid in {turn}"
    if isinstance(action, Pull) and state.phase == TAKE:
        return _broken_by_pull(state, action)
    legal = choices(state) if state.phase != TAKE else _takes(state)
    if action in legal:
        return ""
    if isinstance(action, Discard) and state.phase == ACT:
        if action.tile not in state.hand:
            return f"the rack does not have {action.tile}"
        return "the exposed tile is taken only to win"
    if isinstance(action, Take) and state.phase == TAKE:
        return _broken_by_take(state, action)
    return out_of_phase(action, [*legal, "or lay"] if may_lay(state) else legal)


def apply(state: RomanianState, action: Action) -> RomanianState:
    """Return the position after a legal action."""
    if is_before_play(state):
        return doubla_action(state, action)
    if isinstance(action, Take):
        state = _recycled(state) if action.place == "pool" and not state.pool else state
        return taken_from(state, action)
    if isinstance(action, Pull):
        return _laid(row_taken(state, action.place), action.lay)
    if isinstance(action, Lay):
        return _laid(state, action)
    if isinstance(action, Discard):
        after = discarded(state, action.tile)
        if not after.hand:
            return after.out()
        return replace(after.next_turn(), opened_now=False, closed=False)
    return replace(state, ended="blocked", turn=state.turn + 1)


def fail(state: RomanianState, action: Fail) -> RomanianState:
    """Return the position after a failed play, which is refused: the first thing is done."""
    return apply(state, choices(state)[0])


def find_pulls(view: View, best: Best = "value") -> tuple[Pull, ...]:
    """Return the best pull of each discard that can be pulled, the newest first.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian").with_rules(doubla_exchange=False)
    >>> start = begin(romanian, romanian.deal_table(seed=1), make_seed(1))
    >>> row = tuple(Tile.parse(tile) for tile in ("R2", "B7", "K1"))
    >>> view = view_of(replace(start, discards=row, phase="take", opened=(True,) * 4))
    >>> print(*find_pulls(replace(view, hand=romanian.parse("R7 K7 Y9 Y12"))))
    pull 2, lay R7 B7 K7: {R7 B7 K7}
    """
    if view.phase != TAKE or len(view.discards) <= _first(view.variant):
        return ()
    tiles, last = view.hand.tile_set, len(view.discards) - 1
    if not view.has_opened:
        if not view.variant.rule("discard_for_opening"):
            return ()
        key = view.discards[last]
        if not may_meld(key, view.hand, view.variant):
            return ()
        play = view.best_play("value", must=tiles.hand([key]))
        lay = Lay(play.table, play.played)
        return (Pull(last, lay),) if play and not _broken_by_opening(view, lay, key) else ()
    found = []
    if len(view.hand) >= 3:
        for place in range(last, _first(view.variant) - 1, -1):
            if place == last and not view.variant.rule("row_pick_last"):
                continue
            if not may_meld(view.discards[place], view.hand, view.variant):
                continue
            melds = list(melds_with(view.discards[place], view.hand, view.variant))
            melds.sort(key=view.variant.score_value, reverse=True)
            for meld in melds:
                lay = Lay(view.table + Table((meld,)), tiles.hand(meld.tiles))
                pull = Pull(place, lay, last + 1 - place)
                if not _broken_by_row_pick(view, pull):
                    found.append(pull)
                    break
    return tuple(found)


def closed_lay(view: View) -> Lay | None:
    """Return a play that leaves a single tile, to be discarded for a win; None if there is none.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian").with_rules(doubla_exchange=False)
    >>> start = begin(romanian, romanian.deal_table(seed=1), make_seed(1))
    >>> rack = romanian.parse("R10 R11 R12 R13 R1 R5 B5 K5 Y2 Y3 Y4 R9 B9 K9 Y12")
    >>> lay = closed_lay(view_of(replace(start.with_hand(rack), phase="act"), may_lay=True))
    >>> print(rack - lay.played)
    Y12
    """
    if is_known(view.variant) and (view.has_opened or view.variant.rule("closed_needs_opening")):
        lay = program_lay(view, "tiles")
        return lay if lay is not None and len(lay.played) == len(view.hand) - 1 else None
    if not _may_leave_one(view.hand, view):
        return None
    needs = not view.has_opened and bool(view.variant.rule("closed_needs_opening"))
    added = view.has_opened or view.variant.rule("opening_turn_layoff") == "any"
    lying = view.table if added else Table()
    # No opening lays more than what could be laid without its conditions.
    free = replace(view, table=lying, opened=(True,) * len(view.opened))
    most = free.best_play("tiles")
    if len(most.left) > 1:
        return None
    if not (view.has_opened or needs):
        free = replace(free, table=Table())
    asked = view if needs else free
    plays = [most] if view.has_opened and len(most.left) == 1 else [asked.best_play("tiles")]
    if not len(plays[0].left):
        plays = list(one_kept(asked, "tiles"))
    table = Table() if needs or view.has_opened else view.table
    found = (lay_of(view, table + each.table, each.played) for each in plays if len(each.left) <= 1)
    return next((lay for lay in found if len(lay.played) == len(view.hand) - 1), None)


def winners(state: RomanianState) -> tuple[int, ...]:
    """Return who has won, if somebody has."""
    return (state.seat,) if state.ended == "out" else ()


def scores(state: RomanianState) -> tuple[Fraction, ...]:
    """Return what each seat scores in a deal.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> romanian = find_variant("romanian").with_rules(players=2)
    >>> start = begin(romanian, romanian.deal_table(seed=1), make_seed(1))
    >>> racks, points = (romanian.parse(""), romanian.parse("K1 R13 Y4")), (110, 90)
    >>> over = replace(start, hands=racks, laid_points=points, opened=(True, True), seat=0)
    >>> [int(score) for score in scores(replace(over, ended="out", twins=()))]
    [210, 50]
    """
    variant = state.variant
    points = [laid + ones for laid, ones in zip(state.laid_points, _ones(state), strict=True)]
    left, won = rack_points(state), winners(state)
    found = []
    for seat in range(state.players):
        if seat in won:
            score = points[seat] + _amount(variant, "win_bonus")
            score += _amount(variant, "closed_bonus") if state.closed else 0
            last = state.discards[-1:]
            if variant.rule("joker_discard_doubles") and last and last[0].is_joker:
                score *= 2
        elif state.opened[seat] or not (won or variant.rule("no_meld_penalty_without_winner")):
            score = points[seat] - left[seat]
        elif variant.rule("no_meld_penalty") == "flat200":
            score = -200
        else:
            score = -(100 + left[seat])
        found.append(Fraction(score + _amount(variant, "twin_bonus") * (seat in state.twins)))
    return tuple(found)


def next_starter(last: Record) -> int:
    """Return who starts the next deal: the deal passes to the right, which is the turn order."""
    return (last.deal.starter + 1) % len(last.scores)


def match_is_over(variant: Variant, deals: Sequence[Record]) -> bool:
    """Return whether all games were played, or somebody has reached the target if there is one."""
    target = variant.rule("target")
    if target is None:
        return len(deals) >= _amount(variant, "games")
    return max(match_totals(variant, deals)) >= int(str(target))


def match_totals(variant: Variant, deals: Sequence[Record]) -> tuple[Fraction, ...]:
    """Return what each seat has scored in all deals."""
    seats = range(len(deals[-1].scores))
    return tuple(sum((deal.scores[seat] for deal in deals), Fraction(0)) for seat in seats)


def match_winners(variant: Variant, deals: Sequence[Record]) -> tuple[int, ...]:
    """Return who has most points at the end."""
    if not match_is_over(variant, deals):
        return ()
    return best_of([-total for total in match_totals(variant, deals)])


def _must_win(state: RomanianState) -> bool:
    """Return whether the exposed tile was taken, and is still to be laid or discarded."""
    return state.phase == ACT and state.source == "face_up" and len(state.hand) > 1


def _amount(variant: Variant, rule: str) -> int:
    return int(str(variant.rule(rule)))


def _first(variant: Variant) -> int:
    """Return the place of the first discard that may be taken."""
    return 1 if variant.rule("first_tile_dead") else 0


def _takes(state: RomanianState) -> tuple[Action, ...]:
    """Return from where a tile may be taken, but for pulls; without a wall the deal may end."""
    found: list[Action] = [Take("pool") if state.pool or _may_recycle(state) else Pass()]
    if not _broken_by_take(state, Take("discards")):
        found.append(Take("discards"))
    if not _broken_by_take(state, Take("face_up")):
        found.append(Take("face_up"))
    return tuple(found)


def _broken_by_take(state: RomanianState, take: Take) -> str:
    """Return why a tile may not be taken from there."""
    variant = state.variant
    if take.place == "pool":
        return "" if state.pool or _may_recycle(state) else "there is no wall any more"
    if take.place == "discards":
        if not state.has_opened:
            return "a discard is taken only from the turn after the opening on"
        if len(state.hand) < 3:
            return "with one or two tiles on the rack a tile is drawn from the wall"
        return "" if len(state.discards) > _first(variant) else "the first discard can't be taken"
    if take.place != "face_up" or state.face_up is None or not variant.rule("exposed_for_win"):
        return f"nothing can be taken from the {take.place}"
    hand = state.hand + state.hand.tile_set.hand([state.face_up])
    with_it = replace(view_of(state, may_lay=True), hand=hand)
    return "" if closed_lay(with_it) is not None else "the exposed tile is taken only to win"


def _may_recycle(state: RomanianState) -> bool:
    most = state.variant.rule("max_recycles")
    return (
        state.variant.rule("exhaustion") == "recycle"
        and len(state.discards) > 1
        and (most is None or state.recycles < int(str(most)))
        and state.idle < MOST_RECYCLES
    )


def _recycled(state: RomanianState) -> RomanianState:
    """Return the position with the row as a new wall, but for its first tile."""
    after, pool = state.shuffled(state.discards[1:])
    after = replace(after, pool=pool, discards=state.discards[:1])
    return replace(after, recycles=state.recycles + 1, idle=state.idle + 1)


def _broken_by_pull(state: RomanianState, pull: Pull) -> str:
    row = state.discards
    if not 0 <= pull.place < len(row):
        return f"there are {len(row)} discards"
    if pull.taken != len(row) - pull.place:
        return "a tile of the row is taken with all newer ones, and no others"
    if pull.place < _first(state.variant):
        return "the first discard can't be taken"
    if state.has_opened:
        return _broken_by_row_pick(state, pull)
    if not state.variant.rule("discard_for_opening"):
        return "a discard is taken only from the turn after the opening on"
    if pull.taken != 1:
        return "for an opening the newest discard alone is taken"
    return _broken_by_opening(state, pull.lay, row[pull.place])


def _broken_by_row_pick(position: RomanianState | View, pull: Pull) -> str:
    """Return what is wrong with a tile of the row that is laid with tiles of the rack."""
    variant, lay = position.variant, pull.lay
    if len(position.hand) < 3:
        return "with one or two tiles on the rack a tile is drawn from the wall"
    if pull.taken == 1 and not variant.rule("row_pick_last"):
        return "the newest discard is taken without laying it at once"
    key = position.hand.tile_set.hand([position.discards[pull.place]])
    if fault := broken_by_lay(position, lay, key=key, may_finish=pull.taken > 1):
        return fault
    before, after = Counter(position.table.melds), Counter(lay.table.melds)
    if before - after or (after - before).total() != 1:
        return "a tile of the row is laid in one new meld with tiles of the rack"
    if not variant.rule("row_pick_with_joker") and lay.played.jokers > key.jokers:
        return "no joker of the rack is laid with a tile of the row"
    return ""


def _broken_by_lay(state: RomanianState, lay: Lay) -> str:
    return broken_by_lay(state, lay) if state.has_opened else _broken_by_opening(state, lay)


def _broken_by_opening(position: RomanianState | View, lay: Lay, tile: Tile | None = None) -> str:
    """Return what is wrong with an opening, perhaps with the newest discard."""
    variant, tiles = position.variant, position.hand.tile_set
    key = None if tile is None else tiles.hand([tile])
    fault = broken_by_lay(position, lay, key=key)
    size = len(position.hand) + (tile is not None)
    if not fault or variant.rule("closed_needs_opening") or len(lay.played) != size - 1:
        return fault
    if Counter(position.table.melds) - Counter(lay.table.melds):
        return fault
    return broken_by_lay(replace(position, opened=(True,) * len(position.opened)), lay, key=key)


def _may_be_laid(tile: Tile, hand: Hand, view: View) -> bool:
    rest = hand - hand.tile_set.hand([tile])
    if may_meld(tile, rest, view.variant):
        return True
    later = view.has_opened or view.variant.rule("opening_turn_layoff") == "any"
    if not later:
        return False
    # A tile for a joker fits as well.
    wild = any(tile in reading for meld in view.table for reading in _readings(meld))
    return wild or fits_somewhere(tile, view.table, view.variant)


def _readings(meld: Meld) -> tuple[frozenset[Tile], ...]:
    return meld.joker_readings if meld.jokers else ()


def _may_leave_one(hand: Hand, view: View) -> bool:
    """Return whether all tiles but one may be laid; if not, they can't be."""
    tiles = dict.fromkeys(hand)
    held = {reading for meld in view.table for reading in _readings(meld)}
    if view.has_opened and any(not reading.isdisjoint(tiles) for reading in held):
        # The joker that is exchanged may make a meld with any two tiles.
        return True
    alone = sum(hand.count(tile) for tile in tiles if not _may_be_laid(tile, hand, view))
    return alone <= 1


def _laid(state: RomanianState, lay: Lay) -> RomanianState:
    """Return the position after tiles were laid, which count for who lays them."""
    variant, seat = state.variant, state.seat
    lay = with_table_tiles(lay, variant)
    opens = not state.has_opened
    own = not Counter(state.table.melds) - Counter(lay.table.melds)
    after = without_shown(laid(state, lay), lay.played)
    more = sum(_tile_points(meld, variant) for meld in after.table)
    more -= sum(_tile_points(meld, variant) for meld in state.table)
    more += _amount(variant, "joker_meld") * lay.played.jokers
    points = tuple(old + more * (who == seat) for who, old in enumerate(state.laid_points))
    return replace(
        after,
        phase=ACT,
        laid_points=points,
        ones=_ones_after(state, after.table),
        opened_now=opens,
        closed=opens and own,
        idle=0,
    )


def _is_ones(meld: Meld) -> bool:
    return isinstance(meld, Group) and meld.number == 1


def _tile_points(meld: Meld, variant: Variant) -> int:
    """Return what the real tiles of a meld count, which never changes but for groups of ones."""
    if _is_ones(meld):
        return 0
    values = zip(meld.tiles, tile_values(variant, meld), strict=True)
    return sum(value for tile, value in values if not tile.is_joker)


def _ones_after(
    state: RomanianState, table: Table
) -> tuple[tuple[Meld, tuple[tuple[Tile, int], ...]], ...]:
    """Return the groups of ones, and who has laid what in them.

    Of equal groups it makes no difference which is which, unless they are of several players and
    only one of them grows: then it is the oldest.
    """
    groups = [meld for meld in table if _is_ones(meld)]
    found: list[tuple[Meld, tuple[tuple[Tile, int], ...]]] = []
    old = list(state.ones)
    for each in state.ones:
        if each[0] in groups:
            groups.remove(each[0])
            old.remove(each)
            found.append(each)
    for _, laid_by in sorted(old, key=lambda each: -len(each[1])):
        there = Counter(tile for tile, _ in laid_by)
        now = next(meld for meld in groups if there <= Counter(meld.tiles))
        groups.remove(now)
        found.append((now, laid_by + _new_ones(now, there, state.seat)))
    return (*found, *((meld, _new_ones(meld, Counter(), state.seat)) for meld in groups))


def _new_ones(meld: Meld, there: Counter[Tile], seat: int) -> tuple[tuple[Tile, int], ...]:
    real = Counter(tile for tile in meld.tiles if not tile.is_joker)
    return tuple((tile, seat) for tile in (real - there).elements())


def _ones(state: RomanianState) -> list[int]:
    """Return what the ones in groups count for each seat."""
    points = [0] * state.players
    for meld, laid_by in state.ones:
        value = state.variant.points_of_ones[2 if len(meld) < 4 else 3]
        for _, seat in laid_by:
            points[seat] += value
    return points
