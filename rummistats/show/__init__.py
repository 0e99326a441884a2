"""Pictures of results: charts fit for a projector and for black-and-white paper."""

from rummistats.show.charts import Chart, distribution_chart, grouped_chart, means_chart, odds_chart
from rummistats.show.findings import Finding, findings_frame, in_words
from rummistats.show.parts import parts_chart

__all__ = [
    "Chart",
    "Finding",
    "distribution_chart",
    "findings_frame",
    "grouped_chart",
    "in_words",
    "means_chart",
    "odds_chart",
    "parts_chart",
]
