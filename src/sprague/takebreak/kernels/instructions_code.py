"""The functions of :mod:`sprague.takebreak.kernels.instructions` for Numba. Imported only to compile."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from .sizes import BLOCK_BYTES, LANES

_VECTOR_BYTES = 64


@intrinsic
def lowest_bit(typing_context: Any, word: Any) -> Any:
    """Index of the lowest set bit of a 64-bit word that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def block_has(typing_context: Any, left: Any, right: Any, i: Any, j: Any, target: Any) -> Any:
    """Whether ``left[i + z] ^ right[j + z] == target`` for some z in a block of BLOCK_BYTES bytes.

    Written as vectors: left to itself the compiler takes half the width that the machine has. The least of
    all differences is 0 iff there is a hit; the minimum is cheaper than gathering the comparisons.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
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


@intrinsic
def gather_lanes(
    typing_context: Any, table: Any, begins: Any, first: Any, last: Any, lanes: Any, row: Any
) -> Any:
    """Add to row ``row`` of ``lanes`` the LANES bits of ``table`` from byte begins[i] on, first <= i < last.

    The sum stays in a register; written as a loop over words it would go through memory at each step.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        vector = ir.VectorType(word, LANES // 64)
        table_at, begin_at, lane_at = (
            context.make_array(kind)(context, builder, arguments[i]).data
            for kind, i in ((table, 0), (begins, 1), (lanes, 4))
        )
        table_at = builder.bitcast(table_at, ir.IntType(8).as_pointer())
        first_value, last_value = arguments[2], arguments[3]
        offset = builder.mul(arguments[5], word(LANES // 64))
        target = builder.bitcast(builder.gep(lane_at, [offset]), vector.as_pointer())
        before = builder.block
        body, done = builder.append_basic_block("begins"), builder.append_basic_block("done")
        old = builder.load(target, align=8)
        builder.cbranch(builder.icmp_signed("<", first_value, last_value), body, done)
        builder.position_at_end(body)
        index, found = builder.phi(word), builder.phi(vector)
        index.add_incoming(first_value, before)
        found.add_incoming(old, before)
        at = builder.gep(table_at, [builder.load(builder.gep(begin_at, [index]))])
        more = builder.or_(found, builder.load(builder.bitcast(at, vector.as_pointer()), align=1))
        following = builder.add(index, word(1))
        index.add_incoming(following, body)
        found.add_incoming(more, body)
        builder.cbranch(builder.icmp_signed("<", following, last_value), body, done)
        builder.position_at_end(done)
        result = builder.phi(vector)
        result.add_incoming(old, before)
        result.add_incoming(more, body)
        builder.store(result, target, align=8)
        return context.get_dummy_value()

    return types.void(table, begins, types.int64, types.int64, lanes, types.int64), generate
