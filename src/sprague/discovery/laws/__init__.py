"""Laws of a user's rule: who wins and what a position is worth, found, proved, kept and used at any size."""
