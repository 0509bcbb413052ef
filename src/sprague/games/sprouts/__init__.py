"""Sprouts and Brussels sprouts: lines between spots on paper."""
