"""``sprague theorem`` and ``sprague verify``."""

from __future__ import annotations

import click

from sprague.words.errors import RangeError
from sprague.words.messages import join, say

from .common import (
    command,
    force_option,
    json_option,
    print_json,
    read_text,
    refuse_existing,
    words_argument,
    wrap,
    write_file,
)


@command(
    "theorem",
    """
    sprague theorem 0.137 -o dots.v
    sprague theorem dots 3,5,60,88 -o lost.v
    sprague theorem wythoff 500,1000 -o w.v
    sprague period 0.137 --certificate c.json
    sprague theorem c.json -o c.v
    sprague discover wythoff -o pairs.json
    sprague theorem pairs.json --walnut walnut
    sprague theorem --library coq/
    sprague verify dots.v
    """,
)
@words_argument("what", required=False)
@click.option("-o", "--out", default="-", metavar="FILE.v", help="Where the file goes; by default stdout.")
@click.option("--library", metavar="DIR", help="Write the library behind the theorems into DIR.")
@click.option("--walnut", metavar="DIR", help="Write a theorem of sprague discover for Walnut into DIR.")
@click.option(
    "--pure", is_flag=True, help="Compute without Coq's primitive integers and arrays: no axiom, far slower."
)
@force_option
def theorem(
    what: str | None, out: str, library: str | None, walnut: str | None, pure: bool, force: bool
) -> None:
    """Write a theorem for the proof assistant Coq.

    WHAT is a position, a game on heaps (its period), or the file of a certificate.
    Coq's kernel checks the file, down to "the player who cannot move loses";
    sprague verify has it do so.
    """
    if library is not None:
        from sprague.theorems.coq import write_library

        files = write_library(library)
        click.echo(str(say("{count} files in {folder}", count=len(files), folder=library)))
        if what is None:
            return
    if what is None:
        raise RangeError(say("expected a position, a game or a certificate"))
    if walnut is not None:
        from sprague.discovery.walnut import write as write_walnut
        from sprague.proofs.check import read

        names = write_walnut(read(what), walnut)
        click.echo(str(say("{count} files in {folder}", count=len(names), folder=walnut)))
        return
    from sprague.workbench.theorem import theorem as written

    if out != "-":
        refuse_existing(out, force)
    text = read_text(what)
    if "file:" in text:
        from .graph_files import with_graphs

        text = with_graphs(text)
    made = written(text, pure=pure)
    if out == "-":
        click.echo(made, nl=False)
        return
    write_file(out, lambda target: target.write(made), force)
    click.echo(str(say("written: {file}; check it: sprague verify {file}", file=out)))


@command(
    "verify",
    """
    sprague theorem 0.137 -o dots.v
    sprague verify dots.v
    sprague verify dots.v --json
    """,
)
@click.argument("file")
@json_option
def verify(file: str, as_json: bool) -> int:
    """Have Coq check the theorems in FILE.v.

    Says what was proved, on which assumptions, and in how long. The library is
    compiled on the first call, which takes a minute. The exit status is 0 when
    Coq accepts the file, 1 when it does not, 2 when there is no file or no Coq.

    With --json: {file, ok, theorems: [{name, statement, assumptions}], seconds},
    and message for a file that is refused.
    """
    from sprague.theorems.coq import verify as checked

    found = checked(file)
    if as_json:
        print_json(found)
        return 0 if found["ok"] else 1
    for row in found["theorems"]:
        click.echo(wrap(f"{row['name']} : {row['statement']}", indent=0, hanging=2))
        click.echo(wrap(_assumptions(row["assumptions"]), indent=2))
    if found["ok"]:
        verdict = say("accepted by Coq in {seconds} s", seconds=found["seconds"])
        click.echo(click.style(str(verdict), fg="green", bold=True))
    else:
        click.echo(click.style(str(say("REFUSED")), fg="red", bold=True) + f": {found['message']}")
    return 0 if found["ok"] else 1


def _assumptions(names: list[str]) -> str:
    from sprague.theorems.coq import PRIMITIVE

    others = [name for name in names if not PRIMITIVE.match(name)]
    if others:
        return "  " + str(say("it rests on: {names}", names=join(others)))
    if names:
        return "  " + str(say("it rests on Coq's primitive integers and arrays"))
    return "  " + str(say("it rests on no assumption"))
