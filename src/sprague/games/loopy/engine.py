"""The engine of a graph with cycles, for those who ask for a Grundy value."""

from __future__ import annotations

from typing import Any

from sprague.model.engine import Engine, Evidence
from sprague.words.errors import UnsolvedError
from sprague.words.messages import say

from .answers import RETROGRADE


class LoopyEngine(Engine):
    """Nimbers where the value is one; see :mod:`.answers` for sums."""

    def value(self, state: Any) -> int:
        found = state.graph.analysis.value(state.token)
        if found.nimber is None:
            raise UnsolvedError(say("the value is no nimber: {value}", value=str(found)))
        return int(found.nimber)

    def evidence(self, state: Any, valued: bool) -> Evidence:
        return RETROGRADE
