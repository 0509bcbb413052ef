"""Claims about positions: the parts of a sum, each a game and a position in Coq with the lemma for its value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sprague.graphs.graph import Graph
from sprague.model.engine import Engines
from sprague.model.nim import misere_is_p
from sprague.model.ruleset import Component, Option
from sprague.model.sums import analyse, leaves
from sprague.model.writing import write
from sprague.numbers.zeckendorf import top_index, zeckendorf
from sprague.words.errors import BudgetError, RangeError
from sprague.words.messages import say

from . import boards
from .claims import COMPUTE, Claim, Part, identifier, number, numbers
from .heaps import code_text, dots_sum_is, dots_text, table_for, take_sum_is


@dataclass(frozen=True)
class Move:
    """A winning move: the index of the component, the heaps that the move leaves there, and the position after it as
    text."""

    index: int
    option: Option
    to: str


@dataclass(frozen=True)
class Summed:
    """A sum in normal play, with the answers of the engines."""

    components: tuple[Component, ...]
    engines: Engines

    @property
    def text(self) -> str:
        return write(self.components)

    @property
    def lost(self) -> bool:
        return analyse(self.components, self.engines, value=False).outcome == "P"

    @property
    def value(self) -> int:
        solution = analyse(self.components, self.engines, value=True)
        if solution.value is None:
            assert solution.cut is not None
            raise BudgetError(solution.cut, where=self.text, at_least=solution.at_least or 0)
        return solution.value

    @property
    def winning_move(self) -> Move:
        index, option = next(iter(analyse(self.components, self.engines, value=False).replies))
        return Move(index, option, write(leaves(self.components, index, option)))


@dataclass(frozen=True)
class Group:
    """Components that form one position of one game in Coq."""

    kind: str
    components: tuple[Component, ...]
    part: Part
    pure: bool

    @property
    def states(self) -> list[Any]:
        return [state for _, state in self.components]

    def prove_value(self, v: int) -> tuple[str, float]:
        """Returns the tactics that prove that the value is ``v``, and how many seconds they take."""
        return VALUES[self.kind](self, v)

    def winning(self, name: str, move: Move) -> Claim | None:
        """Returns the claim that ``move`` wins, or None if no lemma covers it."""
        return WINS[self.kind](self, name, move) if self.kind in WINS else None


def claims(components: tuple[Component, ...], misere: bool, engines: Engines, pure: bool) -> list[Claim]:
    """Returns the claims about a position: its value if it is known, who wins, and a winning move."""
    name = identifier(write(components, misere))
    groups = _groups(components, pure)
    if misere:
        return _misere(components, groups, name)
    if len(groups) > 1:
        return _sum(components, groups, name, engines)
    (group,) = groups
    proved = boards.by_mirror(group.kind, group.part, group.states[0], pure, name)
    if proved:
        return proved
    position = Summed(components, engines)
    lost = position.lost
    if group.kind in ONLY_LOST and not lost:
        winning = group.winning(f"{name}_wins", position.winning_move)
        assert winning is not None
        won = group.part.won(f"{name}_won", f"exact (won_of_wins _ _ _ {winning.name}).")
        return [winning, won, *_theorem_behind(group, name)]
    value = 0 if lost else position.value
    proof, seconds = group.prove_value(value)
    first = group.part.value(f"{name}_value", value, proof, seconds)
    proved = [first]
    if value == 0:
        proved.append(group.part.lost(f"{name}_lost", f"exact (lost_of_value _ _ {first.name})."))
    else:
        proof = f"exact (won_of_value _ _ _ {first.name} eq_refl)."
        proved.append(group.part.won(f"{name}_won", proof))
        winning = group.winning(f"{name}_wins", position.winning_move) if group.kind in WINS else None
        if winning is not None:
            proved.append(winning)
    return proved + _theorem_behind(group, name)


def _theorem_behind(group: Group, name: str) -> list[Claim]:
    """Returns the theorem for all positions of the game, if the answer rests on one."""
    t = number(getattr(group.components[0].ruleset, "t", 1))
    law = laws(f"{name}_theorem", t).get(group.kind)
    return [] if law is None else [law]


def laws(name: str, t: str) -> dict[str, Claim]:
    """Returns the theorems about all positions of a game, by its kind; that of Wythoff's game for the number ``t``."""
    pairs = say(
        "in {game} exactly the pairs (A(n), A(n) + {t} n) are lost, where "
        "A(n) = floor((2 n - {t} n + sqrt(({t}^2 + 4) n^2)) / 2)",
        game="wythoff" if t == "1" else f"wythoff[t={t}]",
        t=t,
    )
    zeckendorf_parts = say(
        "in Fibonacci nim exactly the positions are lost whose limit is below the smallest Zeckendorf part, or in "
        "which nothing is left"
    )
    nim_sum = say("a position of Nim is lost if and only if its nim-sum is 0")
    misere = say(
        "in misère play a position of Nim is lost if and only if its nim-sum is 0 "
        "while a heap exceeds 1, and 1 otherwise"
    )
    rows = {
        "wythoff": (
            f"forall p, lost (wythoff {t}) p <-> cold_pair {t} p",
            pairs,
            "intro p. apply wythoff_cold. discriminate.",
        ),
        "fibonacci": (
            "forall p, lost fibonacci_nim p <-> fibonacci_cold p",
            zeckendorf_parts,
            "exact whinihan.",
        ),
        "nim": ("forall p, lost nim p <-> xor_of (fun n => n) p = 0", nim_sum, "exact bouton."),
        "misere nim": ("forall p, misere_lost nim p <-> misere_cold p", misere, "exact bouton_misere."),
    }
    return {kind: Claim(name, statement, words, proof) for kind, (statement, words, proof) in rows.items()}


