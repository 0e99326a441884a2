"""Which further tile would improve each of very many hands.

As in `rummistats.kernels.split`, groups are chosen and the colors looked up. A further tile
helps in a run if it raises what a color is worth by enough: a table says by how much each number
raises each content. It helps in a group if a choice of groups that needs it leaves enough.

Numbers of one color are kept in a word of four bits a number, the lowest four for number 1.
"""

from __future__ import annotations

import numpy as np
from numba import njit

_LOW = np.uint64(0x1111_1111_1111_1111)
_HIGH = np.uint64(0x8888_8888_8888_8888)
_THREE = np.uint64(3)
_BITS = 4
_EIGHT = 8

MOST_GAIN = 7
"""By how much a tile may raise a color, so that it and a comparison fit into four bits."""


@njit(cache=True, nogil=True)
def fill_gains(best: np.ndarray, copies: int, numbers: int, gains: np.ndarray) -> np.int64:
    """Fill the table of what one more tile adds to a color; return the largest gain.

    Parameters
    ----------
    best : numpy.ndarray of uint8, shape (jokers + 1, contents)
        The best that runs make of each content of one color, see
        `rummistats.kernels.split.fill_table`.
    copies, numbers : int
        Of the tile set.
    gains : numpy.ndarray of uint64, shape (jokers + 1, contents)
        Receives by how much each number raises it; 0 if there is no further copy.
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
            word = np.uint64(0)
            power = 1
            for number in range(numbers):
                if digits[number] < copies:
                    gain = np.int64(best[joker, content + power]) - np.int64(best[joker, content])
                    largest = max(largest, gain)
                    word |= np.uint64(gain & 15) << np.uint64(_BITS * number)
                power *= base
            gains[joker, content] = word
    return largest


@njit(cache=True, nogil=True, inline="always")
def _at_least(word: np.uint64, least: np.int64) -> np.uint64:
    """Return the numbers whose gain is at least so much: 1 to 8."""
    return ((word + np.uint64(_EIGHT - least) * _LOW) & _HIGH) >> _THREE


@njit(cache=True, nogil=True)
def _most(
    patterns: np.ndarray,
    content_of: np.ndarray,
    best: np.ndarray,
    option_first: np.ndarray,
    option_last: np.ndarray,
    option_tiles: np.ndarray,
    option_jokers: np.ndarray,
    option_amounts: np.ndarray,
    held: int,
    enough: np.int64,
    active: np.ndarray,
    at_level: np.ndarray,
    choice: np.ndarray,
    contents: np.ndarray,
    amount: np.ndarray,
    left: np.ndarray,
    shared: np.ndarray,
) -> np.int64:
    """Return the optimum of one hand, or the first amount found that is more than enough.

    The hand is ``patterns`` and ``contents[0]`` with ``held`` jokers.
    """
    numbers = content_of.shape[0] - 1
    colors = contents.shape[1]
    levels = 0
    for number in range(1, numbers + 1):
        pattern = patterns[number]
        if option_last[pattern, held] - option_first[pattern] > 1:
            active[levels] = number
            levels += 1
    left[0] = held
    amount[0] = 0
    most = np.int64(0)
    depth = 0
    at_level[0] = 0
    if levels:
        choice[0] = option_first[patterns[active[0]]]
    arrived = True
    while depth >= 0:
        if arrived:
            # These groups alone: look the colors up, and share out the jokers left.
            spare = left[depth]
            total = amount[depth]
            if spare == 0:
                for color in range(colors):
                    total += best[0, contents[depth, color]]
            else:
                for joker in range(spare + 1):
                    shared[joker] = total
                for color in range(colors):
                    content = contents[depth, color]
                    for joker in range(spare, -1, -1):
                        larger = np.int64(0)
                        for used in range(joker + 1):
                            larger = max(larger, shared[joker - used] + best[used, content])
                        shared[joker] = larger
                total = shared[spare]
            most = max(most, total)
            if most > enough:
                return most
        # One more group, of a later number.
        arrived = False
        while at_level[depth] < levels:
            choice[depth] += 1
            if choice[depth] < option_last[patterns[active[at_level[depth]]], left[depth]]:
                arrived = True
                break
            at_level[depth] += 1
            if at_level[depth] < levels:
                choice[depth] = option_first[patterns[active[at_level[depth]]]]
        if not arrived:
            depth -= 1
            continue
        number = active[at_level[depth]]
        option = choice[depth]
        for color in range(colors):
            contents[depth + 1, color] = (
                contents[depth, color] - option_tiles[option, color] * content_of[number]
            )
        amount[depth + 1] = amount[depth] + option_amounts[option]
        left[depth + 1] = left[depth] - option_jokers[option]
        at_level[depth + 1] = at_level[depth] + 1
        if at_level[depth + 1] < levels:
            choice[depth + 1] = option_first[patterns[active[at_level[depth + 1]]]]
        depth += 1
    return most


@njit(cache=True, nogil=True)
def _help_in_runs(
    patterns: np.ndarray,
    content_of: np.ndarray,
    best: np.ndarray,
    gains: np.ndarray,
    largest_gain: int,
    option_first: np.ndarray,
    option_last: np.ndarray,
    option_tiles: np.ndarray,
    option_jokers: np.ndarray,
    option_amounts: np.ndarray,
    held: int,
    now: np.int64,
    active: np.ndarray,
    at_level: np.ndarray,
    choice: np.ndarray,
    contents: np.ndarray,
    amount: np.ndarray,
    left: np.ndarray,
    before: np.ndarray,
    after: np.ndarray,
    helpful: np.ndarray,
) -> None:
    """Add to ``helpful`` the numbers of each color that raise ``now`` as part of a run."""
    numbers = content_of.shape[0] - 1
    colors = contents.shape[1]
    levels = 0
    for number in range(1, numbers + 1):
        pattern = patterns[number]
        if option_last[pattern, held] - option_first[pattern] > 1:
            active[levels] = number
            levels += 1
    left[0] = held
    amount[0] = 0
    depth = 0
    at_level[0] = 0
    if levels:
        choice[0] = option_first[patterns[active[0]]]
    arrived = True
    while depth >= 0:
        if arrived:
            spare = left[depth]
            if spare == 0:
                total = amount[depth]
                for color in range(colors):
                    total += best[0, contents[depth, color]]
                missing = now + 1 - total
                if missing <= largest_gain:
                    for color in range(colors):
                        helpful[color] |= _at_least(gains[0, contents[depth, color]], missing)
            else:
                # What the colors before and after each one make of so many jokers.
                for joker in range(spare + 1):
                    before[0, joker] = amount[depth]
                    after[colors, joker] = 0
                for color in range(colors):
                    content = contents[depth, color]
                    for joker in range(spare + 1):
                        larger = np.int64(0)
                        for used in range(joker + 1):
                            larger = max(larger, before[color, joker - used] + best[used, content])
                        before[color + 1, joker] = larger
                if now + 1 - before[colors, spare] <= largest_gain:
                    for color in range(colors - 1, -1, -1):
                        content = contents[depth, color]
                        for joker in range(spare + 1):
                            larger = np.int64(0)
                            for used in range(joker + 1):
                                larger = max(
                                    larger, after[color + 1, joker - used] + best[used, content]
                                )
                            after[color, joker] = larger
                        for used in range(spare + 1):
                            others = np.int64(0)
                            for joker in range(spare - used + 1):
                                others = max(
                                    others,
                                    before[color, joker] + after[color + 1, spare - used - joker],
                                )
                            missing = now + 1 - others - best[used, content]
                            if missing <= largest_gain:
                                helpful[color] |= _at_least(gains[used, content], missing)
        # One more group, of a later number.
        arrived = False
        while at_level[depth] < levels:
            choice[depth] += 1
            if choice[depth] < option_last[patterns[active[at_level[depth]]], left[depth]]:
                arrived = True
                break
            at_level[depth] += 1
            if at_level[depth] < levels:
                choice[depth] = option_first[patterns[active[at_level[depth]]]]
        if not arrived:
            depth -= 1
            continue
        number = active[at_level[depth]]
        option = choice[depth]
        for color in range(colors):
            contents[depth + 1, color] = (
                contents[depth, color] - option_tiles[option, color] * content_of[number]
            )
        amount[depth + 1] = amount[depth] + option_amounts[option]
        left[depth + 1] = left[depth] - option_jokers[option]
        at_level[depth + 1] = at_level[depth] + 1
        if at_level[depth + 1] < levels:
            choice[depth + 1] = option_first[patterns[active[at_level[depth + 1]]]]
        depth += 1


@njit(cache=True, nogil=True)
def helpful_tiles(
    hands: np.ndarray,
    content_of: np.ndarray,
    pattern_of: np.ndarray,
    best: np.ndarray,
    gains: np.ndarray,
    largest_gain: int,
    pattern_zero: np.ndarray,
    option_first: np.ndarray,
    option_last: np.ndarray,
    option_tiles: np.ndarray,
    option_jokers: np.ndarray,
    option_amounts: np.ndarray,
    extra_first: np.ndarray,
    extra_last: np.ndarray,
    extra_tiles: np.ndarray,
    extra_jokers: np.ndarray,
    extra_amounts: np.ndarray,
    extra_colors: np.ndarray,
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
    content_of, pattern_of, pattern_zero, option_first, option_last, option_tiles, option_jokers
        As in `rummistats.kernels.split.four_optima`.
    best, gains : numpy.ndarray
        As in `fill_gains`.
    largest_gain : int
        What `fill_gains` returned; `MOST_GAIN` at most.
    option_amounts : numpy.ndarray of int64, shape (options,)
        What each choice of groups adds to the optimum.
    extra_first, extra_last, extra_tiles, extra_jokers, extra_amounts : numpy.ndarray of int64
        The same for the choices of groups that need one tile more than a pattern has, and that
        tile left out of the tiles used.
    extra_colors : numpy.ndarray of int64, shape (extras,)
        Bit ``c`` is set if the tile may be of color ``c``.
    in_deck : numpy.ndarray of int64, shape (kinds,)
        How many tiles of each kind may be drawn by who has none.
    given : int
        The jokers that every player is given, and that were never in the deck.
    by_tiles : bool
        Whether to count tiles instead of kinds.
    results : numpy.ndarray of int64, shape (hands,)
        Receives the counts.
    """
    numbers = content_of.shape[0] - 1
    colors = pattern_of.shape[0]
    colored = colors * numbers
    jokers = best.shape[0] - 1
    number_of = np.zeros(colored + 1, dtype=np.int64)
    color_of = np.zeros(colored + 1, dtype=np.int64)
    drawable = np.zeros(colors, dtype=np.uint64)
    one = np.uint64(1)
    for kind in range(colored):
        number_of[kind] = kind % numbers + 1
        color_of[kind] = kind // numbers
        if in_deck[kind] > 0:
            drawable[kind // numbers] |= one << np.uint64(_BITS * (kind % numbers))
    counts = np.zeros(colored + 1, dtype=np.int64)
    patterns = np.zeros(numbers + 1, dtype=np.int64)
    active = np.empty(numbers + 1, dtype=np.int64)
    at_level = np.empty(numbers + 2, dtype=np.int64)
    choice = np.empty(numbers + 2, dtype=np.int64)
    contents = np.zeros((numbers + 2, colors), dtype=np.int64)
    amount = np.zeros(numbers + 2, dtype=np.int64)
    left = np.zeros(numbers + 2, dtype=np.int64)
    shared = np.zeros(jokers + 1, dtype=np.int64)
    before = np.zeros((colors + 1, jokers + 1), dtype=np.int64)
    after = np.zeros((colors + 1, jokers + 1), dtype=np.int64)
    values = np.zeros(colors, dtype=np.int64)
    with_jokers = np.zeros(jokers + 1, dtype=np.int64)
    helpful = np.zeros(colors, dtype=np.uint64)
    wanted = np.zeros(colors, dtype=np.uint64)
    for row in range(hands.shape[0]):
        patterns[:] = pattern_zero
        contents[0, :] = 0
        helpful[:] = 0
        wanted[:] = drawable
        held = 0
        for kind in hands[row]:
            if kind == colored:
                held += 1
                continue
            number = number_of[kind]
            color = color_of[kind]
            counts[kind] += 1
            patterns[number] += pattern_of[color]
            contents[0, color] += content_of[number]
            if counts[kind] >= in_deck[kind]:
                wanted[color] &= ~(one << np.uint64(_BITS * (number - 1)))

        # What runs make of the hand without groups and jokers, and where groups need no joker.
        plain = np.int64(0)
        for color in range(colors):
            values[color] = best[0, contents[0, color]]
            plain += values[color]
        natural = 0
        for number in range(1, numbers + 1):
            pattern = patterns[number]
            natural += option_last[pattern, 0] - option_first[pattern] > 1
        # The optimum with fewer jokers says which choices of groups can't help.
        with_jokers[0] = plain
        for joker in range(0 if natural else 1, held + 1):
            with_jokers[joker] = _most(
                patterns,
                content_of,
                best,
                option_first,
                option_last,
                option_tiles,
                option_jokers,
                option_amounts,
                joker,
                np.int64(1 << 40),
                active,
                at_level,
                choice,
                contents,
                amount,
                left,
                shared,
            )
        now = with_jokers[held]
        if held or natural:
            _help_in_runs(
                patterns,
                content_of,
                best,
                gains,
                largest_gain,
                option_first,
                option_last,
                option_tiles,
                option_jokers,
                option_amounts,
                held,
                now,
                active,
                at_level,
                choice,
                contents,
                amount,
                left,
                before,
                after,
                helpful,
            )
        else:
            for color in range(colors):
                helpful[color] = _at_least(gains[0, contents[0, color]], np.int64(1))

        total = np.int64(0)
        jokers_left = np.int64(0)
        if jokers:
            jokers_left = in_deck[colored] - max(held - given, 0)
        if jokers_left > 0:
            with_joker = np.int64(0)
            for color in range(colors):
                one_more = plain - values[color] + best[1, contents[0, color]]
                with_joker = max(with_joker, one_more)
            if with_joker <= now:
                with_joker = _most(
                    patterns,
                    content_of,
                    best,
                    option_first,
                    option_last,
                    option_tiles,
                    option_jokers,
                    option_amounts,
                    held + 1,
                    now,
                    active,
                    at_level,
                    choice,
                    contents,
                    amount,
                    left,
                    shared,
                )
            if with_joker > now:
                total += jokers_left if by_tiles else 1

        for number in range(1, numbers + 1):
            pattern = patterns[number]
            if extra_last[pattern, held] == extra_first[pattern]:
                continue
            shift = np.uint64(_BITS * (number - 1))
            others = natural - (option_last[pattern, 0] - option_first[pattern] > 1)
            asked = np.int64(0)
            for color in range(colors):
                if ((wanted[color] & ~helpful[color]) >> shift) & one:
                    asked |= np.int64(1) << color
            for extra in range(extra_first[pattern], extra_last[pattern, held]):
                if not asked & extra_colors[extra]:
                    continue
                enough = now - extra_amounts[extra]
                spare = held - extra_jokers[extra]
                most = plain
                for color in range(colors):
                    used = extra_tiles[extra, color]
                    if used:
                        rest = contents[0, color] - used * content_of[number]
                        most += best[0, rest] - values[color]
                if most <= enough and (spare or others) and with_jokers[spare] > enough:
                    for color in range(colors):
                        contents[0, color] -= extra_tiles[extra, color] * content_of[number]
                    patterns[number] = pattern_zero[number]
                    most = _most(
                        patterns,
                        content_of,
                        best,
                        option_first,
                        option_last,
                        option_tiles,
                        option_jokers,
                        option_amounts,
                        spare,
                        enough,
                        active,
                        at_level,
                        choice,
                        contents,
                        amount,
                        left,
                        shared,
                    )
                    patterns[number] = pattern
                    for color in range(colors):
                        contents[0, color] += extra_tiles[extra, color] * content_of[number]
                if most > enough:
                    for color in range(colors):
                        if (asked & extra_colors[extra]) >> color & 1:
                            helpful[color] |= one << shift
                    asked &= ~extra_colors[extra]

        for color in range(colors):
            found = helpful[color] & wanted[color]
            if by_tiles:
                for number in range(numbers):
                    if (found >> np.uint64(_BITS * number)) & one:
                        kind = color * numbers + number
                        total += in_deck[kind] - counts[kind]
            else:
                while found:
                    found &= found - one
                    total += 1
        results[row] = total
        for kind in hands[row]:
            counts[kind] = 0
