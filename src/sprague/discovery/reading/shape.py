"""Reads off the syntax trees of statements which names they change, and whether they leave a loop."""

from __future__ import annotations

import ast


def within(body: list[ast.stmt]) -> list[ast.AST]:
    """Returns all parts of statements, except those of inner functions."""
    found: list[ast.AST] = []
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        found.append(node)
        if not isinstance(node, ast.FunctionDef | ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return found


def bound_by(node: ast.AST) -> set[str]:
    """Returns the names to which a statement gives a value."""
    if isinstance(node, ast.Assign):
        return {each for target in node.targets for each in targets(target)}
    if isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.NamedExpr):
        return targets(node.target)
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {each.asname or each.name for each in node.names}
    return set()


def changed(body: list[ast.stmt]) -> set[str]:
    """Returns the names to which statements give a value. Lists that only grow do not count as changed."""
    found = set()
    for node in within(body):
        if not _lengthens(node):
            found |= bound_by(node)
    return found


def _lengthens(node: ast.AST) -> bool:
    """Whether a list is made longer in place by a display or comprehension."""
    return (
        isinstance(node, ast.AugAssign)
        and isinstance(node.op, ast.Add)
        and isinstance(node.value, ast.List | ast.ListComp | ast.Tuple)
    )


def growing(body: list[ast.stmt]) -> set[str]:
    """Returns the names of the lists to which statements add."""
    found = set()
    for node in within(body):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found |= targets(node.func.value)
        elif isinstance(node, ast.AugAssign):
            found |= targets(node.target)
    return found


def targets(target: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def leaves(body: list[ast.stmt], kind: type[ast.stmt]) -> bool:
    """Returns whether statements leave their loop by break or return."""
    for node in body:
        if isinstance(node, kind):
            return True
        inner: list[ast.stmt] = []
        if isinstance(node, ast.If) or (isinstance(node, ast.For | ast.While) and kind is ast.Return):
            inner = [*node.body, *node.orelse]
        if leaves(inner, kind):
            return True
    return False


def only_once(test: ast.expr, statement: ast.stmt) -> bool:
    """Returns whether a statement is: if option not in options: options.append(option)."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.NotIn):
        return False
    if not isinstance(test.comparators[0], ast.Name):
        return False
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    call, home = statement.value, ast.unparse(test.comparators[0])
    return (
        ast.unparse(call.func) in (f"{home}.append", f"{home}.add")
        and len(call.args) == 1
        and (ast.unparse(call.args[0]) == ast.unparse(test.left))
    )
