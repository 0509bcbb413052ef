"""The notation of Sprouts: ``5``, or regions with their boundaries.

A state is a text: vertices one by one, ``.`` between the boundaries of a region, ``/`` between regions. ``0`` is a spot
without lines, ``1`` one with one line, ``2`` one with two lines that occurs once. Any other character names a vertex
with two lines that occurs twice. Vertices that can take no more lines are not written. This is the notation of Lemoine
and Viennot (2010), whose ``}`` and ``]`` close regions and lands: a sum of Sprague's needs its brackets in pairs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from string import ascii_letters, ascii_lowercase, ascii_uppercase

from sprague.numbers.integers import parse
from sprague.words.digits import shown
from sprague.words.errors import TooLargeError, expected
from sprague.words.messages import say

#: A boundary is its vertices, a region its boundaries, a position its regions.
Boundary = tuple[str, ...]
Region = tuple[Boundary, ...]
Regions = tuple[Region, ...]

#: Lives of spots by the lines that they have. A named vertex has one.
LIVES = {"0": 3, "1": 2, "2": 1}

#: Positions of more lives, or of more regions, are refused: those of 50 spots, whose options no machine lists.
MOST_LIVES = 150

#: Names beyond the 52 letters are written in parentheses, and are characters from this one on.
_BEYOND = 0x100

_VERTEX = re.compile(r"[012A-Za-z]|\((\d{1,4})\)")
_NUMBER = re.compile(r"[0-9]+([eE^][0-9]+)?")
_REPEATED = re.compile(r"(.*)\*(\d{1,4})")


def regions_of(state: str) -> Regions:
    """Returns the regions of a state, each with its boundaries.

    >>> regions_of("0.AB/AB")
    ((('0',), ('A', 'B')), (('A', 'B'),))
    """
    if not state:
        return ()
    return tuple(
        tuple(tuple(boundary) for boundary in region.split(".") if boundary) for region in state.split("/")
    )


def state_of(regions: Regions) -> str:
    """Returns the state with these regions; inverse of :func:`regions_of`."""
    return "/".join(".".join("".join(boundary) for boundary in region) for region in regions)


def lives(state: str) -> int:
    """Returns how many lines the living vertices of a state can take together; each line takes two, and its new vertex
    has one.

    >>> lives("0.0"), lives("0.AB/AB")
    (6, 5)
    """
    spots = sum(LIVES[spot] * state.count(spot) for spot in LIVES)
    return spots + len(set(state) - {*LIVES, ".", "/"})


def is_named(vertex: str) -> bool:
    """Returns whether a vertex occurs twice."""
    return vertex not in LIVES


def write_state(state: str) -> str:
    """Returns a state as users write it.

    >>> write_state("0.0.0"), write_state("1"), write_state("0.AB/AB"), write_state("")
    ('3', '1.', '0.AB/AB', '0')
    """
    spots = state.split(".") if state else []
    if all(spot == "0" for spot in spots):
        return str(len(spots))
    text = "".join(mark if mark < chr(_BEYOND) else f"({ord(mark) - _BEYOND})" for mark in state)
    return text if "." in text or "/" in text or not text.isdigit() else f"{text}."


def read_state(text: str, where: str) -> str:
    """Returns the state that ``text`` stands for, in this notation or that of Lemoine and Viennot.

    Raises NotationError if the text is not a position, TooLargeError for more than :data:`MOST_LIVES` lives.

    >>> read_state("2", ""), read_state("'0*2.AB.}AB.}]!'", ""), read_state("1.", "")
    ('0.0', '0.0.AB/AB', '1')
    """
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1].strip()
    text = "".join(text.split())
    if _NUMBER.fullmatch(text):
        spots = parse(text, where)
        if 3 * spots > MOST_LIVES:
            raise _too_large(where)
        return ".".join("0" * spots)
    text = text.removesuffix("!").replace("]", "").replace("}", "/").removesuffix("/")
    if not text:
        raise expected(say("spots such as 5, or regions such as 0.0.AB/AB"), "", where)
    regions = tuple(tuple(_boundaries(part, where)) for part in text.split("/"))
    state = state_of(regions)
    if lives(state) > MOST_LIVES or len(regions) > MOST_LIVES:
        raise _too_large(where)
    _check_names(regions, where)
    _check_regions(regions, where)
    return state


def _too_large(where: str) -> TooLargeError:
    return TooLargeError(
        say("expected at most {spots} spots, or {lives} lives", spots=MOST_LIVES // 3, lives=MOST_LIVES),
        where=where,
    )


def _boundaries(region: str, where: str) -> Iterator[Boundary]:
    """Yields the boundaries of a region; ``0*3`` is three boundaries ``0``."""
    for part in region.removesuffix(".").split("."):
        repeated = _REPEATED.fullmatch(part)
        boundary = _vertices(repeated[1] if repeated else part, where)
        if "0" in boundary and len(boundary) > 1:
            raise expected(say("a spot without lines, 0, alone"), part, where)
        times = int(repeated[2]) if repeated else 1
        if repeated and (times < 1 or any(map(is_named, boundary))):
            raise expected(say("a boundary of 0, 1, 2 before *, and a number behind it"), part, where)
        if times * len(boundary) > MOST_LIVES:
            raise _too_large(where)
        yield from (boundary,) * times


def _vertices(part: str, where: str) -> Boundary:
    vertices, place = [], 0
    while place < len(part):
        match = _VERTEX.match(part, place)
        if match is None:
            raise expected(say("vertices 0, 1, 2 and letters"), part[place : place + 20], where)
        vertices.append(match[0] if match[1] is None else chr(_BEYOND + int(match[1])))
        place = match.end()
    if not vertices:
        raise expected(say("a boundary, such as 0 or AB"), part, where)
    return tuple(vertices)


def _check_names(regions: Regions, where: str) -> None:
    """Raises NotationError unless each name occurs twice, in one boundary or in two regions, and the names of a
    boundary do not cross, since lines do not."""
    places: dict[str, list[tuple[int, int]]] = {}
    for number, region in enumerate(regions):
        for inside, boundary in enumerate(region):
            for vertex in filter(is_named, boundary):
                places.setdefault(vertex, []).append((number, inside))
    for vertex, occurrences in places.items():
        if len(occurrences) != 2:
            raise expected(
                say("each letter twice"), say("{name} {n} times", name=vertex, n=len(occurrences)), where
            )
        (first, inside), (second, inside_second) = occurrences
        if first == second and inside != inside_second:
            raise expected(
                say("a letter twice in one boundary, or once in each of two regions"), vertex, where
            )
    for region in regions:
        for walk in region:
            twice = Counter(walk)
            open_names: list[str] = []
            for vertex in walk:
                if not is_named(vertex) or twice[vertex] < 2:
                    continue
                if open_names and open_names[-1] == vertex:
                    open_names.pop()
                elif vertex in open_names:
                    raise expected(
                        say("vertices in an order in which lines do not cross"), shown("".join(walk)), where
                    )
                else:
                    open_names.append(vertex)


def _check_regions(regions: Regions, where: str) -> None:
    """Raises NotationError if connected boundaries and the regions close a ring, as in ``AB.CD/AC/BD``. On paper a
    region sees connected lines as one boundary."""
    above: dict[str, str] = {}

    def root(each: str) -> str:
        while each in above:
            each = above[each]
        return each

    named = [[[v for v in walk if is_named(v)] for walk in region] for region in regions]
    for names in (names for inside in named for names in inside if names):
        for vertex in names:
            if root(vertex) != root(names[0]):
                above[root(vertex)] = root(names[0])
    for number, inside in enumerate(named):
        own = f"region {number}"
        for names in filter(None, inside):
            if root(names[0]) == root(own):
                boundary = "".join(names)
                raise expected(
                    say("boundaries that hang together in one region only, as on paper"), boundary, where
                )
            above[root(names[0])] = root(own)


def named_anew(regions: Regions) -> str:
    """Returns the state with these regions. It names the vertices in the order in which they first occur, by a small
    letter if both places are in one boundary.

    >>> named_anew(((("0",), ("x", "2", "x")), (("y",),), (("y", "0"),)))
    '0.a2a/A/A0'
    """
    names: dict[str, str] = {}
    small, large, beyond = iter(ascii_lowercase), iter(ascii_uppercase), count(_BEYOND)

    def name(vertex: str, walk: Boundary) -> str:
        if vertex in LIVES:
            return vertex
        if vertex not in names:
            letters = small if walk.count(vertex) == 2 else large
            names[vertex] = next(letters, "") or chr(next(beyond))
        return names[vertex]

    return state_of(tuple(tuple(tuple(name(v, walk) for v in walk) for walk in region) for region in regions))


def labels(state: str) -> list[str]:
    """Returns the names of the spots of a state, place by place: numbers for spots that occur once, and letters for the
    others.

    >>> labels("0.2AB/AB")
    ['1', '2', 'A', 'B', 'A', 'B']
    """
    names, spots = [], 0
    for walk in _walks(named_anew(regions_of(state))):
        for vertex in walk:
            spots += not is_named(vertex)
            names.append(vertex if is_named(vertex) else str(spots))
    return names


def _walks(state: str) -> list[tuple[str, ...]]:
    """Returns all boundaries, region after region."""
    return [walk for region in regions_of(state) for walk in region]


#: What the kernel calls the vertices that are met twice: bytes from A on, without the mark between lands.
KERNEL_NAMES = "".join(chr(code) for code in range(ord("A"), 256) if chr(code) != "|")

_TO_LETTERS = set(ascii_letters)


def for_kernel(state: str) -> bytes:
    """Returns a state in the alphabet of ``native/sprouts.c``."""
    if state.isascii() and _TO_LETTERS.issuperset(
        state.translate({46: None, 47: None, 48: None, 49: None, 50: None})
    ):
        return state.encode("latin-1")
    names: dict[str, str] = {}
    marks = []
    for mark in state:
        plain = mark in LIVES or mark in "./"
        marks.append(mark if plain else names.setdefault(mark, KERNEL_NAMES[len(names)]))
    return "".join(marks).encode("latin-1")


def from_kernel(land: bytes) -> str:
    """Returns a form of the kernel as a state."""
    return named_anew(regions_of(land.decode("latin-1")))
