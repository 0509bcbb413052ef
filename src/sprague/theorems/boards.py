"""Claims about boards, graphs and pictures of Hackenbush: by search, as strips, and by the mirror strategy."""

from __future__ import annotations

from math import exp
from typing import Any

from sprague.graphs.components import reached
from sprague.graphs.graph import Graph
from sprague.graphs.mirror import mirror_of
from sprague.takebreak.codes import parse_code
from sprague.words.errors import TooLargeError
from sprague.words.messages import Message, say

from .claims import COMPUTE, Claim, Part, numbers
from .heaps import MOST_SECONDS, table_for

#: A board in Coq is a set of bits in one machine word.
MOST_CELLS = 62

#: Full boards with longer sides are refused: their sides are unary numbers.
MOST_SIDE = 1000

#: Pictures of Hackenbush with more positions are not searched here.
MOST_POSITIONS = 5000

#: For boards that take more seconds, the mirror strategy is tried first.
QUICK = 1.0


def board_text(board: Any, text: str) -> str:
    """Returns a board in Coq: a rectangle, or a drawing."""
    if board.cells == board.full and max(board.rows, board.columns) <= MOST_SIDE:
        return f"(rectangle {board.rows} {board.columns})"
    if board.rows * board.columns > MOST_CELLS:
        raise TooLargeError(too_long_board(board.cells.bit_count()), where=text)
    cells = [".#"[not board.cells >> i & 1] for i in range(board.rows * board.columns)]
    rows = ["".join(cells[i * board.columns : (i + 1) * board.columns]) for i in range(board.rows)]
    return f'(board "{"/".join(rows)}")'


def graph_game(kind: str, graph: Graph) -> tuple[str, str]:
    """Returns a graph as a game and a position in Coq: a list of edges, and the full position.

    >>> graph_game("arc-kayles", Graph(("a", "b", "c"), ((0, 1), (1, 2))))
    ('(arc_kayles [(0, 1); (1, 2)])', '[0; 1; 2]')
    >>> graph_game("hackenbush", Graph(("a", "ground"), ((0, 1), (0, 1))))
    ('(hackenbush [(0, 1, 0); (1, 1, 0)])', '3')
    """
    if kind == "hackenbush":
        number = _numbered(graph)
        ends = [(number[a], number[b]) for a, b in graph.edges]
        branches = "; ".join(f"({i}, {a}, {b})" for i, (a, b) in enumerate(ends))
        return f"(hackenbush [{branches}])", str((1 << len(ends)) - 1)
    edges = "; ".join(f"({a}, {b})" for a, b in graph.edges)
    return f"({kind.replace('-', '_')} [{edges}])", numbers(range(len(graph.vertices)))


def _numbered(graph: Graph) -> dict[int, int]:
    """Returns new numbers for the vertices, with 0 for the ground."""
    ground = graph.vertices.index("ground") if "ground" in graph.vertices else -1
    others = (v for v in range(len(graph.vertices)) if v != ground)
    return {ground: 0} | {v: i for i, v in enumerate(others, 1)}


def too_long_board(cells: int) -> Message:
    return say(
        "Coq would have to search a board of {cells} places, about {seconds} s: too many",
        cells=cells,
        seconds=f"{board_seconds(cells):.0e}",
    )


def board_seconds(cells: int) -> float:
    """Estimates the seconds of the search of a board."""
    return 0.01 + 1.05 * exp(0.575 * (min(cells, 1000) - 25))


# Values: tactics, and seconds


def cram_value(board: Any, text: str, pure: bool) -> tuple[str, float]:
    """Returns tactics and seconds for the value of a board of Cram: a strip as a heap of 0.07, others by a search."""
    if board.cells == board.full and min(board.rows, board.columns) == 1:
        table = table_for(parse_code("0.07"), [max(board.rows, board.columns)], pure)
        return f"apply {'row' if board.rows == 1 else 'column'}_of_cram. {table.sum_is()}", table.seconds
    seconds = board_seconds(board.cells.bit_count()) * (30 if pure else 1)
    if seconds > MOST_SECONDS or board.rows * board.columns > MOST_CELLS:
        raise TooLargeError(too_long_board(board.cells.bit_count()), where=text)
    lemma = "cram_by_search_pure" if pure else "cram_by_search"
    return f"apply ({lemma} {board.rows} {board.columns}). {COMPUTE}", seconds


