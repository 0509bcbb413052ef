"""Checksums of the blocks of a file, and a warning to the user when one does not match.

A block carries a checksum of its content and its subject (a family, a code, its place). So no change of a bit, of the
order of blocks or of the name of a block stays unseen. Sprague leaves out a block that does not match, names it in a
:class:`~sprague.words.errors.DamageWarning`, and computes it again if possible.
"""

from __future__ import annotations

import functools
import os
import warnings
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from uuid import uuid4

from sprague.words.errors import DamageWarning, FileError
from sprague.words.messages import Message, say

from .folders import home

#: Bytes of a checksum, and of the secret of a user.
SUM, _SECRET = 16, 32


def summed(*parts: object) -> bytes:
    """Returns the checksum of texts, numbers and buffers, in this order. It also depends on where each of them ends.

    >>> summed("cram", 51, b"2") == summed("cram", 5, b"12"), len(summed()) == SUM
    (False, True)
    """
    digest = blake2b(digest_size=SUM)
    for part in parts:
        content = part if isinstance(part, (bytes, bytearray, memoryview)) else str(part).encode()
        digest.update(b"%d:" % memoryview(content).nbytes)
        digest.update(content)
    return digest.digest()


def signed(*parts: object) -> bytes:
    """Returns a checksum that only this user can make: it depends on a secret in the data folder. So content that it
    fits was written by this user, and what anybody else has written does not fit."""
    return summed(_secret(_folder()), *parts)


def _folder() -> Path | None:
    """Returns the data folder, or None if it cannot be made."""
    try:
        return home(create=True)
    except FileError:
        return None


@functools.lru_cache(maxsize=4)
def _secret(folder: Path | None) -> bytes:
    """Returns the secret of a data folder, made at the first use. Where it cannot be kept, or others may read it, every
    process has one of its own."""
    fresh = os.urandom(_SECRET)
    if folder is None:
        return fresh
    file, draft = folder / "secret", folder / f"{uuid4().hex}.new"
    with suppress(OSError):
        if not file.exists():
            try:
                with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as target:
                    target.write(fresh)
                try:
                    os.link(draft, file)
                except FileExistsError:  # another process was faster
                    pass
                except OSError:  # a file has one name there
                    os.replace(draft, file)
            finally:
                draft.unlink(missing_ok=True)
        secret, status = file.read_bytes(), file.stat()
        if len(secret) == _SECRET and (
            os.name == "nt" or (status.st_uid == os.geteuid() and not status.st_mode & 0o077)
        ):
            return secret
    return fresh


def warn_of_damage(message: Message, where: str) -> None:
    """Tells the user which part of a file was left out, by a sentence on the command line or a warning in Python."""
    warnings.warn(DamageWarning(say("{message}: {where}", message=message, where=where)), stacklevel=3)
