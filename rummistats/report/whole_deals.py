"""What deals that were played out tell as a whole: how long they are, and who wins them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rummistats.play import Along, blocked_share, win_share
from rummistats.report.winning import has_winner_if_blocked
from rummistats.variants import Variant

if TYPE_CHECKING:
    from rummistats.show import Finding

__all__ = ["PLACES", "dead_wood_by_turn", "lengths", "opened_by_turn", "winners"]

_MOST_CLASSES = 12
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

PLACES = ("starter", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The places in the turn, from who starts on."""


def lengths(played: Along) -> list[Finding]:
    """Return how often deals take so many turns, all players together.

    Turns are taken together, few enough for a chart.

    Examples
    --------
    >>> from rummistats.play import along
    >>> found = lengths(along("gin", "greedy", deals=4, seed=1, workers=1))
    >>> print(found[0].name, found[0].value)
    6 0.25
    """
    from rummistats.show import Finding

    turns = played.results.groupby("deal").turns.sum().tolist()
    fewest, most = min(turns), max(turns)
    step = next(
        (step for step in _STEPS if most // step - fewest // step < _MOST_CLASSES), _STEPS[-1]
    )
    counted = Counter(turn // step for turn in turns)
    return [
        Finding.from_count(
            _from_to(step * part, step * part + step - 1),
            counted[part],
            len(turns),
            "deals",
            _seed(played),
        )
        for part in range(fewest // step, most // step + 1)
    ]


def winners(played: Along, variant: Variant) -> list[Finding]:
    """Return how often who starts wins, the next player and so on, and how often nobody does.

    Where somebody wins also if nobody goes out, the last row is how often nobody goes out, which
    overlaps with the others; else it is how often nobody wins, and all rows add up to 1.

    Examples
    --------
    >>> from rummistats.play import along
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> for found in winners(along(sabra, "optimal", deals=4, seed=1, workers=1), sabra):
    ...     print(found.name, found.value)
    starter 0.5
    second 0.0
    third 0.25
    fourth 0.25
    nobody goes out 0.0
    """
    from rummistats.show import Finding

    frame, seed = played.results, _seed(played)
    shares, found = win_share(frame, by="turn_place"), []
    for place, name in enumerate(PLACES[: variant.players], 1):
        found.append(Finding.from_row(name, shares[shares.turn_place == place], seed))
    if has_winner_if_blocked(variant):
        return [*found, Finding.from_row("nobody goes out", blocked_share(frame), seed)]
    won = frame.groupby("deal").won.any()
    none = int((~won).sum())
    return [*found, Finding.from_count("nobody wins", none, len(won), "deals", seed)]


def opened_by_turn(played: Along) -> list[Finding]:
    """Return for each turn the chance to have opened by then."""
    from rummistats.show import Finding

    frame, seed = played.opened, _seed(played)
    return [
        Finding.from_row(f"turn {turn}", frame[frame["turn"] == turn], seed)
        for turn in range(1, int(frame["turn"].max()) + 1)
    ]


def dead_wood_by_turn(played: Along) -> list[Finding]:
    """Return for each turn how many tiles of a rack are in no meld, on average."""
    from rummistats.show import Finding

    frame, seed = played.dead_wood, _seed(played)
    left = frame[frame.figure == "dead_wood_tiles"]
    return [
        Finding.from_row(f"turn {turn}" if turn else "deal", left[left.turn == turn], seed)
        for turn in range(int(left["turn"].max()) + 1)
    ]


def _seed(played: Along) -> int | None:
    entropy = played.seed.entropy
    return entropy if isinstance(entropy, int) else None


def _from_to(first: int, last: int) -> str:
    return f"{first} to {last}" if first < last else str(first)
