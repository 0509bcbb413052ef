"""Reading is linear and bounded: a text of up to 10^6 characters is a position or refused within 50 ms, and 50 ms more
for each 100 kB, at the pace of the machine. The short run allows a multiple of it, which is enough to detect reading
that is not linear. Texts are made by chance: the same ones in every short run, so that what is handed in is not refused
for what it did not change, and with another seed in every deep one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest
from fuzzed import FAMILIES, any_position, code, damaged, graph, position, vectors
from pace import MARGIN, exceeds
from seeds import SEED

import sprague as sg
from sprague.workbench.registry import builtin_rulesets

LONGEST = 10**6

#: Seconds of CPU for a short text, and for each character.
SHORT, EACH = 0.05, 0.05 / 100_000

#: Pieces that a long text repeats: what is made of one is made again and again.
PIECES = [
    "nim 1 + ",
    "*1 + ",
    "1,",
    "1:1,",
    "0,",
    " ",
    "  [",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "'",
    '"',
    "+",
    "♦",
    "è",
    "\0",
    "misere ",
    "a-b,",
    "a-a,",
    "a>b,",
    "a->",
    "x./",
    "5!,",
    "loopy edges:a>b,b>a@a + ",
    "notakto 8x8 + ",
    "7",
    "[ff]",
    "[1fffffff]",
    ".",
    "./",
    "#",
    "..#/",
    "k,",
    "(k),",
    "(0,k),",
    "1e5,",
    "1e2000000,",
    "9^9^9",
    "1-1000000,",
    "1000000,",
    "primes,",
    "powers of 7,",
    "t=2",
    "wythoff[t=2] 4,9 + ",
    "cram 1000x1000 + ",
    "chomp 10000x1 + ",
    "node-kayles complete:500 + ",
    "arc-kayles path:20000 + ",
    "subtract{100000} 1 + ",
    "subtract{1-100000} 1 + ",
    "nim 1e1000000 + ",
    "geography grid:100x100@r1c1 + ",
    "x",
    "e",
    "\n",
    "\u2217",
]

#: What such a text begins with.
HEADS = [
    "",
    "nim ",
    "*",
    "wythoff ",
    "wythoff[any] ",
    "wythoff[t=",
    "vectors{",
    "vectors{(",
    "0.",
    "4.",
    ".",
    "0.(",
    "hex:0.",
    "equal:0.",
    "subtract{",
    "all-but{",
    "subtract",
    "fibonacci ",
    "global-fibonacci ",
    "dots ",
    "cram ",
    "chomp ",
    "grundy ",
    "node-kayles edges:",
    "arc-kayles edges:",
    "hackenbush edges:",
    "geography edges:",
    "node-kayles tree:",
    "token ",
    "loopy edges:",
    "notakto ",
    "top-entails ",
    "take-fibonacci ",
    "circle ",
    "misere nim ",
    "misère ",
]


def long_text(dice: Random) -> str:
    """Up to 10^6 characters."""
    length = int(10 ** dice.uniform(2, 6))
    kind = dice.random()
    if kind < 0.5:
        piece = "".join(dice.choices(PIECES, k=dice.choice([1, 1, 2, 3])))
        text = (
            dice.choice(HEADS)
            + piece * (length // len(piece))
            + dice.choice(["", " 5", "}", ")", "} 5", "@a", "1"])
        )
    elif kind < 0.7:  # other games and graphs at every term
        make = dice.choice(
            [
                code,
                lambda d: vectors(d)[0],
                lambda d: "node-kayles " + graph(d),
                lambda d: f"wythoff[t={d.getrandbits(40)}]",
            ]
        )
        terms, size = [], 0
        while size < min(length, 20_000):
            terms.append(f"{make(dice)} {dice.randint(0, 99)},{dice.randint(0, 99)}")
            size += len(terms[-1])
        text = " + ".join(terms) * (length // size or 1)
    elif kind < 0.9:  # one long state
        family = dice.choice(FAMILIES)
        text = position(dice, family)
        text += "," + ",".join(str(dice.randint(0, 10**3)) for _ in range(length // 4))
    else:
        text = "".join(dice.choices([*HEADS, *PIECES], k=length // 6))
    return (damaged(dice, text) if dice.random() < 0.3 else text)[:LONGEST]


def texts(seed: int, count: int, share: float) -> Iterator[str]:
    """Texts of which a ``share`` may be long."""
    dice = Random(seed)
    for _ in range(count):
        yield long_text(dice) if dice.random() < share else any_position(dice)


def read(text: str) -> None:
    try:
        sg.parse(text)
    except sg.SpragueError as error:
        assert len(str(error)) < 2000


def slow(text: str, margin: float = MARGIN) -> str:
    """What is wrong with the time that a text takes; "" where it is soon enough."""
    fault = exceeds(lambda: read(text), SHORT + EACH * len(text), margin)
    return f"{fault} for {len(text)} characters: {text[:60]!r}…{text[-20:]!r}" if fault else ""


def read_all(seed: int, count: int, share: float, margin: float = MARGIN) -> list[str]:
    for text in (ruleset.example for ruleset in builtin_rulesets()):
        sg.parse(text)  # imports
    return [fault for text in texts(seed, count, share) if (fault := slow(text, margin))]


def made_of(head: str, piece: str) -> str:
    return (head + piece * (LONGEST // len(piece)))[:LONGEST]


@pytest.mark.parametrize("head", HEADS)
def test_a_million_characters_are_read_or_refused_in_linear_time(head):
    read_all(0, 0, 0)
    faults = [slow(made_of(head, piece)) for piece in Random(head).sample(PIECES, 3)]
    assert not any(faults), faults


def test_texts_are_read_in_linear_time():
    assert read_all(SEED, 3000, 0.03) == [], SEED


@pytest.mark.deep
@pytest.mark.parametrize("head", HEADS)
def test_a_million_characters_are_read_or_refused_in_half_a_second(head):
    read_all(0, 0, 0)
    faults = [slow(made_of(head, piece), margin=1.2) for piece in PIECES]
    assert not any(faults), [fault for fault in faults if fault]


@pytest.mark.deep
def test_a_hundred_thousand_texts_are_read_in_linear_time():
    count = int(os.environ.get("SPRAGUE_FUZZ_COUNT", "100000"))
    assert read_all(SEED, count, 0.1, margin=1.2) == [], SEED
