"""Lessons over HTTP: the analysis board, worksheets, and class grids, which are bounded and carry no message."""

from __future__ import annotations

import httpx
import pytest

import sprague as sg
from sprague.web import classes, lesson_models
from sprague.web.classes import Classes, FullError, NoClassError


def test_the_analysis_is_that_of_python(client):
    answer = client.post("/api/analysis", json={"text": "wythoff 5,8"}).json()
    lesson_models.Analysis.model_validate(answer)
    wins = {each["to"] for each in answer["verdicts"] if each["leaves"] == "P"}
    assert wins == {move.to.text for move in sg.parse("wythoff 5,8").winning_moves}
    assert answer["outcome"] == "N"
    refused = client.post("/api/analysis", json={"text": "wytoff 5,8"})
    assert refused.status_code == 400 and "wythoff" in refused.json()["error"]["message"]


def test_the_map_of_values(client):
    values = client.get("/api/heat", params={"text": "nim 1,2", "to": 3}).json()["values"]
    assert values == [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]]
    assert client.get("/api/heat", params={"text": "cram 2x2"}).status_code == 400
    assert client.get("/api/heat", params={"text": "nim 1,2", "to": 61}).status_code == 422


def test_a_worksheet_with_answers(client):
    sheet = client.post("/api/sheet", json={"game": "last-biscuit", "count": 6, "seed": 3}).json()
    lesson_models.Sheet.model_validate(sheet)
    assert sheet["game"] == "wythoff"
    for each in sheet["exercises"]:
        position = sg.parse(each["position"])
        assert each["outcome"] == position.outcome
        assert each["wins"] == [str(move.sentence) for move in position.winning_moves][:4]


def test_devices_share_what_they_have_found(client, server):
    grid = client.post("/api/class", json={"text": "wythoff 5,8"}).json()
    lesson_models.ClassGrid.model_validate(grid)
    assert (grid["game"], grid["total"], grid["positions"]) == ("wythoff", 0, [])
    code = grid["code"]
    client.post("/api/found", json={"code": code, "positions": ["wythoff 1,2", "wythoff 3,5"]})
    with httpx.Client(base_url=server, timeout=300) as other:
        other.post("/api/found", json={"code": code.upper(), "positions": ["wythoff 4,7", "wythoff 1,2"]})
        assert other.get("/api/class", params={"code": code}).json()["positions"] == [
            "wythoff 1,2", "wythoff 3,5", "wythoff 4,7"
        ]  # fmt: skip
        later = other.get("/api/class", params={"code": code, "since": 2}).json()
    assert later == {"code": code, "game": "wythoff", "total": 3, "positions": ["wythoff 4,7"], "devices": []}


@pytest.mark.parametrize(("game", "positions", "kept"), [
    ("wythoff 5,8", ["wythoff 2,1", "wythoff 1,2", "wythoff 3,5"], ["wythoff 2,1", "wythoff 3,5"]),
    ("cram 4x4", ["cram ##../##../..##/..##", "cram ..##/..##/##../##..", "cram 4x4"], 2),
    # The places of a row have numbers: 2,4,6 is no mirror image of 1,2,3 moved on.
    ("turning-turtles 1,2", ["turning-turtles 1,2,3", "turning-turtles 2,4,6"], 2),
])  # fmt: skip
def test_mirror_images_count_once(client, game, positions, kept):
    code = client.post("/api/class", json={"text": game}).json()["code"]
    grid = client.post("/api/found", json={"code": code, "positions": positions}).json()
    if isinstance(kept, list):
        assert grid["positions"] == kept
    else:
        assert grid["total"] == kept


