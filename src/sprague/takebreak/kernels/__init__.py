"""Compiled inner loops over heaps: arrays in, arrays out."""
