"""Exact odds of a hand of 14 of the 106 tiles, which take too long to count for a sheet."""

from __future__ import annotations

from fractions import Fraction

__all__ = ["CAN_OPEN", "EVENTS", "HAS_JOKER", "HAS_MELD", "MELDS"]

ALL_HANDS = 105_710_363_656_182_600

MELDS = {
    0: Fraction(22_743_176_069_970_708, ALL_HANDS),
    1: Fraction(48_078_590_468_188_468, ALL_HANDS),
    2: Fraction(28_926_628_699_231_558, ALL_HANDS),
    3: Fraction(5_751_985_229_003_216, ALL_HANDS),
    4: Fraction(209_983_189_788_650, ALL_HANDS),
}
"""The most melds that a hand has, and how probable that is."""

HAS_MELD = 1 - MELDS[0]
CAN_OPEN = Fraction(52_601_200_562_652_394, ALL_HANDS)
HAS_JOKER = Fraction(197, 795)

EVENTS = (
    ("had at least one meld", HAS_MELD),
    ("could open with 30 points", CAN_OPEN),
    ("had at least one joker", HAS_JOKER),
    ("had two melds or more", MELDS[2] + MELDS[3] + MELDS[4]),
)
"""What a hand can have, in words, and its probability."""
