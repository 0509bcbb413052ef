"""Nimber arithmetic on plain integers of any size. Callers use the functions of :mod:`sprague.numbers.nimber`.

The nimbers below F = 2^(2^k) form a finite field, and F⊗F = F ⊕ F/2, F⊗x = F·x for x < F (Conway, On Numbers and Games,
1976, chapter 6). A number of 2·m bits is therefore a pair x₁F ⊕ x₀ of numbers of m bits, and

    x⊗y = (x₀y₀ ⊕ (x₀⊕x₁)(y₀⊕y₁))F ⊕ x₀y₀ ⊕ (F/2)x₁y₁          (Karatsuba: three products of half the size)

Short numbers follow this recursion down to a table of byte products. Long ones process all branches of a level at once:
the pieces of all branches lie side by side in one long string, so a level costs a few operations on long integers, and
a product of bytes is an addition of their logarithms. A *level* counts bytes: the field of level L has numbers of 2^L
bytes. The functions here do not check their arguments.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

#: From this level on a product is computed on long integers; below it by recursion (measured).
_LONG = 3

#: Pieces of more than 2^12 bytes are split by recursion, because the strings of 3^L bytes would fill the memory.
_HIGHEST = 12


class Bytes(NamedTuple):
    """Tables of the field of 256 nimbers, as strings of 256 bytes (for ``bytes.translate``)."""

    rows: tuple[bytes, ...]  # rows[a][b] = a⊗b
    power: bytes  # power[i] = g⊗…⊗g (i times) for a generator g
    logarithm: bytes  # its inverse; logarithm[0] means nothing
    nonzero: bytes  # 0 for 0, 255 for all others
    inverse: bytes  # inverse[0] means nothing
    square: bytes
    root: bytes
    half: bytes  # times 128
    half_twice: bytes  # times 128⊗128
    artin_schreier: bytes  # the even x with x⊗x⊕x = a, for a < 128


@functools.cache
def byte_tables() -> Bytes:
    """Returns the tables of the field of 256 nimbers, computed from the recursion in about a millisecond."""
    generator = next(g for g in range(2, 256) if all(_byte_power(g, 255 // p) != 1 for p in (3, 5, 17)))
    power, x = bytearray(256), 1
    for i in range(256):
        power[i] = x
        x = _by_bits(x, generator, 8)
    logarithm = bytes([0] + [power.index(a) for a in range(1, 256)])
    zero = bytes(256)
    rows = [zero]
    for a in range(1, 256):
        shift = logarithm[a]
        turned = bytes(power[(i + shift) % 255] for i in range(256))
        rows.append(b"\0" + logarithm[1:].translate(turned))
    square = bytes(rows[a][a] for a in range(256))
    lifted = bytes(square[a] ^ a for a in range(256))
    return Bytes(
        rows=tuple(rows),
        power=bytes(power),
        logarithm=logarithm,
        nonzero=b"\0" + b"\xff" * 255,
        inverse=b"\0" + bytes(power[255 - logarithm[a]] for a in range(1, 256)),
        square=square,
        root=bytes(square.index(a) for a in range(256)),
        half=rows[128],
        half_twice=rows[rows[128][128]],
        artin_schreier=bytes(lifted.index(a) if a < 128 else 0 for a in range(256)),
    )


def _by_bits(x: int, y: int, bits: int) -> int:
    if bits == 1:
        return x & y
    h = bits // 2
    low = (1 << h) - 1
    p0 = _by_bits(x & low, y & low, h)
    p1 = _by_bits(x >> h, y >> h, h)
    ps = _by_bits((x ^ x >> h) & low, (y ^ y >> h) & low, h)
    return (p0 ^ ps) << h | p0 ^ _by_bits(p1, 1 << (h - 1), h)


def _byte_power(x: int, e: int) -> int:
    power = 1
    for _ in range(e):
        power = _by_bits(power, x, 8)
    return power


def level(x: int) -> int:
    """Returns the level of the smallest field (of whole bytes) that contains ``x``."""
    return max((x.bit_length() - 1) // 8, 0).bit_length()


def multiply(x: int, y: int) -> int:
    """Returns x⊗y."""
    if x < y:
        x, y = y, x
    if y < 2:
        return x if y else 0
    if x < 256:
        return byte_tables().rows[x][y]
    upper, lower = level(x), level(y)
    if lower == 0:
        length = (x.bit_length() + 7) // 8
        return int.from_bytes(x.to_bytes(length, "little").translate(byte_tables().rows[y]), "little")
    if upper == lower:
        return _product(x, y, upper)
    return _product_by_pieces(x, y, upper, lower)


def _product_by_pieces(x: int, y: int, upper: int, lower: int) -> int:
    """x⊗y where y lies in a smaller field: every piece of x of that field's size, times y."""
    size = 1 << lower
    source = x.to_bytes(1 << upper, "little")
    return int.from_bytes(
        b"".join(
            _product(int.from_bytes(source[i : i + size], "little"), y, lower).to_bytes(size, "little")
            for i in range(0, 1 << upper, size)
        ),
        "little",
    )


