"""The engine of a page without a server: the same contract, from nothing but the wheel and the
WebAssembly core."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest
import wasmtime
from pydantic import BaseModel

from sprague.playing.ladders import LADDERS
from sprague.site import engine
from sprague.site.build import wheel
from sprague.web import lesson_models, models
from sprague.web.app import create_app

#: Answers what comes on stdin, in a process that has the standard library, the unpacked wheel and the core alone.
ALONE = """
import json, sys, time
wheel, core, *places = sys.argv[1:]
sys.path += places
from wasm_host import Host
host = Host(core)
del time.thread_time  # a browser has no such clock
sys.path[-len(places):] = [wheel]
from sprague.site import engine
engine.SECONDS = 60.0  # however slow the machine is
engine.start(host)
for line in sys.stdin:
    path, parameters = json.loads(line)
    print(engine.answer(path, json.dumps(parameters)), flush=True)
"""

FURTHER = "this needs compiled code, which a browser does not have; an installed Sprague goes further"

#: Every path of the API, what the page may ask there, and the form of the answer.
ASKED: dict[str, tuple[dict[str, Any], type[BaseModel]]] = {
    "/api/position": ({"text": "3,5", "game": "wythoff"}, models.Shown),
    "/api/move": ({"text": "nim 3", "to": "nim 1", "way": 0}, models.Made),
    "/api/turn": (
        {"text": "wythoff 3,6", "move": None, "take": {"component": 0, "heaps": [1], "count": "1"}},
        models.Turn,
    ),
    "/api/review": ({"text": "nim 2", "moves": ["nim 1", "nim 0"]}, models.Review),
    "/api/hint": ({"text": "cram 3x4"}, models.Hint),
    "/api/solve": ({"text": "dots 7,9,10", "lang": "yue-Hant-HK"}, models.Answer),
    "/api/theorem": ({"text": "wythoff 3,5"}, models.Theorem),
    "/api/values": ({"game": "grundy", "to": "30"}, models.Values),
    "/api/p-positions": ({"game": "wythoff", "count": 10_000}, models.PPositions),
    "/api/analysis": ({"text": "wythoff 3,5"}, lesson_models.Analysis),
    "/api/proof": ({"text": "cram 3x4"}, lesson_models.Proof),
    "/api/figures": ({"text": "wythoff 3,6 + cram .#. + kayles 5"}, lesson_models.Figures),
    "/api/heat": ({"text": "wythoff 3,5", "to": 12}, lesson_models.Heat),
    "/api/shelves": ({"game": "cram"}, lesson_models.Shelves),
    "/api/guess": ({"game": "kayles", "number": 1, "trap": True, "exactly": True}, lesson_models.Judged),
    "/api/mirrors": ({"text": "cram 3x4"}, lesson_models.Mirrors),
    "/api/partner": ({"text": "geography path:4@1", "pairs": [["v0", "v1"]]}, lesson_models.Partner),
    "/api/twig": (
        {"text": "hackenbush edges:ground-a,a-b,a-c", "one": "e1", "other": "e2", "length": 0},
        lesson_models.Twigs,
    ),
    "/api/sheet": ({"game": "nim", "count": 4, "seed": 1}, lesson_models.Sheet),
    "/api/discover": ({"game": "wythoff"}, models.Discovery),
    "/api/texts": ({"lang": "yue-Hant-HK"}, models.Texts),
}

#: Answered by the page itself, by what is kept beside it.
KEPT = {"/api/languages", "/api/games"}

#: Of games with cycles: these take compiled code.
DRAWS = {"/api/draw"}


class Alone:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, path: str, **parameters: Any) -> tuple[int, Any]:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps([path, parameters]) + "\n")
        self.process.stdin.flush()
        status, body = self.process.stdout.readline().split(" ", 1)
        return int(status), json.loads(body)

    def answer(self, path: str, **parameters: Any) -> Any:
        status, body = self.ask(path, **parameters)
        assert status == 200, body
        return body


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone]:
    folder = tmp_path_factory.mktemp("wheel")
    zipfile.ZipFile(io.BytesIO(wheel())).extractall(folder)
    core = Path(str(resources.files("sprague.site") / "core.wasm"))
    places = [str(Path(__file__).parent), str(Path(wasmtime.__file__).parents[1])]
    command = [sys.executable, "-I", "-S", "-c", ALONE, str(folder), str(core), *places]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Alone(process)
        process.kill()


@pytest.mark.parametrize("path", ASKED)
def test_every_path_is_answered_in_the_form_of_the_server(alone: Alone, path: str) -> None:
    parameters, form = ASKED[path]
    form.model_validate(alone.answer(path, **parameters))


def test_the_paths_are_those_of_the_server() -> None:
    paths = {path for path in create_app().openapi()["paths"] if path.startswith("/api/")}
    assert paths == {*ASKED, *KEPT, *DRAWS, *engine.SHARED}


@pytest.mark.parametrize("path", engine.SHARED)
def test_what_devices_share_needs_a_server(alone: Alone, path: str) -> None:
    status, body = alone.ask(path, text="nim 3")
    assert status == 422
    assert body["error"]["message"] == (
        "a class grid needs the server of an installed Sprague (sprague serve)"
    )


def play(alone: Alone, start: str, computer_first: bool, chance: Random) -> tuple[bool, list[str]]:
    """A game of the computer at its best against chance: whether chance won, and every position."""
    text, moves, asks = start, [], {"move": None}
    if not computer_first:
        asks = {"move": chance.choice(alone.answer("/api/position", text=start)["moves"])["to"]}
    for _ in range(200):
        turn = alone.answer("/api/turn", text=text, seed=1, **asks)
        models.Turn.model_validate(turn)
        moves += [made["to"] for made in (turn["made"], turn["reply"]) if made]
        if turn["won"] is not None:
            return turn["won"], moves
        text = moves[-1]
        asks = {"move": chance.choice(turn["reply"]["position"]["moves"])["to"]}
    raise AssertionError(f"no end: {start}")


@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.game)
def test_the_computer_wins_from_the_winning_side(alone: Alone, ladder) -> None:
    """The rules alone say who won. The first rungs here, all of them in the browser (``tests/browser``)."""
    for rung in ladder.rungs[:4]:
        assert alone.answer("/api/solve", text=rung.position)["outcome"] == ("P" if rung.second else "N")
        won, moves = play(alone, rung.position, not rung.second, Random(rung.position))
        assert not won
        models.Review.model_validate(alone.answer("/api/review", text=rung.position, moves=moves))


@pytest.mark.deep
@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.game)
def test_every_rung_can_be_played_to_its_end(alone: Alone, ladder) -> None:
    for rung in ladder.rungs:
        for number in range(3):
            play(alone, rung.position, rung.second, Random(f"{rung.position} {number}"))


@pytest.mark.parametrize(
    ("path", "parameters"),
    [
        ("/api/values", {"game": "hex:0.8", "to": "50000"}),
        ("/api/solve", {"text": "hex:0.8 50000"}),
    ],
)
def test_what_takes_compiled_code_is_refused_in_a_sentence(alone: Alone, path: str, parameters) -> None:
    status, body = alone.ask(path, **parameters)
    assert (status, body["error"]["message"]) == (422, FURTHER)


def test_patterns_are_found_without_compiled_code(alone: Alone) -> None:
    """Guy and Smith's period of Kayles; rook moves on two heaps are Nim, where values are added without carrying."""
    kayles = alone.answer("/api/discover", game="kayles")
    assert kayles["status"] == "proved" and "preperiod 71, period 12" in kayles["found"][0]
    assert json.loads(kayles["certificate"])["length"] == 12
    rook = 'formula{"x,y -> u,v where (u = x and v < y) or (v = y and u < x)"}'
    found = alone.answer("/api/discover", game=rook)
    assert found["status"] == "observed" and found["rows"] == [[x ^ y for y in range(12)] for x in range(12)]
    assert {move["to"] for move in alone.answer("/api/position", text=f"{rook} 1,2")["moves"]} == {
        f"{rook} {left}" for left in ("0,2", "1,0", "1,1")
    }


