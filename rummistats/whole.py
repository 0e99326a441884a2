"""Whole numbers and truths, whoever they come from, as Python's own.

Those of NumPy come out of every table and array. They are turned into Python's at once, so that
what is made of them is equal, hashed and written alike.
"""

from __future__ import annotations

from operator import index

__all__ = ["as_truth", "as_whole"]


def as_whole(value: object) -> int | None:
    """Return a whole number as Python's own; None if it is none.

    False and True are none, as in place of a number they are a slip.

    Examples
    --------
    >>> import numpy as np
    >>> as_whole(7), as_whole(np.int64(7)), as_whole(np.uint8(7))
    (7, 7, 7)
    >>> [as_whole(value) for value in (True, np.True_, 7.0, "7", None)]
    [None, None, None, None, None]
    """
    if type(value) is int:
        return value
    if as_truth(value) is not None:
        return None
    try:
        return int(index(value))  # type: ignore[arg-type]
    except TypeError:
        return None


def as_truth(value: object) -> bool | None:
    """Return False or True as Python's own; None if it is neither.

    Examples
    --------
    >>> import numpy as np
    >>> as_truth(True), as_truth(np.False_)
    (True, False)
    >>> [as_truth(value) for value in (1, 0, "True", None)]
    [None, None, None, None]
    """
    if isinstance(value, bool):
        return value
    kind = type(value)
    # Without importing NumPy, which may not be there; before NumPy 2 it was called bool_.
    if kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_"):
        return bool(value)
    return None
