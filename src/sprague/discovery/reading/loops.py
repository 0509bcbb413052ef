"""The loops of a rule.

What a loop changes has no meaning behind it, except lists, which only grow. The return or break in a loop happens at
the first thing for which its condition holds.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from sprague.words.messages import say

from ..automata.formula import Formula
from .expressions import Expressions
from .facts import Case, Mode
from .shape import bound_by, changed, growing, leaves, targets, within
from .source import UnreadableError, unreadable
from .terms import TRUE, Sum, conjunction, disjunction, less, name, negation, some
from .values import Item, Listing, Path, Unknown

_LEAVING = say("it is changed in a loop")

_WAYS_OUT = (("break", ast.Break), ("return", ast.Return))


class End(NamedTuple):
    """How a way through statements ends: it goes on, leaves a loop or its turn, or returns a value."""

    kind: Literal["on", "break", "continue", "return"]
    path: Path
    value: Any = None


#: Gives the things that a loop meets, each with the path on which its turn begins.
Turns = Callable[[], list[tuple[Item, Path]]]


class Loops(Expressions):
    """Reads loops. The statements in them are read by a subclass."""

    def __init__(self, system: str, mode: Mode = "over", light: bool = False) -> None:
        super().__init__(system, mode, light)
        #: What the function has yielded so far.
        self.yielded: list[Item] = []

    def run(self, body: list[ast.stmt], path: Path) -> list[End]:
        """Returns how the ways through some statements end."""
        raise NotImplementedError

    def looped(self, node: ast.For, path: Path) -> list[End]:
        """Returns how a loop over a list or a range ends."""
        altered, more = changed(node.body), growing(node.body)

        def turns() -> list[tuple[Item, Path]]:
            blank = _blanked(path, altered, more)
            found = []
            for item in self.items(node.iter, blank):
                here = blank.after(Case(item.names, item.condition, None))
                found.append((item, self.bound(node.target, item.value, here)))
            return found

        return self._repeated(node, path, turns, {*altered, *targets(node.target)})

    def counted(self, node: ast.While, path: Path) -> list[End]:
        """Returns how a loop ends in which a number grows or falls by a constant, or is multiplied by one, in every
        turn."""
        altered, more = changed(node.body), growing(node.body)
        counter, by, multiplies = self._counter(node, path)
        start = path.env.get(counter)
        if not isinstance(start, Sum) or (multiplies and (start.form or start.constant < 1)):
            raise unreadable(node.test, say("the loop begins with no number that is read"))

        def turns() -> list[tuple[Item, Path]]:
            index = self.fresh()

            def at(place: str) -> tuple[Formula, Path]:
                value = name(place).times(start.constant) if multiplies else start.plus(name(place).times(by))
                env = {**_blanked(path, altered, more).env, counter: value}
                fits = self.power(name(place), by) if multiplies else TRUE
                return fits, Path((*path.names, place), path.parts, env)

            earlier = self.fresh()
            fits, here = at(earlier)
            stops = self.flipped(lambda: conjunction(at(earlier)[0], self.fails(node.test, here)))
            before = conjunction(stops, less(name(earlier), name(index)))
            fits, here = at(index)
            holds = conjunction(fits, self.holds(node.test, here), negation(some((earlier,), before)))
            item = Item((index,), holds, None, index)
            return [(item, Path(here.names, (*here.parts, holds), here.env))]

        return self._repeated(node, path, turns, altered)

    def _counter(self, node: ast.While, path: Path) -> tuple[str, int, bool]:
        """The number that every turn changes once, by how much, and whether it is a factor."""
        for statement in node.body:
            if not isinstance(statement, ast.AugAssign | ast.Assign):
                continue
            target = statement.target if isinstance(statement, ast.AugAssign) else statement.targets[0]
            if not isinstance(target, ast.Name) or not isinstance(path.env.get(target.id), Sum):
                continue
            others = [s for s in within(node.body) if s is not statement and target.id in bound_by(s)]
            skips = any(isinstance(s, ast.Continue) for s in within(node.body))
            if others or skips:
                continue
            if isinstance(statement, ast.AugAssign):
                operator, amount = statement.op, statement.value
            elif isinstance(statement.value, ast.BinOp) and ast.unparse(statement.value.left) == target.id:
                operator, amount = statement.value.op, statement.value.right
            else:
                continue
            constant = self._constant(amount, _blanked(path, changed(node.body), growing(node.body)))
            if constant is None:
                continue
            if isinstance(operator, ast.Add | ast.Sub) and constant:
                return target.id, constant if isinstance(operator, ast.Add) else -constant, False
            if (isinstance(operator, ast.Mult) and constant > 1) or (
                isinstance(operator, ast.LShift) and constant == 1
            ):
                return target.id, constant if isinstance(operator, ast.Mult) else 2, True
        raise unreadable(node.test, say("no number in this loop grows by a constant"))

    def _constant(self, e: ast.expr, path: Path) -> int | None:
        try:
            cases = self.number(e, path)
        except UnreadableError:
            return None
        return cases[0].value.constant if len(cases) == 1 and not cases[0].value.form else None

    def _repeated(self, node: Any, path: Path, turns: Turns, altered: set[str]) -> list[End]:
        """How a loop ends: ``turns`` gives the things that it meets, each with the path on which its turn begins."""
        ways_out = [kind for kind, at in _WAYS_OUT if leaves(node.body, at)]
        if len(ways_out) == 2:
            raise unreadable(node, say("a loop with both break and return"))
        kind = next(iter(ways_out), "")
        ends: list[End] = []
        lists = {
            key: value
            for key, value in path.env.items()
            if isinstance(value, Listing) and key not in altered  # a turn may make another list of this name
        }
        grown: dict[str, dict[int, Item]] = {key: {} for key in lists}
        after = [path]
        met = turns()
        if kind and len(met) != 1:
            raise unreadable(node, say("a loop that is left early, over more than a range"))
        for item, here in met:
            if kind:
                if item.counter is None:
                    raise unreadable(node, say("a loop that is left early, over more than a range"))
                gone = self.flipped(lambda: self._left(node, path, turns, kind))
                before = conjunction(gone[1], less(name(gone[0].counter), name(item.counter)))
                guard = negation(some(gone[0].names, before))
                here = here._replace(parts=(*here.parts, guard))
                if kind == "return":
                    stays = negation(some(gone[0].names, gone[1]))
                    after = [path._replace(parts=(*path.parts, stays))]
            for end in self.run(node.body, here):
                if end.kind == "return":
                    ends.append(end)
                for key, before_list in lists.items():
                    now = end.path.env.get(key)
                    if (
                        not isinstance(now, Listing)
                        or now.items[: len(before_list.items)] != before_list.items
                    ):
                        raise unreadable(node, say("a list that a loop makes anew"))
                    for each in now.items[len(before_list.items) :]:
                        grown[key][id(each)] = each
        env: dict[str, Any] = {key: Unknown(_LEAVING) for key in altered}
        env |= {
            key: self.longer(value, tuple(grown[key].values()), node) if grown[key] else value
            for key, value in lists.items()
        }
        return [*ends, *(End("on", way._replace(env={**way.env, **env})) for way in after)]

    def _left(self, node: Any, path: Path, turns: Turns, kind: str) -> tuple[Item, Formula]:
        """The thing of a loop, and when its turn leaves the loop."""
        kept = list(self.yielded)
        item, here = turns()[0]
        ways = [
            some(end.path.names[len(here.names) :], end.path.condition)
            for end in self.run(node.body, here)
            if end.kind == kind
        ]
        self.yielded = kept
        return item, disjunction(*ways)


def _blanked(path: Path, names: set[str], more: set[str]) -> Path:
    """The path at the start of a turn: what the loop changes has no meaning yet, and of the lists to which it adds
    only what stood in them before is known."""
    env = {key: Unknown(_LEAVING) if key in names else value for key, value in path.env.items()}
    for key in more:
        if isinstance(env.get(key), Listing):
            env[key] = replace(env[key], growing=True)
    return path._replace(env=env)
