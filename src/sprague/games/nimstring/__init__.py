"""Nimstring: coins on strings, and Dots and Boxes without the count."""
