"""What the named strategies do in one game only: one module a game, with the same function."""

from rummistats.play.players.finding import OwnWays, own_ways

__all__ = ["OwnWays", "own_ways"]
