"""``options {0,2}``: a game given by its options, which are heaps of Nim, positions, and such games again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from sprague.model.engine import COMPUTED, Engine, Evidence, Question, weakest
from sprague.model.nim import NIM, heap
from sprague.model.ruleset import Component, Option, Ruleset, alive
from sprague.model.writing import write
from sprague.numbers.integers import parse as parse_integer
from sprague.numbers.made import TERM, make
from sprague.numbers.nimber import mex
from sprague.system.ask import Effort
from sprague.words.digits import index_of, shown, to_text
from sprague.words.errors import RangeError, UnsolvedError, expected
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from sprague.model.given import AnyOptions

#: A state: the options, each without the components of which nothing is left. An option () is the heap *0.
State: TypeAlias = tuple[Option, ...]

#: The most options of a game, those of its options included, and the most braces inside one another.
MOST_OPTIONS, MOST_NESTED = 10_000, 50

#: A number, as it may stand for a heap: 12, 1e6, 2^20.
_NUMBER = re.compile(r"\d+([eE^]\d+)?")


class Options(Ruleset):
    """A game by its options: ``options {0,2}`` has moves to *0 and *2, so its value is mex{0, 2} = 1.

    >>> import sprague as sg
    >>> sg.options({0, 2}).value, sg.options([0, sg.kayles(5), {1, 2}])
    (1, sg.parse('options {0; kayles 5; {1,2}}'))
    """

    name = "options"
    title = say("A game by its options")
    rule = say("Move to one of the positions in the braces.")
    source = "J. H. Conway, On Numbers and Games (1976): a game is the set of its options"
    example = "options {0,2,{1}}"
    engine = "options"
    notation = say(
        "Braces hold the options. A number n is the heap *n, and braces inside are a game by its options. If another "
        "position is among them, semicolons separate the options."
    )

    def read(self, text: str) -> list[Hashable]:
        return self.read_nested(text, _refuse)

    def read_nested(self, text: str, read_term: Callable[[str], Option]) -> list[Hashable]:
        where = f"{self.name} {text.strip()}"
        if _depth(text) > MOST_NESTED:
            raise expected(say("at most {count} brackets inside one another", count=MOST_NESTED), text, where)
        return [self._read(text.strip(), read_term, where)]

    def _read(self, text: str, read_term: Callable[[str], Option], where: str) -> State:
        if not (text.startswith("{") and text.endswith("}")):
            raise expected(say("options in braces, as in {example}", example=self.example), text, where)
        inside = text[1:-1].strip()
        parts = _split(inside, ";") if inside else []
        if len(parts) == 1 and all(map(_is_short, by_comma := _split(inside, ","))):
            parts = by_comma
        make(len(parts), TERM, where)
        return self._normal(self._read_option(part.strip(), read_term, where) for part in parts)

    def _read_option(self, part: str, read_term: Callable[[str], Option], where: str) -> Option:
        if not part:
            raise expected(say("an option between the separators"), "", where)
        if part.startswith("{"):
            return (Component(self, self._read(part, read_term, where)),)
        return (heap(parse_integer(part, where)),) if _NUMBER.fullmatch(part) else read_term(part)

    def write(self, states: Sequence[State]) -> str:
        texts = [_text(option) for option in states[0]]
        separator = "," if all(map(_is_short, texts)) else "; "
        return "{" + separator.join(texts) + "}"

    def states(self, *options: AnyOptions) -> tuple[Ruleset, list[Hashable]]:
        """Takes the options in a set, a list or another collection: numbers, which are heaps of Nim, positions, and
        collections, which are games by their options. Several arguments are a sum."""
        return super().states(*options)

    def vertices(self, *arguments: Any, **named: Any) -> dict[str, Hashable]:
        names: dict[str, Hashable] = {}
        for each in arguments:
            if hasattr(each, "components"):
                names |= each.vertices
            elif isinstance(each, Iterable):
                names |= self.vertices(*each)
        return names

    def check(self, state: Any) -> Hashable:
        return self._state_of(state, 1)

    def _state_of(self, argument: Any, depth: int) -> State:
        if isinstance(argument, str | bytes) or not isinstance(argument, Iterable):
            raise RangeError(
                say("expected a set or a list of options, got {got}", got=shown(argument)[:80]),
                where=self.name,
            )
        if depth > MOST_NESTED:
            raise self._too_deep()
        return self._normal(self._option(each, depth) for each in islice(argument, MOST_OPTIONS + 1))

    def _option(self, argument: Any, depth: int) -> Option:
        n = index_of(argument)
        if n is not None:
            if n < 0:
                raise RangeError(say("expected a heap >= 0, got {n}", n=n), where=self.name)
            return (heap(n),)
        components: Option | None = getattr(argument, "components", None)
        if components is not None:
            if argument.misere:
                raise RangeError(
                    say(
                        "expected an option in normal play (the whole may be misère), got {got}", got=argument
                    ),
                    where=self.name,
                )
            return components
        if isinstance(argument, str | bytes) or not isinstance(argument, Iterable):
            raise RangeError(
                say(
                    "expected a number, a position (sg.parse reads a text) or a set of these, got {got}",
                    got=shown(argument)[:80],
                ),
                where=self.name,
            )
        return (Component(self, self._state_of(argument, depth + 1)),)

    def _normal(self, options: Iterable[Option]) -> State:
        """Returns every option once: heaps by size, then other positions in the order of their texts."""
        unique: dict[Hashable, Option] = {}
        for option in options:
            for part in option:
                if part.ruleset.kind:
                    raise UnsolvedError(
                        say("expected options without cycles and entailing moves, got {part}", part=part),
                        where=self.name,
                    )
            parts = alive(option)
            unique.setdefault(frozenset(Counter(part.ruleset.ordered(part) for part in parts).items()), parts)
        count, depth = _size(tuple(unique.values()))
        if count > MOST_OPTIONS:
            raise RangeError(
                say("expected at most {count} options, got more", count=MOST_OPTIONS), where=self.name
            )
        if depth > MOST_NESTED:
            raise self._too_deep()
        return tuple(sorted(unique.values(), key=_order))

    def _too_deep(self) -> RangeError:
        return RangeError(
            say("expected at most {count} sets inside one another", count=MOST_NESTED), where=self.name
        )

    def contained(self, state: State) -> Iterator[Component]:
        return (part for option in state for part in option)

    def successors(self, state: State) -> Iterator[Option]:
        return (option or (heap(0),) for option in state)

    def option_count(self, state: State) -> int:
        return len(state)

    def is_empty(self, state: State) -> bool:
        return not state

    def describe(self, state: State, option: Option) -> Message:
        return say("move to {option}", option=write(option))


OPTIONS = Options()


class OptionsEngine(Engine):
    """Gives the mex of the values of the options, each from the engine of its own game."""

    def value(self, state: State) -> int:
        return mex(self.engines.option_value(option) for option in state)

    def effort(self, state: State, question: Question = "value") -> Effort:
        parts = dict.fromkeys(self.ruleset.contained(state))
        each = (self.engines(part.ruleset).effort(part.state) for part in parts)
        return sum(each, start=Effort(len(state), seconds=1e-6 * len(state)))

    def evidence(self, state: State, valued: bool) -> Evidence:
        parts = dict.fromkeys(_others(state))
        return weakest([COMPUTED, *(self.engines(part.ruleset).evidence(part.state, True) for part in parts)])


def _refuse(text: str) -> Option:
    raise expected(say("a number or options in braces"), text)


def _depth(text: str) -> int:
    """Returns the greatest depth of nested brackets."""
    most = depth = 0
    for mark in re.findall(r"[][(){}]", text):
        depth += 1 if mark in "([{" else -1
        most = max(most, depth)
    return most


def _split(text: str, separator: str) -> list[str]:
    """Splits ``text`` at the separators outside brackets."""
    parts, depth, start = [], 0, 0
    for mark in re.finditer(rf"[][(){{}}{separator}]", text):
        if mark[0] != separator:
            depth += 1 if mark[0] in "([{" else -1
        elif depth == 0:
            parts.append(text[start : mark.start()])
            start = mark.end()
    return [*parts, text[start:]]


def _is_short(part: str) -> bool:
    """Returns whether an option may stand between commas: a number, a heap *n, or braces."""
    part = part.strip()
    return part.startswith("{") or _NUMBER.fullmatch(part.removeprefix("*")) is not None


def _heap(option: Option) -> int | None:
    """Returns the size of an option that is a single heap of Nim."""
    if not option:
        return 0
    n = option[0].state
    return n if len(option) == 1 and option[0].ruleset == NIM else None


def _text(option: Option) -> str:
    n = _heap(option)
    if n is not None:
        return to_text(n)
    state = option[0].state
    if len(option) == 1 and option[0].ruleset == OPTIONS:
        return OPTIONS.write([state])
    return write(option)


def _order(option: Option) -> tuple[bool, int, str]:
    n = _heap(option)
    return (True, 0, _text(option)) if n is None else (False, n, "")


def _others(state: Any) -> Iterator[Component]:
    """Yields the components that are neither heaps of Nim nor games by their options, also those inside such games."""
    for part in OPTIONS.contained(state):
        if part.ruleset == OPTIONS:
            yield from _others(part.state)
        elif part.ruleset != NIM:
            yield part


def _size(state: Any) -> tuple[int, int]:
    """Returns the number of options, including inner ones, and the depth of the nesting."""
    inner = [_size(part.state) for part in OPTIONS.contained(state) if part.ruleset == OPTIONS]
    return len(state) + sum(count for count, _ in inner), 1 + max((depth for _, depth in inner), default=0)
