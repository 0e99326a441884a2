"""Deals of 101 Okey played out by the compiled program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rummistats.melds import Group, Meld, Run
from rummistats.play.compiled_racks import Racks, ended, partner_lists, played_out, search_of
from rummistats.play.games.okey_101 import MELDS, PAIRS, Okey101State, begin
from rummistats.play.outcome import Outcome
from rummistats.play.players import okey_101 as players
from rummistats.play.players.okey_101 import Opening101
from rummistats.play.rearranging import rearranging
from rummistats.search import search_tables
from rummistats.seeds import Seed
from rummistats.variants import Variant

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from rummistats.kernels.okey_101 import Players, Rules

__all__ = ["Program", "can_be_compiled"]

Player = str | Opening101

_DISCARDS = ("points", "chances", "safe")
_WAYS = ("", MELDS, PAIRS)


def can_be_compiled(variant: Variant, strategies: Sequence[object], round: int = 1) -> bool:
    """Return whether the compiled program plays a variant of 101 Okey, and these strategies.

    It knows the usual groups and runs, all players but the random one, and all rules of the game
    but a limit for what pairs players add.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> okey = find_variant("okey-101")
    >>> can_be_compiled(okey, ["greedy", Opening101(pairs=6), "counting", "optimal"])
    True
    >>> can_be_compiled(okey, ["greedy", "random"] * 2)
    False
    """
    known = all(isinstance(each, Opening101) or each in players.PLAYERS for each in strategies)
    usual = (variant.min_group, variant.min_run, variant.repeat_colors) == (3, 3, False)
    return (
        known
        and usual
        and all(len(set(numbers)) == len(numbers) for numbers in variant.runs)
        and not variant.open_needs_run
        and not variant.open_single_set
        and variant.rule("pairs_addon_limit") is None
    )


class Program:
    """The program with room to work in, see `rummistats.play.compiled.Program`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> from rummistats.seeds import make_seed
    >>> from rummistats.variants import find_variant
    >>> game, players = find_variant("okey-101"), ("greedy",) * 4
    >>> last = Program(game, players).play(make_seed(3), None).last
    >>> last.hands == play(game, players, seed=3).last.hands
    True
    """

    def __init__(self, variant: Variant, strategies: tuple[Player, ...], round: int = 1) -> None:
        import numpy as np

        from rummistats.kernels.okey_101 import play_deal
        from rummistats.kernels.racks import NOBODY, NOTHING

        self.kernel, self.nobody, self.nothing = play_deal, NOBODY, NOTHING
        self.variant = variant
        tiles = variant.table_set.tiles
        self.rules = _rules(variant)
        self.players = _players(strategies)
        self.points = np.array([each.number and variant.rack_points_of(each) for each in tiles])
        self.for_tiles, self.for_value = search_of(variant, "tiles"), search_of(variant, "value")
        self.partners = partner_lists(variant)

    def play(self, seed: Seed, starter: int | None) -> Outcome:
        """Play a deal out."""
        return played_out(self.variant, begin, self._play, seed, starter)

    def _play(self, start: Okey101State, racks: Racks) -> tuple[Okey101State, list[int]]:
        import numpy as np

        seats = np.zeros((3, start.players), dtype=np.int64)
        winner, tile, concealed = self.kernel(
            racks.pool,
            start.seat,
            start.step,
            self.rules,
            self.players,
            self.for_tiles,
            self.for_value,
            self.partners,
            self.points,
            racks.free,
            racks.hands,
            racks.counts,
            seats,
        )
        opened, ways, fines = seats.tolist()
        last = replace(
            ended(start, racks),
            discards=() if tile == self.nothing else (start.variant.table_set.tiles[tile],),
            opened=tuple(turn > 0 for turn in opened),
            ways=tuple(_WAYS[way] for way in ways),
            fines=tuple(fines),
        )
        if winner != self.nobody:
            last = replace(last, winner=last.seat, concealed=concealed, ended="out")
        return last, opened


def _rules(variant: Variant) -> Rules:
    """Return the rules of a game for the compiled program."""
    import numpy as np

    from rummistats.kernels.melds_laid import Shapes
    from rummistats.kernels.okey_101 import Rules
    from rummistats.kernels.racks import EMPTY

    tiles = variant.table_set
    # One more than any run has, and one more joker than there are.
    sizes, jokers = max(variant.numbers, variant.largest_group) + 3, tiles.jokers + 2
    legal = np.zeros((variant.numbers + 1, sizes), dtype=np.bool_)
    for run in variant.runs:
        legal[run[0] - 1, len(run)] = True
    by_text = np.empty(tiles.kinds, dtype=np.int64)
    by_text[sorted(range(tiles.kinds), key=lambda kind: str(tiles.tiles[kind]))] = np.arange(
        tiles.kinds
    )
    rule = variant.rule
    shapes = Shapes(
        numbers=variant.numbers,
        largest_group=variant.largest_group,
        legal=legal,
        jokers_allowed=np.array(
            [[variant.jokers_allowed(size, n) for n in range(jokers)] for size in range(sizes)]
        ),
        melds=np.array([_row(block.meld, variant) for block in search_tables(variant).melds]),
        values=np.array(variant.opening_points[1:], dtype=np.int64),
        by_text=by_text,
    )
    return Rules(
        shapes=shapes,
        open_points=EMPTY if variant.open_points is None else variant.open_points,
        open_pairs=EMPTY if variant.open_pairs is None else variant.open_pairs,
        exchanges=rearranging(variant).jokers_return,
        low_finish=bool(rule("low_finish_with_discard")),
        starter_may_open=bool(rule("starter_may_open")),
        stack_penalties=bool(rule("stack_discard_penalties")),
        joker_finish_penalty=bool(rule("joker_finish_penalty")),
        concealed_if_others_opened=bool(rule("concealed_if_others_opened")),
        at_last_discard=rule("exhaustion") == "at_last_discard",
        all_pairs_void=bool(rule("all_pairs_void")),
        may_add_pairs=bool(rule("series_may_add_pairs")),
    )


def _row(meld: Meld, variant: Variant) -> tuple[int, int, int, int]:
    """Return a meld as it is laid: of the missing colors a joker stands for the first ones."""
    from rummistats.kernels.melds_laid import GROUP, RUN

    letters = variant.table_set.color_letters
    if isinstance(meld, Run):
        first = meld.numbers[0] - 1
        jokers = sum(1 << first + place for place in meld.joker_places)
        return RUN, letters.index(meld.color), (1 << len(meld)) - 1 << first, jokers
    assert isinstance(meld, Group)
    colors = [letters.index(color) for color in meld.colors]
    missing = [color for color in range(len(letters)) if color not in colors]
    jokers = sum(1 << color for color in missing[: meld.jokers])
    return GROUP, meld.number - 1, sum(1 << color for color in colors) | jokers, jokers


def _players(strategies: Sequence[Player]) -> Players:
    """Return for the compiled program how everybody plays."""
    import numpy as np

    from rummistats.kernels.okey_101 import Players
    from rummistats.kernels.racks import EMPTY

    found = [players.PLAYERS[each] if isinstance(each, str) else each for each in strategies]

    def numbers(of: list[int]) -> npt.NDArray[np.int64]:
        return np.array(of, dtype=np.int64)

    return Players(
        pairs=numbers([each.pairs for each in found]),
        closed=numbers([EMPTY if each.closed is None else each.closed for each in found]),
        late=numbers([each.late for each in found]),
        discards=numbers([_DISCARDS.index(each.discards) for each in found]),
        keeps_joker=numbers([each.keeps_joker for each in found]),
        careful=numbers([each.careful for each in found]),
        ahead=numbers([each.ahead for each in found]),
        near=players.NEAR,
        chance=players.CHANCE,
        danger=players.DANGER,
        when_opened=players.OPENED,
        when_closed=players.CLOSED,
    )
