"""The scores of a deal of Sabra, by rules/sabra.md, "Scoring"."""

from __future__ import annotations

from fractions import Fraction

from tests.oracles.referee.position import Position


def values(position: Position) -> list[int]:
    """Return the value on each rack."""
    joker = position.rules["joker_rack_value"]
    return [sum(tile.number or joker for tile in hand.elements()) for hand in position.hands]


def winners(position: Position) -> list[int]:
    """Return who has won: whoever went out, or the best of a blocked deal."""
    hands, rules = position.hands, position.rules
    seats = range(len(hands))
    if position.ended == "out":
        return [seat for seat in seats if not hands[seat]]
    h = values(position)
    if rules["blocked_winner"] == "lowest_total":
        rank = {seat: (h[seat],) for seat in seats}
    else:
        rank = {seat: (hands[seat].total(), h[seat]) for seat in seats}
    best = [seat for seat in seats if rank[seat] == min(rank.values())]
    if rules["tie"] == "first":
        # The position has moved on: its seat is the next in turn order.
        order = [(position.seat + position.step * k) % len(hands) for k in seats]
        return [next(seat for seat in order if seat in best)]
    return best


def scores(position: Position) -> list[Fraction]:
    """Return the scores by seat."""
    rules, h, won = position.rules, values(position), winners(position)
    seats = range(len(h))
    common = 0
    if position.ended == "blocked" and rules["blocked_scoring"] == "difference":
        common = h[won[0]]
    lost = {seat: h[seat] - common for seat in seats if seat not in won}
    if rules["scoring"] == "penalty":
        return [Fraction(lost.get(seat, 0)) for seat in seats]
    score = [Fraction(-lost[seat] if seat in lost else 0) for seat in seats]
    for seat in won:
        score[seat] = Fraction(sum(lost.values()), len(won))
    if rules["unopened_rule"] == "add_to_each":
        # What the winners of a blocked deal hold is ignored.
        for never in (seat for seat in lost if not position.opened[seat]):
            for seat in seats:
                if seat != never and seat not in won:
                    score[seat] += h[never]
    return score
