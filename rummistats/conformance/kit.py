"""The checks of a variant, one after the other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from rummistats.arrange import can_open, ways_to_open
from rummistats.conformance.definition import (
    Counts,
    Values,
    candidates,
    hands_of_size,
    melds_by_definition,
    most_pairs_of,
    packings_of,
    without,
)
from rummistats.conformance.report import Cases
from rummistats.conformance.small import CONTRACTS
from rummistats.dealing import Context, batch_of_hands
from rummistats.errors import MeasureError, RummistatsError, VariantError
from rummistats.measures import make_measure
from rummistats.melds import Meld, all_melds, judge
from rummistats.search import (
    OBJECTIVES,
    Objective,
    batch_optimum,
    check_objective,
    compiled_optimum,
    every_optimum,
    plain_optimum,
)
from rummistats.tiles import Hand
from rummistats.variants import Variant
from rummistats.variants.opening import AnyMeld, Pairs, Points

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Kit"]

# Hands of up to so many tiles are all judged; of larger ones those of one number or color.
_LARGEST_JUDGED = 4


@dataclass(frozen=True)
class Kit:
    """The checks of one variant.

    Parameters
    ----------
    variant : Variant
        The variant.
    small : Variant
        Its shrunken version.
    hands : list of Hand
        Hands of the shrunken version.
    rng : random.Random
        Deals hands of the full one.
    """

    variant: Variant
    small: Variant
    hands: list[Hand]
    rng: random.Random

    def checks(self) -> Iterator[tuple[str, Cases]]:
        """Yield every check: what has to hold, and its cases."""
        yield "hands are read back from their text", self.texts_of_hands
        yield "setting a rule to its value changes nothing", self.rules
        yield "what is a meld by definition is listed, and nothing else", self.listed
        yield "judge calls these melds, with their values, and nothing else", self.judged
        if not self.small.game.indicator:
            yield "melds are read back from their text", self.texts_of_melds
        for objective in OBJECTIVES:
            if self.has_meaning(objective):
                for name, find in self.searches().items():
                    yield (
                        f"{name} finds the best {objective} of all ways to lay melds",
                        lambda find=find, objective=objective: self.optima(find, objective),  # type: ignore[misc]
                    )
        yield "openings are those that some way to lay melds fulfills", self.openings
        if _has_kernels():
            for question in self.questions():
                yield (
                    f"{question} of many hands is what it is of each",
                    lambda question=question: self.measured(question),  # type: ignore[misc]
                )

    # Notation

    def texts_of_hands(self) -> Iterator[str]:
        """Read random hands of the full game from their text."""
        tiles = self.variant.tile_set
        deck = list(tiles.all_tiles())
        for _ in self.hands:
            hand = tiles.hand(self.rng.sample(deck, min(len(deck), self.variant.hand_size)))
            again = tiles.parse(str(hand))
            yield "" if again == hand else f"'{hand}' is read as '{again}'"

    def rules(self) -> Iterator[str]:
        """Set every rule to the value that it has."""
        for name in self.variant.game.parameters:
            value = self.variant.rule(name)
            # A word of the rule file may have no value for what is in force.
            if value is not None or name in self.variant.game.rules:
                again = self.variant.with_rules(**{name: value})
                yield "" if again == self.variant else f"{name}={value!r} makes it {again!r}"

    def texts_of_melds(self) -> Iterator[str]:
        """Judge every reading of every meld from its text."""
        for counts in self.by_definition:
            for meld in judge(Hand(self.small.playing_set, counts), self.small).readings:
                found = judge(str(meld), self.small).readings
                yield "" if meld in found else f"'{meld}' is read as {found}"

    # Melds

    @cached_property
    def by_definition(self) -> dict[Counts, Values]:
        """The values of every meld of the shrunken version, its best ones as group and run."""
        return melds_by_definition(self.small)

    def listed(self) -> Iterator[str]:
        """Compare the list of all melds with the definition."""
        listed = Counter(hand.counts for hand in all_melds(self.small))
        for counts in self.by_definition.keys() | listed.keys():
            hand = Hand(self.small.playing_set, counts)
            if listed[counts] != (counts in self.by_definition):
                legal = "a meld" if counts in self.by_definition else "no meld"
                yield f"{hand} is {legal}, but is listed {listed[counts]} times"
            else:
                yield ""

    def judged(self) -> Iterator[str]:
        """Compare what `judge` says of small hands and of all candidates with the definition."""
        tiles = self.small.playing_set
        few = (
            hand
            for size in range(_LARGEST_JUDGED + 1)
            for hand in hands_of_size(self.small, min(size, tiles.size))
        )
        many = (Hand(tiles, counts) for counts in candidates(self.small))
        for hand in (*few, *many):
            values = self.by_definition.get(hand.counts, (None, None))
            for kind, value in zip(("group", "run"), values, strict=True):
                found = [
                    self.small.reading_value(meld)
                    for meld in judge(hand, self.small).readings
                    if meld.kind == kind
                ]
                if max(found, default=None) != value:
                    yield f"{hand} as a {kind} is worth {value}, but judge says {found}"
                    break
            else:
                yield ""

    # Arrangements

    def has_meaning(self, objective: Objective) -> bool:
        """Return whether an arrangement can be best at this in the game."""
        try:
            check_objective(self.small, objective)
        except VariantError:
            return False
        return True

    def searches(self) -> dict[str, Callable[[Objective], Iterator[int]]]:
        """Return the programs that find optima, each of all hands for an objective."""
        found = {
            "arrange without compiled code": self.of_arrangements(plain_optimum),
            "arrange_all": self.of_arrangements(
                lambda hand, variant, best: next(every_optimum(hand, variant, best))
            ),
        }
        if _has_kernels():
            from rummistats.montecarlo.tables import split_fits

            found["arrange"] = self.of_arrangements(compiled_optimum)
            found["the search of many hands"] = self.of_search_kernel
            if split_fits(self.small):
                found["the split of many hands"] = self.of_split_kernel
        return found

    def of_arrangements(
        self, find: Callable[[Hand, Variant, Objective], list[Meld]]
    ) -> Callable[[Objective], Iterator[int]]:
        """Return the program that yields what arrangements reach, and refuses wrong ones."""

        def optima(objective: Objective) -> Iterator[int]:
            for hand in self.hands:
                melds = find(hand, self.small, objective)
                laid = [self.small.playing_set.hand(meld.tiles) for meld in melds]
                rest = hand
                for meld in laid:
                    rest = rest - meld
                if any(meld.counts not in self.by_definition for meld in laid):
                    raise MeasureError(f"{hand} is arranged as {', '.join(map(str, laid))}")
                yield _reached(objective, laid, rest, self.by_definition, self.small)

        return optima

    def of_search_kernel(self, objective: Objective) -> Iterator[int]:
        """Yield the optima that the compiled search finds for all hands at once."""
        yield from self.melded(batch_optimum(self.batch, self.small, objective), objective)

    def of_split_kernel(self, objective: Objective) -> Iterator[int]:
        """Yield the optima that the split into colors and numbers finds."""
        from rummistats.montecarlo.tables import optimum_of, split_tables

        optima = split_tables(self.small).four_optima(self.batch)
        yield from self.melded(optimum_of(optima, objective), objective)

    def melded(self, best: npt.NDArray[np.int64], objective: Objective) -> Iterator[int]:
        """Yield optima of a batch; for "dead_wood_points" these are the points melded."""
        for hand, value in zip(self.hands, best.tolist(), strict=True):
            held = sum(map(self.small.rack_points_of, hand))
            yield held - value if objective == "dead_wood_points" else value

    @cached_property
    def batch(self) -> npt.NDArray[np.uint8]:
        """The hands as an array."""
        return batch_of_hands(self.hands)

    @cached_property
    def packings(self) -> list[list[list[Counts]]]:
        """For every hand all ways to lay melds, each the list of these."""
        return [list(packings_of(hand.counts, self.by_definition)) for hand in self.hands]

    def optima(
        self, find: Callable[[Objective], Iterator[int]], objective: Objective
    ) -> Iterator[str]:
        """Compare a program's optima with the best of all ways to lay melds."""
        best = min if objective == "dead_wood_points" else max
        found = find(objective)
        for hand, packings in zip(self.hands, self.packings, strict=True):
            wanted = best(
                _reached(
                    objective,
                    [Hand(hand.tile_set, meld) for meld in packing],
                    Hand(hand.tile_set, without(hand.counts, packing)),
                    self.by_definition,
                    self.small,
                )
                for packing in packings
            )
            value = next(found)
            yield "" if value == wanted else f"{hand}: {objective} {value}, but {wanted} is best"

    # Openings

    def openings(self) -> Iterator[str]:
        """Compare `can_open` with all ways to lay melds."""
        for context in self.contexts():
            try:
                ways = ways_to_open(self.small, context)
            except VariantError:
                return
            for way in ways:
                if not isinstance(way, Points | Pairs | AnyMeld):
                    # A contract is checked as a measure.
                    continue
                by = {Points: "points", Pairs: "pairs", AnyMeld: "any_meld"}[type(way)]
                for hand, packings in zip(self.hands, self.packings, strict=True):
                    opens = self.opens(hand, packings, way)
                    found = bool(can_open(hand, self.small, context, by))
                    yield "" if found == opens else f"{hand}: can open is {found} with {way}"

    def opens(
        self, hand: Hand, packings: list[list[Counts]], way: Points | Pairs | AnyMeld
    ) -> bool:
        """Return whether one of the ways to lay melds, or of their readings, is an opening."""
        if isinstance(way, Pairs):
            return most_pairs_of(tuple(hand)) >= way.pairs
        points = 0 if isinstance(way, AnyMeld) else way.points
        needs_run = isinstance(way, Points) and way.needs_run
        single = isinstance(way, Points) and way.single_meld
        for packing in packings:
            if not packing or (single and len(packing) > 1):
                continue
            readings = (
                [
                    (kind, value)
                    for kind, value in zip(("group", "run"), self.by_definition[meld], strict=True)
                    if value is not None
                ]
                for meld in packing
            )
            for chosen in product(*readings):
                has_run = any(kind == "run" for kind, _ in chosen)
                if has_run >= needs_run and sum(value for _, value in chosen) >= points:
                    return True
        return False

    def contexts(self) -> list[Context | None]:
        """Return the rounds where contracts go by rounds."""
        if "contracts" not in self.small.game.rules:
            return [None]
        return [Context(round=number + 1) for number in range(len(CONTRACTS))]

    # Measures

    def questions(self) -> list[str]:
        """Return the measures that have a function for many hands, with settings of theirs."""
        from rummistats.montecarlo.batch_measures import BATCH_MEASURES

        color = self.small.playing_set.color_letters[0]
        return [
            *(name for name in BATCH_MEASURES if name != "count"),
            "can_open(by='points')",
            "can_open(by='pairs')",
            "has_meld(natural=True)",
            "has_group(size=4)",
            "has_group(natural=True)",
            "has_run(length=4)",
            "has_run(length=4, natural=True)",
            "count(number=1)",
            f"count(color='{color}')",
            "count(joker=True)",
            "helpful_tiles(raising='melded_tiles', counting='tiles')",
        ]

    def measured(self, question: str) -> Iterator[str]:
        """Compare a measure of many hands with that of each one."""
        from rummistats.montecarlo.batch import Batch
        from rummistats.montecarlo.batch_measures import evaluate

        measure = make_measure(question)
        for context in self.contexts():
            batch = Batch(self.small, self.batch, context)
            try:
                wanted = [measure(hand, self.small, context) for hand in self.hands]
            except RummistatsError as no_meaning:
                try:
                    evaluate(measure, batch)
                except RummistatsError:
                    yield ""
                    continue
                yield f"it has no meaning ({no_meaning}), but has values for many hands"
                continue
            found = evaluate(measure, batch).tolist()
            for hand, of_many, of_one in zip(self.hands, found, wanted, strict=True):
                in_round = f" in round {context.round}" if context else ""
                wrong = f"{hand}{in_round}: {of_many} among many hands, {of_one} alone"
                yield "" if of_many == of_one else wrong


def _has_kernels() -> bool:
    from importlib.util import find_spec

    return find_spec("numba") is not None


def _reached(
    objective: Objective,
    laid: list[Hand],
    rest: Hand,
    melds: Mapping[Counts, Values],
    variant: Variant,
) -> int:
    """Return what melds reach for an objective, each in its most valuable reading."""
    if objective == "value":
        return sum(max(v for v in melds[meld.counts] if v is not None) for meld in laid)
    if objective == "tiles":
        return sum(map(len, laid))
    if objective == "melds":
        return len(laid)
    return sum(map(variant.rack_points_of, rest))
