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


def of_quotient(data: dict[str, Any]) -> tuple[str, list[Claim]]:
    """Returns the name and the claims of the valid certificate of a misère quotient. Raises RangeError if it gives its
    positions by their options and so names no game."""
    if "code" not in data:
        raise RangeError(
            say("no theorem is written for a quotient of positions that are given by their options alone")
        )
    code = parse_code(data["code"])
    heaps, values, words = data["heaps"], data["values"], data["words"]
    seconds = _seconds(code, data)
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
            row = [data["actions"][generator][q] for q in row]
        products.append(row)
    length = data.get("length", 0)
    elements = values[: data["start"] + length] if length else values
    heap_of = [values.index(action[0]) for action in data["actions"]]
    sums = items(f"({number(e)}, {number(int(bits, 16))})" for e, bits in data["sums"])
    hints = f"{heaps} {items(numbers(heap_of[i] for i in word) for word in words)} {sums}"
    lemma = "quotient_of_all" if length else "quotient_to"
    claim = quotient_claim(
        f"{identifier(str(code))}_quotient",
        code,
        None if length else heaps,
        Table(products, elements, length, sorted(set(data["p"]))),
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
    which = "every_heap" if heaps is None else f"(heaps_to {number(heaps)})"
    statement = f"misere_quotient {code_text(code)} {which} {table}"
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


def _seconds(code: Code, data: dict[str, Any]) -> float:
    """Estimates the seconds that Coq computes: the moves of each heap, each sum beside each heap, and products of
    three elements."""
    size, heaps = len(data["words"]), int(data["heaps"]) + 1
    moves = float(heaps) ** max(code.most_heaps, 1) * (heaps if code.infinite else len(code.digits))
    if code.infinite:
        moves *= heaps  # the plain list of options tries every number of heaps
    beside = len(data["sums"]) * heaps + len(set(data["values"])) * size
    return 2e-5 * moves + 5e-7 * size**2 * beside
