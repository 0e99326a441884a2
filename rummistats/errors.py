"""The errors that rummistats raises for bad input: all of them are ``ValueError``."""


class RummistatsError(ValueError):
    """Something given to rummistats breaks a rule; the message says what, and what would do."""


class TileError(RummistatsError):
    """A tile, hand or text of tiles that the tile set does not have."""


class VariantError(RummistatsError):
    """An unknown variant or preset, or a house rule that is unknown or out of range."""


class MeasureError(RummistatsError):
    """An unknown measure, or one that has no meaning in the variant."""


class DistributionError(RummistatsError):
    """Counts that are no distribution, or a question that a distribution can't answer."""


class SimulationError(RummistatsError):
    """A number of hands, a seed or an executor that a simulation cannot run with."""


class TableError(RummistatsError):
    """A table with a combination that is no meld, or a text that is no table."""


class PlayError(RummistatsError):
    """A question about a play that can't be answered: the objective, hand or claims don't fit."""


class StrategyError(RummistatsError):
    """A strategy that did something illegal, failed or took too long."""


def shown(value: object) -> str:
    """Return a value for an error message, cut short if it is long.

    Examples
    --------
    >>> shown("R14"), len(shown("x" * 1000)) < 80
    ("'R14'", True)
    """
    try:
        text = repr(value)
    except Exception as error:  # a value whose own text fails still needs a message
        text = f"a {type(value).__name__} that can't be shown ({error})"
    return text if len(text) <= 70 else f"{text[:50]} … {text[-10:]}"


def near_names(name: str, known: list[str]) -> str:
    """Return ``; did you mean …?`` for the known names that look like ``name``, or nothing.

    Examples
    --------
    >>> near_names("sabar", ["sabra", "gin"])
    '; did you mean sabra?'
    >>> near_names("xyz", ["sabra", "gin"])
    ''
    """
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=3, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else ""
