"""What a report consists of: the distributions, simulated in one pass or counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from typing import Any

from rummistats.compare import count_or_none, no_meaning
from rummistats.dealing import Context, check_hands
from rummistats.distribution import Distribution, Estimate, make_distribution
from rummistats.errors import MeasureError, RummistatsError
from rummistats.exact import MeldKind, exact_kinds
from rummistats.montecarlo import (
    Interrupted,
    WorkersGone,
    simulate,
    simulate_each,
    why_stopped,
)
from rummistats.play import Along
from rummistats.playing import deck_of
from rummistats.report.played import check_played, play_deals
from rummistats.variants import Variant, require_variant
from rummistats.variants.opening import AnyMeld, Points, Requirement

__all__ = ["DEFAULT_HANDS", "DEFAULT_SEED", "Check", "Report", "make_report", "points_are_tiles"]

DEFAULT_HANDS = 1_000_000
"""So many hands make the largest standard error of a probability 0.05 %."""

DEFAULT_SEED = 1
"""Fixed, so that a whole class sees the same figures unless somebody asks for others."""

# Asked of every dealt hand, wherever it has a meaning.
_SIMULATED = (
    "melds",
    "has_meld",
    "can_open",
    "opening_value",
    "can_knock",
    "dead_wood_tiles",
    "dead_wood_points",
    "hand_points",
    "pairs",
)
_EXACT = ("has_meld", "has_group", "has_run", "hand_points", "pairs")
_NATURAL = ("has_meld", "has_group", "has_run")

# Dealt in any case, to be checked against what is counted, and for the tables.
_BESIDE = ("can_open", "can_knock")

# What only makes a difference in some games.
_ALSO: Mapping[str, tuple[str, ...]] = {
    "okey": ("complete",),
    "stone-rummy": ("isolated_tiles", "isolated_after_packing"),
    "stone-rummy-plus": ("isolated_tiles", "isolated_after_packing"),
}


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
    context : Context, optional
        What the deal fixes beyond the tiles.
    rounds : mapping of int to Distribution
        Whether a hand can open in each round, where the rounds differ.
    rounds_missing : int
        Rounds that were not reached before the run was stopped.
    played : Along, optional
        What deals that were played out tell, if any were.
    played_missing : bool
        Whether some were not played, since the run was stopped before.
    why : str
        Why it was stopped; empty if somebody did it.
    """

    variant: Variant
    hand_size: int
    seed: int
    asked: int
    dealt: Mapping[str, Distribution]
    exact: Mapping[str, Distribution]
    kinds: tuple[MeldKind, ...]
    command: str
    context: Context | None = None
    rounds: Mapping[int, Distribution] = field(default_factory=dict)
    rounds_missing: int = 0
    played: Along | None = None
    played_missing: bool = False
    why: str = ""

    @property
    def hands(self) -> int | None:
        """How many hands were dealt; None if there is only one possible hand."""
        return self.dealt["melds"].hands

    @property
    def interrupted(self) -> bool:
        """Whether the run was stopped before all hands had been dealt."""
        missing = self.rounds_missing > 0 or self.played_missing
        return missing or (self.hands is not None and self.hands < self.asked)

    @property
    def ways(self) -> tuple[Requirement, ...]:
        """The ways to open, any one of which is enough; none if the game defines no opening."""
        return self.variant.opening(self.context) if "can_open" in self.dealt else ()

    @property
    def needed(self) -> int | None:
        """Points that the opening needs; None if it needs none."""
        return next((w.points for w in self.ways if isinstance(w, Points) and w.points), None)

    @property
    def any_meld(self) -> bool:
        """Whether any meld is enough to open."""
        return bool(self.ways) and all(map(_is_any_meld, self.ways))

    @property
    def only_points(self) -> bool:
        """Whether an opening needs points and nothing else."""
        return not self.any_meld and all(
            isinstance(way, Points) and not way.needs_run for way in self.ways
        )

    @property
    def total(self) -> int:
        """How many hands can be dealt, copies told apart."""
        return deck_of(self.variant, self.context).sample_space(self.hand_size)

    @property
    def piece(self) -> str:
        """What the game is played with: ``tile`` or ``card``."""
        return "card" if self.variant.game.cards else "tile"

    @property
    def tiles(self) -> str:
        """How many tiles a hand has, in words: ``14 tiles``, ``14 tiles and a joker``."""
        given = self.variant.assigned_jokers
        jokers = {0: "", 1: " and a joker"}.get(given, f" and {given} jokers")
        return f"{self.hand_size} {self.piece}{'s' * (self.hand_size != 1)}{jokers}"

    @property
    def held(self) -> int:
        """How many tiles a hand has, jokers that are given beside the deal included."""
        return self.hand_size + self.variant.assigned_jokers

    def best(self, measure: str) -> Distribution:
        """Return a measure's distribution: the exact one if there is one."""
        return self.exact.get(measure) or self.dealt[measure]

    @property
    def counted_first(self) -> bool:
        """Whether all figures that stand first are counted, so that none of them is dealt.

        These are how many hands can open, or knock, and how many have no meld. Those of one
        sentence are from one source, since figures from two need not add up.
        """
        asked = {"can_open", "can_knock"} & self.dealt.keys()
        return self.exact.keys() >= {"has_meld", *asked}

    def stands_first(self, measure: str) -> Distribution:
        """Return the distribution that the report's first figures are from."""
        return (self.exact if self.counted_first else self.dealt)[measure]

    @property
    def jokers_in_melds(self) -> bool:
        """Whether a joker can be in a meld, so that it is to be said which melds have none."""
        return any(kind.joker for kind in self.kinds)

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The points for which the odds of opening are given: the rule's, and some others."""
        if self.needed is None:
            return ()
        others = {30, 40, 50} if self.needed <= 60 else {self.needed - 20, self.needed + 20}
        return tuple(sorted({self.needed} | others))

    def opens_at(self, points: int) -> Estimate:
        """Return the probability that melds worth so many points can be laid."""
        # An opening is at least one meld, even if it needs no points.
        return self.dealt["opening_value"].estimate(at_least=max(points, 1))

    def kind_estimate(self, kind: MeldKind) -> Estimate:
        """Return the probability that a meld of this kind can be laid."""
        return self._counted(kind.kind, kind.probability).estimate(True)

    def checks(self) -> tuple[Check, ...]:
        """Return what was both counted and simulated, each with the error to expect.

        What is the same in every hand, and was so in all that were dealt, puts nothing to the test.
        """
        if self.hands is None:
            return ()
        checks = []
        for measure, dealt in self.dealt.items():
            if measure in self.exact and not dealt.is_exact:
                counted = self.exact[measure]
                error = sqrt(counted.var() / self.hands)
                check = Check(measure, float(counted.mean()), float(dealt.mean()), error)
                if error or check.difference:
                    checks.append(check)
        return tuple(checks)

    def _counted(self, name: str, probability: Fraction) -> Distribution:
        yes = int(probability * self.total)
        return make_distribution({True: yes, False: self.total - yes}, measure=name, is_exact=True)


