"""``rummistats hand``: one hand explained."""

from __future__ import annotations

import argparse
import sys
from io import StringIO
from typing import TYPE_CHECKING, Any

from rummistats.arrange import Arrangement, Opening, arrange, can_open
from rummistats.commands.options import chosen_context, chosen_variant
from rummistats.commands.output import emit
from rummistats.compare import context_words
from rummistats.dealing import Context
from rummistats.errors import RummistatsError, VariantError
from rummistats.melds import Meld, judge
from rummistats.playing import as_played
from rummistats.progress import said_if_compiling
from rummistats.report.frame import csv_text, json_text
from rummistats.report.terminal import make_console
from rummistats.search import Objective, melds_in
from rummistats.tiles import COLOR_NAMES, Hand, Tile
from rummistats.values import can_knock, complete, knock_limit, pairs
from rummistats.variants import Variant
from rummistats.variants.opening import AnyMeld, Contract, Pairs, Points

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["run"]

_LISTED = 30
"""A hand with two jokers may have hundreds of melds; so many are shown."""

_AIMS: dict[Objective, str] = {
    "value": "most value",
    "tiles": "most tiles",
    "melds": "most melds",
    "dead_wood_points": "fewest points left",
}

_COLUMNS = ("best", "melds", "value", "tiles", "dead_wood", "dead_wood_points")


def run(options: argparse.Namespace) -> int:
    """Explain a hand."""
    variant = chosen_variant(options)
    context = chosen_context(options, variant)
    held = _parse(" ".join(options.tiles), variant, context)
    if not len(held):
        raise RummistatsError("no tiles; name some, for example: rummistats hand R10 B10 J")
    with said_if_compiling():
        told = _Told(held, variant, context)
        text = _text(told, options.format)
    emit(text, options.output)
    return 0


def _text(told: _Told, kind: str) -> str:
    if kind == "json":
        return json_text(_data(told))
    if kind == "csv":
        rows = [{"best": aim} | _arrangement_data(laid) for aim, laid in told.best.items()]
        return csv_text(rows, _COLUMNS)
    paper = StringIO()
    _explain(told, make_console(paper, like=sys.stdout))
    return paper.getvalue()


def _parse(text: str, variant: Variant, context: Context | None) -> Hand:
    """Return the hand; without an indicator, okey tiles are written as jokers.

    Raises
    ------
    TileError
        If it is none.
    RummistatsError
        If it has a false joker and no indicator is given.
    """
    if not variant.game.indicator or (context and context.indicator):
        return variant.parse(text)
    if "F" in text.upper().split():
        raise RummistatsError(
            "what a false joker is follows from the indicator; give it, for example --indicator R5"
        )
    return variant.playing_set.parse(text)


class _Told:
    """A hand with all that is asked about it.

    Parameters
    ----------
    held : Hand
        The hand as it was dealt.
    variant : Variant
        The game.
    context : Context, optional
        What the deal fixes beyond the tiles.
    """

    def __init__(self, held: Hand, variant: Variant, context: Context | None) -> None:
        self.held = held
        self.variant = variant
        self.context = context
        self.hand = as_played(held, variant, context)
        self.has_points = variant.game.rack_points is not None
        aims: tuple[Objective, ...] = ("tiles", "melds")
        if variant.has_opening_value:
            aims = ("value", *aims)
        if self.has_points:
            aims = (*aims, "dead_wood_points")
        self.best = {aim: arrange(self.hand, variant, best=aim) for aim in aims}
        melds = melds_in(self.hand, variant)
        self.melds = sorted(melds, key=lambda m: (m.jokers, -variant.reading_value(m)))

    @property
    def openings(self) -> list[Opening]:
        """What the hand can do in each way to open; none where there is no opening."""
        try:
            ways = self.variant.opening(self.context)
        except VariantError:
            return []
        kinds = {Points: "points", Pairs: "pairs", Contract: "contract", AnyMeld: "any_meld"}
        return [
            can_open(self.hand, self.variant, self.context, by=kinds[type(way)]) for way in ways
        ]

    @property
    def knocks(self) -> bool | None:
        """Whether a player may knock; None where that is not asked."""
        asked = "knock_limit" in dict(self.variant.own_hand_rules)
        size = self.variant.hand_size
        if not asked or len(self.hand) not in (size, size + 1) or self.variant.rule("oklahoma"):
            return None
        return can_knock(self.hand, self.variant)

    @property
    def is_complete(self) -> bool:
        """Whether the whole hand is melded, or paired where that wins."""
        return complete(self.hand, self.variant)

    def meld_words(self, meld: Meld) -> str:
        """Return a meld and, where it has one, its opening value."""
        if not self.variant.has_opening_value or meld.kind == "pair":
            return str(meld)
        return f"{meld}, {_many(self.variant.opening_value(meld), 'point')}"


