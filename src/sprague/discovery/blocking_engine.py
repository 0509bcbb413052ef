"""Engines for games with blocking on two heaps. The automaton of a certificate tells which options are lost, for heaps
of any size. The definition answers for small heaps, and for other numbers of heaps."""

from __future__ import annotations

from collections.abc import Iterable

from sprague.games.nim_like.blocking import Blocked, Blocking, BlockingEngine
from sprague.model.engine import Evidence, Question
from sprague.model.heap_rulesets import Heaps
from sprague.system.ask import Effort
from sprague.system.imports import has_compiled

from .engine import WithTheorem


class BlockingByTheorem(WithTheorem, BlockingEngine):
    """Finds outcomes and winning moves by a theorem if the heaps are large."""

    ruleset: Blocking

    def _lost_options(self, heaps: Heaps) -> Iterable[Heaps]:
        theorem = self._sought(heaps) if has_compiled() else None
        if theorem is None:
            return super()._lost_options(heaps)
        from .winning import winning_moves  # NumPy

        return winning_moves(theorem.rule, theorem.p_set, (heaps[0], heaps[1]))

    def effort(self, state: Blocked, question: Question = "value") -> Effort:
        search = self.search_effort(state.heaps) if question != "value" and has_compiled() else None
        return super().effort(state, question) if search is None else search

    def evidence(self, state: Blocked, valued: bool) -> Evidence:
        theorem = None if valued else self._theorem(state.heaps)
        return super().evidence(state, valued) if theorem is None else Evidence("theorem", theorem.sentence)
