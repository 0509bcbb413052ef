"""Ordinals below epsilon_0, in Cantor normal form: w^a1·c1 + w^a2·c2 + … with a1 > a2 > …, where w is the first
infinite ordinal, the exponents are ordinals and the c are positive integers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from sprague.words.digits import to_text
from sprague.words.errors import TooLargeError, expected
from sprague.words.messages import say

from .integers import parse as parse_integer

#: Exponents may have exponents, to this depth.
MOST_DEPTH = 8

_TOKEN = re.compile(r"\s*(?:(w)|([0-9]+(?:[eE][0-9]+)?)|(.))\s*", re.DOTALL)


@dataclass(frozen=True, order=True)
class Ordinal:
    """An ordinal. ``terms`` are the pairs (exponent, coefficient). Ordinals compare as these tuples do.

    >>> finite(7) < OMEGA < parse("w+1") < parse("w*2") < parse("w^2") < parse("w^w")
    True
    >>> str(parse("w^(w+1)*2 + w + 3"))
    'w^(w+1)*2+w+3'
    """

    terms: tuple[tuple[Ordinal, int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.terms)

    @property
    def is_finite(self) -> bool:
        """Whether it is a natural number."""
        return not self.terms or not self.terms[0][0]

    @property
    def natural(self) -> int:
        """The natural number at its end: n in limit + n."""
        return self.terms[-1][1] if self.terms and not self.terms[-1][0] else 0

    @property
    def limit(self) -> Ordinal:
        """The ordinal without the natural number at its end: 0, or a limit."""
        return Ordinal(self.terms[:-1]) if self.natural else self

    def plus(self, n: int) -> Ordinal:
        """Returns limit + n, for the limit below this ordinal.

        >>> str(parse("w*2+5").plus(1))
        'w*2+1'
        """
        limit = self.limit
        return Ordinal((*limit.terms, (ZERO, n))) if n else limit

    def __str__(self) -> str:
        return "+".join(_term(*term) for term in self.terms) or "0"


ZERO = Ordinal()


def finite(n: int) -> Ordinal:
    """Returns the natural number ``n`` as an ordinal."""
    return ZERO.plus(n)


ONE = finite(1)
OMEGA = Ordinal(((ONE, 1),))


def _term(exponent: Ordinal, count: int) -> str:
    if not exponent:
        return to_text(count)
    text = str(exponent)
    power = "w" if exponent == ONE else f"w^{text}" if text.isalnum() else f"w^({text})"
    return power if count == 1 else f"{power}*{to_text(count)}"


def parse(text: str, where: str | None = None) -> Ordinal:
    """Reads an ordinal, as it is written: ``w^2*3+w+5``. Raises NotationError.

    >>> str(parse("w*1 + 0")), str(parse("(w+1)"))
    ('w', 'w+1')
    >>> parse("1+w")
    Traceback (most recent call last):
    ...
    sprague.words.errors.NotationError: expected powers of w from the largest down, each once, got '1+w'
    """
    reader = _Reader(text, where)
    ordinal = reader.sum(MOST_DEPTH)
    if reader.mark:
        raise reader.fault()
    return ordinal


class _Reader:
    """Reads a text from left to right. ``mark`` is the next sign, number or letter, "" at the end."""

    def __init__(self, text: str, where: str | None) -> None:
        self.text, self.where, self.at, self.mark = text, where, 0, ""
        self.step()

    def step(self) -> None:
        match = _TOKEN.match(self.text, self.at)
        self.at = match.end() if match else len(self.text)
        self.mark = match[0].strip() if match else ""

    def took(self, mark: str) -> bool:
        if self.mark != mark:
            return False
        self.step()
        return True

    def fault(self) -> Exception:
        return expected(say("an ordinal such as 5, w, w*2+1 or w^2"), self.text.strip(), self.where)

    def sum(self, depth: int) -> Ordinal:
        if depth == 0:
            raise self.too_deep()
        terms = [self.product(depth)]
        while self.took("+"):
            terms.append(self.product(depth))
        terms_of_sum = [term for part in terms for term in part.terms]
        if any(not one[0] > other[0] for one, other in pairwise(terms_of_sum)):
            raise expected(say("powers of w from the largest down, each once"), self.text.strip(), self.where)
        return Ordinal(tuple(terms_of_sum))

    def product(self, depth: int) -> Ordinal:
        if self.took("("):
            inner = self.sum(depth - 1)
            if not self.took(")"):
                raise self.fault()
            return inner
        if self.mark[:1].isdigit():
            return finite(self.number())
        if not self.took("w"):
            raise self.fault()
        exponent = self.exponent(depth) if self.took("^") else ONE
        count = self.number() if self.took("*") else 1
        return Ordinal(((exponent, count),)) if count else ZERO

    def exponent(self, depth: int) -> Ordinal:
        if self.mark == "(":
            return self.product(depth)
        if not self.took("w"):
            return finite(self.number())
        if depth == 0:
            raise self.too_deep()
        return Ordinal(((self.exponent(depth - 1), 1),)) if self.took("^") else OMEGA

    def too_deep(self) -> TooLargeError:
        return TooLargeError(
            say("expected powers of powers at most {most} deep", most=MOST_DEPTH), where=self.where
        )

    def number(self) -> int:
        if not self.mark[:1].isdigit():
            raise self.fault()
        number = parse_integer(self.mark, self.where)
        self.step()
        return number


def below(bound: Ordinal, norm: int) -> list[Ordinal]:
    """Returns the ordinals below ``bound`` of this norm, the smallest first. The norm of n is n, and that of w^a·c is c
    times one more than the norm of a. Finitely many ordinals have a given norm.

    >>> [str(ordinal) for ordinal in below(parse("w^w+1"), 3)]
    ['3', 'w+1', 'w^2', 'w^w']
    """
    if bound.is_finite:
        return [finite(norm)] if norm < bound.natural else []
    highest, most = bound.terms[0]
    norms = range(min(norm, highest.natural) if highest.is_finite else norm)
    exponents = sorted(((one, n + 1) for n in norms for one in below(highest, n)), reverse=True)
    first = [(highest, count) for count in range(1, min(most, norm // (_norm(highest) + 1)) + 1)]
    sums = [
        *_sums(norm, exponents),
        *(
            (term, *rest)
            for term in first
            for rest in _sums(norm - term[1] * (_norm(highest) + 1), exponents)
        ),
    ]
    return sorted(each for each in map(Ordinal, sums) if each < bound)


def _norm(ordinal: Ordinal) -> int:
    return sum(count * (_norm(exponent) + 1) for exponent, count in ordinal.terms)


def _sums(norm: int, exponents: list[tuple[Ordinal, int]]) -> Iterator[tuple[tuple[Ordinal, int], ...]]:
    """Yields the terms with these exponents, of these costs, that cost ``norm`` together."""
    if norm == 0:
        yield ()
    for i, (exponent, cost) in enumerate(exponents):
        if exponent:
            for count in range(1, norm // cost + 1):
                for rest in _sums(norm - count * cost, exponents[i + 1 :]):
                    yield ((exponent, count), *rest)
        elif norm:
            yield ((exponent, norm),)
