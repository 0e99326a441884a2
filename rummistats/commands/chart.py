"""``rummistats chart``: one chart, from a fresh run or from result files."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummistats.commands.chart_data import (
    common_seed,
    found_cases,
    found_one,
    from_files,
    one_game,
    simulated,
)
from rummistats.commands.chart_options import KINDS
from rummistats.commands.compare import (
    listed_games,
    make_contexts,
    short_names,
    varied_rule,
)
from rummistats.commands.options import check_run
from rummistats.commands.output import print_out, write_file
from rummistats.compare import count_or_none, each_case
from rummistats.dealing import Context
from rummistats.distribution import Distribution
from rummistats.errors import RummistatsError, near_names
from rummistats.exact import exact, waiting_time
from rummistats.measures import make_measure
from rummistats.montecarlo import (
    growing_samples,
    helpful_shares,
    melded_shares,
)
from rummistats.playing import as_played
from rummistats.progress import said_if_compiling
from rummistats.show.chart import Chart
from rummistats.show.frame import readable
from rummistats.show.page import page_size
from rummistats.show.tile_words import number_names, number_word
from rummistats.values import helpful_counts, still_to_come
from rummistats.variants import Variant

if TYPE_CHECKING:
    from rummistats.tiles import Hand

__all__ = ["run"]

ENDINGS = (".svg", ".pdf", ".png")

HANDS = {"convergence": 100_000, "helpful": 20_000, "melded": 2_000, "tiles": 1_000}
"""How many hands are dealt unless told otherwise."""

MANY = 1_000_000

MEASURES = {"joint": (2, 2), "scatter": (2, 2), "venn": (2, 3)} | dict.fromkeys(
    ("helpful", "melded", "tiles"), (0, 0)
)
"""How many measures a kind of chart takes, if not one."""

FROM_FILES = ("distribution", "at-least", "at-most", "comparison", "ranges", "convergence")
"""Charts that are drawn from result files as well."""

HOLDING = ("helpful", "tiles", "waiting")


def run(options: argparse.Namespace) -> int:
    """Draw the chart, write it, and print in words what it shows."""
    _check(options)
    chart = _KINDS[options.kind](options)
    write_file(chart.render(Path(options.output).suffix.lower()[1:]), options.output)
    print_out(f"{chart.text}\n")
    return 0


def _check(options: argparse.Namespace) -> None:
    """Refuse what can't be drawn before any time is spent."""
    kind = options.kind
    if kind not in KINDS:
        raise RummistatsError(
            f"no chart {kind!r}{near_names(kind, list(KINDS))}; there are {', '.join(KINDS)}"
        )
    if Path(options.output).suffix.lower() not in ENDINGS:
        raise RummistatsError(
            f"--output {options.output}: the name of a chart's file ends in .svg, .pdf or .png"
        )
    page_size(options.size)
    if options.hands is None:
        options.hands = HANDS.get(kind, MANY)
    check_run(options)
    if options.files:
        if kind not in FROM_FILES:
            raise RummistatsError(
                f"chart {kind} takes no --from, as no file has what it needs; from files are drawn "
                f"{', '.join(FROM_FILES)}"
            )
        if len(options.measures) > 1:
            raise RummistatsError(f"chart {kind} takes one measure, and it may be left out")
        return
    if kind == "scatter" and not options.measures:
        options.measures = ["melds", "dead_wood_tiles"]
    least, most = MEASURES.get(kind, (1, 1))
    if not least <= len(options.measures) <= most:
        takes = {0: "no measure", 1: "one measure"}.get(most, "two measures")
        takes = "two or three events" if kind == "venn" else takes
        raise RummistatsError(
            f"chart {kind} takes {takes}, not {len(options.measures)}; for example "
            f"{_EXAMPLES.get(kind, f'rummistats chart {kind} melds')}"
        )
    for option in ("holding", "seen"):
        if getattr(options, option) is not None and kind not in HOLDING:
            raise RummistatsError(
                f"chart {kind} takes no --{option}; {', '.join(HOLDING)} are of a certain hand"
            )


