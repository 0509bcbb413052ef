"""Engines, and the choice among them: the best engine that knows a ruleset answers for it."""

from __future__ import annotations

import functools
import importlib
from typing import Any

from ..errors import RangeError
from ..limits import require_memory
from ..messages import say
from ..rulesets.base import Ruleset, check_heap
from .engine import COMPUTED, Engine, Evidence

__all__ = ["COMPUTED", "ENGINES", "Engine", "Evidence", "engine", "values"]

#: ``Ruleset.engine`` -> module:class in this folder.
ENGINES: dict[str, str] = {
    "naive": "naive:NaiveEngine",
    "own-heaps": "own_heaps:OwnHeapsEngine",
    "nim": "nim:NimEngine",
    "wythoff": "wythoff_heaps:WythoffHeapsEngine",
    "fibonacci": "fibonacci:FibonacciEngine",
    "global-fibonacci": "global_fibonacci:GlobalFibonacciEngine",
    "take-fibonacci": "take_fibonacci:TakeFibonacciEngine",
    "token": "token:TokenEngine",
    "takebreak": "takebreak:TakeBreakEngine",
    "closed-form": "closed_forms:ClosedFormEngine",
    "circle": "dots:CircleEngine",
    "compiled": "compiled:CompiledEngine",
    "vectors": "vectors:VectorsEngine",
    "cram": "cram:CramEngine",
    "chomp": "chomp:ChompEngine",
    "node-kayles": "graph_games:KaylesEngine",
    "arc-kayles": "graph_games:ArcKaylesEngine",
    "hackenbush": "hackenbush:HackenbushEngine",
    "geography": "geography:GeographyEngine",
}


@functools.lru_cache(maxsize=256)
def engine(ruleset: Ruleset) -> Engine:
    """The engine that answers for ``ruleset``.

    >>> import sprague as sg
    >>> engine(sg.parse("nim 3").components[0].ruleset).value(3)
    3
    """
    module, name = ENGINES[ruleset.engine].split(":")
    chosen: Engine = getattr(importlib.import_module(f"{__name__}.{module}"), name)(ruleset)
    return chosen


def values(ruleset: Ruleset, to: int, **choices: Any) -> Any:
    """The Grundy values of heaps 0..``to`` as a NumPy array of ``to`` + 1 entries.

    ``choices`` are the engine's (see :attr:`Engine.choices`); a ``progress`` hook that it does not know is never
    called. Raises RangeError when ``ruleset`` is not a game on one heap, or for a choice that it does not leave.
    """
    import numpy as np

    if ruleset.heaps != 1:
        raise RangeError(say("expected a game on one heap, got {game}", game=ruleset.head))
    to = check_heap(to, ruleset.head)
    require_memory(to + 1, say("a table of {count} values", count=to + 1))  # a byte each, at the least
    chosen = engine(ruleset)
    given = {name: choice for name, choice in choices.items() if choice is not None}
    for name in set(given) - set(chosen.choices):
        if name != "progress":
            raise RangeError(say("{game} leaves no choice of {name}", game=ruleset.head, name=name))
        del given[name]
    return np.asarray(chosen.values(to, **given))
