"""Every choice of the groups of a hand, one after the other, for kernels that need them all."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True, inline="always")
def list_group_choices(
    held: int,
    patterns: np.ndarray,
    pattern_of: tuple[int, ...],
    content_of: np.ndarray,
    option_first: np.ndarray,
    option_last: np.ndarray,
    option_tiles: np.ndarray,
    option_jokers: np.ndarray,
    option_amounts: np.ndarray,
    contents: np.ndarray,
    amounts: np.ndarray,
    left: np.ndarray,
    origin: np.ndarray,
    added: np.ndarray,
    at_number: np.ndarray,
) -> np.int64:
    """List the choices: those of the numbers before, with or without some groups of each number.

    Parameters
    ----------
    held : int
        The jokers of the hand.
    patterns : numpy.ndarray of int64, shape (numbers + 1,)
        What tiles each number has.
    pattern_of : tuple of int
        As in `rummistats.kernels.helpful.helpful_tiles`; only its length matters here.
    content_of, option_first, option_last, option_tiles, option_jokers
        As in `rummistats.kernels.split.four_optima`.
    option_amounts : numpy.ndarray of int64, shape (options,)
        What each choice of groups of a number counts.
    contents : numpy.ndarray of int64, shape (most choices, colors)
        Receives what each choice leaves of each color. Place 0 has the whole hand already.
    amounts, left : numpy.ndarray of int64, shape (most choices,)
        Receive what each counts, and the jokers that it leaves; ``amounts[0]`` is 0.
    origin, added, at_number : numpy.ndarray of int64, shape (most choices,)
        Receive how each came from another one: from which, by which option, of which number.

    Returns
    -------
    int
        How many choices there are; one more than there is room for, if they are more than that.
    """
    room = contents.shape[0]
    numbers = patterns.shape[0] - 1
    left[0] = held
    choices = np.int64(1)
    for number in range(1, numbers + 1):
        pattern = patterns[number]
        first = option_first[pattern] + 1
        if first == option_last[pattern, held] or choices > room:
            continue
        for choice in range(choices):
            last = option_last[pattern, left[choice]]
            if choices + last - first > room:
                choices = np.int64(room + 1)
                break
            for option in range(first, last):
                for color in range(len(pattern_of)):
                    contents[choices, color] = (
                        contents[choice, color] - option_tiles[option, color] * content_of[number]
                    )
                amounts[choices] = amounts[choice] + option_amounts[option]
                left[choices] = left[choice] - option_jokers[option]
                origin[choices] = choice
                added[choices] = option
                at_number[choices] = number
                choices += 1
    return choices
