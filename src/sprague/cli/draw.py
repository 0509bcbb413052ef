"""``sprague draw``."""

from __future__ import annotations

import click

from sprague.words.errors import FileError
from sprague.words.messages import say

from .common import (
    command,
    force_option,
    game_option,
    read_position,
    refuse_existing,
    words_argument,
    write_file,
)


@command(
    "draw",
    """
    sprague draw "wythoff 5,8"
    sprague draw "dots 7,9,10 + cram 2x3" -o position.svg
    sprague draw "fibonacci 100" -o - > zeckendorf.svg
    """,
)
@words_argument("position")
@click.option(
    "-o", "--out", metavar="FILE.svg", help="Write an SVG picture to the file (-: to standard output)."
)
@game_option
@force_option
def draw(position: str, out: str | None, game_file: str | None, force: bool) -> None:
    """Draw POSITION, as text or as an SVG file.

    Without -o it draws the position in characters, on the terminal.
    """
    start = read_position(position, game_file)
    if out is None:
        from .picture import position_lines

        for line in position_lines(start):
            click.echo(line)
    elif out == "-":
        click.echo(start.svg())
    else:
        if not out.lower().endswith(".svg"):
            raise FileError(say("expected a file name that ends in .svg"), where=out)
        refuse_existing(out, force)
        picture = start.svg()
        write_file(out, lambda target: target.write(picture), force)
