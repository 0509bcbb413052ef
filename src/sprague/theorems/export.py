"""Builds the text of a file of theorems for Coq from claims."""

from __future__ import annotations

import os
import textwrap
from typing import Any

from sprague.takebreak.codes import parse_code
from sprague.takebreak.sequence import values_of
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .claims import Claim, identifier
from .heaps import claims_of_period

#: The modules that a reader must read to trust a theorem: the definitions of games and of all that statements use.
RULES = (
    "Game",
    "HeapRules",
    "NumberRules",
    "BoardRules",
    "HackenbushRules",
    "QuotientRules",
    "AutomaticRules",
    "KindRules",
)

#: What theorems about heaps and numbers, boards, quotients, automata and heaps of several kinds import besides.
HEAPS = (
    *("Values", "Components", "Heaps", "Periods", "Lasker", "Machine", "Marks", "Octal", "Plain", "Least"),
    *("Nim", "Wythoff", "Fibonacci", "TakeFibonacci", "Dots", "Writer"),
)
BOARDS = ("Search", "Boards", "BoardGames", "Mirror", "Strips", "Hackenbush")
QUOTIENTS = ("Quotient",)
AUTOMATA = ("Numerals", "Reach", "Automatic")
KINDS = ("Kinds",)

#: The words of a statement whose proof needs further modules.
_PARTS = {
    BOARDS: ("cram", "_kayles", "hackenbush"),
    QUOTIENTS: ("quotient",),
    AUTOMATA: ("lost_positions",),
    KINDS: ("kinds_repeat",),
}

#: The modules of the library, each after those that it needs.
LIBRARY = (*RULES, *HEAPS, *BOARDS, *QUOTIENTS, *AUTOMATA, *KINDS, "Equivalent", "Candy")


def of_certificate(certificate: dict[str, Any], pure: bool) -> tuple[str, list[Claim]]:
    """Returns the name and the claims of the valid certificate of a period."""
    start, length, saltus, needed = (certificate[name] for name in ("start", "length", "saltus", "needed"))
    if needed > 10**7:
        raise RangeError(
            say("expected a certificate that needs up to 10^7 values, got {needed}", needed=needed)
        )
    code = parse_code(certificate["code"])
    values = values_of(code)
    values.grow(needed)
    name = str(code)
    return name, claims_of_period(name, code, start, length, saltus, needed, values.seen, pure)


def file_of(name: str, claims: list[Claim]) -> str:
    """Returns the text of a file with these claims, about the position or the game ``name``."""
    lines = [say("Proved here, about {what}:", what=name).render("en"), ""]
    for claim in claims:
        lines += textwrap.wrap(
            f"{claim.name}: {claim.words.render('en')}.", 108, initial_indent="  ", subsequent_indent="    "
        )
    seconds = sum(claim.seconds for claim in claims)
    lines += ["", *_signed(seconds)]
    header = "(* " + "\n   ".join(lines).replace("   \n", "\n") + " *)"
    header = "\n".join(line.rstrip() for line in header.splitlines())
    statements = " ".join(claim.statement for claim in claims)
    modules = [*RULES, *HEAPS]
    for parts, words in _PARTS.items():
        modules += parts if any(word in statements for word in words) else ()
    imports = textwrap.fill(f"From Sprague Require Import {' '.join(modules)}.", 112, subsequent_indent="  ")
    body = "\n\n".join(claim.text() for claim in claims)
    names = [claim.name for claim in claims]
    whole = f"{identifier(name)}_all"  # one question about all theorems: each one makes Coq go through the library
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
    """Returns a name for the file about ``what``.

    >>> file_name("wythoff 500,1000")
    'wythoff_500_1000.v'
    """
    return f"{identifier(os.path.basename(what).removesuffix('.json'))}.v"
