"""Expressions of a rule that are whole numbers, and calls of functions."""

from __future__ import annotations

import ast
import math
import operator as operators
from collections.abc import Callable
from types import FunctionType
from typing import Any

from sprague.words.messages import say

from ..automata.formula import Formula
from .facts import Case
from .source import unreadable
from .terms import FALSE, TRUE, Sum, at_least, conjunction, disjunction, equal, less, name, number
from .values import Exponent, Path, Values, joined

_BITWISE = {ast.BitXor: "xor", ast.BitOr: "or", ast.BitAnd: "and"}
_BITS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.BitXor: operators.xor, ast.BitOr: operators.or_, ast.BitAnd: operators.and_,
}  # fmt: skip

#: What only passes on the things that a loop meets; an option counts once however often it is listed.
WRAPPERS = (set, list, tuple, sorted, frozenset, dict.fromkeys, iter, reversed)

#: Those that pass them on in the same order, and those that can be used up once only.
IN_ORDER, ONCE = (list, tuple, dict.fromkeys, iter), (iter, reversed, map)


#: The most bits of a power of constants, and the most digits of a number from a text; Python may refuse more.
_MOST_BITS, _MOST_DIGITS = 4096, 640

#: How many arguments a function is read with; Python refuses most other numbers.
_ARGUMENTS: dict[Any, tuple[int, ...]] = {
    **dict.fromkeys((set, list, tuple, frozenset), (0, 1)),
    **dict.fromkeys((sorted, iter, reversed, dict.fromkeys, str, int, bool, abs, any, all, math.isqrt), (1,)),
    **dict.fromkeys((divmod, pow, map, math.gcd), (2,)),
    range: (1, 2, 3),
}  # fmt: skip


