"""The JSON API: the same answers as everywhere, errors as sentences, limits that hold."""

import concurrent.futures
import json
import os
import random
import signal
import statistics
import time
from pathlib import Path

import httpx
import pytest
from load import workers

import sprague as sg
from sprague.proofs.check import check
from sprague.workbench.registry import builtin_rulesets
from sprague.workbench.theorem import theorem

#: Seconds after which something hangs, however slow and busy the machine is.
PATIENCE = 300

SOLVED = [
    "wythoff 300000,500000",
    "nim 3,4,5",
    "cram 3x4 + *2",
    "dots 7,9,10",
    "fibonacci 10",
    "token + *3",
    "misere nim 1,2",
]


@pytest.mark.parametrize("text", SOLVED)
def test_solve_is_the_answer_of_python(client, text):
    reply = client.post("/api/solve", json={"text": text})
    assert reply.status_code == 200
    told, answer = reply.json(), sg.solve(text)
    assert told["evidence"].pop("sentence") == answer.evidence.source
    assert told == answer.to_dict()


def test_evidence_is_a_sentence_for_people_and_a_source_for_programs(client):
    told = client.post("/api/solve", json={"text": "nim 3,3"}, headers={"Accept-Language": "zh-HK"}).json()
    assert told["evidence"]["source"].startswith("G + G = 0: equal")
    assert told["evidence"]["sentence"] == "G + G = 0：一樣嘅份兩兩抵銷"


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("", 400, "expected a position"),
        ("nim 3,", 400, "whole number"),
        ("wytoff 3,4", 400, "did you mean wythoff"),
        ("node-kayles file:/etc/passwd", 400, "file:"),
        ("squares.py:SubtractSquares 20", 400, "no file is read here"),
        ("cram 9x11", 422, ""),
        ("0.007 10^18", 422, ""),
        ("nim " + "9" * 20_000, 413, "bytes"),
    ],
)
def test_bad_positions_get_a_sentence(client, text, status, words):
    reply = client.post("/api/solve", json={"text": text})
    assert reply.status_code == status
    assert words in reply.json()["error"]["message"]


@pytest.mark.parametrize("path", ["/static/page.js", "/static/page.css", "/api/games"])
def test_what_a_visit_begins_with_is_zipped(client, path):
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    zipped = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert (
        zipped.headers["content-encoding"] == "gzip" and "accept-encoding" in zipped.headers["vary"].lower()
    )
    assert zipped.content == plain.content and zipped.num_bytes_downloaded < len(plain.content) / 2
    assert zipped.headers["content-security-policy"] == plain.headers["content-security-policy"]


def test_a_part_of_a_file_is_not_zipped(client):
    whole = client.get("/static/page.js").content
    part = client.get("/static/page.js", headers={"Range": "bytes=100-2099"})
    assert part.status_code == 206 and part.content == whole[100:2100]


def test_a_long_sum_is_answered(client):
    text = "+".join(["*1"] * 5000)
    assert client.post("/api/solve", json={"text": text}).json()["outcome"] == "P"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"text": 3}', b'{"text": "*1", "limit": -1}', b"\xff"])
def test_bad_bodies_are_refused(client, body):
    reply = client.post("/api/solve", content=body, headers={"content-type": "application/json"})
    assert reply.status_code in (400, 422)
    assert set(reply.json()["error"]) == {"message", "where"}


def test_every_game_shows_its_example(client):
    rows = client.get("/api/games").json()["games"]
    assert len(rows) == len(builtin_rulesets())
    for row in rows:
        shown = client.get("/api/position", params={"text": row["example"]}).json()
        assert shown["position"] == row["example"]
        names = {shape["name"] for part in shown["components"] for shape in part["drawing"]["shapes"]}
        for move in shown["moves"][:5]:
            assert names >= set(move["marks"])
            made = client.post("/api/move", json={"text": row["example"], "to": move["to"]})
            assert made.status_code == 200
            assert made.json()["to"] == move["to"]


