"""Laws of rules of contests and puzzles: how many are proved, in what time, and that none is false.

``pytest -s -m deep tests/discovery/test_contest_rules.py`` prints the table.
"""

from __future__ import annotations

import functools
import itertools
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT

import sprague as sg

DATA = json.loads((ROOT / "tests" / "data" / "contest_rules.json").read_text("utf-8"))

#: The rules of which no law is known, and none may be claimed.
LAWLESS = {"fraction", "squares", "square_or_one", "log_take"}

#: To which heap a law on one heap, two and three is compared with the definition.
COMPARED = {1: 1200, 2: 26, 3: 9}


def written(folder: Path, name: str, lines: list[str]) -> Callable[..., Any]:
    """The rule as a function of a file of its own, from which its text is read."""
    path = folder / f"{name}.py"
    path.write_text("import math\n" + "\n".join(lines) + "\n", "utf-8")
    space: dict[str, Any] = {"__name__": "contest"}
    exec(compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True), space)
    function: Callable[..., Any] = space[name]
    return function


def definition(function: Callable[..., Any], heaps: int) -> Callable[[tuple[int, ...]], int]:
    """The value of a position by the definition."""

    @functools.cache
    def value(state: tuple[int, ...]) -> int:
        reached = set()
        for option in function(*state):
            several = isinstance(option, list) or option == ()
            if isinstance(option, tuple) and option and (heaps == 1 or isinstance(option[0], tuple)):
                several = True
            whole = option if several else [option]
            parts = (part if isinstance(part, tuple) else (part,) for part in whole)
            reached.add(functools.reduce(lambda a, b: a ^ b, map(value, parts), 0))
        return next(n for n in itertools.count() if n not in reached)

    return value


@pytest.mark.deep
def test_laws_of_contest_rules(tmp_path: Path) -> None:
    proved, seconds = {}, {}
    for each in DATA["rules"]:
        name = each["name"]
        function = written(tmp_path, name, each["rule"])
        heaps = function.__code__.co_argcount
        begun = time.process_time()
        report = sg.discover(sg.rule(function, name=f"rule-{name.replace('_', '-')}"))
        seconds[name] = time.process_time() - begun
        laws = [law for law in report.laws if law.proved]
        value = definition(function, heaps)
        bound = COMPARED[heaps] if name not in ("not_prime", "mock") else 90
        for state in sorted(itertools.product(range(bound), repeat=heaps), key=sum):
            worth = value(state)
            for law in laws:
                assert law.value(state) == (worth if law.valued else min(worth, 1)), (name, state)
        proved[name] = [law.kind for law in laws]
        print(f"{name:16} {','.join(proved[name]) or '-':20} {seconds[name]:6.2f} s  {each['law'] or ''}")
    assert not any(proved[name] for name in LAWLESS)
    having = [name for name, kinds in proved.items() if kinds]
    print(
        f"{len(having)} of {len(proved) - len(LAWLESS)} proved; the longest took {max(seconds.values()):.2f} s"
    )
    assert len(having) >= 45, sorted(set(proved) - set(having))
