"""Examples of a Markdown page: what stands in its fenced blocks."""

from __future__ import annotations

import doctest
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(
    r"^(?P<indent>[ ]*)(?P<fence>`{3,})(?P<kind>[^\n`]*)\n(?P<body>.*?)^(?P=indent)(?P=fence)[ ]*$",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """A fenced block: ``kind`` is what follows the fence (``python``, ``console``, ``{position} nim 3,4``)."""

    kind: str
    body: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of ``page``, with the number of the line on which each begins."""
    text = page.read_text("utf-8")
    for match in _FENCE.finditer(text):
        yield Block(
            match["kind"].strip(), textwrap.dedent(match["body"]), text.count("\n", 0, match.start()) + 1
        )


def examples(page: Path) -> doctest.DocTest:
    """Every Python block of ``page`` as one doctest: with prompts as printed, without them as a program."""
    found: list[doctest.Example] = []
    for block in blocks(page):
        if block.kind not in ("python", "pycon", "{doctest}"):
            continue
        if ">>>" in block.body:
            for example in doctest.DocTestParser().get_examples(block.body, str(page)):
                example.lineno += block.line
                found.append(example)
        else:
            found.append(doctest.Example(f"exec({block.body!r}, globals())\n", "", lineno=block.line))
    return doctest.DocTest(found, {"__name__": "__main__"}, page.name, str(page), 0, None)


def files(page: Path) -> dict[str, str]:
    """The files that ``page`` shows: blocks of Python or Coq whose first line is a comment with their name."""
    found = {}
    for block in blocks(page):
        form = {"python": r"# (\w+\.py)\n", "coq": r"\(\* (\w+\.v) \*\)\n"}.get(block.kind)
        name = re.match(form, block.body) if form else None
        if name:
            found[name[1]] = block.body
    return found


class Command(NamedTuple):
    """A command line of a console block and what it prints."""

    line: str
    output: str
    number: int


def commands(page: Path) -> Iterator[Command]:
    """The ``$ sprague …`` lines of the console blocks of ``page``."""
    for block in blocks(page):
        if block.kind != "console":
            continue
        number = block.line
        for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            yield Command(line, output, number + 1)
            number += part.count("\n")
