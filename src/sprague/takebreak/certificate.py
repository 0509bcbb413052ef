"""Certificates of periods: what anyone needs to check a proved period again, as JSON.

| field | meaning |
|---|---|
| `format` | "sprague-period/1" |
| `code` | the game, in its printed form |
| `theorem` | the name of the theorem (``theorems.py``) that turns the values seen into a proof |
| `start` `length` `saltus` | g(n + length) = g(n) + saltus for n >= start; start and length are minimal |
| `needed` `seen` | how many values the theorem wants, and how many were seen; g(0), ..., g(seen - 1) |
| `digest` | SHA-256 of these values, each as 4 bytes, the lowest first |
| `mask` `parity` `flip` `rares` | only where that makes the check shorter: the sparse space and its rare heaps |
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from sprague.words.errors import UnsolvedError

if TYPE_CHECKING:
    from .codes import Code
    from .period import Period

FORMAT = "sprague-period/1"

#: With more pairs of heaps to look at than this, a certificate carries its sparse space.
MOST_PAIRS = 20_000_000

_PIECE = 1 << 20


def certificate(period: Period) -> dict[str, Any]:
    """The certificate of a proved period. Raises UnsolvedError for one that is not.

    >>> import sprague as sg
    >>> found = certificate(sg.octal("subtract{1,2}").period())
    >>> {name: found[name] for name in ("code", "theorem", "start", "length", "needed")}
    {'code': 'subtract{1,2}', 'theorem': 'no-splits', 'start': 0, 'length': 3, 'needed': 6}
    """
    if period.status != "proved" or period.theorem is None or period.code is None or period.needed is None:
        raise UnsolvedError(period.sentence)
    values = period.values[: period.needed]
    result: dict[str, Any] = {
        "format": FORMAT,
        "code": str(period.code),
        "theorem": period.theorem.name,
        "start": period.preperiod,
        "length": period.period,
        "saltus": period.saltus,
        "needed": period.needed,
        "seen": period.needed,
        "digest": digest(values),
    }
    if len(period.code.takes(2)) * period.needed**2 // 4 > MOST_PAIRS:
        result |= _sparse(period.code, values)
    return result


def digest(values: Any) -> str:
    """The SHA-256 of values, each as 4 bytes, the lowest first.

    >>> digest([0, 1, 256])[:16]
    '3705c7227863a38b'
    """
    import numpy as np

    found = hashlib.sha256()
    for begin in range(0, len(values), _PIECE):
        found.update(np.asarray(values[begin : begin + _PIECE]).astype("<u4").tobytes())
    return found.hexdigest()


def _sparse(code: Code, values: Any) -> dict[str, Any]:
    """The sparse space of a code that splits into two, if its rare heaps are few."""
    import numpy as np

    from .sparse_space import sparse_space

    space = sparse_space(code, np.asarray(values))
    if space is None or 8 * len(space.rares) > len(values):
        return {}
    return {
        "mask": int(space.mask),
        "parity": int(space.parity),
        "flip": int(space.flip),
        "rares": space.rares.tolist(),
    }
