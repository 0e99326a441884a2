"""Whatever a strategy gives back is its own fault, told with the position, and no raw error."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, get_args

import pytest

from rummistats.errors import PlayError, StrategyError
from rummistats.melds import Group, Run
from rummistats.play import STRATEGIES, Record, Table, play, read_records
from rummistats.play.actions import (
    Action,
    Discard,
    Draw,
    Fail,
    Knock,
    Lay,
    Offer,
    Pass,
    Pull,
    Redeal,
    Show,
    Take,
    malformed,
)
from rummistats.play.games import find_game
from rummistats.play.games.finding import PLAYED
from rummistats.play.state import State
from rummistats.tiles import JOKER, Tile, TileSet
from rummistats.variants import Variant, find_variant

SABRA = find_variant("sabra").with_rules(players=2)
RIVER = find_variant("river").with_rules(players=2)
HELPERS = find_variant("machiavelli").with_rules(starting_table=4, players=2)
GARBAGE: tuple[Any, ...] = (None, "", "R5", 0.5, True, -1, 10**9, object(), (), [], Draw, JOKER)


class Equal(Draw):
    """An action that says that it is equal to whatever is legal."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class EqualTable(Table):
    """A table that says that it is the one that is asked for."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Table.__hash__


class EqualRun(Run):
    """A run that says that it is any other one."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Run.__hash__


def games() -> list[Variant]:
    return [*map(find_variant, PLAYED), HELPERS]


@lru_cache
def record_of(game: Variant) -> Record:
    return play(game, "greedy", seed=2)


def positions(game: Variant) -> list[State]:
    """The first position of each phase of a deal, and some later ones."""
    rules = find_game(game)
    found: dict[tuple[str, bool], State] = {}
    for turn in record_of(game).turns:
        state = turn.before
        for action in turn.actions:
            found.setdefault((state.phase, state.has_opened), state)
            state = rules.apply(state, action)
    return list(found.values())


def whole_actions(state: State) -> Iterator[Action]:
    """Yield one action of every class, all of whose parts are of their kind."""
    hand, tile = state.hand, next(iter(state.hand))
    lay = Lay(state.table, hand)
    yield from (Draw(), Pass(), Redeal(), Discard(tile), Show(tile), Offer(tile), lay)
    yield from (Take("pool"), Take("discards"), Take("face_up"), Pull(0, lay), Knock(lay, tile))
    yield from (Knock(lay), Fail("I give up"))


def garbage(state: State) -> Iterator[Any]:
    """Yield every action with every part replaced, also by parts of other games."""
    others = [Tile("R", 5), Tile("P", 15), Tile("H", 7), Tile("F", 0), JOKER]
    gin = find_variant("gin").parse("7H 8H 9H")
    mini = TileSet(colors=2, numbers=5).parse("R1 R2")
    tables = [
        Table(),
        Table((Run("R", (1, 2, 3)),) * 50),
        Table((Run("R", (1, 2, 9)), Group(3, ("R",)))),
        Table((Run("H", (1, 2, 3)),)),
        EqualTable((Run("R", (1, 2, 3)),)),
        Table((EqualRun("R", (1, 2, 3)),)),
    ]
    lays: list[Any] = [Lay(table, hand) for table in tables for hand in (state.hand, gin, mini)]
    for wrong in GARBAGE:
        lays += [Lay(wrong, state.hand), Lay(state.table, wrong), Lay(state.table, gin, wrong)]
    yield from (*GARBAGE, *others, *lays, Equal(), EqualTable())
    for action in whole_actions(state):
        for part in fields(action):
            for wrong in (*GARBAGE, *others, *tables, *lays, gin, mini, "pool", "nowhere", 1, 99):
                yield replace(action, **{part.name: wrong})


@pytest.mark.parametrize("game", games(), ids=repr)
def test_garbage_in_an_action_is_a_fault_that_can_be_told(game: Variant) -> None:
    rules = find_game(game)
    for state in positions(game):
        for action in garbage(state):
            fault = malformed(action) or rules.broken_rule(state, action)
            assert isinstance(fault, str)
            if not fault:
                # It happens to be right: then it can be done.
                rules.apply(state, action)


@pytest.mark.parametrize("game", games(), ids=repr)
def test_what_is_legal_and_told_otherwise_is_another_thing(game: Variant) -> None:
    """Nothing can be said of an action that no rule asks for: else a record could lie in it."""
    rules = find_game(game)
    changed = 0
    for turn in record_of(game).turns:
        state = turn.before
        for action in turn.actions:
            after = rules.apply(state, action)
            for other in told_otherwise(action):
                changed += 1
                fault = malformed(other) or rules.broken_rule(state, other)
                assert fault or rules.apply(state, other) != after, (action, other)
            state = after
    assert changed


