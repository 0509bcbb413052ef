"""Patterns by name: what a sequence or a table may be, each guess made from one half and tested on the other.

A pattern is its code: the function that ``sprague discover --code`` prints is what was tested against the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sprague.words.messages import Message, say


@dataclass(frozen=True)
class Guess:
    """A pattern that fits: ``body`` is a Python expression (or lines that end in a return) of n, or of x and y;
    ``cpp`` the same in C++. Shorter descriptions have smaller ``cost``."""

    name: str
    text: Message
    body: str
    cpp: str
    cost: int = 10

    def python(self, names: str = "n") -> str:
        """The function as Python."""
        lines = self.body.splitlines()
        if len(lines) == 1 and not self.body.lstrip().startswith("return"):
            lines = [f"return {self.body}"]
        return f"def value({', '.join(names)}):\n" + "\n".join(f"    {line}" for line in lines) + "\n"

    def function(self, names: str = "n") -> Callable[..., int]:
        """The function itself."""
        space: dict[str, Any] = {}
        exec(self.python(names), space)  # of code that stands in this file
        made: Callable[..., int] = space["value"]
        return made

    def cplusplus(self, names: str = "n") -> str:
        """The function as C++."""
        lines = self.cpp.splitlines()
        if len(lines) == 1 and not self.cpp.lstrip().startswith("return"):
            lines = [f"return {self.cpp};"]
        head = ", ".join(f"long long {name}" for name in names)
        return f"long long value({head}) {{\n" + "\n".join(f"    {line}" for line in lines) + "\n}\n"


@dataclass(frozen=True)
class Pattern:
    """A guess and how it stood the test: ``fitted`` and ``tested`` say on how many entries; ``first_failure`` is the
    first place (n, or x and y) where it fails, None if there is none."""

    guess: Guess
    fitted: int
    tested: int
    first_failure: tuple[int, ...] | None

    def to_dict(self) -> dict[str, Any]:
        """{name, text, fitted, tested, first_failure}."""
        failure = None if self.first_failure is None else list(self.first_failure)
        return {
            "name": self.guess.name,
            "text": str(self.guess.text),
            "fitted": self.fitted,
            "tested": self.tested,
            "first_failure": failure,
        }


def of_sequence(values: Sequence[int]) -> list[Pattern]:
    """The patterns that fit the first half of ``values``, with their tests on the rest: those that stood it first, the
    shortest first.

    >>> [(p.guess.name, str(p.guess.text)) for p in of_sequence([n % 3 for n in range(60)])][0]
    ('period', 'period 3: 0, 1, 2')
    >>> of_sequence([5, 1, 7, 7, 2, 9, 0, 4, 4, 1, 3, 8, 6, 2, 2, 5])
    []
    """
    values = [int(value) for value in values]
    half = max(len(values) // 2, 1)
    found = []
    for guess in _sequence_guesses(values[:half]):
        function = guess.function()
        bad = next((n for n in range(len(values)) if function(n) != values[n]), None)
        if bad is not None and bad < half:
            continue
        found.append(Pattern(guess, half, len(values) - half, None if bad is None else (bad,)))
    return _ranked(found)


def of_table(table: Sequence[Sequence[int]]) -> list[Pattern]:
    """The same for a table of x and y: fitted on the cells with both in the first half."""
    height, width = len(table), len(table[0])
    top, left = max(height // 2, 1), max(width // 2, 1)
    corner = [[int(value) for value in row[:left]] for row in table[:top]]
    found = []
    for guess in _table_guesses(corner):
        function = guess.function("xy")
        bad = next(
            ((x, y) for x in range(top) for y in range(left) if function(x, y) != corner[x][y]), None
        ) or next(
            ((x, y) for x in range(height) for y in range(width) if function(x, y) != table[x][y]), None
        )
        if bad is not None and bad[0] < top and bad[1] < left:
            continue
        found.append(Pattern(guess, top * left, height * width - top * left, bad))
    return _ranked(found)


def _ranked(found: list[Pattern]) -> list[Pattern]:
    """The best first; one that failed is shown only if none stood the test."""
    found.sort(key=lambda pattern: (pattern.first_failure is not None, pattern.guess.cost))
    good = [pattern for pattern in found if pattern.first_failure is None]
    late = [p for p in found if p.first_failure is not None and max(p.first_failure) * 10 >= 8 * p.tested]
    return good or late[:1]


# One number


def _sequence_guesses(values: list[int]) -> Iterator[Guess]:
    yield from _constant(values)
    yield from _periodic(values)
    yield from _binary(values)
    yield from _floors(values)
    yield from _recurrence(values)


def _constant(values: list[int]) -> Iterator[Guess]:
    if len(set(values)) == 1:
        yield Guess("constant", say("always {value}", value=values[0]), str(values[0]), str(values[0]), 1)


def _periodic(values: list[int]) -> Iterator[Guess]:
    """Preperiod, period and saltus: the least period that repeats three times at least."""
    count = len(values)
    if len(set(values)) == 1:
        return
    for period in range(1, count // 3 + 1):
        saltus = values[-1] - values[-1 - period]
        start = count - period
        while start > 0 and values[start - 1 + period] - values[start - 1] == saltus:
            start -= 1
        if (
            count - start < 3 * period + min(start, period)
            or count - start < 6
            or (period == 1 and not saltus)
        ):
            continue
        row = ", ".join(map(str, values[start : start + period]))
        if saltus:
            text = say(
                "period {period} with saltus {saltus} from {start}: {values}",
                period=period, saltus=saltus, start=start, values=row,
            )  # fmt: skip
        elif start:
            text = say("period {period} from {start}: {values}", period=period, start=start, values=row)
        else:
            text = say("period {period}: {values}", period=period, values=row)
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
        return


#: Functions of the binary digits: name, text, Python, C++.
_BITS = (
    ("identity", say("the number itself"), "{n}", "{n}"),
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
    """Functions of the digits of n, n + 1 or n - 1, plus a constant; a first value may be 0."""
    if len(set(values)) < 2 or len(values) < 8:
        return
    for name, text, python, cpp in _BITS:
        for shift in (0, 1, -1):
            argument = "n" if not shift else f"n {'+' if shift > 0 else '-'} 1"
            wrapped = argument if not shift else f"({argument})"
            one = eval("lambda n: " + python.format(n=wrapped))
            start = 1 if shift < 0 or name in ("2-adic valuation", "odd part") else 0
            offset = values[start] - one(start)
            if abs(offset) > 3 or any(one(n) + offset != values[n] for n in range(start, len(values))):
                continue
            plus = "" if not offset else f" {'+' if offset > 0 else '-'} {abs(offset)}"
            body, code = f"({python.format(n=wrapped)}){plus}", f"({cpp.format(n=wrapped)}){plus}"
            if one(0) + offset != values[0]:
                body, code = f"({body} if n else {values[0]})", f"(n ? {code} : {values[0]})"
            said = say("{what} of {argument}{plus}", what=text, argument=argument, plus=plus)
            yield Guess(name, said, body, code, 4 + abs(shift) + abs(offset))


#: Quadratic numbers that are tried for a slope: (p + q sqrt d) / r.
_NUMBERS = tuple(
    (p, q, d, r)
    for d in (2, 3, 5, 13, 17, 21)
    for r in (1, 2, 3, 4)
    for p in range(-6, 10)
    for q in (1, 2)
    if (r == 1 or p % r or q % r)
)


def _floors(values: list[int]) -> Iterator[Guess]:
    """floor(n alpha + gamma) for a quadratic alpha, or floor(a n + c over b)."""
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
    """(p + q sqrt d) / r in signs.

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
    """A linear recurrence with small whole coefficients, of order at most 6, for what grows."""
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
        shown = " + ".join(f"{a}·a(n-{order - j})" for j, a in reversed(list(enumerate(c))) if a)
        first = ", ".join(map(str, values[:order]))
        weights = ", ".join(map(str, c))
        yield Guess(
            "linear recurrence",
            say("a(n) = {form}, from {first}", form=shown, first=first),
            f"last = [{first}]\nfor _ in range(n):\n"
            f"    last.append(sum(a * b for a, b in zip(({weights},), last)))\n    del last[0]\nreturn last[0]",
            f"std::vector<long long> last{{{first}}}, c{{{weights}}};\nwhile (n--) {{\n    long long s = 0;\n"
            "    for (size_t i = 0; i < c.size(); i++) s += c[i] * last[i];\n"
            "    last.erase(last.begin()), last.push_back(s);\n}\nreturn last[0];",
            10 + 2 * order,
        )
        return


