"""Files for Coq: from a position, a game or a certificate to the text of a file with its theorems."""

from __future__ import annotations

import os
import textwrap
from typing import Any

from sprague.model.position import Position, parse
from sprague.model.registry import find
from sprague.takebreak.codes import parse_code
from sprague.takebreak.period import Period, period
from sprague.takebreak.sequence import values_of
from sprague.words.errors import FileError, NotationError, RangeError, expected
from sprague.words.messages import say

from .claims import Claim, identifier
from .games import claims
from .heaps import period_claim, period_claims

#: The modules of the library, each after those that it needs.
LIBRARY = (
    *("Game", "Values", "HeapRules", "Components", "Heaps", "Periods", "Lasker", "Machine", "Octal", "Plain"),
    *(
        "NumberRules",
        "Nim",
        "Wythoff",
        "Fibonacci",
        "TakeFibonacci",
        "Dots",
        "Writer",
        "BoardRules",
        "Search",
    ),
    *("Boards", "BoardGames", "Mirror", "Strips", "HackenbushRules", "Hackenbush", "Equivalent"),
    "Candy",
)

#: What files about heaps and numbers import, and what those about boards do beside.
HEAPS, BOARDS = LIBRARY[:17], LIBRARY[17:25]

#: What must be read to trust a theorem: the definitions that statements are made of.
RULES = ("Game", "HeapRules", "NumberRules", "BoardRules", "HackenbushRules")


def theorem(what: str | Position | Period, *, pure: bool = False) -> str:
    """The text of a Coq file that proves what is known of ``what``: a position or its text, the name of a game on heaps
    (its period), a Period, or the name of a certificate's file.

    With ``pure`` its computations use Coq's plain numbers, which rest on no axiom and take far longer. Raises
    UnsolvedError for a period that is not proved, TooLargeError where Coq would compute too long, RangeError where
    no theorem is written.

    >>> print(theorem("nim 1,2").splitlines()[0])
    (* Proved here, about nim 1,2:
    """
    name, found = _claims(what, pure)
    return _file(name, found)


def _claims(what: str | Position | Period, pure: bool) -> tuple[str, list[Claim]]:
    if isinstance(what, Position):
        return what.text, claims(what, pure)
    if isinstance(what, Period):
        return what.game, period_claims(what, pure)
    if what.endswith(".json") or os.path.isfile(what):
        return _of_certificate(what, pure)
    try:
        position = parse(what)
    except NotationError:
        game = _heap_game(what)
        if game is None:
            raise
        return game, period_claims(period(game), pure)
    return position.text, claims(position, pure)


def _heap_game(text: str) -> str | None:
    """The game on heaps that ``text`` names, if it names one and no position of it."""
    try:
        ruleset = find("".join(text.split()))
    except NotationError:
        return None
    return ruleset.head if getattr(ruleset, "code", None) is not None else None


def _of_certificate(path: str, pure: bool) -> tuple[str, list[Claim]]:
    import json

    try:
        with open(path, encoding="utf-8-sig") as source:
            data = json.load(source)
    except OSError as error:
        raise FileError(
            say("cannot read: {problem}", problem=error.strerror or str(error)), where=path
        ) from error
    except (ValueError, RecursionError):
        raise FileError(say("expected a certificate as JSON"), where=path) from None
    kind = data.get("format") if isinstance(data, dict) else None
    try:
        if kind == "sprague-proof/1":
            position = parse(str(data["position"]))
            return position.text, claims(position, pure)
        if kind == "sprague-period/1":
            return _of_period(data, pure)
    except KeyError as missing:
        raise FileError(say("expected {field} in the certificate", field=str(missing)), where=path) from None
    raise FileError(say("expected a certificate of Sprague"), where=path)


def _of_period(data: dict[str, Any], pure: bool) -> tuple[str, list[Claim]]:
    numbers = [data[name] for name in ("start", "length", "saltus", "needed")]
    for n in numbers:
        if not isinstance(n, int) or isinstance(n, bool) or n < 0:
            raise expected(say("a whole number >= 0"), str(n)[:40])
    start, length, saltus, needed = numbers
    code = parse_code(str(data["code"]))
    known = values_of(code)
    if needed > 10**7 or needed < length:
        raise RangeError(
            say("expected a certificate that needs up to 10^7 values, got {needed}", needed=needed)
        )
    known.grow(needed)
    name = str(code)
    return name, [period_claim(name, code, start, length, saltus, needed, known.seen, pure)]


def _file(name: str, found: list[Claim]) -> str:
    lines = [say("Proved here, about {what}:", what=name).render("en"), ""]
    for claim in found:
        lines += textwrap.wrap(
            f"{claim.name}: {claim.words.render('en')}.", 108, initial_indent="  ", subsequent_indent="    "
        )
    seconds = sum(claim.seconds for claim in found)
    lines += ["", *_signed(seconds)]
    header = "(* " + "\n   ".join(lines).replace("   \n", "\n") + " *)"
    header = "\n".join(line.rstrip() for line in header.splitlines())
    boards = any(word in claim.statement for claim in found for word in ("cram", "_kayles", "hackenbush"))
    modules = [m for m in LIBRARY if m in HEAPS or (boards and m in BOARDS)]
    imports = textwrap.fill(f"From Sprague Require Import {' '.join(modules)}.", 112, subsequent_indent="  ")
    body = "\n\n".join(claim.text() for claim in found)
    names = [claim.name for claim in found]
    whole = f"{identifier(name)}_all"  # of all together: Coq goes through the whole library for each question
    checks = f"Definition {whole} := ({', '.join(names)}).\nPrint Assumptions {whole}."
    return (
        f"{header}\nFrom Coq Require Import NArith List String.\n{imports}\n"
        f"Import ListNotations.\nOpen Scope N_scope.\n\n{body}\n\n{checks}\n"
    )


def _signed(seconds: float) -> list[str]:
    from sprague import __version__

    text = (
        f"Written by Sprague {__version__}. To check it: sprague verify FILE.v; or, without Sprague's verdict, "
        "sprague theorem --library DIR, make in DIR, and coqc -Q DIR Sprague FILE.v. What the statements mean is "
        f"defined in {', '.join(f'{module}.v' for module in RULES)} of that library; all else, this file included, is "
        f"checked by Coq's kernel. The computation takes about {max(1, round(seconds))} s."
    )
    return textwrap.wrap(text, 108)


def file_name(what: str) -> str:
    """A name for the file that is about ``what``.

    >>> file_name("wythoff 500,1000")
    'wythoff_500_1000.v'
    """
    return f"{identifier(os.path.basename(what).removesuffix('.json'))}.v"
