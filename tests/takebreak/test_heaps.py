"""Grundy values of heaps: every engine against the definition and against values by others."""

from __future__ import annotations

import json

import pytest
from folders import DATA
from hypothesis import given, settings
from hypothesis import strategies as st
from random_codes import codes

from sprague.system.ask import Ask, asking
from sprague.takebreak.codes import Code, options, parse_code
from sprague.takebreak.methods import ENGINES, engines
from sprague.takebreak.run import Run, values
from sprague.takebreak.small import small_values
from sprague.takebreak.sparse_space import sparse_space
from sprague.words.errors import RangeError

OEIS = json.loads((DATA / "heaps_oeis.json").read_text())["rows"]
OCTAL = json.loads((DATA / "heaps_octal_games.json").read_text())


def definition(code: Code, to: int) -> list[int]:
    """The mex of the nim-sums of the options, heap by heap."""
    found = [0]
    for n in range(1, to + 1):
        reached = set()
        for option in options(code, n):
            value = 0
            for heap in option:
                value ^= found[heap]
            reached.add(value)
        found.append(next(v for v in range(len(reached) + 1) if v not in reached))
    return found


@given(codes(), st.integers(0, 18))
def test_small_values_are_the_definition(code: Code, to: int) -> None:
    assert small_values(code, to) == definition(code, to)


@given(codes(7), st.integers(0, 60))
def test_small_values_of_two_heaps_are_the_definition(code: Code, to: int) -> None:
    assert small_values(code, to) == definition(code, to)


