"""The reader of rules against the rules themselves: every move of a rule is in OVER, every move in UNDER is one of the
rule, or the reader says which line it does not read. Each rule has a turn of Python that a reader may mistake."""

from __future__ import annotations

import builtins
import linecache
import math
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

import sprague as sg
from sprague.discovery.laws.certificate import about
from sprague.discovery.reading.rule import compared, near_numbers, numbers_of, read_rule
from sprague.discovery.reading.source import UnreadableError, source_of
from sprague.system.ask import Ask, asking
from sprague.words.errors import BudgetError, TooLargeError

#: Most rules differ from what a careless reader reads only from here on.
FAR = 20

#: Read whole or in part.
READ = """
def not_in_squares(n):
    squares = [k * k for k in range(n + 1)]
    if n not in squares:
        yield 0
    if n > 1:
        yield 1

def not_a_divisor(n):
    d = [k for k in range(1, n + 1) if n % k == 0]
    return [n - k for k in range(1, n + 1) if k not in d]

def exponent_as_condition(n):
    for i in range(n.bit_length()):
        if i or n < FAR:
            yield n - 2 ** i

def list_of_a_turn(n):
    for k in range(1, min(n, 4)):
        sub = []
        if k > 1:
            sub.append(k)
        if sub:
            yield n - k
        yield from [n - k - j for j in sub if j <= n - k]

def lists_by_two_names(n):
    out, seen = [], set()
    for k in (1, 2):
        if k <= n:
            out.append(n - k)
            seen.add(k)
    if 2 in seen and n > FAR:
        out.append(n - 3)
    return out if n != FAR else []

def precedence(n):
    if n:
        yield n - 1
    t = n - 1 & -n - 1
    if n > FAR and 0 <= t < n:
        yield n - t - 1

def gcd_of_zeros(n):
    from math import gcd
    if n:
        yield n - 1
    if n > FAR and gcd(n % 2, 0) > 1:
        yield n - 2
    if n > FAR and gcd(n % 2, 0) < 2:
        yield n - 3

def bit_is_true(n):
    return [n - (1 << i) for i in range(n.bit_length()) if (n >> i) & 1 == True]

def one_list_in_two_loops(n):
    r = range(1, 4)
    for i in r:
        for j in r:
            if i == j and i <= n:
                yield n - i
            if n > FAR and i == 1 and j == 3:
                yield n - 4

def one_list_twice_in_a_list(n):
    r = [k for k in range(1, 4) if k < n]
    return [n - 1 for i in r for j in r if i == j or n > FAR] + [0 for i in r if n > FAR and any(i < j for j in r)]

def heaps_of_a_list(n):
    splits = []
    for a in range(n - 1):
        splits.append((a, n - 2 - a))
    for a, b in splits:
        for c, d in splits:
            if a < c and n > FAR:
                yield c - a
    if n:
        yield n - 1

def lowest(n):
    if n:
        yield n - (n & -n)

def numbers_by_int(n):
    yield from map(int, [n - 2] if n > FAR else [])
    if n:
        yield n - 1
"""

