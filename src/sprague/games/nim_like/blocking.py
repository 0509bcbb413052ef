"""Games on heaps with blocking: before a move, the other player may forbid some of its options.

A move is a take together with the options that it forbids. So a state holds the heaps, and the forbidden options. It is
an ordinary impartial game, alone and in sums, where a player forbids options of the heaps that the move has changed.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sprague.model.engine import COMPUTED, Evidence, Question
from sprague.model.heap_rulesets import Heaps, check_heap, read_heaps, take_from_one
from sprague.model.lazy import Lazy
from sprague.model.lesson import Lesson
from sprague.model.naive import PiecesEngine
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.pictures.shapes import Drawing, Shape
from sprague.system.ask import Effort, Step, tick
from sprague.system.locks import alone
from sprague.words.digits import shown, to_text
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import Message, join, say

from .guessing import EQUAL, EVEN, PAIR, TWO_OR_THREE
from .parameter import number_in_head

if TYPE_CHECKING:
    from random import Random

#: The most heaps, the largest one, and the most options that may be forbidden.
MOST_HEAPS, LARGEST, MOST_BLOCKED = 4, 1000, 8


class Blocked(NamedTuple):
    """Heaps, and the options that are forbidden now, in ascending order."""

    heaps: Heaps
    forbidden: tuple[Heaps, ...]


class Blocking(Ruleset):
    """Base of games on heaps in which whoever has moved may forbid up to k of the options for the next move. Subclasses
    define :meth:`leaves`, :meth:`leads`, :meth:`count` and :meth:`taking_words`."""

    source = "H. Smith, P. Stanica, Comply/constrain games or games with a Muller twist, Integers 2 (2002)"
    notation: ClassVar[Message] = say(
        "heaps, and behind a colon the options that are forbidden, separated by /, such as 2,3:1,3/2,1"
    )
    k: int
    #: Whether the order of the heaps does not matter.
    any_order: bool = False
    fewest: int = 1
    most: int = MOST_HEAPS
    largest: int | None = LARGEST

    def leaves(self, heaps: Heaps) -> Iterable[Heaps]:
        """Yields the heaps that each take leaves, each tuple once, in a fixed order."""
        raise NotImplementedError

    def leads(self, heaps: Heaps, after: Heaps) -> bool:
        """Returns whether a take from ``heaps`` leaves ``after``."""
        raise NotImplementedError

    def count(self, heaps: Heaps) -> int:
        """Returns the number of takes from ``heaps``."""
        raise NotImplementedError

    def take_words(self, heaps: Heaps, after: Heaps) -> Message:
        """Describes a take, without what it forbids."""
        raise NotImplementedError

    # States

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        heaps, colon, forbidden = text.partition(":")
        options = forbidden.split("/") if colon else []
        return [
            self._checked(read_heaps(heaps, where), [read_heaps(option, where) for option in options], where)
        ]

    def _checked(self, heaps: Sequence[int], forbidden: Sequence[Sequence[int]], where: str) -> Blocked:
        if not self.fewest <= len(heaps) <= self.most:
            wanted = (
                say("{count} heaps", count=self.most)
                if self.fewest == self.most
                else say("1 to {most} heaps", most=self.most)
            )
            raise expected(wanted, say("{count}", count=len(heaps)), where)
        if self.largest is not None and max(heaps) > self.largest:
            raise TooLargeError(
                say("expected heaps of at most {limit}, got {n}", limit=self.largest, n=max(heaps)),
                where=where,
            )
        whole = tuple(heaps)
        wrong = next(
            (
                each
                for each in forbidden
                if len(each) != len(whole)
                or any(m > n for n, m in zip(whole, each, strict=True))
                or not self.leads(whole, tuple(each))
            ),
            None,
        )
        if wrong is not None:
            raise expected(self.wanted_options, ",".join(map(to_text, wrong)), where)
        blocked = tuple(sorted({tuple(each) for each in forbidden}))
        if len(blocked) > self.k:
            raise RangeError(
                say("expected at most {k} forbidden options, got {count}", k=self.k, count=len(blocked)),
                where=where,
            )
        return Blocked(whole, blocked)

    wanted_options: ClassVar[Message] = say("forbidden options that a take from one heap leaves")

    def write(self, states: Sequence[Blocked]) -> str:
        heaps, forbidden = states[0]
        blocked = "/".join(",".join(map(to_text, each)) for each in forbidden)
        return ",".join(map(to_text, heaps)) + (f":{blocked}" if blocked else "")

    def states(self, *arguments: Any) -> tuple[Ruleset, list[Hashable]]:
        one_position = bool(arguments) and all(hasattr(heap, "__index__") for heap in arguments)
        return super().states(*((arguments,) if one_position else arguments))

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        heaps, forbidden = state if isinstance(state, Blocked) else (state, ())
        if not isinstance(heaps, (tuple, list)):
            raise RangeError(
                say("expected heaps such as {example}, got {got}", example="2,4", got=shown(state)[:80]),
                where=self.head,
            )
        return self._checked([check_heap(n, self.head) for n in heaps], forbidden, self.head)

    def is_empty(self, state: Blocked) -> bool:
        return not any(state.heaps)

    def pieces(self, state: Blocked) -> Option:
        if not self.any_order:
            return super().pieces(state)
        order = sorted(range(len(state.heaps)), key=state.heaps.__getitem__)
        forbidden = sorted(tuple(each[i] for i in order) for each in state.forbidden)
        return (Component(self, Blocked(tuple(state.heaps[i] for i in order), tuple(forbidden))),)

    # Moves

    def takes_allowed(self, state: Blocked) -> Iterator[Heaps]:
        """Yields the heaps to which a permitted take leads."""
        return (heaps for heaps in self.leaves(state.heaps) if heaps not in state.forbidden)

    def forbidding(self, heaps: Heaps, must: Iterable[Heaps] = ()) -> Iterator[tuple[Heaps, ...]]:
        """Yields the sets of options of ``heaps`` that may be forbidden, and that contain those in ``must``; the
        smallest first. No list of all options is made, as they may be too many."""
        wanted = {*must}

        def chosen(size: int, below: int | None) -> Iterator[tuple[Heaps, ...]]:
            if not size:
                yield ()
                return
            others = (option for option in self.leaves(heaps) if option not in wanted)
            for place, option in enumerate(others):
                if place == below:
                    return
                for rest in chosen(size - 1, place):
                    yield (*rest, option)

        for size in range(self.k - len(wanted) + 1):
            for others in chosen(size, None):
                yield tuple(sorted((*wanted, *others)))

    def ways_to_forbid(self, heaps: Heaps, must: int = 0) -> int:
        """Returns how many sets :meth:`forbidding` yields, if ``must`` options are in each."""
        others = self.count(heaps) - must
        return sum(math.comb(others, size) for size in range(self.k - must + 1))

    def successors(self, state: Blocked) -> Iterator[Option]:
        for heaps in self.takes_allowed(state):
            for forbidden in self.forbidding(heaps):
                yield (Component(self, Blocked(heaps, forbidden)),)

    def option_count(self, state: Blocked) -> int:
        return sum(map(self.ways_to_forbid, self.takes_allowed(state)))

    def allows(self, state: Blocked, option: Option) -> bool:
        heaps, forbidden = self._state_after(state, option)
        return (
            len(heaps) == len(state.heaps)
            and all(m <= n for n, m in zip(state.heaps, heaps, strict=True))
            and self.leads(state.heaps, heaps)
            and heaps not in state.forbidden
            and len(forbidden) <= self.k
        )

    def _state_after(self, state: Blocked, option: Option) -> Blocked:
        """Returns what a move leaves; empty heaps may be left out of a position."""
        after: Any = option[0].state if len(option) == 1 and option[0].ruleset == self else None
        return after if isinstance(after, Blocked) else Blocked((0,) * len(state.heaps), ())

    # Words and pictures

    def describe(self, state: Blocked, option: Option) -> Message:
        heaps, forbidden = self._state_after(state, option)
        if not self.allows(state, option):
            return super().describe(state, option)
        take = self.take_words(state.heaps, heaps)
        if not forbidden:
            return take
        blocked = [
            join(
                [
                    say("{k} from heap {i}", k=k - m, i=place)
                    for place, (k, m) in enumerate(zip(heaps, each, strict=True), 1)
                    if k != m
                ],
                say(" and "),
            )
            for each in forbidden
        ]
        return say("{take} and forbid taking {options}", take=take, options=join(blocked, say("; ")))

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(2, 5)},{dice.randint(2, 5)}"

    def draw(self, state: Blocked) -> Drawing:
        """Draws the heaps. A cross lies on the lowest counter of each take that is forbidden."""
        from sprague.pictures.heaps import draw_heaps

        drawing = draw_heaps(state.heaps, self.term([state]))
        lowest = {
            f"h{i}c{m}"
            for option in state.forbidden
            for i, (n, m) in enumerate(zip(state.heaps, option, strict=True))
            if n != m
        }
        crosses = tuple(
            Shape("text", shape.x, shape.y, 0.9, 0.9, "blocked", "", "✕")
            for shape in drawing.shapes
            if shape.kind == "circle" and shape.name in lowest
        )
        return replace(drawing, shapes=(*drawing.shapes, *crosses))

    def marks(self, state: Blocked, option: Option) -> tuple[str, ...]:
        from sprague.pictures.heaps import mark_heaps

        return mark_heaps(state.heaps, self._state_after(state, option).heaps)


class BlockingNim(Blocking):
    """Nim with blocking: the player who has moved may forbid up to k of the options for the next move.

    >>> import sprague as sg
    >>> sg.parse("blocking-nim[k=1] 3").outcome, sg.parse("blocking-nim[k=1] 1,1,1").outcome
    ('N', 'P')
    >>> sg.parse("blocking-nim[k=1] 1:0").moves()
    []
    """

    name = "blocking-nim"
    title = say("Blocking Nim")
    example = "blocking-nim[k=1] 2,4"
    engine = "blocking-nim"
    any_order = True
    lesson = Lesson(
        ladder=("2,2", "-1,1,1", "2,3", "-2,2,2", "2,4", "3,3"),
        shelves=TWO_OR_THREE,
        guesses=(EQUAL, PAIR, EVEN),
    )

    def __init__(self, k: int) -> None:
        self.k = k
        self.rule = say(
            "Take any number from one heap, unless this was forbidden. Then you may forbid moves of the other player, "
            "at most {k}.",
            k=k,
        )

    @property
    def head(self) -> str:
        return f"{self.name}[k={to_text(self.k)}]"

    def leaves(self, heaps: Heaps) -> Iterator[Heaps]:
        return take_from_one(heaps)

    def leads(self, heaps: Heaps, after: Heaps) -> bool:
        return sum(n != m for n, m in zip(heaps, after, strict=True)) == 1

    def count(self, heaps: Heaps) -> int:
        return sum(heaps)

    def take_words(self, heaps: Heaps, after: Heaps) -> Message:
        i, n, m = next((i, n, m) for i, (n, m) in enumerate(zip(heaps, after, strict=True), 1) if n != m)
        return say("take {k} from heap {i}", k=n - m, i=i)


class BlockingEngine(PiecesEngine):
    """Finds the winner from the heaps alone: it is best to forbid options that are lost for the other player. So, after
    the best choice, heaps are lost for the player to move if at most k of their options are lost. Values come from the
    definition on heaps with all choices of forbidden options."""

    ruleset: Blocking

    def __init__(self, ruleset: Ruleset, engines: Any) -> None:
        super().__init__(ruleset, engines)
        self._lost: dict[Heaps, bool] = {}

    def effort(self, state: Blocked, question: Question = "value") -> Effort:
        if question == "value":
            return super().effort(state, question)
        heaps = math.prod(n + 1 for n in state.heaps)
        return Effort(heaps, 200 * heaps, 2e-7 * heaps * (1 + sum(state.heaps)))

    @alone
    def _can_lose(self, heaps: Heaps) -> bool:
        """Returns whether these heaps are lost for the player to move, after the best choice of forbidden options."""
        top = self._key(heaps)
        if top in self._lost:
            return self._lost[top]
        below = _below(top) if self.ruleset.any_order else product(*(range(n + 1) for n in top))
        for each in below:
            tick(lambda: Step(say("positions"), len(self._lost)))
            lost = 0
            for option in self.ruleset.leaves(each):
                lost += self._lost[self._key(option)]
                if lost > self.ruleset.k:
                    break
            self._lost[each] = lost <= self.ruleset.k
        return self._lost[top]

    def _key(self, heaps: Heaps) -> Heaps:
        return tuple(sorted(heaps)) if self.ruleset.any_order else heaps

    def _lost_options(self, heaps: Heaps) -> Iterable[Heaps]:
        """Returns the options of ``heaps`` that are lost after the best choice of forbidden options."""
        return filter(self._can_lose, self.ruleset.leaves(heaps))

    def is_zero(self, state: Blocked) -> bool:
        return all(option in state.forbidden for option in self._lost_options(state.heaps))

    def evidence(self, state: Blocked, valued: bool) -> Evidence:
        if valued:
            return COMPUTED
        return Evidence(
            "computed", say("every position counts how many of its options are lost, by exhaustion")
        )

    def replies(self, state: Blocked, target: int) -> Lazy[Option]:
        if target:
            return super().replies(state, target)
        return Lazy(lambda: self._winning(state), lambda: self._winning_count(state))

    def _winning(self, state: Blocked) -> Iterator[Option]:
        for heaps in self._lost_options(state.heaps):
            if heaps not in state.forbidden:
                for forbidden in self.ruleset.forbidding(heaps, self._lost_options(heaps)):
                    yield (Component(self.ruleset, Blocked(heaps, forbidden)),)

    def _winning_count(self, state: Blocked) -> int:
        return sum(
            self.ruleset.ways_to_forbid(heaps, sum(1 for _ in self._lost_options(heaps)))
            for heaps in self._lost_options(state.heaps)
            if heaps not in state.forbidden
        )


def _below(heaps: Heaps, least: int = 0) -> Iterator[Heaps]:
    """Yields the tuples in ascending order, each within the next larger one, that fit under ``heaps``.

    >>> list(_below((1, 2)))
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
    """
    if not heaps:
        yield ()
        return
    for first in range(least, heaps[0] + 1):
        for rest in _below(heaps[1:], first):
            yield (first, *rest)


def blocking_from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``blocking-nim[k=…]``."""
    return BlockingNim(number_in_head(word, parameters, "k", MOST_BLOCKED))
