"""What the words of a report mean: those of the game, and those of statistics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rummistats.dealing import Context
from rummistats.report.contents import Report
from rummistats.tiles import Tile
from rummistats.variants import Variant

__all__ = ["Word", "game_title", "game_words", "reading_words"]


@dataclass(frozen=True)
class Word:
    """A word and what it means.

    Parameters
    ----------
    name : str
        The word.
    meaning : str
        What it means.
    example : str
        Tiles that show it; empty if there are none to show.
    """

    name: str
    meaning: str
    example: str = ""

    def __str__(self) -> str:
        """Return the word, what it means and the example on one line."""
        example = f", such as {self.example}" if self.example else ""
        return f"{self.name}: {self.meaning}{example}."


def game_title(variant: Variant) -> str:
    """Return what a game is called in a title; a mini game is not the game that it is made from.

    Examples
    --------
    >>> game_title(Variant.mini(colors=3, numbers=5, copies=1, jokers=0, hand_size=4))
    'a mini game of Sabra Rummikub'
    """
    if variant.name == variant.game.name:
        return variant.game.title
    return f"a {variant.name} game of {variant.game.title}"


def game_words(report: Report) -> tuple[Word, ...]:
    """Return the words of the game that a report uses, as its rules in force have them.

    Examples
    --------
    >>> from rummistats.report.contents import make_report
    >>> from rummistats.variants import find_variant
    >>> for word in game_words(make_report(find_variant("sabra"), hands=2_000))[:3]:
    ...     print(word)
    Meld: a group or a run.
    Group: 3 or 4 tiles of one number, all of different colors, such as R7 B7 K7.
    Run: 3 to 13 tiles of one color with consecutive numbers, such as R4 R5 R6.
    """
    variant, piece = report.variant, report.piece
    groups, runs = _first_clause(variant, "Groups"), _first_clause(variant, "Runs")
    wild = _line(variant, "Wild tiles").partition(". ")[0].rstrip(".")
    words = [Word("Meld", "a group or a run")]
    for name, meaning, tiles in (("Group", groups, _group(variant)), ("Run", runs, _run(variant))):
        if tiles:
            words.append(Word(name, meaning, " ".join(map(str, tiles))))
    if len(words) < 3:
        words[0] = Word("Meld", f"a {words[1].name.lower()}" if words[1:] else "there is none here")
    if "joker" in wild:
        words.append(Word("Joker", wild.removeprefix("a joker ")))
    if report.ways:
        first = "the first melds that a player lays"
        ways = " or ".join(str(way) for way in variant.opening(report.context))
        if report.rounds:
            ways += f" in round {(report.context or Context()).round}"
        words.append(Word("Opening", f"{first}, here {ways}"))
    words.append(Word("Dead wood", f"the {piece}s that are in no meld"))
    return tuple(words)


def reading_words(report: Report) -> tuple[Word, ...]:
    """Return the words of statistics that a report uses."""
    exact = Word(
        "Exact",
        f"counted over all hands that can be dealt, copies of a {report.piece} told apart: "
        "there is no error to expect",
    )
    one_in = Word(
        "One hand in",
        "one divided by the probability: of so many hands, one is expected to be so",
    )
    if report.hands is None:
        return exact, one_in
    return (
        exact,
        Word(
            "Standard error",
            f"how far chance usually takes a figure found in {report.hands:,} dealt hands from "
            "the true one; four times as many hands halve it. It is written ±",
        ),
        Word(
            "95 % interval",
            "from which to which value the true one is likely to be: of 100 such intervals, "
            "about 95 hold the true value",
        ),
        one_in,
        Word(
            "Seed",
            "the number that the shuffling starts from: the same seed deals the same hands again",
        ),
        Word(
            "Rounded figures",
            "in sentences and pictures they may add up to 99.9 % or 100.1 %; the tables have "
            "more digits, and the files all",
        ),
    )


def _line(variant: Variant, subject: str) -> str:
    """Return what the rules in words say of a subject."""
    start = f"{subject}: "
    lines = variant.describe().splitlines()
    return next((line.removeprefix(start) for line in lines if line.startswith(start)), "")


def _first_clause(variant: Variant, subject: str) -> str:
    return _line(variant, subject).partition(";")[0].rstrip(".")


def _near_middle(numbers: Iterable[int], wanted: int) -> int:
    return min(numbers, key=lambda number: abs(number - wanted))


def _group(variant: Variant) -> list[Tile]:
    """Return a smallest group; none if there is none."""
    size = variant.min_group
    if size > variant.largest_group:
        return []
    number = _near_middle(range(1, variant.numbers + 1), 7)
    letters = variant.tile_set.color_letters
    return [Tile(letters[place % len(letters)], number) for place in range(size)]


def _run(variant: Variant) -> list[Tile]:
    """Return a shortest run; none if there is none."""
    shortest = min(map(len, variant.runs), default=0)
    starts = {run[0]: run for run in variant.runs if len(run) == shortest}
    if not starts:
        return []
    color = variant.tile_set.color_letters[0]
    return [Tile(color, number) for number in starts[_near_middle(starts, 4)]]