class Numbers(Values):
    """Reads numbers along a path."""

    def function_of(self, e: ast.Call, path: Path) -> Any:
        """Returns the meaning of what is called."""
        function = self.meaning(e.func, path)
        if len(e.args) not in _ARGUMENTS.get(function, (len(e.args),)):
            raise unreadable(e)
        return function

    def number(self, e: ast.expr, path: Path) -> list[Case]:
        """Returns the cases of an expression that is a whole number; each value is a Sum."""
        if isinstance(e, ast.Constant) and isinstance(e.value, int):
            return [Case((), TRUE, number(int(e.value)))]
        if isinstance(e, ast.Name | ast.Attribute | ast.Subscript | ast.IfExp | ast.Call):
            return [self._counted(e, case) for case in self.value(e, path)]
        if isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.USub | ast.UAdd | ast.Invert):
            sign = 1 if isinstance(e.op, ast.UAdd) else -1
            plus = -1 if isinstance(e.op, ast.Invert) else 0
            return [
                Case(case.names, case.condition, case.value.times(sign).plus(plus))
                for case in self.number(e.operand, path)
            ]
        if isinstance(e, ast.BoolOp):
            return self._first_of(e, path)
        if isinstance(e, ast.Compare) or (isinstance(e, ast.UnaryOp) and isinstance(e.op, ast.Not)):
            return [Case((), self.holds(e, path), number(1)), Case((), self.fails(e, path), number(0))]
        if not isinstance(e, ast.BinOp):
            raise unreadable(e)
        return self._computed(e, path)

    def _counted(self, e: ast.expr, case: Case) -> Case:
        if not isinstance(case.value, Sum):
            raise unreadable(e, say("no whole number"))
        return case

    def _first_of(self, e: ast.BoolOp, path: Path) -> list[Case]:
        """Reads ``a or b`` as a if a is true and otherwise b, and ``a and b`` the other way round."""
        found: list[Case] = []
        before: Formula = TRUE
        for i, part in enumerate(e.values):
            here = path.after(Case((), before, None))
            cases = self.number(part, here)
            stops: Formula = TRUE
            if i < len(e.values) - 1:
                yes, no = self.holds(part, here), self.fails(part, here)
                stops, goes = (yes, no) if isinstance(e.op, ast.Or) else (no, yes)
            for case in cases:
                found.append(Case(case.names, conjunction(before, stops, case.condition), case.value))
            if i < len(e.values) - 1:
                before = conjunction(before, goes)
        return [case for case in found if case.condition != FALSE]

    def _computed(self, e: ast.BinOp, path: Path) -> list[Case]:
        operator = type(e.op)
        if operator in (ast.LShift, ast.RShift, ast.Pow):
            return self._shifted(e, path)
        minus = (
            e.right.operand if isinstance(e.right, ast.UnaryOp) and isinstance(e.right.op, ast.USub) else None
        )
        if operator is ast.BitAnd and minus is not None and ast.dump(minus) == ast.dump(e.left):
            return self._lowest_bit(e, path)
        same = operator is ast.Mult and ast.unparse(e.left) == ast.unparse(e.right)
        found: list[Case] = []
        for first in self.number(e.left, path):
            here = path.after(first)
            if same and first.value.form:
                found += joined(first, self.sure_cases(self.square(first.value), here, first.value))
                continue
            for second in self.number(e.right, here):
                both = joined(first, [second])[0]
                found += joined(
                    both, self._operated(e, operator, first.value, second.value, path.after(both))
                )
        return found

    def _operated(self, e: ast.expr, operator: type[ast.operator], a: Sum, b: Sum, path: Path) -> list[Case]:
        if operator is ast.Add:
            return [Case((), TRUE, a.plus(b))]
        if operator is ast.Sub:
            return [Case((), TRUE, a.minus(b))]
        if operator is ast.Mult:
            if not a.form or not b.form:
                return [Case((), TRUE, a.times(b.constant) if not b.form else b.times(a.constant))]
            return self.sure_cases(self.product(a, b), path, a, b)
        if operator in (ast.FloorDiv, ast.Mod):
            place = 0 if operator is ast.FloorDiv else 1
            if not b.form:
                if b.constant < 1:
                    raise unreadable(e, say("a divisor that is not positive"))
                pairs = self.divided(a, b.constant)
            else:
                pairs = self.quotient(a, b)
            found = [Case(case.names, case.condition, case.value[place]) for case in pairs]
            return found if not b.form else self.sure_cases(found, path, a, b.minus(1))
        if operator in _BITWISE:
            return self._bits(e, operator, a, b, path)
        raise unreadable(e)

    def _bits(self, e: ast.expr, operator: type[ast.operator], a: Sum, b: Sum, path: Path) -> list[Case]:
        if not a.form and not b.form:
            return [Case((), TRUE, number(_BITS[operator](a.constant, b.constant)))]
        if not a.form:
            a, b = b, a
        mask = b.constant
        if operator is ast.BitAnd and not b.form and mask >= 0 and mask & (mask + 1) == 0:
            return [Case(c.names, c.condition, c.value[1]) for c in self.divided(a, mask + 1)]
        z = name(self.fresh())
        return self.sure_cases(
            [Case((z.form[0][0],), self.within(_BITWISE[operator], a, b, z), z)], path, a, b
        )

    def _lowest_bit(self, e: ast.BinOp, path: Path) -> list[Case]:
        found = []
        for case in self.number(e.left, path):
            z = name(self.fresh())
            ways = [
                Case((), equal(case.value, 0), number(0)),
                Case((z.form[0][0],), self.within("lowest-bit", case.value, z), z),
            ]
            found += joined(case, self.sure_cases(ways, path.after(case), case.value))
        return found

    def _shifted(self, e: ast.BinOp, path: Path) -> list[Case]:
        """Reads 2 ** i, 1 << i, n << 3, n >> 2, k ** 2."""
        found = []
        for first in self.number(e.left, path):
            for second in self.value(e.right, path.after(first)):
                a, b = first.value, second.value
                both = joined(first, [second])[0]
                if isinstance(b, Exponent):
                    if isinstance(e.op, ast.LShift) and b.base == 2 and not a.form:
                        made = [Case((), TRUE, name(b.power).times(a.constant))]
                    elif isinstance(e.op, ast.Pow) and a == number(b.base):
                        made = [Case((), TRUE, name(b.power))]
                    else:
                        raise unreadable(e, say("the base is not that of the exponent"))
                elif not isinstance(b, Sum) or b.form or not 0 <= b.constant <= 64:
                    raise unreadable(e, say("an exponent that varies"))
                elif isinstance(e.op, ast.LShift):
                    made = [Case((), TRUE, a.times(1 << b.constant))]
                elif isinstance(e.op, ast.RShift):
                    made = [Case(c.names, c.condition, c.value[0]) for c in self.divided(a, 1 << b.constant)]
                elif not a.form:
                    if a.constant.bit_length() * b.constant > _MOST_BITS:
                        raise unreadable(e)
                    made = [Case((), TRUE, number(a.constant**b.constant))]
                elif b.constant == 1:
                    made = [Case((), TRUE, a)]
                elif b.constant == 2:
                    made = self.sure_cases(self.square(a), path.after(both), a)
                else:
                    raise unreadable(e)
                found += joined(both, made)
        return found

    def _doubtful(self, path: Path, sums: tuple[Sum, ...]) -> list[Sum]:
        """Returns those sums that may be negative on a path."""
        return [of for of in sums if not of.never_negative and not self.never(path.condition, less(of, 0))]

    def sure_cases(self, cases: list[Case], path: Path, *sums: Sum) -> list[Case]:
        """Makes cases for non-negative sums right for all sums."""
        doubtful = self._doubtful(path, sums)
        if not doubtful:
            return cases
        self.exact = False
        if self.mode == "under":
            fits = [at_least(of, 0) for of in doubtful]
            return [Case(case.names, conjunction(case.condition, *fits), case.value) for case in cases]
        up, down = self.fresh(), self.fresh()
        below = disjunction(*(less(of, 0) for of in doubtful))
        return [*cases, Case((up, down), below, name(up).minus(name(down)))]

    def sure(self, formula: Formula, path: Path, *sums: Sum) -> Formula:
        """Makes a statement about non-negative sums right for all sums."""
        doubtful = self._doubtful(path, sums)
        if not doubtful:
            return formula
        self.exact = False
        if self.mode == "under":
            return conjunction(formula, *(at_least(of, 0) for of in doubtful))
        return disjunction(formula, *(less(of, 0) for of in doubtful))

    def require(self, of: Sum, path: Path, e: ast.expr) -> None:
        """Refuses a number that may be negative in a place that does not allow this."""
        if self._doubtful(path, (of,)):
            raise unreadable(e, say("a number here might be negative"))

    # Calls

    def called(self, e: ast.Call, path: Path) -> list[Case]:
        """Returns the cases of a call."""
        if e.keywords:
            raise unreadable(e)
        if isinstance(e.func, ast.Attribute) and e.func.attr in ("bit_length", "bit_count", "copy"):
            raise unreadable(e)
        function = self.function_of(e, path)
        if function in ONCE:
            raise unreadable(e, say("an iterator, which can be read only once"))
        if function in WRAPPERS or function in (range, str):
            return [Case((), TRUE, self.listing(e, path))]
        if isinstance(function, FunctionType):
            return self.helped(function, e, path)
        if function in (int, bool) and len(e.args) == 1:
            return self._as_int(e, function, path)
        if function in (min, max):
            return self._extreme(e, function is min, path)
        if function is abs:
            return [
                Case(c.names, conjunction(c.condition, test), c.value.times(sign))
                for c in self.number(e.args[0], path)
                for sign, test in ((1, at_least(c.value, 0)), (-1, less(c.value, 0)))
            ]
        if function is divmod:
            return self._divmod(e, path)
        if function is math.isqrt:
            found = []
            for case in self.number(e.args[0], path):
                found += joined(case, self.sure_cases(self.root(case.value), path.after(case), case.value))
            return found
        if function is pow and len(e.args) == 2:
            return self._shifted(ast.copy_location(ast.BinOp(e.args[0], ast.Pow(), e.args[1]), e), path)
        if function is sum and len(e.args) == 1 and isinstance(e.args[0], ast.Name):
            whole = self.meaning(e.args[0], path)
            if isinstance(whole, tuple) and all(isinstance(each, Sum) for each in whole):
                total = number(0)
                for each in whole:
                    total = total.plus(each)
                return [Case((), TRUE, total)]
        if function is len and len(e.args) == 1 and isinstance(e.args[0], ast.Name):
            whole = self.meaning(e.args[0], path)
            if isinstance(whole, tuple):
                return [Case((), TRUE, number(len(whole)))]
        raise unreadable(e)

    def helped(self, function: FunctionType, e: ast.Call, path: Path) -> list[Case]:
        """Returns the cases of a call of another function of the user."""
        raise unreadable(e)

    def _as_int(self, e: ast.Call, function: Any, path: Path) -> list[Case]:
        if function is bool:
            return [
                Case((), self.holds(e.args[0], path), number(1)),
                Case((), self.fails(e.args[0], path), number(0)),
            ]
        found = []
        for case in self.value(e.args[0], path):
            value = (
                number(int(case.value))
                if isinstance(case.value, str) and case.value.isdecimal() and len(case.value) <= _MOST_DIGITS
                else case.value
            )
            found.append(self._counted(e, Case(case.names, case.condition, value)))
        return found

    def _extreme(self, e: ast.Call, least: bool, path: Path) -> list[Case]:
        if len(e.args) == 1:
            tuples = list(self.value(e.args[0], path))
            if not all(isinstance(case.value, tuple) and case.value for case in tuples):
                raise unreadable(e)
            if not all(isinstance(each, Sum) for case in tuples for each in case.value):
                raise unreadable(e)
        else:
            tuples = self.together([self.number(each, path) for each in e.args])
        found = []
        for case in tuples:
            for i, best in enumerate(case.value):
                # Of equal numbers take the first as the least, the last as the largest: the cases exclude each
                # other, and those of min and max of two numbers are both in order or both turned.
                beats = []
                for j, other in enumerate(case.value):
                    low, high = (best, other) if least else (other, best)
                    if j != i:
                        beats.append(less(low, high) if (j < i) == least else at_least(high, low))
                found.append(Case(case.names, conjunction(case.condition, *beats), best))
        return [case for case in found if case.condition != FALSE]

    def _divmod(self, e: ast.Call, path: Path) -> list[Case]:
        found = []
        for case in self.together([self.number(each, path) for each in e.args]):
            a, b = case.value
            if b.form or b.constant < 1:
                raise unreadable(e)
            found += joined(case, self.divided(a, b.constant))
        return found
