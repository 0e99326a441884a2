"""Pictures of results: charts fit for a projector and for black-and-white paper."""

from rummistats.show.chart import Chart
from rummistats.show.charts import distribution_chart, grouped_chart
from rummistats.show.comparison import comparison_chart, ranges_chart
from rummistats.show.convergence import convergence_chart
from rummistats.show.curves import cumulative_chart, waiting_chart
from rummistats.show.findings import Finding, findings_frame, in_words
from rummistats.show.heat import heat_chart, helpful_chart, tile_heat_chart
from rummistats.show.joint import joint_chart, scatter_chart
from rummistats.show.parts import parts_chart
from rummistats.show.rows import means_chart, odds_chart
from rummistats.show.tile_counts import tile_counts_chart
from rummistats.show.venn import venn_chart

__all__ = [
    "Chart",
    "Finding",
    "comparison_chart",
    "convergence_chart",
    "cumulative_chart",
    "distribution_chart",
    "findings_frame",
    "grouped_chart",
    "heat_chart",
    "helpful_chart",
    "in_words",
    "joint_chart",
    "means_chart",
    "odds_chart",
    "parts_chart",
    "ranges_chart",
    "scatter_chart",
    "tile_counts_chart",
    "tile_heat_chart",
    "venn_chart",
    "waiting_chart",
]
