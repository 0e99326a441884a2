"""The checks of a strategy: whole deals, in every seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rummistats.conformance.report import Check, carry_out
from rummistats.montecarlo.tasks import check_sent
from rummistats.play import Record, Strategy, play, read_records
from rummistats.play.strategies import Choice
from rummistats.seeds import Seed
from rummistats.variants import Variant

__all__ = ["checks_of_strategy"]

_OTHERS = ("greedy", "optimal", "random")


def checks_of_strategy(
    strategy: str | Strategy | Choice,
    variant: Variant,
    deals: int,
    seed: Seed,
    seconds: float | None,
) -> tuple[Check, ...]:
    """Carry out every check that is possible: what is illegal can't be played again."""
    trial = _Trial(strategy, variant, deals, seed, seconds)
    legal = carry_out("its actions are legal, without errors and in time", trial.decisions)
    more = {
        "the same seed gives the same play": trial.again,
        "so it does after other deals": trial.backwards,
        "its records are read back": trial.records_read,
    }
    found = [carry_out(name, cases) for name, cases in more.items()] if legal.passed else []
    return (legal, *found, carry_out("it can be sent to other processes", trial.sent))


@dataclass(frozen=True)
class _Trial:
    """A strategy that is to show what it does.

    Parameters
    ----------
    strategy : str, strategy or function
        The strategy.
    variant : Variant
        The game.
    deals : int
        How many deals it plays.
    seed : Seed
        Deal *k* comes from child *k*.
    seconds : float or None
        How long it may think about one decision.
    records : list of Record
        The deals as they went the first time.
    """

    strategy: str | Strategy | Choice
    variant: Variant
    deals: int
    seed: Seed
    seconds: float | None
    records: list[Record] = field(default_factory=list)

    def decisions(self) -> Iterator[str]:
        """Play all deals, and yield once for each of the strategy's actions."""
        for deal in range(self.deals):
            record = self._played(deal)
            self.records.append(record)
            seats = self._seats(deal)
            for turn in record.turns:
                if turn.seat in seats:
                    yield from ("" for _ in turn.actions)

    def again(self) -> Iterator[str]:
        """Play every deal once more."""
        for deal in range(self.deals):
            yield self._difference(deal)

    def backwards(self) -> Iterator[str]:
        """Play the deals once more in another order, as workers do that share them."""
        for deal in reversed(range(self.deals)):
            yield self._difference(deal)

    def records_read(self) -> Iterator[str]:
        """Read every deal from its text."""
        for deal, record in enumerate(self.records):
            same = read_records(record.to_json_lines()) == [record]
            yield "" if same else f"deal {deal} is read as another one"

    def sent(self) -> Iterator[str]:
        """Send it."""
        check_sent(self.strategy, "with workers=1 anything can play; a strategy")
        yield ""

    def _seats(self, deal: int) -> tuple[int, ...]:
        """Return where the strategy sits: in one seat after the other, and then in all."""
        players = self.variant.players
        place = deal % (players + 1)
        return (place,) if place < players else tuple(range(players))

    def _played(self, deal: int) -> Record:
        own = self._seats(deal)
        other = _OTHERS[deal // (self.variant.players + 1) % len(_OTHERS)]
        seating = [self.strategy if seat in own else other for seat in range(self.variant.players)]
        return play(self.variant, seating, self.seed.child(deal), seconds=self.seconds)

    def _difference(self, deal: int) -> str:
        """Return what the strategy does now that it did not do the first time."""
        first, now = self.records[deal], self._played(deal)
        for one, other in zip(first.turns, now.turns, strict=False):
            if one.actions != other.actions:
                did, does = (", ".join(map(str, turn.actions)) for turn in (one, other))
                return (
                    f"deal {deal}, turn {one.before.turn + 1}, seat {one.seat + 1}: {did!r} the "
                    f"first time, {does!r} now; take what is random from the generator that it is "
                    "given, and remember nothing of other deals"
                )
        return ""
