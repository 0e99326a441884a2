"""The best opening of a hand."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.arrange import arrange
from rummistats.blocks import melds_in
from rummistats.melds import Meld
from rummistats.teach.answers import Choice, Number
from rummistats.teach.draw import pick, whole
from rummistats.teach.figures import Tiles
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.meld_rules import COLORS, JOKER_RULES, MELD_RULES, game, text_of
from rummistats.teach.topics.topic import Topic
from rummistats.tiles import Hand

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["OPENING"]

THRESHOLD = 30
_MOST_ALTERNATIVES = 3

# Tiles of the hand, jokers among them, width of the window of numbers, fewest melds.
_SIZES = {"easy": (7, 0, 4, 1), "medium": (10, 0, 5, 3), "hard": (13, 1, 9, 6)}


def _make(random: Generator, level: str) -> Problem | None:
    size, jokers, window, fewest = _SIZES[level]
    low = whole(random, 2, 14 - window)
    tiles = [
        f"{pick(random, COLORS)}{whole(random, low, low + window - 1)}"
        for _ in range(size - jokers)
    ]
    if any(tiles.count(tile) > 2 for tile in tiles):
        return None
    hand = game().parse(" ".join([*tiles, *"J" * jokers]))
    listed = melds_in(hand, game())
    if len(listed) < fewest:
        return None
    best = arrange(hand, game(), best="value")
    sums = [f"{text_of(meld)} ({game().opening_value(meld)})" for meld in best.melds]
    alternatives = _alternatives(hand, listed, best.value)
    if level != "easy" and not alternatives:
        return None
    opens = best.value >= THRESHOLD
    steps = [
        f"The most valuable melds that don't share a tile: {' and '.join(sums)}, together "
        f"{best.value} points."
    ]
    if jokers and any(meld.jokers for meld in best.melds):
        steps.append("The joker stands where it is worth most.")
    steps += [
        f"Laying {text_of(meld)} ({game().opening_value(meld)}) instead leaves "
        + (f"at most {left} points for the rest" if left else "nothing for the rest")
        + f", together {most}."
        for meld, most in alternatives
        for left in [most - game().opening_value(meld)]
    ]
    steps.append(f"In no meld: {best.dead_wood or 'none'}.")
    steps.append(
        f"{best.value} is {'not less' if opens else 'less'} than {THRESHOLD}, so the hand "
        f"{'can' if opens else 'can’t'} open."
    )
    return Problem(
        text="Which melds would you lay down first? Use each tile once at the most.",
        questions=(
            Question(
                "How many points are the best melds worth together?", Number(Fraction(best.value))
            ),
            Question(
                f"Can you open, if {THRESHOLD} points are needed?",
                Choice(("yes", "no"), 0 if opens else 1),
            ),
        ),
        steps=tuple(steps),
        sample_space=2 ** len(listed),
        data={"hand": str(hand), "threshold": THRESHOLD},
        figures=(Tiles(str(hand)),),
    )


def _alternatives(hand: Hand, melds: list[Meld], best: int) -> list[tuple[Meld, int]]:
    """Return the melds that somebody may try instead, and what is to be had with each."""
    found: dict[str, tuple[Meld, int]] = {}
    for meld in sorted(melds, key=lambda meld: -game().opening_value(meld)):
        rest = hand - game().playing_set.hand(meld.tiles)
        most = game().opening_value(meld) + arrange(rest, game(), best="value").value
        if most < best and len(found) < _MOST_ALTERNATIVES:
            found.setdefault(text_of(meld), (meld, most))
        if len(found) == _MOST_ALTERNATIVES:
            break
    return list(found.values())


OPENING = Topic(
    name="opening",
    title="The best opening",
    reminder=f"{MELD_RULES} {JOKER_RULES} A tile is worth its number, a joker the number that it "
    "stands for.",
    make=_make,
    per_sheet=3,
    room=1.6,
)
