"""The report on a game: its table, lines through it, conjectures, and the theorem."""

from __future__ import annotations

import html
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from sprague.words.errors import RangeError, UnsolvedError
from sprague.words.messages import Message, join, say

from .alike import Alike
from .certificate import certificate, digest
from .guess import Pattern
from .theorem import Theorem
from .told import Told, told

if TYPE_CHECKING:
    import altair

    from .laws.law import Law

#: Unless another bound is given, the most states of an automaton that is learned.
LIMIT = 200

Status = Literal["proved", "observed", "refuted", "none"]


@dataclass
class Report:
    """The result of :func:`sprague.discovery.discover.discover`.

    ``status`` is *proved*, *observed* (to the end of the table), *refuted* (every pattern fails somewhere) or *none*.
    ``table`` holds the P-positions examined, or the values. ``fits`` are lines through the P-positions (slope, offset,
    largest residual). ``patterns`` are named; ``kind`` says what they describe: "pairs" (the n-th P-position),
    "values", "cells" of two heaps or "cubes" of three. ``cut`` is the bound that ended the search, or None; the table
    and the patterns are then those known at that moment. ``laws`` are proved from the text of a user's function, which
    takes each heap by itself if ``spread``; ``unread`` says what of it could not be read.
    ``diagonals`` says how the values near the diagonal repeat by a law of two heaps. ``alike`` holds the moves that may
    be added to a proved rule by vectors, and its redundant moves. ``follows`` is what follows from the theorem (see
    :mod:`.told`).
    ``oeis`` are sequences of the OEIS that begin as the table does, each with its ``number`` and a ``sentence``.
    """

    game: str
    status: Status
    kind: str
    table: list[Any]
    fits: list[dict[str, float]] = field(default_factory=list)
    patterns: list[Pattern] = field(default_factory=list)
    formula: str | None = None
    theorem: Theorem | None = None
    alike: Alike | None = None
    proof: dict[str, Any] | None = None
    failed: dict[str, Message] = field(default_factory=dict)
    note: Message | None = None
    says: list[Message] = field(default_factory=list)
    cut: Message | None = None
    seconds: float = 0.0
    laws: list[Law] = field(default_factory=list)
    spread: bool = False
    unread: Message | None = None
    diagonals: list[Message] = field(default_factory=list)
    follows: dict[str, int] = field(default_factory=dict)
    oeis: list[Any] = field(default_factory=list)

    @property
    def told(self) -> Told | None:
        """The consequences of the theorem in words: the laws, how to play by hand, the lines of the proof."""
        return told(self.follows)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of entries of the table along each of its sides; empty if nothing was tabulated."""
        sides = []
        rows: Any = self.table
        for _ in range({"cells": 2, "cubes": 3}.get(self.kind, 1)):
            if not rows:
                return ()
            sides.append(len(rows))
            rows = rows[0]
        return tuple(sides)

    @property
    def certificate(self) -> dict[str, Any] | None:
        """The certificate of the theorem, or None if nothing is proved."""
        if self.theorem is not None and self.theorem.proved:
            addable = None if self.alike is None else self.alike.addable
            return certificate(self.theorem, addable, self.follows)
        if self.proof is None and self.laws:
            try:
                return self.law_certificate()
            except UnsolvedError:
                return None
        return self.proof

    def law_certificate(self, values: bool = False) -> dict[str, Any]:
        """Returns the certificate of a law, or only of a law of the ``values``. Raises UnsolvedError, with the reason,
        if none is written."""
        laws = [law for law in self.laws if law.valued or not values]
        if not laws and values:
            raise UnsolvedError(
                say("no law of the values of {game} is proved, so there is no certificate", game=self.game)
            )
        if not laws:
            raise UnsolvedError(
                say("nothing is proved about {game}, so there is no certificate", game=self.game)
            )
        from .laws.certificate import certificate  # NumPy

        for law in laws[:-1]:
            with suppress(UnsolvedError):
                return certificate(law, self.spread)
        return certificate(laws[-1], self.spread)

    @property
    def conjectures(self) -> list[Message]:
        """Each pattern with its status: observed, refuted or proved."""
        return [self._said_of(pattern) for pattern in self.patterns]

    @property
    def observed(self) -> list[Pattern]:
        """The patterns that pass their test, except those that a period, a law or the pairs prove in other words."""
        if self.follows or (self.proof is not None and self.kind == "values"):
            return []
        proved = {str(law.says()) for law in self.laws if law.proved}
        good = [pattern for pattern in self.patterns if pattern.first_failure is None]
        return [pattern for pattern in good if str(pattern.guess.text) not in proved]

    @property
    def refuted(self) -> list[Message]:
        """The patterns that fail, each with the first place where it fails."""
        return [self._said_of(each) for each in self.patterns if each.first_failure is not None]

    def _said_of(self, pattern: Pattern) -> Message:
        if pattern.first_failure is not None:
            place = join(pattern.first_failure)
            return say("{text}: refuted at {place}", text=pattern.guess.text, place=place)
        return say(
            "{text}: observed on {count} entries, fitted on {fitted}",
            text=pattern.guess.text,
            count=pattern.tested,
            fitted=pattern.fitted,
        )

    def to_dict(self) -> dict[str, Any]:
        """Returns {game, status, system, states, formula, patterns, laws, diagonals, statements, consequences,
        oeis, addable, redundant, certificate, cut, seconds}."""
        theorem, claims, follows = self.theorem, self.certificate, self.told
        return {
            "game": self.game,
            "status": self.status,
            "system": None if theorem is None else theorem.p_set.system.name,
            "states": None if theorem is None else theorem.p_set.states,
            "formula": self.formula,
            "patterns": [pattern.to_dict() for pattern in self.patterns],
            "laws": [law.to_dict() for law in self.laws],
            "diagonals": [str(each) for each in self.diagonals],
            "statements": [{"text": str(each), "verdict": "true"} for each in self.says]
            if theorem is None
            else [each.to_dict() for each in theorem.statements],
            "consequences": None if follows is None else follows.to_dict(),
            "oeis": [each.number for each in self.oeis],
            **({"addable": None, "redundant": None} if self.alike is None else self.alike.to_dict()),
            "certificate": None if claims is None else digest(claims),
            "cut": None if self.cut is None else str(self.cut),
            "seconds": round(self.seconds, 3),
        }

    def code(self, language: str = "python") -> str:
        """Returns a function that computes the first pattern, in "python" or "c++". Raises UnsolvedError if there is
        no pattern."""
        if language not in ("python", "c++"):
            raise RangeError(say("expected python or c++, got '{language}'", language=language))
        good = [pattern for pattern in self.patterns if pattern.first_failure is None]
        if not good:
            raise UnsolvedError(say("no pattern found, so there is no code for {game}", game=self.game))
        names = {"cells": "xy", "cubes": "xyz"}.get(self.kind, "n")
        guess = good[0].guess
        return guess.python(names) if language == "python" else guess.cplusplus(names)

    def chart(self) -> altair.Chart:
        """Returns the P-positions, or the values, as an Altair chart (extra ``[plot]``)."""
        from .charting import chart

        return chart(self.game, self.kind, self.table)

    def sentences(self) -> list[Message]:
        """Returns the report as sentences, without the refuted patterns (see ``refuted``)."""
        lines: list[Message] = []
        theorem = self.theorem
        if theorem is not None and theorem.proved:
            states, name = theorem.p_set.states, theorem.p_set.system.name
            system = say("base {number}", number=name) if name.isdigit() else name
            lines.append(
                say(
                    "PROVED: the P-positions are recognised by an automaton of one state in {system}",
                    system=system,
                )
                if states == 1
                else say(
                    "PROVED: the P-positions are recognised by an automaton of {states} states in {system}",
                    states=states,
                    system=system,
                )
            )
        follows = self.told
        if follows is not None:
            lines.extend(follows.laws)
        lines.extend(self.says)
        lines.extend(law.sentence() for law in self.laws)
        lines.extend(self.diagonals)
        if self.note is not None:
            lines.append(self.note)
        if self.formula is not None and "pairs" not in self.follows:
            lines.append(say("formula, observed: {formula}", formula=self.formula))
        lines.extend(self._said_of(pattern) for pattern in self.observed)
        if self.alike is not None:
            lines.extend(self.alike.sentences())
        if not lines:
            lines.append(say("No pattern found."))
        lines.extend(each.sentence for each in self.oeis)
        if self.unread is not None:
            lines.append(self.unread)
        if self.cut is not None:
            shape = self.shape
            lines.append(
                say("{why}; the table has {size} entries", why=self.cut, size=join(shape, "x"))
                if shape
                else say("{why}; there is no table yet", why=self.cut)
            )
        return lines

    def _repr_html_(self) -> str:
        follows = self.told
        proof = () if follows is None else (follows.by_hand, *follows.proof)
        lines = "".join(f"<li>{html.escape(str(line))}</li>" for line in (*self.sentences(), *proof))
        return f"<h4>{html.escape(self.game)}</h4><ul>{lines}</ul>"

    def __repr__(self) -> str:
        return f"<Report on {self.game}: {self.status}>"
