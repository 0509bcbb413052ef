"""The checker of proofs about Sprouts: plain code that needs only the standard library.

It reads positions and draws lines by itself, and shares no line with the program that writes the proofs. A position is
a list of regions, a region is a list of boundaries, and a boundary lists the spots on the way around it. A digit 0, 1
or 2 is a spot with this number of lines that occurs once. A name is a spot with two lines that occurs twice. Dead spots
are left out.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, count, product
from typing import Any

Walk = tuple[str, ...]
Region = tuple[Walk, ...]
Paper = tuple[Region, ...]

_FIELDS = {"format", "position", "value", "lands", "digest"}
_POSITION = re.compile(r"sprouts (\S+)", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]?", re.ASCII)
_SPOT = re.compile(r"[012A-Za-z]|\((?:0|[1-9][0-9]{0,3})\)", re.ASCII)
_LIVES = {"0": 3, "1": 2, "2": 1}

#: Longer texts and larger numbers are refused. No land of so short a text has more places or a larger value.
_LONGEST, _LARGEST, _MOST_SPOTS, _MOST_WAYS = 1000, 1000, 50, 20


class Flaw(Exception):
    """The flaw of a proof."""


def seconds(proof: Any) -> float:
    """Estimates the seconds of a check, within a factor of ten. Raises Flaw for a proof that cannot be read."""
    return sum(8e-7 * _weight(text) ** 3 for text in _texts(proof))


def room(proof: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a proof that cannot be read."""
    return sum(4000 + 200 * _weight(text) for text in _texts(proof))


def cost(proof: Any) -> str:
    """Says in words what a check of this proof will cost. Raises Flaw for a proof that cannot be read."""
    lands = len(_texts(proof))
    return f"draws all lines in up to {lands} lands again, in plain Python; about {max(1, round(seconds(proof)))} s"


def _texts(proof: Any) -> list[str]:
    entries = proof.get("lands") if isinstance(proof, dict) else None
    if not isinstance(entries, list):
        raise Flaw("expected a list of lands")
    texts: list[Any] = [entry[0] if isinstance(entry, list) and entry else None for entry in entries]
    if not all(isinstance(text, str) and len(text) <= _LONGEST for text in texts):
        raise Flaw(f"expected lands as texts of at most {_LONGEST} characters")
    return texts


def _weight(text: str) -> int:
    """Estimates the number of places at which a line can begin."""
    return 3 * int(text) if _NUMBER.fullmatch(text) else len(text)


