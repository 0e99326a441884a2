"""What the library says, in the words of the command line."""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["command_words", "print_entry"]

# Arguments may have parentheses of their own, but none within these.
_ARGUMENTS = r"((?:[^()]|\([^()]*\))*)"


def command_words(message: str, words: Sequence[str] = ()) -> str:
    """Return a message of the library for somebody at the command line.

    Parameters
    ----------
    message : str
        The message.
    words : sequence of str
        The command and its options, if they are known.

    Examples
    --------
    >>> command_words("Variant('mini', jokers=1) defines no opening; with_rules(open_points=9)")
    'mini with jokers=1 defines no opening; --rule open_points=9'
    >>> command_words("No exact method. Estimate it with simulate()", ["exact", "melds"])
    'No exact method. Estimate it: rummistats simulate melds'
    >>> command_words("Too long. Estimate it with simulate('melds', variant)", ["exact", "melds"])
    'Too long. Estimate it: rummistats simulate melds'
    """
    message = re.sub(rf"with_rules\({_ARGUMENTS}\)", _as_rules, message)
    message = re.sub(rf"Variant\('([\w-]+)'(?:, )?{_ARGUMENTS}\)", _as_game, message)
    message = re.sub(r"context=Context\(indicator='(\w+)'\)", r"--indicator \1", message)
    command, *options = words or [""]
    message = re.sub(r"find_variant\('([\w-]+)'\)", r"--variant \1", message)
    instead = {
        "exact": f"it: {shlex.join(['rummistats', 'simulate', *options])}",
        "compare": "it with --method simulate",
    }.get(command, "it with rummistats simulate")
    # Without arguments, or with all that somebody in Python would give.
    message = re.sub(rf"it with simulate\({_ARGUMENTS}\)", lambda _: instead, message)
    message = message.replace("memory by limit", "memory with --limit")
    if message.startswith("no measure "):
        message += "; 'rummistats measures' explains them"
    return message


def _as_rules(call: re.Match[str]) -> str:
    return " ".join(f"--rule {rule.replace(chr(39), '')}" for rule in call[1].split(", "))


def _as_game(shown: re.Match[str]) -> str:
    rules = shown[2].replace("'", "")
    return f"{shown[1]} with {rules}" if rules else shown[1]


def print_entry(console: Console, name: str, *texts: str) -> None:
    """Print a name that may have to be typed, never cut, and below it what there is to say."""
    for indent, text in ((2, name), *((6, text) for text in texts)):
        for line in textwrap.wrap(
            text,
            max(console.width, 20),
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent if indent > 2 else 6),
            break_long_words=False,
            break_on_hyphens=False,
        ):
            console.print(line, soft_wrap=True)
