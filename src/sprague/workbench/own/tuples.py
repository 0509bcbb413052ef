"""Users' own games on several heaps that one move may change together."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from sprague.games.own.faults import term, unfit
from sprague.model.heap_rulesets import Heaps, HeapTuple, check_heap
from sprague.model.ruleset import Ruleset
from sprague.words.messages import Message, say

from .bases import UserGame


class HeapsGame(UserGame, HeapTuple, base=True):
    """Base of a user's own game on a tuple of heaps. They are not a sum, because a move may change all of them. Define
    ``options(self, heaps)``; each option is a tuple of as many heaps, or several such tuples, in a list or a
    tuple, for a sum. ``heaps = 3`` says that there are three heaps; without it there are two to six.

    >>> import sprague as sg
    >>> class Queen(sg.HeapsGame):
    ...     "Move a queen towards the corner."
    ...     heaps = 2
    ...     def options(self, heaps):
    ...         a, b = heaps
    ...         yield from ((k, b) for k in range(a))
    ...         yield from ((a, k) for k in range(b))
    ...         yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))
    >>> Queen()(3, 5).outcome, sg.parse("queen 3,4 + *2").value
    ('P', 0)
    >>> Queen().values((2, 3)).tolist()
    [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]
    """

    engine = "own-states"
    heaps = 2

    def __init_subclass__(cls, *, base: bool = False, **keywords: Any) -> None:
        if "heaps" in vars(cls) and "most" not in vars(cls):
            cls.fewest = cls.most = vars(cls)["heaps"]
        cls.sample = ",".join(map(str, range(5, 5 + 2 * (cls.heaps or 2), 2)))
        super().__init_subclass__(base=base, **keywords)

    def leaves(self, heaps: Any) -> Iterable[Heaps]:
        return dict.fromkeys(parts[0] for parts in self.checked_options(heaps) if len(parts) == 1)  # type: ignore[misc]

    def option_count(self, state: Any) -> int:
        return sum(1 for _ in self.successors(state))

    def allows(self, state: Any, option: Any) -> bool:
        return Ruleset.allows(self, state, option)

    def checked_option(self, option: Any, state: Any) -> tuple[Heaps, ...]:
        several = (
            isinstance(option, list)
            or option == ()
            or (isinstance(option, tuple) and type(option[0]) is tuple)
        )
        parts = option if several else [option]
        return tuple(self._heaps(part, state) for part in parts)

    def _heaps(self, part: Any, state: Any) -> Heaps:
        if not isinstance(part, tuple) or len(part) != len(state):
            wanted: Message = say("tuples of {count} heaps", count=len(state))
            raise unfit(self, state, wanted, part)
        for n in part:
            if type(n) is not int or n < 0:
                return tuple(check_heap(each, term(self, state)) for each in part)
        return part

    def read(self, text: str) -> list[Hashable]:
        inner = text.strip()
        if inner.startswith("(") and inner.endswith(")"):  # as Python writes a tuple
            inner = inner[1:-1]
        return super().read(inner)
