"""A certificate on file, checked and then used: for periods that were proved elsewhere, or once and long ago."""

from __future__ import annotations

import os
from collections.abc import Callable

from sprague.takebreak.certified import CertifiedPeriod
from sprague.takebreak.codes import parse_code
from sprague.takebreak.period import remember
from sprague.words.errors import FileError
from sprague.words.messages import say

from . import period_check
from .check import PATIENCE, bounded, kind_of, read


def load_certificate(
    path: str | os.PathLike[str],
    seconds: float = PATIENCE,
    tell: Callable[[str], None] | None = None,
) -> CertifiedPeriod:
    """The period that the certificate in ``path`` proves, after the check by the checker of its own.

    From then on answers about heaps of that game rest on it. ``tell`` is called with what the check will compute,
    before it begins. Raises FileError for a file that is no certificate of a period, or a false one; TooLargeError
    when the check will take more than about ``seconds``.

    >>> import json, tempfile, pathlib, sprague as sg
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "dots.json"
    ...     _ = path.write_text(json.dumps(sg.octal("0.137").period().certificate()))
    ...     load_certificate(path)
    <Period of 0.137: preperiod 52, period 34, proved by a certificate>
    """
    name = os.fspath(path)
    data = read(name)
    if kind_of(data, name) != "period":
        raise FileError(say("expected the certificate of a period"), where=name)
    try:
        tick = bounded(period_check, data, seconds, name)
        if tell is not None:
            tell(period_check.cost(data))
        values = period_check.checked_values(data, tick)
    except period_check.Flaw as flaw:
        raise FileError(say("the certificate is false: {reason}", reason=str(flaw)), where=name) from flaw
    code = parse_code(data["code"])
    found = CertifiedPeriod(
        data["code"], code, data["start"], data["length"], data["saltus"], values, data, name
    )
    remember(code, found)
    return found
