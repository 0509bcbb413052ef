"""The outcomes of three heaps in larger cubes than the values of a user's function can fill in time.

If the moves of a rule take the same amounts from any heaps that are large enough, one call of the function at the
corner of a cube lists all of them. For other rules the function is called at each position, and its moves are not
checked. Nothing depends on this: a cube is compared with the table of the definition on small heaps, and what is
learned from it is proved from the rule as read.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.system.ask import Effort, Step, asked, require, tick
from sprague.system.clock import thread_seconds
from sprague.system.native import Kernel
from sprague.words.errors import SpragueError
from sprague.words.messages import say

#: The sides of the cubes, and the most moves from the corner of each.
SIDES = {64: 20_000, 256: 5_000, 512: 64}

#: One call of the kernel marks about this many cells.
_SLICE = 1 << 26

_fill = Kernel("vectors_outcomes", "uint8[]", "int", "const int64[]", "int", "int")

#: The sides of cubes for which the function is called at each position, and the most seconds that the next may take.
CALLED, SECONDS = (32, 64), 1.5

State = tuple[int, ...]
Options = Callable[[State], Iterable[tuple[State, ...]]]


def cubes(options: Options, function: Callable[[State], Any], small: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Yields ever larger cubes of outcomes, 0 for a P-position and 1 for others, as long as they agree with the small
    one. ``options`` checks what the ``function`` lists for a position."""
    near = tuple(slice(0, size) for size in small.shape)

    def agrees(cube: NDArray[Any]) -> bool:
        common = tuple(slice(0, len(cube)) for _ in near)
        return bool((cube[near] == small[common]).all())

    by_takes = itertools.takewhile(agrees, _of_takes(options))
    first = next(by_takes, None)
    if first is None:
        yield from itertools.takewhile(agrees, _of_calls(function))
    else:
        yield from itertools.chain((first,), by_takes)


def _of_takes(options: Options) -> Iterator[NDArray[Any]]:
    for side, most in SIDES.items():
        takes = _takes(options, side, most)
        if takes is None:
            return
        yield _outcomes(takes, side)


def _of_calls(function: Callable[[State], Any]) -> Iterator[NDArray[Any]]:
    spent = 0.0
    for before, side in itertools.pairwise((CALLED[0], *CALLED)):
        begun = thread_seconds()
        expected = spent * (side / before) ** 4  # there are more cells, and more moves from each
        if expected > asked().at_least(SECONDS):
            return
        cube, lost = np.ones((side,) * 3, np.uint8), set[State]()
        try:
            for place, state in enumerate(itertools.product(range(side), repeat=3)):
                if not place & 255:
                    tick()
                if lost.isdisjoint(function(state)):
                    lost.add(state)
                    cube[state] = 0
        except (SpragueError, MemoryError):
            raise
        except Exception:  # its moves are no tuples of heaps
            return
        yield cube
        spent = thread_seconds() - begun


def _takes(options: Options, side: int, most: int) -> list[tuple[int, ...]] | None:
    """Returns the amounts that moves take at the far corner of a cube, or None if they are too many, or no takes."""
    corner = (side - 1,) * 3
    found = set()
    for count, parts in enumerate(options(corner)):
        if count >= most or len(parts) != 1 or max(parts[0]) >= side or parts[0] == corner:
            return None
        found.add(tuple(n - m for n, m in zip(corner, parts[0], strict=True)))
    return sorted(found)


def _outcomes(takes: list[tuple[int, ...]], side: int) -> NDArray[np.uint8]:
    cells = side**3
    require(Effort(cells, cells, cells * 1e-8, guessed=True), say("a table of {count} outcomes", count=cells))
    cube, amounts = np.zeros(cells, np.uint8), array("q", itertools.chain.from_iterable(takes))
    step = max(side, _SLICE // max(len(takes), 1))
    for start in range(0, cells, step):
        tick(lambda cell: Step(say("positions of a table"), cell, cells), start)
        _fill(cube, side, amounts, start, min(start + step, cells))
    return cube.reshape((side,) * 3)
