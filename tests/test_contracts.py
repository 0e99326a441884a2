"""Contracts: the rule file's examples, brute force on small games, compiled against plain code."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from rummistats.contracts import batch_contract, fulfil_contract
from rummistats.dealing import Context, batch_of_hands, hands_of_batch
from rummistats.errors import TileError, VariantError
from rummistats.melds import Group, Meld, Run, judge
from rummistats.tiles import Hand, Tile, TileSet
from rummistats.variants import Variant, find_variant
from rummistats.variants.opening import Contract

SHANGHAI = find_variant("shanghai")
THREE_PACKS = SHANGHAI.with_rules(players=5)


def contract_of(round_: int, variant: Variant = SHANGHAI) -> Contract:
    (contract,) = variant.opening(Context(round=round_))
    assert isinstance(contract, Contract)
    return contract


def both_ways(text: str, variant: Variant, contract: Contract) -> tuple[Meld, ...] | None:
    """What plain code finds in a hand, after making sure that compiled code agrees."""
    hand = variant.parse(text)
    melds = fulfil_contract(hand, variant, contract)
    assert batch_contract(batch_of_hands([hand]), variant, contract).tolist() == [melds is not None]
    return melds


SIX_THREES = "3S 3S 3H 3H 3D 3C"
FOUR_JOKERS = {"jokers": 4, "players": 5}


# shanghai.md: section, round or contract, house rules, hand, whether it fulfils the contract.
@pytest.mark.parametrize(
    ("round_", "rules", "text", "fulfilled"),
    [
        # Worked examples, round 1.
        (1, {}, "7S 7S 7D KH KD X", True),
        (1, {"players": 5}, "7S 7S 7D KH X X", False),
        # Worked examples, round 2.
        (2, {}, "9C 9C 9H 4S 5S 6S 7S", True),
        (2, {}, "9C 9C 9H QD KD AD 2D", False),
        (2, {}, "9C 9C 9H JD QD KD AD", True),
        (2, {}, "9C 9C 9H AD 2D 3D 4D", True),
        # Worked examples, round 3.
        (3, {}, "3H 4H 5H 6H 7H 8H 9H TH", False),
        (3, {}, "3H 4H 5H 6H 8H 9H TH JH", True),
        # Worked examples, round 6: 11 of 12 cards are laid.
        (6, {}, "2C 2C 2D KH KD KS 5S 6S 7S 8S 9S 4D", True),
        # Worked examples, buys in round 10: 15 of 16 cards are enough, 14 are not.
        (10, {}, "2C 3C 4C 5C 6C 5D 6D 7D 8D 9D 9S TS JS QS KS 4D", True),
        (10, {}, "2C 3C 4C 5C 6C 5D 6D 7D 8D 9D 9S TS JS QS", False),
        # Components: the ace is low or high, not both, no going round.
        (8, {}, "AS 2S 3S 4S 5S 6S 7S 8S 9S TS 4D 4H 4C", True),
        (8, {}, "5S 6S 7S 8S 9S TS JS QS KS AS 4D 4H 4C", True),
        (8, {}, "6S 7S 8S 9S TS JS QS KS AS 2S 4D 4H 4C", False),
        # Legal combinations: identical cards are allowed in a set, and sets of one rank.
        (1, {}, SIX_THREES, True),
        (1, {"same_rank_sets": False}, SIX_THREES, False),
        (1, {"same_rank_sets": False}, "3S 3S 3H 5H 5H X", True),
        # Legal combinations: directly consecutive sequences of one suit, of others.
        (3, {"adjacent_sequences": True}, "3H 4H 5H 6H 7H 8H 9H TH", True),
        (3, {}, "3H 4H 5H 6H 7D 8D 9D TD", True),
        (3, {}, "3H 4H 5H 6H 3H 4H 5H 6H", True),
        # K and a low ace, a high ace and 2 are not consecutive: no going round.
        (3, {}, "TH JH QH KH AH 2H 3H 4H", True),
        (3, {}, "JH QH KH AH 2H 3H 4H 5H", True),
        # Longer sequences overlap where shorter ones would be consecutive.
        (7, {}, "AH 2H 3H 4H 4H 5H 6H 7H 8H 8H 9H TH JH", True),
        (7, {"contract_size": "exact"}, "AH 2H 3H 4H 4H 5H 6H 7H 8H 8H 9H TH JH", False),
        # A joker's place decides whether two sequences are consecutive: X is 3 or 7.
        (3, {}, "4H 5H 6H X 8H 9H TH JH", True),
        (3, {}, "4H 5H 6H X 7H 8H 9H TH", True),
        (3, {"jokers": 0}, "4H 5H 6H 7H 8H 9H TH JH", False),
        # Jokers: not more than naturals; another table has no limit, or one by size.
        (1, {"players": 5, "joker_limit": "none"}, "7S 7S 7D KH X X", True),
        (1, {"players": 5, "joker_limit": "by_size"}, "7S 7D X KH KD X", True),
        (1, {"players": 5, "joker_limit": "by_size"}, "7S 7S 7D KH X X", False),
        (3, {"players": 5}, "3H X X 6H 8D 9D TD JD", True),
        (3, {"players": 5, "joker_limit": "by_size"}, "3H X X 6H 8D 9D TD JD", False),
        # By size 2 jokers may be in a sequence of 5, so a longer one helps …
        (3, {"players": 5, "joker_limit": "by_size"}, "3H X X 6H 7H 8D 9D TD JD", True),
        # … unless sizes are exact.
        (
            3,
            {"players": 5, "joker_limit": "by_size", "contract_size": "exact"},
            "3H X X 6H 7H 8D 9D TD JD",
            False,
        ),
        # With as many naturals as jokers a sequence of 6 has 3 jokers, one of 5 only 2.
        (10, FOUR_JOKERS, "2C 3C 4C 5C 6C 5D 6D 7D 8D 9D 5S 6S X X X TS", True),
        (
            10,
            FOUR_JOKERS | {"contract_size": "exact"},
            "2C 3C 4C 5C 6C 5D 6D 7D 8D 9D 5S 6S X X X TS",
            False,
        ),
        # Sizes are minimum sizes, and what is not laid stays in the hand.
        (1, {}, "7S 7S 7D 7C KH KD KS", True),
        (1, {"contract_size": "exact"}, "7S 7S 7D 7C KH KD KS", True),
        # min_sequence is only used for melds beside the contract.
        (3, {"min_sequence": 6}, "3H 4H 5H 6H 8H 9H TH JH", True),
        # Suits that differ within a set, as in tile rummy.
        (1, {}, "3S 3S 3H 5D 5D 5C", True),
        (1, {"repeat_colors": False}, "3S 3S 3H 5D 5D 5C", False),
        (1, {"repeat_colors": False}, "3S 3S 3H 3H 3D 3C", True),
        (1, {"repeat_colors": False}, "3S 3S 3H 3H 3D 3D", True),
        (1, {"repeat_colors": False}, "3S 3S 3H 3C 3D X", True),
    ],
)
def test_rules_of_contracts(
    round_: int, rules: dict[str, object], text: str, fulfilled: bool
) -> None:
    variant = SHANGHAI.with_rules(**rules)
    melds = both_ways(text, variant, contract_of(round_, variant))
    assert (melds is not None) == fulfilled


def test_melds_come_in_the_order_of_the_contract_with_as_few_jokers_as_possible() -> None:
    hand = THREE_PACKS.parse("2C 3C 4C 5C 6C 7C 8C 9D 9H 9S X X KD KH KS KC QD QH")
    melds = fulfil_contract(hand, THREE_PACKS, Contract((3, 4), (4, 7)))
    assert melds is None
    melds = fulfil_contract(hand, THREE_PACKS, Contract((3, 4), (4,)))
    assert melds is not None
    assert [(meld.kind, len(meld), meld.jokers) for meld in melds] == [
        ("group", 3, 0),
        ("group", 4, 0),
        ("run", 4, 0),
    ]
    melds = fulfil_contract(hand, THREE_PACKS, Contract((3, 3, 3), (4,)))
    assert melds is not None
    assert sum(meld.jokers for meld in melds) == 1


# shanghai.md, the table of contracts: with every round its number of cards.
@pytest.mark.parametrize("round_", range(1, 11))
def test_a_contract_needs_five_cards_more_than_its_round(round_: int) -> None:
    contract = contract_of(round_)
    cards = round_ + 5
    laid = [f"{rank}{suit}" for rank, suit in zip("222KKK777", "SHDSHDSHD", strict=True)]
    runs = {
        4: ("3C 4C 5C 6C", "3H 4H 5H 6H", "8C 9C TC JC"),
        5: ("3C 4C 5C 6C 7C", "3H 4H 5H 6H 7H", "9C TC JC QC KC"),
        7: ("3C 4C 5C 6C 7C 8C 9C",),
        10: ("3C 4C 5C 6C 7C 8C 9C TC JC QC",),
    }
    text = " ".join(
        [
            *laid[: 3 * len(contract.groups)],
            *runs.get(max((0, *contract.runs)), ())[: len(contract.runs)],
        ]
    )
    hand = SHANGHAI.parse(text)
    assert len(hand) == cards
    melds = both_ways(text, SHANGHAI, contract)
    assert melds is not None
    assert sum(map(len, melds)) == cards
    for tile in hand:
        assert both_ways(str(hand - SHANGHAI.tile_set.hand([tile])), SHANGHAI, contract) is None


# Brute force: another program for the rules, on a few cards of a small deck.

JOKER = (0, "X")
Card = tuple[int, str]


@dataclass(frozen=True)
class Rules:
    """The settings that matter, by their names in the rule file."""

    numbers: int
    suits: str = "SHD"
    joker_limit: str = "not_more_than_naturals"
    ones: str = "low_or_high"
    repeat_colors: bool = True

    def jokers_allowed(self, naturals: int, jokers: int) -> bool:
        if not naturals:
            return False
        if self.joker_limit == "none":
            return True
        if self.joker_limit == "not_more_than_naturals":
            return jokers <= naturals
        size = naturals + jokers
        return jokers <= (3 if size >= 7 else 2 if size >= 5 else 1)


@dataclass(frozen=True)
class Laid:
    """A meld of a hand: the places of its cards, and how it can be read."""

    cards: int
    size: int
    jokers: int
    # The rank of a set; the suit, first and last place of a sequence.
    rank: int = 0
    ends: tuple[str, int, int] | None = None


def brute_melds(hand: Sequence[Card], rules: Rules) -> list[Laid]:
    """Every reading of every choice of at least two cards as a set or a sequence."""
    found = []
    for mask in range(1 << len(hand)):
        cards = [card for place, card in enumerate(hand) if mask >> place & 1]
        naturals = [card for card in cards if card != JOKER]
        jokers = len(cards) - len(naturals)
        if len(cards) < 2 or not rules.jokers_allowed(len(naturals), jokers):
            continue
        ranks = [rank for rank, _ in naturals]
        suits = [suit for _, suit in naturals]
        differ = len(set(suits)) == len(suits) and len(cards) <= len(rules.suits)
        if len(set(ranks)) == 1 and (rules.repeat_colors or differ):
            found.append(Laid(mask, len(cards), jokers, rank=ranks[0]))
        if len(set(suits)) == 1:
            for first, last in brute_sequences(ranks, len(cards), rules):
                found.append(Laid(mask, len(cards), jokers, ends=(suits[0], first, last)))
    return found


def brute_sequences(ranks: list[int], size: int, rules: Rules) -> Iterator[tuple[int, int]]:
    """The first and last places of all sequences that have these ranks and jokers else."""
    top = rules.numbers
    if size > top:
        return
    for first in range(1, top + 2):
        places = range(first, first + size)
        legal = {
            "low": places[-1] <= top,
            "high": first >= 2 and places[-1] <= top + 1,
            "low_or_high": places[-1] <= top + 1,
            "circular": first <= top,
        }
        if not legal[rules.ones]:
            continue
        sequence = Counter((place - 1) % top + 1 for place in places)
        if Counter(ranks) <= sequence:
            yield first, places[-1]


def consecutive(one: Laid, other: Laid, rules: Rules) -> bool:
    assert one.ends
    assert other.ends
    (suit, first, last), (other_suit, other_first, other_last) = one.ends, other.ends
    if suit != other_suit:
        return False
    if rules.ones == "circular":
        top = rules.numbers
        return last % top + 1 == other_first or other_last % top + 1 == first
    return last + 1 == other_first or other_last + 1 == first


def brute_force(melds: list[Laid], contract: Contract, rules: Rules) -> int | None:
    """The fewest jokers of disjoint melds that fulfil a contract, or None."""
    wanted = [("set", size) for size in contract.groups]
    wanted += [("sequence", size) for size in contract.runs]
    best: int | None = None

    def lay(at: int, taken: int, chosen: list[Laid]) -> None:
        nonlocal best
        if at == len(wanted):
            jokers = sum(meld.jokers for meld in chosen)
            best = jokers if best is None else min(best, jokers)
            return
        kind, size = wanted[at]
        for meld in melds:
            if meld.cards & taken or (kind == "set") != (meld.ends is None):
                continue
            if meld.size != size if contract.exact else meld.size < size:
                continue
            if kind == "set":
                clashes = not contract.same_number_groups and any(
                    other.rank == meld.rank for other in chosen
                )
            else:
                clashes = not contract.adjacent_runs and any(
                    other.ends and consecutive(meld, other, rules) for other in chosen
                )
            if clashes:
                continue
            lay(at + 1, taken | meld.cards, [*chosen, meld])
            if best == 0:
                return

    lay(0, 0, [])
    return best


def cards_of(hand: Hand) -> list[Card]:
    return [JOKER if tile.is_joker else (tile.number, tile.color) for tile in hand]


def laid_of(run: Run) -> Laid:
    """A run that was found, as brute force describes it."""
    first = run.numbers[0]
    return Laid(0, len(run), run.jokers, ends=(run.color, first, first + len(run) - 1))


def check_melds(
    hand: Hand, variant: Variant, contract: Contract, melds: tuple[Meld, ...], rules: Rules
) -> None:
    """Make sure that melds are what a contract asks for."""
    tiles = variant.playing_set
    assert tiles.hand(tile for meld in melds for tile in meld.tiles) <= hand
    groups = [meld for meld in melds if isinstance(meld, Group)]
    runs = [meld for meld in melds if isinstance(meld, Run)]
    assert melds == (*groups, *runs)
    for meld, size in zip(melds, (*contract.groups, *contract.runs), strict=True):
        assert len(meld) == size if contract.exact else len(meld) >= size
        if size >= 3:
            assert meld in judge(tiles.hand(meld.tiles), variant).readings
    if not contract.same_number_groups:
        assert len({group.number for group in groups}) == len(groups)
    laid = [laid_of(run) for run in runs]
    if not contract.adjacent_runs:
        for at, one in enumerate(laid):
            assert not any(consecutive(one, other, rules) for other in laid[:at])


SMALL_CONTRACTS = (
    Contract((3,), ()),
    Contract((), (3,)),
    Contract((3, 3), ()),
    Contract((3,), (3,)),
    Contract((), (3, 3)),
    Contract((4,), (3,)),
    Contract((3,), (4,)),
    Contract((2, 3), (2,)),
    Contract((2, 2, 2), ()),
    Contract((), (2, 2, 2)),
    Contract((), (2, 3)),
    Contract((2,), (2, 3)),
    Contract((), (5,)),
    Contract((5,), ()),
)


def agree(
    hands: Sequence[Hand], variant: Variant, rules: Rules, contracts: Sequence[Contract]
) -> Counter[tuple[Contract, bool]]:
    """Compare both programs with brute force on hands of one size; count the answers."""
    batch = batch_of_hands(hands)
    melds_of = [brute_melds(cards_of(hand), rules) for hand in hands]
    answers: Counter[tuple[Contract, bool]] = Counter()
    for contract in contracts:
        compiled = batch_contract(batch, variant, contract)
        for hand, melds, answer in zip(hands, melds_of, compiled, strict=True):
            fewest = brute_force(melds, contract, rules)
            case = f"{hand} {contract!r} {rules!r}"
            assert answer == (fewest is not None), case
            found = fulfil_contract(hand, variant, contract)
            assert (found is None) == (fewest is None), case
            if found is not None:
                assert sum(meld.jokers for meld in found) == fewest, case
                check_melds(hand, variant, contract, found, rules)
            answers[contract, bool(answer)] += 1
    return answers


def small_game(rules: Rules, jokers: int) -> Variant:
    return SHANGHAI.with_rules(
        colors=len(rules.suits),
        numbers=rules.numbers,
        copies=2,
        jokers=jokers,
        hand_size=6,
        joker_limit=rules.joker_limit,
        ones=rules.ones,
        repeat_colors=rules.repeat_colors,
    )


def random_hands(tiles: TileSet, size: int, hands: int, rng: random.Random) -> list[Hand]:
    deck = list(tiles.all_tiles())
    return [tiles.hand(rng.sample(deck, size)) for _ in range(hands)]


def with_settings(contract: Contract) -> Iterator[Contract]:
    """A contract under every setting of its parameters."""
    for adjacent, same, exact in product((False, True), repeat=3):
        yield replace(contract, adjacent_runs=adjacent, same_number_groups=same, exact=exact)


LIMITS = ("none", "not_more_than_naturals", "by_size")
ONES = ("low", "high", "low_or_high", "circular")


@pytest.mark.parametrize("repeat_colors", [True, False])
@pytest.mark.parametrize("ones", ONES)
@pytest.mark.parametrize("joker_limit", LIMITS)
def test_both_programs_agree_with_brute_force(
    joker_limit: str, ones: str, repeat_colors: bool
) -> None:
    rng = random.Random(f"{joker_limit} {ones} {repeat_colors}")
    answers: Counter[bool] = Counter()
    for suits, numbers, jokers, size in (("SHD", 5, 1, 7), ("SHD", 6, 2, 8), ("S", 6, 4, 8)):
        rules = Rules(numbers, suits, joker_limit, ones, repeat_colors)
        variant = small_game(rules, jokers)
        contracts = [c for contract in SMALL_CONTRACTS for c in with_settings(contract)]
        # Each hand under other contracts and settings.
        for hand in random_hands(variant.playing_set, size, 12, rng):
            some = rng.sample(contracts, 25)
            for (_, answer), count in agree([hand], variant, rules, some).items():
                answers[answer] += count
    assert min(answers[True], answers[False]) > 100


@cache
def all_hands(tiles: TileSet, size: int) -> tuple[Hand, ...]:
    def counts(kind: int, left: int) -> Iterator[tuple[int, ...]]:
        if kind == tiles.kinds:
            if not left:
                yield ()
            return
        for count in range(min(left, tiles.copies_of_kind[kind]) + 1):
            for rest in counts(kind + 1, left - count):
                yield (count, *rest)

    return tuple(Hand(tiles, found) for found in counts(0, size))


@pytest.mark.slow
@pytest.mark.parametrize("joker_limit", LIMITS)
def test_all_hands_of_a_small_game_agree_with_brute_force(joker_limit: str) -> None:
    rules = Rules(5, "SHD", joker_limit)
    variant = small_game(rules, 1)
    hands = all_hands(variant.playing_set, 6)
    assert len(hands) == 38_493
    contracts = [Contract((3, 3), ()), Contract((3,), (3,)), Contract((), (3, 3))]
    answers = agree(hands, variant, rules, contracts)
    assert all(answers[contract, True] for contract in contracts)


@pytest.mark.slow
@pytest.mark.parametrize("joker_limit", LIMITS)
def test_crowded_suits_agree_with_brute_force(joker_limit: str) -> None:
    # Many sequences of one suit, where longer ones help against neighbors and joker limits.
    rules = Rules(10, "S", joker_limit)
    variant = small_game(rules, 3)
    contracts = [Contract((), (3, 3, 3)), Contract((), (4, 4)), Contract((), (5, 3))]
    contracts += [replace(contract, exact=True) for contract in contracts]
    contracts += [replace(contract, adjacent_runs=True) for contract in contracts]
    hands = random_hands(variant.playing_set, 10, 100, random.Random(joker_limit))
    answers = agree(hands, variant, rules, contracts)
    for contract in contracts:
        assert min(answers[contract, True], answers[contract, False]) >= 3


# Full decks: compiled against plain code, on hands that often just fulfil the contract.


def near_hands(
    variant: Variant, contract: Contract, size: int, hands: int, rng: random.Random
) -> list[Hand]:
    """Deal hands that hold the contract's melds as far as they go, some with a card changed."""
    tiles = variant.playing_set
    dealt: list[Hand] = []
    while len(dealt) < hands:
        wanted: list[Tile] = []
        for group in contract.groups:
            number = rng.randint(1, 13)
            wanted += [Tile(rng.choice(tiles.color_letters), number) for _ in range(group)]
        # Often in few suits, so that sequences meet.
        suits = tiles.color_letters[: rng.randint(1, 4)]
        for run in contract.runs:
            first, suit = rng.randint(1, 15 - run), rng.choice(suits)
            wanted += [Tile(suit, (place - 1) % 13 + 1) for place in range(first, first + run)]
        rng.shuffle(wanted)
        jokers = rng.choice([0, 0, *range(1, tiles.jokers + 1)])
        wanted = [tiles.joker] * jokers + wanted[jokers + rng.randint(0, 1) :]
        counts = Counter(wanted)
        if any(count > tiles.copies_of_kind[tiles.kind(t)] for t, count in counts.items()):
            continue
        wanted = wanted[:size]
        others = list(tiles.all_tiles() - tiles.hand(wanted))
        dealt.append(tiles.hand(wanted + rng.sample(others, size - len(wanted))))
    return dealt


