"""Shanghai Rummy, contract rummy in ten rounds. Source: ``rules/shanghai.md``."""

from __future__ import annotations

from rummistats.variants.game import Game
from rummistats.variants.opening import settle_contracts
from rummistats.variants.rules import ByRound, Renaming, Rule, choice, number, yes_no
from rummistats.whole import as_whole

__all__ = ["SHANGHAI"]


def _buys(value: object) -> object:
    if isinstance(value, dict | ByRound):
        # In a file the rounds are texts.
        rounds = ((int(key) if isinstance(key, str) else key) for key in value)
        return ByRound(dict(zip(rounds, value.values(), strict=True)))
    whole = as_whole(value)
    if whole is None or whole < 0:
        raise ValueError("no number of buys")
    return whole


SHANGHAI = Game(
    name="shanghai",
    title="Shanghai Rummy",
    aliases=("shanghai-rummy", "shanghai-rum", "contract-rummy"),
    cards=True,
    face_up="any",
    discards=True,
    hand_rules={
        # The rule file also calls two players possible, but says nothing of their packs.
        "players": Rule(
            name="players",
            default=4,
            low=3,
            high=8,
            meaning="number of players",
            remark="two can play too, but the rules give packs for 3 to 4 and for 5 to 8 players; "
            "a hand of theirs is that of players=3 with the decks and jokers that they use",
        ),
        "jokers": 1,
        "hand_size": 11,
        "ones": "low_or_high",
        # A set may have any suits and any size.
        "repeat_colors": True,
        "max_group": 24,
        "min_real_per_joker": 1,
        "open_points": None,
        "joker_rack_value": 25,
    },
    by_players=((5, {"copies": 3, "jokers": 2}),),
    opening=("contract",),
    opening_points=None,
    rack_points={
        **dict.fromkeys(range(2, 10), "number_card_value"),
        11: 10,
        12: 10,
        13: 10,
        1: "ace_value",
    },
    translations=(
        Renaming(name="decks", rule="copies"),
        Renaming(name="joker_value", rule="joker_rack_value"),
        Renaming(name="min_sequence", rule="min_run"),
        Renaming(
            name="joker_limit",
            values={
                "not_more_than_naturals": {"min_real_per_joker": 1, "max_jokers_by_size": None},
                "none": {"min_real_per_joker": 0, "max_jokers_by_size": None},
                "by_size": {
                    "min_real_per_joker": 0,
                    "max_jokers_by_size": ((3, 1), (5, 2), (7, 3)),
                },
            },
        ),
    ),
    own_hand_rules=(
        Rule(
            name="contracts",
            # The sizes of the sets and of the sequences, round by round.
            default=(
                ((3, 3), ()),
                ((3,), (4,)),
                ((), (4, 4)),
                ((3, 3, 3), ()),
                ((3,), (7,)),
                ((3, 3), (5,)),
                ((), (4, 4, 4)),
                ((3,), (10,)),
                ((3, 3, 3), (5,)),
                ((), (5, 5, 5)),
            ),
            test=settle_contracts,
            takes="a list of (sizes of the sets, sizes of the sequences), one for each round, "
            "such as [((3, 3), ()), ((3,), (4,))]",
            meaning="the contract of each round",
        ),
        choice(
            "contract_size",
            "at_least",
            "exact",
            meaning="whether the sizes of a contract are the fewest or exact",
        ),
        yes_no(
            "adjacent_sequences",
            "whether two sequences of one suit in a contract may directly continue each other",
        ),
        yes_no("same_rank_sets", "whether two sets of a contract may have one rank", default=True),
        choice("number_card_value", "face", 5, meaning="points of a card from 2 to 9 in the hand"),
        number("ace_value", 15, "points of an ace in the hand", high=1000),
    ),
    table_rules=(
        Rule(
            name="max_buys",
            default=4,
            test=_buys,
            takes="a whole number from 0 on, or such numbers by round as in {1: 3, 9: 4}",
            meaning="most buys of a player in a round",
        ),
        choice(
            "buy_priority",
            "next_in_turn",
            "first_to_call",
            "left_of_dealer",
            meaning="who buys if several want to",
        ),
        number("buy_cost_cards", 1, "stock cards taken with a bought card"),
        choice(
            "swap_before_contract",
            "if_used_for_contract",
            "never",
            meaning="whether a joker may be picked up before the contract",
        ),
        yes_no(
            "meld_and_layoff_same_turn",
            "whether cards may be laid off in the turn of the contract",
        ),
        yes_no("extra_melds", "whether more melds may be laid after the contract"),
        yes_no("final_discard", "whether the last card must be discarded"),
        yes_no("first_upcard_buyable", "whether the first upcard may be bought", default=True),
        choice(
            "no_joker_bonus_scope",
            "cards_laid",
            "hand",
            meaning="which cards must be without joker for the higher bonus",
        ),
        number("one_turn_bonus", 25, "bonus for going out in one turn"),
        number("one_turn_no_joker_bonus", 50, "bonus for going out in one turn without joker"),
    ),
)
"""The game's plain values."""
