"""101 Okey. Source: ``rules/okey-101.md``.

Racks are as they are played: the okey tiles are jokers, the false jokers the tile whose place they
take. A joker in a group of three stands for the color that who laid it said.

A turn's phases are those of `rummistats.play.discarding`. Whoever takes the discard must use it:
until that is done there is no discard, and whoever passes instead puts the tile back, pays if the
rules say so, and draws. An opening is a play of its own; others may follow in the same turn.

What the rule file leaves open: whoever needs not use the discard that was taken may put it back
as the turn's discard, but if no face-down tile is left it is always to be used, or a deal could go
on for ever. Only a win with sets and runs is concealed. A failed play costs a penalty, and a
harmless tile is discarded. With teams both partners win, and the team with the lower sum of both
totals wins the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.dealing import Deal
from rummistats.errors import TableError, TileError
from rummistats.melds import Meld, Pair, Run
from rummistats.play.actions import Action, Discard, Fail, Lay, Pass, Pull, Take, out_of_phase
from rummistats.play.adding import additions
from rummistats.play.claims import NO_CLAIMS
from rummistats.play.discarding import (
    ACT,
    TAKE,
    discarded,
    discards_of,
    taken_from,
    without_shown,
)
from rummistats.play.extending import added_melds
from rummistats.play.gains import Best
from rummistats.play.indicator import IndicatorState, begin_with_indicator, same_team
from rummistats.play.laying import broken_by_lay, laid, with_table_tiles
from rummistats.play.opening_rules import broken_opening, opening_of
from rummistats.play.scoring import best_of
from rummistats.play.state import View
from rummistats.play.table import Table, as_table
from rummistats.seeds import Seed
from rummistats.tiles import Tile
from rummistats.variants import Variant

if TYPE_CHECKING:
    from rummistats.play.records import Record

__all__ = [
    "ACT",
    "MELDS",
    "PAIRS",
    "TAKE",
    "Okey101State",
    "apply",
    "begin",
    "broken_rule",
    "choices",
    "fail",
    "find_pulls",
    "fits",
    "is_void",
    "match_is_over",
    "match_totals",
    "match_winners",
    "may_lay",
    "next_starter",
    "scores",
    "winners",
]

MELDS, PAIRS = "melds", "pairs"
"""The two ways to open."""


@dataclass(frozen=True)
class Okey101State(IndicatorState):
    """A position of 101 Okey.

    Parameters
    ----------
    used : bool
        Whether the discard that was taken in this turn has been laid.
    opened_now : bool
        Whether the player has opened in this turn.
    fines : tuple of int
        How many penalties each seat has.
    winner : int, optional
        Who has won.
    concealed : bool
        Whether the winner laid all tiles in one turn and nobody else had laid any.
    """

    used: bool = False
    opened_now: bool = False
    fines: tuple[int, ...] = ()
    winner: int | None = None
    concealed: bool = False

    @property
    def must_use(self) -> Tile | None:
        """The tile from the discards that still has to be laid in this turn."""
        if self.source != "discards" or self.used:
            return None
        opened, rule = self.ways[self.seat], self.variant.rule("discard_must_be_used")
        free = opened and self.pool and not rule
        return None if free else self.taken[-1]


def begin(variant: Variant, deal: Deal, seed: Seed) -> Okey101State:
    """Return the first position of a deal.

    Raises
    ------
    VariantError
        If the variant can't be dealt, see `rummistats.play.indicator.begin_with_indicator`, or
        has no opening.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey-101")
    >>> start = begin(okey, okey.deal_table(seed=1), make_seed(1))
    >>> start.phase, len(start.hand), len(start.pool)
    ('act', 22, 20)
    """
    variant.opening()
    start = begin_with_indicator(variant, deal, seed, Okey101State)
    return replace(start, ways=("",) * start.players, fines=(0,) * start.players)


def may_lay(state: Okey101State) -> bool:
    """Return whether tiles may be laid now."""
    if state.phase != ACT:
        return False
    return state.turn > 0 or bool(state.variant.rule("starter_may_open"))


def choices(state: Okey101State) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing."""
    if state.phase == TAKE:
        first: Action = Take("pool") if state.pool else Pass()
        return (first, Take("discards")) if state.discards else (first,)
    if state.must_use is not None:
        return (Pass(),)
    return discards_of(state, return_taken=True)


def broken_rule(state: Okey101State, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay) and state.phase == ACT:
        if not may_lay(state):
            return "the starter may not open in the first turn"
        if action.claims:
            return NO_CLAIMS
        return _broken_by_opening(state, action) if _is_closed(state) else _broken(state, action)
    legal = choices(state)
    if action in legal:
        return ""
    if isinstance(action, Discard) and state.phase == ACT:
        if state.must_use is not None:
            return f"{state.must_use} was taken from the discards and must be laid first"
        return f"the rack does not have {action.tile}"
    return out_of_phase(action, legal, may_lay(state))