@pytest.mark.kernels
@pytest.mark.parametrize("engine", [name for name in ENGINES if name != "set"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_engine_agrees_with_the_definition(engine: str, data: st.DataObject) -> None:
    kind = ENGINES[engine]
    most = 3 if engine == "take" else data.draw(st.sampled_from([7, 7, 31]))
    code = data.draw(codes(most).filter(kind.can))
    long = code.infinite or code.most_heaps > 2  # the definition takes long: many takes, or triples of heaps
    largest = 25 if most > 7 else 100 if long else 400
    to = data.draw(st.integers(0, largest))
    known = data.draw(st.integers(0, to))
    run = Run(code, engine=engine)
    run.extend(known)
    run.extend(to)
    assert run.values.tolist() == definition(code, to)
    assert run.engine in (engine, None, "dense")


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("text", "engine", "to"),
    [
        ("subtract{1,3,4}", "take", 300),
        ("0.1(23)", "take", 120),
        ("equal:4.7", "take", 120),
        ("0.77", "dense", 700),
        ("unequal:4.0", "dense", 700),
        ("0.16", "sparse", 1200),
        ("0.104", "sparse", 1200),
        ("0.007", "scatter", 1200),
        ("unequal:4.0", "scatter", 1200),
        ("hex:0.8f", "pairs", 60),
        ("4.(3)", "pairs", 70),
        ("0.(7)", "pairs", 70),
    ],
)
def test_the_engine_of_a_name(text: str, engine: str, to: int) -> None:
    code = parse_code(text)
    assert values(code, to, engine=engine).tolist() == small_values(code, to)


@pytest.mark.parametrize("engine", ["sparse", "scatter"])
@settings(max_examples=25, deadline=None)
@given(
    codes(7).filter(ENGINES["sparse"].can),
    st.integers(1100, 2600),
    st.integers(0, 2600),
    st.sampled_from([1, 2, 3]),
)
def test_sparse_spaces_beyond_the_first_heaps(
    engine: str, code: Code, to: int, known: int, threads: int
) -> None:
    """The sparse space begins where plain tuples of options are too slow: against the sets of bits."""
    run = Run(code, engine=engine)
    with asking(Ask(threads=threads)):
        run.extend(min(known, to))
        run.extend(to)
    assert run.values.tolist() == small_values(code, to)
    assert run.engine == engine


@pytest.mark.parametrize("text", ["0.007", "0.06", "0.064", "4.004", "unequal:4.0"])
def test_many_rare_heaps_by_other_engines(text: str) -> None:
    """The games whose rare heaps do not die out, through several masks and widths."""
    code = parse_code(text)
    run = Run(code)
    run.extend(30_000)
    assert run.engine == "scatter"
    assert (run.values == values(code, 30_000, engine="dense")).all()


@pytest.mark.kernels
@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(
    ("text", "engine"),
    [("0.6", "sparse"), ("0.104", "sparse"), ("0.007", "scatter"), ("unequal:4.0", "scatter")],
)
def test_threads_find_what_all_pairs_give(text: str, engine: str, threads: int) -> None:
    code = parse_code(text)
    run = Run(code, engine=engine)
    with asking(Ask(threads=threads)):
        run.extend(6_000)
        run.extend(15_000)
    assert run.engine == engine
    assert (run.values == values(code, 15_000, engine="dense")).all()


@pytest.mark.parametrize("game", OCTAL["larger_periodic_games"], ids=lambda game: game["game"])
def test_sparse_spaces_of_others(game: dict[str, int | str]) -> None:
    code = parse_code(str(game["game"]))
    start, period = int(game["preperiod"]), int(game["period"])
    found = values(code, max(start + 2 * period, int(game["index_of_max"]) + 1, 20_000))
    assert (found[start : len(found) - period] == found[start + period :]).all()
    assert found[start - 1] != found[start - 1 + period]
    assert int(found.max()) == game["max"]
    assert int(found.argmax()) == game["index_of_max"]
    space = sparse_space(code, found)
    assert space is not None
    assert (space.mask, len(space.rares), space.last_rare) == (
        int(str(game["rare_mask"]), 16),
        game["num_rare"],
        game["last_rare"],
    )


@pytest.mark.parametrize("last", [100, pytest.param(300, marks=pytest.mark.deep)])
def test_all_codes_of_three_digits(last: int) -> None:
    for number in range(1, 1024):
        digits = (4 if number & 512 else 0, number >> 6 & 7, number >> 3 & 7, number & 7)
        code = Code(digits)
        found = [0]
        for n in range(1, last + 1):
            reached = {0 for k in code.takes(0) if k == n}
            reached |= {found[n - k] for k in code.takes(1) if k < n}
            for k in code.takes(2):
                reached |= {found[a] ^ found[n - k - a] for a in range(1, (n - k) // 2 + 1)}
            found.append(next(v for v in range(len(reached) + 1) if v not in reached))
        for engine in engines(code):
            assert values(code, last, engine=engine).tolist() == found, (str(code), engine)


@pytest.mark.kernels
@pytest.mark.parametrize("name", OEIS)
def test_rows_of_the_oeis(name: str) -> None:
    row = OEIS[name]
    code = parse_code(row["code"])
    last = row["offset"] + len(row["values"]) - 1
    assert small_values(code, last)[row["offset"] :] == row["values"]
    for engine in engines(code):
        assert values(code, last, engine=engine).tolist()[row["offset"] :] == row["values"]


@pytest.mark.parametrize("game", OCTAL["periodic_games"], ids=lambda game: game["game"])
def test_periodic_games_of_others(game: dict[str, list[int]]) -> None:
    code = parse_code(str(game["game"]))
    expected = game["preperiod_values"] + game["period_values"] * 20
    assert values(code, len(expected) - 1).tolist() == expected


def test_values_take_the_smallest_type_that_holds_them() -> None:
    nim = parse_code("0.(3)")
    assert values(nim, 255).dtype.itemsize == 1
    assert values(nim, 256).dtype.itemsize == 2
    wide = values(nim, 70_000)
    assert wide.dtype.itemsize == 4
    assert wide.tolist() == list(range(70_001))


def test_an_engine_that_cannot_is_refused() -> None:
    with pytest.raises(RangeError, match="expected an engine for 0.77"):
        values(parse_code("0.77"), 10, engine="take")
    with pytest.raises(RangeError):
        values(parse_code("0.77"), -1)


def test_progress_is_told_and_a_stopped_run_goes_on() -> None:
    class Stop(Exception):
        pass

    def stop(known: int, to: int) -> None:
        if known > 5000:
            raise Stop

    run = Run(parse_code("0.007"))
    with pytest.raises(Stop):
        run.extend(20_000, stop)
    assert 5000 < run.known < 20_000
    run.extend(20_000)
    assert run.values.tolist()[:3000] == small_values(run.code, 2999)
    assert (run.values == values(run.code, 20_000)).all()