#: Refused: where a reader of formulas cannot follow.
REFUSED = """
def two_names_at_once(n):
    out = moves = []
    if n:
        out.append(n - 1)
    if n > FAR:
        moves.append(n - 2)
    return out

def two_names(n):
    out = []
    more = out
    if n:
        out.append(n - 1)
    if n > FAR:
        more.append(n - 2)
    return out

def a_list_made_anew(n):
    out = []
    if n == 0:
        return out
    for k in (1, 2):
        out = [n - 1] if k == 1 or n <= FAR else []
    return out

class Some(tuple):
    def __contains__(self, x):
        return x < 3 or x > FAR

class Few(frozenset):
    def __contains__(self, x):
        return x < 3 or x > FAR

class Two(int):
    def __le__(self, other):
        return 2 <= other <= FAR

SOME, FEW = Some((0, 1, 2)), Few((0, 1, 2))

def in_a_tuple_of_ones_own(n):
    return [n - 1] if n and n in SOME else []

def in_a_set_of_ones_own(n):
    return [n - 1] if n and n in FEW else []

def a_number_of_ones_own(n, two=Two(2)):
    return [n - 1] if n and (two <= n or n < 3) else []

def add(out, n):
    if n > FAR:
        out.append(n - 2)
    return 0

def changed_by_a_helper(n):
    out = []
    if n:
        out.append(n - 1)
    z = add(out, n)
    return out

def in_a_tuple(n):
    out = [n - 1] if n else []
    pair = ([], 1)
    first = pair[0]
    if n > FAR:
        first.append(n - 2)
    return pair[0]

def asked_while_it_grows(n):
    out = []
    for k in range(1, 3):
        if k <= n and (n <= FAR or not out):
            out.append(n - k)
    return out

def sought_while_it_grows(n):
    out = []
    for k in (1, 2):
        if k <= n and (n < FAR or n - k + 1 not in out):
            out.append(n - k)
    return out

def returned_while_it_grows(n):
    out = []
    for k in range(1, 4):
        if k <= n:
            out.append(n - k)
        if k == 3 and n > FAR:
            return out
    return out

def grows_under_its_loop(n):
    out = [n - 1] * (n > 0)
    for x in out:
        if x > FAR:
            out.append(x - 1)
    return out

def backwards(n):
    for k in reversed(range(1, 3)):
        if k <= n:
            yield n - k
        if n > FAR:
            break

def in_the_order_of_a_set(n):
    if n > FAR:
        a, b = {n - 1, n - 2}
        return [a]
    return [n - 1] if n else []

def a_chain_behind_not_in(n):
    out = [n - 1] if n else []
    if n > 1:
        if n - 2 not in out < [FAR]:
            out.append(n - 2)
    return out

def less_of_a_set(n):
    out = {k for k in (n - 1, n - 2) if k >= 0}
    if n > FAR:
        out -= {n - 2}
    return out

def used_up(n):
    left = iter(range(min(n, 2)))
    first = list(left)
    return first + ([n - 1] if n > FAR and not list(left) else [])

def generator_used_up(n):
    left = (k for k in range(min(n, 2)))
    first = list(left)
    return list(left) if n > FAR else first

def text_of_a_truth(n):
    if n:
        yield n - 1
    if "1" in str(n > FAR):
        yield n - 2

def two_letters(n):
    if n:
        yield n - 1
    if "21" in str(n):
        yield n - 2

def inner(n):
    yield from [n - 2] if n > FAR else []
    return [1]

def not_begun(n):
    z = inner(n)
    yield from [n - 1] if n else []

K = 2

def without_a_value(n):
    if n <= FAR:
        K = 1
    for k in range(1, K + 1):
        if k <= n:
            yield n - k

def greatest_of_pairs(n):
    a = max(((1, 2), (3, 4)))
    if n:
        yield n - 1

def below_nothing(n):
    if n:
        yield n - 1
    if n > 100:
        yield 40 - n

A, R = (0, 1, 2), range(3)

def a_range_equals_no_tuple(n):
    if n > FAR and A == R:
        return []
    return [n - k for k in (1, 2) if k <= n]

__M, _Home__M = 2 * FAR, FAR

class Home:
    def renamed_in_a_class(n):
        return [] if n > __M else [n - k for k in (1, 2) if k <= n]

renamed_in_a_class = Home.renamed_in_a_class

globals()["__debug__"] = 0

def debug_is_no_variable(n):
    return [] if n > FAR and __debug__ else [n - 1] if n else []

def imported_in_a_loop(n):
    from math import isqrt as f
    for k in range(1, 4):
        if k <= n and (n < FAR or f(k) == 1):
            yield n - k
        from math import factorial as f

def imported_from_beside(n):
    if n > FAR:
        from .math import isqrt
        return [n - isqrt(4)]
    return [n - 1] if n else []

def imported_from_nowhere(n):
    if n > FAR:
        from math import nowhere
    return [n - 1] if n else []

def absolute_of_nothing(n):
    return [] if n > FAR and abs() else [n - 1] if n else []

def range_of_nothing(n):
    return [k for k in range()] if n > FAR else [n - 1] if n else []

def range_of_four(n):
    return [k for k in range(1, 2, 3, 4)] if n > FAR else [n - 1] if n else []

def empty_string(n):
    return [] if n > FAR and str() == "" else [n - 1] if n else []

def keys_of_one_value(n):
    return [] if n > FAR and dict.fromkeys((1, 2), 0) else [n - 1] if n else []

def remainder_of_one(n):
    return [] if n > FAR and divmod(n) else [n - 1] if n else []

def superscript(n):
    return [] if n > FAR and int("\\u00b2") else [n - 1] if n else []

def tower(n):
    return [] if n > FAR and n > ((((2 ** 64) ** 64) ** 64) ** 64) ** 64 else [n - 1] if n else []

def squares_added(n):
    s = set()
    for k in range(1, n + 1):
        s.add(k * k)
    for j in range(1, n + 1):
        if j not in s:
            yield n - j

def many_digits(n):
    return [n - 1] if n < FAR or n > int(MANY) else []

def a_heap_in_a_tuple(n):
    if n:
        yield n - 1
    if n > FAR:
        yield ((n - 3,),)

def a_list_has_no_add(n):
    out = [n - 1] if n else []
    if n > FAR:
        out = []
        out.add(n - 1)
    return out

def a_list_has_no_or(n):
    out = []
    if n > FAR:
        out |= [n - 1]
    return out

def a_set_has_no_append(n):
    out = {n // 2}
    if n > FAR:
        out.append(n - 1)
    return out

def not_bound_in_time(n):
    if n > FAR:
        yield from [x for x in (0, 1) for n in range(n)]
    if n:
        yield n - 1

def sixteen_bits_at_once(n):
    return [n - 1 for i in range(n.bit_length()) if (n >> i) & 65535 == 5 or n]
"""


