"""A small interpreter of the part of Python in which rules are written, for the checker of laws. It never runs a
stranger's code: it walks the syntax tree, knows numbers, texts, tuples and lists and a few functions, counts its steps,
and refuses all else. It shares nothing with the reader of rules.
"""

from __future__ import annotations

import ast
import copy
import math
import operator
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .plain_automata import Flaw, now_and_then

#: The most characters of a source, steps of one call, the largest number, and the longest list.
_LONGEST, _STEPS, _LARGEST, _MOST = 20_000, 200_000, 10**15, 10_000

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
_UNBOUND = object()

#: All that may stand in a source, reached or not.
_KNOWN = (
    ast.arguments, ast.arg, ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.comprehension,
    ast.Return, ast.If, ast.Assign, ast.AugAssign, ast.For, ast.While, ast.Expr, ast.Break, ast.Continue, ast.Pass,
    ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Set, ast.Starred, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare,
    ast.IfExp, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.Call, ast.Attribute, ast.Subscript, ast.Yield,
    ast.YieldFrom,
)  # fmt: skip

#: What may stand in an annotation.
_IN_ANNOTATIONS = (
    ast.Name,
    ast.Constant,
    ast.Attribute,
    ast.Subscript,
    ast.Tuple,
    ast.BinOp,
    ast.BitOr,
    ast.Load,
)

#: What asks for things in no order.
_ORDERLESS = (sum, len, min, max, any, all, sorted, set)


