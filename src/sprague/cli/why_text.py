"""The reason for a value, as text for people: options and mex, binary sums, trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from sprague.playing.why import Node, Solve, Valued, binary_sum, least_missing, valued_moves
from sprague.words.messages import say, say_plural, short
from sprague.workbench.position import Answer, Position

from .answer_text import MARGIN, entry, move_text
from .common import labelled, wrap

#: The number of options of one value listed, and of values listed, unless all are requested.
LISTED, LISTED_VALUES = 3, 20

#: The number of characters of a set of values, unless all are requested.
MEX_LENGTH = 300


def why_lines(answer: Answer, solve: Solve, everything: bool = False) -> Iterator[str]:
    """Yields the binary sum of a sum; the values of the options, with those of equal value together, and their mex.
    Long lists are cut unless ``everything`` is set."""
    rows = binary_sum(answer)
    if rows:
        yield ""
        yield from _sum_lines(rows)
    listed = valued_moves(answer.position, solve=solve)
    total = answer.position.moves().total
    yield ""
    by_value: dict[int, list[Valued]] = {}
    for valued in listed:
        by_value.setdefault(-1 if valued.value is None else valued.value, []).append(valued)
    yield (
        str(say_plural("{count} option", "{count} options", total))
        if total is not None
        else str(say("infinitely many options"))
    )
    values = sorted(by_value, key=lambda value: (value < 0, value))
    for value in values if everything else values[:LISTED_VALUES]:
        group = by_value[value]
        lines = [move_text(move) for move, _ in group[:LISTED]]
        if len(group) > LISTED:
            more = len(group) - LISTED
            lines.append(str(say_plural("… {count} more", "… {count} more", more)))
        name = say("*{n}", n=value) if value >= 0 else say("?")
        for i, text in enumerate(lines):
            yield entry(name, text, 2) if i == 0 else wrap(text, "", MARGIN, 2)
    if not everything and len(values) > LISTED_VALUES:
        more = len(values) - LISTED_VALUES
        yield str(
            say_plural(
                "… {count} more value (--all lists it)", "… {count} more values (--all lists them)", more
            )
        )
    yield mex_line(answer.position, answer.value, listed, len(listed) == total, everything)


def mex_line(
    position: Position,
    value: int | None,
    listed: Sequence[Valued],
    all_listed: bool,
    everything: bool = False,
) -> str:
    """Returns the value of a position as the mex of its options' values, or says that not all of these are known."""
    values = [valued.value for valued in listed]
    if not all_listed or None in values:
        worth = say("?") if value is None else say("*{n}", n=value)
        return wrap(
            str(say("{position}: {value} (not all options are listed with their values)", position=position,
                    value=worth)),
            indent=0,
        )  # fmt: skip
    ascending = sorted({each for each in values if each is not None})
    listing = ", ".join(map(str, ascending))
    return wrap(
        str(
            say(
                "{position}: mex{{{values}}} = {value}, the least number that is not among the values",
                position=short(position.text, 60),
                values=listing if everything else short(listing, MEX_LENGTH),
                value=least_missing(ascending),
            )
        ),
        indent=0,
    )


def _sum_lines(rows: Sequence[tuple[str, int, str]]) -> Iterator[str]:
    """Yields a table of components, values and binary digits, and their sum below a line."""
    names = [short(name, 40) for name, _, _ in rows]
    name_width = max(map(len, names))
    value_width = max(len(str(value)) + 1 for _, value, _ in rows)
    for name, (full, value, digits) in zip(names, rows, strict=True):
        line = f"{name:<{name_width}}   {f'*{value}':>{value_width}}   {' '.join(digits)}"
        if not full:
            yield " " * (name_width + 3) + "-" * (value_width + 2 + 2 * len(digits))
        yield line


def tree_lines(nodes: Sequence[Node]) -> Iterator[str]:
    """Yields the tree: under each position its moves. A position shown above appears with its value only."""
    yield ""
    by_position = {node.position: node for node in nodes}
    expanded: set[Position] = set()

    def mex_of(node: Node) -> str:
        values = ", ".join(map(str, sorted({value for _, value in node.moves if value is not None})))
        return click.style(f"*{node.value}", bold=True) + f" = mex{{{values}}}"

    root = nodes[0]
    expanded.add(root.position)
    yield labelled(str(root.position), "") + mex_of(root)
    stack = [("", iter(root.moves), len(root.moves))]
    while stack:
        bar, moves, remaining = stack.pop()
        valued = next(moves, None)
        if valued is None:
            continue
        stack.append((bar, moves, remaining - 1))
        node = by_position[valued.move.to]
        again = node.position in expanded
        value = f"*{node.value}" if again or not node.moves else mex_of(node)
        more = str(say(" (see above)")) if again and node.moves else ""
        corner = "└ " if remaining == 1 else "├ "
        yield labelled(f"{bar}{corner}{short(str(valued.move), 200)}", "") + value + more
        if not again:
            expanded.add(node.position)
            stack.append((bar + ("  " if remaining == 1 else "│ "), iter(node.moves), len(node.moves)))
