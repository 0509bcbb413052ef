"""Learns the automaton of a set of pairs of numbers. A table answers questions about membership, and a comparison or a
proof shows where the guess is wrong.

This is Angluin's algorithm (1987) with the counterexamples of R. Rivest and R. Schapire (1993). Rows are words, columns
are endings, and two words lead to one state as long as no ending separates them. Bisection turns a counterexample into
one more ending and at least one more state.
"""

from __future__ import annotations

import functools
from array import array
from typing import Any, NamedTuple

from numpy.typing import NDArray

from sprague.system.arrays import np
from sprague.system.ask import Step, tick
from sprague.system.native import Kernel
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .automata.dfa import AND, Automaton, everything, joined, zeros
from .automata.numeration import System
from .table import Table

#: The size of the first box in which a guess is compared with the table, and the factor to the next.
_FIRST_BOX, _STEP = 16, 4


_mismatch = Kernel(
    "two_heaps_mismatch", "const int32[]", "const uint8[]", "int", "int", "const int8[]", "const int64[]",
    "const uint64[]", "const uint64[]", "int", "int", "int", "int64[]", "int64[]",
)  # fmt: skip


class _Words(NamedTuple):
    """Many words over pairs of digits at once: their values as combinations of weights, by track (words by tracks by
    degree), and the state of validity of each track (-1: not valid)."""

    worth: NDArray[np.int64]
    valid: NDArray[np.int64]


#: Numbers beyond this lie in no table.
_FAR = 2.0**40

#: The most endings, and an odd number: answers are weighted by its powers, so that a row is one 64-bit number.
_MOST_ENDINGS, _ODD = 4096, 0x9E3779B97F4A7C15


@functools.cache
def _marks() -> NDArray[np.uint64]:
    marks = [pow(_ODD, i + 1, 1 << 64) ^ (pow(_ODD, 2 * i + 3, 1 << 64) >> 29) for i in range(_MOST_ENDINGS)]
    return np.array(marks, np.uint64)


