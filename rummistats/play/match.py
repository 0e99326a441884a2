"""Matches: several deals or games by the same players, and who wins in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rummistats.errors import PlayError
from rummistats.play.engine import OnFault, play, seated
from rummistats.play.games import match_rules
from rummistats.play.games.stone_rummy import game_matchpoints
from rummistats.play.matchpoints import percentage
from rummistats.play.records import Record
from rummistats.play.scoring import best_of, next_starter
from rummistats.play.strategies import Choice, Strategy
from rummistats.seeds import Seed, make_seed
from rummistats.variants import Variant, require_variant

__all__ = ["MOST_DEALS", "MatchRecord", "make_match", "play_match", "starter_of"]

MOST_DEALS = 10_000
"""Deals after which a match can't be going to end."""


@dataclass(frozen=True)
class MatchRecord:
    """A match that was played.

    Parameters
    ----------
    variant : Variant
        The game.
    seed : Seed
        From which everything came: deal *k* from child *k*.
    strategies : tuple of str
        The names of the strategies, by seat.
    deals : tuple of Record
        The deals, in that order.
    totals : tuple of Fraction
        The sum of the scores of each seat, and the bonuses of the match where there are some.
    winners : tuple of int
        The seats that have won the match; none if nobody has.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> match = play_match(find_variant("sabra").with_rules(players=2, deals=3), seed=1)
    >>> [str(total) for total in match.totals], match.games_won, match.winners
    (['24', '-24'], (3, 0), (0,))
    """

    variant: Variant
    seed: Seed
    strategies: tuple[str, ...]
    deals: tuple[Record, ...] = field(repr=False)
    totals: tuple[Fraction, ...]
    winners: tuple[int, ...]

    @property
    def games_won(self) -> tuple[int, ...]:
        """How many deals each seat has won, alone or with others."""
        return tuple(
            sum(seat in deal.winners for deal in self.deals) for seat in range(len(self.totals))
        )

    @property
    def percentages(self) -> tuple[Fraction, ...]:
        """The matchpoints of each seat as a percentage.

        Of all that could be won, for the matchpoints of the games; with
        ``percent_of="TMP_max_of_field"`` all points count, and 100 % is the best of the table.

        Raises
        ------
        PlayError
            If the game has no matchpoints.
        """
        if self.variant.game.name not in ("stone-rummy", "stone-rummy-plus"):
            raise PlayError(f"{self.variant.game.title} has no matchpoints")
        players, games = len(self.totals), len(self.deals)
        if dict(self.variant.table_rules).get("percent_of") == "TMP_max_of_field":
            best = max(self.totals)
            return tuple(percentage(each, games, players, best) for each in self.totals)
        points = [game_matchpoints(deal.last) for deal in self.deals]
        return tuple(
            percentage(sum(each, Fraction(0)), games, players) for each in zip(*points, strict=True)
        )

    def to_text(self) -> str:
        """Return a line for each deal, and one for the match.

        Examples
        --------
        >>> from rummistats.variants import find_variant
        >>> print(play_match(find_variant("machiavelli"), "optimal", seed=1).to_text())
        Machiavelli, seed 1
        1. out after 15 turns: 1, 0, 0, 0
        total: 1, 0, 0, 0; won by seat 1
        """
        lines = [f"{self.variant.game.title}, seed {self.seed}"]
        for number, deal in enumerate(self.deals, 1):
            scores = ", ".join(map(str, deal.scores))
            lines.append(f"{number}. {deal.ended} after {len(deal.turns)} turns: {scores}")
        won = " and ".join(str(seat + 1) for seat in self.winners)
        totals = ", ".join(map(str, self.totals))
        lines.append(f"total: {totals}; {f'won by seat {won}' if won else 'nobody wins'}")
        return "\n".join(lines)

    def to_json_lines(self) -> str:
        """Return the deals as lines of JSON, see `rummistats.play.read_records`."""
        return "".join(deal.to_json_lines() for deal in self.deals)

    def __str__(self) -> str:
        return self.to_text()


