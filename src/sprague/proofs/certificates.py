"""Make the certificates that Sprague carries, and check each: ``python -m sprague.proofs.certificates FOLDER``.

Every period is searched for anew and its certificate checked by the checker, which shares nothing with the search.
Only then are ``certificates.json`` and ``marks.npz`` written to FOLDER, and their digests printed, which
:mod:`sprague.takebreak.certified` pins. ``nox -s certificates`` does it and compares with what is there: about ten
minutes, and 3 GB of memory.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

from sprague.takebreak.codes import parse_code
from sprague.takebreak.period import search
from sprague.takebreak.sequence import Values
from sprague.takebreak.streams import make_marks
from sprague.words.errors import SpragueError
from sprague.words.messages import say

from .check import check

#: One code of each class whose period takes more than a moment to prove, and minutes at most.
GAMES = (
    "0.644", "0.156", "0.165", "0.356", "4.364", "0.127", "4.064", "0.16", "4.406", "0.56", "0.376", "0.354",
    "0.054", "0.104", "0.454",
)  # fmt: skip

#: The values of a period as short as this are carried too.
MOST_CYCLE = 2000

#: No period of these games needs more values.
LIMIT = 10**9


def make(folder: Path, games: tuple[str, ...] = GAMES) -> dict[str, str]:
    """Write the certificates of ``games``, and marks, to ``folder``; file name -> SHA-256.

    Raises SpragueError for a game without a proved period, or a certificate that the checker refuses.
    """
    from sprague.system.arrays import np

    lines: list[str] = []
    marks: dict[str, Any] = {}
    for code in games:
        begun = time.monotonic()
        found = search(code, Values(parse_code(code)), LIMIT)
        claims = found.certificate()
        verdict = check(claims, seconds=None)
        if not verdict["valid"]:
            raise SpragueError(
                say("the certificate of {code} is false: {reason}", code=code, reason=verdict["reason"])
            )
        made = make_marks(claims, found.values)
        if made is not None:
            marks[code] = made.windows
        entry = {"certificate": claims, "marks": None if made is None else made.every, "cycle": None}
        if claims["length"] <= MOST_CYCLE:
            entry["cycle"] = found.values[claims["start"] : claims["start"] + claims["length"]].tolist()
        lines.append(json.dumps(entry))
        took = time.monotonic() - begun
        print(f"{found} ({took:.0f} s, {0 if made is None else len(made.windows)} marks)", flush=True)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "certificates.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
    with open(folder / "marks.npz", "wb") as file:
        np.savez_compressed(file, **marks)
    return {name: _sha256(folder / name) for name in ("certificates.json", "marks.npz")}


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(words: list[str]) -> None:
    """The command: FOLDER, and codes if not all are wanted."""
    found: Any = make(Path(words[0]), tuple(words[1:]) or GAMES)
    for name, pin in found.items():
        print(f"{name} {pin}")


if __name__ == "__main__":
    main(sys.argv[1:])
