"""Games from a user's file: ``mygame.py:SubtractSquares``, alone or before a position."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sys
import traceback
from contextvars import ContextVar
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from sprague.model.ruleset import Ruleset
from sprague.words.digits import shown
from sprague.words.errors import FileError, RangeError, SpragueError
from sprague.words.messages import Message, join, say
from sprague.workbench.handle import Handle
from sprague.workbench.registry import USER_GAMES, refuse_taken

from .bases import UserGame, word_of
from .rule import rule

#: Function names that say only that it is a rule: such a game takes the name of its file.
_GENERIC = ("moves", "options", "rule", "game", "main")

#: Whether a law that is only observed may answer for plain functions of files (``sprague solve --observed``).
OBSERVED: ContextVar[bool] = ContextVar("observed", default=False)

#: The files that were run, by path and content, so that two mentions of a game give one game. Neither time nor size
#: shows that a file is unchanged: it may be written twice in one moment.
_RUN: dict[tuple[str, bytes], tuple[ModuleType, dict[str, Ruleset]]] = {}

#: A file of games in a text: up to ``.py`` or ``.py:NAME`` at the end of a word.
_FILE = re.compile(r"\.py(?::[\w-]*)?(?=\s|\+|,|\[|\(|$)")


def load_game(where: str | Path) -> Handle | UserGame:
    """Loads the game in a Python file: ``FILE.py:NAME``, or ``FILE.py`` if the file defines only one.

    NAME is a class derived from :class:`sprague.HeapGame` or :class:`sprague.Game`, a plain function that gives the
    options of a state (see :func:`sprague.rule`), a function that :func:`sprague.rule` or :func:`sprague.compiled` made
    a game, or a ruleset. Its name in the notation (subtract-squares) works, too. Sprague runs the file as ``python
    FILE.py`` does, except for ``__name__``. From then on positions may use the game. A plain function called ``moves``
    gets the name of its file.

    A class with parameters takes them in brackets, ``FILE.py:UpTo[k=2]``, as the notation writes them.

    Raises FileError if there is no such file or game, or if the file fails.
    """
    rules = rules_from(where)
    return rules if isinstance(rules, UserGame) else Handle(rules)


def rules_from(where: str | Path) -> Ruleset:
    """Returns the rules of the game that :func:`load_game` loads."""
    game, parameters = _named(where)
    if isinstance(game, Ruleset):
        return game
    try:
        return game.made_from(parameters)
    except SpragueError as error:
        raise FileError(error.message, where=shown(where)) from error


def _named(where: str | Path) -> tuple[Ruleset | type[UserGame], str | None]:
    """Returns the game in a Python file, or a class of games and the parameters that stand behind it."""
    if not isinstance(where, str | Path):
        raise FileError(say("expected a Python file, got {path}, which is not there", path=shown(where)))
    place, bracket, rest = _without_parameters(str(where))
    path, name = _split(place)
    if not path.is_file():
        raise FileError(say("expected a Python file, got {path}, which is not there", path=str(path)))
    module, loaded = _module(path)
    kind = "observed " if OBSERVED.get() else ""  # this is a different game of the same name
    if name is not None and kind + name in loaded and not bracket:
        game_before = loaded[kind + name]
        USER_GAMES[game_before.name] = type(game_before)
        return game_before, None
    games = _games(module, path)
    functions = _functions(module)
    if name is None:
        names = [*games] or [each for each in functions if each == "moves"] or [*functions]
        if len(names) != 1:
            raise FileError(
                say(
                    "expected one game in {path}, or {path}:NAME; found: {there}",
                    path=str(path),
                    there=_listed(names),
                )
            )
        name = names[0]
    game = games.get(name) or {each.name: each for each in games.values()}.get(name)
    if isinstance(game, type):
        return game, bracket + rest or None
    if bracket:
        raise FileError(say("expected no parameters after {word}", word=name), where=str(where))
    if game is None:
        function = functions.get(name) or {word_of(each): functions[each] for each in functions}.get(name)
        if function is None:
            raise FileError(
                say(
                    "no game {name} in {path}; found: {there}",
                    name=name,
                    path=str(path),
                    there=_listed([*games, *functions]),
                )
            )
        game = loaded.get(kind + function.__name__)
        if game is None:
            word = _word(function, functions, path)
            game = loaded[kind + function.__name__] = rule(function, name=word, observed=OBSERVED.get())
    loaded[kind + name] = game
    return game, None


def games_in(file: str) -> list[Ruleset | type[UserGame]]:
    """Returns every game of a Python file, or its class if it needs parameters. Plain functions count if there is
    nothing else, or if they are called ``moves``."""
    path = Path(os.path.expanduser(file))
    if not path.is_file():
        raise FileError(say("expected a Python file, got {path}, which is not there", path=str(path)))
    module, _ = _module(path)
    functions = _functions(module)
    names = [*_games(module, path), *(each for each in functions if each == "moves")] or [*functions]
    if not names:
        raise FileError(say("no game in {path}", path=str(path)))
    named = [_named(f"{file}:{name}")[0] for name in names]
    return [
        game if isinstance(game, Ruleset) or game.needs_parameters() else game.made_from(None)
        for game in named
    ]


def with_games(text: str) -> str:
    """Returns ``text`` with the files of games replaced by the names of the games: ``squares.py:SubtractSquares 20``
    becomes ``subtract-squares 20``. Raises FileError as :func:`load_game` does, and for two games of one name."""
    written, games = "", dict[str, Ruleset | type[UserGame]]()
    while (mention := _FILE.search(text)) is not None:
        start = _start(text, mention)
        if text.startswith("(", mention.end()):
            named = text[start : mention.end()]
            message = say("parameters of a game stand in square brackets, such as {named}[k=2]", named=named)
            raise FileError(message, where=text[start : mention.end() + 80])
        game, _ = _named(text[start : mention.end()].rstrip(":"))
        word = game.name if isinstance(game, type) else game.head
        if games.setdefault(word, game) != game:
            raise FileError(say("two games are called {name}: give one of them another name", name=word))
        written += text[:start] + word
        text = text[mention.end() :]
    return written + text


def _start(text: str, match: re.Match[str]) -> int:
    """Returns where the name of a file begins, given its end. A name begins where a term does. Since it may contain +
    and spaces, the function takes the longest name of an existing file."""
    name = match.start() + len(".py")
    starts = [0, *(plus.end() for plus in re.finditer(r"\+", text[: match.start()]))]
    starts = [at + len(text[at:name]) - len(text[at:name].lstrip()) for at in starts]
    misere = re.match(r"\s*mis[eè]re\s+", text)
    if misere is not None:
        starts[0] = misere.end()
    existing = (at for at in starts if os.path.isfile(os.path.expanduser(text[at:name])))
    return next(existing, starts[-1])


def _without_parameters(where: str) -> tuple[str, str, str]:
    """Returns the place of a game, and its parameters, in brackets after the name of the class."""
    end = where.rfind(".py:")
    if end < 0 or not where.endswith("]"):
        return where, "", ""
    name, bracket, rest = where[end:].partition("[")
    return where[:end] + name, bracket, rest


def _split(where: str) -> tuple[Path, str | None]:
    """Returns the path and the name. A colon after a single letter belongs to a Windows drive."""
    path, colon, name = where.rpartition(":")
    if not colon or len(path) == 1 or "/" in name or "\\" in name:
        path, name = where, ""
    return Path(os.path.expanduser(path)), name or None


def _module(path: Path) -> tuple[ModuleType, dict[str, Ruleset]]:
    """Returns the module of a file, and its games that were loaded. The file runs once, and again when it has
    changed."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=str(path)) from error
    key = (str(path.resolve()), content)
    if key not in _RUN:
        _RUN[key] = (_run(path, content), {})
        for older in [each for each in _RUN if each[0] == key[0] and each != key]:
            del _RUN[older]
    module, games = _RUN[key]
    for game in games.values():  # another game may have been defined under the name meanwhile
        USER_GAMES[game.name] = type(game)
    return module, games


