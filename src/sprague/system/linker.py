"""Links an object file of LLVM (ELF for 64-bit x86, relocatable, position-independent) to one block of machine code
that runs anywhere in memory.

References of the code to itself are resolved here, because distances do not change. Words that hold addresses are
listed, to be filled in when the block is loaded; the code calls functions of the C library through such words. The
linker knows only what LLVM writes for kernels. Anything else raises :class:`Unknown`, and the kernel is left to Numba.

System V ABI, AMD64 supplement 1.0, section 4.4; names and numbers as in Linux's ``elf.h``.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from typing import NamedTuple

from .machine_code import LIBRARY, MachineCode

_SHT_SYMTAB, _SHT_RELA, _SHT_NOBITS, _SHT_REL = 2, 4, 8, 9
_SHF_WRITE, _SHF_ALLOC, _SHF_TLS = 0x1, 0x2, 0x400
_SHN_UNDEF, _SHN_COMMON = 0, 0xFFF2
_LAST_SECTION = 0xFEFF
_R_64, _R_PC32, _R_PLT32, _R_GOTPCREL, _R_PC64, _R_GOTPCRELX, _R_REX_GOTPCRELX = 1, 2, 4, 9, 24, 41, 42
_BY_WORD = (_R_GOTPCREL, _R_GOTPCRELX, _R_REX_GOTPCRELX)

#: Tables for the unwinding of the stack, which nothing does here.
_LEFT_OUT = (".eh_frame", ".note.GNU-stack")


class Unknown(Exception):
    """The object file holds something that this linker does not know."""


class _Section(NamedTuple):
    name: str
    kind: int
    flags: int
    data: bytes
    link: int
    info: int
    alignment: int


class _Symbol(NamedTuple):
    name: str
    section: int
    value: int
    size: int


class _Use(NamedTuple):
    """A place in a section that refers to a symbol."""

    section: int
    offset: int
    kind: int
    symbol: int
    addend: int


def link(data: bytes, function: str, result: str) -> MachineCode:
    """Returns the block for an object file, whose entry is ``function``; ``result`` is stored with it."""
    sections = _sections(data)
    symbols = _symbols(sections)
    block = bytearray()
    starts: dict[int, int] = {}
    _lay(block, sections, starts, writable=False)
    uses = [use for use in _uses(sections) if _laid(sections[use.section])]
    # Each symbol gets a word for its address, and each function of the library a jump through its word.
    words: dict[int, int] = {}
    jumps: dict[int, int] = {}
    for use in uses:
        outside = symbols[use.symbol].section == _SHN_UNDEF
        if outside and symbols[use.symbol].name not in LIBRARY:
            raise Unknown(f"{symbols[use.symbol].name} is not there")
        if (use.kind in _BY_WORD or outside) and use.symbol not in words:
            words[use.symbol] = _room(block, 8, 8)
        if use.kind == _R_PLT32 and outside and use.symbol not in jumps:
            jumps[use.symbol] = at = _room(block, 6, 2)
            block[at : at + 6] = b"\xff\x25" + struct.pack("<i", words[use.symbol] - at - 6)
    _room(block, 0, mmap.PAGESIZE)
    fixed = len(block)
    _lay(block, sections, starts, writable=True)
    places: dict[int, int] = {}
    for index, symbol in enumerate(symbols):
        if symbol.section == _SHN_COMMON:  # its value is its alignment
            places[index] = _room(block, symbol.size, symbol.value)
        elif _SHN_UNDEF < symbol.section <= _LAST_SECTION and symbol.section in starts:
            places[index] = starts[symbol.section] + symbol.value
    relative: list[int] = []
    external: dict[str, tuple[int, ...]] = {}
    for index, word in words.items():
        if symbols[index].section == _SHN_UNDEF:
            external[symbols[index].name] = (word,)
        else:
            struct.pack_into("<Q", block, word, places[index])
            relative.append(word)
    for use in uses:
        at = starts[use.section] + use.offset
        if use.kind in _BY_WORD:
            struct.pack_into("<i", block, at, words[use.symbol] + use.addend - at)
        elif use.kind == _R_PLT32 and use.symbol in jumps:
            struct.pack_into("<i", block, at, jumps[use.symbol] + use.addend - at)
        elif use.symbol not in places:
            raise Unknown(f"{symbols[use.symbol].name} is referred to in way {use.kind}")
        elif use.kind in (_R_PC32, _R_PLT32):
            struct.pack_into("<i", block, at, places[use.symbol] + use.addend - at)
        elif use.kind == _R_PC64:
            struct.pack_into("<q", block, at, places[use.symbol] + use.addend - at)
        elif use.kind == _R_64:
            struct.pack_into("<q", block, at, places[use.symbol] + use.addend)
            relative.append(at)
        else:
            raise Unknown(f"a place of way {use.kind}")
    entries = [places[i] for i, symbol in enumerate(symbols) if symbol.name == function and i in places]
    if len(entries) != 1:
        raise Unknown(f"{function} is not there")
    return MachineCode(bytes(block), fixed, entries[0], result, tuple(relative), external)


def _sections(data: bytes) -> list[_Section]:
    if data[:6] != b"\x7fELF\x02\x01" or struct.unpack_from("<HH", data, 16) != (1, 62):
        raise Unknown("expected a relocatable file for 64-bit x86")
    table, size, count, names = *struct.unpack_from("<Q", data, 40), *struct.unpack_from("<HHH", data, 58)
    rows = [struct.unpack_from("<IIQQQQIIQQ", data, table + i * size) for i in range(count)]
    found = []
    for name, kind, flags, _, start, length, linked, info, alignment, _ in rows:
        first = rows[names][4] + name
        text = data[first : data.index(b"\0", first)].decode()
        content = bytes(length) if kind == _SHT_NOBITS else data[start : start + length]
        found.append(_Section(text, kind, flags, content, linked, info, alignment))
    return found


def _symbols(sections: list[_Section]) -> list[_Symbol]:
    (table,) = [section for section in sections if section.kind == _SHT_SYMTAB]
    names = sections[table.link].data
    return [
        _Symbol(names[name : names.index(b"\0", name)].decode(), section, value, size)
        for name, _, _, section, value, size in struct.iter_unpack("<IBBHQQ", table.data)
    ]


def _uses(sections: list[_Section]) -> Iterator[_Use]:
    for section in sections:
        if section.kind == _SHT_REL:
            raise Unknown("places without addends")
        if section.kind == _SHT_RELA:
            for offset, way, addend in struct.iter_unpack("<QQq", section.data):
                yield _Use(section.info, offset, way & 0xFFFFFFFF, way >> 32, addend)


def _laid(section: _Section) -> bool:
    return bool(section.flags & _SHF_ALLOC) and section.name not in _LEFT_OUT


def _lay(block: bytearray, sections: list[_Section], starts: dict[int, int], writable: bool) -> None:
    for index, section in enumerate(sections):
        if _laid(section) and bool(section.flags & _SHF_WRITE) == writable:
            if section.flags & _SHF_TLS or section.alignment > mmap.PAGESIZE:
                raise Unknown(f"section {section.name}")
            start = _room(block, len(section.data), section.alignment)
            block[start : start + len(section.data)] = section.data
            starts[index] = start


def _room(block: bytearray, size: int, alignment: int) -> int:
    """Makes room at the end of the block. Returns where it begins."""
    block += bytes(-len(block) % max(1, alignment))
    start = len(block)
    block += bytes(size)
    return start
