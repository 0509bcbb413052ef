"""The code of :mod:`sprague.numbers.kernel_gfni`, written for LLVM. It is imported only for compilation."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_WORDS = ir.VectorType(ir.IntType(64), 4)
_BYTES = ir.VectorType(ir.IntType(8), 32)


class _Emitter:
    """Writes the straight-line code; a number is a list of planes, plane i for byte i."""

    def __init__(self, builder: Any, matrices: list[Any]) -> None:
        self.builder = builder
        self.matrices = [self._everywhere(word) for word in matrices]

    def _everywhere(self, word: Any) -> Any:
        b = self.builder
        first = b.insert_element(ir.Constant(_WORDS, ir.Undefined), word, ir.Constant(ir.IntType(32), 0))
        places = ir.Constant(ir.VectorType(ir.IntType(32), 4), [0, 0, 0, 0])
        return b.bitcast(b.shuffle_vector(first, first, places), _BYTES)

    def apply(self, matrix: int, x: Any) -> Any:
        """A matrix (0 in, 1 out, 2 times 128, 3 times 128⊗128) for every byte."""
        kind = ir.FunctionType(_BYTES, [_BYTES, _BYTES, ir.IntType(8)])
        call = self.builder.module.declare_intrinsic("llvm.x86.vgf2p8affineqb.256", fnty=kind)
        return self.builder.call(call, [x, self.matrices[matrix], ir.Constant(ir.IntType(8), 0)])

    def xor(self, x: list[Any], y: list[Any]) -> list[Any]:
        return [self.builder.xor(p, q) for p, q in zip(x, y, strict=True)]

    def half(self, x: list[Any]) -> list[Any]:
        if len(x) == 1:
            return [self.apply(2, x[0])]
        h = len(x) // 2
        twice = [self.apply(3, x[1])] if h == 1 else self.half(self.half(x[h:]))
        return twice + self.half(self.xor(x[:h], x[h:]))

    def times(self, x: list[Any], y: list[Any]) -> list[Any]:
        if len(x) == 1:
            kind = ir.FunctionType(_BYTES, [_BYTES, _BYTES])
            call = self.builder.module.declare_intrinsic("llvm.x86.vgf2p8mulb.256", fnty=kind)
            return [self.builder.call(call, [x[0], y[0]])]
        h = len(x) // 2
        low = self.times(x[:h], y[:h])
        both = self.times(self.xor(x[:h], x[h:]), self.xor(y[:h], y[h:]))
        return self.xor(low, self.half(self.times(x[h:], y[h:]))) + self.xor(low, both)

    def transposed(self, rows: list[Any]) -> list[Any]:
        """Eight rows of words, the bytes of each eight words in a column transposed."""
        b = self.builder
        rows = list(rows)
        for step, mask in ((4, 0x00000000FFFFFFFF), (2, 0x0000FFFF0000FFFF), (1, 0x00FF00FF00FF00FF)):
            shift = ir.Constant(_WORDS, [8 * step] * 4)
            keep = ir.Constant(_WORDS, [mask] * 4)
            for i in range(8):
                if not i & step:
                    t = b.and_(b.xor(b.lshr(rows[i], shift), rows[i + step]), keep)
                    rows[i] = b.xor(rows[i], b.shl(t, shift))
                    rows[i + step] = b.xor(rows[i + step], t)
        return rows

    def load(self, pointer: Any) -> list[Any]:
        b = self.builder
        places = [b.gep(pointer, [ir.Constant(ir.IntType(64), 4 * i)]) for i in range(8)]
        rows = [b.load(b.bitcast(p, _WORDS.as_pointer()), align=8) for p in places]
        return [self.apply(0, b.bitcast(row, _BYTES)) for row in self.transposed(rows)]

    def store(self, planes: list[Any], pointer: Any) -> None:
        b = self.builder
        rows = [b.bitcast(self.apply(1, plane), _WORDS) for plane in planes]
        for i, row in enumerate(self.transposed(rows)):
            place = b.gep(pointer, [ir.Constant(ir.IntType(64), 4 * i)])
            b.store(row, b.bitcast(place, _WORDS.as_pointer()), align=8)


def _emit(pairs: bool) -> Any:
    def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        emitter = _Emitter(builder, [builder.extract_value(arguments[4], i) for i in range(4)])
        pointers = []
        for kind, array in zip(signature.args[:3], arguments[:3], strict=True):
            first = context.make_array(kind)(context, builder, array).data
            pointers.append(builder.gep(first, [arguments[3]]))
        x, y = emitter.load(pointers[0]), emitter.load(pointers[1])
        product = emitter.times(x[:4], y[:4]) + emitter.times(x[4:], y[4:]) if pairs else emitter.times(x, y)
        emitter.store(product, pointers[2])
        return context.get_dummy_value()

    return emit


@intrinsic
def words(typing: Any, a: Any, b: Any, out: Any, start: Any, matrices: Any) -> Any:
    return types.void(a, b, out, start, matrices), _emit(pairs=False)


@intrinsic
def halves(typing: Any, a: Any, b: Any, out: Any, start: Any, matrices: Any) -> Any:
    return types.void(a, b, out, start, matrices), _emit(pairs=True)
