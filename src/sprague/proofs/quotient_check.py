"""The checker of certificates of misère quotients (``misereplay/certificate.py``): plain code that needs only the
standard library, Sprague's errors, and the reader of codes of the checker in ``period_check.py``.

It checks each claim: the actions make a commutative monoid; no two of its elements have the same outcomes; P-positions
have no move to a P-position, and all others except the end have one; the period holds for as many heaps as the theorem
needs; start and length are the least. It searches nothing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .period_check import Flaw as Flaw
from .period_check import _primes, _rule

_FIELDS = {"format", "heaps", "actions", "words", "p", "values", "tests", "sums"}

#: Certificates of more elements, or heaps, are not read.
_MOST = 20_000


def check_quotient(certificate: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of products and options examined. Raises Flaw, with the reason, for a false certificate.
    ``tick`` is called now and then."""
    _sizes(certificate)
    try:
        return _check(certificate, tick)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError):
        raise Flaw("an entry is not of the expected form") from None


def seconds(certificate: Any) -> float:
    """Estimates the seconds of a check, within a factor of ten. Raises Flaw for a certificate that cannot be read."""
    size, letters, moves, pairs = _sizes(certificate)
    heaps = certificate["heaps"] + 1
    actions = len(certificate["actions"])
    monoid, products = size * (letters + actions * (size + actions)), min(moves, heaps * size) * size
    return 1e-7 * float(monoid + moves + products + size * len(certificate["tests"]) + pairs * size * 3)


