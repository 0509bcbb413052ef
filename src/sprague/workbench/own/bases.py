"""The base of users' own games, and that of games on heaps."""

from __future__ import annotations

import re
from abc import ABCMeta
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextvars import ContextVar
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

from sprague.games.own.contents import fields_of
from sprague.games.own.faults import fault, no_options, term, unfit
from sprague.games.own.heard import Heard, holds, listened
from sprague.games.own.identity import Reads, UnknownError, arguments_identity, identity_and_reads
from sprague.games.own.parameters import bound, made_from, names_of, numbered, text_of
from sprague.games.own.pickling import reduced
from sprague.games.own.rules import OwnRuleset
from sprague.model.heap_rulesets import HeapRuleset, check_heap
from sprague.model.naive import MAX_OPTIONS
from sprague.model.ruleset import Component, Option
from sprague.system.ask import GUESTS, question, tick
from sprague.system.contexts import run_with
from sprague.words.errors import SpragueError, TooLargeError, UnsolvedError
from sprague.words.messages import plain, say
from sprague.workbench.handle import Held
from sprague.workbench.registry import USER_GAMES, refuse_taken

from .attributes import OURS, refuse_taken_name, refuse_taken_names

#: The number of a class's games whose rules are asked again, to compare their answers with the earlier ones.
MOST_HEARD = 64

#: Whether a rule is being asked again at this moment.
_LISTENS: ContextVar[bool] = ContextVar("listens", default=False)


class GameClass(ABCMeta):
    """The metaclass of users' games: every game keeps the arguments of its constructor."""

    if not TYPE_CHECKING:  # a type checker reads the constructor of the class itself

        def __call__(cls, *args: Any, **named: Any) -> Any:
            if getattr(cls, "__hash__", None) is not UserGame.__hash__:
                # A dataclass compares fields, and may take the hash away.
                cls.__eq__, cls.__hash__ = UserGame.__eq__, UserGame.__hash__
            game = super().__call__(*args, **named)
            vars(game)["given"] = (args, named)
            vars(game)["_made_with"] = game._fields
            if game.head != game.name and game.example.startswith(f"{game.name} "):
                vars(game)["example"] = game.head + game.example.removeprefix(game.name)
            return game


