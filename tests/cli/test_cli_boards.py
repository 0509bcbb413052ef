"""The command line on boards, graphs and stores."""

from __future__ import annotations

import itertools
import json
import os
import signal
import sys
from pathlib import Path

import networkx
import pytest
from click.testing import CliRunner
from folders import DATA
from terminal import terminal

from sprague.cli.app import application


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(application, list(words))
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def store(tmp_path: Path) -> str:
    path = str(tmp_path / "boards.db")
    assert run("solve", "cram 5x6", "--store", path)[0] == 0
    return path


def test_winning_moves_are_drawn_on_the_board():
    status, out, _ = run("solve", "cram 5x7")
    lines = out.splitlines()
    assert status == 0 and "Value       *1" in lines
    assert any(line.startswith("Winning     ■ ■ □ □ □ □ □   ") for line in lines)
    assert out.count("■") == 2 * json.loads(run("solve", "cram 5x7", "--json")[1])["winning_moves_total"]
    assert all(len(line) <= 80 and line == line.rstrip() for line in lines)
    more = run("solve", "cram 5x8")[1]
    assert more.count("■") == 24 and "and 47 more (--all lists them)" in more


def test_solve_with_a_store_says_the_same(store):
    plain = json.loads(run("solve", "cram 5x6", "--json", "--value")[1])
    status, out, _ = run("solve", "cram 5x6", "--json", "--value", "--store", store, "--progress")
    taken = json.loads(out)
    said = taken.pop("evidence"), plain.pop("evidence")
    assert (status, taken, plain["outcome"]) == (0, plain, "N")
    assert "were taken over, not computed again" in str(said[0]) and "taken over" not in str(said[1])


def test_info_verify_export(store, tmp_path):
    status, out, _ = run("store", "info", store, "--json")
    (family,) = json.loads(out)["families"]
    assert status == 0 and (family["game"], family["board"]) == ("cram", "5")
    assert f"{family['entries']:>12}  cram short side 5" in run("store", "info", store)[1]
    status, out, _ = run("store", "check", store, "--json", "--sample", "30")
    assert status == 0 and json.loads(out) == {
        "valid": True,
        "entries": family["entries"],
        "recomputed": 30,
        "compared": 3,
        "wrong": [],
    }
    csv = tmp_path / "values.csv"
    assert run("store", "export", store, str(csv))[0] == 0
    lines = csv.read_text().splitlines()
    assert lines[0] == "game,board,key,value" and len(lines) == family["entries"] + 1
    assert run("store", "export", store, "-")[1].splitlines() == lines
    assert "--force" in run("store", "export", store, str(csv))[2]


def test_a_wrong_entry_is_status_1(store):
    import numpy as np

    from sprague.solving.store import Family, Store

    with Store(store) as opened:
        opened.add(Family("cram", "7"), np.array([0b11]), np.array([3], np.uint8))
    status, out, _ = run("store", "check", store)
    assert status == 1
    assert "wrong: cram 7, entry 3: *3 is stored, by the definition it is *1" in out


def test_merge(store, tmp_path):
    target = str(tmp_path / "all.db")
    assert "new entries" in run("store", "merge", target, store)[1]
    assert "0 new entries" in run("store", "merge", target, store)[1]
    status, _, err = run("store", "merge", str(tmp_path / "new.db"), str(tmp_path / "none.db"))
    assert status == 2 and "there is no such file" in err
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize("size", [600, 4096, 9000])
def test_a_truncated_store_is_told_of_and_leaves_nothing_behind(tmp_path, size):
    import numpy as np

    from sprague.solving.store import Family, Store

    path, new, csv = (str(tmp_path / name) for name in ("cut.db", "new.db", "out.csv"))
    with Store(path, create=True) as opened:
        keys = np.arange(5000)
        opened.add(Family("cram", "7"), keys, np.zeros(len(keys), np.uint8))
    os.truncate(path, size)
    status, out, _ = run("store", "check", path, "--json")
    told = json.loads(out)
    assert status == 1 and told["valid"] is False and told["wrong"]
    assert run("store", "check", path)[0] == 1
    status, _, err = run("store", "merge", new, path)
    assert status == 2 and "damaged" in err
    assert not os.path.exists(new)
    status, _, err = run("store", "export", path, csv)
    assert status == 2 and "damaged" in err and "write" not in err
    assert not os.path.exists(csv)


def test_of_a_store_cut_to_a_few_bytes_nothing_says_that_it_was_one(tmp_path):
    path = tmp_path / "cut.db"
    path.write_bytes(b"SQLite format 3\0" + bytes(84))
    status, _, err = run("store", "check", str(path))
    assert status == 2 and "expected a store" in err
    assert path.stat().st_size == 100


def test_an_empty_file_is_no_store_and_stays_as_it_is(tmp_path):
    path = tmp_path / "empty.db"
    path.touch()
    for command in ("info", "check"):
        status, _, err = run("store", command, str(path))
        assert status == 2 and "got an empty file" in err
    assert path.stat().st_size == 0 and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "mark", [b"", b"\xef\xbb\xbf"], ids=["", "with-mark"]
)  # as editors on Windows set it
@pytest.mark.parametrize("ending", ["graphml", "gml", "gexf", "g6", "edges", "edgelist", "adj", "adjlist"])
def test_graph_files(tmp_path, ending, mark):
    name = str(tmp_path / f"my graph.{ending}")
    kind = {"g6": "graph6", "edges": "edgelist", "adj": "adjlist"}.get(ending, ending)
    getattr(networkx, f"write_{kind}")(networkx.path_graph(5), name)
    Path(name).write_bytes(mark + Path(name).read_bytes())
    status, out, _ = run("solve", f"node-kayles file:{name} + *3", "--json")
    found = json.loads(out)
    assert status == 0 and found["value"] == 0  # Dawson's chess at 5 is worth 3
    assert found["position"].startswith("node-kayles edges:") and found["position"].endswith("+ *3")


