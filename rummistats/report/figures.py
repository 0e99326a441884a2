"""How figures are written: with as many digits as they deserve, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, inf, log10

from rummistats.distribution import Estimate
from rummistats.show.odds import percent

__all__ = [
    "align",
    "count_of",
    "hands_in_words",
    "interval_cell",
    "number_cell",
    "one_in",
    "percent_words",
    "rounded_percent",
    "share_cell",
    "shares_of_all",
]

_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

NONE = "–"
"""Written where there is no figure."""

_MOST_DECIMALS = 5
"""Of figures that have no error; files have all digits."""

_NO_SIGNS = {ord(","): None, ord("."): None}


def number_cell(value: float, error: float = 0.0, digits: int = 5) -> str:
    """Return a number with two digits of its standard error, or ``digits`` if it has none.

    Examples
    --------
    >>> number_cell(49.7358, 0.05), number_cell(48.104189), number_cell(0), number_cell(0.00123)
    ('49.736', '48.104', '0', '0.00123')
    >>> number_cell(1e-9)
    '<0.00001'
    """
    if not error and 0 < value < 10**-_MOST_DECIMALS:
        return f"<{10**-_MOST_DECIMALS:.{_MOST_DECIMALS}f}"
    return f"{value:,.{_decimals(value, error, digits)}f}"


def _decimals(value: float, error: float, digits: int = 5) -> int:
    if 0 < error < inf:
        return max(0, 1 - floor(log10(error)))
    if value == floor(value):
        return 0
    return min(_MOST_DECIMALS, max(0, digits - 1 - floor(log10(abs(value)))))


def share_cell(estimate: Estimate, digits: int = 5) -> str:
    """Return a probability in percent; what is not certain is never written as 100.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> rare = make_distribution({True: 10**6 - 1, False: 1}, measure="all", is_exact=True)
    >>> share_cell(rare.estimate(True)), share_cell(rare.estimate(False))
    ('>99.999', '0.00010')
    """
    cell = number_cell(100 * float(estimate.value), 100 * estimate.standard_error, digits)
    if (
        estimate.is_exact
        and estimate.numerator < estimate.denominator
        and float(cell.strip("<")) >= 100
    ):
        return ">99.999"
    return cell


def interval_cell(estimate: Estimate, scale: float = 100) -> str:
    """Return the 95 % interval of a probability in percent, or of a mean with ``scale=1``.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> coins = make_distribution({True: 497_600, False: 502_400}, measure="heads", is_exact=False)
    >>> interval_cell(coins.estimate(True))
    '49.662 to 49.858'
    """
    if estimate.is_exact:
        return "exact"
    low, high = scale * float(estimate.low), scale * float(estimate.high)
    if high == inf:
        return NONE
    if high - low == 0:
        return f"{number_cell(low)} to {number_cell(high)}"
    places = _decimals(0, (high - low) / 4)
    return f"{low:,.{places}f} to {high:,.{places}f}"


def one_in(estimate: Estimate) -> str:
    """Return one hand in how many, such as ``2.01``.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> coins = make_distribution({True: 7, False: 999_993}, measure="seven", is_exact=False)
    >>> one_in(coins.estimate(True))
    '143,000'
    """
    if not estimate.numerator:
        return "never" if estimate.is_exact else "none seen"
    many = Fraction(estimate.denominator, estimate.numerator)
    digits = 4 if estimate.is_exact else 3
    if many == 1:
        return "1"
    places = digits - 1 - floor(log10(many))
    rounded = round(float(many), places)
    return f"{rounded:,.{max(places, 0)}f}"


def percent_words(estimate: Estimate) -> str:
    """Return a probability in percent as a sentence has it.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> coins = make_distribution({True: 497_600, False: 502_400}, measure="heads", is_exact=False)
    >>> percent_words(coins.estimate(True))
    '49.76 % (± 0.05)'
    """
    value = 100 * float(estimate.value)
    if estimate.is_exact:
        return f"{share_cell(estimate, digits=4)} % (exact)".replace(">", "more than ")
    if not estimate.standard_error:
        return f"{number_cell(value)} % (95 % interval {interval_cell(estimate)} %)"
    error = 100 * estimate.standard_error
    places = max(0, -floor(log10(error)))
    return f"{value:.{places}f} % (± {error:.{places}f})"


def rounded_percent(estimate: Estimate) -> str:
    """Return a probability in percent with three digits, as it is read aloud.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> coins = make_distribution({True: 497_360, False: 502_640}, measure="heads", is_exact=False)
    >>> rounded_percent(coins.estimate(True))
    '49.7 %'
    """
    return percent(estimate.value)


def shares_of_all(parts: Sequence[Estimate]) -> tuple[str, ...]:
    """Return exact parts of all hands in percent, with so many decimals that they add up to 100.

    Where a few more decimals don't help, as with thirds, the fewest that tell enough are given.

    Examples
    --------
    >>> from rummistats.distribution import make_distribution
    >>> hands = make_distribution({0: 49760, 1: 28726, 2: 21514}, measure="melds", is_exact=True)
    >>> shares_of_all([hands.estimate(value) for value in hands.values])
    ('49.76 %', '28.73 %', '21.51 %')
    """
    shares = [100 * Fraction(part.value) for part in parts]
    if 100 in shares:
        return tuple(f"{float(share):.0f} %" for share in shares)
    # Two digits of the smallest part that is possible at all.
    least = max(2, _decimals(0, float(min(filter(None, shares)))))
    tried = range(least, least + 4)
    places = next((n for n in tried if sum(round(share, n) for share in shares) == 100), least)
    return tuple(f"{float(share):.{places}f} %" if share else "0 %" for share in shares)


def hands_in_words(probability: float) -> str:
    """Return what part of the hands a probability is, in small numbers and words.

    Examples
    --------
    >>> [hands_in_words(p) for p in (0.4974, 0.2151, 0.784, 0.00196, 0.98, 0, 1)]
    ['one hand in two', 'about one hand in five', 'about four hands in five',
    'about one hand in 510', 'all but about one hand in 50', 'no hand', 'every hand']
    """
    if probability in (0, 1):
        return "every hand" if probability else "no hand"
    rare = min(probability, 1 - probability)
    if rare < 0.095:
        many = 1 / rare
        rounded = int(round(many, 1 - floor(log10(many))))
        # Also where the dealt hands happen to give a round number.
        words = f"about one hand in {count_of(rounded)}"
        return words if probability < 0.5 else f"all but {words}"
    parts = [(part, whole) for whole in range(2, 11) for part in range(1, whole)]
    near = [pair for pair in parts if abs(probability - pair[0] / pair[1]) <= 0.02]
    part, whole = (near or sorted(parts, key=lambda pair: abs(probability - pair[0] / pair[1])))[0]
    about = "about " * (abs(probability - part / whole) > 0.005)
    return f"{about}{_WORDS[part]} hand{'s' * (part > 1)} in {_WORDS[whole]}"


def count_of(number: int) -> str:
    """Return a whole number, up to ten as a word."""
    return _WORDS[number] if number <= 10 else f"{number:,}"


def align(cells: Sequence[str], filler: str = " ") -> tuple[str, ...]:
    """Return numbers filled up on the right so that their decimal points are in one line.

    Examples
    --------
    >>> align(["49.736", "0.5", "7"])
    ('49.736', '0.5  ', '7    ')
    """
    numbers = [cell for cell in cells if cell.strip("+−<>").translate(_NO_SIGNS).isdigit()]
    longest = max((len(cell.partition(".")[2]) for cell in numbers), default=0)
    filled = []
    for cell in cells:
        missing = longest - len(cell.partition(".")[2]) + (longest > 0 and "." not in cell)
        filled.append(cell + filler * missing if cell in numbers else cell)
    return tuple(filled)
