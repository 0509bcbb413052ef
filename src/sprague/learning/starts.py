"""Starting positions: from easy to hard, of growing sizes, and of rules that a learner has not seen."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sprague.discovery.atlas import shipped
from sprague.playing.ladders import BY_GAME
from sprague.words.errors import RangeError, expected
from sprague.words.messages import join, say
from sprague.workbench.registry import find


def ladder(game: str) -> list[str]:
    """Returns the positions of a game's ladder, from the easiest to the boss.

    >>> ladder("nim")[-1]
    'nim 9,14,23'
    """
    head = find(game).head
    if head not in BY_GAME:
        raise expected(say("a game with a ladder, such as {games}", games=join(sorted(BY_GAME)[:3])), game)
    return [rung.position for rung in BY_GAME[head].rungs]


def heaps(game: str, to: int, count: int = 2, *, outcome: str | None = None) -> Callable[[Random], str]:
    """Returns a function of a ``Random`` that draws ``count`` heaps of 1 to ``to`` of a game on heaps. ``outcome`` "N"
    or "P" keeps only positions of that outcome. A curriculum calls it again with a larger ``to``.

    >>> heaps("kayles", 9)(Random(1))
    'kayles 3,2'
    """
    if to < 1 or count < 1:
        raise RangeError(say("expected at least one heap of at least 1"))
    head = find(game).head

    def drawn(chance: Random) -> str:
        from sprague.workbench.position import parse

        for _ in range(TRIES):
            text = f"{head} {','.join(str(chance.randint(1, to)) for _ in range(count))}"
            position = parse(text)
            if position.moves().first(1) and outcome in (None, position.outcome):
                return text
        raise RangeError(
            say(
                "no position of outcome {outcome} with a move among {tries} drawn",
                outcome=outcome,
                tries=TRIES,
            )
        )

    return drawn


#: How many positions are drawn before it is said that there is none of the wanted outcome.
TRIES = 1000


def rules(*, seed: int = 0, held_out: float = 0.2) -> tuple[list[str], list[str]]:
    """Returns the rules of the atlas whose P-positions are proved, in two lists: to train with, and held out. The seed
    decides which.

    >>> train, test = rules(seed=3)
    >>> len(train) + len(test), set(train) & set(test)
    (550, set())
    """
    if not 0 <= held_out <= 1:
        raise RangeError(say("expected a share from 0 to 1, got {got}", got=held_out))
    proved = sorted(row["rule"] for row in shipped() if row["status"] == "proved")
    Random(seed).shuffle(proved)
    trained = round(len(proved) * (1 - held_out))
    return proved[:trained], proved[trained:]
