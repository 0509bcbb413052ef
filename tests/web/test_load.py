"""Cheap answers come soon whatever else the server is at; and nothing is left of what it was at.

The figures of the server are those of `pytest -m deep -s`, on a machine that does nothing else. What runs always has
bounds that a busy machine keeps, and that a cheap question which waits for a heavy one does not.
"""

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from load import (
    HEAVY,
    HOGS,
    Client,
    cheap,
    family,
    figures,
    held,
    memory,
    pressed,
    timed,
    until,
    workers,
)
from serving import PATIENT, SERVE, serving

from sprague.playing.ladders import LADDERS

#: Milliseconds: median, 99th percentile, worst.
WANTED = (10, 100, 300)

TEN_HOGS = (HOGS + HOGS)[:10]


def run(work: Any) -> Any:
    """In a thread of its own: after tests in a browser this one has an event loop that is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work)).result()


async def kill_now_and_then(server: int, dice: random.Random, pause: float) -> None:
    while True:
        await asyncio.sleep(pause)
        found = await asyncio.to_thread(workers, server)  # who waits for answers is not to wait for it
        if found:
            try:
                os.kill(dice.choice(found), signal.SIGKILL)
            except ProcessLookupError:
                pass


async def measured(scene: str, address: str, server: int, rounds: int, questions: int) -> list[float]:
    """The seconds of cheap questions from four clients beside what the ``scene`` has."""
    taken: list[float] = []
    killing = None
    if scene == "killed":
        killing = asyncio.create_task(kill_now_and_then(server, random.Random(9), 0.4))
    texts = {"alone": (), "hogs": TEN_HOGS}.get(scene, HEAVY)
    async with pressed(address, texts):
        if scene == "running":
            await asyncio.sleep(2)
        for i in range(rounds):
            taken += await timed(address, 4, questions, i * 4 * questions)
    if killing is not None:
        killing.cancel()
    return taken


@pytest.fixture(scope="module")
def one() -> Iterator[tuple[int, str]]:
    """One server for what is not measured; these tests come to it in the order in which they stand."""
    with serving(PATIENT + SERVE) as (process, address):
        yield process.pid, address


def test_the_port_answers_when_the_workers_are_warm(one):
    server, address = one
    quick = [pid for pid in workers(server) if niceness(pid) == os.nice(0)]
    assert len(quick) >= 4
    for i in range(24):
        status, _ = run(once(address, cheap(i)))
        assert status == 200
    # None of them has loaded a compiler, and what they were forked from had all the games.
    for pid in quick:
        assert "llvmlite" not in Path(f"/proc/{pid}/maps").read_text()


@pytest.mark.parametrize("scene", ["arriving", "hogs", "killed"])
def test_cheap_answers_do_not_wait_for_others(scene, one):
    server, address = one
    beside, late, _ = figures(run(measured(scene, address, server, 2, 15)))
    alone, _, _ = figures(run(measured("alone", address, server, 1, 15)))
    # As many times slower as others use the machine; one that waited for a heavy request would wait for seconds.
    assert beside < 50 + 30 * alone
    assert late < 600 + 60 * alone


async def once(address: str, text: str) -> tuple[int, bytes]:
    client = Client(address)
    found = await client.solve(text)
    client.close()
    return found


def test_beyond_its_bound_the_heavy_queue_says_when_to_come_again():
    """On a server of its own: another one would first do the heavy work that the tests before have left to it."""

    async def flooded(address: str) -> int:
        heavy = "0.0137 500000"  # a code whose row no other test keeps
        assert (await once(address, heavy))[0] == 422  # from now on the server knows it to be long
        async with pressed(address, (heavy,) * 30, again=False) as seen:
            while not seen[503]:
                await asyncio.sleep(0.02)
            status, _ = await once(address, "nim 3,4,5")
            assert status == 200
            return seen[503]

    with serving(PATIENT + SERVE) as (_, address):
        assert run(flooded(address))


#: So many of the 180 requests of a class may be refused at first.
FEW = 9


def test_a_class_behind_one_address_is_served(one):
    """30 devices with 6 connections each, beside questions that take all their seconds: all are answered. Where other
    processes use the machine, a few may be refused at first, and are asked again, as the page does."""
    boards = [rung.position for ladder in LADDERS for rung in ladder.rungs]
    refused = []

    async def device(address: str, number: int) -> list[int]:
        async def ask(job: str) -> int:
            client = Client(address)
            text = boards[number * len(boards) // 30]
            asked = {"text": text, **({"move": None, "level": "perfect", "seed": 1} if job == "turn" else {})}
            status, _ = await client.ask("POST", f"/api/{job}", json.dumps(asked).encode())
            client.close()
            if status != 503 or len(refused) == FEW:
                return status
            refused.append((number, job))
            await asyncio.sleep(2)  # the server's Retry-After
            return await ask(job)

        return await asyncio.gather(*map(ask, ("turn", "solve", "hint", "proof", "figures", "analysis")))

    async def all_at_once(address: str) -> list[list[int]]:
        async with pressed(address, HEAVY):
            return await asyncio.gather(*(device(address, number) for number in range(30)))

    assert run(all_at_once(one[1])) == [[200] * 6] * 30


@pytest.mark.deep
@pytest.mark.parametrize("scene", ["alone", "arriving", "running", "hogs", "killed"])
def test_the_figures(scene, capsys):
    with serving() as (process, address):
        taken = run(measured(scene, address, process.pid, 5, 100))
    found = figures(taken)
    with capsys.disabled():
        print(
            f"\n{scene}: median {found[0]:.1f} ms, p99 {found[1]:.1f}, worst {found[2]:.1f}; load",
            os.getloadavg(),
        )
    assert all(got < most for got, most in zip(found, WANTED, strict=True)), found


async def mixed(address: str, server: int, count: int, seed: int) -> dict[int, int]:
    """``count`` questions of all kinds from eight clients, while workers are killed."""
    dice = random.Random(seed)
    numbers = iter(range(count))
    seen: dict[int, int] = {}
    killing = asyncio.create_task(kill_now_and_then(server, dice, 1.0))

    async def ask() -> None:
        client = Client(address)
        for i in numbers:
            kind = dice.random()
            if kind < 0.004:
                status, _ = await client.solve(dice.choice(HEAVY))
            elif kind < 0.008:
                status, _ = await client.solve(dice.choice(HOGS))
            elif kind < 0.03:
                status, _ = await client.solve("x" * dice.randrange(40))
            elif kind < 0.05:
                status, _ = await client.ask(
                    "GET", dice.choice(("/", "/api/games", "/api/texts?lang=yue", "/nowhere"))
                )
            else:
                status, _ = await client.solve(cheap(i))
            seen[status] = seen.get(status, 0) + 1
        client.close()

    await asyncio.gather(*(ask() for _ in range(8)))
    killing.cancel()
    return seen


def rested(server: int) -> tuple[int, dict[str, int]]:
    """What the server has when it is at nothing: bytes of all its processes; processes, descriptors, threads, dead."""
    found = family(server)
    descriptors, threads = held(server)
    return sum(memory(list(found)).values()), {
        "processes": len(found),
        "descriptors": descriptors,
        "threads": threads,
        "dead": sum(name.startswith("Z") for name in found.values()),
    }


def soaked(
    count: int, before: int, seed: int, log: Path, rest: float
) -> tuple[float, dict[str, int], dict[str, int], dict[int, int]]:
    """How much the memory has grown, what there was before and after, and the statuses."""
    # Every worker that has answered is replaced when it rests, so what has grown then is the server itself.
    resting = f"from sprague.web import pool\npool.REST, pool.KEPT = {rest}, 0\n"
    with serving(PATIENT + resting + SERVE, log) as (process, address):
        run(mixed(address, process.pid, before, seed))
        at_rest(process.pid, rest)
        bytes_before, first = rested(process.pid)
        seen = run(mixed(address, process.pid, count, seed + 1))
        at_rest(process.pid, rest)
        until(lambda: rested(process.pid)[1]["processes"] == first["processes"])
        bytes_after, last = rested(process.pid)
    return bytes_after / bytes_before - 1, first, last, seen


def at_rest(server: int, rest: float) -> None:
    """Wait until no worker is at work and those that had grown are replaced, which they are after ``rest`` seconds."""
    quiet, before = 0, None
    while quiet < 5 * rest:
        now = sorted(workers(server)), [niceness(pid) for pid in workers(server)]
        quiet = quiet + 1 if now == before else 0
        before = now
        time.sleep(0.5)


def niceness(pid: int) -> int:
    try:
        return os.getpriority(os.PRIO_PROCESS, pid)
    except ProcessLookupError:
        return 0


def test_nothing_is_left_of_requests_and_workers(tmp_path):
    grown, first, last, seen = soaked(150, 100, 9, tmp_path / "log", 0.8)
    assert set(seen) <= {200, 400, 404, 422, 503}
    assert (last["processes"], last["dead"]) == (first["processes"], 0)
    assert last["descriptors"] <= first["descriptors"]
    assert last["threads"] <= first["threads"] + 2
    assert grown < 0.1


@pytest.mark.deep
def test_a_soak_of_mixed_requests(tmp_path, capsys):
    begun = time.monotonic()
    grown, first, last, seen = soaked(20_000, 2_000, 2024, tmp_path / "log", 2.0)
    with capsys.disabled():
        print(
            f"\nsoak: memory {100 * grown:+.1f}%, {first} -> {last}, {seen}, {time.monotonic() - begun:.0f} s"
        )
    assert set(seen) <= {200, 400, 404, 422, 503}
    assert (last["processes"], last["dead"]) == (first["processes"], 0)
    assert last["descriptors"] <= first["descriptors"]
    assert last["threads"] <= first["threads"]
    assert abs(grown) < 0.05
