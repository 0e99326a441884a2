"""Simulation: deal very many hands on all cores, and count."""

from rummistats.montecarlo.run import Interrupted, simulate, simulate_each

__all__ = ["Interrupted", "simulate", "simulate_each"]