HALVES = """
def halves(n):
    "Take one, or half."
    if n > 0:
        yield n - 1
        yield n // 2
"""


def test_a_rule_in_python_is_played_and_looked_at(alone: Alone) -> None:
    said = alone.answer("/api/rule", text=HALVES)
    assert said == {"game": "halves", "title": None, "rule": "Take one, or half.", "example": "halves 5,7"}
    assert models.Shown.model_validate(alone.answer("/api/position", text="halves 10")).outcome
    values = [0]
    for n in range(1, 60):  # by hand: the least number that neither option has
        values.append(next(v for v in range(3) if v not in (values[n - 1], values[n // 2])))
    assert alone.answer("/api/discover", game="halves")["rows"] == [values]
    play(alone, "halves 12", False, Random(1))
    # The rule that was typed last counts.
    alone.answer("/api/rule", text=HALVES.replace("n // 2", "0"))
    assert {move["to"] for move in alone.answer("/api/position", text="halves 9")["moves"]} == {
        "halves 8",
        "halves 0",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(n)\n    return []", "line 1: Python cannot read it (expected ':')"),
        ("k = 3\nk / 0", "line 2: ZeroDivisionError: division by zero"),
        ("k = 3", "expected a function that gives the heaps a move may leave, such as def moves(n):"),
        (
            "\n\ndef nim(n):\n    return range(n)",
            "line 3: expected a new name for a game, got nim, which is there already",
        ),
    ],
)
def test_a_fault_in_a_rule_names_its_line(alone: Alone, text: str, message: str) -> None:
    status, body = alone.ask("/api/rule", text=text)
    assert (status, body["error"]["message"]) == (400, message)


def test_a_rule_that_fails_later_names_its_line(alone: Alone) -> None:
    alone.answer("/api/rule", text="def fails(n: int):\n    left = n - 3\n    return [n // left]")
    status, body = alone.ask("/api/position", text="fails 3")
    assert status == 400 and "the rule of fails fails (line 3): ZeroDivisionError" in body["error"]["message"]


@pytest.mark.parametrize(
    ("text", "value"),
    [("cram 4x7", 3), ("cram 5x6", 2), ("arc-kayles grid:3x7", 1), ("node-kayles grid:3x8", 2)],
)
def test_boards_and_graphs_are_searched(alone: Alone, text: str, value: int) -> None:
    """Boards of Beling's table, one of them as a graph; OEIS A316632."""
    assert alone.answer("/api/solve", text=text)["value"] == value


#: Rows of misère Kayles that whoever is to move loses: W. L. Sibert, J. H. Conway, Mathematical Kayles, Internat. J.
#: Game Theory 20 (1992). There are no others.
LOST_ROWS = (1, 4, 9, 12, 20)


def test_misere_play_is_searched_where_there_are_no_quotients(alone: Alone) -> None:
    for n in range(1, 21):
        answer = alone.answer("/api/solve", text=f"misere kayles {n}")
        assert answer["outcome"] == ("P" if n in LOST_ROWS else "N"), n
    moves = alone.answer("/api/solve", text="misere kayles 6")["winning_moves"]
    assert "misere kayles 4" in [move["to"] for move in moves]
    # Of a game that is not tame, to its end.
    won, _ = play(alone, "misere kayles 7", True, Random(1))
    assert not won


def test_games_with_cycles_and_entailing_moves_are_answered(alone: Alone) -> None:
    """By hand: from b there is a way out to c, so b is won and a, whose only arrow leads there, is lost."""
    text = "loopy edges:a>b,b>a,b>c@{}"
    assert [alone.answer("/api/solve", text=text.format(v))["outcome"] for v in "abc"] == ["P", "N", "P"]
    assert alone.answer("/api/solve", text="loopy edges:a>b,b>a@a")["outcome"] == "D"
    assert alone.answer("/api/draw", text="loopy edges:a>b,b>a@a")["agreed"]
    assert alone.answer("/api/turn", text=text.format("b"))["reply"]["to"] == text.format("c")
    # A stack of 1 is loony, of 2 worth nothing; from 4 the top coin is no way out of *1: Winning Ways, chapter 12.
    outcomes = [alone.answer("/api/solve", text=f"top-entails {n}")["outcome"] for n in range(1, 5)]
    assert outcomes == ["N", "P", "N", "N"]
    values = alone.answer("/api/values", game="top-entails", to="7")["values"]
    assert values == [0, -1, 0, -1, 1, 0, 2, 1]


def test_the_teacher_goes_on_where_only_the_outcome_is_known(alone: Alone) -> None:
    """That Chomp is won is a theorem; which move wins is found with compiled code alone, also after smaller boards."""
    for start in ("chomp 3x4", "chomp 4x5", "chomp 8x8"):
        alone.answer("/api/turn", text=start)
    turn = alone.answer("/api/turn", text="chomp 8x8", move="chomp 8,8,8,4,4,4,4,4", level="teacher")
    assert turn["comment"]["sentence"] and turn["reply"]


def test_a_table_grows_no_further_than_plain_python_goes(alone: Alone) -> None:
    for text in ("wythoff 20,40", "wythoff 60,60"):
        assert alone.answer("/api/solve", text=text)["value"] is not None
    answer = alone.answer("/api/solve", text="wythoff 1,1500")
    assert answer["value"] is not None and answer["winning_moves"][0]["to"] == "wythoff 1,2"


@pytest.mark.parametrize(
    ("path", "parameters", "status", "message"),
    [
        ("/api/position", {"text": "nim 3", "lang": "tlh"}, 400, "got 'tlh'"),
        ("/api/position", {"text": "nim -3"}, 400, "expected a whole number >= 0, got '-3'"),
        ("/api/turn", {"text": "nim 3", "move": "nim 4"}, 400, None),
        ("/api/nothing", {}, 404, "there is no /api/nothing here"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_a_sentence(alone: Alone, path, parameters, status, message) -> None:
    found, body = alone.ask(path, **parameters)
    assert found == status
    assert message is None or message in body["error"]["message"]


def test_a_fault_does_not_end_the_engine(alone: Alone) -> None:
    status, body = alone.ask("/api/position", wrong="nim 3")
    assert status == 500
    assert body["error"]["message"] == "a fault in Sprague itself; the console of the browser says more"
    assert alone.answer("/api/position", text="nim 3")["outcome"] == "N"


def test_a_question_has_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SECONDS", 0.5)
    status, body = engine.ask("/api/solve", {"text": "global-fibonacci 60,60,60"})
    assert status == 422
    assert json.loads(body)["error"]["message"] == (
        "this took longer than the 0.5 seconds of a question in the browser; a smaller position, or an installed "
        "Sprague, goes further"
    )


@pytest.mark.parametrize(
    ("path", "parameters", "status", "said"),
    [
        ("/api/solve", {"text": "nim 3", "lang": "tlh"}, 400, "tlh"),
        ("/api/class", {"code": "x"}, 422, "needs the server of an installed Sprague"),
        ("/api/nothing", {}, 404, "there is no /api/nothing here"),
        ("/api/solve", {"text": "nim 3,,"}, 400, ""),
        ("/api/solve", {"text": "misere 0.07 40,41"}, 422, "took longer than the 0.01 seconds"),
    ],
)
def test_refusals_are_those_of_a_server(
    path: str, parameters: dict[str, Any], status: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "SECONDS", 0.01)
    found, body = engine.ask(path, parameters)
    error = json.loads(body)["error"]
    assert found == status and said in error["message"] and set(error) == {"message", "where"}


def test_a_turn_and_texts_need_nothing_more_than_the_page_says() -> None:
    status, body = engine.ask("/api/turn", {"text": "nim 3,5"})
    assert status == 200 and json.loads(body)["reply"]["to"] == "nim 3,3"  # the computer begins
    status, body = engine.ask("/api/texts", {"lang": "yue-Hant-HK"})
    assert status == 200 and json.loads(body)["texts"]["{count} rules in {file}"] != "{count} rules in {file}"
    assert engine.answer("/api/values", json.dumps({"game": "nim", "to": "3"})).endswith(
        '"values":[0,1,2,3]}'
    )


def test_a_fault_of_ours_is_told_to_the_page_and_the_console(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, body = engine.answer("/api/solve", json.dumps({"no such": 1})).partition(" ")
    assert status == "500" and "a fault in Sprague itself" in json.loads(body)["error"]["message"]
    assert "no such" in capsys.readouterr().err
