"""Figures of tournaments with their intervals, which know that a deal is played several times.

The rows of one deal have tiles in common, so they say less than as many deals would, or in
comparisons more. All standard errors are therefore those of *deals*: what a deal says is added up
first, and deals are independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan, sqrt
from typing import TYPE_CHECKING, Any

from rummistats.distribution.counts import is_number
from rummistats.errors import PlayError, near_names, shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "FIGURES",
    "blocked_share",
    "joker_share",
    "mean_figures",
    "paired_difference",
    "win_share",
]

FIGURES = ("score", "turns", "turn_opened", "tiles_left", "points_left")
"""What has a mean in a tournament."""

_ROUNDING = 1e-9
_MANY = 30

_GAME = ("variant", "rules")
_PLAYED = ("variant", "rules", "deal", "rotation")


def win_share(
    frame: pd.DataFrame, by: str | Sequence[str] = ("seat", "strategy"), confidence: float = 0.95
) -> pd.DataFrame:
    """Return how often each strategy wins in each seat.

    Parameters
    ----------
    frame : pandas.DataFrame
        What `rummistats.tournament` returned.
    by : str or sequence of str
        The column, or the columns, whose values are told apart, within each game and its rules:
        also ``turn_place`` for who started, ``opening_place`` for who opened first, or
        ``jokers_dealt`` for how many a seat had.
    confidence : float
        The confidence level.

    Returns
    -------
    pandas.DataFrame
        With the columns variant, rules, those of ``by``, deals, n, wins, share, standard_error,
        low and high. A deal with several winners counts for each of them in part, and one that
        nobody wins for none, so that shares of all seats sum to the share of deals that are won.
        ``n`` is the number of rows.

    Raises
    ------
    PlayError
        If the table lacks a column, is empty, or the level isn't between 0 and 1.

    Notes
    -----
    The interval is Wilson's, with the number of independent games that would have the same
    standard error: fewer than ``n`` where rows of a deal are alike, more where strategies take
    turns in the same seats; but with fewer than 30 deals never more than ``n``. Where all deals
    say the same, it is that of as many games as deals. Who sits in every seat wins for certain.

    References
    ----------
    E. L. Korn and B. I. Graubard, Confidence intervals for proportions with small expected number
    of positive counts estimated from survey data, *Survey Methodology* 24 (1998), 193–201.

    Examples
    --------
    >>> from rummistats.play import tournament
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("sabra").with_rules(players=2)
    >>> frame = tournament(game, ["optimal", "greedy"], deals=3, seed=1, workers=1)
    >>> win_share(frame, by=["strategy"])[["strategy", "deals", "n", "wins", "share"]].values
    array([['greedy', 3, 6, 0.0, 0.0],
           ['optimal', 3, 6, 6.0, 1.0]], dtype=object)
    """
    by = _names(by)
    table = _checked(frame, (*by, "won", "rotation"), confidence)
    found = _shares(table.assign(_share=_shared_wins(table)), [*_GAME, *by], "wins", confidence)
    # Who sits in all seats wins whatever is won: that is no matter of chance.
    alone = found.groupby(list(_GAME))["n"].transform("size") == 1
    certain = alone & (found["standard_error"] < _ROUNDING) & (found["share"] > 0)
    found.loc[certain, "low"] = found.loc[certain, "high"] = found["share"]
    return found


def blocked_share(
    frame: pd.DataFrame, by: str | Sequence[str] = (), confidence: float = 0.95
) -> pd.DataFrame:
    """Return how often nobody goes out.

    Parameters
    ----------
    frame, by, confidence
        As for `win_share`. Without ``by`` each time that a deal was played counts once.

    Returns
    -------
    pandas.DataFrame
        With the columns variant, rules, those of ``by``, deals, n, blocked, share,
        standard_error, low and high.

    Raises
    ------
    PlayError
        As for `win_share`.

    Examples
    --------
    >>> from rummistats.play import tournament
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("machiavelli").with_rules(players=2)
    >>> frame = tournament(game, "random", deals=2, seed=1, workers=1)
    >>> blocked_share(frame)[["variant", "deals", "n", "blocked"]].values.tolist()
    [['machiavelli', 2, 2, 0.0]]
    """
    by = _names(by)
    table = _checked(frame, (*by, "blocked", "rotation"), confidence)
    table = table.drop_duplicates([*_PLAYED, *by])
    shares = table.assign(_share=table["blocked"].astype("float64"))
    return _shares(shares, [*_GAME, *by], "blocked", confidence)


def joker_share(
    frame: pd.DataFrame, by: str | Sequence[str] = ("seat", "strategy"), confidence: float = 0.95
) -> pd.DataFrame:
    """Return which part of all jokers came to each strategy in each seat.

    Jokers come by luck, so strategies that sit in all seats of the same deals differ only in how
    many tiles they draw.

    Parameters
    ----------
    frame, by, confidence
        As for `win_share`.

    Returns
    -------
    pandas.DataFrame
        With the columns variant, rules, those of ``by``, deals, n, jokers, share,
        standard_error, low and high. ``jokers`` are those that were dealt to the seats or came to
        their racks later; the shares of a game sum to 1, and are missing if no jokers came.

    Raises
    ------
    PlayError
        As for `win_share`.

    Notes
    -----
    A share is a ratio of two sums over deals, and its standard error that of such a ratio,
    linearized.

    How often those with jokers win tells ``win_share(frame, by="jokers_dealt")``. It is not the
    same with ``by="jokers"``: who draws often gets more jokers, and draws since it can't lay.

    Examples
    --------
    >>> from rummistats.play import tournament
    >>> from rummistats.variants import find_variant
    >>> frame = tournament(find_variant("sabra"), "optimal", deals=20, seed=1, workers=1)
    >>> found = joker_share(frame, by="seat")
    >>> found.jokers.tolist(), found.share.round(2).tolist()
    ([6, 6, 9, 2], [0.26, 0.26, 0.39, 0.09])
    """
    import pandas as pd

    by = _names(by)
    table = _checked(frame, (*by, "jokers"), confidence)
    games = table.groupby(list(_GAME), sort=True)
    rows: list[dict[str, Any]] = []
    for game, played in games:
        of_deals = played.groupby("deal")["jokers"].sum().astype("float64")
        for key, part in (
            played.groupby(list(by), sort=True, dropna=False) if by else [((), played)]
        ):
            own = part.groupby("deal")["jokers"].sum().reindex(of_deals.index, fill_value=0)
            share, error, deals = _ratio(own.astype("float64"), of_deals)
            low, high = (nan, nan)
            if share == share:
                low, high = wilson(share, int(of_deals.sum()), error, deals, confidence)
            rows.append(
                dict(zip((*_GAME, *by), (*game, *key), strict=True))
                | {"deals": deals, "n": len(part), "jokers": int(part["jokers"].sum())}
                | {"share": share, "standard_error": error, "low": low, "high": high}
            )
    return pd.DataFrame(rows)


def mean_figures(
    frame: pd.DataFrame,
    figures: str | Sequence[str] = FIGURES,
    by: str | Sequence[str] = ("strategy",),
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Return means of scores, turns and what is left on the racks.

    Parameters
    ----------
    frame, by, confidence
        As for `win_share`.
    figures : str or sequence of str
        The column, or the columns, that are averaged.

    Returns
    -------
    pandas.DataFrame
        With the columns variant, rules, those of ``by``, figure, deals, n, mean, standard_error,
        low and high. The mean of ``turn_opened`` is that of the seats that opened. Where all
        deals say the same, they tell nothing about their spread, and ``low`` and ``high`` are
        missing; scores of all seats together are certain, as they sum to the same in every deal.

    Raises
    ------
    PlayError
        As for `win_share`.

    Examples
    --------
    >>> from rummistats.play import tournament
    >>> from rummistats.variants import find_variant
    >>> frame = tournament(find_variant("sabra"), "optimal", deals=3, seed=1, workers=1)
    >>> mean_figures(frame, ["score"])[["strategy", "figure", "deals", "n", "mean"]].values
    array([['optimal', 'score', 3, 12, 0.0]], dtype=object)
    """
    import pandas as pd

    by, figures = _names(by), _names(figures)
    table = _checked(frame, (*by, *figures), confidence, numbers=figures)
    seats = table.groupby(list(_GAME)).size().to_dict()
    rows: list[dict[str, Any]] = []
    for key, part in table.groupby([*_GAME, *by], sort=True, dropna=False):
        for figure in figures:
            there = part[part[figure].notna()]
            mean, error, deals = _clustered(there[figure].astype("float64"), there["deal"])
            low, high = student(mean, error, deals - 1, confidence)
            certain = figure == "score" and len(there) == seats[key[: len(_GAME)]]
            if error < _ROUNDING and not certain:
                low, high = nan, nan
            rows.append(
                dict(zip((*_GAME, *by), key, strict=True))
                | {"figure": figure, "deals": deals, "n": len(there), "mean": mean}
                | {"standard_error": error, "low": low, "high": high}
            )
    columns = ["figure", "deals", "n", "mean", "standard_error", "low", "high"]
    return pd.DataFrame(rows, columns=[*_GAME, *by, *columns])


