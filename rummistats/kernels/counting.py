"""Count identical tiles in very many hands."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def pairs_and_singles(
    hands: np.ndarray, colored_kinds: int, pairs: np.ndarray, singles: np.ndarray
) -> None:
    """Count each hand's pairs of identical tiles, and the tiles that are left without a twin.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    colored_kinds : int
        Kinds from this one on, the jokers, are left out.
    pairs, singles : numpy.ndarray of int64, shape (hands,)
        Receive the counts.
    """
    odd = np.zeros(256, dtype=np.uint8)
    for row in range(hands.shape[0]):
        found = 0
        alone = np.int64(0)
        for kind in hands[row]:
            if kind < colored_kinds:
                # A second tile makes a pair with the first, a third stands alone again.
                found += odd[kind]
                alone += 1 - 2 * np.int64(odd[kind])
                odd[kind] ^= 1
        for kind in hands[row]:
            odd[kind] = 0
        pairs[row] = found
        singles[row] = alone


@njit(cache=True, nogil=True)
def any_run(
    hands: np.ndarray,
    numbers: int,
    colors: int,
    once: np.ndarray,
    twice: np.ndarray,
    wild: np.ndarray,
    found: np.ndarray,
) -> None:
    """Say of each hand whether any of some runs can be laid from it.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    numbers, colors : int
        Of the tile set.
    once, twice : numpy.ndarray of int64, shape (runs,)
        Bit ``n`` is set if the run needs a tile, or a second tile, of number ``n + 1``.
    wild : numpy.ndarray of int64, shape (runs,)
        The jokers of each run; runs with fewer come first.
    found : numpy.ndarray of bool, shape (hands,)
        Receives the answers.
    """
    have = np.zeros(colors, dtype=np.int64)
    have_two = np.zeros(colors, dtype=np.int64)
    for row in range(hands.shape[0]):
        have[:] = 0
        have_two[:] = 0
        jokers = 0
        for kind in hands[row]:
            color = kind // numbers
            if color < colors:
                bit = np.int64(1) << (kind % numbers)
                have_two[color] |= have[color] & bit
                have[color] |= bit
            else:
                jokers += 1
        answer = False
        for run in range(once.shape[0]):
            if wild[run] > jokers:
                break
            for color in range(colors):
                if not once[run] & ~have[color] and not twice[run] & ~have_two[color]:
                    answer = True
            if answer:
                break
        found[row] = answer


@njit(cache=True, nogil=True)
def sum_of_colors(
    hands: np.ndarray, numbers: int, colors: int, amounts: np.ndarray, results: np.ndarray
) -> None:
    """Add up for each hand an amount of each color that depends on which numbers it has.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    numbers, colors : int
        Of the tile set.
    amounts : numpy.ndarray of uint8, shape (2 ** numbers,)
        The amount of each set of numbers; number ``n`` is in set ``s`` if bit ``n - 1`` of
        ``s`` is set.
    results : numpy.ndarray of int64, shape (hands,)
        Receives the sums.
    """
    color_of, bit_of = color_and_bit(numbers, colors)
    have = np.zeros(colors + 1, dtype=np.int64)
    for row in range(hands.shape[0]):
        have[:] = 0
        for kind in hands[row]:
            have[color_of[kind]] |= bit_of[kind]
        total = np.int64(0)
        for color in range(colors):
            total += amounts[have[color]]
        results[row] = total


@njit(cache=True, nogil=True)
def color_and_bit(numbers: int, colors: int) -> tuple[np.ndarray, np.ndarray]:
    """Return each kind's color and the bit of its number; the joker is of one color more.

    The joker has no bit.
    """
    color_of = np.empty(colors * numbers + 1, dtype=np.int64)
    bit_of = np.zeros(colors * numbers + 1, dtype=np.int64)
    for kind in range(colors * numbers):
        color_of[kind] = kind // numbers
        bit_of[kind] = np.int64(1) << (kind % numbers)
    color_of[colors * numbers] = colors
    return color_of, bit_of


@njit(cache=True, nogil=True)
def isolated(
    planes: np.ndarray,
    near: np.ndarray,
    sizes: np.ndarray,
    colors_pair: bool,
    twins: int,
) -> np.int64:
    """Return how many tiles have no partner.

    Parameters
    ----------
    planes : numpy.ndarray of int64, shape (colors, copies)
        Bit ``n`` of ``planes[c, k]`` is set if there are more than ``k`` tiles of color ``c``
        and number ``n + 1``.
    near : numpy.ndarray of int64, shape (2 ** numbers,)
        For each set of numbers those that are partners of one of them in their own color.
    sizes : numpy.ndarray of uint8, shape (2 ** numbers,)
        How many numbers each set has.
    colors_pair : bool
        Whether tiles of one number and different colors are partners.
    twins : int
        The numbers of which two identical tiles are partners.
    """
    colors, copies = planes.shape
    any_color = np.int64(0)
    two_colors = np.int64(0)
    if colors_pair:
        for color in range(colors):
            two_colors |= any_color & planes[color, 0]
            any_color |= planes[color, 0]
    total = np.int64(0)
    for color in range(colors):
        alone = planes[color, 0] & ~near[planes[color, 0]] & ~two_colors
        if copies > 1:
            alone &= ~(planes[color, 1] & twins)
        if alone:
            total += sizes[alone]
            for copy in range(1, copies):
                total += sizes[alone & planes[color, copy]]
    return total


@njit(cache=True, nogil=True)
def count_isolated(
    hands: np.ndarray,
    numbers: int,
    colors: int,
    copies: int,
    near: np.ndarray,
    sizes: np.ndarray,
    colors_pair: bool,
    twins: int,
    results: np.ndarray,
) -> None:
    """Count in each hand the tiles that have no partner in it.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    numbers, colors, copies : int
        Of the tile set.
    near, sizes, colors_pair, twins
        As in `isolated`.
    results : numpy.ndarray of int64, shape (hands,)
        Receives the counts.
    """
    color_of, bit_of = color_and_bit(numbers, colors)
    planes = np.zeros((colors, copies), dtype=np.int64)
    for row in range(hands.shape[0]):
        planes[:] = 0
        for kind in hands[row]:
            color = color_of[kind]
            if color < colors:
                add_tile(planes, color, bit_of[kind])
        results[row] = isolated(planes, near, sizes, colors_pair, twins)


@njit(cache=True, nogil=True)
def add_tile(planes: np.ndarray, color: int, bit: np.int64) -> None:
    """Put one more tile into the planes of `isolated`."""
    for copy in range(planes.shape[1]):
        if not planes[color, copy] & bit:
            planes[color, copy] |= bit
            return


@njit(cache=True, nogil=True)
def three_tile_melds(
    hands: np.ndarray,
    numbers: int,
    colors: int,
    runs: np.ndarray,
    groups: bool,
    colors_differ: bool,
    results: np.ndarray,
) -> None:
    """Count in each hand the choices of three tiles, none a joker, that are a meld.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    numbers, colors : int
        Of the tile set.
    runs : numpy.ndarray of int64, shape (runs, 3)
        The numbers of each run of three, counted from 0 and in ascending order.
    groups : bool
        Whether three tiles may be a group.
    colors_differ : bool
        Whether the colors of a group differ.
    results : numpy.ndarray of int64, shape (hands,)
        Receives the counts.
    """
    counts = np.zeros(colors * numbers + 1, dtype=np.int64)
    for row in range(hands.shape[0]):
        counts[:] = 0
        for kind in hands[row]:
            counts[kind] += 1
        found = np.int64(0)
        for number in range(numbers if groups else 0):
            # How many ways there are to choose one, two and three tiles of this number.
            one = np.int64(0)
            two = np.int64(0)
            three = np.int64(0)
            for color in range(colors):
                count = counts[color * numbers + number]
                three += two * count
                two += one * count
                one += count
            found += three if colors_differ else one * (one - 1) * (one - 2) // 6
        for color in range(colors):
            first = color * numbers
            for run in range(runs.shape[0]):
                low = counts[first + runs[run, 0]]
                middle = counts[first + runs[run, 1]]
                high = counts[first + runs[run, 2]]
                if runs[run, 0] == runs[run, 2]:
                    found += low * (low - 1) * (low - 2) // 6
                elif runs[run, 0] == runs[run, 1]:
                    found += low * (low - 1) // 2 * high
                elif runs[run, 1] == runs[run, 2]:
                    found += low * (middle * (middle - 1) // 2)
                else:
                    found += low * middle * high
        results[row] = found
