"""A person at the table: what is shown and asked, and how the answers are read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rummistats.errors import PlayError, RummistatsError, near_names
from rummistats.melds import Meld, judge
from rummistats.play import (
    Action,
    Discard,
    Draw,
    Knock,
    Lay,
    Offer,
    Pass,
    Pull,
    Redeal,
    Show,
    Table,
    Take,
    View,
    draw_position,
    lay_of,
)
from rummistats.play.dead_wood import dead_wood
from rummistats.play.gains import Best
from rummistats.play.laying import best_lay
from rummistats.play.players.okey_101 import best_lay_101
from rummistats.play.rearranging import rearranging
from rummistats.play.strategies import find_strategy
from rummistats.play.telling import what_counts
from rummistats.tiles import Tile
from rummistats.values import arranged, knock_limit

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["HELP", "Left", "Person", "read_action"]

HELP = """\
  draw                    take from the pool; pass: go on without doing anything, where that is
                          possible
  take pool               where that can be chosen: take from the pool; take discards: what lies
                          face up
  lay R3 R4 R5            lay a meld from the rack; several: lay R3 R4 R5 / B7 K7 Y7
  add R6 to 2             add tiles from the rack to the meld with this number
  table {R3 R4} {…}       lay by giving the whole new table, each meld in braces
  pull 2 R3 R4 R5         take a face-up tile (counted from the oldest) and lay this meld with it;
                          pull 2 {…}: with the whole new table; pull 2: with the best play
  discard R5              put a tile face up
  knock KC                put a tile face down and show the melds; knock KC {5S 5H 5D}: these
                          melds; knock: with all tiles in melds
  offer R5                offer a doubla, or swap it for the one that is offered; redeal: ask for a
                          new deal
  best                    show the play that lays most tiles, or where none are laid before the
                          end what the strategy optimal does; ok: do it
  show                    show the position again; show R5: this tile to everybody
  help                    this list; help pull: only this command
  quit                    leave the table"""

_COMMANDS = (
    "draw",
    "take",
    "pass",
    "lay",
    "add",
    "table",
    "pull",
    "discard",
    "knock",
    "offer",
    "redeal",
    "best",
    "ok",
    "show",
    "help",
    "quit",
)
_ADD = re.compile(r"(?P<tiles>.*\S)\s+to\s+(?P<meld>\d+)", re.IGNORECASE)


class Left(BaseException):
    """The person has left the table; no fault of the game, so no `Exception`."""


class Person:
    """A strategy that asks somebody.

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

    def choose(self, view: View, random: Generator) -> Action:
        """Return what the person wants to do."""
        if view != self.shown:
            self.say("\n" + self._position(view))
            self.shown = view
        hint: Action | None = None
        while True:
            line = self.ask(f"seat {view.seat + 1}, {_wanted(view)}> ")
            if line is None:
                raise Left
            match line.lower().split():
                case []:
                    continue
                case ["quit" | "exit", *_]:
                    raise Left
                case ["help" | "?", *words]:
                    self.say(_help(words))
                case ["show"]:
                    self.say(self._position(view))
                case ["best", *_]:
                    hint = best_action(view) or _advice(view, random)
                    self.say(f"  {hint}; ok does it" if hint else "  nothing can be laid")
                case ["ok", *_] if hint is not None:
                    return hint
                case ["ok", *_]:
                    self.say("  ask for the best play first: best")
                case _:
                    try:
                        return read_action(line, view)
                    except RummistatsError as error:
                        self.say(f"  {error}")

    def _position(self, view: View) -> str:
        lines = [*what_counts(view), draw_position(view, names=self.names)]
        # What was pulled lies on the table already.
        if new := Counter(view.taken) & Counter(view.hand):
            lines.append(f"New on your rack in this turn: {' '.join(map(str, new.elements()))}")
        if len(view.table):
            lines.append("Melds by number:")
            lines += [f"  {place}: {meld}" for place, meld in enumerate(view.table.in_order, 1)]
        if " " in view.phase:
            # That is all that is said of it.
            lines.append(f"The other doubla: {view.phase.split()[1]}")
        return "\n".join(lines)


def best_action(view: View) -> Action | None:
    """Return the play that lays most tiles, a pull only if nothing else lays any.

    Of knocks it is the one with least dead wood, and after one what leaves least.
    """
    knocks = [choice for choice in view.choices if isinstance(choice, Knock)]
    if knocks:
        return min(knocks, key=lambda knock: _points_left(knock, view))
    pulls = [choice for choice in view.choices if isinstance(choice, Pull)]
    if not view.may_lay:
        return next(iter(view.pulls()), None) if pulls else None
    if view.ways:
        return best_lay_101(view)
    best: Best = "rack_points" if view.variant.game.name == "gin" else "tiles"
    return best_lay(view, best) or next(iter(view.pulls()), None)