def apply(state: Okey101State, action: Action) -> Okey101State:
    """Return the position after a legal action."""
    if isinstance(action, Take):
        return taken_from(state, action)
    if isinstance(action, Lay):
        return _laid(state, action)
    if isinstance(action, Discard):
        return _discarded(state, action.tile)
    return _put_back(state) if state.phase == ACT else _exhausted(state)


def fail(state: Okey101State, action: Fail) -> Okey101State:
    """Return the position after a failed play: a penalty if tiles could have been laid.

    Before a tile is taken an illegal action is refused: another one must follow.
    """
    if state.phase == TAKE:
        return state
    if may_lay(state):
        state = _fined(state, 1)
    if state.must_use is not None:
        state = _returned(state)
        if state.ended:
            return state
    harmless = [tile for tile in state.hand if not tile.is_joker and not fits(tile, state)]
    return apply(state, Discard((harmless or list(state.hand))[0]))


def find_pulls(view: View, best: Best = "tiles") -> tuple[Pull, ...]:
    """Return nothing: a discard is taken before anything is laid."""
    return ()


def fits(tile: Tile, position: Okey101State | View) -> bool:
    """Return whether a tile can be added to a group or run, no joker being exchanged."""
    return any(tile in additions(meld, position.variant) for meld in position.table)


def winners(state: Okey101State) -> tuple[int, ...]:
    """Return who has won, with the partner where teams play; nobody without a winner."""
    return () if state.winner is None else same_team(state, state.winner)


def is_void(state: Okey101State) -> bool:
    """Return whether nobody could win, since all have opened with pairs."""
    return bool(state.variant.rule("all_pairs_void")) and set(state.ways) == {PAIRS}


def scores(state: Okey101State) -> tuple[Fraction, ...]:
    """Return what each seat scores in a deal: points are bad.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey-101").with_rules(players=2)
    >>> start = begin(okey, okey.deal_table(seed=1), make_seed(1))
    >>> racks = (okey.table_set.hand(), okey.table_set.parse("Y9 Y13"))
    >>> over = replace(start, hands=racks, ways=("melds", "pairs"), winner=0, ended="out")
    >>> over = replace(over, discards=(Tile("R", 1),))
    >>> [int(score) for score in scores(over)]
    [-101, 44]
    """
    if is_void(state):
        return (Fraction(0),) * state.players
    penalty = int(str(state.variant.rule("penalty")))
    return tuple(
        Fraction(_score(state, seat) + penalty * state.fines[seat]) for seat in range(state.players)
    )


def next_starter(last: Record) -> int:
    """Return who starts the next deal: the next player, or the same after a void deal."""
    void = isinstance(last.last, Okey101State) and is_void(last.last)
    return (last.deal.starter + (not void)) % len(last.scores)


def match_is_over(variant: Variant, deals: Sequence[Record]) -> bool:
    """Return whether all deals were played; void ones don't count."""
    played = [each for each in deals if not is_void(_last(each))]
    return len(played) >= int(str(variant.rule("deals")))


def match_totals(variant: Variant, deals: Sequence[Record]) -> tuple[Fraction, ...]:
    """Return the sum of all deals."""
    seats = range(variant.players)
    return tuple(sum((deal.scores[seat] for deal in deals), Fraction(0)) for seat in seats)


def match_winners(variant: Variant, deals: Sequence[Record]) -> tuple[int, ...]:
    """Return who has the lowest total, or which team has."""
    totals = match_totals(variant, deals)
    if variant.rule("partners"):
        totals = tuple(totals[seat] + totals[(seat + 2) % 4] for seat in range(4))
    return best_of(totals)


def _last(record: Record) -> Okey101State:
    assert isinstance(record.last, Okey101State)
    return record.last


def _is_closed(state: Okey101State) -> bool:
    return not state.ways[state.seat]


def _score(state: Okey101State, seat: int) -> int:
    """Return what a seat scores, penalties apart."""
    variant, winner, way = state.variant, state.winner, state.ways[seat]
    joker, times = variant.table_set.joker, 1
    if winner is None:
        said = variant.rule("no_winner_scoring")
        if said == "zero" or (said == "opened_only" and not way):
            return 0
    else:
        with_joker, with_pairs = state.discards[-1] == joker, state.ways[winner] == PAIRS
        bonus = state.concealed and bool(variant.rule("finish_from_hand_bonus"))
        times = 1 << (with_joker + with_pairs + bonus)
        if seat == winner:
            return -times * int(str(variant.rule("win_score")))
        if seat in winners(state):
            return 0
        if not way and with_joker and with_pairs:
            return int(str(variant.rule("unopened_when_pairs_joker")))
    if not way:
        return times * int(str(variant.rule("not_opened")))
    times *= 2 if way == PAIRS else 1
    hand = state.hands[seat]
    jokers = hand.jokers * variant.rack_points_of(joker)
    plain = sum(map(variant.rack_points_of, hand.without_jokers()))
    return times * plain + (times * jokers if variant.rule("joker_multiplied") else jokers)


