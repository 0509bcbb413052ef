"""A table of named sequences, with their numbers in the On-Line Encyclopedia of Integer Sequences (oeis.org), each as a
function in Python and in C++. The values of games often form one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from sprague.words.messages import Message, say

from .guess import Guess, except_at_zero


class Named:
    """A sequence: its number, its name, its first index, and its n-th entry in Python and C++ (lines with a return)."""

    def __init__(self, number: str, name: Message, first: int, body: str, cpp: str) -> None:
        self.number, self.name, self.first, self.body, self.cpp = number, name, first, body, cpp

    @cached_property
    def function(self) -> Callable[[int], int]:
        """The function that returns the n-th entry."""
        space: dict[str, Any] = {}
        lines = "".join(f"    {line}\n" for line in self.body.splitlines())
        exec(f"def value(n):\n{lines}", space)  # only code written in this file
        compiled: Callable[[int], int] = space["value"]
        return compiled

    def guess(self, shift: int, before: Sequence[int]) -> Guess:
        """Returns the pattern that entry n is entry n + ``shift`` of the sequence, after the values ``before``."""
        body, cpp = self.body, self.cpp
        if shift:
            body, cpp = f"n += {shift}\n{body}", f"n += {shift};\n{cpp}"
        if before:
            body = f"if n < {len(before)}:\n    return {before[0]}\n{body}"
            cpp = f"if (n < {len(before)}) return {before[0]};\n{cpp}"
        index = f"n + {shift}" if shift else "n"
        text = say("{name} ({number}) of {index}", name=self.name, number=self.number, index=index)
        if before:
            text = except_at_zero(text, before[0])
        return Guess(self.number, text, body, cpp, 5 + shift + len(before))


def _divisors(sum_of: str) -> tuple[str, str]:
    """Returns the code for a sum over all divisors d of n, in Python and C++."""
    return (
        f"return sum({sum_of} for d in range(1, n + 1) if n % d == 0)",
        f"long long s = 0;\nfor (long long d = 1; d <= n; d++) if (n % d == 0) s += {sum_of};\nreturn s;",
    )


def _factors(start: int, python: str, cpp: str | None = None) -> tuple[str, str]:
    """Returns the code that runs through the prime factors p of n with their multiplicity, from the smallest; m is the
    rest of n, including p."""
    return (
        f"s, p, m = {start}, 2, n\nwhile m > 1:\n    while m % p == 0:\n        {python}\n        m //= p\n    p += 1\n"
        "return s",
        f"long long s = {start}, m = n;\n"
        f"for (long long p = 2; m > 1; p++) while (m % p == 0) {{ {cpp or python}; m /= p; }}\nreturn s;",
    )


def _recurrent(first: tuple[int, ...], step: str) -> tuple[str, str]:
    """Returns the code for a recurrence: ``step`` uses a[0], the oldest of the kept entries, and so on."""
    start = ", ".join(map(str, first))
    return (
        f"a = [{start}]\nfor _ in range(n):\n    a = [*a[1:], {step}]\nreturn a[0]",
        f"std::vector<long long> a{{{start}}};\n"
        f"while (n--) {{ a.push_back({step}); a.erase(a.begin()); }}\nreturn a[0];",
    )


def _closed(python: str, cpp: str | None = None) -> tuple[str, str]:
    """Returns the code for a formula, which differs in C++ only by the sign of integer division."""
    return f"return {python}", f"return {cpp or python.replace('//', '/')};"


_ROOT = "import math\nreturn math.isqrt(n)"
_ROOT_CPP = "long long s = sqrtl(n);\nwhile (s * s > n) s--;\nwhile ((s + 1) * (s + 1) <= n) s++;\nreturn s;"
_PRIMES = "return sum(all(k % d for d in range(2, int(k**0.5) + 1)) for k in range(2, n + 1))"
_PRIMES_CPP = (
    "long long s = 0;\nfor (long long k = 2; k <= n; k++) {\n    bool prime = true;\n"
    "    for (long long d = 2; d * d <= k; d++) prime = prime && k % d;\n    s += prime;\n}\nreturn s;"
)

_ROWS = (
    ("A000045", say("the Fibonacci numbers"), 0, _recurrent((0, 1), "a[0] + a[1]")),
    ("A000032", say("the Lucas numbers"), 0, _recurrent((2, 1), "a[0] + a[1]")),
    ("A000129", say("the Pell numbers"), 0, _recurrent((0, 1), "a[0] + 2 * a[1]")),
    ("A000073", say("the Tribonacci numbers"), 0, _recurrent((0, 0, 1), "a[0] + a[1] + a[2]")),
    ("A000930", say("Narayana's cows"), 0, _recurrent((1, 1, 1), "a[0] + a[2]")),
    ("A000931", say("the Padovan numbers"), 0, _recurrent((1, 0, 0), "a[0] + a[1]")),
    ("A001045", say("the Jacobsthal numbers"), 0, _recurrent((0, 1), "2 * a[0] + a[1]")),
    ("A000079", say("the powers of two"), 0, _closed("1 << n", "1LL << n")),
    ("A000225", say("2^n - 1"), 0, _closed("(1 << n) - 1", "(1LL << n) - 1")),
    ("A000290", say("the squares"), 0, _closed("n * n")),
    ("A000578", say("the cubes"), 0, _closed("n * n * n")),
    ("A000217", say("the triangular numbers"), 0, _closed("n * (n + 1) // 2")),
    ("A000292", say("the tetrahedral numbers"), 0, _closed("n * (n + 1) * (n + 2) // 6")),
    ("A000326", say("the pentagonal numbers"), 0, _closed("n * (3 * n - 1) // 2")),
    ("A000384", say("the hexagonal numbers"), 0, _closed("n * (2 * n - 1)")),
    ("A002620", say("the quarter-squares"), 0, _closed("n * n // 4")),
    ("A005187", say("2n less its binary ones"), 0, _closed("2 * n - n.bit_count()", "2 * n - __builtin_popcountll(n)")),
    ("A000265", say("the odd part"), 1, _closed("n // (n & -n)")),
    (
        "A006257",
        say("Josephus' survivor"),
        1,
        _closed("2 * (n - (1 << (n.bit_length() - 1))) + 1", "2 * (n - (1LL << (63 - __builtin_clzll(n)))) + 1"),
    ),
    ("A000196", say("the square root, rounded down,"), 0, (_ROOT, _ROOT_CPP)),
    ("A000005", say("the number of divisors"), 1, _divisors("1")),
    ("A000203", say("the sum of the divisors"), 1, _divisors("d")),
    ("A001222", say("the number of prime factors"), 1, _factors(0, "s += 1")),
    (
        "A001221",
        say("the number of different prime factors"),
        1,
        _factors(0, "s += m // p % p != 0", "s += m / p % p != 0"),
    ),
    ("A020639", say("the smallest prime factor"), 1, _factors(1, "s = p if s == 1 else s", "s = s == 1 ? p : s")),
    ("A006530", say("the largest prime factor"), 1, _factors(1, "s = p")),
    ("A001414", say("the sum of the prime factors"), 1, _factors(0, "s += p")),
    ("A000720", say("the number of primes up to"), 1, (_PRIMES, _PRIMES_CPP)),
)  # fmt: skip

SEQUENCES = tuple(Named(number, name, first, *code) for number, name, first, code in _ROWS)
