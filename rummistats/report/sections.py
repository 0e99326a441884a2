"""The report in sections: sentences and tables, the same for the screen and the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rummistats.distribution import Estimate
from rummistats.exact import MeldKind
from rummistats.report.contents import Report
from rummistats.report.figures import (
    NONE,
    count_of,
    hands_in_words,
    interval_cell,
    mean_estimate,
    number_cell,
    one_in,
    percent_words,
)
from rummistats.report.tables import (
    Column,
    Table,
    classes_table,
    error_cell,
    number_columns,
    odds_table,
    values_table,
)

__all__ = ["Section", "headline", "report_sections", "title"]


@dataclass(frozen=True)
class Section:
    """A part of the report.

    Parameters
    ----------
    key : str
        Its name in files and addresses.
    title : str
        Its heading.
    sentences : tuple of str
        What is to be known, one paragraph each.
    tables : tuple of Table
        The figures.
    charts : tuple of str
        The names of the charts that belong here.
    """

    key: str
    title: str
    sentences: tuple[str, ...]
    tables: tuple[Table, ...]
    charts: tuple[str, ...] = ()


def title(report: Report) -> str:
    """Return the report's title, such as "What 14 tiles are worth"."""
    tiles = f"{report.hand_size} tile{'s' * (report.hand_size != 1)}"
    return f"What {tiles} {'is' if report.hand_size == 1 else 'are'} worth"


def headline(report: Report) -> tuple[str, str]:
    r"""Return the report's first figure in a few words, and what stands behind it.

    Examples
    --------
    >>> from rummistats.report.contents import make_report
    >>> from rummistats.variants import Variant
    >>> mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=0, hand_size=4)
    >>> print(*headline(make_report(mini, hands=2_000)), sep="\n")
    About one hand in eight can lay a meld.
    Of all 1,365 hands of 4 tiles, 11.87 % (exact) hold a meld.
    """
    melds = report.exact["has_meld"]
    tiles = f"hands of {report.hand_size} tile{'s' * (report.hand_size != 1)}"
    if report.needed is None:
        words = hands_in_words(float(melds.prob(True)))
        share = percent_words(melds.estimate(True))
        return (
            f"{_capital(words)} can lay a meld.",
            f"Of all {report.total:,} {tiles}, {share} hold a meld.",
        )
    opens = report.dealt["can_open"].estimate(True)
    dealt = f"all {report.total:,} {tiles}"
    if report.hands is not None:
        dealt = f"{report.hands:,} {tiles}, dealt at random"
    return (
        f"{_capital(hands_in_words(float(opens.value)))} can open at once.",
        f"Of {dealt}, {percent_words(opens)} reach the {report.needed} points of the opening. "
        f"{percent_words(_too_little(report))} hold melds that are worth too little, and "
        f"{percent_words(melds.estimate(False))} hold no meld at all.",
    )


def report_sections(report: Report) -> tuple[Section, ...]:
    """Return the whole report.

    Examples
    --------
    >>> from rummistats.report.contents import make_report
    >>> from rummistats.variants import find_variant
    >>> for section in report_sections(make_report(find_variant("sabra"), hands=2_000)):
    ...     print(section.title)
    At a glance
    How many melds at once?
    Which melds?
    Enough to open?
    What stays on the rack?
    Pairs, groups and runs
    Can these figures be trusted?
    """
    sections = [_glance, _melds, _kinds, _opening, _dead_wood, _pairs, _trust]
    return tuple(make(report) for make in sections)


