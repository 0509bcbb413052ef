"""The search for the laws of a user's rule: a table by the definition, named laws and learned automata that fit it, and
proofs from the rule as it is read. A failed proof shows where a guess is wrong, or where the rule is read too coarsely.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import Message, say

from ..automata.dfa import Automaton, bounded
from ..automata.numeration import system as numeration
from ..automata.sets import OtherSystemError
from ..reading.rule import Read, compared, read_rule
from ..reading.source import UnreadableError
from ..reading.statements import BEFORE
from .blocks import learn_blocks
from .candidates import period_of
from .cubes import cubes
from .law import Law
from .learner import NotLearnedError, Output, learn
from .retest import contradicted

#: The numerations tried on one heap, two and three, and the most states of an automaton that is learned.
SYSTEMS = {
    1: ("2", "3", "10", "4", "5", "6", "zeckendorf", "7", "8", "9", "12", "pell", "tribonacci"),
    2: ("2", "3", "4", "6", "zeckendorf", "5", "10", "pell"),
    3: ("2", "3", "zeckendorf", "4"),
}
MOST_STATES = 60

#: The most states of an automaton that is learned from the blocks of a cube.
MOST_OF_CUBE = 200

#: The numerations in which values are learned as numbers or as exponents.
_NUMBERS, _POWERS, _BASES = ("2", "3", "4"), ("2",), ("2", "3", "4", "5", "10")

#: Values up to this are learned as a few, larger ones as numbers.
MOST_VALUE = 16

#: The most states on the way of a proof, and how often a counterexample goes back to the learner.
ON_THE_WAY, CORRECTIONS = 60_000, 6

#: The heaps on which a formula is compared with the rule.
COMPARED = {1: 40, 2: 12, 3: 6}

Options = Callable[[tuple[int, ...]], Iterable[tuple[tuple[int, ...], ...]]]


@dataclass
class Rule:
    """A user's rule in the form for the search: its function, how it takes its heaps, and the options of a position."""

    function: Any
    heaps: int
    spread: bool
    options: Options

    def listed(self, state: tuple[int, ...]) -> Any:
        """Returns what the function lists for a position of several heaps, unchecked."""
        return self.function(*state) if self.spread else self.function(state)


@dataclass
class Laws:
    """The proved laws: of the values, or of the outcomes. ``unread`` says why nothing could be proved,
    with the line; ``failed`` holds the laws whose proof failed, with the reason."""

    values: Law | None = None
    outcomes: Law | None = None
    unread: Message | None = None
    cut: Message | None = None
    failed: list[tuple[Law, Message]] = field(default_factory=list)

    @property
    def proved(self) -> list[Law]:
        """The laws of the outcomes and of the values. A law of the values makes that of the outcomes unnecessary."""
        return [law for law in (self.values, self.outcomes) if law is not None]

    def with_law(self, law: Law) -> Laws:
        """Returns the same with one more proved law."""
        return replace(self, values=law) if law.valued else replace(self, outcomes=law)


