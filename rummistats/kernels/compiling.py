"""The compiler where there is one; elsewhere the same functions run as they are, only slower.

What a player does must not depend on it, so decisions that are written as kernels use this.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, TypeVar

__all__ = ["njit"]

Function = TypeVar("Function", bound=Callable[..., object])


def njit(*, cache: bool, nogil: bool) -> Callable[[Function], Function]:
    """Return what compiles a function, or leaves it as it is."""

    def made(function: Function) -> Function:
        if find_spec("numba") is None:
            return function
        import numba

        compiled: Any = numba.njit(cache=cache, nogil=nogil)(function)
        faster: Function = compiled
        return faster

    return made
