"""The report in sections: sentences and tables, the same for the screen and the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rummistats.dealing import Context
from rummistats.distribution import Estimate, make_distribution
from rummistats.distribution.estimate import mean_estimate
from rummistats.exact import MeldKind
from rummistats.playing import deck_of
from rummistats.report.contents import Report, points_are_tiles
from rummistats.report.figures import (
    NONE,
    count_of,
    hands_in_words,
    interval_cell,
    number_cell,
    one_in,
    percent_words,
    rounded_percent,
    share_cell,
    shares_of_all,
)
from rummistats.report.played import TURNS, kinds_rows, turn_rows
from rummistats.report.tables import (
    Column,
    Table,
    classes_table,
    error_cell,
    findings_table,
    number_columns,
    odds_table,
    values_table,
)
from rummistats.report.whole_deals import lengths, winners
from rummistats.report.winning import opened_word, opening_words, winning_words_of
from rummistats.report.words import reading_words
from rummistats.values import knock_limit
from rummistats.variants import Variant
from rummistats.variants.opening import Contract, Pairs, Points

__all__ = ["Section", "hand_count", "headline", "opening_parts", "report_sections", "title"]


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
    return f"What {report.tiles} {'is' if report.held == 1 else 'are'} worth"


def headline(report: Report) -> tuple[str, str]:
    r"""Return the report's first figure in a few words, and what stands behind it.

    Examples
    --------
    >>> from rummistats.report.contents import make_report
    >>> from rummistats.variants import Variant
    >>> mini = Variant.mini(colors=3, numbers=5, copies=1, jokers=0, hand_size=4)
    >>> print(*headline(make_report(mini, hands=2_000)), sep="\n")
    About one hand in eight can lay a meld.
    Of all 1,365 hands of 4 tiles, 11.87 % (exact) hold a meld. This game defines no opening.
    """
    melds = report.best("has_meld")
    tiles = f"hands of {report.tiles}"
    if report.counted_first or report.hands is None:
        # What is counted is true of all hands, whatever was dealt.
        asked = f"all {hand_count(report)}{tiles}"
    else:
        asked = f"{report.hands:,} {tiles}, dealt at random"
    none = f"{percent_words(melds.estimate(False))} hold no meld at all."
    if report.ways:
        opens = report.stands_first("can_open").estimate(True)
        first = f"{_capital(hands_in_words(float(opens.value)))} can open at once."
        share = percent_words(opens)
        parts = opening_parts(report)
        if not parts:
            needs = _listed([str(way) for way in report.ways], "or")
            return first, f"Of {asked}, {share} have {needs}{_of_round(report)}. {_capital(none)}"
        figures = [part for _, part in parts]
        of_opening, *of_little, of_nothing = (
            shares_of_all(figures)
            if report.counted_first
            else [rounded_percent(part) for part in figures]
        )
        if report.any_meld:
            enough = "have any meld, which is enough,"
        else:
            enough = f"reach the {report.needed} points of the opening,"
        little = "".join(f" {part} hold melds that are worth too little," for part in of_little)
        behind = f"Of {asked}, {of_opening} {enough}{little} and {of_nothing} hold no meld at all."
        return first, f"{behind} {_beside(report, figures[-1])}".rstrip()
    if "can_knock" in report.dealt:
        knocks = report.stands_first("can_knock").estimate(True)
        return (
            f"{_capital(hands_in_words(float(knocks.value)))} can knock at once.",
            f"Of {asked}, {percent_words(knocks)} have at most {knock_limit(report.variant)} "
            f"points of dead wood. {_capital(none)}",
        )
    words = hands_in_words(float(melds.prob(True)))
    share = percent_words(melds.estimate(True))
    behind = f"Of {asked}, {share} hold a meld. This game defines no opening."
    return f"{_capital(words)} can lay a meld.", behind


def opening_parts(report: Report) -> tuple[tuple[str, Estimate], ...]:
    """Return the parts of all hands where the opening needs points or any meld: they add up to 1.

    All are counted, or else all are from the same dealt hands, since figures from two sources
    need not add up. There are none in games with another opening, or without one.
    """
    return _parts(report, report.counted_first)


def _parts(report: Report, counted: bool) -> tuple[tuple[str, Estimate], ...]:
    """Return the parts of all hands, or of those dealt."""
    if not (report.any_meld or (report.ways and report.only_points)):
        return ()
    source = report.exact if counted else report.dealt
    needed = "any meld" if report.any_meld else f"{report.needed} points or more"
    opens = (f"can open: {needed}", source["can_open"].estimate(True))
    nothing = ("no meld at all", source["has_meld"].estimate(False))
    if report.any_meld:
        return opens, nothing
    little = _rest(opens[1], nothing[1]) if counted else _too_little(report)
    return opens, ("melds, but worth too little", little), nothing


def _rest(*counted: Estimate) -> Estimate:
    """Return the exact probability of all other hands."""
    (total,) = {part.denominator for part in counted}
    others = sum(part.numerator for part in counted)
    weights = {True: total - others, False: others}
    return make_distribution(weights, measure="others", is_exact=True).estimate(True)


def _beside(report: Report, dealt: Estimate) -> str:
    """Return what is known exactly of the part without a meld, beside what was dealt."""
    if report.counted_first:
        return "These figures are exact: counted without dealing."
    if dealt.is_exact or "has_meld" not in report.exact:
        return ""
    counted = report.exact["has_meld"].estimate(False)
    gap = 100 * (float(dealt.value) - float(counted.value))
    if abs(gap) < 5e-5:
        return f"Counted without dealing, the last figure is {share_cell(counted)} % as well."
    return (
        f"Counted without dealing, the last one is exactly {share_cell(counted)} %: by chance "
        f"the dealt hands give {number_cell(abs(gap), abs(gap))} percentage points "
        f"{'more' if gap > 0 else 'less'}."
    )


def hand_count(report: Report) -> str:
    """Return the number of all hands; with an unknown indicator each counts for each of them."""
    if deck_of(report.variant, report.context).hides_numbered_tile:
        return ""
    return f"{report.total:,} "


def _of_round(report: Report) -> str:
    """Return which round's contract is meant, where rounds differ."""
    if not report.rounds and not report.rounds_missing:
        return ""
    return f", the contract of round {(report.context or Context()).round}"


