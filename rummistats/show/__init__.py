"""Pictures of results: charts fit for a projector and for black-and-white paper."""

from rummistats.show.charts import Chart, distribution_chart, grouped_chart, means_chart, odds_chart
from rummistats.show.parts import parts_chart

__all__ = [
    "Chart",
    "distribution_chart",
    "grouped_chart",
    "means_chart",
    "odds_chart",
    "parts_chart",
]
