"""Games with entailing moves, which must be answered where they are made."""
