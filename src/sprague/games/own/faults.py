"""Describes a fault of a user's rule in a sentence: which rule, which fault, and in which line of the user's file."""

from __future__ import annotations

import os
from typing import Any

from sprague.model.ruleset import Ruleset
from sprague.words.errors import UnsolvedError
from sprague.words.messages import Message, say


def fault(game: Ruleset, state: Any, error: BaseException) -> UnsolvedError:
    """Returns the error with the sentence for an ``error`` that the rule of ``game`` raised at ``state``."""
    if isinstance(error, NotImplementedError) and _is_ours(error):
        return UnsolvedError(
            say(
                "expected a method options in the class {name}, which lists what each move may leave; it has none",
                name=type(game).__name__,
            ),
            where=term(game, state),
        )
    return UnsolvedError(
        say(
            "the rule of {game} fails{place}: {kind}: {error}",
            game=game.head,
            place=_raised(game, error),
            kind=type(error).__name__,
            error=error,
        ),
        where=term(game, state),
    )


def no_options(game: Ruleset, state: Any, returned: Any) -> UnsolvedError:
    """Returns the error for a rule that has ``returned`` something else than its options."""
    return UnsolvedError(
        say(
            "the rule of {game}{place} must return its options (an empty list where there are none) or yield them, "
            "it returned {got}",
            game=game.head,
            place=_defined(game),
            got=_shown(returned),
        ),
        where=term(game, state),
    )


def unfit(game: Ruleset, state: Any, expected: Message, returned: Any) -> UnsolvedError:
    """Returns the error for an option that is not of the kind that a rule must leave."""
    return UnsolvedError(
        say(
            "the rule of {game}{place} must leave {wanted}, not {got}",
            game=game.head,
            place=_defined(game),
            wanted=expected,
            got=_shown(returned),
        ),
        where=term(game, state),
    )


def term(game: Ruleset, state: Any) -> str:
    """Returns the state in the notation, or as Python shows it if the game's own ``format`` fails."""
    try:
        return game.term([state])
    except Exception:
        return f"{game.head} {_shown(state)}"


def _shown(value: Any) -> str:
    try:
        text = repr(value)
    except Exception:  # nested too deeply, or faulty itself
        text = f"({type(value).__name__})"
    return text if len(text) <= 60 else f"{text[:59]}…"


def _code(game: Any) -> Any:
    """Returns the code of the user's function or of the method ``options``, if it is one written in Python."""
    return getattr(getattr(game, "function", None) or type(game).options, "__code__", None)


def _is_ours(error: BaseException) -> bool:
    """Returns whether Sprague's own code raised the error: the base of a class in which the user defined nothing."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and str(trace.tb_frame.f_globals.get("__name__", "")).startswith("sprague.")


def _raised(game: Ruleset, error: BaseException) -> Message:
    """Names the last line of the rule's file that was running, or the line where the rule begins if it was never
    entered."""
    code, trace, line = _code(game), error.__traceback__, None
    while trace is not None and code is not None:
        if trace.tb_frame.f_code.co_filename == code.co_filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    return _defined(game) if line is None else _place(code.co_filename, line)


def _defined(game: Ruleset) -> Message:
    code = _code(game)
    return say("") if code is None else _place(code.co_filename, code.co_firstlineno)


def _place(file: str, line: int) -> Message:
    if file.startswith("<"):  # typed in, not in a file
        return say(" (line {number})", number=line)
    return say(" ({file}, line {number})", file=os.path.basename(file), number=line)
