"""Claims about misère quotients of take-and-break games, from their certificates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sprague.takebreak.codes import Code, parse_code
from sprague.words.errors import RangeError, TooLargeError
from sprague.words.messages import say

from .claims import COMPUTE, Claim, identifier, items, number, numbers
from .heaps import MOST_SECONDS, code_text


def of_quotient(certificate: dict[str, Any]) -> tuple[str, list[Claim]]:
    """Returns the name and the claims of the valid certificate of a misère quotient. Raises RangeError if it gives its
    positions by their options and so names no game."""
    if "code" not in certificate:
        raise RangeError(
            say("no theorem is written for a quotient of positions that are given by their options alone")
        )
    code = parse_code(certificate["code"])
    heaps, values, words = certificate["heaps"], certificate["values"], certificate["words"]
    seconds = _seconds(code, certificate)
    if seconds > MOST_SECONDS:
        raise TooLargeError(
            say(
                "Coq would take about {seconds} s to check a quotient of {order} elements and {heaps} heaps: too long",
                seconds=round(seconds),
                order=len(words),
                heaps=heaps + 1,
            )
        )
    products = []
    for word in words:
        row = list(range(len(words)))
        for generator in word:
            row = [certificate["actions"][generator][q] for q in row]
        products.append(row)
    length = certificate.get("length", 0)
    elements = values[: certificate["start"] + length] if length else values
    heap_of = [values.index(action[0]) for action in certificate["actions"]]
    sums = items(f"({number(e)}, {number(int(bits, 16))})" for e, bits in certificate["sums"])
    hints = f"{heaps} {items(numbers(heap_of[i] for i in word) for word in words)} {sums}"
    lemma = "quotient_of_all" if length else "quotient_to"
    claim = quotient_claim(
        f"{identifier(str(code))}_quotient",
        code,
        None if length else heaps,
        Table(products, elements, length, sorted(set(certificate["p"]))),
    )
    proof = f"apply ({lemma} _ _ {hints}). {COMPUTE}{f' {COMPUTE}' if length else ''}"
    return str(code), [replace(claim, proof=proof, seconds=seconds)]


@dataclass(frozen=True)
class Table:
    """A quotient: its products by rows, the elements of the heaps, of which the last ``repeated`` repeat for ever, and
    the elements of the P-portion.

    >>> print(Table([[0, 1], [1, 0]], [0, 1], 1, [1]))
    (Quotient [[0; 1]; [1; 0]] [0; 1] 1 [1])
    """

    products: Sequence[Sequence[int]]
    elements: Sequence[int]
    repeated: int
    p_portion: Sequence[int]

    def __str__(self) -> str:
        rows = items(numbers(row) for row in self.products)
        return f"(Quotient {rows} {numbers(self.elements)} {number(self.repeated)} {numbers(self.p_portion)})"


def quotient_claim(name: str, code: Code, heaps: int | None, table: Table) -> Claim:
    """Returns the claim, without its proof, that ``table`` is the misère quotient of the heaps 0 to ``heaps`` of a
    code, or of all its heaps."""
    heap_range = "every_heap" if heaps is None else f"(heaps_to {number(heaps)})"
    statement = f"misere_quotient {code_text(code)} {heap_range} {table}"
    order, lost = len(table.products), len(set(table.p_portion))
    words = (
        say(
            "the misère quotient of {code} has order {order} and a P-portion of order {lost}; the statement lists its "
            "products and the elements of all heaps",
            code=str(code),
            order=order,
            lost=lost,
        )
        if heaps is None
        else say(
            "the misère quotient of the heaps 0 to {heaps} of {code} has order {order} and a P-portion of order "
            "{lost}; the statement lists its products and the elements of these heaps",
            code=str(code),
            order=order,
            lost=lost,
            heaps=heaps,
        )
    )
    return Claim(name, statement, words, "")


def _seconds(code: Code, certificate: dict[str, Any]) -> float:
    """Estimates the seconds that Coq computes: the moves of each heap, each sum beside each heap, and products of
    three elements."""
    size, heaps = len(certificate["words"]), int(certificate["heaps"]) + 1
    moves = float(heaps) ** max(code.most_heaps, 1) * (heaps if code.infinite else len(code.digits))
    if code.infinite:
        moves *= heaps  # the plain list of options tries every number of heaps
    beside = len(certificate["sums"]) * heaps + len(set(certificate["values"])) * size
    return 2e-5 * moves + 5e-7 * size**2 * beside
