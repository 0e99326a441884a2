"""The controls of widgets; this module is imported only when a widget is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

__all__ = [
    "Keys",
    "LiveWords",
    "NumberSlider",
    "TileButtons",
    "button",
    "checkbox",
    "choice",
    "column",
    "heading",
    "pictures",
    "row",
    "text_field",
    "watch",
]

_HERE = Path(__file__).parent


class NumberSlider(anywidget.AnyWidget):
    """A slider with a number field beside it: one value, in bounds, under one label.

    The sliders of ipywidgets have no name for a screen reader, so this one is made of the
    browser's own controls.

    Examples
    --------
    >>> slider = NumberSlider(label="tiles in a hand", low=1, high=20, value=14)
    >>> slider.value = 30
    >>> slider.value
    20
    """

    _esm = _HERE / "number_slider.js"
    _css = _HERE / "controls.css"
    label = traitlets.Unicode().tag(sync=True)
    value = traitlets.Int().tag(sync=True)
    low = traitlets.Int().tag(sync=True)
    high = traitlets.Int(100).tag(sync=True)
    stops = traitlets.List(traitlets.Int()).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)

    @traitlets.validate("value")
    def _in_bounds(self, proposal: Mapping[str, Any]) -> int:
        return int(max(self.low, min(self.high, proposal["value"])))


class TileButtons(anywidget.AnyWidget):
    """Tiles that are real buttons.

    Each tile is a mapping: ``text`` (of the tile), ``name`` (what a screen reader says), ``svg``,
    ``note`` (a short text below) and ``off`` (whether it looks disabled).

    Examples
    --------
    >>> tiles = TileButtons(label="rack")
    >>> tiles.observe(lambda change: print(change["new"]["text"]), "value")
    >>> tiles.press("R7")
    R7
    """

    _esm = _HERE / "tile_buttons.js"
    _css = _HERE / "controls.css"
    label = traitlets.Unicode().tag(sync=True)
    tiles = traitlets.List(traitlets.Dict()).tag(sync=True)
    columns = traitlets.Int(13).tag(sync=True)
    empty = traitlets.Unicode().tag(sync=True)
    value = traitlets.Dict().tag(sync=True)

    def press(self, text: str) -> None:
        """Do what a click on a tile does."""
        self.value = {"text": text, "turn": self.value.get("turn", 0) + 1}


class LiveWords(anywidget.AnyWidget):
    """Words that a screen reader reads out when they change.

    Examples
    --------
    >>> LiveWords(html="<p>1 of 4</p>").html
    '<p>1 of 4</p>'
    """

    _esm = _HERE / "live_words.js"
    _css = _HERE / "controls.css"
    html = traitlets.Unicode().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)


class Keys(anywidget.AnyWidget):
    """Keeps JupyterLab from taking keys that are meant for a widget; it shows nothing itself.

    Without it an arrow key in a list of choices goes to the next cell of the notebook.

    Examples
    --------
    >>> Keys().layout.display
    'none'
    """

    _esm = _HERE / "keys.js"

    def __init__(self) -> None:
        super().__init__(layout={"display": "none"})


_WIDE = {"description_width": "initial"}


def button(label: str) -> Any:
    """Return a button."""
    return ipywidgets.Button(description=label, layout={"width": "auto"})


def choice(label: str, options: Sequence[Any], value: Any = None) -> Any:
    """Return a list to choose from; options are texts or pairs of a text and a value."""
    chosen = {} if value is None else {"value": value}
    layout = {"width": "auto", "max_width": "100%"}
    return ipywidgets.Dropdown(
        description=label, options=options, style=_WIDE, layout=layout, **chosen
    )


def checkbox(label: str, value: bool = False) -> Any:
    """Return a box to tick."""
    return ipywidgets.Checkbox(
        description=label, value=value, indent=False, layout={"width": "auto"}
    )


def text_field(label: str, value: str = "") -> Any:
    """Return a field for a line of text, which is read when it is left or Enter is pressed."""
    return ipywidgets.Text(
        description=label,
        value=value,
        continuous_update=False,
        style=_WIDE,
        layout={"width": "min(100%, 40em)"},
    )


def pictures() -> Any:
    """Return room for pictures."""
    return ipywidgets.HTML()


def heading(title: str, style: str) -> Any:
    """Return the title of a widget, with the looks of all of it."""
    from html import escape

    return ipywidgets.HTML(
        f'<style>{style}</style><div class="rummistats-title">{escape(title)}</div>'
    )


def row(controls: Sequence[Any]) -> Any:
    """Return controls side by side, on more lines where there is no room."""
    box = ipywidgets.Box(
        list(controls), layout={"display": "flex", "flex_flow": "row wrap", "align_items": "center"}
    )
    box.add_class("rummistats-row")
    return box


def column(parts: Sequence[Any]) -> Any:
    """Return parts below each other."""
    return ipywidgets.VBox(list(parts))


def watch(control: Any, changed: Callable[[], None], action: Callable[[], None] | None) -> None:
    """Call the action, if there is one, and then ``changed``, whenever a control is used."""

    def used(_: object) -> None:
        if action is not None:
            action()
        changed()

    if isinstance(control, ipywidgets.Button):
        control.on_click(used)
    else:
        control.observe(used, "value")