def module_of(path: Path) -> ModuleType:
    """Returns the module of a file of games."""
    return _module(path)[0]


def _run(path: Path, content: bytes) -> ModuleType:
    # Two files with the same name are two modules.
    place = hashlib.sha256(os.path.abspath(path).encode()).hexdigest()[:8]
    spec = importlib.util.spec_from_file_location(f"sprague_game_{path.stem}_{place}", path)
    if spec is None or spec.loader is None:
        raise FileError(say("expected a Python file (.py), got {path}", path=str(path)))
    module = importlib.util.module_from_spec(spec)
    vars(module)["__games__"] = (Path(os.path.abspath(path)), module_of)  # another process can then find it
    sys.modules[spec.name] = module  # as an import does, so that the file's classes can be found by name
    try:
        # Not by the loader: its cached bytecode may belong to another file of the same size, written in the same
        # second.
        exec(compile(content, os.path.abspath(path), "exec", dont_inherit=True), vars(module))
    except BaseException as error:
        del sys.modules[spec.name]
        if isinstance(error, Exception | SystemExit):
            raise _failed(path, error) from error
        raise
    return module


def _failed(path: Path, error: BaseException) -> FileError:
    if isinstance(error, SpragueError):
        return FileError(
            say("{path} fails{line}: {error}", path=str(path), error=str(error), line=_line(error, path))
        )
    return FileError(
        say(
            "{path} fails{line}: {kind}: {error}",
            path=str(path),
            kind=type(error).__name__,
            error=str(error),
            line=_line(error, path),
        )
    )


