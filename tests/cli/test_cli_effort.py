"""Whatever is asked: no answer takes more than two seconds or 500 MB without having been told so before it began, and
none ends in a fault. Commands are made by chance: the same ones in every short run, so that what is handed in is not
refused for what it did not change, and with another seed in every deep one."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fuzzed import command
from pace import pace
from seeds import SEED

#: What is free: CPU seconds, and kB.
SECONDS, KILOBYTES = 2.0, 500_000

#: An estimate is right within this factor.
WITHIN = 10

#: CPU seconds after which a command is taken to hang: what is told to take longer than one is not begun.
HANGS = 40.0

CHILD = Path(__file__).with_name("commands_child.py")

#: Found by such commands; each is a line of words.
KNOWN = [
    ["moves", "ternups 0,36922,7,1e300", "--values"],
    ["solve", "chomp 1x7^12", "--draw"],
    ["solve", "0.31(13) 1e5", "--outcome"],
    ["solve", "hex:4.e 47,50617,10", "--tree"],
    ["solve", "node-kayles path:20000 + lasker 153", "--tree"],
    ["stats", "circle", "--to", "1e7"],
    ["values", "fibonacci", "--to", "1e6"],
    ["solve", "top-entails 79,1e3 + double-kayles 1,89075,42,1e57", "--why"],
    ["solve", "loopy edges:ground>e@e + token", "--why"],
    ["moves", "arc-kayles hypercube:5", "--values"],
    ["stats", "subtract{3-7}", "--to", "2^29"],
    ["solve", "dots 7,1e6 + treblecross 5", "--all"],
    ["moves", "top-entails 1e5000,79286", "--values"],
    ["solve", "misere nim 1e5000,1e4999,7"],
    ["solve", "0.10(3) 1e3,8,1e7", "--moves"],
    ["refute", "hex:4.[5fb030eb3]f0[1ceeb98e]0[7a]", "--claim", "value 829 at 291", "--to", "8"],
    ["p-positions", "0.16", "--within", "51041"],
    ["p-positions", "wythoff", "--from", "1e19999", "--count", "1"],
    ["p-positions", "wythoff[t=3]", "--from", "1e19999", "--count", "1"],
    ["p-positions", "fibonacci", "--from", "1e19999"],
    ["candy", "--judge", "/dev/zero"],
    ["solve", "officers 111,152,263 + arc-kayles torus:5x6 + double-kayles 33460"],
    ["solve", "misere circle 1e300,29,9", "--tree"],
    ["genus", "nim", "--time", "0.5s", "--to", "1e6", "--json"],
    ["p-positions", "global-fibonacci", "--from", "1e5000"],
    ["discover", "vectors{(1,3k)}", "--time", "0.1s", "--limit-states", "1e5000"],
    ["discover", "wythoff", "--row", "1e5000"],
    ["quotient", "wythoff[any] 929861543,1e7,7^35,3,6,171", "--time", "0.5s"],
    ["quotient", "lasker", "--time", "0.5s", "--heaps", "2638", "--json"],
    ["quotient", "dots 1e6,35,2", "--time", "0.5s"],
    ["solve", "4.343523605236232102740260234664 46349,18996"],
    ["solve", "loopy edges:a>a,c>ground,ground>ground@ground + laskers-nim 1e5000", "--value"],
    ["stats", "nim", "--to", "1e7"],
    ["p-positions", "0.2(3)", "--count", "1e5000"],
    ["moves", "subtract{1,4} 1e50"],
    ["moves", "0.(1) 1e50"],
    ["moves", "subtract{primes} 2e8", "--count", "3"],
    ["moves", "nim 9", "--count", "1e30"],
    ["solve", "chomp 1e5000"],
    ["solve", "chomp 1e9999999"],
    ["solve", "chomp 1000x1e5000"],
    ["p-positions", "last-biscuit", "--count", "1e6"],
    ["theorem", "officers 1e400"],
    ["solve", "nim 1e9999999"],
    ["solve", "geography path:8000@4000"],
    ["solve", "geography torus:100x100@r1c1"],
    ["solve", "node-kayles path:20000"],
    ["solve", "arc-kayles path:20000"],
    ["moves", "node-kayles cycle:20000"],
    ["solve", "subtract{1,3,4} 1e300"],
    ["solve", "hex:0.[ffff][ffff][ffff][ffff][ffff] 500"],
    ["eval", f"*{3**1700}^-5"],
    ["p-positions", "0.77777777777"],
    ["solve", "wythoff 99,5,100,5,60"],
    ["solve", "wythoff[any] 5,1000,54,68,8"],
    ["values", "kayles", "--to", "9" * 100_000],
    ["values", "kayles", "--to", "1e9999999"],
    ["solve", "vectors{(1)} 0"],
    ["solve", "vectors{(1)} 0 + vectors{(1)} 3", "--why"],
    ["solve", "top-entails 1e5000!"],
    ["solve", "top-entails 12 + nim 1e30"],
    ["solve", "loopy edges:a>b,b>a@a + nim 1e30", "--json"],
    ["solve", "loopy edges:a>b@a + wythoff[t=2] 7,3^26"],
    ["solve", "loopy edges:a>a,a>b,b>a,b>b@b + james-bond 0,8,28,4", "--json"],
    ["solve", "notakto 4x7"],
    ["solve", "misere 0.2636063763 26932,24,1e7"],
    ["solve", "misere vectors{(2,3k)} 174,250 + lasker 1e5000,136"],
    ["solve", "misere circle 12,31"],
    ["solve", "global-fibonacci 1e300,159,8:10", "--json"],
    ["solve", "wythoff 4,1e300,4,42191,96"],
    ["moves", "vectors{(2k,1),(2k,3k)} 1e5000,60473"],
    ["moves", "top-entails 89007,3,11", "--count", "3^54"],
    ["solve", "grundy 139,158,12", "--tree"],
    ["solve", "node-kayles hypercube:6", "--value"],
    ["solve", "take-fibonacci 1e5000"],
    ["quotient", "circle", "--time", "0.1s"],
    ["genus", "lasker", "--time", "0.1s"],
    ["discover", "vectors{(2),(3k)}", "--time", "0.1s"],
    ["moves", "dawsons-chess 0 + node-kayles hypercube:8", "--values"],
    ["draw", "node-kayles complete:200", "-o", "-"],
    ["moves", "last-biscuit 11,8,1,293,117,8 + hex:8.00[3e]f 31", "--values"],
    ["solve", "arc-kayles path:20000", "--why"],
    ["solve", "arc-kayles path:20000", "--tree"],
    ["moves", "arc-kayles path:20000", "--count", "50"],
    ["moves", "arc-kayles path:20000", "--count", "1000", "--values"],
    ["solve", "arc-kayles random:20,0.8,seed=13 + cram 1x2", "--moves"],
]


class Child:
    """A process that runs commands one after another; another one takes the place of one that ends."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._done = 0

    def _start(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "SPRAGUE_MEMORY": "400M", "COLUMNS": "80", "SPRAGUE_DEBUG": "1"}
        self._done = 0
        return subprocess.Popen(
            [sys.executable, str(CHILD)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )

    def run(self, words: list[str]) -> dict[str, Any]:
        """What the command took and said; {"lost": why} for one that ended the process, or hangs."""
        if self._process is None or self._done >= 500:
            self.close()
            self._process = self._start()
        process = self._process
        assert process.stdin and process.stdout
        self._done += 1
        process.stdin.write(json.dumps(words).encode() + b"\n")
        process.stdin.flush()
        begun = None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            while not selector.select(0.5):
                spent = cpu_seconds(process.pid)
                begun = spent if begun is None else begun
                if spent - begun > HANGS:
                    self.close(patience=0)
                    return {"lost": f"more than {HANGS} s of CPU"}
        line = process.stdout.readline()
        if not line:
            status = process.wait()
            self.close()
            return {"lost": f"the process ended with {status}"}
        told: dict[str, Any] = json.loads(line)
        return told

    def close(self, patience: float = 30) -> None:
        """Let the process end by itself, as nothing more is asked; kill one that does not."""
        if self._process is not None:
            try:
                self._process.communicate(timeout=patience)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.communicate()
            self._process = None


def cpu_seconds(pid: int) -> float:
    """What a process has taken so far."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wrong(told: dict[str, Any]) -> str:
    """What is wrong with an answer; "" where nothing is."""
    if "lost" in told:
        return str(told["lost"])
    if told["trace"] or told["status"] not in (None, 0, 2):
        return f"status {told['status']}: {told['err']} {told['trace']}"
    if "does not fit in the memory that is left" in told["err"]:
        return "memory ran out"
    bound = max(SECONDS, WITHIN * told["told"])
    if told["seconds"] > bound and told["seconds"] > 2 * bound * pace():
        return f"{told['seconds']:.1f} s, told {told['told']:.2g} s"
    if told["kilobytes"] > max(KILOBYTES, WITHIN * told["told_bytes"] // 1024):
        return f"{told['kilobytes']} kB, told {told['told_bytes']} bytes"
    return ""


def attack(commands: Iterator[list[str]]) -> tuple[int, list[str]]:
    """How many commands were run, and those that were answered wrongly."""
    child, done, found = Child(), 0, []
    try:
        for words in commands:
            told = child.run(words)
            done += 1
            if fault := wrong(told):
                # A machine that stalls takes longer: once more, in a process that has computed nothing yet.
                child.close()
                if again := wrong(child.run(words)):
                    found.append(f"{words}: {fault}; again: {again}")
                    print("FOUND", found[-1], flush=True)
    finally:
        child.close()
    return done, found


def by_chance(seed: int, count: int, folder: Path) -> Iterator[list[str]]:
    dice = Random(seed)
    for _ in range(count):
        yield command(dice, str(folder))


pytestmark = pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="needs Linux to measure memory"
)


def test_what_once_hung_is_answered_or_refused_at_once():
    assert attack(iter(KNOWN))[1] == []


def test_nothing_takes_long_without_having_said_so(tmp_path):
    done, found = attack(by_chance(SEED, 120, tmp_path))
    assert done == 120 and not found, (SEED, found)


@pytest.mark.deep
def test_nothing_of_a_hundred_thousand_questions_takes_long_without_having_said_so(tmp_path):
    count = int(os.environ.get("SPRAGUE_FUZZ_COUNT", "100000"))
    done, found = attack(by_chance(SEED, count, tmp_path))
    assert done == count and not found, (SEED, found)
