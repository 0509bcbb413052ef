"""``sprague mcp``: tools for language models."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

import click

from sprague.words.errors import MissingExtraError
from sprague.words.messages import say

from .common import command, observed_option


@command(
    "mcp",
    """
    sprague mcp
    sprague mcp --time 10s --memory 1GB
    sprague mcp --game squares.py:moves
    """,
)
@click.option(
    "--time", "seconds", metavar="TIME", default="1min", show_default=True, help="The bound of every call."
)
@click.option(
    "--memory", metavar="SIZE", help="The memory of a call, such as 1GB; by default half of the machine's."
)
@click.option(
    "--game",
    "games",
    metavar="FILE.py:NAME",
    multiple=True,
    help="A game of your own, which positions may then name; its file is run once.",
)
@observed_option
def mcp(seconds: str, memory: str | None, games: tuple[str, ...]) -> None:
    """Answer the questions of a language model, over MCP.

    A program that knows the protocol (Model Context Protocol) starts this command and speaks with it on standard input
    and output. The command offers the tools solve, moves, play, explain, discover, period, check, theorem and games.
    Every answer names its evidence, and a period comes with a certificate that the separate checker has accepted. The
    command reads no files and runs no code from the model. With --observed, unproved laws of your own games answer for
    heaps beyond the tables; the evidence of such an answer is of the kind "observed". Needs the extra [mcp].
    """
    try:
        from sprague.agents.server import serve
    except ImportError:
        raise MissingExtraError("mcp", say("the server for language models")) from None
    if games:
        from sprague.workbench.own.loading import rules_from

        with redirect_stdout(sys.stderr):  # standard output belongs to the protocol
            for game in games:
                rules_from(game)
    serve(seconds, memory)