def kayles_value(kind: str, graph: Graph, text: str, pure: bool) -> tuple[str, float]:
    """Returns tactics and seconds for the value of a graph of Node Kayles or Arc Kayles, by a search."""
    count = len(graph.vertices)
    seconds = kayles_seconds(count, pure)
    if seconds > MOST_SECONDS or count > MOST_CELLS:
        raise TooLargeError(too_long_board(count), where=text)
    lemma = f"{kind.replace('-', '_')}_by_search{'_pure' if pure else ''}"
    return f"apply {lemma}. {COMPUTE}", seconds


def kayles_seconds(count: int, pure: bool) -> float:
    """Estimates the seconds of the search of a graph with ``count`` vertices."""
    return 3 * board_seconds(count) * (30 if pure else 1)


def hackenbush_value(graph: Graph, text: str) -> tuple[str, float]:
    """Returns tactics and seconds for the value of a picture of Hackenbush, by a search in plain numbers."""
    return f"apply hackenbush_by_search. {COMPUTE}", _hackenbush_seconds(graph, text)


def _hackenbush_seconds(graph: Graph, text: str) -> float:
    seen, new = {(1 << len(graph.edges)) - 1}, [(1 << len(graph.edges)) - 1]
    while new:
        position = new.pop()
        for option in _cuts(graph, position):
            if option not in seen:
                seen.add(option)
                new.append(option)
        if len(seen) > MOST_POSITIONS:
            raise TooLargeError(
                say("Coq would have to search more than {most} positions: too many", most=MOST_POSITIONS),
                where=text,
            )
    return 1e-6 * len(seen) * len(graph.edges) ** 2 * (len(graph.edges) + 10)


def _cuts(graph: Graph, position: int) -> list[int]:
    """Returns the picture after a cut of each branch, as bits."""
    return [standing(graph, position ^ 1 << i) for i in range(len(graph.edges)) if position >> i & 1]


def standing(graph: Graph, position: int) -> int:
    """Returns the branches of ``position`` that are connected to the ground, as bits.

    >>> standing(Graph(("ground", "a", "b", "c"), ((0, 1), (1, 2), (2, 3))), 0b101)
    1
    """
    if not position:
        return 0
    edges = [edge if position >> i & 1 else None for i, edge in enumerate(graph.edges)]
    picture = Graph(graph.vertices, tuple(edge for edge in edges if edge is not None))
    hang = reached(picture.neighbours(), graph.vertices.index("ground"))
    return sum(1 << i for i, edge in enumerate(edges) if edge is not None and edge[0] in hang)


# A winning cut, and the mirror strategy


def winning_cut(part: Part, graph: Graph, after: Graph, name: str, text: str) -> Claim:
    """Returns the claim that the cut that leaves ``after`` wins."""
    branches = sorted(_branch_names(after))
    options = _cuts(graph, (1 << len(graph.edges)) - 1)
    named_options = [sorted(_branch_names(_picked(graph, option))) for option in options]
    option = options[named_options.index(branches)]
    to = Part(part.game, str(option), text)
    return part.wins(name, to, f"apply hackenbush_wins. {COMPUTE}", _hackenbush_seconds(graph, part.text))


def _picked(graph: Graph, position: int) -> Graph:
    return Graph(graph.vertices, tuple(e for i, e in enumerate(graph.edges) if position >> i & 1))


def _branch_names(graph: Graph) -> list[tuple[str, ...]]:
    return [tuple(sorted((graph.vertices[a], graph.vertices[b]))) for a, b in graph.edges]


