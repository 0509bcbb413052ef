"""``python -m sprague.learning.benchmark``: how well simple learners find winning moves, as a table.

Every learner plays the winning side. *Seen* are positions of the sizes (or rules) that it was trained on, *held out*
larger ones (or rules that it never met); both are drawn anew from the seed. A figure is the share of won positions in
which the learner chose a winning move, and *games* the share of whole games that it won against the perfect player.

The learners: ``random``; ``greedy`` (takes the last object if it can, else moves at random); ``table`` (learns values
of positions by playing against itself: tabular Q-learning on the positions that moves leave); ``net`` (a small network
trained on the solver's labels; needs scikit-learn).
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from sprague.workbench.position import Position, parse

from .play import player_of
from .starts import heaps, rules

#: A learner chooses one of the options of a position by its index.
Learner = Callable[[Position, list[Position], Random], int]

#: Bits of a heap in the network's input.
BITS = 8


class Task(NamedTuple):
    """Positions to train on, and positions held out, each given by a function that draws one."""

    name: str
    seen: Callable[[Random], str]
    held_out: Callable[[Random], str]


def tasks(seed: int) -> list[Task]:
    """Returns the tasks: three games with larger heaps held out, and the rules of the atlas with a fifth of them held
    out."""
    train, test = rules(seed=seed)

    def of(names: list[str]) -> Callable[[Random], str]:
        def drawn(chance: Random) -> str:
            return f"{chance.choice(names)} {chance.randint(1, 12)},{chance.randint(1, 12)}"

        return drawn

    return [
        Task("nim, 3 heaps to 7 | to 15", heaps("nim", 7, 3), heaps("nim", 15, 3)),
        Task("kayles, 2 rows to 12 | to 24", heaps("kayles", 12), heaps("kayles", 24)),
        Task("wythoff, to 12 | to 24", heaps("wythoff", 12), heaps("wythoff", 24)),
        Task("rules of the atlas: 440 | 110 others", of(train), of(test)),
    ]


def won(drawn: Callable[[Random], str], count: int, chance: Random) -> list[Position]:
    """Returns ``count`` positions that the player to move wins."""
    positions: list[Position] = []
    while len(positions) < count:
        position = parse(drawn(chance))
        if position.outcome == "N":
            positions.append(position)
    return positions


def options(position: Position) -> list[Position]:
    """Returns the positions that the moves leave."""
    return list(position.options())


def random_learner(task: Task, chance: Random, episodes: int) -> Learner:
    """Chooses any move."""
    return lambda position, after, chance: chance.randrange(len(after))


def greedy_learner(task: Task, chance: Random, episodes: int) -> Learner:
    """Ends the game if a move ends it, and otherwise chooses any move."""

    def choose(position: Position, after: list[Position], chance: Random) -> int:
        for number, option in enumerate(after):
            if not option.moves().first(1):
                return number
        return chance.randrange(len(after))

    return choose


def table_learner(task: Task, chance: Random, episodes: int) -> Learner:
    """Learns by self-play how good it is to leave a position (Watkins 1989, on the positions that moves leave)."""
    value: dict[str, float] = {}
    rate, explore = 0.5, 0.2

    def best(after: list[Position], chance: Random) -> int:
        worths = [value.get(option.text, 0.0) for option in after]
        most = max(worths)
        return chance.choice([number for number, worth in enumerate(worths) if worth == most])

    for _ in range(episodes):
        position = parse(task.seen(chance))
        while after := options(position):
            number = chance.randrange(len(after)) if chance.random() < explore else best(after, chance)
            after_text = after[number].text
            replies = [value.get(option.text, 0.0) for option in options(after[number])]
            target = -max(replies) if replies else 1.0  # good to leave if bad for the next player
            value[after_text] = value.get(after_text, 0.0) + rate * (target - value.get(after_text, 0.0))
            position = after[number]
    return lambda position, after, chance: best(after, chance)


def net_learner(task: Task, chance: Random, episodes: int) -> Learner | None:
    """Learns the outcome of a position from the solver's labels. Returns None without scikit-learn."""
    try:
        from sklearn.neural_network import MLPClassifier
    except ImportError:
        return None
    drawn = [parse(task.seen(chance)) for _ in range(episodes)]
    drawn += [chance.choice(after) for position in drawn if (after := options(position))]
    net = MLPClassifier((64, 64), max_iter=60, random_state=chance.randrange(2**31))
    net.fit([numbers(position) for position in drawn], [position.outcome == "P" for position in drawn])

    def choose(position: Position, after: list[Position], chance: Random) -> int:
        chances = net.predict_proba([numbers(option) for option in after])
        lost = list(net.classes_).index(True) if True in net.classes_ else 0
        return int(chances[:, lost].argmax())

    return choose


