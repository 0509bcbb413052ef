"""A user's game as a pickle: its class or function by reference, with the parameters."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


class Place(NamedTuple):
    """The place where a class or function is defined. For a file of games, which no import finds, it also has the
    ``file`` and the function that loads it."""

    module: str
    qualname: str
    file: Path | None
    load: Callable[[Path], Any] | None

    def fetch(self) -> Any:
        """Returns the class or function at this place, or None if nothing there has that name."""
        home: Any
        if self.module not in sys.modules and self.file is not None and self.load is not None:
            home = self.load(self.file)
        else:
            __import__(self.module)
            home = sys.modules[self.module]
        for name in self.qualname.split("."):
            home = getattr(home, name, None)
        return home


def place_of(definition: Any) -> Place:
    """Returns the place where a class or function is defined."""
    file, load = getattr(sys.modules.get(definition.__module__), "__games__", (None, None))
    return Place(definition.__module__, definition.__qualname__, file, load)


def reduced(game: Any) -> tuple[Any, ...]:
    """Returns the pickle form of ``game``. A game of a class is its class and arguments. A game of a function is the
    object of that name in a module, if there is one, and else the function and the way the game was made from it."""
    cls = type(game)
    making: tuple[Any, ...] | None = getattr(cls, "making", None)
    if making is None:
        place = place_of(cls)
        args, named = game.given
        return _class_game, (place if place.file else cls, args, named, vars(game).get("changes", {}))
    maker, function, *choices = making
    if not hasattr(function, "__qualname__"):
        return maker, (function, *choices)
    place = place_of(function)
    stored = None if "<" in place.qualname else place.fetch()
    if stored is not None and stored == game:
        return Place.fetch, (place,)
    return _function_game, (maker, place if place.file and stored is function else function, *choices)


def _class_game(cls: Any, args: tuple[Any, ...], named: dict[str, Any], changes: dict[str, Any]) -> Any:
    game = (cls.fetch() if isinstance(cls, Place) else cls)(*args, **named)
    for name, value in changes.items():
        setattr(game, name, value)
    return game


def _function_game(maker: Callable[..., Any], function: Any, *choices: Any) -> Any:
    return maker(function.fetch() if isinstance(function, Place) else function, *choices)