def _solved(rows: list[list[Any]]) -> list[Any] | None:
    """The solution of a square system of equations; None where there is not one."""
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


# Two numbers

#: What a table of two heaps may be: name, text, Python, C++, cost.
_CELLS: tuple[tuple[str, Message, str, str, int], ...] = (
    ("xor", say("x xor y"), "x ^ y", "x ^ y", 1),
    ("sum", say("x + y"), "x + y", "x + y", 1),
    ("difference", say("the difference of x and y"), "abs(x - y)", "x > y ? x - y : y - x", 2),
    ("minimum", say("the smaller of x and y"), "min(x, y)", "x < y ? x : y", 2),
    ("maximum", say("the larger of x and y"), "max(x, y)", "x > y ? x : y", 2),
    ("and", say("x and y, bit by bit"), "x & y", "x & y", 2),
    ("or", say("x or y, bit by bit"), "x | y", "x | y", 2),
    (
        "Euclid",
        say("the quotient of Euclid's game: ⌊|y/x - x/y|⌋"),
        "(lambda a, b: 0 if not a else (b * b - a * a) // (a * b))(min(x, y), max(x, y))",
        "(x && y) ? (x > y ? (x * x - y * y) / (x * y) : (y * y - x * x) / (x * y)) : 0",
        5,
    ),
    (
        "valuation of the sum",
        say("the exponent of 2 in x + y"),
        "((x + y) & -(x + y)).bit_length() - 1 if x + y else 0",
        "x + y ? __builtin_ctzll(x + y) : 0",
        4,
    ),
    (
        "binary length of x or y minus 1",
        say("the exponent of 2 in the bits of (x - 1) or (y - 1), counted from their lowest 0"),
        "(~((x - 1) | (y - 1)) & (((x - 1) | (y - 1)) + 1)).bit_length() - 1 if x and y else 0",
        "(x && y) ? __builtin_ctzll(~((x - 1) | (y - 1))) : 0",
        6,
    ),
)


