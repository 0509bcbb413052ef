"""An environment of PettingZoo: two learners move in turn."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
from pettingzoo import AECEnv

from sprague.system.arrays import np
from sprague.workbench.position import Position

from .features import Features
from .play import Play, most_moves_of, start_of

AGENTS = ("player_0", "player_1")


def pettingzoo_env(
    start: str | Position = "nim 3,4,5",
    *,
    most_moves: int | None = None,
    width: int | None = None,
    longest: int = 1000,
    render_mode: str | None = None,
) -> PairEnv:
    """Returns a game for two learners as an AEC environment of PettingZoo; the arguments are those of
    :class:`sprague.learning.SpragueEnv`. An agent that chooses an illegal action loses."""
    return PairEnv(start_of(start), most_moves, width, longest, render_mode)


class PairEnv(AECEnv):  # type: ignore[misc]
    """See :func:`pettingzoo_env`."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "sprague_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        start: Position,
        most_moves: int | None,
        width: int | None,
        longest: int,
        render_mode: str | None,
    ) -> None:
        super().__init__()
        self.start, self.longest, self.render_mode = start, longest, render_mode
        self.most_moves = most_moves_of(start) if most_moves is None else most_moves
        self.features = Features(start, width)
        self.possible_agents = list(AGENTS)
        observed = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(
                    -1, np.iinfo(np.int64).max, (self.features.width,), np.int64
                ),
                "action_mask": gymnasium.spaces.MultiBinary(self.most_moves),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, observed)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self.most_moves) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """Returns the space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game with the same position; ``options`` may name another one."""
        start = (options or {}).get("position")
        self.play = Play(self.start if start is None else start_of(start), self.most_moves)
        self.made = 0
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[0]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what an agent sees. Only the agent to move has legal actions."""
        mask = self.play.mask(self.most_moves)
        if agent != self.agent_selection:
            mask = np.zeros_like(mask)
        return {"observation": self.features.row(self.play.position), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Makes the move with this index."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        other = AGENTS[1 - AGENTS.index(agent)]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if not 0 <= int(action) < len(self.play.moves):
            self.infos[agent] = {"illegal": True}
            self._end(winner=other, loser=agent)
        else:
            self.play = self.play.after(int(action), self.most_moves)
            self.made += 1
            if self.play.over and self.play.position.misere:
                self._end(winner=other, loser=agent)
            elif self.play.over:
                self._end(winner=agent, loser=other)
            elif self.made >= self.longest:
                self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = other
        self._accumulate_rewards()

    def _end(self, winner: str, loser: str) -> None:
        self.rewards = {winner: 1.0, loser: -1.0}
        self.terminations = dict.fromkeys(AGENTS, True)

    def close(self) -> None:
        """Nothing is open."""

    def render(self) -> str | None:
        """Returns the position as text."""
        return self.play.position.text if self.render_mode == "ansi" else None