def _explain(told: _Told, console: Console) -> None:
    hand, variant = told.hand, told.variant
    piece = "card" if variant.game.cards else "tile"

    def line(name: str, text: str) -> None:
        console.print(f"  {name:<20}{text}".rstrip(), soft_wrap=True)

    on_rack = ""
    if told.has_points:
        place = "in the hand" if variant.game.cards else "on the rack"
        on_rack = f", {_many(sum(map(variant.rack_value, hand)), 'point')} {place}"
    console.print(f"{told.held}: {_many(len(hand), piece)}{on_rack}", style="bold")
    if variant.game.indicator:
        indicator = told.context.indicator if told.context else None
        if indicator is None:
            line("indicator", "not given (--indicator R5): J stands for an okey tile")
        else:
            okey = Tile(indicator.color, indicator.number % variant.numbers + 1)
            line("indicator", f"{indicator}, so that {okey} is wild; played as {hand}")
    for color in variant.playing_set.color_letters:
        tiles = [str(tile) for tile in hand if tile.color == color]
        numbers = [text[:-1] if variant.game.cards else text[1:] for text in tiles]
        line(COLOR_NAMES[color], " ".join(numbers) or "–")
    if variant.playing_set.jokers:
        line("jokers", str(hand.jokers) if hand.jokers else "–")

    if _asks_for_a_verdict(hand):
        console.print("\nAs one meld", style="bold")
        verdict = judge(hand, variant)
        if not verdict:
            console.print(f"  It is none: {verdict.reason}.", soft_wrap=True)
        for meld in verdict.readings:
            line(f"{meld.kind} of {len(meld)}", told.meld_words(meld))

    console.print(f"\nMelds in it: {len(told.melds)}", style="bold")
    for meld in told.melds[:_LISTED]:
        line(f"{meld.kind} of {len(meld)}", told.meld_words(meld))
    if len(told.melds) > _LISTED:
        console.print(f"  … and {len(told.melds) - _LISTED} more, all of them with --format json")

    if told.openings:
        console.print("\nOpening", style="bold")
        for opening in told.openings:
            console.print(f"  {_opening_words(opening, variant)}", soft_wrap=True)

    console.print("\nBest arrangement", style="bold")
    shown: dict[tuple[Meld, ...], list[str]] = {}
    for aim, laid in told.best.items():
        shown.setdefault(laid.melds, []).append(_AIMS[aim])
    for names, laid in zip(
        shown.values(), {laid.melds: laid for laid in told.best.values()}.values(), strict=True
    ):
        name = "for every aim" if len(shown) == 1 else ", ".join(names)
        console.print(f"  {name}:", soft_wrap=True)
        for meld in laid.melds:
            line(f"  {meld.kind} of {len(meld)}", f"  {meld}")
        if not laid.melds:
            line("  no meld", "")
        points = f" ({_many(laid.dead_wood_points, 'point')})" if told.has_points else ""
        left = f"{laid.dead_wood}{points}"
        line("  left over", f"  {left if len(laid.dead_wood) else 'nothing'}")
    console.print("\nDead wood", style="bold")
    line(f"fewest {piece}s", str(len(told.best["tiles"].dead_wood)))
    if told.has_points:
        line("fewest points", str(told.best["dead_wood_points"].dead_wood_points))
    if told.knocks is not None:
        words = "yes" if told.knocks else "no"
        line("can knock", f"{words}: at most {knock_limit(variant)} points are allowed")
    if variant.playing_set.copies > 1:
        line("pairs", str(pairs(hand, variant)))
    if told.is_complete:
        line("complete", "the whole hand is melded" if _all_melded(told) else "all in pairs")


