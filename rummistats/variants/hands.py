"""Special hands: patterns that a whole concealed hand may form, as a table that can be loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Literal

from rummistats.variants.rules import plain_rule

__all__ = ["HAND_TABLES", "SpecialHand", "settle_hands"]

_PARTS = ("melds", "groups", "runs", "pairs")
_COLORS = ("any", "one", "different")


@dataclass(frozen=True, kw_only=True)
class SpecialHand:
    """A pattern of a whole hand: all its tiles are divided into parts of one kind.

    Parameters
    ----------
    id : str
        A short name, such as ``T1``.
    name : str
        The pattern in words.
    parts : {"melds", "groups", "runs", "pairs"}
        What the hand is divided into; a pair is two identical tiles.
    count : int, optional
        How many parts there are; any number unless given.
    numbers : tuple of int
        The numbers that occur; all are allowed unless given.
    colors : {"any", "one", "different"}
        Whether all real tiles have one color, or no two parts the same one.
    scores : tuple of int
        The score with 0, 1 and 2 jokers.
    historical_score : bool
        Whether the scores are those of the game's score sheet.

    Raises
    ------
    ValueError
        If a field has no such value.

    Examples
    --------
    >>> SpecialHand(id="T1", name="seven pairs", parts="pairs", count=7).scores
    (300, 250, 220)
    """

    id: str
    name: str
    parts: Literal["melds", "groups", "runs", "pairs"]
    count: int | None = None
    numbers: tuple[int, ...] = ()
    colors: Literal["any", "one", "different"] = "any"
    scores: tuple[int, int, int] = (300, 250, 220)
    historical_score: bool = False

    def __post_init__(self) -> None:
        for name in ("numbers", "scores"):
            plain = [plain_rule(each) for each in getattr(self, name)]
            object.__setattr__(self, name, tuple(plain))
        object.__setattr__(self, "count", plain_rule(self.count))
        whole = (*self.numbers, *self.scores, *([] if self.count is None else [self.count]))
        if (
            not isinstance(self.id, str)
            or not self.id
            or not isinstance(self.name, str)
            or self.parts not in _PARTS
            or self.colors not in _COLORS
            or len(self.scores) != 3
            or any(isinstance(n, bool) or not isinstance(n, int) or n < 0 for n in whole)
        ):
            raise ValueError(f"no special hand: {asdict(self)}")


_HIGH_RUNS = SpecialHand(
    id="H-A",
    name="three high runs",
    parts="runs",
    count=3,
    numbers=(10, 11, 12, 13, 1),
    colors="different",
)

HAND_TABLES: dict[str, tuple[SpecialHand, ...]] = {
    "attested": (_HIGH_RUNS,),
    "teaching": (
        SpecialHand(id="T1", name="seven pairs", parts="pairs", count=7),
        SpecialHand(id="T2", name="one color", parts="runs", colors="one"),
        SpecialHand(id="T3", name="only runs", parts="runs"),
        SpecialHand(id="T4", name="only groups", parts="groups"),
        SpecialHand(id="T5", name="even", parts="groups", numbers=(2, 4, 6, 8, 10, 12)),
        SpecialHand(id="T6", name="odd", parts="groups", numbers=(1, 3, 5, 7, 9, 11, 13)),
        SpecialHand(
            id="T7",
            name="three high runs",
            parts="runs",
            count=3,
            numbers=_HIGH_RUNS.numbers,
            colors="different",
        ),
    ),
}
"""The tables of ``rules/international.md``: the hand that is attested, and those for teaching."""


def settle_hands(value: object) -> object:
    """Return a table of special hands in its settled form: its name, or a tuple of hands.

    Parameters
    ----------
    value : str or sequence of SpecialHand or mapping
        The name of a table of ``HAND_TABLES``, or a table of your own: for each hand a
        `SpecialHand` or its fields by name. An empty table switches special hands off.

    Raises
    ------
    ValueError
        If it is no table.

    Examples
    --------
    >>> settle_hands([{"id": "E", "name": "eights", "parts": "groups", "numbers": [8]}])[0].numbers
    (8,)
    """
    if isinstance(value, str) and value in HAND_TABLES:
        return value
    if not isinstance(value, list | tuple):
        raise ValueError("no table")
    known = {field.name for field in fields(SpecialHand)}
    hands = []
    for hand in value:
        if isinstance(hand, Mapping) and set(hand) <= known:
            hand = SpecialHand(**hand)
        if not isinstance(hand, SpecialHand):
            raise ValueError(f"no special hand: {hand!r}")
        hands.append(hand)
    if len({hand.id for hand in hands}) < len(hands):
        raise ValueError("two hands have the same id")
    return tuple(hands)
