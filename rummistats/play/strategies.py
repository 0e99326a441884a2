"""Players: each is given what it can see, and returns what it does.

A strategy is a function ``choose(view, random)`` that returns an action. Those of this module
have names; a user's own may be any function, or any object with a method ``choose``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, is_dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from rummistats.errors import PlayError, near_names, shown
from rummistats.play.actions import Action, Discard, Lay, Pull, Take
from rummistats.play.borrowing import borrowing_play
from rummistats.play.gains import Best
from rummistats.play.laying import best_lay
from rummistats.play.players import own_ways
from rummistats.play.rearranging import REARRANGED
from rummistats.play.simple import ADDS, Adds, is_legal, plain_play, single_plays
from rummistats.play.state import View
from rummistats.play.usefulness import use_of
from rummistats.search import melds_in
from rummistats.tiles import Tile

if TYPE_CHECKING:
    from numpy.random import Generator

__all__ = [
    "STRATEGIES",
    "Borrowing",
    "Cautious",
    "Counting",
    "Greedy",
    "HoldBack",
    "Optimal",
    "Random",
    "Strategy",
    "find_strategy",
]

Choice = Callable[[View, "Generator"], Action]


@runtime_checkable
class Strategy(Protocol):
    """A player: anything that chooses an action from a view and a random generator.

    Examples
    --------
    >>> class Last:
    ...     def choose(self, view, random):
    ...         return view.choices[-1]
    >>> isinstance(Last(), Strategy)
    True
    """

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do; it must be legal."""


class _Named:
    """A strategy with a name: in some games it has a way of its own."""

    name: ClassVar[str]

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do."""
        own = own_ways(view.variant)
        return (own and own.choose(self.name, view, random)) or self._usual(view, random)

    def _usual(self, view: View, random: Generator) -> Action:
        """Return what to do where nothing is special."""
        raise NotImplementedError


@dataclass(frozen=True)
class Random(_Named):
    """Takes any of what is legal, all choices alike: draws, discards, single melds and tiles.

    Parameters
    ----------
    lays : float
        How often it lays something if it can; it may prefer to wait.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("machiavelli", Random(lays=1.0), seed=1).ended
    'out'
    """

    name = "random"

    lays: float = 0.5

    def _usual(self, view: View, random: Generator) -> Action:
        if view.may_lay and random.random() < self.lays:
            found: list[Action] = [*single_plays(view), *view.pulls("tiles")]
            for place in random.permutation(len(found)):
                action = found[int(place)]
                if not isinstance(action, Lay) or is_legal(view, action):
                    return action
        if view.choices:
            return view.choices[int(random.integers(len(view.choices)))]
        return _forced(view)


@dataclass(frozen=True)
class Greedy(_Named):
    """Lays whatever fits at once, but never takes apart what lies on the table.

    Parameters
    ----------
    adds : {"after", "before", "never"}
        When it adds single tiles to melds of the table: after it has laid the melds of its rack,
        before that, or never.

    Raises
    ------
    PlayError
        If ``adds`` is something else.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("machiavelli", Greedy(), seed=1).ended
    'out'
    >>> play("sabra", Greedy(adds="never"), seed=1).blocked
    True
    """

    name = "greedy"

    adds: Adds = "after"

    def __post_init__(self) -> None:
        if self.adds not in ADDS:
            raise PlayError(f"adds={shown(self.adds)}: give {', '.join(map(repr, ADDS))}")

    def _usual(self, view: View, random: Generator) -> Action:
        if view.may_lay and (lay := plain_play(view, self.adds)) is not None:
            return lay
        return _taken(view, _makes_meld) or _without_laying(view)


@dataclass(frozen=True)
class Borrowing(_Named):
    """Lays whatever fits, and melds for which the table can spare a tile, one for each meld.

    That is how most people play: they see which single tile can be moved, and no more. Where the
    table isn't rearranged it plays as `Greedy` does.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("machiavelli", Borrowing(), seed=1).ended
    'out'
    """

    name = "borrowing"

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do."""
        if view.variant.game.name in REARRANGED:
            return self._usual(view, random)
        return Greedy().choose(view, random)

    def _usual(self, view: View, random: Generator) -> Action:
        if view.may_lay and (lay := borrowing_play(view)) is not None:
            return lay
        return _taken(view, _makes_meld) or _without_laying(view)


