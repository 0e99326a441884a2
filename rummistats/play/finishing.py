"""Laying all tiles but the one that is discarded, or showing them: wins with a last discard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from rummistats.melds import Meld
from rummistats.play.actions import Knock, Lay
from rummistats.play.discarding import ACT, TurnState
from rummistats.play.extended_program import is_known, program_lay
from rummistats.play.extension import best_extension, fitting
from rummistats.play.gains import STEP, Best, gains_of
from rummistats.play.laying import lay_of
from rummistats.play.opening_rules import opening_of
from rummistats.play.rearranging import rearranging
from rummistats.play.solve import Play, Turn
from rummistats.play.state import State, View
from rummistats.play.table import Table
from rummistats.play.trump_rules import WIN, TrumpRules, trump_rules
from rummistats.search import one_optimum
from rummistats.special import forms
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant
from rummistats.variants.hands import SpecialHand

__all__ = [
    "all_but_one",
    "as_opened",
    "formed",
    "lay_with",
    "laying",
    "lonely_tiles",
    "may_finish",
    "of_another",
    "only_closed",
    "partners",
    "special_claims",
    "special_hands_of",
    "winning_lay",
]

AnyPosition = TypeVar("AnyPosition", State, View)


def winning_lay(view: View) -> Lay | None:
    """Return a play that lays all tiles but one, or None if there is none.

    Examples
    --------
    >>> from rummistats.play.games import find_game
    >>> from rummistats.play.state import view_of
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("american")
    >>> start = find_game(game).begin(game, game.deal_table(seed=1), make_seed(1))
    >>> start = replace(start, phase=ACT, table=Table.parse("{K10 K11 K12}", game))
    >>> start = replace(start, opened=(True,) * 4).with_hand(game.parse("K8 K9 R1"))
    >>> print(winning_lay(view_of(start)))
    lay K8 K9: {K8 K9 K10 K11 K12}
    """
    rules = trump_rules(view.variant)
    if not may_finish(view):
        return None
    if is_known(view.variant) and rules.closed_win != "any":
        return _winning(view, rules)
    if not view.has_opened and rules.closed_win == "rack":
        if (melds := _all_but_one_melded(view)) is not None:
            tiles = view.hand.tile_set.hand(tile for meld in melds for tile in meld.tiles)
            return lay_of(view, view.table + Table(tuple(melds)), tiles)
        if only_closed(view, rules):
            return None
    if not view.has_opened and rules.closed_win == "any":
        view = as_opened(view, rules) or view
    if not _can_finish(view, rules):
        return None
    found = all_but_one(view, "tiles")
    return None if found is None or len(found.left) > 1 else _as_lay(view, found)


def all_but_one(view: View, best: Best, banned: Tile | None = None) -> Play | None:
    """Return the best play that leaves a tile to discard, or None if nothing can be laid.

    Parameters
    ----------
    view : View
        What the player sees.
    best : {"tiles", "value", "rack_points"}
        What is best.
    banned : Tile, optional
        A tile that may not be discarded.
    """
    play = view.best_play(best)
    if not play:
        return None
    if len(play.left) > 1 or (len(play.left) == 1 and banned not in play.left):
        return play
    plays = []
    for tile in dict.fromkeys(view.hand):
        if tile != banned or view.hand.count(tile) > 1:
            one = view.hand.tile_set.hand([tile])
            other = replace(view, hand=view.hand - one).best_play(best)
            if other:
                plays.append(replace(other, left=other.left + other.left.tile_set.hand([tile])))
    return max(plays, key=lambda each: len(each.played), default=None)


def lay_with(view: View) -> Lay | None:
    """Return the best play with the tile that was taken, a tile being left to discard."""
    key = view.hand.tile_set.hand([view.taken[-1]])
    rest = replace(view, hand=view.hand - key)
    play = rest.best_play(must=key)
    if not play:
        return None
    if len(play.left):
        return _as_lay(view, play)
    plays = []
    for tile in dict.fromkeys(rest.hand):
        one = view.hand.tile_set.hand([tile])
        if other := replace(rest, hand=rest.hand - one).best_play(must=key):
            plays.append(other)
    best = max(plays, key=lambda each: len(each.played), default=None)
    return None if best is None else _as_lay(view, best)


def laying(view: View, best: Best, banned: Tile | None = None) -> Lay | None:
    """Return the best play as an action, see `all_but_one`."""
    if is_known(view.variant) and best != "value":
        return program_lay(view, best, banned)
    play = all_but_one(view, best, banned)
    return None if play is None else _as_lay(view, play)


@lru_cache(maxsize=64)
def special_hands_of(variant: Variant) -> tuple[SpecialHand, ...]:
    """Return the special hands of a game; none where there are no such hands.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> for name in ("american", "international"):
    ...     print(name, len(special_hands_of(find_variant(name))) > 0)
    american False
    international True
    """
    return () if variant.rule_or("hands") is None else variant.special_hands


def special_claims(state: TurnState) -> tuple[Knock, ...]:
    """Return the ways to show a special hand: all tiles but one form it, and nothing was laid.

    Examples
    --------
    >>> from rummistats.play.games import find_game
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("international").with_rules(hands="teaching")
    >>> start = find_game(game).begin(game, game.deal_table(seed=1), make_seed(1))
    >>> rack = game.parse("R1 R1 B5 B5 K7 K7 Y9 Y9 R13 R13 K2 J B8 J Y4")
    >>> [str(knock) for knock in special_claims(replace(start, phase=ACT).with_hand(rack))]
    ['knock with B8: no meld', 'knock with K2: no meld', 'knock with Y4: no meld']
    """
    variant, hand = state.variant, state.hand
    patterns = special_hands_of(variant)
    if not patterns or state.opened[state.seat] or state.phase not in (ACT, WIN):
        return ()
    melded = sum(map(len, one_optimum(hand, variant, "tiles")))
    if melded < len(hand) - 1 and not _may_pair(hand, variant):
        return ()
    nothing = Lay(Table(), hand - hand)
    return tuple(
        Knock(nothing, tile)
        for tile in dict.fromkeys(hand)
        if any(formed(hand - hand.tile_set.hand([tile]), variant))
    )


def formed(hand: Hand, variant: Variant) -> Iterator[SpecialHand]:
    """Yield the special hands that a whole hand forms."""
    return (pattern for pattern in special_hands_of(variant) if forms(hand, variant, pattern))


def may_finish(position: State | View, extra: Tile | None = None) -> bool:
    """Whether perhaps all tiles but one can be laid: a quick look that never says no wrongly."""
    variant, hand = position.variant, position.hand
    if extra is not None:
        hand = hand + hand.tile_set.hand([extra])
    opened, rules = position.has_opened, trump_rules(variant)
    if not opened and _may_pair(hand, variant):
        return True
    if rearranging(variant).rearranges:
        return True
    most = len(hand) - 1
    lying = position.table if opened or rules.layoff == "any" else Table()
    hand, fits = _with_table(hand, lying, variant)
    if _lonely(hand, fits, variant) > 1:
        return False
    if not opened and rules.closed_win == "no":
        value = sum(map(variant.opening_value, one_optimum(hand, variant, "value")))
        if value < _points(variant):
            return False
    melded = sum(map(len, one_optimum(hand, variant, "tiles")))
    wild = hand.jokers if len(position.table) else 0
    return melded + wild + sum(hand.count(tile) for tile in fits) >= most


def as_opened(position: AnyPosition, rules: TrumpRules) -> AnyPosition | None:
    """Return the position of somebody who need not open, since all tiles but one are laid."""
    if rules.closed_win == "no":
        return None
    seat, players = position.seat, len(position.opened)
    opened = tuple(has or other == seat for other, has in enumerate(position.opened))
    claims = position.claims
    if rules.closed_win == "rack" or rules.layoff != "any":
        claims = of_another(position.table, seat, players)
    return replace(position, opened=opened, claims=claims)


def of_another(melds: Table, seat: int, players: int) -> tuple[Table, ...]:
    """Return claims by which a player may not touch these melds."""
    other, nothing = (seat + 1) % players, Table()
    return tuple(melds if each == other else nothing for each in range(players))


def only_closed(position: State | View, rules: TrumpRules) -> bool:
    """Whether the player has taken the trump for a win from the rack alone."""
    return rules.trump == "closed" and position.face_up is None


@lru_cache(maxsize=16)
def partners(variant: Variant) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each colored kind the pairs of kinds with which it is a meld of three.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> american = find_variant("american")
    >>> [[str(american.table_set.tiles[kind]) for kind in pair] for pair in partners(american)[0]]
    [['B1', 'K1'], ['B1', 'Y1'], ['K1', 'Y1'], ['R2', 'R3']]
    """
    tiles = variant.table_set
    found: list[list[tuple[int, int]]] = [[] for _ in range(tiles.colored_kinds)]
    letters = tiles.color_letters
    for kind in range(tiles.colored_kinds):
        tile = tiles.tiles[kind]
        others = [tiles.kind(Tile(c, tile.number)) for c in letters if c != tile.color]
        found[kind] += [(a, b) for at, a in enumerate(others) for b in others[at + 1 :]]
        for run in variant.runs:
            if len(run) == 3 and tile.number in run:
                a, b = (tiles.kind(Tile(tile.color, n)) for n in run if n != tile.number)
                found[kind].append((a, b))
    return tuple(map(tuple, found))


