"""House rules: their names, defaults and allowed values, and the message for any other value."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from rummistats.errors import VariantError, shown
from rummistats.whole import as_truth, as_whole

__all__ = [
    "HAND_RULES",
    "ByRound",
    "Renaming",
    "Rule",
    "SameAs",
    "Translation",
    "choice",
    "number",
    "plain_rule",
    "whole_number",
    "yes_no",
]


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One named parameter of a game.

    One of ``choices``, ``low``/``high`` and ``test`` says what is allowed.

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
    or_choices : tuple
        Values that are allowed beside the whole numbers.
    test : callable, optional
        For other values: returns the value in its settled form, or raises ``ValueError``.
    takes : str
        What ``test`` allows, in words.
    meaning : str
        What the parameter says, in a few words.
    remark : str
        What else to say of values that are not allowed.

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
    or_choices: tuple[object, ...] = ()
    test: Callable[[object], object] | None = None
    takes: str = ""
    meaning: str = ""
    remark: str = ""

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if self.test:
            return self.takes
        if self.choices:
            return "one of " + ", ".join(map(repr, self.choices))
        upto = f"from {self.low} on" if self.high is None else f"from {self.low} to {self.high}"
        numbers = f"only {self.low}" if self.low == self.high else f"a whole number {upto}"
        others = [*map(repr, self.or_choices), *(["None"] if self.or_none else [])]
        return " or ".join([numbers, *others])

    def check(self, value: object) -> object:
        """Return the value if it is allowed.

        Raises
        ------
        VariantError
            If it is not; the message names the rule, the value and what is allowed.
        """
        value = plain_rule(value)
        # 1 == True in Python, but as a rule's value it is a slip.
        for choice in (*self.choices, *self.or_choices):
            if value == choice and type(value) is type(choice):
                return choice
        if self.test:
            with suppress(ValueError, TypeError):
                return self.test(value)
        elif self.choices:
            pass
        elif value is None and self.or_none:
            return None
        elif (
            (whole := as_whole(value)) is not None
            and whole >= self.low
            and (self.high is None or whole <= self.high)
        ):
            return whole
        remark = f" ({self.remark})" if self.remark else ""
        raise VariantError(
            f"{self.name}={shown(value)} is not allowed; it takes {self.allowed}{remark}"
        )

    def parse(self, text: str) -> object:
        """Return the allowed value that a text from the command line stands for.

        Raises
        ------
        VariantError
            If it stands for none.
        """
        words: dict[str, object] = {"none": None, "true": True, "false": False}
        words |= {"yes": True, "no": False} if True in self.choices else {}
        # A rule may have a value that is called "none".
        words |= {
            name.lower(): name
            for name in (*self.choices, *self.or_choices)
            if isinstance(name, str)
        }
        value: object = words.get(text.strip().lower(), text.strip())
        if isinstance(value, str):
            with suppress(ValueError, SyntaxError):
                value = literal_eval(value)
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
        self.as_rule({}).check(value)
        if value:
            return {self.rule: self.yes}
        return {self.rule: self.no} if rules[self.rule] == self.yes else {}

    def read(self, rules: Mapping[str, object]) -> object:
        """Return the parameter's value under the common rules ``rules``."""
        return rules[self.rule] == self.yes

    def as_rule(self, common: Mapping[str, Rule]) -> Rule:
        """Return the parameter as a rule of its own, with its default among ``common`` rules."""
        defaults = {name: rule.default for name, rule in common.items()}
        return Rule(
            name=self.name,
            default=bool(common) and self.read(defaults),
            choices=(False, True),
            meaning=f"whether {self.rule}={self.yes!r}; False: {self.no!r}",
        )


@dataclass(frozen=True, kw_only=True)
class Renaming:
    """A parameter of a rule file that is a common house rule, perhaps with values of its own.

    Parameters
    ----------
    name : str
        The rule file's name, such as ``joker_hand_value``.
    rule : str
        The common house rule, such as ``joker_rack_value``; empty if ``values`` says all.
    values : mapping
        What the parameter's own values mean: for each the common rules it sets. Other values
        are passed on to ``rule``.

    Examples
    --------
    >>> ace = Renaming(
    ...     name="ace", rule="ones", values={"high_only": {"ones": "high"}}
    ... )
    >>> ace.apply("high_only", {})
    {'ones': 'high'}
    """

    name: str
    rule: str = ""
    values: Mapping[object, Mapping[str, object]] = field(default_factory=dict)

    def apply(self, value: object, rules: Mapping[str, object]) -> dict[str, object]:
        """Return what the parameter's value changes in the common rules.

        Raises
        ------
        VariantError
            If the parameter has no such value.
        """
        for known, changes in self.values.items():
            if value == known and type(value) is type(known):
                return dict(changes)
        if not self.rule:
            raise VariantError(
                f"{self.name}={shown(value)} is not allowed; "
                f"it takes one of {', '.join(map(repr, self.values))}"
            )
        return {self.rule: value}

    def read(self, rules: Mapping[str, object]) -> object:
        """Return the parameter's value under the common rules ``rules``."""
        for value, changes in self.values.items():
            if all(rules[rule] == setting for rule, setting in changes.items()):
                return value
        return rules[self.rule] if self.rule else None

    def as_rule(self, common: Mapping[str, Rule]) -> Rule:
        """Return the parameter as a rule of its own, with its default among ``common`` rules."""
        default = self.read({name: rule.default for name, rule in common.items()})
        values = tuple(self.values)
        if self.rule:
            renamed = {"name": self.name, "default": default, "or_choices": values}
            return replace(common[self.rule], **renamed)  # type: ignore[arg-type]
        rules = " and ".join(dict.fromkeys(name for sets in self.values.values() for name in sets))
        return Rule(name=self.name, default=default, choices=values, meaning=f"sets {rules}")


