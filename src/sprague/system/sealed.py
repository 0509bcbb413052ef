"""Checksums of the blocks of a file, and a warning to the user when one does not match.

A block carries a checksum of its content and its subject (a family, a code, its place). No bit, no order of blocks and
no name of a block can therefore change unseen. A block that does not match is left out, named in a
:class:`~sprague.words.errors.DamageWarning`, and computed again where possible.
"""

from __future__ import annotations

import warnings
from hashlib import blake2b

from sprague.words.errors import DamageWarning
from sprague.words.messages import Message, say

#: Bytes of a checksum.
SUM = 16


def summed(*parts: object) -> bytes:
    """Returns the checksum of texts, numbers and buffers, in this order. It depends on where each of them ends, too.

    >>> summed("cram", 51, b"2") == summed("cram", 5, b"12"), len(summed()) == SUM
    (False, True)
    """
    digest = blake2b(digest_size=SUM)
    for part in parts:
        data = part if isinstance(part, (bytes, bytearray, memoryview)) else str(part).encode()
        digest.update(b"%d:" % memoryview(data).nbytes)
        digest.update(data)
    return digest.digest()


def warn_of_damage(message: Message, where: str) -> None:
    """Tells the user which part of a file was left out: as a sentence on the command line, as a warning in Python."""
    warnings.warn(DamageWarning(say("{message}: {where}", message=message, where=where)), stacklevel=3)
