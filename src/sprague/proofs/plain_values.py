"""The expressions of the small interpreter: numbers, texts, tuples, lists and sets, and what is made of them. It counts
its steps, bounds what grows, and refuses all else. It shares nothing with the reader of rules.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterator
from typing import Any

from .plain_automata import Flaw, now_and_then

#: The most characters of a source, steps of one call, the largest number, and the longest list.
LONGEST, _STEPS, _LARGEST, _MOST = 20_000, 200_000, 10**15, 10_000

#: The module math, as a name in a source.
_MATH = object()

#: What a constant beside the source may name, beside whole numbers and tuples of them.
FUNCTIONS: dict[str, Any] = {
    "math": _MATH, "math.gcd": math.gcd, "math.isqrt": math.isqrt, "math.lcm": math.lcm,
}  # fmt: skip

_BUILTINS: dict[str, Callable[..., Any]] = {
    "abs": abs, "min": min, "max": max, "sum": sum, "len": len, "divmod": divmod, "int": int, "str": str,
    "bool": bool, "list": list, "tuple": tuple, "set": set,
    "sorted": sorted, "reversed": reversed, "any": any, "all": all, "range": range,
    "map": map,
}  # fmt: skip

_ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.Pow: operator.pow, ast.LShift: operator.lshift, ast.RShift: operator.rshift,
}  # fmt: skip

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip


class TooLong(Flaw):
    """A position takes more steps, or a longer list, than one may."""


#: What runs through a generator at once, to its end or until it knows enough.
_CONSUMING = (sum, list, tuple, set, sorted, any, all, min, max)

#: The value of a name of a comprehension before it has one.
UNBOUND = object()

#: What asks for things in no order.
_ORDERLESS = (sum, len, min, max, any, all, sorted, set)


class Bag:
    """A list whose order is not known, because it was made of a set. Nothing may depend on the order."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, things: list[Any]) -> None:
        self.things = things

    def __len__(self) -> int:
        return len(self.things)

    def __eq__(self, other: object) -> bool:
        raise order_matters()


