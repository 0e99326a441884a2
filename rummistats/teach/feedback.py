"""How exercises, verdicts and predictions show themselves in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rummistats.teach.answers import Choice, Function, Several, letter
from rummistats.teach.exercises import Task
from rummistats.teach.reading import expected_form
from rummistats.teach.verdicts import Verdict

if TYPE_CHECKING:
    from rummistats.teach.session import Session

__all__ = ["SIGNS", "Feedback", "Prediction", "Words", "verdict_words"]

SIGNS = {
    "right": "✔ **Right.**",
    "wrong": "✘ **Not yet.**",
    "unreadable": "? **I can't read that.**",
    "too few": "≈ **Too few to tell.**",
}
"""How each verdict begins: a sign and words, never a color alone."""


class Words(str):
    """Words in Markdown, shown as such in a notebook and plainly everywhere else.

    Examples
    --------
    >>> print(Words("**Three** tiles"))
    Three tiles
    """

    __slots__ = ()

    def __str__(self) -> str:
        return self.replace("**", "")

    def __repr__(self) -> str:
        return str(self)

    def _repr_markdown_(self) -> str:
        return "".join(self)


@dataclass(frozen=True)
class Feedback:
    """An exercise and, if it was answered, what is said of the answer.

    Parameters
    ----------
    number : str
        The exercise's number.
    task : Task
        The exercise with the student's own numbers.
    verdict : Verdict or None
        What is said of the answer, if there is one.
    session : Session
        Who answers.
    """

    number: str
    task: Task
    verdict: Verdict | None
    session: Session

    @property
    def right(self) -> bool:
        """Whether it was answered rightly."""
        return self.verdict is not None and self.verdict.right

    def __repr__(self) -> str:
        return str(Words("\n\n".join(self.parts())))

    def parts(self) -> list[str]:
        """Return the texts of which it consists, in Markdown."""
        texts = [f"**Exercise {self.number}.** {self.task.text}", *self._options()]
        if self.verdict is not None:
            texts.append(verdict_words(self.number, self.verdict))
        return texts

    def _options(self) -> list[str]:
        right = self.task.right
        if not isinstance(right, (Choice, Several)):
            return []
        return ["\n".join(f"- {letter(place)}: {each}" for place, each in enumerate(right.options))]

    def _ipython_display_(self) -> None:
        from rummistats.teach.answer_box import answer_box

        texts = self.parts()
        box = answer_box(self) if self.verdict is None else None
        asked = texts[:1] if box is not None else texts[: 1 + len(self._options())]
        _show(Words("\n\n".join(asked)))
        for picture in self.task.pictures:
            _show(picture)
        if self.verdict is not None:
            _show(Words(texts[-1]))
        elif box is not None:
            _show(box)
        else:
            _show(Words(how_to_answer(self)))


@dataclass(frozen=True)
class Prediction:
    """A question whose answer is guessed before anything is computed.

    Parameters
    ----------
    name : str
        Its name.
    question : str
        What is to be guessed.
    unit : str or None
        The unit of the guess.
    options : tuple of str
        What to choose from, if it isn't a number.
    said : str
        What was said of the guess that was given in code.
    session : Session
        Who guesses.
    """

    name: str
    question: str
    unit: str | None
    options: tuple[str, ...]
    said: str
    session: Session

    def __repr__(self) -> str:
        return f"{self.question} {self.said}".strip()

    def _ipython_display_(self) -> None:
        from rummistats.teach.answer_box import guess_box

        _show(Words(f"**Before you go on: {self.question}**"))
        if self.said:
            _show(Words(self.said))
            return
        box: Any = guess_box(self)
        if box is None:
            words = f'Write your guess: `predict("{self.name}", …, guess=…)`.'
            _show(Words(words))
        else:
            _show(box)


def verdict_words(number: str, verdict: Verdict) -> str:
    """Return a verdict with its sign and, if it isn't right, where to get help.

    Examples
    --------
    >>> verdict_words("2.1", Verdict("wrong", "You counted each pair twice."))
    '✘ **Not yet.** You counted each pair twice. Help: `hint("2.1")`'
    """
    help_words = f' Help: `hint("{number}")`' if verdict.status == "wrong" else ""
    return f"{SIGNS[verdict.status]} {verdict.words}{help_words}"


def how_to_answer(feedback: Feedback) -> str:
    """Return how an exercise is answered in code."""
    right = feedback.task.right
    if isinstance(right, Function):
        return f'Write the function, and call `check("{feedback.number}", its_name)`.'
    return f"Write {expected_form(right)} in the place of the `...`, and run the cell again."


def _show(thing: object) -> None:
    """Show a thing under the cell; words show themselves as Markdown."""
    from IPython import display

    show: Any = display.display
    show(thing)
