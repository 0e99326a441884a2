"""``rummistats chart``: one chart, from a fresh run or from result files."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummistats.commands.chart_data import (
    common_seed,
    dealt_size,
    found_cases,
    found_one,
    from_files,
    named_results,
    one_game,
    simulated,
    told_of_game,
)
from rummistats.commands.chart_options import FROM_FILES, KINDS
from rummistats.commands.compare import (
    listed_games,
    make_contexts,
    shared_facts,
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
from rummistats.show.frame import is_of_cards
from rummistats.show.game_words import game_words, hand_words, in_cards, readable
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

_LONGEST_TITLE = 300

MEASURES = {"joint": (2, 2), "scatter": (2, 2), "venn": (2, 3)} | dict.fromkeys(
    ("helpful", "melded", "tiles"), (0, 0)
)
"""How many measures a kind of chart takes, if not one."""

_DEALT = ("hands", "seed", "workers")

_TAKES: dict[str, tuple[str, ...]] = {
    "distribution": ("at", "method", *_DEALT),
    "at-least": ("vary", "at", "method", *_DEALT),
    "at-most": ("vary", "at", "method", *_DEALT),
    "comparison": ("vary", "method", *_DEALT),
    "ranges": ("vary", "method", *_DEALT),
    "convergence": ("at", *_DEALT),
    "waiting": ("vary", "holding", "seen", "at"),
    "joint": ("method", *_DEALT),
    "scatter": ("method", *_DEALT),
    "venn": ("method", *_DEALT),
    "helpful": ("holding", "seen", "hands", "seed"),
    "melded": ("hands", "seed"),
    "tiles": ("holding", "hands", "seed"),
}
"""Which options make a difference to each kind of chart, beside those that all of them take."""

_GAME = ("variant", "rule", "hand_size", "round", "indicator")

_ONE_VALUE = ("distribution", "convergence", "waiting")
"""Charts that point out one value only."""


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
    if options.title is not None and len(options.title) > _LONGEST_TITLE:
        raise RummistatsError(
            f"--title has {len(options.title):,} letters; at most {_LONGEST_TITLE} fit on a chart"
        )
    _check_options(options)
    for name, value in (("hands", HANDS.get(kind, MANY)), ("seed", 1), ("method", "auto")):
        if getattr(options, name) is None:
            setattr(options, name, value)
    check_run(options)
    if options.files:
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


def _check_options(options: argparse.Namespace) -> None:
    """Refuse options that would make no difference: whoever gives one expects that it does."""
    kind = options.kind
    if options.files and kind not in FROM_FILES:
        raise RummistatsError(
            f"chart {kind} takes no --from, as no file has what it needs; from files are drawn "
            f"{', '.join(FROM_FILES)}"
        )
    given = [
        name
        for name in (*_GAME, "vary", "method", "holding", "seen", "at", *_DEALT)
        if getattr(options, name) is not None
    ]
    for name in given:
        option = f"--{name.replace('_', '-')}"
        if name not in (*_GAME, *_TAKES[kind]):
            others = [other for other, takes in _TAKES.items() if name in takes]
            raise RummistatsError(
                f"chart {kind} takes no {option}; leave {option} out. Charts that take it are "
                f"{', '.join(others)}"
            )
        if options.files and name != "at":
            raise RummistatsError(
                f"--from beside {option}: what is drawn stands in the file; leave {option} out"
            )
        if options.holding is not None and name in (*_DEALT, "hand_size"):
            why = "the hand is as large as it is" if name == "hand_size" else "no hand is dealt"
            raise RummistatsError(f"{option} beside --holding; {why}")
        if options.method == "exact" and name in _DEALT:
            raise RummistatsError(f"{option} beside --method exact, which deals no hands")
        if kind == "tiles" and options.holding is None and name in ("round", "indicator"):
            raise RummistatsError(
                f"chart tiles takes no {option} without --holding: which tiles are dealt does "
                "not depend on it"
            )
    if options.at is not None and kind in _ONE_VALUE and len(options.at) > 1:
        raise RummistatsError(f"chart {kind} points out one value; --at gives {len(options.at)}")


_EXAMPLES = {
    "joint": "rummistats chart joint melds dead_wood_tiles",
    "scatter": "rummistats chart scatter melds dead_wood_points",
    "venn": "rummistats chart venn has_group has_run",
    "waiting": "rummistats chart waiting can_open",
} | {kind: f"rummistats chart {kind}" for kind in ("helpful", "melded", "tiles")}


def _title(options: argparse.Namespace, words: str) -> str:
    return words if options.title is None else str(options.title)


def _label(*found: Distribution) -> str:
    """Return what stands below an axis of a measure's values."""
    return readable(found[0].measure, all(map(is_of_cards, found)))


