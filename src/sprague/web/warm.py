"""What a worker has loaded before its first request. The process from which workers are forked loads it once, and the
workers share it."""

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

#: Positions whose answers load the kernels that short questions use, and positions for longer questions.
KERNELS = ("cram 5x5", "0.106 30000", "misere kayles 20")
FURTHER = ("node-kayles grid:5x5", "hex:0.8f 3000", "officers 9000")

#: The seconds of processor time for each position.
SECONDS = 2.0

#: The kernels still to be compiled, as positions whose answers need them, as far as this process knows.
MISSING = {*KERNELS}


class NotCompiledError(BaseException):
    """Raised when a kernel is not on disk. It does not mean that the question is wrong, so no handler of errors may
    catch it."""


def load() -> None:
    """Imports every game and engine, reads the translations, and loads the kernels that were compiled before.

    The engines that give the answers are thrown away, so an engine that was stopped at a kernel is never used again.
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
        except SpragueError:  # the worker is warm even without this one
            continue
    for language in languages.available():
        languages.texts(language)
        # a later request for a missing kernel has it compiled
        with never_compiling(), contextlib.suppress(NotCompiledError):
            jobs.games(language, quick=True)
    gc.collect()
    gc.freeze()  # these objects stay: collecting them would only make every worker write to shared memory


def compile_kernels() -> None:
    """Compiles what :func:`load` did not find into the cache on disk, so that no request waits for it, beginning with
    the kernels that the list of games needs."""
    for text in (*sorted(MISSING - {*KERNELS}), *KERNELS, *FURTHER):
        with contextlib.suppress(SpragueError):
            parse(text).solve(value=True)


@contextlib.contextmanager
def never_compiling() -> Iterator[None]:
    """Raises NotCompiledError wherever a kernel would be compiled."""
    compiling.LISTENERS.append(_refuse)
    try:
        yield
    finally:
        compiling.LISTENERS.remove(_refuse)


def _refuse(starts: bool) -> None:
    raise NotCompiledError
