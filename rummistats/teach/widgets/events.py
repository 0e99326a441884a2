"""Events, which are true of a hand or not; and all hands of a mini game with what is true."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rummistats.errors import MeasureError, RummistatsError, shown
from rummistats.exact import HandList, enumerate_hands
from rummistats.measures import Measure, make_measure
from rummistats.show.frame import readable
from rummistats.tiles import Hand
from rummistats.variants import Variant

__all__ = ["Event", "ListedHands", "list_hands", "make_event", "make_events"]

LISTED = 20_000
"""So many different hands are listed, each measured one by one: it takes a second or two."""

Asked = str | Measure | Callable[[Hand], object]

_COMPARED = re.compile(r"(?P<measure>.+?)\s*(?P<sign>>=|==|<=)\s*(?P<number>\d+)\s*$")


@dataclass(frozen=True)
class Event:
    """What is true of a hand, or not.

    Parameters
    ----------
    name : str
        What it is called.
    asked : Measure or callable
        What is measured.
    sign : {">=", "==", "<="}
        How the measure is compared.
    number : int
        With what.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> joker = make_event("count(joker=True) >= 1")
    >>> joker(sabra.parse("R1 J"), sabra), joker(sabra.parse("R1 R2"), sabra)
    (True, False)
    """

    name: str
    asked: Measure | Callable[[Hand], object]
    sign: str = ">="
    number: int = 1

    def __call__(self, hand: Hand, variant: Variant) -> bool:
        """Return whether it is true of a hand."""
        if isinstance(self.asked, Measure):
            return self.holds(self.asked(hand, variant))
        try:
            return bool(self.asked(hand))
        except RummistatsError:
            raise
        except Exception as error:
            raise MeasureError(f"{self.name} failed for the hand '{hand}': {error!r}") from error

    def holds(self, value: int) -> bool:
        """Return whether it is true of a hand in which the measure has this value."""
        if self.sign == ">=":
            return value >= self.number
        return value <= self.number if self.sign == "<=" else value == self.number


def make_event(asked: Asked, name: str | None = None) -> Event:
    """Return an event.

    Parameters
    ----------
    asked : str, Measure or callable
        A measure such as ``has_run``, one compared with a number such as ``melds >= 2``, or a
        function of a hand. Of a measure that counts, "at least 1" is the event.
    name : str, optional
        What it is called; made from what is asked unless given.

    Raises
    ------
    MeasureError
        If there is no such measure.

    Examples
    --------
    >>> make_event("has_run(length=4)").name, make_event("melds >= 2").name
    ('has run (length 4)', 'melds at least 2')
    """
    if callable(asked) and not isinstance(asked, Measure):
        return Event(name or getattr(asked, "__name__", "event").replace("_", " "), asked)
    compared = _COMPARED.fullmatch(asked.strip()) if isinstance(asked, str) else None
    measure = make_measure(compared["measure"] if compared else asked)
    sign, number = (compared["sign"], int(compared["number"])) if compared else (">=", 1)
    called = readable(measure.text)
    if compared or not measure.kind.is_event:
        signs = {">=": "at least", "==": "exactly", "<=": "at most"}
        called = f"{called} {signs[sign]} {number}"
    return Event(name or called, measure, sign, number)


def make_events(asked: Mapping[str, Asked] | Sequence[Asked | Event]) -> tuple[Event, ...]:
    """Return several events, from a mapping of names or from a list.

    Raises
    ------
    MeasureError
        If one is none, or two have the same name.

    Examples
    --------
    >>> [event.name for event in make_events({"a joker": "count(joker=True)"})]
    ['a joker']
    """
    if isinstance(asked, Mapping):
        events = tuple(make_event(each, str(name)) for name, each in asked.items())
    elif isinstance(asked, str | Measure) or not isinstance(asked, Sequence):
        raise MeasureError(f'events={shown(asked)}: give a list such as ["has_group", "has_run"]')
    else:
        events = tuple(each if isinstance(each, Event) else make_event(each) for each in asked)
    names = [event.name for event in events]
    if len(set(names)) < len(names):
        raise MeasureError(f"two events have the same name: {', '.join(names)}")
    return events


@dataclass(frozen=True)
class ListedHands:
    """All hands of a mini game, each with its weight and with what is true of it.

    Parameters
    ----------
    hands : HandList
        The hands.
    events : tuple of Event
        The events.
    """

    hands: HandList
    events: tuple[Event, ...]

    @cached_property
    def rows(self) -> tuple[tuple[Hand, int, tuple[bool, ...]], ...]:
        """Every hand, in how many ways it is dealt, and which of the events are true of it."""
        variant = self.hands.variant
        return tuple(
            (hand, weight, tuple(event(hand, variant) for event in self.events))
            for hand, weight in self.hands
        )

    @property
    def total(self) -> int:
        """In how many equally likely ways a hand is dealt."""
        return self.hands.total

    def weight(self, belongs: Callable[[tuple[bool, ...]], bool]) -> int:
        """Return in how many ways a hand is dealt of which so much is true."""
        return sum(weight for _, weight, truths in self.rows if belongs(truths))


def list_hands(
    variant: Variant | str, events: Sequence[Event], hand_size: int | None = None
) -> ListedHands:
    """Return all hands of a mini game with what is true of each.

    Raises
    ------
    TileError
        If there are too many hands to list them, or so many tiles can't be dealt.

    Examples
    --------
    >>> listed = list_hands(Variant.mini(), make_events(["has_group", "has_run"]))
    >>> listed.weight(any), listed.weight(all), listed.total
    (503, 84, 1820)
    """
    return ListedHands(enumerate_hands(variant, hand_size, limit=LISTED), tuple(events))
