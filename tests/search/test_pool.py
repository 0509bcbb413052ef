"""The pool of searches makes what it is asked for."""

import pytest

from sprague.search.driver import TableSearch
from sprague.search.pool import SearchPool


class Made(TableSearch):
    """A search of which nothing is asked."""

    kept = 2

    def __init__(self, number, *, memory, threads):
        if number < 0:
            raise ValueError(number)
        self.number, self._bound, self.threads = number, memory, threads


class Other(Made):
    pass


class Watched(SearchPool):
    def __init__(self, *arguments, **choices):
        super().__init__(*arguments, **choices)
        self.log = []

    def begin(self, search):
        self.log.append(("begin", search.number))

    def end(self, search):
        self.log.append(("end", search.number))


def test_one_search_for_each_key_of_a_kind():
    pool = Watched(1 << 20, threads=3)
    one = pool.get(Made, 1)
    assert pool.get(Made, 1) is one and pool.get(Other, 1) is not one
    assert (one.memory, one.threads) == (1 << 20, 3)
    assert one.alone is pool.alone
    assert pool.log == [("begin", 1), ("begin", 1)]


def test_of_too_many_of_a_kind_the_oldest_goes():
    pool = Watched()
    other = pool.get(Other, 7)
    searches = [pool.get(Made, n) for n in range(4)]
    assert pool.log == [
        ("begin", 7),
        ("begin", 0),
        ("begin", 1),
        ("begin", 2),
        ("end", 0),
        ("begin", 3),
        ("end", 1),
    ]
    assert pool.searches == [other, *searches[2:]]


def test_what_cannot_be_made_is_not_kept():
    pool = Watched()
    with pytest.raises(ValueError):
        pool.get(Made, -1)
    assert pool.searches == [] and pool.log == []
