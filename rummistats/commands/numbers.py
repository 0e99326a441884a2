"""Whole numbers as they are written on the command line."""

from __future__ import annotations

import argparse
import re
from decimal import Decimal

from rummistats.errors import shown

__all__ = ["listed_numbers", "read_number"]

_MOST_NUMBERS = 1000

# Only 0 to 9: other scripts' digits are hard to tell from letters. A comma parts thousands and
# nothing else: 1,2 may be meant as a list, and must not be taken for 12.
_NUMBER = re.compile(
    r"[+-]?([0-9]{1,3}(,[0-9]{3}){1,12}|[0-9][0-9_]{0,40})(\.[0-9]{1,40})?([eE][+]?[0-9]{1,2})?"
)


def read_number(text: str) -> int:
    """Return the whole number that a text such as ``1,000,000`` or ``1e6`` stands for.

    Examples
    --------
    >>> read_number("1e6"), read_number("1,000"), read_number("-1")
    (1000000, 1000, -1)

    Raises
    ------
    argparse.ArgumentTypeError
        If it stands for none; its message is printed as it is.
    """
    text = text.strip()
    if _NUMBER.fullmatch(text):
        number = Decimal(text.replace(",", "").replace("_", ""))
        if number == int(number):
            return int(number)
    raise argparse.ArgumentTypeError(
        f"{shown(text)} is not a whole number; write one such as 1000, 1,000 or 1e3"
    )


def listed_numbers(text: str) -> list[int]:
    """Return the numbers that a text such as ``10-12,14`` lists.

    Examples
    --------
    >>> listed_numbers("10-12,14")
    [10, 11, 12, 14]

    Raises
    ------
    argparse.ArgumentTypeError
        If it lists none, or very many.
    """
    numbers: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        try:
            ends = read_number(first), read_number(last if dash else first)
        except argparse.ArgumentTypeError:
            ends = (1, 0)
        if ends[0] > ends[1]:
            raise argparse.ArgumentTypeError(
                f"{shown(text)} lists no whole numbers; write 14 or 14,16 or 10-14"
            )
        if ends[1] - ends[0] >= _MOST_NUMBERS:
            raise argparse.ArgumentTypeError(
                f"{shown(text)} lists more than {_MOST_NUMBERS:,} numbers"
            )
        numbers += range(ends[0], ends[1] + 1)
    return numbers
