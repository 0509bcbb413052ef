"""Node Kayles and Arc Kayles on graphs that grow by a number: paths, combs, ladders, spiders with one long leg …

If every move in the middle of a long graph cuts it, only finitely many ends come up, and the values are a system of
sequences like those of octal games, with a theorem about their period.
"""
