"""The rack builder: click tiles; melds, opening, dead wood and the tiles that help follow."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rummistats.arrange import Arrangement, Opening, arrange, can_open
from rummistats.errors import MeasureError, RummistatsError, TileError, VariantError
from rummistats.playing import as_played
from rummistats.show.game_words import game_words
from rummistats.show.picture import Picture
from rummistats.show.tile_words import counted, meld_in_words, tile_in_words, tiles_in_words
from rummistats.teach.widgets.panel import Panel, live_controls
from rummistats.teach.widgets.shown import Shown, picture_html, share_in_words, table_html
from rummistats.tiles import Hand, Tile
from rummistats.values import helpful_counts, still_to_come
from rummistats.variants import Variant, require_variant

__all__ = ["Rack", "add_tile", "rack_builder", "show_rack", "take_tile"]

MOST = 30
"""Tiles on a rack: more take too long to arrange while somebody waits."""

HELPED = 22
"""Tiles up to which it is worked out what would help: every tile that can come is tried."""


@dataclass(frozen=True)
class Rack:
    """A hand, and what can be made of it.

    Parameters
    ----------
    hand : Hand
        The tiles.
    variant : Variant
        The game.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> rack = Rack(sabra.parse("R10 B10 R1"), sabra)
    >>> rack.helping
    {Tile('K10'): 2, Tile('Y10'): 2, Tile('J'): 2}
    >>> rack.unseen
    103
    """

    hand: Hand
    variant: Variant

    @cached_property
    def arrangement(self) -> Arrangement:
        """A best arrangement."""
        return arrange(self.hand, self.variant)

    @cached_property
    def opening(self) -> Opening | None:
        """Whether it can open; None where the game has no opening."""
        try:
            return can_open(self.hand, self.variant)
        except (VariantError, MeasureError):
            return None

    @property
    def unseen(self) -> int:
        """How many tiles can still be drawn."""
        return sum(left for _, left in still_to_come(self.hand, self.variant))

    @cached_property
    def helping(self) -> Mapping[Tile, int]:
        """The tiles with which more tiles could be melded than now, and how many can come.

        A tile that only joins a meld counts, too.
        """
        now = arrange(self.hand, self.variant, best="tiles").tiles
        return {
            tile: left
            for tile, left in still_to_come(self.hand, self.variant)
            if arrange(self._with(tile), self.variant, best="tiles").tiles > now
        }

    @cached_property
    def making_a_meld(self) -> Mapping[Tile, int]:
        """The tiles with which one meld more could be laid."""
        return helpful_counts(self.hand, self.variant)

    @cached_property
    def opening_tiles(self) -> Mapping[Tile, int]:
        """The tiles with which it could open, if it can't now."""
        if self.opening is None or self.opening:
            return {}
        return {
            tile: left
            for tile, left in still_to_come(self.hand, self.variant)
            if can_open(self._with(tile), self.variant)
        }

    def _with(self, tile: Tile) -> Hand:
        return self.hand + self.hand.tile_set.hand((tile,))


def add_tile(hand: Hand, tile: Tile) -> Hand:
    """Return the hand with one tile more.

    Raises
    ------
    TileError
        If no copy is left, or the rack is full.

    Examples
    --------
    >>> mini = Variant.mini()
    >>> add_tile(mini.parse("R1"), Tile("R", 1))
    Traceback (most recent call last):
        ...
    rummistats.errors.TileError: no copy of red 1 is left: the game has 1, and it is on the rack
    """
    kind = hand.tile_set.kind(tile)
    copies = hand.tile_set.copies_of_kind[kind]
    name = tile_in_words(tile)
    if hand.counts[kind] >= copies:
        where = "it is" if copies == 1 else f"all {copies} are"
        raise TileError(
            f"no copy of {name} is left: the game has {copies}, and {where} on the rack"
        )
    if len(hand) >= MOST:
        raise TileError(f"the rack is full: it holds {MOST} tiles here. Take one away first")
    return hand + hand.tile_set.hand((tile,))


def take_tile(hand: Hand, tile: Tile) -> Hand:
    """Return the hand with one tile less.

    Raises
    ------
    TileError
        If it is not in the hand.

    Examples
    --------
    >>> take_tile(Variant.mini().parse("R1 R2"), Tile("R", 1))
    Hand('R2')
    """
    if not hand.count(tile):
        raise TileError(f"there is no {tile_in_words(tile)} on the rack")
    return hand - hand.tile_set.hand((tile,))


