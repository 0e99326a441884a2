"""What a person types at the table, read as an action of the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rummistats.commands.table_help import ALL_COMMANDS, commands_of, example, near_commands
from rummistats.errors import PlayError
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
    lay_of,
)
from rummistats.play.actions import choices_in_words
from rummistats.play.dead_wood import dead_wood
from rummistats.play.rearranging import rearranging
from rummistats.tiles import Tile
from rummistats.values import arranged, knock_limit

__all__ = ["read_action"]

_ADD = re.compile(r"(?P<tiles>.*\S)\s+to\s+(?P<meld>\d+)", re.IGNORECASE)


def read_action(line: str, view: View, so_far: Table | None = None) -> Action:
    """Return the action that a line asks for; whether it is legal the game says.

    Parameters
    ----------
    line : str
        The line.
    view : View
        What the player knows.
    so_far : Table, optional
        The table with what has been put together in this turn and is not played yet.

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
    rest, table = rest.strip(), view.table if so_far is None else so_far
    _check_command(word.lower(), view)
    match word.lower():
        case "draw" | "d":
            return _from_the_pool(view, Draw())
        case "pass":
            return Pass()
        case "take":
            words = _given(rest, "a place", "take pool", view).lower().split()
            place = "_".join(word for word in words if word not in ("from", "the"))
            return _from_the_pool(view, Take("pool")) if place == "pool" else Take(place)
        case "discard":
            return Discard(Tile.parse(_given(rest, "a tile", "discard {tile}", view)))
        case "show":
            return Show(Tile.parse(_given(rest, "a tile", "show {tile}", view)))
        case "knock":
            return _knock(rest, view)
        case "offer":
            return Offer(Tile.parse(_given(rest, "a tile of the doubla", "offer {tile}", view)))
        case "redeal":
            return Redeal()
        case "lay":
            return _lay(table + _melds(rest, view), view)
        case "table":
            return _lay(_braced(_given(rest, "melds", "table {{{run}}}", view), view), view)
        case "add":
            return _lay(_with_tiles(rest, table, view), view)
        case "pull":
            return _pull(rest, view)
    near = near_commands(word.lower(), view.variant) or "; help lists them"
    raise PlayError(f"there is no command '{word}'{near}")


def _check_command(word: str, view: View) -> None:
    """Check that a command of some game is one of this game.

    Raises
    ------
    PlayError
        If it is not.
    """
    # Wherever tiles are taken or drawn either word will do.
    if word in ALL_COMMANDS and word not in (*commands_of(view.variant), "take", "draw"):
        raise PlayError(
            f"there is no {word} in {view.variant.game.title}; what is possible now: "
            f"{choices_in_words(view.choices, view.may_lay)}"
        )


def _from_the_pool(view: View, usual: Action) -> Action:
    """Return what takes from the pool, which is chosen in some games and just done in others."""
    possible = [action for action in (Draw(), Take("pool")) if action in view.choices]
    return possible[0] if possible else usual


def _given(text: str, what: str, template: str, view: View) -> str:
    if not text:
        raise PlayError(f"name {what}, for example: {example(template, view.variant)}")
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
    text = _given(text, "the tiles of a meld", "lay {run}", view)
    if "{" in text:
        return _braced(text, view)
    return Table(tuple(_meld(part, view) for part in text.split("/")))


def _braced(text: str, view: View) -> Table:
    """Return melds that stand in braces, however many tiles they have together."""
    table = Table()
    for part in re.findall(r"[^{}]*\{[^{}]*\}|[^{}]+|[{}]", text):
        table = table + Table.parse(part, view.variant)
    return table


def _meld(text: str, view: View) -> Meld:
    verdict = judge(text.strip(), view.variant)
    if verdict.meld is None:
        raise PlayError(f"{text.strip()}: {verdict.reason}")
    return verdict.meld


def _with_tiles(text: str, table: Table, view: View) -> Table:
    """Return a table with tiles added to one of its melds."""
    told = _ADD.fullmatch(text)
    if told is None:
        raise PlayError(
            "name tiles and the number of a meld, for example: "
            f"{example('add {tile} to 2', view.variant)}"
        )
    melds, place = list(table.in_order), int(told["meld"])
    if not 1 <= place <= len(melds):
        count = len(melds)
        there = f"there are melds 1 to {count}" if count else "the table is empty"
        raise PlayError(f"no meld {place}; {there}")
    melds[place - 1] = _meld(f"{' '.join(map(str, melds[place - 1].tiles))} {told['tiles']}", view)
    return Table(tuple(melds))


def _lay(table: Table, view: View, pulled: Sequence[Tile] = ()) -> Lay:
    """Return the play that leads to a table, with all that can be claimed.

    Raises
    ------
    RummistatsError
        If no tiles from the rack, or of those pulled, can lead there.
    """
    before, after = Counter(view.table.tiles), Counter(table.tiles)
    rules = rearranging(view.variant)
    if missing := [
        str(tile)
        for tile in (before - after).elements()
        if not (rules.jokers_return if tile.is_joker else rules.tiles_return)
    ]:
        raise PlayError(f"{' '.join(missing)} lies on the table and is missing from the new one")
    new = after - before
    if missing := [*map(str, (new - Counter(view.hand) - Counter(pulled)).elements())]:
        raise PlayError(f"the rack does not have {', '.join(missing)}")
    table.hand(view.variant)
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
    table = _braced(rest, view) if "{" in rest else view.table + _melds(rest, view)
    pulled = _pulled(view, place)
    return Pull(place, _lay(table, view, pulled), len(pulled))


def _pulled(view: View, place: int) -> tuple[Tile, ...]:
    """Return what is taken with the face-up tile in this place, itself among them."""
    rules = dict(view.variant.table_rules)
    if "starting_table" in rules:
        # Helper cards are taken one by one.
        return view.discards[place : place + 1]
    if rules.get("river_pull") == "older_and_wanted":
        return view.discards[: place + 1]
    return view.discards[place:]