_EXAMPLES = {
    "joint": "rummistats chart joint melds dead_wood_tiles",
    "scatter": "rummistats chart scatter melds dead_wood_points",
    "venn": "rummistats chart venn has_group has_run",
    "waiting": "rummistats chart waiting can_open",
} | {kind: f"rummistats chart {kind}" for kind in ("helpful", "melded", "tiles")}


def _title(options: argparse.Namespace, words: str) -> str:
    return words if options.title is None else str(options.title)


def _label(measure: str) -> str:
    """Return what stands below an axis of a measure's values."""
    return readable(measure)


def _heading(measure: str, cases: Mapping[str, Distribution]) -> str:
    """Return what was measured, and in which game if there is one only."""
    only = f", {next(iter(cases))}" if len(cases) == 1 else ""
    return f"{readable(measure)}: {make_measure(measure).definition}{only}"


def _distribution(options: argparse.Namespace) -> Chart:
    from rummistats.show import distribution_chart

    found = found_one(options)
    start = options.at[0] if options.at else None
    return distribution_chart(
        found,
        title=options.title,
        value_label=_label(found.measure),
        highlight_from=start,
        size=options.size,
    )


def _cumulative(way: str) -> Callable[[argparse.Namespace], Chart]:
    def make(options: argparse.Namespace) -> Chart:
        from rummistats.show import cumulative_chart

        cases = found_cases(options)
        measure = next(iter(cases.values())).measure
        return cumulative_chart(
            cases if len(cases) > 1 else next(iter(cases.values())),
            way=way,
            thresholds=options.at or (),
            title=_title(options, _heading(measure, cases)),
            value_label=_label(measure),
            size=options.size,
        )

    return make


def _compared(name: str) -> Callable[[argparse.Namespace], Chart]:
    def make(options: argparse.Namespace) -> Chart:
        from rummistats import show

        cases = found_cases(options)
        measure = next(iter(cases.values())).measure
        draw: Callable[..., Chart] = getattr(show, name)
        return draw(
            cases,
            title=_title(options, _heading(measure, cases)),
            value_label=_label(measure),
            seed=common_seed(cases),
            size=options.size,
        )

    return make


def _convergence(options: argparse.Namespace) -> Chart:
    from rummistats.show import convergence_chart

    value: Any = options.at[0] if options.at else None
    if options.files:
        cases = from_files(options)
        samples = sorted(
            (found for found in cases.values() if not found.is_exact), key=lambda d: d.total
        )
        known = [found for found in cases.values() if found.is_exact]
        target = known[0] if known else None
    else:
        variant, context, size = one_game(options)
        measure = make_measure(options.measures[0])
        with said_if_compiling():
            samples = list(
                growing_samples(
                    measure,
                    variant,
                    hands=options.hands,
                    seed=options.seed,
                    hand_size=size,
                    workers=options.workers,
                    context=context,
                )
            )
        target = count_or_none(measure, variant, size or variant.hand_size, context)
    is_event = bool(samples) and isinstance(samples[0].values[0], bool)
    if value is None and is_event:
        value = True
    return convergence_chart(
        samples,
        value=value,
        target=None if target is None else target.estimate(value),
        title=options.title,
        size=options.size,
    )


def _waiting(options: argparse.Namespace) -> Chart:
    from rummistats.show import waiting_chart

    if options.method == "simulate":
        raise RummistatsError("chart waiting is counted; leave --method out")
    games = listed_games(options)
    cases = list(
        each_case(
            games,
            options.hand_size,
            dict(varied_rule(text, games[0]) for text in options.vary or []),
            make_contexts(options, games),
        )
    )
    waits = [
        waiting_time(
            options.measures[0],
            case.variant,
            hand_size=case.hand_size if options.holding is None else None,
            holding=options.holding,
            seen=options.seen,
            context=case.context,
            at_least=options.at[0] if options.at else None,
        )
        for case in cases
    ]
    found = dict(zip(short_names(cases), waits, strict=True))
    one = next(iter(found.values()))
    piece = "card" if games[0].game.cards else "tile"
    named = readable(one.measure.removeprefix("draws until "))
    return waiting_chart(
        found if len(found) > 1 else one,
        title=_title(options, f"How many draws until: {named}?"),
        value_label=f"{piece}s drawn",
        size=options.size,
    )


