"""Take-and-break codes: one grammar, one printed form, and the plain definition of their moves.

A code says, for each number k of tokens that a move takes from a heap, into how many non-empty heaps
the rest may be left: bit 2^j of digit d_k allows exactly j heaps (Guy and Smith, 1956)::

    code   := [split] digits | [split] "hex:" digits | set
    split  := "unequal:" | "equal:"        the heaps of a split all different, or all the same
    digits := d0 "." d1 d2 ... [ "(" repeating digits ")" ]
    set    := "subtract{" pieces "}"       take one of these numbers: subtract{1,3,4}, subtract{1-3,7,squares}
            | "all-but{2,5}"               take any number but 2 and 5
    piece  := number | number "-" number
            | "primes" | "squares" | "fibonacci" | "powers of" number

Bare digits are octal (0-7: up to two heaps), ``hex:`` digits hexadecimal (0-9 a-f: up to three heaps); with
``hex:`` a digit in brackets is a hexadecimal number of any size (``[1f]``: up to four heaps). Before the
point, where nothing is taken, a digit allows splits only: 0 or 4 in octal.

A code has one printed form. If only 0 and 3 occur, it is a set (except ``0.(3)`` for Nim): its single numbers, then its
infinite sets (:mod:`.families`), whose numbers are not listed again. Otherwise it is a row of digits without trailing
zeros, octal if that is enough, with the repeating block as short and as early as possible.

>>> print(parse_code(".1370"), parse_code("hex:0.77"), parse_code("0.3033"), parse_code("0.33(33)"))
0.137 0.77 subtract{1,3,4} 0.(3)
>>> print(parse_code("subtract{1-3,7}"), parse_code("subtract{powers of 2, 5, Squares, 4}"))
subtract{1,2,3,7} subtract{5,squares,powers of 2}
>>> sorted(options(parse_code("0.77"), 4))
[(1, 1), (1, 2), (2,), (3,)]
"""

from __future__ import annotations

import heapq
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from sprague.numbers import integers
from sprague.numbers.made import CODE_DIGIT, make
from sprague.words.digits import to_text
from sprague.words.errors import NotationError, TooLargeError, expected
from sprague.words.messages import say

from . import families

Split = Literal["any", "unequal", "equal"]

#: Codes are stored digit by digit, so a subtraction set may not contain a larger number than this.
MAX_DIGITS = 1_000_000

#: A digit may allow at most this many heaps.
MAX_HEAPS = 60

_SET = re.compile(r"(subtract|all-but)\s*\{([^{}]*)\}")

_SPLIT = re.compile(r"(?:(unequal|equal):\s*)?(.*)", re.DOTALL)

#: A digit: a number in brackets, or a sign.
_DIGIT = re.compile(r"\[([^\]]*)\]|.", re.DOTALL)


