"""Connections of uvicorn, with a time limit for those that hold a place without using it.

uvicorn bounds the number of connections, the head of a request, and the time for which it keeps an idle connection. But
it waits without limit for the rest of a request, and for a client to read an answer. This module bounds these two
times. If all places are taken, it also frees unused ones.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .guard import MAX_URL

#: The seconds in which a request must arrive, head and body, and those in which the client must read the answer.
ARRIVE, READ = 10.0, 60.0

#: The most connections at a time. For a further one, a connection that waits for a request gives up its place. If there
#: is none, requests on further ones are refused; beyond twice as many, new ones are closed.
MOST = 512

#: The most bytes in the head of a request.
MAX_HEAD = MAX_URL + 8 * 1024

#: The bytes that are read at once; the server does nothing else while it parses them.
PIECE = 16 * 1024

#: The seconds for which a connection stays open if its request was answered before all of it had arrived. Closed at
#: once, the connection might lose the answer.
LINGER = 1.0

#: The most bytes of answers not yet read, over all connections.
MOST_UNREAD = 64 * 2**20


class Connection(H11Protocol):
    """One connection, with its time limits."""

    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: Any) -> None:
        _make_room(self.connections)
        super().connection_made(transport)
        self._since = self.loop.time()
        transport.max_size = PIECE
        self._late = self.loop.call_later(ARRIVE, transport.close)
        if len(self.connections) > 2 * MOST:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        self._was_read()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def waits(self) -> bool:
        """Returns whether every request that has arrived is answered."""
        return self.cycle is None or bool(self.cycle.response_complete)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._since = self.loop.time()
        if self.conn.their_state is h11.SEND_BODY and not self.transport.is_closing():
            self.flow.pause_reading()
            with contextlib.suppress(OSError):
                self.transport.write_eof()
            self.loop.call_later(LINGER, self.transport.close)
        self._watch()

    def _watch(self) -> None:
        """Starts the clock while only a part of a request has arrived, and stops it otherwise."""
        state = self.conn.their_state
        if state is not h11.SEND_BODY and not (state is h11.IDLE and self.conn.trailing_data[0]):
            self._arrived()
        elif self._late is None:
            self._late = self.loop.call_later(ARRIVE, self.transport.close)

    def _arrived(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _was_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READ, self.transport.abort)
        _let_go(self.connections)

    def resume_writing(self) -> None:
        self._was_read()
        super().resume_writing()

    def shutdown(self) -> None:
        """Handles the end of the server without waiting for the rest of a request."""
        if self.cycle is not None and self.cycle.more_body and not self.cycle.response_complete:
            self.transport.close()
        else:
            super().shutdown()


def _let_go(connections: Any) -> None:
    """Aborts the connections whose clients have read nothing for the longest time, until the waiting answers fit into
    the memory."""
    unread = [other for other in connections if other._unread is not None]
    held = {other: other.transport.get_write_buffer_size() for other in unread}
    size = sum(held.values())
    for other in sorted(unread, key=lambda other: other._unread.when()):
        if size <= MOST_UNREAD:
            return
        size -= held[other]
        other.transport.abort()


def _make_room(connections: Any) -> None:
    """Closes connections that wait for a request until there is a place for one more: those of the address that has
    the most of them, the oldest first. So a client with many idle connections does not keep others out."""
    if len(connections) < MOST - 1:
        return
    waiting = sorted((other for other in connections if other.waits()), key=lambda other: other._since)
    held = Counter(_host(other) for other in waiting)
    while waiting and len(connections) >= MOST - 1:
        most = max(held.values())
        other = next(other for other in waiting if held[_host(other)] == most)
        waiting.remove(other)
        held[_host(other)] -= 1
        connections.discard(other)
        other.transport.abort()


def _host(connection: Any) -> str:
    return str(connection.client[0]) if connection.client else ""
