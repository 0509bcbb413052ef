"""Starts the application under uvicorn, and ends it."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from sprague.system.processes import interrupts_held

from . import connections
from .app import create_app
from .carried import Carry
from .lanes import Lanes, Settings

#: The seconds that uvicorn waits for clients to read the last answers.
GRACE = 5


def run(
    listening: socket.socket,
    workers: int,
    hosts: tuple[str, ...],
    frames: tuple[str, ...],
    root: str,
    carry: Carry | None,
    up: Callable[[], None],
) -> None:
    """Serves on a bound socket until a signal ends it; ``up`` is called once the server answers. Raises
    KeyboardInterrupt if the signal was Ctrl-C."""
    app = create_app(
        Settings(workers=workers, hosts=(*Settings.hosts, *hosts), frames=frames, root=root, carry=carry)
    )
    config = uvicorn.Config(
        app,
        http=connections.Connection,
        ws="none",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE,
        h11_max_incomplete_event_size=connections.MAX_HEAD,
        limit_concurrency=connections.MOST,
        server_header=False,
    )
    with interrupts_held() as go_on:
        _Server(config, app.state.lanes, up, go_on).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Says when it is up. At the end, the lanes answer every request before uvicorn waits for the connections."""

    def __init__(
        self, config: uvicorn.Config, lanes: Lanes, up: Callable[[], None], go_on: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._lanes = lanes
        self._up = up
        self._go_on = go_on

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        self._go_on()  # earlier, Ctrl-C would only have interrupted the construction of the server
        await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started and not self.should_exit:
            gc.collect()
            gc.freeze()  # these objects stay: repeated collections of them would make requests wait
            self._up()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Ignores a second signal: the end that the first one began takes at most some seconds."""
        super().handle_exit(sig, frame)
        self.force_exit = False

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._lanes.end()
        await super().shutdown(sockets=sockets)
