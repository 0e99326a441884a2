"""How each game is played: one module a game, with the same functions."""

from rummistats.play.games.finding import Game, MatchGame, find_game, match_rules

__all__ = ["Game", "MatchGame", "find_game", "match_rules"]
