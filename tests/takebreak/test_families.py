"""Infinite subtraction sets: members by their definition, values by the mex over all options, notation both ways."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.cli.app import application
from sprague.model.naive import NaiveEngine
from sprague.takebreak import families
from sprague.takebreak.codes import Code, options, parse_code
from sprague.takebreak.rules import TakeAndBreak
from sprague.takebreak.run import Run, values
from sprague.takebreak.small import small_values
from sprague.takebreak.theorems import theorem_for
from sprague.words.errors import SpragueError, TooLargeError
from sprague.workbench.registry import engine as engines

NAMES = ("primes", "squares", "fibonacci", "powers of 2", "powers of 3", "powers of 10")

sets = st.builds(
    lambda numbers, names: Code(tuple(3 * (k in numbers) for k in range(31)), families=tuple(names)),
    st.sets(st.integers(1, 30), max_size=4),
    st.sets(st.sampled_from(NAMES), min_size=1, max_size=3),
)


def by_definition(name: str, k: int) -> bool:
    if name == "primes":
        return k > 1 and all(k % d for d in range(2, k))
    if name == "squares":
        return any(i * i == k for i in range(1, k + 1))
    if name == "fibonacci":
        a, b = 1, 2
        while a < k:
            a, b = b, a + b
        return a == k
    base = int(name.split()[-1])
    return any(base**i == k for i in range(k))


@pytest.mark.parametrize("name", NAMES)
def test_members_are_those_of_the_definition(name: str) -> None:
    expected = [k for k in range(1, 300) if by_definition(name, k)]
    assert families.members(name, 299) == expected
    assert [k for k in range(1, 300) if families.contains(name, k)] == expected
    assert families.count((name,), 299) == len(expected)


@given(sets)
def test_the_printed_form_reads_back(code: Code) -> None:
    assert parse_code(str(code)) == code
    assert parse_code("".join(str(code).split())) == code
    game = sg.octal(str(code))
    assert str(sg.parse(f"{game.head} 7,9")) == f"{game.head} 7,9"


@given(sets, st.integers(1, 120))
def test_values_are_the_mex_over_all_options(code: Code, to: int) -> None:
    game = TakeAndBreak(code)
    plain = NaiveEngine(game, engines)
    expected = [plain.value(n) for n in range(to + 1)]
    assert small_values(code, to) == expected
    run = Run(code, engine="set")
    run.extend(to // 2)
    run.extend(to)
    assert run.values.tolist() == expected
    assert game.option_count(to) == len(list(options(code, to)))
    assert all(game.allows(to, option) for option in game.successors(to))


@pytest.mark.kernels
@pytest.mark.parametrize("text", ["subtract{primes}", "subtract{1,squares}", "subtract{1,3,powers of 2}"])
def test_both_ways_of_the_engine(text: str) -> None:
    """Numbers kept one by one, and as bits where they are many."""
    code = parse_code(text)
    expected = small_values(code, 700)
    run = Run(code, engine="set")
    for to in (1, 65, 400, 700):
        run.extend(to)
    assert run.values.tolist() == expected


def test_long_runs_go_on_where_they_were() -> None:
    code = parse_code("subtract{primes}")
    run = Run(code)
    for to in (5000, 6000, 9000, 20_000):
        run.extend(to)
    assert (run.values == values(code, 20_000)).all()
    assert run.values[:3000].tolist() == small_values(code, 2999)


def test_more_values_than_rows() -> None:
    """The squares reach values above 64: more rows of bits are needed."""
    code = parse_code("subtract{squares,primes}")
    assert values(code, 3000).tolist() == small_values(code, 3000)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("subtract{1-5}", "subtract{1,2,3,4,5}"),
        ("subtract{ 2 - 4 , 9 }", "subtract{2,3,4,9}"),
        ("subtract{Primes}", "subtract{primes}"),
        ("subtract{square numbers, 4, 5}", "subtract{5,squares}"),
        ("subtract{powersof2,fibonacci numbers,1}", "subtract{fibonacci,powers of 2}"),
        ("all-but{2-4}", "all-but{2,3,4}"),
    ],
)
def test_spellings(text: str, printed: str) -> None:
    assert str(parse_code(text)) == printed


def test_no_theorem_claims_a_period() -> None:
    for name in NAMES:
        assert theorem_for(parse_code(f"subtract{{{name}}}")) is None
    found = sg.octal("subtract{powers of 2}").period(5000)
    assert (found.status, found.preperiod, found.period) == ("observed", 0, 3)
    with pytest.raises(TooLargeError):
        sg.solve(f"subtract{{squares}} {10**30}")


def test_subtract_takes_texts_and_ranges() -> None:
    assert sg.subtract("squares", 2).head == "subtract{2,squares}"
    assert sg.subtract(range(1, 4)).head == "subtract{1,2,3}"
    with pytest.raises(SpragueError, match="or one of the sets"):
        sg.subtract("cubes")
    with pytest.raises(SpragueError, match="whole numbers >= 1"):
        sg.subtract(1.5)


def test_the_commands_take_them() -> None:
    for words in (
        ["values", "subtract{squares}", "--to", "10", "--json"],
        ["solve", "subtract{primes} 20", "--json"],
    ):
        result = CliRunner().invoke(application, words)
        assert result.exit_code == 0, result.output
        json.loads(result.stdout)
    assert json.loads(
        CliRunner().invoke(application, ["values", "subtract{squares}", "--to", "5", "--json"]).stdout
    ) == {
        "game": "subtract{squares}",
        "start": 0,
        "values": [0, 1, 0, 1, 2, 0],
    }


def test_what_is_too_large_to_tell_is_said() -> None:
    with pytest.raises(SpragueError, match="whether a number is prime"):
        families.contains("primes", 1 << 70)
    with pytest.raises(SpragueError, match="primes are listed up to"):
        families.members("primes", 10**12)
    assert families.contains("primes", 2**61 - 1) and not families.contains("primes", 2**61 + 1)
