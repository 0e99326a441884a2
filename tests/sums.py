"""Reads the sums in a text, such as ``7!/(2 · 2) = 1,260``, and says which of them are wrong.

An ``=`` must be exactly true of what is printed, and a ``≈`` as nearly as its figures say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import comb, factorial, sqrt

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d[\d,]*(?:\.\d+)?)(?P<percent> %)?|(?P<sign>C\(|√\(|[+−·/(),!²]))"
)


class _Sum:
    """Reads one expression from its beginning; fails where there is none."""

    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def take(self, *signs: str) -> str:
        found = _TOKEN.match(self.text, self.place)
        if not found or found["sign"] not in signs:
            return ""
        self.place = found.end()
        return str(found["sign"])

    def need(self, sign: str) -> None:
        if not self.take(sign):
            raise ValueError(self.text)

    def total(self) -> Fraction:
        value = -self.product() if self.take("−") else self.product()
        while sign := self.take("+", "−"):
            term = self.product()
            value += term if sign == "+" else -term
        return value

    def product(self) -> Fraction:
        value = self.power()
        while sign := self.take("·", "/"):
            value = value * self.power() if sign == "·" else value / self.power()
        return value

    def power(self) -> Fraction:
        value = self.single()
        while sign := self.take("!", "²"):
            value = value**2 if sign == "²" else Fraction(factorial(int(value)))
        return value

    def single(self) -> Fraction:
        if self.take("("):
            value = self.total()
            self.need(")")
            return value
        if self.take("√("):
            value = Fraction(sqrt(self.total()))
            self.need(")")
            return value
        if self.take("C("):
            # The comma between them isn't one of thousands.
            found = re.compile(r"(\d+), (\d+)\)").match(self.text, self.place)
            if not found:
                raise ValueError(self.text)
            self.place = found.end()
            return Fraction(comb(int(found[1]), int(found[2])))
        found = _TOKEN.match(self.text, self.place)
        if not found or not found["number"]:
            raise ValueError(self.text)
        self.place = found.end()
        value = Fraction(found["number"].rstrip(",").replace(",", ""))
        return value / 100 if found["percent"] else value


def _begins(text: str) -> tuple[Fraction, str] | None:
    """The value of the expression at the beginning of a text, and its own text."""
    reader = _Sum(text)
    try:
        value = reader.total()
    except (ValueError, ZeroDivisionError):
        return None
    return value, text[: reader.place].strip()


def _ends(text: str) -> Fraction | None:
    """The value of the longest expression at the end of a text."""
    for start in range(len(text)):
        if start and (text[start - 1].isalnum() or text[start - 1] in ".,)"):
            continue
        found = _begins(text[start:])
        if found and text[start:].strip() == found[1]:
            return found[0]
    return None


def _unit(text: str) -> Fraction:
    """Half of one in the last place of a number."""
    found = re.fullmatch(r"−?[\d,]+(?:\.(\d+))?( %)?", text)
    assert found, text
    return Fraction(1, 2 * 10 ** (len(found[1] or "") + (2 if found[2] else 0)))


def sums_in(text: str) -> int:
    """How many equations there are whose two sides can be read."""
    return sum(1 for _ in _equations(text))


def wrong_sums(text: str) -> list[str]:
    """All equations that are not true."""
    wrong = []
    for left, sign, right, words in _equations(text):
        off = abs(left - right)
        if off > (_unit(words) + Fraction(1, 10**9) if sign == "≈" else 0):
            wrong.append(f"{float(left)} {sign} {words} in {text!r}")
        if sign == "≈" and not off:
            wrong.append(f"{words} is exact in {text!r}")
    return wrong


def _equations(text: str) -> Iterator[tuple[Fraction, str, Fraction, str]]:
    parts = re.split(r" ([=≈]) ", text.replace("\u00a0", " "))
    for place in range(1, len(parts), 2):
        left, right = _ends(parts[place - 1]), _begins(parts[place + 1])
        if left is not None and right is not None:
            yield left, parts[place], right[0], right[1]
