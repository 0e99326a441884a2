"""A widget as a whole: its controls, what it shows, and its static form without a kernel."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape
from itertools import count
from types import ModuleType
from typing import Any

from rummistats.errors import RummistatsError
from rummistats.pictured import wanted
from rummistats.teach.widgets.shown import Shown

__all__ = ["Debounced", "Panel", "live_controls"]

VIEW = "application/vnd.jupyter.widget-view+json"

PAUSE = 0.15
"""Seconds without a change after which a widget computes anew."""

STYLE = """
.rummistats-piece { margin: 0.4em 0; overflow-x: auto; }
.rummistats-piece { line-height: 1.35; }
.rummistats-table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.rummistats-table caption { text-align: left; font-weight: bold; padding: 0.3em 0; }
.rummistats-table th, .rummistats-table td {
  padding: 0.15em 0.8em; text-align: right; border-bottom: 1px solid #8c8c8c; font-size: 1em; }
.rummistats-table tr > :first-child { text-align: left; }
.rummistats-live .widget-html, .rummistats-live .widget-html-content, .rummistats-row > * {
  min-width: 0; max-width: 100%; }
.rummistats-live .widget-html-content { width: 100%; }
.rummistats-row { gap: 4px 14px; }
.rummistats-title { font-weight: bold; font-size: 1.15em; margin: 0.3em 0; }
.rummistats-live p, .rummistats-still p { margin: 0.25em 0; line-height: 1.45; font-size: 14px; }
"""


_NUMBERS = count(1)


def live_controls() -> ModuleType:
    """Return the module of the controls, which needs ipywidgets and anywidget.

    Raises
    ------
    RummistatsError
        If they are not installed.
    """
    try:
        from rummistats.teach.widgets import live
    except ModuleNotFoundError as error:
        raise RummistatsError(
            f"widgets need {error.name}, which is not installed; "
            "pip install 'rummistats[lessons]' gets it"
        ) from error
    return live


class Debounced:
    """Calls a function once things have been quiet for a moment; at once where nothing waits.

    Parameters
    ----------
    work : callable
        What is to be done.
    pause : float
        For how many seconds nothing new must have come.

    Examples
    --------
    >>> Debounced(lambda: print("computed"))()
    computed
    """

    def __init__(self, work: Callable[[], None], pause: float = PAUSE) -> None:
        self.work = work
        self.pause = pause
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        """Ask for the work; whoever asked a moment ago is forgotten."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.work()
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(self.pause, self.work)


class Panel:
    """A widget: controls, pictures, and a line of words that is read out when it changes.

    Parameters
    ----------
    title : str
        What it is called.
    compute : callable
        Returns what is to be shown, from what the controls say. A `RummistatsError` is told as
        a sentence, and what was shown before stays.
    controls : mapping of str to control
        The controls by their names. Whenever the ``value`` of one changes, or it is clicked,
        `compute` is called.
    rows : sequence of sequence of str
        Names of the controls that stand side by side, row by row.
    actions : mapping of str to callable
        What a button does before `compute` is called.

    Notes
    -----
    In a notebook two things are displayed: pictures and words, which need no kernel and stay in
    an exported file; and the live widget, which hides them as soon as it is there.
    """

    def __init__(
        self,
        title: str,
        compute: Callable[[], Shown],
        controls: Mapping[str, Any],
        rows: Sequence[Sequence[str]],
        actions: Mapping[str, Callable[[], None]] | None = None,
    ) -> None:
        live = live_controls()
        self.title = title
        self.controls = dict(controls)
        self._compute = compute
        self._refresh_soon = Debounced(self.refresh)
        self.shown = Shown(())
        self._trouble = ""
        # The same notebook gives the same names, so that its stored outputs stay as they are.
        self._name = str(next(_NUMBERS))
        self._pictures, self._words = live.pictures(), live.LiveWords()
        self.root = live.column(
            [
                live.heading(title, STYLE),
                *(live.row([self.controls[name] for name in names]) for names in rows),
                self._words,
                self._pictures,
                live.Keys(),
            ]
        )
        self.root.add_class("rummistats-live")
        self.root.add_class(f"rummistats-live-{self._name}")
        self.refresh()
        acts = actions or {}
        for name, control in self.controls.items():
            live.watch(control, self._refresh_soon, self._telling(acts.get(name)))

    def _telling(self, action: Callable[[], None] | None) -> Callable[[], None] | None:
        """Return an action that tells what is wrong instead of raising it."""
        if action is None:
            return None

        def act() -> None:
            self._trouble = ""
            try:
                action()
            except RummistatsError as error:
                self._trouble = sentence(error)

        return act

    def refresh(self) -> None:
        """Compute what is to be shown, and show it."""
        self._words.busy = True
        try:
            shown = self._compute()
        except RummistatsError as error:
            shown = Shown(self.shown.words, self.shown.pieces, sentence(error))
        finally:
            self._words.busy = False
        if self._trouble:
            shown = Shown(shown.words, shown.pieces, self._trouble)
            self._trouble = ""
        self.shown = shown
        self._pictures.value = shown.pieces_html
        self._words.html = shown.words_html

    @property
    def text(self) -> str:
        """Title and figures in words."""
        return f"{self.title}. {self.shown.text}"

    @property
    def still(self) -> str:
        """The static form: title, words and pictures as HTML."""
        return (
            f"<style>{STYLE}</style>"
            f'<p class="rummistats-title">{escape(self.title)}</p>'
            f"{self.shown.words_html}{self.shown.pieces_html}"
        )

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, Any]:
        view = self.root._repr_mimebundle_()
        makers = {"text/plain": lambda: self.text, "text/html": lambda: self.still}
        bundle: dict[str, Any] = dict(wanted(makers, include, exclude))
        if (not include or VIEW in include) and VIEW not in (exclude or ()):
            bundle[VIEW] = view[VIEW]
        return bundle

    def _ipython_display_(self) -> None:
        from IPython.display import display

        # A notebook shows one form of an output, and takes the live one even where nothing is
        # alive: an exported page, a notebook that is opened again. So the static form is an
        # output of its own, which the live one hides.
        alive, asleep = f".rummistats-live-{self._name}", f".rummistats-still-{self._name}"
        # Several notebooks may be open in one page, so that names are looked for in one cell;
        # other programs than Jupyter's have no such class.
        hiding = (
            f"<style>.jp-OutputArea:has({alive}) {asleep}, "
            f"body:not(:has(.jp-OutputArea)):has({alive}) {asleep} {{ display: none; }}</style>"
        )
        still = (
            f'{hiding}<div class="rummistats-still rummistats-still-{self._name}">'
            f"{self.still}</div>"
        )
        display({"text/html": still, "text/plain": self.text}, raw=True)
        view = self.root._repr_mimebundle_()
        note = f"{self.title}: run this cell for the controls."
        display({VIEW: view[VIEW], "text/plain": note}, raw=True)


def sentence(error: Exception) -> str:
    """Return an error as a sentence.

    Examples
    --------
    >>> sentence(RummistatsError("there is no copy of R7 left"))
    'There is no copy of R7 left.'
    """
    text = str(error).strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
