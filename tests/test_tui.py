"""The full screen: a game with keys alone, hints, undo, the analysis, and a terminal of 80 by 24."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from terminal import terminal
from textual.pilot import Pilot
from textual.widgets import OptionList, Static
from textual.widgets._footer import FooterKey

import sprague as sg
from sprague.cli.tui import Play
from sprague.playing.match import begin
from sprague.workbench.registry import builtin_rulesets


def played(
    app: Play, script: Callable[[Pilot[None]], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> None:
    """Run ``script`` against the app, on a screen of ``size``."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await script(pilot)

    # In a thread of its own: after tests in a browser this one has an event loop that is running.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until the computer has thought."""
    for _ in range(20_000):
        await pilot.pause()
        if not pilot.app.busy:  # type: ignore[attr-defined]
            await pilot.pause()
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the computer still thinks")


async def press(pilot: Pilot[Any], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await settled(pilot)


def shown(app: Play, name: str) -> str:
    return str(app.query_one(f"#{name}", Static).render())


@pytest.mark.parametrize("columns", [60, 72, 80])
def test_every_key_is_on_the_screen_however_narrow_it_is(columns):
    async def script(pilot: Pilot[None]) -> None:
        keys = pilot.app.query(FooterKey)
        assert [key.description for key in keys] == [
            "hint", "undo", "redo", "analysis", "level", "new", "swap", "draw", "type", "quit"
        ]  # fmt: skip
        for key in keys:
            assert key.region in pilot.app.screen.region
            assert key.region.width >= len(f"{key.key_display} {key.description}")
        assert len({(key.region.x, key.region.y) for key in keys}) == len(keys)

    played(Play(begin("loopy edges:a>b,b>a,b>c@a", seed=1)), script, (columns, 22))


def test_a_whole_game_by_keys_is_won():
    app = Play(begin("wythoff 2,4", seed=1))

    async def script(pilot: Pilot[None]) -> None:
        for _ in range(10):
            if not app.moves:
                break
            win = app.match.now.winning_moves[0]
            at = next(number for number, move in enumerate(app.moves) if move.to == win.to)
            await press(pilot, "home", *["down"] * at, "enter")
        assert not app.moves

    played(app, script)
    assert app.said[-1] == "No move is left: you win."
    assert sum(line.startswith("computer: ") for line in app.said) >= 1


def test_a_draw_is_offered_in_games_with_cycles_only():
    app = Play(begin("loopy edges:a>b,b>a@a", seed=1))

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "d")
        assert app.said[-1] == "The computer agrees: a draw."
        assert not app.moves and "the game is over" in shown(app, "head")
        await press(pilot, "u", "n")
        assert app.moves and not app.match.drawn

    played(app, script)
    other = Play(begin("nim 2,2"))

    async def nothing(pilot: Pilot[None]) -> None:
        before = list(other.said)
        await press(pilot, "d")
        assert other.said == before and not other.match.over

    played(other, nothing)


def test_hints_come_in_steps():
    app = Play(begin("nim 3,4"))
    played(app, lambda pilot: press(pilot, *"hhhhhhh"))
    assert app.said[:5] == [
        "hint: you can win from here",
        "hint: there is 1 winning move",
        "hint: a smaller case like it: nim 1,2",
        "hint: look at the heap of 4",
        "hint: take 1 from the heap of 4",
    ]
    assert app.said[-1] == "that was all"


def test_undo_and_redo():
    app = Play(begin("wythoff 5,8", seed=3))
    there: list[sg.Position] = []

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "enter")
        there.append(app.match.now)
        await press(pilot, "u")
        assert app.match.now == sg.parse("wythoff 5,8")
        await press(pilot, "r")
        assert app.match.now == there[0]
        await press(pilot, "u", "u")

    played(app, script)
    assert app.said[-1] == "there is no move of yours to take back"


def test_the_move_under_the_cursor_is_shown_on_the_board():
    app = Play(begin("cram 2x3"))

    async def script(pilot: Pilot[None]) -> None:
        first = shown(app, "picture")
        assert "■" in first
        await press(pilot, "down")
        assert shown(app, "picture") != first
        assert shown(app, "picture").count("■") == 2

    played(app, script)


