"""Compiles kernels with Numba for :mod:`sprague.system.jit`, which imports this module only to compile.

A kernel is compiled together with an entry function of our own, which takes numbers and array objects and turns them
into Numba's arguments. LLVM writes both into an object file, and our linker makes one block of it. The same file
contains the functions of Numba's run-time library that allocate memory for a kernel's own arrays.

Sources: Numba's calling convention (numba/core/callconv.py), its arrays and their memory (numba/np/arrayobj.py,
numba/core/runtime/nrtdynmod.py). Every detail that this module relies on is checked first; if one of them has changed,
kernels are left to Numba's own dispatch.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import binding, ir
from numba import types as numba_types
from numba.core import callconv, event
from numba.core import cgutils as numba_cgutils
from numba.core import compiler as numba_compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.core.runtime import nrtdynmod
from numba.extending import intrinsic
from numba.np import arrayobj

from . import compiling
from .linker import Unknown, link
from .machine_code import MachineCode

# Parts of Numba without types, or with wrong ones.
types: Any = numba_types
cgutils: Any = numba_cgutils
flags_of_numba: Any = numba_compiler.Flags
compile_extra: Any = numba_compiler.compile_extra
populate_array: Any = arrayobj.populate_array
njit: Any = numba.njit
typeof: Any = numba.typeof
config: Any = numba.config

_WORD, _BYTE, _VOID = ir.IntType(64), ir.IntType(8), ir.VoidType()
_ADDRESS = _BYTE.as_pointer()


class _Teller(event.Listener):
    def on_start(self, _: Any) -> None:
        compiling.tell(True)

    def on_end(self, _: Any) -> None:
        compiling.tell(False)


event.register("numba:compile", _Teller())  # type: ignore[no-untyped-call]


def dispatcher(kernel: Any, *, cache: bool) -> Any:
    """Returns the kernel as a Numba function, with a cache of compiled functions if there is a folder for it."""
    made = njit(kernel.function, nogil=True, **kernel.options)
    if cache:
        from .numba_cache import ProvenCache

        try:
            made._cache = ProvenCache(kernel.function)
        except RuntimeError:  # no folder that can be written to
            pass
    return made


def prepare(dispatcher: Any, arguments: tuple[Any, ...]) -> None:
    """Compiles a Numba function for arguments of these types. Errors are reported when the function is called."""
    try:
        dispatcher.compile(tuple(typeof(argument) for argument in arguments))
    except Exception:
        pass


def inner(kernel: Any) -> Any:
    """Returns the kernel as a function that only other compiled functions call."""
    return njit(kernel.function, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True, **kernel.options)


def machine_code(kernel: Any, arguments: tuple[Any, ...]) -> MachineCode | None:
    """Returns the code of a kernel for arguments of these types, or None if Numba must call it instead."""
    if not _as_expected():
        return None
    try:
        with global_compiler_lock:
            return _machine_code(kernel, arguments)
    except Exception:  # Numba's own dispatch reports errors in the kernel to its caller
        return None


def _machine_code(kernel: Any, arguments: tuple[Any, ...]) -> MachineCode:
    called = kernel.inner
    signature = tuple(typeof(argument) for argument in arguments)
    called.compile(signature)
    result, pattern = _result(called.overloads[signature].signature.return_type)
    source, names, flat = _entry(signature, result)
    names["kernel"] = called
    exec(source, names)
    flags = flags_of_numba()
    flags.nrt, flags.no_compile = True, True
    flags.no_cpython_wrapper, flags.no_cfunc_wrapper = True, True
    typing, target = cpu_target.typing_context, cpu_target.target_context
    typing.refresh()
    target.refresh()
    compiled = compile_extra(typing, target, names["entry"], tuple(flat), None, flags, {})
    compiled.library._ensure_finalized()
    module = binding.parse_assembly(compiled.library.get_llvm_str())
    module.link_in(binding.parse_assembly(str(_memory())))
    module.verify()
    triple, processor, features = target.codegen().magic_tuple()
    machine = binding.Target.from_triple(triple).create_target_machine(
        cpu=processor, features=features, opt=int(config.OPT), reloc="pic", codemodel="small"
    )
    return link(machine.emit_object(module), compiled.fndesc.mangled_name, pattern)


def _as_expected() -> bool:
    """Returns whether Numba's errors and memory have the forms that this module knows."""
    error, memory = callconv.excinfo_t.elements, nrtdynmod._meminfo_struct_type.elements
    return (
        (error[0], error[1]) == (_ADDRESS, ir.IntType(32))
        and list(memory) == [_WORD, _ADDRESS, _ADDRESS, _ADDRESS, _WORD]
        and (int(callconv.RETCODE_OK.constant), int(callconv.RETCODE_NONE.constant)) == (0, -2)
    )


# The entry.


def _result(kind: Any) -> tuple[str, str]:
    """Returns the expression that turns the result r into 64-bit numbers, and the codes of its types."""
    if kind == types.none:
        return "r", "n"
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        parts = [_number(f"r[{i}]", each) for i, each in enumerate(kind.types)]
        return f"({', '.join(part for part, _ in parts)},)", f"({''.join(code for _, code in parts)})"
    return _number("r", kind)


