"""How each game is played: one module a game, with the same functions."""

from rummistats.play.games.finding import Game, find_game

__all__ = ["Game", "find_game"]
