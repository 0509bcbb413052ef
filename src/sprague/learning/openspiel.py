"""A game of OpenSpiel, for its algorithms."""

from __future__ import annotations

from typing import Any

import pyspiel

from sprague.system.arrays import np
from sprague.workbench.position import Position

from .features import Features
from .play import Play, most_moves_of, start_of

_TYPE = pyspiel.GameType(
    short_name="python_sprague",
    long_name="A game of Sprague",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"position": "nim 3,4,5", "most_moves": 0, "longest": 1000},
)


def openspiel_game(
    start: str | Position = "nim 3,4,5", *, most_moves: int | None = None, longest: int = 1000
) -> SpragueGame:
    """Returns a game of OpenSpiel that begins with ``start``. After ``longest`` moves, which only a game with cycles
    can have, the game is drawn. ``pyspiel.load_game("python_sprague", {"position": ...})`` does the same.

    >>> game = openspiel_game("nim 1,2")
    >>> state = game.new_initial_state()
    >>> [state.action_to_string(action) for action in state.legal_actions()][-1]
    'take 1 from the heap of 2 -> nim 1,1'
    """
    parameters = {"position": start_of(start).text, "most_moves": most_moves or 0, "longest": longest}
    return SpragueGame(parameters)


class SpragueGame(pyspiel.Game):  # type: ignore[misc]
    """See :func:`openspiel_game`."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        settings: dict[str, Any] = {"position": "nim 3,4,5", "most_moves": 0, "longest": 1000} | (
            parameters or {}
        )
        self.start = start_of(settings["position"])
        self.most_moves = int(settings["most_moves"]) or most_moves_of(self.start)
        self.longest = int(settings["longest"])
        self.features = Features(self.start)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.most_moves,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.longest,
        )
        super().__init__(_TYPE, info, settings)

    def new_initial_state(self) -> SpragueState:
        """Returns the start."""
        return SpragueState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """What a player sees: the row of the position (:class:`.features.Features`)."""
        return _Observer(self.features)


class SpragueState(pyspiel.State):  # type: ignore[misc]
    """A position under way."""

    def __init__(self, game: SpragueGame) -> None:
        super().__init__(game)
        self.most_moves, self.longest = game.most_moves, game.longest
        self.play = Play(game.start, self.most_moves)
        self.made = 0

    def current_player(self) -> int:
        """Returns the player to move."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.made % 2

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.play.moves)))

    def _apply_action(self, action: int) -> None:
        self.play = self.play.after(action, self.most_moves)
        self.made += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.play.moves[action])

    def is_terminal(self) -> bool:
        """Returns whether the game has ended."""
        return self.play.over or self.made >= self.longest

    def returns(self) -> list[float]:
        """Returns the reward of each player."""
        if not self.play.over:
            return [0.0, 0.0]
        mover = 1.0 if (self.made - 1) % 2 == 0 else -1.0  # of the first player, if the last move was theirs
        first = -mover if self.play.position.misere else mover
        return [first, -first]

    def __str__(self) -> str:
        return self.play.position.text


class _Observer:
    """Conforms to OpenSpiel's PyObserver."""

    def __init__(self, features: Features) -> None:
        self.features = features
        self.tensor = np.zeros(features.width, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpragueState, player: int) -> None:
        self.tensor[:] = self.features.row(state.play.position)

    def string_from(self, state: SpragueState, player: int) -> str:
        return str(state)


pyspiel.register_game(_TYPE, SpragueGame)
