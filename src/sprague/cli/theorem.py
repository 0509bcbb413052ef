"""``sprague theorem`` and ``sprague verify``."""

from __future__ import annotations

import re
import sys
from typing import Any

import click

from sprague.words.errors import RangeError
from sprague.words.messages import join, say, short

from .budget import Budget, bound_options
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
@bound_options
@force_option
def theorem(
    what: str | None,
    out: str,
    library: str | None,
    walnut: str | None,
    pure: bool,
    force: bool,
    budget: Budget,
) -> None:
    """Write a theorem for the proof assistant Coq.

    WHAT is a position, a game on heaps (its period), or the file of a certificate.
    Coq's kernel checks the file, down to "the player who cannot move loses"; sprague verify runs this check.
    """
    if library is not None:
        from sprague.theorems.coq import write_library

        files = write_library(library, force)
        click.echo(str(say("{count} files in {folder}", count=len(files), folder=library)))
        if what is None:
            return
    if what is None:
        raise RangeError(say("expected a position, a game or a certificate"))
    if walnut is not None:
        from sprague.discovery.walnut import write as write_walnut
        from sprague.proofs.check import check, kind_of, read

        claims = read(what)
        if kind_of(claims, what) == "automatic" and not (verdict := check(claims))["valid"]:
            reason = verdict["reason"]
            raise RangeError(say("the certificate is not valid: {reason}", reason=reason), where=what)
        names = write_walnut(claims, walnut)
        click.echo(str(say("{count} files in {folder}", count=len(names), folder=walnut)))
        return
    from sprague.workbench.theorem import theorem as written

    if out != "-":
        refuse_existing(out, force)
    text = read_text(what)
    if "file:" in text:
        from sprague.workbench.graph_files import with_graphs

        text = with_graphs(text)
    with budget.bound(text):
        file = written(text, pure=pure)
    if out == "-":
        click.echo(file, nl=False)
        return
    write_file(out, lambda target: target.write(file), force)
    click.echo(str(say("written: {file}; check it: sprague verify {file}", file=out)))


@command(
    "verify",
    """
    sprague theorem 0.137 -o dots.v
    sprague verify dots.v
    sprague verify dots.v --json
    sprague verify mine.v --statements
    """,
)
@click.argument("file")
@click.option("--statements", is_flag=True, help="Accept theorems that Sprague can't put into words.")
@click.option(
    "--whole", is_flag=True, help="Compile the library anew, and have coqchk check it: a minute more."
)
@click.option(
    "--time", "seconds", default="10min", show_default=True, metavar="TIME", help="Stop after TIME."
)
@click.option(
    "--memory", default="6GB", show_default=True, metavar="SIZE", help="The most memory that Coq may take."
)
@json_option
def verify(file: str, statements: bool, whole: bool, seconds: str, memory: str, as_json: bool) -> int:
    """Have Coq check the theorems in FILE.v, even a stranger's.

    Coq compiles the file in a sandbox, without a network. Sprague writes each
    statement anew, has Coq prove that the theorem states it, and has coqchk, a
    separate program, check the proofs. The sentences say what Coq checked; names and comments of the file play no part.
    The library is compiled on the first call, which takes a minute.

    The exit status is 0 if every theorem is proved and in words (with --statements: proved), 1 if not, and 2 if there
    is no file or no Coq.

    With --json: {file, ok, in_words, theorems: [{name, statement, words}],
    assumptions, sandbox, versions, seconds}, and layer and message for a file
    that is refused.
    """
    from sprague.system.limits import bytes_of, seconds_of
    from sprague.theorems.verifier import verify as verified

    terminal = sys.stderr.isatty()

    def step(words: object) -> None:
        if terminal:  # one line, which changes
            click.echo(f"\r\x1b[K{words}", err=True, nl=False)

    report = verified(
        file,
        tell=lambda words: click.echo(str(words), err=True),
        step=step,
        seconds=seconds_of(seconds),
        memory=bytes_of(memory, "--memory"),
        whole=whole,
    )
    step("")
    status = 0 if report["ok"] and (statements or report["in_words"]) else 1
    if as_json:
        print_json(report)
        return status
    for row in report["theorems"]:
        words = row["words"] or str(say("Coq accepts it; Sprague cannot say what it means"))
        click.echo(wrap(f"{row['name']}: {short(words, 2000)}", indent=0, hanging=2))
        # Without words the statement alone says what was proved. What were left out could be a condition, and a string
        # would look alike with a space and with a new line.
        printed = wrap(short(row["statement"], 2000), indent=4) if row["words"] else f"    {row['statement']}"
        click.echo(printed)
    click.echo("\n".join(_verdict(report, status)))
    return status


#: The axioms of Coq's primitive integers and arrays, by their full names.
PRIMITIVE = re.compile(
    r"(?:Coq|Corelib|Stdlib)\.(?:\w+\.)*(?:Uint63|Sint63|PrimInt63|PArray|PrimArray)\.\w+", re.ASCII
)


def _verdict(report: dict[str, Any], status: int) -> list[str]:
    if not report["ok"]:
        return [click.style(str(say("REFUSED")), fg="red", bold=True) + f": {report['message']}"]
    others = [name for name in report["assumptions"] if not PRIMITIVE.match(name)]
    if others:
        rests = say("it rests on: {names}", names=join(others))
    elif report["assumptions"]:
        rests = say("it rests on Coq's primitive integers and arrays")
    else:
        rests = say("it rests on no assumption")
    if status:
        verdict = say("PROVED, but not in words; --statements accepts the statements as they stand")
    else:
        seconds = round(sum(report["seconds"].values()), 1)
        version = report["versions"]["coq"]
        verdict = say("proved: checked by Coq {version} in {seconds} s", version=version, seconds=seconds)
    lines = [
        wrap(str(rests), indent=0),
        click.style(str(verdict), fg="yellow" if status else "green", bold=True),
    ]
    if report["sandbox"] is None:
        why = say("no sandbox here: only files in the form that sprague theorem writes are compiled")
        lines.append(wrap(str(why), indent=0))
    return lines
