"""Widgets for lessons: each is a function called at the end of a notebook's cell.

They need ``pip install 'rummistats[lessons]'``; where no kernel runs they are pictures and words.
"""

from __future__ import annotations

from rummistats.teach.widgets.deal import deal_panel
from rummistats.teach.widgets.rack import rack_builder
from rummistats.teach.widgets.sample_space import sample_space_browser

__all__ = ["deal_panel", "rack_builder", "sample_space_browser"]
