"""The jobs of the workshops, in which pupils look for a rule and test their guesses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sprague.playing import partners, trials, twigs
from sprague.playing.mirrors import mirrors as mirrors_of
from sprague.workbench.position import Position
from sprague.workbench.registry import ruleset_of

from .showing import Later, components, read, takes_of


def shelves(game: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns the small positions of a game on which guesses are tested, and the words of the guesses."""
    trials_of_game = trials.trials_of(ruleset_of(game))
    return {
        "shelves": [[_board(each, language) for each in shelf] for shelf in trials_of_game.shelves],
        "guesses": [guess.words.render(language) for guess in trials_of_game.guesses],
    }


def _board(position: Position, language: str) -> dict[str, Any]:
    return {
        "position": position.text,
        "components": components(position.components, language),
        "takes": takes_of(position),
    }


def guess(
    game: str, number: int, language: str, quick: bool, trap: bool = True, exactly: bool = False
) -> dict[str, Any]:
    """Returns on which of the small positions a guess is right."""
    if quick:
        raise Later
    return trials.judged(ruleset_of(game), number, trap, exactly)._asdict()


def mirrors(text: str, language: str, quick: bool) -> dict[str, Any]:
    """Returns the mirrors of a board, with the partner of each move."""
    position = read(text, quick)
    if quick:
        raise Later
    return {
        "mirrors": [
            {
                "words": mirror.words.render(language),
                "pairs": [
                    {
                        "marks": list(pair.way.marks),
                        "at": pair.way.at,
                        "partner": list(pair.partner.marks),
                        "partner_at": pair.partner.at,
                        "clear": pair.clear,
                    }
                    for pair in mirror.pairs
                ],
            }
            for mirror in mirrors_of(position)
        ]
    }


def partner(text: str, pairs: list[list[str]], language: str, quick: bool) -> dict[str, Any]:
    """Returns whether a player wins by always moving to the partner of the token's place. If not, it returns a walk to
    a position in which this rule fails."""
    position = read(text, quick)
    if quick:
        raise Later
    strategy = partners.keeps(position, [(a, b) for a, b in pairs])
    return {
        "first": strategy.first,
        "holds": strategy.holds,
        "walk": [_board(each, language) for each in strategy.walk],
    }


def twig(
    text: str,
    language: str,
    quick: bool,
    one: str = "",
    other: str = "",
    length: int | None = None,
) -> dict[str, Any]:
    """Returns the twigs of a picture. If two parts are named, it first joins them, and ``same`` says whether the value
    of the picture has stayed the same."""
    position = read(text, quick)
    same = None
    if one:
        if quick:
            raise Later
        position, same = twigs.together(position, one, other, length)
    return {"same": same, "twigs": twigs.twigs_of(position), **_board(position, language)}


JOBS: dict[str, Callable[..., dict[str, Any]]] = {
    "shelves": shelves,
    "guess": guess,
    "mirrors": mirrors,
    "partner": partner,
    "twig": twig,
}
