"""Which further tile would improve each of very many hands.

As in `rummistats.kernels.split`, groups are chosen and the colors looked up. A further tile
helps in a run if it raises what a color is worth by enough; it helps in a group if the others
of that group can be taken from the colors without losing too much. Tables say, for each content
of a color, by how much each number more raises it, and by how much each number less lowers it:
so all numbers are looked at side by side.

Numbers of one color are kept in a word of four bits a number, the lowest four for number 1.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.group_choices import list_group_choices

_LOW = np.uint64(0x1111_1111_1111_1111)
_HIGH = np.uint64(0x8888_8888_8888_8888)
_THREE = np.uint64(3)
_SIXTY = np.uint64(60)
_EIGHT = np.uint64(8)
_BITS = 4

MOST_CHOICES = 1 << 14
"""How many choices of groups a hand may have."""

MOST_CHANGE = 7
"""The largest change of a color, so that it and a comparison fit into four bits."""


@njit(cache=True, nogil=True)
def fill_changes(best: np.ndarray, copies: int, numbers: int, changes: np.ndarray) -> np.int64:
    """Fill the table of what tiles more or less change; return what one more adds at most.

    Parameters
    ----------
    best : numpy.ndarray of uint8, shape (jokers + 1, contents)
        The best that runs make of each content of one color, see
        `rummistats.kernels.split.fill_table`.
    copies, numbers : int
        Of the tile set.
    changes : numpy.ndarray of uint64, shape (jokers + 1, contents, 1 + losses)
        Receives by how much one more tile of each number raises it, 0 if there is no further
        copy; and by how much 1, 2, ... tiles less lower it, `MOST_CHANGE` if there are not as
        many or it is more.
    """
    base = copies + 1
    digits = np.zeros(numbers, dtype=np.int64)
    largest = np.int64(0)
    for content in range(best.shape[1]):
        if content:
            number = 0
            while digits[number] == copies:
                digits[number] = 0
                number += 1
            digits[number] += 1
        for joker in range(best.shape[0]):
            here = np.int64(best[joker, content])
            changes[joker, content, :] = 0
            power = 1
            for number in range(numbers):
                shift = np.uint64(_BITS * number)
                if digits[number] < copies:
                    gain = np.int64(best[joker, content + power]) - here
                    largest = max(largest, gain)
                    changes[joker, content, 0] |= np.uint64(gain & MOST_CHANGE) << shift
                for tiles in range(1, changes.shape[2]):
                    loss = np.int64(MOST_CHANGE)
                    if digits[number] >= tiles:
                        loss = min(loss, here - np.int64(best[joker, content - tiles * power]))
                    changes[joker, content, tiles] |= np.uint64(loss) << shift
                power *= base
    return largest


@njit(cache=True, nogil=True, inline="always")
def _high_at_least(word: np.uint64, least: np.int64) -> np.uint64:
    """Return the numbers whose change is at least so much, 1 to 8, in their highest bits.

    The other bits are anything.
    """
    return word + np.uint64(8 - least) * _LOW


@njit(cache=True, nogil=True, inline="always")
def _together(a: np.uint64, b: np.uint64) -> np.uint64:
    """Return the changes of each number added up, but no more than `MOST_CHANGE`."""
    total = a + b
    more = total & _HIGH
    return (total | (more - (more >> _THREE))) & ~_HIGH


@njit(cache=True, nogil=True, inline="always")
def _in_runs(
    choice: int,
    share: int,
    colors: int,
    contents: np.ndarray,
    best: np.ndarray,
    share_jokers: np.ndarray,
) -> np.int64:
    """Return the best that runs make of what a choice of groups leaves, with a share of jokers."""
    total = np.int64(0)
    for color in range(colors):
        # Unsigned places are looked up without asking first whether they count from the end.
        used = np.uint64(share_jokers[share, color])
        total += best[used, np.uint64(contents[choice, color])]
    return total


@njit(cache=True, nogil=True, inline="always")
def _add_helpful(
    choice: int,
    now: np.int64,
    colors: int,
    contents: np.ndarray,
    amounts: np.ndarray,
    spare: int,
    best: np.ndarray,
    changes: np.ndarray,
    most_change: int,
    part_first: np.ndarray,
    part_amounts: np.ndarray,
    part_members: np.ndarray,
    share_first: np.ndarray,
    share_jokers: np.ndarray,
    words: np.ndarray,
    helpful: np.ndarray,
    completed: np.ndarray,
) -> None:
    """Find the tiles that raise ``now`` in runs or in new groups beside a choice of groups.

    Those in runs are added to those of each color in ``helpful``, the joker being of one color
    more; the numbers for which a part is completed, to those of each part in ``completed``.
    """
    jokers = best.shape[0] - 1
    width = changes.shape[2]
    # Some jokers are kept for the group that the tile completes.
    for kept in range(spare + 1):
        first, last = part_first[kept], part_first[kept + 1]
        if kept and first == last:
            continue
        for share in range(share_first[spare - kept], share_first[spare - kept + 1]):
            missing = now + 1 - amounts[choice]
            missing -= _in_runs(choice, share, colors, contents, best, share_jokers)
            if missing > (part_amounts[first] if kept else most_change):
                continue
            for color in range(colors):
                used = np.uint64(share_jokers[share, color])
                content = np.uint64(contents[choice, color])
                for change in range(width):
                    words[color * width + change] = changes[used, content, change]
            if kept == 0:
                # No number is raised by more than the most.
                least = min(missing, MOST_CHANGE + 1)
                for color in range(colors):
                    helpful[color] |= _high_at_least(words[color * width], least)
                if not helpful[colors]:
                    for color in range(colors):
                        more = share_jokers[share, color] + 1
                        if more <= jokers:
                            content = contents[choice, color]
                            gain = np.int64(best[more, content]) - best[more - 1, content]
                            if gain >= missing:
                                helpful[colors] = _HIGH
            for part in range(first, last):
                if missing > part_amounts[part]:
                    break
                loss = words[np.uint64(part_members[part, 0])]
                for member in range(1, part_members.shape[1]):
                    loss = _together(loss, words[np.uint64(part_members[part, member])])
                completed[part] |= ~_high_at_least(loss, part_amounts[part] - missing + 1)


@njit(cache=True, nogil=True)
def helpful_tiles(
    hands: np.ndarray,
    content_of: np.ndarray,
    pattern_of: tuple[int, ...],
    pattern_zero: np.ndarray,
    option_first: np.ndarray,
    option_last: np.ndarray,
    option_tiles: np.ndarray,
    option_jokers: np.ndarray,
    option_amounts: np.ndarray,
    option_grows: np.ndarray,
    best: np.ndarray,
    changes: np.ndarray,
    most_change: int,
    part_first: np.ndarray,
    part_amounts: np.ndarray,
    part_lacks: np.ndarray,
    part_members: np.ndarray,
    share_first: np.ndarray,
    share_jokers: np.ndarray,
    in_deck: np.ndarray,
    given: int,
    by_tiles: bool,
    results: np.ndarray,
) -> None:
    """Write into ``results`` how many tiles, or kinds of tiles, would raise each hand's optimum.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    content_of, pattern_zero, option_first, option_last, option_tiles, option_jokers
        As in `rummistats.kernels.split.four_optima`.
    pattern_of : tuple of int
        What a tile of each color adds to its number's pattern. The length of a tuple is in its
        type, so that the loops over colors are compiled for this number of them.
    option_amounts : numpy.ndarray of int64, shape (options,)
        What each choice of groups adds to the optimum.
    option_grows : numpy.ndarray of int64, shape (options, colors + 1)
        How much more it adds with one more tile of each color, or one more joker, in its groups.
    best, changes : numpy.ndarray
        As in `fill_changes`.
    most_change : int
        By how much any tile or joker may raise the optimum at most.
    part_first : numpy.ndarray of int64, shape (jokers + 2,)
        The parts, groups that lack one tile, with ``j`` jokers have the places ``part_first[j]``
        to ``part_first[j + 1] - 1``; of these the ones that add more to the optimum come first.
    part_amounts : numpy.ndarray of int64, shape (parts,)
        What the whole group adds to the optimum; `MOST_CHANGE` at most.
    part_lacks : numpy.ndarray of uint64, shape (parts, colors + 1)
        The numbers for which a tile of each color, or a joker, is the one that it lacks.
    part_members : numpy.ndarray of int64, shape (parts, most members)
        For each color of which the part has tiles, ``color * (1 + losses) + tiles``;
        ``colors * (1 + losses)`` in places that are left.
    share_first : numpy.ndarray of int64, shape (jokers + 2,)
        The ways to share ``j`` jokers out among the colors have the places ``share_first[j]`` to
        ``share_first[j + 1] - 1``.
    share_jokers : numpy.ndarray of int64, shape (shares, colors)
        How many each color gets.
    in_deck : numpy.ndarray of int64, shape (kinds,)
        How many tiles of each kind may be drawn by who has none.
    given : int
        The jokers that every player is given, and that were never in the deck.
    by_tiles : bool
        Whether to count tiles instead of kinds.
    results : numpy.ndarray of int64, shape (hands,)
        Receives the counts; -1 for hands with more than `MOST_CHOICES` choices of groups.
    """
    numbers = content_of.shape[0] - 1
    colors = len(pattern_of)
    added_pattern = np.array(pattern_of)
    colored = colors * numbers
    number_of = np.zeros(colored + 1, dtype=np.int64)
    color_of = np.zeros(colored + 1, dtype=np.int64)
    bit_of = np.zeros(colored + 1, dtype=np.uint64)
    copies = in_deck[:colored].max()
    # Plane k has the numbers of which more than k tiles can be drawn.
    drawable = np.zeros((copies, colors), dtype=np.uint64)
    for kind in range(colored):
        number_of[kind] = kind % numbers + 1
        color_of[kind] = kind // numbers
        bit_of[kind] = _EIGHT << np.uint64(_BITS * (kind % numbers))
        for copy in range(in_deck[kind]):
            drawable[copy, kind // numbers] |= bit_of[kind]
    to_come = np.zeros((copies, colors), dtype=np.uint64)
    patterns = np.zeros(numbers + 1, dtype=np.int64)
    contents = np.zeros((MOST_CHOICES, colors), dtype=np.int64)
    amounts = np.zeros(MOST_CHOICES, dtype=np.int64)
    left = np.zeros(MOST_CHOICES, dtype=np.int64)
    totals = np.zeros(MOST_CHOICES, dtype=np.int64)
    # How each choice of groups came from another one: by an option of a number.
    origin = np.zeros(MOST_CHOICES, dtype=np.int64)
    added = np.zeros(MOST_CHOICES, dtype=np.int64)
    at_number = np.zeros(MOST_CHOICES, dtype=np.int64)
    grows_most = option_grows.max()
    # The changes of all colors, and one that is no change.
    words = np.zeros(colors * changes.shape[2] + 1, dtype=np.uint64)
    completed = np.zeros(part_amounts.shape[0], dtype=np.uint64)
    helpful = np.zeros(colors + 1, dtype=np.uint64)
    for row in range(hands.shape[0]):
        patterns[:] = pattern_zero
        contents[0, :] = 0
        to_come[:] = drawable
        held = 0
        for kind in hands[row]:
            if kind == colored:
                held += 1
                continue
            number = number_of[kind]
            color = color_of[kind]
            patterns[number] += added_pattern[color]
            contents[0, color] += content_of[number]
            bit = bit_of[kind]
            for copy in range(copies - 1, -1, -1):
                gone = to_come[copy, color] & bit
                to_come[copy, color] ^= gone
                bit ^= gone

        choices = list_group_choices(
            held, patterns, pattern_of, content_of, option_first, option_last, option_tiles,
            option_jokers, option_amounts, contents, amounts, left, origin, added, at_number,
        )  # fmt: skip
        if choices > MOST_CHOICES:
            results[row] = -1
            continue
        now = np.int64(0)
        for choice in range(choices):
            most = np.int64(0)
            for share in range(share_first[left[choice]], share_first[left[choice] + 1]):
                most = max(most, _in_runs(choice, share, colors, contents, best, share_jokers))
            totals[choice] = amounts[choice] + most
            now = max(now, totals[choice])

        jokers_left = np.int64(0)
        if in_deck.shape[0] > colored:
            jokers_left = max(in_deck[colored] - max(held - given, 0), np.int64(0))
        helpful[:] = 0
        if jokers_left == 0:
            # It needn't be looked for.
            helpful[colors] = _HIGH
        completed[:] = 0
        for choice in range(choices):
            if totals[choice] + most_change > now:
                _add_helpful(
                    choice,
                    now,
                    colors,
                    contents,
                    amounts,
                    left[choice],
                    best,
                    changes,
                    most_change,
                    part_first,
                    part_amounts,
                    part_members,
                    share_first,
                    share_jokers,
                    words,
                    helpful,
                    completed,
                )
                if totals[choice] + grows_most > now:
                    place = choice
                    while place:
                        for color in range(colors + 1):
                            if totals[choice] + option_grows[added[place], color] > now:
                                helpful[color] |= _EIGHT << np.uint64(
                                    _BITS * (at_number[place] - 1)
                                )
                        place = origin[place]
        for part in range(part_first[held + 1]):
            for color in range(colors + 1):
                helpful[color] |= completed[part] & part_lacks[part, color]
        total = np.int64(0)
        if helpful[colors]:
            total = jokers_left if by_tiles else min(jokers_left, np.int64(1))
        for copy in range(copies if by_tiles else 1):
            for color in range(colors):
                found = (helpful[color] & to_come[copy, color]) >> _THREE
                # The highest four bits of the product are the sum of all others.
                total += np.int64((found * _LOW) >> _SIXTY)
        results[row] = total
