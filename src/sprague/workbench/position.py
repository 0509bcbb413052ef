"""Positions, moves and answers: what a user holds in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sprague.model.engine import Engines, Evidence
from sprague.model.lazy import Lazy
from sprague.model.reasons import in_words, reason, why_not
from sprague.model.ruleset import Component, Option, alive, distinct
from sprague.model.sums import Reply, Sum, analyse, leaves
from sprague.system.ask import Ask, Effort, asked, asking, require, time_left
from sprague.system.contexts import in_own_context
from sprague.words.digits import shown, to_json
from sprague.words.errors import BudgetError, LoopyError, MoveError, SpragueError, UnsolvedError
from sprague.words.languages import named
from sprague.words.messages import Message, say, short, spoken

from . import notation
from .registry import KINDS, engine, load

if TYPE_CHECKING:
    from sprague.pictures.shapes import Drawing


@dataclass(frozen=True)
class Answer:
    """What is known of ``position``.

    ``outcome`` is "N" (the next player wins), "P", or in a game with cycles "D" (a draw). ``value`` is the Grundy
    value, or None where the outcome did not need it and it would take more than a moment. ``values`` are those of the
    components, in order, None likewise. ``winning_moves`` is lazy, in the order of the components; when its
    ``complete`` is False, moves whose values are out of reach are not among them (and their number is not known).
    Where a bound of time or memory ended the work, ``at_least`` is what the value cannot be below, and ``cut`` says
    what ended it.
    """

    position: Position
    outcome: str
    value: int | None
    values: tuple[int | None, ...]
    winning_moves: Lazy[Move]
    evidence: Evidence
    at_least: int | None = None
    cut: Message | None = None
    _found: Sum = field(repr=False, compare=False, kw_only=True)
    _engines: Engines = field(repr=False, compare=False, kw_only=True)

    @property
    def winning_moves_total(self) -> int | None:
        """The exact number of winning moves; None when not all are known."""
        if not self.winning_moves.complete:  # to count those that can be found is long, and says nothing
            return None
        total = self.winning_moves.total
        return total if self.winning_moves.complete else None

    @cached_property
    def reason(self) -> Message:
        """Why the outcome is what it is, as a sentence."""
        if self.position.misere:
            from sprague.misereplay.answers import misere_reason

            return misere_reason(self.position.components, self._found)
        if self.extended_value is not None:
            told: Message = load(KINDS[_kind(self.position) or "loopy"][1])(
                self.position.components, self._found
            )
            return told
        return reason(self.position.components, self._found, self._engines)

    @property
    def genus(self) -> str | None:
        """The genus of the position in misère play, such as "2^{1420}", where the answer rests on it; see
        :mod:`sprague.misereplay.genus`. None in normal play."""
        return getattr(self._found.more, "genus", None)

    @property
    def quotient_element(self) -> str | None:
        """The element of the misère quotient that the position is, such as "a b^2", where the answer rests on it."""
        return getattr(self._found.more, "element", None)

    @property
    def extended_value(self) -> str | None:
        """The value of a position with cycles or entailing moves as text: a nimber, "oo{0,2}" for an infinite one from
        which there are moves to 0 and 2 (Smith, Fraenkel), "loony" for one that whoever is to move wins beside
        anything. None for other games."""
        return getattr(self._found.more, "extended_value", None)

    @property
    def remoteness(self) -> int | None:
        """In a game with cycles: how many moves it lasts when the winner hurries and the loser delays; None for a draw,
        and where it was not computed."""
        return getattr(self._found.more, "remoteness", None)

    @property
    def drawing_moves(self) -> Lazy[Move]:
        """In a game with cycles, of a draw: the moves that keep it."""
        return self._moves_of("drawing")

    @property
    def longest_moves(self) -> Lazy[Move]:
        """In a game with cycles, of a lost player: the moves that resist longest."""
        return self._moves_of("longest")

    def _moves_of(self, kind: str) -> Lazy[Move]:
        found = getattr(self._found.more, kind, ())
        replies: Lazy[Reply] = found if isinstance(found, Lazy) else Lazy.of(found)
        return replies.map(lambda reply: Move(self.position, *reply))

    def to_dict(self, limit: int | None = 100, language: str | None = None) -> dict[str, Any]:
        """The object that ``--json`` prints: at most ``limit`` winning moves (None: all), sentences in a ``language``
        such as "yue" (raises RangeError for one that is not there). Moves that were not asked for are None."""
        language = named(language)
        asked = self._found.looked

        def listed(moves: Lazy[Move]) -> list[dict[str, str]]:
            some = moves if limit is None else moves.first(limit)
            return [{"move": move.sentence.render(language), "to": move.to.text} for move in some]

        told: dict[str, Any] = {
            "position": self.position.text,
            "outcome": self.outcome,
            "value": _json(self.value),
            "components": [
                {"position": str(part), "value": _json(value)}
                for part, value in zip(self.position.components, self.values, strict=True)
            ],
            "winning_moves": listed(self.winning_moves) if asked else None,
            "winning_moves_total": _json(self.winning_moves_total) if asked else None,
            "reason": self.reason.render(language),
            "evidence": {"kind": self.evidence.kind, "source": self.evidence.source},
        }
        if self.extended_value is not None:
            values = getattr(self._found.more, "extended_values", ())
            for shown, value in zip(told["components"], values, strict=True):
                shown["value"] = _loopy_json(value)
            told |= {
                "value": _loopy_json(self.extended_value),
                "remoteness": self.remoteness,
                "drawing_moves": listed(self.drawing_moves) if asked else None,
            }
        if self.position.misere:
            told |= {"genus": self.genus, "quotient_element": self.quotient_element}
        if self.cut is not None:
            told |= {"value_at_least": self.at_least, "cut": self.cut.render(language)}
        return told

    def theorem(self, *, pure: bool = False) -> str:
        """The text of a file in which Coq checks what is known: see :func:`sprague.workbench.theorem.theorem`."""
        from sprague.theorems.export import file_of
        from sprague.theorems.games import claims

        position = self.position
        return file_of(position.text, claims(position.components, position.misere, self._engines, pure))

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
        if self._found.looked and (total is None or total > len(moves)):
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


def _loopy_json(value: str) -> int | str:
    return to_json(int(value)) if value.isdecimal() and len(value) < 20 else value


def _json(n: int | None) -> int | str | None:
    return None if n is None else to_json(n)


def answer(
    position: Position, *, value: bool | None = None, moves: bool = True, engines: Engines = engine
) -> Answer:
    """:func:`sprague.solve` for a Position, within the budget in force; by the engines of a session, or those of this
    process."""
    found = _found(position, value, engines)
    if not moves:
        none: Lazy[Reply] = Lazy.of([])
        found = found._replace(replies=none if found.outcome == "P" else none.as_partial(), looked=False)
    return Answer(
        position,
        found.outcome,
        found.value,
        found.values,
        found.replies.map(lambda reply: Move(position, *reply)),
        found.evidence,
        found.at_least,
        found.cut,
        _found=found,
        _engines=engines,
    )


def _found(position: Position, value: bool | None, engines: Engines) -> Sum:
    found: Sum
    parts = position.components
    kind = _kind(position)
    if position.misere:
        if kind:
            raise UnsolvedError(
                say("a game with cycles or entailing moves is not solved in misère play"), where=position.text
            )
        from sprague.misereplay.answers import analyse_misere

        return analyse_misere(parts, engines)
    if not kind:
        try:
            return analyse(parts, engines, value=value)
        except LoopyError:
            kind = "loopy"  # a user's own game whose positions come back
    found = load(KINDS[kind][0])(parts, engines)
    return found


def _kind(position: Position) -> str:
    """The kind of game that a sum is: "" for an ordinary one."""
    kinds = {part.ruleset.kind for part in position.components} - {""}
    if len(kinds) > 1:
        raise UnsolvedError(
            say("a sum of games with cycles and games with entailing moves is not solved"),
            where=position.text,
        )
    return kinds.pop() if kinds else ""


#: What a shape of a picture takes until it stands in a document or on a terminal, on the machine of the measurements.
BYTES_A_SHAPE, SECONDS_A_SHAPE = 800, 2.5e-5

#: Words are compared with the first so many moves, of a long position with fewer: with so many characters of it.
COMPARED_MOVES, COMPARED_SIZE = 20_000, 10_000_000


@dataclass(frozen=True)
class Move:
    """A move: the component that is played in (its index in the position), what it leaves there, and the
    position as a whole afterwards (``to``), which identifies it."""

    position: Position
    index: int
    option: Option

    @cached_property
    def to(self) -> Position:
        """The position that the move leaves. Components that are over are left out while others stay."""
        return Position(leaves(self.position.components, self.index, self.option), self.position.misere)

    @property
    def sentence(self) -> Message:
        """The move in words; it names the component where the words alone would leave it open."""
        return in_words(self.position.components, self.index, self.option)

    @property
    def drawing(self) -> Drawing:
        """The picture of the component that is played in, as it was before the move."""
        ruleset, state = self.position.components[self.index]
        return ruleset.draw(state)

    @property
    def marks(self) -> tuple[str, ...]:
        """The names of the shapes of the component's drawing that the move touches."""
        component = self.position.components[self.index]
        return component.ruleset.marks(component.state, self.option)

    def __str__(self) -> str:
        return f"{self.sentence} -> {self.to}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True, repr=False, eq=False)