def _heading(cases: Mapping[str, Distribution], of: str) -> str:
    """Return what was measured, and in which game if there is one only."""
    measure = make_measure(next(iter(cases.values())).measure)
    cards = all(map(is_of_cards, cases.values()))
    definition = in_cards(measure.definition) if cards else measure.definition
    only = f", {of}" if len(cases) == 1 and of else ""
    return f"{_label(*cases.values())}: {definition}{only}"


def _distribution(options: argparse.Namespace) -> Chart:
    from rummistats.show import distribution_chart

    found, of = found_one(options)
    start = options.at[0] if options.at else None
    return distribution_chart(
        found,
        title=options.title,
        value_label=_label(found),
        highlight_from=start,
        of=of,
        size=options.size,
    )


def _cumulative(way: str) -> Callable[[argparse.Namespace], Chart]:
    def make(options: argparse.Namespace) -> Chart:
        from rummistats.show import cumulative_chart

        cases, of = found_cases(options)
        first = next(iter(cases.values()))
        return cumulative_chart(
            cases if len(cases) > 1 else first,
            way=way,
            thresholds=options.at or (),
            title=_title(options, _heading(cases, of)),
            value_label=_label(*cases.values()),
            of=of,
            size=options.size,
        )

    return make


def _compared(name: str) -> Callable[[argparse.Namespace], Chart]:
    def make(options: argparse.Namespace) -> Chart:
        from rummistats import show

        cases, of = found_cases(options)
        draw: Callable[..., Chart] = getattr(show, name)
        return draw(
            cases,
            title=_title(options, _heading(cases, of)),
            value_label=_label(*cases.values()),
            seed=common_seed(cases),
            of=of,
            size=options.size,
        )

    return make


def _convergence(options: argparse.Namespace) -> Chart:
    from rummistats.show import convergence_chart

    value: Any = options.at[0] if options.at else None
    if options.files:
        samples, target, of = _samples(options)
    else:
        variant, context, size = one_game(options)
        of = told_of_game(variant, context, size)
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
        target = count_or_none(measure, variant, dealt_size(size, variant), context)
    is_event = bool(samples) and isinstance(samples[0].values[0], bool)
    if value is None and is_event:
        value = True
    return convergence_chart(
        samples,
        value=value,
        target=None if target is None else target.estimate(value),
        title=options.title,
        of=of,
        size=options.size,
    )


def _samples(
    options: argparse.Namespace,
) -> tuple[list[Distribution], Distribution | None, str]:
    """Return the samples in files, the exact figure if it is there, and what they are of."""
    results = from_files(options)
    cases, of = named_results(results)
    if len({result.told for _, result in results}) > 1:
        raise RummistatsError(
            f"--from: there are {', '.join(list(cases)[:4])}; chart convergence is of one game, "
            "hand size and rules"
        )
    dealt = [found for found in cases.values() if not found.is_exact]
    samples = sorted(dealt, key=lambda found: found.total)
    if len({found.total for found in samples}) < 2:
        raise RummistatsError(
            "chart convergence --from: give two or more files of simulate with different numbers "
            f"of hands, such as --from 1000.json --from 100000.json; there is {_told(samples)}"
        )
    return samples, next((found for found in cases.values() if found.is_exact), None), of


