"""What type checkers are told. What they make of it, ``nox -s types`` looks at."""

from __future__ import annotations

import importlib.util
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT

import sprague
from sprague.discovery.known import Known
from sprague.discovery.report import Report
from sprague.misereplay.genus import Genus
from sprague.misereplay.quotient import Quotient
from sprague.model.lazy import Lazy
from sprague.system.ask import Step
from sprague.takebreak.equivalence import Equivalence
from sprague.takebreak.statistics import Statistics
from sprague.workbench.heaps import CertifiedPeriod
from sprague.workbench.position import EntailingAnswer, LoopyAnswer, MisereAnswer

#: What the public functions return, besides the public classes.
REACHED = [
    CertifiedPeriod,
    EntailingAnswer,
    Equivalence,
    Genus,
    Known,
    Lazy,
    LoopyAnswer,
    MisereAnswer,
    Quotient,
    Report,
    Statistics,
    Step,
]


def test_the_stub_is_what_the_registry_says() -> None:
    place = ROOT / ".ci" / "stub.py"
    spec = importlib.util.spec_from_file_location("stub", place)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kept = Path(sprague.__file__).with_suffix(".pyi").read_text("utf-8")
    assert kept == module.written(), "run: python .ci/stub.py"


def results(thing: Any, name: str) -> Iterator[tuple[str, str]]:
    """The type that ``thing`` returns, or of each public attribute and method of a class or module, by name."""
    if inspect.isfunction(thing):
        yield name, str(thing.__annotations__.get("return", "nothing at all"))
    elif inspect.ismodule(thing):
        for word, each in vars(thing).items():
            if word[0] != "_" and getattr(each, "__module__", "") == thing.__name__:
                yield from results(each, f"{name}.{word}")
    elif inspect.isclass(thing):
        for base in thing.__mro__:
            if not base.__module__.startswith("sprague."):
                continue
            for word, each in vars(base).items():
                public = word[0] != "_" or word in ("__call__", "__getitem__", "__iter__")
                inner = each.fget if isinstance(each, property) else getattr(each, "func", each)
                if public and inspect.isfunction(inner):
                    yield from results(inner, f"{base.__name__}.{word}")
            for word, each in vars(base).get("__annotations__", {}).items():
                if word[0] != "_":
                    yield f"{base.__name__}.{word}", str(each)


PUBLIC = [*sprague._HOMES, *sprague._MODULES]


@pytest.mark.parametrize("thing", [*(getattr(sprague, name) for name in PUBLIC), *REACHED])
def test_no_public_result_is_any(thing: Any) -> None:
    bare = re.compile(r"(^|\| *|ClassVar\[)Any\b")
    found = results(thing, getattr(thing, "__name__", ""))
    untyped = {where: kind for where, kind in found if bare.search(kind) or kind == "nothing at all"}
    overloaded = {"rule", "compiled", "table"}  # its overloads say more
    assert {where: kind for where, kind in untyped.items() if where not in overloaded} == {}
