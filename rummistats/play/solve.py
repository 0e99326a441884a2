"""The best legal play: what to lay from the rack, and the table that it makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from rummistats.errors import PlayError, shown
from rummistats.melds import Group, Meld
from rummistats.pictured import Pictured
from rummistats.play.best_so_far import BestSoFar
from rummistats.play.case import Case, Steps
from rummistats.play.cases import Ways
from rummistats.play.gains import Best, Gains, gains_of
from rummistats.play.legality import as_claims, as_rack, check_opened, claims_later, judge_play
from rummistats.play.opening_rules import opening_of
from rummistats.play.rearranging import rearranging
from rummistats.play.table import Table, as_table
from rummistats.tiles import Hand, Tile
from rummistats.variants import Variant, require_variant

__all__ = ["Play", "solve_table"]


@dataclass(frozen=True)
class Play(Pictured):
    """What a player does in a turn; false if nothing is laid.

    Parameters
    ----------
    table : Table
        The table after it.
    played : Hand
        The rack tiles that are laid.
    left : Hand
        The rack after it.
    returned : Hand
        Tiles that went from the table to the rack, where the game lets some go there.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> play = solve_table("{R4 R5 R6 R7}", "B7 K7 Y1", find_variant("sabra"))
    >>> print(play)
    play B7 K7: {R7 B7 K7} {R4 R5 R6}
    >>> bool(play), play.left
    (True, Hand('Y1'))
    """

    table: Table
    played: Hand
    left: Hand
    returned: Hand

    def __bool__(self) -> bool:
        return len(self.played) > 0

    def __str__(self) -> str:
        if not self:
            return "no play"
        taken = f", take {self.returned}" if len(self.returned) else ""
        return f"play {self.played}{taken}: {self.table}"


def solve_table(
    table: Table | str,
    hand: Hand | str,
    variant: Variant | str,
    best: Best = "tiles",
    then: str | None = None,
    opened: bool = True,
    *,
    claims: Table | str = "",
    must: Hand | str | None = None,
) -> Play:
    """Return the best legal play of a turn.

    Parameters
    ----------
    table : Table or str
        The table, or its text ``{R3 R4 R5} {B7 K7 Y7}``; the text of an empty table is empty.
    hand : Hand or str
        The rack.
    variant : Variant or str
        Whose rules apply: Sabra, River, Stone-Rummy, Stone-Rummy-Plus or Machiavelli; or Gin,
        American, International, 101 Okey, Romanian, Rummy 500 or Shanghai Rummy, where melds on
        the table are only extended. In the last a player has laid the contract.
    best : {"tiles", "value", "rack_points"}
        Most tiles; most value of what is played, where a joker counts what it stands for; or
        fewest points left on the rack. Among equals: for "tiles" fewest points left, for the
        others most tiles.
    then : {"fewest_changes"}, optional
        Among all plays that are equal in ``best``, whatever else they leave, the one that leaves
        most table melds standing
        (equal as multisets with readings), and of these one in which fewest tiles change their
        meld.
    opened : bool
        Whether the player has opened already.
    claims : Table or str
        The melds of the table that are other players' claims.
    must : Hand or str, optional
        Rack tiles that have to be among those laid. In the River it is the Key, and in
        Machiavelli with a starting table a helper card: these have to be part of the opening if
        the player has not opened.

    Returns
    -------
    Play
        With the new table, the tiles played and those left. Nothing is played if no play is
        legal, or none is better than none.

    Raises
    ------
    PlayError
        If there is no such objective or tie-break, or ``claims`` or ``must`` don't fit.
    TableError
        If the table is none of the variant.
    TileError
        If the hand is not of the variant, or there are more tiles than the tile set has.
    VariantError
        If it isn't known how the game is played, or it has no such value.

    Notes
    -----
    The play is optimal, found by a dynamic program over the numbers or, for unusual melds, by a
    search; see `rummistats.play.problem`. Jokers can't be told apart: of all jokers on the new
    table that are free to stand for anything, those with the highest readings count as the ones
    from the rack. A joker that is taken to the rack counts as one tile less. In Stone-Rummy-Plus
    a table tile could be taken for a joker from the rack, but no play is better for it.

    ``then="fewest_changes"`` is exact as well: no other play that is as good leaves more melds
    standing, and none that leaves as many has fewer tiles change their meld. On a crowded table
    on which many melds fall it may take many seconds; an integer program takes over where the
    search would have too much to look at.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> sabra = find_variant("sabra")
    >>> print(solve_table("{R3 R4 R5}", "R6 B3 K3", sabra))
    play R6 B3 K3: {R3 B3 K3} {R4 R5 R6}
    >>> print(solve_table("{R3 R4 R5}", "R6 R10 B10 K10", sabra, opened=False))
    play R10 B10 K10: {R3 R4 R5} {R10 B10 K10}
    """
    from rummistats.play.changes import fewest_changes
    from rummistats.play.extension import best_extension, best_opening_extension, easy_opening
    from rummistats.play.opening import best_opening

    variant = require_variant(variant)
    rearranging(variant)
    gains = gains_of(variant, best)
    opened = check_opened(opened)
    if then not in (None, "fewest_changes"):
        raise PlayError(f"then={shown(then)}: give 'fewest_changes' or None")
    table = as_table(table, variant)
    rack = as_rack(hand, variant)
    needed = None if must is None else as_rack(must, variant)
    if needed is not None and not needed <= rack:
        raise PlayError(f"must={str(needed)!r}: the rack {str(rack)!r} does not have these tiles")
    turn = Turn(table, rack, needed, variant, gains, as_claims(claims, table, variant))
    # More tiles than there are is an error here, not a wrong result.
    _ = turn.lying + rack
    way = None if opened else opening_of(variant)
    rules = rearranging(variant)
    if rules.rearranges:
        plays = turn.best() if way is None else best_opening(turn, way, then is not None)
    elif way is not None and not (rules.layoff or rules.joker_before_opening):
        # Nothing but the opening: the table makes no difference to it.
        plays = easy_opening(turn, way) or best_opening(turn, way)
    else:
        plays = best_extension(turn) if way is None else best_opening_extension(turn, way)
    if plays.melds is None:
        return turn.play(table)
    if then is None or plays.cases is None:
        return turn.play(Table(plays.melds))
    return turn.play(fewest_changes(turn, plays))


@dataclass(frozen=True)
class Optimum:
    """The best that was found.

    Parameters
    ----------
    gain : int
        What it gains.
    melds : tuple of Group or Run, optional
        The new table; None if nothing is played.
    cases : callable, optional
        Returns every case that may be better than the best so far, for the tie-break; None if
        there is nothing to choose from.
    """

    gain: int = 0
    melds: tuple[Meld, ...] | None = None
    cases: Callable[[BestSoFar], Iterator[Case]] | None = None


@dataclass(frozen=True)
class Turn:
    """Everything that a turn is about.

    Parameters
    ----------
    table : Table
        The table before.
    rack : Hand
        The rack.
    must : Hand, optional
        Rack tiles that have to be laid.
    variant : Variant
        Whose rules apply.
    gains : Gains
        What is made best.
    claims : tuple of Meld
        Foreign claims.
    """

    table: Table
    rack: Hand
    must: Hand | None
    variant: Variant
    gains: Gains
    claims: tuple[Meld, ...] = ()

    @cached_property
    def lying(self) -> Hand:
        """The tiles of the table."""
        return self.table.hand(self.variant)

    @cached_property
    def own_melds(self) -> Table:
        """The melds of the table that aren't foreign claims."""
        if not self.claims:
            return self.table
        return Table(tuple((Counter(self.table.melds) - Counter(self.claims)).elements()))

    @property
    def steps(self) -> Steps:
        """The steps from case to case."""
        return Steps(self.variant, self.gains, rearranging(self.variant).reuse_rack_tiles)

    def cases(self, best: BestSoFar) -> Iterator[Case]:
        """Yield every way to deal with claims and with the table's jokers that may be better."""
        rules = rearranging(self.variant)
        table = self.own_melds
        start = self.steps.start(table, self.rack, self.must)
        for case in self._chases(start, self.claims):
            yield from Ways(self.steps, rules).of(case, table, best)

    def _chases(self, case: Case, claims: Sequence[Meld]) -> Iterator[Case]:
        """Yield the ways to take jokers out of foreign claims."""
        if not claims:
            yield case
            return
        claim, others = claims[0], claims[1:]
        rules = rearranging(self.variant)
        for now, chased in claims_later(claim, self.variant, rules):
            if not chased:
                fixed = replace(case, fixed=(*case.fixed, now))
                yield from self._chases(fixed, others)
                continue
            assert isinstance(claim, Group)
            assert isinstance(now, Group)
            colors = Counter(now.colors) - Counter(claim.colors)
            tiles = [Tile(color, claim.number) for color in colors.elements()]
            freed = replace(case, fixed=(*case.fixed, now))
            for _ in tiles:
                freed = (
                    self.steps.take_up(freed)
                    if rules.jokers_return
                    else self.steps.free_joker(freed)
                )
            for sources in product((True, False), repeat=len(tiles)):
                taken = self._taken(freed, tiles, sources)
                if taken is not None:
                    yield from self._chases(taken, others)

    def _taken(self, case: Case, tiles: Sequence[Tile], from_table: Sequence[bool]) -> Case | None:
        """Return the case without these tiles of the table or rack."""
        problem, gain = case.problem, case.gain
        must, may, forced = list(problem.must), list(problem.may), list(problem.forced)
        for tile, lying in zip(tiles, from_table, strict=True):
            kind = self.steps.kind(tile)
            pile = must if lying else may
            if not pile[kind]:
                return None
            pile[kind] -= 1
            if not lying:
                forced[kind] = max(0, forced[kind] - 1)
                gain += self.gains.tiles[kind]
        left = replace(problem, must=tuple(must), may=tuple(may), forced=tuple(forced))
        return replace(case, problem=left, gain=gain)

    def best(self, floor: int = 1, enough: int | None = None) -> Optimum:
        """Return the best play of a player who has opened.

        Parameters
        ----------
        floor : int
            Only a gain of at least so much is of interest.
        enough : int, optional
            A gain with which to be content.
        """
        bound = enough
        if self.table.jokers and not self.claims and not self._jokers_are_free:
            bound = self._bound(floor)
            if bound < floor:
                return Optimum(cases=self.cases)
            bound = bound if enough is None else min(bound, enough)
        best = self.best_so_far(floor, bound, opened=True)
        return replace(best_of(self.cases(best), best), cases=self.cases)

    def best_so_far(self, floor: int, enough: int | None = None, *, opened: bool) -> BestSoFar:
        """Return the begin of a search in which only so much gain, or more, is of interest."""

        def is_legal(melds: tuple[Meld, ...]) -> bool:
            play = self.play(Table(melds))
            laid, claims = self.rack_played(play), Table(self.claims)
            verdict = judge_play(
                self.table, play.table, laid, self.variant, opened, claims=claims, must=self.must
            )
            return bool(verdict)

        return BestSoFar(self.variant, self.gains, floor - 1, enough, is_legal)

    @property
    def _jokers_are_free(self) -> bool:
        """Whether the jokers of the table may be laid anywhere, and must be."""
        rules = rearranging(self.variant)
        obeying = rules.reuse_rack_tiles or rules.group3_needs_both or rules.jokers_return
        return rules.joker_mode == "free" and not obeying

    def _bound(self, floor: int) -> int:
        """Return what could be gained if the table's jokers were free of all rules."""
        case = self.steps.start(self.table, self.rack, self.must)
        for _ in range(self.table.jokers):
            if rearranging(self.variant).jokers_return:
                case = self.steps.take_up(case)
            else:
                case = self.steps.free_joker(case)
        best = BestSoFar(self.variant, self.gains, floor - 1)
        best.add(case)
        return best.gain

    def rack_played(self, play: Play) -> Hand:
        """Return the rack tiles of a play as tiles of the table."""
        return as_rack(play.played, self.variant)

    def play(self, table: Table) -> Play:
        """Return the play that makes this table."""
        now = table.hand(self.variant)
        stayed = now & self.lying
        played, returned = now - stayed, self.lying - stayed
        left = self.rack - played
        if returned:
            left += returned
        return Play(table, *map(self._as_held, (played, left, returned)))

    def _as_held(self, hand: Hand) -> Hand:
        """Return tiles as a hand of the variant's own tile set, if they are one."""
        tiles = self.variant.tile_set
        if hand.tile_set == tiles or hand.jokers > tiles.jokers:
            return hand
        return tiles.hand(hand)


def best_of(cases: Iterable[Case | tuple[Case, int]], best: BestSoFar) -> Optimum:
    """Return the best that any of the cases leads to, if it is better than the best so far.

    Each may come with what the melds of its problem must be worth together.
    """
    for case in cases:
        if isinstance(case, Case):
            best.add(case)
        else:
            best.add(*case)
        if best.ends:
            break
    return Optimum() if best.melds is None else Optimum(best.gain, best.melds)
