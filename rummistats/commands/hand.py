"""``rummistats hand``: one hand explained."""

from __future__ import annotations

import argparse
import sys
from io import StringIO
from typing import TYPE_CHECKING, Any

from rummistats.arrange import Arrangement, Opening, arrange, can_open
from rummistats.commands.options import chosen_variant, emit
from rummistats.errors import RummistatsError
from rummistats.melds import Meld, judge
from rummistats.report.frame import csv_text, json_text
from rummistats.report.terminal import make_console
from rummistats.search import Objective, melds_in
from rummistats.tiles import COLOR_NAMES, Hand
from rummistats.variants import Variant

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
    hand = variant.parse(" ".join(options.tiles))
    if not len(hand):
        raise RummistatsError("no tiles; name some, for example: rummistats hand R10 B10 J")
    best = {aim: arrange(hand, variant, best=aim) for aim in _AIMS}
    if options.format == "json":
        text = json_text(_data(hand, variant, best))
    elif options.format == "csv":
        text = csv_text(
            [{"best": aim} | _arrangement_data(laid) for aim, laid in best.items()], _COLUMNS
        )
    else:
        paper = StringIO()
        _explain(hand, variant, best, make_console(paper, like=sys.stdout))
        text = paper.getvalue()
    emit(text, options.output)
    return 0


def _explain(
    hand: Hand, variant: Variant, best: dict[Objective, Arrangement], console: Console
) -> None:
    def line(name: str, text: str) -> None:
        console.print(f"  {name:<20}{text}".rstrip(), soft_wrap=True)

    points = sum(map(variant.rack_value, hand))
    console.print(
        f"{hand}: {_many(len(hand), 'tile')}, {_many(points, 'point')} on the rack", style="bold"
    )
    for color in variant.tile_set.color_letters:
        numbers = [str(tile.number) for tile in hand if tile.color == color]
        line(COLOR_NAMES[color], " ".join(numbers) or "–")
    if variant.jokers:
        line("jokers", str(hand.jokers) if hand.jokers else "–")

    if _asks_for_a_verdict(hand):
        console.print("\nAs one meld", style="bold")
        verdict = judge(hand, variant)
        if not verdict:
            console.print(f"  It is none: {verdict.reason}.", soft_wrap=True)
        for meld, value in zip(verdict.readings, verdict.values, strict=True):
            line(f"{meld.kind} of {len(meld)}", f"{meld}, {_many(value, 'point')}")

    melds = sorted(
        melds_in(hand, variant), key=lambda meld: (meld.jokers, -variant.opening_value(meld))
    )
    console.print(f"\nMelds in it: {len(melds)}", style="bold")
    for meld in melds[:_LISTED]:
        line(
            f"{meld.kind} of {len(meld)}", f"{meld}, {_many(variant.opening_value(meld), 'point')}"
        )
    if len(melds) > _LISTED:
        console.print(f"  … and {len(melds) - _LISTED} more, all of them with --format json")

    if variant.open_points is not None:
        console.print("\nOpening", style="bold")
        opening = can_open(hand, variant)
        console.print(f"  {_opening_words(opening, variant)}", soft_wrap=True)

    console.print("\nBest arrangement", style="bold")
    shown: dict[tuple[Meld, ...], list[str]] = {}
    for aim, laid in best.items():
        shown.setdefault(laid.melds, []).append(_AIMS[aim])
    for names, laid in zip(
        shown.values(), {laid.melds: laid for laid in best.values()}.values(), strict=True
    ):
        name = "for every aim" if len(shown) == 1 else ", ".join(names)
        console.print(f"  {name}:", soft_wrap=True)
        for meld in laid.melds:
            line(f"  {meld.kind} of {len(meld)}", f"  {meld}")
        if not laid.melds:
            line("  no meld", "")
        left = f"{laid.dead_wood} ({_many(laid.dead_wood_points, 'point')})"
        line("  left over", f"  {left if len(laid.dead_wood) else 'nothing'}")
    console.print("\nDead wood", style="bold")
    line("fewest tiles", str(len(best["tiles"].dead_wood)))
    line("fewest points", str(best["dead_wood_points"].dead_wood_points))


def _asks_for_a_verdict(hand: Hand) -> bool:
    """Whether the tiles look like one meld, legal or not: of one number or one color."""
    real = list(hand.without_jokers())
    alike = len({tile.number for tile in real}) <= 1 or len({tile.color for tile in real}) <= 1
    return alike and len(hand) > 1


def _opening_words(opening: Opening, variant: Variant) -> str:
    rule = " in one single meld" if variant.open_single_set else ""
    if not opening.arrangement.melds:
        return f"No: there is no meld, and {opening.needed} points are needed{rule}."
    laid = " | ".join(map(str, opening.arrangement.melds))
    if opening:
        return f"Yes: {_many(opening.value, 'point')}, {opening.needed} are needed{rule}: {laid}"
    return f"No: {_many(opening.value, 'point')}, but {opening.needed} are needed{rule}: {laid}"


def _data(hand: Hand, variant: Variant, best: dict[Objective, Arrangement]) -> dict[str, Any]:
    verdict = judge(hand, variant)
    data: dict[str, Any] = {
        "hand": str(hand),
        "variant": variant.name,
        "house_rules": dict(variant.differences),
        "points": sum(map(variant.rack_value, hand)),
        "as_one_meld": {
            "legal": verdict.legal,
            "readings": [_meld_data(meld, variant) for meld in verdict.readings],
            "reason": verdict.reason,
        },
        "melds": [_meld_data(meld, variant) for meld in melds_in(hand, variant)],
        "opening": None,
        "best": {aim: _arrangement_data(laid) for aim, laid in best.items()},
        "dead_wood_tiles": len(best["tiles"].dead_wood),
        "dead_wood_points": best["dead_wood_points"].dead_wood_points,
    }
    if variant.open_points is not None:
        opening = can_open(hand, variant)
        data["opening"] = {
            "can_open": bool(opening),
            "value": opening.value,
            "needed": opening.needed,
            "melds": [str(meld) for meld in opening.arrangement.melds],
        }
    return data


def _meld_data(meld: Meld, variant: Variant) -> dict[str, Any]:
    return {
        "kind": meld.kind,
        "tiles": " ".join(map(str, meld.tiles)),
        "reading": str(meld),
        "value": variant.opening_value(meld),
    }


def _arrangement_data(laid: Arrangement) -> dict[str, Any]:
    return {
        "melds": " | ".join(map(str, laid.melds)),
        "value": laid.value,
        "tiles": laid.tiles,
        "dead_wood": str(laid.dead_wood),
        "dead_wood_points": laid.dead_wood_points,
    }


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"
