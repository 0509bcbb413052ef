"""A small interpreter of the part of Python in which rules are written, for the checker of laws. It never runs a
stranger's code: it walks the syntax tree, knows numbers, texts, tuples and lists and a few functions, counts its steps,
and refuses all else. It shares nothing with the reader of rules.
"""

from __future__ import annotations

import ast
import copy
import re
import warnings
from collections.abc import Iterator
from typing import Any

from .plain_automata import Flaw
from .plain_values import LONGEST, UNBOUND, Bag, Expressions, is_plain, order_matters, unknown

#: A name that is printed: letters that look like what they are, and run from left to right.
_NAME = re.compile("[A-Za-z_][A-Za-z0-9_\u4e00-\u9fff]{0,59}|[\u4e00-\u9fff][A-Za-z0-9_\u4e00-\u9fff]{0,59}")

#: All that may stand in a source, reached or not.
_KNOWN = (
    ast.arguments, ast.arg, ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.comprehension,
    ast.Return, ast.If, ast.Assign, ast.AugAssign, ast.For, ast.While, ast.Expr, ast.Break, ast.Continue, ast.Pass,
    ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Set, ast.Starred, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare,
    ast.IfExp, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.Call, ast.Attribute, ast.Subscript, ast.Yield,
    ast.YieldFrom,
)  # fmt: skip

#: What may stand in an annotation: types of numbers and texts, and of what holds others.
_PLAIN, _HOLDING = (
    ("int", "bool", "str"),
    ("list", "tuple", "set", "Iterator", "Iterable", "Sequence", "Generator"),
)


class _Return(Exception):
    """A function returns ``value``."""

    def __init__(self, value: Any) -> None:
        self.value = value


class _Break(Exception):
    pass


class _Continue(Exception):
    pass