def paired_difference(
    frame: pd.DataFrame,
    one: object,
    other: object,
    figure: str = "score",
    *,
    of: str = "strategy",
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Return by how much one strategy is ahead of another in the same deals.

    Parameters
    ----------
    frame, confidence
        As for `win_share`.
    one, other : object
        The strategies; or values of another column ``of``.
    figure : str
        The column that is compared; ``won`` for chances of winning.
    of : str
        The column that tells what is compared: ``strategy``, or ``rules`` for house rules and
        ``variant`` for games, which are played with the same seeds.

    Returns
    -------
    pandas.DataFrame
        One row for each game (and strategy, if ``of`` is something else), with the columns
        variant, rules, strategy without the one that is compared, then one, other, figure, deals,
        ties, difference, standard_error, low, high and p_value: in how many deals they are equal,
        the difference of their means in a deal, averaged over the deals, Student's interval, and
        the p-value of Student's paired test that it is 0.

    Raises
    ------
    PlayError
        As for `win_share`; or if one of the two is not in the table, or they have no deals in
        common.

    Notes
    -----
    Where all deals say the same, Student's test has no spread to go by. The p-value is that of
    the sign test then. The interval is missing, but for ``won``, whose differences lie between -1
    and 1: there it is Wilson's of as many games as deals. Few deals that are no ties tell little
    as well; play more.

    Examples
    --------
    >>> from rummistats.play import tournament
    >>> from rummistats.variants import find_variant
    >>> frame = tournament(find_variant("sabra"), ["optimal", "greedy"], deals=4, seed=1, workers=1)
    >>> found = paired_difference(frame, "optimal", "greedy")
    >>> list(found.columns)[2:8]
    ['one', 'other', 'figure', 'deals', 'ties', 'difference']
    >>> bool(found.difference[0] > 0)
    True
    """
    import pandas as pd

    for name in (figure, of):
        if not isinstance(name, str):
            raise PlayError(f"{shown(name)}: give the name of a column")
    table = _checked(frame, ("strategy", of, figure, "rotation"), confidence, numbers=[figure])
    known = list(table[of].dropna().unique())
    for value in (one, other):
        if value not in known:
            raise PlayError(
                f"no {of} {shown(value)} in this tournament; there are "
                f"{', '.join(map(str, known))}{near_names(str(value), list(map(str, known)))}"
            )
    if figure == "won":
        table = table.assign(won=_shared_wins(table))
    games = [name for name in (*_GAME, "strategy") if name != of]
    rows: list[dict[str, Any]] = []
    for key, part in table.groupby(games, sort=True):
        first, second = (
            part[part[of] == value].groupby("deal")[figure].mean().astype("float64")
            for value in (one, other)
        )
        # Deals that only one of them has, and figures that are missing, drop out.
        apart = (first - second).dropna()
        if not len(apart):
            continue
        mean, error, deals = _clustered(apart, apart.index.to_series())
        low, high = student(mean, error, deals - 1, confidence)
        ties = int((apart.abs() < _ROUNDING).sum())
        p_value = _p_value(mean, error, deals - 1)
        if error < _ROUNDING:
            low, high = _bounded(mean, deals, confidence) if figure == "won" else (nan, nan)
            p_value = 1.0 if ties else 2.0 ** (1 - deals)
        rows.append(
            dict(zip(games, key, strict=True))
            | {"one": one, "other": other, "figure": figure, "deals": deals, "ties": ties}
            | {"difference": mean, "standard_error": error, "low": low, "high": high}
            | {"p_value": p_value}
        )
    if not rows:
        raise PlayError(f"{shown(one)} and {shown(other)} have no deals in common")
    return pd.DataFrame(rows)


def _shared_wins(table: pd.DataFrame) -> pd.Series[float]:
    """Return which part of each win is a row's own.

    Where nobody wins, as in a deal of 101 Okey that ends with the pool, nobody has a part.
    """
    won = table["won"].astype("float64")
    return (won / won.groupby([table[name] for name in _PLAYED]).transform("sum")).fillna(0.0)


def _names(names: str | Sequence[str]) -> Sequence[str]:
    """Return names of columns, a single one as well."""
    if isinstance(names, str):
        return [names]
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise PlayError(f"{shown(names)}: give the name of a column, or several names")
    return list(names)


def _checked(
    frame: Any, columns: Sequence[str], confidence: object, numbers: Sequence[str] = ()
) -> pd.DataFrame:
    """Return a table that has these columns, some of them numbers, and no row twice."""
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise PlayError(f"{shown(frame)} is no table; give what tournament() returned")
    needed = dict.fromkeys([*_GAME, "deal", *columns])
    if missing := [name for name in needed if name not in frame.columns]:
        raise PlayError(
            f"the table has no column {', '.join(map(str, missing))}; its columns are "
            f"{', '.join(map(str, frame.columns))}"
        )
    if not len(frame):
        raise PlayError("the table has no rows; nothing was played")
    for name in (*numbers, *(["won"] if "won" in columns else [])):
        if not pd.api.types.is_numeric_dtype(frame[name]):
            raise PlayError(f"the column {name} has no numbers; {', '.join(FIGURES)} have")
    if frame["deal"].isna().any():
        raise PlayError("a deal has no number; give what tournament() returned")
    place = [name for name in (*_PLAYED, "seat") if name in frame.columns]
    if "seat" in place and frame.duplicated(place).any():
        raise PlayError(
            "a seat of a deal is in the table twice; of tournaments with several seeds, number the "
            "deals anew before they are put together"
        )
    if not is_number(confidence) or not 0 < confidence < 1:
        raise PlayError(f"confidence={shown(confidence)}: a confidence level lies between 0 and 1")
    return frame


def _shares(
    table: pd.DataFrame, by: Sequence[str], counted: str, confidence: float
) -> pd.DataFrame:
    """Return the mean of the column ``_share`` as a probability."""
    import pandas as pd

    rows = []
    for key, part in table.groupby(list(by), sort=True, dropna=False):
        share, error, deals = _clustered(part["_share"], part["deal"])
        low, high = wilson(share, len(part), error, deals, confidence)
        rows.append(
            dict(zip(by, key, strict=True))
            | {"deals": deals, "n": len(part), counted: float(part["_share"].sum())}
            | {"share": share, "standard_error": error, "low": low, "high": high}
        )
    return pd.DataFrame(rows)


def _clustered(values: pd.Series[float], deals: pd.Series[int]) -> tuple[float, float, int]:
    """Return the mean, its standard error if rows of one deal depend on each other, and the deals.

    That is the error of a ratio, linearized: the deals' sums of distances from the mean.
    """
    count = len(values)
    if not count:
        return nan, nan, 0
    mean = float(values.mean())
    sums = (values - mean).groupby(deals.to_numpy()).sum()
    clusters = len(sums)
    if clusters == 1:
        return mean, nan, 1
    error = sqrt(clusters / (clusters - 1) * float((sums**2).sum())) / count
    return mean, error, clusters


def _ratio(above: pd.Series[float], below: pd.Series[float]) -> tuple[float, float, int]:
    """Return the ratio of two sums over deals, its standard error, and the deals."""
    deals, total = len(below), float(below.sum())
    if not total:
        return nan, nan, deals
    ratio = float(above.sum()) / total
    if deals == 1:
        return ratio, nan, 1
    apart = float(((above - ratio * below) ** 2).sum())
    return ratio, sqrt(deals / (deals - 1) * apart) / total, deals


def student(mean: float, error: float, freedom: int, confidence: float) -> tuple[float, float]:
    """Return Student's interval of a mean with so many degrees of freedom."""
    from scipy.stats import t

    if freedom < 1:
        return nan, nan
    reach = float(t.ppf((1 + confidence) / 2, freedom)) * error
    return mean - reach, mean + reach


def _p_value(mean: float, error: float, freedom: int) -> float:
    from scipy.stats import t

    return float(2 * t.sf(abs(mean) / error, freedom)) if freedom >= 1 and error else nan


def _bounded(mean: float, deals: int, confidence: float) -> tuple[float, float]:
    """Return an interval of a mean between -1 and 1 if all deals say the same."""
    low, high = wilson((1 + mean) / 2, deals, 0.0, deals, confidence)
    return 2 * low - 1, 2 * high - 1


def wilson(
    share: float, rows: int, error: float, deals: int, confidence: float
) -> tuple[float, float]:
    """Return Wilson's interval of a share whose standard error is that of fewer independent rows.

    Parameters
    ----------
    share : float
        The share.
    rows : int
        How many rows it is from.
    error : float
        Its standard error, from the deals' own spread.
    deals : int
        How many deals they are from.
    confidence : float
        The confidence level.

    Examples
    --------
    A row for each deal: these are independent games.

    >>> from scipy.stats import binomtest
    >>> error = sqrt(0.3 * 0.7 / 9)
    >>> [round(end, 5) for end in wilson(0.3, 10, error, 10, 0.95)]
    [0.10779, 0.60322]
    >>> [round(float(end), 5) for end in binomtest(3, 10).proportion_ci(method="wilson")]
    [0.10779, 0.60322]
    """
    from scipy.stats import norm

    spread = share * (1 - share)
    # Where all deals say the same, each of them says it once, however many rows it has.
    n: float = deals
    if deals > 1 and error > _ROUNDING and spread > 0:
        # The standard error divides by one less than the deals; Wilson's interval does not.
        n = spread / (error**2 * (deals - 1) / deals)
        if deals < _MANY:
            # An error from few deals is not known well enough to promise more than the rows do.
            n = min(n, rows)
    z = float(norm.ppf((1 + confidence) / 2))
    center = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * sqrt(spread / n + z**2 / (4 * n**2))
    # Rounding must not take away the ends that are certain.
    low = 0.0 if share <= 0 else max(0.0, center - reach)
    return low, 1.0 if share >= 1 else min(1.0, center + reach)
