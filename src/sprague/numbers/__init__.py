"""Integers of any size, nimbers, and what is counted with them."""
