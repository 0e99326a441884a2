"""The report as data: one tidy table for a spreadsheet, and a tree that has everything."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, is_dataclass
from math import isfinite
from typing import Any

from rummistats import __version__
from rummistats.compare import context_words
from rummistats.dealing import Context
from rummistats.distribution import Distribution, Estimate
from rummistats.distribution.estimate import mean_estimate
from rummistats.measures import make_measure
from rummistats.report.contents import Report
from rummistats.report.played import played_data, played_rows
from rummistats.report.sections import headline, opening_parts, title
from rummistats.variants import Variant

__all__ = [
    "COLUMNS",
    "csv_text",
    "distribution_data",
    "distribution_rows",
    "json_text",
    "report_data",
    "report_rows",
    "variant_data",
]

COLUMNS = (
    "variant",
    "rules",
    "section",
    "measure",
    "hand_size",
    "method",
    "hands",
    "seed",
    "statistic",
    "value",
    "number",
    "color",
    "joker",
    "weight",
    "total",
    "probability",
    "mean",
    "standard_error",
    "low",
    "high",
)
"""The columns of ``report.csv``. ``statistic`` says what a row is: the ``probability`` of a value,
of ``at_least`` a value, or a ``mean``, which has a column of its own."""

Row = dict[str, Any]

_SECTION_OF = {
    "melds": "melds",
    "has_meld": "melds",
    "can_open": "opening",
    "opening_value": "opening",
    "dead_wood_tiles": "dead-wood",
    "dead_wood_points": "dead-wood",
    "hand_points": "dead-wood",
    "isolated_tiles": "dead-wood",
    "isolated_after_packing": "dead-wood",
    "can_knock": "opening",
    "complete": "opening",
}


def report_rows(report: Report) -> list[Row]:
    """Return the report as rows of a tidy table with the columns `COLUMNS`.

    Examples
    --------
    >>> from rummistats.report.contents import make_report
    >>> from rummistats.variants import find_variant
    >>> rows = report_rows(make_report(find_variant("sabra"), hands=2_000))
    >>> [row["weight"] for row in rows if row["measure"] == "has_meld" and row["value"] is True]
    [1517, 82967187586211892]
    """
    rows: list[Row] = []
    for source in (report.dealt, report.exact):
        for measure, distribution in source.items():
            section = _SECTION_OF.get(measure.partition("(")[0], "pairs")
            rows += distribution_rows(distribution, section=section)
            if measure == "opening_value":
                for points in report.thresholds:
                    row = _row(distribution, report.opens_at(points), "at_least", points)
                    rows.append(row | {"section": section})
    rows += _kind_rows(report)
    for round_, distribution in report.rounds.items():
        for row in distribution_rows(distribution, section="opening"):
            rules = "; ".join(filter(None, [row["rules"], f"round={round_}"]))
            rows.append(row | {"rules": rules})
    if report.played is not None:
        rows += played_rows(report.played, report.variant)
    order = dict.fromkeys(["melds", "kinds", "opening", "dead-wood", "pairs", "played"])
    places = {section: place for place, section in enumerate(order)}
    fixed = context_words(report.context)
    if fixed:
        for row in rows:
            if "round=" not in row["rules"]:
                row["rules"] = "; ".join(filter(None, [row["rules"], *fixed]))
    return sorted(rows, key=lambda row: places[row["section"]])


def distribution_rows(distribution: Distribution, **more: Any) -> list[Row]:
    """Return a distribution as rows: the probability of each value, and then the mean."""
    rows = [
        _row(distribution, distribution.estimate(value), "probability", value) | more
        for value in distribution.values
    ]
    if distribution.values[0] is not False:
        rows.append(_row(distribution, mean_estimate(distribution), "mean", None) | more)
    return rows


def _row(distribution: Distribution, estimate: Estimate, statistic: str, value: object) -> Row:
    return {
        **_game_cells(distribution.variant),
        "measure": distribution.measure,
        "hand_size": distribution.hand_size,
        "method": _method(distribution),
        "hands": distribution.hands,
        "seed": distribution.seed,
        "statistic": statistic,
        "value": value,
        **_estimate_cells(estimate),
    }


def _estimate_cells(estimate: Estimate) -> Row:
    return {
        "weight": estimate.numerator,
        "total": estimate.denominator,
        "probability" if estimate.is_probability else "mean": float(estimate.value),
        "standard_error": _finite(estimate.standard_error),
        "low": _finite(float(estimate.low)),
        "high": _finite(float(estimate.high)),
    }


def _game_cells(variant: Variant | None) -> Row:
    if variant is None:
        return {}
    rules = "; ".join(f"{name}={value}" for name, value in variant.differences)
    return {"variant": variant.name, "rules": rules}


def _kind_rows(report: Report) -> Iterator[Row]:
    for kind in report.kinds:
        row = {
            **_game_cells(report.variant),
            "section": "kinds",
            "measure": kind.kind,
            "hand_size": report.hand_size,
            "method": "exact",
            "number": kind.number,
            "color": kind.color,
            "joker": kind.joker,
        }
        cells = _estimate_cells(report.kind_estimate(kind))
        yield row | {"statistic": "probability", "value": True} | cells
        expected = float(kind.expected)
        yield row | {
            "statistic": "mean",
            "weight": int(kind.expected * report.total),
            "total": report.total,
            "mean": expected,
            "standard_error": 0.0,
            "low": expected,
            "high": expected,
        }


def report_data(report: Report) -> dict[str, Any]:
    """Return everything in the report as a tree of dictionaries, ready for JSON.

    Weights of exact answers are texts, as most programs can't read such large integers.
    """
    first, behind = headline(report)
    return {
        "title": title(report),
        "headline": [first, behind],
        "parts": [
            {"part": words} | _method_data(part) | _estimate_data(part)
            for words, part in opening_parts(report)
        ],
        "command": report.command,
        "hands": report.hands,
        "hands_asked": report.asked,
        "interrupted": report.interrupted,
        "broken_off_since": report.why or None,
        "seed": report.seed,
        "hand_size": report.hand_size,
        "context": context_words(report.context),
        "sample_space": str(report.total),
        "variant": variant_data(report.variant),
        "versions": _versions(),
        "distributions": [
            distribution_data(distribution)
            for source in (report.dealt, report.exact)
            for distribution in source.values()
        ],
        "opening_thresholds": [
            {"at_least": points} | _method_data(odds) | _estimate_data(odds)
            for points, odds in ((n, report.opens_at(n)) for n in report.thresholds)
        ],
        "rounds": [
            {"round": round_, "contract": str(report.variant.opening(Context(round=round_))[0])}
            | _method_data(found)
            | _estimate_data(found.estimate(True))
            for round_, found in report.rounds.items()
        ],
        "kinds": [
            {
                "kind": kind.kind,
                "number": kind.number,
                "color": kind.color,
                "joker": kind.joker,
                "method": "exact",
                "probability": _estimate_data(report.kind_estimate(kind)),
                "expected": {
                    "value": float(kind.expected),
                    "fraction": f"{kind.expected.numerator}/{kind.expected.denominator}",
                },
            }
            for kind in report.kinds
        ],
        "checks": [
            {
                "measure": check.measure,
                "exact": check.exact,
                "simulated": check.simulated,
                "standard_error": check.standard_error,
                "difference_in_standard_errors": _finite(check.difference),
            }
            for check in report.checks()
        ],
        "played": None if report.played is None else played_data(report.played, report.variant),
    }


def distribution_data(distribution: Distribution) -> dict[str, Any]:
    """Return a distribution as a dictionary, ready for JSON."""
    measure = make_measure(distribution.measure)
    data: dict[str, Any] = {
        "measure": measure.text,
        "definition": measure.definition,
        **_method_data(distribution),
        "hand_size": distribution.hand_size,
        "hands": distribution.hands,
        "seed": distribution.seed,
        "values": [
            {"value": value} | _estimate_data(distribution.estimate(value))
            for value in distribution.values
        ],
    }
    if not measure.kind.is_event:
        data["mean"] = _estimate_data(mean_estimate(distribution))
    return data


def _method_data(found: Distribution | Estimate) -> dict[str, str]:
    return {"method": _method(found)}


def _estimate_data(estimate: Estimate) -> dict[str, Any]:
    whole: type = str if estimate.is_exact else int
    return {
        "weight": whole(estimate.numerator),
        "total": whole(estimate.denominator),
        "probability" if estimate.is_probability else "value": float(estimate.value),
        "standard_error": _finite(estimate.standard_error),
        "low": _finite(float(estimate.low)),
        "high": _finite(float(estimate.high)),
    }


def variant_data(variant: Variant) -> dict[str, Any]:
    """Return the rules of a variant as a dictionary, ready for JSON."""
    return {
        "name": variant.name,
        "title": variant.game.title,
        "house_rules": dict(variant.differences),
        "rules": {name: variant.rule(name) for name in variant.game.rules},
    }


def json_text(data: object) -> str:
    """Return data as the text of a JSON file."""
    import json

    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False, default=_plain) + "\n"


def _plain(value: object) -> object:
    """Return a rule's value in the words of JSON."""
    if isinstance(value, Mapping):
        return dict(value)
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"{value!r} has no form in JSON")


def csv_text(rows: list[Row], columns: tuple[str, ...] = COLUMNS) -> str:
    """Return rows as the text of a CSV file, in the order of the columns."""
    import csv
    from io import StringIO

    text = StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _method(found: Distribution | Estimate) -> str:
    return "exact" if found.is_exact else "simulated"


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    return {
        "rummistats": __version__,
        "python": ".".join(map(str, sys.version_info[:3])),
        **{name: version(name) for name in ("numpy", "scipy", "numba")},
    }
