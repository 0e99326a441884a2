"""One measure over several games, house rules and hand sizes, as one tidy table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Literal

from rummistats.dealing import Context, check_hands, hands_of_batch, require_context
from rummistats.distribution import Distribution
from rummistats.errors import MeasureError, SimulationError, TileError, VariantError, shown
from rummistats.exact import TooLarge, exact, exact_at_once
from rummistats.measures import Measure, make_measure
from rummistats.montecarlo import Interrupted, WorkersGone, simulate, why_stopped
from rummistats.montecarlo.run import Function
from rummistats.playing import deck_of
from rummistats.seeds import make_seed
from rummistats.variants import Variant, require_variant

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "COLUMNS",
    "Case",
    "Comparison",
    "ComparisonBrokenOff",
    "ComparisonInterrupted",
    "Method",
    "compare",
    "compare_each",
    "comparison_rows",
    "context_words",
    "count_or_none",
    "each_case",
    "no_meaning",
]

Method = Literal["auto", "exact", "simulate"]
_METHODS = ("auto", "exact", "simulate")

COLUMNS = (
    "variant",
    "rules",
    "measure",
    "hand_size",
    "method",
    "hands",
    "seed",
    "value",
    "weight",
    "probability",
    "standard_error",
    "low",
    "high",
)
"""The columns of a comparison as a table, one row for each value of each case."""


@dataclass(frozen=True)
class Case:
    """One of the games that are compared, with its rules and hand size.

    Parameters
    ----------
    variant : Variant
        The game with its house rules.
    hand_size : int
        Tiles dealt to a hand.
    context : Context, optional
        What the deal fixes beyond the tiles.
    varied : tuple of (str, object)
        The rules that are varied, as they were given.
    """

    variant: Variant
    hand_size: int
    context: Context | None = None
    varied: tuple[tuple[str, object], ...] = ()

    @property
    def rules(self) -> str:
        """The house rules, what was varied, and what the context fixes: ``jokers=0; round=3``.

        What is varied is told even where it is the default, in the words in which it was given:
        they may be those of the rule file.
        """
        return "; ".join(self._words(dict(self.variant.differences)))

    @property
    def hand_rules(self) -> str:
        """The same without the rules that only concern play at the table."""
        return "; ".join(self._words(self._hand_differences))

    @property
    def told_rules(self) -> tuple[tuple[str, object], ...]:
        """The names and values of `rules`, but for what the context fixes."""
        return tuple(self._told(dict(self.variant.differences)).items())

    @property
    def told_hand_rules(self) -> tuple[tuple[str, object], ...]:
        """The names and values of `hand_rules`, but for what the context fixes."""
        return tuple(self._told(self._hand_differences).items())

    @property
    def _hand_differences(self) -> dict[str, object]:
        at_table = dict(self.variant.table_rules)
        return {n: v for n, v in self.variant.differences if n not in at_table}

    def _words(self, differences: dict[str, object]) -> list[str]:
        words = [f"{name}={value}" for name, value in self._told(differences).items()]
        return [*words, *context_words(self.context)]

    def _told(self, differences: dict[str, object]) -> dict[str, object]:
        translated = {words.name: words for words in self.variant.game.translations}
        everything = {name: self.variant.rule(name) for name in self.variant.game.rules}
        said = set[str]()
        for name, value in self.varied:
            if name in translated:
                said |= translated[name].apply(value, everything).keys()
            said.add(name)
        rules = {n: v for n, v in differences.items() if n not in said}
        return rules | dict(self.varied)

    @property
    def name(self) -> str:
        """The game and its rules in one line."""
        return f"{self.variant.name} ({self.rules})" if self.rules else self.variant.name


@dataclass(frozen=True)
class Comparison:
    """What came of a comparison.

    Parameters
    ----------
    found : tuple of (Case, Distribution)
        What the measure's distribution is in each case.
    left_out : tuple of (Case, str)
        The cases in which the measure has no meaning, and why.
    """

    found: tuple[tuple[Case, Distribution], ...]
    left_out: tuple[tuple[Case, str], ...] = ()

    def unfinished(self, hands: int) -> list[Distribution]:
        """Return what was found by dealing, but fewer hands than these."""
        return [one for _, one in self.found if one.hands is not None and one.hands < hands]


class ComparisonInterrupted(Interrupted):
    """A comparison was stopped; what had been found by then is not lost.

    Parameters
    ----------
    so_far : Comparison
        What `compare_each` would have returned, or `compare` as a frame, of what was found: the
        last case may have fewer hands than were asked for.
    cases : int
        How many cases should have been compared.
    hands : int
        How many hands should have been dealt for each that is not counted.
    """

    so_far: Any

    def __init__(self, so_far: Comparison, cases: int, hands: int, why: str = "") -> None:
        self.so_far = so_far
        self.cases = cases
        self.hands = hands
        parts = so_far.unfinished(hands)
        done = f"{len(so_far.found) - len(parts):,} of {cases:,} cases"
        for part in parts:
            done += f", and {part.hands:,} of {hands:,} hands of the next one"
        self.tell(done, why)


class ComparisonBrokenOff(ComparisonInterrupted, SimulationError):
    """A comparison could not go on, as those who worked on it are gone; what was found is kept.

    Parameters
    ----------
    so_far, cases, hands
        As of a `ComparisonInterrupted`.
    why : str
        What happened.
    """

    how = "broken off"


def context_words(context: Context | None) -> list[str]:
    """Return what a context fixes, as ``name=value``.

    Examples
    --------
    >>> context_words(Context(round=3)), context_words(Context(indicator="R5"))
    (['round=3'], ['indicator=R5'])
    """
    context = require_context(context)
    if context is None:
        return []
    tiles = {"indicator": context.indicator, "trump": context.trump}
    words = [f"{name}={tile}" for name, tile in tiles.items() if tile is not None]
    # A context that fixes no tile was made for its round, even if that is the first one.
    return [*words, f"round={context.round}"] if context.round > 1 or not words else words


def compare(
    measure: str | Measure | Function,
    variants: Variant | str | Sequence[Variant | str],
    *,
    hand_sizes: int | Sequence[int] | None = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    contexts: Context | Sequence[Context | None] | None = None,
    hands: float = 1_000_000,
    seed: object = None,
    method: Method = "auto",
    skip_meaningless: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> pd.DataFrame:
    """Return one measure's distribution in several games, as one tidy frame.

    Hand sizes, varied rules and contexts are the factors of an experiment: every combination
    of them is a case for every game.

    Parameters
    ----------
    measure : str, Measure or callable
        What is asked, as in `rummistats.simulate`.
    variants : Variant, str or sequence of them
        The games, with or without house rules, or their names.
    hand_sizes : int or sequence of int, optional
        Tiles dealt to a hand; each game's own unless given.
    vary : mapping of str to sequence, optional
        House rules and the values that each is to have, such as
        ``{"open_points": [30, 40, 50]}``.
    contexts : Context or sequence of Context, optional
        What the deal fixes beyond the tiles: the round in Shanghai, the indicator in Okey.
    hands : int or float
        How many hands to deal for each case that is simulated; 1e6 is a whole number, too.
    seed : int, SeedSequence, Generator or None
        The same one for all cases: those that deal equally many tiles from equal decks deal
        the same hands, so that their difference is known better than each of them.
    method : {"auto", "exact", "simulate"}
        How to find the distributions; "auto" counts where that takes a moment only. Versions of
        one game, with hands of one size, are then either all counted or all dealt the same
        hands, so that chance has no part in their differences.
    skip_meaningless : bool
        Leave out the cases in which the measure has no meaning; the frame's
        ``attrs["left_out"]`` says which and why. Otherwise they are an error.
    executor, workers, progress
        As for `rummistats.simulate`.

    Returns
    -------
    pandas.DataFrame
        One row for each value of each case, with the columns ``variant``, ``rules``,
        ``measure``, ``hand_size``, ``method``, ``hands``, ``seed``, ``value``, ``weight``,
        ``probability``, ``standard_error``, ``low`` and ``high``. These are more than a terminal
        shows: pick the ones to print, as below, or print ``frame.to_string()``.

    Raises
    ------
    MeasureError
        If the measure is unknown, has no exact method where one is asked for, or has no
        meaning in a game; the message names the game.
    VariantError
        If a game lacks a rule that is varied, or does not allow one of its values.
    TileError, SimulationError
        If a hand size, the number of hands or the seed is not possible.
    ComparisonInterrupted
        If it is stopped (Ctrl-C); its ``so_far`` holds what was found. It is an `Interrupted`.
    ComparisonBrokenOff
        If a process that works has ended; it is a ComparisonInterrupted and a SimulationError.

    Examples
    --------
    How much do more tiles help to get any meld?

    >>> frame = compare("has_meld", "sabra", hand_sizes=[10, 14], vary={"jokers": [0, 2]})
    >>> melds = frame[frame["value"]]
    >>> print(melds[["rules", "hand_size", "probability"]].round(4).to_string(index=False))
       rules  hand_size  probability
    jokers=0         10       0.3552
    jokers=0         14       0.7140
    jokers=2         10       0.4708
    jokers=2         14       0.7849
    """
    try:
        comparison = compare_each(
            measure,
            variants,
            hand_sizes=hand_sizes,
            vary=vary,
            contexts=contexts,
            hands=hands,
            seed=seed,
            method=method,
            skip_meaningless=skip_meaningless,
            executor=executor,
            workers=workers,
            progress=progress,
        )
    except ComparisonInterrupted as stop:
        stop.so_far = _frame(stop.so_far)
        raise
    return _frame(comparison)


def compare_each(
    measure: str | Measure | Function,
    variants: Variant | str | Sequence[Variant | str],
    *,
    hand_sizes: int | Sequence[int] | None = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    contexts: Context | Sequence[Context | None] | None = None,
    hands: float = 1_000_000,
    seed: object = None,
    method: Method = "auto",
    skip_meaningless: bool = False,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Comparison:
    """Return what `compare` tells as a frame as distributions.

    Parameters and errors are those of `compare`.

    Examples
    --------
    >>> comparison = compare_each("has_run", ["sabra", "gin"], method="exact")
    >>> for case, found in comparison.found:
    ...     print(case.name, f"{float(found.prob(True)):.3f}")
    sabra 0.566
    gin 0.201
    """
    if not isinstance(method, str) or method not in _METHODS:
        raise MeasureError(f"method={shown(method)}: it is one of {', '.join(_METHODS)}")
    asked = measure if callable(measure) and not isinstance(measure, Measure) else None
    known = None if asked else make_measure(measure)  # type: ignore[arg-type]
    hands = check_hands(hands)
    cases = list(each_case(variants, hand_sizes, {} if vary is None else vary, contexts))
    meaningful, left_out = [], []
    # What has no meaning is found out before any time is spent.
    for case in cases:
        why = known and no_meaning(known, case.variant, case.hand_size, case.context)
        if not why:
            meaningful.append(case)
        elif skip_meaningless:
            left_out.append((case, why))
        else:
            raise MeasureError(f"{known} has no meaning in {case.name}: {why}")
    if not meaningful:
        raise MeasureError(
            f"{known} has no meaning in any of these games; for example in {cases[0].name}: "
            f"{left_out[0][1]}"
        )
    if method == "exact" and known is None:
        raise MeasureError("a function of a hand has no exact method; simulate it")
    start = make_seed(seed)
    found: dict[Case, Distribution | None] = dict.fromkeys(meaningful)

    def so_far() -> Comparison:
        there = [(case, one) for case, one in found.items() if one is not None]
        return Comparison(tuple(there), tuple(left_out))

    case = meaningful[0]
    try:
        for case in meaningful:
            if known is None or method == "simulate":
                break
            found[case] = (
                _count(known, case)
                if method == "exact"
                else count_or_none(known, case.variant, case.hand_size, case.context)
            )
        to_deal = {_game_and_size(case) for case, one in found.items() if one is None}
        for case in meaningful:
            if _game_and_size(case) not in to_deal:
                continue
            found[case] = simulate(
                asked or known,  # type: ignore[arg-type]
                case.variant,
                hands=hands,
                seed=start,
                hand_size=case.hand_size,
                executor=executor,
                workers=workers,
                progress=progress,
                context=case.context,
            )
    except (KeyboardInterrupt, WorkersGone) as stop:
        if isinstance(stop, Interrupted) and stop.so_far and found[case] is None:
            (found[case],) = stop.so_far
        if not so_far().found:
            raise
        why = why_stopped(stop)
        kind = ComparisonBrokenOff if why else ComparisonInterrupted
        raise kind(so_far(), len(found), hands, why) from (stop if why else None)
    return so_far()


def _game_and_size(case: Case) -> tuple[str, int]:
    return case.variant.name, case.hand_size


def comparison_rows(comparison: Comparison) -> list[dict[str, Any]]:
    """Return one row for each value of each case, with the columns of `COLUMNS`."""
    rows: list[dict[str, Any]] = []
    for case, distribution in comparison.found:
        of_case = {
            "variant": case.variant.name,
            "rules": case.rules,
            "measure": distribution.measure,
            "hand_size": case.hand_size,
            "method": "exact" if distribution.is_exact else "simulated",
            "hands": distribution.hands,
            "seed": distribution.seed,
        }
        for value, weight in zip(distribution.values, distribution.weights, strict=True):
            estimate = distribution.estimate(value)
            rows.append(
                of_case
                | {
                    "value": value,
                    "weight": weight,
                    "probability": float(estimate.value),
                    "standard_error": estimate.standard_error,
                    "low": float(estimate.low),
                    "high": float(estimate.high),
                }
            )
    return rows


def no_meaning(
    measure: str | Measure,
    variant: Variant | str,
    hand_size: int,
    context: Context | None = None,
) -> str:
    """Return why a measure has no meaning in a game, or an empty text if it has one.

    Examples
    --------
    >>> no_meaning("can_open", "gin", 10)
    "Variant('gin') defines no opening; ask can_knock"
    >>> no_meaning("can_open", "sabra", 14)
    ''
    """
    from rummistats.montecarlo.batch import deal_hands

    variant = require_variant(variant)
    deck = deck_of(variant, context)
    deck.check_hand_size(hand_size)
    dealt = deal_hands(deck, hand_size, 1, make_seed(0))
    (hand,) = hands_of_batch(variant.playing_set, dealt)
    try:
        make_measure(measure)(hand, variant, context)
    except (MeasureError, VariantError) as error:
        return str(error)
    return ""


def count_or_none(
    measure: str | Measure,
    variant: Variant | str,
    hand_size: int,
    context: Context | None = None,
) -> Distribution | None:
    """Return a measure's exact distribution, or None if it can't be counted at once."""
    asked = make_measure(measure)
    variant = require_variant(variant)
    require_context(context)
    try:
        return exact_at_once(asked, variant, hand_size, context)
    except (MeasureError, VariantError):
        return None


def _count(measure: Measure, case: Case) -> Distribution:
    try:
        return exact(measure, case.variant, case.hand_size, context=case.context)
    except TooLarge as error:
        what = str(error).partition(". ")[0]
        raise TooLarge(f"{case.variant.name}: {what}. Estimate it with simulate()") from error


def each_case(
    variants: Variant | str | Sequence[Variant | str],
    hand_sizes: int | Sequence[int] | None,
    vary: Mapping[str, Sequence[object]],
    contexts: Context | Sequence[Context | None] | None,
) -> Iterator[Case]:
    """Yield every combination: games first, then varied rules, contexts and hand sizes."""
    games = _listed(variants, Variant | str)
    if not games:
        raise VariantError(
            f"variants={shown(variants)}: nothing to compare; give at least one variant"
        )
    if not isinstance(vary, Mapping):
        raise VariantError(
            f"vary={shown(vary)}: give rules with their values, for example "
            "{'open_points': [30, 40, 50]}"
        )
    for name, values in vary.items():
        if isinstance(values, str) or not isinstance(values, Sequence) or not values:
            raise VariantError(
                f"vary={{{name!r}: {shown(values)}}}: give the rule's values as a list, "
                "for example {'open_points': [30, 40, 50]}"
            )
    fixed = _listed(contexts, Context | None)
    if not fixed:
        raise VariantError(f"contexts={shown(contexts)}: give at least one context, or None")
    sizes = _listed(hand_sizes, int | None)
    if not sizes:
        raise TileError(f"hand_sizes={shown(hand_sizes)}: give at least one number of tiles")
    for game in games:
        variant = require_variant(game)
        for values in product(*vary.values()):
            rules = dict(zip(vary, values, strict=True))
            changed = variant.with_rules(**rules) if rules else variant
            for context in fixed:
                for size in sizes:
                    dealt = changed.hand_size if size is None else size
                    yield Case(
                        changed,
                        deck_of(changed, context).check_hand_size(dealt),
                        context,
                        tuple(rules.items()),
                    )


def _listed(given: Any, single: Any) -> list[Any]:
    """Return what was given as a list: itself if it is a single thing, or no list at all."""
    many = isinstance(given, Iterable) and not isinstance(given, str)
    return [given] if isinstance(given, single) or not many else list(given)


def _frame(comparison: Comparison) -> pd.DataFrame:
    import pandas as pd

    rows = comparison_rows(comparison)
    columns: dict[str, Any] = {name: [row[name] for row in rows] for name in COLUMNS}
    # Counts of hands and seeds may be larger than any integer of an array.
    for name in ("hands", "seed", "weight"):
        columns[name] = pd.Series(columns[name], dtype=_integers(columns[name]))
    frame = pd.DataFrame(columns)
    frame.attrs["left_out"] = [f"{case.name}: {why}" for case, why in comparison.left_out]
    return frame


def _integers(numbers: list[Any]) -> str:
    """Return the type of a column of whole numbers, some of which may be missing."""
    given = [number for number in numbers if number is not None]
    if not all(isinstance(number, int) and number < 2**63 for number in given):
        return "object"
    return "int64" if len(given) == len(numbers) else "Int64"
