"""Fibonacci nim: outcomes and winning takes by Zeckendorf at any size, values by a table of steps."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any

from sprague.model.engine import MOMENT, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.lesson import Argument
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.zeckendorf import fibonacci_number, zeckendorf
from sprague.system.ask import Effort, Step, asked, require, tick
from sprague.system.locks import alone
from sprague.words.messages import Message, join, say

from .rules import start

#: A representation with more parts is written with its three smallest parts only.
TOLD_PARTS = 8

#: The heaps of the table of steps between two looks at the budget.
BETWEEN_TICKS = 256

THEOREM = Evidence(
    "theorem",
    say(
        "Whinihan 1963: the smallest part of the Zeckendorf representation decides; "
        "all winning takes: Allen, Ponomarenko 2014"
    ),
)
STEPS = Evidence(
    "computed", say("table of the steps of g(n, q) in q (Larsson, Rubinstein-Salzedo 2016), by exhaustion")
)

ZECKENDORF = (
    say(
        "Every number is in one way a sum of different Fibonacci numbers 1, 2, 3, 5, 8, … no two of which are "
        "neighbours in that list (Zeckendorf)."
    ),
    say(
        "Whoever may take the smallest part takes it. The next part is more than twice as large, so the other side "
        "cannot take that."
    ),
    say(
        "Whoever takes less than the smallest part leaves a rest whose own smallest part is at most twice that take: "
        "the other side can take it."
    ),
    say(
        "So a heap is lost exactly when its smallest part is more than the limit: at the start, when it is a Fibonacci "
        "number."
    ),
)
WHINIHAN = say(
    "This rests on Whinihan's theorem (1963): whoever begins has lost exactly when the number of coins is a "
    "Fibonacci number."
)
WHINIHAN_LIMITED = say(
    "This rests on Whinihan's theorem (1963): whoever is to move has lost exactly when the smallest part of the "
    "number of coins is more than the limit."
)


def is_p(n: int, q: int) -> bool:
    """Returns whether a heap of ``n`` with limit ``q`` is a P-position. It is one if the limit is below the smallest
    part of the Zeckendorf representation of n, or if n is 0 (Whinihan 1963).

    >>> is_p(8, 4), is_p(10, 9), is_p(0, 0)
    (True, False, True)
    """
    return n == 0 or q < fibonacci_number(zeckendorf(n)[0])


def winning_counts(n: int, q: int) -> Iterator[int]:
    """Yields, in rising order, how many of the smallest parts of ``n`` each take of :func:`winning_takes` consists of.

    A sum S of smallest parts wins when it is within the limit and the next part exceeds 2S, or none is left.
    This condition needs no arithmetic. Let F_a be the top part of S = F_a + T. A next part F_(a+3) or above exceeds
    2F_(a+1) > 2S. The part F_(a+2) exceeds 2S if F_(a-1) > 2T. This holds if T = 0 or the top part of T is F_(a-4) or
    below; it does not hold if that part is F_(a-2); and if it is F_(a-3), the question is whether F_((a-3)+2) > 2T,
    which is the same question again.
    """
    parts = zeckendorf(n)
    narrow = True  # whether F_(a+2) > 2S
    for j in range(1, _within(n, q) + 1):
        if j > 1:
            gap = parts[j - 1] - parts[j - 2]
            if gap != 3:
                narrow = gap > 3
        if j == len(parts) or narrow or parts[j] - parts[j - 1] > 2:
            yield j


def _within(n: int, q: int) -> int:
    """Returns how many of the smallest parts of ``n`` together stay within ``q``."""
    parts = zeckendorf(n)
    if q >= n:
        return len(parts)
    if q == n - 1:
        return len(parts) - 1
    limit = zeckendorf(q)
    if not limit:
        return 0
    # Numbers compare as the lists of their parts do, from the top. Only for a sum with the same top part is the answer
    # open.
    j = bisect_right(parts, limit[-1])
    if j and parts[j - 1] == limit[-1] and list(parts[j - 1 :: -1]) > list(limit[::-1]):
        j -= 1
    return j


def winning_takes(n: int, q: int) -> Lazy[int]:
    """Returns every winning take from a heap of ``n`` with limit ``q``, in rising order. These are the sums S <= q of
    the smallest parts of the Zeckendorf representation such that no part is left or the next one exceeds 2S (Allen,
    Ponomarenko, Fibonacci nim and a full characterization of winning moves, Involve 7 (2014)).

    >>> list(winning_takes(10, 9)), list(winning_takes(17, 17))
    ([2], [1, 4, 17])
    """

    def takes() -> Iterator[int]:
        parts = zeckendorf(n)
        total, used = 0, 0
        index, number, following = 2, 1, 2  # F_index and the next
        for number_of_parts in winning_counts(n, q):
            for part in parts[used:number_of_parts]:
                while index < part:
                    index, number, following = index + 1, following, number + following
                total += number
            used = number_of_parts
            yield total

    return Lazy(takes, lambda: sum(1 for _ in winning_counts(n, q)))


def steps(to: int, rows: list[array[int]] | None = None) -> list[array[int]]:
    """Returns, for heaps n = 0..``to``, the limits at which g(n, q) steps up: entry v is the least q with g(n, q) > v.
    If an empty list ``rows`` is given, it takes the rows one by one.

    g(n, q) is the mex of g(n - k, 2k) for 1 <= k <= q, so it never falls as q grows, and entry v is the largest,
    over u <= v, of the least takes k that leave value u. A heap m is left with value u exactly by takes k
    from an interval, that is from an interval of heaps m + k: of the intervals of value u over n, the one of
    the largest m has the least k. They wait in one queue for each u.

    >>> [list(row) for row in steps(5)]
    [[], [1], [2, 2], [3, 3, 3], [1, 3, 3], [5, 5, 5, 5]]
    """
    rows = [] if rows is None else rows
    queues: list[list[tuple[int, int]]] = []  # per value: (-m, last n)
    begin: list[list[tuple[int, int, int]]] = [[] for _ in range(to + 1)]  # per n: (value, -m, last n)
    for n in range(to + 1):
        if not n % BETWEEN_TICKS:
            tick(lambda n: Step(say("heaps"), n, to + 1), n)
        for u, minus, last in begin[n]:
            if u == len(queues):
                queues.append([])
            heappush(queues[u], (minus, last))
        begin[n].clear()
        row, limit = array("i"), 0
        for queue in queues:
            while queue and queue[0][1] < n:
                heappop(queue)
            if not queue:
                break
            limit = max(limit, n + queue[0][0])
            row.append(limit)
        rows.append(row)
        low = 1
        for u, step in enumerate([*row, 2 * to + 2]):
            high = min(to - n, (step - 1) // 2)  # the takes low..high leave (n, 2k) with 2k < step
            if low <= high:
                begin[n + low].append((u, -n, n + high))
                low = high + 1
    return rows


def steps_effort(n: int) -> Effort:
    """Returns the effort of :func:`steps` up to a heap of ``n``. A row has somewhat more than twice as many steps as n
    has bits."""
    bits = n.bit_length()
    return Effort(n, 40 * bits * n, 1.1e-7 * bits**2 * n)


class FibonacciEngine(Engine):
    """Answers for one heap of any size by theorem, and for values in sums by the table of steps."""

    def __init__(self, ruleset: Ruleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self._steps: list[array[int]] = [array("i")]

    def value(self, state: tuple[int, int]) -> int:
        n, q = state
        if self.is_zero(state):
            return 0
        require(self.effort(state), Component(self.ruleset, state))
        return bisect_right(self._rows(n)[n], q)

    @alone
    def _rows(self, n: int) -> list[array[int]]:
        if n >= len(self._steps):
            roomy = max(n, 2 * len(self._steps), 100)
            rows: list[array[int]] = []
            try:
                steps(roomy if steps_effort(roomy).bytes <= asked().bytes else n, rows)
            finally:  # a bound may end the work, since a row does not depend on the later ones
                if len(rows) > len(self._steps):
                    self._steps = rows
        return self._steps

    def is_zero(self, state: tuple[int, int]) -> bool:
        return is_p(*state)

    def effort(self, state: tuple[int, int], question: Question = "value") -> Effort:
        n = state[0]
        if question != "value":
            return Effort(seconds=n.bit_length() * 2e-7)
        if n < len(self._steps):
            return MOMENT
        if n.bit_length() > 40:
            beyond = say(
                "the value of {position} needs the steps of all smaller heaps: no formula for it is known",
                position=Component(self.ruleset, state),
            )
            return Effort(2**40, 2**46, 1e9, beyond=beyond)
        return steps_effort(n)

    def replies(self, state: tuple[int, int], target: int) -> Lazy[Option]:
        n, q = state
        if target == 0:
            return winning_takes(n, q).map(self._option_after(n))
        if not self.effort(state).affordable:  # its value 0 is known, but not the values of its options
            return Lazy.of(list[Option]()).as_partial()
        rows = self._rows(n)

        def found() -> Iterator[int]:
            for k in range(1, q + 1):
                if bisect_right(rows[n - k], 2 * k) == target:
                    yield k

        return Lazy(found).map(self._option_after(n))

    def _option_after(self, n: int) -> Any:
        return lambda k: (Component(self.ruleset, (n - k, min(2 * k, n - k))),)

    def p_positions(self, heaps: int, start: int = 0) -> Iterator[tuple[int, ...]] | None:
        if heaps != 1:
            return None
        # The i-th Fibonacci number is less than g^(i - 1), where g is the golden ratio, and 2 is more than g^1.44.
        first = max(2, 1 + 144 * (start.bit_length() - 1) // 100)
        return ((fibonacci_number(i),) for i in count(first))

    def kept(self, **choices: Any) -> int:
        return len(self._steps)

    def values(self, to: int) -> Any:
        """Returns the values of heaps 0..``to`` at their starts."""
        require(self.effort(start(to)), Component(self.ruleset, start(to)))
        rows = self._rows(to)
        return [bisect_right(rows[n], n - 1) for n in range(to + 1)]

    def evidence(self, state: tuple[int, int], valued: bool) -> Evidence:
        return STEPS if valued and not self.is_zero(state) else THEOREM

    def argument(self, states: Sequence[tuple[int, int]], misere: bool) -> Argument | None:
        if misere or len(states) > 1:
            return None
        return Argument(ZECKENDORF, WHINIHAN if states[0] == start(states[0][0]) else WHINIHAN_LIMITED)

    def reason(self, state: tuple[int, int], zero: bool, reply: Option | None) -> Message | None:
        n, q = state
        if q == 0:
            return None
        parts = zeckendorf(n)
        smallest = fibonacci_number(parts[0])
        if zero and len(parts) == 1:
            return say(
                "{n} is a Fibonacci number above the limit {q}: every take that is allowed leaves a smallest part "
                "(Zeckendorf) within the next limit",
                n=n,
                q=q,
            )
        if zero:
            return say(
                "{sum}; the smallest part {part} is above the limit {q}, and every take that is allowed leaves a "
                "smallest part within the next limit",
                sum=_sum(n, parts),
                part=smallest,
                q=q,
            )
        if len(parts) == 1:
            return say("{sum}; the limit {q} lets all of it be taken", sum=_sum(n, parts), q=q)
        return say(
            "{sum}; the smallest part {part} may be taken (limit {q}) and leaves {left} with limit {limit}, less "
            "than its smallest part {following}",
            sum=_sum(n, parts),
            part=smallest,
            q=q,
            left=n - smallest,
            limit=2 * smallest,
            following=fibonacci_number(parts[1]),
        )


def _sum(n: int, parts: Sequence[int]) -> Message:
    """Writes ``10 = 8 + 2 (Zeckendorf)``, with only the three smallest of many parts."""
    if len(parts) == 1:
        return say("{n} is a Fibonacci number", n=n)
    terms = [
        say("{n}", n=fibonacci_number(i)) for i in parts[: TOLD_PARTS if len(parts) <= TOLD_PARTS else 3]
    ]
    spelled = join([say("…")] * (len(parts) > TOLD_PARTS) + terms[::-1], " + ")
    return say("{n} = {parts} (Zeckendorf)", n=n, parts=spelled)
