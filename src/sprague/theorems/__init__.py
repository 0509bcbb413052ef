"""Theorems for a proof assistant: what is known of a position or a period, as a file that Coq's kernel checks."""
