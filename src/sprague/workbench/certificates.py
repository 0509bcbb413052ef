"""Checks a certificate in a file and then uses it: for periods that were proved elsewhere or long ago."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sprague.proofs import automatic_check, period_check
from sprague.proofs.check import PATIENCE, bounded, kind_of, read
from sprague.proofs.plain_automata import Flaw as AutomaticFlaw
from sprague.takebreak.certified import CertifiedPeriod as Certified
from sprague.takebreak.codes import parse_code
from sprague.takebreak.period import remember
from sprague.words.errors import FileError
from sprague.words.messages import say

from .heaps import CertifiedPeriod, with_theorem

if TYPE_CHECKING:
    from sprague.discovery.known import Known

#: The kinds of certificates on which answers may rest, with their checkers.
_KINDS = {"period": period_check, "automatic": automatic_check}


def load_certificate(
    path: str | os.PathLike[str],
    seconds: float = PATIENCE,
    tell: Callable[[str], None] | None = None,
) -> CertifiedPeriod | Known:
    """Checks the certificate in ``path`` with its own checker, and returns the period or the theorem about P-positions
    that it proves.

    From then on, answers about heaps of that game use it. Before the check, ``tell`` is called with a sentence about
    what the check will compute. Raises FileError if the file is not a certificate or the certificate is false;
    TooLargeError if the check would take more than about ``seconds``.

    >>> import json, tempfile, pathlib, sprague as sg
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "dots.json"
    ...     _ = path.write_text(json.dumps(sg.octal("0.137").period().certificate()))
    ...     load_certificate(path)
    <Period of 0.137: preperiod 52, period 34, proved by a certificate>
    """
    name = os.fspath(path)
    claims = read(name)
    kind = kind_of(claims, name)
    if kind not in _KINDS:
        raise FileError(say("expected the certificate of a period, or of P-positions"), where=name)
    home: Any = _KINDS[kind]
    try:
        tick = bounded(home, claims, seconds, name)
        if tell is not None:
            tell(home.cost(claims))
        if kind == "automatic":
            automatic_check.check_automatic(claims, tick)
            from sprague.discovery.known import remember as remember_theorem

            return remember_theorem(claims)
        values = period_check.checked_values(claims, tick)
    except (period_check.Flaw, AutomaticFlaw) as flaw:
        raise FileError(say("the certificate is false: {reason}", reason=str(flaw)), where=name) from flaw
    except RecursionError:
        raise FileError(say("the input is nested too deeply"), where=name) from None
    from sprague.system.arrays import np

    code = parse_code(claims["code"])
    row = values if isinstance(values, list) else np.frombuffer(values, np.uint16)
    certified = Certified(
        claims["code"], code, claims["start"], claims["length"], claims["saltus"], row, claims, name
    )
    remember(code, certified)
    return with_theorem(certified)
