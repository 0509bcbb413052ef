"""Playing: the computer's moves and hints, a match under way, how long a game lasts."""