def _glance(report: Report) -> Section:
    dealt, exact = report.dealt, report.exact
    odds = []
    if report.needed is not None:
        odds.append((f"can open: {report.needed} points", dealt["can_open"].estimate(True)))
        odds.append(("melds, but worth too little", _too_little(report)))
    odds.append(("no meld at all", exact["has_meld"].estimate(False)))
    averages = [("melds at once", dealt["melds"])]
    if report.needed is not None:
        averages.append(("points for the opening", dealt["opening_value"]))
    averages += [
        ("tiles left over", dealt["dead_wood_tiles"]),
        ("points left over", dealt["dead_wood_points"]),
        ("points of the whole hand", exact["hand_points"]),
        ("pairs", exact["pairs"]),
    ]
    columns = (Column("on average", False), *number_columns("mean", "std. error", "95 % interval"))
    rows = []
    for name, distribution in averages:
        mean = mean_estimate(distribution)
        cell = number_cell(float(mean.value), mean.standard_error)
        rows.append((name, cell, error_cell(mean, 1), interval_cell(mean, scale=1)))
    return Section(
        "glance",
        "At a glance",
        (),
        (
            odds_table(f"The odds of {_tiles(report)}", "the hand", odds),
            Table(f"Averages of {_tiles(report)}", columns, tuple(rows)),
        ),
    )


def _melds(report: Report) -> Section:
    melds = report.dealt["melds"]
    most = melds.values[-1]
    at_most = melds.estimate(most)
    return Section(
        "melds",
        "How many melds at once?",
        (
            "Melds that can be laid at the same time share no tile; the best arrangement is "
            "found for every hand.",
            f"The most that was found is {count_of(most)}, in "
            f"{hands_in_words(float(at_most.value))}.",
        ),
        (values_table("Melds at once", "melds", melds),),
        ("melds",),
    )


def _kinds(report: Report) -> Section:
    whole = [kind for kind in report.kinds if kind.number is None and kind.color is None]
    if not whole:
        return Section("kinds", "Which melds?", ("These rules and tiles allow no meld.",), ())
    columns = (
        Column("kind", False),
        Column("jokers", False),
        *number_columns("probability (%)", "one hand in", "expected", "one number or color (%)"),
    )
    rows = []
    for kind in whole:
        parts = [
            row
            for row in report.kinds
            if (row.kind, row.joker) == (kind.kind, kind.joker) and row is not kind
        ]
        rows.append(
            (
                kind.kind,
                "with" if kind.joker else "without",
                number_cell(100 * float(kind.probability)),
                one_in(report.kind_estimate(kind)),
                number_cell(float(kind.expected)),
                _range_cell(parts),
            )
        )
    same = not any(" to " in row[-1] for row in rows)
    alike = "; every number is as likely as any other, and so is every color" if same else ""
    frequent = max(whole, key=lambda kind: kind.probability)
    rare = min(whole, key=lambda kind: kind.probability)
    return Section(
        "kinds",
        "Which melds?",
        (
            f"Most often there is a {_kind_words(frequent)}, in "
            f"{hands_in_words(float(frequent.probability))}; most rarely a {_kind_words(rare)}, "
            f"in {hands_in_words(float(rare.probability))}.",
            "A kind counts if one such meld can be laid, whatever else the hand holds: a group "
            "of 4 contains groups of 3. “Expected” is the average number of different "
            "such melds in a hand; they may share tiles.",
            "The last column is the probability of a group of one given number, or of a run of "
            f"one given color{alike}.",
        ),
        (Table(f"Kinds of melds in {_tiles(report)} (exact)", columns, tuple(rows)),),
        ("kinds",),
    )


def _opening(report: Report) -> Section:
    if report.needed is None:
        sentence = "This game defines no opening, so there are no odds of opening."
        return Section("opening", "Enough to open?", (sentence,), ())
    values = report.dealt["opening_value"]
    rule = "one single meld" if report.variant.open_single_set else "melds"
    rows = [
        (f"{points} points" + " (the rule)" * (points == report.needed), report.opens_at(points))
        for points in report.thresholds
    ]
    half = values.quantile(0.5)
    return Section(
        "opening",
        "Enough to open?",
        (
            f"To open, {rule} worth at least {report.needed} points must come from the hand. "
            "A joker counts as much as the tile that it stands for.",
            f"Half the hands can lay {half} points or less.",
        ),
        (
            odds_table("The odds of opening, for several thresholds", "needed", rows),
            classes_table("Points that can be laid for the opening", "points", {"": values}),
        ),
        ("opening",),
    )


