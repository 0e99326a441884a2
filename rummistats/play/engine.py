"""A deal played out from beginning to end, by strategies that see only their own side of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING, Any, Literal

from rummistats.dealing import Context
from rummistats.distribution.counts import is_number
from rummistats.errors import PlayError, StrategyError, shown
from rummistats.play.actions import LATE, Action, Fail, Knock, Lay, Pull, malformed
from rummistats.play.games import Game, find_game
from rummistats.play.laying import with_table_tiles
from rummistats.play.rearranging import has_table_plays
from rummistats.play.records import Record, Turn, make_record
from rummistats.play.solve import Play
from rummistats.play.state import State, View, view_of
from rummistats.play.strategies import STRATEGIES, Choice, Strategy, find_strategy
from rummistats.seeds import make_seed
from rummistats.variants import Variant, require_variant
from rummistats.whole import as_whole

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["LONGEST", "SECONDS", "check_round", "check_starter", "describe", "play", "seated"]

LONGEST = 10_000
"""Turns after which a deal can't be going to end: more than any rule allows."""

SECONDS = 60.0
"""How long a strategy may think about one decision, unless told otherwise."""

OnFault = Literal["raise", "penalty"]


def play(
    variant: Variant | str,
    strategies: str | Strategy | Choice | Sequence[str | Strategy | Choice] = "optimal",
    seed: object = None,
    *,
    starter: int | None = None,
    round: int = 1,
    on_fault: OnFault | Callable[[int, str], object] = "raise",
    seconds: float | None = SECONDS,
    watch: Callable[[Turn], object] = lambda turn: None,
) -> Record:
    """Play a deal out and return every turn of it.

    Parameters
    ----------
    variant : Variant or str
        The game, or its name; it says how many players there are.
    strategies : str, strategy, or sequence of them
        One for each seat, or one for all: names of `STRATEGIES`, functions
        ``choose(view, random)``, or objects with such a method.
    seed : int, SeedSequence, Generator or None
        See `rummistats.seeds.make_seed`. The deal comes from child 0, what strategies draw at
        random from child 1 and the seat's own child of it, and what is shuffled later from child
        2: strategies make no difference to the deal.
    starter : int, optional
        The seat that starts; drawn by lot unless given.
    round : int
        The round, where they differ (Shanghai Rummy).
    on_fault : {"raise", "penalty"} or callable
        What an illegal action is: an error, or the failed play of the rules. A function is told
        the seat and the fault, and unless it raises an error the strategy is asked again.
    seconds : float or None
        How long a strategy of your own may think about one decision; None for ever.
    watch : callable
        Is given each turn as soon as it has ended.

    Returns
    -------
    Record
        The deal, its turns and its scores.

    Raises
    ------
    VariantError
        If the game can't be played out, or has no such round.
    PlayError
        If there are not as many strategies as players, or one is unknown.
    StrategyError
        If a strategy does something illegal, raises an error or takes too long; the message has
        the position.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> record = play(find_variant("sabra"), ["optimal", "greedy", "greedy", "greedy"], seed=1)
    >>> record.ended, len(record.scores), sum(record.scores)
    ('out', 4, Fraction(0, 1))
    """
    variant = require_variant(variant)
    game = find_game(variant)
    names, players = seated(variant, strategies)
    if on_fault not in ("raise", "penalty") and not callable(on_fault):
        raise PlayError(f"on_fault={shown(on_fault)}: it is 'raise' or 'penalty'")
    check_seconds(seconds)
    if not callable(watch):
        raise PlayError(f"watch={shown(watch)}: it is a function that is given each turn")
    start = make_seed(seed)
    round = check_round(variant, round)
    deal = replace(variant.deal_table(seed=start.child(0)), round=round)
    if starter is not None:
        deal = replace(deal, starter=check_starter(starter, len(deal.hands)))
    state = game.begin(variant, deal, start.child(2))
    turns: list[Turn] = []
    actions: list[Action] = []
    before = state
    randoms = [start.child(1).child(seat).generator() for seat in range(variant.players)]
    while not state.ended:
        seat = state.seat
        action = _decide(state, game, names[seat], players[seat], randoms[seat], on_fault, seconds)
        state, done = _carried_out(state, game, action)
        actions += done
        if state.turn != before.turn or state.ended:
            turns.append(Turn(before.seat, tuple(actions), before, state))
            watch(turns[-1])
            before, actions = state, []
        if state.turn > LONGEST:
            raise PlayError(
                f"the deal does not end: {LONGEST} turns were played\n{describe(state)}"
            )
    return make_record(variant, start, tuple(names), deal, tuple(turns), game)


