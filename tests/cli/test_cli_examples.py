"""The examples of ``--help`` work, in the order in which they stand."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from sprague.cli.app import COMMANDS, application

#: What a reader brings along: games of their own, a graph, a contest's file.
BROUGHT = {
    "squares.py": """import sprague as sg

class SubtractSquares(sg.HeapGame):
    name = "subtract-squares"
    def options(self, n):
        return [(n - k * k,) for k in range(1, n + 1) if k * k <= n]
""",
    "rule.py": """def moves(a: int, b: int):
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
""",
    "g.graphml": """<?xml version="1.0" encoding="utf-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="undirected">
<node id="a"/><node id="b"/><node id="c"/><edge source="a" target="b"/><edge source="b" target="c"/>
</graph></graphml>
""",
    "C-small.in": "2\n5\n1 2 3 4 5\n3\n3 5 6\n",
}

#: Parts of examples that a test does not run, and why.
NOT_RUN = {
    "--browser": "serves until Ctrl-C",
    "sprague serve": "serves until Ctrl-C",
    "sprague mcp": "serves until its input ends",
    "sprague site": "fetches Pyodide",
    "sprague verify": "needs Coq",
    "~/": "writes to the home of whoever runs the tests",
    "--limit 5e8": "hours",
    "sprague check 0.": "minutes",
    "--rows 7 --cols 9": "ten minutes",
    "sprague atlas --workers": "minutes",
    "sprague atlas -o": "minutes",
    "--digits 2": "a minute",
    "sprague catalogue misere": "hours",
    "cram 5x9": "half a minute",
    "--to 1e6": "tens of seconds",
}

_CONTEXT = click.Context(application)


def _examples() -> dict[str, list[str]]:
    """The examples of each command, by its name."""
    found = {}
    for name in [name for rows in COMMANDS.values() for name in rows]:
        command = application.get_command(_CONTEXT, name)
        assert command is not None
        for path, each in [(name, command)] + [
            (f"{name} {sub}", one) for sub, one in getattr(command, "commands", {}).items()
        ]:
            assert each.epilog is not None, path
            found[path] = each.epilog.split("Examples:\n")[1].strip().splitlines()
    return found


EXAMPLES = _examples()


@pytest.mark.parametrize("command", EXAMPLES)
def test_the_examples_of_the_help_work_in_their_order(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, content in BROUGHT.items():
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "home"))
    for line in map(str.strip, EXAMPLES[command]):
        if any(part in line for part in NOT_RUN):
            continue
        status, shown = _run(line, tmp_path)
        assert status == 0, f"{line}\n{shown}"


def _run(line: str, folder: Path) -> tuple[int, str]:
    if line.startswith("sprague ") and " > " not in line:
        result = CliRunner().invoke(application, shlex.split(line)[1:], input="quit\n")
        return result.exit_code, result.output
    program = folder / "bin" / "sprague"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m sprague "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-c", line],
        check=False,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


def test_what_is_not_run_is_in_some_example() -> None:
    lines = [line for lines in EXAMPLES.values() for line in lines]
    assert [part for part in NOT_RUN if not any(part in line for line in lines)] == []
