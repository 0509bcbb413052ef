"""What the heap kernels need of the machine and Numba does not offer, as functions.

With the compiler switched off (NUMBA_DISABLE_JIT=1) they are plain Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import config, types
from numba.extending import intrinsic

#: :func:`block_has` looks at this many bytes of each of its rows.
BLOCK_BYTES = 256

_VECTOR_BYTES = 64

if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def lowest_bit(word: Any) -> Any:
        """Index of the lowest set bit of a 64-bit word that is not 0."""
        number = int(word)
        return np.uint64((number & -number).bit_length() - 1)

    def block_has(left: Any, right: Any, i: int, j: int, target: int) -> bool:
        """Whether ``left[i + z] ^ right[j + z] == target`` for some z in a block of BLOCK_BYTES bytes."""
        length = BLOCK_BYTES // left.itemsize
        return bool(np.any((left[i : i + length] ^ right[j : j + length]) == target))

else:

    @intrinsic
    def lowest_bit(typing_context: Any, word: Any) -> Any:
        """Index of the lowest set bit of a 64-bit word that is not 0."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from llvmlite import ir

            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.uint64(types.uint64), generate

    @intrinsic
    def block_has(typing_context: Any, left: Any, right: Any, i: Any, j: Any, target: Any) -> Any:
        """Whether ``left[i + z] ^ right[j + z] == target`` for some z in a block of BLOCK_BYTES bytes.

        Written as vectors: left to itself the compiler takes half the width that the machine has. The least of
        all differences is 0 iff there is a hit; the minimum is cheaper than gathering the comparisons.
        """

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from llvmlite import ir

            item = ir.IntType(left.dtype.bitwidth)
            lanes = _VECTOR_BYTES * 8 // left.dtype.bitwidth
            vector = ir.VectorType(item, lanes)
            rows = [
                builder.gep(context.make_array(kind)(context, builder, array).data, [index])
                for kind, array, index in (
                    (left, arguments[0], arguments[2]),
                    (right, arguments[1], arguments[3]),
                )
            ]
            lane = ir.VectorType(item, 1)
            single = builder.insert_element(
                ir.Constant(lane, ir.Undefined), builder.trunc(arguments[4], item), ir.IntType(32)(0)
            )
            spread = ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes)
            wanted = builder.shuffle_vector(single, ir.Constant(lane, ir.Undefined), spread)
            least = None
            for z in range(BLOCK_BYTES // _VECTOR_BYTES):
                loaded = []
                for row in rows:
                    at = builder.gep(row, [ir.IntType(64)(z * lanes)])
                    loaded.append(builder.load(builder.bitcast(at, vector.as_pointer()), align=1))
                difference = builder.xor(builder.xor(loaded[0], wanted), loaded[1])
                if least is None:
                    least = difference
                else:
                    least = builder.select(builder.icmp_unsigned("<", difference, least), difference, least)
            zero = ir.Constant(vector, None)
            hits = builder.bitcast(builder.icmp_unsigned("==", least, zero), ir.IntType(lanes))
            return builder.icmp_unsigned("!=", hits, ir.IntType(lanes)(0))

        return types.boolean(left, right, types.int64, types.int64, types.int64), generate