def play_match(
    variant: Variant | str,
    strategies: str | Strategy | Choice | Sequence[str | Strategy | Choice] = "optimal",
    seed: object = None,
    *,
    on_fault: OnFault = "raise",
) -> MatchRecord:
    """Play a match: as many deals as the rules say, and who starts each of them.

    Parameters
    ----------
    variant : Variant or str
        The game, or its name. Sabra and the River: ``deals``, ``target``, ``next_starter``,
        ``match_winner``; Stone-Rummy: ``games``, the starter by lot; Machiavelli: a single game;
        Gin: until somebody has ``game_target`` points; Rummy 500: until somebody has ``target``;
        Shanghai Rummy: a deal for each of the ``contracts``; American and International: ``deals``
        and ``next_starter``, and what International's sums come to by ``settlement``.
    strategies : str, strategy, or sequence of them
        One for each seat, or one for all, see `rummistats.play.play`.
    seed : int, SeedSequence, Generator or None
        See `rummistats.seeds.make_seed`.
    on_fault : {"raise", "penalty"}
        What an illegal action is: an error, or the failed play of the rules.

    Raises
    ------
    VariantError, PlayError, StrategyError
        As for `rummistats.play.play`.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> match = play_match(find_variant("stone-rummy"), ["optimal", "greedy", "random"], seed=1)
    >>> len(match.deals), int(sum(match.totals)), int(sum(match.percentages))
    (3, 18, 200)
    """
    variant, start = require_variant(variant), make_seed(seed)
    names, _ = seated(variant, strategies)
    deals: list[Record] = []
    while not (deals and _is_over(variant, deals)):
        if len(deals) == MOST_DEALS:
            raise PlayError(f"the match does not end: {MOST_DEALS} deals were played")
        starter = starter_of(variant, deals[-1]) if deals else None
        deals.append(
            play(
                variant,
                strategies,
                start.child(len(deals)),
                starter=starter,
                round=len(deals) + 1 if "contract" in variant.game.opening else 1,
                on_fault=on_fault,
            )
        )
    return make_match(variant, start, tuple(names), deals)


def starter_of(variant: Variant, last: Record) -> int | None:
    """Return the seat that starts the deal after another one, or None if the lot decides.

    Of several winners the next one in turn order after the last starter starts.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra").with_rules(next_starter="rotate")
    >>> deal = play(sabra, "greedy", seed=1, starter=2)
    >>> starter_of(sabra, deal)
    3
    """
    own = match_rules(variant)
    if own is not None:
        return own.next_starter(last)
    return next_starter(last, variant)


def make_match(
    variant: Variant, seed: Seed, strategies: tuple[str, ...], deals: Sequence[Record]
) -> MatchRecord:
    """Return the record of a match from those of its deals.

    Raises
    ------
    PlayError
        If there are none.
    """
    if not deals:
        raise PlayError("a match has at least one deal")
    own = match_rules(variant)
    if own is not None:
        totals, won = own.match_totals(variant, deals), own.match_winners(variant, deals)
    else:
        totals = _totals(deals)
        won = _match_winners(variant, deals, totals)
    return MatchRecord(variant, seed, strategies, tuple(deals), totals, won)


def _totals(deals: Sequence[Record]) -> tuple[Fraction, ...]:
    scores = zip(*(deal.scores for deal in deals), strict=True)
    return tuple(sum(each, Fraction(0)) for each in scores)


def _match_winners(
    variant: Variant, deals: Sequence[Record], totals: tuple[Fraction, ...]
) -> tuple[int, ...]:
    """Return who has most points in all deals, or fewest where they are a penalty."""
    rules = dict((*variant.own_hand_rules, *variant.table_rules))
    if variant.game.name == "machiavelli":
        return deals[-1].winners
    sign = 1 if rules.get("scoring") == "penalty" else -1
    amounts = [sign * total for total in totals]
    if rules.get("winner_by") == "GMP":
        points = zip(*(game_matchpoints(deal.last) for deal in deals), strict=True)
        amounts = [-sum(each, Fraction(0)) for each in points]
    if rules.get("match_winner") == "games_won":
        won = [sum(seat in deal.winners for deal in deals) for seat in range(len(totals))]
        return best_of([(-won[seat], amounts[seat]) for seat in range(len(totals))])
    return best_of(amounts)


def _is_over(variant: Variant, deals: Sequence[Record]) -> bool:
    """Whether all deals were played, or somebody has so many points that a match ends early."""
    own = match_rules(variant)
    if own is not None:
        return own.match_is_over(variant, deals)
    rules = dict(variant.table_rules)
    target = rules.get("target")
    if isinstance(target, int) and max(_totals(deals)) >= target:
        return True
    return len(deals) >= int(str(rules.get("deals", rules.get("games", 1))))
