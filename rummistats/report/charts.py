"""The charts of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummistats.exact import MeldKind
from rummistats.report.contents import Report
from rummistats.report.sections import opening_parts
from rummistats.report.whole_deals import dead_wood_by_turn, lengths, opened_by_turn, winners
from rummistats.report.winning import opened_word

if TYPE_CHECKING:
    from rummistats.distribution import Estimate
    from rummistats.play import Along
    from rummistats.show import Chart
    from rummistats.variants import Variant

__all__ = ["CHARTS", "played_charts", "report_charts", "top_chart"]

CHARTS = (
    "parts",
    "melds",
    "kinds",
    "opening",
    "dead-wood-tiles",
    "dead-wood-points",
    "pairs",
    "played",
    "played-dead-wood",
    "played-turns",
    "played-winners",
)
"""The names of all charts that a report may have."""

_MOST_KINDS = 8
_MOST_TURNS = 12

# The looks of what a hand can do, the same in every chart of a report.
_OPENS, _TOO_LITTLE, _NO_MELD = 0, 1, 2


def report_charts(report: Report) -> dict[str, Chart]:
    """Return the charts of a report by name.

    Examples
    --------
    >>> from rummistats.report.contents import make_report
    >>> from rummistats.variants import Variant
    >>> mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=0, hand_size=4)
    >>> list(report_charts(make_report(mini, hands=2_000)))
    ['parts', 'melds', 'kinds', 'dead-wood-tiles', 'dead-wood-points']
    """
    from rummistats.show import distribution_chart, odds_chart, parts_chart

    dealt = report.dealt
    tiles = report.tiles
    place = "in the hand" if report.variant.game.cards else "on the rack"
    charts = {}
    parts = _parts(report)
    if parts:
        charts["parts"] = parts_chart(
            parts,
            title=f"What can be done at once with {tiles}?",
            seed=None if report.hands is None else report.seed,
            looks=(_OPENS, _NO_MELD) if len(parts) == 2 else (_OPENS, _TOO_LITTLE, _NO_MELD),
        )
    charts["melds"] = distribution_chart(
        dealt["melds"],
        title=f"How many melds can be laid at once from {tiles}?",
        value_label="melds",
    )
    if report.kinds:
        charts["kinds"] = _kinds_chart(report, tiles)
    if report.rounds:
        charts["opening"] = odds_chart(
            [(f"round {n}", found.estimate(True)) for n, found in report.rounds.items()],
            title=f"How often do {tiles} hold the contract?",
            seed=None if report.hands is None else report.seed,
        )
    elif report.ways and "opening_value" in dealt:
        needed = report.needed or 1
        # Only where nothing but points counts is a hand worth 0 points one without a meld.
        nothing = _NO_MELD if parts else _TOO_LITTLE
        looks = {0: nothing, 1: _TOO_LITTLE, needed: _OPENS}
        counted = report.counted_first and bool(parts) and report.hands is not None
        label = "any meld" if report.any_meld else f"{needed} or more"
        charts["opening"] = distribution_chart(
            dealt["opening_value"],
            title=f"How many points can {tiles} open with?",
            value_label="points",
            highlight_from=needed,
            # It goes with the bars, and must not be taken for the exact figure.
            highlight_label=f"{label}, dealt" if counted else label,
            looks=looks,
        )
    charts["dead-wood-tiles"] = distribution_chart(
        dealt["dead_wood_tiles"],
        title=f"How many of {tiles} stay {place}?",
        value_label=f"{report.piece}s, fewest possible",
    )
    if "dead_wood_points" in dealt:
        charts["dead-wood-points"] = distribution_chart(
            dealt["dead_wood_points"],
            title=f"How many points of {tiles} stay {place}?",
            value_label="points, fewest possible",
        )
    if report.variant.playing_set.copies > 1:
        charts["pairs"] = distribution_chart(
            report.best("pairs"),
            title=f"How many pairs of identical {report.piece}s are among {tiles}?",
            value_label="pairs",
        )
    if report.played is not None:
        charts |= played_charts(report.played, report.variant)
    return charts


def played_charts(played: Along, variant: Variant) -> dict[str, Chart]:
    """Return the charts of deals that were played out.

    Examples
    --------
    >>> from rummistats.play import along
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> list(played_charts(along(sabra, deals=2, seed=1, seats=False, workers=1), sabra))
    ['played', 'played-dead-wood', 'played-turns', 'played-winners']
    """
    from rummistats.show import means_chart, odds_chart

    seed = played.seed.entropy
    piece = "card" if variant.game.cards else "tile"
    place = "in the hand" if variant.game.cards else "on the rack"
    return {
        "played": odds_chart(
            [(found.name, found) for found in opened_by_turn(played)[:_MOST_TURNS]],
            title=f"How soon has a player {opened_word(variant)}?",
            seed=seed,
        ),
        "played-dead-wood": means_chart(
            [(found.name, found) for found in dead_wood_by_turn(played)[: 1 + _MOST_TURNS]],
            title=f"How many {piece}s {place} are in no meld?",
            value_label=f"{piece}s on average",
            seed=seed,
        ),
        "played-turns": odds_chart(
            [(f"{found.name} turns", found) for found in lengths(played)],
            title="How many turns does a deal take?",
            seed=seed,
        ),
        "played-winners": odds_chart(
            [(found.name, found) for found in winners(played, variant)],
            title="Who wins a deal?",
            seed=seed,
        ),
    }


def _parts(report: Report) -> tuple[tuple[str, Estimate], ...]:
    """Return the parts of all hands, from the same source as the headline.

    There are three, or without those that are worth too little, two.
    """
    if report.ways or "can_knock" in report.dealt:
        return opening_parts(report)
    melds = report.best("has_meld")
    return ("can lay a meld", melds.estimate(True)), ("no meld at all", melds.estimate(False))


def top_chart(report: Report) -> str:
    """Return the name of the chart that stands first: the one that carries the headline."""
    if _parts(report):
        return "parts"
    if "can_knock" in report.dealt:
        return "dead-wood-points"
    return (
        "opening" if report.rounds or ("opening_value" in report.dealt and report.ways) else "melds"
    )


def _kinds_chart(report: Report, tiles: str) -> Chart:
    from rummistats.distribution import Estimate
    from rummistats.show import grouped_chart

    by_name: dict[str, dict[bool, MeldKind]] = {}
    for kind in report.kinds:
        if kind.number is None and kind.color is None:
            by_name.setdefault(kind.kind, {})[kind.joker] = kind
    order = sorted(
        by_name, key=lambda name: -max(kind.probability for kind in by_name[name].values())
    )[:_MOST_KINDS]
    names = [name for name in by_name if name in order]
    never = Estimate(
        value=0, standard_error=0, low=0, high=0, numerator=0, denominator=1, hands=None
    )
    series = {}
    without = "without jokers" if report.jokers_in_melds else ""
    for words, joker in ((without, False), ("with a joker", True)):
        if any(joker in by_name[name] for name in names):
            series[words] = [
                report.kind_estimate(by_name[name][joker]) if joker in by_name[name] else never
                for name in names
            ]
    return grouped_chart(names, series, title=f"Which melds can be laid from {tiles}?")