def _all_melded(told: _Told) -> bool:
    return not len(told.best["tiles"].dead_wood)


def _asks_for_a_verdict(hand: Hand) -> bool:
    """Whether the tiles look like one meld, legal or not: of one number or one color."""
    real = list(hand.without_jokers())
    alike = len({tile.number for tile in real}) <= 1 or len({tile.color for tile in real}) <= 1
    return alike and len(hand) > 1


def _opening_words(opening: Opening, variant: Variant) -> str:
    way = opening.requirement
    laid = " | ".join(map(str, opening.arrangement.melds))
    if isinstance(way, Pairs):
        found = len(opening.arrangement.melds)
        words = f"{_many(found, 'pair')}, {way.pairs} are needed: {laid}"
        return f"{'Yes' if opening else 'No'}: {words}".rstrip(": ")
    if not isinstance(way, Points):
        return f"Yes, {way}: {laid}" if opening else f"No: it takes {way}."
    rule = " in one single meld" if way.single_meld else " with a run" if way.needs_run else ""
    if not opening.arrangement.melds:
        none = "no run" if way.needs_run else "no meld"
        return f"No: there is {none}, and {way.points} points are needed{rule}."
    points = _many(opening.value, "point")
    if opening:
        return f"Yes: {points}, {way.points} are needed{rule}: {laid}"
    return f"No: {points}, but {way.points} are needed{rule}: {laid}"


def _data(told: _Told) -> dict[str, Any]:
    hand, variant, best = told.hand, told.variant, told.best
    verdict = judge(hand, variant)
    openings = told.openings
    # The way that opens, or else the first one.
    opening = next((way for way in openings if way), openings[0] if openings else None)
    points = told.has_points
    return {
        "hand": str(told.held),
        "played_as": str(hand),
        "variant": variant.name,
        "house_rules": dict(variant.differences),
        "context": context_words(told.context),
        "points": sum(map(variant.rack_value, hand)) if points else None,
        "as_one_meld": {
            "legal": verdict.legal,
            "readings": [_meld_data(meld, variant) for meld in verdict.readings],
            "reason": verdict.reason,
        },
        "melds": [_meld_data(meld, variant) for meld in told.melds],
        "opening": None if opening is None else _opening_data(opening),
        "openings": [_opening_data(way) for way in openings],
        "best": {aim: _arrangement_data(laid) for aim, laid in best.items()},
        "dead_wood_tiles": len(best["tiles"].dead_wood),
        "dead_wood_points": best["dead_wood_points"].dead_wood_points if points else None,
        "can_knock": told.knocks,
        "pairs": pairs(hand, variant),
        "complete": told.is_complete,
    }


def _opening_data(opening: Opening) -> dict[str, Any]:
    by_points = isinstance(opening.requirement, Points)
    return {
        "can_open": bool(opening),
        "needs": str(opening.requirement),
        "value": opening.value if by_points else None,
        "needed": opening.needed,
        "melds": [str(meld) for meld in opening.arrangement.melds],
    }


def _meld_data(meld: Meld, variant: Variant) -> dict[str, Any]:
    return {
        "kind": meld.kind,
        "tiles": " ".join(map(str, meld.tiles)),
        "reading": str(meld),
        "value": variant.opening_value(meld) if variant.has_opening_value else None,
    }


def _arrangement_data(laid: Arrangement) -> dict[str, Any]:
    variant = laid.variant
    return {
        "melds": " | ".join(map(str, laid.melds)),
        "value": laid.value if variant.has_opening_value else None,
        "tiles": laid.tiles,
        "dead_wood": str(laid.dead_wood),
        "dead_wood_points": None if variant.game.rack_points is None else laid.dead_wood_points,
    }


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"
