"""The parameters of a user's class of games: as text in the notation (``up-to[k=2]``), and back."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any
from weakref import WeakValueDictionary

from sprague.words.errors import NotationError, expected
from sprague.words.messages import say

#: Parameters with a longer text are not written out.
MOST_TEXT = 400

#: Characters that a text in the brackets of a head may not contain, as the notation splits at them or removes them.
_ESCAPED = {ord(mark): f"\\x{ord(mark):02x}" for mark in " ()[]{}'\"+#"}

#: Games that their names and parameters do not identify, by the number that does (``up-to[#1]``), while they live.
_NUMBERED: WeakValueDictionary[int, Any] = WeakValueDictionary()
_numbers = count(1)


def bound(init: Callable[..., None], args: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a constructor by name, defaults included. Raises TypeError for arguments that do not
    fit.

    >>> def init(self, k, *more, step=1): ...
    >>> bound(init, (2, 3, 7), {})
    {'k': 2, 'more': (3, 7), 'step': 1}
    """
    if init is object.__init__ and not args and not named:
        return {}
    arguments = inspect.signature(init).bind(None, *args, **named)
    arguments.apply_defaults()
    return dict(list(arguments.arguments.items())[1:])


def text_of(init: Callable[..., None], arguments: Mapping[str, Any]) -> str | None:
    """Returns the arguments as the text in brackets behind the name of a game, without those equal to the default.
    Returns None for arguments that no literal expresses.

    >>> def init(self, k, *more, step=1): ...
    >>> text_of(init, {"k": 2, "more": (), "step": 1}), text_of(init, {"k": 2, "more": ("a b",), "step": (3,)})
    ('k=2', "2,'a\\\\x20b',step=(3,)")
    """
    if not arguments:
        return ""
    kinds = list(inspect.signature(init).parameters.values())[1:]
    spread = any(each.kind is each.VAR_POSITIONAL and arguments[each.name] for each in kinds)
    entries: list[str] = []
    try:
        for each in kinds:
            value = arguments[each.name]
            if each.kind is each.VAR_POSITIONAL:
                entries += map(_literal, value)
            elif each.kind is each.VAR_KEYWORD:
                entries += [f"{name}={_literal(named)}" for name, named in value.items()]
            elif each.kind is each.POSITIONAL_ONLY or (spread and each.kind is each.POSITIONAL_OR_KEYWORD):
                entries.append(_literal(value))
            elif each.default is each.empty or not _same(each.default, value):
                entries.append(f"{each.name}={_literal(value)}")
    except ValueError:
        return None
    text = ",".join(entries)
    return text if len(text) <= MOST_TEXT else None


def _same(default: Any, value: Any) -> bool:
    try:
        return type(default) is type(value) and _literal(default) == _literal(value)
    except ValueError:
        return default is value


def _literal(value: Any) -> str:
    """Returns a value as Python writes it, without spaces. Raises ValueError for one that cannot be read back from
    this.

    >>> _literal([1, ("a b",), {2: None}])
    "[1,('a\\\\x20b',),{2:None}]"
    """
    kind = type(value)
    if kind in (bool, type(None), int):
        return repr(value)
    if kind is float and value - value == 0:
        return repr(value)
    if kind is str:
        inner = ascii(value)[1:-1].replace("\\'", "'").translate(_ESCAPED)
        return f"'{inner}'"
    if kind is list:
        return f"[{','.join(map(_literal, value))}]"
    if kind is tuple:
        return f"({','.join(map(_literal, value))}{',' if len(value) == 1 else ''})"
    if kind is set and value:
        return f"{{{','.join(sorted(map(_literal, value)))}}}"
    if kind is dict:
        return f"{{{','.join(f'{_literal(key)}:{_literal(each)}' for key, each in value.items())}}}"
    raise ValueError


def numbered(game: Any) -> str:
    """Returns the text in the brackets for a game that its name and parameters do not identify: a number, valid as long
    as the game exists."""
    number = next(_numbers)
    _NUMBERED[number] = game
    return f"#{number}"


def names_of(cls: Any) -> str:
    """Returns the names of the parameters of a class of games."""
    return ", ".join(list(inspect.signature(cls.__init__).parameters)[1:])


def made_from(cls: Any, parameters: str | None) -> Any:
    """Returns the game of a class with the ``parameters`` in the brackets behind its name (None: without brackets).

    Raises NotationError for parameters that the constructor does not accept, and for the number of a game that no
    longer exists or belongs to another process.
    """
    inner = (parameters or "").strip()[1:-1].strip()
    head = f"{cls.name}{parameters or ''}"
    if inner.startswith("#"):
        game = _NUMBERED.get(int(inner[1:])) if inner[1:].isdecimal() and len(inner) < 20 else None
        if game is None or game.name != cls.name:
            raise NotationError(
                say(
                    "the number in {game} stands for a game that only the program which made it can read, "
                    "while it has it",
                    game=head,
                )
            )
        return game
    try:
        call: Any = ast.parse(f"f({inner})", mode="eval").body
        args = tuple(map(ast.literal_eval, call.args))
        named = {each.arg: ast.literal_eval(each.value) for each in call.keywords}
    except (ValueError, SyntaxError, TypeError, AttributeError, MemoryError, RecursionError):
        raise expected(say("parameters such as {game}[k=2]", game=cls.name), inner, head) from None
    if parameters is not None and cls.__init__ is object.__init__:
        raise expected(say("no parameters after {word}", word=cls.name), inner, head)
    try:
        bound(cls.__init__, args, named)
    except (TypeError, ValueError):
        raise expected(
            say("the parameters of {game}, in brackets: {names}", game=cls.name, names=names_of(cls)),
            inner,
            head,
        ) from None
    try:
        return cls(*args, **named)
    except Exception as error:
        raise NotationError(
            say(
                "{game} cannot be made: {kind}: {error}",
                game=head,
                kind=type(error).__name__,
                error=str(error),
            )
        ) from error
