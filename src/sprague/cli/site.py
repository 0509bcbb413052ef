"""``sprague site``: the page as plain files, for any web host."""

from __future__ import annotations

import click

from sprague.words.messages import say

from .common import command, force_option, labelled


@command(
    "site",
    """
    sprague site page
    sprague site --pyodide pyodide-0.29.5.tgz page
    """,
)
@click.argument("folder")
@click.option(
    "--pyodide", metavar="FILE", help="The archive of Pyodide from npm, or a folder of what is in it."
)
@force_option
def site(folder: str, pyodide: str | None, force: bool) -> None:
    """Write the page as plain files into FOLDER.

    The files are for any web host or a memory stick. They need no server of their own, and after the first visit no
    network. The engine runs in the browser, under Pyodide, which the command fetches once from npm's registry (6 MB,
    with a check of its digest) unless --pyodide names it. To try the page: python -m http.server -d FOLDER.
    """
    from sprague.site.build import build

    written = build(folder, pyodide, force=force, announce=lambda message: click.echo(str(message), err=True))
    size = f"{written.bytes / 1e6:.1f}"
    click.echo(labelled(str(written.folder), say("{files} files, {size} MB", files=written.files, size=size)))
    click.echo(str(say("To try it: python -m http.server -d {folder}", folder=written.folder)))