def _table_guesses(corner: list[list[int]]) -> Iterator[Guess]:
    size = min(len(corner), len(corner[0]))
    flat = {value for row in corner for value in row}
    if len(flat) == 1:
        value = next(iter(flat))
        yield Guess("constant", say("always {value}", value=value), str(value), str(value), 1)
        return
    for name, text, python, cpp, cost in _CELLS:
        yield Guess(name, text, python, cpp, cost)
        if flat == {0, 1}:
            zero = say("0 where {what} is 0, else 1", what=text)
            yield Guess(name, zero, f"int(({python}) != 0)", f"({cpp}) != 0", cost + 2)
    yield from _residues(corner, size)
    yield from _summed(corner)
    yield from _tartan(corner, size)


def _residues(corner: list[list[int]], size: int) -> Iterator[Guess]:
    """A function of x mod m and y mod m; or x mod m xor y mod m."""
    for m in range(2, min(40, size // 3) + 1):
        if all(corner[x][y] == (x % m) ^ (y % m) for x in range(size) for y in range(size)):
            yield Guess(
                "xor of residues",
                say("(x mod {m}) xor (y mod {m})", m=m),
                f"(x % {m}) ^ (y % {m})",
                f"(x % {m}) ^ (y % {m})",
                3,
            )
            return
        if all(
            corner[x][y] == corner[x % m][y % m] for x in range(len(corner)) for y in range(len(corner[0]))
        ):
            rows = [corner[x][:m] for x in range(m)]
            yield Guess(
                "residues",
                say("a function of x mod {m} and y mod {m}: rows {rows}", m=m, rows=str(rows)),
                f"{rows}[x % {m}][y % {m}]",
                f"static const long long t[{m}][{m}] = {str(rows).replace('[', '{').replace(']', '}')};\n"
                f"return t[x % {m}][y % {m}];",
                4 + m * m,
            )
            return


def _summed(corner: list[list[int]]) -> Iterator[Guess]:
    """g(x) xor h(y), where the edges of the table have a pattern of their own."""
    base = corner[0][0]
    column, row = [line[0] for line in corner], [value ^ base for value in corner[0]]
    if any(corner[x][y] != column[x] ^ row[y] for x in range(len(corner)) for y in range(len(corner[0]))):
        return
    first, second = _first(column), _first(row)
    if first is None or second is None:
        return
    lines = [*_inner("f", first.python()), *_inner("g", second.python()), "return f(x) ^ g(y)"]
    cpp = [
        f"auto f = [](long long n) -> long long {{ {' '.join(_cpp_lines(first))} }};",
        f"auto g = [](long long n) -> long long {{ {' '.join(_cpp_lines(second))} }};",
        "return f(x) ^ g(y);",
    ]
    text = say("a sum: f(x) xor g(y), f: {first}; g: {second}", first=first.text, second=second.text)
    yield Guess("sum of games", text, "\n".join(lines), "\n".join(cpp), 6 + first.cost + second.cost)


def _first(values: list[int]) -> Guess | None:
    found = [p for p in of_sequence(values) if p.first_failure is None]
    return found[0].guess if found else None


def _inner(name: str, python: str) -> list[str]:
    return python.replace("def value(", f"def {name}(").rstrip().splitlines()


def _cpp_lines(guess: Guess) -> Iterable[str]:
    return guess.cplusplus().splitlines()[1:-1]


def _tartan(corner: list[list[int]], size: int) -> Iterator[Guess]:
    """The nim-product of two one-heap games (the tartan theorem)."""
    from sprague.numbers.nimber import multiply

    size = min(size, 12)
    for shift in (0, 1):
        if all(corner[x][y] == multiply(x + shift, y + shift) for x in range(size) for y in range(size)):
            plus = f" + {shift}" if shift else ""
            yield Guess(
                "product of nimbers",
                say("(x{plus}) times (y{plus}) as nimbers", plus=plus),
                f"from sprague.numbers.nimber import multiply\nreturn multiply(x{plus}, y{plus})",
                "// the nim-product: see any library of nimbers\nreturn nim_multiply(x"
                + plus
                + ", y"
                + plus
                + ");",
                5,
            )
