"""Tables of values on several heaps, against the plain definition, and the files they go to."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import sprague as sg
from sprague.cli.app import application
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.words.errors import RangeError
from sprague.workbench.registry import find
from sprague.workbench.tables import table

GAMES = [
    ("wythoff", (4, 6)), ("wythoff[t=2]", (6, 4)), ("wythoff", (2, 4, 3)), ("wythoff[any]", (3, 2, 3)),
    ("vectors{(0,k),(k,0),(k,2k)}", (4, 5)), ("vectors{(0,k),(k,0),(k,k)}", (5, 3)),
    ("nim", (3, 5)), ("kayles", (4, 6)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "to"), GAMES)
def test_every_cell_is_the_mex_of_its_options(name, to):
    game = find(name)

    def defined(heaps: tuple[int, ...]) -> int:
        if game.heaps == 1:
            total = 0
            for n in heaps:
                total ^= naive.value(Component(game, n), {})
            return total
        return naive.value(Component(game, game.check(heaps)), {})

    found = table(game, to)
    assert found.shape == tuple(n + 1 for n in to)
    for heaps in product(*(range(n + 1) for n in to)):
        assert found[heaps] == defined(heaps), heaps
    assert (sg.game(name).values(to) == found).all()


def run(*words: str):
    done = CliRunner().invoke(application, list(words))
    return done.exit_code, done.stdout, done.stderr


def test_a_table_goes_to_every_kind_of_file(tmp_path):
    from pyarrow import parquet

    wanted = table(find("wythoff"), (3, 5)).tolist()
    told = json.loads(run("values", "wythoff", "--to", "3x5", "--json")[1])
    assert told == {"game": "wythoff", "to": [3, 5], "values": wanted}
    for ending in ("npy", "parquet", "csv", "json"):
        path = str(tmp_path / f"t.{ending}")
        assert run("values", "wythoff", "--to", "3x5", "-o", path)[0] == 0
        if ending == "npy":
            assert np.load(path).tolist() == wanted
        elif ending == "json":
            assert json.loads(Path(path).read_text()) == told
        elif ending == "parquet":
            rows = parquet.read_table(path).to_pylist()
            assert rows == [{"a": a, "b": b, "value": wanted[a][b]} for a in range(4) for b in range(6)]
        else:
            lines = Path(path).read_text().splitlines()
            assert lines[0] == "a,b,value" and lines[-1] == f"3,5,{wanted[3][5]}" and len(lines) == 25


def test_one_heap_goes_to_parquet_too(tmp_path):
    from pyarrow import parquet

    path = str(tmp_path / "g.parquet")
    assert run("values", "kayles", "--to", "20", "-o", path)[0] == 0
    rows = parquet.read_table(path)
    assert rows.column_names == ["n", "value"]
    assert rows["value"].to_pylist() == [naive.value(Component(find("kayles"), n), {}) for n in range(21)]


def test_a_map_has_a_square_for_each_pair():
    from sprague.workbench.charts import plot

    chart = plot("wythoff", (3, 5)).to_dict()
    rows = chart["data"]["values"]
    wanted = table(find("wythoff"), (3, 5))
    assert len(rows) == 24 and all(row["value"] == wanted[row["first"], row["second"]] for row in rows)
    with pytest.raises(RangeError, match="at most 90000 pairs"):
        plot("wythoff", 1000)
    with pytest.raises(RangeError, match="two heaps"):
        plot("nim", (3, 3, 3))
