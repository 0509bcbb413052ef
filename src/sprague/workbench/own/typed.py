"""Rules that a user types into the page, in a few lines of Python."""

from __future__ import annotations

from types import FunctionType, ModuleType

from sprague.model.ruleset import Ruleset
from sprague.words.errors import NotationError, RangeError, SpragueError
from sprague.words.messages import say

from .bases import UserGame
from .rule import rule

#: How the text is called where an error names a line of it: the sentence then says the line alone.
PLACE = "<rule>"


def rule_typed(text: str) -> Ruleset:
    """Runs a text in Python, and returns its game: a function from a state to its options (see :func:`sprague.rule`),
    or a class of games. Among several functions the rule is the one called ``moves``, or else the last. Every error
    names the line.

    >>> game = rule_typed("def halfway(n):\\n    'One, or half.'\\n    return [n - 1, n // 2] if n > 1 else [0] * n")
    >>> game.head, str(game.rule), game.example
    ('halfway', 'One, or half.', 'halfway 5,7')
    """
    module = ModuleType("rule")
    try:
        exec(compile(text, PLACE, "exec", dont_inherit=True), vars(module))
    except SyntaxError as error:
        raise NotationError(
            say("line {number}: Python cannot read it ({why})", number=error.lineno or 1, why=error.msg)
        ) from None
    except SpragueError as error:
        raise NotationError(say("line {number}: {why}", number=_line(error), why=error.message)) from None
    except Exception as error:
        raise NotationError(
            say(
                "line {number}: {kind}: {error}",
                number=_line(error),
                kind=type(error).__name__,
                error=error,
            )
        ) from None
    return _game(module)


def _game(module: ModuleType) -> Ruleset:
    own = [value for value in vars(module).values() if getattr(value, "__module__", None) == module.__name__]
    games = [value for value in vars(module).values() if isinstance(value, Ruleset)]
    classes = [value for value in own if isinstance(value, type) and issubclass(value, UserGame)]
    functions = [value for value in own if isinstance(value, FunctionType) and value.__name__[0] != "_"]
    if games:
        return games[-1]
    if classes:
        return classes[-1].made_from(None)
    if not functions:
        raise RangeError(
            say(
                "expected a function that gives the heaps a move may leave, such as {example}",
                example="def moves(n):",
            )
        )
    chosen = next((each for each in functions if each.__name__ == "moves"), functions[-1])
    try:
        return rule(chosen)
    except SpragueError as error:
        line = chosen.__code__.co_firstlineno
        raise RangeError(say("line {number}: {why}", number=line, why=error.message)) from None


def _line(error: BaseException) -> int:
    """Returns the last line of the text that was running."""
    line, trace = 1, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == PLACE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
