"""Wythoff's game on any number of heaps: the theorem for pairs answers for at most two heaps that are not empty, and a
table for more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.system.ask import Effort
from sprague.words.messages import Message

from .pairs import WythoffEngine
from .rules import Wythoff, WythoffAny
from .to_pairs import moves_to_pairs

if TYPE_CHECKING:
    from numpy import int32
    from numpy.typing import NDArray

    from .heaps_table import HeapsTable

#: If a table takes longer than this, in seconds, the engine first looks for a move to two heaps that are lost.
LONG = 10.0


class WythoffHeapsEngine(Engine):
    """Fraenkel's game and the game of any chosen heaps. Both are Wythoff's game when at most two heaps remain. A
    position with a move to a lost pair is won, however large its table would be."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        pairs = ruleset if isinstance(ruleset, Wythoff) else Wythoff()
        self._pairs = WythoffEngine(pairs, engines)

    @cached_property
    def _table(self) -> HeapsTable:
        from .heaps_table import HeapsTable  # needed for three heaps only

        return HeapsTable(self.ruleset, self.engines)

    def _split(self, state: tuple[int, ...]) -> tuple[Engine, Any, tuple[int, ...]]:
        """Returns the engine that answers, its state, and the places of that state's heaps in ``state``."""
        if len(state) == 2:
            return self._pairs, state, (0, 1)
        alive = [i for i, n in enumerate(state) if n]
        if len(alive) > 2:
            return self._table, state, tuple(range(len(state)))
        empty = [i for i, n in enumerate(state) if not n]
        places = tuple(sorted([*alive, *empty[: 2 - len(alive)]]))
        return self._pairs, tuple(state[i] for i in places), places

    def _won(self, state: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """Returns the positions after winning moves to lost pairs, if the table would take long. These moves need no
        table."""
        if self._split(state)[0] is self._pairs:
            return ()
        table = self._table.effort(state)
        if table.affordable and table.seconds <= LONG:
            return ()
        return moves_to_pairs(state, isinstance(self.ruleset, WythoffAny))

    def value(self, state: tuple[int, ...]) -> int:
        engine, part, _ = self._split(state)
        return engine.value(part)

    def effort(self, state: tuple[int, ...], question: Question = "value") -> Effort:
        if question == "outcome" and self._won(state):
            return MOMENT
        engine, part, _ = self._split(state)
        return engine.effort(part, question)

    def is_zero(self, state: tuple[int, ...]) -> bool:
        engine, part, _ = self._split(state)
        if engine is not self._pairs and not self._table.knows(part) and self._won(state):
            return False
        return engine.is_zero(part)

    def evidence(self, state: tuple[int, ...], valued: bool) -> Evidence:
        if not valued and self._won(state):
            return self._pairs.evidence((0, 0), False)
        engine, part, _ = self._split(state)
        return engine.evidence(part, valued)

    def replies(self, state: tuple[int, ...], target: int) -> Lazy[Option]:
        if target == 0 and (won := self._won(state)):
            moves: list[Option] = [(Component(self.ruleset, heaps_after),) for heaps_after in won]
            return Lazy.of(moves).as_partial()
        engine, part, places = self._split(state)
        options = engine.replies(part, target)
        if engine is not self._pairs or (len(state) == 2 and isinstance(self.ruleset, Wythoff)):
            return options

        def whole(option: Option) -> Option:
            heaps = option[0].state
            heap_at = dict(zip(places, heaps, strict=True))
            return (Component(self.ruleset, tuple(heap_at.get(i, 0) for i in range(len(state)))),)

        return options.map(whole)

    def argument(self, states: Sequence[tuple[int, ...]], misere: bool) -> Argument | None:
        engine, part, _ = self._split(states[0])
        return engine.argument([part], misere) if len(states) == 1 else None

    def reason(self, state: tuple[int, ...], zero: bool, reply: Option | None) -> Message | None:
        engine, part, places = self._split(state)
        if reply is not None and self._won(state):
            after = reply[0].state
            alive = [n for n in after if n]
            pair = (Component(self.ruleset, (*alive, 0, 0)[:2]),)
            return self._pairs.reason((0, 0), zero, pair)
        if reply is not None:
            heaps = reply[0].state
            reply = (Component(self.ruleset, tuple(heaps[i] for i in places)),)
        return engine.reason(part, zero, reply)

    def box(self, shape: tuple[int, ...]) -> NDArray[int32]:
        """Returns the values of all heaps below ``shape``, in that order."""
        if len(shape) > 2:
            return self._table.box(shape)
        from .tables import wythoff_values

        return wythoff_values(shape[0] - 1, shape[1] - 1, self._pairs.t)

    def p_positions(self, heaps: int, start: int = 0) -> Iterator[tuple[int, ...]] | None:
        return self._pairs.p_positions(heaps, start)
