"""How the command line behaves as a process among others: errors, pipes, signals, colour, start-up."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from typing import Any

import pytest
from terminal import terminal

#: Seconds after which something hangs, however slow and busy the machine is.
PATIENCE = 600

SPRAGUE = [sys.executable, "-m", "sprague"]


def run(*words: str, **choices: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*SPRAGUE, *words], capture_output=True, text=True, check=False, timeout=PATIENCE, **choices
    )


BAD = [
    (["solve", "nim -3"], "whole number >= 0"),
    (["solve", "nim 3.5"], "whole number >= 0"),
    (["solve", ""], "expected a position"),
    (["solve", "nim"], "heap sizes"),
    (["candy", "--judge", "/dev/zero"], "at most 30000000 characters"),
    (["refute", "kayles", "--claim", "period ٣"], "expected a claim"),
    (["refute", "kayles", "--claim", "P at 1e300"], "needs 2^996 bytes"),
    (["solve", "nim ４"], "ASCII"),
    (["solve", "nim \udcff"], "ASCII"),
    (["solve", "wytoff 3,4"], "did you mean wythoff?"),
    (["solve", "cram ..#/.."], "rows of equal length"),
    (["solve", "fibonacci 5:0"], "limit"),
    (["solve", "nim 10^99999999999"], "digits"),
    (["solve", "kayles 10^30", "--all"], "there are 83333333333333333333333333338"),
    (["solve", "-3"], "whole number >= 0, got '-3'"),
    (["solve", "--", "-3"], "expected a game"),
    (["solve"], "missing argument"),
    (["values", "nim", "--to"], "option '--to' needs a value; see: sprague values --help"),
    (["solve", "nim 3", "--jsn"], "--json"),
    (["slove", "nim 3"], "did you mean solve?"),
    (["eval", "--", "-3"], "got '-'"),
    (["eval", "-3"], "got '-3'"),
    (["eval", "*3 +"], "expected a nimber"),
    (["eval", "*0^-1"], "0"),
    (["candy", "3", "-4"], "got '-4'"),
    (["candy", "3"], "two candies"),
    (["candy", "3", "x"], "got 'x'"),
    (["candy", "--judge", "no/such/file"], "No such file"),
    (["values", "nim", "--to", "-3"], "got '-3'"),
    (["values", "nim", "--to", "1e15"], "is available"),
    (["values", "cram"], "game on one heap"),
    (["values", "nim", "--engine", "fast"], "nim has no option engine"),
    (["values", "nim", "--out", "values.xls"], ".npy"),
    (["values", "nim", "--out", "no/such/folder/v.csv"], "cannot write"),
    (["draw", "nim 3", "-o", "picture.png"], ".svg"),
    (["draw", "nim x"], "got 'x'"),
    (["p-positions", "cram"], "on heaps"),
    (["p-positions", "wythoff", "--count", "many"], "got 'many'"),
    (["nim-table", "10^9"], "at most"),
    (["moves", "nim 3", "--count", "-1"], "got '-1'"),
    (["play", "wytoff"], "did you mean wythoff?"),
    (["games", "wytoff"], "did you mean wythoff?"),
]


@pytest.mark.parametrize(("words", "says"), BAD)
def test_an_error_is_one_sentence_on_stderr_and_status_2(words, says):
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "wytoff 3,4", "--json"], "expected a game, got 'wytoff'; did you mean wythoff?"),
        (["solve", "--json"], "missing argument 'POSITION'; see: sprague solve --help"),
        (["values", "nim", "--to", "1e15", "--json"], None),
        (["eval", "*3 +", "--json"], None),
        (["candy", "2", "-3", "--json"], "expected a whole number >= 0, got '-3'"),
    ],
)
def test_with_json_an_error_is_an_object_on_stdout(words, message):
    done = run(*words)
    assert (done.returncode, done.stderr) == (2, "")
    error = json.loads(done.stdout)["error"]
    assert set(error) == {"message", "where"}
    assert message is None or error["message"] == message


@pytest.mark.parametrize("words", [(), ("store",)])
def test_without_a_command_the_help_is_shown_without_a_complaint(words):
    done = run(*words)
    assert (done.stdout + done.stderr).startswith("Usage: sprague")


def test_the_piece_of_input_stands_in_where():
    assert json.loads(run("solve", "nim 3,x", "--json").stdout)["error"]["where"] == "3,x"


def test_a_fault_shows_no_traceback_unless_asked(monkeypatch):
    from click.testing import CliRunner

    from sprague.cli.app import application

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr("sprague.cli.budget.answer", broken)
    result = CliRunner().invoke(application, ["solve", "nim 3"])
    assert result.exit_code == 70
    assert "Traceback" not in result.output
    assert "please report it" in result.output
    asked = CliRunner().invoke(application, ["solve", "nim 3"], env={"SPRAGUE_DEBUG": "1"})
    assert "Traceback" in asked.output
    as_json = CliRunner().invoke(application, ["solve", "nim 3", "--json"])
    assert "ZeroDivisionError" in json.loads(as_json.output)["error"]["message"]


@pytest.mark.parametrize(
    "words", [["values", "nim", "--to", "1e6"], ["values", "nim", "--to", "1e6", "--csv"], ["games"]]
)
def test_a_closed_pipe_is_quiet(words):
    process = subprocess.Popen([*SPRAGUE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(PATIENCE) in (0, 141)
    assert said == b""


def read_until(process: subprocess.Popen[str], words: str) -> None:
    """Read what the process prints, to the end of ``words``."""
    assert process.stdout is not None
    shown = ""
    while not shown.endswith(words):
        sign = process.stdout.read(1)
        assert sign, f"expected {words!r}, got {shown!r}"
        shown += sign


def test_ctrl_c_exits_130():
    process = subprocess.Popen(
        [*SPRAGUE, "play", "nim 3,4,5"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    read_until(process, "your move> ")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in said


def begun(script: str) -> subprocess.Popen[str]:
    """A process of Python that runs ``script``, with its streams."""
    words = [sys.executable, "-c", script]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_ctrl_c_stops_long_work():
    script = (
        "import sys\n"
        "import sprague.workbench.position as module\n"
        "from sprague.cli import main\n"
        "def begun(*words, ask=module.answer, **choices):\n"
        "    print('at work', flush=True)\n"
        "    return ask(*words, **choices)\n"
        "module.answer = begun\n"
        "sys.argv[1:] = ['solve', 'cram 6x7', '--value']\n"
        "main()\n"
    )
    process = begun(script)
    read_until(process, "at work\n")
    time.sleep(0.5)  # well into it
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, printed) == (130, "")
    assert said.strip() == "interrupted; with --store FILE the same command would go on where it stopped"


def test_a_second_ctrl_c_of_the_same_moment_does_not_end_what_saves():
    script = (
        "import sys, time\n"
        "import sprague.workbench.position as module\n"
        "from sprague.cli import main\n"
        "def asked(*words, **choices):\n"
        "    try:\n"
        "        print('at work', flush=True)\n"
        "        time.sleep(60)\n"
        "    finally:\n"
        "        print('saving', flush=True)\n"
        "        time.sleep(0.3)\n"
        "        print('saved', flush=True)\n"
        "module.answer = asked\n"
        "sys.argv[1:] = ['solve', 'cram 6x7', '--value']\n"
        "main()\n"
    )
    process = begun(script)
    read_until(process, "at work\n")
    process.send_signal(signal.SIGINT)
    read_until(process, "saving\n")
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, printed) == (130, "saved\n")
    assert "Traceback" not in said


def test_the_loop_of_the_full_screen_hears_ctrl_c_itself():
    script = (
        "import asyncio, os, signal, sys\n"
        "import sprague.cli.play, sprague.cli.tui\n"
        "from sprague.cli import main\n"
        "async def screen():\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        await asyncio.sleep(60)\n"
        "    except asyncio.CancelledError:\n"
        "        print('the terminal is given back', flush=True)\n"
        "        raise\n"
        "sprague.cli.play._full_screen = lambda: True\n"
        "sprague.cli.tui.run = lambda match: asyncio.run(screen())\n"
        "sys.argv[1:] = ['play', 'nim 3,4,5']\n"
        "main()\n"
    )
    words = [sys.executable, "-c", script]
    found = subprocess.run(words, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert (found.returncode, found.stdout) == (130, "the terminal is given back\n"), found.stderr
    assert "Traceback" not in found.stderr


def test_ctrl_c_at_the_end_is_quiet():
    script = (
        "import atexit, sys, time\n"
        "from sprague.cli import main\n"
        "def ending():\n"
        "    print('ending', flush=True)\n"
        "    time.sleep(60)\n"
        "atexit.register(ending)\n"
        "sys.argv[1:] = ['solve', 'nim 3']\n"
        "main()\n"
    )
    process = begun(script)
    read_until(process, "\nending\n")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (130, "")


def test_ctrl_c_that_was_ignored_from_the_start_stays_so():
    script = (
        "import signal\n"
        "from sprague.cli import main\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "import sprague.words.languages as late\n"
        "ask = late.of_environment\n"
        "def asked(where):\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    return ask(where)\n"
        "late.of_environment = asked\n"
        "import sys\n"
        "class Now:\n"
        "    def find_spec(self, *_):\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Now())\n"
        "sys.argv[1:] = ['eval', '1+2']\n"
        "main()\n"
    )
    words = [sys.executable, "-c", script]
    found = subprocess.run(words, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert (found.returncode, found.stdout, found.stderr) == (0, "*3\n", "")


def test_a_heap_of_a_million_digits_comes_by_standard_input():
    text = f"wythoff {'1' * 1_000_000},{'2' * 1_000_000}"
    done = run("solve", "-", input=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout[:2] in ("N:", "P:")
    assert "(1000000 digits)" in done.stdout
    assert len(done.stdout) < 5000
    done = run("solve", "-", "--json", input=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["position"] == text


def test_standard_input_that_is_no_text_is_an_error():
    done = subprocess.run([*SPRAGUE, "solve", "-"], input=b"nim \xff\xfe", capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: expected")


def test_a_stream_that_cannot_show_a_sign_gets_it_escaped():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = run("solve", "wythoff 500,1000", env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(run("solve", "wythoff 500,1000", "--json", env=environment).stdout)
    assert "φ" in found["reason"]


def on_a_terminal(words: list[str], **more: str) -> bytes:
    """What a process shows on a terminal of 80 columns."""
    with terminal(words, **more) as screen:
        return screen.read()


def test_colour_only_on_a_terminal_and_not_with_no_color():
    words = [*SPRAGUE, "solve", "nim 3,4"]
    assert b"\x1b[" in on_a_terminal(words, NO_COLOR="unset")
    assert b"\x1b[" not in on_a_terminal(words, NO_COLOR="1")
    assert b"\x1b[" not in on_a_terminal([*SPRAGUE, "solve", "nim x"], NO_COLOR="1")
    assert "\x1b[" not in run("solve", "nim 3,4").stdout


def test_progress_of_long_work_is_drawn_on_a_terminal_only():
    script = (
        "import time\n"
        "from sprague.cli.budget import Budget, ticking\n"
        "from sprague.words.messages import say\n"
        "hook = ticking(say('heaps'))\n"
        "with Budget(None, None, None, None, False).bound('0.6'):\n"
        "    for done in range(1, 7):\n"
        "        time.sleep(0.3)\n"
        "        hook(done, 6)\n"
    )
    words = [sys.executable, "-c", script]
    assert re.search(rb"[1-9]\d* s: [1-5] of 6 heaps, about [0-9.]+ s", on_a_terminal(words))
    piped = subprocess.run(words, capture_output=True, check=True)
    assert (piped.stdout, piped.stderr) == (b"", b"")


def test_a_closed_form_needs_no_heavy_library():
    script = (
        "import sys\n"
        "from sprague.cli import main\n"
        "sys.argv[1:] = ['solve', 'wythoff 500,1000']\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "heavy = {'numba', 'numpy', 'gmpy2', 'rich', 'platformdirs'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "words",
    [
        *(["solve", "nim 3"], ["solve", "nim 3", "--json"], ["values", "nim", "--csv"]),
        *(["--help"], ["solve", "--help"], ["--version"]),
    ],
)
def test_a_full_disk_is_an_error_like_others(words):
    with open("/dev/full", "w") as full:
        done = subprocess.run([*SPRAGUE, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "error: No space left on device\n"


def test_a_device_without_an_end_and_no_name_are_no_file():
    for words, said in (
        (["atlas", "-o", "/dev/zero"], "expected a file that this command wrote"),
        (["atlas", "-o", ""], "expected the name of a file"),
        (["period", "0.137", "--limit", "300", "--keep", ""], "expected the name of a file"),
    ):
        done = run(*words)
        assert done.returncode == 2 and said in done.stderr, done


def test_a_user_who_is_not_there_is_no_fault(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert "which is not there" in run("solve", "~nosuchuser/x.py:R 5").stderr
    monkeypatch.setenv("SPRAGUE_HOME", "~nosuchuser/x")
    assert run("catalogue", "query", "code = 0.3").returncode == 0


def test_no_memory_for_what_does_not_say_so_is_a_sentence(monkeypatch):
    from sprague.cli import app

    monkeypatch.setattr(
        app.click.Group,
        "main",
        lambda *words, **choices: (_ for _ in ()).throw(RuntimeError("can't start new thread")),
    )
    with pytest.raises(SystemExit) as end:
        app.application.main(["solve", "nim 3"])
    assert end.value.code == 2


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_fault(closed):
    for words, status in (("solve 'nim 3'", 0), ("play nim", 0), ("solve -", 2)):
        done = subprocess.run(
            ["sh", "-c", f"exec {sys.executable} -m sprague {words} {closed}"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, (words, done)
        assert "fault" not in done.stderr


def test_version():
    import sprague

    assert run("--version").stdout == f"sprague {sprague.__version__}\n"
    for words in (["--version", "--verbose"], ["--verbose", "--version"]):
        lines = run(*words).stdout.splitlines()
        assert lines[0] == f"sprague {sprague.__version__}"
        assert [line.split()[0] for line in lines[1:] if not line.startswith(" ")] == [
            "Core", "Processor", "Python", "Libraries"
        ]  # fmt: skip
    refused = run("--verbose", "games")
    assert (refused.returncode, refused.stderr) == (
        2,
        "error: --verbose goes with --version; see: sprague --help\n",
    )


def test_the_data_folder(monkeypatch, tmp_path):
    from sprague.system.folders import home
    from sprague.words.errors import FileError

    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "data"))
    assert home(create=True) == tmp_path / "data"
    assert (tmp_path / "data").is_dir()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "file" / "data"))
    with pytest.raises(FileError, match="data folder"):
        home(create=True)
    monkeypatch.delenv("SPRAGUE_HOME")
    assert home().name == "sprague"