class UserGame(Held, OwnRuleset, metaclass=GameClass):
    """Base of users' own games. The game's name is that of the class in kebab case (SubtractSquares: subtract-squares),
    and the docstring of the class is the rule. Raises RangeError if the name is taken.

    The identity of a game is its rules with their parameters: the class, the code of its methods, and the arguments of
    the constructor (see :mod:`sprague.games.own.identity`). With parameters it is written ``up-to[k=2] 12``.
    """

    #: Types of an option that are several states, a sum.
    splits: ClassVar[tuple[type, ...]] = (list,)
    #: Whether the class is a user's, none that ships with Sprague.
    own: ClassVar[bool] = False
    #: The arguments that the game was made with.
    given: tuple[tuple[Any, ...], dict[str, Any]]
    #: A state to begin with, as written behind the name, where a class has no ``example``.
    sample: ClassVar[str] = ""

    def __init_subclass__(cls, *, base: bool = False, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        cls.own = not base
        if base:
            return
        refuse_taken_names(cls)
        if "name" not in cls.__dict__:
            cls.name = word_of(cls.__name__)
        if cls.__doc__ and "rule" not in cls.__dict__:
            cls.rule = say("{rule}", rule=" ".join(cls.__doc__.split("\n\n")[0].split()))
        for word in ("title", "rule"):
            if isinstance(text := cls.__dict__.get(word), str):
                setattr(cls, word, say("{text}", text=text))
        said = next(vars(each)["is_empty"] for each in cls.__mro__ if "is_empty" in vars(each))
        if not str(getattr(said, "__module__", None)).startswith("sprague."):  # a property has none
            cls.is_empty = _if_over(said)  # type: ignore[assignment]
        cls.source = plain(cls.source)  # a user's text must not control a terminal
        refuse_taken(cls.name)
        if cls.sample and not cls.example:
            cls.example = f"{cls.name} {cls.sample}"
        if "making" in vars(cls):  # a copy of a game must not take its name from a newer one
            USER_GAMES.setdefault(cls.name, cls)
        else:
            USER_GAMES[cls.name] = cls

    # Identity

    def __setattr__(self, name: str, value: Any) -> None:
        refuse_taken_name(type(self), name)
        if name == "name":  # theorems are known of a built-in game of that name
            refuse_taken(str(value))
        if "given" in vars(self) and name[:1] != "_":  # another game from now on
            vars(self).setdefault("changes", {})[name] = value
            self._forget()
        super().__setattr__(name, value)

    def notice(self, *states: Any) -> None:
        """Becomes another game if something that its rule reads has a new value, or if the rule says something else
        than before. This is looked at once in a question."""
        asking = question()
        if asking is not None and vars(self).get("_noticed") is asking:
            return
        vars(self)["_noticed"] = asking
        before, now = vars(self).get("_as_read"), self._read
        if before is not None and (before[0] is not now[0] or before[1:] != now[1:]):
            self._forget()
        if _LISTENS.get():  # the rule asks a question of its own, as part of ours
            return
        if vars(type(self)).get("_reads", Reads()).unseen or fields_of(self, OURS)[1]:
            run_with(_LISTENS, True, self._listen, states)

    def _listen(self, states: tuple[Any, ...]) -> None:
        """Becomes another game, with all of its class, if the rule says something else than before."""
        cls: Any = type(self)
        everything: dict[Hashable, Heard] = vars(cls).get("_heard") or {}
        heard = everything.get(self.identity, {})
        if not holds(self, heard):
            cls._version, everything, heard = object(), {}, {}
        if vars(self).get("_as_heard") is not vars(cls).get("_version"):
            vars(self)["_as_heard"] = cls._version
            self._forget()
        for state in states:
            heard = listened(self, heard, state)
        cls._heard = dict([*everything.items(), (self.identity, heard)][-MOST_HEARD:])

    @property
    def _inside(self) -> Hashable:
        """What is in the lists, sets and dictionaries among the arguments, which may change."""
        contents = {**self.given_arguments, **vars(self).get("changes", {})}
        try:
            return arguments_identity({k: v for k, v in contents.items() if isinstance(v, list | set | dict)})
        except UnknownError:
            return None

    @property
    def _read(self) -> tuple[Hashable, ...]:
        """What the identity depends on."""
        return _does(type(self)), self._inside, self._fields

    @property
    def _fields(self) -> Hashable:
        """The data in the fields of the game."""
        return fields_of(self, OURS)[0]

    def _forget(self) -> None:
        for attribute in ("identity", "_written", "_number", "_hash", "_empty"):
            vars(self).pop(attribute, None)

    @cached_property
    def given_arguments(self) -> dict[str, Any]:
        """The arguments of the constructor by name, including defaults."""
        args, named = self.given
        return bound(type(self).__init__, args, named)

    @cached_property
    def identity(self) -> Hashable:
        vars(self)["_as_read"] = self._read
        try:
            changes = vars(self).get("changes", {})
            values = arguments_identity(self.given_arguments), arguments_identity(changes)
            return _does(type(self)), *values, self._fields, vars(type(self)).get("_version")
        except UnknownError:
            return object()

    @cached_property
    def _hash(self) -> int:
        return hash(self.identity)

    def __hash__(self) -> int:
        return self._hash

    @property
    def head(self) -> str:
        """The name with the parameters. A number stands for them if they cannot be written, or if the name belongs to a
        newer game with other rules."""
        cls, newest = type(self), USER_GAMES.get(self.name, type(self))
        return self._written if newest is cls or _does(newest) == _does(cls) else self._number

    @cached_property
    def _written(self) -> str:
        changed = "changes" in vars(self) or self._fields != vars(self).get("_made_with", self._fields)
        text = None if changed else text_of(type(self).__init__, self.given_arguments)
        if text is None:
            return self._number
        return f"{self.name}[{text}]" if text else self.name

    @cached_property
    def _number(self) -> str:
        return f"{self.name}[{numbered(self)}]"

    @classmethod
    def made_from(cls, parameters: str | None) -> UserGame:
        """Returns the game with the parameters that are written in brackets after its name. Raises NotationError."""
        game: UserGame = made_from(cls, parameters)
        return game

    @classmethod
    def takes_parameters(cls) -> bool:
        """Returns whether brackets after the name are parameters."""
        return cls.__init__ is not object.__init__

    @classmethod
    def needs_parameters(cls) -> bool:
        """Returns whether the constructor requires parameters."""
        try:
            bound(cls.__init__, (), {})
        except TypeError:
            return True
        return False

    @classmethod
    def signature(cls) -> str:
        """Returns the name with the names of the parameters: ``up-to[k]``."""
        return f"{cls.name}[{names_of(cls)}]"

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    # Rules

    def is_empty(self, state: Any) -> bool:
        """Returns whether nothing is left of ``state``: heaps of 0 without a move by the rule."""
        return super().is_empty(state) and self._is_over(state)

    def _is_over(self, state: Any) -> bool:
        verdicts: dict[Hashable, bool] = vars(self).setdefault("_empty", {})
        if state not in verdicts:
            try:
                verdicts[state] = next(iter(self.successors(state)), None) is None
            except UnsolvedError:  # the error appears when the rule is asked for an answer
                return False
        return verdicts[state]

    def checked_option(self, option: Any, state: Any) -> tuple[Hashable, ...]:
        """Returns the checked states of one option of ``state``."""
        raise NotImplementedError

    def checked_options(self, state: Any) -> Iterator[tuple[Hashable, ...]]:
        """Yields the states that each move leaves in place of ``state``, repeated as often as the rule gives them.

        Raises UnsolvedError, with its cause, if the rule fails or gives something that is not a position.
        """
        checked = self.checked_option
        try:
            with GUESTS:
                options = self._options_in_memory(state)
                if not isinstance(options, Iterable) or isinstance(options, str):
                    raise no_options(self, state, options)
                if isinstance(options, set | frozenset):  # in the same order in every process
                    options = sorted(options, key=repr)
                for count, option in enumerate(options):
                    if not count & 4095 and count:
                        tick()
                    if count >= MAX_OPTIONS:
                        raise TooLargeError(
                            say(
                                "expected at most {limit} options of a position, got more from {part}",
                                limit=MAX_OPTIONS,
                                part=term(self, state),
                            )
                        )
                    yield checked(option, state)
        except (SpragueError, MemoryError):
            raise
        except (Exception, SystemExit) as error:
            raise fault(self, state, error) from error

    def _options_in_memory(self, state: Any) -> Any:
        try:
            return self.options(state)
        except MemoryError:
            raise TooLargeError(
                say("the rule lists more options of {part} than fit in the memory", part=term(self, state))
            ) from None

    def successors(self, state: Any) -> Iterator[Option]:
        first_types: dict[tuple[Hashable, ...], tuple[Hashable, ...]] = {}
        for parts in self.checked_options(state):
            if parts not in first_types:
                first_types[parts] = parts
                yield tuple(Component(self, part) for part in parts)
            else:
                self.refuse_other_type(first_types[parts], parts)

    def refuse_other_type(self, first: tuple[Hashable, ...], other: tuple[Hashable, ...]) -> None:
        """Raises UnsolvedError for states that are equal, but not of one type, where a rule may leave such states."""


def _if_over(is_empty: Any) -> Callable[[Any, Any], bool]:
    """Returns a user's method ``is_empty`` without the states that have a move: no sum may leave these out."""

    def checked(game: UserGame, state: Any) -> bool:
        return bool(is_empty.__get__(game, type(game))(state)) and game._is_over(state)

    return checked


def newest(game: UserGame) -> UserGame:
    """Gives ``game`` its name, and takes the name from the game that had it before. Returns the game."""
    USER_GAMES[game.name] = type(game)
    return game


def _does(cls: Any) -> Hashable:
    """Returns the identity of a class of games. It is read again if a global that it depends on has a new value."""
    previous: Hashable = vars(cls).get("_does")
    if previous is None or not vars(cls).get("_reads", Reads()).hold():
        identity, reads = identity_and_reads(cls)
        previous = cls._does = identity if previous is None or identity != previous else previous
        cls._reads = reads
    return previous


def word_of(name: str) -> str:
    """Returns the word of the notation for a Python name.

    >>> word_of("SubtractSquares"), word_of("_two_heaps")
    ('subtract-squares', 'two-heaps')
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name.strip("_")).replace("_", "-").lower()


class HeapGame(UserGame, HeapRuleset, base=True):
    """Base of a user's own game on heaps. Define ``options(self, n)``; each option is a heap, or a tuple of heaps for a
    split.

    >>> import math, sprague as sg
    >>> class SubtractSquares(sg.HeapGame):
    ...     "Take a square number."
    ...     def options(self, n):
    ...         return (n - k * k for k in range(1, math.isqrt(n) + 1))
    >>> sg.parse("subtract-squares 20").outcome
    'P'
    """

    engine = "own-heaps"
    sample = "5,7"
    splits = (tuple, list)

    def options(self, n: int, /) -> Iterable[SupportsIndex | Iterable[SupportsIndex]]:
        """Yields the heaps that each move leaves in place of a heap of ``n``; ``()`` if nothing is left."""
        raise NotImplementedError

    def checked_option(self, option: Any, state: Any) -> tuple[int, ...]:
        if type(option) is int and option >= 0:
            return (option,)
        if isinstance(option, str | dict) or not isinstance(option, Iterable):
            if not hasattr(option, "__index__"):
                raise unfit(self, state, say("heaps such as 5, or tuples of heaps such as (2, 3)"), option)
            option = (option,)
        return tuple(check_heap(heap, term(self, state)) for heap in option)