def _broken_by_opening(state: Okey101State, lay: Lay) -> str:
    """Return what is wrong with the first play of a player."""
    variant = state.variant
    try:
        lay = with_table_tiles(lay, variant)
        after = as_table(lay.table, variant)
    except (TableError, TileError) as error:
        return str(error)
    if not lay.played <= state.hand:
        missing = (Counter(lay.played) - Counter(state.hand)).elements()
        return f"the rack does not have {', '.join(map(str, missing))}"
    if Counter(state.table.melds) - Counter(after.melds):
        return "the table was changed before the opening"
    new = list((Counter(after.melds) - Counter(state.table.melds)).elements())
    if Counter(lay.played) != Counter(Table(tuple(new)).tiles):
        return "the opening was not laid from the rack alone"
    left = len(state.hand) - len(lay.played)
    if not left:
        return "the last stone must be put down"
    if state.must_use is not None and not lay.played.count(state.must_use):
        return f"{state.must_use} was taken from the discards and must be in the opening"
    fault = broken_way(new, variant)
    if fault and new and left == 1 and not any(isinstance(meld, Pair) for meld in new):
        # All tiles in groups and runs end the deal, whatever they are worth.
        allowed = state.source != "discards" or variant.rule("low_finish_with_discard")
        return "" if allowed else f"{fault}, since the discard was taken for it"
    return fault


def broken_way(new: list[Meld], variant: Variant) -> str:
    """Return what melds lack as an opening with groups and runs, or with pairs.

    Examples
    --------
    >>> from rummistats.melds import Group
    >>> from rummistats.variants import find_variant
    >>> broken_way([Group(13, ("R", "B", "K")), Run("R", (10, 11, 12))], find_variant("okey-101"))
    'the opening is worth 72; it takes 101'
    """
    pairs = sum(isinstance(meld, Pair) for meld in new)
    if not pairs:
        way = opening_of(variant)
        if variant.open_points is None or way is None:
            return "everybody opens with pairs"
        return broken_opening(new, variant, way)
    if pairs < len(new):
        return "nobody opens with pairs and other melds"
    if variant.open_pairs is None:
        return "nobody opens with pairs"
    if pairs < variant.open_pairs:
        return f"the opening has {pairs} pairs; it takes {variant.open_pairs}"
    return ""


def _broken(state: Okey101State, lay: Lay) -> str:
    """Return what is wrong with a play of a player who has opened."""
    variant = state.variant
    fault = broken_by_lay(state, lay)
    if not fault:
        lay = with_table_tiles(lay, variant)
        new = added_melds(state.table, as_table(lay.table, variant), Counter(lay.played), variant)
        return _broken_by_kind(state, lay, new)
    if variant.rule("split_runs") and len(lay.played) < len(state.hand):
        for table, rack in _split(state.table, Counter(lay.played)):
            added = _added_after_split(replace(state, table=table), lay, rack)
            if added is not None:
                return _broken_by_kind(state, lay, added)
    return fault


def _added_after_split(state: Okey101State, lay: Lay, rack: Counter[Tile]) -> list[Meld] | None:
    """Return the new melds of a play, but for tiles that were put in; None if it is illegal."""
    variant = state.variant
    try:
        lay = with_table_tiles(lay, variant)
        after = as_table(lay.table, variant)
    except (TableError, TileError):
        return None
    if not lay.played <= state.hand:
        return None
    if not rack:
        return [] if after == state.table else None
    if broken_by_lay(state, replace(lay, played=variant.table_set.hand(rack.elements()))):
        return None
    return added_melds(state.table, after, rack, variant)


def _broken_by_kind(state: Okey101State, lay: Lay, new: list[Meld]) -> str:
    """Return whether melds of the other way are laid, or too many tiles added."""
    variant, way = state.variant, state.ways[state.seat]
    pairs = any(isinstance(meld, Pair) for meld in new)
    if way == PAIRS:
        if not all(isinstance(meld, Pair) for meld in new):
            return "whoever has opened with pairs lays no group or run"
        most = variant.rule("pairs_addon_limit")
        if most is not None and state.added + _added(state.table, lay) > int(str(most)):
            return f"no more than {most} tiles are added to groups and runs in a turn"
    elif pairs and not (variant.rule("series_may_add_pairs") and PAIRS in state.ways):
        return "whoever has opened with groups and runs lays no pairs"
    return ""


