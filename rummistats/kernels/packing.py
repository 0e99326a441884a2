"""The isolated tiles that very many hands have left after a largest packing of three-tile melds.

As in `rummistats.kernels.split`, groups are chosen and a table says how many runs of three each
color still makes. Only choices that lead to the most melds are followed to the end: there is a
run to take as long as the table says so.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from rummistats.kernels.counting import add_tile, color_and_bit, isolated


@njit(cache=True, nogil=True, inline="always")
def _remove(planes: np.ndarray, tiles: np.int64) -> None:
    """Take one tile of each number away from one color's planes, see `isolated`."""
    for copy in range(planes.shape[0] - 1, -1, -1):
        taken = planes[copy] & tiles
        planes[copy] ^= taken
        tiles ^= taken


@njit(cache=True, nogil=True)
def _fewest_in_runs(
    contents: np.ndarray,
    planes: np.ndarray,
    spare: int,
    reach: np.ndarray,
    best: np.ndarray,
    run_last: np.ndarray,
    run_deltas: np.ndarray,
    run_needs: np.ndarray,
    run_wild: np.ndarray,
    near: np.ndarray,
    sizes: np.ndarray,
    colors_pair: bool,
    twins: int,
    fewest: np.int64,
    least: np.int64,
    at_color: np.ndarray,
    at_run: np.ndarray,
    is_new: np.ndarray,
    left_content: np.ndarray,
    left_planes: np.ndarray,
    left_jokers: np.ndarray,
    rest: np.ndarray,
) -> np.int64:
    """Return the fewest isolated tiles after as many runs as ``reach[0, spare]`` says.

    No more is looked for if they are ``least``; ``fewest`` is what is known already.
    """
    colors, copies = planes.shape
    wanted = reach[0, spare]
    depth = 0
    at_color[0] = 0
    at_run[0] = 0
    is_new[0] = True
    left_content[0] = contents[0]
    left_planes[0] = planes[0]
    left_jokers[0] = spare
    # Each step down goes on to the next color or takes a run, so the runs follow from both.
    while depth >= 0:
        color = at_color[depth]
        held = left_jokers[depth]
        taken = depth - color
        content = left_content[depth]
        if is_new[depth]:
            is_new[depth] = False
            if taken + reach[color + 1, held] == wanted:
                for copy in range(copies):
                    rest[color, copy] = left_planes[depth, copy]
                if color + 1 == colors:
                    fewest = min(fewest, isolated(rest, near, sizes, colors_pair, twins))
                    if fewest <= least:
                        return fewest
                else:
                    depth += 1
                    at_color[depth] = color + 1
                    at_run[depth] = 0
                    is_new[depth] = True
                    left_content[depth] = contents[color + 1]
                    for copy in range(copies):
                        left_planes[depth, copy] = planes[color + 1, copy]
                    left_jokers[depth] = held
                    continue
        found = False
        while best[held, content] and at_run[depth] < run_last[held]:
            run = at_run[depth]
            fits = True
            for copy in range(copies):
                if run_needs[run, copy] & ~left_planes[depth, copy]:
                    fits = False
                    break
            if fits:
                rest_content = content - run_deltas[run]
                rest_jokers = held - run_wild[run]
                most = np.int64(0)
                for used in range(rest_jokers + 1):
                    most = max(
                        most, best[used, rest_content] + reach[color + 1, rest_jokers - used]
                    )
                if taken + 1 + most == wanted:
                    found = True
                    break
            at_run[depth] += 1
        if not found:
            depth -= 1
            if depth >= 0 and at_color[depth] == color:
                at_run[depth] += 1
            continue
        depth += 1
        at_color[depth] = color
        # Runs in the order of their numbers: no choice is looked at twice.
        at_run[depth] = run
        is_new[depth] = True
        left_content[depth] = rest_content
        left_jokers[depth] = rest_jokers
        for copy in range(copies):
            left_planes[depth, copy] = left_planes[depth - 1, copy]
        for copy in range(copies):
            if run_needs[run, copy]:
                _remove(left_planes[depth], run_needs[run, copy])
    return fewest