def test_a_move_is_chosen_by_the_mouse():
    app = Play(begin("wythoff 5,8", seed=3))

    async def script(pilot: Pilot[None]) -> None:
        await pilot.click(OptionList, offset=(3, 2))
        await settled(pilot)

    played(app, script)
    assert [line.split(":")[0] for line in app.said] == ["you", "computer"]


def test_the_analysis_gives_the_values_and_ticks_the_winning_moves():
    app = Play(begin("nim 3,4,5"))

    async def script(pilot: Pilot[None]) -> None:
        assert not app.query_one("#analysis").display
        await press(pilot, "a")
        assert "the next player wins" in shown(app, "why")
        assert "  101  *5" in shown(app, "why")
        options = app.query_one(OptionList)
        ticked = [
            move.to
            for at, move in enumerate(app.moves)
            if str(options.get_option_at_index(at).prompt).startswith("✓")
        ]
        assert ticked == [sg.parse("nim 1,4,5")]
        await press(pilot, "a")
        assert not app.query_one("#analysis").display

    played(app, script)


def test_a_move_may_be_typed_and_a_wrong_one_is_explained():
    app = Play(begin("wythoff 5,8", seed=3))

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, "t", *"5,9", "enter")
        assert "no move leads from wythoff 5,8 to wythoff 5,9" in app.said[-1]
        await press(pilot, "t", *"5,3", "enter")

    played(app, script)
    assert "you: take 5 from the second jar" in app.said


def test_levels_the_teacher_a_new_game_and_swapping():
    app = Play(begin("nim 3,4", seed=3))

    async def script(pilot: Pilot[None]) -> None:
        await press(pilot, *"lll")
        assert app.match.level == "teacher"
        await press(pilot, "enter")
        assert any("would have won" in line for line in app.said)
        await press(pilot, "n")
        assert app.match.now == sg.parse("nim 3,4")
        await press(pilot, "s")
        assert app.match.at == 1

    played(app, script)


@pytest.mark.parametrize("part", range(4))
def test_every_game_fits_a_screen_of_80_by_24(part):
    """One application shows a quarter of the games in turn: to begin it takes longer than to show a game."""
    games = list(builtin_rulesets())[part::4]
    app = Play(begin(games[0].example))

    async def script(pilot: Pilot[None]) -> None:
        for size in ((80, 24), (50, 16)):
            await pilot.resize_terminal(*size)
            for game in games:
                app.match = begin(game.example)
                app.on_mount()
                await settled(pilot)
                for name in ("#head", "#picture", "#moves", "#log"):
                    region = app.query_one(name).region
                    assert region.height > (2 if name == "#moves" else 0), game.head
                    assert region.right <= size[0], game.head
                assert app.query_one("#log").region.bottom <= size[1], game.head
                if size == (80, 24):
                    await press(pilot, "enter")

    played(app, script)


def test_misere_play_ends_the_other_way():
    app = Play(begin("misere nim 1,1", seed=1))
    played(app, lambda pilot: press(pilot, "enter"))
    assert app.said[-1] == "No move is left: you win."


def on_a_terminal(*words: str, typed: bytes, **environment: str) -> bytes:
    """What ``sprague`` writes to a terminal of its own."""
    command = [sys.executable, "-m", "sprague", *words]
    with terminal(command, stdin=True, session=True, **environment) as screen:
        written = screen.read(until=b"your move")
        screen.type(typed)
        written += screen.read()
    assert screen.process.returncode == 0, written
    return written


FULL_SCREEN = b"\x1b[?1049h"


def test_a_terminal_is_filled_and_given_back():
    written = on_a_terminal("play", "nim 3,4", typed=b"q")
    assert FULL_SCREEN in written
    assert b"\x1b[?1049l" in written


@pytest.mark.parametrize(("option", "kind"), [("--plain", "xterm"), ("--seed=1", "dumb")])
def test_plain_prompts_where_they_are_wanted(option, kind):
    written = on_a_terminal("play", "nim 3,4", option, typed=b"quit\n", TERM=kind)
    assert FULL_SCREEN not in written
    assert b"your move> " in written


def test_piped_play_stays_plain():
    done = subprocess.run(
        [sys.executable, "-m", "sprague", "play", "nim 3,4"],
        input="hint\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "your move> hint" in done.stdout
    assert "\x1b" not in done.stdout
