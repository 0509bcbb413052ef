"""Names files of machine code: each name is a digest of everything that the code of a kernel depends on.

It covers the kernel's source and every file that this source imports, the types of the arguments, the processor, and
the versions of Numba and of this package.
"""

from __future__ import annotations

import functools
import os
import re
import sys
import time
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent.parent
_BORN = time.time()


def possible() -> bool:
    """Returns whether the linker supports this system and the processor is known."""
    return (
        sys.platform == "linux"
        and sys.maxsize > 2**32
        and sys.implementation.name == "cpython"
        and os.uname().machine == "x86_64"
        and bool(processor_flags())
    )


def name(function: Callable[..., Any], options: dict[str, Any], kinds: tuple[Any, ...]) -> str | None:
    """Returns the name of the file for a kernel called with arguments of these types. Returns None if the code must not
    be kept, because the source on the disk differs from the source that runs."""
    source = _source(function.__module__)
    if source is None or function.__closure__:
        return None
    code = function.__code__
    words = (
        f"{function.__module__} {function.__qualname__} {code.co_firstlineno} {sorted(options.items())}",
        _written(kinds),
        source,
        _surroundings(),
    )
    digest = blake2b("\n".join(words).encode(), digest_size=16).hexdigest()
    return f"{_stem(function)}-{digest}.code"


def _stem(function: Callable[..., Any]) -> str:
    words = f"{function.__module__.removeprefix('sprague.')}.{function.__qualname__}"
    return re.sub(r"[^\w.]", "_", words)


_IMPORT = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|.*)", re.MULTILINE)


@functools.cache
def _source(module: str) -> str | None:
    """Returns a digest of a module's file and of all files of the package that it imports, directly or indirectly. It
    leaves out the files of ``system``, which do not affect what a kernel computes. Returns None if one of the files
    cannot be read or has changed since this process started."""
    start = getattr(sys.modules.get(module), "__file__", None)
    if start is None:
        return None
    found: dict[str, bytes] = {}
    waiting = [Path(start)]
    now = time.time()
    while waiting:
        path = waiting.pop()
        if str(path) in found:
            continue
        try:
            if _BORN < path.stat().st_mtime <= now:
                return None
            text = path.read_bytes()
        except OSError:
            return None
        found[str(path)] = text
        waiting += _imported(path, text.decode("utf-8", "replace"))
    digest = blake2b(digest_size=32)
    for path_name, text in sorted(found.items()):
        digest.update(f"{os.path.basename(path_name)} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def _imported(path: Path, text: str) -> list[Path]:
    files = []
    for dots, dotted, names in _IMPORT.findall(text):
        if dots:
            folder = path.parents[len(dots) - 1]
        elif dotted.split(".")[0] == "sprague":
            folder, dotted = _PACKAGE, dotted[len("sprague.") :]
        else:
            continue
        base = folder.joinpath(*dotted.split(".")) if dotted else folder
        if not base.is_dir():
            files.append(base.with_suffix(".py"))
            continue
        for word in re.findall(r"\w+", names):
            inside = base / f"{word}.py"
            start = base / "__init__.py"
            files += [inside] if inside.exists() else [start] if start.exists() else []
    return [file for file in files if file.parent != _PACKAGE / "system"]


@functools.cache
def _surroundings() -> str:
    """Returns what code depends on apart from its source: how this package compiles, Numba, Python, the processor."""
    digest = blake2b(digest_size=32)
    for file in ("code_names.py", "compiler.py", "jit.py", "linker.py", "machine_code.py"):
        digest.update((_PACKAGE / "system" / file).read_bytes())
    for package in ("numba", "llvmlite", "numpy"):
        digest.update(f"{package} {_release(package)}\n".encode())
    digest.update(f"{sys.version} {_processor()}".encode())
    return digest.hexdigest()


def _release(package: str) -> str:
    """Returns a text that differs between versions of a package, without importing the package."""
    from importlib.util import find_spec

    spec = find_spec(package)
    folder = Path(spec.origin).parent if spec and spec.origin else None
    if folder is None:
        return ""
    for file in ("_version.py", "version.py", "__init__.py"):
        try:
            return (folder / file).read_text("utf-8")
        except OSError:
            pass
    return str(folder)


@functools.cache
def _processor() -> str:
    """Returns Linux's description of the first processor, without the entries that change while it runs."""
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            block = file.read(8192).split(b"\n\n")[0].decode("ascii", "replace")
    except OSError:
        return ""
    kept = ("vendor_id", "cpu family", "model", "stepping", "flags")
    return "\n".join(line for line in block.splitlines() if line.split("\t")[0] in kept)


@functools.cache
def processor_flags() -> frozenset[str]:
    """Returns the instruction sets of this processor, under Linux's names."""
    return frozenset(_processor().rpartition("flags\t\t:")[2].split())


def _written(kinds: tuple[Any, ...]) -> str:
    """Returns the types as a text that is the same in every process."""
    words = []
    for kind in kinds:
        if isinstance(kind[0], type):
            cls, length = kind
            words.append(f"{cls.__module__}.{cls.__qualname__}{getattr(cls, '_fields', '')}({length})")
        else:
            words.append(str(kind))
    return " ".join(words)