def _sum(
    components: Sequence[Component], groups: Sequence[Group], name: str, engines: Engines
) -> list[Claim]:
    parts, values = [], []
    for i, group in enumerate(groups, 1):
        part = Summed(group.components, engines)
        lost = part.lost
        if not lost and group.kind in ONLY_LOST:
            raise RangeError(
                say("no theorem is written for the value of {position}, which is not *0", position=part.text)
            )
        values.append(0 if lost else part.value)
        proof, seconds = group.prove_value(values[-1])
        parts.append(group.part.value(f"{name}_part_{i}", values[-1], proof, seconds))
    game, state, proof = groups[-1].part.game, groups[-1].part.position, parts[-1].name
    total = values[-1]
    for group, claim, v in reversed(list(zip(groups[:-1], parts, values, strict=False))):
        proof = f"(value_of_sum _ _ _ _ {number(v)} {number(total)} {number(v ^ total)} {claim.name} {proof} eq_refl)"
        game, state = f"(sum {group.part.game} {game})", f"({group.part.position}, {state})"
        total ^= v
    whole = Part(game, state, write(components))
    value = whole.value(f"{name}_value", total, f"exact {proof}.")
    if total:
        last = whole.won(f"{name}_won", f"exact (won_of_value _ _ _ {value.name} eq_refl).")
    else:
        last = whole.lost(f"{name}_lost", f"exact (lost_of_value _ _ {value.name}).")
    return [*parts, value, last]


def _misere(components: Sequence[Component], groups: Sequence[Group], name: str) -> list[Claim]:
    if len(groups) != 1 or groups[0].kind != "nim":
        raise RangeError(
            say("in misère play theorems are written for Nim only"), where=write(components, True)
        )
    lost = misere_is_p(groups[0].states)
    lemma = "misere_nim_lost" if lost else "misere_nim_won"
    proof = f"apply {lemma}. vm_cast_no_check (eq_refl {'true' if lost else 'false'})."
    behind = laws(f"{name}_theorem", "1")["misere nim"]
    return [groups[0].part.misere(f"{name}_{'lost' if lost else 'won'}", lost, proof), behind]


# The groups of a position


#: Games of which a theorem is written, by their names; all others by their code.
_KINDS = {
    *("nim", "dots", "wythoff", "fibonacci", "take-fibonacci", "token"),
    *("cram", "node-kayles", "arc-kayles", "hackenbush"),
}


def _groups(components: Sequence[Component], pure: bool) -> list[Group]:
    """Groups the components in order. All components of one heap game, neighbouring or not, form one position; every
    other component is separate."""
    kinds = [_kind(component) for component in components]
    keys: list[Any] = []
    for i, (kind, component) in enumerate(zip(kinds, components, strict=True)):
        together = kind in ("nim", "heaps", "dots", "take-fibonacci")
        keys.append(
            (kind, str(getattr(component.ruleset, "code", "")) if kind == "heaps" else "") if together else i
        )
    order = list(dict.fromkeys(keys))
    ranked = sorted(zip(keys, kinds, components, strict=True), key=lambda row: order.index(row[0]))
    groups = []
    for _, rows in groupby(ranked, key=lambda row: order.index(row[0])):
        members = list(rows)
        groups.append(_group(members[0][1], tuple(component for _, _, component in members), pure))
    return groups


