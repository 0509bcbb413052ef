"""A client that costs little, for tests of the server under load: plain HTTP/1.1 over asyncio, one task a client."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from typing import Any

#: Answered in a few milliseconds each, by theorems and short tables; {i} makes them differ.
CHEAP = (
    "wythoff {i},{j}", "nim {i},4,5", "dots 7,9,1{d}", "fibonacci {j}", "kayles {i}", "cram 2x{d}", "*{i}",
    "misere nim 1,{i}", "token + *{d}", "nim 3,{d} + wythoff 5,{i}", "circle 1{d}", "subtract{{1,3,4}} {i}",
)  # fmt: skip

#: Each takes a second or more, or as much as a request may.
HEAVY = (
    "0.007 10^7", "0.0137 10^7 + *1", "vectors{(0,k),(k,0),(k,2k)} 900,1500", "arc-kayles grid:6x7",
    "officers 10^7 + *1", "0.007 400000", "grundy 10^6", "arc-kayles grid:7x7 + *1", "geography path:900@1",
    "vectors{(0,k),(k,0),(k,3k)} 900,1500",
)  # fmt: skip

#: Short texts that take much work to read, or whose effort is hard to tell.
HOGS = (
    "nim 1e9999999", "arc-kayles path:20000", "wythoff 99,5,100,5,60", "node-kayles path:20000",
    "wythoff[any] 5,1000,54,68,8", "subtract{1,3,4} 1e300", "chomp 1e9999999", "hex:0.[ffff][ffff][ffff] 500",
)  # fmt: skip


def cheap(i: int) -> str:
    """The ``i``-th cheap position."""
    return CHEAP[i % len(CHEAP)].format(i=i % 89, j=(2 * i + 1) % 144, d=1 + i % 7)


class Client:
    """One connection, opened anew when the server has closed it."""

    def __init__(self, address: str) -> None:
        self.host = address.removeprefix("http://").rstrip("/")
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def solve(self, text: str) -> tuple[int, bytes]:
        """The status and the body of the answer to ``/api/solve``."""
        return await self.ask("POST", "/api/solve", json.dumps({"text": text}).encode())

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        """A request on a connection that is kept; status 0 where it was closed without an answer."""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Type: application/json\r\n"
        request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        for fresh in (self._streams is None, True):
            try:
                if self._streams is None:
                    name, _, port = self.host.rpartition(":")
                    self._streams = await asyncio.open_connection(name, int(port))
                reader, writer = self._streams
                writer.write(request)
                lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower().split("\r\n")
                fields = dict(line.split(": ", 1) for line in lines[1:] if line)
                found = await reader.readexactly(int(fields.get("content-length", 0)))
                if fields.get("connection") == "close":
                    self.close()
                return int(lines[0].split()[1]), found
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                if fresh:
                    return 0, b""
        return 0, b""

    def close(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def timed(address: str, clients: int, count: int, first: int = 0) -> list[float]:
    """The seconds of ``count`` cheap questions from each of ``clients``, one after the other; all must be answered."""

    async def one(number: int) -> list[float]:
        client, taken = Client(address), []
        for i in range(count):
            text = cheap(first + number * count + i)
            begun = time.perf_counter()
            status, body = await client.solve(text)
            taken.append(time.perf_counter() - begun)
            assert status == 200, (text, status, body)
        client.close()
        return taken

    return [*chain.from_iterable(await asyncio.gather(*map(one, range(clients))))]


@asynccontextmanager
async def pressed(address: str, texts: tuple[str, ...], again: bool = True) -> AsyncIterator[Counter[int]]:
    """A client for each of ``texts``, which asks it (``again`` and again); the statuses that they got."""
    seen: Counter[int] = Counter()

    async def press(text: str) -> None:
        client = Client(address)
        try:
            while True:
                status, _ = await client.solve(text)
                seen[status] += 1
                if not again:
                    return
                if status in (0, 503):
                    await asyncio.sleep(0.05)
        finally:
            client.close()

    tasks = [asyncio.create_task(press(text)) for text in texts]
    try:
        yield seen
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # until their connections are closed


def figures(taken: list[float]) -> tuple[float, float, float]:
    """Median, 99th percentile and worst, in milliseconds."""
    ranked = sorted(taken)
    return 1000 * ranked[len(ranked) // 2], 1000 * ranked[len(ranked) * 99 // 100], 1000 * ranked[-1]


def family(server: int) -> dict[int, str]:
    """The processes of a server, itself among them: pid -> name."""
    rows = subprocess.run(
        ["ps", "-eo", "pid,ppid,stat,args"], capture_output=True, text=True, check=True
    ).stdout
    table = [row.split(None, 3) for row in rows.splitlines()[1:]]
    found: dict[int, str] = {}
    parents = [server]
    found = {int(pid): args for pid, _, _, args in table if int(pid) == server}
    while parents:
        near = {int(pid): f"{stat} {args}" for pid, parent, stat, args in table if int(parent) in parents}
        found |= near
        parents = list(near)
    return found


def workers(server: int) -> list[int]:
    """The workers that live: they are forked by a child of the server that does nothing else."""
    rows = subprocess.run(["ps", "-eo", "pid,ppid,stat"], capture_output=True, text=True, check=True).stdout
    table = [row.split() for row in rows.splitlines()[1:]]
    parents = {int(pid): int(parent) for pid, parent, state in table if state[0] not in "ZX"}
    return [pid for pid, parent in parents.items() if parents.get(parent) == server]


def memory(pids: list[int]) -> dict[int, int]:
    """The bytes that each process has for itself, with its part of what it shares."""
    found = {}
    for pid in pids:
        try:
            rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except (OSError, ProcessLookupError):
            continue
        found[pid] = next(int(row.split()[1]) * 1024 for row in rows if row.startswith("Pss:"))
    return found


def held(pid: int) -> tuple[int, int]:
    """The file descriptors and the threads of a process."""
    return len(os.listdir(f"/proc/{pid}/fd")), len(os.listdir(f"/proc/{pid}/task"))


def until(condition: Callable[[], Any], patience: float = 120.0) -> Any:
    """What ``condition`` says as soon as it holds."""
    ends = time.monotonic() + patience
    while not (found := condition()):
        assert time.monotonic() < ends, "it never came to hold"
        time.sleep(0.02)
    return found
