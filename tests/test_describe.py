"""The rules in words: what is in force is told, and what is told changes with the rules."""

from __future__ import annotations

import pytest

from rummistats.variants import Variant, find_variant, variants
from rummistats.variants.rules import HAND_RULES

# Some other values of each rule that has no list of choices.
OTHERS: dict[str, tuple[object, ...]] = {
    "colors": (3,),
    "numbers": (9,),
    "copies": (1, 2, 3),
    "jokers": (0, 1, 2, 3),
    "assigned_jokers": (0, 1, 2),
    "hand_size": (8,),
    "players": (2, 3, 4, 5),
    "min_group": (2,),
    "max_group": (3,),
    "min_run": (2, 4),
    "max_run": (5,),
    "min_real": (0, 2),
    "min_real_per_joker": (0, 1, 2, 3),
    "max_jokers_per_combination": (0, 1),
    "max_jokers_by_size": (((3, 1), (6, 2)),),
    "open_points": (None, 17),
    "open_pairs": (None, 3),
    "joker_rack_value": (17,),
    "hands": ("teaching", ()),
    "contracts": ((((3, 3), ()),),),
    "ones_set4_value": (17,),
    "rack_one_value": (17,),
    "joker_meld": (17,),
    "ace_value": (17,),
    "low_ace_on_table": (17,),
    "ace_in_hand": (17,),
    "hand_size_2": (12,),
    "knock_limit": (3,),
}

# Rules about jokers say nothing where there is none.
NEEDS_JOKER = {
    "min_real",
    "min_real_per_joker",
    "max_jokers_per_combination",
    "max_jokers_by_size",
    "joker_rack_value",
}


def matters(variant: Variant, name: str) -> bool:
    """Whether a rule says anything about hands of the variant."""
    if name in NEEDS_JOKER and not variant.playing_set.jokers:
        return False
    if name == "joker_rack_value":
        return variant.game.rack_points is not None
    if name == "open_needs_run":
        return variant.open_points is not None
    if name == "open_single_set":
        # Any meld is a single one.
        return bool(variant.open_points)
    if name in ("open_points", "open_pairs"):
        return name.removeprefix("open_") in variant.game.opening
    return name != "one_to_one" or variant.ones == "low_or_high"


def cases() -> list[tuple[Variant, str, object]]:
    found = []
    for variant in variants():
        hand_rules = [*HAND_RULES, *(rule.name for rule in variant.game.own_hand_rules)]
        for name in hand_rules:
            rule = variant.game.rules[name]
            if not matters(variant, name):
                continue
            own = dict(variant.own_hand_rules)
            current = own[name] if name in own else getattr(variant, name)
            for value in rule.choices or OTHERS[name]:
                number = value if isinstance(value, int) and not rule.choices else rule.low
                fits = rule.low <= number and (rule.high is None or number <= rule.high)
                if fits and value != current:
                    found.append((variant, name, value))
    return found


def told(variant: Variant) -> str:
    """What the description says before it lists the house rules by name."""
    return variant.describe().split("\nHouse rules: ")[0]


@pytest.mark.parametrize(("variant", "name", "value"), cases())
def test_what_is_told_changes_with_the_rule(variant: Variant, name: str, value: object) -> None:
    changed = variant.with_rules(**{name: value})
    assert changed != variant
    assert told(changed) != told(variant)
    assert f"{name}={value!r}" in changed.describe()
    assert "House rules" not in variant.describe()


def test_every_hand_rule_is_tried() -> None:
    tried = {name for _, name, _ in cases()}
    own = {rule.name for variant in variants() for rule in variant.game.own_hand_rules}
    assert tried == set(HAND_RULES) | own


@pytest.mark.parametrize(
    ("game", "rules", "sentence"),
    [
        ("sabra", {}, "3 or 4 tiles of one number, all of different colors"),
        ("sabra", {}, "a 1 stands only before a 2"),
        ("sabra", {}, "Opening: melds worth at least 30 points."),
        ("sabra", {"one_high": True}, "a 1 stands before a 2 or after a 13, not between them"),
        ("sabra", {"wrap": True}, "runs go round: after a 13 comes a 1"),
        ("sabra", {"repeat_colors": True}, "a color may occur more than once"),
        ("sabra", {"open_single_set": True}, "Opening: one meld worth at least 30 points."),
        ("international", {}, "one run may have a 1 at both ends"),
        ("international", {}, "1 and 11 to 13 count 10"),
        ("okey-101", {}, "melds worth at least 101 points or at least 5 pairs"),
        ("okey-101", {}, "A false joker is not wild"),
        ("okey", {}, "all tiles in melds, or nothing but pairs of identical tiles"),
        ("okey", {"pairs_win": False}, "Complete hand: all tiles in melds."),
        ("romanian", {}, "melds worth at least 50 points, a run among them"),
        ("romanian", {}, "2 to 9 count 5; 10 to 13 count 10"),
        ("romanian", {}, "25 in a group of three"),
        ("romanian", {}, "For each of its jokers it needs 2 real tiles."),
        ("romanian", {}, "a joker in a meld scores 50 points"),
        ("stone-rummy", {}, "3 to 26 tiles of one color"),
        ("stone-rummy", {}, "and 1 joker beside them"),
        ("stone-rummy", {}, "a tile counts 1"),
        ("shanghai", {}, "round 6: 2 groups of 3 and a run of 5"),
        ("shanghai", {}, "a suit may occur more than once"),
        ("shanghai", {}, "an ace counts 15; jack to king count 10"),
        ("shanghai", {"joker_limit": "by_size"}, "from 5 cards on 2 jokers"),
        ("gin", {}, "ranks ace to king, 1 of each card, and no joker: 52 cards"),
        ("gin", {}, "an ace stands only before a 2"),
        ("rummy-500", {}, "an ace counts 1 before a 2, 15 after a king"),
        ("rummy-500", {}, "Opening: any meld."),
    ],
)
def test_sentences(game: str, rules: dict[str, object], sentence: str) -> None:
    assert sentence in find_variant(game).with_rules(**rules).describe()


def test_a_mini_game_is_told_as_one() -> None:
    mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=1, hand_size=4)
    text = mini.describe()
    assert text.startswith("Sabra Rummikub, mini game\n")
    assert "3 colors (red, blue and black), numbers 1 to 5, 1 of each tile, and 1 joker" in text
    assert "Groups: 3 tiles of one number" in text
    assert "Opening: there is none." in text
