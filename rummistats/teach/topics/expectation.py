"""Expected points."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rummistats.arrange import arrange
from rummistats.exact import exact
from rummistats.teach.answers import Number
from rummistats.teach.draw import sample, whole
from rummistats.teach.figures import Tiles
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.meld_rules import game
from rummistats.teach.topics.topic import Topic
from rummistats.variants import Variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["EXPECTATION"]

JOKER_POINTS = 30


def _make(random: Generator, level: str) -> Problem | None:
    return {"easy": _one_tile, "medium": _hand, "hard": _left_over}[level](random)


def _one_tile(random: Generator) -> Problem:
    """Ask for one tile out of a bag, then for several."""
    tiles = [tile for tile in game().playing_set.tiles if not tile.is_joker]
    bag = game().playing_set.hand(sample(random, tiles, whole(random, 5, 8)))
    if random.random() < 0.5:
        bag = bag + game().parse("J")
    draws = whole(random, 2, 3)
    points = [game().rack_value(tile) for tile in bag]
    mean = Fraction(sum(points), len(points))
    one, some = Number(mean), Number(draws * mean)
    return Problem(
        text="These tiles are in a bag.",
        questions=(
            Question("How many points has one tile drawn from it, on average?", one),
            Question(
                f"{draws} tiles are drawn together. How many points have they together, on "
                "average?",
                some,
            ),
        ),
        steps=(
            f"Each tile is equally likely: ({' + '.join(map(str, points))}) / {len(points)} = "
            f"{one.following(f'{sum(points)}/{len(points)}')}.",
            "Expectations add up, also without putting back: "
            f"{some.following(f'{draws} · {mean}')}.",
        ),
        sample_space=len(points),
        data={"bag": str(bag), "draws": draws},
        figures=(Tiles(str(bag)),),
    )


def _hand(random: Generator) -> Problem:
    """Ask for the points of a hand of a small game."""
    colors, numbers = whole(random, 3, 4), whole(random, 5, 13)
    copies, jokers, size = whole(random, 1, 2), whole(random, 1, 2), whole(random, 4, 9)
    small = Variant.mini(
        colors=colors, numbers=numbers, copies=copies, jokers=jokers, hand_size=size
    )
    tiles = small.tile_set.size
    mean = Fraction(exact("hand_points", small).mean())
    total = copies * colors * numbers * (numbers + 1) // 2 + JOKER_POINTS * jokers
    held = Fraction(size * jokers, tiles)
    answer, jokers_held = Number(mean), Number(held)
    times = "once" if copies == 1 else "twice"
    return Problem(
        text=f"A small game has {colors} colors and the numbers 1 to {numbers}, each tile {times}, "
        f"and {jokers} joker{'s' if jokers > 1 else ''}: {tiles} tiles. A hand has {size} of them.",
        questions=(
            Question("How many jokers has a hand on average?", jokers_held),
            Question("How many points has a hand on average?", answer),
        ),
        steps=(
            f"One tile is a joker with probability {jokers}/{tiles}. So {size} tiles have on "
            f"average {jokers_held.following(f'{size} · {jokers}/{tiles}')} jokers.",
            f"The numbers from 1 to {numbers} add up to {numbers * (numbers + 1) // 2}; all tiles "
            f"with the jokers have {total} points.",
            f"One tile has {total}/{tiles} points on average.",
            "Expectations add up, though the tiles depend on each other: "
            f"{answer.following(f'{size} · {total}/{tiles}')}.",
        ),
        # As expectations add up, nobody needs to list the hands.
        sample_space=tiles,
        data={
            "colors": colors,
            "numbers": numbers,
            "copies": copies,
            "jokers": jokers,
            "size": size,
        },
    )


def _left_over(random: Generator) -> Problem | None:
    """Ask what is left over after one more tile, if all melds are laid."""
    low = whole(random, 2, 9)
    near = [t for t in game(0).playing_set.all_tiles() if low <= t.number <= low + 3]
    drawn = sample(random, near, 12)
    hand = game().playing_set.hand(drawn[:5])
    bag = game().playing_set.hand(drawn[5 : 5 + whole(random, 4, 6)])
    if random.random() < 0.5:
        bag = bag + game().parse("J")
    steps, left = [], []
    for tile in bag:
        best = arrange(hand + game().playing_set.hand((tile,)), game(), best="dead_wood_points")
        left.append(best.dead_wood_points)
        melds = " and ".join(" ".join(map(str, meld.tiles)) for meld in best.melds)
        steps.append(
            f"{tile} drawn: lay {melds}, {best.dead_wood_points} points are left."
            if melds
            else f"{tile} drawn: no meld, {best.dead_wood_points} points are left."
        )
    if len(set(left)) < 3:
        return None
    answer = Number(Fraction(sum(left), len(left)))
    steps.append(
        f"Average: ({' + '.join(map(str, left))}) / {len(left)} = "
        f"{answer.following(f'{sum(left)}/{len(left)}')}."
    )
    return Problem(
        text="You hold a hand and draw one tile from the bag. Then you lay melds so that as few "
        "points as possible are left.",
        questions=(Question("How many points are left on average?", answer),),
        steps=tuple(steps),
        sample_space=len(left) * 2 ** (len(hand) + 1),
        data={"hand": str(hand), "bag": str(bag)},
        figures=(Tiles(str(hand), "Your hand:"), Tiles(str(bag), "In the bag:")),
    )


EXPECTATION = Topic(
    name="expectation",
    title="Expected points",
    reminder="The **expectation** of a number is its average over all equally likely cases. A tile "
    f"counts its number, a joker that is left over {JOKER_POINTS} points. The expectation of a sum "
    "is the sum of the expectations.",
    make=_make,
    per_sheet=2,
    room=4,
)
