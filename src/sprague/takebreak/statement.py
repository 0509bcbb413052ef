"""A statement about the period of a game: proved by a theorem from the values seen, or only observed in them."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from sprague.model.heap_rulesets import check_heap
from sprague.words.errors import RangeError, UnsolvedError
from sprague.words.messages import Message, say, say_plural

from .certificate import write
from .codes import Code
from .literature import Published, published
from .sequence import narrow, start_of
from .theorems import Row, Theorem, theorem_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Status = Literal["proved", "observed", "none"]


@dataclass(frozen=True)
class Period:
    """The period of a game: g(n + period) = g(n) + saltus for all n >= preperiod.

    ``values`` are the values seen. The constructor checks the equation on all of them. Whether it is *proved* for all
    heaps follows from their number and the theorem that covers the code, and cannot be set. Without a pattern
    ``preperiod`` and ``period`` are None. Raises RangeError if the values contradict the equation.

    >>> from sprague.takebreak.codes import parse_code
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
    values: Row = field(default=(), repr=False, compare=False)
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
        theorem = self.covering
        if theorem is not None and self.code is not None:
            needed = theorem.needed(self.code, self.values, self.preperiod, self.period, self.saltus)
            object.__setattr__(self, "needed", needed)

    @property
    def covering(self) -> Theorem | None:
        """The theorem that covers the game, or None if there is none here or if it covers only periods without
        saltus."""
        theorem = None if self.code is None else theorem_for(self.code)
        return None if theorem is None or (self.saltus and not theorem.arithmetic) else theorem

    @property
    def status(self) -> Status:
        """ "proved", "observed" (true of the values seen) or "none" (no pattern)."""
        if self.period is None:
            return "none"
        return "proved" if self.needed is not None and self.seen >= self.needed else "observed"

    def value(self, n: int) -> int:
        """Returns g(n) for n of any size by the proved period. Raises UnsolvedError if the period is not proved,
        RangeError if n is negative.

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

    def row(self, to: int) -> Row:
        """Returns g(0), ..., g(to) by the proved period, in the smallest unsigned type that holds them: without NumPy
        if there is no saltus, and no certificate."""
        start, p = self._proved()
        head = self.values[: min(start + p, to + 1)]
        if self.saltus or not isinstance(head, (list, memoryview)):
            return self._repeated(head, to)
        head = narrow(head)
        row = head if isinstance(head, array) else array("B", head.tobytes())
        return (row + row[start:] * -(-(to + 1 - len(row)) // p))[: to + 1]

    def array(self, to: int) -> NDArray[np.integer[Any]]:
        """Returns g(0), ..., g(to) by the proved period, in the smallest unsigned type that holds them."""
        start, p = self._proved()
        return self._repeated(self.values[: min(start + p, to + 1)], to)

    def _repeated(self, values: Any, to: int) -> NDArray[np.integer[Any]]:
        """Returns g(0), ..., g(to) from the first values."""
        from sprague.system.arrays import np

        start, p = self._proved()
        head = np.asarray(values)
        largest = int(head.max()) + (self.saltus * ((to - start) // p) if self.saltus and to > start else 0)
        head = head.astype(np.min_scalar_type(max(largest, 1)))
        if to < start + p:
            return head
        row = np.empty(to + 1, head.dtype)
        row[: start + p] = head
        filled = start + p
        while filled <= to:  # each copy doubles the length, in whole periods
            cycles = (filled - start) // p
            more = min(cycles * p, to + 1 - filled)
            np.add(
                row[start : start + more],
                cycles * self.saltus,
                out=row[filled : filled + more],
                casting="unsafe",
            )
            filled += more
        return row

    def certificate(self) -> dict[str, Any]:
        """Returns the certificate of a proved period, which :func:`sprague.proofs.check.check` verifies.

        Raises UnsolvedError if the period is not proved.

        >>> import sprague as sg
        >>> sg.octal("0.137").period().certificate()["format"]
        'sprague-period/1'
        """
        start, p = self._proved()
        assert self.covering is not None and self.code is not None and self.needed is not None
        values = self.values if len(self.values) >= self.needed else self.array(self.needed - 1)
        return write(self.code, self.covering.name, start, p, self.saltus, self.needed, values)

    def to_dict(self) -> dict[str, Any]:
        """Returns the object that ``--json`` prints."""
        return {
            "game": self.game,
            "status": self.status,
            "preperiod": self.preperiod,
            "period": self.period,
            "saltus": self.saltus,
            "seen": self.seen,
            "needed": self.needed,
            "theorem": None if self.covering is None else self.covering.statement.render("en"),
            "certificate": None if self.basis is None else self.basis.render("en"),
            "literature": None if self.literature is None else self.literature._asdict(),
        }

    @property
    def basis(self) -> Message | None:
        """The certificate on which the proof rests, and how to check it, or None if the proof rests on computed
        values."""
        return None

    @property
    def literature(self) -> Published | None:
        """The published result about a period that is not proved here. It is cited, and not a proof."""
        return None if self.code is None or self.status == "proved" else published(self.code)

    @property
    def sentence(self) -> Message:
        """Returns the statement in words."""
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
            if self.needed is None:  # the proof counts no values
                return say("{game}: preperiod {s}, period {p}, proved", **parts)
            needed = _values(self.needed)
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

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

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
