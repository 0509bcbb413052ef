"""The outcome of a position of games with cycles, win, loss or draw, by the values of Smith and Fraenkel.

A sum of components with nimbers is P if their nim-sum is 0, else N. A sum of one infinite component, with the set K,
and others of nim-sum x is N if x is in K, else a draw. A sum with two infinite components is a draw.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from sprague.model.engine import Engines, Evidence
from sprague.model.lazy import Lazy
from sprague.model.reasons import in_words
from sprague.model.ruleset import Component, Option, Ruleset, alive, distinct
from sprague.model.sums import Outcome, Reply, Sum
from sprague.system.ask import Step, Trial, asked, require, tick
from sprague.words.errors import LoopyError, TooLargeError, UnsolvedError
from sprague.words.messages import Message, join, say, say_plural

from .graph import Analysis, Value, analyse

#: The most positions of a user's game that are visited; and the most sums, and moves between them, that are visited to
#: find how long a sum lasts.
MOST_POSITIONS, MOST_SUMS, MOST_MOVES = 3_000_000, 20_000, 200_000

#: The engines of users' own games, in which a position may come back.
OWN = ("naive", "own-heaps", "own-states", "compiled")

RETROGRADE = Evidence(
    "computed",
    say("retrograde analysis of all positions within reach; values by Smith 1966, Fraenkel and Tassa 1975"),
)


@dataclass(frozen=True, kw_only=True)
class LoopySum(Sum):
    """The result for a sum with cycles: the Smith-Fraenkel ``extended_values`` of the components and ``extended_value``
    of the sum, as text; the number of moves that it lasts (``remoteness``, None for a draw or if the sum is too large);
    and the moves that keep a draw."""

    extended_value: str = ""
    extended_values: tuple[str, ...] = ()
    remoteness: int | None = None
    drawing: Lazy[Reply] = field(default_factory=lambda: Lazy.of([]))
    #: For a player who loses, the moves that resist longest, if known.
    longest: tuple[Reply, ...] = ()


def analyse_loopy(components: Sequence[Component], engines: Engines) -> LoopySum:
    """Returns the answer to a sum of components, some of which have cycles.

    Raises TooLargeError if more positions can be reached than are visited, and UnsolvedError for a move that leaves
    several positions in place of one that can come back.
    """
    parts = tuple(components)
    for part in dict.fromkeys(parts):
        _require(part, engines)
    each = [value_of(part, engines) for part in parts]
    total = total_value(each)
    outcome = sum_outcome(each)
    ahead = Trial(parts[0]).run(_Ahead, parts)
    length = ahead.of(parts)
    wins = Lazy(
        _within_budget(partial(_to_p, parts, each, total, engines)),
        partial(asked().run, _count_to_p, parts, each, total, engines),
    )
    if outcome == "P":
        wins = Lazy.of([])
    elif outcome == "N" and length is not None:
        wins = Lazy.of(sorted(wins, key=lambda reply: ahead.after(parts, reply)))
    longest: tuple[Reply, ...] = ()
    if outcome == "P" and length:
        replies = [(i, to) for i, part in distinct(parts) for to in part.ruleset.successors(part.state)]
        longest = tuple(reply for reply in replies if ahead.after(parts, reply) == length - 1)
    drawing = Lazy(_within_budget(partial(_to_draws, parts, each, engines)))
    return LoopySum(
        outcome,
        total.nimber,
        tuple(value.nimber for value in each),
        wins if outcome == "N" else Lazy.of([]),
        RETROGRADE,
        extended_value=str(total),
        extended_values=tuple(map(str, each)),
        remoteness=length,
        drawing=drawing if outcome == "D" else Lazy.of([]),
        longest=longest,
    )


def _require(part: Component, engines: Engines) -> None:
    """Raises TooLargeError, before any work, for an ordinary component whose value exceeds the budget in force."""
    if part.ruleset.kind == "loopy":
        return
    engine = engines(part.ruleset)
    effort = engine.effort(part.state)
    if (
        effort.affordable
        or not engine.effort(part.state, "outcome").at_hand
        or not engine.is_zero(part.state)
    ):
        require(effort, part)


def _comes_back(part: Component, value: Value) -> bool:
    """Returns whether the options of a component are visited separately, as those of a graph or of a user's own
    game."""
    return part.ruleset.kind == "loopy" or value.nimber is None or part.ruleset.engine in OWN


def _to_p(
    parts: Sequence[Component], each: Sequence[Value], total: Value, engines: Engines
) -> Iterator[Reply]:
    """Yields the moves to P-positions. A move in an ordinary component leaves the cycles of the others as they are."""
    for i, part in distinct(parts):
        if _comes_back(part, each[i]):
            for option in part.ruleset.successors(part.state):
                values = (value_of(piece, engines) for piece in option)
                if sum_outcome([*each[:i], *values, *each[i + 1 :]]) == "P":
                    yield i, option
        elif total.nimber is not None:
            for option in engines(part.ruleset).replies(part.state, total.nimber ^ (each[i].nimber or 0)):
                yield i, option


def _count_to_p(
    parts: Sequence[Component], each: Sequence[Value], total: Value, engines: Engines
) -> int | None:
    """Returns the number of moves to P-positions. Those in ordinary components are counted, as those of large heaps are
    too many to list."""
    listed = Value(None)  # for ordinary components this does not list the moves
    count = sum(1 for _ in _to_p(parts, each, listed, engines))
    for i, part in distinct(parts):
        value = each[i]
        if total.nimber is None or _comes_back(part, value):
            continue
        more = engines(part.ruleset).replies(part.state, total.nimber ^ (value.nimber or 0)).total
        if more is None:
            return None
        count += more
    return count


def _to_draws(parts: Sequence[Component], each: Sequence[Value], engines: Engines) -> Iterator[Reply]:
    """Yields the moves that leave a draw."""
    for i, part in distinct(parts):
        for option in part.ruleset.successors(part.state):
            values = (value_of(piece, engines) for piece in option)
            if sum_outcome([*each[:i], *values, *each[i + 1 :]]) == "D":
                yield i, option


def _within_budget(items: Callable[[], Iterator[Reply]]) -> Callable[[], Iterator[Reply]]:
    """Returns ``items`` so that its search stays within the rest of the present budget."""
    budget = asked()

    def looked() -> Iterator[Reply]:
        each = items()
        while (reply := budget.run(next, each, None)) is not None:
            yield reply
            tick()

    return looked


def total_value(each: Sequence[Value]) -> Value:
    """Returns the value of a sum.

    >>> print(total_value([Value(3), Value(1)]), total_value([Value(None, (0, 2)), Value(1)]))
    2 oo{1,3}
    """
    infinite = [value for value in each if value.nimber is None]
    x = 0
    for value in each:
        x ^= value.nimber or 0
    if not infinite:
        return Value(x)
    if len(infinite) > 1:
        return Value(None)
    return Value(None, tuple(sorted(n ^ x for n in infinite[0].among)))


def sum_outcome(each: Sequence[Value]) -> Outcome:
    """Returns "N", "P" or "D" for a sum of components with these values."""
    total = total_value(each)
    if total.nimber is not None:
        return "N" if total.nimber else "P"
    return "N" if 0 in total.among else "D"


def value_of(part: Component, engines: Engines) -> Value:
    """Returns the value of a component. For an ordinary game this is its Grundy value."""
    if part.ruleset.kind == "loopy":
        place = part.state
        value: Value = place.graph.analysis.value(place.token)
        return value
    try:
        return Value(engines.value(part))
    except LoopyError:
        analysis, number = Trial(part).run(_explored, part)
        return analysis.value(number[part])


#: Stands for a position without any components.
_END = object()


@lru_cache(maxsize=16)
def _explored(first: Component) -> tuple[Analysis, dict[Any, int]]:
    """Returns all positions that can be reached from a component, analysed, and the number of each."""
    number: dict[Any, int] = {first: 0}
    waiting = [first]
    arrows = array("i")
    while waiting:
        here = waiting.pop()
        tick()  # a rule may be slow
        for option in here.ruleset.successors(here.state):
            parts = alive(option)
            if len(parts) > 1:
                raise UnsolvedError(
                    say(
                        "a game with cycles is solved where each move leaves one position; one from {part} leaves "
                        "{count}",
                        part=here,
                        count=len(parts),
                    )
                )
            to = parts[0] if parts else _END
            if to not in number:
                number[to] = len(number)
                waiting += parts
                if not len(number) & 1023:
                    tick(lambda: Step(say("positions"), len(number)))
                if len(number) > MOST_POSITIONS:
                    raise TooLargeError(say("more than {limit} positions", limit=MOST_POSITIONS))
            arrows.extend((number[here], number[to]))
    return analyse(len(number), arrows), number


class _Ahead:
    """Finds how long a sum lasts, from all sums that can be reached, if these are few. A sum is represented by the
    numbers of its parts in ascending order, without empty parts."""

    def __init__(self, parts: tuple[Component, ...]) -> None:
        self._number: dict[Component, int] = {}
        self._sums: dict[tuple[int, ...], int] = {}
        self._analysis: Analysis | None = None
        if len(parts) == 1 and parts[0].ruleset.kind == "loopy":
            return
        self._parts: list[Component] = []
        self._left: dict[int, list[tuple[int, ...]]] = {}
        self._looked = 0
        arrows = array("i")
        if any(_wide(part.ruleset, part.state) for part in parts):
            return
        root = self._word(parts)
        self._sums[root] = 0
        waiting = [root]
        while waiting:
            here = waiting.pop()
            for place, part in enumerate(here):
                rest = here[:place] + here[place + 1 :]
                for part_after in self._moves(part):
                    to = tuple(sorted(rest + part_after))
                    if to not in self._sums:
                        self._sums[to] = len(self._sums)
                        waiting.append(to)
                    arrows.extend((self._sums[here], self._sums[to]))
                if self._looked > MOST_SUMS or len(self._sums) > MOST_SUMS or len(arrows) > 2 * MOST_MOVES:
                    return
            tick()
        self._analysis = analyse(len(self._sums), arrows)

    def _word(self, parts: Sequence[Component]) -> tuple[int, ...]:
        numbers = []
        for part in alive(tuple(parts)):
            number = self._number.get(part)
            if number is None:
                number = self._number[part] = len(self._parts)
                self._parts.append(part)
            numbers.append(number)
        return tuple(sorted(numbers))

    def _moves(self, number: int) -> list[tuple[int, ...]]:
        """Returns the options of a part, or only the first ones if there are very many."""
        words_left = self._left.get(number)
        if words_left is None:
            part = self._parts[number]
            options = islice(part.ruleset.successors(part.state), MOST_SUMS + 1)
            words = []
            for option in options:
                tick()
                words.append(self._word(option))
            words_left = self._left[number] = words
            self._looked += len(words_left)
        return words_left

    def of(self, parts: tuple[Component, ...]) -> int | None:
        """Returns the remoteness of a sum, or None for a draw and if it is unknown."""
        if len(parts) == 1 and parts[0].ruleset.kind == "loopy":
            place = parts[0].state
            remoteness = place.graph.analysis.remoteness[place.token]
        elif self._analysis is None:
            return None
        else:
            remoteness = self._analysis.remoteness[self._sums[self._word(parts)]]
        return None if remoteness < 0 else remoteness

    def after(self, parts: tuple[Component, ...], reply: tuple[int, Option]) -> int:
        """Returns the remoteness after a move, or -1 for a draw."""
        index, option = reply
        remoteness = self.of((*parts[:index], *option, *parts[index + 1 :]))
        return -1 if remoteness is None else remoteness


@lru_cache(maxsize=1024)
def _wide(ruleset: Ruleset, state: Any) -> bool:
    """Returns whether a part alone has more moves than the limit allows."""
    return next(islice(ruleset.successors(state), MOST_SUMS, None), None) is not None


def loopy_reason(components: Sequence[Component], answer: LoopySum) -> Message:
    """Explains the outcome of a sum, which ``answer`` gives."""
    value = answer.extended_value
    terms = join([say("{value}", value=_shown(each)) for each in answer.extended_values], " + ")
    equation = terms if len(components) == 1 else say("{terms} = {total}", terms=terms, total=_shown(value))
    first = next(iter(answer.replies), None)
    if answer.outcome == "N" and first is not None:
        move = in_words(components, *first)
        if answer.remoteness is None:
            return say(
                "{equation}: {move} leaves a position that the next player loses",
                equation=equation,
                move=move,
            )
        return say_plural(
            "{equation}: {move} leaves a position that the next player loses; the game is won in {count} move",
            "{equation}: {move} leaves a position that the next player loses; the game is won in {count} moves",
            answer.remoteness,
            equation=equation,
            move=move,
        )
    if answer.outcome == "D":
        drawing = next(iter(answer.drawing), None)
        if drawing is None:
            return say("{equation}: neither side can force the end", equation=equation)
        return say(
            "{equation}: no move leads to a position that the next player loses, and {move} leads to one in which "
            "neither side can force the end: a draw",
            equation=equation,
            move=in_words(components, *drawing),
        )
    if answer.remoteness == 0:
        return say("there is no move: whoever is to move has lost")
    if answer.remoteness is None:
        return say(
            "every move leads to a position that the next player wins: the value is {value}", value=equation
        )
    return say(
        "every move leads to a position that the next player wins: the value is {value}; the longest resistance is "
        "{count} moves",
        value=equation,
        count=answer.remoteness,
    )


def _shown(value: str) -> str:
    return value.replace("oo", "∞") if value.startswith("oo") else f"*{value}"
