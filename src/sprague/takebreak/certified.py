"""Periods that a checked certificate proves: one that ships with Sprague, or one in a user's file.

The hard games take minutes to prove, and minutes to check with :mod:`sprague.proofs`. Their certificates are in
``data/certificates.json``; ``python -m sprague.workbench.shipped`` made and checked them. The digests of this file
and of the marks (``data/marks.npz``, :mod:`.streams`) are recorded here, so that an altered file is refused. ``sprague
check 0.104`` checks such a certificate once more.

A certificate of one code serves all codes with the same reduced form (:mod:`.equivalence`): these are one game up to a
shift of the heaps.

>>> import sprague as sg
>>> found = sg.octal("0.455").period()
>>> found.preperiod, found.period, found.value(10**30)
(160949019, 60620715, 3)
"""

from __future__ import annotations

import functools
import io
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sprague.system.ask import Effort, require
from sprague.system.locks import Turns, alone
from sprague.words.errors import FileError
from sprague.words.messages import Message, say

from .codes import Code, parse_code
from .reduction import is_octal, reduce_code
from .sequence import values_of
from .statement import Period
from .streams import Marks, Stream
from .theorems import theorem_for

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: SHA-256 of the files in ``data``, as they were when all certificates had been checked.
PINNED = {
    "certificates.json": "94e7ab9040f6fbcdcd18c48afb24a3f95c95c598b0c14cdaa2979d769be9bd0a",
    "marks.npz": "3a6fb6546e0cef941dc98dfd4b55119bbdecf06f4b7d52f783985d9e0572cac5",
}

#: Codes of more digits are not looked up: reducing them takes longer than it is worth.
_MOST_DIGITS = 12


@dataclass(frozen=True, repr=False)
class CertifiedPeriod(Period):
    """A period that is proved by a certificate instead of computed values.

    ``claims`` is the certificate, ``file`` its path ("" for one that ships with Sprague). ``values`` are computed on
    demand. Heap n is heap n + ``shift`` of the certificate's game.
    """

    claims: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    file: str = ""

    def __post_init__(self) -> None:
        assert self.code is not None and self.preperiod is not None and self.period is not None
        needed = self.claims["needed"]
        if self.claims["code"] != str(self.code):
            theorem = theorem_for(self.code)
            assert theorem is not None
            needed = theorem.needed(self.code, (), self.preperiod, self.period, self.saltus)
        object.__setattr__(self, "needed", needed)
        object.__setattr__(self, "seen", needed)

    @property
    def sentence(self) -> Message:
        parts = {"game": self.game, "s": self.preperiod, "p": self.period, "c": self.saltus}
        if self.saltus:
            return say("{game}: preperiod {s}, period {p}, saltus {c}, proved by a certificate", **parts)
        return say("{game}: preperiod {s}, period {p}, proved by a certificate", **parts)

    @property
    def basis(self) -> Message:
        """Says which certificate it is, and how to check it."""
        code = str(self.claims["code"])
        if self.file:
            return say("the certificate {file}, checked just now", file=self.file)
        if code == str(self.code):
            return say(
                "a certificate of {count} values that comes with Sprague and was checked when it was made; to check "
                "it again: sprague check {code}",
                count=self.claims["needed"],
                code=code,
            )
        return say(
            "the same game as {code}, which has a certificate of {count} values that comes with Sprague and was "
            "checked when it was made; to check it again: sprague check {code}",
            count=self.claims["needed"],
            code=code,
        )


