"""The best play that a search has found so far, and what may still be better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rummistats.melds import Meld
from rummistats.play.case import Case
from rummistats.play.gains import Gains
from rummistats.play.problem import has_usual_melds, solve_problem
from rummistats.variants import Variant

__all__ = ["BestSoFar"]


@dataclass
class BestSoFar:
    """The best that was found, changed by every better case.

    Parameters
    ----------
    variant : Variant
        Whose rules apply.
    gains : Gains
        What is made best.
    gain : int
        What it gains; only more than that is of interest.
    enough : int, optional
        A gain at which to stop, if one is known that can't be, or need not be, exceeded.
    is_legal : callable, optional
        Whether some melds are a legal new table.
    melds : tuple of Group or Run, optional
        The new table; None if nothing was found.
    """

    variant: Variant
    gains: Gains
    gain: int = 0
    enough: int | None = None
    is_legal: Callable[[tuple[Meld, ...]], bool] | None = None
    melds: tuple[Meld, ...] | None = None

    @property
    def ends(self) -> bool:
        """Whether nothing better is looked for."""
        return self.enough is not None and self.gain >= self.enough

    def add(self, case: Case, threshold: int = 0) -> None:
        """Keep the best that a case leads to, if that is better.

        Parameters
        ----------
        case : Case
            A case in which no released joker is left.
        threshold : int
            What the melds of its problem must be worth together.
        """
        if self.ends or case.most(self.gains) <= self.gain:
            return
        found = self._solved(case, threshold)
        if found is not None:
            self.gain, self.melds = found

    def hopes(self, case: Case, loose: int = 0, threshold: int = 0) -> bool:
        """Return whether a case may lead to more, whatever is still to be decided about jokers.

        If what it may lead to is legal as it is, that is kept, and there is no more to hope for.

        Parameters
        ----------
        case : Case
            What is decided already.
        loose : int
            How many more jokers there are that are not among the problem's.
        threshold : int
            What the melds of its problem must be worth together.
        """
        if self.ends or case.most(self.gains) <= self.gain:
            return False
        # A joker that is free of all rules can do what one can that has to obey some.
        problem = case.problem
        free = problem.jokers_must + case.released + loose
        freed = replace(case, problem=replace(problem, jokers_must=free), released=0)
        if not has_usual_melds(self.variant, freed.problem.jokers, self.gains):
            threshold = 0
        found = self._solved(freed, threshold)
        if found is None:
            return False
        alike = self.gains.joker is not None or not problem.jokers_may
        if alike and self.is_legal is not None and self.is_legal(found[1]):
            self.gain, self.melds = found
            return False
        return True

    def _solved(self, case: Case, threshold: int) -> tuple[int, tuple[Meld, ...]] | None:
        """Return a gain that is larger, with its melds, if there is one."""
        floor = max(0, self.gain + 1 - case.gain)
        solution = solve_problem(case.problem, self.variant, self.gains, floor, threshold)
        if solution is None or case.gain + solution.gain <= self.gain:
            return None
        return case.gain + solution.gain, (*case.fixed, *solution.melds)
