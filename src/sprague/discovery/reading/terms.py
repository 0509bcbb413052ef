"""Sums of names with whole coefficients, and formulas about them. The reader represents a rule's numbers in this
form."""

from __future__ import annotations

from dataclasses import dataclass

from ..automata.formula import And, Exists, Formula, Linear, Named, Not, Or

TRUE, FALSE = Linear((), (), 0, False), Linear((), (), -1, False)


@dataclass(frozen=True)
class Sum:
    """A sum of multiples of names, which stand for numbers from 0 on, and a constant. It may be negative."""

    form: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    def plus(self, other: Sum | int) -> Sum:
        """Returns the sum of both."""
        if isinstance(other, int):
            return Sum(self.form, self.constant + other)
        form = dict(self.form)
        for name, factor in other.form:
            form[name] = form.get(name, 0) + factor
        return Sum(tuple(sorted((n, f) for n, f in form.items() if f)), self.constant + other.constant)

    def times(self, factor: int) -> Sum:
        """Returns a multiple."""
        if not factor:
            return Sum()
        return Sum(tuple((name, factor * f) for name, f in self.form), factor * self.constant)

    def minus(self, other: Sum | int) -> Sum:
        """Returns the difference."""
        return self.plus(-other if isinstance(other, int) else other.times(-1))

    @property
    def never_negative(self) -> bool:
        """Whether nothing is subtracted."""
        return self.constant >= 0 and all(factor > 0 for _, factor in self.form)


def number(n: int) -> Sum:
    """Returns a constant."""
    return Sum((), n)


def name(text: str) -> Sum:
    """Returns a name alone."""
    return Sum(((text, 1),))


def not_negative(of: Sum) -> Formula:
    """Returns the statement that a sum is at least 0."""
    if of.never_negative:
        return TRUE
    if not any(factor > 0 for _, factor in of.form) and of.constant < 0:
        return FALSE
    return Linear(tuple(n for n, _ in of.form), tuple(f for _, f in of.form), of.constant, False)


def at_least(of: Sum, other: Sum | int) -> Formula:
    """Returns of >= other."""
    return not_negative(of.minus(other))


def less(of: Sum, other: Sum | int) -> Formula:
    """Returns of < other."""
    return not_negative(of.minus(other).times(-1).plus(-1))


def equal(of: Sum, other: Sum | int) -> Formula:
    """Returns of = other."""
    rest = of.minus(other)
    if not rest.form:
        return TRUE if not rest.constant else FALSE
    if rest.plus(-1).never_negative or rest.times(-1).plus(-1).never_negative:
        return FALSE
    return Linear(tuple(n for n, _ in rest.form), tuple(f for _, f in rest.form), rest.constant, True)


def in_set(which: str, *sums: Sum) -> Formula:
    """Returns membership in a named set (see :mod:`..automata.sets`)."""
    return Named(which, tuple((dict(each.form), each.constant) for each in sums))


def conjunction(*parts: Formula) -> Formula:
    """Returns the formula that all parts hold."""
    kept: list[Formula] = []
    for part in _flat(parts):
        if part not in kept:
            kept.append(part)
    if FALSE in kept or _opposed(kept):
        return FALSE
    return TRUE if not kept else kept[0] if len(kept) == 1 else And(tuple(kept))


def _opposed(parts: list[Formula]) -> bool:
    """Whether one of some inequalities says the opposite of another."""
    bounds: dict[tuple[tuple[str, ...], tuple[int, ...]], int] = {}
    for part in parts:
        if isinstance(part, Linear) and not part.equal:
            form = (part.names, part.coefficients)
            bounds[form] = min(part.constant, bounds.get(form, part.constant))
    return any(
        constant + bounds.get((names, tuple(-c for c in factors)), -constant) < 0
        for (names, factors), constant in bounds.items()
    )


def _flat(parts: tuple[Formula, ...]) -> list[Formula]:
    found: list[Formula] = []
    for part in parts:
        if isinstance(part, And):
            found += _flat(part.parts)
        elif part != TRUE:
            found.append(part)
    return found


def disjunction(*parts: Formula) -> Formula:
    """Returns the formula that a part holds."""
    kept = [part for part in parts if part != FALSE]
    if TRUE in kept:
        return TRUE
    return FALSE if not kept else kept[0] if len(kept) == 1 else Or(tuple(kept))


def negation(part: Formula) -> Formula:
    """Returns the negation of a formula."""
    if part in (TRUE, FALSE):
        return FALSE if part == TRUE else TRUE
    return part.part if isinstance(part, Not) else Not(part)


def some(names: tuple[str, ...], part: Formula) -> Formula:
    """Returns the formula that some numbers make a formula true."""
    return part if not names or part in (TRUE, FALSE) else Exists(names, part)
