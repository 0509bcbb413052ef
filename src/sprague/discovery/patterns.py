"""Named patterns of sequences and tables. Each guess is made from one half of the data and tested on the other.

A pattern is its code: the function that ``sprague discover --code`` prints is the one that was tested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sprague.words.messages import Message, join, say

from .guess import Guess, Pattern, except_at_zero, ranked
from .sequences import SEQUENCES


def of_sequence(values: Sequence[int]) -> list[Pattern]:
    """Returns the patterns that fit the first half of ``values``, with the results of their tests on the rest. Patterns
    that passed come first, and among these the shortest.

    >>> [(p.guess.name, str(p.guess.text)) for p in of_sequence([n % 3 for n in range(60)])][0]
    ('period', 'period 3: 0, 1, 2')
    >>> of_sequence([5, 1, 7, 7, 2, 9, 0, 4, 4, 1, 3, 8, 6, 2, 2, 5])
    []
    """
    values = [int(value) for value in values]
    half = max(len(values) // 2, 1)
    patterns = []
    for guess in sequence_guesses(values[:half]):
        function = guess.function()
        bad = next((n for n in range(len(values)) if function(n) != values[n]), None)
        if bad is not None and bad < half:
            continue
        patterns.append(Pattern(guess, half, len(values) - half, None if bad is None else (bad,)))
    return ranked(patterns)


# One number


def sequence_guesses(values: list[int]) -> Iterator[Guess]:
    """Yields the guesses that fit all of ``values``; they are not tested on any others."""
    yield from _constant(values)
    yield from _periodic(values)
    yield from _binary(values)
    yield from _named_guesses(values)
    yield from _floors(values)
    yield from _recurrence(values)


def _constant(values: list[int]) -> Iterator[Guess]:
    if len(set(values)) == 1:
        yield Guess("constant", say("always {value}", value=values[0]), str(values[0]), str(values[0]), 1)


class Repeats(NamedTuple):
    """How a sequence repeats: from the entry ``start`` on, ``period`` entries further it is ``saltus`` more."""

    start: int
    period: int
    saltus: int


def repeats_of(values: list[int], growing: bool = True) -> Repeats | None:
    """Returns the least period of a sequence that repeats at least three times, with preperiod and, if it may be
    ``growing``, saltus, or None.

    >>> repeats_of([7, 0, 1, 2, 3, 4, 5, 6]), repeats_of([0, 0, 1, 1] * 8, growing=False)
    (Repeats(start=1, period=1, saltus=1), Repeats(start=0, period=4, saltus=0))
    """
    count = len(values)
    for period in range(1, count // 3 + 1):
        saltus = values[-1] - values[-1 - period]
        if saltus and not growing:
            continue
        start = count - period
        while start > 0 and values[start - 1 + period] - values[start - 1] == saltus:
            start -= 1
        if count - start >= max(6, 3 * period + min(start, period)):
            return Repeats(start, period, saltus)
    return None


def _periodic(values: list[int]) -> Iterator[Guess]:
    """Tries periods, with preperiod and saltus."""
    repeats = repeats_of(values)
    if repeats is None or len(set(values)) == 1:
        return
    start, period, saltus = repeats
    row = ", ".join(map(str, values[start : start + period]))
    turn = join(map(int, values[start : start + period]))
    if saltus:
        text = say(
            "period {period} with saltus {saltus} from {start}: {values}",
            period=period, saltus=saltus, start=start, values=turn,
        )  # fmt: skip
    elif start:
        text = say("period {period} from {start}: {values}", period=period, start=start, values=turn)
    else:
        text = say("period {period}: {values}", period=period, values=turn)
    body, cpp = "", ""
    if start:
        first = ", ".join(map(str, values[:start]))
        body = f"if n < {start}:\n    return ({first},)[n]\n"
        cpp = f"static const long long first[] = {{{first}}};\nif (n < {start}) return first[n];\n"
    gain = f" + {saltus} * ((n - {start}) // {period})" if saltus else ""
    gain_cpp = f" + {saltus} * ((n - {start}) / {period})" if saltus else ""
    body += f"return ({row},)[(n - {start}) % {period}]{gain}"
    cpp += f"static const long long turn[] = {{{row}}};\nreturn turn[(n - {start}) % {period}]{gain_cpp};"
    name = "arithmetic period" if saltus else "period"
    yield Guess(name, text, body, cpp, 3 + start + period + (saltus != 0))


#: Functions of the binary digits: name, text, Python, C++.
_BITS = (
    ("identity", say("the number"), "{n}", "{n}"),
    ("popcount", say("the number of binary ones"), "({n}).bit_count()", "__builtin_popcountll({n})"),
    (
        "parity of bits",
        say("the parity of the binary ones"),
        "({n}).bit_count() % 2",
        "__builtin_parityll({n})",
    ),
    (
        "2-adic valuation",
        say("the exponent of 2"),
        "(({n}) & -({n})).bit_length() - 1 if {n} else 0",
        "({n}) ? __builtin_ctzll({n}) : 0",
    ),
    (
        "binary length",
        say("the number of binary digits"),
        "({n}).bit_length()",
        "({n}) ? 64 - __builtin_clzll({n}) : 0",
    ),
    (
        "powers of two",
        say("being a power of two (1 or 0)"),
        "int(({n}) > 0 and ({n}) & (({n}) - 1) == 0)",
        "({n}) > 0 && (({n}) & (({n}) - 1)) == 0",
    ),
    ("Gray code", say("the Gray code"), "({n}) ^ (({n}) >> 1)", "({n}) ^ (({n}) >> 1)"),
    (
        "evil number",
        say("the evil number of index"),
        "2 * ({n}) + ({n}).bit_count() % 2",
        "2 * ({n}) + __builtin_parityll({n})",
    ),
    (
        "odious number",
        say("the odious number of index"),
        "2 * ({n}) + 1 - ({n}).bit_count() % 2",
        "2 * ({n}) + 1 - __builtin_parityll({n})",
    ),
    (
        "lowest bit",
        say("the largest power of two"),
        "({n}) & -({n})",
        "({n}) & -({n})",
    ),
    (
        "odd part",
        say("half of the odd part, rounded down,"),
        "(({n}) // (({n}) & -({n}))) // 2 if {n} else 0",
        "({n}) ? (({n}) / (({n}) & -({n}))) / 2 : 0",
    ),
)


def _binary(values: list[int]) -> Iterator[Guess]:
    """Tries functions of the digits of n, n + 1 or n - 1, plus a constant. The first value may be 0."""
    if len(set(values)) < 2 or len(values) < 8:
        return
    for name, text, python, cpp in _BITS:
        for shift in (0, 1, -1) if name != "identity" else (0,):
            argument = "n" if not shift else f"n {'+' if shift > 0 else '-'} 1"
            wrapped = argument if not shift else f"({argument})"
            one = eval("lambda n: " + python.format(n=wrapped))
            undefined = not shift and name in ("2-adic valuation", "odd part", "lowest bit")
            start = 1 if shift < 0 or undefined else 0
            offset = values[start] - one(start)
            if abs(offset) > 3 or any(one(n) + offset != values[n] for n in range(start, len(values))):
                continue
            plus = "" if not offset else f" {'+' if offset > 0 else '-'} {abs(offset)}"
            body, code = f"({python.format(n=wrapped)}){plus}", f"({cpp.format(n=wrapped)}){plus}"
            words = _in_words(name, text, argument, offset)
            differs = one(0) + offset != values[0]
            if differs:
                body, code = f"({body} if n else {values[0]})", f"(n ? {code} : {values[0]})"
            if differs or undefined:
                words = except_at_zero(words, values[0])
            yield Guess(name, words, body, code, 4 + abs(shift) + abs(offset))


def _in_words(name: str, text: Message, argument: str, offset: int) -> Message:
    """Returns a function of ``argument`` in words, and the number that is added to it ("of n + 1" would be
    ambiguous)."""
    if name == "identity":
        plus = f" {'+' if offset > 0 else '-'} {abs(offset)}" if offset else ""
        return say("{what} {argument}", what=text, argument=f"{argument}{plus}")
    if name == "2-adic valuation":
        words = say("{what} in {argument}", what=text, argument=argument)
    else:
        words = say("{what} of {argument}", what=text, argument=argument)
    if not offset:
        return words
    if offset > 0:
        return say("{what}, plus {number}", what=words, number=offset)
    return say("{what}, minus {number}", what=words, number=-offset)


def _named_guesses(values: list[int]) -> Iterator[Guess]:
    """Tries sequences of the shipped table, from their first entry or a little later. The first value may be 0."""
    count = len(values)
    if count < 8 or len(set(values)) < 2:
        return
    for row in SEQUENCES:
        function = row.function
        for shift in (0, 1, 2):
            start = max(0, row.first - shift)
            if start > 1 or any(function(n + shift) != values[n] for n in range(start, min(8, count))):
                continue
            if any(function(n + shift) != values[n] for n in range(8, count)):
                continue
            yield row.guess(shift, values[:start])
            break


#: The quadratic numbers that are tried as slopes: (p + q sqrt d) / r.
_NUMBERS = tuple(
    (p, q, d, r)
    for d in (2, 3, 5, 13, 17, 21)
    for r in (1, 2, 3, 4)
    for p in range(-6, 10)
    for q in (1, 2)
    if (r == 1 or p % r or q % r)
)


def _floors(values: list[int]) -> Iterator[Guess]:
    """Tries floor(n alpha + gamma) for a quadratic alpha, or floor((a n + c) / b)."""
    count = len(values)
    if count < 12 or values[-1] == values[0]:
        return
    slope = (values[-1] - values[count // 8]) / (count - 1 - count // 8)
    error = 2.5 / (count - count // 8)
    for p, q, d, r in _NUMBERS:
        alpha = (p + q * d**0.5) / r
        if abs(alpha - slope) > error or alpha <= 0:
            continue
        for gamma in range(-3, 4):
            # floor((n (p + q sqrt d)) / r) + gamma, exactly: floor((n p + floor(n q sqrt d)) / r).
            body = f"import math\nreturn (n * {p} + math.isqrt({d * q * q} * n * n)) // {r}" + (
                f" + {gamma}" if gamma else ""
            )
            guess = Guess(
                "floor",
                say(
                    "⌊nα⌋{plus} with α = {alpha}",
                    plus=f"{gamma:+d}" if gamma else "",
                    alpha=number_text(p, q, d, r),
                ),
                body,
                f"long long s = sqrtl({d * q * q}.0L * n * n);\n"
                f"while (s * s > {d * q * q} * n * n) s--;\nwhile ((s + 1) * (s + 1) <= {d * q * q} * n * n) s++;\n"
                f"return (n * {p} + s) / {r} + ({gamma});",
                8 + abs(gamma),
            )
            function = guess.function()
            if all(function(n) == values[n] for n in range(1, count)):
                yield guess
                return


def number_text(p: int, q: int, d: int, r: int) -> str:
    """Returns (p + q sqrt d) / r in symbols.

    >>> number_text(1, 1, 5, 2), number_text(0, 1, 2, 1), number_text(-1, 2, 3, 1)
    ('φ', '√2', '2√3 - 1')
    """
    if (p, q, d, r) == (1, 1, 5, 2):
        return "φ"
    if (p, q, d, r) == (3, 1, 5, 2):
        return "φ²"
    root = f"{'' if q == 1 else q}√{d}"
    inner = root if not p else f"{root} {'+' if p > 0 else '-'} {abs(p)}"
    return inner if r == 1 else f"({inner})/{r}"


def _recurrence(values: list[int]) -> Iterator[Guess]:
    """Tries linear recurrences with small whole coefficients, of order at most 6, for growing values."""
    count = len(values)
    if count < 12 or max(values) < 4 * count:
        return
    from fractions import Fraction

    for order in range(1, min(6, count // 3) + 1):
        rows = [
            [Fraction(values[i + j]) for j in range(order)] + [Fraction(values[i + order])]
            for i in range(order)
        ]
        solved = _solved(rows)
        if solved is None or any(c.denominator != 1 or abs(c) > 20 for c in solved):
            continue
        c = [int(x) for x in solved]
        if any(
            sum(a * b for a, b in zip(c, values[i : i + order], strict=True)) != values[i + order]
            for i in range(count - order)
        ):
            continue
        form = " + ".join(f"{a}·a(n-{order - j})" for j, a in reversed(list(enumerate(c))) if a)
        first = ", ".join(map(str, values[:order]))
        weights = ", ".join(map(str, c))
        yield Guess(
            "linear recurrence",
            say("a(n) = {form}, from {first}", form=form, first=join(map(int, values[:order]))),
            f"last = [{first}]\nfor _ in range(n):\n"
            f"    last.append(sum(a * b for a, b in zip(({weights},), last)))\n    del last[0]\nreturn last[0]",
            f"std::vector<long long> last{{{first}}}, c{{{weights}}};\nwhile (n--) {{\n    long long s = 0;\n"
            "    for (size_t i = 0; i < c.size(); i++) s += c[i] * last[i];\n"
            "    last.erase(last.begin()), last.push_back(s);\n}\nreturn last[0];",
            10 + 2 * order,
        )
        return


def _solved(rows: list[list[Any]]) -> list[Any] | None:
    """Returns the solution of a square system of equations, or None if there is not exactly one."""
    size = len(rows)
    for i in range(size):
        pivot = next((k for k in range(i, size) if rows[k][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i and rows[k][i]:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]
