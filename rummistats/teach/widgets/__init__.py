"""Widgets for lessons: each is a function called at the end of a notebook's cell.

They need ``pip install 'rummistats[lessons]'``; where no kernel runs they are pictures and words.
"""

from __future__ import annotations

from rummistats.teach.widgets.convergence import convergence_panel
from rummistats.teach.widgets.deal import deal_panel
from rummistats.teach.widgets.rack import rack_builder
from rummistats.teach.widgets.sample_space import sample_space_browser
from rummistats.teach.widgets.symmetry import symmetry_explorer
from rummistats.teach.widgets.threshold import threshold_explorer
from rummistats.teach.widgets.venn import venn_explorer

__all__ = [
    "convergence_panel",
    "deal_panel",
    "rack_builder",
    "sample_space_browser",
    "symmetry_explorer",
    "threshold_explorer",
    "venn_explorer",
]
