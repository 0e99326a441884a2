"""Waiting for the third tile: open on two sides, inside, or for a group."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from typing import TYPE_CHECKING

from rummistats.exact import hypergeometric
from rummistats.teach.answers import Choice, Number, letter
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.figures import Grid, Tiles
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.meld_rules import COLORS, MELD_RULES, game
from rummistats.teach.topics.topic import Topic
from rummistats.tiles import Hand, Tile
from rummistats.values import has_meld

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["WAITS"]

# Pairs of tiles that wait, and tiles that lie on the table.
_SIZES = {"easy": (2, 4), "medium": (3, 7), "hard": (3, 10)}


def _pair(random: Generator, kind: str) -> tuple[Tile, Tile]:
    """Return two tiles that wait for a third one."""
    color, other = sample(random, COLORS, 2)
    if kind == "group":
        number = whole(random, 1, 13)
        return Tile(color, number), Tile(other, number)
    gap = 2 if kind == "inside" else 1
    start = pick(random, (1, 12)) if kind == "end" else whole(random, 2, 13 - gap - 1)
    return Tile(color, start), Tile(color, start + gap)


def _why(first: Tile, second: Tile) -> str:
    if first.color != second.color:
        return "the same number in the other two colors"
    if second.number - first.number > 1:
        return "an inside wait, only the number between"
    if first.number == 1 or second.number == 13:
        return "a wait at the end, on one side only"
    return "a two-way wait, one tile on each side"


def _make(random: Generator, level: str) -> Problem | None:
    many, lying = _SIZES[level]
    variant = game(0)
    kinds = sample(random, ("two-way", "inside", "end", "group"), many)
    pairs = [_pair(random, kind) for kind in kinds]
    tiles = variant.playing_set
    held = [tiles.hand(pair) for pair in pairs]
    in_pairs = [tile for pair in pairs for tile in pair]
    if len(set(in_pairs)) < len(in_pairs):
        return None
    together = tiles.hand(in_pairs)
    rest = tiles.all_tiles() - together
    wanted = [tile for hand in held for tile in dict.fromkeys(rest) if _completes(hand, tile)]
    near = [t for t in rest if any(abs(t.number - p.number) < 3 for pair in pairs for p in pair)]
    taken = sample(random, wanted, whole(random, 1, min(len(wanted), lying - 1)))
    if any(taken.count(tile) > rest.count(tile) for tile in taken):
        return None
    others = [tile for tile in near if tile not in wanted]
    seen = tiles.hand([*taken, *sample(random, others, lying - len(taken))])
    outs = [sum(_completes(hand, tile) for tile in rest - seen) for hand in held]
    most = max(outs)
    if outs.count(most) > 1 or min(outs) == 0:
        return None
    best = outs.index(most)
    names = [f"({letter(place)})" for place in range(many)]
    questions = [
        Question(
            f"How many tiles for {names[place]} can still come?",
            Number(Fraction(outs[place])),
        )
        for place in range(many)
    ]
    questions.append(Question("Which pair has the best chance?", Choice(tuple(names), best)))
    steps = [
        f"{names[place]} {pair[0]} {pair[1]}: {_why(*pair)}; {_left(hand, rest, seen)}."
        for place, (pair, hand) in enumerate(zip(pairs, held, strict=True))
    ]
    steps.append(f"Most tiles can come for {names[best]}.")
    cases = 4 * many
    unseen = len(rest) - len(seen)
    if level == "hard":
        chance = hypergeometric(wanted=most, tiles=unseen, draws=2).at_least(1)
        answer = Number(Fraction(chance), is_probability=True)
        questions.append(
            Question(
                "P(at least one of the next two tiles is for the best pair) = ?",
                answer,
            )
        )
        none = comb(unseen - most, 2)
        steps += [
            f"Not seen are 104 − {len(together)} − {len(seen)} = {unseen} tiles; two of them can "
            f"be drawn in C({unseen}, 2) = {comb(unseen, 2):,} ways, and without one of the "
            f"{most} in C({unseen - most}, 2) = {none:,}.",
            f"At least one: {answer.following(f'1 − {none:,}/{comb(unseen, 2):,}')}.",
        ]
        cases = comb(unseen, 2)
    elif level == "medium":
        cases = unseen
    return Problem(
        text="You wait for a third tile to each of these pairs. You also see the tiles on the "
        "table. There are no jokers, and each tile is there twice.",
        questions=tuple(questions),
        steps=tuple(steps),
        sample_space=cases,
        data={
            "pairs": tuple(" ".join(map(str, pair)) for pair in pairs),
            "seen": str(seen),
            "draws": 2 if level == "hard" else 0,
        },
        figures=(
            Grid(tuple(" ".join(map(str, pair)) for pair in pairs), tuple(names), 3),
            Tiles(str(seen), "On the table:"),
        ),
    )


@cache
def _completes(hand: Hand, tile: Tile) -> bool:
    return has_meld(hand + hand.tile_set.hand((tile,)), game(0))


def _left(hand: Hand, rest: Hand, seen: Hand) -> str:
    unseen = rest - seen
    left = [
        f"{unseen.count(tile)} × {tile}" for tile in dict.fromkeys(rest) if _completes(hand, tile)
    ]
    return " and ".join(left)


WAITS = Topic(
    name="waits",
    title="Waiting for a tile",
    reminder=f"{MELD_RULES} Two tiles **wait** for the tiles that make a meld of three of them.",
    make=_make,
    per_sheet=2,
    room=0,
)
