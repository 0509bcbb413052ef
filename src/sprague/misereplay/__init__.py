"""Misère play, in which whoever makes the last move loses: canonical forms, genus, tame games, quotients."""
