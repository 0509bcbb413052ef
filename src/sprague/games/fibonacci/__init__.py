"""Fibonacci nim, in its three forms."""
