"""A rule written in Python, read by its syntax tree into a formula of the decision procedure."""