@njit(cache=True, nogil=True)
def isolated_after_packing(
    hands: np.ndarray,
    copies: int,
    content_of: np.ndarray,
    pattern_of: np.ndarray,
    best: np.ndarray,
    pattern_zero: np.ndarray,
    option_first: np.ndarray,
    option_last: np.ndarray,
    option_tiles: np.ndarray,
    option_jokers: np.ndarray,
    option_melds: np.ndarray,
    run_last: np.ndarray,
    run_deltas: np.ndarray,
    run_needs: np.ndarray,
    run_wild: np.ndarray,
    near: np.ndarray,
    sizes: np.ndarray,
    colors_pair: bool,
    twins: int,
    results: np.ndarray,
) -> None:
    """Write into ``results`` the fewest isolated tiles of each hand after a largest packing.

    Parameters
    ----------
    hands : numpy.ndarray of uint8, shape (hands, hand_size)
        The kinds of each hand's tiles.
    copies : int
        Of the tile set.
    content_of, pattern_of, pattern_zero, option_first, option_last, option_tiles, option_jokers
        As in `rummistats.kernels.split.four_optima`, for groups of three.
    best : numpy.ndarray of uint8, shape (jokers + 1, contents)
        How many runs of three each content of one color makes.
    option_melds : numpy.ndarray of int64, shape (options,)
        How many groups each choice has.
    run_last : numpy.ndarray of int64, shape (jokers + 1,)
        The runs with at most so many jokers are those before this place.
    run_deltas : numpy.ndarray of int64, shape (runs,)
        The content of each run's real tiles.
    run_needs : numpy.ndarray of int64, shape (runs, copies)
        As in `rummistats.kernels.split.fill_table`.
    run_wild : numpy.ndarray of int64, shape (runs,)
        The jokers of each run.
    near, sizes, colors_pair, twins
        As in `rummistats.kernels.counting.isolated`.
    results : numpy.ndarray of int64, shape (hands,)
        Receives the counts.
    """
    numbers = content_of.shape[0] - 1
    colors = pattern_of.shape[0]
    jokers = best.shape[0] - 1
    colored = colors * numbers
    color_of, bit_of = color_and_bit(numbers, colors)
    steps = hands.shape[1] + colors + 2
    patterns = np.zeros(numbers + 1, dtype=np.int64)
    active = np.empty(numbers + 1, dtype=np.int64)
    at_level = np.empty(numbers + 2, dtype=np.int64)
    choice = np.empty(numbers + 2, dtype=np.int64)
    contents = np.zeros((numbers + 2, colors), dtype=np.int64)
    planes = np.zeros((numbers + 2, colors, copies), dtype=np.int64)
    melds = np.zeros(numbers + 2, dtype=np.int64)
    left = np.zeros(numbers + 2, dtype=np.int64)
    reach = np.zeros((colors + 1, jokers + 1), dtype=np.int64)
    at_color = np.zeros(steps, dtype=np.int64)
    at_run = np.zeros(steps, dtype=np.int64)
    is_new = np.zeros(steps, dtype=np.bool_)
    left_content = np.zeros(steps, dtype=np.int64)
    left_planes = np.zeros((steps, copies), dtype=np.int64)
    left_jokers = np.zeros(steps, dtype=np.int64)
    rest = np.zeros((colors, copies), dtype=np.int64)
    for row in range(hands.shape[0]):
        patterns[:] = pattern_zero
        contents[0, :] = 0
        planes[0] = 0
        held = 0
        for kind in hands[row]:
            if kind == colored:
                held += 1
                continue
            color = color_of[kind]
            number = kind - color * numbers + 1
            patterns[number] += pattern_of[color]
            contents[0, color] += content_of[number]
            add_tile(planes[0], color, bit_of[kind])
        alone = isolated(planes[0], near, sizes, colors_pair, twins)
        # A tile without partner is only taken away by two jokers, and no other gets a partner.
        least = alone - held // 2

        levels = 0
        for number in range(1, numbers + 1):
            pattern = patterns[number]
            if option_last[pattern, held] - option_first[pattern] > 1:
                active[levels] = number
                levels += 1
        left[0] = held
        melds[0] = 0
        most = np.int64(-1)
        fewest = np.int64(0)
        depth = 0
        at_level[0] = 0
        if levels:
            choice[0] = option_first[patterns[active[0]]]
        arrived = True
        while depth >= 0:
            if arrived:
                spare = left[depth]
                for color in range(colors - 1, -1, -1):
                    content = contents[depth, color]
                    for joker in range(spare + 1):
                        larger = np.int64(0)
                        for used in range(joker + 1):
                            larger = max(
                                larger, best[used, content] + reach[color + 1, joker - used]
                            )
                        reach[color, joker] = larger
                total = melds[depth] + reach[0, spare]
                if total > most:
                    most = total
                    fewest = np.int64(hands.shape[1])
                if total == most and fewest > least:
                    # Nor do runs take away more of those that the groups have left alone.
                    rest_alone = isolated(planes[depth], near, sizes, colors_pair, twins)
                    if reach[0, spare] == 0:
                        fewest = min(fewest, rest_alone)
                    elif fewest > rest_alone - spare // 2:
                        fewest = _fewest_in_runs(
                            contents[depth],
                            planes[depth],
                            spare,
                            reach,
                            best,
                            run_last,
                            run_deltas,
                            run_needs,
                            run_wild,
                            near,
                            sizes,
                            colors_pair,
                            twins,
                            fewest,
                            rest_alone - spare // 2,
                            at_color,
                            at_run,
                            is_new,
                            left_content,
                            left_planes,
                            left_jokers,
                            rest,
                        )
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
            bit = np.int64(1) << (number - 1)
            for color in range(colors):
                used = option_tiles[option, color]
                contents[depth + 1, color] = contents[depth, color] - used * content_of[number]
                for copy in range(copies):
                    planes[depth + 1, color, copy] = planes[depth, color, copy]
                for _ in range(used):
                    _remove(planes[depth + 1, color], bit)
            melds[depth + 1] = melds[depth] + option_melds[option]
            left[depth + 1] = left[depth] - option_jokers[option]
            at_level[depth + 1] = at_level[depth] + 1
            if at_level[depth + 1] < levels:
                choice[depth + 1] = option_first[patterns[active[at_level[depth + 1]]]]
            depth += 1
        results[row] = fewest
