"""Integers of any size, nimbers, and related counts."""
