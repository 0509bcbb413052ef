"""The statements of a rule: from its text to the formulas of its moves.

A rule is followed along every way through it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from types import FunctionType
from typing import Any, NamedTuple

from sprague.words.messages import say

from ..automata.formula import Formula
from .facts import Case, Mode
from .loops import End, Loops
from .quotients import facts_about, quotients_in
from .shape import only_once, within
from .source import Source, UnreadableError, source_of, unreadable
from .terms import FALSE, TRUE, Sum, conjunction, disjunction, equal, less, name, not_negative, some
from .values import Item, Listing, Path, Unknown, constant

#: The most ways through a rule, the most parts of an option, and how deep functions may call others.
_MOST_WAYS, MOST_PARTS, _DEEPEST = 200, 2, 4

#: The names of the heaps before a move, and of those of the first and the second part that it leaves.
BEFORE, AFTER = tuple(f"x{i}" for i in range(6)), tuple(tuple(f"{c}{i}" for i in range(6)) for c in "uv")


class Moves(NamedTuple):
    """Some moves of a rule: those to ``parts`` positions for which a formula holds. It speaks of x0, x1, … before the
    move, and of u0, u1, … and v0, v1, … after it."""

    parts: int
    formula: Formula


class Reading(Loops):
    """Reads a function of so many heaps in one numeration and one mode. ``spread`` says that each heap is a parameter
    of its own."""

    def __init__(
        self, source: Source, heaps: int, spread: bool, system: str, mode: Mode = "over", light: bool = False
    ) -> None:
        super().__init__(system, mode, light)
        self.source, self.heaps = source, heaps
        self._yielding = any(isinstance(each, ast.Yield | ast.YieldFrom) for each in within(source.body))
        given = tuple(name(each) for each in BEFORE[:heaps])
        values: tuple[Any, ...] = given if spread or heaps == 1 else (given,)
        if len(source.parameters) < len(values):
            raise UnreadableError(say("expected a function of the heaps"), source.line)
        env: dict[str, Any] = dict(zip(source.parameters, values, strict=False))
        for extra, default in zip(
            source.parameters[len(values) :], _defaults(source.function, len(values)), strict=True
        ):
            whole = type(default) in (int, bool)
            env[extra] = (
                Sum((), int(default)) if whole else Unknown(say("only whole numbers are read as defaults"))
            )
        ends = self.run(source.body, Path((), (), env))
        options = list(self.yielded)
        for end in ends:
            if not self._yielding:
                options += self._returned(end)
        self.moves = self._moves(options)

    def _returned(self, end: End) -> list[Item]:
        value = end.value if end.kind == "return" else None
        if isinstance(value, Listing | tuple):
            entries = value.items if isinstance(value, Listing) else tuple(Item((), TRUE, v) for v in value)
        else:
            raise UnreadableError(say("a rule must return a list of its options"), self.source.line)
        return [
            Item(end.path.names + item.names, conjunction(end.path.condition, item.condition), item.value)
            for item in entries
        ]

    # Options

    def _moves(self, options: Iterable[Item]) -> list[Moves]:
        found: dict[int, list[Formula]] = {}
        for item in options:
            parts = self._parts(item.value)
            if len(parts) > MOST_PARTS:
                raise UnreadableError(
                    say("a move to more than {most} heaps", most=MOST_PARTS), self.source.line
                )
            if self.exact and any(
                not heap.never_negative and not self.never(item.condition, less(heap, 0))
                for heaps in parts
                for heap in heaps
            ):
                raise UnreadableError(say("a heap that may be negative"), self.source.line)
            left = [
                conjunction(equal(name(after), heap), not_negative(heap))
                for names, heaps in zip(AFTER, parts, strict=False)
                for after, heap in zip(names, heaps, strict=False)
            ]
            whole = some(tuple(dict.fromkeys(item.names)), conjunction(item.condition, *left))
            if self.mode == "over" and (quotients := quotients_in([whole])):
                whole = some(quotients, conjunction(facts_about(quotients), whole))
            if whole != FALSE:
                found.setdefault(len(parts), []).append(whole)
        return [Moves(parts, disjunction(*formulas)) for parts, formulas in sorted(found.items())]

    def _parts(self, value: Any) -> list[tuple[Sum, ...]]:
        """The positions that a move leaves, each as its heaps."""
        if isinstance(value, Listing):
            if value.literal is None:
                raise UnreadableError(say("an option that is a list of unknown length"), self.source.line)
            parts = list(value.literal)
        elif isinstance(value, tuple) and (self.heaps == 1 or (value and isinstance(value[0], tuple))):
            parts = list(value)
        else:
            parts = [] if value == () else [value]
        heaps = [part if isinstance(part, tuple) and self.heaps > 1 else (part,) for part in parts]
        if any(len(part) != self.heaps or not all(isinstance(h, Sum) for h in part) for part in heaps):
            raise UnreadableError(say("an option that is no position"), self.source.line)
        return heaps

    # Statements

    def run(self, body: list[ast.stmt], path: Path) -> list[End]:
        """Returns how the ways through some statements end."""
        ways, ends = [path], []
        for statement in body:
            fresh: list[Path] = []
            for way in ways:
                for end in self.step(statement, way):
                    if end.kind == "on":
                        fresh.append(end.path)
                    else:
                        ends.append(end)
            ways = [way for way in fresh if FALSE not in way.parts]
            if len(ways) > _MOST_WAYS:
                raise unreadable(statement, say("there are too many ways through the rule"))
        return [*ends, *(End("on", way) for way in ways)]

    def step(self, node: ast.stmt, path: Path) -> list[End]:
        """Returns how a statement ends."""
        if isinstance(node, ast.Expr):
            return [End("on", each) for each in self._done(node.value, path)]
        if isinstance(node, ast.Return):
            if node.value is None:
                return [End("return", path)]
            read = self.value if self._depth and _once(node.value) else self.looked_at
            return [End("return", path.after(case), case.value) for case in read(node.value, path)]
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            return [End("on", each) for each in self._assigned(node, path)]
        if isinstance(node, ast.If):
            return self._chosen(node, path)
        if isinstance(node, ast.For) and not node.orelse:
            return self.looped(node, path)
        if isinstance(node, ast.While) and not node.orelse:
            return self.counted(node, path)
        if isinstance(node, ast.Pass | ast.Import | ast.ImportFrom):
            return [End("on", path if isinstance(node, ast.Pass) else _imported(node, path))]
        if isinstance(node, ast.Break):
            return [End("break", path)]
        if isinstance(node, ast.Continue):
            return [End("continue", path)]
        raise unreadable(node)

    def _done(self, e: ast.expr, path: Path) -> list[Path]:
        """The statement of an expression: yield, or a list that grows."""
        if isinstance(e, ast.Constant):
            return [path]
        if isinstance(e, ast.Yield) and e.value is not None:
            self.yielded += [
                Item(path.names + case.names, conjunction(path.condition, case.condition), case.value)
                for case in self.value(e.value, path)
            ]
            return [path]
        if isinstance(e, ast.YieldFrom):
            self.yielded += [
                Item(path.names + item.names, conjunction(path.condition, item.condition), item.value)
                for item in self.items(e.value, path)
            ]
            return [path]
        match e:
            case ast.Call(ast.Attribute(ast.Name(which), "append" | "add" as how), [thing], []):
                return [self._grown(e, which, how, [Item(*case) for case in self.value(thing, path)], path)]
            case ast.Call(ast.Attribute(ast.Name(which), "extend" | "update" as how), [things], []):
                return [self._grown(e, which, how, self.items(things, path), path)]
        raise unreadable(e)

    def _grown(self, e: ast.AST, which: str, how: str, more: list[Item], path: Path) -> Path:
        """The path on which a list has more in it, where this path is taken. It grows by a method or an operator."""
        whole = path.env.get(which)
        if not isinstance(whole, Listing) or whole.grows is None or not hasattr(whole.grows, how):
            raise unreadable(e)
        fresh = tuple(
            Item(path.names + item.names, conjunction(path.condition, item.condition), item.value)
            for item in more
        )
        return path._replace(env={**path.env, which: self.longer(whole, fresh, e)})

    def _assigned(self, node: Any, path: Path) -> list[Path]:
        if isinstance(node, ast.AugAssign):
            if isinstance(node.target, ast.Name) and isinstance(path.env.get(node.target.id), Listing):
                how = "__iadd__" if isinstance(node.op, ast.Add) else "__ior__"
                if not isinstance(node.op, ast.Add | ast.BitOr):
                    raise unreadable(node)
                return [self._grown(node, node.target.id, how, self.items(node.value, path), path)]
            here = ast.copy_location(ast.Name(getattr(node.target, "id", "?"), ast.Load()), node)
            value: ast.expr = ast.copy_location(ast.BinOp(here, node.op, node.value), node)
            targets: list[ast.expr] = [node.target]
        else:
            value = node.value
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if value is None:
            return [path]
        found = []
        for case in self.value(value, path):
            way = path.after(case)
            for target in targets:
                way = self.bound(target, case.value, way)
            found.append(self._owned(targets, value, way) if len(targets) == 1 else way)
        return found

    def _owned(self, targets: list[ast.expr], value: ast.expr, path: Path) -> Path:
        """The path on which a list may grow that was made for this one name."""
        pairs = [(targets[0], value)]
        if isinstance(targets[0], ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(targets[0].elts, value.elts, strict=True))
        env = dict(path.env)
        for target, made in pairs:
            whole = env[target.id] if isinstance(target, ast.Name) else None
            if not isinstance(target, ast.Name) or not isinstance(whole, Listing):
                continue
            function = self.meaning(made.func, path) if isinstance(made, ast.Call) else None
            if isinstance(made, ast.List | ast.ListComp) or function in (list, sorted):
                env[target.id] = replace(whole, grows=list)
            elif isinstance(made, ast.Set | ast.SetComp) or function is set:
                env[target.id] = replace(whole, grows=set)
        return path._replace(env=env)

    def _chosen(self, node: ast.If, path: Path) -> list[End]:
        body = node.body
        if len(body) == 1 and not node.orelse and only_once(node.test, body[0]):
            return self.run(body, path)  # an option counts once however often it is listed
        ends: list[End] = []
        for condition, part in (
            (self.holds(node.test, path), body),
            (self.fails(node.test, path), node.orelse),
        ):
            if condition != FALSE:
                ends += self.run(part, path.after(Case((), condition, None)))
        return ends

    # Other functions

    def helped(self, function: FunctionType, e: ast.Call, path: Path) -> list[Case]:
        if self._depth >= _DEEPEST:
            raise unreadable(e, say("functions that call others too deeply"))
        inner = source_of(function)
        if len(inner.parameters) != len(e.args) or any(
            isinstance(s, ast.Yield | ast.YieldFrom) for s in within(inner.body)
        ):
            raise unreadable(e)
        outer, self.source = self.source, inner
        self._depth += 1
        try:
            found = []
            for case in self.together([self._given(each, path, outer) for each in e.args]):
                way = path.after(case)._replace(env=dict(zip(inner.parameters, case.value, strict=True)))
                for end in self.run(inner.body, way):
                    if end.kind != "return" or end.value is None:
                        raise unreadable(e, say("a function that may return nothing"))
                    condition = conjunction(*end.path.parts[len(path.parts) :])
                    found.append(Case(end.path.names[len(path.names) :], condition, end.value))
            return found
        finally:
            self._depth -= 1
            self.source = outer

    def _given(self, e: ast.expr, path: Path, outer: Source) -> list[Case]:
        inner, self.source = self.source, outer
        try:
            return self.value(e, path)
        finally:
            self.source = inner


def _once(e: ast.expr) -> bool:
    """Whether this can be gone through only once, so that no caller may keep it."""
    return any(isinstance(each, ast.GeneratorExp) for each in ast.walk(e))


def _imported(node: ast.Import | ast.ImportFrom, path: Path) -> Path:
    import math

    env = dict(path.env)
    found: Any
    for each in node.names:
        if isinstance(node, ast.Import):
            known, found = each.name == "math", math
        else:
            known, found = node.module == "math" and not node.level, vars(math).get(each.name)
        if not known:
            raise unreadable(node)
        env[each.asname or each.name] = constant(found, node)
    return path._replace(env=env)


def _defaults(function: FunctionType, heaps: int) -> tuple[Any, ...]:
    count = function.__code__.co_argcount - heaps
    return (function.__defaults__ or ())[-count:] if count else ()