class Search:
    """Looks for laws in a table, which has the values of all positions with heaps below its sides. Without a table it
    only reads the rule."""

    def __init__(self, rule: Rule, table: NDArray[np.int64] | None = None) -> None:
        self.rule = rule
        self.table = np.zeros((0,) * rule.heaps, np.int64) if table is None else table
        self.found = Laws()
        self._reads: dict[tuple[str, bool], Read | None] = {}
        self._others: tuple[str, ...] = ()

    def run(self, outcomes: bool = True) -> Laws:
        """Returns the laws: of the values, or else of the ``outcomes``. If a bound ends the search, it returns the laws
        so far."""
        try:
            self._values()
            if outcomes and self.found.values is None:
                self._outcomes()
        except BudgetError as error:
            self.found.cut = error.message
        return self.found

    # The rule as read

    def read(self, system: str, light: bool = False) -> Read | None:
        """Returns the rule as read for a numeration, if possible, after a comparison with the rule on small heaps. If
        the full facts about divisors make automata too large, it uses the light ones."""
        key = (system, light)
        if key not in self._reads and self.found.unread is None:
            self._reads[key] = None
            try:
                read = read_rule(self.rule.function, self.rule.heaps, self.rule.spread, system, light)
                wrong = bounded(ON_THE_WAY, compared, read, self.rule.options, COMPARED[self.rule.heaps])
            except OtherSystemError as error:
                self._others = error.systems
            except UnreadableError as error:
                self.found.unread = error.message
            except BudgetError:
                raise
            except TooLargeError:
                if not light:
                    self._reads[key] = self.read(system, light=True)
            else:
                if wrong is None:
                    self._reads[key] = read
                else:  # a fault of the reader: nothing is claimed from it
                    self.found.unread = say("the formula differs from the rule at {place}", place=str(wrong))
        return self._reads.get(key)

    def systems(self) -> tuple[str, ...]:
        """Returns the numerations, beginning with those in which the rule can be read."""
        usual = SYSTEMS[self.rule.heaps]
        self.read(usual[0])
        return tuple(dict.fromkeys((*(s for s in self._others if s in usual), *usual)))

    # Values, then outcomes

    def _values(self) -> None:
        table = self.table
        if table.ndim == 1:
            law = period_of(table, self.systems()[0])
            if law is not None:
                law = self._decided(replace(law, tested=len(table)))
                if law.proved:
                    self.found.values = law
                    return
        if int(table.max()) <= MOST_VALUE:
            self._learned("values", table, lambda output: sets_of(output, table.ndim))
        if self.found.values is None:
            self._numbers()

    def _outcomes(self) -> None:
        lost = (self.table != 0).astype(np.int64)
        if lost.ndim == 3:
            self._outcomes_of_cubes(lost)
            return
        self._learned("outcome", lost, lambda output: sets_of(output, lost.ndim))

    def _decided(self, law: Law) -> Law:
        """Returns the law with the verdict about it, if there is one."""
        read = self.read(law.system.name, law.kind == "powers")
        if read is None:
            return law
        try:
            decided = bounded(ON_THE_WAY, law.decided, read)
        except BudgetError:
            raise
        except TooLargeError as error:
            self.found.failed.append((law, error.message))
            return law
        if decided.verdict is not None and decided.verdict.failure is not None:
            self.found.failed.append((decided, decided.verdict.failure))
        if decided.proved and not read.exact:
            wrong = contradicted(decided, self.rule.options)
            if wrong is not None:  # a fault of the reader: nothing is claimed from it
                self.found.unread = say("the formula differs from the rule at {place}", place=str(wrong))
                return law
        return replace(decided, compared=COMPARED[law.heaps])

    # Learned automata

    def _learned(self, kind: Any, table: NDArray[np.int64], sets: Callable[[Output], Any]) -> None:
        """Learns in each numeration until a law is proved."""
        attribute = "outcomes" if kind == "outcome" else "values"
        for name in self.systems():
            law = self._fitted(kind, name, table, sets)
            if law is not None and law.proved:
                setattr(self.found, attribute, law)
                return

    def _outcomes_of_cubes(self, small: NDArray[Any]) -> None:
        """Learns the outcomes of three heaps from larger and larger cubes, until a law is proved. What is learned from
        a part of a cube must hold in the rest; only in the largest cube nothing is kept back in the end."""
        systems, largest = self.systems(), small
        if self.found.unread is not None:
            return
        for cube in itertools.chain((small,), cubes(self.rule.options, self.rule.listed, small)):
            largest = cube
            if any(self._of_cube(cube, name, len(cube) * 3 // 4) for name in systems):
                return
        any(self._of_cube(largest, name, len(largest)) for name in systems)

    def _of_cube(self, cube: NDArray[Any], name: str, first: int) -> bool:
        """Returns whether a law was proved that was learned from the heaps below ``first``."""
        try:
            output = learn_blocks(numeration(name), cube[(slice(0, first),) * cube.ndim], MOST_OF_CUBE)
        except NotLearnedError:
            return False
        small = self.table != 0
        if (output.table(small.shape) != small).any() or not output.holds_in(cube):
            return False
        sets = sets_of(output, cube.ndim)
        law = self._decided(Law(self.rule.heaps, "outcome", numeration(name), sets, tested=len(small)))
        if law.proved:
            self.found.outcomes = law
        return law.proved

    def _fitted(
        self, kind: Any, name: str, table: NDArray[np.int64], sets: Callable[[Output], Any]
    ) -> Law | None:
        """Returns the law of a learned automaton. Counterexamples of failed proofs go back to the learner."""
        first = max(-(-max(table.shape) // 4), 4)
        law = None
        for _ in range(CORRECTIONS):
            try:
                output = learn(numeration(name), table, first, MOST_STATES)
            except NotLearnedError:
                return law
            except TooLargeError as error:
                if isinstance(error, BudgetError):
                    raise
                return law
            fits = bool((output.table(table.shape) == table).all())
            if not fits:
                first = min(2 * first, max(table.shape))
                if first == max(table.shape):
                    return law
                continue
            tested = min(self.table.shape)
            law = self._decided(Law(self.rule.heaps, kind, numeration(name), sets(output), tested=tested))
            if law.proved or law.verdict is None or law.verdict.place is None:
                return law
            beyond = max(law.verdict.place, default=0)
            if beyond < first or beyond >= max(table.shape):
                return law
            first = beyond + 1
        return law

    def _numbers(self) -> None:
        """Values as numbers, as exponents of 2, or by their places among the odious numbers, beside the heaps."""
        if self.table.ndim > 2:
            return
        side = 256 if self.table.ndim == 1 else 40
        near = self.table[tuple(slice(0, side) for _ in range(self.table.ndim))]
        for kind, names in (("powers", _POWERS), ("odious", _BASES), ("relation", _NUMBERS)):
            for name in names:
                pairs = _pairs(near, kind, int(name))
                if pairs is None:
                    continue
                law = self._fitted(
                    kind, name, pairs, lambda output: {0: output.sets((*BEFORE[: near.ndim], "w"))[1]}
                )
                if law is not None and law.proved:
                    self.found.values = replace(law, tested=min(near.shape))
                    return


def sets_of(output: Output, heaps: int) -> dict[int, Automaton]:
    """Returns the positions of each output of a learned automaton."""
    return output.sets(BEFORE[:heaps])


def _pairs(table: NDArray[np.int64], kind: str, base: int) -> NDArray[np.int64] | None:
    """Returns the table of whether w is the value of a position, or 2 to that power, or the base to the power of its
    place among the odious numbers, with room for the next digits of w."""
    most = int(table.max())
    if kind == "odious":
        distinct = np.unique(table).tolist()
        if table.ndim > 1 or len(distinct) < 4 or not all(v.bit_count() % 2 for v in distinct if v):
            return None
        table = np.where(table > 0, base ** (table // 2), 0)
        most = int(table.max())
        if most > base * base * len(table):  # more places than digits
            return None
    if kind == "powers":
        if table.ndim > 1 or most > 10 or len(np.unique(table)) < 5:
            return None
        table = 2**table
        most = int(table.max())
    elif kind == "relation" and most >= 4 * max(table.shape):
        return None
    room = base
    while room <= most:
        room *= base
    room = max(room * base, *table.shape)
    pairs = np.zeros((*table.shape, room), np.int64)
    np.put_along_axis(pairs, table[..., None], 1, axis=-1)
    return pairs
