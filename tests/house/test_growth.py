"""What grows does so under one mechanism, so that no exception leaves it torn: :mod:`sprague.system.locks`.

Every method that changes its object is marked ``alone``, or is a private one that only such methods call; what is kept
in a module is kept whole. The exceptions stand here, each with its reason.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import sprague
from sprague.system import locks

PACKAGE = Path(sprague.__file__).parent

#: Where knowledge grows from one question to the next.
ROOMS = (
    *("model", "search", "takebreak", "boards", "graphs", "games", "misereplay", "discovery"),
    "workbench",
)

#: Methods by which lists, dicts and sets change.
CHANGING = {
    *(
        "append",
        "add",
        "clear",
        "discard",
        "extend",
        "insert",
        "pop",
        "popitem",
        "remove",
        "setdefault",
        "update",
    ),
    *("move_to_end", "sort", "reverse"),
}

#: "file:Class" or "file:function" -> why it may change something outside the mechanism.
EXCEPTIONS = {
    "model/engine.py:Engines.__call__": "the time of the last use of an engine: a number, which decides which goes",
    "model/lazy.py:Lazy": "the number of items, stored by one assignment when it is known",
    "workbench/position.py:Position.solve": "an answer, stored when it is complete",
    "workbench/solver.py:Solver": "a session, which only one thread uses",
    "workbench/solver.py:_Kept": "what a session has written to its store",
    "model/sums.py:_Replies": "belongs to one answer: values and options, each stored when it is complete",
    "graphs/kayles_engine.py:KaylesEngine._search": "the last large graph with its search, stored by one assignment",
    "games/families/compiled.py:Family": "values by the definition, each stored when it is complete",
    "games/families/ends.py:Frame": "changes only while a Family is built from it",
    "graphs/matching.py:_Tree": "lives within one call",
    "takebreak/sequence.py:Values.towards": "the heap that progress reports: a number",
    "takebreak/split.py:DenseEngine": "scratch of a Run, which drops the engine after an exception",
    "takebreak/split.py:SparseEngine": "likewise",
    "takebreak/split_kernels.py:Near": "likewise",
    "takebreak/split_kernels.py:Scatter": "likewise",
    "takebreak/methods.py:TakeEngine": "likewise",
    "takebreak/methods.py:SetEngine": "likewise",
    "takebreak/methods.py:PairsEngine": "likewise",
    "takebreak/methods.py:PlainEngine": "likewise",
    "takebreak/run_file.py:FileRun": "a run on disk: a mark on disk says how far its values are valid",
    "takebreak/run_file.py:KeptValues": "the time when the run was last written",
    "model/forms.py:Forms": "Table and MisereSearch use them under their lock, and renew them",
    "misereplay/growth.py:Growth": "heaps.py uses it under its lock, and renews it",
    "misereplay/growth.py:_States": "scratch of a Growth, which drops it after an exception",
    "discovery/automata/dfa.py:_Building": "lives within one call",
    "discovery/automata/formula.py:_Reader": "lives within one call",
    "discovery/learn.py:Learner": "lives within one attempt to prove",
    "discovery/laws/learner.py:_Learner": "lives within one call",
    "discovery/laws/search.py:Search": "lives within one call",
    "discovery/reading/facts.py:Facts": "lives while one function is read",
    "discovery/reading/numbers.py:Numbers": "likewise",
    "discovery/reading/loops.py:Loops": "likewise",
    "discovery/reading/statements.py:Reading": "likewise",
    "discovery/proving.py:_Attempt": "lives within one call",
    "discovery/engine.py:WithTheorem": "the result of a look-up, stored by one assignment",
    "discovery/rows.py:Columns": "lives within one search, or one check",
    "discovery/known.py:remember": "a theorem, stored when it is proved",
    "discovery/known.py:known": "likewise",
    "discovery/known.py:sought": "the fact that a search found no theorem, stored when it has ended",
    "games/loopy/answers.py:_Ahead": "complete before any other code receives it",
    "discovery/table.py:Table": "belongs to one report; it is consistent after every line",
    "games/chomp/tables.py:Tables": "ChompEngine uses it under its lock; a table is stored when it is filled",
    "games/sprouts/proof.py:_Writer": "lives within one call",
    "games/own/identity.py:_Reader": "lives within one call",
    "games/own/parameters.py:numbered": "a number for each new game, stored when it is assigned",
    "games/own/plain.py:_Buffer": "lives within one call",
    "games/own/compiled_engine.py:CompiledEngine": "TableEngine uses its tables under its lock",
    "workbench/proof.py:_Writer": "lives within one call",
    "workbench/proof_arenas.py:Arena": "likewise",
    "workbench/proof_grids.py:Grids": "likewise",
    "workbench/proof_grids.py:Placing": "likewise",
    "workbench/own/bases.py:UserGame": "a class, stored under its name when it is created",
    "workbench/own/loading.py:_module": "a module, stored when it has run",
}


class Class:
    """A class of the package: which of its methods change the object, and which are marked."""

    def __init__(self, file: str, node: ast.ClassDef) -> None:
        self.file, self.name = file, node.name
        self.bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
        self.methods = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
        self.changed = {name: sorted(set(changed(each))) for name, each in self.methods.items()}
        self.calls = {name: calls(each) for name, each in self.methods.items()}


def marked(node: ast.FunctionDef) -> bool:
    return any(isinstance(each, ast.Name) and each.id == "alone" for each in node.decorator_list)


def changed(node: ast.FunctionDef) -> Iterator[str]:
    """The attributes of ``self`` that a method changes: that it assigns to, or to a part of, or calls a changing
    method of."""
    for inner in ast.walk(node):
        targets: list[ast.expr] = []
        if isinstance(inner, ast.Assign):
            targets = inner.targets
        elif isinstance(inner, (ast.AugAssign, ast.AnnAssign)):
            targets = [inner.target]
        elif isinstance(inner, ast.Delete):
            targets = inner.targets
        elif (
            isinstance(inner, ast.Call)
            and isinstance(inner.func, ast.Attribute)
            and inner.func.attr in CHANGING
        ):
            targets = [inner.func.value]
        for target in targets:
            for part in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
                if (name := own(part)) and (name != "self" or not isinstance(inner, ast.Call)):
                    yield name


def own(node: ast.expr) -> str:
    """The attribute of ``self`` in front of subscripts and further attributes; "" for anything else."""
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            return node.attr
        node = node.value
    return ""


def calls(node: ast.FunctionDef) -> set[str]:
    """The methods of ``self`` that a method names."""
    return {
        inner.attr
        for inner in ast.walk(node)
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name) and inner.value.id == "self"
    }


@cache
def files() -> dict[str, ast.Module]:
    """The syntax trees of the rooms, by file."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text("utf-8"))
        for name in ROOMS
        for path in sorted((PACKAGE / name).rglob("*.py"))
    }


