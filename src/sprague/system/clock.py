"""Measures the processor time of this process without compilation: the cost of an answer on a busy machine too."""

from __future__ import annotations

import time

_compiling = [0.0]


def used() -> float:
    """Returns the seconds of processor time that this process has used, except those spent compiling kernels."""
    return time.process_time() - _compiling[0]


def compiled(seconds: float) -> None:
    """Leaves out ``seconds`` that a compilation took."""
    _compiling[0] += seconds