def _listed(words: Sequence[str], last: str = "and") -> str:
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


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
    How to read this
    """
    sections = [_glance, _melds, _kinds, _opening, _dead_wood, _pairs, _played, _trust, _reading]
    if report.played is None:
        sections.remove(_played)
    if not report.ways and "can_knock" not in report.dealt:
        # The headline says what is asked instead.
        sections.remove(_opening)
    return tuple(make(report) for make in sections)


def _reading(report: Report) -> Section:
    return Section("reading", "How to read this", tuple(map(str, reading_words(report))), ())


def _glance(report: Report) -> Section:
    dealt = report.dealt
    odds = _first_odds(report, report.counted_first)
    if report.counted_first and report.hands is not None and len(odds) > 1:
        odds += [(f"{words}, dealt", part) for words, part in _first_odds(report, False)]
    elif "has_meld" in report.exact and report.hands is not None and opening_parts(report):
        odds.append(("no meld at all, counted", report.exact["has_meld"].estimate(False)))
    if "complete" in dealt:
        odds.insert(-1, ("is complete", dealt["complete"].estimate(True)))
    averages = [
        ("melds at once", "melds"),
        ("points for the opening", "opening_value"),
        (f"{report.piece}s left over", "dead_wood_tiles"),
        (f"isolated {report.piece}s", "isolated_tiles"),
        ("isolated once the melds are laid", "isolated_after_packing"),
        ("points left over", "dead_wood_points"),
        ("points of the whole hand", "hand_points"),
    ]
    if report.variant.playing_set.copies > 1:
        averages.append(("pairs", "pairs"))
    columns = (Column("on average", False), *number_columns("mean", "std. error", "95 % interval"))
    rows = []
    for name, measure in averages:
        if measure not in report.exact and measure not in dealt:
            continue
        mean = mean_estimate(report.best(measure))
        cell = number_cell(float(mean.value), mean.standard_error)
        rows.append((name, cell, error_cell(mean, 1), interval_cell(mean, scale=1)))
    return Section(
        "glance",
        "At a glance",
        (),
        (
            odds_table(f"The odds of {report.tiles}", "the hand", odds),
            Table(f"Averages of {report.tiles}", columns, tuple(rows)),
        ),
    )


def _first_odds(report: Report, counted: bool) -> list[tuple[str, Estimate]]:
    """Return what the headline says, each part by itself, as it was counted or dealt."""
    source = report.exact if counted else report.dealt
    odds = list(_parts(report, counted))
    if odds:
        return odds
    if report.ways:
        odds.append((f"can open: {_by(report)}", source["can_open"].estimate(True)))
    if "can_knock" in report.dealt:
        odds.append(("can knock", source["can_knock"].estimate(True)))
    melds = source["has_meld"] if report.counted_first else report.best("has_meld")
    odds.append(("no meld at all", melds.estimate(False)))
    return odds


def _by(report: Report) -> str:
    """Return the ways to open in a few words."""
    if [*map(type, report.ways)] == [Contract]:
        return f"the contract of round {(report.context or Context()).round}"
    ways = [
        f"{way.points} points{' with a run' * way.needs_run}"
        if isinstance(way, Points) and way.points
        else f"{way.pairs} pairs"
        if isinstance(way, Pairs)
        else str(way)
        for way in report.ways
    ]
    return _listed(ways, "or")


def _melds(report: Report) -> Section:
    melds = report.dealt["melds"]
    most = melds.values[-1]
    at_most = melds.estimate(most)
    return Section(
        "melds",
        "How many melds at once?",
        (
            f"Melds that can be laid at the same time share no {report.piece}; the best "
            "arrangement is found for every hand.",
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
    number, color = ("rank", "suit") if report.variant.game.cards else ("number", "color")
    jokers = report.jokers_in_melds
    columns = (
        Column("kind", False),
        *[Column("jokers", False)] * jokers,
        *number_columns(
            "probability (%)", "one hand in", "expected", f"one {number} or {color} (%)"
        ),
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
                *["with" if kind.joker else "without"] * jokers,
                number_cell(100 * float(kind.probability)),
                one_in(report.kind_estimate(kind)),
                number_cell(float(kind.expected)),
                _range_cell(parts),
            )
        )
    same = not any(" to " in row[-1] for row in rows)
    alike = f"; every {number} is as likely as any other, and so is every {color}" if same else ""
    frequent = max(whole, key=lambda kind: kind.probability)
    rare = min(whole, key=lambda kind: kind.probability)
    return Section(
        "kinds",
        "Which melds?",
        (
            f"Most often there is a {_kind_words(frequent, jokers)}, in "
            f"{hands_in_words(float(frequent.probability))}; most rarely a "
            f"{_kind_words(rare, jokers)}, in {hands_in_words(float(rare.probability))}.",
            "A kind counts if one such meld can be laid, whatever else the hand holds: a group "
            "of 4 contains groups of 3. “Expected” is the average number of different "
            f"such melds in a hand; they may share {report.piece}s.",
            f"The last column is the probability of a group of one given {number}, or of a run of "
            f"one given {color}{alike}.",
        ),
        (Table(f"Kinds of melds in {report.tiles} (exact)", columns, tuple(rows)),),
        ("kinds",),
    )


def _opening(report: Report) -> Section:
    heading = "Enough to open?"
    if "can_knock" in report.dealt:
        return _knocking(report)
    sentences: list[str] = []
    tables: list[Table] = []
    if report.rounds or report.rounds_missing:
        sentences, tables = _rounds(report)
    elif report.any_meld:
        sentences.append("To open, any meld is enough.")
    elif report.only_points:
        rule = "one single meld" if report.variant.open_single_set else "melds"
        sentences.append(
            f"To open, {rule} worth at least {report.needed} points must come from the hand. "
            "A joker counts as much as the tile that it stands for."
        )
    else:
        needs = _listed([str(way) for way in report.ways], "or")
        sentences.append(f"To open, the hand must have {needs}.")
    if len(report.ways) > 1:
        words = {"points": "by points", "pairs": "by pairs"}
        rows = [
            (words[kind], report.dealt[f"can_open(by={kind!r})"].estimate(True)) for kind in words
        ]
        rows.append(("by either", report.dealt["can_open"].estimate(True)))
        tables.append(odds_table("The odds of opening, by each way", "the hand opens", rows))
    if "opening_value" not in report.dealt:
        return Section("opening", heading, tuple(sentences), tuple(tables), ("opening",))
    values = report.dealt["opening_value"]
    if report.needed is not None:
        rows = [
            (f"{points} points{' (the rule)' * (points == report.needed)}", report.opens_at(points))
            for points in report.thresholds
        ]
        tables.append(odds_table("The odds of opening, for several thresholds", "needed", rows))
        if any(isinstance(way, Points) and way.needs_run for way in report.ways):
            sentences.append("The points are those of melds with a run among them.")
    half = values.quantile(0.5)
    sentences.append(f"Half the hands can lay {f'{half} points or less' if half else 'no points'}.")
    tables.append(classes_table("Points that can be laid for the opening", "points", {"": values}))
    return Section("opening", heading, tuple(sentences), tuple(tables), ("opening",))


def _knocking(report: Report) -> Section:
    """Return what stands in place of the opening where hands end by knocking."""
    limit = knock_limit(report.variant)
    points = report.dealt["dead_wood_points"]
    steps = sorted({0, limit, *(step for step in (5, 10, 20, 30, 40) if step != limit)})
    rows = [
        (
            f"at most {step} points{' (the rule)' * (step == limit)}" if step else "none: gin",
            points.estimate(at_most=step),
        )
        for step in steps
    ]
    return Section(
        "opening",
        "Enough to knock?",
        (
            "This game defines no opening. What is asked instead is how much dead wood is left: "
            f"with at most {limit} points a player may knock.",
        ),
        (odds_table("The odds of little dead wood", "dead wood", rows),),
    )


def _rounds(report: Report) -> tuple[list[str], list[Table]]:
    """Return the odds of the contract of every round."""
    here = (report.context or Context()).round
    sentences = [
        "To open, the hand must hold the contract of the round: separate groups and runs of at "
        "least these sizes. The same hands were dealt for every round."
    ]
    if report.rounds_missing:
        sentences.append("The run was stopped before the other rounds were reached.")
    if not report.rounds:
        return sentences, []
    rows = []
    for round_, found in report.rounds.items():
        (contract,) = report.variant.opening(Context(round=round_))
        mark = " (this one)" * (report.context is not None and round_ == here)
        rows.append((f"{round_}: {contract}{mark}", found.estimate(True)))
    caption = f"The odds of each round's contract with {report.tiles}"
    return sentences, [odds_table(caption, "round", rows)]


def _dead_wood(report: Report) -> Section:
    dealt, variant = report.dealt, report.variant
    piece = report.piece
    place = "in the hand" if variant.game.cards else "on the rack"
    sentences = [f"Dead wood are the {piece}s that are in no meld."]
    tables = [values_table(f"Fewest {piece}s left over", f"{piece}s", dealt["dead_wood_tiles"])]
    charts = ["dead-wood-tiles"]
    if "dead_wood_points" in dealt:
        sentences[0] += (
            f" Fewest {piece}s and fewest points are two different aims: they may need different "
            "arrangements of the same hand, and each is given at its own best."
        )
        sentences.append(_rack_words(variant, place))
        tables.append(
            classes_table(
                "Fewest points left over, and the points of the whole hand",
                "points",
                {"left over": dealt["dead_wood_points"], "whole hand": report.best("hand_points")},
            )
        )
        charts.append("dead-wood-points")
    elif points_are_tiles(variant):
        sentences.append(f"Every {piece} {place} counts one point, so that points are {piece}s.")
    else:
        sentences.append(f"In {variant.game.title} {piece}s {place} are not counted in points.")
    if "isolated_tiles" in dealt:
        sentences.append(
            "A tile is isolated if no other one of the hand could make a meld with it and one "
            "tile more; jokers are nobody's partner."
        )
        tables.append(values_table("Isolated tiles", "tiles", dealt["isolated_tiles"]))
    if "isolated_after_packing" in dealt:
        caption = "Fewest isolated tiles once as many melds of three as possible are laid"
        tables.append(values_table(caption, "tiles", dealt["isolated_after_packing"]))
    return Section(
        "dead-wood", f"What stays {place}?", tuple(sentences), tuple(tables), tuple(charts)
    )


def _rack_words(variant: Variant, place: str) -> str:
    """Return what tiles count on the rack, as the rules in words have it."""
    subject = "Left on the rack: "
    line = next(line for line in variant.describe().splitlines() if line.startswith(subject))
    return f"{_capital(place)} {line.removeprefix(subject)}"


def _pairs(report: Report) -> Section:
    rows, exact = [], True
    for words, name in (("a group", "has_group"), ("a run", "has_run"), ("any meld", "has_meld")):
        rows.append((words, report.best(name).estimate(True)))
        natural = report.exact.get(f"{name}(natural=True)")
        if natural is not None and report.variant.playing_set.jokers:
            rows.append((f"{words}, without jokers", natural.estimate(True)))
        exact = exact and name in report.exact
    tables = [odds_table(f"What the hand holds{' (exact)' * exact}", "the hand holds", rows)]
    counted = "All figures here are counted, without dealing a single hand."
    sentences = [counted] if exact and "pairs" in report.exact else []
    if report.variant.playing_set.copies == 1:
        sentences.insert(0, f"There is one of each {report.piece}, so that there are no pairs.")
        return Section("pairs", "Groups and runs", tuple(sentences), tuple(tables))
    sentences.insert(0, f"A pair is two identical {report.piece}s, jokers left out.")
    tables.append(values_table("Pairs", "pairs", report.best("pairs")))
    return Section(
        "pairs", "Pairs, groups and runs", (" ".join(sentences),), tuple(tables), ("pairs",)
    )


def _played(report: Report) -> Section:
    played, variant = report.played, report.variant
    assert played is not None
    # In Okey tiles on the rack have no points at all.
    points = variant.game.rack_points is not None and not points_are_tiles(variant)
    headings = [f"{opened_word(variant)} (%)", "tiles left", "of them in no meld"]
    headings += ["points left", "fewest in no meld"] * points
    columns = Column("turn", False), *number_columns(*headings, "tiles that help")
    half = TURNS // 2
    piece = report.piece
    hand = "hand" if piece == "card" else "rack"
    kinds = (
        Column("kind", False),
        *number_columns(
            f"{hand}s dealt (%)", f"{hand}s at turn {half} (%)", f"on the table, {half}"
        ),
    )
    return Section(
        "played",
        "And along the game?",
        (
            f"{played.deals:,} deals were played out by players with the strategy optimal. A turn "
            f'is a player\'s own; the row "deal" is the starting {hand}{_starter(report)}. Deals '
            "that have ended count with their last position.",
            *_first_row(report),
            f"{piece.capitalize()}s that help are those that the player can't see and that would "
            f"raise the number of {piece}s in melds of the {hand} alone; after ± stands the "
            f"standard error. {opening_words(variant)}",
            f"Who wins? {winning_words_of(played, variant)}",
        ),
        (
            Table("Turn by turn, averaged over the seats", columns, turn_rows(played, points)),
            Table(
                f"Melds that {hand}s allow, and melds on the table (mean number)",
                kinds,
                kinds_rows(played),
            ),
            findings_table(
                "How many turns a deal takes, of all players together", "turns", lengths(played)
            ),
            findings_table("Who wins a deal", "player", winners(played, variant)),
        ),
        ("played", "played-dead-wood", "played-turns", "played-winners"),
    )


def _more_at_start(report: Report) -> float:
    """Return how many tiles more than a hand has all players begin with, together."""
    assert report.played is not None
    starting = report.played.dead_wood.query("turn == 0 and figure == 'tiles_left'")["mean"]
    return round((starting.mean() - report.held) * report.variant.players, 6)


def _starter(report: Report) -> str:
    """Return how the starter's first rack differs from a hand that is dealt."""
    more = _more_at_start(report)
    if not more:
        return ""
    return f", where the starter has {'one' if more == 1 else f'{more:g}'} {report.piece} more"


