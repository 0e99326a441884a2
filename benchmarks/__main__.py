"""Measure rummistats beside other programs: ``python -m benchmarks [--only NAME …]``."""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

from benchmarks import counting, deals, hands, scaling, starting, tables, variants
from benchmarks.timing import Row, machine, print_table

PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "simulation": lambda: hands.measure_simulation(1_000_000),
    "dealing": lambda: hands.measure_dealing(1_000_000),
    "arrange": lambda: hands.measure_arrange(2_000),
    "tables": tables.measure_tables,
    "deals": deals.measure_deals,
    "variants": lambda: variants.measure_variants(200_000),
    "gin": lambda: variants.measure_gin(100_000),
    "exact": counting.measure_exact,
    "optima": counting.measure_optima,
    "imports": starting.measure_imports,
    "scaling": lambda: scaling.measure_scaling(4_000_000),
    "reports": starting.measure_reports,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=PARTS, metavar="NAME", help=", ".join(PARTS))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    arguments = parser.parse_args()
    # What the peers warn of is none of our business here.
    warnings.simplefilter("ignore")
    facts = machine()
    for name, fact in facts.items():
        print(f"{name + ':':<17}{fact}")
    print()
    rows: list[Row] = []
    for name in arguments.only or PARTS:
        print(f"measuring {name} ...", flush=True)
        rows += PARTS[name]()
    print(
        "\nOne core and the least CPU time of several runs, unless a line says otherwise: other\n"
        "programs on the machine change little then, but not nothing. Ratios are what to compare.\n"
    )
    print_table(rows)
    if arguments.json:
        found = [{**asdict(row), "ratio": row.ratio} for row in rows]
        text = json.dumps({"machine": facts, "rows": found}, indent=2, ensure_ascii=False)
        arguments.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