def seated(
    variant: Variant,
    strategies: str | Strategy | Choice | Sequence[str | Strategy | Choice],
) -> tuple[list[str], list[Strategy]]:
    """Return the names and the strategies of all seats.

    Raises
    ------
    PlayError
        If there are not as many strategies as players, or one is unknown.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> seated(find_variant("sabra").with_rules(players=2), "greedy")
    (['greedy', 'greedy'], [Greedy(adds='after'), Greedy(adds='after')])
    """
    if isinstance(strategies, str) or not isinstance(strategies, Sequence):
        strategies = [strategies] * variant.players
    if len(strategies) != variant.players:
        raise PlayError(
            f"{len(strategies)} strategies for {variant.players} players; give one for each seat, "
            "or a single one for all, or set the rule players"
        )
    found = [find_strategy(each) for each in strategies]
    return [name for name, _ in found], [strategy for _, strategy in found]


def describe(state: State) -> str:
    """Return a position in words and tiles, for messages.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> print(describe(play(find_variant("machiavelli"), "greedy", seed=1).turns[0].before))
    Machiavelli, turn 1 of the deal: seat 1, turn
    rack: AS TS JS QS KS 3H 7H 8H QH JD JD 5C 6C 8C QC
    table: (empty)
    opened: yes; tiles of all seats: 15, 15, 15, 15; pool: 44
    """
    title, turn = state.variant.game.title, state.turn + 1
    lines = [
        f"{title}, turn {turn} of the deal: seat {state.seat + 1}, {state.phase}",
        f"rack: {state.hand}",
        f"table: {state.table or '(empty)'}",
    ]
    if state.discards:
        lines.append(f"face up: {' '.join(map(str, state.discards))}")
    facts = [
        f"tiles of all seats: {', '.join(str(len(hand)) for hand in state.hands)}",
        f"pool: {len(state.pool)}",
    ]
    if has_table_plays(state.variant):
        facts.insert(0, f"opened: {'yes' if state.has_opened else 'no'}")
    return "\n".join([*lines, "; ".join(facts)])


def check_seconds(seconds: object) -> None:
    """Check how long a strategy may think.

    Raises
    ------
    PlayError
        If that is no number of seconds that can be waited, nor None.

    Examples
    --------
    >>> check_seconds(float("inf"))
    Traceback (most recent call last):
        ...
    rummistats.errors.PlayError: seconds=inf: a number above 0 and up to 86400, a day, or None for
    no limit
    """
    if seconds is not None and not (is_number(seconds) and 0 < seconds <= _DAY):
        raise PlayError(
            f"seconds={shown(seconds)}: a number above 0 and up to {_DAY}, a day, or None for no "
            "limit"
        )


def check_round(variant: Variant, round: object) -> int:
    """Return the round, if there is such a one.

    Raises
    ------
    VariantError
        If there is none.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> check_round(find_variant("shanghai"), 11)
    Traceback (most recent call last):
        ...
    rummistats.errors.VariantError: round=11: Shanghai Rummy has rounds 1 to 10
    """
    context = Context(round=round)  # type: ignore[arg-type]
    variant.check_context(context)
    return context.round


