"""Result files that other commands wrote, read back as distributions."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from math import isclose
from pathlib import Path
from typing import Any

from rummistats.distribution import Distribution, make_distribution
from rummistats.errors import DistributionError, RummistatsError, shown

__all__ = ["Result", "read_results"]

NEEDED = ("measure", "value", "weight")
"""Without these columns a CSV file has no distribution."""

OTHER = ("kinds", "played")
"""Sections of a report whose rows are no distributions of a measure."""


_ROUNDED = 1e-6
"""So far off a probability may be that somebody's spreadsheet has rounded."""


@dataclass(frozen=True)
class Result:
    """A distribution from a file.

    Parameters
    ----------
    game : str
        The game and its house rules.
    distribution : Distribution
        What was found.
    """

    game: str
    distribution: Distribution


def read_results(path: str) -> list[Result]:
    r"""Return the distributions in a file of ``exact``, ``simulate``, ``compare`` or ``report``.

    Parameters
    ----------
    path : str
        A ``.csv`` or ``.json`` file, as ``--format csv`` and ``--format json`` write it.

    Raises
    ------
    RummistatsError
        If the file can't be read, or has no distribution.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "melds.csv")
    ...     _ = file.write_text("variant,measure,method,value,weight\n"
    ...                         "sabra,melds,exact,0,3\nsabra,melds,exact,1,5\n")
    ...     read_results(str(file))
    [Result(game='sabra', distribution=Distribution(melds: exact, 2 values from 0 to 1, mean
    0.625))]
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise RummistatsError(f"--from {path}: the file can't be read ({why})") from error
    kind = Path(path).suffix.lower()
    try:
        if kind == ".json":
            results = list(_from_json(json.loads(text)))
        elif kind == ".csv":
            results = list(_from_csv(text))
        else:
            raise RummistatsError(
                f"--from {path}: a result file's name ends in .csv or .json, as --format csv "
                "and --format json write it"
            )
    except (DistributionError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, RummistatsError) and not isinstance(error, DistributionError):
            raise
        raise RummistatsError(
            f"--from {path}: the file is not as rummistats writes it ({_why(error)})"
        ) from error
    if not results:
        raise RummistatsError(
            f"--from {path}: there is no distribution in this file; exact, simulate, compare and "
            "report write such files"
        )
    return results


def _why(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"{error.args[0]} is missing"
    return str(error).partition("\n")[0]


def _from_json(data: Any) -> Iterator[Result]:
    if not isinstance(data, Mapping):
        raise ValueError("it holds no object")
    for part in data.get("cases", data.get("distributions", [data] if "values" in data else [])):
        game = part.get("variant", data.get("variant", ""))
        name = game["name"] if isinstance(game, Mapping) else str(game)
        rules = part.get("rules", "")
        if not rules and isinstance(game, Mapping):
            rules = "; ".join(f"{k}={v}" for k, v in game.get("house_rules", {}).items())
        lines = [(each["value"], each) for each in part["values"]]
        yield _result(name, rules, part["measure"], part, lines)


def _from_csv(text: str) -> Iterator[Result]:
    rows = list(csv.DictReader(StringIO(text)))
    missing = [name for name in NEEDED if not rows or name not in rows[0]]
    if missing:
        raise KeyError(f"the column {missing[0]}")
    found: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for row in rows:
        if row.get("statistic", "probability") != "probability" or row.get("section") in OTHER:
            continue
        names = ("variant", "rules", "measure", "hand_size", "method", "hands", "seed")
        key = tuple(row.get(name) or "" for name in names)
        found.setdefault(key, []).append(row)
    for (variant, rules, measure, *_), same in found.items():
        lines = [(_value(row["value"]), row) for row in same]
        yield _result(variant, rules, measure, same[0], lines)


def _value(text: str) -> int | bool:
    words = {"True": True, "False": False}
    return words[text] if text in words else _whole("value", text)


def _whole(name: str, text: object) -> int:
    try:
        return int(str(text))
    except ValueError:
        raise ValueError(f"the {name} {shown(text)} is no whole number") from None


def _counts(
    row: Mapping[str, Any], lines: Sequence[tuple[int | bool, Mapping[str, Any]]]
) -> dict[Any, int]:
    """Return the weights by value, if they agree with all else that the file tells of them.

    Raises
    ------
    ValueError
        If a value comes twice, or weights don't fit the total or the probabilities: then a part
        of the file is missing or was changed.
    """
    counts: dict[Any, int] = {}
    for value, line in lines:
        if value in counts:
            raise ValueError(f"the value {value} comes twice")
        counts[value] = _whole("weight", line["weight"])
    total = sum(counts.values())
    told = row.get("total") or (row.get("hands") if row.get("method") == "simulated" else None)
    if told and _whole("total", told) != total:
        raise ValueError(f"the weights add up to {total:,}, not to the total {_whole('', told):,}")
    for value, line in lines:
        probability = line.get("probability")
        if probability in (None, "") or not total:
            continue
        share = counts[value] / total
        if not isclose(float(probability), share, rel_tol=_ROUNDED, abs_tol=_ROUNDED):
            raise ValueError(
                f"the probability {probability} of the value {value} is not its share of the "
                f"weights, {share:.9g}"
            )
    return counts


def _result(
    name: str,
    rules: str,
    measure: str,
    row: Mapping[str, Any],
    lines: Sequence[tuple[int | bool, Mapping[str, Any]]],
) -> Result:
    method = row.get("method")
    if method not in ("exact", "simulated"):
        raise ValueError(f"the method {shown(method)} is neither exact nor simulated")
    size, seed = row.get("hand_size"), row.get("seed")
    is_exact = method == "exact"
    distribution = make_distribution(
        _counts(row, lines),
        measure=measure,
        is_exact=is_exact,
        hand_size=int(size) if size not in (None, "") else None,
        seed=None if is_exact or seed in (None, "") else int(seed),
    )
    return Result(", ".join(filter(None, [name, rules.replace("; ", ", ")])), distribution)
