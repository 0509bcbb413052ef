"""Games from a user's file: ``mygame.py:SubtractSquares``."""

from __future__ import annotations

import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from sprague.model.ruleset import Ruleset
from sprague.words.errors import FileError, SpragueError
from sprague.words.messages import say

from .bases import UserGame


def load_game(where: str) -> Ruleset:
    """The game in a Python file: ``FILE.py:NAME``, or ``FILE.py`` when the file defines just one.

    NAME is a class derived from :class:`sprague.HeapGame` or :class:`sprague.Game`, a function made a game by
    :func:`sprague.compiled`, or a ruleset; its name in the notation (subtract-squares) does too. The file is run,
    as ``python FILE.py`` would but for ``__name__``, and the game can be written in positions from then on.

    Raises FileError when there is no such file or game, or when the file fails.
    """
    path, name = _split(where)
    if not path.is_file():
        raise FileError(say("expected a Python file, got {path}, which is not there", path=str(path)))
    module = _run(path)
    found = _games(module)
    there = ", ".join(found) if found else say("none")
    if name is None:
        if len(found) == 1:
            return next(iter(found.values()))
        raise FileError(
            say("expected one game in {path}, or {path}:NAME; found: {there}", path=str(path), there=there)
        )
    game = found.get(name) or {each.name: each for each in found.values()}.get(name)
    if game is None:
        raise FileError(
            say("no game {name} in {path}; found: {there}", name=name, path=str(path), there=there)
        )
    return game


def _split(where: str) -> tuple[Path, str | None]:
    """Path and name; a colon after a single letter is a Windows drive."""
    path, colon, name = where.rpartition(":")
    if not colon or len(path) == 1 or "/" in name or "\\" in name:
        path, name = where, ""
    return Path(path).expanduser(), name or None


def _run(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"sprague_game_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise FileError(say("expected a Python file (.py), got {path}", path=str(path)))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # as an import would, so that the file's classes can be found by name
    try:
        spec.loader.exec_module(module)
    except SpragueError:
        raise
    except (Exception, SystemExit) as error:
        del sys.modules[spec.name]
        raise FileError(
            say(
                "{path} fails: {kind}: {error}{line}",
                path=str(path),
                kind=type(error).__name__,
                error=str(error),
                line=_line(error, path),
            )
        ) from error
    return module


def _line(error: BaseException, path: Path) -> object:
    """Where in the file it went wrong."""
    if isinstance(error, SyntaxError):
        return ""  # it says so itself
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)
    ]
    return say(" (line {number})", number=lines[-1]) if lines else ""


def _games(module: ModuleType) -> dict[str, Ruleset]:
    """The games of the file's own making, by the names it gives them."""
    found: dict[str, Ruleset] = {}
    for name, value in vars(module).items():
        if isinstance(value, Ruleset):
            found[name] = value
        elif isinstance(value, type) and issubclass(value, UserGame) and value.__module__ == module.__name__:
            found[name] = value()
    return found
