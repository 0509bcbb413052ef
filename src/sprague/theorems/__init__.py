"""Theorems for a proof assistant: facts about a position or a period, as a file that Coq's kernel checks."""
