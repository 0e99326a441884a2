"""Games, house rules and hands in words, as they stand in titles and small print of charts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummistats.show.style import clean
from rummistats.show.tile_words import counted, number_word, tile_in_words, tiles_in_words

if TYPE_CHECKING:
    from rummistats.dealing import Context
    from rummistats.distribution import Distribution
    from rummistats.tiles import Tile, TileSet
    from rummistats.variants import Variant

__all__ = [
    "Told",
    "case_labels",
    "common_facts",
    "context_phrases",
    "facts_of",
    "game_words",
    "hand_words",
    "in_cards",
    "named_game",
    "piece_words",
    "readable",
    "rule_words",
    "size_words",
    "told_case",
    "told_of",
]

QUOTES = "'\""

_COUNTED = {
    "colors": "color",
    "jokers": "joker",
    "players": "player",
    "assigned_jokers": "joker given to each player",
}
"""Rules that are numbers of things."""

_SAID = {
    ("open_points", None): "no opening",
    ("open_needs_run", True): "a run to open",
    ("open_needs_run", False): "no run needed to open",
    ("open_single_set", True): "one meld must open",
    ("max_run", None): "runs of any length",
    ("ones", "low"): "1 is low",
    ("ones", "high"): "1 is high",
    ("ones", "low_or_high"): "1 is low or high",
    ("ones", "circular"): "runs go round",
    ("one_high", True): "1 is low or high",
    ("wrap", True): "runs go round",
}
"""Values of rules that have words of their own."""

_WITH_NUMBER = {
    "numbers": "numbers 1 to {}",
    "hand_size": "{} tiles dealt",
    "open_points": "{} points to open",
    "open_pairs": "{} pairs to open",
    "min_group": "groups of {} or more",
    "max_group": "groups of {} at most",
    "min_run": "runs of {} or more",
    "max_run": "runs of {} at most",
    "joker_rack_value": "{} points for a joker left over",
}
"""What is said of rules with a number."""

_CARDS = (
    (r"\bon the rack\b", "in the hand"),
    (r"\b([Tt])ile(s?)\b", lambda found: f"{'Cc'[found[1] == 't']}ard{found[2]}"),
    (r"\bcolor(s?)\b", r"suit\1"),
    (r"\bnumbers 1 to\b", "ranks 1 to"),
    (r"\bnumbers there are\b", "ranks there are"),
    (r"\bof a number\b", "of a rank"),
    (r"([(,]\s*)number\b", r"\1rank"),
)
"""What is said otherwise of cards than of tiles."""


def in_cards(words: str) -> str:
    """Return words about tiles as words about cards.

    Examples
    --------
    >>> in_cards("the smallest number of tiles that stay on the rack")
    'the smallest number of cards that stay in the hand'
    """
    for pattern, other in _CARDS:
        words = re.sub(pattern, other, words)
    return words


def readable(measure: str, cards: bool = False) -> str:
    """Return a measure's name and its arguments as they are read aloud.

    Parameters
    ----------
    measure : str
        The measure's text.
    cards : bool
        Whether it is asked in a game of cards.

    Examples
    --------
    >>> readable("has_run(length=4, natural=True)"), readable("count(color='R')")
    ('has run (length 4, natural)', 'count (color R)')
    >>> readable("dead_wood_tiles", cards=True)
    'dead wood cards'
    """
    found = re.fullmatch(r"(.*\b\w+)\(([^()]*=[^()]*)\)(.*)", measure)
    words = measure
    if found:
        arguments = []
        for argument in found[2].split(","):
            name, _, value = argument.strip().partition("=")
            arguments.append(name if value == "True" else f"{name} {value.strip(QUOTES)}")
        words = f"{found[1]} ({', '.join(arguments)}){found[3]}"
    words = words.replace("_", " ")
    return in_cards(words) if cards else words


def rule_words(name: str, value: object, cards: bool = False) -> str:
    """Return a house rule in words.

    Parameters
    ----------
    name : str
        The rule's name.
    value : object
        Its value.
    cards : bool
        Whether it is a rule of a game of cards.

    Examples
    --------
    >>> rule_words("jokers", 0), rule_words("open_points", 50), rule_words("ones", "circular")
    ('no jokers', '50 points to open', 'runs go round')
    >>> rule_words("colors", 3, cards=True), rule_words("joker_mode", "locked")
    ('3 suits', 'joker mode: locked')
    >>> rule_words("must_play", True), rule_words("must_play", False)
    ('must play: yes', 'must play: no')
    """
    is_number = isinstance(value, int) and not isinstance(value, bool)
    told = _SAID.get((name, value)) if value is None or isinstance(value, str | bool) else None
    if told is None and is_number and name in _COUNTED:
        thing = _COUNTED[name]
        first, _, rest = thing.partition(" ")
        many = counted(int(str(value)), first) if value else f"no {first}s"
        told = f"{many} {rest}".strip()
    if told is None and is_number and name == "copies":
        told = "one of each tile" if value == 1 else f"{value} of each tile"
    if told is None and is_number and name in _WITH_NUMBER:
        told = _WITH_NUMBER[name].format(value)
    if told is None:
        words = {True: "yes", False: "no", None: "none"}
        known = value is None or isinstance(value, bool)
        said = words[value] if known else str(value).replace("_", " ")  # type: ignore[index]
        told = f"{name.replace('_', ' ')}: {said}"
    return clean(in_cards(told) if cards else told)


def context_phrases(context: Context | None) -> list[str]:
    """Return in words what a context fixes.

    Examples
    --------
    >>> from rummistats.dealing import Context
    >>> from rummistats.tiles import Tile
    >>> context_phrases(Context(round=3)), context_phrases(Context(indicator=Tile.parse("R5")))
    (['round 3'], ['indicator red 5'])
    """
    if context is None:
        return []
    tiles = {"indicator": context.indicator, "trump": context.trump}
    words = [f"{name} {tile_in_words(tile)}" for name, tile in tiles.items() if tile is not None]
    # A context that fixes no tile was made for its round, even if that is the first one.
    return [*words, f"round {context.round}"] if context.round > 1 or not words else words


def game_words(variant: Variant, context: Context | None = None) -> str:
    """Return a game with its house rules, and what a context fixes.

    Its hand size is left out: it is told by itself.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> game_words(find_variant("sabra").with_rules(jokers=0, open_points=50))
    'sabra (no jokers, 50 points to open)'
    """
    told = told_case(variant, None, context)
    return named_game(told.game, told.rules)


def named_game(name: str, rules: Iterable[str]) -> str:
    """Return a game's name, with its rules in brackets.

    Examples
    --------
    >>> named_game("sabra", ["no jokers"]), named_game("sabra", [])
    ('sabra (no jokers)', 'sabra')
    """
    listed = ", ".join(rules)
    return f"{name} ({listed})" if name and listed else name or listed


def size_words(hand_size: int, cards: bool) -> str:
    """Return how many tiles, or cards, a hand has.

    Examples
    --------
    >>> size_words(14, cards=False), size_words(1, cards=True)
    ('14 tiles', '1 card')
    """
    return counted(hand_size, "card" if cards else "tile")


@dataclass(frozen=True)
class Told:
    """What is told of one case of several: its game, house rules and hands.

    Parameters
    ----------
    game : str
        The game's name; empty if it is not known.
    rules : tuple of str
        Its house rules in words, and what a context fixes.
    hand_size : int, optional
        How many tiles a hand has.
    cards : bool
        Whether they are cards.
    """

    game: str
    rules: tuple[str, ...] = ()
    hand_size: int | None = None
    cards: bool = False

    @property
    def size(self) -> str:
        """How many tiles a hand has, in words."""
        return "" if self.hand_size is None else size_words(self.hand_size, self.cards)


def told_of(found: Distribution) -> Told:
    """Return what a distribution tells of its game and hands.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> told_of(make_distribution({0: 3}, measure="melds", is_exact=True, variant="gin"))
    Told(game='gin', rules=(), hand_size=None, cards=True)
    """
    if found.variant is None:
        return Told("", (), found.hand_size)
    return told_case(found.variant, found.hand_size)


def told_case(
    variant: Variant, hand_size: int | None = None, context: Context | None = None
) -> Told:
    """Return what is told of a game with its house rules, hand size and context.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> told_case(find_variant("sabra").with_rules(jokers=0), 14)
    Told(game='sabra', rules=('no jokers',), hand_size=14, cards=False)
    """
    cards = variant.game.cards
    # The hand size is told by itself.
    rules = [rule_words(n, value, cards) for n, value in variant.differences if n != "hand_size"]
    return Told(variant.name, (*rules, *context_phrases(context)), hand_size, cards)


def common_facts(told: Sequence[Told]) -> list[str]:
    """Return what all cases have in common: how many tiles, and which game by which rules.

    Examples
    --------
    >>> two = [Told("sabra", ("no jokers", points), 14) for points in ("few points", "many")]
    >>> common_facts(two), common_facts([Told("sabra", (), 14), Told("gin", (), 10, cards=True)])
    (['14 tiles', 'sabra (no jokers)'], [])
    """
    sizes = {each.size for each in told}
    games = {each.game for each in told}
    shared = _shared_rules(told)
    game = named_game(games.pop(), shared) if len(games) == 1 else ", ".join(shared)
    return [fact for fact in (sizes.pop() if len(sizes) == 1 else "", game) if fact]


def case_labels(told: Sequence[Told], *, numbered: bool = True) -> list[str]:
    """Return names of cases that tell only what they differ in.

    Parameters
    ----------
    told : sequence of Told
        The cases.
    numbered : bool
        Whether cases that would have the same name have a number before it.

    Examples
    --------
    >>> case_labels([Told("sabra", ("no jokers",), 14), Told("sabra", (), 14)])
    ['no jokers', 'no house rules']
    >>> case_labels([Told("sabra", (), 14), Told("gin", (), 10, cards=True)])
    ['sabra, 14 tiles', 'gin, 10 cards']
    >>> case_labels([Told("sabra", ("no jokers",), 14)])
    ['sabra (no jokers)']
    """
    shared = _shared_rules(told)
    parts = [
        (each.game, ", ".join(rule for rule in each.rules if rule not in shared), each.size)
        for each in told
    ]
    differ = [len(set(column)) > 1 for column in zip(*parts, strict=True)]
    if any(differ):
        names = [
            ", ".join(word for word, differs in zip(part, differ, strict=True) if differs and word)
            or "no house rules"
            for part in parts
        ]
    else:
        names = [named_game(each.game, each.rules) or each.size for each in told]
    if numbered and (len(set(names)) < len(names) or not all(names)):
        return [f"{number}. {name}".strip() for number, name in enumerate(names, 1)]
    return names


def _shared_rules(told: Sequence[Told]) -> list[str]:
    first, *others = told
    return [rule for rule in first.rules if all(rule in other.rules for other in others)]


def piece_words(tile_set: TileSet) -> tuple[str, str, str]:
    """Return what a piece, its number and its color are called.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> [piece_words(find_variant(name).playing_set) for name in ("sabra", "gin")]
    [('tile', 'number', 'color'), ('card', 'rank', 'suit')]
    """
    number = number_word(tile_set)
    return ("card", number, "suit") if number == "rank" else ("tile", number, "color")


def facts_of(found: Sequence[Distribution]) -> list[str]:
    """Return what all of these have in common: how many tiles, and which game by which rules.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> melds = make_distribution({0: 3, 1: 5}, measure="melds", is_exact=True, variant="gin",
    ...                           hand_size=10)
    >>> facts_of([melds])
    ['10 cards', 'gin']
    """
    return common_facts([told_of(each) for each in found])


def hand_words(tiles: Iterable[Tile]) -> str:
    """Return tiles in words that stand within a list of other things.

    Examples
    --------
    >>> from rummistats.tiles import Tile
    >>> hand_words(map(Tile.parse, "R3 R4 B7".split()))
    'red 3 and 4, blue 7'
    """
    return tiles_in_words(tiles).replace("; ", ", ")