def _dead_wood(report: Report) -> Section:
    dealt = report.dealt
    return Section(
        "dead-wood",
        "What stays on the rack?",
        (
            "Dead wood are the tiles that are in no meld. Fewest tiles and fewest points are two "
            "different aims: they may need different arrangements of the same hand, and each is "
            "given at its own best.",
            f"On the rack a tile counts its number and a joker "
            f"{report.variant.joker_rack_value} points.",
        ),
        (
            values_table("Fewest tiles left over", "tiles", dealt["dead_wood_tiles"]),
            classes_table(
                "Fewest points left over, and the points of the whole hand",
                "points",
                {"left over": dealt["dead_wood_points"], "whole hand": report.exact["hand_points"]},
            ),
        ),
        ("dead-wood-tiles", "dead-wood-points"),
    )


def _pairs(report: Report) -> Section:
    exact = report.exact
    rows = []
    for words, name in (("a group", "has_group"), ("a run", "has_run"), ("any meld", "has_meld")):
        rows.append((words, exact[name].estimate(True)))
        rows.append((f"{words}, without jokers", exact[f"{name}(natural=True)"].estimate(True)))
    return Section(
        "pairs",
        "Pairs, groups and runs",
        (
            "A pair is two identical tiles, jokers left out. All figures here are counted, "
            "without dealing a single hand.",
        ),
        (
            odds_table("What the hand holds (exact)", "the hand holds", rows),
            values_table("Pairs", "pairs", exact["pairs"]),
        ),
        ("pairs",),
    )


def _trust(report: Report) -> Section:
    checks = report.checks()
    heading = "Can these figures be trusted?"
    if not checks:
        only = f"There is only one hand of {report.hand_size} tiles, so every figure is exact."
        return Section("trust", heading, (only,), ())
    worst = max(abs(check.difference) for check in checks)
    if worst < 3:
        verdict = f"Here the largest difference is {worst:.1f} standard errors: no cause for doubt."
    else:
        verdict = (
            f"Here the largest difference is {worst:.1f} standard errors, which by chance is "
            "rare: try another seed."
        )
    rows = []
    for check in checks:
        event = report.exact[check.measure].values[0] is False
        scale = 100 if event else 1
        name = check.measure.replace("_", " ") + (" (%)" if event else ", mean")
        error = scale * check.standard_error
        rows.append(
            (
                name,
                number_cell(scale * check.exact, error),
                number_cell(scale * check.simulated, error),
                number_cell(error, error),
                f"{check.difference:+.2f}".replace("-", "−"),
            )
        )
    columns = (
        Column("measure", False),
        *number_columns("exact", "simulated", "std. error", "difference in std. errors"),
    )
    return Section(
        "trust",
        heading,
        (
            "Some figures are found in two ways that have nothing in common: by counting all "
            f"{report.total:,} hands, copies of a tile told apart, and in the hands that were "
            "dealt. They must agree up to chance: 95 of 100 differences are smaller than "
            "2 standard errors.",
            verdict,
        ),
        (Table("Exact and simulated", columns, tuple(rows)),),
    )


def _tiles(report: Report) -> str:
    return f"{report.hand_size} tile{'s' * (report.hand_size != 1)}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _too_little(report: Report) -> Estimate:
    """Return the probability of melds that are not enough to open."""
    needed = report.needed or 0
    return report.dealt["opening_value"].estimate(lambda points: 0 < points < needed)


def _kind_words(kind: MeldKind) -> str:
    return f"{kind.kind} {'with a joker' if kind.joker else 'without jokers'}"


def _range_cell(parts: Sequence[MeldKind]) -> str:
    """Return the probability for each number or color, or from which to which it goes."""
    found = sorted({number_cell(100 * float(part.probability)) for part in parts}, key=len)
    return NONE if not found else found[0] if len(found) == 1 else f"{found[0]} to {found[-1]}"
