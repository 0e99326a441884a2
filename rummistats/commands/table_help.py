"""The commands at the table: those that a game has, and what each of them does there."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from rummistats.errors import near_names
from rummistats.play.games.finding import PLAYED
from rummistats.play.rearranging import rearranging
from rummistats.play.telling import in_game_words
from rummistats.variants import Variant

__all__ = ["ALL_COMMANDS", "commands_of", "example", "help_text", "near_commands"]

ALL_COMMANDS = (
    *("draw", "take", "pass", "lay", "add", "table", "done", "undo", "pull", "discard", "knock"),
    *("offer", "redeal", "best", "ok", "show", "help", "quit"),
)
"""The commands of all games, in the order in which they are told."""

WIDTH, COLUMN = 98, 26

# What people say for a command whose name isn't like that.
_SAYINGS = {
    "advice": "best",
    "hint": "best",
    "suggest": "best",
    "tip": "best",
    "buy": "take",
    "pick": "take",
    "skip": "pass",
    "refuse": "pass",
    "meld": "lay",
    "play": "lay",
    "rearrange": "table",
    "end": "done",
    "back": "undo",
    "drop": "discard",
    "put": "discard",
    "throw": "discard",
    "declare": "knock",
    "gin": "knock",
    "swap": "offer",
    "hand": "show",
    "rack": "show",
    "commands": "help",
    "leave": "quit",
}

_PASSES = {
    "sabra": "with an empty pool: lay nothing in this turn",
    "machiavelli": "with an empty pool, or after a draw: lay nothing in this turn",
    "stone_rummy": "lay nothing in this turn",
    "gin": "do not take the first face-up tile; after a knock: lay nothing",
    "okey": "with an empty pool: take no discard, which ends the deal",
    "okey_101": "put the discard back that you took; with an empty pool: end the deal",
    "romanian": "offer no doubla, or refuse one; with an empty pool: end the deal",
    "rummy_500": "with an empty pool: take no discard, which ends the deal",
    "shanghai": "do not buy the discard",
}

_KNOCKS = {
    "gin": {
        "knock {tile}": "put this tile face down and show the best melds of the others",
        "knock {tile} {{{group}}}": "show these melds",
        "knock": "show all tiles in melds",
    },
    "okey": {
        "knock {tile}": "declare: put this tile on the indicator and show the others in melds",
        "knock {tile} {{{group}}} …": "show these melds",
    },
    "international": {
        "knock {tile}": "show a Hand: all tiles but this one, which is discarded",
    },
}

_PULLED = {
    "sabra": "take this tile of the River, counted from the oldest,",
    "machiavelli": "take this one of the helper tiles",
    "romanian": "take this discard, counted from the oldest, with all newer ones",
    "rummy_500": "take this discard, counted from the oldest, with all newer ones",
}


def commands_of(variant: Variant) -> dict[str, dict[str, str]]:
    """Return the commands of a game: of each how it is typed, and what that does.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> print(*commands_of(find_variant("okey")))
    take pass discard knock best ok show help quit
    """
    game, rules = PLAYED[variant.game.name], dict(variant.table_rules)
    river = rules.get("draw_rule") == "draw_two_river"
    found: dict[str, dict[str, str]] = {}
    if game in ("sabra", "machiavelli"):
        found["draw"] = {"draw": _draws(rules, river)}
    else:
        found["take"] = _takes(game, rules)
    if game in _PASSES:
        found["pass"] = {"pass": _PASSES[game]}
    if game != "okey":
        found |= _laying(game, variant)
    if river or rules.get("starting_table") or game in ("romanian", "rummy_500"):
        found["pull"] = {
            "pull 2 {run}": f"{_PULLED[game]} and lay this meld with it",
            "pull 2 {{…}}": "lay it with the whole new table",
            "pull 2": "lay it with the best play",
        }
    if river:
        found["discard"] = {"discard {tile}": "put one of the two drawn tiles into the River"}
    elif "draw" not in found:
        found["discard"] = {"discard {tile}": "put this tile face up, which ends the turn"}
    if variant.game.name in _KNOCKS:
        found["knock"] = dict(_KNOCKS[variant.game.name])
        if rules.get("big_gin_bonus", 0) is None:
            del found["knock"]["knock"]
    if rules.get("doubla_exchange"):
        found["offer"] = {
            "offer {tile}": "offer two of this tile, a doubla, or swap them for those offered"
        }
    if rules.get("redeal_on_three_doublas"):
        found["redeal"] = {"redeal": "ask for a new deal, with three doublas"}
    found["best"] = {"best": "say what the strategy optimal would do now"}
    found["ok"] = {"ok": "do that"}
    found["show"] = {"show": "show the position again"}
    if rules.get("indicator_bonus"):
        found["show"]["show {tile}"] = "show the twin of the indicator to everybody"
    found["help"] = {"help": "this list", "help best": "only this command"}
    found["quit"] = {"quit": "leave the table"}
    return {name: found[name] for name in ALL_COMMANDS if name in found}


def help_text(variant: Variant, words: Sequence[str] = ()) -> str:
    """Return the commands of a game in the words of the game, or some of them.

    Parameters
    ----------
    variant : Variant
        The game.
    words : sequence of str, optional
        The only commands to tell of.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> print(help_text(find_variant("gin"), ["discard"]))
      discard 6H              put this card face up, which ends the turn
    >>> print(help_text(find_variant("sabra"), ["knock"]))
      there is no knock in Sabra Rummikub; help lists what there is
    """
    commands = commands_of(variant)
    lines = [
        line for word in words or commands for line in _entry(commands.get(word), word, variant)
    ]
    return "\n".join(lines)


def near_commands(word: str, variant: Variant) -> str:
    """Return which command of a game may be meant by another word, for the end of a message.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> near_commands("hint", find_variant("sabra"))
    '; did you mean best?'
    """
    commands = commands_of(variant)
    if (meant := _SAYINGS.get(word)) in commands:
        return f"; did you mean {meant}?"
    return near_names(word, list(commands))


def example(template: str, variant: Variant) -> str:
    """Return an example of how a command is typed, with tiles of the game.

    Parameters
    ----------
    template : str
        With ``{tile}``, ``{run}`` or ``{group}`` for these; other braces are doubled.
    variant : Variant
        The game.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> [example("table {{{run}}}", find_variant(name)) for name in ("sabra", "gin")]
    ['table {R3 R4 R5}', 'table {3H 4H 5H}']
    """
    return template.format(**(_CARDS if variant.game.cards else _TILES))


def _entry(ways: Mapping[str, str] | None, word: str, variant: Variant) -> list[str]:
    """Return the lines on a command."""
    if ways is None:
        if word in ALL_COMMANDS:
            return [f"  there is no {word} in {variant.game.title}; help lists what there is"]
        near = near_commands(word, variant) or "; help lists them"
        return [f"  there is no command '{word}'{near}"]
    lines = []
    for typed, meaning in ways.items():
        typed = example(typed, variant)
        text = in_game_words(meaning, variant)
        margin = " " * COLUMN
        if len(typed) + 3 > COLUMN:
            lines.append(f"  {typed}")
        else:
            margin = f"  {typed}".ljust(COLUMN)
        lines += textwrap.wrap(text, WIDTH, initial_indent=margin, subsequent_indent=" " * COLUMN)
    return lines


_TILES = {"run": "R3 R4 R5", "group": "B7 K7 Y7", "tile": "R6"}
_CARDS = {"run": "3H 4H 5H", "group": "7S 7D 7C", "tile": "6H"}


def _draws(rules: Mapping[str, object], river: bool) -> str:
    if river:
        return "take two tiles from the pool; one of them then goes into the River"
    if rules.get("must_draw_first"):
        return "take a tile from the pool, with which every turn begins"
    if rules.get("draw_until_playable"):
        return "take tiles from the pool until one can be laid, which ends the turn"
    return "take a tile from the pool, which ends the turn"


def _takes(game: str, rules: Mapping[str, object]) -> dict[str, str]:
    newest = "take the newest tile that lies face up"
    if game == "shanghai":
        newest += "; in the turn of another player: buy it"
    if game == "stone_rummy":
        newest = "take the tile that was put down last"
    found = {"take pool": "take a tile from the pool"}
    if rules.get("top_card_free", True):
        found["take discards"] = newest
    if game in ("american", "international") or rules.get("exposed_for_win"):
        found["take face_up"] = "take the tile beside the pool and win with it in this turn"
    return found


def _laying(game: str, variant: Variant) -> dict[str, dict[str, str]]:
    """Return the commands with which tiles are laid."""
    first = "after a knock: lay a meld" if game == "gin" else "lay a meld"
    rules, whole = rearranging(variant), "give the whole new table, each meld in braces"
    if rules.rearranges:
        whole = f"rearrange: {whole}"
    elif rules.joker_mode != "fixed":
        whole = f"exchange a joker: {whole}"
    found = {
        "lay": {
            "lay {run}": f"{first} from the rack",
            "lay {run} / {group}": "lay several melds at once",
        },
        "add": {"add {tile} to 2": "add tiles from the rack to the meld with this number"},
        "table": {"table {{{run}}} {{…}}": whole},
    }
    if game in LAID_AT_ONCE:
        when = "in the turn in which you open: " if game == "romanian" else ""
        found["done"] = {
            "done": f"{when}play what lay, add and table have put together; before that "
            "nothing is final"
        }
        found["undo"] = {"undo": "take all of that back"}
    return found


LAID_AT_ONCE = ("sabra", "machiavelli", "stone_rummy", "gin", "romanian")
"""The games in which all that is laid in a turn is one play; in Romanian tile rummy the opening."""