@pytest.mark.parametrize("size", [11, 12, 14, 16])
@pytest.mark.parametrize("round_", range(1, 11))
@pytest.mark.parametrize("variant", [SHANGHAI, THREE_PACKS], ids=["105 cards", "158 cards"])
def test_compiled_and_plain_code_agree_on_full_hands(
    variant: Variant, round_: int, size: int
) -> None:
    contract = contract_of(round_)
    rng = random.Random(100 * round_ + size)
    hands = near_hands(variant, contract, size, 30, rng)
    hands += random_hands(variant.playing_set, size, 10, rng)
    rules = Rules(13, "SHDC")
    compiled = batch_contract(batch_of_hands(hands), variant, contract)
    for hand, answer in zip(hands, compiled, strict=True):
        melds = fulfil_contract(hand, variant, contract)
        assert answer == (melds is not None), str(hand)
        if melds is not None:
            check_melds(hand, variant, contract, melds, rules)
    if size < round_ + 5:
        assert not compiled.any()
    else:
        assert compiled.any()
        assert not compiled.all()


@pytest.mark.parametrize(
    "rules",
    [
        {"copies": 4, "jokers": 4, "joker_limit": "none"},
        {"copies": 4, "jokers": 4, "joker_limit": "by_size"},
        {"players": 5, "jokers": 4, "adjacent_sequences": True},
        {"players": 5, "jokers": 4, "contract_size": "exact", "same_rank_sets": False},
        {"players": 5, "ones": "circular", "max_run": 15},
        {"players": 5, "repeat_colors": False, "min_real": 0, "joker_limit": "none", "jokers": 4},
    ],
    ids=lambda rules: " ".join(rules),
)
def test_compiled_and_plain_code_agree_under_house_rules(rules: dict[str, object]) -> None:
    variant = SHANGHAI.with_rules(**rules)
    rng = random.Random(str(rules))
    answers = Counter[bool]()
    for round_ in range(1, 11):
        contract = contract_of(round_, variant)
        hands = near_hands(variant, contract, 16, 12, rng)
        compiled = batch_contract(batch_of_hands(hands), variant, contract)
        plain = [fulfil_contract(hand, variant, contract) is not None for hand in hands]
        assert compiled.tolist() == plain
        answers.update(plain)
    assert min(answers[True], answers[False]) > 5