def _advice(view: View, random: Generator) -> Action | None:
    """Return what the best named strategy does in a game that lays nothing before its end."""
    if view.may_lay or view.variant.game.name not in ("gin", "okey"):
        return None
    return find_strategy("optimal")[1].choose(view, random)


def _help(words: Sequence[str]) -> str:
    """Return the list of commands, or what it says of some."""
    # Lines that begin further in go on with what the one above says.
    entries = re.split(r"\n(?=  \S)", HELP)
    chosen = [entry for entry in entries if entry.split()[0] in words]
    return "\n".join(chosen) or HELP


def read_action(line: str, view: View) -> Action:
    """Return the action that a line asks for; whether it is legal the game says.

    Raises
    ------
    RummistatsError
        If it asks for none, or for melds that are none.

    Examples
    --------
    >>> from rummistats.play.games import find_game
    >>> from rummistats.play.state import view_of
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> from dataclasses import replace
    >>> sabra = find_variant("sabra")
    >>> start = find_game(sabra).begin(sabra, sabra.deal_table(seed=1), make_seed(1))
    >>> table = Table.parse("{R3 R4 R5} {B7 K7 Y7}", sabra)
    >>> view = view_of(replace(start, table=table, opened=(True,) * 4), may_lay=True)
    >>> str(read_action("draw", view))
    'draw'
    >>> read_action("add R9 to 2", view)
    Traceback (most recent call last):
        ...
    rummistats.errors.PlayError: R3 R4 R5 R9: 3, 4, 5, 9 are not consecutive
    """
    line = line.strip()
    if line.startswith("{"):
        line = f"table {line}"
    word, _, rest = line.partition(" ")
    rest = rest.strip()
    match word.lower():
        case "draw" | "d":
            return _from_the_pool(view)
        case "pass":
            return Pass()
        case "take":
            words = _given(rest, "a place", "take pool").lower().split()
            place = " ".join(word for word in words if word not in ("from", "the"))
            return _from_the_pool(view) if place == "pool" else Take(place)
        case "discard":
            return Discard(Tile.parse(_given(rest, "a tile", "discard R5")))
        case "show":
            return Show(Tile.parse(rest))
        case "knock":
            return _knock(rest, view)
        case "offer":
            return Offer(Tile.parse(_given(rest, "a tile of the doubla", "offer R5")))
        case "redeal":
            return Redeal()
        case "lay":
            return _lay(view.table + _melds(rest, view), view)
        case "table":
            return _lay(Table.parse(_given(rest, "melds", "table {R3 R4 R5}"), view.variant), view)
        case "add":
            return _lay(_with_tiles(rest, view), view)
        case "pull":
            return _pull(rest, view)
    raise PlayError(
        f"there is no command {word!r}{near_names(word.lower(), list(_COMMANDS))}; help lists them"
    )


def _from_the_pool(view: View) -> Action:
    """Return what takes from the pool, which is chosen in some games and just done in others."""
    pool = Take("pool")
    return pool if pool in view.choices and Draw() not in view.choices else Draw()


def _wanted(view: View) -> str:
    """Return what is to be decided, in a few words."""
    can = [_word(choice) for choice in view.choices if not isinstance(choice, Discard)]
    if view.may_lay:
        can = ["lay", *can]
    discards = [str(choice) for choice in view.choices if isinstance(choice, Discard)]
    if discards and (not view.may_lay or len(can) == 1):
        can += [discards[0], *["another tile"] * (len(discards) > 1)]
    return " or ".join(can)


def _word(choice: Action) -> str:
    """Return a choice as it may be typed."""
    if isinstance(choice, Pull):
        return f"pull {choice.place + 1}"
    if not isinstance(choice, Knock):
        return str(choice)
    return "knock" if choice.tile is None else f"knock {choice.tile}"


def _points_left(knock: Knock, view: View) -> int:
    """Return the dead wood after a knock."""
    gone = knock.lay.played
    if knock.tile is not None:
        gone = gone + gone.tile_set.hand([knock.tile])
    return sum(map(view.variant.rack_points_of, view.hand - gone))


def _given(text: str, what: str, example: str) -> str:
    if not text:
        raise PlayError(f"name {what}, for example: {example}")
    return text


