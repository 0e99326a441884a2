"""Simulation: deal very many hands on all cores, and count."""

from rummistats.montecarlo.by_tile import helpful_shares, melded_shares
from rummistats.montecarlo.growing import growing_samples
from rummistats.montecarlo.run import (
    BrokenOff,
    Interrupted,
    simulate,
    simulate_each,
    why_stopped,
)
from rummistats.montecarlo.tasks import WorkersGone

__all__ = [
    "BrokenOff",
    "Interrupted",
    "WorkersGone",
    "growing_samples",
    "helpful_shares",
    "melded_shares",
    "simulate",
    "simulate_each",
    "why_stopped",
]
