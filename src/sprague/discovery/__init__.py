"""From the rules of a game to a theorem about it: tables, patterns, and automata that are learned and then proved."""
