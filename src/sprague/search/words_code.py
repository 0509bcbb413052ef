"""The functions of :mod:`sprague.search.words` for Numba, as instructions of the machine. Imported only to compile."""

# mypy: allow-untyped-defs, allow-untyped-calls

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_WORD, _BYTE, _FLAG = ir.IntType(64), ir.IntType(8), ir.IntType(1)


@intrinsic
def popcount(typingctx, x):
    return types.uint64(types.uint64), lambda context, builder, sig, args: builder.ctpop(args[0])


@intrinsic
def ctz(typingctx, x):
    def code(context, builder, sig, args):
        return builder.cttz(args[0], ir.Constant(_FLAG, 0))

    return types.uint64(types.uint64), code


@intrinsic
def clz(typingctx, x):
    def code(context, builder, sig, args):
        return builder.ctlz(args[0], ir.Constant(_FLAG, 0))

    return types.uint64(types.uint64), code


@intrinsic
def bitreverse(typingctx, x):
    def code(context, builder, sig, args):
        return builder.call(builder.module.declare_intrinsic("llvm.bitreverse", [_WORD]), [args[0]])

    return types.uint64(types.uint64), code


def _pointer(builder, kind, address, i):
    return builder.gep(builder.inttoptr(address, kind.as_pointer()), [i])


@intrinsic
def peek(typingctx, address, i):
    def code(context, builder, sig, args):
        return builder.load(_pointer(builder, _WORD, args[0], args[1]))

    return types.uint64(types.uint64, types.uint64), code


@intrinsic
def poke(typingctx, address, i, x):
    def code(context, builder, sig, args):
        builder.store(args[2], _pointer(builder, _WORD, args[0], args[1]))
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), code


@intrinsic
def peek_byte(typingctx, address, i):
    def code(context, builder, sig, args):
        return builder.zext(builder.load(_pointer(builder, _BYTE, args[0], args[1])), _WORD)

    return types.uint64(types.uint64, types.uint64), code


@intrinsic
def load(typingctx, address, i):
    def code(context, builder, sig, args):
        return builder.load_atomic(_pointer(builder, _WORD, args[0], args[1]), "acquire", 8)

    return types.uint64(types.uint64, types.uint64), code


@intrinsic
def store(typingctx, address, i, x):
    def code(context, builder, sig, args):
        builder.store_atomic(args[2], _pointer(builder, _WORD, args[0], args[1]), "release", 8)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64), code


@intrinsic
def swap(typingctx, address, i, old, new):
    def code(context, builder, sig, args):
        place = _pointer(builder, _WORD, args[0], args[1])
        found = builder.cmpxchg(place, args[2], args[3], "acq_rel", "monotonic")
        return builder.extract_value(found, 1)

    return types.boolean(types.uint64, types.uint64, types.uint64, types.uint64), code


@intrinsic
def prefetch(typingctx, address, i):
    def code(context, builder, sig, args):
        place, number = _BYTE.as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place, number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [place], kind)
        where = builder.bitcast(_pointer(builder, _WORD, args[0], args[1]), place)
        builder.call(fetch, [where, number(0), number(3), number(1)])  # to read, keep in all caches, data
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64), code