@pytest.mark.parametrize("text", [
    "nim 3,4,5", "wythoff 5,8", "fibonacci 10", "cram 3x4", "dots 7,9,10", "node-kayles path:5",
    "hackenbush edges:ground-a,a-b,a-c", "nim 3,4 + cram 2x3",
])  # fmt: skip
def test_a_move_is_understood_in_the_words_that_were_shown(client, text):
    for lang in ("yue-Hant-HK", "en"):
        shown = client.get("/api/position", params={"text": text, "lang": lang}).json()
        steps = client.post("/api/hint", json={"text": text, "lang": lang}).json()["steps"]
        hinted = [step["move"] for step in steps if step["move"] is not None]
        assert hinted
        for told in [*shown["moves"][:6], *hinted]:
            asked = {"text": text, "to": told["move"], "lang": "yue-Hant-HK"}
            made = client.post("/api/move", json=asked).json()
            assert made["to"] == told["to"]
            assert sg.parse(text).find_move(made["move"]).to.text == told["to"]


def test_a_draw_is_offered_in_games_with_cycles_only(client):
    for text, agreed in (("loopy edges:a>b,b>a@a", True), ("loopy edges:a>b,b>a,b>c@a", False)):
        said = client.post("/api/draw", json={"text": text}).json()
        assert said["agreed"] is agreed and said["sentence"]
    reply = client.post("/api/draw", json={"text": "nim 3"})
    assert reply.status_code == 400
    assert "by itself" in reply.json()["error"]["message"]


def test_moves_that_are_not_there_are_refused(client):
    reply = client.post("/api/move", json={"text": "nim 3", "to": "nim 4"})
    assert reply.status_code == 400
    assert "no move leads" in reply.json()["error"]["message"]


def test_the_perfect_level_never_loses_a_won_game(client):
    dice = random.Random(1)
    for game in (
        "nim 3,5,6,2",
        "wythoff 7,12",
        "dots 9,6",
        "cram 3x4",
        "fibonacci 23",
        "kayles 9",
        "chomp 3x4",
    ):
        for number in range(16):
            position, mine = game, True
            assert sg.parse(game).outcome == "N"
            while True:
                shown = client.get("/api/position", params={"text": position}).json()
                if shown["over"]:
                    break
                if mine:
                    turn = client.post("/api/turn", json={"text": position, "seed": number}).json()
                    position = turn["reply"]["to"]
                else:
                    position = dice.choice(shown["moves"])["to"]
                mine = not mine
            assert not mine, "the last move was not the computer's"


@pytest.mark.parametrize(
    "text",
    [
        "nim 3,5,6",
        "nim 3,5,7",
        "wythoff 6,10",
        "wythoff 6,11",
        "dots 20",
        "dots 19",
        "cram 4x4",
        "cram 3x4",
        "fibonacci 21",
        "fibonacci 22",
        "chomp 4x4",
        "circle 11",
    ],
)
def test_against_a_perfect_opponent_the_outcome_decides(client, text):
    position, moves = text, 0
    while True:
        turn = client.post("/api/turn", json={"text": position, "seed": moves})
        if turn.status_code != 200:
            assert client.get("/api/position", params={"text": position}).json()["over"]
            break
        position, moves = turn.json()["reply"]["to"], moves + 1
    assert ("N" if moves % 2 else "P") == sg.parse(text).outcome


def test_a_teacher_says_whether_the_win_was_kept(client):
    asked = {"text": "nim 1,3", "level": "teacher"}
    kept = client.post("/api/turn", json={**asked, "move": "nim 1,1"}).json()
    lost = client.post("/api/turn", json={**asked, "move": "nim 1,2"}).json()
    assert (kept["comment"]["kept"], lost["comment"]["kept"]) == (True, False)
    assert (kept["won"], lost["won"]) == (None, None)
    assert client.post("/api/turn", json={"text": "nim 1,3", "move": "nim 1,2"}).json()["comment"] is None