def _winning(view: View, rules: TrumpRules) -> Lay | None:
    """Return the play that lays all tiles but one, found by the program."""
    lay = None
    if not view.has_opened and rules.closed_win == "rack":
        lay = program_lay(view, "tiles", closed=True)
        if only_closed(view, rules) or (lay is not None and _leaves_one(view, lay)):
            return lay if lay is not None and _leaves_one(view, lay) else None
    lay = program_lay(view, "tiles")
    return lay if lay is not None and _leaves_one(view, lay) else None


def _leaves_one(view: View, lay: Lay) -> bool:
    return len(lay.played) == len(view.hand) - 1


def _as_lay(view: View, play: Play) -> Lay:
    return lay_of(view, play.table, play.played)


def _all_but_one_melded(view: View) -> list[Meld] | None:
    """Return melds of all tiles but one, or None if there are none."""
    hand, variant = view.hand, view.variant
    melds = one_optimum(hand, variant, "tiles")
    melded = sum(map(len, melds))
    if melded == len(hand) - 1:
        return melds
    if melded == len(hand):
        for tile in dict.fromkeys(hand):
            rest = one_optimum(hand - hand.tile_set.hand([tile]), variant, "tiles")
            if sum(map(len, rest)) == melded - 1:
                return rest
    return None