@cache
def classes() -> list[Class]:
    """The classes of the rooms."""
    return [
        Class(file, node)
        for file, tree in files().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]


def kin(of: Class) -> list[Class]:
    """A class, those that it is derived from, and those derived from it."""
    found = [of]
    for each in found:
        found += [other for other in classes() if other not in found and (other.name in each.bases)]
    below = [of]
    for each in below:
        below += [other for other in classes() if other not in below and each.name in other.bases]
    return [*found, *(other for other in below if other not in found)]


def outside(of: Class) -> Iterator[str]:
    """The methods of a class that change it outside the mechanism."""
    if not any(of.changed.values()):
        return
    family = [each for each in kin(of) if each is of or f"{each.file}:{each.name}" not in EXCEPTIONS]
    safe = {"__init__", "__new__", "__init_subclass__", "renew"}
    alone = {name for each in family for name, node in each.methods.items() if marked(node)}
    named = [(name, found) for each in family for name, found in each.calls.items()]
    callers = {name: {other for other, found in named if name in found} for name, _ in named}
    # A method is inside when it is marked, or private and named by such methods alone, at least one of them.
    inside = alone | {name for name, found in callers.items() if name.startswith("_") and found}
    while leaking := {name for name in inside - alone if not callers[name] <= inside | safe}:
        inside -= leaking
    for name, names in of.changed.items():
        if names and name not in inside | safe:
            yield f"{of.file}:{of.name}.{name} changes {', '.join(names)}"