def check_starter(starter: object, players: int) -> int:
    """Return the seat that is to start.

    Raises
    ------
    PlayError
        If there is no such seat.

    Examples
    --------
    >>> check_starter(4, players=4)
    Traceback (most recent call last):
        ...
    rummistats.errors.PlayError: starter=4: there are seats 0 to 3
    """
    seat = as_whole(starter)
    if seat is None:
        raise PlayError(f"starter={shown(starter)}: a seat, counted from 0")
    if not 0 <= seat < players:
        raise PlayError(f"starter={seat}: there are seats 0 to {players - 1}")
    return seat


def _carried_out(state: State, game: Game, action: Action) -> tuple[State, tuple[Action, ...]]:
    """Return the position after an action, and all that was done.

    Where nothing can be taken back, as something has to be done, a failure is followed by the
    first thing that is legal.
    """
    if not isinstance(action, Fail):
        return game.apply(state, action), (action,)
    after = game.fail(state, action)
    if (after.turn, after.phase) != (state.turn, state.phase):
        return after, (action,)
    instead = game.choices(after)[0]
    return game.apply(after, instead), (action, instead)


def _decide(
    state: State,
    game: Game,
    name: str,
    strategy: Strategy,
    random: Generator,
    on_fault: OnFault | Callable[[int, str], object],
    seconds: float | None,
) -> Action:
    """Return what a strategy does, if it is legal, or else the failed play."""
    choices, may_lay = game.choices(state), game.may_lay(state)
    view = view_of(state, choices, may_lay, game.find_pulls)
    if len(choices) == 1 and not may_lay:
        return choices[0]
    while True:
        late = False
        if type(strategy) in _TRUSTED or seconds is None:
            action = _asked(strategy, view, random, name, state)
        else:
            late, action = _asked_in_time(strategy, view, random, name, state, seconds)
        if late:
            fault = f"{LATE} {seconds:g} second{'s' * (seconds != 1)}"
            did = "did not answer"
        elif fault := malformed(action):
            fault += _HINTS.get(type(action), "")
            did = f"did '{shown(action)}'"
        else:
            fault = game.broken_rule(state, action)
            did = f"did '{action}'"
        if not fault:
            # A record is equal to what is read of it: its tiles are those of the table.
            if isinstance(action, Knock | Pull):
                return replace(action, lay=with_table_tiles(action.lay, state.variant))
            return with_table_tiles(action, state.variant) if isinstance(action, Lay) else action
        if on_fault == "penalty":
            return Fail(fault, late)
        if not callable(on_fault):
            raise StrategyError(f"the strategy {name} {did}: {fault}\n{describe(state)}")
        on_fault(state.seat, fault)


def _asked(strategy: Strategy, view: View, random: Generator, name: str, state: State) -> Action:
    try:
        return strategy.choose(view, random)
    except (Exception, SystemExit, GeneratorExit) as error:
        # A strategy ends no program; whoever wants to stop one, or leaves the table, does.
        raise StrategyError(
            f"the strategy {name} raised {type(error).__name__}: {_words(error)}\n{describe(state)}"
        ) from error


def _words(error: BaseException) -> str:
    """Return what an error says; an error of its own may not even be able to."""
    try:
        return str(error)
    except Exception as fault:
        return f"(its message raises {type(fault).__name__})"


def _asked_in_time(
    strategy: Strategy, view: View, random: Generator, name: str, state: State, seconds: float
) -> tuple[bool, Any]:
    """Ask a strategy that may never answer: whether it is late, and its action."""
    answer: Future[Action] = Future()

    def ask() -> None:
        try:
            answer.set_result(_asked(strategy, view, random, name, state))
        except BaseException as error:
            # Also an exit or a wish to stop: else nobody would hear of it but as of a late answer.
            answer.set_exception(error)

    # Not of an executor: a thread that never ends must not keep the program from ending.
    Thread(target=ask, daemon=True).start()
    try:
        return False, answer.result(timeout=seconds)
    except TimeoutError:
        # The strategy's own would be a StrategyError.
        return True, None


_DAY = 86_400
# What was meant is not hard to see.
_HINTS: dict[type, str] = {
    Play: "; rummistats.play.lay_of(view, play.table, play.played) makes one of a Play"
}
_TRUSTED = frozenset(map(type, STRATEGIES.values()))
