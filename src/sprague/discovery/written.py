"""A rule on two heaps that is written as a formula, in the notation: ``formula{"x,y -> u,v where …"} 5,7``."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from sprague.model.heap_rulesets import Heaps, HeapTuple
from sprague.model.ruleset import Ruleset
from sprague.system.imports import has_compiled
from sprague.words.errors import RangeError, TooLargeError, expected
from sprague.words.messages import say

from .automata.dfa import Automaton
from .automata.formula import names_sets
from .automata.numeration import system
from .rule import Rule, formula_moves, read_formula
from .theorem import measure_of

EXAMPLE = "x,y -> u,v where (u = x and v < y) or (v = y and u < x) or (u + 1 = x and v + 1 = y)"

#: So many moves are tried one by one where no compiled code runs.
MOST_TRIED = 20_000


def playable(text: str) -> tuple[Rule, Automaton, tuple[int, int]]:
    """Returns the rule of a formula, the automaton of its moves, and the weights of a measure that they decrease.
    Raises NotationError if the text is not a formula; RangeError if play by it need not end."""
    rule = read_formula(text)
    assert rule.formula is not None
    if names_sets(rule.formula):
        raise RangeError(say("expected a rule over numbers alone: the sets belong to one numeration"))
    measure = measure_of(rule, system("2"))
    if measure is None:
        raise RangeError(
            say("no simple measure falls with every move, so play may have no end"), where=text[:60]
        )
    return rule, formula_moves(rule.formula, system("2")), measure


class Written(HeapTuple):
    """A move is whatever a formula on the heaps before and after allows. A state is the tuple of heaps.

    >>> game = from_head("formula", '{"x,y -> u,v  where u = y and v < x"}')
    >>> game.head, list(game.leaves((2, 5)))
    ('formula{"x,y -> u,v where u = y and v < x"}', [(5, 1), (5, 0)])
    """

    name = "formula"
    title = say("A rule by a formula")
    rule = say("From x and y to u and v for which the formula holds.")
    example = f'formula{{"{EXAMPLE}"}} 5,7'
    engine = "written"
    heaps = fewest = most = 2

    def __init__(self, formula: str) -> None:
        self.formula_rule, self._moves, self._measure = playable(formula)

    @functools.cached_property
    def head(self) -> str:
        return f'{self.name}{{"{self.formula_rule.text}"}}'

    def leaves(self, heaps: Any) -> Iterator[Heaps]:
        if not has_compiled():
            return self._tried(heaps)
        from .winning import images  # NumPy

        return images(self._moves, heaps)

    def _tried(self, heaps: Heaps) -> Iterator[Heaps]:
        """Yields the same by trying all heaps with a smaller measure."""
        p, q = self._measure
        bound = p * heaps[0] + q * heaps[1] - 1
        if not (p and q) or bound * bound > MOST_TRIED * p * q:
            raise TooLargeError(say("a browser tries the moves one by one, and here there are too many"))
        for u in range(bound // p + 1):
            for v in range((bound - p * u) // q + 1):
                if (*heaps, u, v) in self._moves:
                    yield u, v

    def option_count(self, state: Any) -> int:
        if not has_compiled():
            return sum(1 for _ in self._tried(state))
        from .winning import count_images

        return count_images(self._moves, state)

    def allows_taking(self, amounts: Heaps, state: Heaps) -> bool:
        return (*state, *(n - k for n, k in zip(state, amounts, strict=True))) in self._moves


def from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``formula{"…"}``."""
    text = (parameters or "")[1:-1].strip()
    if len(text) < 2 or text[0] != text[-1] or text[0] not in "'\"":
        raise expected(say("a formula such as {example}", example=f'{{"{EXAMPLE}"}}'), text, word)
    return Written(text[1:-1])
