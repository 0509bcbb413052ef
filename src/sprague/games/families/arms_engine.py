"""Values of graphs with two growing arms: by a rectangle of them, and by its period once that is proved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from sprague.model.engine import COMPUTED, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Option
from sprague.system.ask import Effort
from sprague.system.locks import alone
from sprague.takebreak.statement import Period, Status
from sprague.words.messages import Message, say

from .arms import ArmsRuleset
from .engine import COUNTED, SEARCHED, winning
from .square import Twice

#: If values take more than ``QUICK`` seconds, the engine first searches a period, with arms shorter than ``SIDE``.
QUICK, SIDE = 0.2, 1296


class ArmsEngine(Engine):
    """Answers for a core with two arms."""

    def __init__(self, ruleset: ArmsRuleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self.rules = ruleset

    @alone
    def value(self, state: Any) -> int:
        kind, lengths = self.rules.parts(state)
        self._search(lengths)
        return self.rules.core.value(kind, lengths)

    def _search(self, lengths: tuple[int, ...]) -> None:
        """Looks for the period of all kinds before far values."""
        if len(lengths) == 1:
            self.rules.core.lines.prove(min(lengths[0] + 1, SEARCHED))
        elif self.rules.core.square.effort(lengths[0] + 1, lengths[1] + 1).seconds > QUICK:
            self.rules.core.square.prove(SIDE)

    def effort(self, state: Any, question: Question = "value") -> Effort:
        square, (_, lengths) = self.rules.core.square, self.rules.parts(state)
        self._search(lengths)
        if len(lengths) == 1:
            lines = self.rules.core.lines
            return Effort() if lines.repeats is not None else lines.effort(lengths[0] + 1)
        b, c = square.folded((lengths[0], lengths[1]))
        return square.effort(b + 1, c + 1)

    def box(self, shape: tuple[int, int]) -> Any:
        """Returns the values of all pairs of lengths below these."""
        from sprague.system.arrays import np

        self.value((shape[0] - 1, shape[1] - 1))
        square = self.rules.core.square
        folds = [sorted({square.folded((n, 0))[0] for n in range(shape[0])})]
        folds.append(sorted({square.folded((0, n))[1] for n in range(shape[1])}))
        values = np.array([[square.value(0, (b, c)) for c in folds[1]] for b in folds[0]], np.int64)
        rows = [square.folded((n, 0))[0] for n in range(shape[0])]
        columns = [square.folded((0, n))[1] for n in range(shape[1])]
        return values[np.ix_(rows, columns)]

    def evidence(self, state: Any, valued: bool) -> Evidence:
        core, square, (_, lengths) = self.rules.core, self.rules.core.square, self.rules.parts(state)
        if len(lengths) == 1:
            lines = core.lines.repeats
            if lines is None or lengths[0] < lines.needed:
                return COMPUTED
            return Evidence("periodic", lines_by(lines.start, lines.length))
        if square.repeats is None or square.folded((lengths[0], lengths[1])) == lengths:
            return COMPUTED
        return Evidence("periodic", proved_by(square.repeats))

    @alone
    def replies(self, state: Any, target: int) -> Lazy[Option]:
        kind, lengths = self.rules.parts(state)
        self.value(state)
        options = Lazy(lambda: self._options_of_value(kind, lengths, target))
        return options if max(lengths) <= COUNTED else options.as_partial()

    def _options_of_value(self, kind: int, lengths: tuple[int, ...], target: int) -> Iterator[Option]:
        """Yields the options of that value, each once."""
        rules, core = self.rules, self.rules.core
        names = set()
        for move in rules.at_core(kind, lengths):
            name = tuple(sorted(map(str, move.option)))
            if self.engines.option_value(move.option) == target and name not in names:
                names.add(name)
                yield move.option
        repeats = core.lines.repeats if len(lengths) == 1 else core.square.repeats
        for place, arm in enumerate(core.arms_of(core.kinds[kind])):

            def wins(shorter: int, place: int = place) -> bool:
                shortened = (*lengths[:place], shorter, *lengths[place + 1 :])
                beyond = max(lengths[place] - core.gap - shorter, 0)
                return core.value(kind, shortened) ^ core.lines.value(0, beyond) == target

            for shorter in winning(0, lengths[place] - 2, wins, core.gap, repeats):
                yield rules.in_arm(kind, lengths, arm, shorter).option

    @alone
    def period(self, limit: int | None) -> Period:
        """Returns the period of the family in both lengths, proved or not."""
        most = SIDE if limit is None else limit + 1
        repeats = self.rules.core.square.prove(most)
        if repeats is None:
            return ArmsPeriod(self.rules.head, None, None, None, looked=self.rules.core.square.looked)
        (first, one), (second, other) = (self.rules.core.square.own(arm) for arm in (0, 1))
        start, length = max(first, second), max(one, other)
        return ArmsPeriod(self.rules.head, None, start, length, 0, rules=self.rules, proof=repeats)


@dataclass(frozen=True, repr=False)
class ArmsPeriod(Period):
    """The period of a core with two arms: T(b + period, c) = T(b, c) for b >= preperiod and all c, and so for c."""

    rules: ArmsRuleset | None = field(default=None, compare=False)
    proof: Twice | None = field(default=None, compare=False)
    #: Below which lengths values were seen.
    looked: int = 0

    def __post_init__(self) -> None:
        count = None if self.proof is None else self.proof.needed[0] * self.proof.needed[1]
        object.__setattr__(self, "needed", count)
        object.__setattr__(self, "seen", self.looked if count is None else count)

    @property
    def status(self) -> Status:
        return "none" if self.proof is None else "proved"

    @property
    def basis(self) -> Message | None:
        if self.proof is None or self.rules is None:
            return None
        return proved_by(self.proof)

    def value(self, n: Any) -> int:
        assert self.rules is not None
        state: Any = self.rules.check(n)
        return self.rules.core.value(*self.rules.parts(state))

    def certificate(self) -> dict[str, Any]:
        self._proved()
        assert self.rules is not None and self.proof is not None
        return self.rules.certificate(self.proof)


def lines_by(start: int, length: int) -> Message:
    """Says what proves the period of pieces with one arm."""
    return say(
        "paths and pieces with one arm have period {p} from {s} on (Guy, Smith 1956, for systems of sequences)",
        p=length,
        s=start,
    )


def proved_by(repeats: Twice) -> Message:
    """Says what proves the period of pieces with two arms."""
    return say(
        "T(b + {p}, c) = T(b, c) for all b >= {first} and all c, and T(b, c + {p}) = T(b, c) for all c >= {second} and "
        "all b, for all pieces with two arms, as their values for b < {rows} and c < {columns} prove (the induction of "
        "Guy, Smith 1956, on both lengths)",
        p=repeats.length,
        first=repeats.first,
        second=repeats.second,
        rows=repeats.needed[0],
        columns=repeats.needed[1],
    )