class _Bag:
    """A list whose order is not known, because it was made of a set. Nothing may depend on the order."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, things: list[Any]) -> None:
        self.things = things

    def __len__(self) -> int:
        return len(self.things)

    def __eq__(self, other: object) -> bool:
        raise _order_matters()


class _Return(Exception):
    """A function returns ``value``."""

    def __init__(self, value: Any) -> None:
        self.value = value


class _Break(Exception):
    pass


class _Continue(Exception):
    pass


class Function:
    """The one function of a source. Calling it returns the list of what it returns or yields.

    >>> Function("def f(n):\\n    return [n - k for k in (1, 2) if k <= n]", {})(5)
    [4, 3]
    """

    def __init__(self, source: str, constants: dict[str, Any]) -> None:
        if len(source) > _LONGEST:
            raise Flaw(f"source: expected at most {_LONGEST} characters")
        try:
            tree = ast.parse(source)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                # what the grammar allows may still be no Python
                compile(source, "<source>", "exec", dont_inherit=True)
        except (SyntaxError, ValueError, MemoryError, RecursionError):
            raise Flaw("source: expected a function in Python") from None
        if not all(each.isprintable() or each in "\n\r\t" for each in source):
            raise Flaw("source: expected no characters that cannot be seen")
        if any("coding" in line and "#" in line for line in source.splitlines()[:2]):
            raise Flaw("source: expected no line that may name an encoding")
        if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
            raise Flaw("source: expected one function, and nothing else")
        function = tree.body[0]
        given = function.args
        if given.vararg or given.kwarg or given.kwonlyargs or function.decorator_list:
            raise Flaw("source: expected a plain function, without decorators and parameters with *")
        self.name, self.body = function.name, function.body
        self.parameters = [each.arg for each in (*given.posonlyargs, *given.args)]
        every = [each for statement in function.body for each in ast.walk(statement)]
        for each in every:
            if not isinstance(each, _KNOWN):
                raise _unknown(each)
        for said in (
            function.returns,
            *(each.annotation for each in ast.walk(given) if isinstance(each, ast.arg)),
        ):
            for each in () if said is None else ast.walk(said):
                if not isinstance(each, _IN_ANNOTATIONS):  # it is run when the function is defined
                    raise _unknown(each)
        self.constants = {name: _constant(value) for name, value in constants.items()}
        self.defaults = [self._default(each) for each in given.defaults]
        inside = list(_within(function.body))
        self.yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in every)
        self.own = {
            each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        self.own |= {*self.parameters, self.name}
        read = {each.id for each in every if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}
        if not self.constants.keys() <= read - self.own - {"__debug__"}:
            raise Flaw("constants: expected names that the source reads and does not assign")
        self.steps = 0
        self.yielded: list[Any] = []
        #: The names of lists that are only filled and returned: their order is never seen.
        self.filled = {name for name in self.own if _is_only_filled(name, function.body)}
        written = {each.value for each in every if isinstance(each, ast.Constant)}
        beside = {
            n for value in self.constants.values() for n in (value if isinstance(value, tuple) else (value,))
        }
        #: The whole numbers of the text, and those that its names mean beside it.
        self.numbers = {n for n in written | beside if type(n) is int}

    def _default(self, e: ast.expr) -> int:
        if isinstance(e, ast.Constant) and type(e.value) is int:
            return e.value
        raise Flaw("source: expected whole numbers as defaults")

    def __call__(self, *given: Any) -> list[Any]:
        """The options of a position, as the function gives them."""
        missing = len(self.parameters) - len(given)
        if not 0 <= missing <= len(self.defaults):
            raise Flaw("source: the function takes other heaps")
        values = [*given, *self.defaults[len(self.defaults) - missing :]]
        self.steps, self.yielded, result = 0, [], None
        try:
            self._run(self.body, dict(zip(self.parameters, values, strict=True)))
        except _Return as end:
            result = end.value
        except (ArithmeticError, TypeError, ValueError, IndexError, KeyError) as error:
            raise Flaw(f"source: {type(error).__name__} at {given}") from None
        except (_Break, _Continue):
            raise Flaw("source: break or continue outside a loop") from None
        if self.yields:
            return self.yielded
        if not isinstance(result, list | tuple | range | set | _Bag):
            raise Flaw(f"source: no list of options at {given}")
        return list(self._things(result))

    def _tick(self) -> None:
        self.steps += 1
        if not self.steps & 1023:
            now_and_then()
        if self.steps > _STEPS:
            raise TooLong(f"source: one position takes more than {_STEPS} steps")

    # Statements

    def _run(self, body: list[ast.stmt], env: dict[str, Any]) -> None:
        for each in body:
            self._tick()
            self._step(each, env)

    def _step(self, s: ast.stmt, env: dict[str, Any]) -> None:
        if isinstance(s, ast.Return):
            raise _Return(None if s.value is None else self._consumed(s.value, env))
        if isinstance(s, ast.If):
            self._run(s.body if self._value(s.test, env) else s.orelse, env)
        elif isinstance(s, ast.Assign):
            value = self._value(s.value, env)
            for target in s.targets:
                self._bind(target, value, env)
        elif isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name):
            before, value = self._value(ast.Name(s.target.id, ast.Load()), env), self._value(s.value, env)
            if isinstance(before, list) and isinstance(s.op, ast.Add):
                before.extend(self._each(value))
                self._nested(self._short(before))
            elif isinstance(before, list | set | _Bag):  # Python would change it in place
                raise _unknown(s)
            else:
                env[s.target.id] = self._operate(s.op, before, value)
        elif isinstance(s, ast.For | ast.While) and not s.orelse:
            self._loop(s, env)
        elif isinstance(s, ast.Expr):
            self._expression(s.value, env)
        elif isinstance(s, ast.Break):
            raise _Break
        elif isinstance(s, ast.Continue):
            raise _Continue
        elif not isinstance(s, ast.Pass):
            raise _unknown(s)

    def _loop(self, s: ast.For | ast.While, env: dict[str, Any]) -> None:
        turns = self._turns(s, env) if isinstance(s, ast.For) else iter(int, 1)
        for value in turns:
            self._tick()
            if isinstance(s, ast.For):
                self._bind(s.target, value, env)
            elif not self._value(s.test, env):
                return
            try:
                self._run(s.body, env)
            except _Break:
                return
            except _Continue:
                continue

    def _turns(self, s: ast.For, env: dict[str, Any]) -> Iterator[Any]:
        """What a loop meets. It may pass map or reversed over what does not change under it."""
        e = s.iter
        if (
            isinstance(e, ast.Call)
            and isinstance(e.func, ast.Name)
            and e.func.id in ("map", "reversed")
            and e.args
        ):
            over = self._value(e.args[-1], env)
            if isinstance(over, range | tuple | str):
                return self._each(self._consumed(e, env))
        met = self._value(e, env)
        return self._in_any_order(s, met, env) if isinstance(met, set | _Bag) else self._each(met)

    def _in_any_order(self, s: ast.For, met: set[Any] | _Bag, env: dict[str, Any]) -> Iterator[Any]:
        if not self._is_orderless(s.body):
            raise _order_matters()
        yield from self._things(met)
        for each in ast.walk(s.target):
            if isinstance(each, ast.Name):
                env[each.id] = _UNBOUND  # the last one would be some one

    def _is_orderless(self, body: list[ast.stmt]) -> bool:
        """Whether the turns of a loop with this body may come in any order: it only asks, yields, and fills lists that
        nobody looks at."""
        for s in body:
            if isinstance(s, ast.If):
                fits = self._is_orderless(s.body) and self._is_orderless(s.orelse)
            elif isinstance(s, ast.Expr) and isinstance(s.value, ast.Call):
                fits = _filled(s.value) in self.filled
            else:
                fits = isinstance(s, ast.Expr | ast.Pass | ast.Continue)
            if not fits:
                return False
        return True

    def _expression(self, e: ast.expr, env: dict[str, Any]) -> None:
        if isinstance(e, ast.Yield) and e.value is not None:
            self.yielded.append(
                copy.deepcopy(self._weighed(self._value(e.value, env)))
            )  # it may be changed later
            self._short(self.yielded)
        elif isinstance(e, ast.YieldFrom):
            for each in self._things(self._consumed(e.value, env)):
                self.yielded.append(copy.deepcopy(each))
            self._short(self.yielded)
        elif (
            isinstance(e, ast.Call) and isinstance(e.func, ast.Attribute) and e.func.attr in ("append", "add")
        ):
            home = self._value(e.func.value, env)
            if len(e.args) != 1 or e.keywords:
                raise _unknown(e)
            value = self._value(e.args[0], env)
            if e.func.attr == "append" and isinstance(home, list):
                home.append(value)
                self._nested(home[-1:])
            elif e.func.attr == "add" and isinstance(home, set):
                home.add(self._weighed(value))
            else:
                raise _unknown(e)
            self._short(home)
        elif not isinstance(e, ast.Constant):
            raise _unknown(e)

    def _bind(self, target: ast.expr, value: Any, env: dict[str, Any]) -> None:
        if isinstance(target, ast.Name):
            env[target.id] = value
        elif isinstance(target, ast.Tuple | ast.List):
            parts = list(self._each(value))
            if len(parts) != len(target.elts) or any(isinstance(each, ast.Starred) for each in target.elts):
                raise _unknown(target)
            for each, part in zip(target.elts, parts, strict=True):
                self._bind(each, part, env)
        else:
            raise _unknown(target)

    # Expressions

    def _each(self, given: Any) -> Iterator[Any]:
        """The things of something that has an order."""
        if isinstance(given, set | _Bag):
            raise _order_matters()
        return self._things(given)

    def _things(self, given: Any) -> Iterator[Any]:
        """The things of something, where their order does not matter."""
        if not isinstance(given, list | tuple | range | str | set | _Bag):
            raise Flaw("source: expected something to run through")
        for each in given.things if isinstance(given, _Bag) else given:
            self._tick()
            yield each

    def _short(self, given: Any) -> Any:
        if len(given) > _MOST:
            raise TooLong(f"source: a list of more than {_MOST} things")
        return given

    def _nested(self, given: Any, depth: int = 0) -> Any:
        """A list as it is made, unless it holds lists of lists of lists: those may grow by doubling."""
        for each in given:
            if isinstance(each, list | tuple | set | _Bag):
                self._tick()
                if depth == 2:
                    raise Flaw("source: lists within lists within lists")
                self._nested(each.things if isinstance(each, _Bag) else each, depth + 1)
        return given

    def _weighed(self, given: Any, depth: int = 0) -> Any:
        """What Python is about to run through to its depth; all that is in it counts as steps."""
        if isinstance(given, list | tuple | set):
            if depth > 3:
                raise Flaw("source: lists within lists within lists")
            for each in given:
                self._tick()
                self._weighed(each, depth + 1)
        return given

    def _value(self, e: ast.expr, env: dict[str, Any]) -> Any:
        self._tick()
        if isinstance(e, ast.Constant) and isinstance(e.value, int | str):
            return self._small(e.value) if isinstance(e.value, int) else e.value
        if isinstance(e, ast.Name):
            return self._meaning(e, env)
        if isinstance(e, ast.Tuple | ast.List | ast.Set):
            return self._displayed(e, env)
        if isinstance(e, ast.BinOp):
            return self._operate(e.op, self._value(e.left, env), self._value(e.right, env))
        if isinstance(e, ast.UnaryOp):
            value = self._value(e.operand, env)
            if isinstance(e.op, ast.Not):
                return not value
            if not isinstance(value, int):
                raise _unknown(e)
            return (
                -value if isinstance(e.op, ast.USub) else ~value if isinstance(e.op, ast.Invert) else +value
            )
        if isinstance(e, ast.BoolOp):
            value = None
            for part in e.values:
                value = self._value(part, env)
                if bool(value) != isinstance(e.op, ast.And):
                    break
            return value
        if isinstance(e, ast.Compare):
            return self._compared(e, env)
        if isinstance(e, ast.IfExp):
            return self._value(e.body if self._value(e.test, env) else e.orelse, env)
        if isinstance(e, ast.ListComp | ast.SetComp):
            made = self._all_of(e, env)
            return set(self._weighed(list(self._things(made)))) if isinstance(e, ast.SetComp) else made
        if isinstance(e, ast.Call):
            return self._called(e, env)
        if isinstance(e, ast.Subscript) and not isinstance(e.slice, ast.Slice):
            home, at = self._value(e.value, env), self._value(e.slice, env)
            if isinstance(home, list | tuple | str) and isinstance(at, int):
                return home[at]
        raise _unknown(e)

    def _displayed(self, e: ast.Tuple | ast.List | ast.Set, env: dict[str, Any]) -> Any:
        found: list[Any] = []
        ordered = True
        for each in e.elts:
            if isinstance(each, ast.Starred):
                parts = self._consumed(each.value, env)
                ordered = ordered and not isinstance(parts, set | _Bag)
                found.extend(self._things(parts))
            else:
                found.append(self._value(each, env))
        self._nested(self._short(found))
        if isinstance(e, ast.Set):
            return set(self._weighed(found))
        if isinstance(e, ast.List):
            return found if ordered else _Bag(found)
        if not ordered:
            raise _order_matters()
        return tuple(found)

    def _all_of(self, e: Any, env: dict[str, Any]) -> list[Any] | _Bag:
        """All that a comprehension gives."""
        unordered: list[bool] = []
        found = self._nested(self._short(list(self._generated(e, list(e.generators), dict(env), unordered))))
        return _Bag(found) if unordered else found

    def _consumed(self, e: ast.expr, env: dict[str, Any]) -> Any:
        """The value of an expression that is used up at once. Only there may a generator stand: elsewhere it could be
        run later, when its names mean something else, and only once."""
        if isinstance(e, ast.GeneratorExp):
            return self._all_of(e, env)
        if isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id in ("map", "reversed"):
            function = self._meaning(e.func, env)
            given = [self._value(each, env) for each in e.args]
            if function is reversed and len(given) == 1 and isinstance(given[0], list | tuple | range | str):
                if e.keywords:
                    raise _unknown(e)
                return list(self._each(given[0]))[::-1]
            if function is map and len(given) == 2 and given[0] is int and not e.keywords:
                return [self._small(int(each)) for each in self._each(given[1])]
            raise _unknown(e)
        return self._value(e, env)

    def _meaning(self, e: ast.Name, env: dict[str, Any]) -> Any:
        if e.id in env and env[e.id] is not _UNBOUND:
            return env[e.id]
        if e.id in self.own or e.id in env:
            raise Flaw(f"source: {e.id} has no value yet")
        if e.id in self.constants:
            return self.constants[e.id]
        if e.id in _BUILTINS:
            return _BUILTINS[e.id]
        raise Flaw(f"source: this checker does not know {e.id}")

    def _compared(self, e: ast.Compare, env: dict[str, Any]) -> bool:
        left = self._value(e.left, env)
        for sign, part in zip(e.ops, e.comparators, strict=True):
            right = self._value(part, env)
            plain = isinstance(left, int) and isinstance(right, int)
            known = isinstance(sign, ast.Eq | ast.NotEq | ast.In | ast.NotIn) or plain
            if type(sign) not in _COMPARISONS or not known or callable(left) or callable(right):
                raise _unknown(e)
            if isinstance(right, _Bag):
                right = right.things if isinstance(sign, ast.In | ast.NotIn) else right
            if not plain:
                self._weighed(left)
                self._weighed(right)
            if not _COMPARISONS[type(sign)](left, right):
                return False
            left = right
        return True

    def _generated(
        self, e: Any, generators: list[ast.comprehension], env: dict[str, Any], unordered: list[bool]
    ) -> Iterator[Any]:
        """What a comprehension gives. ``unordered`` is filled if it runs through a set."""
        if not generators:
            yield self._value(e.elt, env)
            return
        first, *others = generators
        things = self._consumed(first.iter, env)
        if first is e.generators[0]:  # the others are run where the names of all are their own
            own = {
                each.id for one in e.generators for each in ast.walk(one.target) if isinstance(each, ast.Name)
            }
            env = {name: value for name, value in env.items() if name not in own} | dict.fromkeys(
                own, _UNBOUND
            )
        if isinstance(things, set | _Bag):
            unordered.append(True)
        for value in self._things(things):
            self._bind(first.target, value, env)
            if all(self._value(test, env) for test in first.ifs):
                yield from self._generated(e, others, env, unordered)

    def _called(self, e: ast.Call, env: dict[str, Any]) -> Any:
        if e.keywords or any(isinstance(each, ast.Starred) for each in e.args):
            raise _unknown(e)
        if isinstance(e.func, ast.Attribute):
            home = self._value(e.func.value, env)
            if e.func.attr == "bit_length" and isinstance(home, int) and not e.args:
                return home.bit_length()
            function = FUNCTIONS.get(f"math.{e.func.attr}") if home is _MATH else None
        else:
            function = self._value(e.func, env)
        once = function in _CONSUMING and len(e.args) == 1
        given = [(self._consumed if once else self._value)(each, env) for each in e.args]
        if (
            not callable(function)
            or function in (map, reversed)
            or any(callable(each) or each is _MATH for each in given)
        ):
            raise _unknown(e)
        if function in (min, max) and len(given) > 1 and not all(isinstance(each, int) for each in given):
            raise _unknown(e)
        if function is sum and not all(
            isinstance(each, int) for each in self._things(given[0] if given else [])
        ):
            raise _unknown(e)
        if function is str and (len(given) != 1 or type(given[0]) is not int):
            raise _unknown(e)
        if function is not range:
            for each in given:  # each thing counts as a step before a function of Python's runs through them
                if isinstance(each, list | tuple | range | set | _Bag):
                    for part in self._things(each):
                        self._weighed(part)
        orderless = len(given) == 1 and function in _ORDERLESS
        if function is list and len(given) == 1 and isinstance(given[0], set | _Bag):
            return _Bag(list(self._things(given[0])))
        if not orderless and any(isinstance(each, set | _Bag) for each in given):
            raise _order_matters()
        found = function(*(each.things if isinstance(each, _Bag) else each for each in given))
        return self._small(found) if isinstance(found, int) else found

    def _operate(self, sign: ast.operator, a: Any, b: Any) -> Any:
        if isinstance(a, int) and isinstance(b, int) and type(sign) in _ARITHMETIC:
            if isinstance(sign, ast.Pow | ast.LShift | ast.RShift) and not 0 <= b <= 60:
                raise Flaw("source: an exponent beyond 60")
            return self._small(_ARITHMETIC[type(sign)](a, b))
        if isinstance(sign, ast.Add) and isinstance(a, list) and isinstance(b, list):
            return self._short(a + b)
        if isinstance(sign, ast.Add) and isinstance(a, list | _Bag) and isinstance(b, list | _Bag):
            return _Bag(self._short([*self._things(a), *self._things(b)]))
        if isinstance(sign, ast.Add) and isinstance(a, tuple) and isinstance(b, tuple):
            return self._short(a + b)
        if isinstance(sign, ast.Mult) and isinstance(a, list) and isinstance(b, int) and len(a) * b <= _MOST:
            return a * b
        raise Flaw("source: this checker does not know the sum or product of such things")

    def _small(self, n: int) -> int:
        if abs(n) > _LARGEST:
            raise Flaw("source: a number that is too large")
        return n


def _filled(call: ast.expr) -> str | None:
    """The name of the list that a call appends to."""
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append":
        return call.func.value.id if isinstance(call.func.value, ast.Name) else None
    return None


def _is_only_filled(name: str, body: list[ast.stmt]) -> bool:
    """Whether a name stands only for lists that begin empty, are appended to, and returned."""
    every = [each for statement in body for each in ast.walk(statement)]
    places = [each for each in every if isinstance(each, ast.Name) and each.id == name]
    fits: list[ast.expr | None] = []
    for each in every:
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.List) and not each.value.elts:
            fits += each.targets[:1] if len(each.targets) == 1 else []
        elif isinstance(each, ast.Return):
            fits.append(each.value)
        elif isinstance(each, ast.Expr) and _filled(each.value) == name:
            fits.append(each.value.func.value)  # type: ignore[attr-defined]
    return bool(places) and all(any(place is fit for fit in fits) for place in places)


def _order_matters() -> Flaw:
    return Flaw("source: expected nothing that could depend on the order of a set")


def _unknown(node: ast.AST) -> Flaw:
    return Flaw(f"source: this checker does not know {ast.unparse(node)[:60]!r}")


def _constant(value: Any) -> Any:
    if isinstance(value, list) and len(value) <= 1000:
        return tuple(_constant(each) for each in value)
    if isinstance(value, str) and value in FUNCTIONS:
        return FUNCTIONS[value]
    if type(value) is int and abs(value) <= _LARGEST:
        return value
    raise Flaw("constants: expected whole numbers, lists of them, and functions of math")


def _within(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """All parts of statements, without what is inside comprehensions: their names are their own."""
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            todo += ast.iter_child_nodes(node)
