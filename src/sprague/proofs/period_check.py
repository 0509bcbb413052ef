"""The checker of period certificates (``certificate.py``). It reads the code, computes the values again from the
definition, and checks every claim. It shares nothing with the engines or with the search for periods. Its bounds are
derived once more from the theorems in ``theorems.py``.
"""

from __future__ import annotations

import hashlib
import itertools
import re
import sys
import time
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sprague.system.native import Kernel
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

#: A hook that is called now and then; an exception that it raises ends the check.
Tick = Callable[[], None]

_FIELDS = {"format", "code", "theorem", "start", "length", "saltus", "needed", "seen", "digest"}
_SPACE = {"mask", "parity", "flip", "rares"}

#: The approximate number of values that the splits of a heap have, used to estimate the effort.
_SPREAD = 32

#: The greatest number of values.
_HUGE = 10**20

#: The most characters of a code.
_LONGEST = 2_000_000

#: The values are expected to be below this.
_LARGEST = 1 << 16

_GAME = ("uint16[]", "int", "int", "const int64[]", "const uint8[]", "const int64[]", "int")
_by_definition = Kernel("period_by_definition", *_GAME, "int64[]")
_from_rares = Kernel("period_from_rares", *_GAME, "const uint8[]", "int", "int", "const int64[]", "int64[]")


class Flaw(Exception):
    """The flaw of a certificate."""


@dataclass(frozen=True)
class _Rule:
    """The rule of a code: digits[k] says what taking k may leave; ``all_but`` says that every number beyond the digits
    may be taken."""

    digits: tuple[int, ...]
    unequal: bool = False
    all_but: bool = False

    def takes(self, heaps: int) -> list[int]:
        return [k for k, digit in enumerate(self.digits) if digit >> heaps & 1]

    @property
    def most_heaps(self) -> int:
        return max(self.digits).bit_length() - 1 if any(self.digits) else 0


def _no_tick() -> None:
    pass


def check_period(certificate: Any, tick: Tick = _no_tick) -> int:
    """Returns the number of values recomputed. Raises Flaw, with the reason, for a false certificate."""
    return len(checked_values(certificate, tick))


def checked_values(certificate: Any, tick: Tick = _no_tick) -> Any:
    """Recomputes the values to which a certificate refers and returns them (as a list or an array). Raises Flaw for a
    false certificate."""
    rule, numbers, theorem = _claimed(certificate)
    start, length, saltus, seen = (numbers[name] for name in ("start", "length", "saltus", "seen"))
    values = _values(rule, seen, certificate, tick)
    if _digest(values) != certificate["digest"]:
        raise Flaw("digest: the values computed again are others")
    _equation(values, start, length, saltus)
    if theorem == "all-but" and numbers["needed"] != (
        bound := _all_but_bound(rule, values, start, length, saltus)
    ):
        raise Flaw(f"needed: the theorem wants {bound} values, not {numbers['needed']}")
    return values


def _claimed(certificate: Any) -> tuple[_Rule, dict[str, int], str]:
    """Returns the claim of a certificate and the theorem that covers it. Raises Flaw for a claim that is obviously
    false."""
    rule, numbers = _read(certificate)
    start, length, saltus, seen = (numbers[name] for name in ("start", "length", "saltus", "seen"))
    theorem = _theorem(rule, saltus)
    if certificate["theorem"] != theorem:
        raise Flaw(f"the theorem for {certificate['code']} is {theorem}, not {certificate['theorem']}")
    if theorem != "all-but" and numbers["needed"] != (bound := _bound(theorem, rule, start, length)):
        raise Flaw(f"needed: the theorem wants {bound} values, not {numbers['needed']}")
    if seen != numbers["needed"]:
        raise Flaw(f"seen: {seen} values, where {numbers['needed']} are needed")
    if start + length > seen:
        raise Flaw(f"start, length: the period does not end within the {seen} values")
    return rule, numbers, theorem


def seconds(certificate: Any) -> float:
    """Estimates the seconds of a check, within a factor of ten. Raises Flaw for a certificate that cannot be read."""
    rule, numbers, _ = _claimed(certificate)
    seen = numbers["seen"]
    if "rares" in certificate:
        _space(rule, numbers["seen"], certificate)
        steps = 2 * max(1, len(rule.takes(2))) * len(certificate["rares"]) + len(rule.takes(1))
        return float(seen * (20 + steps + 1.3 * 2.0 ** certificate["mask"].bit_length()) * 1e-9)
    return float(_pairs(rule, seen) * (60e-9 if _by_hand(rule) else 1e-9))


