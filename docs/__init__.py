"""Pages about the games, and what makes them."""
