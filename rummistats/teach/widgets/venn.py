"""The Venn explorer: two or three events, and how many hands are in each region."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from rummistats.distribution import Distribution, make_distribution
from rummistats.errors import MeasureError, TileError
from rummistats.exact import exact, exact_at_once
from rummistats.exact.hands import HandList
from rummistats.measures import Measure
from rummistats.playing import deck_of
from rummistats.seeds import make_seed
from rummistats.show.game_words import game_words
from rummistats.show.tile_words import counted, listed
from rummistats.teach.widgets.events import LISTED, Asked, Event, list_hands, make_events
from rummistats.teach.widgets.panel import Panel, live_controls
from rummistats.teach.widgets.shown import Shown, figure_in_words, picture_html, table_html
from rummistats.variants import Variant, require_variant

__all__ = ["Region", "joint_of_events", "regions", "show_venn", "venn_explorer"]

SAMPLE = 100_000
"""Hands of a simulation, where counting takes too long."""

SMALL_SAMPLE = 10_000
"""The same, for events that are functions of a hand."""

LARGEST = 24
"""Tiles of the largest hand."""

Truths = tuple[bool, ...]


@dataclass(frozen=True)
class Region:
    """A part of a Venn diagram.

    Parameters
    ----------
    name : str
        What it is called.
    holds : callable
        Whether a hand of which so much is true is in it.
    """

    name: str
    holds: Callable[[Truths], bool]


def regions(names: Sequence[str]) -> tuple[Region, ...]:
    """Return the parts that one asks for: each event, unions, intersections, complements.

    Examples
    --------
    >>> [region.name for region in regions(["A", "B"])][:5]
    ['A', 'B', 'A and B', 'A or B', 'A but not B']
    """
    found = [Region(name, _place(place)) for place, name in enumerate(names)]
    every, any_of = " and ".join(names), " or ".join(names)
    found += [Region(every, all), Region(any_of, any)]
    if len(names) == 2:
        one, other = names
        found += [
            Region(f"{one} but not {other}", lambda t: t[0] and not t[1]),
            Region(f"{other} but not {one}", lambda t: t[1] and not t[0]),
        ]
    else:
        for first in range(3):
            for second in range(first + 1, 3):
                found.append(Region(f"{names[first]} and {names[second]}", _both(first, second)))
        found.append(Region("at least two of them", lambda t: sum(t) >= 2))
    found += [
        Region("exactly one of them", lambda t: sum(t) == 1),
        Region("none of them", lambda t: not any(t)),
        *(Region(f"not {name}", _without(place)) for place, name in enumerate(names)),
    ]
    return tuple(found)


def joint_of_events(
    events: Sequence[Event],
    variant: Variant,
    hand_size: int,
    *,
    seed: int = 1,
    wait: bool = False,
) -> Distribution:
    """Return how many hands are in each region.

    Mini games are listed. In a full game a group and a run are counted with the help of "any
    meld", by inclusion and exclusion. Other events are simulated, unless one wants to wait.

    Parameters
    ----------
    events : sequence of Event
        Two or three.
    variant : Variant
        The game.
    hand_size : int
        Tiles dealt to a hand.
    seed : int
        What a simulation starts from.
    wait : bool
        Whether to count even if it takes a minute or two.

    Raises
    ------
    MeasureError
        If it is to be counted, but there is no way to do so.

    Examples
    --------
    >>> joint = joint_of_events(make_events(["has_group", "has_run"]), Variant.mini(), 4)
    >>> joint.prob((True, True)), joint.is_exact
    (Fraction(3, 65), True)
    """
    return _joint(tuple(events), variant, hand_size, seed, wait)


@lru_cache(maxsize=200)
def _joint(
    events: tuple[Event, ...], variant: Variant, hand_size: int, seed: int, wait: bool
) -> Distribution:
    deck = deck_of(variant)
    size = deck.check_hand_size(hand_size)
    if HandList(variant, size, None, deck).different <= LISTED:
        counts: Counter[Truths] = Counter()
        for _, weight, truths in list_hands(variant, events, size).rows:
            counts[truths] += weight
        return _made(counts, events, variant, size, None)
    by_inclusion = _group_and_run(events, variant, size)
    if by_inclusion is not None:
        return by_inclusion
    measures = tuple(event.asked for event in events)
    named = all(isinstance(each, Measure) for each in measures)
    if wait:
        if not named:
            raise MeasureError(
                "a function of a hand can't be counted in a game of so many hands; "
                "it is simulated instead"
            )
        found = exact(tuple(m for m in measures if isinstance(m, Measure)), variant, size)
    else:
        from rummistats.montecarlo import simulate

        asked: Any = tuple(
            each if isinstance(each, Measure) else (lambda hand, e=each: int(bool(e(hand))))
            for each in measures
        )
        hands = SAMPLE if named else SMALL_SAMPLE
        found = simulate(asked, variant, hands=hands, seed=seed, hand_size=size, progress=False)
    counts = Counter()
    for value, weight in zip(found.values, found.weights, strict=True):
        counts[tuple(event.holds(v) for event, v in zip(events, value, strict=True))] += weight
    return _made(counts, events, variant, size, None if found.is_exact else seed)


def show_venn(joint: Distribution, names: Sequence[str], region: Region) -> Shown:
    """Return a Venn diagram, and the figures of one of its parts.

    Examples
    --------
    >>> joint = joint_of_events(make_events(["has_group", "has_run"]), Variant.mini(), 4)
    >>> print(show_venn(joint, ["A", "B"], regions(["A", "B"])[3]).words[0])
    A or B: 503 of 1,820, that is 27.637 %.
    """
    from rummistats.show.venn import venn_chart

    figure = figure_in_words(joint.estimate(region.holds), joint.seed)
    words = [f"{region.name}: {figure}."]
    words.append(_inclusion(joint, names))
    if len(names) == 2:
        words.append(_dependence(joint, names))
    if not joint.is_exact:
        words.append("These figures are simulated; counting them would take a minute or more.")
    size = joint.hand_size or 0
    title = f"{listed(list(names))}: {counted(size, 'tile')}"
    chart = venn_chart(joint, names=names, title=title, size="half")
    return Shown(tuple(words), (picture_html(chart), _table(joint, names)))


def venn_explorer(
    events: Mapping[str, Asked] | Sequence[Asked],
    variant: Variant | str,
    hand_size: int | None = None,
    *,
    seed: int = 1,
) -> Panel:
    """Return an explorer of two or three events: every region is counted.

    Parameters
    ----------
    events : mapping or sequence
        Two or three measures such as ``has_group``, compared ones such as ``melds >= 2``, or
        functions of a hand; a mapping gives them names.
    variant : Variant or str
        The game, or its name.
    hand_size : int, optional
        Tiles dealt to a hand at first; the variant's unless given.
    seed : int
        What simulations start from, where counting takes too long.

    Raises
    ------
    RummistatsError
        If there are not two or three events, or ipywidgets is missing.

    Examples
    --------
    >>> panel = venn_explorer({"a group": "has_group", "a run": "has_run"}, "sabra")
    >>> panel.controls["region"].value = 2
    >>> print(panel.shown.words[0])
    a group and a run: 42,859,663,181,871,540 of 105,710,363,656,182,600, that is 40.544 %.
    """
    # A wrong seed is an error of the cell, not of a simulation that comes later.
    make_seed(seed)
    variant = require_variant(variant)
    made = make_events(events)
    if len(made) not in (2, 3):
        raise MeasureError(f"{len(made)} events: a Venn diagram is of two or three")
    deck = deck_of(variant)
    first = deck.check_hand_size(variant.hand_size if hand_size is None else hand_size)
    if not first:
        raise TileError("hand_size=0: a hand for a Venn diagram has at least one tile")
    names = [event.name for event in made]
    parts = regions(names)
    live = live_controls()
    waits = False
    region = live.choice("region", [(part.name, place) for place, part in enumerate(parts)], 2)
    tiles = live.NumberSlider(
        label="tiles in a hand", low=1, high=min(max(LARGEST, first), deck.size), value=first
    )
    count = live.button("Count exactly (may take minutes)")

    def compute() -> Shown:
        nonlocal waits
        wanted, waits = waits, False
        joint = joint_of_events(made, variant, tiles.value, seed=seed, wait=wanted)
        count.disabled = joint.is_exact
        return show_venn(joint, names, parts[region.value])

    def wait() -> None:
        nonlocal waits
        waits = True

    compute()
    return Panel(
        f"Venn explorer: {listed(names)}, {game_words(variant)}",
        compute,
        {"region": region, "tiles": tiles, "count": count},
        [["region"], ["tiles", "count"]],
        {"count": wait},
    )


def _place(place: int) -> Callable[[Truths], bool]:
    return lambda truths: truths[place]


def _without(place: int) -> Callable[[Truths], bool]:
    return lambda truths: not truths[place]


def _both(first: int, second: int) -> Callable[[Truths], bool]:
    return lambda truths: truths[first] and truths[second]


def _made(
    counts: Mapping[Any, int],
    events: Sequence[Event],
    variant: Variant,
    hand_size: int,
    seed: int | None,
) -> Distribution:
    # Commas would cut a name of an event in two.
    names = ", ".join(event.name.replace(",", ";") for event in events)
    return make_distribution(
        counts,
        measure=f"({names})",
        is_exact=seed is None,
        variant=variant,
        hand_size=hand_size,
        seed=seed,
    )


def _group_and_run(
    events: tuple[Event, ...], variant: Variant, hand_size: int
) -> Distribution | None:
    """Return the regions of "has a group" and "has a run", which together are "has a meld"."""
    measures = {
        event.asked.name: event.asked
        for event in events
        if isinstance(event.asked, Measure) and event.sign == ">=" and event.number == 1
    }
    if len(events) != 2 or set(measures) != {"has_group", "has_run"}:
        return None
    group, run = measures["has_group"].settings, measures["has_run"].settings
    if (
        group["size"] > variant.min_group
        or run["length"] > variant.min_run
        or group["natural"] != run["natural"]
    ):
        return None
    union = Measure("has_meld", (("natural", run["natural"]),))
    found = [
        exact_at_once(asked, variant, hand_size)
        for asked in (*(event.asked for event in events if isinstance(event.asked, Measure)), union)
    ]
    if any(each is None for each in found):
        return None
    first, second, either = (each.weight(True) for each in found if each is not None)
    both = first + second - either
    total = found[0].total if found[0] is not None else 0
    counts = {
        (True, True): both,
        (True, False): first - both,
        (False, True): second - both,
        (False, False): total - either,
    }
    return _made(counts, events, variant, hand_size, None)


def _inclusion(joint: Distribution, names: Sequence[str]) -> str:
    """Return the sum of inclusion and exclusion, in figures."""
    alone = [joint.weight(_place(place)) for place in range(len(names))]
    either = joint.weight(any)
    if len(names) == 2:
        both = joint.weight(all)
        return (
            f"Inclusion and exclusion: {alone[0]:,} + {alone[1]:,} − {both:,} = {either:,} hands "
            f"with {names[0]} or {names[1]}."
        )
    pairs = [joint.weight(_both(*pair)) for pair in ((0, 1), (0, 2), (1, 2))]
    return (
        f"Inclusion and exclusion: {' + '.join(f'{n:,}' for n in alone)} − "
        f"{' − '.join(f'{n:,}' for n in pairs)} + {joint.weight(all):,} = {either:,} hands with "
        "at least one of them."
    )


def _dependence(joint: Distribution, names: Sequence[str]) -> str:
    """Return whether two events are independent, in words."""
    from rummistats.show.odds import percent

    first, second = (joint.prob(_place(place)) for place in range(2))
    both, product = joint.prob(all), first * second
    told = f"P({names[0]}) times P({names[1]}) is {percent(product)}; P(both) is {percent(both)}"
    if not joint.is_exact:
        return f"{told}."
    if both == product:
        return f"{told}: the events are independent."
    return f"{told}: the events are not independent."


def _table(joint: Distribution, names: Sequence[str]) -> str:
    """Return the regions that do not overlap, which together are all hands."""
    from itertools import product as every

    from rummistats.distribution.estimate import READABLE, percent

    rows = []
    for truths in every((True, False), repeat=len(names)):
        weight = joint.weight(truths)
        rows.append(
            (
                *("yes" if truth else "no" for truth in truths),
                f"{weight:,}" if joint.total <= READABLE else "…",
                percent(weight, joint.total),
            )
        )
    heading = (*names, "hands", "share")
    how = "exact" if joint.is_exact else f"simulated, n = {joint.total:,}, seed {joint.seed}"
    return table_html(f"All regions ({how}; {joint.total:,} in all)", heading, rows)