def room(certificate: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a certificate that cannot be read."""
    rule, numbers, _ = _claimed(certificate)
    seen = numbers["seen"]
    if "rares" in certificate or not _by_hand(rule):
        return 4 * seen + 2_000_000
    # For every heap this counts the set of values of its splits into two, three and so on.
    return seen * (60 + 24 * _SPREAD * max(0, rule.most_heaps - 1))


def cost(certificate: Any) -> str:
    """Says in words what a check of this certificate will cost. Raises Flaw for a certificate that cannot be read.

    >>> cost({"format": "sprague-period/1", "code": "0.137", "theorem": "guy-smith", "start": 52, "length": 34,
    ...       "saltus": 0, "needed": 175, "seen": 175, "digest": "0" * 64})
    'computes 175 values again by the definition: 7656 pairs of heaps, compiled; about 1 s'
    """
    return f"{_work(certificate)}; about {max(1, round(seconds(certificate)))} s"


def _work(certificate: Any) -> str:
    """Says in words what is computed."""
    rule, numbers, _ = _claimed(certificate)
    seen = numbers["seen"]
    if "rares" in certificate:
        rares = len(certificate["rares"])
        steps = max(1, len(rule.takes(2))) * rares * seen
        return f"computes {seen} values again from {rares} rare heaps: {steps} steps and more, compiled"
    pairs = _pairs(rule, seen)
    way = "in plain Python" if _by_hand(rule) else "compiled"
    return f"computes {seen} values again by the definition: {pairs} pairs of heaps, {way}"


def _pairs(rule: _Rule, seen: int) -> int:
    """Returns the number of pairs of heaps to examine; for splits into three heaps or more, of pairs of a heap and a
    value of the other heaps."""
    if rule.all_but:
        return seen * seen // 2
    several = max(0, rule.most_heaps - 2) * _SPREAD // 4
    splits = len(rule.takes(2)) if rule.most_heaps == 2 else rule.most_heaps > 2
    return max((splits + several) * seen * seen // 4, len(rule.takes(1)) * seen)


def _by_hand(rule: _Rule) -> bool:
    """Returns whether the check uses plain Python, because only the plain definition covers the rule."""
    return rule.all_but or rule.most_heaps > 2


def _read(certificate: Any) -> tuple[_Rule, dict[str, int]]:
    if not isinstance(certificate, dict) or certificate.get("format") != "sprague-period/1":
        raise Flaw("expected a certificate of format sprague-period/1")
    names = set(certificate) - (_SPACE if set(certificate) >= _SPACE else set())
    if names != _FIELDS:
        raise Flaw(
            f"expected the fields {', '.join(sorted(_FIELDS))}; wrong are {', '.join(sorted(names ^ _FIELDS))}"
        )
    numbers = {}
    for name in ("start", "length", "saltus", "needed", "seen"):
        if type(certificate[name]) is not int or certificate[name] < (name in ("length", "needed", "seen")):
            raise Flaw(f"{name}: expected a whole number that makes sense, got {_short(certificate[name])}")
        if certificate[name] > _HUGE:
            raise Flaw(f"{name}: more values than can be computed again")
        numbers[name] = certificate[name]
    if (
        not isinstance(certificate["digest"], str)
        or not isinstance(certificate["code"], str)
        or not isinstance(certificate["theorem"], str)
    ):
        raise Flaw("code, theorem and digest: expected text")
    return _rule(certificate["code"]), numbers


def _short(claim: Any) -> str:
    """Returns a claim for people to read. Python prints no number of more than 4300 digits."""
    try:
        return repr(claim)
    except ValueError:
        return "a huge number"


def _rule(text: str) -> _Rule:
    """Reads a code. Raises Flaw unless it is in its printed form, so that each game has only one text."""
    rule = _digits(text)
    if text != (printed := _printed(rule)):
        raise Flaw(f"code: expected the printed form {printed}, got {text}")
    return rule


def _printed(rule: _Rule) -> str:
    digits = rule.digits
    if rule.all_but and len(digits) == 1:
        return f"{digits[0]}.(3)"
    if rule.all_but or (set(digits) <= {0, 3} and any(digits)):
        inside = 0 if rule.all_but else 3
        numbers = ",".join(str(k) for k, digit in enumerate(digits) if k and digit == inside)
        return f"{'all-but' if rule.all_but else 'subtract'}{{{numbers}}}"
    first, *others = (f"{digit:x}" if digit < 16 else f"[{digit:x}]" for digit in digits)
    kind = "unequal:" * (rule.unequal and max(digits) > 3) + "hex:" * (max(digits) > 7)
    return f"{kind}{first}.{''.join(others) or '0'}"


def _digits(text: str) -> _Rule:
    """Reads the digits of a code."""
    if len(text) > _LONGEST:
        raise TooLargeError(  # the certificate may still be true
            say("the checker reads codes of at most {most} characters", most=_LONGEST)
        )
    match = re.fullmatch(r"(subtract|all-but)\{([0-9]{1,7}(?:,[0-9]{1,7})*)\}", text)
    if match:
        numbers = [int(number) for number in match[2].split(",")]
        if numbers != sorted(set(numbers)) or numbers[0] < 1 or numbers[-1] > 10**6:
            raise Flaw(f"code: expected ascending numbers in {text}")
        inside, outside = (3, 0) if match[1] == "subtract" else (0, 3)
        listed = set(numbers)
        digits = [0, *(inside if k in listed else outside for k in range(1, numbers[-1] + 1))]
        return _Rule(tuple(digits), all_but=match[1] == "all-but")
    if text == "0.(3)":
        return _Rule((0,), all_but=True)
    if text == "4.(3)":
        return _Rule((4,), all_but=True)
    match = re.fullmatch(r"(unequal:)?(hex:)?([0-9a-f]|\[[0-9a-f]+\])\.((?:[0-9a-f]|\[[0-9a-f]+\])*)", text)
    if not match:
        raise Flaw(f"code: expected a finite code, an all-but set or 4.(3), got {text}")
    digits = [
        int(match[3].strip("[]"), 16),
        *(int(digit.strip("[]"), 16) for digit in re.findall(r"\[\w+\]|\w", match[4])),
    ]
    if digits[0] & 3 or (not match[2] and max(digits) > 7) or max(digits).bit_length() > 61:
        raise Flaw(f"code: a digit of {text} is none")
    while len(digits) > 1 and not digits[-1]:
        digits.pop()
    return _Rule(tuple(digits), unequal=bool(match[1]))


def _theorem(rule: _Rule, saltus: int) -> str:
    if rule.all_but:
        return "lasker" if rule.digits == (4,) else "all-but"
    if saltus:
        raise Flaw("saltus: no theorem here covers a period with a saltus for such a code")
    if rule.most_heaps <= 1:
        return "no-splits"
    if rule.unequal:
        if rule.most_heaps > 2:
            raise Flaw("code: no theorem here covers unequal splits into three heaps and more")
        return "unequal"
    return "guy-smith" if rule.most_heaps == 2 else "many-heaps"


def _bound(theorem: str, rule: _Rule, start: int, length: int) -> int:
    first, last = max(start, 1), len(rule.digits) - 1
    if theorem == "no-splits":
        return first + length + last
    if theorem == "lasker":
        return first + length + 4
    if theorem == "unequal":
        return 2 * first + 3 * length + last
    return rule.most_heaps * (first + length) + last


def _all_but_bound(rule: _Rule, values: Any, start: int, length: int, saltus: int) -> int:
    """Returns m + p more than the first n >= start where the largest value before n + p is ``saltus`` more than before
    n."""
    largest = -1
    before = [largest := max(largest, int(value)) for value in values]
    last = len(rule.digits) - 1
    for n in range(start, len(values) - length - last + 1):
        low = before[n - 1] if n else -1
        if n + length >= 1 and before[n + length - 1] == low + saltus:
            return n + length + last
    raise Flaw("seen: the largest values do not repeat yet")


def _values(rule: _Rule, seen: int, certificate: dict[str, Any], tick: Tick) -> Any:
    if "rares" in certificate:
        return _compiled(rule, seen, certificate, tick)
    if _by_hand(rule):
        return _definition(rule, seen, tick)
    return _compiled(rule, seen, None, tick)


def _definition(rule: _Rule, seen: int, tick: Tick = _no_tick) -> list[int]:
    """Computes the mex over all options, heap by heap; sums[j][m] are the values of m tokens in j heaps."""
    values = [0]
    excluded = {k for k, digit in enumerate(rule.digits) if not digit}
    most = rule.most_heaps
    sums: list[list[set[int]]] = [[set()] for _ in range(most + 1)]
    takes = [rule.takes(heaps) for heaps in range(most + 1)]
    for n in range(1, seen):
        tick()
        option_values = {0} if n < len(rule.digits) and rule.digits[n] & 1 else set()
        if rule.all_but:
            option_values = {values[m] for m in range(n) if n - m not in excluded}
        for heaps in range(2, most + 1):
            sums[heaps].append(_split(rule, values, sums, heaps, n))
        for heaps in range(1, most + 1):
            for k in takes[heaps]:
                if k < n:
                    option_values |= {values[n - k]} if heaps == 1 else sums[heaps][n - k]
        value = 0
        while value in option_values:
            value += 1
        values.append(value)
    return values


def _split(rule: _Rule, values: list[int], sums: list[list[set[int]]], heaps: int, m: int) -> set[int]:
    if heaps == 2:
        top = (m - 1) // 2 if rule.unequal else m // 2
        return {values[a] ^ values[m - a] for a in range(1, top + 1)}
    return {values[a] ^ value for a in range(1, m) for value in sums[heaps - 1][m - a]}


def _compiled(rule: _Rule, seen: int, space: dict[str, Any] | None, tick: Tick = _no_tick) -> Any:
    if rule.all_but or rule.most_heaps > 2:
        raise Flaw("rares: no sparse space is known for such a code")
    moves = (
        array("q", rule.takes(1)),
        array("B", [digit & 1 for digit in rule.digits]),
        array("q", rule.takes(2)),
        int(rule.unequal),
    )
    values, stamp = array("H", [0]) * seen, array("q", [0]) * _LARGEST
    if space is None:
        for begin, end in _slices(1, seen):
            tick()
            stopped = _by_definition(values, begin, end, *moves, stamp)
            if stopped < end:
                raise TooLargeError(  # the certificate may still be true
                    say("the checker has room for values below {most} only", most=_LARGEST)
                )
        return values
    rares, odd, parity, flip = _space(rule, seen, space)
    for begin, end in _slices(1, seen):
        tick()
        stopped = _from_rares(values, begin, end, *moves, odd, parity, flip, rares, stamp)
        if stopped < end:
            raise Flaw(f"rares: heap {stopped} of value {values[stopped]} does not fit the mask and the list")
    if space["mask"].bit_length() > max(values).bit_length():
        raise Flaw("mask: it has bits that no value has")
    return values


def _space(rule: _Rule, seen: int, space: dict[str, Any]) -> tuple[Any, Any, int, int]:
    """Returns the rare heaps, the parity of each value under the mask, parity and flip, in the form that the proof
    needs."""
    mask, parity, flip, rares = (space[name] for name in ("mask", "parity", "flip", "rares"))
    if type(mask) is not int or not 0 < mask < _LARGEST or {type(parity), type(flip)} != {int}:
        raise Flaw("mask, parity, flip: expected whole numbers")
    if parity not in (0, 1) or any(flip != parity * k % 2 for k in rule.takes(2)):
        raise Flaw("parity, flip: two common heaps could make a common one")
    if not isinstance(rares, list) or any(type(heap) is not int for heap in rares):
        raise Flaw("rares: expected whole numbers")
    if any(a >= b for a, b in itertools.pairwise(rares)) or (rares and not 0 <= rares[0] <= rares[-1] < seen):
        raise Flaw("rares: expected them ascending, all seen")
    if (rares[:1] == [0]) != (flip == 0):
        raise Flaw("rares: heap 0 does not fit")
    odd = array("B", [(value & mask).bit_count() & 1 for value in range(_LARGEST)])
    return array("q", rares), odd, parity, flip


def _slices(begin: int, stop: int) -> Any:
    """Returns pieces of about half a second each, so that Ctrl-C takes effect between them."""
    step = 1000
    while begin < stop:
        end = min(begin + step, stop)
        started = time.perf_counter()
        yield begin, end
        begin = end
        step = max(100, int(step * min(2.0, 0.5 / max(time.perf_counter() - started, 1e-6))))


def _digest(values: Any) -> str:
    digest = hashlib.sha256()
    for begin in range(0, len(values), 1 << 20):
        piece = array("I", values[begin : begin + (1 << 20)])
        if sys.byteorder == "big":
            piece.byteswap()
        digest.update(piece)
    return digest.hexdigest()


def _equation(values: Any, start: int, length: int, saltus: int) -> None:
    wrong = _last_wrong(values, length, saltus)
    if wrong >= start:
        raise Flaw(f"start, length: g({wrong + length}) is not g({wrong}) + {saltus}")
    if wrong < start - 1:
        raise Flaw(f"start: the period begins earlier, at {wrong + 1}")
    for prime in _primes(length):
        part = length // prime
        if saltus % prime == 0 and _last_wrong(values, part, saltus // prime) < start:
            raise Flaw(f"length: {part} is a period already")


def _primes(number: int) -> list[int]:
    """Returns the primes that divide a number."""
    primes, divisor = [], 2
    while divisor * divisor <= number:
        if number % divisor == 0:
            primes.append(divisor)
            while number % divisor == 0:
                number //= divisor
        divisor += 1
    return primes + [number] * (number > 1)


def _last_wrong(values: Any, length: int, saltus: int) -> int:
    """Returns the last n with g(n + length) != g(n) + saltus, or -1 if there is none."""
    end = len(values) - length
    if saltus:
        wrong = (n for n in range(end - 1, -1, -1) if values[n + length] != values[n] + saltus)
        return next(wrong, -1)
    while end > 0:
        begin = max(0, end - (1 << 20))
        if values[begin + length : end + length] != values[begin:end]:
            while end - begin > 1:  # the last one lies from begin on and before end
                middle = (begin + end) // 2
                if values[middle + length : end + length] != values[middle:end]:
                    begin = middle
                else:
                    end = middle
            return begin
        end = begin
    return -1
