"""The types of the arguments from which a user makes a position in Python. A ruleset's ``states`` names them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Protocol, SupportsIndex, TypeAlias

#: A size, or several of them: a list, a tuple, an array.
Sizes: TypeAlias = SupportsIndex | Iterable[SupportsIndex]

#: A side of a board, or a board: text, rows as texts, rows of numbers (of which 0 is a free cell).
AnyBoard: TypeAlias = SupportsIndex | str | Iterable[str] | Iterable[Iterable[SupportsIndex]]

#: A row of coins or cells: its letters, or its length.
AnyRow: TypeAlias = SupportsIndex | str

#: Two numbers, such as a place on a board, or a heap and its limit.
Pair: TypeAlias = tuple[SupportsIndex, SupportsIndex]


class Network(Protocol):
    """A graph of networkx's, or any object with vertices and edges like it."""

    @property
    def nodes(self) -> Any: ...
    @property
    def edges(self) -> Any: ...


class Named(Protocol):
    """A graph of Sprague's, such as the state of a position."""

    @property
    def vertices(self) -> tuple[str, ...]: ...


#: A graph: text in the notation, networkx, a dict from vertices to their neighbours, or pairs of vertices.
AnyGraph: TypeAlias = str | Network | Named | Mapping[Any, Iterable[Hashable]] | Iterable[Iterable[Hashable]]


class Summed(Protocol):
    """A position."""

    @property
    def components(self) -> tuple[Any, ...]: ...


#: Options of a position: heaps of Nim by their sizes, positions, or options again.
AnyOptions: TypeAlias = Iterable["SupportsIndex | Summed | AnyOptions"]
