"""What the documentation shows is what happens, and every game has its page with a picture."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from folders import ROOT
from markdown import Command, blocks, commands, examples, files

import sprague
from sprague.model.registry import FAMILIES
from sprague.takebreak.named import NAMED

PAGES = [
    ROOT / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts),
]
GAMES = sorted((ROOT / "docs" / "games").glob("*.md"))
MODULES = [found.name for found in pkgutil.walk_packages(sprague.__path__, "sprague.")]


def name(page: Path) -> str:
    """The page as named in a test's id."""
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("module", ["sprague", *(m for m in MODULES if not m.endswith("__main__"))])
def test_examples_of_a_module(module: str) -> None:
    failures, _ = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert failures == 0


@pytest.mark.parametrize("document", PAGES, ids=name)
def test_examples_of_a_page(document: Path) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(examples(document))
    assert runner.summarize(verbose=False).failed == 0


COMMANDS = [(page, command) for page in PAGES for command in commands(page)]


@pytest.mark.parametrize(
    ("document", "command"), COMMANDS, ids=[f"{name(p)}:{c.number}" for p, c in COMMANDS]
)
def test_commands_of_a_page(document: Path, command: Command, tmp_path: Path) -> None:
    """A command prints what stands below it; ``...`` stands for any text. The page's files are there."""
    for file, text in files(document).items():
        (tmp_path / file).write_text(text, "utf-8")
    arguments = shlex.split(command.line, comments=True)
    assert arguments[0] == "sprague", f"{name(document)}:{command.number}: {command.line}"
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=tmp_path,
        env={
            **os.environ,
            "COLUMNS": "100",
            "NO_COLOR": "1",
            "PYTHONPATH": str(Path(sprague.__file__).parents[1]),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    printed, expected = trimmed(done.stdout), trimmed(command.output)
    same = doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)
    assert same, f"{name(document)}:{command.number}: {command.line}\nexpected:\n{expected}\ngot:\n{printed}"


def trimmed(text: str) -> str:
    """``text`` without spaces at the ends of its lines."""
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines()) + "\n"


def pictures(page: Path) -> list[str]:
    """The positions that ``page`` shows as pictures."""
    return [
        block.kind.removeprefix("{position}").strip() for block in blocks(page) if "{position}" in block.kind
    ]


def test_every_game_has_a_page_with_its_picture() -> None:
    positions = [sprague.parse(text) for page in GAMES for text in pictures(page)]
    shown = {
        re.split(r"[\[{]", part.ruleset.head)[0] for position in positions for part in position.components
    }
    missing = FAMILIES.keys() - shown
    assert not missing, f"no page in docs/games shows a {{position}} of {sorted(missing)}"


@pytest.mark.parametrize("page", GAMES, ids=name)
def test_the_page_of_a_game_opens_with_its_picture(page: Path) -> None:
    assert re.match(r"# .+\n\n```\{position\} .+\n```\n", page.read_text("utf-8"))


def test_every_named_take_and_break_game_stands_in_a_page() -> None:
    text = "\n".join(page.read_text("utf-8") for page in GAMES)
    missing = [game for game in NAMED if f"`{game}`" not in text]
    assert not missing


def test_the_readme_opens_with_the_two_commands() -> None:
    """The second one is what .ci/run runs."""
    first, second = re.findall(r"^python3 -m venv .*$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert first.endswith('.venv/bin/sprague solve "wythoff 500,1000"')
    assert (ROOT / ".ci" / "run").read_text("utf-8").splitlines()[-1] == second
