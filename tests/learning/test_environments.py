"""Environments for learners: the checks of the libraries themselves, and the labels beside the solver."""

from __future__ import annotations

import sys
import warnings
from random import Random

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import minimax
from pettingzoo.test import api_test

import sprague as sg
from sprague import learning
from sprague.learning import benchmark
from sprague.words.errors import MissingExtraError, RangeError

STARTS = ["nim 3,4,5", "misere nim 1,2,4", "kayles 7,5", "cram 3x4", "wythoff 5,8", "fibonacci 12"]


@pytest.mark.parametrize("start", STARTS)
def test_gymnasium_accepts_every_game(start: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is no spec to make it from
        check_env(learning.SpragueEnv(start, opponent="random"))


@pytest.mark.parametrize("start", STARTS)
def test_labels_win_and_others_lose_against_the_perfect_player(start: str) -> None:
    env = learning.SpragueEnv(start, opponent="perfect")
    for follow in (True, False):
        observation, info = env.reset(seed=5)
        assert info["position"] == sg.parse(start).text
        assert info["outcome"] == "N"
        reward, over = 0.0, False
        while not over:
            legal = np.flatnonzero(observation["action_mask"])
            good = np.flatnonzero(info["winning"])
            assert set(good) <= set(legal)
            assert len(good) == sum(move.to.outcome == "P" for move in sg.parse(info["position"]).moves())
            bad = [action for action in legal if action not in good]
            action = good[0] if follow or not bad else bad[0]
            if not follow and bad:
                follow = None  # type: ignore[assignment] # one losing move is enough against a perfect player
            observation, reward, over, truncated, info = env.step(action)
            assert not truncated
        assert reward == (1.0 if follow else -1.0)


def test_observations_are_the_position_and_its_options() -> None:
    env = learning.SpragueEnv("nim 1,2", width=4)
    observation, _ = env.reset(seed=1)
    assert observation["position"].tolist() == [1, 2, -1, -1]
    assert observation["options"].tolist() == [[2, -1, -1, -1], [1, -1, -1, -1], [1, 1, -1, -1]]
    letters = learning.Features(sg.parse("cram 2x2")).row(sg.parse("cram 2x2"))
    assert "".join(chr(code) for code in letters if code >= 0) == "cram 2x2"


def test_what_does_not_fit_says_what_would() -> None:
    with pytest.raises(RangeError, match="give a larger most_moves"):
        learning.SpragueEnv("nim 3,4,5", most_moves=5)
    with pytest.raises(RangeError, match="needs 3 entries, the width is 2"):
        learning.SpragueEnv("nim 3,4,5", width=2)
    with pytest.raises(RangeError, match="expected a position with a move"):
        learning.SpragueEnv("nim 0")
    with pytest.raises(RangeError, match="give most_moves"):
        learning.SpragueEnv("token")
    with pytest.raises(RangeError, match="give most_moves"):
        learning.SpragueEnv(learning.heaps("nim", 5))
    with pytest.raises(RangeError, match="ends nim 1 with its first move|ends \\*1 with its first move"):
        learning.SpragueEnv("nim 1", second=True).reset(seed=0)
    with pytest.raises(sg.SpragueError, match="expected the render mode"):
        learning.SpragueEnv("nim 3", render_mode="human")


def test_a_move_that_the_rules_forbid_loses_and_a_long_game_is_cut() -> None:
    env = learning.SpragueEnv("nim 2", second=False)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(1_000)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    env = learning.SpragueEnv("loopy edges:a>b,b>a@a", opponent="random", longest=10, labels=False)
    env.reset(seed=1)
    for number in range(10):
        _, _, over, truncated, info = env.step(0)
        assert not over
        assert truncated == (number == 9)
    assert "winning" not in info


def test_episodes_repeat_with_their_seed_and_draw_from_the_start() -> None:
    env = learning.SpragueEnv(learning.heaps("kayles", 9, 2), most_moves=60, opponent="random")

    def episode(seed: int) -> list[str]:
        observation, info = env.reset(seed=seed)
        seen, over = [info["position"]], False
        while not over:
            action = int(np.flatnonzero(observation["action_mask"])[-1])
            observation, _, over, _, info = env.step(action)
            seen.append(info["position"])
        return seen

    assert episode(3) == episode(3)
    assert len({episode(seed)[0] for seed in range(8)}) > 2
    _, info = env.reset(seed=1, options={"position": "kayles 4"})
    assert info["position"] == "kayles 4"
    env = learning.SpragueEnv(learning.ladder("nim"))
    assert {env.reset(seed=seed)[1]["position"] for seed in range(40)} == set(learning.ladder("nim"))


@pytest.mark.parametrize("start", ["nim 2,3", "misere kayles 7", "cram 3x3"])
def test_pettingzoo_accepts_every_game(start: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about observations that are dictionaries
        api_test(learning.pettingzoo_env(start), num_cycles=100)


def test_two_learners_play_to_the_end() -> None:
    env = learning.pettingzoo_env("nim 1,1", most_moves=2)
    env.reset(seed=1)
    for agent in ("player_0", "player_1"):
        assert env.agent_selection == agent
        assert env.observe(agent)["action_mask"].tolist() == [1, 0]  # equal heaps, equal moves
        env.step(0)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env._cumulative_rewards == {"player_0": -1.0, "player_1": 1.0}
    env.reset()
    env.step(99)
    assert env._cumulative_rewards == {"player_0": -1.0, "player_1": 1.0}


@pytest.mark.parametrize(
    "start", ["nim 1,2,3", "nim 2,3", "misere nim 1,1", "kayles 5", "cram 2x3", "chomp 2x3"]
)
def test_openspiel_finds_the_same_winner(start: str) -> None:
    game = learning.openspiel_game(start)
    value, _ = minimax.alpha_beta_search(game)
    assert value == (1.0 if sg.parse(start).outcome == "N" else -1.0)
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)
    same = pyspiel.load_game("python_sprague", {"position": start})
    assert str(same.new_initial_state()) == sg.parse(start).text


def test_starts_are_what_was_asked_for() -> None:
    lost = learning.heaps("nim", 7, 3, outcome="P")
    assert all(sg.parse(lost(Random(seed))).outcome == "P" for seed in range(5))
    train, test = learning.rules(seed=1)
    assert (len(train), len(test)) == (440, 110)
    assert (train, test) == learning.rules(seed=1)
    assert train != learning.rules(seed=2)[0]
    with pytest.raises(sg.SpragueError, match="expected a game with a ladder"):
        learning.ladder("subtract{1,3,4}")
    with pytest.raises(RangeError):
        learning.heaps("nim", 0)
    with pytest.raises(RangeError, match="no position of outcome P"):
        learning.heaps("nim", 9, 1, outcome="P")(Random(1))


def test_a_table_learns_what_chance_does_not() -> None:
    task = benchmark.tasks(1)[2]
    chance = Random(1)
    positions = benchmark.won(task.seen, 40, Random(2))
    made = {name: benchmark.LEARNERS[name](task, chance, 400) for name in ("random", "table")}
    found = {name: benchmark.right(learner, positions, chance) for name, learner in made.items() if learner}
    assert found["table"] > found["random"] + 0.3


def test_the_line_that_installs_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sprague.learning.environment")
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'sprague\[gym\]'"):
        _ = learning.SpragueEnv
    assert gymnasium is not None
