"""How many groups, runs and melds every game has, counted anew from its rule file.

``python -m tests.oracles.golden_counts > tests/data/golden_counts.csv`` makes the table again.
The rules are written down here once more, so that a slip in a game's file is seen.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.oracles.games import GameRules, melds, rows

# Each game's rules, as its rule file states them; a label, what the game is called with which
# house rules, and how its melds differ from those of rules/sabra.md.
_CIRCLE: dict[str, Any] = {
    "jokers": 1,
    "ones": "circular",
    "max_run": 26,
    "options": (("no_repeat_three", True),),
}
_ANY_SUITS: dict[str, Any] = {
    "cards": True,
    "ones": "low_or_high",
    "repeat_colors": True,
    "max_group": 24,
    "min_real_per_joker": 1,
}
_HIGH: dict[str, Any] = {"ones": "low_or_high"}

GAMES: list[tuple[str, str, dict[str, Any]]] = [
    ("sabra", "", {}),
    ("sabra", "one_high=true", _HIGH),
    ("sabra", "wrap=true", {"ones": "circular"}),
    ("sabra", "jokers=0", {"jokers": 0}),
    ("sabra", "min_real=0", {"min_real": 0}),
    ("sabra", "min_real_per_joker=2", {"min_real_per_joker": 2}),
    ("river", "", {}),
    ("american", "", {}),
    ("american", "one_high=true", _HIGH),
    ("international", "", {**_HIGH, "one_to_one": True}),
    ("international", "allow_1_to_1=false", _HIGH),
    ("okey-101", "", {}),
    ("okey-101", "wrap_13_1=true", _HIGH),
    ("okey-101", "min_real=2", {"min_real": 2}),
    ("okey", "", _HIGH),
    ("okey", "wrap=none", {}),
    ("romanian", "", {**_HIGH, "one_to_one": True, "min_real_per_joker": 2}),
    ("stone-rummy", "", _CIRCLE),
    ("stone-rummy", "jokers=stock2", {**_CIRCLE, "jokers": 2}),
    ("stone-rummy", "jokers=none", {**_CIRCLE, "jokers": 0}),
    ("stone-rummy", "circular_runs=false", {"jokers": 1}),
    ("stone-rummy", "cycle=12", {**_CIRCLE, "options": (("cycle", 12), ("no_repeat_three", True))}),
    (
        "stone-rummy",
        "gap_12_1=true",
        {**_CIRCLE, "options": (("gap_12_1", True), ("no_repeat_three", True))},
    ),
    ("stone-rummy", "group_distinct_colours=false", {**_CIRCLE, "repeat_colors": True}),
    ("stone-rummy-plus", "", _CIRCLE),
    ("shanghai", "", {**_ANY_SUITS, "jokers": 1}),
    ("shanghai", "players=5", {**_ANY_SUITS, "copies": 3}),
    ("gin", "", {"cards": True, "copies": 1, "jokers": 0}),
    ("gin", "ace=high_low", {**_HIGH, "cards": True, "copies": 1, "jokers": 0}),
    ("machiavelli", "", {**_HIGH, "cards": True, "jokers": 0}),
    ("machiavelli", "ace=high_only", {"ones": "high", "cards": True, "jokers": 0}),
    ("rummy-500", "", {**_HIGH, "cards": True, "copies": 1, "jokers": 0}),
    (
        "rummy-500",
        "players=5",
        {**_HIGH, "cards": True, "copies": 2, "jokers": 0, "repeat_colors": True},
    ),
    ("rummy-500", "jokers=2", {**_HIGH, "cards": True, "copies": 1}),
]


def counts() -> Iterator[tuple[str, str, int, int, int, int, int]]:
    """Yield game, house rules, jokers in the meld, groups, runs and melds, as multisets.

    The last column is the number of runs without jokers as rows: 1 to 13, and 2 to 13 and 1,
    are two rows of the same tiles.
    """
    for game, house_rules, changes in GAMES:
        # Runs and groups are counted, not valued: the values of no game are needed.
        rules = GameRules(game="none", **changes)
        in_order = rules.colors * len(set(rows(rules)))
        groups, runs, both = Counter[int](), Counter[int](), Counter[int]()
        for tiles, (group, run) in melds(rules).items():
            jokers = tiles.count(rules.joker)
            groups[jokers] += group is not None
            runs[jokers] += run is not None
            both[jokers] += 1
        for jokers in range(rules.jokers + 1):
            yield game, house_rules, jokers, groups[jokers], runs[jokers], both[jokers], in_order


def main() -> None:
    """Write the table."""
    sys.stdout.write("variant,house_rules,jokers,groups,runs,melds,rows\n")
    for row in counts():
        sys.stdout.write(",".join(map(str, row)) + "\n")


if __name__ == "__main__":
    main()
