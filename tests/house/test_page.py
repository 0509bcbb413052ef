"""The page names no game: what it needs to know of one, the server says.

The rule: in ``web/src``, but for the types that are made from the API, no string and no identifier holds a name or an
alias of a game as a word; comments may. Words that name a shape or a piece as well (``circle``, ``dots``, ``token``)
are free, and a sentence for people may call a value a Nim heap.
"""

from __future__ import annotations

import re
from pathlib import Path

from sprague.workbench.registry import builtin_names

SOURCES = Path(__file__).parents[2] / "web" / "src"

#: Kinds of shapes and pieces that games are named by.
GENERIC = {"circle", "dots", "options", "token"}

_PARTS = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|(?P<name>[A-Za-z_$][\w$]*)""",
    re.DOTALL,
)


def words_of(source: str) -> list[str]:
    """The words of all strings and identifiers."""
    found: list[str] = []
    for part in _PARTS.finditer(source):
        if part["string"]:
            text = part["string"]
            if " " in text:
                text = text.replace("Nim", "")
            found += re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", text.lower())
        elif part["name"]:
            found += [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", part["name"])]
    return found


def test_the_page_names_no_game():
    games = {name for name in builtin_names() if name.isascii()}
    files = [file for file in SOURCES.rglob("*.ts") if file.name != "types.ts"]
    assert len(files) > 50
    named = {
        f"{file.relative_to(SOURCES)}: {word}"
        for file in files
        for word in words_of(file.read_text(encoding="utf-8"))
        if word in games - GENERIC
    }
    assert named == set()


def test_the_rule_sees_names():
    seen = words_of('const cramBoard = "wythoff 4,6"; // nim\nt("a Nim heap") + `dawsons-kayles`')
    assert {"cram", "wythoff", "dawsons-kayles"} <= set(seen) and "nim" not in seen
