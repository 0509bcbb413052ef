"""Laws that are proved from the text of a rule, against the plain definition; and rules that must not be misread."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import sprague as sg
from sprague.discovery.automata.sets import OtherSystemError
from sprague.discovery.laws.search import Laws, Rule, Search
from sprague.discovery.reading.rule import compared, read_rule
from sprague.discovery.reading.source import UnreadableError
from sprague.words.errors import UnsolvedError

# Rules of contests and puzzles, as those who solve them write them.


def digit(n):
    return [n - int(c) for c in set(str(n)) if c != "0"]


def coprime(n):
    return [n - k for k in range(1, n + 1) if math.gcd(n, k) == 1]


def trailing(n):
    return [n - 1, n // 2] if n else []


def divisor(n):
    return [n - d for d in range(1, n + 1) if n % d == 0]


def gray(n):
    return [n ^ (3 << i) for i in range(n.bit_length()) if (n >> i) & 3 == 2]


def thirds(n):
    return [n // 3, n - 1] if n else []


def take_or_split(n):
    return [n - k for k in range(1, n + 1)] + [(i, n - i) for i in range(1, n)]


def bowling(n):
    return [(i, n - 1 - i) for i in range(n)] + [(i, n - 2 - i) for i in range(n - 1)]


def powers(n):
    k, found = 1, []
    while k <= n:
        found.append(n - k)
        k *= 2
    return found


def stones(a, b):
    return [(a - 2 * k, b + k) for k in range(1, a // 2 + 1)] + [
        (a + k, b - 2 * k) for k in range(1, b // 2 + 1)
    ]


def sheet(a, b):
    for i in range(1, a):
        yield [(i, b), (a - i, b)]
    for i in range(1, b):
        yield [(a, i), (a, b - i)]


def two_of_three(a, b, c):
    for x in range(a + 1):
        for y in range(b + 1):
            if (x, y) != (a, b):
                yield x, y, c
        for z in range(c):
            yield x, b, z
    for y in range(b):
        for z in range(c):
            yield a, y, z


RULES = [
    digit,
    coprime,
    trailing,
    divisor,
    gray,
    thirds,
    take_or_split,
    bowling,
    powers,
    stones,
    sheet,
    two_of_three,
]


def positions(function: Callable[..., Any], heaps: int) -> Callable[[tuple[int, ...]], list[Any]]:
    """What each move of a rule leaves, as tuples of heaps."""

    def options(state: tuple[int, ...]) -> list[Any]:
        found = []
        for option in function(*state):
            whole = (
                option if isinstance(option, list) or (heaps == 1 and isinstance(option, tuple)) else [option]
            )
            found.append(tuple(part if isinstance(part, tuple) else (part,) for part in whole))
        return found

    return options


def definition(function: Callable[..., Any], heaps: int) -> Callable[[tuple[int, ...]], int]:
    """The value of a position by the definition, which shares nothing with the package."""
    options = positions(function, heaps)

    @functools.cache
    def value(state: tuple[int, ...]) -> int:
        reached = {functools.reduce(lambda a, b: a ^ b, map(value, option), 0) for option in options(state)}
        return next(n for n in itertools.count() if n not in reached)

    return value


def some_positions(heaps: int, bound: int) -> Iterator[tuple[int, ...]]:
    """Positions that grow, so that the definition does not recurse too deeply."""
    yield from sorted(itertools.product(range(bound), repeat=heaps), key=sum)


def searched(function: Callable[..., Any], side: int) -> Laws:
    """The laws of a rule that are found without a bound of time, from a table by the definition."""
    heaps = function.__code__.co_argcount
    value = definition(function, heaps)
    table = np.zeros((side,) * heaps, np.int64)
    for state in some_positions(heaps, side):
        table[state] = value(state)
    return Search(Rule(function, heaps, heaps > 1, positions(function, heaps)), table).run()


@pytest.mark.parametrize("function", RULES, ids=lambda function: function.__name__)
def test_a_law_proved_from_the_text_agrees_with_the_definition(function: Callable[..., Any]) -> None:
    heaps = function.__code__.co_argcount
    found = searched(function, 1200 if function is thirds else {1: 300, 2: 20, 3: 8}[heaps])
    assert found.proved, found
    value = definition(function, heaps)
    for law in found.proved:
        assert law.proved
        for state in some_positions(heaps, {1: 400, 2: 24, 3: 9}[heaps]):
            true = value(state)
            assert law.value(state) == (true if law.valued else int(true != 0)), (state, str(law.says()))


# A formula says as much as the rule, no more and no less. Each of these once could be misread.


def returns_in_loop(n):
    for k in range(1, n + 1):
        if k > 2:
            return
        yield n - k


def breaks(n):
    for k in range(1, n + 1):
        if k * 2 > n:
            break
        yield n - k


def from_below_zero(n):
    return [n - k for k in range(-2, 3) if 0 < k <= n]


def negative_quotient(n):
    return [n + (3 - n) // 2] if n > 3 else []


def negative_remainder(n):
    return [n - k for k in range(1, n + 1) if (k - n) % 3 == 1]


def two_lists(n):
    first = [n - 1] if n else []
    second = [n - 2] if n > 1 else []
    return first if n % 2 else second


def lowest_bit(n):
    return [n - (n & -n)] if n else []


def first_true(n):
    return [n - ((n % 2 and 1) or 2)] if n > 1 else []


def downwards(n):
    return [k for k in range(n - 1, -1, -2) if k != 2]


def swapped(a, b):
    if a > b:
        a, b = b, a
    return [(a, b - k) for k in range(1, b - a + 1)]


def helped(n):
    return [n - k for k in range(1, n + 1) if odd(k)]


def odd(k):
    for d in range(2, k + 1):
        if k == 2 * d or k == 0:
            return False
    return k != 2


def squares(n):
    return [n - k * k for k in range(1, math.isqrt(n) + 1)]


TRAPS = [
    returns_in_loop, breaks, from_below_zero, negative_quotient, negative_remainder, two_lists, lowest_bit,
    first_true, downwards, swapped, helped, squares, *RULES,
]  # fmt: skip


#: Powers of 2 in another base cost seconds.
READINGS = [
    pytest.param(each, base, marks=pytest.mark.deep if each is powers and base != "2" else ())
    for each in TRAPS
    for base in ("2", "3", "10")
]


@pytest.mark.parametrize(("function", "system"), READINGS, ids=lambda it: getattr(it, "__name__", it))
def test_a_formula_is_the_rule_on_small_heaps(function: Callable[..., Any], system: str) -> None:
    heaps = function.__code__.co_argcount
    if heaps > 1 and system == "10":
        return  # too many letters for the whole relation
    try:
        read = read_rule(function, heaps, True, system)
    except OtherSystemError as error:
        assert error.systems
        return
    assert compared(read, positions(function, heaps), {1: 40, 2: 9, 3: 4}[heaps]) is None


def doubles(n):
    k = 1
    for _ in range(n):
        k = k * 2
        if k <= n:
            yield n - k


def bits(n):
    return [n - k for k in range(1, n.bit_length())]


TAKES = [1, 3]


def listed(n):
    return [n - k for k in TAKES if k <= n]


LIMIT = 3


def limited(n):
    return [n - k for k in range(1, LIMIT + 1) if k <= n]


def raise_limit():
    global LIMIT  # noqa: PLW0603
    LIMIT += 1


def counted(n):
    global LIMIT  # noqa: PLW0603
    LIMIT = n
    return [n - 1] if n else []


REFUSED = [doubles, bits, listed, limited, counted, min]


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_what_cannot_be_read_is_refused(function: Any) -> None:
    with pytest.raises(UnreadableError):
        read_rule(function, 1, True, "2")


def test_a_report_says_which_line_was_not_read() -> None:
    report = sg.discover(bits)
    line = bits.__code__.co_firstlineno + 1
    assert report.laws == []
    assert f"line {line}: " in str(report.unread)


@pytest.mark.parametrize("divisor_", [3])
def test_no_law_is_claimed_where_none_is_known(divisor_: int) -> None:
    def fraction(n):
        return [n - k for k in range(1, n // divisor_ + 1)]

    assert searched(fraction, 100).proved == []
    assert searched(squares, 100).proved == []


def cut(a, b):
    for i in range(1, a):
        yield ((i, b), (a - i, b))
    for i in range(1, b):
        yield ((a, i), (a, b - i))


def both_alike(a, b):
    return [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)] + [
        (a - k, b - k) for k in range(1, min(a, b) + 1)
    ]  # fmt: skip


@pytest.mark.parametrize("heaps", [(), (-1,), (1, 2)])
def test_a_law_says_nothing_about_what_is_no_position(heaps: tuple[int, ...]) -> None:
    (law,) = sg.discover(trailing).laws
    assert law.value((2,)) == 0
    with pytest.raises(UnsolvedError, match="says nothing"):
        law.value(heaps)


def test_the_law_of_three_heaps_is_said_in_words() -> None:
    law = searched(two_of_three, 8).outcomes
    assert law is not None
    assert str(law.says()) == "who begins loses just where the heaps are equal"


def test_a_sum_may_be_a_tuple_of_positions() -> None:
    value, pairs = definition(sheet, 2), sg.rule(cut, name="cut-in-pairs")
    for a, b in some_positions(2, 7):
        assert pairs(a, b).value == value((a, b))
    moves = read_rule(cut, 2, True, "2")
    assert compared(moves, positions(sheet, 2), 8) is None


@pytest.mark.deep
@pytest.mark.parametrize(
    ("function", "kind"), [(cut, "values"), (both_alike, "outcome"), (two_of_three, "outcome")]
)
def test_discover_finds_a_law_though_a_large_table_takes_long(
    function: Callable[..., Any], kind: str
) -> None:
    report = sg.discover(function)
    assert [law.kind for law in report.laws] == [kind]
    heaps = function.__code__.co_argcount
    value = definition(function, heaps) if function is not cut else definition(sheet, heaps)
    for state in some_positions(heaps, 12 if heaps == 2 else 5):
        found = report.laws[0].value(state)
        assert found == (value(state) if kind == "values" else min(value(state), 1))


def test_a_function_that_belongs_to_no_module_is_looked_at() -> None:
    space: dict[str, Any] = {}
    exec("def lonely(n): return [n - 1] if n else []", space)
    assert space["lonely"].__module__ is None
    assert sg.discover(space["lonely"]).status == "observed"