def show_rack(rack: Rack) -> Shown:
    """Return what is seen of a rack.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> for line in show_rack(Rack(sabra.parse("R10 B10 J R1"), sabra)).words[:4]:
    ...     print(line)
    4 tiles: red 1 and 10; blue 10; joker.
    Melds: group of 10s: red, blue, joker as black or yellow; worth 30.
    Dead wood: red 1 (1 tile, 1 point).
    It can open: 30 points, and 30 are needed.
    """
    hand = rack.hand
    if not len(hand):
        return Shown(("The rack is empty. Click tiles, or write them into the field.",))
    best = rack.arrangement
    words = [f"{counted(len(hand), 'tile')}: {tiles_in_words(hand)}."]
    worth = _worth(best)
    told = "; ".join(meld_in_words(meld) for meld in best.melds)
    words.append(f"Melds: {told}{worth}." if best.melds else "No meld.")
    words.append(_dead_wood(best))
    words += _opening(rack)
    if len(hand) > HELPED:
        words.append(
            f"With more than {HELPED} tiles it is not worked out which others would help: "
            "that would take too long."
        )
        return Shown(tuple(words), (picture_html(_picture(rack)),))
    words += _outs(rack)
    pieces = (picture_html(_picture(rack)), _table(rack))
    return Shown(tuple(words), tuple(piece for piece in pieces if piece))


def rack_builder(variant: Variant | str, hand: Hand | str = "") -> Panel:
    """Return a rack on which one puts tiles by clicking them.

    Melds, opening, dead wood and the tiles that would help are told at once.

    Parameters
    ----------
    variant : Variant or str
        The game, or its name.
    hand : Hand or str
        What is on the rack at first.

    Raises
    ------
    RummistatsError
        If there is no such game or hand, or ipywidgets is missing.

    Examples
    --------
    >>> panel = rack_builder("sabra", "R10 B10")
    >>> panel.controls["tiles"].press("K10")
    >>> print(panel.shown.words[1])
    Melds: group of 10s: red, blue, black; worth 30.
    >>> panel.controls["rack"].press("B10")
    >>> panel.controls["hand"].value
    'R10 K10'
    """
    variant = require_variant(variant)
    start = _checked(as_played(hand, variant))
    tile_set = variant.playing_set
    live = live_controls()
    now = start
    pool = live.TileButtons(
        label="All tiles: click one to put it on the rack (arrow keys move between tiles)",
        columns=tile_set.numbers,
    )
    held = live.TileButtons(
        label="The rack: click a tile to take it away", columns=0, empty="no tile yet"
    )
    field = live.text_field("hand", str(start))

    def change(after: Hand) -> None:
        nonlocal now
        now = after
        pool.tiles = _pool_tiles(now)
        held.tiles = _held_tiles(Rack(now, variant))
        if field.value != str(now):
            field.value = str(now)

    def read() -> None:
        if field.value.split() != str(now).split():
            try:
                change(_checked(as_played(field.value, variant)))
            except RummistatsError:
                # The field goes back to what is on the rack, and the sentence says why.
                field.value = str(now)
                raise

    def compute() -> Shown:
        return show_rack(Rack(now, variant))

    change(start)
    controls = {
        "tiles": pool,
        "rack": held,
        "hand": field,
        "Clear the rack": live.button("Clear the rack"),
        "Deal a hand": live.button("Deal a hand"),
    }
    dealt = 0

    def deal() -> Hand:
        nonlocal dealt
        dealt += 1
        return _dealt(variant, dealt)

    return Panel(
        f"Rack builder: {game_words(variant)}",
        compute,
        controls,
        [["tiles"], ["rack"], ["hand", "Clear the rack", "Deal a hand"]],
        {
            "tiles": lambda: change(add_tile(now, Tile.parse(pool.value["text"]))),
            "rack": lambda: change(take_tile(now, Tile.parse(held.value["text"]))),
            "hand": read,
            "Clear the rack": lambda: change(tile_set.hand()),
            "Deal a hand": lambda: change(_checked(deal())),
        },
    )


def _checked(hand: Hand) -> Hand:
    """Return a hand if it isn't too large."""
    if len(hand) > MOST:
        raise TileError(f"{len(hand)} tiles are too many: the rack holds {MOST} here")
    return hand


