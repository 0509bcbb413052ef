"""Checks a store: the file as such, and a sample of small entries by the plain definition, which shares no code with
the search that computed them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sprague.boards.cram import CRAM, Board
from sprague.graphs.graph import Graph
from sprague.graphs.kayles import ARC_KAYLES, NODE_KAYLES
from sprague.graphs.notation import read_graph
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.solving.store import Family, Store
from sprague.words.errors import RangeError, SpragueError
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from sprague.solving.batches import Keys

#: Entries of more cells or vertices are not computed again, as the plain definition would take too long.
SMALL = 14


class Finding(NamedTuple):
    """The result of a check: the number of intact entries, the number computed again, and the faults."""

    entries: int
    recomputed: int
    wrong: tuple[Message, ...]


def check(store: Store, sample: int = 200, seed: int = 0) -> Finding:
    """Checks the file, the checksums of its batches, their order, and up to ``sample`` random small entries of each
    family.

    Small entries have up to 14 cells or vertices. Their values are computed as the mex of their options.
    """
    wrong = list(store.damage())
    recomputed = 0
    for family in store.counts():
        try:
            for count, message in _recompute(store, family, sample, random.Random(seed)):
                recomputed += count
                wrong += [message] if message is not None else []
        except SpragueError as error:
            wrong.append(say("{family}: {problem}", family=family, problem=error.message))
        except (ValueError, IndexError):  # a name that is no vertex, or a cell outside the board
            wrong.append(say("{family}: {problem}", family=family, problem=say("this is no board")))
    return Finding(sum(store.counts().values()), recomputed, tuple(dict.fromkeys(wrong)))


def _recompute(
    store: Store, family: Family, sample: int, chance: random.Random
) -> Iterator[tuple[int, Message | None]]:
    keys, values = store.load(family)
    cells = [(cell, i) for i, cell in enumerate(numbers(keys)) if cell.bit_count() <= SMALL]
    known: dict[Component, int] = {}
    for cell, i in chance.sample(cells, min(sample, len(cells))):
        computed = naive.value(component(family, cell), known)
        problem = None
        if computed != values[i]:
            problem = say(
                "{family}, entry {entry}: *{got} is stored, by the definition it is *{value}",
                family=family,
                entry=cell,
                got=int(values[i]),
                value=computed,
            )
        yield 1, problem


def numbers(keys: Keys) -> list[int]:
    """Returns keys as integers whose bits are the cells.

    >>> import numpy
    >>> numbers(numpy.array([3, -1])), numbers(numpy.array([[1, 1]])) == [2**64 + 1]
    ([3, 18446744073709551615], True)
    """
    words: list[list[int]] = keys.reshape(len(keys), -1).tolist() if len(keys) else []
    return [sum((word & (2**64 - 1)) << 64 * i for i, word in enumerate(row)) for row in words]


def component(family: Family, cells: int) -> Component:
    """Returns the position of an entry. Raises RangeError for a family that no search has."""
    if family.game in ("cram", "cram-128") and family.board in map(str, range(1, 12)):
        width = int(family.board)
        return Component(CRAM, Board(max(1, -(-cells.bit_length() // width)), width, cells))
    for ruleset in (NODE_KAYLES, ARC_KAYLES):
        if family.game == ruleset.name:
            graph = read_graph(family.board, family.board)
            gone = {v for v, name in enumerate(graph.vertices) if not cells >> int(name) & 1}
            left: Graph = graph.without(gone, keep_isolated=ruleset is NODE_KAYLES)
            return Component(ruleset, left._replace(spelling=""))
    raise RangeError(say("the store holds none for this game"))
