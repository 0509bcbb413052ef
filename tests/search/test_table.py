"""The table of the searches, with keys of one word and of two."""

from array import array

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sprague.search.driver import FUNCTIONS
from sprague.system.crew import Crew
from sprague.system.native import Kernel, Room

KEYS = {1: st.tuples(st.integers(1, 40)), 2: st.tuples(st.integers(0, 6), st.integers(0, 6))}
EXACT, SET = 1 << 63, (1 << 32) - 1
LINE = 64
LOOK_UP = {
    width: Kernel(f"search_look_up_{64 * width}", "room", "const uint64[]", "uint64[]") for width in (1, 2)
}


@pytest.mark.kernels
@pytest.mark.kernels
@pytest.mark.parametrize("width", [1, 2])
@given(st.data())
def test_what_is_kept_is_found(width, data):
    """Against a dict: exact entries stay, also in another table; of the others nothing is found that was not kept."""
    entries = data.draw(st.lists(st.tuples(KEYS[width], st.booleans(), st.integers(0, 30)), max_size=60))
    functions, table, counts = FUNCTIONS[width], Room(16 * LINE * width), array("Q", [0, 0])
    values, excluded = {}, {}
    for key, exact, number in entries:
        # As in a search: what is known of a key is true of its value.
        value = values[key] if key in values else sum(key) % 7
        if exact:
            functions.load(table, array("Q", key), array("Q", [EXACT | value]), counts)
            values[key] = value
        elif number != value:
            functions.load(table, array("Q", key), array("Q", [1 << number]), counts)
            excluded.setdefault(key, set()).add(number)
    assert counts[0] == len(values)
    keys = sorted({key for key, _, _ in entries})

    def looked_up(table):
        found = array("Q", bytes(8 * len(keys)))
        LOOK_UP[width](table, array("Q", [word for key in keys for word in key]), found)
        return dict(zip(keys, found, strict=True))

    def check(table):
        for key, found in looked_up(table).items():
            if key in values:
                assert found == EXACT | values[key]
            else:
                numbers = {i for i in range(32) if found >> i & 1}
                assert found <= SET and numbers <= excluded.get(key, set())

    check(table)
    larger, again = Room(64 * LINE * width), array("Q", [0, 0])
    functions.move(table, larger, again)
    assert again == counts
    check(larger)
    room = len(values) + 1
    exact_keys, exact_values = array("Q", bytes(8 * room * width)), array("B", bytes(room))
    assert functions.entries(table, exact_keys, exact_values) == len(values)
    words = [tuple(exact_keys[i : i + width]) for i in range(0, width * len(values), width)]
    assert dict(zip(words, exact_values, strict=False)) == values
    # Entered into a table of its own, as from a store.
    third, counts = Room(64 * LINE * width), array("Q", [0, 0])
    stored = array("Q", [EXACT | value for value in exact_values[: len(values)]])
    functions.load(third, exact_keys[: width * len(values)], stored, counts)
    assert counts.tolist() == [len(values), 0]
    assert looked_up(third) == {key: EXACT | values[key] if key in values else 0 for key in keys}


@pytest.mark.kernels
@pytest.mark.parametrize("width", [1, 2])
def test_a_table_that_threads_hammer_says_nothing_false(width):
    """Threads store and look up a few keys, whose data follows from the key, at random."""
    functions = FUNCTIONS[width]
    table = Room(2 * LINE * width)  # 8 places for 256 keys: they push each other out
    count = 200_000

    def hammer(seed):
        choose, false = np.random.default_rng(seed), 0
        for _ in range(10):
            word = choose.integers(0, 256, count, np.uint64) << np.uint64(56) | np.uint64(1)
            keys = word if width == 1 else np.stack([word >> np.uint64(60), word], axis=1)
            truth = word * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(32)  # the values it does not have
            value = word & np.uint64(15) | np.uint64(EXACT)
            stays = (word < np.uint64(1 << 57)) & (choose.integers(0, 64, count) == 0)  # two keys do
            data = np.where(stays, value, truth & choose.integers(0, 1 << 32, count, np.uint64))
            functions.load(table, keys, data, array("Q", [0, 0]))
            LOOK_UP[width](table, keys, data)
            exact = data >= np.uint64(EXACT)
            false += int(np.sum(np.where(exact, data != value, data & ~truth != 0)))
        return false

    for turn in range(3):
        table.write(0, bytes(table.size))
        assert Crew().run(hammer, [4 * turn + i for i in range(4)]) == [0, 0, 0, 0]
        words = np.frombuffer(table.read(), np.uint64)
        assert len(set(words[width - 1 :: 2 * width].tolist())) > 4
