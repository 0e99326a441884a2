"""Matchpoints of games and of claims, by rules/stone-rummy.md and rules/stone-rummy-plus.md."""

from __future__ import annotations

from fractions import Fraction

from tests.oracles.referee.position import Position


def matchpoints(position: Position) -> list[Fraction]:
    """Return "rank r gets n + 1 - r", ties what the rule says, and slow players less."""
    points = _by_rank(position)
    slow = Fraction(str(position.rules["slow_penalty"]))
    return [each - slow * (seat in position.slow) for seat, each in enumerate(points)]


def _by_rank(position: Position) -> list[Fraction]:
    rules, left = position.rules, [hand.total() for hand in position.hands]
    n = len(left)
    if rules["first_round_rule"] and position.ended == "out" and position.turn <= n:
        rest = Fraction(n * (n + 1) // 2 - n, n - 1)
        return [Fraction(n) if not count else rest for count in left]
    points = []
    for count in left:
        best = n - sum(1 for other in left if other < count)
        tied = left.count(count)
        if rules["tie_rule"] == "average":
            points.append(Fraction(sum(range(best - tied + 1, best + 1)), tied))
        else:
            points.append(Fraction(best, tied))
    return points


def scores(position: Position) -> list[Fraction]:
    """Return the points of a game: with claims "TMP = GMP + CMP"."""
    points = matchpoints(position)
    if not position.rules["claims"]:
        return points
    each = position.rules["claim_mp"]
    return [game + each * len(claims) for game, claims in zip(points, position.claims, strict=True)]


def winners(position: Position) -> list[int]:
    """Return who has most points: with claims of both kinds, unless the house says otherwise."""
    rules = position.rules
    both = rules["claims"] and rules["winner_by"] == "TMP"
    points = scores(position) if both else matchpoints(position)
    return [seat for seat, each in enumerate(points) if each == max(points)]
