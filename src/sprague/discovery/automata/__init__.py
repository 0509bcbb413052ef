"""Sets of tuples of numbers that finite automata recognise, and a decision procedure for formulas about them."""
