"""Matchpoints and tournaments of Stone-Rummy. Source: ``rules/stone-rummy.md``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rummistats.errors import PlayError, shown

__all__ = ["ladder", "matchpoints", "neutralized", "percentage", "seated_by_result"]


def matchpoints(
    stones: Sequence[int], tie_rule: str = "average", *, first_round: bool = False
) -> tuple[Fraction, ...]:
    """Return the matchpoints of a game: with n players rank r gets n + 1 - r.

    Parameters
    ----------
    stones : sequence of int
        How many stones each player has left.
    tie_rule : {"average", "divide"}
        Whether equal players get the average of their places, or the best of them divided by
        their number.
    first_round : bool
        Whether the game was finished in the first round, and the rule for that is played: the
        winner gets the most, and the others share equally what is left.

    Raises
    ------
    PlayError
        If there is no such rule.

    Examples
    --------
    >>> [str(each) for each in matchpoints([0, 4, 1, 4])]
    ['4', '3/2', '3', '3/2']
    >>> [str(each) for each in matchpoints([0, 2, 2], "divide")]
    ['3', '1', '1']
    """
    if tie_rule not in ("average", "divide"):
        raise PlayError(f"tie_rule={shown(tie_rule)}: it is 'average' or 'divide'")
    players, least = len(stones), min(stones)
    if first_round and players > 1:
        others = Fraction(players * (players + 1) // 2 - players, players - 1)
        return tuple(Fraction(players) if left == least else others for left in stones)
    points = []
    for left in stones:
        better, tied = sum(each < left for each in stones), list(stones).count(left)
        best = players - better
        if tie_rule == "divide":
            points.append(Fraction(best, tied))
        else:
            points.append(Fraction(2 * best - tied + 1, 2))
    return tuple(points)


def neutralized(
    players: int, slow: int | None = None, penalty: Fraction | float = 0
) -> tuple[Fraction, ...]:
    """Return the matchpoints of a game that was not played, or ended since it was too slow.

    Parameters
    ----------
    players : int
        How many played.
    slow : int, optional
        The seat of a slow player.
    penalty : number
        What that costs.

    Examples
    --------
    >>> [str(each) for each in neutralized(4)]
    ['5/2', '5/2', '5/2', '5/2']
    """
    share = Fraction(players + 1, 2)
    return tuple(share - (Fraction(penalty) if seat == slow else 0) for seat in range(players))


def percentage(
    points: Fraction | int, games: int, players: int, best: Fraction | int | None = None
) -> Fraction:
    """Return points as a percentage of what could be won.

    Parameters
    ----------
    points : number
        The matchpoints of a player.
    games, players : int
        How many games were played, by how many players.
    best : number, optional
        What is meant by 100 %, if it is the best result of the field.

    Raises
    ------
    PlayError
        If there are no points to win.

    Examples
    --------
    >>> percentage(9, games=3, players=3), float(percentage(Fraction(15, 2), games=3, players=4))
    (Fraction(100, 1), 62.5)
    """
    most = Fraction(games * players if best is None else best)
    if most <= 0:
        raise PlayError(f"{games} games of {players} players have no points to win")
    return 100 * Fraction(points) / most


def ladder(
    tables: Sequence[Sequence[Any]], points: Sequence[Sequence[Fraction | int]]
) -> list[list[Any]]:
    """Return who sits where after the best of each table has moved up one table.

    To keep the tables full the last of the table above comes down. Among equals whoever is named
    first is better.

    Parameters
    ----------
    tables : sequence of sequences
        The players of each table, the highest table first.
    points : sequence of sequences
        What each of them has won.

    Raises
    ------
    PlayError
        If there are not as many numbers of points as players, or a single player at a table.

    Examples
    --------
    >>> ladder([["Ann", "Bo", "Cy"], ["Di", "Ed", "Flo"]], [[9, 6, 3], [4, 8, 6]])
    [['Ann', 'Bo', 'Ed'], ['Di', 'Cy', 'Flo']]
    """
    if [len(table) for table in tables] != [len(won) for won in points]:
        raise PlayError("there is a number of points for each player of each table")
    if min(map(len, tables), default=2) < 2:
        raise PlayError("a table of a ladder has at least two players")
    after = [list(table) for table in tables]
    for upper in range(len(tables) - 1):
        best = _best(points[upper + 1])
        lost = list(points[upper])
        # The best has moved up already, where there is a table above.
        here = [place for place in range(len(lost)) if not upper or place != _best(points[upper])]
        last = min(reversed(here), key=lambda place: lost[place])
        after[upper][last], after[upper + 1][best] = tables[upper + 1][best], tables[upper][last]
    return after


def seated_by_result(
    players: Sequence[Any], totals: Sequence[Fraction | int], size: int = 3
) -> list[list[Any]]:
    """Return tables of players in the order of their results, as in up and down.

    Raises
    ------
    PlayError
        If there are not as many results as players.

    Examples
    --------
    >>> seated_by_result(["Ann", "Bo", "Cy", "Di", "Ed", "Flo"], [4, 8, 5, 9, 7, 3])
    [['Di', 'Bo', 'Ed'], ['Cy', 'Ann', 'Flo']]
    """
    if len(players) != len(totals):
        raise PlayError(f"{len(players)} players, but {len(totals)} totals")
    order = sorted(range(len(players)), key=lambda place: -Fraction(totals[place]))
    return [
        [players[place] for place in order[first : first + size]]
        for first in range(0, len(order), size)
    ]


def _best(points: Sequence[Fraction | int]) -> int:
    return list(points).index(max(points))
