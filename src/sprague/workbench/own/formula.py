"""Rules written as formulas, as games to play: ``sg.rule("x,y -> u,v where …", name="mine")``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sprague.discovery.automata.dfa import Automaton
from sprague.discovery.rule import Rule
from sprague.discovery.winning import count_images, images
from sprague.discovery.written import playable
from sprague.model.heap_rulesets import Heaps
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .functions import HeapsFunction


class FormulaGame(HeapsFunction, base=True):
    """A game on two heaps whose moves are those for which a formula is true."""

    engine = "formula"
    formula_rule: Rule
    relation: Automaton

    def leaves(self, heaps: Any) -> Iterator[Heaps]:
        return images(self.relation, heaps)

    def option_count(self, state: Any) -> int:
        return count_images(self.relation, state)

    def allows(self, state: Any, option: Any) -> bool:
        after = self.left(state, option)
        return after is not None and (*state, *after) in self.relation


def game_of(text: str, name: str | None) -> FormulaGame:
    """Returns the game of a formula under a name. Raises NotationError if the text is not a formula; RangeError if play
    by it need not end, or if the name is missing or taken."""
    if name is None:
        raise RangeError(say("a formula without a name needs one: sg.rule(…, name='take-some')"))
    formula, relation, _ = playable(text)
    parts: dict[str, Any] = {
        "name": name,
        "formula_rule": formula,
        "relation": relation,
        "making": (game_of, text, name),
        "_does": (FormulaGame, name, formula.text),
        "function": staticmethod(lambda heaps: images(relation, heaps)),
        "__doc__": formula.text,
        "__module__": __name__,
        "heaps": 2,
        "fewest": 2,
        "most": 2,
        "example": f"{name} 5,7",
    }
    game: type[FormulaGame] = type(name, (FormulaGame,), parts)
    return game()
