"""Tiles that help, and conditional probability."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from rummistats.exact import exact, hypergeometric
from rummistats.teach.answers import Number
from rummistats.teach.draw import pick, sample, whole
from rummistats.teach.figures import Tiles
from rummistats.teach.problems import Problem, Question
from rummistats.teach.topics.meld_rules import JOKER_RULES, MELD_RULES, game
from rummistats.teach.topics.topic import Topic
from rummistats.tiles import COLOR_NAMES, Hand, Tile
from rummistats.values import has_meld
from rummistats.variants import Variant

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = ["OUTS"]

_FEWEST, _MOST = 3, 40


def _make(random: Generator, level: str) -> Problem | None:
    variant = game(0 if level == "easy" else 2)
    tiles = [tile for tile in variant.playing_set.tiles if not tile.is_joker]
    deck = [tile for tile in tiles for _ in range(variant.copies)]
    low = whole(random, 1, 9)
    near = [tile for tile in deck if low <= tile.number <= low + 4]
    size = 4 if level == "easy" else 5
    hand = variant.playing_set.hand(sample(random, near, size))
    if has_meld(hand, variant):
        return None
    # Some seen tiles are those that would help, so that it matters to look.
    left = list((variant.playing_set.all_tiles() - hand).without_jokers())
    close = [tile for tile in left if low - 1 <= tile.number <= low + 5]
    seen = variant.playing_set.hand(sample(random, close, 6 if level == "easy" else 9))
    unseen = variant.playing_set.all_tiles() - hand - seen
    helping = {
        tile: unseen.count(tile)
        for tile in dict.fromkeys(unseen)
        if has_meld(hand + variant.playing_set.hand((tile,)), variant)
    }
    outs = sum(helping.values())
    if not _FEWEST <= outs <= _MOST:
        return None
    questions, steps, data, cases = _asked(random, level, variant, hand, seen, helping)
    return Problem(
        text=f"Of the {variant.tile_set.size} tiles of the game ({_deck_words(variant)}) you have "
        f"seen these {len(hand) + len(seen)}.",
        questions=tuple(questions),
        steps=(_listed(helping, hand, seen), *steps),
        sample_space=cases,
        data={"hand": str(hand), "seen": str(seen), "jokers": variant.jokers, **data},
        figures=(Tiles(str(hand), "Your hand:"), Tiles(str(seen), "On the table:")),
    )


def _deck_words(variant: Variant) -> str:
    jokers = ", and two jokers" if variant.jokers else ""
    return f"1 to 13 in four colors, each twice{jokers}"


def _listed(helping: dict[Tile, int], hand: Hand, seen: Hand) -> str:
    listed = ", ".join(f"{count} × {tile}" for tile, count in helping.items())
    return f"Helping tiles that can still come: {listed}; together {sum(helping.values())}."


_Asked = tuple[list[Question], list[str], dict[str, object], int]


def _asked(
    random: Generator,
    level: str,
    variant: Variant,
    hand: Hand,
    seen: Hand,
    helping: dict[Tile, int],
) -> _Asked:
    outs = sum(helping.values())
    unseen = variant.tile_set.size - len(hand) - len(seen)
    known = f"Not seen are {variant.tile_set.size} − {len(hand)} − {len(seen)} = {unseen} tiles."
    if level == "easy":
        chance = exact("has_meld", variant, holding=hand, draws=1, seen=seen).prob(True)
        answer = Number(Fraction(chance), is_probability=True)
        return (
            [
                Question("How many tiles that help can still come?", Number(Fraction(outs))),
                Question("What is the probability that the next tile helps?", answer),
            ],
            [known, f"Probability: {answer.following(f'{outs}/{unseen}')}."],
            {"draws": 1, "color": ""},
            unseen,
        )
    draws = whole(random, 2, 4)
    some = Number(
        Fraction(hypergeometric(wanted=outs, tiles=unseen, draws=draws).at_least(1)),
        is_probability=True,
    )
    within = Question(
        f"What is the probability that at least one of the next {draws} tiles is one of those that "
        "help now?",
        some,
    )
    none = comb(unseen - outs, draws)
    steps = [
        known,
        f"{draws} tiles of which none helps: C({unseen - outs}, {draws}) = {none:,} out of "
        f"C({unseen}, {draws}) = {comb(unseen, draws):,}.",
        f"At least one: {some.following(f'1 − {none:,}/{comb(unseen, draws):,}')}.",
    ]
    if level == "medium":
        asked = Question("How many tiles that help can still come?", Number(Fraction(outs)))
        return [asked, within], steps, {"draws": draws, "color": ""}, comb(unseen, draws)
    color = pick(random, sorted({tile.color for tile in helping if tile.number} or {"R"}))
    of_color = sum(count for tile, count in helping.items() if tile.color == color)
    all_of_color = sum(
        tile.color == color for tile in variant.playing_set.all_tiles() - hand - seen
    )
    name = COLOR_NAMES[color]
    given_color = Number(Fraction(of_color, all_of_color), is_probability=True)
    given_help = Number(Fraction(of_color, outs), is_probability=True)
    questions = [
        Question(
            f"Somebody tells you that the next tile is {name}. How probable is it now that it "
            "helps?",
            given_color,
        ),
        Question(
            f"Somebody tells you instead that the next tile helps. How probable is it that it is "
            f"{name}?",
            given_help,
        ),
        within,
    ]
    by_color = given_color.following(f"{of_color}/{all_of_color}")
    by_help = given_help.following(f"{of_color}/{outs}")
    conditional = [
        f"Of the {all_of_color} {name} tiles that can come {of_color} help: "
        f"P(helps | {name}) = {by_color}.",
        f"Of the {outs} tiles that help {of_color} are {name}: P({name} | helps) = {by_help}. "
        "This is another question, and has another answer.",
    ]
    return (
        questions,
        [conditional[0], conditional[1], *steps],
        {"draws": draws, "color": color},
        comb(unseen, draws),
    )


OUTS = Topic(
    name="outs",
    title="Tiles that help",
    reminder=f"{MELD_RULES} {JOKER_RULES} A tile **helps** if it makes a meld with tiles of your "
    "hand. All tiles that you haven't seen are equally likely to be drawn.",
    more={
        "hard": "P(A | B), the probability of A **given** B, is the number of cases of B in which "
        "A is true, too, divided by the number of cases of B."
    },
    make=_make,
    per_sheet=2,
    room=0.7,
)