def test_lists_of_edges_lose_no_line(tmp_path):
    listed = tmp_path / "list.edges"
    listed.write_text("# a path, and a vertex\na,b\nb c 3\nc d {'weight': 2}\n\ne\n")
    assert json.loads(run("solve", f"node-kayles file:{listed}", "--json")[1])["position"] == (
        "node-kayles edges:a-b,b-c,c-d,e"
    )
    listed.write_text("ground a\nground a\n")
    assert json.loads(run("solve", f"hackenbush file:{listed}", "--json")[1])["value"] == 0


def test_graph_files_that_are_none(tmp_path):
    bad = tmp_path / "bad.graphml"
    bad.write_text("<nothing")
    assert "not a readable graph" in run("solve", f"arc-kayles file:{bad}")[2]
    assert "no such file" in run("solve", "arc-kayles file:none.gml")[2]
    assert "expected a graph file, .graphml" in run("solve", "arc-kayles file:none.txt")[2]
    directed = str(tmp_path / "d.gml")
    networkx.write_gml(networkx.DiGraph([(1, 2)]), directed)
    assert "expected one undirected graph" in run("solve", f"arc-kayles file:{directed}")[2]
    many = tmp_path / "many.s6"
    many.write_bytes(b":~~G?????\n")  # 8,589,934,592 vertices
    assert "at most 20000 vertices, got 8589934592" in run("solve", f"node-kayles file:{many}")[2]
    digraph = run("solve", f"loopy file:{many}")[2]
    assert "at most 20000 vertices, got 8589934592" in digraph
    signs = tmp_path / "signs.edges"
    signs.write_text("\n".join(map("".join, itertools.product("!$%&?^~|=*", repeat=4))))
    assert json.loads(run("solve", f"node-kayles file:{signs}", "--json")[1])["value"] == 0


def test_a_long_search_is_announced_and_goes_on_after_ctrl_c(tmp_path):
    path = str(tmp_path / "boards.db")
    words = ["solve", "cram 5x11", "--store", path, "--value", "--memory", "2GB", "--progress"]
    command = [sys.executable, "-m", "sprague", *words]
    with terminal(command, stdout=False) as screen:  # on a terminal the progress is told at once
        announced = screen.read(until=b"\n")
        assert announced.startswith(b"cram 5x11: about ")
        if b" values (" not in announced.partition(b"\n")[2]:
            screen.read(until=b" values (")
        screen.process.send_signal(signal.SIGINT)
        last = screen.read()
    assert screen.process.returncode == 130
    assert b"interrupted; what was found is in " in last
    (family,) = json.loads(run("store", "info", path, "--json")[1])["families"]
    assert family["entries"] > 0
    assert run("store", "check", path, "--sample", "20")[0] == 0


REFERENCE = json.loads((DATA / "cram_nimbers.json").read_text())["boards"]


def test_cram_table_is_the_published_one(tmp_path):
    path = str(tmp_path / "boards.db")
    status, out, _ = run("cram-table", "--rows", "5", "--cols", "6", "--store", path, "--json")
    assert status == 0
    boards = {(board["rows"], board["cols"]): board for board in json.loads(out)["boards"]}
    for name, known in REFERENCE.items():
        size = tuple(map(int, name.split("x")))
        if size in boards:
            assert boards[size]["value"] == known["nimber"]
    assert boards[4, 6]["by"] == boards[1, 5]["by"] == "theorem" and boards[3, 5]["by"] == "search"
    again = json.loads(run("cram-table", "--rows", "5", "--cols", "6", "--store", path, "--json")[1])
    assert json.loads(out)["store"] is None and "were taken over, not computed again" in again.pop("store")
    assert again["boards"] == json.loads(out)["boards"]
    assert (
        "taken over, not computed again"
        in run("cram-table", "--rows", "3", "--cols", "4", "--store", path)[1]
    )
    evidence = json.loads(run("solve", "cram 4x5", "--store", path, "--json")[1])["evidence"]
    assert evidence["kind"] == "theorem" and "were taken over, not computed again" in evidence["source"]


def test_cram_table_out_of_time_says_what_theorems_know():
    rows = run("cram-table", "--rows", "7", "--cols", "9", "--time", "0s")[1].splitlines()
    assert rows[6].split() == ["6", "3", "0", "N", "0", "N", "0", "N", "0", "N"]
    assert rows[5].split()[-1] == "?"
    assert "expected a time" in run("cram-table", "--time", "soon")[2]
    assert "expected 1 to 30" in run("cram-table", "--rows", "0")[2]


def test_the_value_is_computed_where_it_is_asked_for(tmp_path):
    """5x8 is won in its centre; its value is more than a moment's work, which showing progress does not ask for."""
    asked = ("solve", "cram 5x8", "--json")
    assert json.loads(run(*asked)[1])["value"] is None
    assert json.loads(run(*asked, "--progress", "--store", str(tmp_path / "b.db"))[1])["value"] is None
    told = json.loads(run("solve", "cram 4x7", "--json", "--value", "--progress")[1])
    assert told["value"] == REFERENCE["4x7"]["nimber"]