def excepted(what: str) -> bool:
    return any(what.startswith((f"{name}.", f"{name} ", f"{name}:")) for name in EXCEPTIONS)


def test_what_grows_is_alone() -> None:
    assert not [what for of in classes() for what in outside(of) if not excepted(what)]


def test_what_a_module_keeps_is_kept_whole() -> None:
    """Beside caches of finished answers (``functools``) and the exceptions no function changes what a module keeps."""
    assert not [what for file in files() for what in changed_in_module(file) if not excepted(what)]


def changed_in_module(file: str) -> Iterator[str]:
    """The functions of a file that change what stands in it."""
    tree = files()[file]
    kept = set()
    for node in tree.body:
        targets = (
            node.targets
            if isinstance(node, ast.Assign)
            else [node.target]
            if isinstance(node, ast.AnnAssign)
            else []
        )
        kept |= {target.id for target in targets if isinstance(target, ast.Name)}
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        for inner in ast.walk(function):
            names: list[str] = []
            if isinstance(inner, ast.Global):
                names = inner.names
            elif isinstance(inner, (ast.Assign, ast.AugAssign, ast.Delete)):
                targets = [inner.target] if isinstance(inner, ast.AugAssign) else inner.targets
                names = [base(target) for target in targets if isinstance(target, ast.Subscript)]
            elif (
                isinstance(inner, ast.Call)
                and isinstance(inner.func, ast.Attribute)
                and inner.func.attr in CHANGING
            ):
                names = [base(inner.func.value)]
            yield from (f"{file}:{function.name} changes {name}" for name in names if name in kept)


def base(node: ast.expr) -> str:
    """The name in front of subscripts; "" for anything else."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def test_every_class_that_is_alone_can_be_renewed() -> None:
    for of in classes():
        if any(map(marked, of.methods.values())):
            assert any("renew" in each.methods for each in kin(of)), f"{of.file}:{of.name}"


def test_what_is_alone_is_no_generator() -> None:
    """It would give back the lock before it begins."""
    for node in [each for of in classes() for each in of.methods.values() if marked(each)]:
        inner = [each for each in node.body if not isinstance(each, ast.FunctionDef)]
        parts = [part for each in inner for part in ast.walk(each)]
        assert not any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in parts), node.name


def test_exceptions_are_there() -> None:
    names = {f"{of.file}:{of.name}" for of in classes()}
    names |= {f"{of.file}:{of.name}.{method}" for of in classes() for method in of.methods}
    names |= {
        f"{file}:{node.name}"
        for file, tree in files().items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }
    assert EXCEPTIONS.keys() <= names


def test_locks_are_made_in_one_place() -> None:
    """A lock of its own elsewhere would be a second mechanism."""
    assert locks.Turns().lock is not None
    for file, tree in files().items():
        made = [
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and ast.unparse(node.func).rpartition(".")[2] in {"Lock", "RLock", "Condition"}
        ]
        assert not made, file


def test_the_test_would_see_a_method_outside() -> None:
    text = "class A:\n def grow(self):\n  self._help()\n def _help(self):\n  self.rows[0].append(1)\n"
    node = ast.parse(text).body[0]
    assert isinstance(node, ast.ClassDef)
    assert list(outside(Class("x.py", node))) == ["x.py:A._help changes rows"]