class Learner:
    """Learns an automaton, in one system, for the set of P-positions of one rule."""

    def __init__(self, system: System, table: Table, limit: int = 200) -> None:
        self.system = system
        self.table = table
        self.limit = limit
        #: Whether the table was too small for a question, which was then answered with "no".
        self.beyond = False
        self._line = np.array([*reversed(system.before[1:]), *system.weights(60)], np.float64)
        self._step = np.array([(*row,) for row in system.step], np.int64)
        self._turn = np.array(system.turn, np.int64)
        degree = system.degree
        # The words asked about. A number identifies the row of each (0: all answers are "no").
        self._count = 1
        self._words = _Words(np.zeros((1, 2, degree), np.int64), np.zeros((1, 2), np.int64))
        self._rows = np.zeros(1, np.uint64)
        self._member = np.zeros(1, np.int8)
        # The endings: the weights of the digits before them, their values, and the states from which they are valid.
        self._endings = 0
        self._scales = np.zeros((0, degree))
        self._tails = np.zeros((0, 2))
        self._open = np.zeros((0, 2, len(system.step)), bool)
        #: The words that are states (as indices of rows), and for each the indices of its extensions by one letter.
        self._access: list[int] = [0]
        self._behind: list[NDArray[np.int64]] = []
        self._add_ending(np.zeros((0, 2), np.int64))
        self._extend(0)

    # The rows

    def _part(self, start: int, stop: int) -> _Words:
        return _Words(self._words.worth[start:stop], self._words.valid[start:stop])

    def _longer(self, words: _Words, letters: NDArray[np.int64]) -> _Words:
        """Returns the words with one more letter each (arrays of pairs of digits)."""
        valid = np.where(words.valid < 0, -1, self._step[words.valid, letters])
        # In a system whose digits run in turns, validity counts the turns: states 2 r and 2 r + 1 (see ostrowski).
        phase = (
            np.maximum(words.valid[:, 0], 0) // 2 if len(self._turn) > 1 else np.zeros(len(valid), np.int64)
        )
        head = words.worth[:, :, :1]
        rest = np.concatenate((words.worth[:, :, 1:], np.zeros_like(head)), axis=2)
        worth = rest + head * self._turn[phase][:, None, :]
        worth[:, :, 0] += letters
        return _Words(worth, valid)

    def _extend(self, place: int) -> None:
        """Adds the rows of a state's words with one more letter."""
        d = self.system.digits
        codes = np.arange(d * d)
        letters = np.stack((codes // d, codes % d), axis=1)
        one = self._part(place, place + 1)
        longer = self._longer(
            _Words(np.repeat(one.worth, d * d, axis=0), np.repeat(one.valid, d * d, axis=0)), letters
        )
        good = (longer.valid >= 0).all(axis=1)
        fresh = _Words(longer.worth[good], longer.valid[good])
        start, stop = self._count, self._count + int(good.sum())
        if stop > len(self._rows):
            room = 2 * stop
            old = self._words
            self._words = _Words(
                np.zeros((room, *old.worth.shape[1:]), np.int64), np.zeros((room, 2), np.int64)
            )
            self._words.worth[:start], self._words.valid[:start] = old.worth[:start], old.valid[:start]
            self._rows = np.concatenate((self._rows[:start], np.zeros(room - start, np.uint64)))
            self._member = np.concatenate((self._member[:start], np.zeros(room - start, np.int8)))
        self._words.worth[start:stop], self._words.valid[start:stop] = fresh
        answers = self._asked(fresh, 0, self._endings)
        self._rows[start:stop] = answers.astype(np.uint64) @ _marks()[: self._endings]
        self._member[start:stop] = answers[:, 0]
        self._count = stop
        places = np.full(d * d, -1, np.int64)
        places[good] = np.arange(start, stop)
        self._behind.append(places)

    def _ending(self, ending: NDArray[np.int64]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Returns the row of scales, of tails, and of states from which an ending is valid."""
        length, degree = len(ending), self.system.degree
        weights = self._line[degree - 1 : degree - 1 + length][::-1]
        open_to = np.ones((2, len(self._step)), bool)
        for track in (0, 1):
            states = np.arange(len(self._step))
            for digit in ending[:, track]:
                states = np.where(states < 0, -1, self._step[states, digit])
            open_to[track] = (states >= 0) & np.array(self.system.ends)[states]
        return self._line[degree - 1 + length - np.arange(degree)], weights @ ending, open_to

    def _add_ending(self, ending: NDArray[np.int64]) -> None:
        scales, tails, open_to = self._ending(ending)
        self._scales = np.concatenate((self._scales, scales[None]))
        self._tails = np.concatenate((self._tails, np.asarray(tails, np.float64).reshape(1, 2)))
        self._open = np.concatenate((self._open, open_to[None]))
        self._endings += 1
        answers = self._asked(self._part(0, self._count), self._endings - 1, self._endings)[:, 0]
        self._rows[: self._count] += answers.astype(np.uint64) * _marks()[self._endings - 1]
        if self._endings == 1:
            self._member[: self._count] = answers

    def _asked(self, words: _Words, first: int, last: int) -> NDArray[np.int8]:
        """Returns whether each word followed by each ending is in the set (words by endings)."""
        return self._answers(words, self._scales[first:last], self._tails[first:last], self._open[first:last])

    def _answers(
        self, words: _Words, scales: NDArray[Any], tails: NDArray[Any], open_to: NDArray[np.bool_]
    ) -> NDArray[np.int8]:
        outcomes = np.zeros((len(words.valid), len(scales)), np.int8)
        good = (open_to[:, 0, words.valid[:, 0]] & open_to[:, 1, words.valid[:, 1]]).T
        numbers = np.minimum(words.worth @ scales.T + tails.T, _FAR).astype(np.int64)
        xs, ys = numbers[:, 0][good], numbers[:, 1][good]
        if not len(xs):
            return outcomes
        table = self.table
        if table.far is None and (xs.max() >= table.rows or ys.max() >= table.columns):
            self._see(xs, ys)
        answers = table.outcome(xs, ys)
        if (answers == 2).any():
            self.beyond = True
            answers[answers == 2] = 0
        outcomes[good] = answers
        return outcomes

    def _see(self, xs: NDArray[np.int64], ys: NDArray[np.int64]) -> None:
        """Grows the table to hold these cells, as far as it may grow."""
        table = self.table
        near = (xs < table.most) & (ys < table.most * table.wide)
        if near.any():
            table.reach(int(xs[near].max()), int(ys[near].max()))

    def _close(self) -> None:
        """Makes a state for every new row. Rows with only "no" are the dead state."""
        while True:
            rows = {int(self._rows[place]) for place in self._access}
            rows.add(0)
            fresh = []
            for place, row in enumerate(self._rows[: self._count].tolist()):
                if row not in rows:
                    rows.add(row)
                    fresh.append(place)
            if not fresh:
                return
            for place in fresh:
                if len(self._access) >= self.limit:
                    raise TooLargeError(
                        say(
                            "more than {count} states are needed in {system}",
                            count=self.limit,
                            system=self.system.name,
                        )
                    )
                self._access.append(place)
                self._extend(place)

    # The guess

    def guess(self) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Returns the automaton of the current answers: state 1 + i is the word ``_access[i]``."""
        places = np.array(self._behind)
        numbers = {0: 0}
        for i, place in enumerate(self._access):
            numbers.setdefault(int(self._rows[place]), i + 1)
        rows, where = np.unique(self._rows[: self._count], return_inverse=True)
        states = np.array([numbers[row] for row in rows.tolist()], np.int32)[where.reshape(-1)]
        delta = np.zeros((len(places) + 1, places.shape[1]), np.int32)
        delta[1:] = np.where(places < 0, 0, states[places])
        accept = np.concatenate((np.zeros(1, np.uint8), self._member[self._access].astype(np.uint8)))
        return delta, accept

    def automaton(self) -> Automaton:
        """Returns the guess, for valid words. It may accept invalid words too, because only endings separate states."""
        delta, accept = self.guess()
        tracks = ("x", "y")
        raw = Automaton(self.system, tracks, array("i", delta.tobytes()), array("B", accept.tobytes()), 1)
        return joined(raw, everything(self.system, tracks), AND)

    def correct(self, cell: tuple[int, int], length: int) -> bool:
        """Learns from a cell at which the guess is wrong when the cell is written in ``length`` digits (leading zeros
        may mislead the guess where digits run in turns). Returns False if nothing could be learned from it."""
        words = [self.system.word(n, length) for n in cell]
        letters = np.array(words, np.int64).T.reshape(-1, 2)
        delta, _ = self.guess()
        states = [1]
        for x, y in letters:
            states.append(int(delta[states[-1], x * self.system.digits + y]))

        def answer(i: int) -> int:
            """Returns whether the word is in the set after its first ``i`` letters are replaced by those of their
            state."""
            if states[i] == 0:
                return 0
            place = self._access[states[i] - 1]
            scales, tails, open_to = self._ending(letters[i:])
            one = self._part(place, place + 1)
            return int(self._answers(one, scales[None], tails[None].astype(np.float64), open_to[None])[0, 0])

        low, high = 0, length
        first, last = answer(0), answer(length)
        if first == last:
            return False
        while high - low > 1:
            middle = (low + high) // 2
            if answer(middle) == first:
                low = middle
            else:
                high = middle
        if self._endings == _MOST_ENDINGS:
            return False
        before = len(self._access)
        self._add_ending(letters[high:])
        self._close()
        return len(self._access) > before

    def wrong(self, size: int) -> tuple[tuple[int, int], int] | None:
        """Returns a cell of the table, with heaps below ``size``, at which the guess differs, and the number of digits
        in which the cell is written. The search runs from small boxes to large, and along lines beyond the table if
        they are followed."""
        guess = self.automaton()
        cell = np.zeros(2, np.int64)
        box = _FIRST_BOX
        while True:
            box = min(box, size)
            if self.table.far is not None and box > self.table.rows:
                return self.table.far.mismatch(guess, size)
            limit_x, limit_y = min(box, self.table.rows), min(box * self.table.wide, self.table.columns)
            numbers, weights = _digits(self.system, max(limit_x, limit_y))
            bits, unknown = self.table.bits, self.table.unknown
            stack = zeros("q", 4 * len(weights) + 4)
            if _mismatch(
                guess.delta, guess.accept, guess.start, self.system.digits, numbers, weights,
                bits, unknown, bits.shape[1], limit_x, limit_y, stack, cell,
            ):  # fmt: skip
                return (int(cell[0]), int(cell[1])), len(weights)
            if box == size:
                return None
            box *= _STEP

    def fit(self, size: int) -> bool:
        """Learns until the guess agrees with the table on heaps below ``size``. Returns False if it cannot be made to
        agree. Raises TooLargeError beyond the limit of states."""
        self.table.grow(size)
        self._close()  # a smaller limit may have stopped it
        while True:
            tick(
                lambda: Step(
                    say("states of an automaton in {system}", system=self.system.name), len(self._access)
                )
            )
            wrong = self.wrong(size)
            if wrong is None:
                return True
            if not self.correct(*wrong):
                return False


@functools.lru_cache(maxsize=64)
def _digits(system: System, below: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Returns the digits of all numbers below ``below``, the highest first, and the weights in that order."""
    length = system.length(max(below - 1, 1))
    weights = np.array(system.weights(length)[::-1], np.int64)
    rest = np.arange(below)
    digits = np.zeros((below, length), np.int8)
    for i, weight in enumerate(weights):
        digits[:, i], rest = np.divmod(rest, weight)
    return digits, weights
