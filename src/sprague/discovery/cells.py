"""Named patterns in tables of two heaps and of three heaps."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from sprague.words.messages import Message, say

from .guess import Guess, Pattern, ranked
from .patterns import sequence_guesses

if TYPE_CHECKING:
    from numpy.typing import NDArray


def of_table(table: Sequence[Sequence[int]]) -> list[Pattern]:
    """Returns the patterns of a table of x and y. They are fitted on the cells with both coordinates in the first half
    and tested on the others."""
    height, width = len(table), len(table[0])
    rows, columns = max(height // 2, 1), max(width // 2, 1)
    corner = [[int(value) for value in row[:columns]] for row in table[:rows]]
    patterns = []
    for guess in _table_guesses(corner):
        function = guess.function("xy")
        bad = next(
            ((x, y) for x in range(rows) for y in range(columns) if function(x, y) != corner[x][y]), None
        ) or next(
            ((x, y) for x in range(height) for y in range(width) if function(x, y) != table[x][y]), None
        )
        if bad is not None and bad[0] < rows and bad[1] < columns:
            continue
        patterns.append(Pattern(guess, rows * columns, height * width - rows * columns, bad))
    return ranked(patterns)


#: The patterns of a table of two heaps: name, text, Python, C++, cost.
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
    values = {value for row in corner for value in row}
    yield from _listed(_CELLS, values)
    if len(values) > 1:
        yield from _residues(corner, size)
        yield from _summed(corner)
        yield from _tartan(corner, size)


def _listed(patterns: Iterable[tuple[str, Message, str, str, int]], values: set[int]) -> Iterator[Guess]:
    """Yields the named patterns for a table with these values. If the values are 0 and 1, it adds each pattern in the
    form "0 where it is 0, else 1". If there is only one value, it yields only the constant."""
    if len(values) == 1:
        (value,) = values
        yield Guess("constant", say("always {value}", value=value), str(value), str(value), 1)
        return
    for name, text, python, cpp, cost in patterns:
        yield Guess(name, text, python, cpp, cost)
        if values == {0, 1}:
            zero = say("0 where {what} is 0, else 1", what=text)
            yield Guess(name, zero, f"int(({python}) != 0)", f"({cpp}) != 0", cost + 2)


def _residues(corner: list[list[int]], size: int) -> Iterator[Guess]:
    """Tries functions of x mod m and y mod m, or x mod m xor y mod m."""
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
    """Tries g(x) xor h(y), with patterns g and h for the edges of the table."""
    base = corner[0][0]
    column, row = [line[0] for line in corner], [value ^ base for value in corner[0]]
    if any(corner[x][y] != column[x] ^ row[y] for x in range(len(corner)) for y in range(len(corner[0]))):
        return
    first, second = _first(column), _first(row)
    if first is None or second is None:
        return
    yield _sum_of({"x": first, "y": second})


def _sum_of(parts: dict[str, Guess]) -> Guess:
    """Tries a sum of games: the xor of a function of each heap."""
    names = dict(zip("fgh", parts, strict=False))
    python = [line for f, x in names.items() for line in _inner(f, parts[x].python())]
    cpp = [
        f"auto {f} = [](long long n) -> long long {{ {' '.join(parts[x].cpp_lines())} }};"
        for f, x in names.items()
    ]
    whole = " ^ ".join(f"{f}({x})" for f, x in names.items())
    functions = "; ".join(f"{f}: {parts[x].text}" for f, x in names.items())
    text = say("a sum: {whole}, {functions}", whole=whole.replace("^", "xor"), functions=functions)
    python.append(f"return {whole}")
    cpp.append(f"return {whole};")
    cost = 6 + sum(part.cost for part in parts.values())
    helpers = "".join(dict.fromkeys(part.helpers for part in parts.values()))
    return Guess("sum of games", text, "\n".join(python), "\n".join(cpp), cost, helpers)


def _first(values: list[int]) -> Guess | None:
    """Returns the shortest pattern of an edge. The other cells test it."""
    fits = []
    for guess in sequence_guesses(values):
        function = guess.function()
        if all(function(n) == value for n, value in enumerate(values)):
            fits.append(guess)
    return min(fits, key=lambda guess: guess.cost, default=None)


def _inner(name: str, python: str) -> list[str]:
    return python.replace("def value(", f"def {name}(").rstrip().splitlines()


#: The product of nimbers below 2^64, by halves: if F = 2^half, then F times F is F xor F/2.
_NIM_MULTIPLY = """unsigned long long nim_multiply(unsigned long long a, unsigned long long b, int half = 32) {
    if (a < 2 || b < 2) return a * b;
    unsigned long long mask = (1ULL << half) - 1;
    unsigned long long high = nim_multiply(a >> half, b >> half, half / 2);
    unsigned long long low = nim_multiply(a & mask, b & mask, half / 2);
    unsigned long long both = nim_multiply((a >> half) ^ (a & mask), (b >> half) ^ (b & mask), half / 2);
    return ((both ^ low) << half) ^ low ^ nim_multiply(high, 1ULL << (half - 1), half / 2);
}
"""


def _tartan(corner: list[list[int]], size: int) -> Iterator[Guess]:
    """Tries the nim-product of two one-heap games (the tartan theorem)."""
    from sprague.numbers.nimber import multiply

    size = min(size, 12)
    for shift in (0, 1):
        if all(corner[x][y] == multiply(x + shift, y + shift) for x in range(size) for y in range(size)):
            plus = f" + {shift}" if shift else ""
            yield Guess(
                "product of nimbers",
                say("(x{plus}) times (y{plus}) as nimbers", plus=plus),
                f"from sprague.numbers.nimber import multiply\nreturn multiply(x{plus}, y{plus})",
                f"return nim_multiply(x{plus}, y{plus});",
                5,
                _NIM_MULTIPLY,
            )


#: The patterns of a table of three heaps: name, text, Python, C++, cost.
_CUBES: tuple[tuple[str, Message, str, str, int], ...] = (
    ("xor", say("x xor y xor z"), "x ^ y ^ z", "x ^ y ^ z", 1),
    ("sum", say("x + y + z"), "x + y + z", "x + y + z", 1),
    (
        "minimum",
        say("the smallest of x, y and z"),
        "min(x, y, z)",
        "x < y ? (x < z ? x : z) : (y < z ? y : z)",
        2,
    ),
    (
        "maximum",
        say("the largest of x, y and z"),
        "max(x, y, z)",
        "x > y ? (x > z ? x : z) : (y > z ? y : z)",
        2,
    ),
    ("or", say("x or y or z, bit by bit"), "x | y | z", "x | y | z", 2),
)


def of_cube(table: NDArray[Any]) -> list[Pattern]:
    """Returns the patterns of a table of three heaps x, y and z, fitted on the cells with all three coordinates in the
    first half."""
    half = tuple(max(size // 2, 1) for size in table.shape)
    corner = table[: half[0], : half[1], : half[2]]
    cells = math.prod(half)
    patterns = []
    for guess in _cube_guesses(corner):
        function = guess.function("xyz")
        bad = _first_bad(function, corner)
        if bad is None:
            later = _first_bad(function, table)
            patterns.append(Pattern(guess, cells, table.size - cells, later))
    return ranked(patterns)


def _first_bad(function: Callable[..., int], table: NDArray[Any]) -> tuple[int, ...] | None:
    from sprague.system.arrays import np

    for cell, value in np.ndenumerate(table):
        if function(*cell) != value:
            return cell
    return None


def _cube_guesses(corner: NDArray[Any]) -> Iterator[Guess]:
    from sprague.system.arrays import np

    values = {int(value) for value in np.unique(corner)}
    yield from _listed(_CUBES, values)
    if len(values) == 1:
        return
    x, y, z = np.indices(corner.shape)
    for m in range(2, min(40, *(size // 2 for size in corner.shape)) + 1):
        if (corner == (x % m) ^ (y % m) ^ (z % m)).all():
            code = f"(x % {m}) ^ (y % {m}) ^ (z % {m})"
            text = say("(x mod {m}) xor (y mod {m}) xor (z mod {m})", m=m)
            yield Guess("xor of residues", text, code, code, 3)
            break
    base = int(corner[0, 0, 0])
    edges = [corner[:, 0, 0], corner[0, :, 0] ^ base, corner[0, 0, :] ^ base]
    if (corner == edges[0][:, None, None] ^ edges[1][None, :, None] ^ edges[2][None, None, :]).all():
        parts = [_first([int(value) for value in edge]) for edge in edges]
        if all(part is not None for part in parts):
            yield _sum_of(dict(zip("xyz", [part for part in parts if part is not None], strict=True)))
