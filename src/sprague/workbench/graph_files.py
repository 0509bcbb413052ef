"""Graphs in files, as part of a position: ``node-kayles file:g.graphml``. Only the command line reads files; it
replaces a file by its edges, as ``edges:``."""

from __future__ import annotations

import codecs
import io
import os
import re
from typing import Any

from sprague.graphs.given import graph_of
from sprague.graphs.graph import refuse_large
from sprague.graphs.notation import write_graph
from sprague.words.errors import FileError, MissingExtraError, TooLargeError
from sprague.words.messages import join, say

#: The name endings of plain lists of edges.
EDGE_LISTS = (".edges", ".edgelist")

#: The ending of a file's name -> the reader of networkx.
READERS = {
    ".graphml": "read_graphml",
    ".gml": "read_gml",
    ".gexf": "read_gexf",
    ".g6": "read_graph6",
    ".s6": "read_sparse6",
    ".adj": "read_adjlist",
    ".adjlist": "read_adjlist",
}

#: The endings of files that begin with the number of vertices.
_COUNTED = (".g6", ".s6")

_FILE = re.compile(r"file:(.*?)(?=\s*(?:@|\s\+\s|$))")


#: The word for the game on directed graphs, before a file.
_DIRECTED = re.compile(r"(loopy\s+)file:(.*?)(?=\s*(?:@|\s\+\s|$))", re.IGNORECASE)


def with_graphs(text: str) -> str:
    """Returns ``text`` with each file name replaced by the graph in the file. A name ends at ``@``, `` + `` or the
    end."""
    text = _DIRECTED.sub(lambda match: f"{match[1]}{_arrows(match[2].strip())}", text)
    return _FILE.sub(lambda match: write_graph(graph_of(_read(match[1].strip()), match[1].strip())), text)


def _arrows(name: str) -> str:
    """Returns the arrows in a file as text. Each line of the file is an arrow, two names with spaces, a comma or >
    between them; or the file is a directed graph in a format of networkx."""
    ending = os.path.splitext(name)[1].lower()
    if not os.path.isfile(name):
        raise FileError(say("there is no such file"), where=name)
    if ending in READERS:
        graph = _parsed(name, ending)
        if isinstance(graph, list) or not graph.is_directed():
            raise FileError(say("expected one directed graph"), where=name)
        isolated = [str(v) for v in graph if not graph.degree(v)]
        return "edges:" + ",".join([*(f"{a}>{b}" for a, b in graph.edges()), *isolated])
    try:
        with open(name, encoding="utf-8-sig") as file:
            rows = [re.split(r"[\s,;>]+", line.partition("#")[0].replace("->", ">").strip()) for line in file]
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(say("cannot read: {problem}", problem=str(error)[:120]), where=name) from error
    entries = [">".join(end for end in row if end) for row in rows if any(row)]
    wrong = next((i for i, row in enumerate(rows, 1) if len([end for end in row if end]) > 2), None)
    if wrong is not None:
        raise FileError(
            say("line {number}: expected two names, of an arrow, or one", number=wrong), where=name
        )
    return "edges:" + ",".join(entries)


def _content(name: str, ending: str) -> bytes:
    """Returns the bytes of a file. Raises TooLargeError for one that states too many vertices: networkx would make them
    before it reads on."""
    with open(name, "rb") as file:
        content = file.read().removeprefix(codecs.BOM_UTF8)
    if ending in _COUNTED:
        for line in content.split(b"\n"):
            head = line.removeprefix(b">>sparse6<<:").removeprefix(b">>graph6<<").removeprefix(b":")
            wide = len(head[:2]) - len(head[:2].lstrip(b"~"))
            digits = head[wide : wide + (1, 3, 6)[wide]]
            refuse_large(sum((digit - 63) << 6 * i for i, digit in enumerate(reversed(digits))), name)
    return content


def _parsed(name: str, ending: str) -> Any:
    try:
        import networkx
    except ImportError:
        raise MissingExtraError("graph", say("reading a graph file")) from None
    try:
        if ending in EDGE_LISTS:
            return _edge_list(name)
        return getattr(networkx, READERS[ending])(io.BytesIO(_content(name, ending)))
    except TooLargeError:
        raise
    except Exception as error:  # every reader raises its own errors
        problem = " ".join(str(error).split()) or type(error).__name__
        raise FileError(say("not a readable graph ({problem})", problem=problem[:120]), where=name) from error


def _read(name: str) -> Any:
    ending = os.path.splitext(name)[1].lower()
    if ending not in READERS and ending not in EDGE_LISTS:
        endings = join((*READERS, *EDGE_LISTS))
        raise FileError(say("expected a graph file, {endings}", endings=endings), where=name)
    if not os.path.isfile(name):
        raise FileError(say("there is no such file"), where=name)
    graph = _parsed(name, ending)
    if isinstance(graph, list) or graph.is_directed():
        raise FileError(say("expected one undirected graph"), where=name)
    return graph


def _edge_list(name: str) -> Any:
    """Reads a list of edges. Each line is an edge, two names with spaces or a comma between them; anything after them
    (a weight) is ignored, and a single name is a vertex. The reader of networkx would leave out lines without spaces,
    and merge repeated edges."""
    import networkx

    graph = networkx.MultiGraph()
    with open(name, encoding="utf-8-sig") as file:
        for line in file:
            ends = [end for end in re.split(r"[\s,;]+", line.partition("#")[0]) if end][:2]
            if len(ends) == 2:
                graph.add_edge(*ends)
            graph.add_nodes_from(ends)
    return graph
