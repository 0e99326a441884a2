"""The answers of lessons 1 and 2, found in other ways than the exercises find them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

import pytest

import rummistats as rs
from rummistats.teach.answers import Choice, Melds, Number, SetOf, Several, Tiles
from rummistats.teach.exercises import Task
from rummistats.teach.lessons import find_exercise

SEEDS = range(40)
COLORS = "RBKY"


def tasks(number: str) -> Iterator[tuple[Task, Any]]:
    """Return tasks of many students, with what is given in each."""
    exercise = find_exercise(number)
    for seed in SEEDS:
        task = exercise.task(seed)
        things = tuple(task.given.values())
        yield task, things[0] if len(things) == 1 else things


def count(task: Task) -> int:
    assert isinstance(task.right, Number)
    assert task.right.value.denominator == 1
    return int(task.right.value)


def is_meld(tiles: list[str], *, after_13: bool = False) -> bool:
    """Judge a meld by its letters and numbers alone."""
    colors, numbers = [tile[0] for tile in tiles], sorted(int(tile[1:]) for tile in tiles)
    if len(tiles) < 3:
        return False
    if len(set(numbers)) == 1:
        return len(set(colors)) == len(colors)
    rows = [numbers]
    if after_13 and numbers[0] == 1:
        rows.append([*numbers[1:], 14])
    return len(set(colors)) == 1 and any(
        row == list(range(row[0], row[0] + len(row))) for row in rows
    )


def partitions(tiles: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Return all ways to split tiles into melds."""
    if not tiles:
        return {()}
    found = set()
    first, rest = tiles[0], tiles[1:]
    for size in range(2, len(rest) + 1):
        for places in combinations(range(len(rest)), size):
            part = [first, *(rest[place] for place in places)]
            if not is_meld(part):
                continue
            left = tuple(tile for place, tile in enumerate(rest) if place not in places)
            found |= {
                tuple(sorted([" ".join(sorted(part)), *others])) for others in partitions(left)
            }
    return found


def test_elements() -> None:
    for task, (color, step, low) in tasks("1.1"):
        assert isinstance(task.right, SetOf)
        every = [(c, n) for c in COLORS for n in range(1, 14)]
        assert task.right.elements == {
            f"{c}{n}" for c, n in every if c == color and n % step == 0 and n >= low
        }


def test_two_sets() -> None:
    for task, (a, b, sign) in tasks("1.2"):
        assert isinstance(task.right, SetOf)
        belongs = {
            "∪": lambda in_a, in_b: in_a or in_b,
            "∩": lambda in_a, in_b: in_a and in_b,
            "\\": lambda in_a, in_b: in_a and not in_b,
        }[sign]
        assert task.right.elements == {t for t in {*a, *b} if belongs(t in a, t in b)}


def test_subsets() -> None:
    for task, tiles in tasks("1.3"):
        assert count(task) == sum(sum(inside) >= 3 for inside in product((0, 1), repeat=tiles))


def test_melds_of_a_rack() -> None:
    for task, rack in tasks("1.4"):
        assert isinstance(task.right, Melds)
        tiles = rack.split()
        subsets = (c for size in range(3, len(tiles) + 1) for c in combinations(tiles, size))
        found = {frozenset(tiles) for tiles in subsets if is_meld(list(tiles))}
        assert {frozenset(meld.split()) for meld in task.right.melds} == found


def test_a_hand_for_every_part() -> None:
    nine = [f"{color}{number}" for color in "RBK" for number in (1, 2, 3)]
    for task, (tile, group, run) in tasks("1.5"):
        for five in combinations(nine, 5):
            threes = [three for three in combinations(five, 3) if is_meld(list(three))]
            has_group = any(len({t[1] for t in three}) == 1 for three in threes)
            has_run = any(len({t[0] for t in three}) == 1 for three in threes)
            fits = tile in five and (has_group, has_run) == (group, run)
            assert task.judge(" ".join(five)).right == fits


def test_how_many_have_both() -> None:
    for task, (deals, group, run, neither) in tasks("1.6"):
        fits = [
            both
            for both in range(deals + 1)
            if both + (group - both) + (run - both) + neither == deals
        ]
        assert fits == [count(task)]


