"""Products of nimbers of 64 and of 32 bits, 2048 words at a time, computed on planes of bits.

A block of 2048 numbers is a matrix of 64 rows of 32 words. Transposed it has 64 planes: plane i holds bit i of every
number, 64 numbers to a word. On planes a nim-sum is XOR, a product of bits is AND, and Karatsuba's formula over F⊗F =
F ⊕ F/2 (Conway 1976) is straight-line code for a whole row of words at a time. The three products of 32 bits are such
code; each of their numbers is a tuple of planes at one word. The names of functions of tuples contain the number of
bits. The same source runs compiled and interpreted.

All data is in one array of words at places known at compile time, so that the compiler sees that nothing overlaps and
uses whole vectors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sprague.system.jit import kernel

#: The number of words in a plane, and in a block.
WORDS = 32
BLOCK = 64 * WORDS

_U = np.uint64
_M1, _M2, _M4 = _U(0x5555555555555555), _U(0x3333333333333333), _U(0x0F0F0F0F0F0F0F0F)
_M8, _M16, _M32 = _U(0x00FF00FF00FF00FF), _U(0x0000FFFF0000FFFF), _U(0x00000000FFFFFFFF)

# A factor has 96 planes in the array of words: those of its lower 32 bits, its upper 32 bits, and their sum.
_HALF = 32 * WORDS
_OTHER = 3 * _HALF
SCRATCH = 6 * _HALF

_inline = kernel(forceinline=True)


@_inline
def _xor2(a: Any, b: Any) -> Any:
    return (a[0] ^ b[0], a[1] ^ b[1])


@_inline
def _xor4(a: Any, b: Any) -> Any:
    return (a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3])


@_inline
def _xor8(a: Any, b: Any) -> Any:
    return _xor4(a[:4], b[:4]) + _xor4(a[4:], b[4:])


@_inline
def _xor16(a: Any, b: Any) -> Any:
    return _xor8(a[:8], b[:8]) + _xor8(a[8:], b[8:])


@_inline
def _half2(a: Any) -> Any:
    """Times 2; and so on: times the upper half of the field."""
    return (a[1], a[0] ^ a[1])


@_inline
def _half4(a: Any) -> Any:
    return _half2(_half2(a[2:])) + _half2(_xor2(a[:2], a[2:]))


@_inline
def _half8(a: Any) -> Any:
    return _half4(_half4(a[4:])) + _half4(_xor4(a[:4], a[4:]))


@_inline
def _half16(a: Any) -> Any:
    return _half8(_half8(a[8:])) + _half8(_xor8(a[:8], a[8:]))


@_inline
def _times2(a: Any, b: Any) -> Any:
    top = a[1] & b[1]
    return ((a[0] & b[0]) ^ top, (a[0] & b[1]) ^ (a[1] & b[0]) ^ top)


@_inline
def _times4(a: Any, b: Any) -> Any:
    low = _times2(a[:2], b[:2])
    both = _times2(_xor2(a[:2], a[2:]), _xor2(b[:2], b[2:]))
    return _xor2(low, _half2(_times2(a[2:], b[2:]))) + _xor2(low, both)


@_inline
def _times8(a: Any, b: Any) -> Any:
    low = _times4(a[:4], b[:4])
    both = _times4(_xor4(a[:4], a[4:]), _xor4(b[:4], b[4:]))
    return _xor4(low, _half4(_times4(a[4:], b[4:]))) + _xor4(low, both)


@_inline
def _times16(a: Any, b: Any) -> Any:
    low = _times8(a[:8], b[:8])
    both = _times8(_xor8(a[:8], a[8:]), _xor8(b[:8], b[8:]))
    return _xor8(low, _half8(_times8(a[8:], b[8:]))) + _xor8(low, both)


@_inline
def _load4(words: Any, i: Any) -> Any:
    return (words[i], words[i + _U(WORDS)], words[i + _U(2 * WORDS)], words[i + _U(3 * WORDS)])


@_inline
def _load8(words: Any, i: Any) -> Any:
    return _load4(words, i) + _load4(words, i + _U(4 * WORDS))


@_inline
def _load16(words: Any, i: Any) -> Any:
    return _load8(words, i) + _load8(words, i + _U(8 * WORDS))


@_inline
def _store4(words: Any, i: Any, a: Any) -> None:
    words[i] = a[0]
    words[i + _U(WORDS)] = a[1]
    words[i + _U(2 * WORDS)] = a[2]
    words[i + _U(3 * WORDS)] = a[3]


@_inline
def _store8(words: Any, i: Any, a: Any) -> None:
    _store4(words, i, a[:4])
    _store4(words, i + _U(4 * WORDS), a[4:])


@_inline
def _store16(words: Any, i: Any, a: Any) -> None:
    _store8(words, i, a[:8])
    _store8(words, i + _U(8 * WORDS), a[8:])


@_inline
def _swap(a: Any, b: Any, shift: Any, mask: Any) -> Any:
    t = ((a >> shift) ^ b) & mask
    return (a ^ (t << shift), b ^ t)


@_inline
def _swap8(a: Any, s4: Any, m4: Any, s2: Any, m2: Any, s1: Any, m1: Any) -> Any:
    """Three of the six steps of the transposition, on eight rows."""
    a0, a4 = _swap(a[0], a[4], s4, m4)
    a1, a5 = _swap(a[1], a[5], s4, m4)
    a2, a6 = _swap(a[2], a[6], s4, m4)
    a3, a7 = _swap(a[3], a[7], s4, m4)
    a0, a2 = _swap(a0, a2, s2, m2)
    a1, a3 = _swap(a1, a3, s2, m2)
    a4, a6 = _swap(a4, a6, s2, m2)
    a5, a7 = _swap(a5, a7, s2, m2)
    a0, a1 = _swap(a0, a1, s1, m1)
    a2, a3 = _swap(a2, a3, s1, m1)
    a4, a5 = _swap(a4, a5, s1, m1)
    a6, a7 = _swap(a6, a7, s1, m1)
    return (a0, a1, a2, a3, a4, a5, a6, a7)


@_inline
def _rows_near(source: Any, start: Any, target: Any, place: Any) -> None:
    """Steps 4, 2, 1 of the transposition: rows 8q, …, 8q + 7 for every q."""
    for q in range(8):
        skip = _U(8 * WORDS) * _U(q)
        for w in range(WORDS):
            a = _load8(source, start + skip + _U(w))
            _store8(target, place + skip + _U(w), _swap8(a, _U(4), _M4, _U(2), _M2, _U(1), _M1))


@_inline
def _rows_apart(words: Any, place: Any) -> None:
    """Steps 32, 16, 8 of the transposition: rows r, r + 8, …, r + 56 for every r, in place."""
    s = _U(8 * WORDS)
    for u in range(8 * WORDS):
        i = place + _U(u)
        j = i + _U(32 * WORDS)
        a = (words[i], words[i + s], words[i + s + s], words[i + s + s + s])
        b = (words[j], words[j + s], words[j + s + s], words[j + s + s + s])
        a = _swap8(a + b, _U(32), _M32, _U(16), _M16, _U(8), _M8)
        words[i], words[i + s], words[i + s + s], words[i + s + s + s] = a[:4]
        words[j], words[j + s], words[j + s + s], words[j + s + s + s] = a[4:]


@_inline
def _sum(words: Any, place: Any) -> None:
    for u in range(_HALF):
        i = place + _U(u)
        words[i + _U(2 * _HALF)] = words[i] ^ words[i + _U(_HALF)]


@_inline
def _times32(words: Any, place: Any) -> None:
    """The products of 32 bits of the planes at ``place`` and those of the other factor, over the first."""
    for u in range(WORDS):
        i = place + _U(u)
        a0, a1 = _load16(words, i), _load16(words, i + _U(16 * WORDS))
        b0, b1 = _load16(words, i + _U(_OTHER)), _load16(words, i + _U(_OTHER + 16 * WORDS))
        low = _times16(a0, b0)
        both = _times16(_xor16(a0, a1), _xor16(b0, b1))
        _store16(words, i, _xor16(low, _half16(_times16(a1, b1))))
        _store16(words, i + _U(16 * WORDS), _xor16(low, both))


@_inline
def _join(words: Any) -> None:
    """The product of 64 bits from the three of 32 bits, over them."""
    for u in range(WORDS):
        i = _U(u)
        low = _load16(words, i)
        h0, h1 = _load16(words, i + _U(_HALF)), _load16(words, i + _U(_HALF + 16 * WORDS))
        _store16(words, i, _xor16(low, _half16(_half16(h1))))
        _store16(words, i + _U(_HALF), _xor16(low, _load16(words, i + _U(2 * _HALF))))
        low = _load16(words, i + _U(16 * WORDS))
        _store16(words, i + _U(16 * WORDS), _xor16(low, _half16(_xor16(h0, h1))))
        both = _load16(words, i + _U(2 * _HALF + 16 * WORDS))
        _store16(words, i + _U(_HALF + 16 * WORDS), _xor16(low, both))


@kernel
def multiply(
    a: NDArray[np.uint64],
    b: NDArray[np.uint64],
    out: NDArray[np.uint64],
    words: NDArray[np.uint64],
    pairs: bool,
) -> None:
    """Computes out[i] = a[i]⊗b[i], with ``pairs`` for each half of a word separately (two numbers of 32 bits).

    The length is a multiple of BLOCK; ``words`` has SCRATCH words of working space.
    """
    first, other = _U(0), _U(_OTHER)
    for block in range(len(a) // BLOCK):
        start = _U(block) * _U(BLOCK)
        _rows_near(a, start, words, first)
        _rows_apart(words, first)
        _rows_near(b, start, words, other)
        _rows_apart(words, other)
        if not pairs:
            _sum(words, first)
            _sum(words, other)
        for part in range(2 if pairs else 3):
            _times32(words, _U(_HALF) * _U(part))
        if not pairs:
            _join(words)
        _rows_apart(words, first)
        _rows_near(words, first, out, start)
