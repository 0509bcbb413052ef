"""An environment of Gymnasium: one learner against an opponent that Sprague plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

import gymnasium

from sprague.system.arrays import np
from sprague.words.errors import RangeError, expected
from sprague.words.messages import say
from sprague.workbench.position import Position

from .features import Features
from .play import Play, Player, most_moves_of, player_of, start_of

Start = str | Position | Sequence[str | Position] | Callable[[Random], str | Position]


class SpragueEnv(gymnasium.Env[dict[str, Any], Any]):
    """A game against ``opponent``: "perfect", "slips", "random", or a function of the position and a ``Random``.

    ``start`` is a position, a list of which each episode draws one, or a function of a ``Random``; see
    :mod:`sprague.learning.starts`. With ``second`` the opponent begins. An action is the index of a move in the order
    of :meth:`sprague.Position.moves`. The observation has the ``position`` as a row of ``width`` integers
    (:class:`.features.Features`), the positions that the ``options`` leave as a table of ``most_moves`` rows, and the
    ``action_mask``. The reward is 1 for a won game and -1 for a lost one. An action that is not a legal move loses. A
    game of more than ``longest`` moves, which only a game with cycles can have, is truncated.

    ``info`` has the ``position`` as text, the ``outcome`` (the truth about it), and in ``winning`` the mask of the
    winning moves: labels for imitation. Without ``labels`` the last two are left out, and the environment does not
    solve the position.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "svg"]}  # type: ignore[misc]

    def __init__(
        self,
        start: Start = "nim 3,4,5",
        *,
        opponent: str | Player = "perfect",
        second: bool = False,
        most_moves: int | None = None,
        width: int | None = None,
        labels: bool = True,
        longest: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise expected(say("the render mode ansi or svg"), render_mode)
        self.start, self.second, self.labels, self.longest = start, second, labels, longest
        self.opponent = player_of(opponent)
        self.render_mode = render_mode
        if callable(start) and most_moves is None:
            raise RangeError(say("give most_moves: a function may draw any position"))
        first = self._drawn(Random(0))
        largest = first if isinstance(start, str | Position) or callable(start) else _largest(start)
        self.most_moves = most_moves_of(largest) if most_moves is None else most_moves
        self.features = Features(largest, width)
        whole = np.iinfo(np.int64)
        shape = self.features.width
        self.observation_space = gymnasium.spaces.Dict(
            {
                "position": gymnasium.spaces.Box(-1, whole.max, (shape,), np.int64),
                "options": gymnasium.spaces.Box(-1, whole.max, (self.most_moves, shape), np.int64),
                "action_mask": gymnasium.spaces.MultiBinary(self.most_moves),
            }
        )
        self.action_space = gymnasium.spaces.Discrete(self.most_moves)
        self.play = Play(first, self.most_moves)
        self.made = 0
        self._chance = Random(0)

    def _drawn(self, chance: Random) -> Position:
        start = self.start
        if isinstance(start, str | Position):
            return start_of(start)
        return start_of(start(chance) if callable(start) else chance.choice(start))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins a game; ``options`` may name its ``position``."""
        super().reset(seed=seed)
        self._chance = Random(int(self.np_random.integers(2**62)))
        start = (options or {}).get("position")
        begun = self._drawn(self._chance) if start is None else start_of(start)
        self.play = Play(begun, self.most_moves)
        self.made = 0
        if self.second:
            self._reply()
            if self.play.over:
                raise RangeError(say("the opponent ends {position} with its first move", position=begun))
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Makes the move with this index, and the opponent's reply."""
        if not 0 <= int(action) < len(self.play.moves):
            return self._observed(), -1.0, True, False, self._info() | {"illegal": True}
        self.play = self.play.after(int(action), self.most_moves)
        self.made += 1
        reward = 1.0
        if not self.play.over:
            self._reply()
            reward = -1.0
        if self.play.over:
            reward = -reward if self.play.position.misere else reward
            return self._observed(), reward, True, False, self._info()
        return self._observed(), 0.0, False, self.made >= self.longest, self._info()

    def _reply(self) -> None:
        move = self.opponent(self.play.position, self._chance)
        self.play = Play(self.play.position.play(move), self.most_moves)

    def _observed(self) -> dict[str, Any]:
        return {
            "position": self.features.row(self.play.position),
            "options": self.features.table(self.play.moves, self.most_moves),
            "action_mask": self.play.mask(self.most_moves),
        }

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"position": self.play.position.text}
        if self.labels:
            info |= {
                "outcome": self.play.position.outcome,
                "winning": self.play.winning(self.most_moves),
            }
        return info

    def render(self) -> str | None:
        """Returns the position as text, or as an SVG document."""
        if self.render_mode is None:
            return None
        return self.play.position.svg() if self.render_mode == "svg" else self.play.position.text


def _largest(starts: Sequence[str | Position]) -> Position:
    """Returns the position with the most moves, and the longest of those."""
    return max(map(start_of, starts), key=lambda position: (most_moves_of(position), len(position.text)))
