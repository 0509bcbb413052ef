"""Arithmetic that automata cannot express exactly, such as divisors and squares, as a pair of formulas.

The statement implies OVER, and UNDER implies the statement. A negation swaps the two (:meth:`Facts.flipped`). A
statement that an automaton can express exactly is the same in both modes. A number in a formula is one of several
*cases*: in mode OVER they cover all possible values, and in mode UNDER each of them is possible.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from ..automata.decide import automaton
from ..automata.formula import Exists, Formula, free
from ..automata.numeration import system as numeration
from ..automata.sets import OtherSystemError, named_set
from .quotients import MULTIPLES, below_multiples, quotient_of
from .source import UnreadableError
from .terms import (
    FALSE,
    TRUE,
    Sum,
    at_least,
    conjunction,
    disjunction,
    equal,
    in_set,
    less,
    name,
    negation,
    number,
    some,
)

Mode = Literal["over", "under"]

#: Factors, quotients and roots below this are known exactly; of larger ones only a part is known.
SMALL, SMALL_ROOT = 5, 9

#: The primes and 4, whose multiples facts about divisors mention.
_MODULI = (2, 3, 4, 5, 7)

#: The most names that one rule may bind.
_MOST_NAMES = 4000


class Case(NamedTuple):
    """A value that an expression may have, for some numbers of ``names`` for which ``condition`` holds."""

    names: tuple[str, ...]
    condition: Formula
    value: Any


class Facts:
    """Writes formulas for one numeration, in a mode. ``exact`` becomes false when a statement has no exact formula.
    ``light`` facts about divisors keep automata small: they state only the zeros at the ends, and the sizes."""

    #: The number of heaps of the rule.
    heaps = 0

    def __init__(self, system: str, mode: Mode = "over", light: bool = False) -> None:
        self.system = numeration(system)
        self.mode: Mode = mode
        self.light = light
        self.exact = True
        self._bound = 0

    def fresh(self) -> str:
        """Returns a name that no formula has yet."""
        self._bound += 1
        if self._bound > _MOST_NAMES:
            raise UnreadableError(say("the rule has too many parts"))
        return f"k{self._bound}"

    def flipped(self, make: Callable[[], Any]) -> Any:
        """Returns the result of ``make`` in the other mode."""
        before = self.mode
        self.mode = "under" if before == "over" else "over"
        try:
            return make()
        finally:
            self.mode = before

    def named_number(self, of: Sum) -> tuple[str, Formula]:
        """Returns a name for a sum that is not negative, and the equation."""
        fresh = self.fresh()
        return fresh, equal(name(fresh), of)

    def never(self, given: Formula, what: Formula) -> bool:
        """Returns whether ``what`` is false whenever ``given`` holds. If the formulas are inexact, the answer is
        False."""
        if what == FALSE:
            return True
        if not self.exact:
            return False
        whole = conjunction(given, what)
        try:
            return automaton(Exists(free(whole), whole), self.system).is_empty
        except TooLargeError:
            return False

    def within(self, which: str, *sums: Sum) -> Formula:
        """Returns membership in a named set of this numeration. Raises OtherSystemError where it has none."""
        named_set(which, self.system)
        return in_set(which, *sums)

    def has(self, which: str) -> bool:
        """Returns whether the numeration has a named set."""
        try:
            named_set(which, self.system)
        except OtherSystemError:
            return False
        return True

    # Exact: quotients and remainders by a constant

    def divided(self, of: Sum, by: int) -> list[Case]:
        """Returns the cases of the pair (quotient, remainder) by a positive constant, as Python defines them."""
        q = self.fresh()
        found = []
        for sign in (1, -1):
            if sign < 0 and of.never_negative:
                continue
            quotient = name(q).times(sign)
            rest = of.minus(quotient.times(by))
            fits = (at_least(rest, 0), less(rest, by), *((at_least(name(q), 1),) if sign < 0 else ()))
            found.append(Case((q,), conjunction(*fits), (quotient, rest)))
        return found

    def is_multiple(self, of: Sum, by: int, rest: int = 0) -> Formula:
        """Returns that a sum is ``rest`` more than a multiple of a positive constant."""
        if not of.form:
            return TRUE if (of.constant - rest) % by == 0 else FALSE
        q = self.fresh()
        ways = [equal(of.minus(rest), name(q).times(sign * by)) for sign in (1, -1)]
        return disjunction(
            *(some((q,), way) for way in (ways[:1] if of.never_negative and not rest else ways))
        )

    # Inexact: divisors, greatest common divisors, products, squares, powers

    def divides(self, d: Sum, n: Sum) -> Formula:
        """Returns that d >= 1 divides n >= 0."""
        if not d.form:
            return self.is_multiple(n, d.constant) if d.constant > 0 else FALSE
        self.exact = False
        positive = at_least(d, 1)
        factors = [equal(n, d.times(c)) for c in range(SMALL)]
        if self.mode == "under":
            parts = factors if not self.light else [equal(d, 1), *factors[1:2]]
            if not self.light:
                parts += [conjunction(equal(d, c), self.is_multiple(n, c)) for c in range(1, 8)]
        else:
            known = (disjunction(negation(self.is_multiple(d, m)), self.is_multiple(n, m)) for m in _MODULI)
            parts = [*factors, conjunction(at_least(n, d.times(SMALL)), *known)]
            if self.light:
                parts = [factors[0], at_least(n, d)]
        base = self.system.name
        if base in ("2", "3", "5", "7"):  # the zeros at the end of d are at most those of n
            (a, is_d), (b, is_n) = self.named_number(d), self.named_number(n)
            zeros = self.within(f"fewer-zeros({base})", name(a), name(b))
            if self.mode == "under":
                power = self.within(f"power({base})", name(a))
                parts.append(some((a, b), conjunction(is_d, is_n, power, zeros)))
            else:
                ends = some((a, b), conjunction(is_d, is_n, disjunction(equal(name(b), 0), zeros)))
                parts = [conjunction(part, ends) for part in parts]
        return conjunction(positive, disjunction(*parts))

    def coprime(self, a: Sum, b: Sum) -> Formula:
        """Returns that the greatest common divisor of two numbers >= 0 is 1."""
        self.exact = False
        if self.mode == "over":
            shared = (
                negation(conjunction(self.is_multiple(a, p), self.is_multiple(b, p))) for p in (2, 3, 5)
            )
            return conjunction(*shared, disjunction(negation(equal(a, b)), equal(a, 1)))
        odd = (conjunction(equal(x, 2), negation(self.is_multiple(y, 2))) for x, y in ((a, b), (b, a)))
        return disjunction(equal(a, 1), equal(b, 1), equal(a, b.plus(1)), equal(b, a.plus(1)), *odd)

    def product(self, a: Sum, b: Sum) -> list[Case]:
        """Returns the cases of a b for two sums that are not negative."""
        self.exact = False
        if self.heap_of(a) and not self.heap_of(b):
            a, b = b, a
        if self.heap_of(b):
            return self._multiple(a, b)
        found = [Case((), equal(a, c), b.times(c)) for c in range(SMALL)]
        if self.mode == "under":
            return found + [Case((), equal(b, c), a.times(c)) for c in range(SMALL)]
        z = name(self.fresh())
        large = conjunction(at_least(a, SMALL), at_least(z, b.times(SMALL)), self.divided_by(b, z))
        return [*found, Case((z.form[0][0],), large, z)]

    def _multiple(self, k: Sum, heap: Sum) -> list[Case]:
        """Returns the cases of a multiple of a heap, by their places among the multiples below the other heaps."""
        found = [Case((), equal(k, c), heap.times(c)) for c in range(MULTIPLES)]
        others = self._beside(heap)
        if self.mode == "over":
            z = self.fresh()
            large = (at_least(k, MULTIPLES), at_least(heap, 1), at_least(name(z), heap.times(MULTIPLES)))
            beside = below_multiples(k, self.heap_of(heap), name(z), others)
            found += [Case((), equal(heap, 0), number(0)), Case((z,), conjunction(*large, beside), name(z))]
        else:
            for other in others:
                q, r = map(name, quotient_of(self.heap_of(heap), other))
                fits = conjunction(at_least(heap, 1), at_least(name(other), heap))
                found += [
                    Case(
                        (), conjunction(fits, equal(k.plus(c), q)), name(other).minus(r).minus(heap.times(c))
                    )
                    for c in range(MULTIPLES)
                ]
        return [case for case in found if case.condition != FALSE]

    def heap_of(self, of: Sum) -> str:
        """Returns the name of a heap if a sum is nothing else, one of several heaps."""
        names = [f"x{i}" for i in range(self.heaps)] if self.heaps > 1 else []
        return next((each for each in names if of == name(each)), "")

    def _beside(self, heap: Sum) -> list[str]:
        """The names of the other heaps."""
        return [f"x{i}" for i in range(self.heaps) if f"x{i}" != self.heap_of(heap)]

    def divided_by(self, d: Sum, n: Sum) -> Formula:
        """Returns that n is a multiple of d, which may be 0 with n."""
        return disjunction(self.divides(d, n), conjunction(equal(d, 0), equal(n, 0)))

    def quotient(self, a: Sum, b: Sum) -> list[Case]:
        """Returns the cases of the pair (⌊a / b⌋, a mod b) for two sums that are not negative, b positive."""
        self.exact = False
        positive = at_least(b, 1)
        found = []
        heap, other = self.heap_of(b), self.heap_of(a)
        if heap and other and heap != other:
            pair = quotient_of(heap, other)
            return [
                Case((), conjunction(positive, less(a, b)), (number(0), a)),
                Case((), conjunction(positive, at_least(a, b)), (name(pair[0]), name(pair[1]))),
            ]
        for c in range(SMALL):
            rest = a.minus(b.times(c))
            found.append(Case((), conjunction(positive, at_least(rest, 0), less(rest, b)), (number(c), rest)))
        if self.mode == "over":
            q, r = name(self.fresh()), name(self.fresh())
            names = (q.form[0][0], r.form[0][0])
            fits = (positive, at_least(a, b.times(SMALL)), at_least(q, SMALL), at_least(a, q), less(r, b))
            multiple = self.divides(b, a.minus(r)) if not self.light else TRUE
            found.append(Case(names, conjunction(*fits, at_least(a, r), multiple), (q, r)))
        return found

    def square(self, of: Sum) -> list[Case]:
        """Returns the cases of the square of a sum that is not negative."""
        self.exact = False
        found = [Case((), equal(of, j), number(j * j)) for j in range(SMALL_ROOT)]
        if self.mode == "over":
            s = name(self.fresh())
            rests = (
                disjunction(*(self.is_multiple(s, m, r) for r in sorted({x * x % m for x in range(m)})))
                for m in (3, 4, 5)
            )
            large = conjunction(at_least(of, SMALL_ROOT), at_least(s, of.times(SMALL_ROOT)), *rests)
            found.append(Case((s.form[0][0],), large, s))
        return found

    def root(self, of: Sum) -> list[Case]:
        """Returns the cases of the root, rounded down, of a sum that is not negative."""
        self.exact = False
        found = [
            Case((), conjunction(at_least(of, j * j), less(of, (j + 1) ** 2)), number(j))
            for j in range(SMALL_ROOT)
        ]
        if self.mode == "over":
            s = name(self.fresh())
            large = (at_least(of, SMALL_ROOT**2), at_least(s, SMALL_ROOT), at_least(of, s.times(SMALL_ROOT)))
            found.append(Case((s.form[0][0],), conjunction(*large), s))
        return found

    def power(self, of: Sum, base: int) -> Formula:
        """Returns that a sum is a power of a constant."""
        which = f"power({base})"
        if self.has(which):
            return in_set(which, of)
        self.exact = False
        if self.mode == "under":
            return disjunction(*(equal(of, base**i) for i in range(8)))
        small = [equal(of, base**i) for i in range(4)]
        others = (negation(self.is_multiple(of, p)) for p in (2, 3, 5, 7) if base % p)
        large = (at_least(of, base**4), self.is_multiple(of, base * base), *others)
        return disjunction(*small, conjunction(*large))