def _product(x: int, y: int, lvl: int) -> int:
    if not x or not y:
        return 0
    if lvl == 0:
        return byte_tables().rows[x][y]
    if _LONG <= lvl <= _HIGHEST:
        return _long_product(x, y, lvl)
    h = 4 << lvl
    low = (1 << h) - 1
    x0, y0, x1, y1 = x & low, y & low, x >> h, y >> h
    p0 = _product(x0, y0, lvl - 1)
    p1 = _product(x1, y1, lvl - 1)
    ps = _product(x0 ^ x1, y0 ^ y1, lvl - 1)
    return (p0 ^ ps) << h | p0 ^ times_half(p1, lvl - 1)


def _long_product(x: int, y: int, lvl: int) -> int:
    """x⊗y with all branches of the recursion side by side.

    The bits of a byte's place are axes. Expanding an axis makes (x₀, x₁, x₀⊕x₁) of (x₀, x₁) and puts the axis
    of three in front; after the products of bytes the axes are folded back, the lowest first, since F/2 of an
    axis lives in the lower ones. The axis to be folded always moves fastest, a folded one goes in front: so the order
    at the end is the usual one.
    """
    size = 1 << lvl
    products = _byte_products(
        _expand(x.to_bytes(size, "little"), lvl), _expand(y.to_bytes(size, "little"), lvl)
    )
    unit = 3**lvl
    for axis in range(lvl):
        unit //= 3
        p0 = int.from_bytes(products[0::3], "little")
        p1 = int.from_bytes(products[1::3], "little")
        ps = int.from_bytes(products[2::3], "little")
        part = unit << axis
        folded = p0 ^ _times_half(p1, axis, unit, _masks(unit, axis))
        products = folded.to_bytes(part, "little") + (p0 ^ ps).to_bytes(part, "little")
    return int.from_bytes(products, "little")


def _expand(x: bytes, axes: int) -> bytes:
    for _ in range(axes):
        x0, x1 = x[0::2], x[1::2]
        x = (
            x0
            + x1
            + (int.from_bytes(x0, "little") ^ int.from_bytes(x1, "little")).to_bytes(len(x0), "little")
        )
    return x


def _byte_products(x: bytes, y: bytes) -> bytes:
    """Returns the products of the bytes of x and y, place by place: by the sum of the logarithms modulo 255."""
    tables = byte_tables()
    count = len(x)
    i = int.from_bytes(x.translate(tables.logarithm), "little")
    j = int.from_bytes(y.translate(tables.logarithm), "little")
    top = _repeated(0x80, count)
    total = (i & ~top) + (j & ~top) ^ (i ^ j) & top  # byte by byte modulo 256
    carry = (i & j | (i | j) & ~total) & top
    total += carry >> 7  # 256 = 1 modulo 255; no byte overflows, for 254 + 254 = 256 + 252
    product = int.from_bytes(total.to_bytes(count, "little").translate(tables.power), "little")
    keep = int.from_bytes(x.translate(tables.nonzero), "little") & int.from_bytes(
        y.translate(tables.nonzero), "little"
    )
    return (product & keep).to_bytes(count, "little")


@functools.lru_cache(maxsize=32)
def _repeated(byte: int, count: int) -> int:
    return int.from_bytes(bytes([byte]) * count, "little")


