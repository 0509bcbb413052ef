"""Sphinx reads this. The pages describe, and draw with, the installed package."""

from __future__ import annotations

import html
import re
from typing import Any

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import sprague
from sprague.workbench.handle import Handle

project = "Sprague"
author = "The Sprague authors"
copyright = "2026, the Sprague authors"
release = version = sprague.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
trim_doctest_flags = True

html_theme = "furo"
html_title = "Sprague"
html_static_path = ["_static"]
html_css_files = ["sprague.css"]
html_show_sphinx = False
html_copy_source = False


class PositionPicture(SphinxDirective):
    """``{position} wythoff 5,8``: a picture of the position, drawn when the page is built."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        position = sprague.parse(self.arguments[0])
        caption = html.escape(position.text)
        figure = f'<figure class="position">{position.svg()}<figcaption><code>{caption}</code></figcaption></figure>'
        return [nodes.raw("", figure, format="html")]


class QuotientPicture(SphinxDirective):
    """``{quotient} 0.75``: a picture of the misère quotient of a game, drawn when the page is built."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        quotient = sprague.misere.quotient(self.arguments[0])
        told = f"the misère quotient of {self.arguments[0]}: order {quotient.order}"
        figure = (
            f'<figure class="position">{quotient.svg()}<figcaption>{html.escape(told)}</figcaption></figure>'
        )
        return [nodes.raw("", figure, format="html")]


class Census(SphinxDirective):
    """``{census}``: the figures of the census of misère quotients that comes with the package."""

    def run(self) -> list[nodes.Node]:
        from sprague.catalogue.census import shipped, summary

        rows, told = shipped(), summary(shipped())
        proved = [row for row in rows if row["status"] == "proved"]

        def most(some: list[Any], field: str, count: int, text: str) -> str:
            chosen = sorted(some, key=lambda row: (-row[field], row["code"]))[:count]
            return ", ".join(text.format(**row) for row in chosen)

        lines = [
            ("different games (codes)", f"{told['games']} ({told['codes']})"),
            ("proved", f"{told['proved']} ({told['proved_codes']})"),
            ("of these tame", str(told["tame"])),
            ("certificates accepted by the checker", f"{told['proved']}, in {told['checked']} s"),
            ("largest orders, proved", most(proved, "order", 12, "{code}: {order}")),
            ("longest periods, proved", most(proved, "period", 6, "{code}: {period}")),
            ("left open", str(len(told["open"]))),
            ("largest orders, partial", most(told["open"], "order", 6, "{code}: {order} to heap {heaps}")),
            ("farthest heaps, partial", most(told["open"], "heaps", 6, "{code}: {heaps} (order {order})")),
        ]
        table = "".join(f"<tr><td>{name}</td><td>{html.escape(text)}</td></tr>" for name, text in lines)
        return [nodes.raw("", f'<table class="docutils align-default">{table}</table>', format="html")]


class Games(SphinxDirective):
    """``{games}``: the name of every game, a position of it, and its rule."""

    def run(self) -> list[nodes.Node]:
        rows = []
        for name in sprague.__all__:
            game = getattr(sprague, name)
            if not isinstance(game, Handle):
                continue
            cells = (
                f"<code>sg.{name}</code>",
                f"<code>{html.escape(game.example)}</code>",
                html.escape(str(game.rule)),
            )
            rows.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
        return [
            nodes.raw("", f'<table class="docutils align-default">{"".join(rows)}</table>', format="html")
        ]


class Commands(SphinxDirective):
    """``{commands}``: what each command of ``sprague`` says with ``--help``."""

    def run(self) -> list[nodes.Node]:
        from sprague.cli.app import application

        found: list[nodes.Node] = []
        context = click.Context(application, info_name="sprague", max_content_width=100)
        for name in application.list_commands(context):
            command = application.get_command(context, name)
            assert command is not None
            inner = click.Context(command, info_name=name, parent=context, max_content_width=100)
            section = nodes.section(ids=[f"sprague-{name}"])
            section += nodes.title("", f"sprague {name}")
            section += nodes.literal_block("", command.get_help(inner), language="text")
            found.append(section)
        return found


def plain_stars(app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """A star in a docstring is a nimber (*5), never the start of emphasis; a bar is a size, no substitution."""
    example = False
    for i, line in enumerate(lines):
        example = bool(line.strip()) and (example or line.lstrip().startswith(">>>"))
        if not example:
            parts = re.split(r"(``.*?``)", line)
            plain = [part if part.startswith("``") else re.sub(r"([*|])", r"\\\1", part) for part in parts]
            lines[i] = "".join(plain)


def close_blocks(app: Sphinx, name: str, source: list[str]) -> None:
    """Leave out the empty line at the end of a block, which only doctest needs."""
    source[0] = re.sub(r"\n[ ]*(\n[ ]*```[ ]*\n)", r"\1", source[0])


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_directive("commands", Commands)
    app.add_directive("games", Games)
    app.add_directive("position", PositionPicture)
    app.add_directive("quotient", QuotientPicture)
    app.add_directive("census", Census)
    app.connect("source-read", close_blocks)
    app.connect("autodoc-process-docstring", plain_stars)
    return {"parallel_read_safe": True}