def test_a_turn_has_the_reply_and_says_who_has_won(client):
    turn = client.post("/api/turn", json={"text": "wythoff 1,3", "move": "wythoff 1,2"}).json()
    assert turn["made"]["position"]["position"] == "wythoff 1,2"
    assert turn["reply"]["position"]["position"] == turn["reply"]["to"]
    assert "lasts longest" in turn["reply"]["why"]
    last = client.post("/api/turn", json={"text": "nim 3", "move": "3"}).json()
    assert (last["made"]["position"]["over"], last["reply"], last["won"]) == (True, None, True)
    lost = client.post("/api/turn", json={"text": "nim 1,2", "move": "nim 2"}).json()
    assert (lost["reply"]["to"], lost["reply"]["why"], lost["won"]) == ("*0", None, False)
    misere = client.post("/api/turn", json={"text": "misere nim 1", "move": "1"}).json()
    assert misere["won"] is False
    refused = client.post("/api/turn", json={"text": "fibonacci 20:6", "move": "7"})
    assert (refused.status_code, refused.json()["error"]["message"]) == (
        400, "7 cannot be taken: at most 6 now"
    )  # fmt: skip
    over = client.post("/api/turn", json={"text": "nim 0"})
    assert (over.status_code, over.json()["error"]["message"]) == (400, "the game is over")


def test_a_theorem_is_the_file_of_the_command(client, tmp_path, monkeypatch):
    def ask(text):
        return client.post("/api/theorem", json={"text": text, "lang": "en"})

    assert ask("nim 3,5,6").json() == {"file": "nim_3_5_6.v", "text": theorem("nim 3,5,6")}
    refused = ask("chomp 3x4")
    assert refused.status_code == 400
    assert "no theorem is written for chomp" in refused.json()["error"]["message"]
    assert ask("cram 31x31").status_code in (400, 413, 422)
    (tmp_path / "certificate.json").write_text(json.dumps(sg.octal("0.137").period().certificate()))
    assert ask(str(tmp_path / "certificate.json")).status_code == 400  # no file of the server is read


def test_hints_end_in_the_reason(client):
    steps = client.post("/api/hint", json={"text": "wythoff 500,1000"}).json()["steps"]
    assert [step["kind"] for step in steps] == ["verdict", "count", "smaller", "where", "move", "reason"]
    assert "191" in steps[-1]["sentence"]
    assert [step["move"] is not None for step in steps] == [False, False, False, False, True, False]


def test_tables_for_the_notebook(client):
    pairs = client.get("/api/p-positions", params={"game": "last-biscuit", "count": 31}).json()
    assert pairs["positions"][0] == [1, 2]
    assert pairs["positions"][-1] == [50, 81]
    values = client.get("/api/values", params={"game": "0.137", "to": "20"}).json()
    assert [values["values"][n] for n in (16, 17, 19, 20)] == [2, 2, 3, 0]
    assert client.get("/api/values", params={"game": "0.137", "to": "1e9"}).status_code == 422


def _kill(pids: list[int]) -> None:
    """Kill them, and wait until the system has closed what they had open."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
            while Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX":
                time.sleep(0.01)
        except (ProcessLookupError, FileNotFoundError):
            pass


def _seconds(pid: int) -> float:
    """The processor time that ``pid`` has used."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_worker_that_dies_costs_its_request_only(client, process):
    assert client.post("/api/solve", json={"text": "nim 1,2"}).status_code == 200
    with concurrent.futures.ThreadPoolExecutor() as threads:
        before = {worker: _seconds(worker) for worker in workers(process.pid)}
        slow = threads.submit(
            client.post, "/api/solve", json={"text": "fibonacci 3000:77,2999:50 + cram 5x6"}
        )
        while not slow.done() and sum(map(_seconds, before)) - sum(before.values()) < 0.1:
            time.sleep(0.01)
        _kill(workers(process.pid))
        assert slow.result().status_code in (200, 503)
    for _ in range(3):
        assert client.post("/api/solve", json={"text": "nim 1,2"}).status_code == 200


