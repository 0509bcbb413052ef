"""Chomp: its rules, the theorems about it, and tables over all smaller bars."""
