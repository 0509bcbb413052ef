"""Connections, as uvicorn keeps them, with an end to each that holds a place for nothing.

A request has to arrive as a whole in some seconds, whoever asks has to read the answer, one client has a part of the
places only, and a flood of headers ends before it is read. What is refused here is told as everywhere.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from sprague.words.messages import Message, say

from .guard import HEADERS, MAX_BODY, MAX_URL, refusal_body

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

#: Seconds in which a request has to arrive, head and body, and those in which what is sent has to be read.
ARRIVE, READ = 10.0, 60.0

#: Connections at once, in all and from one address; twice as many are told so, and beyond that they are closed.
MOST, MOST_EACH = 512, 128

#: The head of a request has at most so many bytes and lines.
MAX_HEAD, MAX_LINES = MAX_URL + 8 * 1024, 200

#: What comes at once is looked at in pieces of so many bytes.
PIECE = 16 * 1024

#: A body takes at most so many bytes on the line: each chunk of it is work, however little it brings.
MAX_WIRE = 2 * MAX_BODY

#: Seconds in which what still comes of a request that has its answer is thrown away; closed at once, the connection
#: might take the answer with it.
LINGER = 1.0

#: Bytes of answers that nobody has read yet, of all connections together.
MOST_UNREAD = 64 * 2**20


class Connection(H11Protocol):
    """One connection."""

    _late: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _lines = _body = 0
    #: It has its last answer.
    _over = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._held = bytearray()
        host = self.client[0] if self.client else ""
        others: Any = self.connections
        each = sum((other.client or ("",))[0] == host for other in others)
        if len(self.connections) > 2 * MOST or each > 2 * MOST_EACH:
            transport.abort()
        elif len(self.connections) > MOST or each > MOST_EACH:
            self.app = _crowded
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        if self._unread is not None:
            self._unread.cancel()
        super().connection_lost(exc)

    # A request has to arrive

    def data_received(self, data: bytes) -> None:
        if not self._over:
            self._held += data
            self._take()

    def _take(self) -> None:
        """Read what has come, as far as the request that is under way; what is behind it waits for its answer."""
        if self._late is None and self._arriving:
            self._expect()
        while self._held and self._arriving:
            if self._over or self.transport.is_closing():
                return
            piece = bytes(self._held[:PIECE])
            del self._held[:PIECE]
            if not self._fits(piece):
                return
            super().data_received(piece)
        if self._held:
            self.flow.pause_reading()
        if not (self._over or self._arriving):
            self._forget()

    def on_response_complete(self) -> None:
        self._forget()
        self._lines = self._body = 0
        rest = self.conn.their_state is h11.SEND_BODY
        super().on_response_complete()
        if self.transport.is_closing():
            self._must_read()
        elif rest:
            self._hang_up()
        elif self._held:
            self.loop.call_soon(self._take)
        elif self.conn.trailing_data[0] and self._arriving and self._late is None:
            self._expect()

    @property
    def _arriving(self) -> bool:
        """Whether what comes next belongs to a request that is not there as a whole."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    def _fits(self, piece: bytes) -> bool:
        """Whether the request is none too long with ``piece``; else it is refused."""
        if self.conn.their_state is h11.SEND_BODY:
            self._body += len(piece)
        else:
            self._lines += piece.partition(b"\r\n\r\n")[0].count(b"\n")
        if self._lines > MAX_LINES:
            self._refuse(431, say("expected a request with at most {count} headers", count=MAX_LINES))
        elif self._body > MAX_WIRE:
            self._refuse(413, say("expected a request of at most {limit} bytes", limit=MAX_BODY))
        return not self._over

    def _expect(self) -> None:
        self._late = self.loop.call_later(ARRIVE, self._is_late)

    def _forget(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _is_late(self) -> None:
        self._late = None
        if self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]:
            self._close()  # it never said a word
        else:
            self._refuse(408, say("expected the whole request within {seconds} seconds", seconds=int(ARRIVE)))

    # Its answer has to be read

    def pause_writing(self) -> None:
        self._must_read()
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._unread is not None and not self.transport.is_closing():
            self._unread.cancel()
            self._unread = None
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._must_read()

    def _must_read(self) -> None:
        if self._unread is None:
            self._unread = self.loop.call_later(READ, self.transport.abort)
        _let_go(self.connections)

    # The end

    def shutdown(self) -> None:
        """The server ends: nobody waits for the rest of a request."""
        if self.cycle is not None and self.cycle.more_body and not self.cycle.response_complete:
            self._close()
        else:
            super().shutdown()

    def send_400_response(self, msg: str) -> None:
        """What came is no request of HTTP, or its head does not end."""
        self._refuse(
            400, say("expected a request of HTTP/1.1, with a head of at most {limit} bytes", limit=MAX_HEAD)
        )

    def _refuse(self, status: int, words: Message) -> None:
        """Say why, without the application, and close."""
        body = refusal_body(words)
        headers = [
            *HEADERS,
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            for event in (
                h11.Response(status_code=status, headers=headers),
                h11.Data(data=body),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self._nobody_asks()
        self._hang_up()

    def _hang_up(self) -> None:
        """Nothing more is said, and nothing more is heard."""
        self._over = True
        self._held.clear()
        self._forget()
        with contextlib.suppress(OSError):
            self.transport.write_eof()
        self._late = self.loop.call_later(LINGER, self._close)

    def _close(self) -> None:
        self._nobody_asks()
        self.transport.close()
        self._must_read()

    def _nobody_asks(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()


def _let_go(connections: Any) -> None:
    """Close those that have been read least recently, as far as the answers that wait take too much memory."""
    unread = [other for other in connections if other._unread is not None]
    held = {other: other.transport.get_write_buffer_size() for other in unread}
    size = sum(held.values())
    for other in sorted(unread, key=lambda other: other._unread.when()):
        if size <= MOST_UNREAD:
            return
        size -= held[other]
        other.transport.abort()


async def _crowded(scope: Any, receive: Any, send: Callable[[Any], Awaitable[None]]) -> None:
    """The answer where there are too many connections already."""
    body = refusal_body(say("the server is busy; try again in a moment"))
    headers = [*HEADERS, (b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(b"connection", b"close"), (b"retry-after", b"5")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})
