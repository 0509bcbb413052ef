"""A user's own games: as classes, from files, compiled."""
