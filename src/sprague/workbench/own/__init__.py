"""Users' own games: their base classes, and how a function or a file becomes a game."""
