"""``sprague mcp``: tools for language models."""

from __future__ import annotations

import click

from sprague.words.errors import MissingExtraError
from sprague.words.messages import say

from .common import command


@command(
    "mcp",
    """
    sprague mcp
    sprague mcp --time 10s --memory 1GB
    """,
)
@click.option(
    "--time", "seconds", metavar="TIME", default="1min", show_default=True, help="The bound of every call."
)
@click.option(
    "--memory", metavar="SIZE", help="The memory of a call, such as 1GB; by default half of the machine's."
)
def mcp(seconds: str, memory: str | None) -> None:
    """Answer the questions of a language model, over MCP.

    A program that knows the protocol (Model Context Protocol) starts this command and speaks with it on standard input
    and output. It offers the tools solve, moves, play, explain, discover, period, check, theorem and games. Every
    answer names its evidence, and a period comes with a certificate that the separate checker has accepted. It reads no
    files and runs no code of the model's. Needs the extra [mcp].
    """
    try:
        from sprague.agents.server import serve
    except ImportError:
        raise MissingExtraError("mcp", say("the server for language models")) from None
    serve(seconds, memory)
