"""A finished chart: its picture, its words, and how it is saved."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummistats.errors import RummistatsError
from rummistats.pictured import wanted
from rummistats.show.picture import described, image_tag, save
from rummistats.show.style import chart_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Chart"]

FORMATS = ("svg", "png", "pdf")


@dataclass(frozen=True, eq=False)
class Chart:
    """A chart with its text alternative.

    In Jupyter it shows itself, and a screen reader reads the text.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The picture. It belongs to no window and no global state.
    text : str
        What the chart shows, in words and figures.
    title : str
        The title.
    """

    figure: Figure = field(repr=False)
    text: str
    title: str

    def __str__(self) -> str:
        return self.text

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the chart to a file: whole, or not at all.

        Parameters
        ----------
        path : path
            A name that ends in ``.svg``, ``.png`` or ``.pdf``, in a folder that exists.
            A file of that name is replaced, a link followed, a pipe or device written into.
            The same chart gives the same bytes.

        Returns
        -------
        pathlib.Path
            The path.

        Raises
        ------
        RummistatsError
            If the ending is another one, or the file can't be written.
        """
        target = Path(path)
        kind = target.suffix.lower().removeprefix(".")
        if kind not in FORMATS:
            raise RummistatsError(
                f"{str(target)!r}: a chart's file name ends in .svg, .png or .pdf"
            )
        return save(self.render(kind), target, "chart")

    def render(self, kind: str) -> bytes:
        """Return the bytes of an ``svg``, ``png`` or ``pdf`` file.

        Raises
        ------
        RummistatsError
            If it is to be of another kind.
        """
        # No dates and no version numbers, so that an unchanged chart is an unchanged file.
        metadata: dict[str, dict[str, Any]] = {
            "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
            "png": {"Title": self.title, "Description": self.text, "Software": None},
            "pdf": {
                "Title": self.title,
                "Subject": self.text,
                "CreationDate": None,
                "Creator": None,
                "Producer": None,
            },
        }
        if kind not in metadata:
            raise RummistatsError(f"{kind!r}: a chart can be made as svg, png or pdf")
        buffer = BytesIO()
        with chart_style(float(self.figure.get_figheight())):
            self.figure.savefig(buffer, format=kind, metadata=metadata[kind])
        if kind == "svg":
            return self._described(buffer.getvalue().decode()).encode()
        return buffer.getvalue()

    def _described(self, svg: str) -> str:
        """Return the SVG file with title and description, where screen readers look for them."""
        attributes, words = described(self.title, self.text, svg)
        return re.sub(
            r"<svg ([^>]*)>",
            lambda found: f"<svg {attributes} {found[1]}>{words}",
            svg,
            count=1,
        )

    def _repr_html_(self) -> str:
        return image_tag(self.render("png"), "png", self.text)

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        makers = {"text/plain": self.__str__, "text/html": self._repr_html_}
        return wanted(makers, include, exclude)