def _kind(component: Component) -> str:
    ruleset, state = component
    kind: str | None = {"circle": "dots"}.get(ruleset.name, ruleset.name)
    if kind not in _KINDS:
        kind = "heaps" if getattr(ruleset, "code", None) is not None else None
    elif type(ruleset).__name__ in ("WythoffAny", "WythoffHeaps"):
        kind = None
    elif kind in ("node-kayles", "arc-kayles", "hackenbush") and not isinstance(state, Graph):
        kind = None  # a graph that grows, by its length
    if kind is None or (kind in ("wythoff", "fibonacci") and len(state) != 2):
        raise RangeError(say("no theorem is written for {game} yet", game=ruleset.head), where=str(component))
    return kind


def _group(kind: str, components: tuple[Component, ...], pure: bool) -> Group:
    states: list[Any] = [state for _, state in components]
    text = write(components)
    ruleset: Any = components[0].ruleset
    if kind == "nim":
        part = Part("nim", numbers(states), text)
    elif kind == "heaps":
        part = Part(f"(heaps {code_text(ruleset.code)})", numbers(states), text)
    elif kind == "dots":
        part = Part("dots_game", dots_text(_rows(components)), text)
    elif kind == "wythoff":
        part = Part(f"(wythoff {number(ruleset.t)})", _pair(states[0]), text)
    elif kind == "fibonacci":
        part = Part("fibonacci_nim", _pair(states[0]), text)
    elif kind == "token":
        part = Part("token_game", "Token", text)
    elif kind == "take-fibonacci":
        part = Part("take_a_fibonacci", numbers(states), text)
    elif kind == "cram":
        part = Part("cram", boards.board_text(states[0], text), text)
    else:
        part = Part(*boards.graph_game(kind, states[0]), text)
    return Group(kind, components, part, pure)


def _pair(state: Any) -> str:
    return f"({number(state[0])}, {number(state[1])})"


def _rows(components: Sequence[Component]) -> list[tuple[bool, int]]:
    states: list[Any] = [state for _, state in components]
    return [(part.ruleset.name == "circle", n) for part, n in zip(components, states, strict=True)]


# The value of each kind of group: tactics, and seconds


def _nim(group: Group, v: int) -> tuple[str, float]:
    return f"apply nim_is. {COMPUTE}", 0.0


def _heaps(group: Group, v: int) -> tuple[str, float]:
    ruleset: Any = group.components[0].ruleset
    table = table_for(ruleset.code, group.states, group.pure)
    return f"apply code_is. {table.sum_is()}", table.seconds


def _dots(group: Group, v: int) -> tuple[str, float]:
    proof, seconds = dots_sum_is(_rows(group.components), _dots_code(), group.pure)
    return f"apply dots_is. {proof}", seconds


def _dots_code() -> Any:
    from sprague.takebreak.codes import parse_code

    return parse_code("0.137")


def _wythoff(group: Group, v: int) -> tuple[str, float]:
    return f"apply value_of_lost. apply wythoff_lost. {COMPUTE}", 0.0


def _fibonacci(group: Group, v: int) -> tuple[str, float]:
    n, _ = group.states[0]
    return f"apply value_of_lost. apply (fibonacci_lost _ _ {_indices(n)}). {COMPUTE}", 0.0


def _indices(n: int) -> str:
    return "[" + "; ".join(f"{i}%nat" for i in zeckendorf(n)) + "]"


def _token(group: Group, v: int) -> tuple[str, float]:
    return "exact token_value.", 0.0


def _take_fibonacci(group: Group, v: int) -> tuple[str, float]:
    theorem = take_sum_is(group.states, group.pure)
    return theorem.by("take_fibonacci_is", f"{numbers(group.states)} _"), theorem.seconds


def _cram(group: Group, v: int) -> tuple[str, float]:
    return boards.cram_value(group.states[0], group.part.text, group.pure)


def _kayles(group: Group, v: int) -> tuple[str, float]:
    return boards.kayles_value(group.kind, group.states[0], group.part.text, group.pure)


def _hackenbush(group: Group, v: int) -> tuple[str, float]:
    return boards.hackenbush_value(group.states[0], group.part.text)


VALUES = {
    "nim": _nim,
    "heaps": _heaps,
    "dots": _dots,
    "wythoff": _wythoff,
    "fibonacci": _fibonacci,
    "take-fibonacci": _take_fibonacci,
    "token": _token,
    "cram": _cram,
    "node-kayles": _kayles,
    "arc-kayles": _kayles,
    "hackenbush": _hackenbush,
}

#: The value of these games is known only if it is 0; a winning move shows that it is not.
ONLY_LOST = ("wythoff", "fibonacci")


