"""Positions, moves and answers: the objects that users work with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, SupportsIndex

from sprague.model.engine import Engines
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component, distinct
from sprague.model.sums import Outcome, Reply, Sum
from sprague.system.ask import Ask, Effort, Step, asking, require
from sprague.words.digits import index_of, shown
from sprague.words.errors import BudgetError, MoveError, RangeError, SpragueError, UnsolvedError
from sprague.words.languages import named
from sprague.words.messages import say, short

from . import answers, notation
from .kinds import play_of
from .moves import MoveOf, movable, named_move, reply_to
from .registry import engine

if TYPE_CHECKING:
    from sprague.pictures.shapes import Drawing


#: The cost of a shape of a picture until it is in a document or on a terminal, as measured.
BYTES_A_SHAPE, SECONDS_A_SHAPE = 800, 2.5e-5

#: The most moves with which a sentence is compared, and the most characters that their positions may have.
COMPARED_MOVES, COMPARED_SIZE = 20_000, 10_000_000

#: The longest time in seconds that a notebook spends on the answer when it shows a position.
DISPLAY_SECONDS = 1.0


@dataclass(frozen=True, repr=False, eq=False)
class Position:
    """A sum of components in the order given. In ``misere`` play the player who makes the last move loses.

    >>> import sprague as sg
    >>> position = sg.parse("dots 7,9,10") + sg.nim(3, 5)
    >>> print(position)
    dots 7,9,10 + nim 3,5
    >>> position.outcome, position.value
    ('N', 7)
    """

    components: tuple[Component, ...]
    misere: bool = False
    #: The user's own vertices, by their names in the notation, where a graph was given with other ones.
    vertices: Mapping[str, Hashable] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.components, tuple):
            raise RangeError(
                say(
                    "expected the components of a position, got {got}; sg.parse reads a text",
                    got=shown(self.components)[:80],
                )
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (notation.packed(self.components), self.misere, dict(self.vertices))

    def _with(self, components: tuple[Component, ...]) -> Position:
        """Returns the position with other components, in the same kind of play and with the same vertices."""
        return Position(components, self.misere, self.vertices)

    def __str__(self) -> str:
        return self.text

    @property
    def text(self) -> str:
        """The position in the notation; :func:`parse` reads it back."""
        return self._fixed_text or notation.write(self.components, self.misere)

    @cached_property
    def _may_change(self) -> bool:
        """Whether its games, and so its text, may change: the name of a user's game may pass to a newer one."""
        return notation.has_own(self.components)

    @cached_property
    def _fixed_text(self) -> str:
        """The text, or "" if it may change."""
        return "" if self._may_change else notation.write(self.components, self.misere)

    def __add__(self, other: object) -> Position:
        if isinstance(other, str):
            other = parse(other)
        if not isinstance(other, Position):
            return NotImplemented
        if self.misere or other.misere:
            raise UnsolvedError(say("misère positions are not added here: write one misere position"))
        return Position(self.components + other.components, False, {**self.vertices, **other.vertices})

    def __mul__(self, times: SupportsIndex) -> Position:
        """Returns the sum of ``times`` copies.

        >>> 3 * parse("kayles 5"), (2 * parse("kayles 5")).value
        (sg.parse('kayles 5,5,5'), 0)
        """
        count = index_of(times)
        if count is None:
            return NotImplemented
        if count < 1:
            raise RangeError(say("expected at least one copy of a position, got {count}", count=count))
        if self.misere and count > 1:
            raise UnsolvedError(say("misère positions are not added here: write one misere position"))
        return self._with(self.components * count)

    __rmul__ = __mul__

    def as_misere(self, misere: bool = True) -> Position:
        """Returns the same position in misère play, in which the player who makes the last move loses; with False, in
        normal play.

        >>> parse("nim 1,1").as_misere()
        sg.parse('misere nim 1,1')
        """
        return Position(self.components, misere, self.vertices)

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)

    def __radd__(self, other: object) -> Position:
        if isinstance(other, str):
            return parse(other) + self
        if type(other) is int and other == 0:  # what sum() begins with
            return self
        return NotImplemented

    # Moves

    def moves(self) -> Lazy[Move]:
        """Returns every move, ordered by component and then by the ruleset; ``total`` is their number (None: infinite).

        The position that a move leaves identifies it. A move in one of several equal components leaves the same
        position as in another, and is listed once, in the first. Within a component the moves leave different states,
        though two of them may be mirror images (``wythoff 2,3`` and ``wythoff 3,2``).

        >>> parse("nim 1,2").moves()
        [<take 1 from the heap of 1 -> *2>, <take 2 from the heap of 2 -> *1>, <take 1 from the heap of 2 -> nim 1,1>]
        """
        where = movable(self.components)
        every = [self._moves_of(i) for i, _ in distinct(self.components) if i in where]
        return Lazy.chain(every, anew=self.moves)

    def touchable(self) -> Lazy[Move]:
        """Returns the moves of every component, equal ones included: a player may touch any of them on a picture."""
        every = [self._moves_of(i) for i in movable(self.components)]
        return Lazy.chain(every, anew=self.touchable)

    def _moves_of(self, index: int) -> Lazy[Move]:
        ruleset, state = self.components[index]

        def moves() -> Iterator[Move]:
            for option in ruleset.successors(state):
                yield Move(self, index, option)

        return Lazy(moves, lambda: ruleset.option_count(state))

    def options(self) -> Lazy[Position]:
        """Returns the positions that the moves leave, in the same order."""
        return self.moves().map(lambda move: move.to, anew=self.options)

    def play(self, move: Move | Position | str) -> Position:
        """Returns the position after ``move``: a Move, the position that it leaves (or its text), or its sentence in
        any of the languages.

        Raises MoveError if the rules do not allow the move, or if a sentence stands for different moves.

        >>> parse("wythoff 500,1000").play("wythoff 500,309")
        sg.parse('wythoff 500,309')
        """
        return self.find_move(move).to

    def find_move(self, move: Move | Position | str) -> Move:
        """Returns the Move that :meth:`play` would make. Raises MoveError if the rules do not allow it."""
        if isinstance(move, str):
            return self._typed_move(move)
        if isinstance(move, Position):
            return Move(self, *reply_to(self, move))
        if not isinstance(move, Move):
            raise MoveError(
                say("expected a move, or the position that it leaves, got {got}", got=shown(move)[:80])
            )
        if move.position.components != self.components or move.position.misere != self.misere:
            raise MoveError(
                say(
                    "expected a move from {position}, got one from {other}",
                    position=self,
                    other=move.position,
                )
            )
        return move

    def _typed_move(self, text: str) -> Move:
        try:
            target = parse(text)
        except SpragueError:
            return named_move(text, self._comparable())
        try:
            return Move(self, *reply_to(self, target))
        except MoveError as none:  # "take 3" is a position of a user's game that is called take
            try:
                return named_move(text, self._comparable())
            except MoveError:
                raise none from None

    def _comparable(self) -> list[Move]:
        """Returns the moves with which a sentence is compared. A long list is cut; the winning moves follow it if they
        take only a moment to find."""
        most = min(COMPARED_MOVES, 1 + COMPARED_SIZE // (1 + len(self.text)))
        moves = self.moves().first(most + 1)
        if len(moves) > most and is_moment(self):
            moves += self.winning_moves.first(100)
        return moves

    # Questions

    def solve(
        self,
        *,
        value: bool | None = None,
        moves: bool = True,
        memory: int | str | None = None,
        seconds: float | str | None = None,
        progress: Callable[[Step], None] | None = None,
    ) -> Answer:
        """Returns the winner, the value, the winning moves and the reason; see :func:`sprague.solve`, which also takes
        ``threads`` and a ``store``. A position keeps its answer, unless a bound of time or memory was set."""
        ask = Ask(memory=memory, seconds=seconds, progress=progress)  # refuses what is no budget
        refuse_odd_choices(value, moves)
        old = self._answer
        if old is not None and moves and old.cut is None and (value is not True or old.value is not None):
            return old
        budget = asking(ask)
        solved = budget.run(answer, self, value=value, moves=moves)
        # Moves are computed when they are read, within the budget of this question. A later question without a budget
        # must not get this answer.
        if moves and value is not False and not budget.bounded:
            self.__dict__["_answer"] = solved
            self.__dict__["_answered"] = self._identities if self._may_change else ()
        return solved

    @property
    def _answer(self) -> Answer | None:
        earlier: Answer | None = self.__dict__.get("_answer")
        if earlier is not None and self._may_change:
            _notice(self.components)
            if self.__dict__.get("_answered") != self._identities:
                return None
        return earlier

    @property
    def _identities(self) -> tuple[Hashable, ...]:
        """The identities of its games, which the games of users may change."""
        return tuple(part.ruleset.identity for part in self.components)

    @property
    def outcome(self) -> Outcome:
        """The outcome: 'N' (the next player wins), 'P' (the previous player wins), or 'D' (a draw)."""
        return self.solve().outcome

    @property
    def value(self) -> int:
        """The Grundy value. Raises TooLargeError if it would not fit, UnsolvedError in misère play."""
        solved = self.solve(value=True)
        if solved.value is not None:
            return solved.value
        if solved.cut is not None:
            raise BudgetError(solved.cut, where=self.text, at_least=solved.at_least or 0)
        if solved.extended_value is not None:
            raise UnsolvedError(
                say("the value is no nimber: {value}", value=solved.extended_value), where=self.text
            )
        raise UnsolvedError(
            say("a misère position has no Grundy value here, only an outcome"), where=self.text
        )

    @property
    def winning_moves(self) -> Lazy[Move]:
        """All winning moves, made on demand; ``total`` is their number."""
        return self.solve().winning_moves

    @property
    def genus(self) -> str:
        """The genus: the Grundy value, with the misère Grundy values beside zero, one, two … heaps *2 as a superscript.

        Raises TooLargeError if the computation does not fit into the memory.

        >>> parse("0.312 4").genus
        '2^{1420}'
        """
        from sprague.misereplay.answers import position_genus

        return position_genus(self.components)

    def explain(self, language: str | None = None) -> str:
        """Returns the reason for the outcome in ``language``: a tag such as "en", "yue", "zh-HK", for which the nearest
        language is taken. Raises RangeError if there is none.

        >>> parse("nim 3,3").explain("en-GB")
        '*3 + *3 = *0: whatever is moved, there is a reply that brings the value back to 0'
        """
        return self.solve().reason.render(named(language))

    def drawings(self) -> Lazy[Drawing]:
        """Returns the pictures of the components.

        Raises TooLargeError, before anything is drawn, if the pictures exceed the budget in force.
        """
        from sprague.pictures.svg import MOST_COMPONENTS

        shapes = sum(ruleset.shapes(state) for ruleset, state in self.components[:MOST_COMPONENTS])
        require(
            Effort(shapes, BYTES_A_SHAPE * shapes, SECONDS_A_SHAPE * min(shapes, 10**30)),
            say("the picture of {position}", position=short(self.text, 80)),
        )
        return Lazy(lambda: (ruleset.draw(state) for ruleset, state in self.components), len(self.components))

    def svg(self) -> str:
        """Returns a picture of the position as an SVG document."""
        from sprague.pictures.svg import render

        return render(self.drawings(), self.text)

    def __eq__(self, other: object) -> bool:
        """Returns whether ``other`` is the same position: the same components in any order.

        >>> parse("nim 3,4") == parse("nim 4,3"), parse("wythoff 3,5") == parse("wythoff 5,3")
        (True, True)
        """
        return isinstance(other, Position) and self._same == other._same

    def __hash__(self) -> int:
        return hash(self._same)

    @cached_property
    def _same(self) -> tuple[bool, frozenset[tuple[Component, int]]]:
        counts = Counter(part.ruleset.ordered(part) for part in self.components)
        return self.misere, frozenset(counts.items())

    def __repr__(self) -> str:
        return f"sg.parse({self.text!r})"

    def _repr_html_(self) -> str:
        """Returns the picture, and the answer if it takes only a moment: display must not start long work."""
        from html import escape

        try:
            if self._answer is not None or is_moment(self):
                return self.solve(seconds=DISPLAY_SECONDS)._repr_html_()
        except SpragueError:
            pass
        return f"<div>{self.svg()}<p><code>{escape(self.text)}</code></p></div>"


class Move(MoveOf[Position]):
    __doc__ = MoveOf.__doc__


class Answer(answers.Answer[Position, Move]):
    __doc__ = answers.Answer.__doc__


class MisereAnswer(answers.MisereAnswer[Position, Move], Answer):
    __doc__ = answers.MisereAnswer.__doc__


class EntailingAnswer(answers.EntailingAnswer[Position, Move], Answer):
    __doc__ = answers.EntailingAnswer.__doc__


class LoopyAnswer(answers.LoopyAnswer[Position, Move], EntailingAnswer):
    __doc__ = answers.LoopyAnswer.__doc__


def answer(
    position: Position, *, value: bool | None = None, moves: bool = True, engines: Engines = engine
) -> Answer:
    """Solves a Position as :func:`sprague.solve` does, within the budget in force, with the engines of a session or
    those of this process."""
    refuse_odd_choices(value, moves)
    components = position.components
    _notice(components)
    play = play_of(components, position.misere)
    solved = play.analyse(components, engines, value)
    if not moves:
        none: Lazy[Reply] = Lazy.of([])
        solved = replace(solved, replies=none if solved.outcome == "P" else none.as_partial(), looked=False)
    kind, more = _kind_of_answer(position, solved)
    return kind(
        position,
        solved.outcome,
        solved.value,
        solved.values,
        _moves_by(position, solved.replies, "winning_moves"),
        solved.evidence,
        solved.at_least,
        solved.cut,
        solved.looked,
        **more,
        _why=lambda: play.reason(components, solved, engines),
        _engines=engines,
    )


def refuse_odd_choices(value: object, moves: object) -> None:
    """Raises RangeError if ``value`` is not True, False or None, or ``moves`` not True or False."""
    if not (value is None or isinstance(value, bool)):
        raise RangeError(say("expected value=True, False or None, got {got}", got=shown(value)))
    if not isinstance(moves, bool):
        raise RangeError(say("expected moves=True or False, got {got}", got=shown(moves)))


def _notice(components: tuple[Component, ...]) -> None:
    """Makes each game check whether its rules have changed."""
    before = None
    for part in components:
        if part.ruleset is not before:
            before = part.ruleset
            before.notice(part.state)


def _kind_of_answer(position: Position, solved: Sum) -> tuple[type[Answer], dict[str, Any]]:
    """Returns the class of answer for the result of a kind of play, and the arguments that only this class takes."""
    if type(solved) is Sum:
        return Answer, {}
    from sprague.games.entailing.answers import EntailingSum
    from sprague.games.loopy.answers import LoopySum
    from sprague.misereplay.answers import MisereSum

    if isinstance(solved, MisereSum):
        return MisereAnswer, {"genus": solved.genus, "quotient_element": solved.element}
    assert isinstance(solved, EntailingSum | LoopySum)
    extended = {"extended_value": solved.extended_value, "extended_values": solved.extended_values}
    if isinstance(solved, EntailingSum):
        return EntailingAnswer, extended
    return LoopyAnswer, {
        **extended,
        "remoteness": solved.remoteness,
        "drawing_moves": _moves_by(position, solved.drawing, "drawing_moves"),
        "longest_moves": _moves_by(position, Lazy.of(solved.longest), "longest_moves"),
    }


def _moves_by(position: Position, replies: Lazy[Reply], name: str) -> Lazy[Move]:
    """Returns the ``replies`` as moves. A pickle of a long list holds none of them: the copy solves the position and
    takes the list from that attribute of the answer."""
    return replies.map(lambda reply: Move(position, *reply), anew=partial(_moves_anew, position, name))


def _moves_anew(position: Position, name: str) -> Lazy[Move]:
    moves: Lazy[Move] = getattr(position.solve(), name)
    return moves


def _unpickled(
    parts: tuple[str | Component, ...], misere: bool, vertices: Mapping[str, Hashable]
) -> Position:
    return Position(notation.unpacked(parts), misere, vertices)


def is_moment(position: Position, engines: Engines = engine) -> bool:
    """Returns whether the outcome and the winning moves of ``position`` take only a moment."""
    if position.misere and position._answer is not None:
        return True
    return play_of(position.components, position.misere).is_moment(position.components, engines)


def parse(text: str) -> Position:
    """Returns the position that ``text`` stands for. Raises NotationError.

    >>> parse("last-biscuit 500, 1000").text
    'wythoff 500,1000'
    """
    components, misere = notation.read(text)
    return Position(components, misere)