def test_a_class_sees_how_far_its_devices_have_come_and_not_who_they_are(client):
    code = client.post("/api/class", json={"text": "wythoff 5,8"}).json()["code"]

    def report(device: int, rung: int, stop: int) -> list[dict[str, int]]:
        reached = {"device": device, "rung": rung, "stop": stop}
        answer = client.post("/api/found", json={"code": code, "positions": [], "reached": reached})
        lesson_models.ClassGrid.model_validate(answer.json())
        return answer.json()["devices"]

    report(2**40, 3, 0)
    report(17, 0, 2)
    # A device does not go back; their order says nothing about when they came.
    assert report(2**40, 1, 1) == [{"rung": 0, "stop": 2}, {"rung": 3, "stop": 1}]
    assert client.get("/api/class", params={"code": code}).json()["devices"] == report(17, 0, 0)
    for wrong in ({"device": -1, "rung": 0, "stop": 0}, {"device": 1, "rung": 0, "stop": 5}, {"device": 1}):
        asked = {"code": code, "positions": [], "reached": wrong}
        assert client.post("/api/found", json=asked).status_code == 422


@pytest.mark.parametrize(
    "text",
    ["wythoff 1,1", "nim 1,1", "misere wythoff 1,2", "you are silly", "wythoff 1,2 + nim 1,1", "wythoff 1,"],
)
def test_only_lost_positions_of_the_game_get_into_a_grid(client, text):
    code = client.post("/api/class", json={"text": "wythoff 5,8"}).json()["code"]
    answer = client.post("/api/found", json={"code": code, "positions": [text, "wythoff  1, 2"]})
    assert answer.json()["positions"] == ["wythoff 1,2"]


def test_a_code_that_is_none_gets_a_sentence(client):
    for answer in (
        client.get("/api/class", params={"code": "nobody"}),
        client.post("/api/found", json={"code": "nobody", "positions": []}),
    ):
        assert answer.status_code == 404
        assert "nobody" in answer.json()["error"]["message"]
    assert client.post("/api/class", json={"text": "wytoff 1,2"}).status_code == 400
    many = {"code": "nobody", "positions": ["wythoff 1,2"] * 101}
    assert client.post("/api/found", json=many).status_code == 422


class Hours:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_grids_are_bounded_and_forgotten():
    clock = Hours()
    grids = Classes(clock)
    first = grids.open("nim")
    lost = [f"nim {n},{n}" for n in range(2 * classes.POSITIONS)]
    grids.add(first, lost, lost)
    grids.add(first, ["nim " + "9" * classes.CHARACTERS], ["9"])
    for device in range(2 * classes.DEVICES):
        grids.reach(first, device, 1, 1)
    assert len(grids.devices(first)) == classes.DEVICES
    game, total, positions = grids.found(first)
    assert (game, total, len(positions)) == ("nim", classes.POSITIONS, classes.POSITIONS)
    codes = {first} | {grids.open("nim") for _ in range(classes.MOST - 1)}
    assert len(codes) == classes.MOST
    with pytest.raises(FullError):
        grids.open("nim")
    clock.now = classes.RESTING + 1
    assert grids.found(first)[1] == classes.POSITIONS  # looked at: it stays
    new = grids.open("nim")
    assert grids.game(first) == grids.game(new) == "nim"
    clock.now += classes.FORGOTTEN + 1
    with pytest.raises(NoClassError):
        grids.found(first)


def test_a_new_grid_replaces_one_grid():
    clock = Hours()
    grids = Classes(clock)
    codes = []
    for _ in range(classes.MOST):
        codes.append(grids.open("nim"))
        clock.now += 1
    clock.now += classes.RESTING
    grids.open("nim")
    with pytest.raises(NoClassError):
        grids.game(codes[0])
    assert all(grids.game(code) == "nim" for code in codes[1:])


@pytest.mark.parametrize(
    ("first", "position", "kept"),
    [
        ("geography edges:a-b,b-c@a", "geography edges:you-are,are-dumb@you", False),
        ("geography edges:a-b,b-c@a", "geography edges:x-y,y-z@x", True),
        ("geography edges:home-park@home", "geography edges:home-park,park-b@home", True),
        ("geography edges:a-b@a", "geography edges:a-5551234,5551234-b@a", False),
        ("poset a<b", "poset you<are,so<dumb", False),
        ("poset a<b", "poset a,b", True),
    ],
)
def test_a_grid_holds_no_names_that_say_something(client, first, position, kept):
    code = client.post("/api/class", json={"text": first}).json()["code"]
    found = client.post("/api/found", json={"code": code, "positions": [position]}).json()
    assert (found["total"] == 1) is kept