@dataclass(frozen=True)
class Optimal(_Named):
    """Lays as many tiles as the whole table allows, every turn.

    Parameters
    ----------
    best : {"tiles", "value", "rack_points"}
        What is best, see `rummistats.solve_table`.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("machiavelli", Optimal(best="rack_points"), seed=1).ended
    'out'
    """

    name = "optimal"

    best: Best = "tiles"

    def _usual(self, view: View, random: Generator) -> Action:
        return _most(view, self.best) or _without_play(view)


@dataclass(frozen=True)
class Cautious(_Named):
    """Gets rid of points before tiles, so that little is lost when somebody else goes out.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("machiavelli", Cautious(), seed=1).ended
    'out'
    """

    name = "cautious"

    def _usual(self, view: View, random: Generator) -> Action:
        return _most(view, "rack_points") or _without_play(view)


@dataclass(frozen=True)
class HoldBack(_Named):
    """Waits with what could be laid, so that the others have less to build on.

    Opens when it can. Afterwards it lays only if that is at least ``tiles`` tiles, if the rack
    becomes empty, or if somebody is close to going out.

    Parameters
    ----------
    tiles : int
        For fewer tiles it waits.
    danger : int
        Nobody waits any more if another player has so few tiles, or the pool for each player.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("machiavelli", HoldBack(tiles=4), seed=1).ended
    'out'
    """

    name = "hold_back"

    tiles: int = 3
    danger: int = 4

    def _usual(self, view: View, random: Generator) -> Action:
        best = _most(view, "tiles")
        if best is None:
            return _without_play(view)
        close = _least_of_others(view) <= self.danger or view.pool <= self.danger * len(
            view.tiles_left
        )
        laid = _laid(best)
        out = laid >= len(view.hand)
        if not view.choices or not view.has_opened or out or close or laid >= self.tiles:
            return best
        return _without_laying(view)


@dataclass(frozen=True)
class Counting(_Named):
    """Plays as `Optimal`, keeps its jokers, and judges tiles by those that are still unknown.

    Parameters
    ----------
    tiles : int
        What a joker must bring, in tiles, before it is laid as long as nobody is close to going
        out.
    danger : int
        Jokers aren't kept any more if another player has so few tiles.

    Examples
    --------
    >>> from rummistats.play import play
    >>> play("machiavelli", Counting(), seed=1).ended
    'out'
    """

    name = "counting"

    tiles: int = 3
    danger: int = 4

    def _usual(self, view: View, random: Generator) -> Action:
        best = _most(view, "tiles")
        if best is None:
            return _without_play(view, by_chances=True)
        jokers = view.hand.jokers
        if not jokers or _laid(best) >= len(view.hand) or _least_of_others(view) <= self.danger:
            return best
        without = _most(view.without_jokers(), "tiles")
        spared = 0 if without is None else _laid(without)
        if _laid(best) - spared >= self.tiles or (not view.choices and without is None):
            return best
        return without or _without_laying(view, by_chances=True)


def _most(view: View, best: Best) -> Lay | Pull | None:
    """Return the action that lays most; a pull only if it lays more than the rack alone."""
    if not view.may_lay:
        return None
    lay = best_lay(view, best)
    pulls = view.pulls(best)
    if pulls:
        # What comes to the rack with the Key has to be laid as well some day.
        pull = max(pulls, key=lambda each: _laid(each) - each.taken)
        if lay is None or _laid(pull) - pull.taken > _laid(lay):
            return pull if _laid(pull) >= pull.taken or lay is None else lay
    return lay


def _least_of_others(view: View) -> int:
    """Return how many tiles the other player has who is closest to going out."""
    return min(left for seat, left in enumerate(view.tiles_left) if seat != view.seat)


def _laid(action: Lay | Pull) -> int:
    """Return how many tiles an action lays."""
    return len(action.lay.played if isinstance(action, Pull) else action.played)


