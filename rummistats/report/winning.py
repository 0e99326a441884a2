"""What winning a deal is, and what opening is: made from the rules in force, for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummistats.dealing import Context
from rummistats.play import Along
from rummistats.play.claims import has_claims
from rummistats.play.games.finding import PLAYED
from rummistats.variants import Variant
from rummistats.variants.opening import Contract

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "has_winner_if_blocked",
    "opened_word",
    "opening_words",
    "winning_words",
    "winning_words_of",
]

_SHARED = "several who are equal share the win"


def winning_words(variant: Variant) -> str:
    """Return who has won a deal, with whoever wins if nobody goes out.

    Parameters
    ----------
    variant : Variant
        The game with its house rules; one that can be played out.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> print(winning_words(find_variant("shanghai")))
    Whoever goes out, with an empty hand, wins. If nobody goes out, nobody wins.
    >>> print(winning_words(find_variant("machiavelli")).partition(". ")[2])
    If nobody goes out, whoever has fewest cards left wins; several who are equal share the win.
    """
    return f"{_who_wins(variant)} {_if_nobody_goes_out(variant)}"


def _who_wins(variant: Variant) -> str:
    place = "hand" if variant.game.cards else "rack"
    match PLAYED[variant.game.name]:
        case "gin":
            less = "at most as many" if variant.rule("undercut_on_tie") else "fewer"
            return (
                "Whoever knocks goes out, and wins unless undercut: if the other player has "
                f"{less} points of dead wood in the end, that one wins, except after gin, a knock "
                "without any."
            )
        case "okey":
            return f"Whoever declares a complete rack goes out and wins{_partner(variant)}."
        case "okey_101":
            return f"Whoever goes out, with an empty rack, wins{_partner(variant)}."
        case "rummy_500":
            return (
                "Whoever has most points in the deal wins, those laid less those left in the "
                f"hand; that need not be who goes out, and {_SHARED}."
            )
        case "stone_rummy" if _counts_claims(variant):
            return (
                "Whoever has most matchpoints wins, those for fewest tiles left and those for "
                f"claims together; that need not be who goes out, and {_SHARED}."
            )
        case "stone_rummy":
            return (
                "Whoever has most matchpoints wins, which are for fewest tiles left, so that it is "
                f"who goes out, with an empty rack; {_SHARED}."
            )
    return f"Whoever goes out, with an empty {place}, wins."


def _if_nobody_goes_out(variant: Variant) -> str:
    if not has_winner_if_blocked(variant):
        verb = "knocks" if PLAYED[variant.game.name] == "gin" else "goes out"
        return f"If nobody {verb}, nobody wins."
    match PLAYED[variant.game.name]:
        case "rummy_500" | "stone_rummy":
            return "The same holds if nobody goes out."
        case "machiavelli":
            return f"If nobody goes out, whoever has fewest cards left wins; {_SHARED}."
    least = "points"
    if variant.rule("blocked_winner") != "lowest_total":
        least = "tiles left wins, and of these whoever has fewest points"
    tie = "the first of equal ones in turn" if variant.rule("tie") == "first" else _SHARED
    return f"If nobody goes out, whoever has fewest {least} left wins; {tie}."


def has_winner_if_blocked(variant: Variant) -> bool:
    """Return whether somebody wins a deal in which nobody goes out.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> [has_winner_if_blocked(find_variant(name)) for name in ("sabra", "okey")]
    [True, False]
    """
    match PLAYED[variant.game.name]:
        case "american":
            return variant.rule("scoring") != "romanian"
        case "machiavelli":
            return variant.rule("exhaustion") != "draw"
        case name:
            return name in ("sabra", "rummy_500", "stone_rummy")


def winning_words_of(played: Along, variant: Variant) -> str:
    """Return what winning is, and how often several won the deals played, or not who went out.

    Examples
    --------
    >>> from rummistats.play import along
    >>> from rummistats.variants import find_variant
    >>> game = find_variant("rummy-500")
    >>> words = winning_words_of(along(game, "greedy", 40, 1, seats=False, workers=1), game)
    >>> for sentence in words.split(". ")[2:4]:
    ...     print(sentence)
    In 1 of these 40 deals several win, each of them in part
    In 6 of these 40 deals whoever goes out is not among the winners
    """
    words = [winning_words(variant)]
    frame = played.results
    many = frame["deal"].nunique()
    shared = int((frame.groupby("deal")["won"].sum() > 1).sum())
    if shared:
        words.append(f"In {shared:,} of these {many:,} deals several win, each of them in part.")
    others = _won_by_others(frame)
    if others:
        words.append(
            f"In {others:,} of these {many:,} deals whoever goes out is not among the winners."
        )
    if has_winner_if_blocked(variant):
        words.append(
            "The shares of the players add up to 100 %; the last row overlaps with them, since "
            "somebody wins also if nobody goes out."
        )
    else:
        words.append("The shares add up to 100 %, up to rounding.")
    return " ".join(words)


def _won_by_others(frame: pd.DataFrame) -> int:
    """Return in how many deals who has nothing left is no winner."""
    out = frame[~frame["blocked"] & (frame["tiles_left"] == 0)]
    return int((~out.groupby("deal")["won"].any()).sum())


def opened_word(variant: Variant) -> str:
    """Return what a player has done who has opened, in one or two words.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> [opened_word(find_variant(name)) for name in ("sabra", "okey", "gin")]
    ['opened', 'declared', 'laid melds']
    """
    match PLAYED[variant.game.name]:
        case "okey":
            return "declared"
        case "gin" | "stone_rummy":
            return "laid melds"
    return "opened"


def opening_words(variant: Variant, round: int = 1) -> str:
    """Return what opening is in a game.

    Parameters
    ----------
    variant : Variant
        The game with its house rules.
    round : int
        The round, where they differ.

    Examples
    --------
    >>> from rummistats.variants import find_variant
    >>> print(opening_words(find_variant("okey")))
    Nobody opens in this game: the melds are shown all at once, and who has declared has won.
    >>> print(opening_words(find_variant("romanian")))
    A player opens with melds worth at least 50 points, a run among them.
    """
    match PLAYED[variant.game.name]:
        case "okey":
            return (
                "Nobody opens in this game: the melds are shown all at once, and who has declared "
                f"has won{_partner(variant)}."
            )
        case "gin":
            return (
                "Nobody opens in this game: melds are laid once, at the end, by who knocks and, "
                "after a knock, by the other player."
            )
        case "stone_rummy":
            return "Nobody needs to open in this game: melds may be laid from the start."
    ways = variant.opening(Context(round=round))
    contract = f", the contract of round {round}" if [*map(type, ways)] == [Contract] else ""
    return f"A player opens with {' or '.join(map(str, ways))}{contract}."


def _partner(variant: Variant) -> str:
    return ", with the partner" if variant.rule("partners") else ""


def _counts_claims(variant: Variant) -> bool:
    return has_claims(variant) and variant.rule("winner_by") == "TMP"
