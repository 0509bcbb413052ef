"""Node Kayles and Arc Kayles by their heads: on any graph, on a family of graphs, on one with two arms."""

from __future__ import annotations

from sprague.graphs.kayles import ARC_KAYLES, NODE_KAYLES
from sprague.model.ruleset import Ruleset
from sprague.words.errors import expected
from sprague.words.messages import say


def from_head(word: str, parameters: str | None) -> Ruleset:
    """Returns the ruleset of ``node-kayles`` or ``arc-kayles``, or that of a family, ``node-kayles[ladder]``."""
    game: Ruleset = {"node-kayles": NODE_KAYLES, "arc-kayles": ARC_KAYLES}[word]
    if parameters is None:
        return game
    if not (parameters.startswith("[") and parameters.endswith("]")):
        raise expected(
            say("[ladder], [spider:1,1] or edges such as [a0-a1,a0-a3]"), parameters, word + parameters
        )
    from .arms import ArmsRuleset
    from .rules import StripRuleset
    from .strips import read_strip

    spelling = parameters[1:-1]
    strip = read_strip(spelling, f"{word}[{spelling}]")
    return StripRuleset(game, spelling) if strip.in_one else ArmsRuleset(game, spelling, strip)