def _told(samples: Sequence[Distribution]) -> str:
    """Return how many hands samples have."""
    return " and ".join(f"a sample of {found.total:,} hands" for found in samples) or "no sample"


def _waiting(options: argparse.Namespace) -> Chart:
    from rummistats.show import waiting_chart

    games = listed_games(options)
    contexts = make_contexts(options, games)
    cases = list(
        each_case(
            games,
            options.hand_size,
            dict(varied_rule(text, games[0]) for text in options.vary or []),
            contexts,
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
    # A hand that is held has its own size, whatever is dealt in these games.
    sized = options.holding is None
    found = dict(zip(short_names(cases, sized), waits, strict=True))
    one = next(iter(found.values()))
    cards = all(game.game.cards for game in games)
    named = readable(one.measure.removeprefix("draws until "), cards).replace(">=", "≥")
    return waiting_chart(
        found if len(found) > 1 else one,
        title=_title(options, f"How many draws until: {named}?"),
        value_label=f"{'card' if cards else 'tile'}s drawn",
        of=_known(options, shared_facts(cases, sized), games[0], contexts[0]),
        size=options.size,
    )


def _known(options: argparse.Namespace, of: str, variant: Variant, context: Context | None) -> str:
    """Return what a chart is of, together with the tiles that are held and seen."""
    parts = [of]
    for name, text in (("hand", options.holding), ("seen", options.seen)):
        if text is not None:
            parts.append(f"{name}: {hand_words(as_played(text, variant, context))}")
    return "; ".join(parts)


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
        return draw(found, title=options.title, of=told_of_game(*game), size=options.size)

    return make


def _hand(options: argparse.Namespace) -> tuple[Variant, Hand, Context | None]:
    variant, context, _ = one_game(options)
    return variant, as_played(options.holding, variant, context), context


def _helpful(options: argparse.Namespace) -> Chart:
    from rummistats.show import helpful_chart, tile_heat_chart

    if options.holding is not None:
        variant, hand, context = _hand(options)
        seen = None if options.seen is None else as_played(options.seen, variant, context)
        left = sum(count for _, count in still_to_come(hand, variant, context, seen))
        of = game_words(variant, context)
        return helpful_chart(
            hand,
            helpful_counts(hand, variant, context, seen=seen),
            title=options.title,
            still_to_come=left,
            of=of if seen is None else f"{of}; seen: {hand_words(seen)}",
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
    of = told_of_game(variant, context, size)
    piece = "card" if variant.game.cards else "tile"
    return tile_heat_chart(
        shares,
        title=_title(options, f"How often does one more {piece} help {of}?"),
        seed=options.seed,
        of=of,
        size=options.size,
    )


def _melded(options: argparse.Namespace) -> Chart:
    from rummistats.show import heat_chart

    variant, context, size = one_game(options)
    shares = melded_shares(
        variant, hands=options.hands, seed=options.seed, hand_size=size, context=context
    )
    of = told_of_game(variant, context, size)
    word = number_word(variant.playing_set)
    return heat_chart(
        list(shares),
        number_names(variant.playing_set),
        [list(row.values()) for row in shares.values()],
        title=_title(options, f"How often does each {word} sit in a meld, {of}?"),
        column_label=word,
        seed=options.seed,
        of=of,
        size=options.size,
    )


def _tiles(options: argparse.Namespace) -> Chart:
    from rummistats.dealing import deal_batch, hands_of_batch
    from rummistats.show import tile_counts_chart

    if options.holding is not None:
        variant, hand, context = _hand(options)
        return tile_counts_chart(
            hand, title=options.title, of=game_words(variant, context), size=options.size
        )
    variant, context, size = one_game(options)
    tile_set = variant.playing_set
    batch = deal_batch(
        tile_set,
        dealt_size(size, variant),
        hands=options.hands,
        seed=options.seed,
    )
    of = told_of_game(variant, context, size)
    pieces = "Cards" if variant.game.cards else "Tiles"
    return tile_counts_chart(
        hands_of_batch(tile_set, batch),
        title=_title(options, f"{pieces} of {options.hands:,} hands: {of}"),
        of=of,
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
