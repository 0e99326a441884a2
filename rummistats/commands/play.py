"""``rummistats play``: a deal turn by turn, and a person may sit in one seat."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from io import StringIO
from itertools import groupby
from typing import Any, TextIO

from rummistats.commands.options import chosen_variant
from rummistats.commands.output import emit
from rummistats.commands.person import Left, Person
from rummistats.commands.table_help import help_text
from rummistats.errors import PlayError, StrategyError
from rummistats.play import Record, Turn, play
from rummistats.play.drawing import draw_table
from rummistats.play.ending import ending_in_words
from rummistats.play.many import around_table
from rummistats.play.telling import Move, dealt_anew, in_game_words, known_to_all, moves_of
from rummistats.progress import said_if_compiling
from rummistats.report.terminal import make_console
from rummistats.seeds import make_seed
from rummistats.variants import Variant

__all__ = ["run"]

_YOU = "you"


def run(options: argparse.Namespace) -> int:
    """Play a deal and show it."""
    variant = chosen_variant(options)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    make_seed(seed)
    if options.seat is not None:
        return _with_person(variant, seed, options)
    strategies = around_table(options.strategy or ["optimal"], variant.players)
    with said_if_compiling():
        record = play(variant, strategies, seed, round=_round(options))
    emit(_text(record, options.format), options.output)
    return 0


def _with_person(variant: Variant, seed: int, options: argparse.Namespace) -> int:
    if not 1 <= options.seat <= variant.players:
        raise PlayError(f"--seat {options.seat}: there are seats 1 to {variant.players}")
    own = options.seat - 1
    # The record may be wanted on the screen, or by another program.
    to_screen = options.output is None and options.format == "text"
    screen = sys.stdout if to_screen else sys.stderr
    others = around_table(options.strategy or ["optimal"], variant.players - 1)
    names: list[Any] = [*others[:own], _YOU, *others[own:]]

    def say(text: str) -> None:
        print(text, file=screen, flush=True)

    def ask(question: str) -> str | None:
        print(question, end="", file=screen, flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line.endswith("\n"):
            print(file=screen)
        return line or None

    def explain(seat: int, fault: str) -> None:
        if seat != own:
            raise StrategyError(f"the strategy {names[seat]} did something illegal: {fault}")
        person.explain(fault)

    def watch(turn: Turn) -> None:
        say(_turn_words(turn, names[turn.seat], seen_by=own))

    person = Person(ask, say, names)
    you = f"{variant.game.title}, seed {seed}; you are seat {options.seat}"
    say(f"{you}. Commands:\n{help_text(variant)}")
    seats = [*others[:own], person, *others[own:]]
    try:
        record = play(
            variant,
            seats,
            seed,
            round=_round(options),
            on_fault=explain,
            seconds=None,
            watch=watch,
        )
    except Left:
        say("You have left the table; the deal is not finished.")
        return 0
    if to_screen:
        say(f"\n{ending_in_words(record, names)}")
    else:
        emit(_text(record, options.format), options.output)
    return 0


def _round(options: argparse.Namespace) -> int:
    return 1 if options.round is None else int(options.round)


def _text(record: Record, kind: str) -> str:
    if kind == "jsonl":
        return record.to_json_lines()
    paper = StringIO()
    _show(record, paper, sys.stdout)
    return paper.getvalue()


def _show(record: Record, paper: TextIO, like: TextIO | None) -> None:
    """Print a deal: the racks, all turns, the end."""
    console = make_console(paper, like=like)
    console.print(f"{record.variant.game.title}, seed {record.seed}", style="bold")
    names = record.strategies
    start = record.turns[0].before
    for fact in known_to_all(start, record.deal.round):
        console.print(fact, soft_wrap=True, markup=False)
    # As they are played, and with the tile that the starter has more in some games.
    for seat, hand in enumerate(start.hands):
        starts = ", starts" if seat == record.deal.starter else ""
        console.print(f"Seat {seat + 1} ({names[seat]}{starts}): {hand}", soft_wrap=True)
    console.print()
    for turn in record.turns:
        console.print(_turn_words(turn, names[turn.seat]), soft_wrap=True, markup=False)
    console.print(f"\n{ending_in_words(record, names)}", soft_wrap=True, style="bold")


def _turn_words(turn: Turn, name: str, seen_by: int | None = None) -> str:
    """Return a turn in words, and if tiles were laid the table.

    Parameters
    ----------
    turn : Turn
        The turn.
    name : str
        Of the player.
    seen_by : int, optional
        The seat for which it is told: what others draw is not said.
    """
    moves = moves_of(turn)
    done = _done([move for move in moves if move.seat == turn.seat], turn, seen_by)
    # Whoever shows the rack has opened nothing.
    opens = turn.opened and not turn.before.opened[turn.seat]
    opens = opens and turn.before.variant.game.name not in ("gin", "okey")
    words = f"{', '.join(done) or 'passes'}{' and so opens' * opens}; {len(turn.hand)} left"
    line = f"{turn.after.turn:>3}. Seat {turn.seat + 1} ({name}) {words}"
    others = (move for move in moves if move.seat != turn.seat)
    for seat, same in groupby(others, key=lambda move: move.seat):
        line += f"; before that seat {seat + 1} {', '.join(_done(list(same), turn, seen_by))}"
    lines = [line, *(f"     {told}" for told in dealt_anew(turn, seen_by))]
    if turn.played:
        lines += [f"     {row}" for row in draw_table(turn.after, 72).splitlines()]
    return in_game_words("\n".join(lines), turn.before.variant)


def _done(moves: Sequence[Move], turn: Turn, seen_by: int | None) -> list[str]:
    """Return what a player has done, one after the other."""
    done: list[str] = []
    # Several plays in a row are told as one.
    for (kind, place), same in groupby(moves, key=lambda move: (move.kind, move.place)):
        some = list(same)
        tiles = " ".join(str(tile) for move in some for tile in move.tiles)
        hidden = seen_by not in (None, some[0].seat)
        match kind, place:
            case "draws", _:
                done.append("draws" if hidden else f"draws {tiles}")
            case "takes", _:
                bought = some[0].seat in turn.buyers
                done.append(f"buys {tiles}" if bought else f"takes {tiles} face up")
            case "pulls", _:
                done.append(f"pulls {tiles} from the face-up tiles")
            case "gets", "pile":
                done[-1] += f" and with it takes {tiles}"
            case "gets", "table":
                done.append(f"takes {tiles} from the table")
            case "gets", _:
                done[-1] += " for two others" if hidden else f" for {tiles}"
            case "gives", _:
                swaps = any(move.place == "player" for move in moves)
                what = "two equal tiles" if hidden and swaps else tiles
                done.append(f"swaps {what}" if swaps else f"puts {tiles} back")
            case "knocks", _:
                done.append(f"knocks with {tiles}" if tiles else "knocks with all tiles in melds")
                if turn.before.variant.game.name == "okey":
                    done[-1] = f"declares with {tiles} on the indicator"
            case "fails", _:
                done += [f"fails ({move.reason})" for move in some]
            case "redeals", _:
                done.append("asks for a new deal")
            case _:
                done.append(f"{kind} {tiles}")
    return done