def told_otherwise(action: Action) -> Iterator[Action]:
    """Yield the same action with one part of it told otherwise."""
    for part in fields(action):
        told = getattr(action, part.name)
        new: list[Any] = []
        if isinstance(told, int):
            new = [told - 1, told + 1, told + 40, -7]
        elif isinstance(told, Tile) or told is None:
            new = [Tile("R", 5), Tile("H", 7), JOKER, None]
        elif isinstance(told, str):
            new = ["pool", "discards", "face_up", "nowhere"]
        elif isinstance(told, Table):
            new = [Table(), Table(told.melds[1:]), told + Table((Run("R", (1, 2, 3)),))]
        elif isinstance(told, Lay):
            new = list(told_otherwise(told))
        yield from (replace(action, **{part.name: each}) for each in new if each != told)


@pytest.mark.parametrize("game", [SABRA, RIVER, HELPERS, find_variant("gin")], ids=repr)
def test_garbage_ends_in_a_failure_or_a_message_with_the_position(game: Variant) -> None:
    lay = Lay(Table(), game.table_set.hand())
    wrong: list[Any] = [None, Discard(None), Lay(None, None), Take(None), Equal(), Pull(None, None)]  # type: ignore[arg-type]
    wrong += [Pull("0", lay), Pull(None, lay), Pull(0, lay, None), Knock(None), Fail(None)]  # type: ignore[arg-type]
    for action in wrong:
        with pytest.raises(StrategyError, match=r"(?s)did '.*rack: "):
            play(game, lambda view, random, action=action: action, seed=1)  # type: ignore[misc]
    turn = iter(wrong * 100)

    def clumsy(view: Any, random: Any) -> Any:
        if random.random() < 0.2:
            return next(turn)
        return STRATEGIES["greedy"].choose(view, random)

    record = play(game, clumsy, seed=1, on_fault="penalty", seconds=None)
    assert any(isinstance(each, Fail) for turn in record.turns for each in turn.actions)
    assert read_records(record.to_json_lines()) == [record]


def test_what_is_only_made_like_an_action_is_none() -> None:
    with pytest.raises(StrategyError, match="is no action; it is of a class made of one"):
        play(SABRA, lambda view, random: Equal(), seed=1)
    assert all(not malformed(kind()) for kind in (Draw, Pass, Redeal))
    assert "Equal" in malformed(Equal())
    assert set(get_args(Action)) >= {Draw, Pull}


def pulls(record: Record) -> list[Pull]:
    return [each for turn in record.turns for each in turn.actions if isinstance(each, Pull)]


@pytest.mark.parametrize("game", [find_variant("river"), HELPERS], ids=repr)
def test_how_many_tiles_are_pulled_is_asked_everywhere(game: Variant) -> None:
    record = next(found for seed in range(9) if pulls(found := play(game, "optimal", seed=seed)))
    [first, *_] = pulls(record)
    text = record.to_json_lines()
    told = f'"pull": {first.place}, "taken": {first.taken}'
    assert told in text
    with pytest.raises(PlayError, match="not 40"):
        read_records(text.replace(told, f'"pull": {first.place}, "taken": 40'))

    def liar(view: Any, random: Any) -> Any:
        action = STRATEGIES["optimal"].choose(view, random)
        return replace(action, taken=-7) if isinstance(action, Pull) else action

    with pytest.raises(StrategyError, match="not -7"):
        play(game, liar, seed=record.seed)


def test_a_strategy_ends_no_program() -> None:
    def leaves(view: Any, random: Any) -> Any:
        sys.exit(3)

    def closes(view: Any, random: Any) -> Any:
        raise GeneratorExit

    for strategy, words in ((leaves, "leaves raised SystemExit: 3"), (closes, "GeneratorExit")):
        for seconds in (None, 60):
            with pytest.raises(StrategyError, match=rf"(?s){words}.*rack: "):
                play(SABRA, strategy, seed=1, seconds=seconds)


@pytest.mark.parametrize("seconds", [None, 60])
def test_but_whoever_stops_one_or_leaves_the_table_does(seconds: float | None) -> None:
    from rummistats.commands.person import Left

    for stop in (KeyboardInterrupt, Left):

        def stopping(view: Any, random: Any, stop: type[BaseException] = stop) -> Any:
            raise stop

        with pytest.raises(stop):
            play(SABRA, stopping, seed=1, seconds=seconds)


@pytest.mark.parametrize(("seconds", "words"), [(0.2, "0.2 seconds"), (1, "1 second")])
def test_who_is_late_did_not_answer(seconds: float, words: str) -> None:
    from threading import Event

    def hang(view: Any, random: Any) -> Any:
        Event().wait(30)

    with pytest.raises(StrategyError, match=f"hang did not answer: it took longer than {words}\n"):
        play(SABRA, hang, seed=1, seconds=seconds)