def _dealt(variant: Variant, number: int) -> Hand:
    """Return a hand dealt at random, the same one for the same number."""
    deal = variant.deal_table(seed=number)
    return as_played(deal.hands[0], variant, deal.context)


def _face(tile: Tile, mark: str = "") -> str:
    """Return a small tile as SVG; its button has the words."""
    from rummistats.show.tile_shapes import HEIGHT, WIDTH, Face, draw_face

    # A badge stands out above the tile.
    top = 10
    return (
        f'<svg viewBox="-2 {-top} {WIDTH + 4} {HEIGHT + top + 2}" width="32" height="48" '
        f'aria-hidden="true" focusable="false">{draw_face(Face(tile, mark=mark), "light")}</svg>'
    )


def _pool_tiles(hand: Hand) -> list[dict[str, Any]]:
    """Return all tiles as buttons, each with how many are left."""
    tiles = hand.tile_set
    buttons = []
    for tile, copies, held in zip(tiles.tiles, tiles.copies_of_kind, hand.counts, strict=True):
        left = copies - held
        buttons.append(
            {
                "text": str(tile),
                "name": f"{tile_in_words(tile)}, {left} of {copies} left",
                "svg": _face(tile),
                "note": f"{left} of {copies}",
                "off": not left,
            }
        )
    return buttons


def _held_tiles(rack: Rack) -> list[dict[str, Any]]:
    """Return the tiles of the rack as buttons, each with what it is good for."""
    dead = list(rack.arrangement.dead_wood) if len(rack.hand) else []
    buttons = []
    for tile in rack.hand:
        mark = "melded"
        if tile in dead:
            dead.remove(tile)
            mark = "dead_wood"
        note = "meld" if mark == "melded" else "dead wood"
        buttons.append(
            {
                "text": str(tile),
                "name": f"{tile_in_words(tile)}, {note}: take away",
                "svg": _face(tile, mark),
                "note": "meld" if mark == "melded" else "dead",
                "off": False,
            }
        )
    return buttons


def _worth(best: Arrangement) -> str:
    try:
        return f"; worth {best.value}"
    except (VariantError, MeasureError):
        return ""


def _dead_wood(best: Arrangement) -> str:
    dead = best.dead_wood
    if not len(dead):
        return "No dead wood."
    size = counted(len(dead), "tile")
    with suppress(VariantError, MeasureError):
        size += f", {counted(best.dead_wood_points, 'point')}"
    return f"Dead wood: {tiles_in_words(dead)} ({size})."


def _opening(rack: Rack) -> list[str]:
    """Return whether the hand can open, in words."""
    opening = rack.opening
    if opening is None:
        return ["This game has no opening."]
    needed = opening.needed
    if needed is None:
        return ["It can open." if opening else "It can't open."]
    value = counted(opening.value, "point")
    if opening:
        return [f"It can open: {value}, and {needed} are needed."]
    missing = needed - opening.value
    if missing > 0:
        return [f"It can't open: {value}, and {needed} are needed; {missing} are missing."]
    return [f"It can't open: {value} are enough, but not all that the opening asks for is there."]


def _outs(rack: Rack) -> list[str]:
    """Return the tiles that would help, in words."""
    words = []
    kinds = {"would make one meld more": rack.making_a_meld}
    if rack.opening is not None and not rack.opening:
        kinds["would let it open"] = rack.opening_tiles
    for what, outs in kinds.items():
        if not outs:
            words.append(f"No single tile {what}.")
            continue
        listed = ", ".join(f"{left} × {tile_in_words(tile)}" for tile, left in outs.items())
        share = share_in_words(sum(outs.values()), rack.unseen)
        words.append(f"Tiles that {what}: {listed}; the next tile is one of them in {share}.")
    return words


def _picture(rack: Rack) -> Picture:
    from rummistats.show.svg import arrangement_picture

    return arrangement_picture(rack.arrangement, scale=0.7)


def _table(rack: Rack) -> str:
    """Return the tiles that would help, with what each is good for."""
    more, opens = rack.making_a_meld, rack.opening_tiles
    heading = ["tile", "still to come", "one meld more"]
    if rack.opening is not None:
        heading.append("then it can open")
    rows = []
    for tile, left in rack.helping.items():
        row = [tile_in_words(tile), str(left), "yes" if tile in more else "no"]
        if rack.opening is not None:
            row.append("yes" if tile in opens or rack.opening else "no")
        rows.append(row)
    if not rows:
        return ""
    return table_html("Tiles with which more tiles could be melded", heading, rows)