def test_a_worker_that_dies_while_it_waits_is_replaced(client, process):
    assert client.post("/api/solve", json={"text": "nim 1,2"}).status_code == 200
    dead = workers(process.pid)
    assert len(dead) >= 2
    _kill(dead)
    for _ in range(3):
        assert client.post("/api/solve", json={"text": "nim 1,2"}).status_code == 200
    assert not set(dead) & set(workers(process.pid))


def test_cheap_requests_stay_quick_beside_heavy_ones(server):
    heavy = ["cram 5x7", "0.007 10^7", "wythoff 3000,3000", "chomp 9x9 + *1", "node-kayles grid:5x8"]
    with (
        httpx.Client(base_url=server, timeout=PATIENCE) as session,
        concurrent.futures.ThreadPoolExecutor(4) as threads,
    ):
        session.post("/api/solve", json={"text": "*1"})

        def run(text: str) -> tuple[int, float]:
            started = time.perf_counter()
            reply = httpx.post(f"{server}/api/solve", json={"text": text}, timeout=PATIENCE)
            return reply.status_code, time.perf_counter() - started

        slow = [threads.submit(run, text) for text in heavy]
        taken = []
        for i in range(200):
            started = time.perf_counter()
            assert session.post("/api/solve", json={"text": f"wythoff {i},{2 * i + 1}"}).status_code == 200
            taken.append(time.perf_counter() - started)
        statuses, waited = zip(*(future.result() for future in slow), strict=True)
    assert set(statuses) <= {200, 422, 503}
    # How quick they are is measured by benchmarks/web.py; here a request that waits for a heavy one would show.
    assert statistics.median(taken) < max(waited) / 4


def test_too_many_values_are_too_much(client):
    reply = client.get("/api/values", params={"game": "0.137", "to": "10^9"})
    assert (reply.status_code, "at most 100000" in reply.json()["error"]["message"]) == (422, True)


def test_the_language_may_stand_in_the_query_of_every_call(client):
    for path, body in (("solve", {}), ("hint", {}), ("turn", {}), ("move", {"to": "nim 1,4,5"})):
        asked = client.post(f"/api/{path}?lang=zh-MO", json={"text": "nim 3,4,5", **body})
        assert asked.headers["content-language"] == "yue-Hant-HK"
        assert asked.json() == client.post(
            f"/api/{path}", json={"text": "nim 3,4,5", "lang": "zh-MO", **body}
        ).json()  # fmt: skip


@pytest.mark.parametrize(("body", "said"), [
    (b"{}", "expected a value for text, got none"),
    (b'{"text": 5}', "expected another value for text: "),
    (b"nim 3", "expected JSON in the body of the request"),
])  # fmt: skip
def test_a_request_of_another_form_is_told_in_its_language(client, body, said):
    kind = {"content-type": "application/json"}
    reply = client.post("/api/solve", content=body, headers=kind)
    assert (reply.status_code, said in reply.json()["error"]["message"]) == (422, True), reply.text
    other = client.post("/api/solve?lang=zh-HK", content=body, headers=kind).json()["error"]["message"]
    assert "應該" in other


def test_the_document_of_the_api_is_where_clients_look(client):
    assert client.get("/openapi.json").json() == client.get("/api/openapi.json").json()


def test_a_game_is_discovered(client):
    """What the Lab shows of a game, with a certificate that the separate checker accepts."""
    found = client.post("/api/discover", json={"game": "kayles"}).json()
    assert found["status"] == "proved" and found["rows"][0][:8] == [0, 1, 2, 3, 1, 4, 3, 2]
    assert check(json.loads(found["certificate"]))["valid"]
    refused = client.post("/api/discover", json={"game": "cram"})
    assert refused.status_code == 400 and "no table" in refused.json()["error"]["message"]
