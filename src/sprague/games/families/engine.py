"""Values of the pieces of a family, by the system of its kinds, and by its period once this is proved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sprague.model.engine import COMPUTED, Engine, Engines, Evidence, Question
from sprague.model.lazy import Lazy
from sprague.model.ruleset import Option
from sprague.system.ask import Effort, tick
from sprague.system.locks import alone
from sprague.takebreak.sequence import start_of
from sprague.takebreak.statement import Period, Status
from sprague.words.messages import Message, say

from .kinds import Kinds
from .rules import StripRuleset
from .square import Twice
from .system import Repeats, Split, System

#: The number of columns among which a period is searched.
SEARCHED = 4000

#: The winning moves of a longer piece are listed, but not counted.
COUNTED = 10**5


def winning(
    first: int, last: int, wins: Callable[[int], bool], ends: int, repeats: Repeats | Twice | None
) -> Iterator[int]:
    """Yields the places from ``first`` to ``last`` at which a move wins. If all values repeat, one period decides the
    places between two stretches at the ends. ``ends`` says by how much a part may be shorter than its place."""
    if last < first:
        return
    stretch = 0 if repeats is None else repeats.start + ends
    if repeats is None or last - first < 2 * (stretch + repeats.length):
        stretch, length = last + 1 - first, 1
    else:
        length = repeats.length
    for place in range(first, first + stretch):
        tick()
        if wins(place):
            yield place
    middle = range(first + stretch, last + 1 - stretch)
    offsets = [place for place in middle[:length] if wins(place)]
    for begin in range(middle.start, middle.stop, length) if offsets else ():
        for place in offsets:
            if place - middle.start + begin < middle.stop:
                yield place - middle.start + begin
    for place in range(max(first + stretch, last + 1 - stretch), last + 1):
        tick()
        if wins(place):
            yield place


class SystemEngine(Engine):
    """Answers for heaps that form a system of sequences, by its values and its period."""

    rules: StripRuleset | Kinds

    @property
    def system(self) -> System:
        """The values of all kinds."""
        raise NotImplementedError

    @alone
    def value(self, state: Any) -> int:
        kind, n = self.rules.parts(state)
        self._search(min(n + 1, SEARCHED))
        return self.piece(kind, n)

    def piece(self, kind: int, n: int) -> int:
        """Returns the value of n of a kind."""
        return self.system.value(kind, n)

    def lefts(self, split: Split, target: int, total: int, first: int, last: int, ends: int) -> Iterator[int]:
        """Yields the left parts from ``first`` to ``last`` with which the two parts of a move, ``total`` together, have
        the value ``target``. No part is shorter than ``ends`` allows (see ``winning``)."""

        def wins(part: int) -> bool:
            worth = split.constant ^ self.piece(split.left, part) ^ self.piece(split.right, total - part)
            return worth == target

        return winning(first, last, wins, ends, self.system.repeats)

    def _search(self, count: int) -> Repeats | None:
        """Returns the period of all kinds, if the first ``count`` values of each prove it."""
        system = self.system
        if system.repeats is None and count > 256 and system.effort(min(count, SEARCHED)).affordable:
            return system.prove(min(count, SEARCHED))
        return system.repeats

    def effort(self, state: Any, question: Question = "value") -> Effort:
        n = self.rules.parts(state)[1]
        if self.system.repeats is not None:
            return Effort()
        if n >= SEARCHED and self.system.effort(SEARCHED).affordable and self.system.prove(SEARCHED):
            return Effort()
        return self.system.effort(n + 1)

    def evidence(self, state: Any, valued: bool) -> Evidence:
        repeats = self.system.repeats
        if repeats is None or self.rules.parts(state)[1] < repeats.needed:
            return COMPUTED
        return Evidence(
            "periodic",
            proved_by(self.system, repeats),
        )

    @alone
    def values(self, to: int) -> Any:
        repeats = self._search(to + 1)
        if repeats is None or to < repeats.start + repeats.length:
            return self.system.row(0, to + 1)
        head = self.system.row(0, repeats.start + repeats.length)
        again = head[repeats.start :]
        return (head + again * (1 + (to + 1 - len(head)) // repeats.length))[: to + 1]

    @alone
    def period(self, limit: int | None) -> Period:
        """Returns the period of the family, proved or not."""
        count = SEARCHED if limit is None else limit + 1
        repeats = self.system.prove(count)
        if repeats is None:
            return FamilyPeriod(self.rules.head, None, None, None, 0, self.system.row(0, count))
        row = self.system.row(0, repeats.start + 3 * repeats.length)
        tail = row[repeats.start :]
        divisors = (q for q in range(1, repeats.length + 1) if repeats.length % q == 0)
        least = next(q for q in divisors if tail[q:] == tail[:-q])
        start = start_of(row, least, 0)
        values = self.system.row(0, repeats.needed)
        return FamilyPeriod(self.rules.head, None, start, least, 0, values, rules=self.rules, proof=repeats)


class FamilyEngine(SystemEngine):
    """Answers for one family."""

    rules: StripRuleset

    def __init__(self, ruleset: StripRuleset, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self.rules = ruleset

    @property
    def system(self) -> System:
        """The values of all kinds."""
        return self.rules.family.system

    def effort(self, state: Any, question: Question = "value") -> Effort:
        if "family" not in vars(self.rules) or "system" not in vars(self.rules.family):  # made on first use
            return Effort(1000, 10_000_000, 1.0, guessed=True)
        return super().effort(state, question)

    @alone
    def replies(self, state: Any, target: int) -> Lazy[Option]:
        kind, full = self.rules.parts(state)
        if full < self.rules.family.long(kind):
            return super().replies(state, target)
        self.value(state)
        replies = Lazy(lambda: self._options_of_value(kind, full, target))
        return replies if full <= COUNTED else replies.as_partial()

    def _options_of_value(self, kind: int, full: int, target: int) -> Iterator[Option]:
        """Yields the options of a long piece with that value, each once."""
        rules, family = self.rules, self.rules.family
        pair, names = family.kinds[kind], set()
        for is_left, frame, end in ((True, family.left, pair.left), (False, family.right, pair.right)):
            for near in frame.moves[end]:
                after = pair._replace(left=near.end) if is_left else pair._replace(right=near.end)
                worth = family.worth(near.parts, frame)
                if worth ^ self.piece(family.number[after], full - near.loss) == target:
                    option = rules.near(kind, full, near, is_left).option
                    name = tuple(sorted(map(str, option)))
                    if name not in names:
                        names.add(name)
                        yield option
        first, last = rules.middle(kind, full)
        for cut in family.cuts:
            split = family.split(pair, cut)
            across = max(further for further, _ in cut.taken)
            places = first - cut.before, last - across - cut.before
            total = full - 1 - cut.before - cut.behind
            for part in self.lefts(split, target, total, *places, family.long(0)):
                option = rules.cut(kind, full, cut, part + cut.before).option
                name = tuple(sorted(map(str, option)))
                if name not in names:
                    names.add(name)
                    yield option


class KindsEngine(SystemEngine):
    """Answers for heaps of several kinds."""

    rules: Kinds

    def __init__(self, ruleset: Kinds, engines: Engines) -> None:
        super().__init__(ruleset, engines)
        self.rules = ruleset

    @property
    def system(self) -> System:
        return self.rules.system

    @alone
    def replies(self, state: Any, target: int) -> Lazy[Option]:
        n = self.rules.parts(state)[1]
        self.value(state)
        options = Lazy(lambda: self._options_of_value(state, target))
        return options if n <= COUNTED else options.as_partial()

    def _options_of_value(self, state: Any, target: int) -> Iterator[Option]:
        """Yields the options of that value, each once."""
        names = set()
        for option in self._winning(*self.rules.parts(state), target):
            name = tuple(sorted(map(str, option)))
            if name not in names:
                names.add(name)
                yield option

    def _winning(self, kind: int, n: int, target: int) -> Iterator[Option]:
        rules, value, rule = self.rules, self.piece, self.rules.rules[kind]
        if n in rule.whole and not target:
            yield ()
        for constant, other, loss in rule.shorter:
            if loss <= n and constant ^ value(other, n - loss) == target:
                yield rules.option(constant, [(other, n - loss)])
        for split in rule.splits:
            for a in self.lefts(split, target, n - split.gap, 0, n - split.gap, split.gap):
                parts = [(split.left, a), (split.right, n - split.gap - a)]
                yield rules.option(split.constant, parts)


@dataclass(frozen=True, repr=False)
class FamilyPeriod(Period):
    """The period of a family, which the values of all its kinds of pieces prove."""

    rules: StripRuleset | Kinds | None = field(default=None, compare=False)
    proof: Repeats | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.proof is not None:
            object.__setattr__(self, "needed", self.proof.needed)

    @property
    def status(self) -> Status:
        return "none" if self.proof is None else "proved"

    @property
    def basis(self) -> Message | None:
        if self.proof is None or self.rules is None:
            return None
        return proved_by(self.rules.system, self.proof)

    def certificate(self) -> dict[str, Any]:
        start, period = self._proved()
        assert self.rules is not None and self.proof is not None
        return self.rules.certificate(self.proof, start, period)


def proved_by(system: System, repeats: Repeats) -> Message:
    """Says in words what proves the period of a system."""
    numbers = {"p": repeats.length, "s": repeats.start, "needed": repeats.needed}
    if len(system.kinds) == 1:
        return say(
            "the heaps have period {p} from {s} on, as {needed} values prove (Guy, Smith 1956)",
            **numbers,
        )
    return say(
        "all {kinds} kinds of pieces have period {p} from {s} on, as {needed} values of each prove (Guy, Smith 1956, "
        "for systems of sequences)",
        kinds=len(system.kinds),
        **numbers,
    )
