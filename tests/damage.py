"""Ways to damage a file, and the chance of the attacks."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from seeds import SEED

from sprague.system.workers import Answers, Workers, answered

Damage = Callable[[bytes], bytes]


def chance(*words: object) -> random.Random:
    """The chance of one test."""
    return random.Random(f"{SEED} {words}")


def flip(content: bytes, bit: int) -> bytes:
    """One bit turned."""
    at = bit // 8
    return content[:at] + bytes([content[at] ^ 1 << bit % 8]) + content[at + 1 :]


def flips(content: bytes, count: int, choose: random.Random) -> Iterator[tuple[str, bytes]]:
    """The content with one bit turned, so many times; half of them near the ends, where the heads and tails are."""
    size = 8 * len(content)
    for i in range(count):
        near = min(size, 8 * 256)
        bit = choose.randrange(size) if i % 2 else choose.choice((0, size - near)) + choose.randrange(near)
        yield f"bit {bit}", flip(content, bit)


def larger(content: bytes, choose: random.Random, most: int = 10**9) -> Iterator[tuple[str, bytes]]:
    """Cut at every class of lengths, two blocks changed for one another, pages of zeros; at most so many of each."""
    size = len(content)
    cuts = {0, 1, 15, 16, 17, 63, 64, 99, 100, 101, size - 1, size // 2, size // 3}
    cuts |= {k for p in range(5, 40) for k in (2**p - 1, 2**p, 2**p + 1)}
    for cut in sorted(
        choose.sample(found := sorted(c for c in cuts if 0 <= c < size), min(most, len(found)))
    ):
        yield f"cut at {cut}", content[:cut]
    for block in (16, 512, 4096):
        places = range(0, size - block + 1, block)
        if len(places) > 1:
            for _ in range(min(most, 8)):
                a, b = sorted(choose.sample(places, 2))
                first, second = content[a : a + block], content[b : b + block]
                yield (
                    f"blocks of {block} at {a} and {b} changed",
                    content[:a] + second + content[a + block : b] + first + content[b + block :],
                )
        for _ in range(min(most, 4)):
            a = choose.choice(places) if places else 0
            yield f"{block} zeros at {a}", content[:a] + bytes(min(block, size - a)) + content[a + block :]


class Here(Workers):
    """Answers in this process, and notes what was asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[str] = []

    def answers(self, function: Any, questions: Any) -> Answers:
        for key, arguments in questions.items():
            self.asked.append(key)
            yield answered(function, key, arguments, None)
