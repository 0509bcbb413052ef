"""What follows near a root from values found one by one, against the definition."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sprague.boards.plain import cram_value
from sprague.boards.questions import Question, Questions, ask, words
from sprague.boards.search import BoardSearch


@cache
def by_definition(width: int, cells: int) -> int:
    return cram_value(64 // width, width, cells)


def searched(width: int) -> BoardSearch:
    """A search whose table of tiny boards is small, so that there are shapes to ask for."""
    search = BoardSearch(width)
    search.value(1)
    return search


def for_ever(statistics: object) -> bool:
    return False


@given(st.sampled_from([3, 4, 5]), st.integers(1, (1 << 24) - 1), st.integers(0, 4) | st.none())
def test_a_question_follows_from_questions_about_options(width, cells, wanted):
    search = searched(width)
    shapes, total = search.shapes(cells)
    for shape in shapes:
        value = by_definition(width, shape)
        total ^= value
        near, question = Questions(search), Question(shape, wanted)
        while not (look := near.look(question)).settled:
            first = min(look.open, key=near.work)
            assert ask(search, first, for_ever) and near.look(first).settled
        assert (look.value == value) if look.value is not None or wanted in (None, value) else value != wanted
        assert all(by_definition(width, other) == found for other, found in near.witness(shape).items())
    assert total == by_definition(width, cells)


@given(st.integers(1, (1 << 20) - 1), st.integers(0, 3))
def test_what_a_witness_tells_is_enough(cells, wanted):
    """Another search that is told the witness alone knows the answer."""
    one, other = searched(4), searched(4)
    for shape in one.shapes(cells)[0]:
        question = Question(shape, wanted)
        assert ask(one, question, for_ever)
        told = Questions(one).witness(shape)
        other.load(words(told), np.array(list(told.values()), np.uint8))
        look = Questions(other).look(question)
        assert look.settled
        assert look.value in (None, by_definition(4, shape))


def test_a_question_may_be_given_up_and_asked_again():
    search = BoardSearch(5)
    (shape,), _ = search.shapes((1 << 35) - 1)
    told = []
    search.progress = told.append
    assert not ask(search, Question(shape, 1), lambda statistics: statistics.positions > 3000)
    assert 3000 < search.statistics.positions < 100_000 and told
    assert search.known(words([shape])).tolist() == [-1]
    assert ask(search, Question(shape, 1), for_ever)
    assert search.known(words([shape, shape])).tolist() == [1, 1]
