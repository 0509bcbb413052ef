"""Cram on boards of any shape."""
