"""Periods of games on heaps: found while the values are computed, proved by a theorem, or only observed.

>>> import sprague as sg
>>> sg.octal("0.137").period()  # doctest: +ELLIPSIS
<Period of 0.137: preperiod 52, period 34, proved (needs 175 values, saw ...)>
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from sprague.model.heap_rulesets import check_heap
from sprague.model.ruleset import Ruleset
from sprague.words.errors import NotationError, RangeError, UnsolvedError
from sprague.words.messages import Message, say, say_plural

from .codes import Code, code_of, is_code, parse_code
from .sequence import KEPT, GameValues, Pattern, Progress, Values, pattern, start_of, values_of
from .theorems import Theorem, theorem_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: How far a period is looked for; less far where values cost much more.
LIMIT, LIMIT_MANY = 10**6, 4096

#: So many values of proved periods are kept for later questions, in all; those of the newest in any case.
REMEMBERED = 1 << 29

_REMEMBERED: dict[Code, Period] = {}
_LOCK = Lock()

Status = Literal["proved", "observed", "none"]


@dataclass(frozen=True)
class Period:
    """What is known of the period of a game: g(n + period) = g(n) + saltus for all n >= preperiod.

    ``values`` are those that were seen. Making one checks the equation on all of them; whether it is *proved* for
    all heaps follows from their number and the theorem that covers the code, and cannot be set. Without a
    pattern ``preperiod`` and ``period`` are None. Raises RangeError when the values contradict the equation.

    >>> Period("0.77", parse_code("0.77"), 0, 12, 0, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4])
    Traceback (most recent call last):
    ...
    sprague.words.errors.RangeError: 12 is no period of 0.77 from 0 on: g(0) = 0 and g(12) = 4
    """

    game: str
    code: Code | None
    preperiod: int | None
    period: int | None
    saltus: int = 0
    values: Any = field(default=(), repr=False, compare=False)
    seen: int = field(init=False)
    needed: int | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "seen", len(self.values))
        object.__setattr__(self, "needed", None)
        if self.preperiod is None or self.period is None:
            return
        if self.preperiod < 0 or self.period < 1:
            raise RangeError(say("expected a start >= 0 and a period >= 1"), where=self.game)
        n = start_of(self.values, self.period, self.saltus) - 1
        if n >= self.preperiod:
            raise RangeError(
                say(
                    "{p} is no period of {game} from {start} on: g({n}) = {a} and g({m}) = {b}",
                    p=self.period,
                    game=self.game,
                    start=self.preperiod,
                    n=n,
                    a=int(self.values[n]),
                    m=n + self.period,
                    b=int(self.values[n + self.period]),
                )
            )
        theorem = self.theorem
        if theorem is not None and self.code is not None:
            needed = theorem.needed(self.code, self.values, self.preperiod, self.period, self.saltus)
            object.__setattr__(self, "needed", needed)

    @property
    def theorem(self) -> Theorem | None:
        """The theorem that covers the game; None when there is none here, or only one for periods without saltus."""
        found = None if self.code is None else theorem_for(self.code)
        return None if found is None or (self.saltus and not found.arithmetic) else found

    @property
    def status(self) -> Status:
        """ "proved", or "observed" (true of the values seen), or "none" (no pattern)."""
        if self.period is None:
            return "none"
        return "proved" if self.needed is not None and self.seen >= self.needed else "observed"

    def value(self, n: int) -> int:
        """g(n), of any size, by the proved period. Raises UnsolvedError when it is not proved, RangeError for n < 0.

        >>> import sprague as sg
        >>> sg.octal("0.137").period().value(10**30)
        0
        """
        start, p = self._proved()
        n = check_heap(n, self.game)
        if n < start + p:
            return int(self.values[n])
        cycles, rest = divmod(n - start, p)
        return int(self.values[start + rest]) + (self.saltus * cycles if self.saltus else 0)

    def array(self, to: int) -> NDArray[np.integer[Any]]:
        """g(0), ..., g(to) by the proved period, of the smallest unsigned type that holds them."""
        import numpy as np

        start, p = self._proved()
        head = np.asarray(self.values[: min(start + p, to + 1)])
        largest = int(head.max()) + (self.saltus * ((to - start) // p) if self.saltus and to > start else 0)
        head = head.astype(np.min_scalar_type(max(largest, 1)))
        if to < start + p:
            return head
        row = np.empty(to + 1, head.dtype)
        row[: start + p] = head
        done = start + p
        while done <= to:  # each copy doubles what is there, and keeps to whole periods
            cycles = (done - start) // p
            more = min(cycles * p, to + 1 - done)
            np.add(
                row[start : start + more], cycles * self.saltus, out=row[done : done + more], casting="unsafe"
            )
            done += more
        return row

    def certificate(self) -> dict[str, Any]:
        """The certificate of a proved period, which :func:`sprague.proofs.check.check` verifies.

        Raises UnsolvedError when it is not proved.

        >>> import sprague as sg
        >>> sg.octal("0.137").period().certificate()["format"]
        'sprague-period/1'
        """
        from .certificate import certificate

        self._proved()
        return certificate(self)

    def to_dict(self) -> dict[str, Any]:
        """The object that ``--json`` prints."""
        return {
            "game": self.game,
            "status": self.status,
            "preperiod": self.preperiod,
            "period": self.period,
            "saltus": self.saltus,
            "seen": self.seen,
            "needed": self.needed,
            "theorem": None if self.theorem is None else self.theorem.statement,
        }

    @property
    def sentence(self) -> Message:
        """What is known, in words."""
        if self.period is None:
            return say("no period of {game} seen in {seen}", game=self.game, seen=_values(self.seen))
        parts = {
            "game": self.game,
            "s": self.preperiod,
            "p": self.period,
            "c": self.saltus,
            "seen": self.seen,
        }
        if self.status == "proved":
            needed = _values(self.needed or 0)
            if self.saltus:
                return say(
                    "{game}: preperiod {s}, period {p}, saltus {c}, proved (needs {needed}, saw {seen})",
                    needed=needed,
                    **parts,
                )
            return say(
                "{game}: preperiod {s}, period {p}, proved (needs {needed}, saw {seen})",
                needed=needed,
                **parts,
            )
        return say(
            "no period of {game} is proved; a pattern was observed: start {s}, period {p}, saltus {c}, "
            "in {seen} values",
            **parts,
        )

    def __str__(self) -> str:
        return str(self.sentence)

    def __repr__(self) -> str:
        return f"<Period of {self.sentence}>"

    def _proved(self) -> tuple[int, int]:
        if self.status != "proved" or self.preperiod is None or self.period is None:
            raise UnsolvedError(self.sentence)
        return self.preperiod, self.period


def _values(count: int) -> Message:
    return say_plural("{count} value", "{count} values", count)


def period(
    game: Ruleset | Code | str, limit: int | None = None, *, progress: Progress | None = None
) -> Period:
    """The least period and preperiod of a game on heaps, proved where a theorem covers it.

    Values are computed until the proof is complete, and no further than heap ``limit`` (by default 10^6, or 4096
    where moves leave three heaps and more or splits repeat for ever, so that values cost much more); the search for
    the pattern costs less than they do. A code that no theorem covers is left *observed* when its pattern has
    repeated many times, or at the limit.

    >>> period("kayles")  # doctest: +ELLIPSIS
    <Period of kayles: preperiod 71, period 12, proved (needs 168 values, saw ...)>
    """
    head, code, ruleset = _game(game)
    if limit is not None:
        limit = check_heap(limit, head)
    known: Values | GameValues
    if code is None:
        known = GameValues(ruleset)  # type: ignore[arg-type]
        limit = min(LIMIT if limit is None else limit, known.plain)
    else:
        if limit is None:
            limit = LIMIT_MANY if code.most_heaps > 2 or (code.infinite and code.most_heaps == 2) else LIMIT
        known = values_of(code) if limit <= KEPT else Values(code)
    found = search(head, known, limit, progress)
    if code is not None and found.status == "proved":
        _remember(code, found)
    return found


def remembered(code: Code) -> Period | None:
    """A proved period of ``code`` that :func:`period` has found in this process; None when none is kept."""
    return _REMEMBERED.get(code)


def _remember(code: Code, found: Period) -> None:
    with _LOCK:
        _REMEMBERED.pop(code, None)
        _REMEMBERED[code] = found
        for oldest in list(_REMEMBERED)[:-1]:
            if sum(kept.seen for kept in _REMEMBERED.values()) <= REMEMBERED:
                return
            del _REMEMBERED[oldest]


def search(head: str, known: Values | GameValues, limit: int, progress: Progress | None = None) -> Period:
    """:func:`period` on values that may be known in part already."""
    code = known.code
    theorem = None if code is None else theorem_for(code)
    arithmetic = theorem is None or theorem.arithmetic or (code is not None and code.most_heaps > 2)
    count = min(known.steps[0], limit) + 1
    while True:
        known.grow(count - 1, progress)
        count = min(max(count, len(known)), limit + 1)
        seen = known.seen[:count]
        window = count // 2 if theorem is None or code is None else theorem.window(code, count)
        found = pattern(seen, window, arithmetic)
        if found is not None:
            result = Period(head, code, *found, seen)
            if result.status == "proved" or (theorem is None and _enough(found, count)):
                return result
        if count > limit:
            found = pattern(seen, count // 2, arithmetic)
            if found is not None and 4 * found.period <= count:
                return Period(head, code, *found, seen)
            return Period(head, code, None, None, 0, seen)
        wanted = 0
        if theorem is not None and code is not None:
            likely = pattern(seen, count // 8, arithmetic)
            wanted = 0 if likely is None else theorem.needed(code, seen, *likely)
        # As many as the proof of a likely pattern needs, if that is not far, else more.
        wider = next((step + 1 for step in known.steps if step >= count), count + count // 4)
        count = min(wanted if count < wanted <= 2 * count else wider, limit + 1)


def _enough(found: Pattern, count: int) -> bool:
    """Whether a pattern that nothing proves has been seen often enough to stop looking."""
    return count > 16 * (found.start + found.period) and count >= 1024


def offered(
    game: Ruleset | Code | str, preperiod: int, length: int, saltus: int = 0, limit: int = 10**7
) -> Period:
    """The period that is offered, tested on as many values as its proof needs: a false one raises RangeError.

    Raises RangeError also when the proof would need values beyond heap ``limit``; without a theorem the
    pattern is tested on four periods and left *observed*.

    >>> offered("0.137", 52, 34).status
    'proved'
    >>> offered("0.137", 51, 34)
    Traceback (most recent call last):
    ...
    sprague.words.errors.RangeError: 34 is no period of 0.137 from 51 on: g(51) = 2 and g(85) = 9
    """
    head, code, ruleset = _game(game)
    known = GameValues(ruleset) if code is None else values_of(code)  # type: ignore[arg-type]
    if preperiod < 0 or length < 1:
        raise RangeError(say("expected a start >= 0 and a period >= 1"), where=head)
    count = max(preperiod, 1) + 4 * length
    while True:
        if count - 1 > limit:
            raise RangeError(
                say("the proof needs {count} values; the limit is heap {limit}", count=count, limit=limit),
                where=head,
            )
        known.grow(count - 1)
        result = Period(head, code, preperiod, length, saltus, known.seen[: max(count, 1)])
        if result.needed is None or result.needed <= count:
            return result
        count = max(result.needed, count + count // 4 if result.needed == count + 1 else result.needed)


def _game(game: Ruleset | Code | str) -> tuple[str, Code | None, Ruleset | None]:
    """Head, code and ruleset of a game given in any of the three ways; one on single heaps."""
    if isinstance(game, Code):
        return str(game), game, None
    if isinstance(game, str):
        if is_code(game):
            code = parse_code(game)
            return str(code), code, None
        from sprague.model.registry import find

        game = find("".join(game.split()))
    if not isinstance(game, Ruleset):
        raise NotationError(say("expected a game or its name, got {got}", got=repr(game)))
    if game.heaps != 1:
        raise RangeError(say("expected a game on one heap, got {game}", game=game.head))
    return game.head, code_of(game), game