@functools.lru_cache(maxsize=128)
def _masks(unit: int, axes: int) -> tuple[int, ...]:
    """For each axis j the places of 2^axes units of ``unit`` bytes in which bit j is 0."""
    masks = []
    for j in range(axes):
        block = unit << j
        masks.append(int.from_bytes((b"\xff" * block + bytes(block)) * (1 << (axes - 1 - j)), "little"))
    return tuple(masks)


def times_half(x: int, lvl: int) -> int:
    """Returns x⊗(F/2), where F is the least nimber beyond the field of level ``lvl``."""
    return _times_half(x, lvl, 1, _masks(1, lvl))


def _times_half(x: int, axes: int, unit: int, masks: tuple[int, ...]) -> int:
    """(F/2)⊗ every number in ``x`` that stretches over the lowest ``axes`` axes, of units of ``unit`` bytes.

    With F the number of the highest axis and H = F/2, the next larger one is F⊗H, and
    (x₁F ⊕ x₀)⊗F⊗H = (x₁ ⊕ x₀)⊗H⊗F ⊕ x₁⊗H⊗H.
    """
    if axes == 0:
        length = (x.bit_length() + 7) // 8
        return int.from_bytes(x.to_bytes(length, "little").translate(byte_tables().half), "little")
    axes -= 1
    step = 8 * unit << axes
    mask = masks[axes]
    if axes == 0:  # the same with both tables at once: half of the time is spent here
        tables = byte_tables()
        source = x.to_bytes((x.bit_length() + 7) // 8, "little")
        once = int.from_bytes(source.translate(tables.half), "little")
        twice = int.from_bytes(source.translate(tables.half_twice), "little")
        return ((once ^ once >> step) & mask) << step | (twice >> step) & mask
    x0, x1 = x & mask, (x >> step) & mask
    return _times_half((x0 ^ x1) << step | _times_half(x1, axes, unit, masks), axes, unit, masks)


def square(x: int) -> int:
    """Returns x⊗x, a linear map: (x₁F ⊕ x₀)² = x₁²F ⊕ x₀² ⊕ (F/2)x₁²."""
    lvl = level(x)
    masks = _masks(1, lvl)
    x = int.from_bytes(x.to_bytes(1 << lvl, "little").translate(byte_tables().square), "little")
    for axis in range(lvl):
        x ^= _times_half((x >> (8 << axis)) & masks[axis], axis, 1, masks)
    return x


def sqrt(x: int) -> int:
    """Returns the only square root of x by undoing the steps of :func:`square` from the last to the first."""
    lvl = level(x)
    masks = _masks(1, lvl)
    for axis in reversed(range(lvl)):
        x ^= _times_half((x >> (8 << axis)) & masks[axis], axis, 1, masks)
    return int.from_bytes(x.to_bytes(1 << lvl, "little").translate(byte_tables().root), "little")


def inverse(x: int) -> int:
    """Returns 1/x for x ≠ 0. With x̄ = x₁F ⊕ x₀ ⊕ x₁ the norm x⊗x̄ = x₀(x₀⊕x₁) ⊕ (F/2)x₁² lies in the smaller field."""
    lvl = level(x)
    if lvl == 0:
        return byte_tables().inverse[x]
    h = 4 << lvl
    x1, x0 = x >> h, x & ((1 << h) - 1)
    over = inverse(multiply(x0, x0 ^ x1) ^ times_half(square(x1), lvl - 1))
    return multiply(x1, over) << h | multiply(x0 ^ x1, over)


def artin_schreier(x: int) -> int:
    """Returns the even y with y⊗y ⊕ y = x (the other solution is y ⊕ 1).

    In the field of n bits y exists if and only if bit n - 1 of x is 0. Otherwise y = 2^n ⊕ z with z⊗z ⊕ z = x ⊕
    2^(n-1).
    """
    for n in (1, 2, 4):
        if x < 1 << n:
            lacks = x >> (n - 1)
            return lacks << n ^ byte_tables().artin_schreier[x ^ lacks << (n - 1)]
    lvl = level(x)
    n = 8 << lvl
    lacks = x >> (n - 1)
    return lacks << n ^ _artin_schreier(x ^ lacks << (n - 1), lvl)


def _artin_schreier(x: int, lvl: int) -> int:
    if lvl == 0:
        return byte_tables().artin_schreier[x]
    h = 4 << lvl
    x1, x0 = x >> h, x & ((1 << h) - 1)
    y1 = _artin_schreier(x1, lvl - 1)
    x0 ^= times_half(square(y1), lvl - 1)
    if x0 >> (h - 1):  # y₁ ⊕ 1 is a solution as well and changes that bit
        y1 ^= 1
        x0 ^= 1 << (h - 1)
    return y1 << h | _artin_schreier(x0, lvl - 1)


def power(x: int, exponent: int) -> int:
    """Returns x^exponent for x ≠ 0 and any exponent, modulo 2^n - 1: a power of x or of 1/x, whichever is shorter."""
    order = (1 << (8 << level(x))) - 1
    exponent %= order
    if order - exponent < exponent:
        return _power(inverse(x), order - exponent)
    return _power(x, exponent)


def _power(x: int, exponent: int) -> int:
    if exponent < 16:
        power = 1
        for bit in f"{exponent:b}":
            power = square(power)
            if bit == "1":
                power = multiply(power, x)
        return power
    table = [1, x]
    for i in range(2, 16):
        table.append(multiply(table[i - 1], x) if i & 1 else square(table[i // 2]))
    power = 1
    for digit in f"{exponent:x}":
        for _ in range(4):
            power = square(power)
        d = int(digit, 16)
        if d:
            power = multiply(power, table[d])
    return power


#: The prime factors of the Fermat numbers F_k = 2^(2^k) + 1 for k = 0..11, all except the largest, which is the
#: remaining cofactor. F_5 Euler 1732; F_6 Landry 1880; F_7 Morrison, Brillhart 1970; F_8 Brent, Pollard 1980;
#: F_9 Western 1903 and Lenstra, Lenstra, Manasse, Pollard 1990; F_10 Selfridge 1953, Brillhart 1962, Brent
#: 1995; F_11 Cunningham 1899, Brent 1988 (R. P. Brent, "Factorization of the tenth Fermat number",
#: Mathematics of Computation 68, 1999). F_12 is not factored completely.
_FERMAT: tuple[tuple[int, ...], ...] = (
    (),
    (),
    (),
    (),
    (),
    (641,),
    (274177,),
    (59649589127497217,),
    (1238926361552897,),
    (2424833, 7455602825647884208337395736200454918783366342657),
    (45592577, 6487031809, 4659775785220018543264560743076778192897),
    (319489, 974849, 167988556341760475137, 3560841906445833920513),
)

#: Orders are known below this many bits.
ORDER_BITS = 1 << len(_FERMAT)


def fermat_factors(k: int) -> list[int]:
    """Returns the prime factors of F_k = 2^(2^k) + 1, for k up to 11; each occurs once."""
    rest = (1 << (1 << k)) + 1
    for p in _FERMAT[k]:
        rest //= p
    return [*_FERMAT[k], rest]


def order(x: int) -> int:
    """Returns the least e > 0 with x^e = 1, for 0 < x < 2^4096.

    The group of the field of 2m = 2^(k+1) bits has F_k·(2^m - 1) elements, two coprime factors. The norm
    N = x^F_k = x⊗x̄ has the part of the order that divides 2^m - 1, and x̄/x = x^(2^m - 1) the part that
    divides F_k.
    """
    product = 1
    while x > 1:
        k = (x.bit_length() - 1).bit_length() - 1  # x has more than 2^k bits, and at most twice as many
        h = 1 << k
        conjugate = x ^ x >> h
        product *= _order_among(multiply(conjugate, inverse(x)), fermat_factors(k))
        x = multiply(x, conjugate)
    return product


def _order_among(x: int, primes: list[int]) -> int:
    """Returns the order of x, known to divide the product of these different primes.

    It treats the largest prime separately, so that one long power and a few short ones are enough.
    """
    if x == 1:
        return 1
    if len(primes) == 1:
        return primes[0]
    *small, large = primes
    rest = 1
    for p in small:
        rest *= p
    return _order_among(_power(x, large), small) * _order_among(_power(x, rest), [large])
