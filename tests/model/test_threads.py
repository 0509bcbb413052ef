"""Questions asked from several threads at once are answered as from one."""

from __future__ import annotations

import subprocess
import sys

import pytest
from folders import DATA

TABLE = str(DATA / "cram_nimbers.json")

#: In a process of its own: what goes wrong here may be a crash.
BEGIN = """
import random, sys
from concurrent.futures import ThreadPoolExecutor
import sprague as sg

def ask(texts):
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda text: sg.solve(text, value=True).value, texts))
    sys.setswitchinterval(before)
    return found

chance = random.Random(1)
"""

BOARDS = """
import json
known = json.load(open(sys.argv[1]))["boards"]
sizes = ["3x7", "5x6", "3x9", "4x7", "3x11", "5x7", "3x8", "3x10"] * 2
chance.shuffle(sizes)
assert ask([f"cram {size}" for size in sizes]) == [known[size]["nimber"] for size in sizes]
"""

TABLES = """
from sprague.games.wythoff.pairs import is_pair
for _ in range(4):
    pairs = [(chance.randrange(250), chance.randrange(250)) for _ in range(30)] + [(8 * 13, 13 * 13 - 1)]
    values = ask([f"vectors{{(0,k),(k,0),(k,k)}} {a},{b}" for a, b in pairs])
    assert [value == 0 for value in values] == [is_pair(a, b, 1) for a, b in pairs]
"""

HEAPS = """
from sprague.takebreak.small import small_values
from sprague.takebreak.codes import parse_code
for code in ("0.6", "0.04", "0.06"):
    known = small_values(parse_code(code), 5000)
    heaps = [chance.randrange(5001) for _ in range(40)]
    assert ask([f"{code} {n}" for n in heaps]) == [known[n] for n in heaps]
"""


@pytest.mark.parametrize("questions", [BOARDS, TABLES, HEAPS], ids=["boards", "tables", "heaps"])
def test_threads_may_ask_at_once(questions: str) -> None:
    command = [sys.executable, "-X", "faulthandler", "-c", BEGIN + questions, TABLE]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