class Function(Expressions):
    """The one function of a source. Calling it returns the list of what it returns or yields.

    >>> Function("def f(n):\\n    return [n - k for k in (1, 2) if k <= n]", {})(5)
    [4, 3]
    """

    def __init__(self, source: str, constants: dict[str, Any]) -> None:
        function = _function_in(source)
        signature = function.args
        if signature.vararg or signature.kwarg or signature.kwonlyargs or function.decorator_list:
            raise Flaw("source: expected a plain function, without decorators and parameters with *")
        if getattr(function, "type_params", ()):
            raise Flaw("source: expected a function without parameters for types")
        self.name, self.body = function.name, function.body
        if not _NAME.fullmatch(self.name):
            raise Flaw("source: expected a name of at most 60 Latin letters, digits or Chinese characters")
        self.parameters = [each.arg for each in (*signature.posonlyargs, *signature.args)]
        every = [each for statement in function.body for each in ast.walk(statement)]
        for each in every:
            if not isinstance(each, _KNOWN):
                raise unknown(each)
            if isinstance(each, ast.comprehension) and each.is_async:
                raise Flaw("source: expected nothing asynchronous")
        annotations = [
            function.returns,
            *(each.annotation for each in ast.walk(signature) if isinstance(each, ast.arg)),
        ]
        for each in (part for one in annotations if one is not None for part in ast.walk(one)):
            if not _is_type(each):  # it is run when the function is defined
                raise unknown(each)
        super().__init__(constants)
        self.defaults = [self._default(each) for each in signature.defaults]
        inside = list(_within(function.body))
        self.yields = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in every)
        self.own = {
            each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        self.own |= {*self.parameters, self.name}
        names_read = {
            each.id for each in every if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
        }
        names_stored = {
            each.id for each in every if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        if not self.constants.keys() <= names_read - self.own - names_stored - {"__debug__"}:
            raise Flaw("constants: expected names that the source reads and does not assign")
        #: Copies of what was yielded, made at that time, and the objects themselves.
        self.yielded: list[Any] = []
        self.given: list[Any] = []
        #: The names of lists that are only filled and returned: their order is never seen.
        self.filled = self.own & _only_filled(every)
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

    def __call__(self, *heaps: Any) -> list[Any]:
        """Returns the options of a position, as the function gives them."""
        missing = len(self.parameters) - len(heaps)
        if not 0 <= missing <= len(self.defaults):
            raise Flaw("source: the function takes other heaps")
        values = [*heaps, *self.defaults[len(self.defaults) - missing :]]
        self.steps, self.yielded, self.given, returned = 0, [], [], None
        try:
            self._run(self.body, dict(zip(self.parameters, values, strict=True)))
        except _Return as end:
            returned = end.value
        except (ArithmeticError, TypeError, ValueError, IndexError, KeyError) as error:
            raise Flaw(f"source: {type(error).__name__} at {heaps}") from None
        except (_Break, _Continue):
            raise Flaw("source: break or continue outside a loop") from None
        if self.yields:
            if self.given != self.yielded:  # a caller that reads all options at once would see the change
                raise Flaw(f"source: what it yields is changed later, at {heaps}")
            return self.yielded
        if not isinstance(returned, list | tuple | range | set | Bag):
            raise Flaw(f"source: no list of options at {heaps}")
        return list(self.things(returned))

    # Statements

    def _run(self, body: list[ast.stmt], env: dict[str, Any]) -> None:
        for each in body:
            self.tick()
            self._step(each, env)

    def _step(self, s: ast.stmt, env: dict[str, Any]) -> None:
        if isinstance(s, ast.Return):
            raise _Return(None if s.value is None else self.consumed(s.value, env))
        if isinstance(s, ast.If):
            self._run(s.body if self.value(s.test, env) else s.orelse, env)
        elif isinstance(s, ast.Assign):
            value = self.value(s.value, env)
            for target in s.targets:
                self.bind(target, value, env)
        elif isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name):
            before, value = self.value(ast.Name(s.target.id, ast.Load()), env), self.value(s.value, env)
            if isinstance(before, list) and isinstance(s.op, ast.Add):
                before.extend(self.each(value))
                self.nested(self.short(before))
            elif isinstance(before, list | set | Bag):  # Python would change it in place
                raise unknown(s)
            else:
                env[s.target.id] = self.operate(s.op, before, value)
        elif isinstance(s, ast.For | ast.While) and not s.orelse:
            self._loop(s, env)
        elif isinstance(s, ast.Expr):
            self._expression(s.value, env)
        elif isinstance(s, ast.Break):
            raise _Break
        elif isinstance(s, ast.Continue):
            raise _Continue
        elif not isinstance(s, ast.Pass):
            raise unknown(s)

    def _loop(self, s: ast.For | ast.While, env: dict[str, Any]) -> None:
        turns = self._turns(s, env) if isinstance(s, ast.For) else iter(int, 1)
        for value in turns:
            self.tick()
            if isinstance(s, ast.For):
                self.bind(s.target, value, env)
            elif not self.value(s.test, env):
                return
            try:
                self._run(s.body, env)
            except _Break:
                return
            except _Continue:
                continue

    def _turns(self, s: ast.For, env: dict[str, Any]) -> Iterator[Any]:
        """Yields the values of a loop. It may pass map or reversed over what does not change under it."""
        e = s.iter
        if (
            isinstance(e, ast.Call)
            and isinstance(e.func, ast.Name)
            and e.func.id in ("map", "reversed")
            and e.args
        ):
            over = self.value(e.args[-1], env)
            if isinstance(over, range | tuple | str):
                return self.each(self.consumed(e, env))
        collection = self.value(e, env)
        return (
            self._in_any_order(s, collection, env)
            if isinstance(collection, set | Bag)
            else self.each(collection)
        )

    def _in_any_order(self, s: ast.For, collection: set[Any] | Bag, env: dict[str, Any]) -> Iterator[Any]:
        if not self._is_orderless(s.body):
            raise order_matters()
        yield from self.things(collection)
        for each in ast.walk(s.target):
            if isinstance(each, ast.Name):
                env[each.id] = UNBOUND  # the last one would be some one

    def _is_orderless(self, body: list[ast.stmt]) -> bool:
        """Returns whether the turns of a loop with this body may come in any order: it only asks, yields, and fills
        lists that nobody looks at."""
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
            self._yield(self.value(e.value, env))
        elif isinstance(e, ast.YieldFrom):
            for each in self.things(self.consumed(e.value, env)):
                self._yield(each)
        elif (
            isinstance(e, ast.Call) and isinstance(e.func, ast.Attribute) and e.func.attr in ("append", "add")
        ):
            home = self.value(e.func.value, env)
            if len(e.args) != 1 or e.keywords:
                raise unknown(e)
            value = self.value(e.args[0], env)
            if e.func.attr == "append" and isinstance(home, list):
                home.append(value)
                self.nested(home[-1:])
            elif e.func.attr == "add" and isinstance(home, set) and is_plain(value):
                home.add(self.weighed(value))
            else:
                raise unknown(e)
            self.short(home)
        elif not isinstance(e, ast.Constant):
            raise unknown(e)

    def _yield(self, option: Any) -> None:
        self.given.append(option)
        self.yielded.append(copy.deepcopy(self.weighed(option)))
        self.short(self.yielded)


def _within(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yields all parts of statements, without what is inside comprehensions: their names are their own."""
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, ast.ListComp | ast.GeneratorExp | ast.SetComp):
            todo += ast.iter_child_nodes(node)


def _is_type(e: ast.AST) -> bool:
    """Returns whether a part of an annotation does nothing when Python runs it."""
    if isinstance(e, ast.Subscript):
        return isinstance(e.value, ast.Name) and e.value.id in _HOLDING
    if isinstance(e, ast.Name):
        return e.id in (*_PLAIN, *_HOLDING)
    return isinstance(e, ast.Tuple | ast.Load | ast.BitOr | ast.BinOp) or (
        isinstance(e, ast.Constant) and e.value in (None, ...)
    )


def _filled(call: ast.expr) -> str | None:
    """Returns the name of the list that a call appends to."""
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append":
        return call.func.value.id if isinstance(call.func.value, ast.Name) else None
    return None


def _only_filled(every: list[ast.AST]) -> set[str]:
    """Returns the names that stand only for lists that begin empty, are appended to, and returned."""
    fits: set[ast.AST | None] = set()
    for each in every:
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.List) and not each.value.elts:
            fits |= set(each.targets) if len(each.targets) == 1 else set()
        elif isinstance(each, ast.Return):
            fits.add(each.value)
        elif isinstance(each, ast.Expr) and _filled(each.value) is not None:
            fits.add(each.value.func.value)  # type: ignore[attr-defined]
    names = [each for each in every if isinstance(each, ast.Name)]
    return {each.id for each in names} - {each.id for each in names if each not in fits}


def _function_in(source: str) -> ast.FunctionDef:
    """Returns the function of a source, whose parts are looked at later. Raises Flaw for any other text."""
    if len(source) > LONGEST:
        raise Flaw(f"source: expected at most {LONGEST} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
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
    return tree.body[0]
