"""End-Nim: a row of heaps, in which a move takes from the first or the last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sprague.model.guesses import pairs
from sprague.model.heap_rulesets import Heaps, HeapTuple
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Touched
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from sprague.pictures.shapes import Way


#: Positions for pupils, and guesses about them.
ENDS = (*pairs(4), tuple(f"{a},{b},{c}" for a in (1, 2, 3) for b in (1, 2, 3) for c in (1, 2, 3) if a <= c))
END_GUESSES = (
    Guess(say("the heaps at both ends are equal"), lambda rows: rows[0][0] == rows[0][-1]),
    Guess(
        say("there are two heaps, and they are equal"),
        lambda rows: len(rows[0]) == 2 and rows[0][0] == rows[0][1],
    ),
    Guess(say("the number of counters is even"), lambda rows: sum(rows[0]) % 2 == 0),
)


class EndNim(HeapTuple):
    """End-Nim: heaps stand in a row, and a move takes only from the first or the last one.

    >>> import sprague as sg
    >>> sg.end_nim(2, 1, 3).value, sg.end_nim(3, 3).outcome
    (1, 'P')
    """

    name = "end-nim"
    title = say("End-Nim")
    rule = say("Take any number of counters from the first or from the last heap of the row.")
    source = (
        "M. H. Albert, R. J. Nowakowski, The game of End-Nim, Electronic Journal of Combinatorics 8 (2001)"
    )
    example = "end-nim 2,1,3"
    engine = "pieces"
    fewest, most = 1, 12
    largest: int | None = 1000
    lesson = Lesson(ladder=("1,2", "-2,2", "2,1,3", "-1,2,1", "3,1,2"), shelves=ENDS, guesses=END_GUESSES)

    def read(self, text: str) -> list[Any]:
        return [_between(state) for state in super().read(text)]

    def check(self, state: Any) -> Any:
        return _between(super().check(state))

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        for n in range(heaps[0]):
            yield _between((n, *heaps[1:]))
        if len(heaps) > 1:
            for n in range(heaps[-1]):
                yield _between((*heaps[:-1], n))

    def successors(self, state: Heaps) -> Iterator[Option]:
        for after in dict.fromkeys(self.leaves(state)):
            yield (Component(self, after),)

    def option_count(self, state: Heaps) -> int:
        return len(set(self.leaves(state)))

    def left(self, state: Heaps, option: Option) -> Heaps | None:
        heaps: Any = option[0].state if len(option) == 1 and option[0].ruleset == self else None
        return heaps if isinstance(heaps, tuple) else None

    def allows(self, state: Heaps, option: Option) -> bool:
        return self.left(state, option) in set(self.leaves(state)) or (
            not option and (0,) in set(self.leaves(state))
        )

    def fault(self, state: Heaps, option: Option) -> Message | None:
        return None

    def pieces(self, state: Heaps) -> Option:
        return (Component(self, min(state, state[::-1])),)

    def taking(self, state: Any, count: int) -> Iterator[Option]:
        return iter(())

    def most_taken(self, state: Any) -> int | None:
        return None

    def _heaps_after(self, state: Heaps, option: Option) -> Heaps | None:
        """Returns the heaps of ``state`` after the move to ``option``, including a heap that it empties."""
        after = self.left(state, option) or (0,)
        for end in (0, len(state) - 1):
            for n in range(state[end]):
                heaps = (*state[:end], n, *state[end + 1 :])
                if _between(heaps) == after:
                    return heaps
        return None

    def marks(self, state: Heaps, option: Option) -> tuple[str, ...]:
        from sprague.pictures.heaps import mark_heaps

        heaps = self._heaps_after(state, option)
        return () if heaps is None else mark_heaps(state, heaps)

    def touched(self, state: Heaps, option: Option) -> Touched:
        heaps = self._heaps_after(state, option)
        return Touched() if heaps is None else super().touched(state, (Component(self, heaps),))

    def ways(self, state: Heaps, option: Option) -> tuple[Way, ...]:
        from sprague.pictures.shapes import Way

        marks = self.marks(state, option)
        return (Way(marks, marks[0] if marks and not marks[0].endswith("bar") else ""),)

    def describe(self, state: Heaps, option: Option) -> Message:
        heaps = self._heaps_after(state, option)
        if heaps is None:
            return super().describe(state, option)
        if heaps[0] != state[0]:
            return say("take {k} from the first heap", k=state[0] - heaps[0])
        return say("take {k} from the last heap", k=state[-1] - heaps[-1])


def _between(heaps: Any) -> Heaps:
    """Returns the heaps without the empty ones at both ends; one heap of 0 if all are empty. An empty heap inside does
    not block the row, so it goes, too."""
    return tuple(n for n in heaps if n) or (0,)


END_NIM = EndNim()
