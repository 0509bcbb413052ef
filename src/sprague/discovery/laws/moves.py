"""The moves of a rule as read that lead to a value by a law, listed and counted at any size."""

from __future__ import annotations

from collections.abc import Iterator

from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from ..automata.decide import automaton
from ..automata.dfa import Automaton, both, either, reordered
from ..automata.formula import And, Exists, Formula, Linear, Within
from ..automata.sets import named_set
from ..reading.rule import tracks
from ..reading.statements import AFTER
from ..winning import count_images, images
from .law import Law, odious

#: What a move leaves: each part as a tuple of heaps.
Parts = tuple[tuple[int, ...], ...]

#: The greatest exponent that is sought by its power.
MOST_POWER = 10_000


class MovesTo:
    """The moves to positions of value ``target``, by a law that was proved. They are those that the formula is sure of:
    all of them, if the rule was read exactly, with the parts in the order of the rule. No heap has more digits than
    ``digits``."""

    def __init__(self, law: Law, target: int, digits: int) -> None:
        assert law.read is not None
        self.law, self._read = law, law.read
        self._by_parts: dict[int, Automaton] = {}
        for parts, relation in law.sure_moves.items():
            if parts == 0:
                if target == 0:
                    self._by_parts[0] = relation
            elif (goal := _goal(law, parts, target, digits)) is not None:
                self._by_parts[parts] = reordered(
                    both(relation, goal), tracks(law.heaps, parts, self._read.quotients)
                )

    def listed(self, state: tuple[int, ...]) -> Iterator[Parts]:
        """Yields the option of each of the moves from ``state``."""
        heaps, numbers = self.law.heaps, self._read.given_at(state)
        for parts, moves in self._by_parts.items():
            if parts == 0:
                if numbers in moves:
                    yield ()
            else:
                for after in images(moves, numbers, self._read.given):
                    yield tuple(after[i : i + heaps] for i in range(0, parts * heaps, heaps))

    def count(self, state: tuple[int, ...]) -> int:
        """Returns the number of moves, without listing them."""
        numbers, names = self._read.given_at(state), self._read.given
        return sum(
            int(numbers in moves) if parts == 0 else count_images(moves, numbers, names)
            for parts, moves in self._by_parts.items()
        )


def has_move(law: Law, state: tuple[int, ...]) -> bool:
    """Returns whether a move from ``state`` is certain by the formula."""
    assert law.read is not None
    numbers, names = law.read.given_at(state), law.read.given
    return any(
        numbers in relation if parts == 0 else any(True for _ in images(relation, numbers, names))
        for parts, relation in law.sure_moves.items()
    )


def _goal(law: Law, parts: int, target: int, digits: int) -> Automaton | None:
    """Returns the one or two parts whose value is ``target``, or None if there are none."""
    first, second = (names[: law.heaps] for names in AFTER[:2])
    if law.kind in ("outcome", "values"):
        if parts == 1:
            return law.sets[target].named(*first) if target in law.sets else None
        pairs = [
            both(each.named(*first), law.sets[value ^ target].named(*second))
            for value, each in law.sets.items()
            if value ^ target in law.sets
        ]
        return either(*pairs) if pairs else None
    if law.kind == "odious":
        return _of_odious(law, parts, target, digits)
    if law.kind == "powers" and target > MOST_POWER:
        raise TooLargeError(say("the moves to positions of value {value} are not listed", value=target))
    number = Linear(("w",), (1,), -(target if law.kind == "relation" else 1 << target), True)
    if parts == 1:
        return automaton(Exists(("w",), And((number, Within((*first, "w"), law.sets[0])))), law.system)
    values = (Within((*first, "p"), law.sets[0]), Within((*second, "q"), law.sets[0]))
    total = Within(("p", "q", "w"), named_set("xor", law.system))
    return automaton(Exists(("p", "q", "w"), And((number, *values, total))), law.system)


def _of_odious(law: Law, parts: int, target: int, digits: int) -> Automaton | None:
    """Does the same for a law whose values are odious numbers and 0. The heaps have at most ``digits`` digits. The
    power for a heap has fewer digits more than it than the automaton has states: among more digits before those of the
    heap a state would recur, so there would be a longer power, too."""
    first, second = (names[: law.heaps] for names in AFTER[:2])
    places = digits + law.sets[0].states

    def worth(part: tuple[str, ...], value: int) -> Formula:
        power = law.system.digits ** (value // 2) if value else 0
        number = Linear(("w",), (1,), -power, True)
        return Exists(("w",), And((number, Within((*part, "w"), law.sets[0]))))

    def among(value: int) -> bool:  # a power with more digits belongs to no heap
        return not value or (value.bit_count() % 2 == 1 and value // 2 < places)

    if parts == 1:
        return automaton(worth(first, target), law.system) if among(target) else None
    if not target:
        same = And((Within((*first, "w"), law.sets[0]), Within((*second, "w"), law.sets[0])))
        return automaton(Exists(("w",), same), law.system)
    values = (0, *map(odious, range(places)))
    pairs = [
        automaton(And((worth(first, value), worth(second, value ^ target))), law.system)
        for value in values
        if among(value ^ target)
    ]
    return either(*pairs) if pairs else None