def test_the_order_of_cards_in_a_batch_does_not_matter() -> None:
    contract = contract_of(2)
    hands = near_hands(SHANGHAI, contract, 12, 50, random.Random(1))
    batch = batch_of_hands(hands)
    shuffled = np.random.default_rng(1).permuted(batch, axis=1)
    answers = batch_contract(batch, SHANGHAI, contract)
    assert 0 < answers.sum() < 50
    assert batch_contract(shuffled, SHANGHAI, contract).tolist() == answers.tolist()
    assert batch_contract(shuffled[::-1], SHANGHAI, contract)[::-1].tolist() == answers.tolist()
    assert list(hands_of_batch(SHANGHAI.playing_set, batch)) == hands


@pytest.mark.parametrize(
    ("contract", "message"),
    [
        (((3, 3), ()), "a contract is one such as"),
        (Contract((), ()), "groups or runs"),
        (Contract((1,), ()), "1 is no size"),
        (Contract((), (61,)), "61 is no size"),
        (Contract((True,), ()), "True is no size"),
        (Contract(3, ()), "a contract has sizes"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_contract_is_refused(contract: object, message: str) -> None:
    hand = SHANGHAI.parse("7S 7S 7D")
    with pytest.raises(VariantError, match=message):
        fulfil_contract(hand, SHANGHAI, contract)  # type: ignore[arg-type]
    with pytest.raises(VariantError, match=message):
        batch_contract(batch_of_hands([hand]), SHANGHAI, contract)  # type: ignore[arg-type]


def test_hands_of_other_tiles_are_refused() -> None:
    contract = contract_of(1)
    with pytest.raises(TileError, match="158 cards"):
        fulfil_contract(THREE_PACKS.parse("7S 7S 7S"), SHANGHAI, contract)
    with pytest.raises(TileError, match="no R7 among the 105 cards"):
        fulfil_contract("7S 7S R7", SHANGHAI, contract)
    with pytest.raises(TileError, match="7 is no hand"):
        fulfil_contract(7, SHANGHAI, contract)  # type: ignore[arg-type]
    with pytest.raises(TileError, match="no kind 53 among the 105 cards"):
        batch_contract(np.full((2, 6), 53, dtype=np.uint8), SHANGHAI, contract)
    for no_batch in (np.zeros(6, dtype=np.uint8), np.zeros((2, 6), dtype=np.int64), [[0] * 6]):
        with pytest.raises(TileError, match="array of uint8"):
            batch_contract(no_batch, SHANGHAI, contract)  # type: ignore[arg-type]


def test_no_hands_give_no_answers() -> None:
    batch = np.zeros((0, 11), dtype=np.uint8)
    assert batch_contract(batch, SHANGHAI, contract_of(1)).shape == (0,)


@pytest.mark.parametrize(
    ("contracts", "rules", "words"),
    [
        ([((2,), ())], {}, "round 1 asks for a group of 2"),
        ([((), (2,))], {}, "round 1 asks for a run of 2"),
        ([((3,), ()), ((), (4, 15))], {}, "round 2 asks for a run of 15"),
        ([((10,), ())], {}, "groups of 3 to 9 and runs of 3 to 13"),
        # Three packs have twelve cards of a rank; half of a set may be jokers.
        ([((15,), ())], {"players": 5}, "groups of 3 to 14 and runs"),
        ([((5,), ())], {"repeat_colors": False, "jokers": 0}, "groups of 3 to 4 and runs"),
        ([((), (6,))], {"numbers": 5}, "runs of 3 to 5"),
        ([((), (3,))], {"numbers": 2}, "groups of 3 to 9 and no runs"),
    ],
)
def test_a_contract_asks_for_sizes_that_there_are(
    contracts: list[object], rules: dict[str, object], words: str
) -> None:
    with pytest.raises(VariantError, match=words):
        SHANGHAI.with_rules(contracts=contracts, **rules)


def test_the_sizes_at_the_ends_can_be_asked_for() -> None:
    SHANGHAI.with_rules(contracts=[((3, 9), (3, 13))])
    SHANGHAI.with_rules(contracts=[((2,), (2,))], min_group=2, min_sequence=2)
    # "only used with extra_melds": it has no say in contracts.
    SHANGHAI.with_rules(contracts=[((), (4,))], min_sequence=5)


def test_why_shanghai_is_not_for_two() -> None:
    with pytest.raises(VariantError, match=r"from 3 to 8 \(two can play too, but the rules give"):
        SHANGHAI.with_rules(players=2)