class Position:
    """A sum of components, in the order given; in ``misere`` play the last to move loses.

    >>> import sprague as sg
    >>> position = sg.parse("dots 7,9,10") + sg.nim(3, 5)
    >>> print(position)
    dots 7,9,10 + nim 3,5
    >>> position.outcome, position.value
    ('N', 7)
    """

    components: tuple[Component, ...]
    misere: bool = False

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """The position in the one notation; :func:`parse` reads it back."""
        return notation.write(self.components, self.misere)

    def __add__(self, other: object) -> Position:
        if isinstance(other, str):
            other = parse(other)
        if not isinstance(other, Position):
            return NotImplemented
        if self.misere or other.misere:
            raise UnsolvedError(say("misère positions are not added here: write one misere position"))
        return Position(self.components + other.components)

    def __radd__(self, other: object) -> Position:
        if isinstance(other, str):
            return parse(other) + self
        if type(other) is int and other == 0:  # what sum() begins with
            return self
        return NotImplemented

    # Moves

    def moves(self) -> Lazy[Move]:
        """Every move, by component, then in the ruleset's order; ``total`` is their number (None: infinite).

        A move is known by the position that it leaves. Where equal components stand in a sum, a move in one of them
        leaves the same as in another, and is listed once, in the first. Within a component the moves leave different
        states, though these may be mirror images (``wythoff 2,3`` and ``wythoff 3,2``).

        >>> parse("nim 1,2").moves()
        [<take 1 from the heap of 1 -> *2>, <take 2 from the heap of 2 -> *1>, <take 1 from the heap of 2 -> nim 1,1>]
        """
        return Lazy.chain([self._moves_of(i) for i, _ in distinct(self.components) if self._may_move(i)])

    def touchable(self) -> Lazy[Move]:
        """Every move in each component, also in equal ones: on a picture a player may touch any of them."""
        return Lazy.chain([self._moves_of(i) for i in range(len(self.components)) if self._may_move(i)])

    def _may_move(self, index: int) -> bool:
        """Whether a move may be made in a component: an entailing move has to be answered where it was made."""
        parts = self.components
        return (
            parts[index].ruleset.kind == "entailing" and parts[index].ruleset.forced(parts[index].state)
        ) or not any(part.ruleset.kind == "entailing" and part.ruleset.forced(part.state) for part in parts)

    def _moves_of(self, index: int) -> Lazy[Move]:
        ruleset, state = self.components[index]

        def moves() -> Iterator[Move]:
            for option in ruleset.successors(state):
                yield Move(self, index, option)

        return Lazy(moves, lambda: ruleset.option_count(state))

    def options(self) -> Lazy[Position]:
        """The positions that the moves leave, in the same order."""
        return self.moves().map(lambda move: move.to)

    def play(self, move: Move | Position | str) -> Position:
        """The position after ``move``: a Move, the position it leaves (or its text), or its sentence in any of the
        languages.

        Raises MoveError when the rules do not allow it.

        >>> parse("wythoff 500,1000").play("wythoff 500,309")
        sg.parse('wythoff 500,309')
        """
        return self.find_move(move).to

    def find_move(self, move: Move | Position | str) -> Move:
        """The Move that :meth:`play` would make; raises MoveError."""
        if not isinstance(move, Move | Position | str):
            raise MoveError(
                say("expected a move, or the position that it leaves, got {got}", got=shown(move)[:80])
            )
        if isinstance(move, Move):
            if move.position.components != self.components or move.position.misere != self.misere:
                raise MoveError(
                    say(
                        "expected a move from {position}, got one from {other}",
                        position=self,
                        other=move.position,
                    )
                )
            return move
        target = move if isinstance(move, Position) else self._read_target(move)
        if isinstance(target, Move):
            return target
        found = self._move_to(target)
        if found is None:
            raise MoveError(
                say(
                    "no move leads from {position} to {target}: {why}",
                    position=self,
                    target=target,
                    why=say("only one of them is misère play")
                    if target.misere != self.misere
                    else why_not(self.components, target.components),
                )
            )
        return found

    def _read_target(self, text: str) -> Position | Move:
        try:
            return parse(text)
        except SpragueError:
            found = self._move_in_words(text)
        if found is None:
            raise MoveError(
                say(
                    "expected the position that a move leaves, or a move in words, got '{text}'",
                    text=text[:80],
                )
            )
        return found

    def _move_in_words(self, text: str) -> Move | None:
        """The first move whose sentence is ``text`` in one of the languages, alone or with the position it leaves;
        capitals count only where sentences differ in nothing else."""
        from sprague.words.languages import available

        wanted, near = spoken(text), None
        lower = wanted.lower()
        listed = [(move, move.sentence) for move in self._comparable()]
        for language in available():
            for move, sentence in listed:
                said = spoken(sentence.render(language))
                if not lower.startswith(said.lower()):
                    continue
                if len(said) != len(wanted):
                    said = spoken(f"{said} -> {move.to}")
                if said == wanted:
                    return move
                if near is None and said.lower() == lower:
                    near = move
        return near

    def _comparable(self) -> list[Move]:
        """The moves that words are compared with: the first; where there are more, the winning ones too, if they are
        soon known."""
        most = min(COMPARED_MOVES, 1 + COMPARED_SIZE // (1 + len(self.text)))
        listed = self.moves().first(most + 1)
        if len(listed) <= most:
            return listed
        if is_moment(self):
            listed += self.winning_moves.first(100)
        return listed

    def _move_to(self, target: Position) -> Move | None:
        """The first move that leaves ``target``: what stands before and after the component stays as it is."""
        if target.misere != self.misere:
            return None
        before, after = self.components, alive(target.components)
        for i, component in enumerate(before):
            head, tail = alive(before[:i]), alive(before[i + 1 :])
            if after[: len(head)] != head:
                return None
            if len(head) + len(tail) > len(after) or (tail and after[-len(tail) :] != tail):
                continue
            # At the end of all, what is left is the empty component that the target is written with.
            option = after[len(head) : len(after) - len(tail)] if after else target.components[:1]
            if not after and len(before) > 1 and option[0].ruleset != component.ruleset:
                option = ()  # the target is written with another component, which was empty before
            if component.ruleset.allows(component.state, option) and self._may_move(i):
                return Move(self, i, option)
        return None

    # Questions

    @in_own_context
    def solve(self, *, value: bool | None = None, moves: bool = True, **ask: Any) -> Answer:
        """Winner, value, winning moves and the reason; see :func:`sprague.solve`. A position solves once: what was
        found is kept with it, unless a bound of time or memory was set."""
        if ask.get("store") is not None:
            raise UnsolvedError(say("a store belongs to sprague.solve or to a Solver"))
        known = self._answer
        if (
            known is not None
            and moves
            and known.cut is None
            and (value is not True or known.value is not None)
        ):
            return known
        with asking(Ask(**ask)):
            found = answer(self, value=value, moves=moves)
            bounded = time_left() is not None or asked().memory is not None
        # Moves are looked for when they are read, within the budget of this question; who asks without one is not to
        # have it.
        if moves and value is not False and not bounded:
            self.__dict__["_answer"] = found
        return found

    @property
    def _answer(self) -> Answer | None:
        known: Answer | None = self.__dict__.get("_answer")
        return known

    @property
    def outcome(self) -> str:
        """'N' (the next player wins) or 'P' (the previous player wins)."""
        return self.solve().outcome

    @property
    def value(self) -> int:
        """The Grundy value. Raises TooLargeError when it would not fit, UnsolvedError in misère play."""
        found = self.solve(value=True)
        if found.value is not None:
            return found.value
        if found.cut is not None:
            raise BudgetError(found.cut, where=self.text, at_least=found.at_least or 0)
        if found.extended_value is not None:
            raise UnsolvedError(
                say("the value is no nimber: {value}", value=found.extended_value), where=self.text
            )
        raise UnsolvedError(
            say("a misère position has no Grundy value here, only an outcome"), where=self.text
        )

    @property
    def winning_moves(self) -> Lazy[Move]:
        """Every winning move, lazily; its ``total`` is their number."""
        return self.solve().winning_moves

    @property
    def genus(self) -> str:
        """The genus: the Grundy value, and as a superscript the misère Grundy values beside no, one, two … heaps *2.

        Raises TooLargeError when the memory does not hold what it takes.

        >>> parse("0.312 4").genus
        '2^{1420}'
        """
        from sprague.misereplay.answers import position_genus

        return position_genus(self.components)

    def explain(self, language: str | None = None) -> str:
        """The reason for the outcome, in the words of ``language``: a tag such as "en", "yue", "zh-HK", of which the
        nearest language is taken. Raises RangeError for one that is not there.

        >>> parse("nim 3,3").explain("en-GB")
        '*3 + *3 = *0: whatever is moved, there is a reply that brings the value back to 0'
        """
        return self.solve().reason.render(named(language))

    def drawings(self) -> Lazy[Drawing]:
        """The pictures of the components.

        Raises TooLargeError, before anything is drawn, for what the budget in force cannot hold.
        """
        from sprague.pictures.svg import MOST_COMPONENTS

        shapes = sum(ruleset.shapes(state) for ruleset, state in self.components[:MOST_COMPONENTS])
        require(
            Effort(shapes, BYTES_A_SHAPE * shapes, SECONDS_A_SHAPE * shapes),
            say("the picture of {position}", position=short(self.text, 80)),
        )
        return Lazy(lambda: (ruleset.draw(state) for ruleset, state in self.components), len(self.components))

    def svg(self) -> str:
        """A picture of the position as an SVG document."""
        from sprague.pictures.svg import render

        return render(self.drawings(), self.text)

    def __eq__(self, other: object) -> bool:
        """Whether ``other`` is the same position: the same components, in whatever order they stand.

        >>> parse("nim 3,4") == parse("nim 4,3"), parse("wythoff 3,5") == parse("wythoff 5,3")
        (True, True)
        """
        return isinstance(other, Position) and self._same == other._same

    def __hash__(self) -> int:
        return hash(self._same)

    @cached_property
    def _same(self) -> tuple[bool, frozenset[tuple[Component, int]]]:
        counted = Counter(part.ruleset.ordered(part) for part in self.components)
        return self.misere, frozenset(counted.items())

    def __repr__(self) -> str:
        return f"sg.parse({self.text!r})"

    def _repr_html_(self) -> str:
        return self.solve()._repr_html_()


def is_moment(position: Position, engines: Engines = engine) -> bool:
    """Whether the outcome and the winning moves of ``position`` take a moment."""
    parts = position.components
    if any(part.ruleset.kind for part in parts):
        return all(engines(part.ruleset).effort(part.state).moment for part in parts)
    if position.misere:
        from sprague.misereplay.answers import takes_a_moment

        return position._answer is not None or takes_a_moment(parts, engines)
    if len(parts) == 1:
        chosen = engines(parts[0].ruleset)
        return all(chosen.effort(parts[0].state, asked).moment for asked in ("outcome", "moves"))
    return all(engines(part.ruleset).effort(part.state, "value").moment for part in parts)


def parse(text: str) -> Position:
    """The position that ``text`` stands for; raises NotationError.

    >>> parse("last-biscuit 500, 1000").text
    'wythoff 500,1000'
    """
    components, misere = notation.read(text)
    return Position(components, misere)
