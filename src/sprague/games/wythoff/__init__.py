"""Wythoff's game (Last Biscuit), t-Wythoff, and Wythoff's game on several heaps."""
