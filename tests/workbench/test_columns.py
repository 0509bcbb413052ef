"""Tables of many games: every number as the definition and the game itself have it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg

DIGITS = st.integers(0, 7)


def defined(code: list[int], to: int) -> list[int]:
    """The values of an octal code 0.d1d2..., by its definition."""
    values: list[int] = []
    for n in range(to + 1):
        reached = set()
        for taken, digit in enumerate(code, 1):
            rest = n - taken
            if digit & 1 and rest == 0:
                reached.add(0)
            if digit & 2 and rest >= 1:
                reached.add(values[rest])
            if digit & 4 and rest >= 2:
                reached |= {values[part] ^ values[rest - part] for part in range(1, rest)}
        values.append(next(value for value in range(n + 2) if value not in reached))
    return values


@given(st.lists(st.lists(DIGITS, min_size=1, max_size=4), min_size=1, max_size=6), st.integers(0, 40))
def test_a_sweep_of_codes_agrees_with_the_definition(codes: list[list[int]], to: int) -> None:
    games = ["0." + "".join(map(str, code)) for code in codes]
    rows = sg.table(games, to=to, columns=["value", "outcome"]).to_pydict()
    values = [value for code in codes for value in defined(code, to)]
    assert rows["value"] == values and rows["outcome"] == ["N" if value else "P" for value in values]
    assert rows["heap"] == [*range(to + 1)] * len(codes)


GAMES: list[Any] = [
    "kayles",
    "0.137",
    "subtract{1,3,4}",
    sg.octal("0.77"),
    "0.007",
    "grundy",
    "officers",
    "hex:0.8f",
    "0.0007",
]


def test_facts_are_those_of_the_games_themselves() -> None:
    rows = sg.table(
        GAMES,
        to=2000,
        columns=["period", "preperiod", "saltus", "status", "max", "argmax", "zeros", "rare_mask"],
    ).to_pylist()
    assert rows[0]["game"] == "kayles" and (rows[0]["preperiod"], rows[0]["period"]) == (71, 12)
    for game, row in zip(GAMES, rows, strict=True):
        seen, told = sg.game(game).period(2000), sg.statistics(game, 2000)
        assert (row["period"], row["preperiod"], row["saltus"]) == (seen.period, seen.preperiod, seen.saltus)
        assert row["status"] == seen.status and row["rare_mask"] == told.rare_mask
        assert (row["max"], row["argmax"], row["zeros"]) == (told.max, told.argmax, len(told.zeros))


def test_pandas_and_polars_get_the_same_with_whole_numbers_and_nulls() -> None:
    columns: tuple[Any, ...] = ("value", "period", "status")
    arrow = sg.table(["kayles", "0.007"], to=300, columns=columns)
    frame = sg.table(["kayles", "0.007"], to=300, columns=columns, kind="pandas")
    assert str(frame["period"].dtype) == "Int64" and str(frame["value"].dtype) == "int64"
    assert frame["period"].isna().sum() == 301 and frame["value"].tolist() == arrow["value"].to_pylist()
    other = sg.table(["kayles", "0.007"], to=300, columns=columns, kind="polars")
    assert other["period"].to_list() == arrow["period"].to_pylist()
    assert other["game"].to_list() == arrow["game"].to_pylist()


def test_tables_that_are_refused() -> None:
    with pytest.raises(sg.SpragueError, match="expected columns among value"):
        sg.table(["kayles"], columns=["values"])  # type: ignore[list-item]
    with pytest.raises(sg.SpragueError, match="got none"):
        sg.table(["kayles"], columns=[])
    with pytest.raises(sg.SpragueError, match="expected arrow"):
        sg.table(["kayles"], kind="excel")  # type: ignore[call-overload]
    with pytest.raises(sg.SpragueError, match="one heap"):
        sg.table(["cram"], columns=["value"])
    with pytest.raises(sg.SpragueError, match="table of"):
        sg.table(["kayles"] * 10, to=10**12, columns=["value"])
