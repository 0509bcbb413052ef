"""What a proof of a position of Sprouts claims, for ``proofs/sprouts_check.py``, which shares no line with this.

A proof claims values of lands: by a move to each smaller value, and because no move leaves the value itself. That a
sum of lands has not a value is claimed of one of them, by a move that leaves the value, and the values of the others
are claimed. So for most of the lands a single move is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from sprague.system.ask import tick

from .forms import Land, Lands, lands_of, lines, options
from .notation import from_kernel, write_state
from .search import Search, lives

#: That a land has a value, or (False) that it has not.
Claim = tuple[Land, int, bool]


def claims_of(state: str, progress: Callable[[int, int], None] | None = None) -> dict[str, Any]:
    """Returns the value of a state, and the lands that show it: each with its value or None, and with moves.

    ``progress(shown, open)`` is called with the number of claims shown and of those still to show.

    >>> claims_of("0")
    {'value': 0, 'lands': [['22.', None, [[0, 0, 1, []]]], ['222.', 0, []]]}
    """
    writer = _Writer()
    roots = lands_of(state)
    for land in roots:
        writer.claim(land, writer.search.value((land,)), True)
    while writer.waiting:
        writer.show(writer.waiting.pop())
        if progress is not None:
            progress(len(writer.claimed) - len(writer.waiting), len(writer.waiting))
    return {"value": writer.search.value(roots), "lands": writer.entries()}


class _Writer:
    """The claims made so far, those that wait for their moves, and these moves."""

    def __init__(self) -> None:
        self.search = Search()
        self.claimed: set[Claim] = set()
        self.waiting: list[Claim] = []
        self.values: dict[Land, int] = {}
        self.moves: dict[Land, dict[int, Lands]] = {}

    def claim(self, land: Land, value: int, holds: bool) -> None:
        if not holds and self.values.get(land, value) != value:
            return  # it follows from the value
        if (land, value, holds) not in self.claimed:
            self.claimed.add((land, value, holds))
            self.waiting.append((land, value, holds))
            if holds:
                self.values[land] = value

    def show(self, claim: Claim) -> None:
        land, value, holds = claim
        tick()
        if holds:
            for smaller in range(value):
                self.lead(land, smaller)
            for option in options(land):
                self.deny(option, value)
        elif self.values.get(land, value) == value:
            self.lead(land, value)

    def lead(self, land: Land, value: int) -> None:
        """Chooses a move to ``value``: the one that is the cheapest to show."""
        if value in self.moves.setdefault(land, {}):
            return
        self.search.is_value((land,), value)
        candidates = sorted(options(land), key=self.cost)
        # The search has most often met one of them. Others would have to be searched.
        searched = [option for option in candidates if self.search.knows(option)]
        best = next(each for each in chain(searched, candidates) if self.search.is_value(each, value))
        self.moves[land][value] = best
        for part in best:
            self.claim(part, self.search.value((part,)), True)

    def deny(self, option: Lands, value: int) -> None:
        """Claims that an option has not this value."""
        unknown = [part for part in option if part not in self.values]
        for part in option:
            if part in self.values:
                value ^= self.values[part]
        if not unknown:
            return
        *smaller, largest = sorted(unknown, key=lives)
        for part in smaller:
            own = self.search.value((part,))
            self.claim(part, own, True)
            value ^= own
        # A land of a smaller value may have no move to this one.
        for less in range(value):
            if self.search.is_value((largest,), less):
                self.claim(largest, less, True)
                return
        self.claim(largest, value, False)

    def cost(self, option: Lands) -> float:
        return sum(1.5 ** lives(part) for part in option if part not in self.values)

    def entries(self) -> list[Any]:
        """Returns the lands with their values and moves, the smallest first."""
        rows = []
        for land in sorted({land for land, _, _ in self.claimed}, key=lambda land: (lives(land), land)):
            value, state = self.values.get(land), from_kernel(land)
            wanted = dict(self.moves.get(land, {}))
            moves = []
            for line, lands_after in lines(state):
                for target in [target for target, option in wanted.items() if option == lands_after]:
                    moves.append([target, line.one, line.other, sorted(line.inside)])
                    del wanted[target]
            rows.append([write_state(state), value, sorted(moves)])
        return rows
