"""Makes the certificates that ship with Sprague, and checks each of them: ``python -m sprague.workbench.shipped
FOLDER``.

The program searches for every period anew. The checker, which shares nothing with the search, checks the certificate.
Only then does the program write ``certificates.json`` and ``marks.npz`` to FOLDER and prints their digests, which
:mod:`sprague.takebreak.certified` pins. ``nox -s certificates`` runs it and compares the result with the shipped files.
This takes about ten minutes and 3 GB of memory.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

from sprague.proofs.check import check
from sprague.takebreak.codes import parse_code
from sprague.takebreak.period import search
from sprague.takebreak.sequence import Values
from sprague.takebreak.streams import make_marks
from sprague.words.errors import SpragueError
from sprague.words.messages import say

#: One code of each class whose period takes more than a moment, but at most minutes, to prove.
GAMES = (
    "0.644", "0.156", "0.165", "0.356", "4.364", "0.127", "4.064", "0.16", "4.406", "0.56", "0.376", "0.354",
    "0.054", "0.104", "0.454",
)  # fmt: skip

#: The values of a period are shipped too if it is at most this long.
MOST_CYCLE = 2000

#: The periods of these games need at most this many values.
LIMIT = 10**9


def make(folder: Path, games: tuple[str, ...] = GAMES) -> dict[str, str]:
    """Writes the certificates of ``games``, and marks, to ``folder``. Returns file name -> SHA-256.

    Raises SpragueError for a game without a proved period, and for a certificate that the checker refuses.
    """
    from sprague.system.arrays import np

    lines: list[str] = []
    marks: dict[str, Any] = {}
    for code in games:
        begun = time.monotonic()
        period = search(code, Values(parse_code(code)), LIMIT)
        claims = period.certificate()
        verdict = check(claims, seconds=None)
        if not verdict["valid"]:
            raise SpragueError(
                say("the certificate of {code} is false: {reason}", code=code, reason=verdict["reason"])
            )
        marks_made = make_marks(claims, period.values)
        if marks_made is not None:
            marks[code] = marks_made.windows
        entry = {
            "certificate": claims,
            "marks": None if marks_made is None else marks_made.every,
            "cycle": None,
        }
        if claims["length"] <= MOST_CYCLE:
            entry["cycle"] = period.values[claims["start"] : claims["start"] + claims["length"]].tolist()
        lines.append(json.dumps(entry))
        took = time.monotonic() - begun
        print(
            f"{period} ({took:.0f} s, {0 if marks_made is None else len(marks_made.windows)} marks)",
            flush=True,
        )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "certificates.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
    with open(folder / "marks.npz", "wb") as file:
        np.savez_compressed(file, **marks)
    return {name: _sha256(folder / name) for name in ("certificates.json", "marks.npz")}


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main(words: list[str]) -> None:
    """Runs the command; its words are FOLDER, and codes if only some are wanted."""
    pins: Any = make(Path(words[0]), tuple(words[1:]) or GAMES)
    for name, pin in pins.items():
        print(f"{name} {pin}")


if __name__ == "__main__":
    main(sys.argv[1:])