def test_relations() -> None:
    said = {
        "same color": lambda x, y: x[0] == y[0],
        "same number": lambda x, y: x[1] == y[1],
        "both even or both odd": lambda x, y: x[1] % 2 == y[1] % 2,
        "same remainder": lambda x, y: x[1] % 3 == y[1] % 3,
        "at most one apart": lambda x, y: abs(x[1] - y[1]) <= 1,
        "color or number": lambda x, y: x[0] == y[0] or x[1] == y[1],
        "different colors": lambda x, y: x[0] != y[0],
        "not larger": lambda x, y: x[1] <= y[1],
        "neighbors": lambda x, y: x[0] == y[0] and abs(x[1] - y[1]) <= 2,
    }
    tiles = [(color, number) for color in "RB" for number in range(1, 8)]
    sorts = {}
    for name, holds in said.items():
        classes = {tuple(y for y in tiles if holds(x, y)) for x in tiles}
        # The sets of what each tile is related to are a partition exactly for an equivalence.
        members = Counter(tile for each in classes for tile in each)
        sorts[name] = members == Counter(tiles) and all(holds(x, x) for x in tiles)
    for task, relations in tasks("1.7"):
        assert isinstance(task.right, Several)
        assert task.right.right == {place for place, name in enumerate(relations) if sorts[name]}


def test_one_way_to_split_the_rack() -> None:
    for task, rack in tasks("1.8"):
        assert isinstance(task.right, Melds)
        expected = tuple(sorted(" ".join(sorted(meld.split())) for meld in task.right.melds))
        assert partitions(tuple(rack.split())) == {expected}


def test_feedback_on_a_split_names_what_is_wrong() -> None:
    """A legal meld is never called wrong, and a piece that is no meld is named."""
    for task, rack in tasks("1.8"):
        assert isinstance(task.right, Melds)
        tiles = rack.split()
        for size in range(3, len(tiles) + 1):
            for chosen in combinations(tiles, size):
                words = task.judge(" ".join(chosen)).words
                assert ("is no meld" in words) != is_meld(list(chosen)), (rack, chosen, words)
                assert "Look at its tiles" not in words
        largest = str(task.mistakes[0].answer[0])  # type: ignore[index]
        left = " ".join((Counter(tiles) - Counter(largest.split())).elements())
        assert f"{left} can't be laid then" in task.judge(f"{largest}; {left}").words
        assert "isn't on the rack" in task.judge("; ".join([task.right.melds[0]] * 3)).words


def test_what_the_player_said() -> None:
    sets = {
        "G ∪ S": lambda g, s: g or s,
        "Gᶜ ∩ Sᶜ": lambda g, s: not g and not s,
        "G ∩ Sᶜ": lambda g, s: g and not s,
        "Gᶜ ∪ Sᶜ": lambda g, s: not g or not s,
    }
    hands = {
        "My hand has a group or a run, or both.": [(1, 0), (0, 1), (1, 1)],
        "My hand has neither a group nor a run.": [(0, 0)],
        "My hand has a group, but no run.": [(1, 0)],
        "It is not true that my hand has a group and a run.": [(0, 0), (0, 1), (1, 0)],
    }
    for task, sentence in tasks("1.9"):
        assert isinstance(task.right, Choice)
        assert set(task.right.options) == set(sets)
        holds = sets[task.right.text]
        assert {pair for pair in product((0, 1), repeat=2) if holds(*pair)} == set(hands[sentence])


def test_the_tile_that_vanished() -> None:
    for task, (before, played, after) in tasks("1.10"):
        assert isinstance(task.right, Tiles)
        lost = Counter(before.split()) + Counter(played.split()) - Counter(after.split())
        assert lost == Counter([task.right.hand])
        tables = [line for line in task.text.splitlines() if "{" in line]
        for line in tables:
            melds = line.split("`")[1].strip("{}").split("}  {")
            assert all(is_meld(meld.split()) for meld in melds)


def test_runs_of_one_length() -> None:
    for task, (colors, numbers, length) in tasks("2.1"):
        one_color = [f"R{number}" for number in range(1, numbers + 1)]
        windows = [one_color[low : low + length] for low in range(numbers)]
        runs = [run for run in windows if len(run) == length and is_meld(run)]
        assert count(task) == sum(len(runs) for _ in range(colors))


def test_rows() -> None:
    for task, (tiles, places) in tasks("2.2"):
        assert count(task) == sum(1 for _ in permutations(range(tiles), places))


