"""Claims about the periods of heaps of several kinds, from certificates of kinds and of families of graphs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sprague.games.families.kind_rules import Rule, read_kinds
from sprague.games.families.kinds import Kinds
from sprague.games.families.system import Kind, Shorter, Split, System
from sprague.words.errors import SpragueError, TooLargeError
from sprague.words.messages import say

from .claims import COMPUTE, Claim, identifier, items, number, numbers, width_of
from .form import MOST_BYTES
from .heaps import MOST_SECONDS, MOST_VALUES, heaps_that_differ

#: Letters of kinds, in the order in which a text lists them.
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Whole(NamedTuple):
    """The option that takes the whole of a heap of exactly ``size``."""

    size: int


#: An option of a kind, by the constructors of Coq.
Way = Shorter | Split | Whole


@dataclass(frozen=True)
class Pieces:
    """A kind in a statement: its given values, and its options.

    >>> print(Pieces([], [Whole(1), Shorter(0, 0, 2)]))
    Kind [] [Whole 1; Shorter 0 0 2]
    """

    given: Sequence[int]
    ways: Sequence[Way]

    def __str__(self) -> str:
        ways = (" ".join((type(way).__name__, *map(number, way))) for way in self.ways)
        return f"Kind {numbers(self.given)} {items(ways)}"


@dataclass(frozen=True)
class Repeat:
    """What repeats: the values of all kinds after ``turn`` from ``begin`` on, and those of the kind ``first`` after
    ``period`` from ``start`` on, at the least."""

    begin: int
    turn: int
    first: int
    start: int
    period: int


def of_kinds(certificate: dict[str, Any], pure: bool) -> tuple[str, list[Claim]]:
    """Returns the name and the claims of the valid certificate of heaps of several kinds, or of a family of graphs. The
    claims of a family are about the system of its kinds alone. Raises TooLargeError if Coq would compute too long."""
    name, kinds, values = _system(certificate)
    order = _order(kinds)
    kinds = _renumbered(kinds, order)
    repeat = Repeat(
        certificate["from"], certificate["turn"], order.index(0), certificate["start"], certificate["period"]
    )
    bound = _bound(kinds, repeat)
    needed = bound + repeat.turn
    seconds = _seconds(kinds, needed, pure)
    claim = kinds_claim(f"{identifier(name)}_period", kinds, repeat)
    if (
        seconds > MOST_SECONDS
        or (needed + 1) * len(kinds) > MOST_VALUES
        or len(claim.statement) > MOST_BYTES - 4000
    ):
        raise TooLargeError(
            say(
                "Coq would have to compute {values} values of {kinds} kinds, about {seconds} s: too many",
                values=needed,
                kinds=len(kinds),
                seconds=round(seconds),
            )
        )
    rows = [values.row(kind, needed) for kind in range(len(kinds))]
    width = max(width_of(row) for row in rows)
    hints = numbers(heaps_that_differ(rows[0], repeat.start, repeat.period))
    lemma = "PureKinds.checked" if pure else "fast_kinds_repeat"
    proof = f"apply ({lemma} {width} {bound} {hints}). {COMPUTE}"
    return name, [replace(claim, proof=proof, seconds=seconds)]


def kinds_claim(name: str, kinds: Sequence[Pieces], repeat: Repeat) -> Claim:
    """Returns the claim, without its proof, that the values of a system repeat."""
    figures = map(number, (repeat.begin, repeat.turn, repeat.first, repeat.start, repeat.period))
    statement = f"kinds_repeat {items(map(str, kinds))} {' '.join(figures)}"
    text = kinds_text(kinds, repeat.first)
    fields = {"s": repeat.start, "p": repeat.period, "e": repeat.begin, "t": repeat.turn}
    words = (
        say(
            "for all n >= {s}: g(n + {p}) = g(n), where g is the value of a heap of the first kind in {game}; no "
            "smaller start and no smaller period will do; the values of all its kinds repeat after {t} from {e} on",
            game=text,
            **fields,
        )
        if text is not None
        else say(
            "for all n >= {s}: g(n + {p}) = g(n), where g is the value of a heap of kind {k} (counted from 0) in the "
            "system of {count} kinds that the statement lists; no smaller start and no smaller period will do; the "
            "values of all its kinds repeat after {t} from {e} on; of which graphs it is the system is not said",
            k=repeat.first,
            count=len(kinds),
            **fields,
        )
    )
    return Claim(name, statement, words, "")


def kinds_text(kinds: Sequence[Pieces], first: int) -> str | None:
    """Returns a system as Sprague prints it, with its kind ``first`` as the first one, or None if there is no such text
    for exactly these options.

    >>> kinds_text([Pieces([], [Shorter(0, 1, 0)]), Pieces([], [Whole(2), Split(1, 1, 0, 3, 0, 0)])], 1)
    'kinds{a:-2,*1+a+b-3;b:a}'
    """
    if len(kinds) > len(_LETTERS):
        return None
    order = [first, *(kind for kind in range(len(kinds)) if kind != first)]
    kinds = _renumbered(kinds, order)
    lines = (
        f"{letter}:{','.join(map(_option, kind.ways))}" for letter, kind in zip(_LETTERS, kinds, strict=False)
    )
    text = ";".join(lines)
    try:
        _, rules = read_kinds(text, "")
    except SpragueError:
        return None
    same = all(
        sorted(map(str, kind.ways)) == sorted(map(str, _ways(rule)))
        for kind, rule in zip(kinds, rules, strict=True)
    )
    return f"kinds{{{text}}}" if same and not any(kind.given for kind in kinds) else None


def _option(way: Way, letters: Sequence[str] = _LETTERS) -> str:
    """Returns an option as text. The text of an option that has none means another option, or nothing."""
    if isinstance(way, Whole):
        return f"-{way.size}"
    parts = [way.kind] if isinstance(way, Shorter) else [way.left, way.right]
    loss = way.loss if isinstance(way, Shorter) else way.gap
    beside = f"*{way.constant}+" if way.constant else ""
    return beside + "+".join(letters[kind] for kind in parts) + (f"-{loss}" if loss else "")


def _ways(rule: Rule) -> list[Way]:
    return [*map(Whole, sorted(rule.whole)), *rule.shorter, *rule.splits]


def _system(certificate: dict[str, Any]) -> tuple[str, list[Pieces], System]:
    """Returns the name of the system of a certificate, its kinds, and their values."""
    if "kinds" not in certificate:
        rules = Kinds(certificate["game"].removeprefix("kinds{").removesuffix("}"))
        pieces = []
        for rule in rules.rules:
            by_text = {_option(way, rules.letters): way for way in _ways(rule)}
            pieces.append(Pieces([], [by_text[text] for text in filter(None, rule.text.split(","))]))
        return certificate["game"], pieces, rules.system
    kinds = [
        Kind(
            tuple(kind["first"]),
            tuple(Shorter(*row) for row in kind["shorter"]),
            tuple(Split(*row) for row in kind["splits"]),
        )
        for kind in certificate["kinds"]
    ]
    pieces = [Pieces(kind.first, [*kind.shorter, *kind.splits]) for kind in kinds]
    return f"a system of {len(kinds)} kinds", pieces, System(tuple(kinds), tuple(certificate["order"]))


def _order(kinds: Sequence[Pieces]) -> list[int]:
    """Returns the kinds in an order in which an option that takes nothing leads forward."""
    after = [{way.kind for way in kind.ways if isinstance(way, Shorter) and not way.loss} for kind in kinds]
    order: list[int] = []
    while len(order) < len(kinds):
        remaining = [kind for kind in range(len(kinds)) if kind not in order]
        order.append(next(kind for kind in remaining if not any(kind in after[other] for other in remaining)))
    return order


def _renumbered(kinds: Sequence[Pieces], order: Sequence[int]) -> list[Pieces]:
    """Returns the kinds in another order."""
    place = {kind: number for number, kind in enumerate(order)}

    def moved(way: Way) -> Way:
        if isinstance(way, Shorter):
            return way._replace(kind=place[way.kind])
        if isinstance(way, Split):
            return way._replace(left=place[way.left], right=place[way.right])
        return way

    return [Pieces(kinds[kind].given, [*map(moved, kinds[kind].ways)]) for kind in order]


def _bound(kinds: Sequence[Pieces], repeat: Repeat) -> int:
    """Returns the number below which heaps are compared with those a period larger: the bound of Guy and Smith."""
    e, p = repeat.begin, repeat.turn
    least = [e, *(len(kind.given) for kind in kinds)]
    for kind in kinds:
        for way in kind.ways:
            if isinstance(way, Shorter):
                least.append(e + way.loss)
            else:
                least.append(way.size + 1 if isinstance(way, Whole) else 2 * e + p + way.gap)
    return max(least)


def _seconds(kinds: Sequence[Pieces], needed: int, pure: bool) -> float:
    """Estimates the seconds that Coq computes: pairs of heaps, and single options."""
    splits = [way for kind in kinds for way in kind.ways if isinstance(way, Split)]
    alike = sum(way.left == way.right and way.least_left == way.least_right for way in splits)
    pairs = (len(splits) - alike / 2) * needed**2 / 2
    options = needed * sum(len(kind.ways) + 10 for kind in kinds)
    return (2e-6 if pure else 1.3e-7) * pairs + (1e-5 if pure else 2e-6) * options
