"""The checker of periods of heaps of several kinds, ``kinds{a:a-1,a+b-2;b:-2}``. It reads the rule itself, and
computes all values up to the bound of the theorem of Guy and Smith for systems of sequences."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from .plain_automata import Flaw
from .sequences import Claim, Sequence

_FIELDS = {"format", "game", "start", "period", "from", "turn"}

_LINE = re.compile(r"([a-z]):(.*)", re.ASCII)
_NUMBER = "([1-9][0-9]{0,3})"
_OPTION = re.compile(rf"(?:\*{_NUMBER}\+)?([a-z])(?:\+([a-z]))?(?:-{_NUMBER})?|-{_NUMBER}", re.ASCII)


def seconds(certificate: Any) -> float:
    """Estimates the seconds of a check. Raises Flaw for a certificate that cannot be read."""
    return _claim(certificate).seconds


def room(certificate: Any) -> int:
    """Estimates the bytes of a check. Raises Flaw for a certificate that cannot be read."""
    claim = _claim(certificate)
    return 10**7 + 40 * len(claim.kinds) * claim.needed


def cost(certificate: Any) -> str:
    """Says in words what a check will cost. Raises Flaw for a certificate that cannot be read."""
    claim = _claim(certificate)
    return f"computes {claim.needed} values of {len(claim.kinds)} kinds; about {round(claim.seconds)} s"


def check_kinds(certificate: Any, tick: Callable[[], None] = lambda: None) -> int:
    """Returns the number of values computed. Raises Flaw, with the reason, for a false certificate."""
    claim = _claim(certificate)
    claim.check_period(tick)
    return claim.needed * len(claim.kinds)


def _claim(certificate: Any) -> Claim:
    if (
        not isinstance(certificate, dict)
        or set(certificate) != _FIELDS
        or not isinstance(certificate["game"], str)
    ):
        raise Flaw(f"expected the fields {', '.join(sorted(_FIELDS))}")
    return Claim(certificate, *read_kinds(certificate["game"]))


def read_kinds(text: str) -> tuple[list[Sequence], list[int]]:
    """Returns the kinds of a game in its printed form, and an order in which their values are computed."""
    if not (text.startswith("kinds{") and text.endswith("}") and len(text) < 10_000):
        raise Flaw("game: expected kinds in braces")
    lines = [_LINE.fullmatch(line) for line in text[6:-1].split(";")]
    letters = [line[1] for line in lines if line is not None]
    if len(letters) < len(lines) or len(set(letters)) < len(letters):
        raise Flaw("game: expected each kind once, as a:options")
    kinds = [_read(line[2], letters) for line in lines if line is not None]
    order: list[int] = []
    while len(order) < len(kinds):  # after the kinds into which it changes for nothing
        free = [
            number
            for number, kind in enumerate(kinds)
            if number not in order and all(d or j in order for _, j, d in kind.shorter)
        ]
        if not free:
            raise Flaw("game: kinds change into one another without taking anything")
        order += free
    return kinds, order


def _read(text: str, letters: list[str]) -> Sequence:
    shorter: list[tuple[int, ...]] = []
    splits: list[tuple[int, ...]] = []
    whole = set()
    options = text.split(",") if text else []
    if len(set(options)) < len(options):
        raise Flaw("game: expected each option once")
    for option in options:
        match = _OPTION.fullmatch(option)
        if match is None or any(letter and letter not in letters for letter in match.group(2, 3)):
            raise Flaw(f"game: cannot read {option[:40]!r}")
        constant, loss = int(match[1] or 0), int(match[4] or 0)
        if match[5]:
            whole.add(int(match[5]))
        elif not match[3]:
            shorter.append((constant, letters.index(match[2]), loss))
        else:
            splits.append((constant, letters.index(match[2]), letters.index(match[3]), loss, 0, 0))
    # Heaps up to the largest one that a move takes whole have other options than the larger heaps.
    return Sequence([None] * (1 + max(whole, default=-1)), shorter, splits, frozenset(whole))
