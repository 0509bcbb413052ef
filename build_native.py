"""Compiles the native core, the C files in ``native/``, to one library.

The build hook uses this file, and so do the tests. By hand:
``python build_native.py [--zig] [--target aarch64-linux-gnu.2.17] [--out FOLDER] [--sanitize address,undefined]
[--levels v4,v3,v2]``.
The compiler is ``$CC``, else cc, gcc or clang if it knows all levels of processors, else the one in the package
ziglang. The tests want warnings to be errors: ``CC="gcc -Werror"``.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent
SOURCES = ROOT / "native"

#: Where the package looks for its library, and for the core of the page without a server.
PACKAGE = ROOT / "src" / "sprague"
SITE = PACKAGE / "site"

#: Levels of processors: name -> options. The first is what every processor of the kind has.
LEVELS = {
    "x86_64": {
        "v2": ["-march=x86-64-v2"],
        "v3": ["-march=x86-64-v3"],
        "v4": ["-march=x86-64-v4"],
        "v3g": ["-march=x86-64-v3", "-mgfni"],  # Alder Lake
        "v4g": ["-march=x86-64-v4", "-mgfni"],  # Ice Lake, Zen 4 and later
    },
    "aarch64": {"base": []},
    "wasm32": {"base": ["-msimd128", "-mbulk-memory"]},
}


class Unit(NamedTuple):
    """A C file, the levels that repay a compilation of its own (the first is always compiled), and its variants:
    macros for each, such as ``VALUE_BITS=8``."""

    file: str
    levels: tuple[str, ...] = ("v2",)
    variants: tuple[str, ...] = ("",)


VALUES = ("VALUE_BITS=8", "VALUE_BITS=16", "VALUE_BITS=32")
KEYS = ("KEY_BITS=64", "KEY_BITS=128")

#: In the order of the alphabet.
UNITS: tuple[Unit, ...] = (
    Unit("arms.c"),
    Unit("automata.c"),
    Unit("chomp.c"),
    Unit("chomp_values.c", variants=("VALUE_BITS=16", "VALUE_BITS=32")),
    Unit("cpu.c"),
    Unit("entailing.c", levels=("v3",)),
    Unit("far.c"),
    Unit("heaps_dense.c", ("v3", "v4"), VALUES),
    Unit("heaps_pairs.c", ("v4",), VALUES),
    Unit("heaps_scatter.c", ("v4",), VALUES),
    Unit("heaps_small.c"),
    Unit("heaps_sparse.c", ("v3", "v4"), VALUES),
    Unit("heaps_survey.c", variants=VALUES),
    Unit("heaps_streams.c", ("v3", "v4")),
    Unit("heaps_take.c", variants=VALUES),
    Unit("kinds.c", ("v2", "v3", "v4"), ("VALUE_BITS=8", "VALUE_BITS=16")),
    Unit("loopy.c"),
    Unit("misere.c"),
    Unit("nimbers.c", ("v2", "v3", "v3g", "v4g"), (*VALUES, "VALUE_BITS=64")),
    Unit("period.c"),
    Unit("search.c", ("v2", "v3"), KEYS),
    Unit("search_begin.c", ("v2", "v3"), KEYS),
    Unit("search_table.c", ("v2", "v3"), KEYS),
    Unit("sprouts.c"),
    Unit("strings.c"),
    Unit("sylver.c", ("v2", "v3")),
    Unit("two_heaps.c"),
    Unit("vectors.c"),
    Unit("wythoff.c"),
)

OPTIONS = ["-std=gnu17", "-O3", "-fvisibility=hidden", "-ffunction-sections", "-Wall", "-Wextra"]

#: The oldest macOS that the library runs on.
MACOS = "11.0"

#: Names of the compilers' targets for the wheels, and what a wheel for them may call itself (PEP 600).
TARGETS = {
    "x86_64-linux-gnu.2.17": "manylinux_2_17_x86_64.manylinux2014_x86_64",
    "aarch64-linux-gnu.2.17": "manylinux_2_17_aarch64.manylinux2014_aarch64",
    f"x86_64-macos.{MACOS}": "macosx_11_0_x86_64",
    f"aarch64-macos.{MACOS}": "macosx_11_0_arm64",
    "x86_64-windows-gnu": "win_amd64",
}


class BuildError(RuntimeError):
    """There is no compiler, or it refuses a file."""


def find_compiler(zig: bool = False) -> list[str] | None:
    """Returns the command of the C compiler, or None where there is none."""
    given = os.environ.get("CC")
    if not zig and given:
        return shlex.split(given)
    usable = [command for command in ("cc", "gcc", "clang") if not zig and _suffices(command)]
    if usable:
        return usable[:1]
    there = importlib.util.find_spec("ziglang") is not None
    return [sys.executable, "-m", "ziglang", "cc"] if there else None


@functools.cache
def _suffices(command: str) -> bool:
    """Whether this compiler is there, finds its headers and knows the highest level (gcc 11, clang 12)."""
    if not shutil.which(command):
        return False
    highest = list(_levels(platform.machine()).values())[-1]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <stdint.h>\nuint64_t one(void);\nuint64_t one(void) { return 1; }\n")
        library = source.with_suffix(".lib")
        tried = [command, *OPTIONS, *highest, "-fPIC", "-shared", "-o", str(library), str(source)]
        return subprocess.run(tried, capture_output=True, check=False).returncode == 0


def _levels(machine: str) -> dict[str, list[str]]:
    kind = machine.split("-")[0].lower()
    return LEVELS.get({"amd64": "x86_64", "arm64": "aarch64"}.get(kind, kind), {"base": []})


def digest() -> int:
    """Returns a number that changes with every file that the library is compiled from. The library carries it."""
    contents = hashlib.sha256(Path(__file__).read_bytes())
    for file in sorted(SOURCES.glob("*.[ch]")):
        contents.update(file.name.encode() + file.read_bytes())
    return int(contents.hexdigest()[:15], 16)


def library_name(target: str | None) -> str:
    """Returns the name of the library's file on the system of ``target`` (None: on this one)."""
    system = target or sys.platform
    if "wasm" in system:
        return "core.wasm"
    if "macos" in system or system == "darwin":
        return "_native.dylib"
    return "_native.dll" if "windows" in system or system == "win32" else "_native.so"


