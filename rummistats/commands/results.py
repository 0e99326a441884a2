"""Result files that other commands wrote, read back as distributions."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from rummistats.distribution import Distribution, make_distribution
from rummistats.errors import DistributionError, RummistatsError, shown

__all__ = ["Result", "read_results"]

NEEDED = ("measure", "value", "weight")
"""Without these columns a CSV file has no distribution."""

OTHER = ("kinds", "played")
"""Sections of a report whose rows are no distributions of a measure."""


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
        counts = {each["value"]: int(each["weight"]) for each in part["values"]}
        yield _result(name, rules, part["measure"], part, counts)


def _from_csv(text: str) -> Iterator[Result]:
    rows = list(csv.DictReader(StringIO(text)))
    missing = [name for name in NEEDED if not rows or name not in rows[0]]
    if missing:
        raise KeyError(f"the column {missing[0]}")
    found: dict[tuple[str, ...], tuple[dict[str, str], dict[Any, int]]] = {}
    for row in rows:
        if row.get("statistic", "probability") != "probability" or row.get("section") in OTHER:
            continue
        names = ("variant", "rules", "measure", "hand_size", "method", "hands", "seed")
        key = tuple(row.get(name) or "" for name in names)
        _, counts = found.setdefault(key, (row, {}))
        counts[_value(row["value"])] = int(row["weight"])
    for (variant, rules, measure, *_), (row, counts) in found.items():
        yield _result(variant, rules, measure, row, counts)


def _value(text: str) -> int | bool:
    words = {"True": True, "False": False}
    return words[text] if text in words else int(text)


def _result(
    name: str, rules: str, measure: str, row: Mapping[str, Any], counts: Mapping[Any, int]
) -> Result:
    method = row.get("method")
    if method not in ("exact", "simulated"):
        raise ValueError(f"the method {shown(method)} is neither exact nor simulated")
    size, seed = row.get("hand_size"), row.get("seed")
    is_exact = method == "exact"
    distribution = make_distribution(
        counts,
        measure=measure,
        is_exact=is_exact,
        hand_size=int(size) if size not in (None, "") else None,
        seed=None if is_exact or seed in (None, "") else int(seed),
    )
    return Result(", ".join(filter(None, [name, rules.replace("; ", ", ")])), distribution)