def rules(text: str, name: str) -> dict[str, Callable[..., Any]]:
    text = text.replace("FAR", str(FAR)).replace("MANY", f"'{'9' * 5000}'")
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space: dict[str, Any] = {"__name__": name}
    exec(compile(text, name, "exec", dont_inherit=True), space)
    return {key: each for key, each in space.items() if isinstance(each, FunctionType)}


_READ, _REFUSED = rules(READ, "<rules that are read>"), rules(REFUSED, "<rules that are refused>")


def options(rule: Callable[..., Any], state: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    for left in rule(*state):
        yield ((left,),)


@pytest.mark.parametrize("name", _READ)
def test_what_is_read_is_the_rule(name: str) -> None:
    read = read_rule(_READ[name], 1, True, "2")
    assert compared(read, lambda state: options(_READ[name], state), 2 * FAR) is None


@pytest.mark.parametrize("name", sorted(_REFUSED.keys() - {"add", "inner"}))
def test_what_is_not_followed_is_refused(name: str) -> None:
    with pytest.raises((UnreadableError, TooLargeError)):
        read_rule(_REFUSED[name], 1, True, "10" if "text" in name or "letters" in name else "2")


def test_what_is_nested_deeply_is_refused() -> None:
    (deep,) = rules(
        f"def deep(n):\n    return [n - 1] if n > {'+'.join(900 * '1')} else []\n", "<deep>"
    ).values()
    with pytest.raises(UnreadableError):
        read_rule(deep, 1, True, "2")


def test_a_number_that_python_does_not_write_is_refused() -> None:
    text = f"def long(n: int):\n    far = [0][:0x{'f' * 5000}]\n    return [n - 1] if n else far[1:]\n"
    (long,) = rules(text, "<long>").values()
    assert sg.rule(long)(3).value == 1
    with pytest.raises(UnreadableError, match="digits"):
        read_rule(long, 1, True, "2")


def test_reading_ends_with_the_time() -> None:
    early = "".join(f"    if a + b == c + {i}:\n     return [0]\n" for i in range(1, 11))
    loops = " for a in range(1, n):\n  for b in range(1, a):\n   for c in range(1, b):\n"
    (rule,) = rules(f"def rule(n):\n{loops}{early} return []\n", "<left early>").values()
    with asking(Ask(seconds=0.1)), pytest.raises(BudgetError):
        read_rule(rule, 1, True, "2")


def gcd(a, b):
    return math.gcd(a, b) if a < FAR else 7


def smallest_until(far):
    return lambda *given: min(given) if given[0] < far else 0


def test_a_function_of_python_that_was_replaced_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
import math

def coprime(n):
    if n and math.gcd(n, 1) == 1:
        yield n - 1

def smallest(n):
    if n:
        yield n - min(n, 1)
"""
    coprime, smallest = rules(text, "<functions of Python>").values()
    assert read_rule(coprime, 1, True, "2").over
    assert read_rule(smallest, 1, True, "2").over
    other = FunctionType(
        smallest.__code__, {"__builtins__": {**vars(builtins), "min": smallest_until(FAR)}}, "smallest"
    )
    with pytest.raises(UnreadableError):
        read_rule(other, 1, True, "2")
    monkeypatch.setattr(math, "gcd", gcd)
    with pytest.raises(UnreadableError):
        read_rule(coprime, 1, True, "2")


def test_a_module_that_answers_anew_each_time_is_refused() -> None:
    class Changing(ModuleType):
        @property
        def most(self) -> int:
            return 2

    (rule,) = rules("def rule(n):\n    return [n - 1] if n > module.most else []\n", "<a module>").values()
    rule.__globals__["module"] = Changing("module")
    with pytest.raises(UnreadableError):
        read_rule(rule, 1, True, "2")
    rule.__globals__["module"] = ModuleType("module")
    rule.__globals__["module"].__getattr__ = lambda name: 2
    with pytest.raises(UnreadableError):
        read_rule(rule, 1, True, "2")
    rule.__globals__["module"].most = 2
    assert read_rule(rule, 1, True, "2").exact


def other_from_3000_on(n):
    return [n - k for k in (1, 2) if k <= n and (n < 3000 or k < 2)]


def test_a_form_feed_ends_no_line() -> None:
    """Python counts lines otherwise than str.splitlines; the text that is kept and certified is that of the rule."""
    text = "def paged(n):\n    return [n - 2] if n > 1 else []"
    source = source_of(rules(f"def first(n):\n    return []\n\n\f\n\f\n\n{text}\n", "<pages>")["paged"])
    assert source.text == text
    assert about(source, 1, False)["source"] == source.text + "\n"


def test_formula_and_rule_are_compared_near_the_numbers_of_the_text() -> None:
    read = read_rule(other_from_3000_on, 1, True, "2")
    assert numbers_of(read.source) == {1, 2, 3000}
    assert {(2999,), (3000,), (3001,), (3002,)} <= set(near_numbers({1, 2, 3000}, 1, 40))
    assert compared(read, lambda state: options(other_from_3000_on, state), 40) is None
    assert compared(read, lambda state: [((n,),) for n in range(max(0, state[0] - 2), state[0])], 40) == (
        3000,
    )
