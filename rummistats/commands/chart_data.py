"""What a chart of ``rummistats chart`` shows: counted, dealt, or read from result files."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from rummistats.commands.compare import (
    listed_games,
    make_contexts,
    named_cases,
    shared_facts,
    varied_rule,
)
from rummistats.commands.results import Result, read_results
from rummistats.compare import compare_each, count_or_none
from rummistats.dealing import Context
from rummistats.distribution import Distribution
from rummistats.errors import RummistatsError
from rummistats.exact import exact
from rummistats.measures import Measure, make_measure
from rummistats.montecarlo import simulate
from rummistats.progress import said_if_compiling
from rummistats.show.game_words import case_labels, common_facts, told_case
from rummistats.variants import Variant

__all__ = [
    "common_seed",
    "dealt_size",
    "found_cases",
    "found_one",
    "fresh",
    "from_files",
    "named_results",
    "one_game",
    "simulated",
    "told_of_game",
]

SEVERAL = ("comparison", "ranges", "at-least", "at-most", "waiting")
"""Charts of several games."""


def one_game(options: argparse.Namespace) -> tuple[Variant, Context | None, int | None]:
    """Return the game, the context and the hand size of a chart that has one of each."""
    if options.vary:
        raise RummistatsError(
            f"chart {options.kind} takes no --vary; {', '.join(SEVERAL)} compare games"
        )
    games = listed_games(options)
    contexts = make_contexts(options, games)
    sizes = options.hand_size or [None]
    for option, many in (("variant", games), ("round", contexts), ("hand-size", sizes)):
        if len(many) > 1:
            raise RummistatsError(
                f"chart {options.kind} is of one game, hand size and round; --{option} gives "
                f"{len(many)}"
            )
    return games[0], contexts[0], sizes[0]


def dealt_size(size: int | None, variant: Variant) -> int:
    """Return the hand size that is asked for, or the game's own: 0 is a size."""
    return variant.hand_size if size is None else size


def simulated(
    options: argparse.Namespace,
    asked: Measure | tuple[Measure, ...],
    game: tuple[Variant, Context | None, int | None],
) -> Distribution:
    """Return the distribution of one measure, or of several, in hands that are dealt."""
    variant, context, size = game
    with said_if_compiling():
        return simulate(
            asked,
            variant,
            hands=options.hands,
            seed=options.seed,
            hand_size=size,
            workers=options.workers,
            context=context,
        )


def fresh(options: argparse.Namespace) -> tuple[Distribution, str]:
    """Return the distribution of one measure in one game, counted or dealt, and what it is of."""
    game = variant, context, size = one_game(options)
    measure = make_measure(options.measures[0])
    of = told_of_game(*game)
    if options.method == "exact":
        return exact(measure, variant, size, context=context), of
    if options.method == "auto":
        counted = count_or_none(measure, variant, dealt_size(size, variant), context)
        if counted is not None:
            return counted, of
    return simulated(options, measure, game), of


def told_of_game(variant: Variant, context: Context | None, size: int | None) -> str:
    """Return in words how many tiles, which game and which rules a chart is of."""
    hand_size = dealt_size(size, variant)
    return ", ".join(common_facts([told_case(variant, hand_size, context)]))


def found_cases(options: argparse.Namespace) -> tuple[dict[str, Distribution], str]:
    """Return distributions by name, from files or of several games, and what all are of."""
    if options.files:
        return named_results(from_files(options))
    games = listed_games(options)
    with said_if_compiling():
        comparison = compare_each(
            make_measure(options.measures[0]),
            games,
            hand_sizes=options.hand_size,
            vary=dict(varied_rule(text, games[0]) for text in options.vary or []),
            contexts=make_contexts(options, games),
            hands=options.hands,
            seed=options.seed,
            method=options.method,
            workers=options.workers,
        )
    return named_cases(comparison), shared_facts([case for case, _ in comparison.found])


def from_files(options: argparse.Namespace) -> list[tuple[str, Result]]:
    """Return what is in files of one measure, each with the file's name."""
    found = [(path, result) for path in options.files for result in read_results(path)]
    known = list(dict.fromkeys(result.distribution.measure for _, result in found))
    wanted = make_measure(options.measures[0]).text if options.measures else known[0]
    if not options.measures and len(known) > 1:
        raise RummistatsError(
            f"--from {options.files[0]}: there are several measures, {', '.join(known)}; name one "
            f"of them, for example rummistats chart {options.kind} {known[0]}"
        )
    if wanted not in known:
        raise RummistatsError(
            f"--from {options.files[0]}: there is no {wanted}; there is {', '.join(known)}"
        )
    return [(path, result) for path, result in found if result.distribution.measure == wanted]


def named_results(results: list[tuple[str, Result]]) -> tuple[dict[str, Distribution], str]:
    """Return distributions by names that tell in what they differ, and what all are of."""
    told = [result.told for _, result in results]
    cases: dict[str, Distribution] = {}
    for (path, result), label in zip(results, case_labels(told, numbered=False), strict=True):
        each = result.distribution
        name = label or Path(path).stem
        if name in cases:
            origin = "exact" if each.is_exact else f"{each.total:,} hands, seed {each.seed}"
            name = f"{name}, {origin}"
        while name in cases:
            name = f"{name}, again"
        cases[name] = each
    return cases, ", ".join(common_facts(told))


def found_one(options: argparse.Namespace) -> tuple[Distribution, str]:
    """Return the one distribution of a chart, from a file or a fresh run, and what it is of."""
    if not options.files:
        return fresh(options)
    results = from_files(options)
    cases, of = named_results(results)
    counted = [found for found in cases.values() if found.is_exact]
    if len(counted) == 1 and len({result.told for _, result in results}) == 1:
        # A report has the counted figure beside the dealt one, of the same hands.
        return counted[0], of
    if len(cases) > 1:
        raise RummistatsError(
            f"--from: there are {len(cases)} distributions, {'; '.join(list(cases)[:4])}; chart "
            f"{options.kind} is of one; {', '.join(SEVERAL)} compare them"
        )
    return next(iter(cases.values())), of


def common_seed(cases: Mapping[str, Distribution]) -> object:
    """Return the seed that all estimated distributions have, or None."""
    seeds = {found.seed for found in cases.values() if not found.is_exact}
    return seeds.pop() if len(seeds) == 1 else None
