"""The text of a function as it runs: its syntax tree, and the meanings of its global names."""

from __future__ import annotations

import ast
import builtins
import linecache
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any, NamedTuple

from sprague.words.errors import UnsolvedError
from sprague.words.messages import Message, say

#: The most characters of a line that an error shows.
_SHOWN = 60


class UnreadableError(UnsolvedError):
    """A part of a rule for which there is no formula; ``line`` is its line in the file, 0 if it has none."""

    def __init__(self, what: Message, line: int = 0) -> None:
        self.what, self.line = what, line
        super().__init__(say("line {line}: {what}", line=line, what=what) if line else what)


def unreadable(node: ast.AST, what: Message | None = None) -> UnreadableError:
    """Returns the error that shows a part of a rule, and says what is wrong with it."""
    text = " ".join(ast.unparse(node).split())
    if len(text) > _SHOWN:
        text = text[:_SHOWN] + "…"
    shown = (
        say("{text} is not read", text=text) if what is None else say("{text}: {what}", text=text, what=what)
    )
    return UnreadableError(shown, getattr(node, "lineno", 0))


class Source(NamedTuple):
    """A function as text: its parameters, its statements (one ``return`` for a lambda), and the text itself."""

    name: str
    parameters: tuple[str, ...]
    body: list[ast.stmt]
    text: str
    line: int
    function: Any
    #: The names that some function of the file assigns in the space of another, or of the file.
    rebound: frozenset[str]

    def outside(self, name: str) -> Any:
        """Returns what a name means that the function reads and does not assign. Raises KeyError if it has no
        meaning, ValueError if the meaning may change while the rule is in use."""
        function = self.function
        if name in self.rebound or name.startswith("__"):  # a class would rename it; __debug__ is a constant
            raise ValueError(name)
        if name in (*function.__code__.co_varnames, *function.__code__.co_cellvars):
            raise KeyError(name)  # a local name that has no value yet
        for free, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            if free == name:
                return cell.cell_contents
        if name in function.__globals__:
            return function.__globals__[name]
        found = function.__builtins__[name]
        if getattr(found, "__name__", None) != name or found is not getattr(builtins, name, None):
            raise ValueError(name)
        return found


def source_of(function: Any) -> Source:
    """Returns the source of a function. Raises UnreadableError unless there is a text that compiles to the very code
    that runs.

    >>> source_of(unreadable).parameters
    ('node', 'what')
    """
    if not isinstance(function, FunctionType):
        raise UnreadableError(say("only plain functions are read"))
    code = function.__code__
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    try:
        tree = ast.parse(text)
        whole = compile(text, code.co_filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        raise UnreadableError(say("the source of {name} was not found", name=function.__name__)) from None
    if code not in _codes(whole):
        raise UnreadableError(
            say("the source of {name} was not found, or changed since it was run", name=function.__name__)
        )
    found = [node for node in ast.walk(tree) if _is_of(code, node)]
    if len(found) != 1:
        raise UnreadableError(say("several functions of {name} stand in one line", name=function.__name__))
    node: Any = found[0]
    if any(_is_long(each) for each in ast.walk(node)):  # what is said about a part shows its text
        raise UnreadableError(
            say("{name} contains a number of too many digits", name=function.__name__), node.lineno
        )
    given = node.args
    if given.vararg or given.kwarg or given.kwonlyargs:
        raise UnreadableError(say("parameters with * are not read"), node.lineno)
    names = tuple(each.arg for each in (*given.posonlyargs, *given.args))
    body = node.body if isinstance(node.body, list) else [ast.copy_location(ast.Return(node.body), node.body)]
    lines = text.split("\n")[code.co_firstlineno - 1 : node.end_lineno]  # a form feed ends no line of Python
    moving = (each for each in ast.walk(tree) if isinstance(each, ast.Global | ast.Nonlocal))
    rebound = frozenset(name for each in moving for name in each.names)
    return Source(function.__name__, names, body, "\n".join(lines), node.lineno, function, rebound)


def _is_long(node: ast.AST) -> bool:
    """Returns whether a part of the syntax tree is a number that Python may refuse to write."""
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value.bit_length() > 2000


def _is_of(code: CodeType, node: ast.AST) -> bool:
    """Returns whether a part of the syntax tree is the function with this code."""
    if isinstance(node, ast.Lambda):
        return code.co_name == "<lambda>" and code.co_firstlineno == node.lineno
    if not isinstance(node, ast.FunctionDef) or node.name != code.co_name:
        return False
    return code.co_firstlineno == min([node.lineno, *(each.lineno for each in node.decorator_list)])


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yields all code within the code of a module, and this itself."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)
