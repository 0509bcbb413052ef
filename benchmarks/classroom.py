"""A class behind one address: 30 devices with 6 connections each ask for every board of every ladder.

Times as a pupil waits for them, and the processor time of the server and its workers for each request. A device asks
everything about a board at once, and looks at the board for a second.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

Question = tuple[str, bytes]

SERVE = "from sprague.web.server import serve; serve(port=0, browser=False, announce=lambda a: print(a, flush=True))"

DEVICES, CONNECTIONS = 30, 6

#: A connection at rest is closed after five seconds; after so many it is not used again.
KEPT = 4

#: What a device asks of each board of a ladder.
OF_A_BOARD = ("position", "turn", "hint", "proof", "figures", "analysis")

#: What takes the server its two seconds a question.
HEAVY = ("cram 6x7", "0.007 10^7", "wythoff 9000,9000 + *1", "chomp 9x9 + *1", "node-kayles grid:6x8")


def rows() -> list[tuple[str, float, str, str]]:
    """(work, figure, unit, best public) of each measurement."""
    process = subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    host, _, port = process.stdout.readline().strip().rstrip("/").rpartition("//")[2].partition(":")
    try:
        return asyncio.run(_measured(host, int(port), process.pid))
    finally:
        process.terminate()
        process.wait(10)


async def _measured(host: str, port: int, pid: int) -> list[tuple[str, float, str, str]]:
    found: list[tuple[str, float, str, str]] = []
    boards = await _boards(host, port)
    questions = [(f"/api/{job}", _body(job, text)) for text in boards for job in OF_A_BOARD]

    async def measure(
        name: str, asked: Sequence[Question], devices: int, look: float, heavy: bool = False
    ) -> None:
        stop = asyncio.Event()
        pressing = [asyncio.create_task(_press(host, port, text, stop)) for text in HEAVY if heavy]
        if heavy:
            await asyncio.sleep(1)
        began = _spent(pid)
        each = -(-len(asked) // devices // CONNECTIONS) * CONNECTIONS
        shares = [asked[i : i + each] for i in range(0, len(asked), each)]
        seen = [
            row
            for rows in await asyncio.gather(*(_device(host, port, share, look) for share in shares))
            for row in rows
        ]
        spent = _spent(pid) - began
        stop.set()
        await asyncio.gather(*pressing)
        times = sorted(seconds for seconds, _ in seen)
        found.append((f"{name}, median", 1000 * statistics.median(times), "ms", "none"))
        found.append((f"{name}, 99th percentile", 1000 * times[int(0.99 * len(times))], "ms", "none"))
        found.append(
            (f"{name}, refused of {len(seen)}", sum(status != 200 for _, status in seen), "", "none")
        )
        if not heavy:
            found.append((f"{name}, processor time a request", 1000 * spent / len(seen), "ms", "none"))

    cheap = [("/api/solve", json.dumps({"text": f"wythoff {i},{2 * i + 1}"}).encode()) for i in range(1500)]
    await measure("cheap questions", cheap, 1, 0)
    await measure("every board of every ladder, 30 devices", questions * 3, DEVICES, 1)
    await measure("beside five heavy questions", questions * 2, DEVICES, 1, heavy=True)
    return found


async def _boards(host: str, port: int) -> list[str]:
    reader, writer = await asyncio.open_connection(host, port)
    _, body = await _ask(reader, writer, "GET", "/api/games", b"")
    writer.close()
    return [rung["position"] for ladder in json.loads(body)["ladders"] for rung in ladder["rungs"]]


def _body(job: str, text: str) -> bytes:
    if job == "turn":
        return json.dumps({"text": text, "move": None, "level": "perfect", "seed": 1}).encode()
    return json.dumps({"text": text}).encode()


async def _device(host: str, port: int, share: Sequence[Question], look: float) -> list[tuple[float, int]]:
    """The seconds and statuses of the questions of a device, so many at once as it has connections."""
    lines = [await asyncio.open_connection(host, port) for _ in range(CONNECTIONS)]
    used = time.monotonic()
    seen = []
    await asyncio.sleep(look * random.random())
    for first in range(0, len(share), CONNECTIONS):
        asked = share[first : first + CONNECTIONS]
        if time.monotonic() - used > KEPT:  # as a browser, which opens what the server has closed
            for _, writer in lines:
                writer.close()
            lines = [await asyncio.open_connection(host, port) for _ in range(CONNECTIONS)]
        used = time.monotonic()
        seen += await asyncio.gather(
            *(_timed(line, question) for line, question in zip(lines, asked, strict=False))
        )
        await asyncio.sleep(look)
    for _, writer in lines:
        writer.close()
    return seen


async def _timed(
    line: tuple[asyncio.StreamReader, asyncio.StreamWriter], question: Question
) -> tuple[float, int]:
    path, body = question
    began = time.perf_counter()
    if path == "/api/position":
        status, _ = await _ask(*line, "GET", f"{path}?text={quote(json.loads(body)['text'])}", b"")
    else:
        status, _ = await _ask(*line, "POST", path, body)
    return time.perf_counter() - began, status


async def _press(host: str, port: int, text: str, stop: asyncio.Event) -> None:
    while not stop.is_set():
        reader, writer = await asyncio.open_connection(host, port)
        await _ask(reader, writer, "POST", "/api/solve", json.dumps({"text": text}).encode())
        writer.close()


async def _ask(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, method: str, path: str, body: bytes
) -> tuple[int, bytes]:
    head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\naccept-language: en\r\n"
    if body:
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
    writer.write(f"{head}\r\n".encode() + body)
    answer = await reader.readuntil(b"\r\n\r\n")
    lines = answer.decode("latin-1").lower().split("\r\n")
    length = next(int(line.partition(":")[2]) for line in lines if line.startswith("content-length:"))
    return int(lines[0].split()[1]), await reader.readexactly(length)


def _spent(pid: int) -> float:
    """The processor time, in seconds, of a process and all that it started and that still runs."""
    parents: dict[int, int] = {}
    used: dict[int, float] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry.name)] = int(fields[1])
        # With what its own children that have ended used: workers that were replaced count.
        used[int(entry.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(used.get(each, 0.0) for each in family)


if __name__ == "__main__":
    for work, figure, unit, _ in rows():
        print(f"{work:70} {figure:10.2f} {unit}")
