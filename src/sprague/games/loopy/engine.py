"""The engine of a graph with cycles, for questions about Grundy values."""

from __future__ import annotations

from typing import Any

from sprague.model.engine import MOMENT, Engine, Evidence, Question
from sprague.system.ask import Effort
from sprague.words.errors import UnsolvedError
from sprague.words.messages import say

from .answers import RETROGRADE
from .graph import BYTES_A_VERTEX, BYTES_AN_ARROW


class LoopyEngine(Engine):
    """Gives the nimber of a position whose value is one. :mod:`.answers` analyses sums."""

    def value(self, state: Any) -> int:
        value = state.graph.analysis.value(state.token)
        if value.nimber is None:
            raise UnsolvedError(say("the value is no nimber: {value}", value=str(value)))
        return int(value.nimber)

    def effort(self, state: Any, question: Question = "value") -> Effort:
        graph = state.graph
        if "analysis" in vars(graph):
            return MOMENT
        arrows, vertices = graph.arrow_count, len(graph.names)
        return Effort(
            vertices, BYTES_AN_ARROW * arrows + BYTES_A_VERTEX * vertices, 1e-6 * (arrows + vertices)
        )

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return RETROGRADE
