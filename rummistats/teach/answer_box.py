"""The field under an exercise: an answer typed or chosen, judged at once, with hints beside it."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rummistats.errors import RummistatsError
from rummistats.teach.answers import Choice, Function, Several, letter
from rummistats.teach.reading import expected_form
from rummistats.teach.text import to_html

if TYPE_CHECKING:
    from rummistats.teach.feedback import Feedback, Prediction

__all__ = ["answer_box", "guess_box"]

_WIDE = {"description_width": "initial"}


def answer_box(feedback: Feedback) -> Any:
    """Return a field for the answer with buttons to check it and for a hint.

    Parameters
    ----------
    feedback : Feedback
        An exercise that isn't answered yet.

    Returns
    -------
    ipywidgets.VBox or None
        None where there are no widgets, or where the answer is a function.
    """
    widgets = _widgets()
    right = feedback.task.right
    if widgets is None or isinstance(right, Function):
        return None
    number, session = feedback.number, feedback.session
    field, read = _field(widgets, feedback)
    said = widgets.HTMLMath()
    said.add_class("rummistats-said")

    def tell(words: str, sign: str = "") -> None:
        said.value = f'<div role="status" aria-live="polite">{sign}{_html(words)}</div>'

    def judge(*_: object) -> None:
        from rummistats.teach.feedback import SIGNS

        given = read()
        if given is None:
            tell("Choose one of the answers first.")
            return
        try:
            verdict = session.answer(number, given)
        except RummistatsError as error:
            tell(str(error))
            return
        tell(f"{SIGNS[verdict.status]} {verdict.words}")

    def help_on(*_: object) -> None:
        try:
            tell(session.next_hint(number))
        except RummistatsError as error:
            tell(str(error))

    checking = widgets.Button(description="Check", tooltip=f"Check the answer to {number}")
    helping = widgets.Button(description="Hint", tooltip=f"The next hint for {number}")
    checking.on_click(judge)
    helping.on_click(help_on)
    _on_enter(field, judge)
    return _box(widgets, [field, widgets.HBox([checking, helping]), said])


def guess_box(prediction: Prediction) -> Any:
    """Return a field that keeps a guess.

    Parameters
    ----------
    prediction : Prediction
        What is to be guessed.

    Returns
    -------
    ipywidgets.VBox or None
        None where there are no widgets.
    """
    widgets = _widgets()
    if widgets is None:
        return None
    session, options, unit = prediction.session, prediction.options, prediction.unit
    label = f"My guess{f' ({unit})' if unit else ''}:"
    if options:
        field = widgets.RadioButtons(
            options=list(options), value=None, description=label, style=_WIDE
        )
    else:
        field = widgets.Text(description=label, style=_WIDE, placeholder="a number")
    said = widgets.HTMLMath()

    def keep(*_: object) -> None:
        try:
            words = session.guess(prediction.name, field.value, unit, options)
        except RummistatsError as error:
            words = str(error)
        said.value = f'<div role="status" aria-live="polite">{_html(words)}</div>'

    keeping = widgets.Button(description="Keep my guess")
    keeping.on_click(keep)
    _on_enter(field, keep)
    return _box(widgets, [field, keeping, said])


def _box(widgets: Any, parts: list[Any]) -> Any:
    """Return parts below each other, which get the keys that are meant for them."""
    with suppress(ImportError):
        from rummistats.teach.widgets.live import Keys

        parts = [*parts, Keys()]
    box = widgets.VBox(parts)
    box.add_class("rummistats-box")
    return box


def _field(widgets: Any, feedback: Feedback) -> tuple[Any, Any]:
    """Return the field of an answer, and a function that returns what stands in it."""
    right, number = feedback.task.right, feedback.number
    if isinstance(right, Choice):
        listed = [f"{letter(place)}: {option}" for place, option in enumerate(right.options)]
        chosen = widgets.RadioButtons(
            options=listed,
            value=None,
            description=f"Answer to {number}:",
            style=_WIDE,
            layout={"width": "auto"},
        )
        return chosen, lambda: None if chosen.index is None else letter(chosen.index)
    if isinstance(right, Several):
        boxes = [
            widgets.Checkbox(
                description=f"{letter(place)}: {option}", indent=False, layout={"width": "auto"}
            )
            for place, option in enumerate(right.options)
        ]
        return widgets.VBox(boxes), lambda: {
            letter(place) for place, box in enumerate(boxes) if box.value
        }
    text = widgets.Text(
        description=f"Answer to {number}:",
        placeholder=expected_form(right),
        style=_WIDE,
        layout={"width": "min(100%, 36em)"},
    )
    return text, lambda: text.value


def _on_enter(field: Any, do: Callable[..., None]) -> None:
    """Call a function when the Enter key is pressed in a text field."""
    if hasattr(field, "on_submit"):
        with warnings.catch_warnings():
            # Its successor, `observe`, can't tell Enter from leaving the field.
            warnings.simplefilter("ignore", DeprecationWarning)
            field.on_submit(do)


def _html(words: str) -> str:
    paragraphs = [to_html(part).replace("`", "") for part in words.split("\n\n")]
    return "".join(f"<p>{part}</p>" for part in paragraphs)


def _widgets() -> Any:
    try:
        import ipywidgets
    except ImportError:
        return None
    return ipywidgets
