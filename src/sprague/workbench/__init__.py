"""The workbench: the one room that knows which games and engines there are, and what a user holds in hand."""