def room(certificate: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a certificate that cannot be read."""
    size, _, moves, pairs = _sizes(certificate)
    once = (
        moves // (certificate["heaps"] + 1) if "code" in certificate else moves
    )  # the options of one heap after another
    return 10 * size * size + 200 * once + size * (pairs + len(certificate["tests"])) // 4


def cost(certificate: Any) -> str:
    """Says in words what a check will cost. Raises Flaw for a certificate that cannot be read."""
    size, _, moves, pairs = _sizes(certificate)
    return (
        f"computes a monoid of {size} elements and the options of {certificate['heaps'] + 1} heaps again, in plain "
        f"Python (about {moves} options, {pairs} sums); about {max(1, round(seconds(certificate)))} s"
    )


def _sizes(certificate: Any) -> tuple[int, int, int, int]:
    """Returns the number of elements, of letters in their words, of options at the most, and of sums to be examined."""
    if not isinstance(certificate, dict) or certificate.get("format") != "sprague-quotient/1":
        raise Flaw("expected a certificate of format sprague-quotient/1")
    game = {"code"} if "code" in certificate else {"options"}
    period = {"start", "length"} if "length" in certificate else set()
    if set(certificate) != _FIELDS | game | period:
        wrong = ", ".join(sorted(map(str, set(certificate) ^ (_FIELDS | game | period))))
        raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS | game))}; wrong are {wrong}")
    lists = [*(_FIELDS - {"format", "heaps"}), *(game - {"code"})]
    if any(not isinstance(certificate[name], list) for name in lists):
        raise Flaw("an entry is not of the expected form")
    words, last = certificate["words"], certificate["heaps"]
    size = len(words)
    if not size or type(last) is not int or last < 0 or len(certificate["values"]) != last + 1:
        raise Flaw("expected an element or more, and the element of each heap")
    if max(size, last) > _MOST:  # the certificate may still be true
        raise TooLargeError(say("the checker has room for {most} elements and heaps only", most=_MOST))
    if any(
        not isinstance(row, list)
        for name in ("words", "actions", *(game - {"code"}))
        for row in certificate[name]
    ):
        raise Flaw("an entry is not of the expected form")
    if "code" in certificate:
        if not isinstance(certificate["code"], str):
            raise Flaw("code: expected text")
        rule = _rule(certificate["code"])
        each = (last + 1) if rule.all_but else len(rule.digits)
        moves = each * (last + 1) ** max(1, rule.most_heaps) // math.factorial(max(1, rule.most_heaps))
    else:
        moves = sum(map(len, certificate["options"]))
    return size, sum(map(len, words)), moves, len(certificate["sums"]) * (last + 1)


def _check(certificate: dict[str, Any], tick: Callable[[], None]) -> int:
    words, actions, values = certificate["words"], certificate["actions"], certificate["values"]
    size, last = len(words), certificate["heaps"]
    for numbers, bound in (
        *((action, size) for action in actions),
        *((word, len(actions)) for word in words),
        (values, size), (certificate["p"], size), (certificate["tests"], size),
    ):  # fmt: skip
        if any(type(x) is not int or not 0 <= x < bound for x in numbers):
            raise Flaw("an element or generator is named that is not there")
    if any(len(action) != size for action in actions):
        raise Flaw("actions: expected the image of each element")
    if not {action[0] for action in actions} <= {*values}:
        raise Flaw("actions: expected the generators to be values of heaps")
    times = _products(words, actions, tick)
    lost = [False] * size
    for x in certificate["p"]:
        lost[x] = True
    if lost[0]:
        raise Flaw("p: the end of the game is an N-position")
    _distinct(certificate["tests"], times, lost, tick)
    examined = size * len(actions)
    deficits: dict[tuple[int, int], None] = {}
    for heap, (count, moves) in enumerate(_options(certificate, last)):
        tick()
        if not moves:
            if values[heap]:
                raise Flaw(f"values: heap {heap} has no moves, so it is the identity")
            continue
        option_elements = {_product(move, times) for move in moves}
        examined += count
        bits = _mask(lost[x] for x in times[values[heap]])
        winning = 0
        for e in option_elements:
            winning |= _mask(lost[x] for x in times[e])
        if bits & winning:
            raise Flaw(f"heap {heap}: a P-position has a move to a P-position")
        deficits[values[heap], ((1 << size) - 1) & ~bits & ~winning] = None
    examined += _closed(certificate["sums"], list(deficits), times, lost, tick)
    if "length" in certificate:
        _period(certificate, values)
    return examined


def _products(words: list[list[int]], actions: list[list[int]], tick: Callable[[], None]) -> list[list[int]]:
    """Returns ``times[x][q]``, the product of x and q. The actions commute, so each of them is multiplication by an
    element of a commutative monoid: by its image of the identity."""
    size = len(words)
    for i, first in enumerate(actions):
        for second in itertools.islice(actions, i):
            tick()
            if any(first[second[q]] != second[first[q]] for q in range(size)):
                raise Flaw("actions: two generators do not commute")
    times = []
    for x, word in enumerate(words):
        tick()
        row = list(range(size))
        for generator in word:
            row = [actions[generator][q] for q in row]
        if row[0] != x:
            raise Flaw(f"words: the word of element {x} is another element")
        times.append(row)
    return times


def _distinct(tests: list[int], times: list[list[int]], lost: list[bool], tick: Callable[[], None]) -> None:
    element_of: dict[int, int] = {}
    for x, row in enumerate(times):
        tick()
        signs = _mask(lost[row[q]] for q in tests)
        if signs in element_of:
            raise Flaw(f"tests: the elements {element_of[signs]} and {x} are not told apart")
        element_of[signs] = x


def _options(certificate: dict[str, Any], last: int) -> Iterator[tuple[int, set[tuple[int, ...]]]]:
    """Yields for each heap the number of its options, by the rules, and the elements of the heaps that each option
    leaves."""
    values = certificate["values"]
    if "code" not in certificate:
        if len(certificate["options"]) != last + 1:
            raise Flaw("options: expected those of each item")
        for item, listed in enumerate(certificate["options"]):
            moves_listed = [tuple(move) for move in listed if isinstance(move, list)]
            if len(moves_listed) < len(listed) or any(
                type(part) is not int or not 0 <= part < item for move in moves_listed for part in move
            ):
                raise Flaw(f"options: a move of item {item} leads to no earlier item")
            yield len(moves_listed), {tuple(values[part] for part in move) for move in moves_listed}
        return
    rule = _rule(certificate["code"])
    digits = rule.digits
    for n in range(last + 1):
        most = n if rule.all_but else min(n, len(digits) - 1)
        count, moves = 0, set[tuple[int, ...]]()
        for k in range(most + 1):
            digit, rest = digits[k] if k < len(digits) else 3, n - k
            if digit & 1 and not rest:
                count += 1
                moves.add(())
            for parts in range(1, digit.bit_length()):
                if not digit >> parts & 1:
                    continue
                if parts == 2 and not rule.unequal:  # 1 beside rest - 1, 2 beside rest - 2, …
                    half = rest // 2
                    pairs = zip(values[1 : half + 1], values[rest - half : rest][::-1], strict=True)
                    count += half
                    moves.update(pairs)
                    continue
                for move in _splits(rest, parts, 1, rule.unequal):
                    count += 1
                    moves.add(tuple(values[part] for part in move))
        yield count, moves


def _splits(total: int, parts: int, least: int, unequal: bool) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        if total >= least:
            yield (total,)
        return
    for first in range(least, total // parts + 1):
        for rest in _splits(total - first, parts - 1, first + unequal, unequal):
            yield (first, *rest)


def _product(elements: tuple[int, ...], times: list[list[int]]) -> int:
    total = 0
    for element in elements:
        total = times[total][element]
    return total


def _closed(
    sums: list[list[Any]],
    deficits: list[tuple[int, int]],
    times: list[list[int]],
    lost: list[bool],
    tick: Callable[[], None],
) -> int:
    """Checks that every nonempty sum of heaps has a winning move or is a P-position.

    A sum X is described by its element and D(X), the q for which q X is an N-position and no move in X wins. D(X + h)
    is the set of q with q h in D(X) and q x in D(h); so it is enough that each pair of the certificate, with each heap,
    comes to lie within a pair of the certificate, and that none but the first begins with the identity.
    """
    size = len(times)
    deficits_of: dict[int, list[int]] = {}
    pairs = []
    for element, text in sums:
        bits = int(text, 16)
        if text != f"{bits:x}":
            raise Flaw("sums: expected plain hexadecimal numbers")
        if type(element) is not int or not 0 <= element < size or not 0 <= bits < 1 << size:
            raise Flaw("sums: an element is named that is not there")
        deficits_of.setdefault(element, []).append(bits)
        pairs.append((element, bits))
    if not pairs or pairs[0] != (0, _mask(not flag for flag in lost)):
        raise Flaw("sums: expected the sum of nothing first")
    if any(bits & 1 for _, bits in pairs[1:]):
        raise Flaw("sums: an N-position has no winning move")
    for element, bits in pairs:
        tick()
        row = times[element]
        for own, deficit in deficits:
            target, column = row[own], times[own]
            undecided = _mask(bits >> column[q] & 1 and deficit >> row[q] & 1 for q in range(size))
            if undecided & 1:
                raise Flaw("sums: an N-position has no winning move")
            if undecided and not any(undecided & ~each == 0 for each in deficits_of.get(target, ())):
                raise Flaw("sums: a sum is missing")
    return len(pairs) * len(deficits)


def _period(certificate: dict[str, Any], values: list[int]) -> None:
    start, length = certificate["start"], certificate["length"]
    if (
        "code" not in certificate
        or type(start) is not int
        or type(length) is not int
        or start < 0
        or length < 1
    ):
        raise Flaw("start, length: expected numbers that make sense, of a code")
    rule = _rule(certificate["code"])
    if rule.all_but or rule.unequal or rule.most_heaps > 2:
        raise Flaw("start, length: no theorem here covers a period of such a code")
    first, last = max(start, 1), len(rule.digits) - 1
    bound = first + length + last if rule.most_heaps < 2 else 2 * first + 2 * length + last
    if len(values) < bound:
        raise Flaw(f"start, length: the theorem wants {bound} heaps, not {len(values)}")
    if any(values[n] != values[n + length] for n in range(start, len(values) - length)):
        raise Flaw("start, length: the values have another period")
    if start and values[start - 1] == values[start - 1 + length]:
        raise Flaw("start: the period begins earlier")
    for part in (length // prime for prime in _primes(length)):
        if all(values[n] == values[n + part] for n in range(start, start + length - part)):
            raise Flaw(f"length: {part} is a period already")


def _mask(flags: Any) -> int:
    """Returns flags as the bits of a number, the first flag as the lowest bit."""
    return int("".join("1" if flag else "0" for flag in flags)[::-1] or "0", 2)
