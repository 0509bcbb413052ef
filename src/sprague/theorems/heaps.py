"""Claims about periods and positions of take-and-break games, and about Dots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sprague.model.heap_values import as_list
from sprague.takebreak.codes import LASKER, Code
from sprague.takebreak.period import Period, period
from sprague.takebreak.sequence import narrow, values_of
from sprague.takebreak.sparse_space import sparse_space
from sprague.takebreak.theorems import Row, theorem_for
from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import Message, say

from .claims import COMPUTE, Claim, identifier, items, number, numbers, width_of

#: The most entries of an array in Coq.
MOST_VALUES = 4_194_302

#: The number of sample heaps, of candidates, and of heaps chosen to be tried first.
SAMPLE, CANDIDATES, MOST_FIRST = 2000, 400, 60

#: A computation that takes Coq longer is refused.
MOST_SECONDS = 1800.0


def code_text(code: Code) -> str:
    """Returns the code in Coq.

    >>> from sprague.takebreak.codes import parse_code
    >>> code_text(parse_code("0.137")), code_text(parse_code("unequal:4.0")), code_text(parse_code("all-but{2}"))
    ('(octal [0; 1; 3; 7])', '(Code Unequal [4] [])', '(all_but [0; 3; 0])')

    Raises RangeError for a code with infinite sets of numbers, which has no digits in Coq.
    """
    if code.families:
        raise RangeError(say("no theorem is written for {game} yet", game=str(code)))
    if code == LASKER:
        return "laskers_nim"
    digits = numbers(code.digits)
    if code.split == "any" and not code.infinite:
        return f"(octal {digits})"
    if code.split == "any" and code.repeat == (3,):
        return f"(all_but {digits})"
    return f"(Code {code.split.capitalize()} {digits} {numbers(code.repeat)})"


def is_octal(code: Code) -> bool:
    """Returns whether the fast computer of octal codes covers ``code``."""
    return code.split == "any" and not code.infinite and max(code.digits) < 8


@dataclass(frozen=True)
class Table:
    """The table from which Coq computes values: the code, the bound on heaps, and a period for Coq to verify."""

    code: Code
    bound: int
    start: int
    length: int
    values: Row
    pure: bool

    def __post_init__(self) -> None:
        if self.code.split == "equal":
            raise RangeError(
                say(
                    "no theorem is written for codes whose splits must be equal, such as {code}",
                    code=str(self.code),
                )
            )
        if self.bound > MOST_VALUES or self.seconds > MOST_SECONDS:
            raise TooLargeError(too_long(self.seconds, self.bound))

    @property
    def mask(self) -> list[int]:
        """The bits whose parity separates rare heaps from common ones, or an empty text if that does not pay."""
        if not is_octal(self.code) or self._pairs * self.bound < 4 * 10**6:
            return []
        space = sparse_space(self.code, narrow(as_list(self.values[: self.bound])))
        if space is None or space.parity or space.flip or 8 * len(space.rares) > self.bound:
            return []
        return [i for i in range(space.mask.bit_length()) if space.mask >> i & 1]

    @cached_property
    def hints(self) -> str:
        """The hints for the computer of octal codes: those bits, and heaps to try first as a part."""
        mask = self.mask
        first = first_parts(self.code, self.values[: self.bound], mask) if mask else []
        return f"({numbers(mask)}, {numbers(first)})"

    @property
    def _pairs(self) -> float:
        return len(self.code.takes(2)) * self.bound / 4

    @property
    def seconds(self) -> float:
        """The estimated seconds of the computation."""
        step = 5e-6 if self.pure else 1.5e-7
        if is_octal(self.code):
            pairs = self._pairs
            if self._pairs * self.bound > 4 * 10**6 and self.mask:
                pairs = min(pairs, 250.0)
            return step * self.bound * (pairs + len(self.code.digits) + 20)
        heaps, size = max(self.code.most_heaps, 1), self.bound
        work = size**heaps / max(1, heaps) ** 2 if not self.code.infinite else float(size) ** 2
        return 2 * step * work * max(1, len(self.code.digits) if heaps > 1 else 1)

    def sum_is(self) -> str:
        """Returns the tactics that prove ``xor_of (g code) heaps = x``."""
        width = width_of(self.values[: self.bound])
        if self.code == LASKER:
            return f"apply lasker_sum. {COMPUTE}"
        if is_octal(self.code):
            lemma = "Pure.nim_sum" if self.pure else "fast_nim_sum"
            hints = f"_ {self.hints} {width} {self.bound} {self.start} {self.length}"
            return f"apply ({lemma} {hints}). {COMPUTE}"
        lemma = "PureTable.nim_sum" if self.pure else "FastTable.nim_sum"
        return f"apply ({lemma} _ {width} {self.bound}). {COMPUTE}"


def first_parts(code: Code, values: Any, mask: list[int]) -> list[int]:
    """Returns heaps that, as one part of a split, soon show that all values below that of a heap are reached.

    The rare heaps and single heaps show the other values. Each of these heaps is chosen so that, for a sample of heaps,
    it covers as many as possible of the values that the earlier ones leave open."""
    from sprague.system.arrays import np

    values = np.asarray(values)
    parity = sum((values >> i & 1) for i in mask) & 1
    removed = min(code.takes(2))
    heaps = np.linspace(len(values) // 2, len(values) - 1, SAMPLE).astype(np.int64)
    rare, common = np.flatnonzero(parity == 0)[1:], np.flatnonzero(parity)[:CANDIDATES]
    open_ = np.arange(width_of(values)) < values[heaps][:, None]
    for k in code.takes(2):
        for a in rare[rare < heaps[0] - k]:
            open_[np.arange(SAMPLE), values[a] ^ values[heaps - k - a]] = False
    for k in code.takes(1):
        open_[np.arange(SAMPLE), values[heaps - k]] = False
    sums = values[common][:, None] ^ values[heaps - removed - common[:, None]]
    parts: list[int] = []
    while len(parts) < MOST_FIRST and open_.any():
        new = open_[np.arange(SAMPLE), sums].sum(axis=1)
        best = int(new.argmax())
        if not new[best]:
            break
        parts.append(int(common[best]))
        open_[np.arange(SAMPLE), sums[best]] = False
    return parts


def too_long(seconds: float, values: int) -> Message:
    return say(
        "Coq would have to compute {values} values, about {seconds} s: too many",
        values=values,
        seconds=round(seconds),
    )


def table_for(code: Code, heaps: Sequence[int], pure: bool) -> Table:
    """Returns the table that gives the values of ``heaps``: up to the largest heap, or a proof of the period if that is
    shorter."""
    largest = max(heaps, default=0)
    values = values_of(code)
    if code == LASKER:
        return Table(code, 1, 0, 0, [], pure)
    if is_octal(code) and largest > 1000:
        proved = period(code)
        if proved.status == "proved" and proved.needed is not None and proved.needed < largest:
            start, length = proved.preperiod or 0, proved.period or 1
            return Table(code, max(proved.needed, 2), start, length, proved.values, pure)
    if largest > MOST_VALUES:
        raise TooLargeError(too_long(1.5e-7 * min(largest, 10**100) ** 2, largest + 2))
    values.grow(largest + 2)
    return Table(code, largest + 2, 0, 0, values.seen, pure)


@dataclass(frozen=True)
class Takes:
    """The table for take-a-Fibonacci: the bound on heaps, and how many Fibonacci numbers exceed it."""

    indices: int
    bound: int
    proof: str
    seconds: float

    def by(self, lemma: str, hints: str) -> str:
        """Returns the tactics that apply ``lemma`` of TakeFibonacci.v and leave nothing to prove."""
        return f"refine ({lemma} {self.indices} {self.bound} {hints} eq_refl _). {self.proof}"


def take_sum_is(heaps: Sequence[int], pure: bool) -> Takes:
    """Returns the table for positions of take-a-Fibonacci. Up to its bound the Fibonacci numbers form a finite code."""
    from sprague.games.fibonacci.take import table
    from sprague.numbers.zeckendorf import top_index

    bound = max([*heaps, 2])
    # the digits are a list, read from its start
    seconds = (4e-7 if pure else 1e-8) * bound**2 * 3 + (1e-4 if pure else 5e-6) * bound
    if bound > MOST_VALUES or seconds > MOST_SECONDS:
        raise TooLargeError(too_long(seconds, bound))
    width = width_of(table(bound + 1))
    lemma = "Pure.nim_sum" if pure else "fast_nim_sum"
    return Takes(
        top_index(bound) + 1, bound, f"apply ({lemma} _ ([], []) {width} {bound + 1} 0 0). {COMPUTE}", seconds
    )


def period_claims(proved: Period, pure: bool) -> list[Claim]:
    """Returns the period as a claim. Raises UnsolvedError if it is not proved."""
    start, length = proved._proved()
    assert proved.code is not None and proved.needed is not None
    return claims_of_period(
        proved.game, proved.code, start, length, proved.saltus, proved.needed, proved.values, pure
    )


def claims_of_period(
    game: str, code: Code, start: int, length: int, saltus: int, needed: int, values: Any, pure: bool
) -> list[Claim]:
    """Returns the claim g(n + length) = g(n) + saltus for n >= start, and for an octal code that both numbers are the
    least. Raises RangeError if they are not."""
    table = Table(code, needed, start, length, values, pure)
    claim = _period_claim(game, table, saltus)
    if not is_octal(code) or saltus:
        return [claim]
    law = law_of_least(f"{identifier(game)}_least", game, code_text(code), number(start), number(length))
    pairs = items(f"({number(n)}, {values[n]})" for n in heaps_that_differ(values, start, length))
    lemma = "Pure.each" if pure else "fast_values"
    value_lemma = f"({lemma} _ {table.hints} {width_of(values[:needed])} {needed} 0 0 _ _)"
    proof = f"refine (least _ {start} {length} {pairs} {claim.name} {value_lemma} _). {COMPUTE} {COMPUTE}"
    return [claim, replace(law, proof=proof, seconds=table.seconds)]


def heaps_that_differ(values: Any, start: int, length: int) -> list[int]:
    """Returns heaps whose values show that no smaller start and no smaller period will do: one before the start, and
    two for each proper divisor of the period."""
    witnesses = {start - 1, start - 1 + length} if start else set()
    least = not start or values[start - 1] != values[start - 1 + length]
    for d in (d for d in range(1, length) if length % d == 0):
        n = next((n for n in range(start, start + length - d) if values[n] != values[n + d]), None)
        least = least and n is not None
        witnesses |= set() if n is None else {n, n + d}
    if not least:
        raise RangeError(
            say("expected the least start and the least period, got {s} and {p}", s=start, p=length)
        )
    return sorted(witnesses)


def _period_claim(game: str, table: Table, saltus: int) -> Claim:
    """Returns the claim g(n + length) = g(n) + saltus for n >= start, by the theorem that covers the code."""
    code, needed, start, length, pure = table.code, table.bound, table.start, table.length, table.pure
    if theorem_for(code) is None:
        raise RangeError(say("no theorem covers {code}", code=str(code)))
    law = law_of_period(
        f"{identifier(game)}_period", game, code_text(code), number(start), number(length), number(saltus)
    )
    width = width_of(table.values[:needed])
    if code == LASKER:
        if (start, length, saltus) != (1, 4, 4):
            raise RangeError(say("expected the least period of {code}", code=str(code)))
        proof = "exact lasker_arithmetic."
    elif is_octal(code):
        lemma = "Pure.periodic" if pure else "fast_periodic"
        proof = f"apply ({lemma} _ {table.hints} {width}). {COMPUTE}"
    elif code.infinite:
        lemma, tops = "PureTable" if pure else "FastTable", needed - code.last - length
        proof = f"apply ({lemma}.all_but_periodic _ {width} _ {tops}). {COMPUTE}"
    else:
        proof = f"apply ({'PureTable' if pure else 'FastTable'}.periodic _ {width}). {COMPUTE}"
    return replace(law, proof=proof, seconds=table.seconds)


def law_of_period(name: str, game: str, code: str, s: str, p: str, c: str) -> Claim:
    """Returns the claim, without its proof, that the values of heaps of ``game``, in Coq ``code``, have the period
    ``p`` from ``s`` on, and grow by ``c``.

    >>> law_of_period("t", "0.137", "(octal [0; 1; 3; 7])", "52", "34", "0").statement
    'forall n, 52 <= n -> g (octal [0; 1; 3; 7]) (n + 34) = g (octal [0; 1; 3; 7]) n'
    """
    more = "" if c == "0" else f" + {c}"
    statement = f"forall n, {s} <= n -> g {code} (n + {p}) = g {code} n{more}"
    fields = {"game": game, "s": s, "p": p, "c": c}
    words = (
        say("for all n >= {s}: g(n + {p}) = g(n) + {c}, where g is the value of a heap of {game}", **fields)
        if more
        else say("for all n >= {s}: g(n + {p}) = g(n), where g is the value of a heap of {game}", **fields)
    )
    return Claim(name, statement, words, "")


def law_of_least(name: str, game: str, code: str, s: str, p: str) -> Claim:
    r"""Returns the claim, without its proof, that no start before ``s`` and no period below ``p`` will do.

    >>> print(law_of_least("t", "0.3", "(octal [0; 3])", "0", "2").statement)
    forall s p, 1 <= p -> (forall n, s <= n -> g (octal [0; 3]) (n + p) = g (octal [0; 3]) n) -> 0 <= s /\ 2 <= p
    """
    period = f"forall n, s <= n -> g {code} (n + p) = g {code} n"
    statement = f"forall s p, 1 <= p -> ({period}) -> {s} <= s /\\ {p} <= p"
    words = say(
        "if p >= 1, and g(n + p) = g(n) for all n >= s, then s >= {s} and p >= {p}, where g is the value of a heap of "
        "{game}",
        game=game,
        s=s,
        p=p,
    )
    return Claim(name, statement, words, "")


def dots_text(rows: Sequence[tuple[bool, int]]) -> str:
    """Returns rows and circles in Coq.

    >>> dots_text([(False, 3), (True, 19)])
    '[Row 3; Circle 19]'
    """
    return items(f"{'Circle' if round_ else 'Row'} {number(n)}" for round_, n in rows)


def dots_sum_is(rows: Sequence[tuple[bool, int]], code: Code, pure: bool) -> tuple[str, float]:
    """Returns the tactics for ``xor_of dots_value rows = x``, and how many seconds they take."""
    heaps = sorted({max(n - 3, 0) if round_ else n for round_, n in rows})
    table = table_for(code, heaps, pure)
    if table.length:
        proved = period(code)
        values = [proved.value(n) for n in heaps]
    else:
        values = [int(table.values[n]) for n in heaps]
    pairs = items(f"({number(n)}, {v})" for n, v in zip(heaps, values, strict=True))
    hints = f"{width_of(table.values[: table.bound])} {table.bound} {table.start} {table.length} {pairs}"
    lemma = "dots_sum_by_pure" if pure else "dots_sum_by"
    return f"apply ({lemma} {hints}). {COMPUTE}", table.seconds
