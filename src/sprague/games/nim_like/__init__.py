"""Relatives of Nim on heaps and strips: staircase Nim, Moore's Nim, Euclid, End-Nim, Welter's game, silver dollar."""
