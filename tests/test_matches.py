"""Matches: who starts, when they end, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rummistats.errors import PlayError
from rummistats.play import Action, MatchRecord, Record, View, play, play_match, read_records
from rummistats.play.match import make_match, starter_of
from rummistats.seeds import make_seed
from rummistats.variants import Variant, find_variant

SABRA = find_variant("sabra").with_rules(players=2, hand_size=7)
STONES = find_variant("stone-rummy")
PLUS = find_variant("stone-rummy-plus")
SEED = make_seed(1)


def deals(
    variant: Variant, scores: Sequence[Sequence[int]], winners: Sequence[Any]
) -> list[Record]:
    """Deals with these scores; what happened in them is another one's."""
    record = play(variant, "greedy", seed=1)
    return [
        replace(record, variant=variant, scores=tuple(map(Fraction, each)), winners=won)
        for each, won in zip(scores, winners, strict=True)
    ]


def test_a_match_has_as_many_deals_as_the_rules_say() -> None:
    match = play_match(SABRA, ["optimal", "greedy"], seed=3)
    assert len(match.deals) == 4
    assert sum(match.totals) == 0
    assert match.totals[0] == sum(deal.scores[0] for deal in match.deals)
    assert match.winners == (max((0, 1), key=lambda seat: match.totals[seat]),)
    assert match == play_match(SABRA, ["optimal", "greedy"], seed=3)
    assert read_records(match.to_json_lines()) == list(match.deals)
    assert len({deal.deal for deal in match.deals}) == 4


def test_river_is_a_match_too() -> None:
    river = find_variant("river").with_rules(players=2, hand_size=5, deals=2)
    assert len(play_match(river, "optimal", seed=1).deals) == 2


@pytest.mark.parametrize(("rule", "step"), [("clockwise", 1), ("counterclockwise", -1)])
def test_starting_in_rotation(rule: str, step: int) -> None:
    game = SABRA.with_rules(players=3, next_starter="rotate", direction=rule, deals=3)
    starts = [deal.deal.starter for deal in play_match(game, "optimal", seed=2).deals]
    assert starts[1:] == [(starts[0] + step) % 3, (starts[0] + 2 * step) % 3]


def test_the_winner_may_start() -> None:
    game = SABRA.with_rules(players=3, next_starter="winner", deals=3)
    match = play_match(game, "optimal", seed=2)
    for last, now in zip(match.deals, match.deals[1:], strict=False):
        assert now.deal.starter in last.winners
    # Of several winners the one whose turn comes next.
    last = match.deals[0]
    deal = replace(last.deal, starter=1)
    tied = replace(last, deal=deal, winners=(0, 1))
    assert starter_of(game, tied) == 0
    assert starter_of(game.with_rules(next_starter="draw"), tied) is None


def test_a_match_ends_at_the_target() -> None:
    game = SABRA.with_rules(target=1, deals=50)
    match = play_match(game, "optimal", seed=2)
    # In a zero-sum game the first deal that is won reaches it.
    assert len(match.deals) == 1
    far = SABRA.with_rules(target=10_000, deals=3)
    assert len(play_match(far, "optimal", seed=2).deals) == 3


@pytest.mark.parametrize(
    ("rules", "scores", "won", "winners"),
    [
        # B wins two deals of three, A has more points.
        ({}, [(50, -50), (-5, 5), (-5, 5)], [(0,), (1,), (1,)], (0,)),
        ({"match_winner": "games_won"}, [(50, -50), (-5, 5), (-5, 5)], [(0,), (1,), (1,)], (1,)),
        # Equal in deals: the sum decides; equal in all: both.
        ({"match_winner": "games_won"}, [(50, -50), (-5, 5)], [(0,), (1,)], (0,)),
        ({}, [(5, -5), (-5, 5)], [(0,), (1,)], (0, 1)),
        # Penalty points are better if they are fewer.
        ({"scoring": "penalty"}, [(0, 50), (5, 0)], [(0,), (1,)], (0,)),
    ],
)
def test_who_wins_a_match_of_sabra(rules: Any, scores: Any, won: Any, winners: Any) -> None:
    game = SABRA.with_rules(**rules)
    match = make_match(game, SEED, ("a", "b"), deals(game, scores, won))
    assert match.winners == winners
    assert match.games_won == tuple(sum(seat in each for each in won) for seat in (0, 1))
    with pytest.raises(PlayError, match="no matchpoints"):
        match.percentages  # noqa: B018


def test_a_match_of_stone_rummy_is_three_games() -> None:
    """ "Match result = sum of MP"; the mean of equal players is 66.7 %."""
    match = play_match(STONES, ["optimal", "greedy", "random"], seed=2)
    assert len(match.deals) == 3
    assert sum(match.totals) == 18
    assert sum(match.percentages) / 3 == Fraction(200, 3)
    assert match.percentages[0] == 100 * match.totals[0] / 9
    assert match.winners == tuple(
        seat for seat in range(3) if match.totals[seat] == max(match.totals)
    )


def test_percentages_leave_out_claims_unless_the_field_is_the_measure() -> None:
    match = play_match(PLUS.with_rules(games=2), ["optimal", "greedy", "counting"], seed=2)
    assert sum(match.percentages) == 200
    game = PLUS.with_rules(percent_of="TMP_max_of_field")
    field = make_match(game, SEED, match.strategies, match.deals)
    assert max(field.percentages) == 100


def test_the_winner_of_plus_has_most_points_of_both_kinds() -> None:
    """The last game of Stone-Rummy-Plus, "Worked examples", 6, with the stones of real games."""
    real = play_match(PLUS.with_rules(games=1), "greedy", seed=5)
    more = replace(real.deals[0], scores=tuple(Fraction(9 * (seat == 2)) for seat in range(3)))
    assert make_match(PLUS, SEED, real.strategies, [more]).winners == (2,)
    by_games = PLUS.with_rules(winner_by="GMP")
    assert make_match(by_games, SEED, real.strategies, [more]).winners == tuple(
        seat for seat, hand in enumerate(real.deals[0].last.hands) if not len(hand)
    )


def test_machiavelli_is_a_single_game() -> None:
    match = play_match(find_variant("machiavelli"), "optimal", seed=4)
    assert len(match.deals) == 1
    assert match.winners == match.deals[0].winners
    assert "won by seat" in match.to_text()


def test_functions_keep_their_names_in_a_match() -> None:
    def mine(view: View, random: Any) -> Action:
        from rummistats.play import STRATEGIES

        return STRATEGIES["greedy"].choose(view, random)

    match = play_match(SABRA.with_rules(deals=1), [mine, "greedy"], seed=1)
    assert match.strategies == match.deals[0].strategies == ("mine", "greedy")


def test_a_match_needs_a_deal() -> None:
    with pytest.raises(PlayError, match="at least one deal"):
        make_match(SABRA, SEED, ("a", "b"), [])
    assert isinstance(play_match(SABRA, "greedy", seed=1), MatchRecord)
