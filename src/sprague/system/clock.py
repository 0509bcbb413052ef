"""The processor time of this process, compiling left out: what a thought costs, however busy the machine is."""

from __future__ import annotations

import time

_compiling = [0.0]


def used() -> float:
    """Seconds of processor time that this process has used, but for those in which its kernels were compiled."""
    return time.process_time() - _compiling[0]


def compiled(seconds: float) -> None:
    """Leave out ``seconds``, which a compilation took."""
    _compiling[0] += seconds
