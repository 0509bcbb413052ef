"""Positions, moves and answers: what a user holds in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from sprague.games.own.rules import OwnRuleset
from sprague.model.engine import Engines, Evidence
from sprague.model.lazy import Lazy
from sprague.model.reasons import in_words, why_not
from sprague.model.ruleset import Component, Option, alive, distinct
from sprague.model.sums import Reply, Sum, leaves
from sprague.system.ask import Ask, Effort, Step, asked, asking, require, time_left
from sprague.system.contexts import in_own_context
from sprague.words.digits import shown, to_json
from sprague.words.errors import BudgetError, MoveError, SpragueError, UnsolvedError
from sprague.words.languages import named
from sprague.words.messages import Message, say, short, spoken

from . import notation
from .kinds import play_of
from .registry import engine

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
    #: Whether winning moves were looked for.
    looked: bool = True
    _why: Callable[[], Message] | None = field(default=None, repr=False, compare=False, kw_only=True)
    _engines: Engines = field(default=engine, repr=False, compare=False, kw_only=True)

    #: What other kinds of play say besides: see :class:`MisereAnswer`, :class:`LoopyAnswer`, :class:`EntailingAnswer`.
    #: In normal play there is no such thing, and these are None.
    genus: ClassVar[str | None] = None
    quotient_element: ClassVar[str | None] = None
    extended_value: ClassVar[str | None] = None
    remoteness: ClassVar[int | None] = None
    drawing_moves: ClassVar[Lazy[Move]] = Lazy.of([])
    longest_moves: ClassVar[Lazy[Move]] = Lazy.of([])

    def __getstate__(self) -> dict[str, Any]:
        """A pickle is what was found; the reason is looked for anew when it is asked for."""
        return {
            name: value for name, value in vars(self).items() if name not in ("_why", "_engines", "reason")
        }

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
        return self.position.solve().reason if self._why is None else self._why()

    def to_dict(self, limit: int | None = 100, language: str | None = None) -> dict[str, Any]:
        """The object that ``--json`` prints: at most ``limit`` winning moves (None: all), sentences in a ``language``
        such as "yue" (raises RangeError for one that is not there). Moves that were not asked for are None."""
        language = named(language)
        asked = self.looked

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
        told |= self._besides(listed, asked)
        if self.cut is not None:
            told |= {"value_at_least": self.at_least, "cut": self.cut.render(language)}
        return told

    def _besides(self, listed: Callable[[Lazy[Move]], list[dict[str, str]]], asked: bool) -> dict[str, Any]:
        """What ``--json`` prints of this kind of play besides, or in another form."""
        return {}

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
        if self.looked and (total is None or total > len(moves)):
            lines.append(f"              … {'' if total is None else total} in all")
        return "\n".join([*lines, f"reason        {self.reason}"])

    def _repr_html_(self) -> str:
        moves = "".join(f"<li>{escape(str(move))}</li>" for move in self.winning_moves.first(5))
        value = "" if self.value is None else f", value ∗{self.value}"
        return (
            f"<div>{self.position.svg()}<p><code>{escape(self.position.text)}</code>: <b>{self.outcome}</b>{value}. "
            f"{escape(str(self.reason))}</p><ul>{moves}</ul></div>"
        )


@dataclass(frozen=True, repr=False)
class MisereAnswer(Answer):
    """What is known of a position in misère play.

    ``genus`` is the genus, such as "2^{1420}", where the answer rests on it (see :mod:`sprague.misereplay.genus`), and
    ``quotient_element`` the element of the misère quotient that the position is, such as "a b^2", likewise.
    """

    genus: str | None = None  # type: ignore[misc]
    quotient_element: str | None = None  # type: ignore[misc]

    def _besides(self, listed: Callable[[Lazy[Move]], list[dict[str, str]]], asked: bool) -> dict[str, Any]:
        return {"genus": self.genus, "quotient_element": self.quotient_element}


@dataclass(frozen=True, repr=False)
class EntailingAnswer(Answer):
    """What is known of a position with entailing moves.

    ``extended_value`` is its value as text: a nimber, "loony" for one that whoever is to move wins beside anything,
    "forced" where a move has to be answered. ``extended_values`` are those of the components.
    """

    extended_value: str = ""  # type: ignore[misc]
    extended_values: tuple[str, ...] = ()

    def _besides(self, listed: Callable[[Lazy[Move]], list[dict[str, str]]], asked: bool) -> dict[str, Any]:
        components = [
            {"position": str(part), "value": _loopy_json(value)}
            for part, value in zip(self.position.components, self.extended_values, strict=True)
        ]
        return {
            "components": components,
            "value": _loopy_json(self.extended_value),
            "remoteness": self.remoteness,
            "drawing_moves": listed(self.drawing_moves) if asked else None,
        }


@dataclass(frozen=True, repr=False)
class LoopyAnswer(EntailingAnswer):
    """What is known of a position with cycles.

    ``extended_value`` is its value as text: a nimber, or "oo{0,2}" for an infinite one from which there are moves to 0
    and 2 (Smith, Fraenkel). ``remoteness`` is how many moves the game lasts when the winner hurries and the loser
    delays; None for a draw, and where it was not computed. ``drawing_moves`` keep a draw, ``longest_moves`` resist
    longest where the position is lost.
    """

    remoteness: int | None = None  # type: ignore[misc]
    drawing_moves: Lazy[Move] = field(default_factory=lambda: Lazy.of([]))  # type: ignore[misc]
    longest_moves: Lazy[Move] = field(default_factory=lambda: Lazy.of([]))  # type: ignore[misc]


def _loopy_json(value: str) -> int | str:
    return to_json(int(value)) if value.isdecimal() and len(value) < 20 else value


def _json(n: int | None) -> int | str | None:
    return None if n is None else to_json(n)


def answer(
    position: Position, *, value: bool | None = None, moves: bool = True, engines: Engines = engine
) -> Answer:
    """:func:`sprague.solve` for a Position, within the budget in force; by the engines of a session, or those of this
    process."""
    components = position.components
    play = play_of(components, position.misere)
    found = play.analyse(components, engines, value)
    if not moves:
        none: Lazy[Reply] = Lazy.of([])
        found = replace(found, replies=none if found.outcome == "P" else none.as_partial(), looked=False)
    kind, besides = _answer_of(position, found)
    return kind(
        position,
        found.outcome,
        found.value,
        found.values,
        _moves_by(position, found.replies, "winning_moves"),
        found.evidence,
        found.at_least,
        found.cut,
        found.looked,
        **besides,
        _why=lambda: play.reason(components, found, engines),
        _engines=engines,
    )


def _answer_of(position: Position, found: Sum) -> tuple[type[Answer], dict[str, Any]]:
    """The class of answer for what a kind of play has found, and what it says besides."""
    if type(found) is Sum:
        return Answer, {}
    from sprague.games.entailing.answers import EntailingSum
    from sprague.games.loopy.answers import LoopySum
    from sprague.misereplay.answers import MisereSum

    if isinstance(found, MisereSum):
        return MisereAnswer, {"genus": found.genus, "quotient_element": found.element}
    if isinstance(found, EntailingSum):
        return EntailingAnswer, {
            "extended_value": found.extended_value,
            "extended_values": found.extended_values,
        }
    assert isinstance(found, LoopySum)
    return LoopyAnswer, {
        "extended_value": found.extended_value,
        "extended_values": found.extended_values,
        "remoteness": found.remoteness,
        "drawing_moves": _moves_by(position, found.drawing, "drawing_moves"),
        "longest_moves": _moves_by(position, Lazy.of(found.longest), "longest_moves"),
    }


def _moves_by(position: Position, replies: Lazy[Reply], name: str) -> Lazy[Move]:
    """The moves that ``replies`` are; a pickle of many looks for them anew, as those of an answer's ``name``."""
    return replies.map(lambda reply: Move(position, *reply), anew=partial(_moves_anew, position, name))


