"""House rules: their names, defaults and allowed values, and the message for any other value."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from rummistats.errors import VariantError

__all__ = ["HAND_RULES", "Rule", "Translation", "whole_number"]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One named parameter of a game.

    Exactly one of ``choices`` and ``low``/``high`` says what is allowed.

    Parameters
    ----------
    name : str
        The parameter's name.
    default : object
        Its value unless a house rule changes it.
    choices : tuple
        The allowed values, if they can be listed.
    low, high : int, optional
        The smallest and the largest allowed whole number.
    or_none : bool
        Whether None is allowed too: no limit, or no such thing.
    meaning : str
        What the parameter says, in a few words.

    Examples
    --------
    >>> points = Rule(name="open_points", default=30, low=0, high=1000, meaning="threshold")
    >>> points.check(50)
    50
    >>> points.check("many")
    Traceback (most recent call last):
        ...
    rummistats.errors.VariantError: open_points='many' is not allowed; it takes a whole number from
    0 to 1000
    >>> points.parse("40")
    40
    """

    name: str
    default: object
    choices: tuple[object, ...] = ()
    low: int = 0
    high: int | None = None
    or_none: bool = False
    meaning: str = ""

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if self.choices:
            return "one of " + ", ".join(map(repr, self.choices))
        upto = f"from {self.low} on" if self.high is None else f"from {self.low} to {self.high}"
        return f"a whole number {upto}" + (" or None" if self.or_none else "")

    def check(self, value: object) -> object:
        """Return the value if it is allowed.

        Raises
        ------
        VariantError
            If it is not; the message names the rule, the value and what is allowed.
        """
        if self.choices:
            # 1 == True in Python, but as a rule's value it is a slip.
            for choice in self.choices:
                if value == choice and type(value) is type(choice):
                    return choice
        elif value is None and self.or_none:
            return None
        elif (
            isinstance(value, int)
            and not isinstance(value, bool)
            and value >= self.low
            and (self.high is None or value <= self.high)
        ):
            return value
        raise VariantError(f"{self.name}={value!r} is not allowed; it takes {self.allowed}")

    def parse(self, text: str) -> object:
        """Return the allowed value that a text from the command line stands for.

        Raises
        ------
        VariantError
            If it stands for none.
        """
        words: dict[str, object] = {"none": None, "true": True, "false": False}
        words |= {"yes": True, "no": False} if True in self.choices else {}
        # Of some rules "none" is a choice of its own.
        words |= {choice.lower(): choice for choice in self.choices if isinstance(choice, str)}
        value: object = words.get(text.strip().lower(), text.strip())
        if isinstance(value, str):
            with suppress(ValueError):
                value = int(value)
        return self.check(value)


@dataclass(frozen=True, kw_only=True)
class Translation:
    """A yes-or-no parameter of a rule file that is one value of a common house rule.

    Parameters
    ----------
    name : str
        The rule file's name, such as ``one_high``.
    rule : str
        The common house rule, such as ``ones``.
    yes : object
        The common rule's value when the parameter is True.
    no : object
        The common rule's value when the parameter is False and the rule had the value ``yes``.
    """

    name: str
    rule: str
    yes: object
    no: object

    def apply(self, value: object, rules: Mapping[str, object]) -> dict[str, object]:
        """Return what the parameter's value changes in the common rules ``rules``."""
        Rule(name=self.name, default=False, choices=(False, True)).check(value)
        if value:
            return {self.rule: self.yes}
        return {self.rule: self.no} if rules[self.rule] == self.yes else {}


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """Return ``value`` if it is a whole number from ``low`` to ``high``.

    Raises
    ------
    VariantError
        If it is not.
    """
    checked = Rule(name=name, default=low, low=low, high=high).check(value)
    assert isinstance(checked, int)
    return checked


def _yes_no(name: str, meaning: str) -> Rule:
    return Rule(name=name, default=False, choices=(False, True), meaning=meaning)


_RULES = (
    Rule(name="colors", default=4, low=1, high=6, meaning="number of colors"),
    Rule(name="numbers", default=13, low=1, high=15, meaning="numbers from 1 to this"),
    Rule(name="copies", default=2, low=1, high=4, meaning="copies of each tile"),
    Rule(name="jokers", default=2, low=0, high=4, meaning="jokers mixed into the deck"),
    Rule(name="hand_size", default=14, low=0, high=364, meaning="tiles dealt to a player"),
    Rule(name="players", default=4, low=2, high=4, meaning="number of players"),
    Rule(
        name="ones",
        default="low",
        choices=("low", "high", "low_or_high", "circular"),
        meaning="where a 1 stands in a run: before 2, after the highest number, either, "
        "or both so that runs go round",
    ),
    _yes_no("one_to_one", "whether one run may start and end with a 1"),
    Rule(name="min_group", default=3, low=2, high=24, meaning="fewest tiles of a group"),
    Rule(name="max_group", default=4, low=2, high=24, meaning="most tiles of a group"),
    Rule(name="min_run", default=3, low=2, high=60, meaning="fewest tiles of a run"),
    Rule(
        name="max_run",
        default=None,
        low=2,
        high=60,
        or_none=True,
        meaning="most tiles of a run; None: as long as the numbers go",
    ),
    _yes_no("repeat_colors", "whether a color may occur twice in a group"),
    Rule(name="min_real", default=1, low=0, high=24, meaning="fewest real tiles of a meld"),
    Rule(
        name="min_real_per_joker",
        default=0,
        low=0,
        high=4,
        meaning="how many real tiles a meld needs for each of its jokers",
    ),
    Rule(
        name="max_jokers_per_combination",
        default=2,
        low=0,
        high=4,
        meaning="most jokers of a meld; unless set, all that the deck has",
    ),
    Rule(
        name="open_points",
        default=30,
        low=0,
        high=10_000,
        or_none=True,
        meaning="points that the opening needs; None: no opening is defined",
    ),
    _yes_no("open_single_set", "whether one meld alone must reach the opening points"),
    Rule(
        name="joker_rack_value",
        default=30,
        low=0,
        high=1000,
        meaning="points of a joker that is left on the rack",
    ),
)

HAND_RULES: dict[str, Rule] = {rule.name: rule for rule in _RULES}
"""The house rules that concern a hand and have one name in every game."""
