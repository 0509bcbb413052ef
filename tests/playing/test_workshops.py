"""What the workshops compute: mirrors, tested guesses, pairings, twigs; against the rules and the plain definition."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.graphs.hackenbush_twigs import fused, put_together, twigs
from sprague.graphs.notation import read_graph, write_graph
from sprague.playing.ladders import LADDERS
from sprague.playing.mirrors import mirrors
from sprague.playing.partners import keeps
from sprague.playing.trials import judged, trials_of
from sprague.playing.twigs import together, twigs_of
from sprague.words.errors import MoveError, RangeError, TooLargeError
from sprague.workbench.registry import ruleset_of

GAMES = [ladder.game for ladder in LADDERS if ruleset_of(ladder.game).lesson.guesses]


#: The traps among bars with infinite rows, where no plain definition comes to an end. Two rows: Huddleston and Shurman
#: 2002. Bars w+1, w, 2 by hand: from what any bite leaves, another one leads to 2xw, to 2,2,1 or to a finite trap.
INFINITE_TRAPS = {
    f"ordinal-chomp {bar}" for bar in ("2xw", "3,2", "4,3", "3,1,1", "2,2,1", "4,2,2", "(w+1),w,2")
}

#: Games whose positions may come back: there the definition goes backwards from the end.
CYCLES = ("northcott", "poker-nim")


@cache
def lost(text: str) -> bool:
    """Whether whoever is to move loses, by the definition."""
    if text.startswith(CYCLES):
        return backwards(text) == "lost"
    return not any(lost(option.text) for option in sg.parse(text).options())


def backwards(text: str) -> str:
    """The outcome in a game with cycles: lost where all moves lead to won positions, won where some leads to a lost
    one, and nothing else."""
    moves: dict[str, list[str]] = {}
    waiting = [text]
    while waiting:
        here = waiting.pop()
        if here not in moves:
            moves[here] = [option.text for option in sg.parse(here).options()]
            waiting += moves[here]
    known: dict[str, str] = {}
    while len(known) < len(moves):
        found = {
            here: "won" if "lost" in ends else "lost"
            for here, after in moves.items()
            if here not in known
            for ends in [[known.get(each) for each in after]]
            if "lost" in ends or set(ends) <= {"won"}
        }
        if not found:
            break
        known |= found
    return known.get(text, "drawn")


def dominoes(rows: int, columns: int) -> list[frozenset[tuple[int, int]]]:
    across = [frozenset({(r, c), (r, c + 1)}) for r in range(rows) for c in range(columns - 1)]
    return across + [frozenset({(r, c), (r + 1, c)}) for r in range(rows - 1) for c in range(columns)]


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 3), (2, 4), (3, 4), (4, 4), (4, 5)])
def test_partners_of_dominoes(rows, columns):
    """Against the images of squares: a partner keeps clear when it shares no square with the domino."""
    images = {
        "Half turn": lambda r, c: (rows - 1 - r, columns - 1 - c),
        "Left and right": lambda r, c: (r, columns - 1 - c),
        "Top and bottom": lambda r, c: (rows - 1 - r, c),
        **({"Across the diagonal": lambda r, c: (c, r)} if rows == columns else {}),
    }
    found = mirrors(sg.parse(f"cram {rows}x{columns}"))
    assert [str(mirror.words) for mirror in found] == list(images)
    for mirror in found:
        image = images[str(mirror.words)]
        wanted = {
            domino: (twin := frozenset(image(*cell) for cell in domino), not twin & domino)
            for domino in dominoes(rows, columns)
        }
        read = {
            frozenset(cell_of(name) for name in pair.way.marks): (
                frozenset(cell_of(name) for name in pair.partner.marks),
                pair.clear,
            )
            for pair in mirror.pairs
        }
        assert read == wanted


def cell_of(name: str) -> tuple[int, int]:
    row, column = name.removeprefix("r").split("c")
    return int(row), int(column)


@pytest.mark.parametrize("n", range(3, 9))
def test_partners_on_rings(n):
    """A half turn of an even ring: in Node Kayles the vertex across stands, unless the ring is one of four or less."""
    found = {str(mirror.words): mirror for mirror in mirrors(sg.parse(f"node-kayles cycle:{n}"))}
    assert ("Half turn" in found) == (n % 2 == 0)
    for mirror in found.values():
        for pair in mirror.pairs:
            place, twin = int(pair.way.at[1:]), int(pair.partner.at[1:])
            assert pair.clear == ((place - twin) % n not in (0, 1, n - 1))


def test_a_board_without_a_mirror_and_one_that_is_too_large():
    assert mirrors(sg.parse("cram ...#/..##/....")) == []
    with pytest.raises(TooLargeError, match="at most 60 moves"):
        mirrors(sg.parse("cram 7x7"))


@pytest.mark.parametrize("game", GAMES)
def test_guesses_are_tested_on_small_positions(game):
    """Every answer, against the definition; and every guess but few breaks on some position one way or the other."""
    ruleset = ruleset_of(game)
    shelves, guesses = trials_of(ruleset)
    positions = [position for shelf in shelves for position in shelf]
    assert 9 <= len(positions) <= 40
    assert all(position.moves().first(1) for position in positions)
    traps = [
        position.text in INFINITE_TRAPS if game == "ordinal-chomp" else lost(position.text)
        for position in positions
    ]
    assert 0 < sum(traps) < len(traps)
    for number, guess in enumerate(guesses):
        holds = [guess.holds(tuple(part.state for part in position.components)) for position in positions]
        assert any(holds) and not all(holds), guess
        for trap in (True, False):
            for exactly in (True, False):
                found = judged(ruleset, number, trap, exactly)
                wanted = [
                    (is_trap == (trap == true)) if true or exactly else None
                    for is_trap, true in zip(traps, holds, strict=True)
                ]
                assert found.right == wanted
                first = wanted.index(False) if False in wanted else None
                assert found.broken == (None if first is None else traps[first])


def test_there_is_no_such_guess():
    with pytest.raises(RangeError, match="one of the 5 guesses"):
        judged(ruleset_of("cram"), 5, True, False)


@pytest.mark.parametrize(
    "text", ["path:5@1", "path:5@2", "cycle:6@1", "grid:2x3@r1c2", "grid:3x3@r1c1", "grid:3x3@r1c2"]
)
def test_a_pairing_that_pairs_as_many_as_can_be_wins(text):
    """With a maximum matching the rule wins (Fraenkel, Scheinerman, Ullman 1993), for whoever it is made for."""
    import networkx as nx

    position = sg.parse(f"geography {text}")
    graph, token = position.components[0].state
    net = nx.Graph(graph.edges)
    pairs = {tuple(sorted(pair)) for pair in nx.max_weight_matching(net, maxcardinality=True)}
    if lost(position.text):  # then some maximum matching leaves the place of the token free
        rest = net.copy()
        rest.remove_node(token)
        pairs = {tuple(sorted(pair)) for pair in nx.max_weight_matching(rest, maxcardinality=True)}
    found = keeps(position, [(f"v{a}", f"v{b}") for a, b in pairs])
    assert found.holds and found.walk == []
    assert found.first != lost(position.text)


def test_a_walk_leads_to_where_the_rule_breaks():
    found = keeps(sg.parse("geography grid:3x3@r1c2"), [("v1", "v2")])
    assert (found.first, found.holds) == (True, False)
    for before, after in zip(found.walk, found.walk[1:], strict=False):
        assert after.text in {option.text for option in before.options()}
    for pairs in ([("v0", "v0")], [("v0", "v1"), ("v1", "v2")]):
        with pytest.raises(MoveError, match="one pair at most"):
            keeps(sg.parse("geography grid:3x3@r1c2"), pairs)


@pytest.mark.parametrize("text", ["misere geography path:3@1", "geography path:3@1 + *2"])
def test_whoever_always_has_a_move_wins_one_component_in_normal_play(text):
    with pytest.raises(MoveError, match="one component in normal play"):
        keeps(sg.parse(text), [("v1", "v2")])


def test_a_move_that_touches_no_place_has_no_partner():
    found = keeps(sg.parse("options {0,2,{1}}"), [])
    assert (found.first, found.holds) == (False, False)


@st.composite
def bushes(draw) -> str:
    """Trees with a root in the ground."""
    size = draw(st.integers(2, 7))
    names = ["ground", *(f"n{i}" for i in range(size))]
    edges = [f"{names[draw(st.integers(0, i))]}-{names[i + 1]}" for i in range(size)]
    return "edges:" + ",".join(edges)


@settings(max_examples=40, deadline=None)
@given(bushes(), st.data())
def test_twigs_become_one_by_the_colon_principle(text, data):
    """Same exactly where the length is the nim-sum of both, as the definition says of old and new side by side."""
    graph = read_graph(text, "")
    found = twigs(graph)
    for fork, edges in found:
        assert fork in graph.edges[edges[0]]
    pairs = [(a, b) for a in found for b in found if a < b and a[0] == b[0]]
    if not pairs:
        return
    (_, one), (_, other) = data.draw(st.sampled_from(pairs))
    length = data.draw(st.integers(0, len(one) + len(other)))
    position = sg.parse(f"hackenbush {text}")
    changed = together(position, f"e{one[0]}", f"e{other[0]}", length)
    assert changed.same == (length == len(one) ^ len(other))
    if len(graph.edges) + length < 9:
        new = changed.position.text
        assert changed.same == lost(f"hackenbush {text} + {new}")


@pytest.mark.parametrize(
    ("one", "other", "same"), [("v2", "v3", True), ("v1", "v2", True), ("v1", "v4", False)]
)
def test_forks_of_a_ring_may_be_one(one, other, same):
    position = sg.parse("hackenbush edges:ground-a,a-b,a-c,b-c,ground-d")
    changed = together(position, one, other, None)
    assert changed.same is same
    assert lost(f"{position.text} + {changed.position.text}") is same


@pytest.mark.parametrize(
    ("text", "one", "other", "length"),
    [
        ("hackenbush edges:ground-a,a-b,a-c", "e1", "e1", 1),
        ("hackenbush edges:ground-a,a-b,a-c", "e0", "e1", 1),
        ("hackenbush edges:ground-a,a-b,a-c", "e1", "e2", 3),
        ("hackenbush edges:ground-a,a-b,a-c", "v1", "v9", None),
        ("hackenbush edges:ground-a,a-b,a-c", "v1", "v2", 1),
        ("hackenbush edges:ground-a + hackenbush edges:ground-b", "e0", "e1", 1),
        ("cram 2x2", "e1", "e2", 1),
        ("misere hackenbush edges:ground-a,a-b,a-c", "e1", "e2", 0),
    ],
)
def test_what_cannot_be_put_together(text, one, other, length):
    with pytest.raises(MoveError, match="expected"):
        together(sg.parse(text), one, other, length)


def test_a_bush_shrinks_to_a_stalk():
    graph = read_graph("edges:ground-a,a-b,b-c,a-d,ground-e", "")
    graph = put_together(graph, 1, 3, 3)
    assert write_graph(graph) == "edges:ground-a,ground-e,a-b,b-c,c-d"
    assert twigs_of(sg.parse(f"hackenbush {write_graph(graph)}")) == [["e0", "e2", "e3", "e4"], ["e1"]]
    assert write_graph(fused(read_graph("edges:ground-a,a-b,b-ground", ""), 0, 1)).count("ground-ground") == 1