def _forced(view: View) -> Action:
    """Return a play where nothing else is allowed."""
    forced = _most(view, "tiles")
    if forced is None:
        raise PlayError("there is no legal action; this is a fault of the rules of the game")
    return forced


def _taken(view: View, wanted: Callable[[Tile, View], bool]) -> Take | None:
    """Return what to take where that can be chosen: what lies face up only if it is wanted."""
    places = [choice for choice in view.choices if isinstance(choice, Take)]
    if not places:
        return None
    last = len(places) == 1
    return places[-1] if last or _is_wanted(view, wanted) else places[0]


def _is_wanted(view: View, wanted: Callable[[Tile, View], bool]) -> bool:
    """Return whether the newest tile that lies face up is wanted."""
    return bool(view.discards) and (view.discards[-1].is_joker or wanted(view.discards[-1], view))


def _makes_meld(tile: Tile, view: View) -> bool:
    """Whether a tile makes a meld with the rack."""
    hand = view.hand + view.hand.tile_set.hand([tile])
    return any(tile in meld.tiles for meld in melds_in(hand, view.variant))


def _can_be_laid(tile: Tile, view: View) -> bool:
    """Whether a tile can be laid at once: in a meld with the rack, or on the table alone."""
    one = view.hand.tile_set.hand([tile])
    return _makes_meld(tile, view) or bool(replace(view, hand=one - one).best_play(must=one))


def _without_play(view: View, by_chances: bool = False) -> Action:
    """Return what to do if nothing can be laid; a tile is wanted that would change that."""
    return _taken(view, _can_be_laid) or _without_laying(view, by_chances)


def _without_laying(view: View, by_chances: bool = False) -> Action:
    """Return what to do without laying: a draw, or the least useful tile as a discard."""
    discards = [choice for choice in view.choices if isinstance(choice, Discard)]
    if discards:
        return min(discards, key=lambda choice: use_of(choice.tile, view, by_chances))
    return view.choices[0] if view.choices else _forced(view)


STRATEGIES: Mapping[str, Strategy] = {
    "random": Random(),
    "greedy": Greedy(),
    "borrowing": Borrowing(),
    "cautious": Cautious(),
    "optimal": Optimal(),
    "hold_back": HoldBack(),
    "counting": Counting(),
}
"""The strategies that have a name."""


@dataclass(frozen=True)
class _Function:
    """A strategy that is a function."""

    function: Choice

    def choose(self, view: View, random: Generator) -> Action:
        """Return what to do."""
        return self.function(view, random)


def find_strategy(strategy: str | Strategy | Choice) -> tuple[str, Strategy]:
    """Return the name of a strategy, and the strategy.

    Raises
    ------
    PlayError
        If there is none of that name, or it is neither a name, a function nor an object with a
        method ``choose``.

    Examples
    --------
    >>> find_strategy("greedy")
    ('greedy', Greedy(adds='after'))
    >>> find_strategy(HoldBack(tiles=5))
    ('HoldBack(tiles=5, danger=4)', HoldBack(tiles=5, danger=4))
    >>> find_strategy("gredy")
    Traceback (most recent call last):
        ...
    rummistats.errors.PlayError: 'gredy' is no strategy; there are random, greedy, borrowing,
    cautious, optimal, hold_back, counting; did you mean greedy?
    """
    if isinstance(strategy, str):
        if strategy not in STRATEGIES:
            raise PlayError(
                f"{shown(strategy)} is no strategy; there are {', '.join(STRATEGIES)}"
                f"{near_names(strategy, list(STRATEGIES))}"
            )
        return strategy, STRATEGIES[strategy]
    is_class = isinstance(strategy, type)
    if isinstance(strategy, Strategy) and callable(strategy.choose) and not is_class:
        for name, known in STRATEGIES.items():
            if strategy == known:
                return name, strategy
        return str(strategy) if is_dataclass(strategy) else type(strategy).__name__, strategy
    if callable(strategy) and not is_class:
        return getattr(strategy, "__name__", type(strategy).__name__), _Function(strategy)
    raise PlayError(
        f"{shown(strategy)} is no strategy; give a name, a function of a view and a random "
        "generator, or an object with such a method choose"
    )