def by_mirror(kind: str, part: Part, state: Any, pure: bool, name: str) -> list[Claim]:
    """Returns the claims of the mirror strategy about a full board of Cram or a large graph, and none for other
    positions."""
    if kind == "cram":
        return _boards_mirror(part, state, name)
    if kind in ("node-kayles", "arc-kayles"):
        return _graphs_mirror(kind, part, state, pure, name)
    return []


def _boards_mirror(part: Part, board: Any, name: str) -> list[Claim]:
    rows, columns = board.rows, board.columns
    if board.cells != board.full or rows * columns % 2 or max(rows, columns) > MOST_SIDE:
        return []
    if rows % 2 == 0 and columns % 2 == 0:
        proof = f"apply (even_by_even {rows} {columns} {rows // 2} {columns // 2}); reflexivity."
        return _lost(part.lost(f"{name}_lost", proof), part, name)
    if min(rows, columns) == 1 or (
        rows * columns <= MOST_CELLS and board_seconds(rows * columns) < MOST_SECONDS
    ):
        return []
    i, j = (rows - 1) // 2, (columns - 1) // 2
    other = (i + 1, j) if rows % 2 == 0 else (i, j + 1)
    lemma = "even_by_odd" if rows % 2 == 0 else "odd_by_even"
    to = f"(without cell_dec [({i}, {j}); ({other[0]}, {other[1]})] {part.position})"
    words = say("a domino in the centre of {position} wins", position=part.text)
    # Compute the rest and compare it: Coq would try for minutes to unify it with another before it refuses.
    centre = f"({lemma} {rows} {columns} {i} {j} eq_refl eq_refl)"
    proof = f"refine (eq_ind _ (wins cram {part.position}) {centre} _ _). vm_compute. reflexivity."
    return _won(Claim(f"{name}_wins", f"wins cram {part.position} {to}", words, proof), part, name)


def _graphs_mirror(kind: str, part: Part, graph: Graph, pure: bool, name: str) -> list[Claim]:
    arcs = kind == "arc-kayles"
    if kayles_seconds(len(graph.vertices), pure) < QUICK and len(graph.vertices) <= MOST_CELLS:
        return []
    mirror = mirror_of(graph, arcs)
    if mirror is None:
        return []
    lemma = kind.replace("-", "_")
    pairs = "[" + "; ".join(f"({v}, {w})" for v, w in enumerate(mirror.image) if v != w) + "]"
    if mirror.move < 0:
        proof = f"apply ({lemma}_lost _ {pairs}). {COMPUTE}"
        return _lost(part.lost(f"{name}_lost", proof), part, name)
    edges = part.game.removeprefix(f"({lemma} ").removesuffix(")")
    if arcs:
        a, b = graph.edges[mirror.move]
        taken_away, hints = f"[{a}; {b}]", f"{pairs} _ {a} {b}"
        move = say(
            "taking the edge {a}-{b} of {position} wins",
            a=graph.vertices[a],
            b=graph.vertices[b],
            position=part.text,
        )
    else:
        taken_away, hints = f"({mirror.move} :: neighbours {edges} {mirror.move})", f"{pairs} _ {mirror.move}"
        move = say(
            "taking vertex {name} of {position} wins", name=graph.vertices[mirror.move], position=part.text
        )
    to = f"(without N.eq_dec {taken_away} {part.position})"
    proof = f"apply ({lemma}_wins _ {hints}). {COMPUTE}"
    return _won(Claim(f"{name}_wins", f"wins {part.game} {part.position} {to}", move, proof), part, name)


def _lost(lost: Claim, part: Part, name: str) -> list[Claim]:
    return [lost, part.value(f"{name}_value", 0, f"exact (value_of_lost _ _ {lost.name}).")]


def _won(wins: Claim, part: Part, name: str) -> list[Claim]:
    return [wins, part.won(f"{name}_won", f"exact (won_of_wins _ _ _ {wins.name}).")]