@dataclass(frozen=True)
class Code:
    """The rule of a take-and-break game as plain hashable data. The constructor normalises it.

    ``digits`` are d_0, d_1, ..., and ``repeat`` the digits that follow them again and again. ``split`` restricts the
    splits: the heaps of a split may be ``"any"``, must be pairwise ``"unequal"``, or must all be ``"equal"``. In a
    subtraction set ``families`` are the infinite sets whose numbers may be taken in addition to those of the digits.

    >>> Code((0, 7, 7, 0)) == parse_code("0.77"), str(Code((4,), split="unequal"))
    (True, 'unequal:4.0')
    """

    digits: tuple[int, ...]
    repeat: tuple[int, ...] = ()
    split: Split = "any"
    families: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        digits, repeat = self.digits or (0,), self.repeat
        if self.families:
            named = tuple(sorted(set(self.families), key=families.order))
            object.__setattr__(self, "families", named)
            digits = tuple(
                0 if digit and any(families.contains(name, k) for name in named) else digit
                for k, digit in enumerate(digits)
            )
        digits, repeat = _normal(digits, repeat)
        if digits[0] & 3:
            raise NotationError(
                say("expected 0 or splits only before the point, got {digit}", digit=f"{digits[0]:x}")
            )
        object.__setattr__(self, "digits", digits)
        object.__setattr__(self, "repeat", repeat)
        if self.split != "any" and all(d < 4 for d in (*digits, *repeat)):
            object.__setattr__(self, "split", "any")

    def digit(self, k: int) -> int:
        """Returns d_k, the rule for a move that takes ``k`` tokens.

        >>> [parse_code("4.1(23)").digit(k) for k in range(6)]
        [4, 1, 2, 3, 2, 3]
        """
        if k < len(self.digits) and self.digits[k]:
            return self.digits[k]
        if self.families:
            return 3 if k > 0 and any(families.contains(name, k) for name in self.families) else 0
        if k < len(self.digits):
            return 0
        return self.repeat[(k - len(self.digits)) % len(self.repeat)] if self.repeat else 0

    @property
    def infinite(self) -> bool:
        """Whether infinitely many numbers may be taken."""
        return bool(self.repeat or self.families)

    @property
    def most_heaps(self) -> int:
        """The largest number of heaps that a move may leave in place of one."""
        most = max((*self.digits, *self.repeat)).bit_length() - 1 if self.moves else 0
        return max(most, 1) if self.families else most

    @property
    def moves(self) -> bool:
        """Whether any digit allows a move."""
        return any(self.digits) or self.infinite

    @property
    def last(self) -> int:
        """t, the index of the last digit that is not 0; for an infinite code, of the last digit before the block."""
        return len(self.digits) - 1

    def takes(self, heaps: int) -> tuple[int, ...]:
        """Returns the k among the finite digits whose move may leave exactly ``heaps`` heaps.

        >>> parse_code("0.137").takes(0), parse_code("0.137").takes(2)
        ((1, 2, 3), (3,))
        """
        return tuple(k for k, d in enumerate(self.digits) if d >> heaps & 1)

    def takeable(self, most: int) -> Iterable[int]:
        """Returns the k up to ``most`` that a move may take, ascending.

        >>> list(parse_code("0.4(03)").takeable(9)), list(parse_code("subtract{2,squares}").takeable(9))
        ([1, 3, 5, 7, 9], [1, 2, 4, 9])
        """
        few = (k for k, digit in enumerate(self.digits) if digit and k <= most)
        if self.families:
            return heapq.merge(few, families.union(self.families, most))
        start, length = len(self.digits), len(self.repeat)
        places = [r for r, digit in enumerate(self.repeat) if digit]
        more = (start + cycle + r for cycle in itertools.count(0, length or 1) for r in places)
        return itertools.chain(few, itertools.takewhile(lambda k: k <= most, more) if places else ())

    def listed(self, most: int) -> list[int]:
        """Returns the same as a list, which is faster if all of them are needed."""
        if not self.families:
            return list(self.takeable(most))
        few = {k for k, digit in enumerate(self.digits[: most + 1]) if digit}
        return sorted(few.union(*(families.members(name, most) for name in self.families)))

    def leaving(self, n: int) -> Iterable[int]:
        """Returns the k, ascending, that a move may take from a heap of ``n``: the whole heap only if the move may
        leave nothing, and smaller numbers only if it may leave something.

        >>> odd = parse_code("0.1(01)")  # a heap of odd size may be taken whole
        >>> list(odd.leaving(10**50)), list(odd.leaving(10**50 + 1)) == [10**50 + 1]
        ([], True)
        """
        if self.families:
            return self.takeable(n)
        some = Code(tuple(d & ~1 for d in self.digits), tuple(d & ~1 for d in self.repeat), self.split)
        return itertools.chain(some.takeable(n - 1), (n,) if self.digit(n) else ())

    def up_to(self, most: int) -> Code:
        """Returns a finite code with the same moves in heaps up to ``most``, or the code itself if it has no
        families."""
        if not self.families:
            return self
        digits = [0] * (most + 1)
        for k in self.takeable(most):
            digits[k] = 3
        return Code(tuple(digits))

    def __str__(self) -> str:
        return format_code(self)


def code_of(game: Any) -> Code | None:
    """Returns the code of a ruleset, or None if it has none.

    >>> from sprague.model.nim import NIM as RULES
    >>> str(code_of(RULES))
    '0.(3)'
    """
    code = getattr(game, "code", None)
    if isinstance(code, Code):
        return code
    return parse_code(game.same_code) if getattr(game, "same_code", "") else None


def parse_code(text: str) -> Code:
    """Returns the code that ``text`` spells. Raises NotationError, which names a digit that is not allowed.

    >>> parse_code("0.78")
    Traceback (most recent call last):
    ...
    sprague.words.errors.NotationError: expected an octal digit 0-7, got '8' in '0.78' (digit 2)
    """
    where = text.strip()
    split, body = _SPLIT.findall(where)[0]
    numbers = _SET.fullmatch(body)
    if numbers is not None:
        if split:
            raise expected(say("digits after the colon"), body, where)
        return _parse_set(numbers[1], numbers[2], where)
    digits, repeat = _parse_digits(body, where)
    return Code(digits, repeat, split or "any")


