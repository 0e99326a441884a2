"""What is installed is what was written: the wheel, its metadata and what it needs."""

from __future__ import annotations

import ast
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from email.message import Message
from email.parser import Parser
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

import rummistats
from rummistats.teach.lessons import lessons

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "rummistats"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]

# What comes with a package of another name.
DISTRIBUTION_OF = {"IPython": "ipython", "mpl_toolkits": "matplotlib"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    folder = tmp_path_factory.mktemp("wheel")
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    with zipfile.ZipFile(built) as archive:
        yield archive


@pytest.fixture(scope="module")
def read(wheel: zipfile.ZipFile) -> Callable[[str], str]:
    """Read a file of the wheel's metadata."""
    return lambda name: wheel.read(f"rummistats-{rummistats.__version__}.dist-info/{name}").decode()


@pytest.fixture(scope="module")
def metadata(read: Callable[[str], str]) -> Message:
    return Parser().parsestr(read("METADATA"))


def package_files() -> set[str]:
    """Return all files of the package, also those that git does not know or ignores."""
    return {
        str(path.relative_to(ROOT).as_posix())
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def lesson_files() -> dict[str, str]:
    """Return the files of the lessons, and where they are in the wheel."""
    folders = {"lessons": "rummistats/lessons", "notebooks/lessons": "rummistats/lessons/notebooks"}
    return {
        path.relative_to(ROOT).as_posix(): f"{target}/{path.relative_to(ROOT / source).as_posix()}"
        for source, target in folders.items()
        for path in (ROOT / source).rglob("*")
        if path.is_file() and path.suffix in (".md", ".py", ".ipynb")
    }


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    files = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert files == package_files() | set(lesson_files().values())
    assert "rummistats/py.typed" in files


def test_lessons_are_opened_without_the_source_tree(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    for words, many in (("--teacher", 2), ("", 1)):
        program = f"-m rummistats lessons open --copy-only --folder here {words}"
        done = subprocess.run(
            [sys.executable, *program.split()],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
        files = many * len(lessons())
        assert done.stdout == f"{files} files copied into here\n"
    assert sorted(path.name for path in (tmp_path / "here").glob("*.ipynb")) == [
        f"{lesson.name}.ipynb" for lesson in lessons()
    ]


def test_the_package_works_without_the_source_tree(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    program = (
        "import sys; sys.path.insert(0, '.'); import rummistats as rs; "
        "sabra = rs.find_variant('sabra'); "
        "print(rs.__file__, rs.arrange(sabra.parse('R10 B10 K10'), sabra).value, "
        "len(rs.simulate('melds', sabra, hands=100, seed=1).values), sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    place, value, kinds = done.stdout.splitlines()
    assert Path(place).resolve().is_relative_to(tmp_path.resolve())
    assert value == "30"
    assert int(kinds) > 1


def test_the_version_is_the_same_everywhere(metadata: Message) -> None:
    version = Version(rummistats.__version__)
    assert metadata["Version"] == rummistats.__version__ == str(version)
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = [
        line.split("[")[1].split("]")[0] for line in changes.splitlines() if line.startswith("## [")
    ]
    assert versions[0] in (rummistats.__version__, "Unreleased")
    assert rummistats.__version__ in versions


def test_the_command_is_installed_and_leads_somewhere(read: Callable[[str], str]) -> None:
    assert "rummistats = rummistats.cli:main" in read("entry_points.txt").splitlines()
    assert callable(import_module("rummistats.cli").main)


def test_the_license_is_permissive_and_comes_along(
    metadata: Message, read: Callable[[str], str]
) -> None:
    assert metadata["License-Expression"] == "MIT"
    assert read("licenses/LICENSE") == (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_python_3_11_is_enough_and_checked(metadata: Message) -> None:
    assert SpecifierSet(metadata["Requires-Python"]) == SpecifierSet(">=3.11")
    assert PROJECT["tool"]["mypy"]["python_version"] == "3.11"
    assert PROJECT["tool"]["ruff"]["target-version"] == "py311"


def test_the_extras(metadata: Message) -> None:
    assert set(metadata.get_all("Provides-Extra", [])) == {"lessons", "cluster", "bench", "dev"}
    assert all(EXTRAS.values())


@pytest.mark.parametrize(
    "text",
    [
        *PROJECT["project"]["dependencies"],
        *(text for texts in EXTRAS.values() for text in texts),
        *PROJECT["build-system"]["requires"],
    ],
)
def test_every_requirement_names_its_oldest_version(text: str) -> None:
    operators = [specifier.operator for specifier in Requirement(text).specifier]
    assert operators == [">="], "an oldest version, and no guess at which newer one fails"


def test_numba_is_not_asked_for_in_a_browser() -> None:
    (numba,) = (
        requirement
        for requirement in map(Requirement, PROJECT["project"]["dependencies"])
        if requirement.name == "numba"
    )
    assert numba.marker
    assert not numba.marker.evaluate({"sys_platform": "emscripten"})
    assert numba.marker.evaluate({"sys_platform": "linux"})


def imported_packages() -> set[str]:
    """Return what the package imports from others, inside functions too."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    others = found - set(sys.stdlib_module_names) - {"rummistats"}
    return {DISTRIBUTION_OF.get(name, name) for name in others}


def test_all_that_is_imported_is_required_and_the_other_way_round() -> None:
    required = {Requirement(text).name for text in PROJECT["project"]["dependencies"]}
    for_some = {Requirement(text).name for name in ("lessons", "cluster") for text in EXTRAS[name]}
    imported = imported_packages()
    assert required <= imported
    assert imported <= required | for_some


def test_the_source_archive_can_be_tested_as_it_is(tmp_path: Path) -> None:
    (built,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(built) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    assert package_files() | set(lesson_files()) <= names
    assert {"Makefile", "README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml"} <= names
    assert {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/**/*.py")} <= names