@dataclass(frozen=True)
class SameAs:
    """A default that is the value of another rule."""

    rule: str


class ByRound(Mapping[int, int]):
    """Whole numbers by round, as a value that can't be changed.

    Examples
    --------
    >>> ByRound({1: 3, 2: 4})
    ByRound({1: 3, 2: 4})
    >>> ByRound({1: 3, 2: 4}) == {1: 3, 2: 4}
    True
    """

    def __init__(self, numbers: Mapping[int, int]) -> None:
        plain: dict[int, int] = {}
        for round_, number in numbers.items():
            plain[_from_0(round_)] = _from_0(number)
        self._numbers = dict(sorted(plain.items()))

    def __getitem__(self, round_: int) -> int:
        return self._numbers[round_]

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __hash__(self) -> int:
        return hash(tuple(self._numbers.items()))

    def __repr__(self) -> str:
        return f"ByRound({self._numbers!r})"


def _from_0(value: object) -> int:
    whole = as_whole(value)
    if whole is None or whole < 0:
        raise ValueError(f"{value!r} is no whole number from 0 on")
    return whole


def plain_rule(value: object) -> object:
    """Return the value of a house rule with NumPy's whole numbers and truths as Python's own."""
    truth = as_truth(value)
    whole = as_whole(value) if truth is None else truth
    return value if whole is None else whole


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


def yes_no(name: str, meaning: str, *, default: bool = False) -> Rule:
    """Return a rule that is True or False."""
    return choice(name, default, not default, meaning=meaning)


def choice(name: str, default: object, *others: object, meaning: str) -> Rule:
    """Return a rule with a few values, the default first."""
    return Rule(name=name, default=default, choices=(default, *others), meaning=meaning)


def number(
    name: str,
    default: int | None,
    meaning: str,
    *,
    low: int = 0,
    high: int | None = None,
) -> Rule:
    """Return a rule that is a whole number; if its default is None, None is allowed too."""
    return Rule(
        name=name, default=default, low=low, high=high, or_none=default is None, meaning=meaning
    )


def _steps(value: object) -> object:
    """Return a limit of jokers by the size of a meld, as a tuple of (fewest tiles, jokers)."""
    if value is None:
        return None
    if not isinstance(value, list | tuple) or not value:
        raise ValueError("no list of steps")
    steps = []
    for size, jokers in value:
        steps.append((whole_number("size", size, 2, 60), whole_number("jokers", jokers, 0, 4)))
    if [size for size, _ in steps] != sorted({size for size, _ in steps}):
        raise ValueError("the sizes rise")
    return tuple(steps)


_RULES = (
    Rule(name="colors", default=4, low=1, high=6, meaning="number of colors"),
    Rule(name="numbers", default=13, low=1, high=15, meaning="numbers from 1 to this"),
    Rule(name="copies", default=2, low=1, high=4, meaning="copies of each tile"),
    Rule(name="jokers", default=2, low=0, high=4, meaning="jokers mixed into the deck"),
    Rule(
        name="assigned_jokers",
        default=0,
        low=0,
        high=4,
        meaning="jokers given to each player beside the tiles dealt",
    ),
    Rule(name="hand_size", default=14, low=0, high=364, meaning="tiles dealt to a player"),
    Rule(name="players", default=4, low=2, high=4, meaning="number of players"),
    Rule(
        name="ones",
        default="low",
        choices=("low", "high", "low_or_high", "circular"),
        meaning="where a 1 stands in a run: before 2, after the highest number, either, "
        "or both so that runs go round",
    ),
    yes_no("one_to_one", "whether one run may start and end with a 1"),
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
    yes_no("repeat_colors", "whether a color may occur twice in a group"),
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
        name="max_jokers_by_size",
        default=None,
        test=_steps,
        takes="a list of (fewest tiles, most jokers) with rising sizes, or None",
        meaning="most jokers of a meld by its size; None: all sizes alike",
    ),
    Rule(
        name="open_points",
        default=30,
        low=0,
        high=10_000,
        or_none=True,
        meaning="points that the opening needs; None: no opening is defined",
    ),
    yes_no("open_needs_run", "whether the opening must contain a run"),
    Rule(
        name="open_pairs",
        default=None,
        low=1,
        high=100,
        or_none=True,
        meaning="pairs that are enough for an opening; None: pairs don't open",
    ),
    yes_no("open_single_set", "whether one meld alone must reach the opening points"),
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