#: The families of vectors in the rules of the atlas: entries of the network's input.
_ITEM = re.compile(r"\([^)]*\)")


def numbers(position: Position) -> list[int]:
    """Returns the network's input: the bits of up to four heaps, largest first, and the families of vectors in the
    rule."""
    sizes = sorted(
        (
            heap
            for _, state in position.components
            for heap in (state if isinstance(state, tuple) else (state,))
        ),
        reverse=True,
    )
    bits = [size >> bit & 1 for size in (sizes + [0] * 4)[:4] for bit in range(BITS)]
    head = position.components[0].ruleset.head if position.components else ""
    listed = set(_ITEM.findall(head)) if head.startswith("vectors") else set()
    return bits + [int(item in listed) for item in ITEMS]


ITEMS = sorted({item for rule in rules(held_out=0)[0] for item in _ITEM.findall(rule)})

LEARNERS: dict[str, Callable[[Task, Random, int], Learner | None]] = {
    "random": random_learner,
    "greedy": greedy_learner,
    "table": table_learner,
    "net": net_learner,
}


def right(learner: Learner, positions: list[Position], chance: Random) -> float:
    """Returns the share of ``positions`` in which the learner chooses a winning move."""
    return sum(
        (after := options(position))[learner(position, after, chance)].outcome == "P"
        for position in positions
    ) / len(positions)


def games(learner: Learner, positions: list[Position], chance: Random) -> float:
    """Returns the share of whole games from won positions that the learner wins against the perfect player."""
    perfect, wins = player_of("perfect"), 0
    for position in positions:
        while True:
            after = options(position)
            if not after:
                break
            position = after[learner(position, after, chance)]
            if not position.moves().first(1):
                wins += 1
                break
            position = perfect(position, chance).to
    return wins / len(positions)


def table(seed: int, episodes: int, count: int) -> list[dict[str, Any]]:
    """Returns the rows: learner, task, the three shares (None for a learner that is not installed)."""
    rows: list[dict[str, Any]] = []
    for task in tasks(seed):
        for name, learner in LEARNERS.items():
            chance = Random(f"{seed} {task.name} {name}")
            learner_of_task = learner(task, chance, episodes)
            shares: dict[str, float | None] = {"seen": None, "held out": None, "games": None}
            if learner_of_task is not None:
                test = Random(f"{seed} {task.name}")  # the same positions for every learner
                seen, held_out = won(task.seen, count, test), won(task.held_out, count, test)
                shares = {
                    "seen": right(learner_of_task, seen, chance),
                    "held out": right(learner_of_task, held_out, chance),
                    "games": games(learner_of_task, seen[: count // 4], chance),
                }
            rows.append({"learner": name, "task": task.name, **shares})
    return rows


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m sprague.learning.benchmark", description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--episodes", type=int, default=3000, help="games, or labelled positions, of training"
    )
    parser.add_argument("--count", type=int, default=200, help="positions of each test")
    chosen = parser.parse_args()
    print(f"{'task (seen | held out)':40} {'learner':8} {'seen':>6} {'held out':>9} {'games':>6}")
    for row in table(chosen.seed, chosen.episodes, chosen.count):
        shares = [row[name] for name in ("seen", "held out", "games")]
        cells = ["     –" if share is None else f"{share:6.0%}" for share in shares]
        print(f"{row['task']:40} {row['learner']:8} {cells[0]} {cells[1]:>9} {cells[2]}", flush=True)


if __name__ == "__main__":
    main()
