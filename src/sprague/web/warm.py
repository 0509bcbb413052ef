"""What a worker has at hand before its first request: loaded once, by the process that workers are forked from, which
they share it with."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

from sprague.model.engine import Engines
from sprague.system import compiling
from sprague.system.ask import Ask, asking
from sprague.words import languages
from sprague.words.errors import SpragueError
from sprague.workbench.position import answer, parse
from sprague.workbench.registry import builtin_rulesets, engine, make_engine

from . import jobs

#: Positions whose answers load the kernels that short questions use, and those of longer ones.
KERNELS = (
    "*1 + wythoff 100,150", "cram 5x5", "0.106 30000", "vectors{(0,k),(k,0),(k,k)} 70,70", "misere kayles 20",
)  # fmt: skip
FURTHER = ("vectors{(0,k),(k,0),(k,k)} 50,50", "node-kayles grid:5x5", "hex:0.8f 3000", "officers 9000")

#: Seconds of processor time for each position.
SECONDS = 2.0

#: The kernels that have to be compiled yet, by the positions whose answers need them, as far as this process knows.
MISSING = {*KERNELS}


class NotCompiledError(BaseException):
    """A kernel is not on the disk: no error of the question, so nothing on the way is to catch it."""


def load() -> None:
    """Import every game and engine, read the translations, and load the kernels as far as they were compiled before.

    The answers are those of engines that are thrown away: one that was stopped at a kernel is never asked again.
    """
    MISSING.clear()
    known = {text.partition(" ")[0] for text in KERNELS}
    examples = [ruleset.example for ruleset in builtin_rulesets() if ruleset.head not in known]
    for text in (*examples, *KERNELS):
        try:
            with asking(Ask(seconds=SECONDS)), never_compiling():
                answer(parse(text), engines=Engines(make_engine, type(engine.searches)())).to_dict()
        except NotCompiledError:
            MISSING.add(text)
        except SpragueError:  # it is warm without this one, too
            continue
    for language in languages.available():
        languages.texts(language)
        # whoever asks for what is not compiled then has it compiled
        with never_compiling(), contextlib.suppress(NotCompiledError):
            jobs.games(language, quick=True)
    gc.collect()
    gc.freeze()  # what is here stays: collecting it would only have every worker write to what they share


def compile_kernels() -> None:
    """Compile what :func:`load` did not find, into the cache on the disk, so that no request waits for it; first what
    the list of games needs."""
    for text in (*sorted(MISSING - {*KERNELS}), *KERNELS, *FURTHER):
        with contextlib.suppress(SpragueError):
            parse(text).solve(value=True)


@contextlib.contextmanager
def never_compiling() -> Iterator[None]:
    """Have NotCompiledError raised where a kernel would be compiled."""
    compiling.LISTENERS.append(_refuse)
    try:
        yield
    finally:
        compiling.LISTENERS.remove(_refuse)


def _refuse(starts: bool) -> None:
    raise NotCompiledError
