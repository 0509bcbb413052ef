"""Running the server: address, logs, the browser."""

from __future__ import annotations

import json
import logging
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

from sprague.words.errors import MissingExtraError, SpragueError
from sprague.words.messages import say

if TYPE_CHECKING:
    import uvicorn


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    workers: int = 2,
    browser: bool = True,
    path: str = "/",
    hosts: tuple[str, ...] = (),
    announce: Callable[[str], None] = print,
) -> None:
    """Serve the page and the API until Ctrl-C; ``port`` 0 takes any free one.

    Listens on loopback unless ``host`` says otherwise; then ``hosts`` names what the server may be called.
    Raises MissingExtraError without the extra [web], SpragueError when the port is taken.
    """
    try:
        import uvicorn

        from .app import create_app
        from .lanes import Settings
    except ImportError:
        raise MissingExtraError("web", say("the page")) from None
    listening = _listen(host, port)
    address = f"http://{'localhost' if host == '127.0.0.1' else host}:{listening.getsockname()[1]}{path}"
    settings = Settings(workers=workers, hosts=(*Settings.hosts, host, *hosts))
    logs = logging.StreamHandler()
    logs.setFormatter(_JsonLines())
    for name in ("sprague.web", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [logs], False
        logger.setLevel(logging.WARNING)
    config = uvicorn.Config(
        create_app(settings),
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=3,
        limit_concurrency=512,
        server_header=False,
    )
    server = uvicorn.Server(config)
    announce(address)
    if browser:
        threading.Thread(target=_open_when_up, args=(server, address), daemon=True).start()
    if threading.current_thread() is threading.main_thread():
        # The server passes the signal on when it has shut down, and by default that would leave temporary files.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server.run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio turns off the delay of small packets (40 ms an answer).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise SpragueError(
            say(
                "port {port} of {host} cannot be used ({why}); choose another with --port, or --port 0 for any",
                port=port,
                host=host,
                why=str(error),
            )
        ) from None
    listening.listen(128)
    return listening


def _open_when_up(server: uvicorn.Server, address: str) -> None:
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.05)
    webbrowser.open(address)


class _JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry)
