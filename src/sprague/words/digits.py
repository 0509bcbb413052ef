"""Writes integers of any size as text, for people and for files."""

from __future__ import annotations

import operator
from typing import Any

_SHORT = 4000


def to_text(n: int) -> str:
    """Returns all decimal digits of ``n``, even beyond Python's limit.

    >>> len(to_text(10**5000))
    5001
    """
    if n.bit_length() < _SHORT * 3:
        return str(n)
    import gmpy2

    return str(gmpy2.mpz(n).digits(10))


def shorten(n: int, digits: int) -> str:
    """Returns ``n`` for a person to read: at most about ``digits`` digits, with the number of digits left out.

    >>> shorten(123456, 40), shorten(10**50 + 7, 20)
    ('123456', '1000000000…0000000007 (51 digits)')
    """
    if n.bit_length() < 3 * digits:
        return str(n)
    if n.bit_length() < _SHORT:
        text = str(n)
        if len(text) <= digits:
            return text
        count, head, tail = len(text), text[: digits // 2], text[-(digits // 2) :]
    else:
        import gmpy2

        big = gmpy2.mpz(n)
        count = int(big.num_digits(10))
        leading = big // gmpy2.mpz(10) ** (count - digits)
        if leading < gmpy2.mpz(10) ** (digits - 1):  # num_digits may be one too many
            count -= 1
            leading = big // gmpy2.mpz(10) ** (count - digits)
        head = str(leading)[: digits // 2]
        tail = str(big % gmpy2.mpz(10) ** (digits // 2)).zfill(digits // 2)
    return f"{head}…{tail} ({count} digits)"


def index_of(value: Any) -> int | None:
    """Returns the int for which a Python object stands, also one of NumPy's integers. Returns None for a bool, a float,
    or an array of several numbers.

    >>> index_of(7), index_of(True), index_of(7.0), index_of([7])
    (7, None, None, None)
    """
    if type(value) is int:
        return value
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        return None
    try:
        return int(operator.index(value))
    except Exception:  # its text is the class's own
        return None


def to_json(n: int) -> int | str:
    """Returns ``n`` in a form that every JSON reader keeps exactly: a decimal string above 2^53 - 1.

    >>> to_json(7), to_json(2**53)
    (7, '9007199254740992')
    """
    return n if n < 2**53 else to_text(n)


#: Integers longer than this many digits are shortened in the middle when a person reads them.
SHOWN_DIGITS = 40

#: A position longer than this is shortened in the middle when a person reads it.
SHOWN_LENGTH = 240


def shown(value: Any) -> str:
    """Returns ``repr(value)`` for a message, even if the value contains integers beyond Python's limit.

    >>> shown((1, "a")), shown([10**5000])
    ("(1, 'a')", '[10000000000000000000…00000000000000000000 (5001 digits)]')
    """
    try:
        return repr(value)
    except ValueError:
        if type(value) is int:
            return "-" * (value < 0) + shorten(abs(value), 40)
        if type(value) in (tuple, list):
            inside = ", ".join(map(shown, value))
            return f"({inside})" if type(value) is tuple else f"[{inside}]"
        return type(value).__name__
