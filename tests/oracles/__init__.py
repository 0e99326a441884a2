"""Slow programs that answer the same questions as rummistats, written another way.

They take plain values and know nothing of the package, so that a fault in it can't hide here.
"""
