"""Imports at module level go one way, and importing the package costs next to nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rummistats

PACKAGE = Path(rummistats.__file__).parent

LAYERS = (
    {"errors", "interrupts", "pictured", "progress", "whole"},
    {"files", "tiles", "seeds"},
    {"dealing"},
    {"variants"},
    {"playing"},
    {"melds"},
    {"blocks", "contracts"},
    {"search"},
    {"arrange"},
    {"special"},
    {"values"},
    {"measures"},
    {"distribution"},
    {"exact", "montecarlo"},
    {"play"},
    {"conformance"},
    {"compare"},
    {"show"},
    {"report"},
    {"teach"},
    {"commands"},
    {"cli"},
)
LAYER = {part: level for level, parts in enumerate(LAYERS) for part in parts}
# `python -m rummistats` stands above all the rest.
LAYER["__main__"] = len(LAYERS)
ENTRY_POINT = "__init__"

HEAVY = {"numpy", "scipy", "pandas", "matplotlib", "numba"}

MODULES = sorted(PACKAGE.rglob("*.py"))
assert MODULES


def part_of(path: Path) -> str:
    """The part of the package that a file belongs to: ``tiles``, ``variants``, ``kernels`` …"""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def is_type_checking(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def imports_when_loaded(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Yield the import statements that run when a module is imported."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        elif isinstance(child, ast.If) and is_type_checking(child.test):
            for other in child.orelse:
                yield from imports_when_loaded(ast.Module([other], []))
        else:
            yield from imports_when_loaded(child)


def imported_names(source: str) -> Iterator[str]:
    """Yield the dotted name of everything that a module imports when it is loaded."""
    for statement in imports_when_loaded(ast.parse(source)):
        if isinstance(statement, ast.Import):
            yield from (alias.name for alias in statement.names)
        else:
            assert statement.level == 0, f"relative import in line {statement.lineno}"
            yield from (f"{statement.module}.{alias.name}" for alias in statement.names)


def imported_parts(path: Path) -> set[str]:
    """The other parts of the package that a file imports when it is loaded."""
    names = [name.split(".") for name in imported_names(path.read_text(encoding="utf-8"))]
    parts = {name[1] for name in names if name[0] == "rummistats" and len(name) > 1}
    # `from rummistats import __version__` needs no part.
    return {part for part in parts if not part.startswith("__")} - {part_of(path)}


def test_the_reader_of_imports_sees_what_runs_and_only_that() -> None:
    source = """
import json
if TYPE_CHECKING:
    import numpy
else:
    import decimal
try:
    from rummistats.tiles import Tile as T
except ImportError:
    pass
class Meld:
    import csv
    def value(self):
        import scipy
def work():
    from rummistats.cli import main
"""
    assert list(imported_names(source)) == ["json", "decimal", "rummistats.tiles.Tile", "csv"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    part = part_of(path)
    imported = imported_parts(path)
    if part in (ENTRY_POINT, "kernels"):
        # The public names are imported lazily, and kernels know nothing of the rest.
        assert not imported
        return
    assert part in LAYER, f"{part} has no place in the order of imports yet"
    for other in imported:
        assert other != "kernels", "kernels are imported only inside functions"
        assert other in LAYER, f"{other} has no place in the order of imports yet"
        assert LAYER[other] < LAYER[part], f"{part} imports {other} at module level"


# These work on arrays, or are controls of a notebook, and are themselves imported only inside
# functions.
IMPORTED_LATE = {
    "montecarlo/batch.py",
    "montecarlo/batch_measures.py",
    "teach/widgets/live.py",
}


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in MODULES
        if part_of(path) != "kernels" and path.relative_to(PACKAGE).as_posix() not in IMPORTED_LATE
    ],
    ids=lambda path: str(path.relative_to(PACKAGE)),
)
def test_only_the_standard_library_is_imported_when_a_module_is_loaded(path: Path) -> None:
    roots = {name.split(".")[0] for name in imported_names(path.read_text(encoding="utf-8"))}
    assert roots - set(sys.stdlib_module_names) <= {"rummistats"}


@pytest.mark.parametrize(
    "module",
    [
        "rummistats",
        "rummistats.tiles",
        "rummistats.variants",
        "rummistats.melds",
        "rummistats.arrange",
        "rummistats.distribution",
        "rummistats.exact",
        "rummistats.montecarlo",
        "rummistats.play",
    ],
)
def test_importing_loads_nothing_heavy(module: str) -> None:
    program = f"import sys, {module}; print(*sorted({HEAVY} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == []
