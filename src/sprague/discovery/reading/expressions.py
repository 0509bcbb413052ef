"""Reads the expressions over which the loops of a rule run."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator
from typing import Any

from sprague.words.messages import say

from ..automata.formula import Formula
from .conditions import Conditions
from .facts import Case
from .numbers import IN_ORDER, WRAPPERS
from .shape import targets
from .source import unreadable
from .terms import FALSE, TRUE, Sum, at_least, conjunction, disjunction, less, name, number, some
from .values import Exponent, Item, Listing, Path, Unknown

#: The digits as a text has them.
_DIGITS = tuple("0123456789")


class Expressions(Conditions):
    """Reads the expressions of loops, along a path."""

    def items(self, e: ast.expr, path: Path) -> list[Item]:
        """Returns the items of a loop over an expression."""
        if isinstance(e, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            return [
                Item(names + case.names, conjunction(condition, case.condition), case.value)
                for names, condition, here in self.generated(e, path)
                for case in self.value(e.elt, here)
            ]
        if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Add):
            return self.items(e.left, path) + self.items(e.right, path)
        if isinstance(e, ast.BinOp) and isinstance(e.op, ast.Mult):  # repeated if a condition is true
            fits = disjunction(
                *(
                    some(c.names, conjunction(c.condition, at_least(c.value, 1)))
                    for c in self.number(e.right, path)
                )
            )
            return [
                Item(item.names, conjunction(fits, item.condition), item.value)
                for item in self.items(e.left, path)
            ]
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name | ast.Attribute):
            found = self._met_by_call(e, path)
            if found is not None:
                return found
        found = []
        for case in self.looked_at(e, path):
            whole = case.value
            if isinstance(whole, Listing):
                entries = whole.items
            elif isinstance(whole, tuple):
                entries = tuple(Item((), TRUE, each) for each in whole)
            else:
                raise unreadable(e, say("no list"))
            for item in entries:
                condition = conjunction(case.condition, item.condition)
                found.append(Item(case.names + item.names, condition, item.value))
        return found

    def _met_by_call(self, e: ast.Call, path: Path) -> list[Item] | None:
        function = self.function_of(e, path) if not _is_method(e) else None
        if function in WRAPPERS and len(e.args) == 1:
            met = self.items(e.args[0], path)
            return met if function in IN_ORDER else [item._replace(counter=None) for item in met]
        if function in WRAPPERS and not e.args:
            return []
        if function is range:
            return self._ranged(e, path)
        if function is str and len(e.args) == 1:
            return self._digits(e, path)
        if function is map and len(e.args) == 2 and self.meaning(e.args[0], path) is int:
            met = self.items(e.args[1], path)
            if not all(isinstance(item.value, Sum) or item.value in _DIGITS for item in met):
                raise unreadable(e)
            return [
                Item(
                    item.names,
                    item.condition,
                    number(int(item.value)) if item.value in _DIGITS else item.value,
                )
                for item in met
            ]
        return None

    def _digits(self, e: ast.Call, path: Path) -> list[Item]:
        """Returns the digits of str(n)."""
        found = []
        for case in self.number(e.args[0], path):
            if not case.value.form:  # it may be True or False
                raise unreadable(e)
            self.require(case.value, path.after(case), e)
            for digit in range(10):
                one = self.within(f"digit(10,{digit})", case.value)
                found.append(Item(case.names, conjunction(case.condition, one), str(digit)))
        return found

    def _ranged(self, e: ast.Call, path: Path) -> list[Item]:
        given = list(e.args)
        if len(given) == 1 and self._is_length(given[0], path):
            return self._exponents(given[0], path)
        start, stop = (ast.Constant(0), given[0]) if len(given) == 1 else (given[0], given[1])
        step: ast.expr = given[2] if len(given) == 3 else ast.Constant(1)
        steps = self.number(step, path)
        if len(steps) == 1 and steps[0].value.form:
            return self._by_heaps(e, steps[0], path)
        if len(steps) != 1 or not steps[0].value.constant:
            raise unreadable(e, say("a step that varies"))
        by = steps[0].value.constant
        found = []
        under_root = self._under_root(stop, by, path)
        if under_root is not None:
            for case in self.together([self.number(start, path), self.number(under_root, path)]):
                low, whole = case.value
                index = self.fresh()
                value = low.plus(name(index).times(by))
                here = path.after(Case((*case.names, index), case.condition, None))
                for square in self.sure_cases(self.square(value), here, value):
                    fits = conjunction(case.condition, square.condition, at_least(whole, square.value))
                    found.append(Item((*case.names, index, *square.names), fits, value, index))
            return found
        for case in self.together([self.number(start, path), self.number(stop, path)]):
            low, high = case.value
            index = self.fresh()
            value = low.plus(name(index).times(by))
            fits = less(value, high) if by > 0 else less(high, value)
            found.append(Item((*case.names, index), conjunction(case.condition, fits), value, index))
        return found

    def _by_heaps(self, e: ast.Call, step: Case, path: Path) -> list[Item]:
        """Returns the items of a range whose step is a heap, up or down."""
        up = bool(self.heap_of(step.value))
        heap = step.value if up else step.value.times(-1)
        if not self.heap_of(heap) or step.names or step.condition != TRUE:
            raise unreadable(e, say("a step that varies"))
        found = []
        for case in self.together([self.number(each, path) for each in e.args[:2]]):
            low, high = case.value
            index, sign = self.fresh(), 1 if up else -1
            begun = max(sign * dict(low.form).get(self.heap_of(heap), 0), 0)  # multiples from the start on
            low = low.minus(heap.times(sign * begun))
            for far in self.product(name(index).plus(begun), heap):
                value = low.plus(far.value) if up else low.minus(far.value)
                within = less(value, high) if up else less(high, value)
                fits = conjunction(case.condition, far.condition, at_least(heap, 1), within)
                found.append(Item((*case.names, index, *far.names), fits, value, index))
        return found

    def _under_root(self, stop: ast.expr, by: int, path: Path) -> ast.expr | None:
        """Returns the argument of ``isqrt(…) + 1``: the numbers below it are those whose square does not exceed the
        argument."""
        if not isinstance(stop, ast.BinOp) or not isinstance(stop.op, ast.Add) or by < 1:
            return None
        root, plus = stop.left, stop.right
        if not isinstance(root, ast.Call) or not isinstance(plus, ast.Constant) or plus.value != 1:
            return None
        if (
            not isinstance(root.func, ast.Name | ast.Attribute)
            or self.meaning(root.func, path) is not math.isqrt
        ):
            return None
        return root.args[0] if len(root.args) == 1 else None

    def _is_length(self, e: ast.expr, path: Path) -> bool:
        """Returns whether an expression is n.bit_length() or an exponent."""
        if isinstance(e, ast.Name):
            return isinstance(path.env.get(e.id), Exponent)
        return (
            isinstance(e, ast.Call)
            and isinstance(e.func, ast.Attribute)
            and e.func.attr == "bit_length"
            and not e.args
        )

    def _exponents(self, e: Any, path: Path) -> list[Item]:
        p = self.fresh()
        if isinstance(e, ast.Name):
            other = path.env[e.id]
            condition = conjunction(self.power(name(p), other.base), less(name(p), name(other.power)))
            return [Item((p,), condition, Exponent(other.base, p), p)]
        found = []
        for case in self.number(e.func.value, path):
            self.require(case.value, path.after(case), e)
            condition = conjunction(case.condition, self.power(name(p), 2), at_least(case.value, name(p)))
            found.append(Item((*case.names, p), condition, Exponent(2, p), p))
        return found

    def generated(self, e: Any, path: Path) -> Iterator[tuple[tuple[str, ...], Formula, Path]]:
        """Yields the names, conditions and paths of the ``for`` and ``if`` clauses of a comprehension."""
        ways = [path]
        own = dict.fromkeys(
            (each for generator in e.generators for each in targets(generator.target)),
            Unknown(say("it has no meaning here, or one that may change")),
        )
        for i, generator in enumerate(e.generators):
            fresh = []
            for here in ways:
                for item in self.items(generator.iter, here):  # the first in the scope around
                    inner = here.after(Case(item.names, item.condition, None))
                    if not i:
                        inner = inner._replace(env={**inner.env, **own})
                    inner = self.bound(generator.target, item.value, inner)
                    for test in generator.ifs:
                        inner = inner.after(Case((), self.holds(test, inner), None))
                    fresh.append(inner)
            ways = fresh
        for inner in ways:
            condition = conjunction(*inner.parts[len(path.parts) :])
            if condition != FALSE:
                yield inner.names[len(path.names) :], condition, inner


def _is_method(e: ast.Call) -> bool:
    return isinstance(e.func, ast.Attribute) and e.func.attr in ("bit_length", "copy")