def is_code(text: str) -> bool:
    """Returns whether ``text`` looks like a code: :func:`parse_code` then reads it or says what is wrong.

    >>> is_code("0.137"), is_code("subtract{x}"), is_code("kayles"), is_code("nim")
    (True, True, False, False)
    """
    return re.match(r"\s*(unequal:|equal:|hex:|subtract\s*\{|all-but\s*\{|[0-9]*\.)", text) is not None


def format_code(code: Code) -> str:
    """Returns the printed form of a code; :func:`parse_code` reads it back.

    >>> format_code(Code((0, 3, 0), (3,))), format_code(Code((0, 8, 31)))
    ('all-but{2}', 'hex:0.8[1f]')
    """
    digits, repeat = code.digits, code.repeat
    if code.families:
        pieces = [str(k) for k, digit in enumerate(digits) if digit]
        return "subtract{" + ",".join([*pieces, *code.families]) + "}"
    if digits[0] == 0 and set(digits) <= {0, 3} and (3 in digits or repeat):
        if not repeat:
            return "subtract{" + ",".join(str(k) for k, d in enumerate(digits) if d) + "}"
        missing = [k for k, d in enumerate(digits) if k and not d]
        if repeat == (3,) and missing:
            return "all-but{" + ",".join(map(str, missing)) + "}"
    octal = max((*digits, *repeat)) < 8
    text = f"{_show_digits(digits[:1])}.{_show_digits(digits[1:])}"
    if repeat:
        text += f"({_show_digits(repeat)})"
    elif len(digits) == 1:
        text += "0"
    prefix = "" if code.split == "any" else f"{code.split}:"
    return f"{prefix}{'' if octal else 'hex:'}{text}"


def options(code: Code, n: int) -> Iterator[tuple[int, ...]]:
    """Yields every option of a heap of ``n`` once: the non-empty heaps that remain, ascending; ``()`` if none remains.

    This is the plain definition, ordered by the number taken. Every engine is tested against it.

    >>> list(options(parse_code("unequal:4.0"), 7))
    [(1, 6), (2, 5), (3, 4)]
    >>> list(options(parse_code("0.3"), 1)), list(options(parse_code("hex:8.0"), 5))
    ([()], [(1, 1, 3), (1, 2, 2)])
    """
    for k in code.leaving(n):
        digit, rest = code.digit(k), n - k
        if rest == 0:
            if digit & 1:
                yield ()
            continue
        heaps = 1
        while digit >> heaps:
            if digit >> heaps & 1:
                yield from _parts(rest, heaps, code.split)
            heaps += 1


def subtract(*pieces: int | str | range) -> Code:
    """Returns the code of the game in which a move takes one of the given numbers of tokens. Each argument is a number,
    a range, or the name of a set.

    >>> str(subtract(4, 1, 3)), str(subtract("1-3", "squares")), str(subtract(range(2, 5)))
    ('subtract{1,3,4}', 'subtract{2,3,squares}', 'subtract{2,3,4}')
    """
    texts = []
    for part in pieces:
        if not isinstance(part, range):
            texts.append(part if isinstance(part, str) else to_text(part))
        elif part:
            for end in (part[0], part[-1]):  # a range may stand for more than there is room for
                _parse_piece(to_text(end), "subtract", "subtract{…}")
            texts += [f"{part[0]}-{part[-1]}"] if part.step == 1 else map(str, part)
    where = f"subtract{{{','.join(texts)}}}"
    return _parse_set("subtract", ",".join(texts), where)