# A winning move of each kind of group


def _rest(move: Move) -> list[int]:
    """Returns the heaps that a move leaves in place of one."""
    states: list[Any] = [state for _, state in move.option]
    return [state for state in states if state]


def _nim_wins(group: Group, name: str, move: Move) -> Claim:
    heaps, i = group.states, move.index
    rest = (_rest(move) or [0])[0]
    to = Part("nim", numbers([*heaps[:i], rest, *heaps[i + 1 :]]), move.to)
    hints = f"{numbers(heaps[:i])} {number(heaps[i])} {number(rest)} {numbers(heaps[i + 1 :])}"
    return group.part.wins(name, to, f"refine (nim_move_wins {hints} _). {COMPUTE}")


def _heaps_wins(group: Group, name: str, move: Move) -> Claim:
    heaps, i, rest = group.states, move.index, _rest(move)
    ruleset: Any = group.components[0].ruleset
    after = [*heaps[:i], *rest, *heaps[i + 1 :]]
    to = Part(group.part.game, numbers(after), move.to)
    table = table_for(ruleset.code, after, group.pure)
    around = f"{numbers(heaps[:i])} {number(heaps[i])} {numbers(heaps[i + 1 :])}"
    hints = f"{code_text(ruleset.code)} {around} {numbers(rest)}"
    proof = f"refine (code_move_wins {hints} _ _). - {COMPUTE} - {table.sum_is()}"
    return group.part.wins(name, to, proof, table.seconds)


def _dots_wins(group: Group, name: str, move: Move) -> Claim:
    rows, i = _rows(group.components), move.index
    round_, n = rows[i]
    before, behind = rows[:i], rows[i + 1 :]
    if round_:
        new, lemma = [(False, max(n - 3, 0))], f"circle_move_wins {dots_text(before)} {number(n)}"
    else:
        rest = sorted([*_rest(move), 0, 0][:2])
        dot = next(
            d
            for d in (1, rest[0] + 2, rest[1] + 2, n)
            if sorted((max(d - 2, 0), max(n - d - 1, 0))) == rest and 1 <= d <= n
        )
        new = [(False, max(dot - 2, 0)), (False, max(n - dot - 1, 0))]
        lemma = f"row_move_wins {dots_text(before)} {number(n)} {number(dot)}"
    to = Part("dots_game", dots_text([*before, *new, *behind]), move.to)
    proof, seconds = dots_sum_is([*before, *new, *behind], _dots_code(), group.pure)
    return group.part.wins(
        name, to, f"refine ({lemma} {dots_text(behind)} _ _). - {COMPUTE} - {proof}", seconds
    )


def _wythoff_wins(group: Group, name: str, move: Move) -> Claim:
    rest = move.option[0].state if move.option else (0, 0)
    to = Part(group.part.game, _pair(rest), move.to)
    return group.part.wins(name, to, f"apply wythoff_wins. {COMPUTE}")


def _fibonacci_wins(group: Group, name: str, move: Move) -> Claim:
    n, limit = group.states[0]
    rest: Any = move.option[0].state[0] if move.option else 0
    k = n - rest
    to = Part(group.part.game, _pair((rest, 2 * k)), move.to)
    hints = f"{number(n)} {number(limit)} {number(k)} {_indices(rest)}"
    return group.part.wins(name, to, f"refine (fibonacci_wins {hints} _). {COMPUTE}")


def _take_fibonacci_wins(group: Group, name: str, move: Move) -> Claim:
    heaps, i = group.states, move.index
    rest = (_rest(move) or [0])[0]
    after = [*heaps[:i], rest, *heaps[i + 1 :]]
    theorem = take_sum_is(after, group.pure)
    to = Part(group.part.game, numbers(after), move.to)
    hints = f"{numbers(heaps[:i])} {number(heaps[i])} {top_index(heaps[i] - rest)} {numbers(heaps[i + 1 :])}"
    return group.part.wins(name, to, theorem.by("take_fibonacci_wins", hints), theorem.seconds)


def _hackenbush_wins(group: Group, name: str, move: Move) -> Claim:
    rest: Any = move.option[0].state if move.option else Graph((), ())
    return boards.winning_cut(group.part, group.states[0], rest, name, move.to)


WINS = {
    "nim": _nim_wins,
    "heaps": _heaps_wins,
    "dots": _dots_wins,
    "wythoff": _wythoff_wins,
    "fibonacci": _fibonacci_wins,
    "take-fibonacci": _take_fibonacci_wins,
    "hackenbush": _hackenbush_wins,
}
