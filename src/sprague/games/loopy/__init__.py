"""Games with cycles: play that may not end, so that a draw is possible."""