def _can_finish(view: View, rules: TrumpRules) -> bool:
    """Whether all tiles but one can be laid, an opening apart."""
    variant = view.variant
    if rearranging(variant).rearranges:
        return True
    claims = view.foreign_claims.melds
    if not view.has_opened and rules.layoff != "any":
        claims = view.table.melds
    gains = gains_of(variant, "tiles")
    turn = Turn(view.table, view.hand, None, variant, gains, claims)
    return best_extension(turn, (len(view.hand) - 1) * STEP).melds is not None


def _points(variant: Variant) -> int:
    way = opening_of(variant)
    return 0 if way is None else way.points


def lonely_tiles(hand: Hand, table: Table, variant: Variant) -> int:
    """Return how many tiles certainly can't be laid, neither on the table nor in a new meld.

    Some others may be none either.

    Parameters
    ----------
    hand : Hand
        The rack.
    table : Table
        What may be added to.
    variant : Variant
        Whose rules apply.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("romanian")
    >>> table = Table.parse("{R5 R6 R7} {B9 B10 J(B11)}", game)
    >>> [lonely_tiles(game.parse(hand), table, game) for hand in ("R9 K1", "R8 R9 K1", "B11 K7 Y7")]
    [2, 1, 0]
    """
    return _lonely(*_with_table(hand, table, variant), variant)


def _with_table(hand: Hand, table: Table, variant: Variant) -> tuple[Hand, set[Tile]]:
    """Return a hand with the jokers it may exchange for more melds, and what fits on the table."""
    if not len(table):
        return hand, set()
    fits = fitting(table, hand, variant)
    freed = sum(
        any(hand.count(tile) for tile in reading)
        for meld in table
        for reading in meld.joker_readings
    )
    return (hand + hand.tile_set.hand([hand.tile_set.joker] * freed) if freed else hand), fits


def _lonely(hand: Hand, fits: set[Tile], variant: Variant) -> int:
    """Return how many tiles fit nowhere, neither on the table nor with two others of the hand."""
    tiles, counts, found = hand.tile_set, hand.counts, 0
    if variant.min_run != 3 or variant.min_group != 3 or variant.repeat_colors:
        return 0
    for kind, pairs in enumerate(partners(variant)):
        if counts[kind] and tiles.tiles[kind] not in fits:
            wild = hand.jokers
            if not any((counts[a] > 0) + (counts[b] > 0) + wild >= 2 for a, b in pairs):
                found += counts[kind]
    return found


def _may_pair(hand: Hand, variant: Variant) -> bool:
    """Whether nearly all tiles are in pairs where a special hand is made of pairs."""
    if not any(pattern.parts == "pairs" for pattern in special_hands_of(variant)):
        return False
    odd = sum(count % 2 for count in hand.without_jokers().counts)
    return odd <= hand.jokers + 2
