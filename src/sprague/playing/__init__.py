"""Playing: the computer's moves, hints, matches, and how long a game lasts."""