def test_hands_with_so_many_red_tiles() -> None:
    for task, (colors, numbers, size, reds) in tasks("2.3"):
        tiles = [color for color in range(colors) for _ in range(numbers)]
        assert count(task) == sum(hand.count(0) == reds for hand in combinations(tiles, size))


def test_ways_to_be_dealt_a_hand() -> None:
    for task, hand in tasks("2.4"):
        held = Counter(hand.split())
        copies = [tile for tile in held for _ in range(2)]
        ways = sum(Counter(each) == held for each in combinations(copies, held.total()))
        assert count(task) == ways


def test_rows_with_identical_tiles() -> None:
    for task, hand in tasks("2.5"):
        assert count(task) == len(set(permutations(hand.split())))


def test_all_melds_of_a_game() -> None:
    for task, (colors, numbers) in tasks("2.6"):
        used = COLORS[:colors]
        groups = [
            group
            for number in range(1, numbers + 1)
            for size in (3, 4)
            for group in combinations([f"{color}{number}" for color in used], size)
        ]
        runs = [
            [f"{color}{n}" for n in range(low, high + 1)]
            for color in used
            for low, high in combinations(range(1, numbers + 1), 2)
            if high - low >= 2
        ]
        assert all(is_meld(list(meld)) for meld in [*groups, *runs])
        assert count(task) == len(groups) + len(runs)


def test_one_tile_or_the_other() -> None:
    for task, (colors, numbers, size) in tasks("2.7"):
        hands = combinations(range(colors * numbers), size)
        assert count(task) == sum(0 in hand or 1 in hand for hand in hands)


def test_hands_that_were_counted_twice() -> None:
    for task, hands in tasks("2.8"):
        assert isinstance(task.right, Several)
        for place, hand in enumerate(hands):
            tiles = hand.split()
            splits = sum(
                is_meld(list(three), after_13=True)
                and is_meld([tile for tile in tiles if tile not in three], after_13=True)
                for three in combinations(tiles, 3)
            )
            assert splits == (2 if place in task.right.right else 1)


def test_what_went_wrong_in_the_book() -> None:
    for task, (tiles, size, printed) in tasks("2.10"):
        assert isinstance(task.right, Choice)
        right = 1
        for chosen in range(size):
            right = right * (tiles - chosen) // (chosen + 1)
        ordered = right
        for factor in range(2, size + 1):
            ordered *= factor
        fits = {
            "digits": right // 1000,
            "order of the tiles": ordered,
            "put back": tiles**size,
            "one tile less": right * size // (tiles - size + 1),
        }
        assert [words for words, number in fits.items() if number == printed] == [
            words for words in fits if words in task.right.text
        ]


def test_at_least_one_joker() -> None:
    for task, (tiles, size) in tasks("2.11"):
        jokers = [
            sum(hand[place] < 2 for place in range(size))
            for hand in combinations(range(tiles), size)
        ]
        # A hand is counted once for each of its jokers, where once would be right.
        assert count(task) == sum(held - 1 for held in jokers if held)


@pytest.mark.parametrize(
    ("colors", "numbers", "ones", "ways", "hands"),
    [(4, 4, "low", 96, 88), (4, 13, "low_or_high", 4728, 4604)],
)
def test_the_count_of_complete_hands(
    colors: int, numbers: int, ones: str, ways: int, hands: int
) -> None:
    game = rs.Variant.mini(
        colors=colors, numbers=numbers, copies=1, jokers=0, hand_size=7, ones=ones
    )
    every = [f"{color}{number}" for color in COLORS for number in range(1, numbers + 1)]
    starts = range(1, numbers + 1)
    melds = [
        frozenset(meld)
        for size in (3, 4)
        for meld in [
            *(g for n in starts for g in combinations([f"{c}{n}" for c in COLORS], size)),
            *([f"{c}{(n + k - 1) % 13 + 1}" for k in range(size)] for c in COLORS for n in starts),
        ]
        if set(meld) <= set(every) and is_meld(list(meld), after_13=ones == "low_or_high")
    ]
    pairs = [
        three | four
        for three in melds
        for four in melds
        if len(three) == 3 and len(four) == 4 and not three & four
    ]
    assert (len(pairs), len(set(pairs))) == (ways, hands)
    assert max(Counter(pairs).values()) == 2
    assert rs.exact("complete", game).weight(True) == hands
