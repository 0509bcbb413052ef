"""An answer as text for people: the outcome on one line, then the reason, the value, the evidence, other winning
moves."""

from __future__ import annotations

from collections.abc import Iterator

import click

from sprague.model.reasons import TOLD_COMPONENTS
from sprague.model.ruleset import Component
from sprague.words.digits import SHOWN_LENGTH
from sprague.words.messages import Message, join, say, say_plural, short
from sprague.workbench.position import Answer, Move, Position, is_moment

from .common import display_width, labelled, wrap

#: The number of winning moves that are listed, or drawn, by default.
LISTED = 5
DRAWN = 12

#: A graph is described by its numbers of vertices and edges if a line with its notation would be longer than this.
READABLE = 76

#: The columns of the labels.
MARGIN = 12

#: The kinds of evidence, in words.
KINDS = {
    "theorem": say("theorem"),
    "computed": say("computed"),
    "periodic": say("periodic"),
    "observed": say("observed"),
}


def entry(name: Message, text: str, hanging: int = 0) -> str:
    """Returns ``text`` after its label, which is dimmed on a terminal."""
    label = str(name)
    margin = " " * max(1, MARGIN - display_width(label))
    if not text:
        return click.style(label, dim=True) + margin
    wrapped = wrap(text, "", MARGIN, hanging)
    return click.style(label, dim=True) + margin + wrapped[MARGIN:]


def at_hand(answer: Answer) -> bool:
    """Returns whether the winning moves take only a moment, now that the outcome is known."""
    return is_moment(answer.position, answer._engines)


def _has_move(answer: Answer) -> bool:
    position = answer.position
    return (
        any(answer._engines(part.ruleset).knows_a_move(part.state) for part in position.components)
        or next(iter(position.moves()), None) is not None
    )


def answer_lines(answer: Answer, everything: bool = False, told: bool = True) -> Iterator[str]:
    """Yields the lines to print, each as soon as it is known. ``everything`` lists all winning moves; ``told`` is False
    if none were requested."""
    position = answer.position
    # Print a value that took long before the winning moves, which may take as long again.
    later = told and answer.outcome == "N" and answer.value is not None and not at_hand(answer)
    first = [] if later or not told else answer.winning_moves.first(1)
    over = not first and (position.misere or answer.outcome != "N") and not _has_move(answer)
    if first:
        head = move_text(first[0])
    elif over and position.misere:
        head = str(say("there is no move: whoever is to move has won, as the other side took the last"))
    elif answer.outcome == "D":
        head = str(say("a draw: neither side can force the end"))
    elif answer.outcome == "N" and (later or not told):
        head = str(say("the next player wins"))
    elif answer.outcome == "N":
        head = str(say("the next player wins, by a move that is out of reach"))
    elif over:
        head = str(say("there is no move: whoever is to move has lost"))
    else:
        head = str(say("every move loses: the player who has just moved wins"))
    colour = "green" if answer.outcome == "N" else "yellow"
    outcome = labelled(answer.outcome, "")  # three columns in any language
    yield click.style(outcome, fg=colour, bold=True) + wrap(head, indent=3)[3:]
    yield ""
    yield entry(say("Position"), position_text(position))
    if later:
        yield entry(say("Value"), _value(answer))
        first = answer.winning_moves.first(1)
        if first:
            yield entry(say("Move"), move_text(first[0]))
    if not over:
        yield entry(say("Why"), short(str(answer.reason), 1000))
    if not later and not position.misere:
        yield entry(say("Value"), _value(answer))
    if answer.genus is not None:
        yield entry(say("Genus"), answer.genus)
    if answer.quotient_element is not None:
        yield entry(say("Element"), answer.quotient_element)
    if answer.remoteness is not None:
        yield entry(say("Remoteness"), str(say("{n}", n=answer.remoteness)))
    if (
        1 < len(position.components) <= TOLD_COMPONENTS
        and not position.misere
        and answer.extended_value is None
    ):
        parts = join(
            f"{short(str(part.spoken), 60)} = " + ("?" if value is None else str(say("*{n}", n=value)))
            for part, value in zip(position.components, answer.values, strict=True)
        )
        yield entry(say("Components"), str(parts))
    kind = KINDS[answer.evidence.kind]
    evidence = say("{kind} ({source})", kind=kind, source=answer.evidence.sentence)
    yield entry(say("Evidence"), str(evidence))
    if told:
        yield from _others(answer, everything)
    if told and answer.outcome == "D":
        moves = [move_text(move) for move in answer.drawing_moves.first(LISTED)]
        yield from (
            entry(say("Draws") if i == 0 else say(""), text, hanging=2) for i, text in enumerate(moves)
        )


