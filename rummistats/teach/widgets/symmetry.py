"""The symmetry explorer: rename colors, turn numbers round; orbits and stabilizers of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from rummistats.errors import RummistatsError, VariantError
from rummistats.exact import (
    Permutation,
    PermutationGroup,
    Symmetry,
    canonical_hand,
    keeps_melds,
    orbit,
    stabilizer,
    symmetries,
)
from rummistats.playing import as_played
from rummistats.show.game_words import game_words
from rummistats.show.tile_words import counted
from rummistats.teach.widgets.panel import Panel, live_controls
from rummistats.teach.widgets.shown import Shown, picture_html, table_html
from rummistats.tiles import COLOR_NAMES, Hand
from rummistats.variants import Variant, require_variant

__all__ = [
    "Acting",
    "broken_run",
    "color_permutations",
    "make_symmetry",
    "power",
    "show_symmetry",
    "symmetry_explorer",
]

ORBIT_SHOWN = 24
"""Hands of an orbit that are shown."""

MOST_TIMES = 12


@dataclass(frozen=True)
class Acting:
    """Which symmetries act on a hand: those of whose orbit one asks.

    Parameters
    ----------
    colors, reflection, translations : bool
        As for `rummistats.symmetries`.
    """

    colors: bool = True
    reflection: bool = False
    translations: bool = False

    def group(self, variant: Variant) -> PermutationGroup:
        """Return the permutation group.

        Raises
        ------
        VariantError
            If some of them are no symmetries of the game.
        """
        return symmetries(
            variant,
            colors=self.colors,
            reflection=self.reflection,
            translations=self.translations,
        )


def color_permutations(variant: Variant) -> tuple[Permutation, ...]:
    """Return the permutations of the colors, the identity first; of many colors only some.

    Examples
    --------
    >>> [str(each) for each in color_permutations(Variant.mini())]
    ['identity', '(B K)', '(R B)', '(R B K)', '(R K B)', '(R K)']
    """
    letters = tuple(variant.playing_set.color_letters)
    if len(letters) <= 4:
        return tuple(Permutation(letters, images) for images in permutations(letters))
    swaps = [f"({one} {other})" for one, other in combinations(letters, 2)]
    return tuple(
        Permutation.parse(text, letters) for text in ("", *swaps, f"({' '.join(letters)})")
    )


def make_symmetry(
    variant: Variant, colors: Permutation, backwards: bool = False, shift: int = 0
) -> Symmetry:
    """Return a renaming of colors and numbers: first backwards, if so, and then moved on.

    Examples
    --------
    >>> swap = Permutation.parse("(R B)", "RBK")
    >>> print(make_symmetry(Variant.mini(), swap, backwards=True))
    colors (R B), numbers (1 5)(2 4)
    >>> print(make_symmetry(Variant.mini(), Permutation.identity("RBK"), shift=1))
    numbers (1 2 3 4 5)
    """
    line = tuple(range(1, variant.playing_set.numbers + 1))
    last = line[-1]
    turned = [last + 1 - number if backwards else number for number in line]
    images = tuple((number - 1 + shift) % last + 1 for number in turned)
    return Symmetry(colors, Permutation(line, images))


def power(symmetry: Symmetry, times: int) -> Symmetry:
    """Return what a symmetry does when it is done so many times.

    Examples
    --------
    >>> turn = make_symmetry(Variant.mini(), Permutation.parse("(R B K)", "RBK"))
    >>> str(power(turn, 3))
    'identity'
    """
    result = symmetry * symmetry.inverse()
    for _ in range(times):
        result = symmetry * result
    return result


def order(symmetry: Symmetry) -> int:
    """Return after how many times nothing has changed.

    Examples
    --------
    >>> order(make_symmetry(Variant.mini(), Permutation.parse("(R B K)", "RBK"), backwards=True))
    6
    """
    from math import lcm

    return lcm(*symmetry.colors.cycle_type, *symmetry.numbers.cycle_type)


def broken_run(symmetry: Symmetry, variant: Variant) -> str:
    """Return a run that becomes none, in words; nothing if every run becomes one.

    Examples
    --------
    >>> shift = make_symmetry(Variant.mini(), Permutation.identity("RBK"), shift=1)
    >>> broken_run(shift, Variant.mini())
    'the run 3 4 5 becomes 4 5 1, which is none'
    """
    runs = {tuple(sorted(run)) for run in variant.runs}
    for run in variant.runs:
        moved = tuple(map(symmetry.numbers, run))
        if tuple(sorted(moved)) not in runs:
            first, after = (" ".join(map(str, numbers)) for numbers in (run, moved))
            return f"the run {first} becomes {after}, which is none"
    return ""


def show_symmetry(
    hand: Hand, variant: Variant, symmetry: Symmetry, times: int = 1, acting: Acting | None = None
) -> Shown:
    """Return what a symmetry makes of a hand, and the orbit of the hand.

    Examples
    --------
    >>> mini = Variant.mini()
    >>> swap = make_symmetry(mini, Permutation.parse("(R B)", "RBK"))
    >>> for line in show_symmetry(mini.parse("R1 B1 J"), mini, swap).words:
    ...     print(line)
    The symmetry: red becomes blue, blue becomes red.
    R1 B1 J becomes R1 B1 J: the hand stays as it is, the symmetry is in its stabilizer.
    Done 2 times it changes nothing. It keeps the melds.
    Orbit under 6 symmetries: 3 hands. Stabilizer: 2 symmetries. 3 · 2 = 6.
    """
    done = power(symmetry, times)
    image = done(hand)
    words = [f"The symmetry: {_in_words(symmetry)}."]
    often = f", done {times} times," if times > 1 else ""
    same = ": the hand stays as it is, the symmetry is in its stabilizer" if image == hand else ""
    words.append(f"{hand or 'The empty hand'}{often} becomes {image or 'the empty hand'}{same}.")
    words.append(_kept(symmetry, variant))
    group, trouble = _group(variant, acting or Acting())
    images = orbit(hand, group)
    still = stabilizer(hand, group)
    words.append(
        f"Orbit under {_symmetries(len(group))}: {counted(len(images), 'hand')}. "
        f"Stabilizer: {_symmetries(len(still))}. "
        f"{len(images)} · {len(still)} = {len(group)}."
    )
    pieces = (
        _pictures(hand, image, str(done)),
        _orbit_table(images, hand, image, canonical_hand(hand, group)),
        _stabilizer_words(still),
    )
    return Shown(tuple(words), pieces, trouble)


def symmetry_explorer(variant: Variant | str, hand: Hand | str) -> Panel:
    """Return an explorer of the symmetries of a game and of what they do to a hand.

    Parameters
    ----------
    variant : Variant or str
        The game, or its name.
    hand : Hand or str
        The hand at first.

    Raises
    ------
    RummistatsError
        If there is no such game or hand, or ipywidgets is missing.

    Examples
    --------
    >>> panel = symmetry_explorer("sabra", "R1 R2 R3")
    >>> print(panel.shown.words[-1])
    Orbit under 24 symmetries: 4 hands. Stabilizer: 6 symmetries. 4 · 6 = 24.
    >>> panel.controls["reflection"].value = True
    >>> print(panel.shown.words[-1])
    Orbit under 48 symmetries: 8 hands. Stabilizer: 6 symmetries. 8 · 6 = 48.
    """
    variant = require_variant(variant)
    now = as_played(hand, variant)
    live = live_controls()
    renamings = color_permutations(variant)
    numbers = variant.playing_set.numbers
    field = live.text_field("hand", str(now))
    colors = live.choice(
        "colors",
        [
            ("stay", 0),
            *((str(each), place) for place, each in enumerate(renamings) if place),
        ],
        0,
    )
    backwards = live.checkbox("read the numbers backwards")
    shift = live.NumberSlider(label="move the numbers on by", low=0, high=numbers - 1, value=0)
    times = live.NumberSlider(label="how many times", low=1, high=MOST_TIMES, value=1)
    all_colors = live.checkbox("all renamings of colors", value=True)
    reflection = live.checkbox("reflection of the numbers")
    translations = live.checkbox("moving the numbers on")

    def read() -> None:
        nonlocal now
        if field.value.split() == str(now).split():
            return
        try:
            now = as_played(field.value, variant)
        except RummistatsError:
            field.value = str(now)
            raise
        field.value = str(now)

    def compute() -> Shown:
        symmetry = make_symmetry(variant, renamings[colors.value], backwards.value, shift.value)
        acting = Acting(all_colors.value, reflection.value, translations.value)
        return show_symmetry(now, variant, symmetry, times.value, acting)

    return Panel(
        f"Symmetry explorer: {game_words(variant)}",
        compute,
        {
            "hand": field,
            "colors": colors,
            "backwards": backwards,
            "shift": shift,
            "times": times,
            "all colors": all_colors,
            "reflection": reflection,
            "translations": translations,
        },
        [
            ["hand"],
            ["colors", "backwards"],
            ["shift", "times"],
            ["all colors", "reflection", "translations"],
        ],
        {"hand": read},
    )


def _group(variant: Variant, acting: Acting) -> tuple[PermutationGroup, str]:
    """Return the group of those symmetries that the game has, and a sentence about others."""
    trouble = []
    kept = {"reflection": acting.reflection, "translations": acting.translations}
    stays = Permutation.identity(variant.playing_set.color_letters)
    moves = {
        "reflection": make_symmetry(variant, stays, backwards=True),
        "translations": make_symmetry(variant, stays, shift=1),
    }
    called = {
        "reflection": "Reading the numbers backwards",
        "translations": "Moving the numbers on",
    }
    for name, wanted in kept.items():
        if wanted:
            try:
                Acting(False, **{name: True}).group(variant)
            except VariantError:
                kept[name] = False
                broken = broken_run(moves[name], variant)
                why = f": {broken}" if broken else ""
                trouble.append(
                    f"{called[name]} is no symmetry of {variant.name}{why}. "
                    "The orbit is that of the other symmetries."
                )
    return Acting(acting.colors, **kept).group(variant), " ".join(trouble)


def _in_words(symmetry: Symmetry) -> str:
    """Return what becomes of colors and numbers."""
    parts = []
    colors, numbers = symmetry.colors, symmetry.numbers
    moved = [
        f"{COLOR_NAMES[point]} becomes {COLOR_NAMES[image]}"
        for point, image in zip(colors.points, colors.images, strict=True)
        if point != image
    ]
    if moved:
        parts.append(", ".join(moved))
    if numbers.images != numbers.points:
        first, last = numbers.points[0], numbers.points[-1]
        parts.append(f"{first} becomes {numbers(first)}, 2 becomes {numbers(min(2, last))}, …, ")
        parts[-1] += f"{last} becomes {numbers(last)}"
    return "; ".join(parts) or "nothing changes (the identity)"


def _kept(symmetry: Symmetry, variant: Variant) -> str:
    turns = order(symmetry)
    often = f"Done {turns} times it changes nothing." if turns > 1 else "It changes nothing."
    if keeps_melds(symmetry, variant):
        return f"{often} It keeps the melds."
    broken = broken_run(symmetry, variant)
    why = f": {broken}" if broken else ""
    return f"{often} It does not keep the melds{why}. So it is no symmetry of this game."


def _symmetries(count: int) -> str:
    return "1 symmetry" if count == 1 else f"{count:,} symmetries"


def _pictures(hand: Hand, image: Hand, name: str) -> str:
    from rummistats.show.svg import hand_picture

    before = picture_html(hand_picture(hand, scale=0.6, title="The hand"))
    after = picture_html(hand_picture(image, scale=0.6, title="What becomes of it"))
    return f"<p>The hand:</p>{before}<p>What becomes of it by {name}:</p>{after}"


def _orbit_table(images: Sequence[Hand], hand: Hand, image: Hand, first: Hand) -> str:
    from rummistats.show.svg import hand_picture

    rows = []
    for place, each in enumerate(images[:ORBIT_SHOWN], 1):
        notes = {"the hand": hand, "what becomes of it": image, "stands for all": first}
        rows.append(
            (
                str(place),
                picture_html(hand_picture(each, scale=0.35)),
                str(each),
                "; ".join(name for name, other in notes.items() if other == each),
            )
        )
    more = "" if len(images) <= ORBIT_SHOWN else f", the first {ORBIT_SHOWN} of {len(images):,}"
    return table_html(f"The orbit{more}", ("number", "tiles", "hand", "note"), rows)


def _stabilizer_words(still: PermutationGroup) -> str:
    from html import escape

    texts = [str(symmetry) for symmetry in still]
    more = f" and {len(texts) - 12} more" if len(texts) > 12 else ""
    return f"<p>The stabilizer: {escape('; '.join(texts[:12]))}{more}.</p>"
