"""Probability and statistics of tile rummy: exact odds, simulation, lessons."""

__version__ = "0.1.0"
