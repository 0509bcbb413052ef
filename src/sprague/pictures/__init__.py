"""Drawings of positions: shapes, and how they become SVG or text. They know no game."""
