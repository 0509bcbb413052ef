"""Positions, moves and answers: what a user holds in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sprague.words.digits import to_json
from sprague.words.errors import MoveError, SpragueError, TooLargeError, UnsolvedError
from sprague.words.messages import Message, join, say, spoken

from . import notation
from .engine import Evidence
from .lazy import Lazy
from .nim import BOUTON, heap, misere_is_p, misere_replies
from .registry import engine
from .ruleset import Component, Option, alive

#: A sum of more components than this is told by its number of components, not one by one.
TOLD_COMPONENTS = 8


@dataclass(frozen=True)
class Answer:
    """What is known of ``position``.

    ``outcome`` is "N" (the next player wins) or "P". ``value`` is the Grundy value, or None where the outcome
    did not need it and it is not cheap. ``values`` are those of the components, in order, None likewise.
    ``winning_moves`` is lazy, in the order of the components; when its ``complete`` is False, moves whose values
    are out of reach are not among them (and their number is not known).
    """

    position: Position
    outcome: str
    value: int | None
    values: tuple[int | None, ...]
    winning_moves: Lazy[Move]
    evidence: Evidence

    @property
    def winning_moves_total(self) -> int | None:
        """The exact number of winning moves; None when not all are known."""
        return self.winning_moves.total if self.winning_moves.complete else None

    @cached_property
    def reason(self) -> Message:
        """Why the outcome is what it is, as a sentence."""
        return _reason(self)

    def to_dict(self, limit: int | None = 100, language: str = "en") -> dict[str, Any]:
        """The object that ``--json`` prints: at most ``limit`` winning moves (None: all)."""
        moves = self.winning_moves if limit is None else self.winning_moves.first(limit)
        return {
            "position": self.position.text,
            "outcome": self.outcome,
            "value": _json(self.value),
            "components": [
                {"position": str(part), "value": _json(value)}
                for part, value in zip(self.position.components, self.values, strict=True)
            ],
            "winning_moves": [{"move": m.sentence.render(language), "to": m.to.text} for m in moves],
            "winning_moves_total": _json(self.winning_moves_total),
            "reason": self.reason.render(language),
            "evidence": {"kind": self.evidence.kind, "source": self.evidence.source},
        }

    def __str__(self) -> str:
        return f"{self.position}: {self.outcome}. {self.reason}"

    def __repr__(self) -> str:
        value = "not needed" if self.value is None else f"*{self.value}"
        lines = [f"position      {self.position}", f"outcome       {self.outcome}", f"value         {value}"]
        moves = self.winning_moves.first(5)
        total = self.winning_moves_total
        lines += [f"winning move  {move}" for move in moves]
        if total is None or total > len(moves):
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


def _json(n: int | None) -> int | str | None:
    return None if n is None else to_json(n)


def solve(position: Position | str, *, value: bool = False) -> Answer:
    """Winner, Grundy value, winning moves and reason of a position, given as such or as text.

    ``value=True`` computes the value also where the outcome does not need it; it may raise TooLargeError.

    >>> answer = solve("wythoff 500,1000")
    >>> answer.outcome, answer.winning_moves
    ('N', [<take 691 from the second jar -> wythoff 500,309>])
    """
    return answer(position if isinstance(position, Position) else parse(position), value=value)


def answer(position: Position, *, value: bool = False) -> Answer:
    """:func:`solve` for a Position."""
    if position.misere:
        return _misere(position)
    components = position.components
    # Equal components cancel in pairs (G + G = 0): only the values of the others are needed.
    needed = [part for part, count in Counter(components).items() if count % 2]
    known: dict[Component, int | None] = {part: _cheap_value(part) for part in set(components)}
    if value or len(needed) > 1:
        for part in needed:
            known[part] = engine(part.ruleset).value(part.state) if known[part] is None else known[part]
    unknown = [part for part in needed if known[part] is None]
    if not unknown:
        total: int | None = 0
        for part in needed:
            total ^= known[part] or 0  # type: ignore[operator]
        zero = total == 0
    else:  # one component alone, whose value was not wanted
        zero = engine(unknown[0].ruleset).is_zero(unknown[0].state)
        # The way to the outcome may have found the value, or most of what it takes.
        total = 0 if zero else engine(unknown[0].ruleset).value_at_hand(unknown[0].state)
        known[unknown[0]] = total
    moves = Lazy[Move].of([]) if zero else _winning_moves(position, needed, known, total)
    values = tuple(known[part] for part in components)
    # That a value is 0 follows from the outcome.
    searched = total is not None and not zero and (value or bool(unknown))
    evidence = _evidence(needed, len(needed) > 1 or searched)
    return Answer(position, "P" if zero else "N", total, values, moves, evidence)


def grundy_value(position: Position) -> int:
    """The Grundy value of ``position``, computed whatever it takes."""
    result = answer(position, value=True).value
    if result is None:
        raise UnsolvedError(
            say("a misère position has no Grundy value here, only an outcome"), where=position.text
        )
    return result


def _cheap_value(part: Component) -> int | None:
    chosen = engine(part.ruleset)
    return chosen.value(part.state) if chosen.is_cheap(part.state) else None


def _winning_moves(
    position: Position, needed: Sequence[Component], known: dict[Component, int | None], total: int | None
) -> Lazy[Move]:
    """The moves to value 0: a component of value v goes to an option of value v xor ``total``."""
    complete = True
    parts: list[Lazy[Move]] = []
    if total is None and len(position.components) > 1:
        # Moves beside the hard component need its value; without it they are left out, and the answer says so.
        try:
            total = known[needed[0]] = engine(needed[0].ruleset).value(needed[0].state)
        except TooLargeError:
            complete = False
    for index, part in enumerate(position.components):
        chosen = engine(part.ruleset)
        if total is None:
            if part == needed[0]:
                parts.append(_as_moves(position, index, chosen.replies(part.state, 0)))
            continue
        if known[part] is None:
            try:
                known[part] = chosen.value(part.state)
            except TooLargeError:
                complete = False
                continue
        own = known[part]
        assert own is not None
        parts.append(_as_moves(position, index, chosen.replies(part.state, own ^ total)))
    moves = Lazy.chain(parts)
    return moves if complete else moves.as_partial()


def _as_moves(position: Position, index: int, options: Lazy[Any]) -> Lazy[Move]:
    return options.map(lambda option: Move(position, index, option))


def _evidence(components: Sequence[Component], valued: bool) -> Evidence:
    """The weakest evidence among the components decides the kind; the sources are listed once each."""
    if not components:
        return Evidence("theorem", "G + G = 0: equal components cancel")
    each = list(
        dict.fromkeys(engine(part.ruleset).evidence(part.state, valued) for part in dict.fromkeys(components))
    )
    kind = next(kind for kind in ("computed", "periodic", "theorem") if any(one.kind == kind for one in each))
    sources = list(dict.fromkeys(one.source for one in each))
    if len(components) > 1:
        sources.append("Sprague 1935, Grundy 1939: the value of a sum is the nim-sum of the values")
    return Evidence(kind, "; ".join(sources))  # type: ignore[arg-type]


def _misere(position: Position) -> Answer:
    heaps: list[Any] = [part.state for part in position.components]
    moves = Lazy.of(Move(position, i, (heap(left),)) for i, left in misere_replies(heaps))
    outcome = "P" if misere_is_p(heaps) else "N"
    return Answer(position, outcome, None, (None,) * len(heaps), moves, BOUTON)


def _reason(result: Answer) -> Message:
    position = result.position
    first = next(iter(result.winning_moves), None)
    if position.misere:
        return _misere_reason(result, first)
    if len(position.components) == 1:
        part = position.components[0]
        option = None if first is None else first.option
        words = engine(part.ruleset).reason(part.state, result.outcome == "P", option)
        if words is not None:
            return words
    equation = _equation(result)
    if first is None:
        if result.outcome == "N":
            return say("{equation}: the value is not 0, but no winning move is known", equation=equation)
        if next(iter(position.moves()), None) is None:
            return say("there is no move: whoever is to move has lost")
        return say(
            "{equation}: whatever is moved, there is a reply that brings the value back to 0",
            equation=equation,
        )
    part = position.components[first.index]
    own = result.values[first.index]
    words = part.ruleset.describe(part.state, first.option)
    if len(position.components) == 1 or own is None or result.value is None:
        return say(
            "{equation}: bring it to *0 (a position that the next player loses): {move}",
            equation=equation,
            move=words,
        )
    return say(
        "{equation}: bring {component} (*{own}) to *{wanted}: {move}",
        equation=equation,
        component=part,
        own=own,
        wanted=own ^ result.value,
        move=words,
    )


def _equation(result: Answer) -> Message:
    """``*1 + *3 + *3 = *1``, or in words when there are too many components or an unknown value."""
    values = result.values
    if len(values) > TOLD_COMPONENTS:
        total = say("*{n}", n=result.value) if result.value is not None else say("not *0")
        return say("the nim-sum of {count} components is {total}", count=len(values), total=total)
    terms = [
        say("*{n}", n=value) if value is not None else say("{part}", part=part)
        for part, value in zip(result.position.components, values, strict=True)
    ]
    if len(terms) == 1:
        terms = [say("{part}", part=result.position.components[0])]
    total = say("*{n}", n=result.value) if result.value is not None else say("not *0")
    return say("{terms} = {total}", terms=join(terms, " + "), total=total)


def _misere_reason(result: Answer, first: Move | None) -> Message:
    heaps: list[Any] = [part.state for part in result.position.components]
    large = sum(heap > 1 for heap in heaps)
    if large == 0:
        if result.outcome == "P":
            return say(
                "only heaps of 1 are left and their number is odd: the last one falls to whoever is to move"
            )
        return say(
            "no heap exceeds 1 and their number is even: whoever is to move does not take the last one"
        )
    if first is None:
        return say(
            "the nim-sum is 0 and a heap exceeds 1: misère Nim is then played like Nim until heaps of 1 remain"
        )
    if large == 1:
        return say("one heap exceeds 1: leave an odd number of heaps of 1, by: {move}", move=first.sentence)
    return say(
        "misère Nim is played like Nim while two heaps exceed 1: bring the nim-sum to 0, by: {move}",
        move=first.sentence,
    )


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
        components = self.position.components
        left = components[: self.index] + alive(self.option) + components[self.index + 1 :]
        if not left:
            left = self.option[:1] or (self._empty(),)
        return Position(left, self.position.misere)

    def _empty(self) -> Component:
        return Component(self.position.components[self.index].ruleset, 0)

    @property
    def sentence(self) -> Message:
        """The move in words; it names the component where the words alone would leave it open."""
        components = self.position.components
        component = components[self.index]
        words = component.ruleset.describe(component.state, self.option)
        if len(components) == 1 or (
            component.ruleset.grouped
            and component.ruleset.names_heaps
            and all(part.ruleset == component.ruleset for part in components)
        ):
            return words
        return say("in {component}: {move}", component=component, move=words)

    @property
    def marks(self) -> tuple[str, ...]:
        """The names of the shapes of the component's drawing that the move touches."""
        component = self.position.components[self.index]
        return component.ruleset.marks(component.state, self.option)

    def __str__(self) -> str:
        return f"{self.sentence} -> {self.to}"

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True, repr=False)
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
        return NotImplemented

    # Moves

    def moves(self) -> Lazy[Move]:
        """Every move, by component, then in the ruleset's order; ``total`` is their number (None: infinite).

        >>> parse("nim 1,2").moves()
        [<take 1 from the heap of 1 -> *2>, <take 2 from the heap of 2 -> *1>, <take 1 from the heap of 2 -> nim 1,1>]
        """
        return Lazy.chain([self._moves_of(i) for i in range(len(self.components))])

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
        if isinstance(move, Move):
            if move.position != self:
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
            raise MoveError(say("no move leads from {position} to {target}", position=self, target=target))
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
        from .registry import engine

        most = min(COMPARED_MOVES, 1 + COMPARED_SIZE // (1 + len(self.text)))
        listed = self.moves().first(most + 1)
        if len(listed) <= most:
            return listed
        alone = len(self.components) == 1
        engines = ((engine(ruleset), state) for ruleset, state in self.components)
        if all(each.is_quick(state) if alone else each.is_cheap(state) for each, state in engines):
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
            if component.ruleset.allows(component.state, option):
                return Move(self, i, option)
        return None

    # Questions

    def solve(self, **choices: Any) -> Answer:
        """Winner, value, winning moves and the reason; see :func:`sprague.solve`."""

        return answer(self, **choices)

    @property
    def outcome(self) -> str:
        """'N' (the next player wins) or 'P' (the previous player wins)."""
        return self.solve().outcome

    @property
    def value(self) -> int:
        """The Grundy value. Raises TooLargeError when it would not fit, UnsolvedError in misère play."""

        return grundy_value(self)

    @property
    def winning_moves(self) -> Lazy[Move]:
        """Every winning move, lazily; its ``total`` is their number."""
        return self.solve().winning_moves

    def explain(self, language: str = "en") -> str:
        """The reason for the outcome, in words."""
        return self.solve().reason.render(language)

    def svg(self) -> str:
        """A picture of the position as an SVG document."""
        from sprague.pictures.svg import render

        return render(self)

    def __repr__(self) -> str:
        return f"sg.parse({self.text!r})"

    def _repr_html_(self) -> str:
        return self.solve()._repr_html_()


def parse(text: str) -> Position:
    """The position that ``text`` stands for; raises NotationError.

    >>> parse("last-biscuit 500, 1000").text
    'wythoff 500,1000'
    """
    components, misere = notation.read(text)
    return Position(components, misere)