def _knock(text: str, view: View) -> Knock:
    """Return a knock: a tile or none, and melds, or else the best of those that are possible."""
    word, brace, melds = text.partition("{")
    tile = Tile.parse(word.strip()) if word.strip() else None
    if brace:
        table = Table.parse(brace + melds, view.variant)
        return Knock(Lay(table, table.hand(view.variant)), tile)
    for choice in view.choices:
        if isinstance(choice, Knock) and choice.tile == tile:
            return choice
    what = "with all tiles in melds" if tile is None else f"with {tile}"
    raise PlayError(f"a knock {what} is not possible now{_why_no_knock(tile, view)}")


def _why_no_knock(tile: Tile | None, view: View) -> str:
    """Return what stands in the way of the best knock with a tile, as far as that can be said."""
    hand, variant = view.hand, view.variant
    if not any(isinstance(choice, Discard | Knock) for choice in view.choices):
        return ": it takes the place of the discard"
    if tile is not None and tile not in hand:
        return f": the rack does not have {tile}"
    rest = hand if tile is None else hand - hand.tile_set.hand([tile])
    if variant.game.name == "okey":
        left = len(rest) - arranged(rest, variant, "tiles")
        return f": {left} of the other tiles are in no meld" if tile is not None and left else ""
    if variant.game.name != "gin":
        return ""
    points = dead_wood(rest, variant)
    if tile is None:
        return f": {points} points are in no meld" if points else ""
    # With the other rule the limit follows a card that may be covered.
    limit = None if variant.rule("oklahoma") else knock_limit(variant)
    if limit is not None and points <= max(0, limit):
        return ""
    allowed = "" if limit is None else f", {max(0, limit)} are allowed"
    return f": that leaves {points} points of dead wood{allowed}"


def _melds(text: str, view: View) -> Table:
    """Return melds that are separated by a slash or stand in braces."""
    text = _given(text, "the tiles of a meld", "lay R3 R4 R5")
    if "{" in text:
        return Table.parse(text, view.variant)
    return Table(tuple(_meld(part, view) for part in text.split("/")))


def _meld(text: str, view: View) -> Meld:
    verdict = judge(text.strip(), view.variant)
    if verdict.meld is None:
        raise PlayError(f"{text.strip()}: {verdict.reason}")
    return verdict.meld


def _with_tiles(text: str, view: View) -> Table:
    """Return the table with tiles added to one of its melds."""
    told = _ADD.fullmatch(text)
    if told is None:
        raise PlayError("name tiles and the number of a meld, for example: add R6 to 2")
    melds, place = list(view.table.in_order), int(told["meld"])
    if not 1 <= place <= len(melds):
        count = len(melds)
        there = f"there are melds 1 to {count}" if count else "the table is empty"
        raise PlayError(f"no meld {place}; {there}")
    melds[place - 1] = _meld(f"{' '.join(map(str, melds[place - 1].tiles))} {told['tiles']}", view)
    return Table(tuple(melds))


def _lay(table: Table, view: View) -> Lay:
    """Return the play that leads to a table, with all that can be claimed.

    Raises
    ------
    RummistatsError
        If no tiles from the rack can lead there.
    """
    table.hand(view.variant)
    before, after = Counter(view.table.tiles), Counter(table.tiles)
    rules = rearranging(view.variant)
    if missing := [
        str(tile)
        for tile in (before - after).elements()
        if not (rules.jokers_return if tile.is_joker else rules.tiles_return)
    ]:
        raise PlayError(f"{' '.join(missing)} lies on the table and is missing from the new one")
    new = after - before
    if not new:
        raise PlayError("at least one tile must come from the rack")
    return lay_of(view, table, view.hand.tile_set.hand(new.elements()))


def _pull(text: str, view: View) -> Pull:
    number, _, rest = text.partition(" ")
    if not number.isdecimal() or not 1 <= int(number) <= len(view.discards):
        count = len(view.discards)
        there = f"tiles 1 to {count}, the oldest first" if count else "none"
        raise PlayError(f"name the place of a face-up tile, for example: pull 1; there are {there}")
    place, rest = int(number) - 1, rest.strip()
    if not rest:
        found = next((pull for pull in view.pulls() if pull.place == place), None)
        if found is None:
            raise PlayError(f"nothing can be laid with {view.discards[place]}")
        return found
    newer = dict(view.variant.table_rules).get("river_pull") != "older_and_wanted"
    taken = len(view.discards) - place if newer else place + 1
    table = Table.parse(rest, view.variant) if "{" in rest else view.table + _melds(rest, view)
    return Pull(place, _lay(table, view), taken)
