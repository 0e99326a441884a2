"""What can be counted: values of one kind, each with the number of hands that have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any, TypeGuard

from rummistats.errors import DistributionError

__all__ = [
    "Event",
    "Number",
    "Value",
    "check_counts",
    "event_between",
    "is_number",
    "matching_value",
    "plain_value",
    "tidy_counts",
    "value_kind",
]

Value = int | tuple[int, ...]
"""A number, False or True, or a tuple of these in a joint distribution."""

Event = Value | Callable[[Any], object]
"""A value, or a function that says of each value whether it belongs to the event."""

Number = Fraction | float
"""A real number."""


def tidy_counts(counts: Mapping[Any, Any], measure: str) -> dict[Any, int]:
    """Return the counts in the order of their values, as Python's own numbers.

    Values that were never counted are left out, except that an event keeps both answers.

    Raises
    ------
    DistributionError
        If these are no counts, or they are all 0.

    Examples
    --------
    >>> tidy_counts({2: 0, 1: 3, 0: 5}, "melds")
    {0: 5, 1: 3}
    >>> tidy_counts({True: 8}, "can_open")
    {False: 0, True: 8}
    """
    plain = {plain_value(value): plain_value(weight) for value, weight in counts.items()}
    check_counts(tuple(plain), tuple(plain.values()), measure)
    if isinstance(next(iter(plain)), bool):
        return {False: 0, True: 0} | plain
    return {value: plain[value] for value in sorted(plain) if plain[value]}


def check_counts(values: Sequence[object], weights: Sequence[object], measure: str) -> None:
    """Raise a `DistributionError` if these are not values of one kind with their weights."""
    if not values or len(values) != len(weights):
        raise DistributionError(
            f"{measure}: {len(values)} values and {len(weights)} weights; "
            "a distribution has at least one value, and one weight for each"
        )
    for value, weight in zip(values, weights, strict=True):
        if type(weight) is not int or weight < 0:
            raise DistributionError(
                f"{measure}: the weight {weight!r} of {value!r}; "
                "a weight is a whole number from 0 on"
            )
    if len({value_kind(value, measure) for value in values}) > 1:
        raise DistributionError(
            f"{measure}: the values {values} are of different kinds; they are all "
            "whole numbers, or all True or False, or all tuples alike"
        )
    if not any(weights):
        raise DistributionError(f"{measure}: all weights are 0; no hand was counted")


def value_kind(value: object, measure: str) -> object:
    """Return what must agree between the values of one distribution.

    Examples
    --------
    >>> value_kind((True, 2), "(can_open, melds)")
    (<class 'bool'>, <class 'int'>)
    """
    if isinstance(value, tuple) and value and not any(isinstance(v, tuple) for v in value):
        return tuple(value_kind(part, measure) for part in value)
    if type(value) in (bool, int):
        return type(value)
    raise DistributionError(
        f"{measure}: a value is a whole number, True or False, or a tuple of these, not {value!r}"
    )


def matching_value(value: object, values: Sequence[object], measure: str) -> Any:
    """Return the value as Python's own, or raise an error if it can't be one of a measure.

    Raises
    ------
    DistributionError
        If it is of another kind than the values that there are.

    Examples
    --------
    >>> matching_value(7, range(1, 7), "die")
    7
    >>> matching_value(1, (False, True), "can_open")
    Traceback (most recent call last):
        ...
    rummistats.errors.DistributionError: 1 can't be a value of can_open, whose values are False
    and True
    """
    plain = plain_value(value)
    kind = value_kind(values[0], measure)
    if value_kind(plain, measure) != kind:
        such = f"such as {values[-1]}"
        accepted: dict[object, str] = {bool: "False and True", int: f"whole numbers {such}"}
        raise DistributionError(
            f"{plain!r} can't be a value of {measure}, whose values are "
            f"{accepted.get(kind, f'tuples {such}')}"
        )
    return plain


def event_between(low: Number | None, high: Number | None, measure: str) -> Callable[[Any], bool]:
    """Return the event that a value lies between bounds; without a bound that side is open."""
    for bound in (low, high):
        if bound is not None and not is_number(bound):
            raise DistributionError(f"{bound!r} is no bound for {measure}: not a number")
    return lambda value: (low is None or value >= low) and (high is None or value <= high)


def plain_value(value: object) -> Any:
    """Return a value with NumPy's numbers turned into Python's."""
    if isinstance(value, tuple):
        return tuple(map(plain_value, value))
    item = getattr(value, "item", None)
    return value if item is None else item()


def is_number(value: object) -> TypeGuard[float]:
    """Return whether it is a real number."""
    return isinstance(value, Real) and value == value  # NaN is not even equal to itself
