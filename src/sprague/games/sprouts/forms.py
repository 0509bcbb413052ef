"""Canonical forms of Sprouts, and the moves of a position (``native/sprouts.c``).

A land is a position whose regions are connected by common vertices. Here it is a form of the kernel, as bytes. Equal
forms are equal games.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import NamedTuple

from sprague.system.ask import Step, asked, tick
from sprague.system.limits import bytes_text
from sprague.system.native import Kernel
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .notation import for_kernel

Land = bytes
#: An option: the lands that a move leaves, in ascending order.
Lands = tuple[Land, ...]

_forms = Kernel("sprouts_forms", "const uint8[]", "uint8[]")
_options = Kernel("sprouts_options", "const uint8[]", "uint8[]", "uint64[]", "int64[]")

#: Bytes of the options that the kernel writes at a time, the options, and the words by which it tells each move.
_ROOM, _MOST, _WORDS = 1 << 15, 1 << 10, 4

#: Each option takes about this many bytes in a cache.
BYTES_AN_OPTION = 150


class Line(NamedTuple):
    """A move: a line between the vertices at two places of a state, counted from 0. If it divides a region,
    ``inside`` are the boundaries of the state, by number, that are then together with what lies between the places."""

    one: int
    other: int
    inside: frozenset[int]


def lands_of(state: str) -> Lands:
    """Returns the lands of a state that are not over, in ascending order.

    >>> lands_of("0.0.0"), lands_of("2/0.0/AB/AB"), lands_of("2")
    ((b'0.0.0',), (b'0.0', b'AB/AB'), ())
    """
    text = array("B", for_kernel(state))
    out = array("B", bytes(4 * len(text) + 64))
    return _split(out[: _forms(text, out)].tobytes())


def lines(state: str) -> Iterator[tuple[Line, Lands]]:
    """Yields the moves of a state with the lands that each leaves. Moves that differ only by equal boundaries without
    letters occur once.

    >>> [left for _, left in lines("0.0")]
    [(b'A1A1',), (b'AB/0.AB',), (b'AB/0.AB',)]
    """
    for moves, written in _runs(for_kernel(state)):
        for number, option in enumerate(written):
            places, *words = moves[_WORDS * number : _WORDS * (number + 1)]
            bits = sum(word << 64 * place for place, word in enumerate(words))
            inside = frozenset(b for b in range(bits.bit_length()) if bits >> b & 1)
            yield Line(places >> 32, places & 0xFFFFFFFF, inside), _split(option)


def options(land: Land) -> list[Lands]:
    """Returns the options of a land, each once.

    Raises TooLargeError if they do not fit in the memory.

    >>> options(b"0.0"), options(b"22")
    ([(b'A1A1',), (b'AB/0.AB',)], [()])
    """
    options: set[bytes] = set()
    for _, written in _runs(land):
        options.update(written)
        if BYTES_AN_OPTION * len(options) > asked().bytes:
            limit = bytes_text(asked().bytes)
            raise TooLargeError(
                say("more than {count} options fill {limit} of memory", count=len(options), limit=limit)
            )
    return [_split(option) for option in sorted(options)]


def _split(written: bytes) -> Lands:
    return tuple(written.split(b"|")) if written else ()


def _runs(land: bytes) -> Iterator[tuple[array[int], list[bytes]]]:
    """Yields the output of the kernel, run after run: the words of the moves, and the options."""
    text, out = array("B", land), array("B", bytes(_ROOM))
    moves, run = array("Q", bytes(8 * _WORDS * _MOST)), array("q", [0, 0])
    while not run[1]:
        size = _options(text, out, moves, run)
        tick(lambda: Step(say("options"), run[0]))
        yield moves, out[:size].tobytes().split(b"\n")[:-1]
