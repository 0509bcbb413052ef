"""Laws that took long to find are kept in the user's folder, as certificates with the source of their rule.

A kept law is used only after the checker (:mod:`sprague.proofs.law_check`) has decided it anew, for a rule of the same
text. The formula of the rule is read, and compared with the rule, once more.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from sprague.system.ask import Ask, asked, asking
from sprague.system.clock import thread_seconds
from sprague.system.folders import cache
from sprague.words.errors import FileError, SpragueError, UnsolvedError

from ..automata.dfa import both, everything
from ..certificate import automaton_of
from ..reading.source import Source, UnreadableError, source_of
from .certificate import about, certificate, checked, formulas
from .law import Law
from .search import COMPARED, Rule, Search
from .theorem import Verdict

#: A law that was found in fewer seconds is not kept: finding it again takes no longer than checking it.
KEPT_FROM = 1.0

#: A check that takes so many seconds is soon enough.
SOON = 1.0

#: The seconds that the check of a kept law may take. Beyond that a law is looked for.
PATIENCE = 10.0


def keep(law: Law, rule: Rule, seconds: float) -> None:
    """Keeps a proved law that took ``seconds``, if it has a certificate that is checked sooner, and the folder can be
    written."""
    if seconds < KEPT_FROM or law.read is None:
        return
    with suppress(SpragueError, OSError):
        file = _file(law.read.source, rule)
        if not file.exists():
            claims = certificate(law, rule.spread)
            try:
                asking(Ask(seconds=max(seconds, SOON)), thread_seconds).run(checked, claims)
            except SpragueError:
                if asked().over:  # the question's own time, which says nothing of the law
                    return
                claims = {}
            _write(file, claims)


def recalled(rule: Rule) -> Law | None:
    """Returns the kept law of a rule after a new check, or None if there is none or its check fails."""
    try:
        file = _file(source_of(rule.function), rule)
        claims = json.loads(file.read_bytes())
    except (UnreadableError, UnsolvedError, FileError, OSError):
        return None
    except (ValueError, RecursionError):  # damaged: make it again
        with suppress(OSError):
            file.unlink()
        return None
    if not claims:
        return None
    law = _checked(claims, rule)
    if law is None and not asked().over:
        with suppress(OSError):
            _write(file, {})  # remember it, so that it is not checked each time
    return law


def _checked(claims: Any, rule: Rule) -> Law | None:
    from sprague.proofs.check import check

    try:
        search = Search(rule)
        read = search.read(claims["system"], claims["kind"] == "powers")
        if read is None:
            return None
        expected = {**about(read.source, rule.heaps, rule.spread), **formulas(read)}
        if any(json.loads(json.dumps(expected[name])) != claims[name] for name in expected):
            return None
        if not check(claims, seconds=PATIENCE)["valid"]:
            return None
        # The checker passes over words that are no numbers; the automata of a law have none.
        sets = {
            value: both(
                automaton_of({"automaton": each, "system": claims["system"]}),
                everything(read.system, tuple(each["tracks"])),
            )
            for value, each in claims["sets"]
        }
        measure = tuple(map(tuple, claims["measure"]))
    except (SpragueError, KeyError, TypeError, ValueError, IndexError):
        return None
    return Law(
        rule.heaps,
        claims["kind"],
        read.system,
        sets,
        read=read,
        verdict=Verdict(measure),
        compared=COMPARED[rule.heaps],
    )


def _file(source: Source, rule: Rule) -> Path:
    text = json.dumps(about(source, rule.heaps, rule.spread), sort_keys=True)
    return cache() / "laws" / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.json"


def _write(file: Path, claims: dict[str, Any]) -> None:
    (cache(create=True) / "laws").mkdir(exist_ok=True)
    draft = file.with_name(f"{file.name}.{uuid4().hex}.new")
    try:
        draft.write_text(json.dumps(claims) + "\n", encoding="utf-8")
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)
