"""What the documentation shows is what happens, and every game has its page with a picture."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import click
import pytest
from folders import ROOT
from markdown import Command, blocks, commands, examples, files

import sprague
from sprague.cli.app import application
from sprague.takebreak.named import NAMED
from sprague.theorems.coq import library
from sprague.workbench.handle import Handle
from sprague.workbench.registry import FAMILIES

PAGES = [
    ROOT / "README.md",
    # Not in _build, which may be made anew meanwhile.
    *sorted(path for form in ("*.md", "[!_]*/**/*.md") for path in (ROOT / "docs").glob(form)),
]
GAMES = sorted((ROOT / "docs" / "games").glob("*.md"))
PACKAGE = Path(sprague.__file__).parent

#: The modules that show examples.
MODULES = [
    ".".join(("sprague", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]


def name(page: Path) -> str:
    """The page as named in a test's id."""
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_a_module(module: str) -> None:
    failures, tried = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert failures == 0 and tried > 0


@pytest.mark.parametrize("document", [page for page in PAGES if examples(page).examples], ids=name)
def test_examples_of_a_page(document: Path) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    # In a thread of its own: after tests in a browser this one has an event loop that is running.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(runner.run, examples(document)).result()
    assert runner.summarize(verbose=False).failed == 0


COMMANDS = [
    pytest.param(
        page,
        command,
        id=f"{name(page)}:{command.number}",
        marks=[pytest.mark.theorems] if command.line.startswith("sprague verify") else [],
    )
    for page in PAGES
    for command in commands(page)
]


@pytest.mark.parametrize(("document", "command"), COMMANDS)
def test_commands_of_a_page(document: Path, command: Command, tmp_path: Path) -> None:
    """A command prints what stands below it; ``...`` stands for any text. The page's files are there."""
    for file, text in files(document).items():
        (tmp_path / file).write_text(text, "utf-8")
    arguments = shlex.split(command.line, comments=True)
    assert arguments[0] == "sprague", f"{name(document)}:{command.number}: {command.line}"
    if arguments[1] == "verify":
        library()  # the first call says that it compiles this, once
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
    # A first use of Coq says so, whoever came first.
    said = re.sub(r"^Coq \S+ compiles the library of theorems, once: .*\n", "", done.stdout)
    printed, expected = trimmed(said), trimmed(command.output)
    same = doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS)
    assert same, f"{name(document)}:{command.number}: {command.line}\nexpected:\n{expected}\ngot:\n{printed}"


def scripts(page: Path) -> list[str]:
    """The ``sprague …`` lines of the shell blocks of ``page``, which are shown without what they print."""
    lines = (
        line for block in blocks(page) if block.kind in ("sh", "bash") for line in block.body.splitlines()
    )
    return [found[1] for line in lines if (found := re.search(r"(?:^|[|&;] *)sprague (.+)", line))]


@pytest.mark.parametrize("document", [page for page in PAGES if scripts(page)], ids=name)
def test_commands_of_a_script_are_understood(document: Path) -> None:
    """Every word of such a line is one that the command knows; it is not run."""
    outer = click.Context(application, info_name="sprague")
    for line in scripts(document):
        words = shlex.split(re.split(r" [|>] ?", line)[0], comments=True)
        _, command, rest = application.resolve_command(outer, words)
        assert command is not None, line
        command.make_context(command.name, rest, parent=outer).close()


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


_LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")


def headings(page: Path) -> set[str]:
    """The anchors of a page, as GitHub and Sphinx make them of its headings."""
    titles = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_link_between_pages_holds() -> None:
    broken = []
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]:
        for target, anchor in _LINK.findall(
            re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
        ):
            there = page.parent / target if target else page
            if not there.exists() or (anchor and there.suffix == ".md" and anchor not in headings(there)):
                broken.append((name(page), target, anchor))
    assert not broken


REFERENCE = sorted((ROOT / "docs" / "reference").glob("*.md"))
_DIRECTIVE = re.compile(
    r"^\.\. (?P<kind>auto\w+|py:\w+):: (?P<name>[\w.]+)\n(?P<choices>(?:[ ]+:.*\n)*)", re.MULTILINE
)


def described(pages: list[Path]) -> tuple[set[str], dict[str, set[str] | None]]:
    """The names that ``pages`` describe one by one; and modules, each with the members that it shows (None: all)."""
    names: set[str] = set()
    modules: dict[str, set[str] | None] = {}
    for found in (match for page in pages for match in _DIRECTIVE.finditer(page.read_text("utf-8"))):
        members = re.search(r":members:(.*)", found["choices"])
        if found["kind"] != "automodule":
            names.add(found["name"])
        elif members is not None:
            modules[found["name"]] = set(re.findall(r"\w+", members[1])) or None
    return names, modules


def others() -> list[str]:
    """The public names but the games, which a page of the reference lists by itself."""
    return [public for public in sprague.__all__ if not isinstance(getattr(sprague, public), Handle)]


def is_described(public: str, names: set[str], modules: dict[str, set[str] | None]) -> bool:
    """Whether ``sg.public`` stands there: by its name, or with the module that defines it."""
    found = getattr(sprague, public)
    if isinstance(found, ModuleType):
        return found.__name__ in modules
    if f"sprague.{public}" in names:
        return True
    home = getattr(found, "__module__", "")
    shown = modules.get(home, set())
    return hasattr(found, "__qualname__") and (shown is None or public in shown)


def test_every_public_name_stands_in_the_reference() -> None:
    names, modules = described(REFERENCE)
    missing = [public for public in others() if not is_described(public, names, modules)]
    assert not missing, f"no page in docs/reference describes {missing}"


def test_what_the_reference_names_is_there() -> None:
    names, modules = described(REFERENCE)
    for module, members in modules.items():
        home = importlib.import_module(module)
        assert all(hasattr(home, member) for member in members or ())
    for described_name in names:
        home_name, _, last = described_name.rpartition(".")
        assert hasattr(importlib.import_module(home_name), last), described_name


def test_a_name_that_no_page_describes_is_missed(tmp_path: Path) -> None:
    page = tmp_path / "some.md"
    page.write_text(
        ".. autofunction:: sprague.solve\n\n.. automodule:: sprague.numbers.nimber\n   :members: mex\n"
    )
    names, modules = described([page])
    assert [p for p in ("solve", "mex", "nimber", "parse", "kayles") if is_described(p, names, modules)] == [
        "solve",
        "mex",
        "nimber",
    ]


def test_the_install_page_names_the_extras_that_there_are() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    page = (ROOT / "docs" / "install.md").read_text("utf-8")
    named = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert sorted(named) == sorted(project["optional-dependencies"])


def test_pip_lines_are_for_the_pip_of_the_oldest_python() -> None:
    """pip 23.2, of Python 3.11, knows no groups; and the extras that a line names exist."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    lines = [line for page in PAGES for line in re.findall(r"pip install .*", page.read_text("utf-8"))]
    assert lines
    for line in lines:
        assert "--group" not in line, line
        for named in re.findall(r"(?:\.|sprague)\[([\w,]+)\]", line):
            assert set(named.split(",")) <= extras.keys(), line


def test_the_index_of_the_reference_lists_every_public_name() -> None:
    """The games apart, which have a page of their own."""
    index = (ROOT / "docs" / "reference" / "index.md").read_text("utf-8")
    listed = set(re.findall(r"`(\w+)`", index))
    missing = [public for public in others() if public not in listed]
    assert not missing
