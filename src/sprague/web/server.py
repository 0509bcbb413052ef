"""Runs the server: address, logs, the browser."""

from __future__ import annotations

import json
import logging
import re
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

from sprague.words.errors import MissingExtraError, RangeError, SpragueError
from sprague.words.messages import Message, join, say

if TYPE_CHECKING:
    from .carried import Carry


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    workers: int = 2,
    browser: bool = True,
    path: str = "/",
    hosts: tuple[str, ...] = (),
    frames: tuple[str, ...] = (),
    root: str = "",
    carry: Carry | None = None,
    announce: Callable[[str], object] = print,
) -> None:
    """Serves the page and the API until Ctrl-C; ``port`` 0 takes any free one. Once the server answers, ``announce``
    gets its address, and a note about who else can reach it.

    The server listens on loopback unless ``host`` says otherwise; then ``hosts`` lists the names it answers to.
    ``frames`` are the origins whose pages may show this one in a frame, such as https://school.example; by default none
    may. ``root`` is the path under which a proxy offers the server, such as /games. ``carry`` makes the files of the
    engine for the browser, in which the Lab then runs rules in Python. Raises MissingExtraError without the extra
    [web], SpragueError if the server cannot listen there.
    """
    for name in (host, *hosts):
        _check_name(name)
    for origin in frames:
        _check_origin(origin)
    root = root.rstrip("/")
    if root and not re.fullmatch(r"(/[A-Za-z0-9._~-]+)+", root):
        raise RangeError(say("expected a path such as /games, got '{path}'", path=root[:60]))
    if threading.current_thread() is threading.main_thread():
        # uvicorn passes the signal on after its shutdown, and by default the signal would leave temporary files behind.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        from importlib.util import find_spec

        if find_spec("fastapi") is None or find_spec("uvicorn") is None:
            raise ImportError
        from .workers import prepare

        listening = _bind(host, port)
        prepare()  # the workers' modules are imported at the same time as the modules below
        from .run import run
    except ImportError:
        raise MissingExtraError("web", say("the page")) from None
    open_to_all = host in WILDCARDS
    shown_host = "localhost" if open_to_all or host == "127.0.0.1" else f"[{host}]" if ":" in host else host
    address = f"http://{shown_host}:{listening.getsockname()[1]}{path}"

    outside = _own_address(host) if open_to_all else None
    others = None if outside is None else f"http://{outside}:{listening.getsockname()[1]}{path}"

    def up() -> None:
        announce(address)
        if not _is_loopback(host):
            announce(str(_who_can_reach(host, hosts)))
        if others is not None:
            announce(str(say("Other devices of this network open {address}", address=others)))
        if browser:
            # A link, or its QR code, brings other devices to the place at which the page was opened.
            threading.Thread(target=webbrowser.open, args=(others or address,), daemon=True).start()

    logs = logging.StreamHandler()
    logs.setFormatter(_JsonLines())
    # uvicorn warns of every malformed request, so a client that sends many would fill the log.
    for name, level in (("sprague.web", logging.WARNING), ("uvicorn.error", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [logs], False
        logger.setLevel(level)
    own = () if open_to_all else (f"[{host}]" if ":" in host else host,)
    run(listening, workers, (*own, *hosts), frames, root, carry, up)


#: Addresses that stand for all addresses of this machine.
WILDCARDS = ("0.0.0.0", "::")


def _check_name(name: str) -> None:
    """Raises RangeError unless ``name`` can be an address or the name of a machine, without a port."""
    if not re.fullmatch(r"[A-Za-z0-9_.-]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%\w+)?|\[[0-9A-Fa-f:.]+\]", name):
        raise RangeError(
            say(
                "expected an address or a name, such as 127.0.0.1 or games.school.example, got '{name}'",
                name=name[:60],
            )
        )


def _check_origin(origin: str) -> None:
    """Raises RangeError unless ``origin`` fits into the header: it must not contain a character that ends the list or
    the header."""
    if not re.fullmatch(r"https?://(\*\.)?[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:(\d{1,5}|\*))?", origin):
        raise RangeError(
            say(
                "expected an origin such as https://school.example or http://localhost:8888, got '{origin}'",
                origin=origin[:60],
            )
        )


def _own_address(host: str) -> str | None:
    """Returns the address at which other devices of its network reach this machine, or None if it is in no network.
    Nothing is sent: the system only says from which of its addresses it would send."""
    family, elsewhere = (
        (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
    )  # addresses reserved for examples, which no machine has
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((elsewhere, 9))
            own = str(asking.getsockname()[0])
    except OSError:
        return None
    return None if _is_loopback(own) else f"[{own}]" if ":" in own else own


def _is_loopback(host: str) -> bool:
    return host in ("localhost", "::1") or host.startswith("127.")


def _who_can_reach(host: str, hosts: tuple[str, ...]) -> Message:
    """Returns a warning for a server that is open to other machines."""
    where = say("all addresses of this machine") if host in WILDCARDS else say("{what}", what=host)
    return say(
        "Everybody who can reach {where} can use it, without a password. It answers to these names, and to its "
        "addresses: {names}",
        where=where,
        names=join(("localhost", *hosts)),
    )


def _bind(host: str, port: int) -> socket.socket:
    """Returns a socket of that address. It listens only when the workers are up."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # If the protocol is given, asyncio turns off the delay of small packets (40 ms an answer).
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError, UnicodeError) as error:
        listening.close()
        raise SpragueError(
            say(
                "port {port} of {host} cannot be used ({why}); choose another with --port, or --port 0 for any",
                port=port,
                host=host,
                why=str(error),
            )
        ) from None
    return listening


class _JsonLines(logging.Formatter):
    """Writes each record as one line of JSON."""

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