def make_report(
    variant: Variant | str,
    *,
    hands: float = DEFAULT_HANDS,
    seed: int = DEFAULT_SEED,
    hand_size: int | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    command: str = "",
    context: Context | None = None,
    played: int = 0,
) -> Report:
    """Deal hands, count what can be counted, and return the report.

    If the run is interrupted (Ctrl-C), or the processes that work are gone, the report is made of
    the hands dealt so far.

    Parameters
    ----------
    variant : Variant or str
        The game, or its name.
    hands : int or float
        How many hands to deal; 1e6 is a whole number, too.
    seed : int
        A whole number from 0 on.
    hand_size : int, optional
        Tiles in a hand; the variant's unless given.
    workers, progress
        See `rummistats.simulate`.
    command : str
        The command that gives this report again, to be printed with it.
    context : Context, optional
        Gives the round in Shanghai, the indicator in the Okey games.
    played : int
        How many deals to play out, for statistics along the game.

    Raises
    ------
    RummistatsError
        If deals are to be played out and can't be.
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
    variant, hands = require_variant(variant), check_hands(hands)
    deck = deck_of(variant, context)
    size = deck.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    check_played(variant, played, size)
    counted = {}
    natural = (f"{name}(natural=True)" for name in _NATURAL)
    for name in (*_EXACT, *natural, *_BESIDE):
        if name == "hand_points" and points_are_tiles(variant):
            continue
        exactly = count_or_none(name, variant, size, context)
        if exactly is not None:
            counted[name] = exactly
    measures = _asked(variant, size, context, counted)
    # Where there is only one hand, it need not be dealt often.
    only_one = deck.sample_space(size) == 1
    run: dict[str, Any] = {
        "hands": 1 if hands > 0 and only_one else hands,
        "seed": seed,
        "hand_size": size,
        "workers": workers,
        "progress": progress,
    }
    rounds: dict[int, Distribution] = {}
    missing = 0
    stopped: Interrupted | WorkersGone | None = None
    try:
        found = simulate_each(measures, variant, context=context, **run)
    except Interrupted as stop:
        if not stop.so_far:
            raise
        found = stop.so_far
        missing = _rounds(variant)
        stopped = stop
    else:
        try:
            for round_ in range(1, _rounds(variant) + 1):
                at_round = replace(context or Context(), round=round_)
                # The same seed deals the same hands for every round.
                rounds[round_] = simulate("can_open", variant, context=at_round, **run)
        except (Interrupted, WorkersGone) as stop:
            missing = _rounds(variant) - len(rounds)
            stopped = stop
    along_the_game = None
    if played and stopped is None:
        along_the_game, stopped = play_deals(variant, played, seed, workers, progress)
    if only_one:
        found = tuple(_certain(distribution) for distribution in found)
        rounds = {round_: _certain(distribution) for round_, distribution in rounds.items()}
    return Report(
        variant=variant,
        hand_size=size,
        seed=seed,
        asked=hands,
        dealt=dict(zip(measures, found, strict=True)),
        exact=counted,
        kinds=_kinds(variant, size, context),
        command=command,
        context=context,
        rounds=rounds,
        rounds_missing=missing,
        played=along_the_game,
        played_missing=bool(played) and stopped is not None,
        why="" if stopped is None else why_stopped(stopped),
    )


def _asked(
    variant: Variant,
    hand_size: int,
    context: Context | None,
    counted: Mapping[str, Distribution],
) -> list[str]:
    """Return the measures to simulate: those with a meaning, and what could not be counted."""
    points = ("dead_wood_points", "hand_points")
    wanted = [*_SIMULATED, *_ALSO.get(variant.game.name, ())]
    wanted += [name for name in _EXACT if name not in counted]
    if points_are_tiles(variant):
        wanted = [name for name in wanted if name not in points]
    asked = [
        name for name in dict.fromkeys(wanted) if not no_meaning(name, variant, hand_size, context)
    ]
    if "can_open" in asked and len(variant.opening(context)) > 1:
        asked += [f"can_open(by={kind!r})" for kind in ("points", "pairs")]
    return asked


def points_are_tiles(variant: Variant) -> bool:
    """Whether everything on the rack counts one point, so that points say nothing new."""
    if variant.game.rack_points is None:
        return False
    jokers = {variant.joker_rack_value} if variant.playing_set.jokers else set()
    return {*variant.rack_points[1:], *jokers} == {1}


def _is_any_meld(way: Requirement) -> bool:
    """Whether a way to open is any meld, however the rules put it: 0 points are no threshold."""
    return isinstance(way, AnyMeld) or way in (Points(0), Points(0, single_meld=True))


def _rounds(variant: Variant) -> int:
    """Return how many rounds a game has that differ; 0 if all are alike."""
    contracts = variant.rule_or("contracts", ())
    assert isinstance(contracts, tuple)
    return len(contracts)


def _kinds(variant: Variant, hand_size: int, context: Context | None) -> tuple[MeldKind, ...]:
    try:
        return exact_kinds(variant, hand_size, context)
    except MeasureError:
        return ()


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
