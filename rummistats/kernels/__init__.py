"""Compiled inner loops: functions on plain arrays that know nothing of the rest.

They are imported only when first needed, since Numba takes half a second to import.
"""
