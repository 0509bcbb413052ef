"""The engines of finite codes that split into two heaps: by the sparse space if that pays, otherwise by all pairs."""

from __future__ import annotations

from array import array
from dataclasses import replace
from operator import methodcaller
from typing import ClassVar

from .codes import Code
from .sparse_space import SparseSpace, odd_table, rare_heaps, vote
from .split_kernels import Dense, Kernel, Near, Scatter, Sparse, Survey

#: The sparse space before the first survey, when no heap is counted.
_NO_SPACE = SparseSpace(0, False, False, array("q"))


#: The number of known heaps before the second survey.
SECOND = 8192


class SparseEngine:
    """Uses the three kernels in turn: after each stretch a survey decides which of them computes the next.

    A survey lets the newest values vote for a mask, counts its rare heaps, and estimates what a heap costs with each
    kernel. The first heaps, which no survey precedes, are computed by :class:`~.split_kernels.Dense`.
    """

    #: The kernels to choose from.
    kernels: ClassVar[tuple[type[Kernel], ...]] = (Dense, Scatter, Sparse)

    #: The number of known heaps before the first survey.
    first: ClassVar[int] = 2048

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""
        self._kind: type[Kernel] = Dense
        self._kernel: Kernel | None = None
        self._survey: Survey | None = None

    @staticmethod
    def can(code: Code) -> bool:
        """Returns whether this engine knows the moves of ``code``."""
        return code.most_heaps == 2 and not code.infinite and code.split != "equal"

    @property
    def name(self) -> str:
        return self._kind.name

    def attach(self, values: memoryview, known: int, limit: int) -> None:
        if self._survey is None:
            review = max(self.first, 8 * (self.code.last + 128))
            self._survey = Survey(self.code, values, known, limit, review, Near(), _NO_SPACE)
        else:
            self._survey = replace(self._survey, values=values, known=known, limit=limit)
        self._kernel = None

    def fill(self, stop: int) -> int:
        survey = self._survey
        assert survey is not None
        self.stopped = ""
        while survey.known < stop and not self.stopped:
            if survey.known >= survey.review:
                survey = _surveyed(survey)
                self._kind = min(self.kernels, key=methodcaller("cost", survey))
                self._kernel = None
            kernel = self._kernel = self._kernel or self._kind(survey)
            filled = kernel.fill(survey.known, min(stop, survey.review))
            survey = replace(survey, known=filled.known)
            if filled.rares is not None:
                space = survey.space.with_rares(filled.rares)
                survey = replace(survey, space=space, counted=filled.known)
            if filled.spent:
                self._kernel = None
            if filled.wide and kernel.width < survey.limit:
                survey = replace(survey, width=2 * survey.width, largest=survey.width - 1)
                self._kernel = None
            elif filled.wide:
                self.stopped = "wide"
            self._survey = survey
        return survey.known


class ForcedSparseEngine(SparseEngine):
    """Uses the sparse kernel from the start, however many rare heaps there are."""

    kernels = (Sparse,)
    first = 1024


class ForcedScatterEngine(SparseEngine):
    """Uses the scatter kernel from the start, however many rare heaps there are."""

    kernels = (Scatter,)
    first = 1024


class DenseEngine:
    """Visits every pair of heaps, for any code whose moves leave at most two heaps."""

    name = "dense"

    def __init__(self, code: Code) -> None:
        self.code = code
        self.stopped = ""
        self._known = 0
        self._near = Near()
        self._kernel: Dense | None = None

    @staticmethod
    def can(code: Code) -> bool:
        """Returns whether this engine knows the moves of ``code``."""
        return code.most_heaps <= 2 and not code.infinite and code.split != "equal"

    def attach(self, values: memoryview, known: int, limit: int) -> None:
        self._known = known
        self._kernel = Dense(Survey(self.code, values, known, limit, len(values), self._near, _NO_SPACE))

    def fill(self, stop: int) -> int:
        assert self._kernel is not None
        self.stopped = ""
        while self._known < stop and not self.stopped:
            filled = self._kernel.fill(self._known, stop)
            self._known = filled.known
            self.stopped = "wide" if filled.wide else ""
        return self._known


def _surveyed(survey: Survey) -> Survey:
    """Returns the next survey: the newest values vote for a mask, and its rare heaps are counted."""
    values, old = survey.values[: survey.known], survey.space
    mask, parity, flip, largest, inhabited = vote(survey.code, values)
    # Wider than needed, so that it seldom grows, though values must fit the type of the array.
    width = survey.width
    while width <= 2 * largest and width < survey.limit:
        width *= 2
    rares, begin = array("q"), 0
    if (old.mask, old.parity, old.flip) == (mask, parity, flip):
        rares, begin = old.rares, survey.counted
    more = rare_heaps(values, begin, survey.known, odd_table(mask, width), parity, flip)
    return replace(
        survey,
        review=max(SECOND, survey.known + max(4096, survey.known // 4)),
        space=SparseSpace(mask, parity, flip, rares + more),
        counted=survey.known,
        width=width,
        largest=largest,
        inhabited=inhabited,
    )
