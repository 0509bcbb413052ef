"""The moves of Node Kayles and Arc Kayles: those that leave the same graph are one move."""

from __future__ import annotations

import random

import pytest

import sprague as sg
from sprague.graphs.graph import Graph
from sprague.graphs.kayles import ARC_KAYLES, NODE_KAYLES


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("node-kayles complete:4", 1),
        ("node-kayles edges:a-b,b-c,c-a,c-d", 3),
        ("arc-kayles star:4", 1),
        ("arc-kayles path:3", 1),
        ("arc-kayles cycle:3", 1),
        ("arc-kayles edges:a-b,b-c,c-a,a-d,d-e", 4),
    ],
)
def test_a_move_is_listed_once(text, moves):
    position = sg.parse(text)
    listed = list(position.moves())
    assert len(listed) == position.moves().total == moves
    assert len({move.to.text for move in listed}) == moves


@pytest.mark.parametrize("game", [NODE_KAYLES, ARC_KAYLES])
def test_the_moves_are_those_of_the_definition(game):
    dice = random.Random(7)
    for _ in range(300):
        size = dice.randint(1, 6)
        pairs = [(a, b) for b in range(size) for a in range(b) if dice.random() < 0.5]
        graph = Graph(tuple(map(str, range(size))), tuple(pairs))
        near = graph.neighbours()
        if game is NODE_KAYLES:
            left = [graph.without({v} | near[v]) for v in range(size)]
        else:
            left = [graph.without(edge, keep_isolated=False) for edge in graph.edges]
        wanted = {(frozenset(each.vertices), _edges(each)) for each in left}
        listed = [part.state for (part,) in game.successors(graph)]
        assert {(frozenset(each.vertices), _edges(each)) for each in listed} == wanted
        assert len(listed) == len(wanted) == game.option_count(graph)


def _edges(graph: Graph) -> frozenset[frozenset[str]]:
    return frozenset(frozenset((graph.vertices[a], graph.vertices[b])) for a, b in graph.edges)
