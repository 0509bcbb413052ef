"""Learns an automaton with output from a table of values or outcomes, in any numeration, on one to three heaps.

Angluin's algorithm (1987) with the counterexamples of R. Rivest and R. Schapire (1993), as in :mod:`..learn`, which
learns the P-positions of two heaps from tables that grow. Here the table is fixed and has several values: it answers as
long as it is large enough.
"""

from __future__ import annotations

import itertools
from array import array
from typing import Any

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.system.ask import tick

from ..automata.dfa import AND, Automaton, everything, joined, made, zeros
from ..automata.numeration import System

Word = tuple[tuple[int, ...], ...]

#: The output of words that are no numbers.
_NO_NUMBER = -1

#: How many positions of a large table are compared.
SAMPLE = 50_000


class NotLearnedError(Exception):
    """The table is too small for a question, or more states are needed than allowed."""


class Output:
    """An automaton with an output for each word; state 0 is the start. The output is -1 for invalid words."""

    def __init__(self, system: System, heaps: int, delta: NDArray[np.int64], out: NDArray[np.int64]) -> None:
        self.system, self.heaps, self.delta, self.out = system, heaps, delta, out

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.out)

    def table(self, shape: tuple[int, ...]) -> NDArray[np.int64]:
        """Returns the outputs of all heaps below ``shape``."""
        digits, length = self.system.digits, self.system.length(max(max(shape) - 1, 1))
        states = np.zeros(shape, np.int64)
        columns = _columns(self.system, max(shape), length)
        for place in range(length):
            code = np.zeros(shape, np.int64)
            for axis, size in enumerate(shape):
                along = [-1 if axis == other else 1 for other in range(len(shape))]
                code = code * digits + columns[:size, place].reshape(along)
            states = self.delta[states, code]
        return self.out[states]

    def holds_in(self, table: NDArray[Any]) -> bool:
        """Returns whether the outputs are those of a table, at positions that are drawn by chance, the same each
        time."""
        chance = np.random.default_rng(table.ndim)
        places = tuple(chance.integers(0, size, SAMPLE) for size in table.shape)
        length = self.system.length(max(max(table.shape) - 1, 1))
        columns = _columns(self.system, max(table.shape), length)
        states = np.zeros(SAMPLE, np.int64)
        for place in range(length):
            code = np.zeros(SAMPLE, np.int64)
            for numbers in places:
                code = code * self.system.digits + columns[numbers, place]
            states = self.delta[states, code]
        return bool((self.out[states] == table[places]).all())

    def sets(self, tracks: tuple[str, ...]) -> dict[int, Automaton]:
        """Returns the set of the numbers with each output."""
        delta = array("i", [0] * self.delta.shape[1])
        delta.frombytes((self.delta + 1).astype(np.int32).tobytes())
        automata = {}
        for value in sorted(set(self.out.tolist()) - {_NO_NUMBER}):
            accept = zeros("B", len(self.out) + 1)
            for state in np.flatnonzero(self.out == value).tolist():
                accept[state + 1] = 1
            one = made(self.system, tracks, delta, accept, 1)
            automata[int(value)] = joined(one, everything(self.system, tracks), AND)
        return automata


def learn(system: System, table: NDArray[np.int64], first: int, limit: int) -> Output:
    """Returns an automaton of at most ``limit`` states that gives the table where all heaps are below ``first``; the
    rest of the table only answers questions. Raises NotLearnedError if there is none, or the table is too small.

    >>> from ..automata.numeration import system
    >>> learn(system("2"), np.arange(64) % 3, 16, 8).states
    3
    """
    return _Learner(system, table, limit).fit(first)


class _Learner:
    def __init__(self, system: System, table: NDArray[np.int64], limit: int) -> None:
        self.system, self.table, self.limit = system, table, limit
        self.letters = list(itertools.product(range(system.digits), repeat=table.ndim))
        self.endings: list[Word] = [()]
        self.access: list[Word] = [()]
        self._answers: dict[Word, int] = {}

    def answer(self, word: Word) -> int:
        """Returns the output of a word, by the table."""
        if word not in self._answers:
            columns = [tuple(letter[track] for letter in word) for track in range(self.table.ndim)]
            if not all(map(self.system.is_valid, columns)):
                self._answers[word] = _NO_NUMBER
                return _NO_NUMBER
            cell = tuple(map(self.system.number, columns))
            if any(n >= size for n, size in zip(cell, self.table.shape, strict=True)):
                raise NotLearnedError
            self._answers[word] = int(self.table[cell])
        return self._answers[word]

    def guess(self) -> Output:
        """Returns the automaton of the answers so far."""
        rows = {self._row(word): i for i, word in enumerate(self.access)}
        delta = []
        for i in itertools.count():
            if i == len(self.access):
                break
            line = []
            for letter in self.letters:
                word = (*self.access[i], letter)
                row = self._row(word)
                if row not in rows:
                    if len(self.access) >= self.limit:
                        raise NotLearnedError
                    rows[row] = len(self.access)
                    self.access.append(word)
                line.append(rows[row])
            delta.append(line)
        out = np.array([self.answer(word) for word in self.access], np.int64)
        return Output(self.system, self.table.ndim, np.array(delta, np.int64), out)

    def _row(self, word: Word) -> tuple[int, ...]:
        return tuple(self.answer(word + ending) for ending in self.endings)

    def fit(self, first: int) -> Output:
        """Learns until the guess gives the first part of the table."""
        box = tuple(min(first, size) for size in self.table.shape)
        values = self.table[tuple(slice(0, size) for size in box)]
        while True:
            tick()
            guess = self.guess()
            wrong = np.argwhere(guess.table(box) != values)
            if not len(wrong):
                return guess
            self._correct(guess, tuple(wrong[np.argmin(wrong.max(axis=1))].tolist()))

    def _correct(self, guess: Output, cell: tuple[int, ...]) -> None:
        """Adds the ending that separates two words that the guess confuses, by bisection of the word of a cell."""
        length = max(map(self.system.length, cell))
        word: Word = tuple(zip(*(self.system.word(n, length) for n in cell), strict=True))
        states = [0]
        for letter in word:
            code = 0
            for digit in letter:
                code = code * self.system.digits + digit
            states.append(int(guess.delta[states[-1], code]))

        def answer(i: int) -> int:
            return self.answer(self.access[states[i]] + word[i:])

        low, high, first = 0, length, answer(0)
        if first == answer(length):  # leading zeros disagree: no table of numbers
            raise NotLearnedError
        while high - low > 1:
            middle = (low + high) // 2
            if answer(middle) == first:
                low = middle
            else:
                high = middle
        if word[high:] in self.endings:
            raise NotLearnedError
        self.endings.append(word[high:])


def _columns(system: System, below: int, length: int) -> NDArray[np.int64]:
    """Returns the digits of all numbers below a bound, the highest first."""
    rest = np.arange(below)
    digits = np.zeros((below, length), np.int64)
    for i, weight in enumerate(reversed(system.weights(length))):
        digits[:, i], rest = np.divmod(rest, weight)
    return digits