def move_text(move: Move) -> str:
    """Returns a move for people: in words, with the position that it leaves."""
    words = str(move.sentence)
    # A game with words for its positions uses them unless the notation fits on the line.
    limit = READABLE - len(words) if any(map(_said, move.to.components[:TOLD_COMPONENTS])) else 120
    return short(f"{words} -> {position_text(move.to, max(limit, 30))}", 300)


def position_text(position: Position, limit: int = SHOWN_LENGTH) -> str:
    """Returns a position for people: its notation, or, if that is longer than ``limit``, a short name for each
    component that has one. If the result is still longer, it is shortened in the middle."""
    text = position.text
    if len(text) > limit and any(map(_said, position.components[:TOLD_COMPONENTS])):
        parts = " + ".join(str(part.spoken) for part in position.components[:TOLD_COMPONENTS])
        more = len(position.components) - TOLD_COMPONENTS
        return short(f"{parts} + …" if more > 0 else parts)
    return short(text, limit)


def _said(part: Component) -> bool:
    return part.ruleset.short_name(part.state) is not None


def _extended(value: str) -> str:
    if value == "loony":
        return str(say("loony: whoever is to move wins beside anything"))
    if value == "forced":
        return str(say("none of its own: the answer must be made in one component"))
    return value.replace("oo", "∞")


def _value(answer: Answer) -> str:
    if answer.value is not None:
        return f"*{say('{n}', n=answer.value)}"
    if answer.extended_value is not None:
        return _extended(answer.extended_value)
    if answer.cut is not None:
        return str(say("at least {n}: {why}", n=answer.at_least or 0, why=answer.cut))
    return str(say("not 0; the outcome did not need it (--value computes it)"))


def _others(answer: Answer, everything: bool) -> list[str]:
    """Returns the winning moves after the first, after the margin, and how many more there are."""
    total = answer.winning_moves_total
    if total is not None and total < 2:
        return []
    if any(part.ruleset.pictured for part in answer.position.components) and not everything:
        from .picture import moves_lines

        drawn = moves_lines(answer.winning_moves.first(DRAWN), MARGIN)
        if drawn and answer.winning_moves.complete:
            more = (total or 0) - DRAWN
            if more > 0:
                drawn += ["", _more(more)]
            return [
                entry(say("Winning"), "") + drawn[0],
                *((" " * MARGIN + line).rstrip() for line in drawn[1:]),
            ]
    texts: list[str] = []
    rest = iter(answer.winning_moves)
    next(rest, None)
    for move in rest:
        if not everything and len(texts) == LISTED:
            break
        texts.append(move_text(move))
    if not answer.winning_moves.complete:
        texts.append(str(say("and perhaps others, which are out of reach")))
    elif total is None:
        texts.append(str(say("and infinitely many more")))
    elif total > len(texts) + 1:
        texts.append(_more(total - len(texts) - 1))
    return [entry(say("Also") if i == 0 else say(""), text, hanging=2) for i, text in enumerate(texts)]


def _more(count: int) -> str:
    return str(say_plural("and {count} more (--all lists it)", "and {count} more (--all lists them)", count))