def _number(text: str, kind: Any) -> tuple[str, str]:
    if isinstance(kind, types.Boolean):
        return f"np.int64({text})", "?"
    if isinstance(kind, types.Integer):
        return (f"np.int64({text})", "q") if kind.signed else (f"np.uint64({text})", "Q")
    if isinstance(kind, types.Float):
        return f"np.float64({text})", "d"
    raise Unknown(f"a result of type {kind}")


def _entry(signature: tuple[Any, ...], result: str) -> tuple[str, dict[str, Any], list[Any]]:
    """The source of the entry, what its names stand for, and the types of its arguments: for every number one of 64
    bits, for every array the address of its object."""
    names: dict[str, Any] = {"np": np}
    flat: list[Any] = []

    def taken(kind: Any) -> str:
        name = f"a{len(flat)}"
        if isinstance(kind, types.Array):
            flat.append(types.uint64)
            names[f"array_{name}"] = _array_at(kind)
            return f"array_{name}({name})"
        if isinstance(kind, types.Boolean):
            flat.append(types.int64)
            return f"({name} != 0)"
        if isinstance(kind, types.Integer):
            flat.append(types.int64 if kind.signed else types.uint64)
            return name if kind.bitwidth == 64 else f"np.{kind.name}({name})"
        if isinstance(kind, types.Float):
            flat.append(types.float64)
            return f"np.{kind.name}({name})"
        if not isinstance(kind, types.BaseTuple):
            raise Unknown(f"an argument of type {kind}")
        inside = "".join(f"{taken(each)}, " for each in kind.types)
        if isinstance(kind, types.BaseNamedTuple):
            names[f"tuple_{name}"] = kind.instance_class
            return f"tuple_{name}({inside})"
        return f"({inside})"

    call = f"kernel({', '.join([taken(kind) for kind in signature])})"
    parameters = ", ".join(f"a{i}" for i in range(len(flat)))
    return f"def entry({parameters}):\n    r = {call}\n    return {result}\n", names, flat


def _array_at(kind: Any) -> Any:
    """An intrinsic: Numba's array from the address of numpy's."""
    head = (
        object.__basicsize__ // 8
    )  # what every object begins with; then data, dimensions' number, those, strides

    @intrinsic
    def array_at(typing_context: Any, address: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            def words(address: Any, count: int) -> list[Any]:
                first = builder.inttoptr(address, _WORD.as_pointer())
                return [builder.load(builder.gep(first, [_WORD(i)])) for i in range(count)]

            fields = words(arguments[0], head + 4)
            item = context.get_data_type(kind.dtype)
            array = context.make_array(kind)(context, builder)
            populate_array(
                array,
                data=builder.inttoptr(fields[head], item.as_pointer()),
                shape=cgutils.pack_array(builder, words(fields[head + 2], kind.ndim)),
                strides=cgutils.pack_array(builder, words(fields[head + 3], kind.ndim)),
                itemsize=_WORD(context.get_abi_sizeof(item)),
                meminfo=None,
            )
            return array._getvalue()

        return kind(types.uint64), code

    return array_at


def _memory() -> Any:
    """Numba's functions for memory, by the C library's: a block begins with Numba's own words, then come the data."""
    module = ir.Module()
    module.triple = ""
    malloc = ir.Function(module, ir.FunctionType(_ADDRESS, [_WORD]), "malloc")
    free = ir.Function(module, ir.FunctionType(_VOID, [_ADDRESS]), "free")
    make = ir.Function(
        module, ir.FunctionType(_ADDRESS, [_WORD, ir.IntType(32)]), "NRT_MemInfo_alloc_aligned"
    )
    size, alignment = make.args
    b = ir.IRBuilder(make.append_basic_block())
    wide = b.zext(alignment, _WORD)
    head = b.call(malloc, [b.add(b.add(size, wide), _WORD(48))])
    with b.if_then(b.icmp_unsigned("==", head, ir.Constant(_ADDRESS, None))):
        b.ret(ir.Constant(_ADDRESS, None))
    # The first multiple of the alignment, a power of two or 0, behind the five words.
    first = b.add(b.add(b.ptrtoint(head, _WORD), _WORD(48)), wide)
    data = b.select(b.icmp_unsigned("==", wide, _WORD(0)), first, b.and_(first, b.neg(wide)))
    nothing = _WORD(0)
    fields = b.bitcast(head, _WORD.as_pointer())
    for i, value in enumerate((_WORD(1), nothing, nothing, data, size)):
        b.store(value, b.gep(fields, [_WORD(i)]))
    b.ret(head)
    end = ir.Function(module, ir.FunctionType(_VOID, [_ADDRESS]), "NRT_MemInfo_call_dtor")
    b = ir.IRBuilder(end.append_basic_block())
    b.call(free, [end.args[0]])
    b.ret_void()
    return module


def has_instructions(*names: str) -> bool:
    """Returns whether this very processor has the instructions of these names and Numba compiles for it."""
    if config.CPU_NAME or config.CPU_FEATURES:
        return False
    try:
        features = binding.get_host_cpu_features()
    except RuntimeError:  # no such list for this kind of processor
        return False
    return all(features.get(name) for name in names)
