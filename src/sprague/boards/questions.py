"""Questions about a board that follow from the values of its options: what to ask when several ask at once.

A question is (shape, wanted): does the shape have that value? Wanted None: which value has it? It is taken the way
the search takes it: no option may have the wanted value, and some option must have each smaller one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from sprague.numbers.sums import mex

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sprague.search.driver import Statistics

    from .search import BoardSearch


class Question(NamedTuple):
    """Whether a shape has the value ``wanted``; None: which value it has."""

    shape: int
    wanted: int | None


class Look(NamedTuple):
    """What is known of a question: the value if that is settled, and what is open if nothing is settled."""

    settled: bool
    value: int | None
    open: tuple[Question, ...]


class _Enough(Exception):
    pass


def ask(search: BoardSearch, question: Question, enough: Callable[[Statistics], bool]) -> bool:
    """Have a search settle a question, unless ``enough``, called about twice a second, says that it should not go on.

    What was found until then stays in its table, so that it goes faster the next time.

    >>> from sprague.boards.search import BoardSearch
    >>> search = BoardSearch(5)
    >>> (shape,), _ = search.shapes((1 << 35) - 1)
    >>> ask(search, Question(shape, 1), lambda statistics: True)
    False
    >>> ask(search, Question(shape, 1), lambda statistics: False), Questions(search).value(shape)
    (True, 1)
    """
    told = search.progress

    def hook(statistics: Statistics) -> None:
        if told is not None:
            told(statistics)
        if enough(statistics):
            raise _Enough

    search.progress = hook
    try:
        wanted = question.wanted or 0
        while search.ask(question.shape, wanted) is None and question.wanted is None:
            wanted += 1
    except _Enough:
        return False
    finally:
        search.progress = told
    return True


class Questions:
    """Questions near a root, and what a search knows of them.

    That a shape does not have some value is kept here, once :meth:`look` has seen it: the search forgets such
    knowledge, and values alone travel.

    >>> from sprague.boards.search import BoardSearch
    >>> search = BoardSearch(4)
    >>> (shape,), _ = search.shapes((1 << 28) - 1)
    >>> questions = Questions(search)
    >>> while open_ones := questions.look(Question(shape, 3)).open:
    ...     _ = ask(search, open_ones[0], lambda statistics: False), questions.look(open_ones[0])
    >>> questions.look(Question(shape, 3))
    Look(settled=True, value=3, open=())
    """

    def __init__(self, search: BoardSearch) -> None:
        self.search = search
        self._options: dict[int, _Options] = {}
        self._not: set[Question] = set()

    def look(self, question: Question) -> Look:
        """What follows at once from the values known and from the questions that were settled before.

        A value that follows is known from then on.
        """
        import numpy as np

        shape, wanted = question
        value = self.value(shape)
        if value is not None:
            return Look(True, value, ())
        if question in self._not:
            return Look(True, None, ())
        hit, unknown = self._state(shape)
        if wanted in hit:
            self._not.add(question)
            return Look(True, None, ())
        # The wanted value first, as most shapes do not have it; then the least value that no option is known to have.
        least = mex(hit)
        for phase in (least,) if wanted is None else (wanted, least):
            if open_ones := self._open(unknown, phase):
                return Look(False, None, open_ones)
        self.search.load(words([shape]), np.array([least], np.uint8))
        return Look(True, least, ())

    def value(self, shape: int) -> int | None:
        """The value of a shape if it is known."""
        return self.values([shape]).get(shape)

    def values(self, shapes: Iterable[int]) -> dict[int, int]:
        """Those shapes whose values are known, and these."""
        keys = words(shapes)
        found = zip(keys.tolist(), self.search.known(keys).tolist(), strict=True)
        return {key & (2**64 - 1): value for key, value in found if value >= 0}

    def work(self, question: Question) -> int:
        """What is open one move further, in squares of cells: questions of little work are likely settled soon."""
        options = self._of(question.shape)
        known = self.values(options.shapes)
        return sum(
            other.bit_count() ** 2 for shapes, _ in options.left for other in shapes if other not in known
        )

    def witness(self, shape: int) -> dict[int, int]:
        """The values known of a shape and of its options' shapes: from them follows what a search found of it."""
        return self.values([shape, *self._of(shape).shapes])

    def _state(self, shape: int) -> tuple[set[int], list[tuple[list[int], int]]]:
        """The values that options are known to have; of the others what is not known, and the nim-sum of the rest."""
        options = self._of(shape)
        known = self.values(options.shapes)
        hit, unknown = set(), []
        for shapes, total in options.left:
            left = []
            for other in shapes:
                if other in known:
                    total ^= known[other]
                else:
                    left.append(other)
            if left:
                unknown.append((left, total))
            else:
                hit.add(total)
        return hit, unknown

    def _open(self, unknown: list[tuple[list[int], int]], phase: int) -> tuple[Question, ...]:
        """What to ask to learn whether some option has the value ``phase``."""
        questions: dict[Question, None] = {}
        for (*others, largest), total in unknown:
            if others:
                questions.update((Question(other, None), None) for other in others)
            elif (last := Question(largest, phase ^ total)) not in self._not:
                questions[last] = None
        return tuple(questions)

    def _of(self, shape: int) -> _Options:
        if shape not in self._options:
            self._options[shape] = _options(self.search, shape)
        return self._options[shape]


class _Options(NamedTuple):
    """What the moves leave of a shape, each once (shapes, the largest last, and the nim-sum of the parts that need no
    search), and all these shapes."""

    left: list[tuple[list[int], int]]
    shapes: list[int]


def _options(search: BoardSearch, shape: int) -> _Options:
    found = {}
    for cell in range(shape.bit_length()):
        beside = 1 << cell | 1 << cell + 1 if (cell + 1) % search.width else 0
        below = 1 << cell | 1 << cell + search.width
        for domino in (beside, below):
            if domino and shape & domino == domino:
                shapes, rest = search.shapes(shape & ~domino)
                found[(*shapes, -1 - rest)] = shapes, rest
    return _Options(list(found.values()), sorted({other for shapes, _ in found.values() for other in shapes}))


def words(shapes: Iterable[int]) -> NDArray[np.int64]:
    """Shapes as keys of a table or store.

    >>> words([3, 2**64 - 1]).tolist()
    [3, -1]
    """
    import numpy as np

    return np.array(list(shapes), np.uint64).view(np.int64)
