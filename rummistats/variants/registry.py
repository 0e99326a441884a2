"""All games by name."""

from __future__ import annotations

from rummistats.errors import VariantError, near_names, shown
from rummistats.variants.american import AMERICAN
from rummistats.variants.game import Game
from rummistats.variants.gin import GIN
from rummistats.variants.international import INTERNATIONAL
from rummistats.variants.machiavelli import MACHIAVELLI
from rummistats.variants.okey import OKEY
from rummistats.variants.okey_101 import OKEY_101
from rummistats.variants.river import RIVER
from rummistats.variants.romanian import ROMANIAN
from rummistats.variants.rummy_500 import RUMMY_500
from rummistats.variants.sabra import SABRA
from rummistats.variants.shanghai import SHANGHAI
from rummistats.variants.stone_rummy import STONE_RUMMY
from rummistats.variants.stone_rummy_plus import STONE_RUMMY_PLUS

__all__ = ["GAMES", "find_game"]

GAMES: tuple[Game, ...] = (
    SABRA,
    RIVER,
    AMERICAN,
    INTERNATIONAL,
    OKEY_101,
    OKEY,
    ROMANIAN,
    STONE_RUMMY,
    STONE_RUMMY_PLUS,
    SHANGHAI,
    GIN,
    MACHIAVELLI,
    RUMMY_500,
)
"""Every game, in the order in which they are listed."""


def find_game(name: str) -> Game:
    """Return the game with this name, alias or title, in any case.

    Raises
    ------
    VariantError
        If there is none; the message lists the near ones.
    """
    by_name = {
        _key(known): game for game in GAMES for known in (game.name, *game.aliases, game.title)
    }
    key = _key(name) if isinstance(name, str) else ""
    if key not in by_name:
        # A mini game is none of the games: it is made of whatever rules are given.
        near = "; Variant.mini() makes one" if key == "mini" else near_names(key, list(by_name))
        raise VariantError(
            f"no variant {shown(name)}{near}; there is {', '.join(game.name for game in GAMES)}"
        )
    return by_name[key]


def _key(name: str) -> str:
    """Return a name as it is looked up: words in small letters, with hyphens between them."""
    return "-".join(name.lower().replace("_", " ").replace("-", " ").split())
