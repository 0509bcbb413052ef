"""Sylver Coinage: rules, semigroups, the search, theorems."""
