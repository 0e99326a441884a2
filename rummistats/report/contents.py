"""What a report consists of: the distributions, simulated in one pass or counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from rummistats.distribution import Distribution, Estimate, make_distribution
from rummistats.errors import RummistatsError
from rummistats.exact import MeldKind, exact, exact_kinds
from rummistats.measures import make_measure
from rummistats.montecarlo import Interrupted, simulate_each
from rummistats.variants import Variant

__all__ = ["DEFAULT_HANDS", "DEFAULT_SEED", "Check", "Report", "make_report"]

DEFAULT_HANDS = 1_000_000
"""So many hands make the largest standard error of a probability 0.05 %."""

DEFAULT_SEED = 1
"""Fixed, so that a whole class sees the same figures unless somebody asks for others."""

# Asked of every dealt hand; those of the opening only where the game defines one.
_OPENING = ("can_open", "opening_value")
_SIMULATED = (
    "melds",
    "has_meld",
    *_OPENING,
    "dead_wood_tiles",
    "dead_wood_points",
    "hand_points",
    "pairs",
)
_EXACT = ("has_meld", "has_group", "has_run", "hand_points", "pairs")
_NATURAL = ("has_meld", "has_group", "has_run")


@dataclass(frozen=True)
class Check:
    """One figure found in two ways.

    Parameters
    ----------
    measure : str
        The measure; its probability of being true, or else its mean.
    exact, simulated : float
        The figure, counted and estimated.
    standard_error : float
        The error to expect of the estimate, from the exact variance.
    """

    measure: str
    exact: float
    simulated: float
    standard_error: float

    @property
    def difference(self) -> float:
        """By how many standard errors the estimate is too high."""
        gap = self.simulated - self.exact
        if abs(gap) < 1e-12:
            return 0.0
        return gap / self.standard_error if self.standard_error else float("inf")


@dataclass(frozen=True)
class Report:
    """All that a report says, as distributions.

    Parameters
    ----------
    variant : Variant
        The game.
    hand_size : int
        Tiles in a hand.
    seed : int
        What the dealt hands started from.
    asked : int
        How many hands should have been dealt.
    dealt : mapping of str to Distribution
        What was found in the dealt hands, by measure.
    exact : mapping of str to Distribution
        What was counted without dealing, by measure.
    kinds : tuple of MeldKind
        How often each kind of meld occurs, exactly.
    command : str
        The command that gives this report again.
    """

    variant: Variant
    hand_size: int
    seed: int
    asked: int
    dealt: Mapping[str, Distribution]
    exact: Mapping[str, Distribution]
    kinds: tuple[MeldKind, ...]
    command: str

    @property
    def hands(self) -> int | None:
        """How many hands were dealt; None if there is only one possible hand."""
        return self.dealt["melds"].hands

    @property
    def interrupted(self) -> bool:
        """Whether the run was stopped before all hands had been dealt."""
        return self.hands is not None and self.hands < self.asked

    @property
    def needed(self) -> int | None:
        """Points that the opening needs; None if the game defines none."""
        return self.variant.open_points

    @property
    def total(self) -> int:
        """How many hands can be dealt, copies told apart."""
        return self.variant.tile_set.sample_space(self.hand_size)

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The points for which the odds of opening are given: the rule's, and 30, 40 and 50."""
        return () if self.needed is None else tuple(sorted({self.needed, 30, 40, 50}))

    def opens_at(self, points: int) -> Estimate:
        """Return the probability that melds worth so many points can be laid."""
        # An opening is at least one meld, even if it needs no points.
        return self.dealt["opening_value"].estimate(at_least=max(points, 1))

    def kind_estimate(self, kind: MeldKind) -> Estimate:
        """Return the probability that a meld of this kind can be laid."""
        return self._counted(kind.kind, kind.probability).estimate(True)

    def checks(self) -> tuple[Check, ...]:
        """Return what was both counted and simulated, each with the error to expect."""
        if self.hands is None:
            return ()
        checks = []
        for measure, dealt in self.dealt.items():
            if measure in self.exact:
                counted = self.exact[measure]
                error = sqrt(counted.var() / self.hands)
                checks.append(Check(measure, float(counted.mean()), float(dealt.mean()), error))
        return tuple(checks)

    def _counted(self, name: str, probability: Fraction) -> Distribution:
        yes = int(probability * self.total)
        return make_distribution({True: yes, False: self.total - yes}, measure=name, is_exact=True)


def make_report(
    variant: Variant,
    *,
    hands: int = DEFAULT_HANDS,
    seed: int = DEFAULT_SEED,
    hand_size: int | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    command: str = "",
) -> Report:
    """Deal hands, count what can be counted, and return the report.

    If the run is interrupted (Ctrl-C), the report is made of the hands dealt so far.

    Parameters
    ----------
    variant : Variant
        The game.
    hands : int
        How many hands to deal.
    seed : int
        A whole number from 0 on.
    hand_size : int, optional
        Tiles in a hand; the variant's unless given.
    workers, progress
        See `rummistats.simulate`.
    command : str
        The command that gives this report again, to be printed with it.

    Raises
    ------
    TileError, SimulationError
        If the hand size, the number of hands or the seed is not possible.
    Interrupted
        If the run is stopped before any hand was counted.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> report = make_report(find_variant("sabra"), hands=2_000)
    >>> report.hands, report.thresholds
    (2000, (30, 40, 50))
    >>> print(report.exact["has_meld"].estimate(True))
    82967187586211892 / 105710363656182600 = 78.485 %
    """
    size = variant.tile_set.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    measures = [
        name for name in _SIMULATED if variant.open_points is not None or name not in _OPENING
    ]
    try:
        found = simulate_each(
            measures,
            variant,
            # Where there is only one hand, it need not be dealt often.
            hands=1 if hands > 0 and variant.tile_set.sample_space(size) == 1 else hands,
            seed=seed,
            hand_size=size,
            workers=workers,
            progress=progress,
        )
    except Interrupted as stop:
        if not stop.so_far:
            raise
        found = stop.so_far
    if variant.tile_set.sample_space(size) == 1:
        found = tuple(_certain(distribution) for distribution in found)
    counted = {name: exact(name, variant, size) for name in _EXACT}
    for name in _NATURAL:
        natural = make_measure(f"{name}(natural=True)")
        counted[natural.text] = exact(natural, variant, size)
    return Report(
        variant=variant,
        hand_size=size,
        seed=seed,
        asked=hands,
        dealt=dict(zip(measures, found, strict=True)),
        exact=counted,
        kinds=exact_kinds(variant, size),
        command=command,
    )


def _certain(distribution: Distribution) -> Distribution:
    """Return what was found in the only hand there is as the exact answer that it is."""
    if distribution.total != 1:
        raise RummistatsError(f"{distribution.measure}: {distribution.total} hands, but one exists")
    return make_distribution(
        dict(zip(distribution.values, distribution.weights, strict=True)),
        measure=distribution.measure,
        is_exact=True,
        variant=distribution.variant,
        hand_size=distribution.hand_size,
    )
