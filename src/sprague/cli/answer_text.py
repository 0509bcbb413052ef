"""An answer as text for people: the outcome in a line, then why, the value, the evidence, other winning moves."""

from __future__ import annotations

from collections.abc import Iterator

import click

from sprague.model.position import Answer, Move
from sprague.model.reasons import TOLD_COMPONENTS
from sprague.words.messages import say, say_plural, short

from .common import label, wrap

#: Winning moves that are listed, or drawn, without being asked for.
LISTED = 5
DRAWN = 12

#: Columns of the labels.
MARGIN = 12


def answer_lines(answer: Answer, everything: bool = False, told: bool = True) -> Iterator[str]:
    """The lines to print, each as soon as it is known; ``everything`` lists all winning moves, ``told`` is False where
    none were asked for."""
    position = answer.position
    moves = answer.winning_moves.first(1)
    over = next(iter(position.moves()), None) is None
    if moves:
        head = move_text(moves[0])
    elif over and position.misere:
        head = str(say("there is no move: whoever is to move has won, as the other side took the last"))
    elif answer.outcome == "N" and not told:
        head = str(say("the next player wins"))
    elif answer.outcome == "N":
        head = str(say("the next player wins, by a move that is out of reach"))
    elif over:
        head = str(say("there is no move: whoever is to move has lost"))
    else:
        head = str(say("every move loses: the player who has just moved wins"))
    colour = "green" if answer.outcome == "N" else "yellow"
    yield click.style(f"{answer.outcome}: ", fg=colour, bold=True) + wrap(head, indent=3)[3:]
    yield ""
    yield label(wrap(short(position.text), "Position"), "Position")
    if not over:
        yield label(wrap(short(str(answer.reason), 1000), "Why"), "Why")
    yield label(wrap(_value(answer), "Value"), "Value")
    if 1 < len(position.components) <= TOLD_COMPONENTS and not position.misere:
        parts = ", ".join(
            f"{short(str(part), 60)} = " + ("?" if value is None else str(say("*{n}", n=value)))
            for part, value in zip(position.components, answer.values, strict=True)
        )
        yield label(wrap(parts, "Components"), "Components")
    source = answer.evidence.source
    yield label(wrap(f"{answer.evidence.kind} ({source})", "Evidence"), "Evidence")
    if told:
        yield from _others(answer, everything)


def move_text(move: Move) -> str:
    """A move for people: in words, and the position that it leaves."""
    return short(f"{move.sentence} -> {short(move.to.text, 120)}", 300)


def _value(answer: Answer) -> str:
    if answer.value is not None:
        return f"*{say('{n}', n=answer.value)}"
    if answer.position.misere:
        return str(say("none: the Grundy value speaks of normal play"))
    if answer.cut is not None:
        return str(say("at least {n}: {why}", n=answer.at_least or 0, why=answer.cut))
    return str(say("not 0; the outcome did not need it (--value computes it)"))


def _others(answer: Answer, everything: bool) -> list[str]:
    """The winning moves after the first, behind the margin, and how many more there are."""
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
            name = "Winning"
            return [
                label(f"{name:<{MARGIN}}" + drawn[0], name),
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
    return [
        label(wrap(text, "Also" if i == 0 else "", hanging=2), "Also" if i == 0 else "")
        for i, text in enumerate(texts)
    ]


def _more(count: int) -> str:
    return str(say_plural("and {count} more (--all lists it)", "and {count} more (--all lists them)", count))