def check_sprouts(proof: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of lines that were drawn again. Raises Flaw, with the reason, for a file that proves
    nothing.

    An entry is a land, its value (or null), and moves to some values. The value v of a land holds if there is a move to
    each smaller value, and no move leaves v. A land has not the value u if a move leaves u, or if it has another value.
    A line leaves fewer lives than there were, so that no claim rests on itself.
    """
    if not isinstance(proof, dict) or proof.get("format") != "sprague-sprouts/1":
        raise Flaw("expected a proof of format sprague-sprouts/1")
    if set(proof) != _FIELDS:
        wrong = ", ".join(sorted(map(str, set(proof) ^ _FIELDS)))
        raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS))}; wrong are {wrong}")
    if proof["digest"] != digest(proof):
        raise Flaw("the digest does not fit: the file was altered")
    _texts(proof)
    claims = _Claims()
    papers = []
    for number, entry in enumerate(proof["lands"]):
        tick()
        try:
            papers.append(claims.add(*_entry(entry)))
        except Flaw as flaw:
            raise Flaw(f"land {number}: {flaw}") from None
    drawn = 0
    for number, paper in enumerate(papers):
        try:
            _, value, moves = proof["lands"][number]
            drawn += _check_land(claims, paper, value, moves, tick)
        except Flaw as flaw:
            raise Flaw(f"land {number}: {flaw}") from None
    named = _POSITION.fullmatch(proof["position"]) if isinstance(proof["position"], str) else None
    if named is None:
        raise Flaw("position: expected sprouts and a position")
    if claims.value(lands(read(named[1]))) != _whole(proof["value"]):
        raise Flaw("the values of the lands do not add up to the value claimed")
    return drawn


def _entry(entry: Any) -> tuple[Paper, int | None, list[int]]:
    """Returns what an entry claims: a land, its value, and the values that its moves show it not to have."""
    if len(entry) != 3 or not isinstance(entry[2], list):
        raise Flaw("expected its text, its value or null, and a list of moves")
    for move in entry[2]:
        if not (isinstance(move, list) and len(move) == 4 and isinstance(move[3], list)):
            raise Flaw("expected moves as a value, two places, and the boundaries inside")
        for whole in (*move[:3], *move[3]):
            _whole(whole)
    value = None if entry[1] is None else _whole(entry[1])
    return read(entry[0]), value, [move[0] for move in entry[2]]


class _Claims:
    """What the entries say of lands, by their forms."""

    def __init__(self) -> None:
        self.values: dict[Paper, int] = {}
        self.others: dict[Paper, set[int]] = {}

    def add(self, paper: Paper, value: int | None, others: list[int]) -> Paper:
        forms = lands(paper)
        if len(forms) != 1:
            raise Flaw("expected lands that hang together, with a move")
        if value is not None:
            self.values[forms[0]] = value
        self.others.setdefault(forms[0], set()).update(others)
        return paper

    def value(self, forms: list[Paper]) -> int:
        total = 0
        for form in forms:
            if form not in self.values:
                raise Flaw("a line leaves a land whose value is not claimed")
            total ^= self.values.get(form, 0)
        return total

    def differs(self, forms: list[Paper], value: int) -> bool:
        """Returns whether the claims say that a sum of lands has not this value."""
        open_lands = [form for form in forms if form not in self.values]
        value ^= self.value([form for form in forms if form in self.values])
        if not open_lands:
            return value != 0
        return len(open_lands) == 1 and value in self.others.get(open_lands[0], ())


def _check_land(
    claims: _Claims, paper: Paper, value: int | None, moves: list[Any], tick: Callable[[], None]
) -> int:
    for target, one, other, inside in moves:
        tick()
        if claims.value(lands(draw(paper, one, other, inside))) != target:
            raise Flaw(f"the line to *{target} leaves another value")
    if value is None:
        return len(moves)
    missing = set(range(value)) - {move[0] for move in moves}
    if missing:
        raise Flaw(f"expected a line to each of the {value} smaller values, none leads to *{min(missing)}")
    drawn = len(moves)
    for option in all_lines(paper):
        tick()
        drawn += 1
        if not claims.differs(lands(option), value):
            raise Flaw(f"nothing shows that each line leaves another value than {value}")
    return drawn


def _whole(number: Any) -> int:
    if type(number) is not int or not 0 <= number <= _LARGEST:
        raise Flaw(f"expected a whole number from 0 to {_LARGEST}")
    return number


def digest(proof: dict[str, Any]) -> str:
    """Returns the SHA-256 of a proof without its digest, as compact JSON with sorted keys. It reveals accidents."""
    content = {key: value for key, value in proof.items() if key != "digest"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read(text: str) -> Paper:
    """Returns the position that a text stands for: a number of spots, or regions with / between them, and boundaries
    with . between them.

    >>> read("2"), read("0.AB/AB")
    (((('0',), ('0',)),), ((('0',), ('A', 'B')), (('A', 'B'),)))
    """
    if text.isdigit():
        if not _NUMBER.fullmatch(text) or int(text) > _MOST_SPOTS:
            raise Flaw(f"expected at most {_MOST_SPOTS} spots")
        return ((("0",),) * int(text),)
    single = text[:-1] if text.endswith(".") else text
    walks = [region.split(".") for region in single.split("/")]
    if len(text) > _LONGEST or any(not walk or _SPOT.sub("", walk) for region in walks for walk in region):
        raise Flaw("expected boundaries of the spots 0, 1, 2 and names")
    paper = tuple(tuple(tuple(_SPOT.findall(walk)) for walk in region) for region in walks)
    if any("0" in walk and len(walk) > 1 for region in paper for walk in region):
        raise Flaw("expected a spot without lines alone")
    _check_names(paper)
    return paper


def _check_names(paper: Paper) -> None:
    """Refuses what nobody can draw."""
    places: dict[str, list[tuple[int, int]]] = {}
    home: dict[Any, Any] = {}

    def root(each: Any) -> Any:
        while home.get(each, each) != each:
            each = home[each]
        return each

    for number, region in enumerate(paper):
        for inner, walk in enumerate(region):
            around: list[str] = []
            for spot in walk:
                if spot not in _LIVES:
                    places.setdefault(spot, []).append((number, inner))
                if walk.count(spot) == 2 and spot not in _LIVES:
                    if around[-1:] == [spot]:
                        around.pop()
                    elif spot in around:
                        raise Flaw("expected names of a boundary in an order in which lines do not cross")
                    else:
                        around.append(spot)
            # The pieces of drawing that hang together are a tree with the regions: each borders on a region once.
            for spot in set(walk) - set(_LIVES):
                home[root(spot)] = root((number, inner))
    for occurrences in places.values():
        if len(occurrences) != 2 or (
            occurrences[0] != occurrences[1] and occurrences[0][0] == occurrences[1][0]
        ):
            raise Flaw("expected each name twice in one boundary, or once in each of two regions")
    for number, region in enumerate(paper):
        for inner, walk in enumerate(region):
            if set(walk) - set(_LIVES):
                if root((number, inner)) == root(number):
                    raise Flaw("expected boundaries that hang together in one region only")
                home[root((number, inner))] = root(number)


def _lives(region: Region) -> int:
    return sum(_LIVES.get(spot, 0) for walk in region for spot in walk) + len(_names([region]))


def _names(paper: Any) -> set[str]:
    return {spot for region in paper for walk in region for spot in walk} - set(_LIVES)


# Lines


def draw(paper: Paper, one: int, other: int, inside: list[int]) -> Paper:
    """Returns what a line from one place to another leaves. If it divides a region, the boundaries ``inside`` (by
    number) lie on the side that is met from ``one`` on."""
    places = [
        (number, inner, place)
        for number, region in enumerate(paper)
        for inner, walk in enumerate(region)
        for place in range(len(walk))
    ]
    if not (one <= other < len(places)) or places[one][0] != places[other][0]:
        raise Flaw("a line joins two places of one region, in order")
    number, a, i = places[one]
    _, b, j = places[other]
    region = paper[number]
    first = sum(map(len, paper[:number]))
    if a != b:
        if inside:
            raise Flaw("a line between two boundaries does not divide a region")
        rest = [walk for inner, walk in enumerate(region) if inner not in (a, b)]
        return _after_join(paper, number, region[a], i, region[b], j, rest)
    within = {inner - first for inner in inside}
    if len(within) != len(inside) or not within <= set(range(len(region))) - {a}:
        raise Flaw("inside are other boundaries of the region, each once")
    x, y = region[a][i], region[a][j]
    if (i == j and x not in "01") or (i < j and x == y and x not in _LIVES):
        raise Flaw("a spot has at most three lines")
    sides: tuple[list[Walk], list[Walk]] = ([], [])
    for inner, walk in enumerate(region):
        if inner != a:
            sides[inner not in within].append(walk)
    return _after_division(paper, number, region[a], i, j, *sides)


def all_lines(paper: Paper) -> Iterator[Paper]:
    """Yields what every possible line leaves. Lines that differ only by equal boundaries come once."""
    for number, region in enumerate(paper):
        joined: set[Any] = set()
        for a, walk in enumerate(region):
            for b in range(a + 1, len(region)):
                rest = [each for inner, each in enumerate(region) if inner not in (a, b)]
                for i, j in product(range(len(walk)), range(len(region[b]))):
                    line = frozenset(((walk, i), (region[b], j))), walk == region[b]
                    if line not in joined:
                        joined.add(line)
                        yield _after_join(paper, number, walk, i, region[b], j, rest)
        for walk in set(region):
            others = Counter(region) - Counter([walk])
            for i in range(len(walk)):
                for j in range(i, len(walk)):
                    if (i == j and walk[i] in "01") or (i < j and (walk[i] != walk[j] or walk[i] in _LIVES)):
                        for within in _shares(others):
                            sides = list(within.elements()), list((others - within).elements())
                            yield _after_division(paper, number, walk, i, j, *sides)


def _shares(others: Counter[Walk]) -> Iterator[Counter[Walk]]:
    kinds = list(others)
    for numbers in product(*(range(others[kind] + 1) for kind in kinds)):
        yield Counter(dict(zip(kinds, numbers, strict=True)))


def _ends(spot: str, name: str) -> tuple[Walk, Walk]:
    """Returns how a spot occurs before and behind the end of a new line: a spot without lines becomes a leaf, which is
    met once, one with one line is met on both sides, and one with two lines is dead."""
    return {"0": (("1",), ()), "1": ((name,), (name,))}.get(spot, ((), ()))


def _fresh(paper: Paper) -> tuple[str, str, str]:
    used = _names(paper)
    free = (name for name in (f"({n})" for n in count()) if name not in used)
    return next(free), next(free), next(free)


def _after_join(
    paper: Paper, number: int, walk: Walk, i: int, other: Walk, j: int, rest: list[Walk]
) -> Paper:
    """Returns the position after a line that joins two boundaries: their walk goes around the first, along the line,
    around the other, and back along the line."""
    x_name, y_name, z = _fresh(paper)
    x, x_behind = _ends(walk[i], x_name)
    y, y_behind = _ends(other[j], y_name)
    around, around_other = walk[i + 1 :] + walk[:i], other[j + 1 :] + other[:j]
    joined = (*x, z, *y, *around_other, *y_behind, z, *x_behind, *around)
    return _without(paper, number, {walk[i], other[j]}, ((joined, *rest),))


def _after_division(
    paper: Paper, number: int, walk: Walk, i: int, j: int, within: list[Walk], without: list[Walk]
) -> Paper:
    """Returns the position after a line within a boundary, which closes a way around each side. A spot joined to
    itself takes both ends."""
    x_name, y_name, z = _fresh(paper)
    if i == j:
        spot: Walk = (x_name,) if walk[i] == "0" else ()
        sides = ((*spot, z), (*spot, z, *walk[i + 1 :], *walk[:i]))
    else:
        x, x_behind = _ends(walk[i], x_name)
        y, y_behind = _ends(walk[j], y_name)
        sides = (
            (*x, *walk[i + 1 : j], *y, z),
            (*y_behind, *walk[j + 1 :], *walk[:i], *x_behind, z),
        )
    return _without(paper, number, {walk[i], walk[j]}, ((sides[0], *within), (sides[1], *without)))


def _without(paper: Paper, number: int, ends: set[str], regions: Paper) -> Paper:
    """Returns the position with new regions for one of its own. A named spot at an end of the line is dead
    everywhere."""
    dead = ends - set(_LIVES)
    after = (*paper[:number], *paper[number + 1 :], *regions)
    if not dead:
        return after
    return tuple(tuple(tuple(s for s in walk if s not in dead) for walk in region) for region in after)


# Forms


def lands(paper: Paper) -> list[Paper]:
    """Returns the forms of the parts that share no spot, without those where no line can be drawn. Equal forms are
    equal games.

    >>> lands(read("2/22A/2A")), lands(read("2."))
    ([((('000',), ('2',)), (('000',), ('2',), ('2',)))], [])
    """
    paper = _simple(_alive(paper))
    groups: list[tuple[set[str], list[Region]]] = []
    for region in paper:
        names, regions = _names([region]), [region]
        apart = []
        for group in groups:
            if group[0] & names:
                names |= group[0]
                regions += group[1]
            else:
                apart.append(group)
        groups = [*apart, (names, regions)]
    return [_form(regions, dict.fromkeys(names, 0), [_MOST_WAYS]) for names, regions in groups]


def _alive(paper: Paper) -> Paper:
    """Leaves out regions with fewer than two lives: no line can be drawn there."""
    regions = [tuple(filter(None, region)) for region in paper if _lives(region) > 1]
    occurrences = Counter(spot for region in regions for walk in region for spot in walk)
    return tuple(
        tuple(tuple("2" if occurrences[s] == 1 and s not in _LIVES else s for s in walk) for walk in region)
        for region in regions
    )


def _simple(paper: Paper) -> Paper:
    """Forgets what no line can tell.

    A spot that is met at two places side by side can as well be met once. In a region of two or three lives any two can
    be joined; then what is left of them can be joined with the new spot, which is met from both sides, and no more. So
    only the number of the lives matters there, and with which regions they are shared.
    """
    regions = []
    for region in paper:
        if _lives(region) > 3:
            regions.append(tuple(map(_once, region)))
            continue
        occurrences = Counter(chain(*region))
        shared = [spot for spot in occurrences if spot not in _LIVES and occurrences[spot] == 1]
        regions.append(tuple((spot,) for spot in [*"2" * (_lives(region) - len(shared)), *shared]))
    return tuple(regions)


def _once(walk: Walk) -> Walk:
    spots: list[str] = []
    for place, spot in enumerate(walk):
        before, behind = walk[place - 1], walk[(place + 1) % len(walk)]
        if spot in _LIVES or len(walk) == 1 or spot not in (before, behind):
            spots.append(spot)
        elif spot == behind and not (len(walk) == 2 and place):
            spots.append("2")
    return tuple(spots)


def _form(regions: list[Region], rank: dict[str, int], ties_left: list[int]) -> Paper:
    """Returns regions with their spots named anew, by their ranks.

    A spot is ranked by what is around it, again and again. Where that does not tell some apart, each of them is taken
    for the first one in turn, and the least form counts. ``ties_left[0]`` is how often that may still happen. After
    that only one of them is taken: if they do look alike, the form is the same.
    """
    ties_left[0] -= 1
    while True:
        # A region looks the same in a mirror: it is read both ways.
        ways = [(_turned(region, rank, 1), _turned(region, rank, -1)) for region in regions]
        around: dict[str, list[Any]] = {name: [] for name in rank}
        for region, (onward, back) in zip(regions, ways, strict=True):
            for walk in region:
                marks = _marks(walk, rank)
                for place, spot in enumerate(walk):
                    if spot in rank:
                        onwards = marks[place:] + marks[:place]
                        around[spot].append(min((onwards, onward), ((onwards[0], *onwards[:0:-1]), back)))
        keys = {name: (place, sorted(around[name])) for name, place in rank.items()}
        order = sorted(keys.values())
        finer = {name: order.index(key) for name, key in keys.items()}
        sizes = Counter(finer.values())
        if len(sizes) == len(rank):
            return tuple(sorted(min(_turned(r, finer, 1), _turned(r, finer, -1)) for r in regions))
        if len(sizes) == len(set(rank.values())):
            tied = min(place for place, size in sizes.items() if size > 1)
            firsts = [name for name in rank if finer[name] == tied]
            forms: list[Paper] = []
            for one in firsts:
                if not forms or ties_left[0] > 0:
                    forms.append(
                        _form(regions, finer | dict.fromkeys(firsts, tied + 1) | {one: tied}, ties_left)
                    )
            return min(forms)
        rank = finer


def _marks(walk: Walk, rank: dict[str, int]) -> Walk:
    return tuple(f"{rank[spot]:03d}" if spot in rank else spot for spot in walk)


def _turned(region: Region, rank: dict[str, int], step: int) -> Region:
    """Returns a region in order: each boundary from its least place, all forwards or all backwards."""
    walks = [_marks(walk, rank)[::step] for walk in region]
    return tuple(sorted(min(walk[n:] + walk[:n] for n in range(len(walk))) for walk in walks))