def _moves_anew(position: Position, name: str) -> Lazy[Move]:
    moves: Lazy[Move] = getattr(position.solve(), name)
    return moves


# Pickles: what is not a user's own game is written in the notation


def _packed(components: tuple[Component, ...]) -> tuple[str | Component, ...]:
    own = [isinstance(part.ruleset, OwnRuleset) for part in components]
    if components and not any(own):
        return (notation.write(components),)
    return tuple(part if is_own else str(part) for part, is_own in zip(components, own, strict=True))


def _unpacked(parts: tuple[str | Component, ...]) -> tuple[Component, ...]:
    return tuple(
        component
        for part in parts
        for component in (notation.read(part)[0] if isinstance(part, str) else (part,))
    )


def _position(parts: tuple[str | Component, ...], misere: bool) -> Position:
    return Position(_unpacked(parts), misere)


def _move(position: Position, index: int, parts: tuple[str | Component, ...]) -> Move:
    return Move(position, index, _unpacked(parts))


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

    def __reduce__(self) -> tuple[Any, ...]:
        return _move, (self.position, self.index, _packed(self.option))

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

    def __reduce__(self) -> tuple[Any, ...]:
        return _position, (_packed(self.components), self.misere)

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
        every = [self._moves_of(i) for i, _ in distinct(self.components) if self._may_move(i)]
        return Lazy.chain(every, anew=self.moves)

    def touchable(self) -> Lazy[Move]:
        """Every move in each component, also in equal ones: on a picture a player may touch any of them."""
        every = [self._moves_of(i) for i in range(len(self.components)) if self._may_move(i)]
        return Lazy.chain(every, anew=self.touchable)

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
        return self.moves().map(lambda move: move.to, anew=self.options)

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
    def solve(
        self,
        *,
        value: bool | None = None,
        moves: bool = True,
        memory: int | str | None = None,
        seconds: float | str | None = None,
        progress: Callable[[Step], None] | None = None,
    ) -> Answer:
        """Winner, value, winning moves and the reason; see :func:`sprague.solve`, which also takes ``threads`` and a
        ``store``. A position solves once: its answer is kept with it, unless a bound of time or memory was set."""
        ask = Ask(memory=memory, seconds=seconds, progress=progress)  # refuses what is no budget
        known = self._answer
        if (
            known is not None
            and moves
            and known.cut is None
            and (value is not True or known.value is not None)
        ):
            return known
        with asking(ask):
            solved = answer(self, value=value, moves=moves)
            bounded = time_left() is not None or asked().memory is not None
        # Moves are looked for when they are read, within the budget of this question; who asks without one is not to
        # have it.
        if moves and value is not False and not bounded:
            self.__dict__["_answer"] = solved
        return solved

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
        """The picture, and the answer where it takes a moment: to be shown is not to be asked."""
        try:
            if self._answer is not None or is_moment(self):
                return self.solve(seconds=DISPLAY_SECONDS)._repr_html_()
        except SpragueError:
            pass
        return f"<div>{self.svg()}<p><code>{escape(self.text)}</code></p></div>"


#: An answer that is shown beside a position takes no longer than this.
DISPLAY_SECONDS = 1.0


def is_moment(position: Position, engines: Engines = engine) -> bool:
    """Whether the outcome and the winning moves of ``position`` take a moment."""
    if position.misere and position._answer is not None:
        return True
    return play_of(position.components, position.misere).is_moment(position.components, engines)


def parse(text: str) -> Position:
    """The position that ``text`` stands for; raises NotationError.

    >>> parse("last-biscuit 500, 1000").text
    'wythoff 500,1000'
    """
    components, misere = notation.read(text)
    return Position(components, misere)
