"""Checks a store: the file as such, and a sample of small entries by the plain definition, which shares no code with
the search that computed them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import TYPE_CHECKING, NamedTuple

from sprague.boards.cram import CRAM, Board
from sprague.graphs.graph import Graph
from sprague.graphs.kayles import ARC_KAYLES, NODE_KAYLES
from sprague.graphs.notation import read_graph
from sprague.model import naive
from sprague.model.grid import Grid
from sprague.model.ruleset import Component
from sprague.numbers.sums import nim_sum
from sprague.solving.store import Family, Store
from sprague.words.errors import RangeError, SpragueError
from sprague.words.messages import Message, say

from .registry import find

if TYPE_CHECKING:
    from sprague.solving.batches import Keys

#: Entries of more cells or vertices are not computed again, as the plain definition would take too long.
SMALL = 14

#: The same where each cell has one of two colours.
SMALL_IN_COLOURS = 10

#: In games with stones or pieces, the letters of the planes of a key, and that of all other cells.
LETTERS = {"place": (".", "#"), "cannibal-clobber": ("x", "."), "clobber": ("ox", ".")}

#: The keys of NoGo leave out cells that no longer matter, so no board shows them.
UNSHOWN = ("nogo-64", "nogo-128")

#: So many times fewer larger entries than small ones are compared with their options.
FEWER = 10


class Finding(NamedTuple):
    """The result of a check: the number of intact entries, the number computed again, the number compared with the
    entries of their options, and the faults."""

    entries: int
    recomputed: int
    compared: int
    wrong: tuple[Message, ...]


def check(store: Store, sample: int = 200, seed: int = 0) -> Finding:
    """Checks the file, the checksums of its batches, their order, and up to ``sample`` random small entries of each
    family, and some larger ones.

    Small entries have up to 14 cells or vertices, or 10 stones of two colours. Their values are computed as the mex of
    their options. Some larger ones are compared with the entries of their options, as far as the store has these.
    """
    wrong = list(store.damage())
    recomputed = compared = 0
    for family in store.counts():
        if family.game in UNSHOWN:
            continue
        try:
            entries = _entries(store, family)
            exact: dict[Component, int] = {}
            for message in _recompute(family, entries, sample, random.Random(seed), exact):
                recomputed += 1
                wrong += [message] if message is not None else []
            comparable = _compare(family, entries, sample, random.Random(seed), exact)
            for message in islice(comparable, sample // FEWER):
                compared += 1
                wrong += [message] if message is not None else []
        except SpragueError as error:
            wrong.append(say("{family}: {problem}", family=family, problem=error.message))
        except (ValueError, IndexError):  # a name that is no vertex, or a cell outside the board
            wrong.append(say("{family}: {problem}", family=family, problem=say("this is no board")))
    return Finding(sum(store.counts().values()), recomputed, compared, tuple(dict.fromkeys(wrong)))


def _entries(store: Store, family: Family) -> dict[int, int]:
    keys, values = store.load(family)
    return dict(zip(numbers(keys), values.tolist(), strict=True))


def _recompute(
    family: Family, entries: dict[int, int], sample: int, chance: random.Random, exact: dict[Component, int]
) -> Iterator[Message | None]:
    """Yields what is wrong, or None, for each small entry that is computed again."""
    most = SMALL_IN_COLOURS if family.game.startswith("clobber-") else SMALL
    small = [cells for cells in entries if cells.bit_count() <= most]
    for cells in chance.sample(small, min(sample, len(small))):
        computed = naive.value(component(family, cells), exact)
        problem = None
        if computed != entries[cells]:
            problem = say(
                "{family}, entry {entry}: *{got} is stored, by the definition it is *{value}",
                family=family,
                entry=cells,
                got=entries[cells],
                value=computed,
            )
        yield problem


def _compare(
    family: Family, entries: dict[int, int], sample: int, chance: random.Random, exact: dict[Component, int]
) -> Iterator[Message | None]:
    """Yields what is wrong, or None, for each larger entry of which an option is known. No option has the value of the
    entry. If the values of all options are known, all smaller values are among them."""
    large = [cells for cells in entries if cells.bit_count() > SMALL]
    for cells in chance.sample(large, min(sample, len(large))):
        whole = component(family, cells)
        values = [_value(family, option, entries, exact) for option in whole.ruleset.successors(whole.state)]
        option_values = {value for value in values if value is not None}
        if values and not option_values:
            continue
        value = entries[cells]
        missing = set() if None in values else set(range(value)) - option_values
        problem = None
        if value in option_values or missing:
            problem = say(
                "{family}, entry {entry}: *{got} is stored, which does not fit the entries of its options",
                family=family,
                entry=cells,
                got=value,
            )
        yield problem


def _value(
    family: Family, option: Iterable[Component], entries: dict[int, int], exact: dict[Component, int]
) -> int | None:
    """Returns the value of an option, the sum of its parts. None if that of a part is not known."""
    values = []
    for part in option:
        value = _stored(family, part, entries, exact)
        if value is None:
            return None
        values.append(value)
    return nim_sum(values)


def _stored(
    family: Family, part: Component, entries: dict[int, int], exact: dict[Component, int]
) -> int | None:
    """Returns the value of a part: by the definition if it is small, else from its entry, if there is one."""
    state = part.state
    if isinstance(state, Graph):
        names = [int(name) for name in state.vertices]
        return (
            naive.value(part, exact) if len(names) <= SMALL else entries.get(sum(1 << name for name in names))
        )
    letters = "1" if part.ruleset is CRAM else LETTERS[part.ruleset.name][0]
    cells = f"{state.cells:b}"[::-1] if part.ruleset is CRAM else state.cells
    points = [divmod(cell, state.columns) for cell, letter in enumerate(cells) if letter in letters]
    if len(points) <= (SMALL if len(letters) == 1 else SMALL_IN_COLOURS):
        return naive.value(part, exact)
    if len(letters) > 1:
        return None
    side = int(family.board)
    for cells in (points, [(c, r) for r, c in points]):
        for down, right in product((1, -1), repeat=2):
            image = [(down * r, right * c) for r, c in cells]
            top, left = min(r for r, _ in image), min(c for _, c in image)
            if max(c for _, c in image) - left < side:
                key = sum(1 << ((r - top) * side + c - left) for r, c in image)
                if key in entries:
                    return entries[key]
    return None


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
    head, _, bits = family.game.rpartition("-")
    letters, other = LETTERS.get(head.partition("[")[0], ("", ""))
    if letters and bits in ("64", "128") and family.board in map(str, range(1, 12)):
        return Component(
            find(head), _grid(cells, int(family.board), int(bits) // len(letters), letters, other)
        )
    for ruleset in (NODE_KAYLES, ARC_KAYLES):
        if family.game == ruleset.name:
            graph = read_graph(family.board, family.board)
            gone = {v for v, name in enumerate(graph.vertices) if not cells >> int(name) & 1}
            remaining: Graph = graph.without(gone, keep_isolated=ruleset is NODE_KAYLES)
            return Component(ruleset, remaining._replace(spelling=""))
    raise RangeError(say("the store holds none for this game"))


def _grid(cells: int, width: int, plane: int, letters: str, other: str) -> Grid:
    """Returns the board of a key, with a plane of bits for each letter.

    >>> _grid(0b011 | 0b100 << 32, 3, 32, "ox", ".").lines()
    ['oox']
    """
    places = {
        bit: letter
        for number, letter in enumerate(letters)
        for bit in range(plane)
        if cells >> number * plane + bit & 1
    }
    rows = max(places, default=0) // width + 1
    return Grid(width, other * rows * width).put(places)
