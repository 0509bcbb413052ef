"""Messages between the server and its workers: a JSON object, followed by bytes that are passed on unchanged."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

_LENGTHS = struct.Struct(">II")

Message = tuple[dict[str, Any], bytes]


def packed(head: dict[str, Any], body: bytes = b"") -> bytes:
    """Returns a message in the form in which it is sent."""
    words = json.dumps(head).encode()
    return _LENGTHS.pack(len(words), len(body)) + words + body


def unpacked(buffer: bytearray) -> Message | None:
    """Removes the first message from ``buffer`` and returns it, or None if it has not arrived completely.

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
    message = json.loads(buffer[_LENGTHS.size : start]), bytes(buffer[start:end])
    del buffer[:end]
    return message


def receive(line: socket.socket, buffer: bytearray) -> dict[str, Any] | None:
    """Waits for the next object from ``line`` and returns it, or None at the end of the line."""
    while (message := unpacked(buffer)) is None:
        more = line.recv(65536)
        if not more:
            return None
        buffer += more
    return message[0]