def _split(table: Table, rack: Counter[Tile]) -> Iterator[tuple[Table, Counter[Tile]]]:
    """Yield tables on which runs were split to put tiles in, and what is left to lay."""
    for place, meld in enumerate(table):
        if not isinstance(meld, Run):
            continue
        for at in range(2, len(meld) - 2):
            tile = Tile(meld.color, meld.numbers[at])
            if not rack[tile]:
                continue
            low = tuple(joker for joker in meld.joker_places if joker <= at)
            high = tuple(joker - at for joker in meld.joker_places if joker > at)
            # The tile that is put in stands at the end of one part, the old one in the other.
            halves = [(low, high)]
            if at in meld.joker_places:
                halves.append((low[:-1], (0, *high)))
            for before, after in halves:
                one = Run(meld.color, meld.numbers[: at + 1], before)
                other = Run(meld.color, meld.numbers[at:], after)
                melds = (*table.melds[:place], one, other, *table.melds[place + 1 :])
                left = rack - Counter([tile])
                yield Table(melds), left
                yield from _split(Table(melds), left)


def _added(before: Table, lay: Lay) -> int:
    """Return how many tiles were put to groups and runs."""
    old, new = (
        Counter(tile for meld in table if not isinstance(meld, Pair) for tile in meld.tiles)
        for table in (before, lay.table)
    )
    return (new - old).total()


def _laid(state: Okey101State, lay: Lay) -> Okey101State:
    """Return the position after tiles were laid; the turn goes on."""
    lay = with_table_tiles(lay, state.variant)
    after = without_shown(laid(state, lay), lay.played)
    returned = (Counter(state.table.tiles) - Counter(lay.table.tiles)).elements()
    back = after.hand.tile_set.hand(returned)
    if len(back):
        shown = tuple(
            hand + back if seat == state.seat else hand for seat, hand in enumerate(after.shown)
        )
        after = replace(after, shown=shown)
    taken = state.taken[-1] if state.source == "discards" else None
    after = replace(
        after,
        used=state.used or (taken is not None and lay.played.count(taken) > 0),
        added=state.added + _added(state.table, lay),
    )
    if not _is_closed(state):
        return after
    new = Counter(lay.table.melds) - Counter(state.table.melds)
    way = PAIRS if any(isinstance(meld, Pair) for meld in new) else MELDS
    ways = (*state.ways[: state.seat], way, *state.ways[state.seat + 1 :])
    after = replace(after, ways=ways, opened_now=True, added=0)
    return replace(after, ended="blocked", turn=after.turn + 1) if is_void(after) else after


def _discarded(state: Okey101State, tile: Tile) -> Okey101State:
    """Return the position after a discard: the next turn, or the end of the deal."""
    variant = state.variant
    if len(state.hand) == 1:
        fine = tile.is_joker and bool(variant.rule("joker_finish_penalty"))
        others = any(way for seat, way in enumerate(state.ways) if seat != state.seat)
        concealed = (
            state.opened_now
            and state.ways[state.seat] == MELDS
            and (not others or bool(variant.rule("concealed_if_others_opened")))
        )
        after = discarded(_fined(state, int(fine)), tile).out()
        return replace(after, winner=state.seat, concealed=concealed)
    events = int(tile.is_joker) + int(fits(tile, state))
    if not variant.rule("stack_discard_penalties"):
        events = min(events, 1)
    after = discarded(_fined(state, events), tile)
    if not state.pool and variant.rule("exhaustion") == "at_last_discard":
        return _exhausted(after)
    after = replace(after, source="", used=False, opened_now=False, added=0)
    return after.next_turn(phase=TAKE)


def _fined(state: Okey101State, events: int) -> Okey101State:
    fines = tuple(n + events * (seat == state.seat) for seat, n in enumerate(state.fines))
    return replace(state, fines=fines)


def _put_back(state: Okey101State) -> Okey101State:
    """Return the position after the discard that was taken could not be used."""
    fine = bool(state.variant.rule("discard_take_back_penalty"))
    return _returned(_fined(state, int(fine)))


def _returned(state: Okey101State) -> Okey101State:
    """Return the position after the tile was put back and another one drawn."""
    after = replace(discarded(state, state.taken[-1]), taken=state.taken[:-1], source="")
    return taken_from(after, Take("pool")) if state.pool else _exhausted(after)


def _exhausted(state: Okey101State) -> Okey101State:
    """Return the position after a deal that ended without a winner."""
    return replace(state, ended="blocked", turn=state.turn + 1)
