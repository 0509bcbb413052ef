"""The table of the searches, with keys of one word and of two."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from sprague.search import table as kernels
from sprague.search.block import EXACTS, PARTIALS
from sprague.search.crew import Crew
from sprague.search.driver import address, lines
from sprague.search.table import EXACT, SET, keep, look_up
from sprague.search.words import peek

KEYS = {1: st.tuples(st.integers(1, 40)), 2: st.tuples(st.integers(0, 6), st.integers(0, 6))}


@pytest.mark.kernels
@pytest.mark.filterwarnings("ignore:overflow encountered")  # interpreted; the hash is modulo 2^64
@pytest.mark.parametrize("width", [1, 2])
@given(st.data())
def test_what_is_kept_is_found(width, data):
    """Against a dict: exact entries stay, also in another table; of the others nothing is found that was not kept."""
    entries = data.draw(st.lists(st.tuples(KEYS[width], st.booleans(), st.integers(0, 30)), max_size=60))
    table, bits, block = lines(16 * width), np.uint64(4), np.zeros(64, np.uint64)
    values, excluded = {}, {}
    for key, exact, number in entries:
        words = tuple(map(np.uint64, key))
        # As in a search: what is known of a key is true of its value.
        value = values[key] if key in values else sum(key) % 7
        if exact:
            keep(words, EXACT | np.uint64(value), address(block), address(table), bits)
            values[key] = value
        elif number != value:
            keep(words, np.uint64(1 << number), address(block), address(table), bits)
            excluded.setdefault(key, set()).add(number)
    assert block[EXACTS] == len(values)

    def check(table, bits):
        for key in {key for key, _, _ in entries}:
            found = int(look_up(tuple(map(np.uint64, key)), address(table), bits))
            if key in values:
                assert found == int(EXACT) | values[key]
            else:
                numbers = {i for i in range(32) if found >> i & 1}
                assert found <= int(SET) and numbers <= excluded.get(key, set())

    check(table, bits)
    larger, again = lines(64 * width), np.zeros(64, np.uint64)
    where = address(table), np.uint64(table.size), np.uint64(width)
    kernels.move_table(*where, address(again), address(larger), np.uint64(6))
    assert (again[EXACTS], again[PARTIALS]) == (block[EXACTS], block[PARTIALS])
    check(larger, np.uint64(6))
    keys, found = np.zeros((len(values) + 1, width), np.uint64), np.zeros(len(values) + 1, np.uint64)
    assert kernels.exact_entries(*where, address(keys), address(found)) == len(values)
    assert {tuple(key): value for key, value in zip(keys.tolist(), found.tolist(), strict=True)} == {
        **values,
        (0,) * width: 0,
    }
    # Entered into a table of its own, as from a store.
    third, block = lines(64 * width), np.zeros(64, np.uint64)
    where = address(third), np.uint64(6)
    kernels.load_exact(
        address(keys), address(found), np.uint64(len(values)), np.uint64(width), address(block), *where
    )
    asked = np.array([*values, *(key for key in excluded if key not in values)], np.uint64).reshape(-1, width)
    said = [int(look_up(tuple(map(np.uint64, key)), *where)) for key in asked.tolist()]
    exact = [int(EXACT) | value for value in values.values()]
    assert said == [*exact, *[0] * (len(asked) - len(exact))]


SEED = np.uint64(20)


@njit(nogil=True)
def key_of(word, like):
    if len(like) == 1:
        return (word,)
    return word >> np.uint64(60), word | np.uint64(1)


@njit(nogil=True)
def hammer(rounds, like, m, table, bits):
    """Store and look up a few keys, whose data follows from the key, at random: the number of false answers."""
    false, x = 0, peek(m, SEED)
    for _ in range(rounds):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        word = (((x >> np.uint64(20)) & np.uint64(255)) << np.uint64(56)) | np.uint64(1)
        key = key_of(word, like)
        truth = (word * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(32)  # the values it does not have
        value = word & np.uint64(15)
        if x & np.uint64(3) == 0:
            keep(key, truth & (x >> np.uint64(31)), m, table, bits)
        elif x & np.uint64(255) == 1 and word < np.uint64(1 << 57):  # these stay: two of them
            keep(key, EXACT | value, m, table, bits)
        else:
            data = look_up(key, table, bits)
            if data & EXACT:
                false += data != EXACT | value
            else:
                false += data & ~truth != 0
    return false


@pytest.mark.parametrize("width", [1, 2])
def test_a_table_that_threads_hammer_says_nothing_false(width):
    like = (np.uint64(0),) * width
    table, bits = lines(2 * width), np.uint64(1)  # 8 places for 256 keys: they push each other out
    blocks = [np.zeros(64, np.uint64) for _ in range(4)]
    for block in blocks:
        hammer(0, like, address(block), address(table), bits)  # compiles

    def run(block):
        return hammer(3_000_000, like, address(block), address(table), bits)

    for turn in range(3):
        table[:] = 0
        for i, block in enumerate(blocks):
            block[SEED] = 1 + turn + 1_000_003 * i
        assert Crew().run(run, blocks) == [0, 0, 0, 0]
        assert len(set(table[width - 1 :: 2 * width].tolist())) > 4