def build(
    out: Path | None = None,
    *,
    zig: bool = False,
    target: str | None = None,
    sanitize: str = "",
    best: Sequence[str] = (),
) -> Path:
    """Compiles the library into the folder ``out`` (None: where the package looks for it) and returns its file; raises
    BuildError with what the compiler says.

    ``target``: another system, as zig names it. ``sanitize``: sanitizers of the compiler, separated by commas.
    ``best``: the levels of one processor, the best first, when the library is for that one alone: each file is compiled
    for the best of them only.
    """
    compiler = find_compiler(zig or target is not None)
    if compiler is None:
        raise BuildError("no C compiler: install gcc (from 11 on), clang (from 12 on) or the package ziglang")
    zigs = "ziglang" in compiler
    name = library_name(target)
    common = [*compiler, *OPTIONS, *(["-target", target] if target else [])]
    if sanitize:
        common += [
            "-g",
            "-O1",
            f"-fsanitize={sanitize}",
            "-fno-sanitize-recover=all",
            "-fno-omit-frame-pointer",
        ]
    elif zigs:
        common += ["-g0", "-fno-sanitize=all"]  # else zig looks for undefined behaviour in C
    if name.endswith((".so", ".dylib")):
        common.append("-fPIC")
    if zigs and target is None:
        common.append("-mcpu=baseline")  # else zig compiles for the processor of this machine
    if sys.platform == "darwin" and target is None:
        common.append(f"-mmacosx-version-min={MACOS}")
    out = out or (SITE if name.endswith(".wasm") else PACKAGE)
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:

        def compile_one(numbered: tuple[int, list[str]]) -> str:
            number, arguments = numbered
            made = str(Path(folder, f"{number}.o"))
            if zigs:  # which has names of its own for processors
                arguments = [
                    each.replace("x86-64-", "x86_64_") if each.startswith("-march=") else each
                    for each in arguments
                ]
            if arguments[-1].endswith("cpu.c") and not name.endswith(
                ".wasm"
            ):  # that one is compared byte by byte
                arguments = [f"-DSOURCES={digest()}", *arguments]
            _run([*common, *arguments, "-c", "-o", made])
            return made

        with ThreadPoolExecutor(os.cpu_count()) as workers:
            objects = list(
                workers.map(
                    compile_one, enumerate(_compilations(_levels(target or platform.machine()), best))
                )
            )
        library = Path(folder, name)
        _run([*common, *objects, *_link_options(name, sanitize), "-o", str(library)])
        # Replaced, not overwritten: a process that runs goes on with the library that it has loaded.
        part = Path(shutil.copyfile(library, out / f"{name}.part"))
        return part.replace(out / name)


def _compilations(levels: dict[str, list[str]], best: Sequence[str]) -> list[list[str]]:
    """The arguments of every compilation: each file at each of its levels, or at its best among ``best``, in each of
    its variants."""
    first = next(iter(levels))
    compilations = []
    for unit in UNITS:
        own = [level for level in (best or levels) if level == first or level in unit.levels]
        compilations += [
            [
                *levels[level],
                f"-DLEVEL={level}",
                *([f"-D{variant}"] if variant else []),
                str(SOURCES / unit.file),
            ]
            for level in (own[:1] if best else own)
            for variant in unit.variants
        ]
    return compilations


def _link_options(name: str, sanitize: str) -> list[str]:
    if name.endswith(".wasm"):
        return ["-s", "-Wl,--no-entry", "-Wl,--export-dynamic", "-Wl,--export=__heap_base"]
    if name.endswith(".so"):
        return ["-shared", "-Wl,--gc-sections", *([] if sanitize else ["-s"])]
    if name.endswith(".dylib"):
        return ["-shared", f"-Wl,-install_name,@rpath/{name}"]
    return ["-shared", "-s", "-static-libgcc"]


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BuildError(f"{shlex.join(command)}\n{error}") from None
    if done.returncode:
        raise BuildError(f"{shlex.join(command)}\n{done.stderr}")
    if done.stderr.strip():
        print(done.stderr, file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--zig", action="store_true", help="use the compiler in the package ziglang")
    parser.add_argument(
        "--target", help="another system, such as aarch64-linux-gnu.2.17 or wasm32-freestanding"
    )
    parser.add_argument("--out", type=Path, help="the folder of the library; by default in the package")
    parser.add_argument("--sanitize", default="", help="such as address,undefined")
    parser.add_argument(
        "--levels", default="", help="those of the one processor that it is for, the best first"
    )
    given = parser.parse_args()
    best = given.levels.split(",") if given.levels else []
    try:
        print(build(given.out, zig=given.zig, target=given.target, sanitize=given.sanitize, best=best))
    except BuildError as error:
        sys.exit(f"build_native.py: {error}")


if __name__ == "__main__":
    main()
