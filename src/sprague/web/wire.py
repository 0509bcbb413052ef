"""Messages between the server and its workers: an object of JSON, and bytes beside it that are sent on as they are."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

_LENGTHS = struct.Struct(">II")

Message = tuple[dict[str, Any], bytes]


def packed(head: dict[str, Any], body: bytes = b"") -> bytes:
    """A message as it goes over the line."""
    words = json.dumps(head).encode()
    return _LENGTHS.pack(len(words), len(body)) + words + body


def unpacked(buffer: bytearray) -> Message | None:
    """The first message of ``buffer``, which is taken off; None while it is not there as a whole.

    >>> buffer = bytearray(packed({"kind": "ready"}) + packed({}, b"more")[:-1])
    >>> unpacked(buffer), unpacked(buffer)
    (({'kind': 'ready'}, b''), None)
    """
    if len(buffer) < _LENGTHS.size:
        return None
    words, body = _LENGTHS.unpack_from(buffer)
    start, end = _LENGTHS.size + words, _LENGTHS.size + words + body
    if len(buffer) < end:
        return None
    found = json.loads(buffer[_LENGTHS.size : start]), bytes(buffer[start:end])
    del buffer[:end]
    return found


def receive(line: socket.socket, buffer: bytearray) -> dict[str, Any] | None:
    """The next object from ``line``, waiting for it; None at its end."""
    while (found := unpacked(buffer)) is None:
        more = line.recv(65536)
        if not more:
            return None
        buffer += more
    return found[0]