def _first_row(report: Report) -> tuple[str, ...]:
    """Return what the first row must agree with: nothing, where the starter's rack differs."""
    if _more_at_start(report):
        return ()
    wood = mean_estimate(report.dealt["dead_wood_tiles"])
    return (
        f"In all hands dealt above {number_cell(float(wood.value), wood.standard_error)} "
        f"{report.piece}s are in no meld on average: that is what the first row must agree with, "
        "up to chance.",
    )


def _trust(report: Report) -> Section:
    checks = report.checks()
    heading = "Can these figures be trusted?"
    if not checks:
        only = f"There is only one hand of {report.tiles}, so every figure is exact."
        same = "What is counted here is the same in every hand, as it is in all hands dealt."
        return Section("trust", heading, (only if report.hands is None else same,), ())
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
            f"{hand_count(report)}hands, copies of a {report.piece} told apart, and in the "
            "hands that were dealt. They must agree up to chance: 95 of 100 differences are "
            "smaller than 2 standard errors.",
            verdict,
        ),
        (Table("Exact and simulated", columns, tuple(rows)),),
    )


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _too_little(report: Report) -> Estimate:
    """Return the probability of melds that are not enough to open."""
    needed = report.needed
    assert needed is not None
    return report.dealt["opening_value"].estimate(lambda points: 0 < points < needed)


def _kind_words(kind: MeldKind, jokers: bool) -> str:
    if not jokers:
        return kind.kind
    return f"{kind.kind} {'with a joker' if kind.joker else 'without jokers'}"


def _range_cell(parts: Sequence[MeldKind]) -> str:
    """Return the probability for each number or color, or from which to which it goes."""
    found = sorted({number_cell(100 * float(part.probability)) for part in parts}, key=len)
    return NONE if not found else found[0] if len(found) == 1 else f"{found[0]} to {found[-1]}"