def _line(error: BaseException, path: Path) -> Message:
    """Names the line of the file that raised the exception."""
    if isinstance(error, SyntaxError):
        return say("")  # the message contains the line already
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == os.path.abspath(path)
    ]
    return say(" (line {number})", number=lines[-1]) if lines else say("")


def _games(module: ModuleType, path: Path) -> dict[str, Ruleset | type[UserGame]]:
    """Returns the games that the file defines, by their names in it; for a class with parameters, the class."""
    games: dict[str, Ruleset | type[UserGame]] = {}
    for name, value in vars(module).items():
        if isinstance(value, Ruleset):
            games[name] = value
        elif isinstance(value, type) and issubclass(value, UserGame) and value.__module__ == module.__name__:
            if value.takes_parameters():
                games[name] = value
                continue
            try:
                games[name] = value()
            except Exception as error:
                raise _failed(path, error) from error
    return games


def _functions(module: ModuleType) -> dict[str, FunctionType]:
    """Returns the plain functions that the file defines, except private ones."""
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    }


def _word(function: FunctionType, functions: dict[str, FunctionType], path: Path) -> str:
    """Returns the name of the game of a plain function: that of the function. If it says nothing, or another game has
    it, the name of the file stands in front. The game of ``moves``, or of the first function with such a name, has the
    name of the file alone."""
    own, file = word_of(function.__name__), word_of(re.sub(r"\W+", "-", path.stem))
    generic = [each for each in functions if word_of(each) in _GENERIC]
    by_file = "moves" if "moves" in generic else next(iter(generic), "")
    words = [own, f"{file}-{own}", f"game-{own}"]
    if own in _GENERIC:
        words = [f"{file}-{own}", own, f"game-{own}"]
    if function.__name__ == by_file or len(functions) == 1:
        words.insert(own not in _GENERIC, file)
    for word in words:
        try:
            refuse_taken(word)
        except RangeError:
            continue
        holder = USER_GAMES.get(word)
        if holder is None or _stem(holder) == _stem(function):
            return word
    return words[-1]


def _stem(definition: Any) -> str:
    """Returns the name of the module of a function or class in a file of games, wherever the file lies."""
    return str(definition.__module__).rpartition("_")[0]


def _listed(names: list[str]) -> Message:
    return say("{names}", names=join(names)) if names else say("none")
