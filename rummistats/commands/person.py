"""A person at the table: what is shown and asked, and what becomes of the answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rummistats.commands.table_help import LAID_AT_ONCE, help_text
from rummistats.commands.typed import read_action
from rummistats.errors import RummistatsError
from rummistats.play import Action, Discard, Lay, Table, Take, View, draw_position
from rummistats.play.actions import choices_in_words
from rummistats.play.drawing import numbered_melds
from rummistats.play.games.finding import PLAYED
from rummistats.play.strategies import find_strategy
from rummistats.play.telling import in_game_words, what_counts

if TYPE_CHECKING:
    from numpy.random import Generator

    from rummistats.tiles import Hand

__all__ = ["Left", "Person", "read_action"]


class Left(BaseException):
    """The person has left the table; no fault of the game, so no `Exception`."""


class Person:
    """A strategy that asks somebody.

    Where all that is laid in a turn is one play, it is put together line by line, and played when
    the person says so.

    Parameters
    ----------
    ask : callable
        Is given what to ask and returns a line, or None at the end of the input.
    say : callable
        Is given what to tell.
    names : sequence of str
        Of the players, by seat.
    """

    def __init__(
        self, ask: Callable[[str], str | None], say: Callable[[str], None], names: Sequence[str]
    ) -> None:
        self.ask, self.say, self.names = ask, say, names
        self.shown: View | None = None
        self.so_far: Lay | None = None
        self.next_line = ""
        self.typed, self.done = "", ""

    def choose(self, view: View, random: Generator) -> Action:
        """Return what the person wants to do."""
        line, self.next_line = self.next_line, ""
        if view == self.shown:
            # What was done last was refused, and so nothing comes after it.
            line = ""
        else:
            self.so_far = None
            if not line or self.shown is None or self.shown.turn != view.turn:
                line = ""
                self._tell(f"\n{self._position(view)}", view)
            self.shown = view
        hint: Action | None = None
        action: Action | None = None
        while action is None:
            line = line or self._asked(view)
            self.typed = line
            match line.lower().split():
                case []:
                    pass
                case ["quit" | "exit", *_]:
                    raise Left
                case ["help" | "?", *words]:
                    self.say(help_text(view.variant, words))
                case ["show"]:
                    self._tell(self._position(view), view)
                case ["best", *_]:
                    hint = find_strategy("optimal")[1].choose(view, random)
                    what = choices_in_words([hint]) if isinstance(hint, Take) else str(hint)
                    self._tell(f"  {what}; ok does it", view)
                case ["ok", *_] if hint is None:
                    self.say("  ask for the best play first: best")
                case ["ok", *_]:
                    action, self.so_far = hint, None
                case ["done" | "undo"] if self.so_far is None and _in_one_play(view):
                    self.say("  nothing is put together; lay, add or table does that")
                case ["undo"] if self.so_far is not None:
                    self.so_far = None
                    self._tell("  nothing is laid", view)
                case ["done"] if self.so_far is not None:
                    action = self.so_far
                case _:
                    action = self._read(line, view)
            line = ""
        self.done = str(action)
        return action

    def explain(self, fault: str) -> None:
        """Tell why what was done last is not possible, in the words in which it was typed."""
        assert self.shown is not None
        self._tell("  " + fault.replace(f"'{self.done}'", f"'{self.typed}'"), self.shown)
        if self.so_far is not None:
            self.say("  go on with it, or take it back: undo")

    def _asked(self, view: View) -> str:
        """Return the line that the person types.

        Raises
        ------
        Left
            At the end of the input.
        """
        can = choices_in_words(view.choices, view.may_lay)
        if self.so_far is not None:
            can = "lay more or done or undo"
        line = self.ask(in_game_words(f"seat {view.seat + 1}, {can}> ", view.variant))
        if line is None:
            raise Left
        return line.strip()

    def _read(self, line: str, view: View) -> Action | None:
        """Return what a line asks for; None if that can't be read or is only put together."""
        table = None if self.so_far is None else self.so_far.table
        try:
            action = read_action(line, view, table)
        except RummistatsError as error:
            self._tell(f"  {error}", view)
            return None
        if isinstance(action, Lay) and _is_one_play(view):
            self.so_far = action
            self._tell(self._put_together(action, view), view)
            return None
        if self.so_far is None:
            return action
        if isinstance(action, Discard) and view.variant.game.discards:
            # It ends the turn, so that nothing more is to be laid before.
            if action.tile in self._left(self.so_far, view):
                self.next_line = line
                return self.so_far
            self._tell(f"  {action.tile} is not left on the rack", view)
            return None
        self.say("  first play what you have put together, done, or take it back, undo")
        return None

    def _left(self, lay: Lay, view: View) -> Hand:
        """Return what a play leaves on the rack, with what it takes from the table."""
        left = Counter(view.hand) + Counter(view.table.tiles) - Counter(lay.table.tiles)
        return view.hand.tile_set.hand(left.elements())

    def _put_together(self, lay: Lay, view: View) -> str:
        """Return what is laid so far, and what is left to lay."""
        lines = [
            f"  so far, and not played yet: {lay.played}",
            *self._melds(view, lay.table),
            f"Left on your rack: {self._left(lay, view) or 'nothing'}",
        ]
        return "\n".join(lines)

    def _position(self, view: View) -> str:
        lines = [*what_counts(view), draw_position(view, names=self.names)]
        # What was pulled lies on the table already.
        if new := Counter(view.taken) & Counter(view.hand):
            lines.append(f"New on your rack in this turn: {' '.join(map(str, new.elements()))}")
        if len(view.table):
            lines += self._melds(view, view.table)
        if " " in view.phase:
            # That is all that is said of it.
            lines.append(f"The other doubla: {view.phase.split()[1]}")
        if self.so_far is not None and view == self.shown:
            lines.append(self._put_together(self.so_far, view))
        return "\n".join(lines)

    def _melds(self, view: View, table: Table) -> list[str]:
        numbered = numbered_melds(view, table, self.names)
        return ["Melds by number:", *(f"  {line}" for line in numbered)]

    def _tell(self, text: str, view: View) -> None:
        """Say something in the words of the game."""
        self.say(in_game_words(text, view.variant))


def _in_one_play(view: View) -> bool:
    """Return whether all that is laid in a turn of this game is one play, or may be."""
    return PLAYED[view.variant.game.name] in LAID_AT_ONCE


def _is_one_play(view: View) -> bool:
    """Return whether all that is laid now is one play."""
    must_lay = not view.may_lay and any(isinstance(choice, Lay) for choice in view.choices)
    if not _in_one_play(view) or not (view.may_lay or must_lay):
        return False
    # In Romanian tile rummy that is so in the turn of the opening, and for a win at once.
    return view.variant.game.name != "romanian" or not view.has_opened or must_lay
