"""Asks, strikes while it is asked, and asks again: the program that the tests run in a process of its own.

``python interrupts.py truth`` prints the answers of a process in which nothing strikes. ``python interrupts.py strike
SEED POINTS`` reads them from its input, strikes so often, and prints what went wrong, a line each, and a summary.
After an attack the same question is asked in another thread, so that a lock that was left held is seen too.
"""

from __future__ import annotations

import argparse
import faulthandler
import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from injector import KINDS, WAYS, Injector
from questions import Maker, questions

from sprague.search import driver
from sprague.system import locks

#: Seconds after which a question that was asked again hangs.
PATIENCE = 100.0


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("what", choices=("truth", "strike"))
    words.add_argument("seed", nargs="?", type=int, default=0)
    words.add_argument("points", nargs="?", type=int, default=0)
    words.add_argument("--long", action="store_true", help="questions that take longer, too")
    words.add_argument("--only", default="", help="questions with this in their names")
    words.add_argument("--without", action="store_true", help="without the mechanism: nothing is renewed")
    given = words.parse_args()
    faulthandler.enable()
    # Small tables at first, so that they grow.
    driver._FIRST_LINES, driver._FIRST_BUDGET = 1 << 6, 40
    if given.without:
        locks.Turns.at_work = property(lambda turns: (), lambda turns, noted: None)  # type: ignore[assignment]
    every = {name: maker for name, maker in questions(given.long).items() if given.only in name}
    if given.what == "truth":
        print(json.dumps({name: maker()() for name, maker in every.items()}))
        return
    wrong = strike(every, json.load(sys.stdin), random.Random(given.seed), given.points)
    print(f"{given.points} points, seed {given.seed}: {wrong} wrong")
    sys.exit(1 if wrong else 0)


def strike(every: dict[str, Maker], truth: dict[str, str], chance: random.Random, points: int) -> int:
    """The number of questions that were not answered as before."""
    names, wrong = list(every), 0
    marks: dict[tuple[str, str], list[range | list[int]]] = {}
    # A run of few points does not count the events of every question in every way.
    ways = {name: WAYS if points >= 1000 else (chance.choice(WAYS), "clock") for name in names}
    struck: Counter[str] = Counter()
    for point in range(points):
        # Each question gets its share, in another order each time.
        if point % len(names) == 0:
            chance.shuffle(names)
        name = names[point % len(names)]
        way, kind = chance.choice(ways[name]), chance.choice(KINDS)
        if (name, way) not in marks:
            marks[name, way] = measured(every[name](), way)
        ask = every[name]()
        places = []
        # Sometimes the second attempt is struck as well: renewing may be interrupted too.
        for _ in range(chance.choice((1, 1, 2))):
            # As often anywhere as at a line that is seldom at work.
            every_one, *of_a_line = marks[name, way]
            among = chance.choice(of_a_line) if of_a_line and chance.random() < 0.5 else every_one
            at = among[int(chance.random() * len(among))]  # takes as much chance on machines of any speed
            injector = Injector(way, at, kind)
            try:
                injector.run(ask)
            except kind:
                struck[way] += 1
            except BaseException as error:
                places.append(f"{type(error).__name__}: {error}")
            places.append(injector.place)
        said = in_a_thread(ask)
        if said != truth[name]:
            wrong += 1
            print(f"WRONG {name} [{way}, {kind.__name__} at {'; '.join(places)}]: {said}", flush=True)
    print("struck:", dict(struck), flush=True)
    return wrong


def measured(ask: Callable[[], str], way: str) -> list[range | list[int]]:
    """The events of a question, by number: all of them, then those of each line. For the clock, microseconds."""
    if way == "clock":
        begun = time.perf_counter()
        ask()
        return [range(max(1, int((time.perf_counter() - begun) * 1e6)))]
    injector = Injector(way)
    injector.run(ask)
    return [range(max(1, injector.events)), *injector.lines.values()]


def in_a_thread(ask: Callable[[], str]) -> str:
    """What a thread is told that was not struck; or its fault, or that it hangs."""
    found: list[str] = []

    def work() -> None:
        try:
            found.append(ask())
        except BaseException as error:
            found.append(f"{type(error).__name__}: {error}")

    thread: Any = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(PATIENCE)
    return found[0] if found else "no answer"


if __name__ == "__main__":
    main()
