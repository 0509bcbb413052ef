"""The questions that the catalogue answers, in a small language: ``period = 12 and max >= 8``.

::

    question   := comparison { ("and" | "or") comparison }       "and" binds closer
    comparison := field operator value  |  "not" comparison  |  "(" question ")"
    operator   := "=" | "!=" | "<" | "<=" | ">" | ">="
    value      := an integer (1e6 and 2^16 too) | a code | a word | a text in quotes | "none"

Fields are those of :mod:`.rows`. ``none`` is equal to an unknown value, and no number is smaller or larger than it.
Codes are compared as codes: ``code = .770`` finds 0.77, and ``equivalent = .07`` the class of 0.07, which is named
after 0.137. No part of a question is ever run as a program or passed to a database.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sprague.numbers.integers import parse as parse_integer
from sprague.takebreak.codes import is_code, parse_code
from sprague.takebreak.reduction import octal_digits
from sprague.words.errors import NotationError, expected
from sprague.words.messages import Message, join, say

from .rows import ALL, WORDS, Row, catalogue

#: A predicate of a row.
Test = Callable[[Row], bool]

_OPERATORS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_PIECE = re.compile(r"""\s*([()]|!=|<=|>=|[=<>]|"[^"]*"|'[^']*'|[^\s()=<>!"']+)""")

#: Longer or more deeply nested questions are refused.
MOST_PIECES, MOST_DEPTH = 1000, 50


def query(question: str, path: Path | None = None, digits: int = 3) -> list[Row]:
    """Returns the rows of the catalogue (see :func:`.rows.catalogue`) for which ``question`` is true, or all rows for
    an empty question. ``digits``: 4 asks the catalogue of four digits.

    >>> [row["code"] for row in query("period = 12 and equivalent = 0.77 and shift = 0")]
    ['0.77', '0.771']

    Raises NotationError if the text is not a question.
    """
    parse(question)  # an invalid question is refused before the catalogue is read
    rows = catalogue(path, digits)
    test = parse(question, {row["code"]: row["equivalent"] for row in rows})
    return [row for row in rows if test(row)]


def parse(question: str, classes: Mapping[str, str] | None = None) -> Test:
    """Returns the predicate that ``question`` describes. ``classes`` maps each code to the code that names its class.

    >>> parse("period = 12 or not status = proved")({"period": 12, "status": "proved"})
    True
    >>> parse("perio = 12")
    Traceback (most recent call last):
    ...
    sprague.words.errors.NotationError: expected a field (code, equivalent, shift, argument, status, preperiod, \
period, needed, searched, max, argmax, mask, rares, last_rare, zeros, last_zero, misere, quotient_order, p_portion, \
misere_period, class, misere_heaps), got 'perio' in 'perio = 12'
    """
    return _Reader(question, classes or {}).question()


class _Reader:
    """Reads the tokens of a question from the left."""

    def __init__(self, text: str, classes: Mapping[str, str]) -> None:
        self.text, self.classes = text, classes
        self.pieces: list[str] = []
        at = 0
        while text[at:].strip():
            piece = _PIECE.match(text, at)
            if piece is None:
                raise expected(say("a field, a comparison or a value"), text[at:].strip(), text)
            self.pieces.append(piece[1])
            at = piece.end()
        self.at = self.depth = 0
        if len(self.pieces) > MOST_PIECES:
            raise NotationError(say("expected at most {most} words", most=MOST_PIECES))

    def question(self) -> Test:
        """Returns the predicate of the whole question."""
        if not self.pieces:
            return lambda row: True
        test = self._either()
        if self.at < len(self.pieces):
            raise self._wrong(say("and, or, or the end"))
        return test

    def _next(self) -> str:
        """Returns the next token, which is empty at the end."""
        return self.pieces[self.at] if self.at < len(self.pieces) else ""

    def _wrong(self, what: Message) -> NotationError:
        return expected(what, self._next(), self.text)

    def _either(self) -> Test:
        tests = [self._both()]
        while self._next().lower() == "or":
            self.at += 1
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda row: any(test(row) for test in tests)

    def _both(self) -> Test:
        tests = [self._one()]
        while self._next().lower() == "and":
            self.at += 1
            tests.append(self._one())
        return tests[0] if len(tests) == 1 else lambda row: all(test(row) for test in tests)

    def _one(self) -> Test:
        word = self._next().lower()
        if word not in ("not", "("):
            return self._comparison()
        self.at += 1
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise NotationError(say("expected at most {most} brackets in brackets", most=MOST_DEPTH))
        if word == "not":
            negated = self._one()
            self.depth -= 1
            return lambda row: not negated(row)
        inner = self._either()
        if self._next() != ")":
            raise self._wrong(say("a closing bracket"))
        self.at += 1
        self.depth -= 1
        return inner

    def _comparison(self) -> Test:
        field = self._next().lower()
        if field not in ALL:
            raise self._wrong(say("a field ({fields})", fields=join(ALL)))
        self.at += 1
        sign = self._next()
        if sign not in _OPERATORS:
            raise self._wrong(say("one of {signs}", signs=" ".join(_OPERATORS)))
        self.at += 1
        if not self._next() or self._next() in ("(", ")", *_OPERATORS):
            raise self._wrong(say("a value"))
        value = self._value(field, sign, self._next())
        self.at += 1
        compare = _OPERATORS[sign]
        if value is None or sign in ("=", "!="):
            return lambda row: compare(row.get(field), value)
        return lambda row: row.get(field) is not None and compare(row[field], value)

    def _value(self, field: str, sign: str, text: str) -> Any:
        """Returns the value of the token ``text``, of the type of the field."""
        bare = text.strip("\"'") if text[0] in "\"'" else text
        if field in WORDS and sign not in ("=", "!="):
            raise expected(say("= or != behind {field}", field=field), sign, self.text)
        if bare.lower() in ("none", "null") and text == bare and field != "status":
            if sign not in ("=", "!="):
                raise expected(say("= or != before none"), sign, self.text)
            return None
        if field in ("code", "equivalent"):
            if not is_code(bare):
                raise expected(say("a code such as 0.137"), bare, self.text)
            code = octal_digits(parse_code(bare))
            return self.classes.get(code, code) if field == "equivalent" else code
        return bare.lower() if field in WORDS else parse_integer(bare, self.text)
