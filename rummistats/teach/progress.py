"""What a student has done, kept in one readable file beside the notebooks."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from rummistats.errors import RummistatsError, shown
from rummistats.files import write_whole

__all__ = ["FILE_NAME", "Guess", "Progress", "ProgressError", "Tried", "read_progress"]

FILE_NAME = "my-progress.json"
"""The file in the folder of the notebooks; it belongs to the student."""

_FORMAT = 1


class ProgressError(RummistatsError):
    """A file of progress that can't be read."""


@dataclass(frozen=True)
class Tried:
    """What became of one exercise.

    Parameters
    ----------
    tries : int
        How many answers were given that could be judged.
    hints : int
        How many hints were taken.
    right : bool
        Whether the exercise was solved.
    again : int
        How often other numbers were asked for.

    Examples
    --------
    >>> Tried(tries=2, right=True)
    Tried(tries=2, hints=0, right=True, again=0)
    """

    tries: int = 0
    hints: int = 0
    right: bool = False
    again: int = 0


@dataclass(frozen=True)
class Guess:
    """A prediction.

    Parameters
    ----------
    guess : float or str
        What was guessed: a number in its unit, or one of the options.
    unit : str or None
        ``"percent"``, ``"probability"``, ``"count"`` or another word.

    Examples
    --------
    >>> Guess(30.0, "percent")
    Guess(guess=30.0, unit='percent')
    """

    guess: float | str
    unit: str | None = None


@dataclass(frozen=True)
class Progress:
    """What a student has done.

    Parameters
    ----------
    seed : int
        From which the student's own numbers are made.
    exercises : mapping of str to Tried
        By the exercise's number.
    predictions : mapping of str to Guess
        By the prediction's name.

    Examples
    --------
    >>> begun = Progress(seed=5).with_exercise("2.3", Tried(tries=1, right=True))
    >>> begun.exercise("2.3").tries, begun.exercise("2.4").tries
    (1, 0)
    """

    seed: int
    exercises: Mapping[str, Tried] = field(default_factory=dict)
    predictions: Mapping[str, Guess] = field(default_factory=dict)

    def exercise(self, number: str) -> Tried:
        """Return what became of an exercise so far."""
        return self.exercises.get(number, Tried())

    def with_exercise(self, number: str, tried: Tried) -> Progress:
        """Return the progress with one exercise changed."""
        return replace(self, exercises={**self.exercises, number: tried})

    def with_prediction(self, name: str, guess: Guess) -> Progress:
        """Return the progress with one prediction changed."""
        return replace(self, predictions={**self.predictions, name: guess})

    def write(self, path: Path) -> None:
        """Write the file, whole or not at all.

        Raises
        ------
        OSError
            If it can't be written.
        """
        text = json.dumps({"format": _FORMAT, **asdict(self)}, indent=1, sort_keys=True)
        write_whole((text + "\n").encode(), path)


def read_progress(path: Path) -> Progress | None:
    """Return the progress that a file tells, or None if there is no file.

    Raises
    ------
    ProgressError
        If the file is damaged; it is left as it is.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / FILE_NAME
    ...     Progress(seed=5).write(path)
    ...     read_progress(path).seed
    5
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise _damaged(path, str(error)) from None
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _damaged(path, str(error)) from None
    if isinstance(told, dict) and told.get("format") not in (None, _FORMAT):
        raise _damaged(path, f"another version of rummistats wrote it, format {told['format']}")
    if not isinstance(told, dict) or told.pop("format", None) != _FORMAT:
        raise _damaged(path, f'it does not say "format": {_FORMAT}')
    try:
        return Progress(
            seed=_whole(told["seed"]),
            exercises={name: _tried(each) for name, each in told["exercises"].items()},
            predictions={name: _guess(each) for name, each in told["predictions"].items()},
        )
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise _damaged(path, str(error)) from None


def new_seed() -> int:
    """Return a seed short enough to be read out in class.

    Examples
    --------
    >>> 0 < new_seed() < 100_000
    True
    """
    return 1 + secrets.randbelow(99_998)


def _tried(told: dict[str, Any]) -> Tried:
    right = told["right"]
    if not isinstance(right, bool):
        raise ValueError(f"right is {shown(right)}")
    return Tried(_whole(told["tries"]), _whole(told["hints"]), right, _whole(told["again"]))


def _guess(told: dict[str, Any]) -> Guess:
    guess, unit = told["guess"], told["unit"]
    if isinstance(guess, bool) or not isinstance(guess, (int, float, str)):
        raise ValueError(f"guess is {shown(guess)}")
    if not isinstance(guess, str) and not 0 <= guess <= 2 * 10**15:
        raise ValueError("a guess is out of all proportion")
    if unit is not None and not isinstance(unit, str):
        raise ValueError(f"unit is {shown(unit)}")
    return Guess(guess, unit)


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{shown(value)} is not a whole number from 0")
    return value


def _damaged(path: Path, reason: str) -> ProgressError:
    return ProgressError(
        f"{path.name} can't be read ({reason}); move it away to begin anew, or mend it"
    )