class Expressions:
    """Evaluates expressions, and counts the steps. ``env`` has the names that were bound so far."""

    def __init__(self, constants: dict[str, Any]) -> None:
        self.constants = {name: constant(value) for name, value in constants.items()}
        #: The names that the function itself binds.
        self.own: set[str] = set()
        self.steps = 0

    def tick(self) -> None:
        self.steps += 1
        if not self.steps & 1023:
            now_and_then()
        if self.steps > _STEPS:
            raise TooLong(f"source: one position takes more than {_STEPS} steps")

    def bind(self, target: ast.expr, value: Any, env: dict[str, Any]) -> None:
        if isinstance(target, ast.Name):
            env[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            parts = list(self.each(value))
            if len(parts) != len(target.elts) or any(isinstance(each, ast.Starred) for each in target.elts):
                raise unknown(target)
            for each, part in zip(target.elts, parts, strict=True):
                self.bind(each, part, env)
        else:
            raise unknown(target)

    def each(self, collection: Any) -> Iterator[Any]:
        """Yields the elements of a collection that has an order."""
        if isinstance(collection, set | Bag):
            raise order_matters()
        return self.things(collection)

    def things(self, collection: Any) -> Iterator[Any]:
        """Yields the elements of a collection whose order does not matter."""
        if not isinstance(collection, list | tuple | range | str | set | Bag):
            raise Flaw("source: expected something to run through")
        for each in collection.things if isinstance(collection, Bag) else collection:
            self.tick()
            yield each

    def short(self, collection: Any) -> Any:
        if len(collection) > _MOST:
            raise TooLong(f"source: a list of more than {_MOST} things")
        return collection

    def copied(self, collection: Any) -> Any:
        """Returns a list or tuple that was made at once from others. It counts as steps, because it needs memory."""
        self.steps += len(self.short(collection)) // 50
        return collection

    def nested(self, collection: Any, depth: int = 0) -> Any:
        """Returns a list as it is made, unless it holds lists of lists of lists: those may grow by doubling."""
        for each in collection:
            if isinstance(each, list | tuple | set | Bag):
                self.tick()
                if depth == 2:
                    raise Flaw("source: lists within lists within lists")
                self.nested(each.things if isinstance(each, Bag) else each, depth + 1)
        return collection

    def weighed(self, value: Any, depth: int = 0) -> Any:
        """Returns a value that Python is about to run through to its depth. All elements in it count as steps."""
        if isinstance(value, list | tuple | set):
            if depth > 3:
                raise Flaw("source: lists within lists within lists")
            for each in value:
                self.tick()
                self.weighed(each, depth + 1)
        return value

    def value(self, e: ast.expr, env: dict[str, Any]) -> Any:
        self.tick()
        if isinstance(e, ast.Constant) and isinstance(e.value, int | str):
            return self.small(e.value) if isinstance(e.value, int) else e.value
        if isinstance(e, ast.Name):
            return self._meaning(e, env)
        if isinstance(e, ast.Tuple | ast.List | ast.Set):
            return self._displayed(e, env)
        if isinstance(e, ast.BinOp):
            return self.operate(e.op, self.value(e.left, env), self.value(e.right, env))
        if isinstance(e, ast.UnaryOp):
            value = self.value(e.operand, env)
            if isinstance(e.op, ast.Not):
                return not value
            if not isinstance(value, int):
                raise unknown(e)
            return (
                -value if isinstance(e.op, ast.USub) else ~value if isinstance(e.op, ast.Invert) else +value
            )
        if isinstance(e, ast.BoolOp):
            value = None
            for part in e.values:
                value = self.value(part, env)
                if bool(value) != isinstance(e.op, ast.And):
                    break
            return value
        if isinstance(e, ast.Compare):
            return self._compared(e, env)
        if isinstance(e, ast.IfExp):
            return self.value(e.body if self.value(e.test, env) else e.orelse, env)
        if isinstance(e, ast.ListComp | ast.SetComp):
            elements = self._all_of(e, env)
            return (
                _set_of(self.weighed(list(self.things(elements)))) if isinstance(e, ast.SetComp) else elements
            )
        if isinstance(e, ast.Call):
            return self._called(e, env)
        if isinstance(e, ast.Subscript) and not isinstance(e.slice, ast.Slice):
            home, at = self.value(e.value, env), self.value(e.slice, env)
            if isinstance(home, list | tuple | str) and isinstance(at, int):
                return home[at]
        raise unknown(e)

    def _displayed(self, e: ast.Tuple | ast.List | ast.Set, env: dict[str, Any]) -> Any:
        elements: list[Any] = []
        ordered = True
        for each in e.elts:
            if isinstance(each, ast.Starred):
                parts = self.consumed(each.value, env)
                ordered = ordered and not isinstance(parts, set | Bag)
                elements.extend(self.things(parts))
            else:
                elements.append(self.value(each, env))
        self.nested(self.short(elements))
        if isinstance(e, ast.Set):
            return _set_of(self.weighed(elements))
        if isinstance(e, ast.List):
            return elements if ordered else Bag(elements)
        if not ordered:
            raise order_matters()
        return tuple(elements)

    def _all_of(self, e: Any, env: dict[str, Any]) -> list[Any] | Bag:
        """Returns all values of a comprehension."""
        unordered: list[bool] = []
        elements = self.nested(self.short(list(self._generated(e, list(e.generators), env, unordered))))
        return Bag(elements) if unordered else elements

    def consumed(self, e: ast.expr, env: dict[str, Any]) -> Any:
        """Returns the value of an expression that is used up at once. Only there may a generator stand: elsewhere it
        could be run later, when its names mean something else, and only once."""
        if isinstance(e, ast.GeneratorExp):
            return self._all_of(e, env)
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id in ("map", "reversed"):
            function = self._meaning(e.func, env)
            arguments = [self.value(each, env) for each in e.args]
            if (
                function is reversed
                and len(arguments) == 1
                and isinstance(arguments[0], list | tuple | range | str)
            ):
                if e.keywords:
                    raise unknown(e)
                return list(self.each(arguments[0]))[::-1]
            if function is map and len(arguments) == 2 and arguments[0] is int and not e.keywords:
                return [self.small(int(each)) for each in self.each(arguments[1])]
            raise unknown(e)
        return self.value(e, env)

    def _meaning(self, e: ast.Name, env: dict[str, Any]) -> Any:
        if e.id in env and env[e.id] is not UNBOUND:
            return env[e.id]
        if e.id in self.own or e.id in env:
            raise Flaw(f"source: {e.id} has no value yet")
        if e.id in self.constants:
            return self.constants[e.id]
        if e.id in _BUILTINS:
            return _BUILTINS[e.id]
        raise Flaw(f"source: this checker does not know {e.id}")

    def _compared(self, e: ast.Compare, env: dict[str, Any]) -> bool:
        left = self.value(e.left, env)
        for sign, part in zip(e.ops, e.comparators, strict=True):
            right = self.value(part, env)
            plain = isinstance(left, int) and isinstance(right, int)
            defined = isinstance(sign, ast.Eq | ast.NotEq | ast.In | ast.NotIn) or plain
            if type(sign) not in _COMPARISONS or not defined or callable(left) or callable(right):
                raise unknown(e)
            if (
                isinstance(right, range)
                and isinstance(sign, ast.In | ast.NotIn)
                and not isinstance(left, int)
            ):
                raise unknown(e)  # Python would look at each number
            if isinstance(right, Bag):
                right = right.things if isinstance(sign, ast.In | ast.NotIn) else right
            if not plain:
                self.weighed(left)
                self.weighed(right)
            if not _COMPARISONS[type(sign)](left, right):
                return False
            left = right
        return True

    def _generated(
        self, e: Any, generators: list[ast.comprehension], env: dict[str, Any], unordered: list[bool]
    ) -> Iterator[Any]:
        """Yields the values of a comprehension. ``unordered`` is filled if it runs through a set."""
        if not generators:
            yield self.value(e.elt, env)
            return
        first, *others = generators
        collection = self.consumed(first.iter, env)
        # What an earlier turn has left of the names of this loop, and of those within, is not read: it could be the
        # last thing of a set.
        own = {each.id for one in generators for each in ast.walk(one.target) if isinstance(each, ast.Name)}
        env = env | dict.fromkeys(own, UNBOUND)
        if isinstance(collection, set | Bag):
            unordered.append(True)
        for value in self.things(collection):
            self.bind(first.target, value, env)
            if all(self.value(test, env) for test in first.ifs):
                yield from self._generated(e, others, env, unordered)

    def _called(self, e: ast.Call, env: dict[str, Any]) -> Any:
        if e.keywords or any(isinstance(each, ast.Starred) for each in e.args):
            raise unknown(e)
        if isinstance(e.func, ast.Attribute):
            home = self.value(e.func.value, env)
            if e.func.attr == "bit_length" and isinstance(home, int) and not e.args:
                return home.bit_length()
            function = FUNCTIONS.get(f"math.{e.func.attr}") if home is _MATH else None
        else:
            function = self.value(e.func, env)
        once = function in _CONSUMING and len(e.args) == 1
        arguments = [(self.consumed if once else self.value)(each, env) for each in e.args]
        if (
            not callable(function)
            or function in (map, reversed)
            or any(callable(each) or each is _MATH for each in arguments)
        ):
            raise unknown(e)
        if (
            function in (min, max)
            and len(arguments) > 1
            and not all(isinstance(each, int) for each in arguments)
        ):
            raise unknown(e)
        if function is sum and not all(
            isinstance(each, int) for each in self.things(arguments[0] if arguments else [])
        ):
            raise unknown(e)
        if function is str and (len(arguments) != 1 or type(arguments[0]) is not int):
            raise unknown(e)
        if function is not range:
            for (
                each
            ) in arguments:  # each thing counts as a step before a function of Python's runs through them
                if isinstance(each, list | tuple | range | set | Bag):
                    for part in self.things(each):
                        self.weighed(part)
        orderless = len(arguments) == 1 and function in _ORDERLESS
        if function in (min, max, sorted) and not all(map(_has_one_order, arguments)):
            raise order_matters()
        if function is list and len(arguments) == 1 and isinstance(arguments[0], set | Bag):
            return Bag(list(self.things(arguments[0])))
        if not orderless and any(isinstance(each, set | Bag) for each in arguments):
            raise order_matters()
        if function is set and arguments:
            return _set_of(list(self.things(arguments[0])))
        value = function(*(each.things if isinstance(each, Bag) else each for each in arguments))
        return self.small(value) if isinstance(value, int) else value

    def operate(self, sign: ast.operator, a: Any, b: Any) -> Any:
        if isinstance(a, int) and isinstance(b, int) and type(sign) in _ARITHMETIC:
            if isinstance(sign, ast.Pow | ast.LShift | ast.RShift) and not 0 <= b <= 60:
                raise Flaw("source: an exponent beyond 60")
            return self.small(_ARITHMETIC[type(sign)](a, b))
        if isinstance(sign, ast.Add) and isinstance(a, list) and isinstance(b, list):
            return self.copied(a + b)
        if isinstance(sign, ast.Add) and isinstance(a, list | Bag) and isinstance(b, list | Bag):
            return Bag(self.short([*self.things(a), *self.things(b)]))
        if isinstance(sign, ast.Add) and isinstance(a, tuple) and isinstance(b, tuple):
            return self.copied(a + b)
        if isinstance(sign, ast.Mult) and isinstance(a, list) and isinstance(b, int) and len(a) * b <= _MOST:
            return self.copied(a * b)
        raise Flaw("source: this checker does not know the sum or product of such things")

    def small(self, n: int) -> int:
        if abs(n) > _LARGEST:
            raise Flaw("source: a number that is too large")
        return n


def _set_of(elements: list[Any]) -> set[Any]:
    """Returns a set of elements that are the same if they are equal: True equals 1, and which of them stays depends on
    order."""
    if not all(map(is_plain, elements)):
        raise order_matters()
    return set(elements)


def is_plain(value: Any) -> bool:
    """Returns whether a value is a whole number, a text, or a tuple of such values."""
    return type(value) in (int, str) or (isinstance(value, tuple) and all(map(is_plain, value)))


def _has_one_order(collection: Any) -> bool:
    """Returns whether the elements come in an order, or any two of them can be compared and are the same if they are
    equal."""
    if not isinstance(collection, set | Bag):
        return True
    elements = list(collection.things if isinstance(collection, Bag) else collection)
    flat = [n for each in elements for n in (each if isinstance(each, tuple) else (each,))]
    alike = len(set(map(type, elements))) < 2 and len(set(map(type, flat))) < 2
    return alike and all(type(n) in (int, str) for n in flat)


def order_matters() -> Flaw:
    return Flaw("source: expected nothing that could depend on the order of a set")


def unknown(node: ast.AST) -> Flaw:
    try:
        text = repr(ast.unparse(node)[:60])
    except ValueError:
        text = "a number of so many digits"  # Python writes them only up to a bound
    return Flaw(f"source: this checker does not know {text}")


def constant(value: Any) -> Any:
    if isinstance(value, list) and len(value) <= 1000:
        return tuple(constant(each) for each in value)
    if isinstance(value, str) and value in FUNCTIONS:
        return FUNCTIONS[value]
    if type(value) is int and abs(value) <= _LARGEST:
        return value
    raise Flaw("constants: expected whole numbers, lists of them, and functions of math")
