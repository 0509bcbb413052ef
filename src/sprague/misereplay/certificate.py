"""Certificates of misère quotients, as JSON, for the separate checker (``proofs/quotient_check.py``).

| field | meaning |
|---|---|
| `format` | "sprague-quotient/1" |
| `code` | the game in its printed form, if the checker reads it; else `options`: for each item what its moves leave |
| `heaps` | the certificate is about the heaps 0..heaps |
| `actions` | a list for each generator: the element that each element times it is |
| `words` | for each element the generators whose product it is, by number; element 0 is the identity |
| `p` | the elements that are P-positions |
| `values` | the element of each heap |
| `tests` | elements that distinguish all elements: no two have the same outcomes beside all of them |
| `sums` | pairs [element of X, D(X) in hexadecimal]: to these those of all sums X can be enlarged |
| `start` `length` | the period of the pretending function, if it is proved |

D(X) is the set of elements q for which q X is an N-position without a winning move in X; bit q stands for q.
"""

from __future__ import annotations

from typing import Any

from sprague.takebreak.codes import LASKER, Code

from .growth import sums_of

FORMAT = "sprague-quotient/1"


def write(quotient: Any) -> dict[str, Any]:
    """Returns the certificate of a :class:`sprague.misereplay.quotient.Quotient`."""
    from sprague.system.arrays import np

    monoid = quotient.monoid
    heaps = list(quotient.generators.values())
    place = {heap: i for i, heap in enumerate(heaps)}
    certificate: dict[str, Any] = {"format": FORMAT}
    if quotient.code is not None and _is_read(quotient.code):
        certificate["code"] = str(quotient.code)
    else:
        certificate["options"] = [[list(option) for option in moves] for moves in quotient.options]
    outcomes = monoid.lost[monoid.table]
    tests: list[int] = []
    classes = np.zeros(monoid.order, np.int64)
    while len(np.unique(classes)) < monoid.order:
        splits = [len(np.unique(2 * classes + outcomes[:, q])) for q in range(monoid.order)]
        tests.append(int(np.argmax(splits)))
        _, classes = np.unique(2 * classes + outcomes[:, tests[-1]], return_inverse=True)
    certificate |= {
        "heaps": quotient.heaps,
        "actions": [monoid.table[:, quotient.values[heap]].tolist() for heap in heaps],
        "words": [[place[item] for item in word] for word in monoid.words],
        "p": np.flatnonzero(monoid.lost).tolist(),
        "values": list(quotient.values),
        "tests": tests,
        "sums": [
            [element, f"{sum(1 << q for q in np.flatnonzero(deficit).tolist()):x}"]
            for element, deficit in sums_of(monoid, quotient.values, quotient.options)
        ],
    }
    if quotient.period is not None:
        certificate |= {"start": quotient.preperiod, "length": quotient.period}
    return certificate


def _is_read(code: Code) -> bool:
    """Returns whether the checker reads a code: finite ones that do not ask for equal heaps, all-but sets and 4.(3)."""
    if code.infinite:
        return code == LASKER or (code.repeat == (3,) and set(code.digits) <= {0, 3})
    return code.split != "equal"
