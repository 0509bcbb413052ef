"""How much the instructions of :mod:`sprague.takebreak.kernels.instructions` take at a time."""

#: ``block_has`` looks at this many bytes of each of its rows.
BLOCK_BYTES = 256

#: ``gather_lanes`` takes this many bits.
LANES = 512
