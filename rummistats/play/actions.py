"""What a player can do in a turn: plain values, each with a text that can be read back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import get_args

from rummistats.errors import shown
from rummistats.melds import Group, Pair, Run
from rummistats.play.table import Table
from rummistats.tiles import Hand, Tile
from rummistats.whole import as_whole

__all__ = [
    "LATE",
    "Action",
    "Discard",
    "Draw",
    "Fail",
    "Knock",
    "Lay",
    "Offer",
    "Pass",
    "Pull",
    "Redeal",
    "Show",
    "Take",
    "choices_in_words",
    "malformed",
    "out_of_phase",
]

LATE = "it took longer than"
"""How the reason of a `Fail` begins if the time was over."""


@dataclass(frozen=True)
class Draw:
    """Take from the pool what the game says, one tile or two.

    Examples
    --------
    >>> str(Draw())
    'draw'
    """

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True)
class Take:
    """Take one tile from a place that can be chosen.

    Parameters
    ----------
    place : {"pool", "discards", "face_up"}
        From where: the next tile of the pool, the newest discard, or the tile that lies face up
        beside the pool for somebody who wins with it.

    Examples
    --------
    >>> str(Take("discards"))
    'take from the discards'
    """

    place: str

    def __str__(self) -> str:
        return f"take from the {self.place}"


@dataclass(frozen=True)
class Pass:
    """Do nothing where something could be done, and go on.

    Examples
    --------
    >>> str(Pass())
    'pass'
    """

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Discard:
    """Put a tile from the rack face up.

    Parameters
    ----------
    tile : Tile
        The tile.

    Examples
    --------
    >>> str(Discard(Tile("R", 5)))
    'discard R5'
    """

    tile: Tile

    def __str__(self) -> str:
        return f"discard {self.tile}"


@dataclass(frozen=True)
class Lay:
    """Lay tiles and rearrange the table.

    Parameters
    ----------
    table : Table
        The whole table at the end.
    played : Hand
        The rack tiles among it.
    claims : Table
        The melds of it that the player owns from now on, where melds can be claimed: what was
        owned before and isn't among them is given up. See `rummistats.play.lay_of`.

    Examples
    --------
    >>> from rummistats.play import solve_table
    >>> from rummistats.variants import find_variant
    >>> play = solve_table("{R3 R4 R5}", "R6 B3 K3", find_variant("sabra"))
    >>> print(Lay(play.table, play.played))
    lay R6 B3 K3: {R3 B3 K3} {R4 R5 R6}
    """

    table: Table
    played: Hand
    claims: Table = field(default_factory=Table)

    def __str__(self) -> str:
        claimed = f"; own {self.claims}" if self.claims else ""
        return f"lay {self.played or 'nothing'}: {self.table}{claimed}"


@dataclass(frozen=True)
class Pull:
    """Pull a tile out of the River and lay it at once, others coming to the rack.

    Parameters
    ----------
    place : int
        Of the wanted tile, 0 for the oldest.
    lay : Lay
        What is laid, the Key among it.
    taken : int
        How many tiles are taken, the Key among them.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> river = find_variant("river")
    >>> table = Table.parse("{R3 R4 R5}", river)
    >>> print(Pull(1, Lay(table, river.table_set.parse("R3 R4 R5")), taken=2))
    pull 2, lay R3 R4 R5: {R3 R4 R5}
    """

    place: int
    lay: Lay
    taken: int = 1

    def __post_init__(self) -> None:
        for name in ("place", "taken"):
            # What is none is a fault, which is told where the action is judged.
            if (whole := as_whole(getattr(self, name))) is not None:
                object.__setattr__(self, name, whole)

    def __str__(self) -> str:
        return f"pull {self.place + 1}, {self.lay}"


@dataclass(frozen=True)
class Knock:
    """Show the rack: lay its melds, and put one tile face down.

    Parameters
    ----------
    lay : Lay
        The melds, all of them from the rack.
    tile : Tile, optional
        What is put face down; None if every tile is in a meld.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> gin = find_variant("gin")
    >>> print(Knock(Lay(Table.parse("{5S 5H 5D}", gin), gin.parse("5S 5H 5D")), Tile("C", 13)))
    knock with KC: {5S 5H 5D}
    """

    lay: Lay
    tile: Tile | None = None

    def __str__(self) -> str:
        tile = "" if self.tile is None else f" with {self.tile}"
        return f"knock{tile}: {self.lay.table or 'no meld'}"


@dataclass(frozen=True)
class Show:
    """Show a tile of the rack to everybody, where that scores; it stays there.

    Parameters
    ----------
    tile : Tile
        The tile.

    Examples
    --------
    >>> str(Show(Tile("R", 5)))
    'show R5'
    """

    tile: Tile

    def __str__(self) -> str:
        return f"show {self.tile}"


@dataclass(frozen=True)
class Offer:
    """Offer two equal tiles to another player, face down, for two others: a doubla.

    Parameters
    ----------
    tile : Tile
        One of them.

    Examples
    --------
    >>> str(Offer(Tile("R", 5)))
    'offer R5'
    """

    tile: Tile

    def __str__(self) -> str:
        return f"offer {self.tile}"


@dataclass(frozen=True)
class Redeal:
    """Ask for a new deal, where the hand allows that.

    Examples
    --------
    >>> str(Redeal())
    'redeal'
    """

    def __str__(self) -> str:
        return "redeal"


@dataclass(frozen=True)
class Fail:
    """A play that had to be taken back, or time that ran out.

    Parameters
    ----------
    reason : str
        The rule that was broken, or how long was waited.
    late : bool
        Whether the time was over.

    Examples
    --------
    >>> str(Fail("the rack does not have R5"))
    'fail: the rack does not have R5'
    """

    reason: str
    late: bool = False

    def __str__(self) -> str:
        return f"fail: {self.reason}"


Action = Draw | Take | Pass | Discard | Lay | Pull | Knock | Show | Offer | Redeal | Fail

_ACTIONS = frozenset(get_args(Action))
_WHOLE = frozenset({int}), "a whole number"
_TEXT = frozenset({str}), "a text"
_TRUTH = frozenset({bool}), "True or False"
_TILE = frozenset({Tile}), "a Tile"
_TABLE = frozenset({Table}), "a Table"
_LAY = frozenset({Lay}), "a Lay"
_PARTS: dict[type, dict[str, tuple[frozenset[type], str]]] = {
    Take: {"place": _TEXT},
    Discard: {"tile": _TILE},
    Show: {"tile": _TILE},
    Offer: {"tile": _TILE},
    Lay: {"table": _TABLE, "played": (frozenset({Hand}), "a Hand"), "claims": _TABLE},
    Pull: {"place": _WHOLE, "lay": _LAY, "taken": _WHOLE},
    Knock: {"lay": _LAY, "tile": (frozenset({Tile, type(None)}), "a Tile or None")},
    Fail: {"reason": _TEXT, "late": _TRUTH},
}
_MELDS = frozenset({Group, Run, Pair})


def malformed(action: object) -> str:
    """Return what an action, or a part of it, is none of; nothing if all is of its kind.

    Kinds are exact. What is only made like an action, a hand or a table may call itself equal to
    anything, and so legal.

    Examples
    --------
    >>> malformed(Draw())
    ''
    >>> malformed(Discard(None))
    'tile=None: in a Discard that is a Tile'
    >>> malformed("draw")
    "'draw' is no action"
    """
    if type(action) not in _ACTIONS:
        alike = isinstance(action, tuple(_ACTIONS))
        more = "; it is of a class made of one, and must be of the class itself" if alike else ""
        return f"{shown(action)} is no action{more}"
    for name, (kinds, what) in _PARTS.get(type(action), {}).items():
        part = getattr(action, name)
        if type(part) not in kinds:
            return f"{name}={shown(part)}: in a {type(action).__name__} that is {what}"
        if isinstance(part, Lay) and (fault := malformed(part)):
            return fault
        if isinstance(part, Table):
            for meld in part.melds:
                if type(meld) not in _MELDS:
                    return f"{shown(meld)}: on a table lie Groups, Runs and Pairs"
    return ""


def choices_in_words(choices: Sequence[Action], may_lay: bool = False) -> str:
    """Return in a few words what may be done, each as it may be typed; of the discards one.

    Parameters
    ----------
    choices : sequence of Action
        The actions that are legal, those apart that lay tiles.
    may_lay : bool
        Whether tiles may be laid as well.

    Examples
    --------
    >>> choices_in_words([Take("pool"), Take("discards")])
    'take pool or take discards'
    >>> choices_in_words([Discard(Tile("R", 5)), Discard(Tile("B", 1))], may_lay=True)
    'lay or discard R5 or another tile'
    """
    can = ["lay"] if may_lay else []
    can += [_typed(choice) for choice in choices if not isinstance(choice, Discard)]
    discards = [str(choice) for choice in choices if isinstance(choice, Discard)]
    can += [*discards[:1], *["another tile"] * (len(discards) > 1)]
    return " or ".join(can)


def out_of_phase(action: Action, choices: Sequence[Action], may_lay: bool = False) -> str:
    """Return in words that an action does not belong to a phase, and what does.

    Examples
    --------
    >>> out_of_phase(Pass(), [Draw()], may_lay=True)
    "'pass' is no action of this phase; what is: lay or draw"
    """
    what = choices_in_words(choices, may_lay)
    return f"'{action}' is no action of this phase; what is: {what}"


def _typed(choice: Action) -> str:
    """Return a choice as it may be typed."""
    if isinstance(choice, Take):
        return f"take {choice.place}"
    if isinstance(choice, Pull):
        return f"pull {choice.place + 1}"
    if isinstance(choice, Lay):
        return f"table {choice.table}"
    if isinstance(choice, Knock):
        return "knock" if choice.tile is None else f"knock {choice.tile}"
    return str(choice)
