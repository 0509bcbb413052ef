"""Drawings of positions: shapes, and their output as SVG or text, independent of any game."""
