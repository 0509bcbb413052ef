"""Answers: what is known about a position, in each kind of play, as attributes, as text, as JSON and as HTML.

The classes are generic, so that this file need not import :mod:`.position`. That module names the answers about its own
positions and moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from sprague.model.engine import Engines, Evidence
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component
from sprague.model.sums import Outcome
from sprague.words.digits import to_json
from sprague.words.languages import named
from sprague.words.messages import Message

from .registry import engine


class Solved(Protocol):
    """The part of a position that an answer uses."""

    @property
    def components(self) -> tuple[Component, ...]: ...
    @property
    def misere(self) -> bool: ...
    @property
    def text(self) -> str: ...
    def svg(self) -> str: ...
    def solve(self) -> Answer[Any, Any]: ...


class Reached(Protocol):
    """The part of a move that an answer uses."""

    @property
    def sentence(self) -> Message: ...
    @property
    def to(self) -> Solved: ...


P = TypeVar("P", bound=Solved)
M = TypeVar("M", bound=Reached)


@dataclass(frozen=True)
class Answer(Generic[P, M]):
    """The answer to a question about ``position``.

    ``outcome`` is "N" (the next player wins), "P", or in a game with cycles "D" (a draw). ``value`` is the Grundy
    value, or None if the outcome did not need it and it would take more than a moment. ``values`` are those of the
    components, in order, with None for the same reason. ``winning_moves`` is a lazy list in the order of the
    components. If its ``complete`` is False, it lacks the moves whose values are out of reach, and their number is not
    known. If a bound of time or memory ended the work, ``at_least`` is a lower bound of the value, and ``cut`` says
    what ended it.
    """

    position: P
    outcome: Outcome
    value: int | None
    values: tuple[int | None, ...]
    #: These follow from the position, so that two answers are not compared by them.
    winning_moves: Lazy[M] = field(compare=False)
    evidence: Evidence
    at_least: int | None = None
    cut: Message | None = None
    #: Whether winning moves were looked for.
    looked: bool = True
    _why: Callable[[], Message] | None = field(default=None, repr=False, compare=False, kw_only=True)
    _engines: Engines = field(default=engine, repr=False, compare=False, kw_only=True)

    #: What :class:`MisereAnswer`, :class:`EntailingAnswer` and :class:`LoopyAnswer` know besides. Every answer has
    #: these attributes, so that a caller need not ask for its kind.
    genus: ClassVar[str | None] = None
    quotient_element: ClassVar[str | None] = None
    extended_value: ClassVar[str | None] = None
    remoteness: ClassVar[int | None] = None
    drawing_moves: ClassVar[Lazy[Any]] = Lazy.of([])
    longest_moves: ClassVar[Lazy[Any]] = Lazy.of([])

    def __getstate__(self) -> dict[str, Any]:
        """Returns what a pickle holds. It omits the reason, which the copy computes again on demand."""
        return {
            name: value for name, value in vars(self).items() if name not in ("_why", "_engines", "reason")
        }

    @property
    def winning_moves_total(self) -> int | None:
        """The exact number of winning moves, or None if not all are known."""
        if (
            not self.winning_moves.complete
        ):  # counting those within reach takes long, and the number would be useless
            return None
        total = self.winning_moves.total
        return total if self.winning_moves.complete else None

    @cached_property
    def reason(self) -> Message:
        """The reason for the outcome, as a sentence."""
        return self.position.solve().reason if self._why is None else self._why()

    def to_dict(self, limit: int | None = 100, language: str | None = None) -> dict[str, Any]:
        """Returns the object that ``--json`` prints. It lists at most ``limit`` winning moves (None: all); their entry
        is null if the question did not ask for them. Sentences are in ``language``, such as "yue"; raises RangeError
        for an unknown language."""
        language = named(language)

        def listed(moves: Lazy[M]) -> list[dict[str, str]] | None:
            if not self.looked:
                return None
            some = moves if limit is None else moves.first(limit)
            return [{"move": move.sentence.render(language), "to": move.to.text} for move in some]

        answer: dict[str, Any] = {
            "position": self.position.text,
            "outcome": self.outcome,
            "value": _number(self.value),
            "components": self._components(map(_number, self.values)),
            "winning_moves": listed(self.winning_moves),
            "winning_moves_total": _number(self.winning_moves_total) if self.looked else None,
            "reason": self.reason.render(language),
            "evidence": {"kind": self.evidence.kind, "source": self.evidence.source},
        }
        answer |= self._more(listed)
        if self.cut is not None:
            answer |= {"value_at_least": self.at_least, "cut": self.cut.render(language)}
        return answer

    def _components(self, values: Iterable[int | str | None]) -> list[dict[str, Any]]:
        parts = zip(self.position.components, values, strict=True)
        return [{"position": str(part), "value": value} for part, value in parts]

    def _more(self, listed: Callable[[Lazy[M]], Any]) -> dict[str, Any]:
        """Returns the entries of :meth:`to_dict` that this kind of play adds, or writes in another form."""
        return {}

    def theorem(self, *, pure: bool = False) -> str:
        """Returns a theorem with the results of this answer as a file for Coq: see
        :func:`sprague.workbench.theorem.theorem`."""
        from sprague.theorems.export import file_of
        from sprague.theorems.games import claims

        position = self.position
        return file_of(position.text, claims(position.components, position.misere, self._engines, pure))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __str__(self) -> str:
        return f"{self.position}: {self.outcome}. {self.reason}"

    def __repr__(self) -> str:
        value = f"*{self.value}" if self.value is not None else "not needed"
        if self.cut is not None:
            value = f"at least {self.at_least} ({self.cut})"
        lines = [f"position      {self.position}", f"outcome       {self.outcome}", f"value         {value}"]
        moves = self.winning_moves.first(5)
        total = self.winning_moves_total
        lines += [f"winning move  {move}" for move in moves]
        if self.looked and (total is None or total > len(moves)):
            lines.append(f"              … {'' if total is None else total} in all")
        return "\n".join([*lines, f"reason        {self.reason}"])

    def _repr_html_(self) -> str:
        from html import escape

        moves = "".join(f"<li>{escape(str(move))}</li>" for move in self.winning_moves.first(5))
        value = "" if self.value is None else f", value ∗{self.value}"
        return (
            f"<div>{self.position.svg()}<p><code>{escape(self.position.text)}</code>: <b>{self.outcome}</b>{value}. "
            f"{escape(str(self.reason))}</p><ul>{moves}</ul></div>"
        )


@dataclass(frozen=True, repr=False)
class MisereAnswer(Answer[P, M]):
    """The answer to a question about a position in misère play.

    If the answer rests on a genus (see :mod:`sprague.misereplay.genus`), ``genus`` is that genus, such as "2^{1420}".
    If it rests on a misère quotient, ``quotient_element`` is the position's element of it, such as "a b^2".
    """

    genus: str | None = None  # type: ignore[misc]
    quotient_element: str | None = None  # type: ignore[misc]

    def _more(self, listed: Callable[[Lazy[M]], Any]) -> dict[str, Any]:
        return {"genus": self.genus, "quotient_element": self.quotient_element}


@dataclass(frozen=True, repr=False)
class EntailingAnswer(Answer[P, M]):
    """The answer to a question about a position with entailing moves.

    ``extended_value`` is its value as text: a nimber; "loony" if the player to move wins whatever stands beside it; or
    "forced" if a move must be answered. ``extended_values`` are the values of the components.
    """

    extended_value: str = ""  # type: ignore[misc]
    extended_values: tuple[str, ...] = ()

    def _more(self, listed: Callable[[Lazy[M]], Any]) -> dict[str, Any]:
        return {
            "components": self._components(map(_extended, self.extended_values)),
            "value": _extended(self.extended_value),
            "remoteness": self.remoteness,
            "drawing_moves": listed(self.drawing_moves),
        }


@dataclass(frozen=True, repr=False)
class LoopyAnswer(EntailingAnswer[P, M]):
    """The answer to a question about a position with cycles.

    ``extended_value`` is its value as text: a nimber, or an infinite value such as "oo{0,2}", with moves to 0 and 2
    (Smith, Fraenkel). ``remoteness`` is the number of moves until the end if the winner hurries and the loser delays;
    it is None for a draw, or if it was not computed. ``drawing_moves`` keep a draw, and ``longest_moves`` resist
    longest in a lost position.
    """

    remoteness: int | None = None  # type: ignore[misc]
    drawing_moves: Lazy[M] = field(default_factory=lambda: Lazy.of([]), compare=False)  # type: ignore[misc]
    longest_moves: Lazy[M] = field(default_factory=lambda: Lazy.of([]), compare=False)  # type: ignore[misc]


def _number(n: int | None) -> int | str | None:
    return None if n is None else to_json(n)


def _extended(value: str) -> int | str:
    """Returns an extended value in JSON: a nimber as a number, any other as its text."""
    return to_json(int(value)) if value.isdecimal() and len(value) < 20 else value