def _joint(name: str) -> Callable[[argparse.Namespace], Chart]:
    def make(options: argparse.Namespace) -> Chart:
        from rummistats import show

        game = variant, context, size = one_game(options)
        asked = tuple(make_measure(text) for text in options.measures)
        events = [measure.kind.is_event for measure in asked]
        if name == "venn_chart" and not all(events):
            measure = asked[events.index(False)]
            raise RummistatsError(
                f"chart venn: {measure.text} is a number; a Venn diagram is of events, such as "
                "has_group, has_run and can_open"
            )
        if options.method == "exact":
            found = exact(asked, variant, size, context=context)
        else:
            found = simulated(options, asked, game)
        draw: Callable[..., Chart] = getattr(show, name)
        return draw(found, title=options.title, size=options.size)

    return make


def _hand(options: argparse.Namespace) -> tuple[Variant, Hand, Context | None]:
    variant, context, size = one_game(options)
    if size is not None:
        raise RummistatsError("--hand-size beside --holding; the hand is as large as it is")
    return variant, as_played(options.holding, variant, context), context


def _helpful(options: argparse.Namespace) -> Chart:
    from rummistats.show import helpful_chart, tile_heat_chart

    if options.holding is not None:
        variant, hand, context = _hand(options)
        seen = None if options.seen is None else as_played(options.seen, variant, context)
        left = sum(count for _, count in still_to_come(hand, variant, context, seen))
        return helpful_chart(
            hand,
            helpful_counts(hand, variant, context, seen=seen),
            title=options.title,
            still_to_come=left,
            size=options.size,
        )
    if options.seen is not None:
        raise RummistatsError("--seen without --holding; name the hand as well")
    variant, context, size = one_game(options)
    with said_if_compiling():
        shares = helpful_shares(
            variant,
            hands=options.hands,
            seed=options.seed,
            hand_size=size,
            context=context,
        )
    tiles = f"{size or variant.hand_size} {'card' if variant.game.cards else 'tile'}s"
    return tile_heat_chart(
        shares,
        title=_title(options, f"How often does one more tile help {tiles}, {variant.name}?"),
        seed=options.seed,
        size=options.size,
    )


def _melded(options: argparse.Namespace) -> Chart:
    from rummistats.show import heat_chart

    variant, context, size = one_game(options)
    shares = melded_shares(
        variant, hands=options.hands, seed=options.seed, hand_size=size, context=context
    )
    tiles = f"{size or variant.hand_size} {'card' if variant.game.cards else 'tile'}s"
    word = number_word(variant.playing_set)
    return heat_chart(
        list(shares),
        number_names(variant.playing_set),
        [list(row.values()) for row in shares.values()],
        title=_title(
            options,
            f"Which {word}s of {tiles} sit in melds, {variant.name}?",
        ),
        column_label=word,
        seed=options.seed,
        size=options.size,
    )


def _tiles(options: argparse.Namespace) -> Chart:
    from rummistats.dealing import deal_batch, hands_of_batch
    from rummistats.show import tile_counts_chart

    if options.holding is not None:
        _, hand, _ = _hand(options)
        return tile_counts_chart(hand, title=options.title, size=options.size)
    variant, _, size = one_game(options)
    tile_set = variant.playing_set
    batch = deal_batch(tile_set, size or variant.hand_size, hands=options.hands, seed=options.seed)
    return tile_counts_chart(
        hands_of_batch(tile_set, batch),
        title=_title(options, f"Tiles of {options.hands:,} hands, {variant.name}"),
        size=options.size,
    )


_KINDS: dict[str, Callable[[argparse.Namespace], Chart]] = {
    "distribution": _distribution,
    "at-least": _cumulative("at_least"),
    "at-most": _cumulative("at_most"),
    "comparison": _compared("comparison_chart"),
    "ranges": _compared("ranges_chart"),
    "convergence": _convergence,
    "waiting": _waiting,
    "joint": _joint("joint_chart"),
    "scatter": _joint("scatter_chart"),
    "venn": _joint("venn_chart"),
    "helpful": _helpful,
    "melded": _melded,
    "tiles": _tiles,
}
