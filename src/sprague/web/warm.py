"""Loads everything that a worker needs before its first request. The process that forks workers does this once, and the
workers share the memory."""

from __future__ import annotations

import contextlib
import gc

from sprague.model.engine import Engines
from sprague.system.ask import Ask, asking
from sprague.words import languages
from sprague.words.errors import SpragueError
from sprague.workbench.position import answer, parse
from sprague.workbench.registry import builtin_rulesets, engine, make_engine

from . import jobs

#: The seconds of processor time for each position.
SECONDS = 2.0


def load() -> None:
    """Imports every game and engine, and reads the translations. For this it answers the examples of all games, and
    then drops these engines."""
    import sprague.system.arrays  # noqa: F401 - long questions need NumPy

    for ruleset in builtin_rulesets():
        with contextlib.suppress(SpragueError), asking(Ask(seconds=SECONDS)):  # warm even without this one
            answer(parse(ruleset.example), engines=Engines(make_engine, type(engine.searches)())).to_dict()
    for language in languages.available():
        languages.texts(language)
        jobs.games(language, quick=True)
    gc.collect()
    gc.freeze()  # these objects stay: collecting them would only make every worker write to shared memory
