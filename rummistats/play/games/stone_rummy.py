"""Stone-Rummy and Stone-Rummy-Plus. Sources: ``rules/stone-rummy.md``, ``stone-rummy-plus.md``.

A turn has three phases: stones are taken, one by one; tiles are laid, or not; a stone is put down.
If the first deposit stone comes from the starter's hand, putting it there comes before all that.

Only the newest deposit stone can be seen and taken; everybody remembers the others until they are
shuffled into a new pool. Somebody who has nothing but jokers, and may not put these down, puts
nothing down. A failed play is no play: the phase ends, and with it nothing changes.

The tournament director stops a game when for ten rounds nobody has played, or taken a stone from
the pool that was dealt: those of a new pool may go round for ever. With an empty pool and no
deposit stones to make a new one of, one such round ends it: then a single stone goes round.

What is not played: ``deadlock_split``, for which all players must come to terms, while here each
decides for itself; equal players share their places anyway. A slow player loses the
``slow_penalty`` for running out of time, and the game goes on; see
`rummistats.play.matchpoints.neutralized` for one that the director ends.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from fractions import Fraction

from rummistats.dealing import Deal
from rummistats.play.actions import Action, Discard, Fail, Lay, Pass, Pull, Take, out_of_phase
from rummistats.play.claims import has_claims
from rummistats.play.gains import Best
from rummistats.play.laying import broken_by_lay, laid, removable, without_tile
from rummistats.play.matchpoints import matchpoints
from rummistats.play.scoring import best_of
from rummistats.play.state import State, View, begin_deal
from rummistats.play.table import Table
from rummistats.seeds import Seed
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = [
    "StoneState",
    "apply",
    "begin",
    "broken_rule",
    "choices",
    "fail",
    "find_pulls",
    "game_matchpoints",
    "may_lay",
    "scores",
    "winners",
]

DEPOSIT, TAKE, ACT, PUT_DOWN = "deposit", "take", "act", "put_down"
"""The phases: of the first deposit stone, and of every turn."""

PATIENCE = 10
"""After so many rounds that lead nowhere the director stops a game."""


@dataclass(frozen=True)
class StoneState(State):
    """A position of Stone-Rummy; ``discards`` is the newest deposit stone, if it may be taken.

    Parameters
    ----------
    covered : tuple of Tile
        The deposit stones that lie face down, the oldest first.
    slow : frozenset of int
        The seats that ran out of time.
    has_deposit : bool
        Whether the deposit stone was taken in this turn.
    has_acted : bool
        Whether something was laid, or taken from the pool, in this turn.
    idle : int
        How many turns ago something was laid, or taken from the pool that was dealt.
    """

    covered: tuple[Tile, ...] = ()
    slow: frozenset[int] = frozenset()
    has_deposit: bool = False
    has_acted: bool = False
    idle: int = 0

    @property
    def remembered(self) -> tuple[Tile, ...]:
        """The face-down tiles that everybody has seen."""
        return self.covered


def begin(variant: Variant, deal: Deal, seed: Seed) -> StoneState:
    """Return the first position of a deal.

    Examples
    --------
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> stones = find_variant("stone-rummy")
    >>> start = begin(stones, stones.deal_table(seed=1), make_seed(1))
    >>> start.phase, len(start.pool), len(start.discards), [len(hand) for hand in start.hands]
    ('take', 61, 1, [15, 15, 15])
    """
    base = begin_deal(variant, deal, seed)
    state = StoneState(**{each.name: getattr(base, each.name) for each in fields(base)})
    stone = () if deal.face_up is None else (deal.face_up,)
    first = variant.rule("initial_deposit")
    if first == "pool":
        state = replace(state, discards=stone)
    else:
        # The stone that was set aside is any of those left, so it may as well be the last.
        state = replace(state, pool=state.pool + stone)
    if has_claims(variant):
        state = replace(state, claims=(Table(),) * state.players)
    return replace(state, phase=DEPOSIT) if first == "starter_hand" else _taking(state)


def may_lay(state: StoneState) -> bool:
    """Return whether tiles may be laid now."""
    return state.phase == ACT


def choices(state: StoneState) -> tuple[Action, ...]:
    """Return the legal actions that lay nothing."""
    if state.phase == TAKE:
        return _takes(state)
    if state.phase == ACT:
        return (Pass(),)
    if not len(state.hand):
        return tuple(Discard(tile) for tile in removable(state))
    jokers = bool(state.variant.rule("deposit_joker"))
    tiles = [tile for tile in dict.fromkeys(state.hand) if jokers or not tile.is_joker]
    return tuple(map(Discard, tiles)) or (Pass(),)


def broken_rule(state: StoneState, action: Action) -> str:
    """Return the rule that an action breaks; nothing if it is legal."""
    if isinstance(action, Lay) and state.phase == ACT:
        return broken_by_lay(state, action)
    legal = choices(state)
    if action in legal:
        return ""
    if isinstance(action, Discard) and state.phase in (DEPOSIT, PUT_DOWN):
        if action.tile not in state.hand:
            return f"the rack does not have {action.tile}"
        return "a joker may not be put down"
    if isinstance(action, Take) and state.phase == TAKE:
        return f"nothing may be taken from the {action.place} now"
    return out_of_phase(action, legal, may_lay(state))


def apply(state: StoneState, action: Action) -> StoneState:
    """Return the position after a legal action."""
    if isinstance(action, Take):
        return _taken(state, action)
    if isinstance(action, Lay):
        return _laid(state, action)
    if isinstance(action, Discard):
        return _put_down(state, action.tile)
    if state.phase == ACT:
        return replace(state, phase=PUT_DOWN)
    return _turn_ended(state)


def fail(state: StoneState, action: Fail) -> StoneState:
    """Return the position after a failed play: nothing is played, and the turn goes on.

    In another phase a stone has to be taken or put down all the same.
    """
    slow = state.slow | {state.seat} if action.late else state.slow
    return replace(state, slow=slow, phase=PUT_DOWN if state.phase == ACT else state.phase)


def game_matchpoints(state: State) -> tuple[Fraction, ...]:
    """Return the matchpoints of a game for the stones that are left, without those of claims.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> stones = find_variant("stone-rummy")
    >>> start = begin(stones, stones.deal_table(seed=1), make_seed(1))
    >>> racks = tuple(stones.table_set.parse(text) for text in ("", "R5 J", "R10 B1"))
    >>> [str(each) for each in game_matchpoints(replace(start, hands=racks, turn=9, ended="out"))]
    ['3', '3/2', '3/2']
    """
    variant = state.variant
    early = state.ended == "out" and state.turn <= state.players
    points = matchpoints(
        [len(hand) for hand in state.hands],
        str(variant.rule("tie_rule")),
        first_round=early and bool(variant.rule("first_round_rule")),
    )
    slow = state.slow if isinstance(state, StoneState) else frozenset()
    penalty = Fraction(str(variant.rule("slow_penalty")))
    return tuple(each - penalty * (seat in slow) for seat, each in enumerate(points))


def scores(state: StoneState) -> tuple[Fraction, ...]:
    """Return the matchpoints of each seat, with those for claims where there are claims."""
    points = game_matchpoints(state)
    if not has_claims(state.variant):
        return points
    each = int(str(state.variant.rule("claim_mp")))
    claimed = [each * len(claims) for claims in state.claims]
    return tuple(points[seat] + claimed[seat] for seat in range(state.players))


def winners(state: StoneState) -> tuple[int, ...]:
    """Return the seats with most points: those of the game, or with those of the claims."""
    together = has_claims(state.variant) and state.variant.rule("winner_by") == "TMP"
    points = scores(state) if together else game_matchpoints(state)
    return best_of([-each for each in points])


def find_pulls(view: View, best: Best = "tiles") -> tuple[Pull, ...]:
    """Return nothing: a deposit stone is taken before tiles are laid."""
    return ()


def _takes(state: StoneState) -> tuple[Take, ...]:
    """Return what may be taken next: none if the turn has what there is."""
    variant = state.variant
    only_one = bool(variant.rule("deposit_only_one"))
    first = not state.taken
    if len(state.taken) == 2 or (only_one and state.has_deposit):
        return ()
    deposit = bool(state.discards) and (first or (not only_one and bool(variant.rule("see_first"))))
    # After the last stone of the pool it may be too late for the deposit stone.
    last = len(state.pool) == 1 and not (state.covered and _recycles(state))
    too_late = last and first and deposit and not only_one and not variant.rule("see_first")
    places = ["pool"] if state.pool and not too_late else []
    return tuple(map(Take, [*places, *(["discards"] if deposit else [])]))


def _taking(state: StoneState) -> StoneState:
    """Return the position in which a stone is taken, or the next phase if there is none."""
    state = replace(state, phase=TAKE)
    if not state.pool and state.covered and _recycles(state) and len(state.taken) < 2:
        shuffled, pool = state.shuffled(state.covered)
        state = replace(shuffled, pool=pool, covered=())
    return state if _takes(state) else replace(state, phase=ACT)


def _taken(state: StoneState, take: Take) -> StoneState:
    if take.place == "pool":
        idle = state.idle if state.shuffles else -1
        return _taking(replace(state.draw(1)[0], has_acted=True, idle=idle))
    hand = state.hand + state.hand.tile_set.hand(state.discards)
    taken = state.taken + state.discards
    return _taking(replace(state.with_hand(hand), taken=taken, discards=(), has_deposit=True))


def _laid(state: StoneState, lay: Lay) -> StoneState:
    acted = state.has_acted or bool(len(lay.played))
    idle = -1 if len(lay.played) else state.idle
    after = replace(laid(state, lay), phase=PUT_DOWN, has_acted=acted, idle=idle)
    if len(after.hand) or state.variant.rule("finish") == "hand_or_table":
        return after
    return after.out()


def _put_down(state: StoneState, tile: Tile) -> StoneState:
    if not len(state.hand):
        after = without_tile(state, tile)
    else:
        after = state.with_hand(state.hand - state.hand.tile_set.hand([tile]))
    after = replace(after, covered=state.covered + state.discards, discards=(tile,))
    if state.phase == DEPOSIT:
        return _taking(after)
    return _turn_ended(after) if len(after.hand) else after.out()


def _turn_ended(state: StoneState) -> StoneState:
    """Return the position at the beginning of the next turn, or at the end of the game."""
    after = state.next_turn(passed=not state.has_acted, phase=TAKE)
    after = replace(after, has_deposit=False, has_acted=False, idle=state.idle + 1)
    if state.variant.rule("exhaustion") == "end" and not _can_take_two(after):
        return replace(after, ended="blocked")
    nothing = not after.pool and not (after.covered and _recycles(after))
    if (nothing and after.passes >= after.players) or after.idle >= PATIENCE * after.players:
        return replace(after, ended="blocked")
    return _taking(after)


def _recycles(state: StoneState) -> bool:
    return state.variant.rule("exhaustion") == "recycle"


def _can_take_two(state: StoneState) -> bool:
    deposit = 0 if state.variant.rule("deposit_only_one") else len(state.discards)
    return len(state.pool) + deposit >= 2