def _parts(total: int, heaps: int, split: Split, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yields the ways to write ``total`` as a sum of ``heaps`` parts >= ``least``, ascending."""
    if heaps == 1:
        if total >= least:
            yield (total,)
    elif split == "equal":
        if total % heaps == 0:
            yield (total // heaps,) * heaps
    else:
        for first in range(least, total // heaps + 1):
            following = first + 1 if split == "unequal" else first
            for others in _parts(total - first, heaps - 1, split, following):
                yield (first, *others)


def _normal(digits: tuple[int, ...], repeat: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the shortest spelling of an infinite row of digits. The digit d_0 stays before the repeating block."""
    lengths = (n for n in range(1, len(repeat) + 1) if len(repeat) % n == 0)
    block = next((repeat[:n] for n in lengths if repeat == repeat[:n] * (len(repeat) // n)), ())
    if not any(block):
        block = ()
    end = len(digits)
    while end > 1 and digits[end - 1] == (block[-1] if block else 0):
        block = block[-1:] + block[:-1]
        end -= 1
    return digits[:end], block


def _show_digits(digits: tuple[int, ...]) -> str:
    if max(digits, default=0) < 16:
        return bytes(digits).hex()[1::2]
    return "".join(f"{digit:x}" if digit < 16 else f"[{digit:x}]" for digit in digits)


def _parse_set(kind: str, inside: str, where: str) -> Code:
    texts = inside.split(",") if inside.strip() else []
    if not texts and kind == "subtract":
        raise expected(say("at least one number between the braces"), "", where)
    numbers: set[int] = set()
    named: list[str] = []
    largest = 0
    for text in texts:
        name = families.read(text)
        if name is not None and kind == "subtract":
            named.append(name)
        else:
            piece = _parse_piece(text, kind, where)
            make(len(piece) + max(0, piece[-1] - largest), CODE_DIGIT, where)
            largest = max(largest, piece[-1])
            numbers.update(piece)
    inside_digit, outside_digit = (3, 0) if kind == "subtract" else (0, 3)
    digits = [0] + [outside_digit] * max(numbers, default=0)
    for number in numbers:
        digits[number] = inside_digit
    return Code(tuple(digits), () if kind == "subtract" else (3,), families=tuple(named))


def _parse_piece(text: str, kind: str, where: str) -> range:
    """Reads a number, or a range of numbers."""
    first, dash, last = text.strip().partition("-")
    if not text.strip() or (re.search(r"[a-z]", text.lower()) and not re.search(r"\d", text)):
        wanted = say("whole numbers >= 1 and ranges such as 2-5")
        if kind == "subtract":
            wanted = say(
                "numbers, ranges such as 2-5, or one of the sets primes, squares, fibonacci, powers of 2"
            )
        raise expected(wanted, text.strip(), where)
    if dash and not first:
        raise expected(say("whole numbers >= 1"), text.strip(), where)
    low = integers.parse(first, where)
    high = integers.parse(last, where) if dash else low
    if low < 1:
        raise expected(say("whole numbers >= 1"), str(low), where)
    if low > high:
        raise expected(say("a range from the smaller number to the larger"), text.strip(), where)
    if high > MAX_DIGITS:
        raise TooLargeError(
            say("expected numbers up to {limit}, got {number}", limit=MAX_DIGITS, number=high), where=where
        )
    return range(low, high + 1)


def _parse_digits(body: str, where: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    hexadecimal = body.startswith("hex:")
    if hexadecimal:
        body = body[4:].strip()
    head, _, tail = body.partition(".")
    if not head and not tail:
        raise expected(say("a code such as 0.137"), body, where)
    tail, opening, block = tail.partition("(")
    if opening:
        block, closing, rest = block.partition(")")
        if not closing or rest or not block:
            raise expected(
                say("repeating digits in brackets at the end, as in 0.(3)"), opening + block, where
            )
    if len(tail) + len(block) > MAX_DIGITS:
        raise TooLargeError(say("expected at most {limit} digits", limit=MAX_DIGITS), where=where)
    leading = _read_digits(head, hexadecimal, 0, where) or [0]
    if len(leading) > 1 or leading[0] & 3:
        choices = say("0 or splits only (4, 8, c)") if hexadecimal else say("0 or 4")
        raise NotationError(
            say(
                "expected {choices} before the point, since a move that takes nothing must split, "
                "got '{got}' in '{code}' (digit 0)",
                choices=choices,
                got=head,
                code=_clip(where),
            )
        )
    digits = leading + _read_digits(tail, hexadecimal, 1, where)
    return tuple(digits), tuple(_read_digits(block, hexadecimal, len(digits), where))


def _read_digits(text: str, hexadecimal: bool, index: int, where: str) -> list[int]:
    """Reads the digits of ``text``, the first of which is d_index."""
    signs = "0123456789abcdef" if hexadecimal else "01234567"
    if set(text) <= set(signs):
        return list(bytes.fromhex("0".join(["", *text])))
    digits: list[int] = []
    for sign in _DIGIT.finditer(text):
        if hexadecimal and sign[0][0] == "[":
            digit = sign[1] or ""
            wanted = say("a hexadecimal number between [ and ], for at most {limit} heaps", limit=MAX_HEAPS)
            right = re.fullmatch("[0-9a-f]+", digit) and int(digit, 16).bit_length() <= MAX_HEAPS + 1
        else:
            digit = sign[0]
            wanted = say("a hexadecimal digit 0-9 a-f") if hexadecimal else say("an octal digit 0-7")
            right = digit in signs
        if not right:
            raise NotationError(
                say(
                    "expected {what}, got '{got}' in '{code}' (digit {place})",
                    what=wanted,
                    got=_clip(digit),
                    code=_clip(where),
                    place=index + len(digits),
                )
            )
        digits.append(int(digit, 16))
    return digits


def _clip(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:30]}…{text[-29:]}"


#: Nim, and Lasker's nim, as codes.
NIM, LASKER = Code((0,), (3,)), Code((4,), (3,))
