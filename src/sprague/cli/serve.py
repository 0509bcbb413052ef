"""``sprague serve``: the page and its API, on this machine."""

from __future__ import annotations

from collections.abc import Mapping

import click

from .common import NUMBER, command


@command(
    "serve",
    """
    sprague serve
    sprague serve --port 0 --no-browser
    sprague serve --host 0.0.0.0 --allow-host games.school.example
    sprague serve --frame-ancestors https://school.example
    sprague serve --root-path /games
    sprague serve --python
    """,
)
@click.option("--port", type=NUMBER, default=8000, show_default=True, help="0 takes any free port.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--allow-host", "hosts", multiple=True, help="A further name that the server answers to.")
@click.option(
    "--frame-ancestors",
    "frames",
    metavar="ORIGIN",
    multiple=True,
    help="A site whose pages may show this one in a frame; by default none may.",
)
@click.option(
    "--root-path", "root", metavar="PATH", default="", help="The path under which a proxy offers the page."
)
@click.option("--workers", type=NUMBER, default=2, show_default=True, help="Processes for long questions.")
@click.option("--python", is_flag=True, help="Offer rules in Python in the Lab: fetches Pyodide once.")
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
def serve(
    port: int,
    host: str,
    hosts: tuple[str, ...],
    frames: tuple[str, ...],
    root: str,
    workers: int,
    python: bool,
    no_browser: bool,
) -> None:
    """Play and learn in the browser: opens a page on this machine.

    The server listens only on this machine unless --host says otherwise. It fetches nothing from elsewhere, except with
    --python: rules in Python run in the browser of their author, under Pyodide, which the command fetches once from
    npm's registry (6 MB). From then on the server offers it without the option. Needs the extra [web]. Ctrl-C stops the
    server.
    """
    if python:
        from sprague.site import pyodide

        pyodide.files(None, lambda message: click.echo(str(message), err=True))
    run(port=port, host=host, hosts=hosts, frames=frames, root=root, workers=workers, browser=not no_browser)


def run(
    *,
    port: int = 0,
    host: str = "127.0.0.1",
    hosts: tuple[str, ...] = (),
    frames: tuple[str, ...] = (),
    root: str = "",
    workers: int = 2,
    browser: bool = True,
    path: str = "/",
) -> None:
    """Serves until Ctrl-C, and prints the address."""
    from sprague.site import pyodide
    from sprague.web.server import serve as serve_page

    serve_page(
        host=host,
        port=port,
        workers=workers,
        hosts=hosts,
        frames=frames,
        root=root,
        carry=_carried if pyodide.is_kept() else None,
        browser=browser,
        path=path,
        announce=click.echo,
    )


def _carried() -> Mapping[str, bytes]:
    from sprague.site.build import carried

    return carried()
