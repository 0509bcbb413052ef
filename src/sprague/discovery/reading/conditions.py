"""Conditions of a rule, as formulas."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from typing import Any

from sprague.words.messages import say

from ..automata.formula import Formula
from .facts import Case
from .numbers import Numbers
from .source import unreadable
from .terms import FALSE, TRUE, Sum, at_least, conjunction, disjunction, equal, less, name, negation, some
from .values import Exponent, Listing, Path

_Compare = Callable[[Sum, Sum], Formula]
_COMPARISONS: dict[type[ast.cmpop], _Compare] = {
    ast.Eq: equal,
    ast.Lt: less,
    ast.LtE: lambda a, b: at_least(b, a),
    ast.Gt: lambda a, b: less(b, a),
    ast.GtE: at_least,
}
#: Masks from this on have too many bits: an automaton must remember them all.
MOST_MASK = 1 << 12

_OPPOSITE: dict[type[ast.cmpop], ast.cmpop] = {ast.NotEq: ast.Eq(), ast.NotIn: ast.In(), ast.IsNot: ast.Is()}


class Conditions(Numbers):
    """Reads conditions along a path."""

    def generated(self, e: Any, path: Path) -> Iterator[tuple[tuple[str, ...], Formula, Path]]:
        """Yields the names, conditions and paths of the ``for`` and ``if`` clauses of a comprehension."""
        raise NotImplementedError

    def fails(self, e: ast.expr, path: Path) -> Formula:
        """Returns the formula that a condition is false."""
        return negation(self.flipped(lambda: self.holds(e, path)))

    def holds(self, e: ast.expr, path: Path) -> Formula:
        """Returns the formula that a condition is true."""
        if isinstance(e, ast.BoolOp):
            found: list[Formula] = []
            here = path
            for part in e.values:
                one = self.holds(part, here)
                found.append(one)
                if isinstance(e.op, ast.And):  # the rest is evaluated only if this holds
                    here = here.after(Case((), one, None))
                else:
                    here = here.after(Case((), self.fails(part, here), None))
            return (conjunction if isinstance(e.op, ast.And) else disjunction)(*found)
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not):
            return self.fails(e.operand, path)
        if isinstance(e, ast.Constant):
            return TRUE if e.value else FALSE
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id in ("all", "any"):
            return self._quantified(e, path)
        if isinstance(e, ast.Compare):
            parts, left = [], e.left
            for operator, right in zip(e.ops, e.comparators, strict=True):
                parts.append(self._compared(e, left, operator, right, path))
                left = right
            return conjunction(*parts)
        zero = ast.copy_location(ast.Constant(0), e)
        if isinstance(e, ast.BinOp):
            return negation(self.flipped(lambda: self._compared(e, e, ast.Eq(), zero, path)))
        parts = []
        for case in self.looked_at(e, path):
            if isinstance(case.value, Listing):
                truth = disjunction(*(some(item.names, item.condition) for item in case.value.items))
            elif isinstance(case.value, Sum):
                truth = negation(equal(case.value, 0))
            elif isinstance(case.value, Exponent):
                truth = negation(equal(name(case.value.power), 1))
            elif isinstance(case.value, str | tuple):
                truth = TRUE if case.value else FALSE
            else:
                raise unreadable(e)
            parts.append(some(case.names, conjunction(case.condition, truth)))
        return disjunction(*parts)

    def _quantified(self, e: ast.Call, path: Path) -> Formula:
        if self.meaning(e.func, path) not in (all, any) or len(e.args) != 1:
            raise unreadable(e)
        inner = e.args[0]

        def exists(wanted: bool) -> Formula:
            found = []
            if isinstance(inner, ast.GeneratorExp | ast.ListComp):
                for names, condition, here in self.generated(inner, path):
                    one = self.holds(inner.elt, here) if wanted else self.fails(inner.elt, here)
                    found.append(some(names, conjunction(condition, one)))
                return disjunction(*found)
            raise unreadable(e)

        if self.meaning(e.func, path) is any:
            return exists(True)
        return negation(self.flipped(lambda: exists(False)))

    def _compared(
        self, e: ast.expr, left: ast.expr, operator: ast.cmpop, right: ast.expr, path: Path
    ) -> Formula:
        kind = type(operator)
        if kind in _OPPOSITE:
            return negation(self.flipped(lambda: self._compared(e, left, _OPPOSITE[kind], right, path)))
        if kind is ast.In:
            return self._among(left, right, path)
        special = self._divisible(left, operator, right, path)
        if special is not None:
            return special
        found = []
        for case in self.together([self.value(left, path), self.value(right, path)]):
            found.append(some(case.names, conjunction(case.condition, self._pair(e, kind, *case.value))))
        return disjunction(*found)

    def _pair(self, e: ast.expr, kind: type[ast.cmpop], a: Any, b: Any) -> Formula:
        if isinstance(a, str) and isinstance(b, str) and kind is ast.Eq:
            return TRUE if a == b else FALSE
        if isinstance(a, tuple) and isinstance(b, tuple) and kind is ast.Eq:
            if len(a) != len(b):
                return FALSE
            return conjunction(*(self._pair(e, kind, x, y) for x, y in zip(a, b, strict=True)))
        if not isinstance(a, Sum) or not isinstance(b, Sum) or kind not in _COMPARISONS:
            raise unreadable(e)
        return _COMPARISONS[kind](a, b)

    def _among(self, left: ast.expr, right: ast.expr, path: Path) -> Formula:
        found = []
        for case in self.value(left, path):
            if isinstance(case.value, str) and len(case.value) != 1:
                raise unreadable(left, say("a text of several letters in a text"))
            for item in self.items(right, path):
                one = self._pair(left, ast.Eq, case.value, item.value)
                found.append(some(case.names + item.names, conjunction(case.condition, item.condition, one)))
        return disjunction(*found)

    def _divisible(self, left: ast.expr, operator: ast.cmpop, right: ast.expr, path: Path) -> Formula | None:
        """Reads n % d == 0, gcd(a, b) == 1 and (n >> i) & 3 == 2, for which there are better facts than for their two
        sides."""
        if not isinstance(operator, ast.Eq | ast.Gt | ast.Lt) or not isinstance(right, ast.Constant):
            return None
        plain = isinstance(operator, ast.Eq)
        if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mod) and plain and right.value == 0:
            found = []
            for case in self.together([self.number(left.left, path), self.number(left.right, path)]):
                n, d = case.value
                if not d.form and d.constant > 0:
                    one = self.is_multiple(n, d.constant)
                else:
                    one = self.sure(self.divides(d, n), path.after(case), n, d.minus(1))
                found.append(some(case.names, conjunction(case.condition, one)))
            return disjunction(*found)
        if isinstance(left, ast.Call) and self._is_gcd(left, path) and len(left.args) == 2:
            if right.value == 1 and isinstance(operator, ast.Gt):
                less_than_two = ast.copy_location(ast.Constant(2), right)
                return negation(self.flipped(lambda: self._divisible(left, ast.Lt(), less_than_two, path)))
            if (plain and right.value == 1) or (isinstance(operator, ast.Lt) and right.value == 2):
                found = []
                for case in self.together([self.number(each, path) for each in left.args]):
                    one = self.coprime(*case.value)
                    if not plain:  # of two zeros it is 0
                        one = disjunction(one, conjunction(*(equal(each, 0) for each in case.value)))
                    one = self.sure(one, path.after(case), *case.value)
                    found.append(some(case.names, conjunction(case.condition, one)))
                return disjunction(*found)
        if isinstance(left, ast.BinOp) and isinstance(left.op, ast.BitAnd) and plain:
            return self._bits_at(left, right, path)
        return None

    def _is_gcd(self, e: ast.Call, path: Path) -> bool:
        return isinstance(e.func, ast.Name | ast.Attribute) and self.meaning(e.func, path) is math.gcd

    def _bits_at(self, left: ast.BinOp, right: ast.Constant, path: Path) -> Formula | None:
        shift = left.left
        if not isinstance(shift, ast.BinOp) or not isinstance(shift.op, ast.RShift):
            return None
        if not isinstance(shift.right, ast.Name) or not isinstance(path.env.get(shift.right.id), Exponent):
            return None
        place = path.env[shift.right.id]
        found = []
        for case in self.together([self.number(shift.left, path), self.number(left.right, path)]):
            n, mask = case.value
            if mask.form or not 0 < mask.constant < MOST_MASK or not isinstance(right.value, int):
                raise unreadable(left)
            if place.base != 2:
                raise unreadable(left)
            which = f"bits-at({mask.constant},{int(right.value)})"
            one = self.sure(self.within(which, n, name(place.power)), path.after(case), n)
            found.append(some(case.names, conjunction(case.condition, one)))
        return disjunction(*found)
