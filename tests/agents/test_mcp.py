"""The tools for language models: each by a client in the same process, and all together over stdio."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

import sprague as sg
from sprague.agents.server import server
from sprague.proofs.check import check

T = TypeVar("T")

#: The first line of a client.
HELLO = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "a test", "version": "1"},
        },
    }
)


def ask(work: Callable[[Client], Awaitable[T]], asked: Any = None) -> T:
    """What ``work`` returns with a client of ``asked``, by default of a server in this process."""

    async def run() -> T:
        async with Client(server(30) if asked is None else asked) as client:
            return await work(client)

    return anyio.run(run)


def call(tool: str, **given: Any) -> dict[str, Any]:
    """The answer of a tool; an error of the tool raises RuntimeError with its text."""

    answer = ask(lambda client: client.call_tool(tool, given))
    if answer.is_error:
        raise RuntimeError(answer.content[0].text)
    told: dict[str, Any] = answer.structured_content
    return told


def test_a_client_over_stdio_reads_the_tools_and_asks(tmp_path: Path) -> None:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "sprague", "mcp", "--time", "30s", "--memory", "1GB"],
        env={"SPRAGUE_HOME": str(tmp_path), "PATH": os.environ["PATH"]},
    )

    async def work(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert {"solve", "moves", "discover", "period", "check", "theorem", "explain"} <= tools.keys()
        for tool in tools.values():
            assert tool.description
            assert tool.input_schema["properties"]["seconds"]["maximum"] == 30
            assert {"result", "evidence", "seconds"} == set(tool.output_schema["required"])
        told = (await client.call_tool("solve", {"position": "wythoff 500,1000"})).structured_content
        assert told["result"]["winning_moves"] == [
            {"move": "take 691 from the second jar", "to": "wythoff 500,309"}
        ]
        assert told["evidence"]["kind"] == "theorem"
        assert "Wythoff 1907" in told["evidence"]["source"]
        wrong = await client.call_tool("solve", {"position": "wythof 5,1"})
        assert wrong.is_error
        assert "did you mean wythoff?" in wrong.content[0].text

    ask(work, command)


def test_a_line_that_is_no_message_gets_an_error(tmp_path: Path) -> None:
    ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    lines = [
        '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"a": "\\ud800"}}}',
        "no message",
    ]
    server = subprocess.Popen(
        [sys.executable, "-m", "sprague", "mcp"],
        env={"SPRAGUE_HOME": str(tmp_path), "PATH": os.environ["PATH"]},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with server:
        server.stdin.write("\n".join([HELLO, *lines, json.dumps(ping)]) + "\n")
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(4)]
    assert server.returncode == 0
    assert sum(answer.get("error", {}).get("code") == -32700 for answer in answers) == 2
    assert {"jsonrpc": "2.0", "id": 2, "result": {}} in answers


@pytest.mark.parametrize(
    "text",
    ["nim 3,4,5", "misere nim 1,2", "top-entails 9", "loopy edges:a>b,b>a,b>c@a", "token + *2", "kayles 5"],
)
def test_moves_win_exactly_where_the_answer_says_so(text: str) -> None:
    told = call("moves", position=text)["result"]
    wins, listed = (
        {move["to"] for move in told["moves"] if move["wins"] or every} for every in (False, True)
    )
    assert wins == {move.to.text for move in sg.parse(text).winning_moves} & listed
    total = sg.parse(text).moves().total
    assert told["total"] == total
    assert len(told["moves"]) == min(50, 50 if total is None else total)


def test_a_move_is_made_or_refused() -> None:
    told = call("play", position="nim 1", move="*0")
    assert told["result"] == {"from": "*1", "move": "take 1 from the heap of 1", "to": "*0", "over": True}
    with pytest.raises(RuntimeError, match="nim 3,5"):
        call("play", position="nim 3,4", move="nim 3,5")


def test_an_explanation_adds_up() -> None:
    told = call("explain", position="nim 3,4,5")["result"]
    *parts, total = told["binary_sum"]
    assert [row["value"] for row in parts] == [3, 4, 5]
    assert (total["value"], total["binary"]) == (2, "010")


def test_a_period_is_claimed_only_with_its_certificate() -> None:
    told = call("period", game="kayles")
    assert (told["result"]["preperiod"], told["result"]["period"]) == (71, 12)
    assert check(told["result"]["certificate"])["valid"]
    assert told["evidence"]["kind"] == "certificate"
    told = call("period", game="grundy", limit=3000)
    assert told["result"] == {"game": "grundy", "status": "not proved", "seen": 3001}
    assert told["evidence"]["kind"] == "none"


def test_a_period_whose_certificate_is_too_long_is_not_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sprague.agents.tools.MOST_CHARACTERS", 100)
    with pytest.raises(RuntimeError, match="nothing is claimed without it; write it with: sprague period"):
        call("period", game="kayles")


def test_what_is_discovered_has_a_certificate_or_is_called_observed() -> None:
    told = call("discover", game="wythoff")
    assert told["result"]["status"] == "proved"
    assert check(told["result"]["certificate"])["valid"]
    assert "kayles" not in told["result"]["statement"]
    told = call("discover", game="grundy")
    assert told["evidence"]["kind"] == "none"


def test_a_forged_certificate_proves_nothing() -> None:
    claims = sg.kayles.period().certificate()
    assert call("check", certificate=claims)["evidence"]["kind"] == "certificate"
    told = call("check", certificate=claims | {"length": 6})
    assert not told["result"]["valid"]
    assert told["evidence"]["kind"] == "none"
    with pytest.raises(RuntimeError, match="expected"):
        call("check", certificate={"format": "other"})


def test_a_theorem_is_not_called_proved_before_coq_has_seen_it(tmp_path: Path) -> None:
    told = call("theorem", what="nim 1,2,3")
    assert "Theorem" in told["result"]["text"]
    assert told["evidence"]["kind"] == "none"
    secret = tmp_path / "secret"
    secret.write_text(json.dumps(sg.kayles.period().certificate()), "utf-8")
    with pytest.raises(RuntimeError, match="expected a game"):
        call("theorem", what=str(secret))  # no tool reads a file


def test_games_are_found_by_words_of_their_rule() -> None:
    names = {row["name"] for row in call("games", like="coins in a row")["result"]["games"]}
    assert "mock-turtles" in names
    assert len(call("games")["result"]["games"]) > 30


def test_the_bound_of_a_call_holds_and_reports_progress() -> None:
    steps: list[float] = []

    async def hear(done: float, of: float | None, text: str | None) -> None:
        steps.append(done)

    async def work(client: Client) -> None:
        given = {"position": "cram 7x7", "seconds": 2.5}
        answer = await client.call_tool("solve", given, progress_callback=hear)
        assert answer.is_error
        assert "the time of 2.5 s is over" in answer.content[0].text
        beyond = await client.call_tool("solve", {"position": "nim 3", "seconds": 31})
        assert beyond.is_error

    ask(work)
    assert steps


def test_a_call_ends_in_time_even_if_a_rule_does_not(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(
        "print('hello')\n\ndef endless(n):\n    while n > 50:\n        pass\n    return range(n)\n"
    )
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "sprague", "mcp", "--time", "30s", "--game", f"{file}:endless"],
        env={"SPRAGUE_HOME": str(tmp_path), "PATH": os.environ["PATH"]},
    )

    async def work(client: Client) -> None:
        with anyio.fail_after(60):
            answer = await client.call_tool("solve", {"position": "endless 60", "seconds": 0.5})
        assert answer.is_error
        assert "the time of 0.5 s is over" in answer.content[0].text
        told = (await client.call_tool("solve", {"position": "endless 5"})).structured_content
        assert told["result"]["value"] == 5

    ask(work, command)


def test_moves_are_listed_even_if_who_wins_is_out_of_reach() -> None:
    told = call("moves", position="misere loopy edges:a>b,b>c@a")
    assert told["result"]["moves"] == [
        {
            "move": "move the token to b",
            "to": "misere loopy edges:a>b,b>c@b",
            "outcome_after": None,
            "wins": None,
        }
    ]
    assert told["evidence"]["kind"] == "none"


def test_code_is_not_run(tmp_path: Path) -> None:
    rule = tmp_path / "rule.py"
    rule.write_text("raise SystemExit('ran')\n", "utf-8")
    with pytest.raises(RuntimeError, match="no file is read here"):
        call("solve", position=f"{rule}:rule 5")


def test_the_line_that_installs_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from sprague.cli.mcp import mcp
    from sprague.words.errors import MissingExtraError

    monkeypatch.delitem(sys.modules, "sprague.agents.server")
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'sprague\[mcp\]'"):
        mcp.callback("1min", None, ())  # type: ignore[misc]


def test_games_of_the_user_and_their_observed_laws(tmp_path: Path) -> None:
    """A rule that is not read has no proof: its law answers only with --observed, and under that name."""
    rule = ("def tangle(n):", "    found, k, step = [], 1, 1", "    while k <= min(n, 9):")
    rest = ("        found.append(n - k)", "        k, step = k + 2 * step, step + 1", "    return found", "")
    file = tmp_path / "tangle.py"
    file.write_text("\n".join((*rule, *rest)))
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "sprague", "mcp", "--time", "30s", "--game", f"{file}:tangle", "--observed"],
        env={"SPRAGUE_HOME": str(tmp_path), "PATH": os.environ["PATH"]},
    )

    async def work(client: Client) -> None:
        for heap, kind, outcome in (("7", "computed", "N"), ("1" + 17 * "0" + "1", "observed", "N")):
            told = (await client.call_tool("solve", {"position": f"tangle {heap}"})).structured_content
            assert (told["evidence"]["kind"], told["result"]["outcome"]) == (kind, outcome)
            why = (await client.call_tool("explain", {"position": f"tangle {heap}"})).structured_content
            assert why["evidence"]["kind"] == kind
            # Equal heaps cancel, but winning moves in them rest on their values.
            pair = {"position": f"tangle {heap},{heap} + *1"}
            for tool in ("solve", "moves", "explain"):
                told = (await client.call_tool(tool, pair)).structured_content
                assert told["evidence"]["kind"] == kind, tool

    ask(work, command)
