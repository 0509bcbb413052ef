"""Expressions of nimbers: ``*22 + *7 + *25``, ``{*0,*1,*3}``, ``*6 x *11``, ``sqrt(*9)``.

::

    sum      = product { ("+" | "⊕") product }
    product  = power { ("x" | "×" | "⊗" | "/") power }             from the left
    power    = atom [ "^" exponent ]                               the nim-power
    exponent = ["-"] (number | order) | "(" exponent ")"           an ordinary integer
    atom     = "*" number | "(" sum ")" | "{" [ sum { "," sum } ] "}" | "mex{" … "}" | "sqrt(" sum ")"
    order    = "order(" sum ")"                                    an ordinary integer
    number   = digits [ ("e" | "**") digits ]

The number of a heap is written with digits, as ``1e7`` or as ``2**20``; ``^`` always means the nim-power, so ``*2^20``
is ``*2`` multiplied by itself. The star may be omitted inside braces, and everywhere in a text without any star (``22 +
7 + 25``). Beside a star, a bare number is refused, because it could mean an ordinary number. Braces contain the options
of a position, whose value is the mex of their values. An order is not a nimber: it stands alone or as an exponent.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sprague.system.ask import MOMENT, Effort, require, tick
from sprague.words.digits import to_text
from sprague.words.errors import NotationError, TooLargeError
from sprague.words.messages import Message, join, say

from . import integers, nimber
from .made import reading

#: Limits on the text: characters, and brackets within brackets.
MAX_LENGTH = 1_000_000
MAX_DEPTH = 60

#: Limits on the computation: bits of a nimber that is multiplied, and of one that is raised to a high power.
MAX_BITS = 1 << 18
MAX_POWER_BITS = 1 << 12

_TOKEN = re.compile(r"\s*(?:([0-9]+(?:(?:[eE]|\*\*)[0-9]+)?)|([A-Za-z]+)|(\S)|$)", re.ASCII)
_STAR = re.compile(r"(?<!\*)\*(?!\*)")
_SUM = ("+", "⊕")
_PRODUCT = ("x", "×", "⊗")
_QUOTIENT = ("/", "÷")
_NAMES = ("mex", "sqrt", "order")


class Result(NamedTuple):
    """The value of an expression, and whether it is a nimber (``*8``) or an ordinary number (mex, order).

    >>> print(read("*22 + *7 + *25"), read("mex{0,1,2,5,9}"))
    *8 3
    """

    value: int
    is_nimber: bool

    def __str__(self) -> str:
        digits = to_text(self.value)
        return f"*{digits}" if self.is_nimber else digits


def evaluate(text: str) -> int:
    """Returns the value of an expression.

    Raises NotationError with the place if the text is not an expression, RangeError for a division by 0, and
    TooLargeError if the work would take too long.

    >>> evaluate("*22 + *7 + *25"), evaluate("{*0,*1,*3}"), evaluate("*6 x *11"), evaluate("*5^-1")
    (8, 2, 10, 12)
    >>> evaluate("22+7+25"), evaluate("6 x 11")
    (8, 10)
    >>> evaluate("*6 x 11")
    Traceback (most recent call last):
    ...
    sprague.words.errors.NotationError: expected a nimber such as *11, got '11' (character 6) in '*6 x 11'
    """
    return read(text).value


def read(text: str) -> Result:
    """Returns the value with its kind; otherwise like :func:`evaluate`.

    >>> read("order(*5)")
    Result(value=15, is_nimber=False)
    """
    if len(text) > MAX_LENGTH:
        raise TooLargeError(
            say("expected at most {limit} characters, got {got}", limit=MAX_LENGTH, got=len(text))
        )
    return reading(text, _read, text)


def _read(text: str) -> Result:
    reader = _Reader(text)
    if reader.token == "order":
        answer = Result(reader.order(), False)
    else:
        begins_with_mex = reader.token == "mex"
        value = reader.sum()
        answer = Result(value, not (begins_with_mex and reader.operations == 0))
    if reader.token:
        raise reader.error(say("the end, or one of + x / ^"))
    return answer


class _Reader:
    """Recursive descent over one text; ``token`` is the next token, empty at the end."""

    def __init__(self, text: str) -> None:
        self.text = text = text.replace("∗", "*")
        self.depth = 0
        # The number of enclosing brackets (or the whole text) that allow a heap without its star.
        self.bare = int(_STAR.search(text) is None)
        self.operations = 0  # the number of + x / ^ outside all brackets
        self.end = 0
        self.spent = 0.0
        self.advance()

    def advance(self) -> None:
        match = _TOKEN.match(self.text, self.end)
        assert match is not None  # the last two branches match everything
        self.end = match.end()
        number, name, sign = match.groups()
        self.token = number or (name or "").lower() or sign or ""
        self.is_number = number is not None
        self.start = self.end - len(self.token)

    def spend(self, seconds: float) -> None:
        """Adds expected seconds to those spent so far, and requires that the budget in force suffices."""
        self.spent += seconds
        if seconds > MOMENT:
            require(Effort(seconds=self.spent), say("{text}", text=self.text[:40]))
        tick()

    def error(self, what: Message) -> NotationError:
        token_text = say("'{text}'", text=self.token[:20]) if self.token else say("the end")
        return NotationError(
            say(
                "expected {what}, got {got} (character {place})",
                what=what,
                got=token_text,
                place=self.start + 1,
            ),
            where=self.text,
        )

    def operator(self) -> None:
        self.operations += self.depth == 0
        self.advance()

    def take(self, sign: str) -> None:
        if self.token != sign:
            raise self.error(say("{sign}", sign=sign))
        self.advance()

    def number(self) -> int:
        if not self.is_number:
            raise self.error(say("a number"))
        value = integers.parse(self.token, self.text)
        self.advance()
        return value

    def enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error(say("at most {limit} brackets within one another", limit=MAX_DEPTH))

    def sum(self) -> int:
        value = self.product()
        while self.token in _SUM:
            self.operator()
            value ^= self.product()
        return value

    def product(self) -> int:
        value = self.power()
        while self.token in _PRODUCT or self.token in _QUOTIENT:
            function = nimber.multiply if self.token in _PRODUCT else nimber.divide
            many = 1 if function is nimber.multiply else 3
            self.operator()
            other = _bounded(self.power())
            self.spend(many * _product_seconds(max(_bounded(value).bit_length(), other.bit_length())))
            value = function(value, other)
        return value

    def power(self) -> int:
        value = self.atom()
        if self.token != "^":
            return value
        self.operator()
        exponent = self.exponent()
        if self.token == "^":
            raise self.error(say("parentheses around one of two powers"))
        bits = _bounded(value, MAX_BITS if abs(exponent) < 16 else MAX_POWER_BITS).bit_length()
        # A longer exponent is reduced modulo the order of the field, which leaves a number as long as a nimber.
        steps = min(exponent.bit_length(), 2 * bits) + (4 if exponent < 0 else 0)
        self.spend(steps * _product_seconds(bits))
        return nimber.power(value, exponent)

    def exponent(self) -> int:
        if self.token == "-":
            self.advance()
            if self.token == "-":
                raise self.error(say("one sign"))
            return -self.exponent()
        if self.token == "order":
            return self.order()
        if self.token == "(":
            self.enter()
            self.advance()
            value = self.exponent()
            self.take(")")
            self.depth -= 1
            return value
        if not self.is_number:
            raise self.error(say("an exponent, an ordinary integer such as 3 or -1"))
        return self.number()

    def atom(self) -> int:
        if self.token == "*":
            self.advance()
            return self.number()
        if self.is_number and self.bare:
            return self.number()
        if self.is_number:
            raise self.error(say("a nimber such as *{digits}", digits=self.token[:20]))
        if self.token == "(":
            return self.within("(", ")")
        if self.token == "{":
            return self.options()
        if self.token == "mex":
            self.advance()
            return self.options()
        if self.token == "sqrt":
            self.advance()
            value = _bounded(self.within("(", ")", bare=True))
            self.spend(_product_seconds(value.bit_length()))
            return nimber.sqrt(value)
        if self.token == "order":
            raise self.error(
                say("a nimber (an order is an ordinary number: it stands alone or as an exponent)")
            )
        raise self.error(say("a nimber such as *3, ( or one of {names}", names=join(("{", *_NAMES))))

    def order(self) -> int:
        self.advance()
        value = self.within("(", ")", bare=True)
        bits = value.bit_length()
        if bits <= MAX_POWER_BITS:  # the order of longer nimbers is not known
            self.spend(4 * bits * _product_seconds(bits))
        return nimber.order(value)

    def within(self, opening: str, closing: str, *, bare: bool = False) -> int:
        if self.token != opening:
            raise self.error(say("{sign}", sign=opening))
        self.enter()
        self.advance()
        self.bare += bare
        value = self.sum()
        self.bare -= bare
        self.take(closing)
        self.depth -= 1
        return value

    def options(self) -> int:
        """Returns the mex of the values in braces."""
        if self.token != "{":
            raise self.error(say("{sign}", sign="{"))
        self.enter()
        self.advance()
        self.bare += 1
        values: list[int] = []
        while self.token != "}":
            values.append(self.sum())
            if self.token != "}":
                if self.token != ",":
                    raise self.error(say("a comma or {brace}", brace="}"))
                self.advance()
                if self.token == "}":
                    raise self.error(say("another option"))
        self.bare -= 1
        self.advance()
        self.depth -= 1
        return nimber.mex(values)


def _product_seconds(bits: int) -> float:
    """Returns about how many seconds a product of two nimbers takes (measured)."""
    return float(2e-5 + 4.8e-9 * bits**1.585)


def _bounded(value: int, limit: int = MAX_BITS) -> int:
    if value.bit_length() > limit:
        raise TooLargeError(
            say(
                "expected nimbers of at most {limit} bits here, got one of {got} bits",
                limit=limit,
                got=value.bit_length(),
            )
        )
    return value
