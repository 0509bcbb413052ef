"""Class grids: lost positions that several devices have found in the same game, kept only in memory.

Everyone who has the code of a grid can add to it and read it. The server keeps nothing else: no names, no addresses. A
grid contains only positions that a worker has found to be lost, in the worker's own spelling and with the names of the
game's own positions, and two small numbers for each device. So it cannot carry a message. The number that identifies a
device is its own secret, which no request reveals."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from sprague.words.errors import SpragueError
from sprague.words.messages import say

#: The characters of a code, without letters and digits that look alike.
LETTERS = "bcdfghjkmnpqrstvwxyz23456789"
LENGTH = 6

#: The most grids at a time, positions in each, and characters of a position: some megabytes in all.
MOST, POSITIONS, CHARACTERS = 64, 1000, 100

#: The most devices of a grid, and the most rungs of a ladder and stops of a journey that one may have reached.
DEVICES, RUNGS, STOPS = 100, 30, 5

#: The seconds after which an unused grid is dropped. If all places are taken, the grid that was unused longest makes
#: room, if that is longer than the shorter time.
FORGOTTEN, RESTING = 6 * 3600.0, 900.0


class NoClassError(SpragueError):
    """Raised when no grid has the code."""


class FullError(SpragueError):
    """Raised when there are already as many grids as allowed."""


@dataclass
class _Grid:
    game: str
    #: The position with which it was opened.
    first: str
    seen: float
    #: By what each has in common with its mirror images.
    positions: dict[str, str] = field(default_factory=dict)
    #: The rungs that each device has won, and the last stop that it has come to.
    devices: dict[int, tuple[int, int]] = field(default_factory=dict)


class Classes:
    """The grids of a server; ``clock`` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._grids: dict[str, _Grid] = {}

    def open(self, game: str, first: str = "") -> str:
        """Opens a grid for positions of ``game``, with the position ``first``, and returns its code. Raises
        FullError."""
        self._forget(FORGOTTEN)
        if len(self._grids) >= MOST:
            oldest = min(self._grids, key=lambda code: self._grids[code].seen)
            if self._clock() - self._grids[oldest].seen > RESTING:
                del self._grids[oldest]
        if len(self._grids) >= MOST:
            raise FullError(say("there are {most} class grids already; try again later", most=MOST))
        code = _code()
        while code in self._grids:
            code = _code()
        self._grids[code] = _Grid(game, first, self._clock())
        return code

    def game(self, code: str) -> str:
        """Returns the game of a grid. Raises NoClassError."""
        return self._grid(code).game

    def first(self, code: str) -> str:
        """Returns the position with which a grid was opened. Raises NoClassError."""
        return self._grid(code).first

    def add(self, code: str, positions: Sequence[str], keys: Sequence[str]) -> None:
        """Adds lost positions, up to the capacity of the grid, and drops the rest. Of positions with the same key,
        which are mirror images, the first one stays. Raises NoClassError."""
        grid = self._grid(code)
        for text, key in zip(positions, keys, strict=True):
            if len(grid.positions) < POSITIONS and len(text) <= CHARACTERS:
                grid.positions.setdefault(key, text)

    def reach(self, code: str, device: int, rung: int, stop: int) -> None:
        """Notes how far a device has come. This number never decreases. Raises NoClassError."""
        devices = self._grid(code).devices
        if device in devices or len(devices) < DEVICES:
            rung_before, stop_before = devices.get(device, (0, 0))
            devices[device] = max(rung, rung_before), max(stop, stop_before)

    def devices(self, code: str) -> list[tuple[int, int]]:
        """Returns how far the devices have come, in ascending order. Raises NoClassError."""
        return sorted(self._grid(code).devices.values())

    def found(self, code: str, since: int = 0) -> tuple[str, int, list[str]]:
        """Returns the game of a grid, the number of its positions, and these positions without the first ``since``, in
        the order in which they came. Raises NoClassError."""
        grid = self._grid(code)
        return grid.game, len(grid.positions), list(islice(grid.positions.values(), since, None))

    def _grid(self, code: str) -> _Grid:
        grid = self._grids.get(code.strip().lower())
        now = self._clock()
        if grid is None or now - grid.seen > FORGOTTEN:
            raise NoClassError(
                say("there is no class grid with the code '{code}'; it may be too old", code=code[:20])
            )
        grid.seen = now
        return grid

    def _forget(self, seconds: float) -> None:
        now = self._clock()
        self._grids = {code: grid for code, grid in self._grids.items() if now - grid.seen <= seconds}


def _code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
