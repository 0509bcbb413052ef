"""Certificates of periods: JSON with everything that is needed to check a proved period again.

| field | meaning |
|---|---|
| `format` | "sprague-period/1" |
| `code` | the game, in its printed form |
| `theorem` | the name of the theorem (``theorems.py``) that turns the values seen into a proof |
| `start` `length` `saltus` | g(n + length) = g(n) + saltus for n >= start; start and length are minimal |
| `needed` `seen` | how many values the theorem needs, and how many were seen: g(0), ..., g(seen - 1) |
| `digest` | SHA-256 of these values, each as 4 bytes, the lowest first |
| `mask` `parity` `flip` `rares` | the sparse space and its rare heaps, only if they make the check shorter |
"""

from __future__ import annotations

import hashlib
import struct
from typing import Any

from sprague.system.imports import has_compiled

from .codes import Code
from .sequence import narrow
from .sparse_space import sparse_space

FORMAT = "sprague-period/1"

#: If a check has to visit more pairs of heaps than this, the certificate contains the sparse space.
MOST_PAIRS = 20_000_000

_PIECE = 1 << 20


def write(
    code: Code, theorem: str, start: int, length: int, saltus: int, needed: int, values: Any
) -> dict[str, Any]:
    """Returns the certificate of a proved period. There are at least as many ``values`` as the theorem needs
    (``needed``).

    >>> from sprague.takebreak.codes import parse_code
    >>> write(parse_code("subtract{1,2}"), "no-splits", 0, 3, 0, 6, [0, 1, 2, 0, 1, 2])["digest"][:16]
    '991a4b62d88e5d08'
    """
    values = values[:needed]
    claims: dict[str, Any] = {
        "format": FORMAT,
        "code": str(code),
        "theorem": theorem,
        "start": start,
        "length": length,
        "saltus": saltus,
        "needed": needed,
        "seen": needed,
        "digest": digest(values),
    }
    if len(code.takes(2)) * needed**2 // 4 > MOST_PAIRS:
        claims |= _sparse(code, values)
    return claims


def digest(values: Any) -> str:
    """Returns the SHA-256 of values, each as 4 bytes, the lowest first.

    >>> digest([0, 1, 256])[:16]
    '3705c7227863a38b'
    """
    digest = hashlib.sha256()
    for begin in range(0, len(values), _PIECE):
        digest.update(_bytes(values[begin : begin + _PIECE]))
    return digest.hexdigest()


def _bytes(values: Any) -> bytes:
    if not has_compiled():
        return struct.pack(f"<{len(values)}I", *values)
    from sprague.system.arrays import np

    return np.asarray(values).astype("<u4").tobytes()


def _sparse(code: Code, values: Any) -> dict[str, Any]:
    """Returns the sparse space of a code that splits into two, if its rare heaps are few."""
    space = sparse_space(code, narrow(values) if isinstance(values, list) else values)
    if space is None or 8 * len(space.rares) > len(values):
        return {}
    return {
        "mask": int(space.mask),
        "parity": int(space.parity),
        "flip": int(space.flip),
        "rares": space.rares.tolist(),
    }