class Recalled:
    """The values of a certificate up to the end of the first period, computed on demand: one of them, or all."""

    def __init__(self, code: Code, entry: dict[str, Any], marks: Marks | None, shift: int) -> None:
        claims: dict[str, int] = entry["certificate"]
        self.code, self.shift = code, shift
        self._start, self._cycle = claims["start"] - shift, entry["cycle"]
        self.count: int = claims["start"] + claims["length"] - shift
        self._stream = None if marks is None else Stream(claims, marks)
        self._all: Any = None
        self.alone = Turns()

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, int):
            return self._one(index)
        if isinstance(index, slice) and self._all is None and not index.start and index.stop is not None:
            return self._up_to(min(index.stop, self.count))[index]
        return self.all()[index]

    def _one(self, n: int) -> int:
        if self._all is not None:
            return int(self._all[n])
        if self._cycle is not None and n >= self._start:
            return int(self._cycle[n - self._start])
        if self._stream is None:
            values = values_of(self.code)
            computed = len(values.seen)
            if n >= computed:  # questions about heap after heap must not start the engine for each of them
                values.grow(min(n + n // 8, self.count) if n < 2 * computed else n)
            return int(values.seen[n])
        m = n + self.shift  # heap of the certificate's game; heaps before its first have the value 0
        value: int = self._stream.value(m) if m >= 0 else 0
        return value

    @alone
    def all(self) -> NDArray[np.unsignedinteger[Any]]:
        """Returns every value, and keeps them."""
        if self._all is None:
            from sprague.system.arrays import np

            self._all = np.asarray(self._up_to(self.count))
        values: NDArray[np.unsignedinteger[Any]] = self._all
        return values

    def renew(self) -> None:
        """Does nothing: the values are kept only when they are complete."""

    def _up_to(self, count: int) -> Any:
        require(Effort(bytes=count, sure=True), say("a table of {count} values", count=count))
        if self._stream is None:
            values = values_of(self.code)
            values.grow(max(count - 1, 0))
            return values.seen[:count]
        from sprague.system.arrays import np

        row = self._stream.array(max(count + self.shift, 1))
        if self.shift >= 0:
            return row[self.shift : self.shift + count]
        return np.concatenate((np.zeros(-self.shift, row.dtype), row))[:count]


@functools.lru_cache(maxsize=64)
def certified(code: Code) -> CertifiedPeriod | None:
    """Returns the period of ``code`` by a certificate that ships with Sprague, or None if there is none.

    >>> certified(parse_code("0.137")) is None, certified(parse_code("0.104")).period
    (True, 11770282)
    """
    if not is_octal(code) or code.last > _MOST_DIGITS:
        return None
    form = reduce_code(code)
    shipped = _shipped().get(form.code)
    if shipped is None:
        return None
    entry, own_shift = shipped
    claims = entry["certificate"]
    # Heap n of the code is heap n - form.shift of the reduced form, and that is n - form.shift + own_shift here.
    shift = own_shift - form.shift
    values = Recalled(code, entry, _marks(claims["code"], entry["marks"]), shift)
    return CertifiedPeriod(str(code), code, claims["start"] - shift, claims["length"], 0, values, claims)


def shipped() -> list[dict[str, Any]]:
    """Returns the certificates that ship with Sprague.

    >>> "0.104" in [claims["code"] for claims in shipped()]
    True
    """
    return [entry["certificate"] for entry, _ in _shipped().values()]


@functools.cache
def _shipped() -> dict[Code, tuple[dict[str, Any], int]]:
    """Returns a dict from reduced forms to the file's entry for one code, and the shift of that code against the
    reduced form."""
    entries = {}
    for entry in json.loads(_data("certificates.json")):
        form = reduce_code(parse_code(entry["certificate"]["code"]))
        entries[form.code] = entry, form.shift
    return entries


def _marks(name: str, every: int | None) -> Marks | None:
    if every is None:
        return None
    from sprague.system.arrays import np

    with np.load(io.BytesIO(_data("marks.npz"))) as file:
        return Marks(every, file[name])


def _data(name: str) -> bytes:
    """Returns the content of a data file. Raises FileError if its digest is not the recorded one."""
    import hashlib
    from pathlib import Path

    content = (Path(__file__).parents[1] / "data" / name).read_bytes()
    if hashlib.sha256(content).hexdigest() != PINNED[name]:
        raise FileError(
            say("the certificates are not those that were checked when Sprague was made: install it again"),
            where=name,
        )
    return content
