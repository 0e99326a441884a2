"""All games by name."""

from __future__ import annotations

from rummistats.errors import VariantError, near_names
from rummistats.variants.game import Game
from rummistats.variants.sabra import SABRA

__all__ = ["GAMES", "find_game"]

GAMES: tuple[Game, ...] = (SABRA,)
"""Every game, in the order in which they are listed."""


def find_game(name: str) -> Game:
    """Return the game with this name or alias, in any case.

    Raises
    ------
    VariantError
        If there is none; the message lists the near ones.
    """
    by_name = {known: game for game in GAMES for known in (game.name, *game.aliases)}
    key = name.strip().lower().replace("_", "-") if isinstance(name, str) else ""
    if key not in by_name:
        raise VariantError(
            f"no variant {name!r}{near_names(key, list(by_name))}; "
            f"there is {', '.join(game.name for game in GAMES)}"
        )
    return by_name[key]
