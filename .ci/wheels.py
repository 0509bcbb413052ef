"""Builds a wheel for each system, compiled by zig on this one, and inspects it: ``python .ci/wheels.py FOLDER``.

Nothing is run. Each wheel must name its system and hold the one core for it: of the right format and processor, with
the functions that the other systems have, and with no need of a library that its system lacks.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import lief

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
build_native: Any = importlib.import_module("build_native")

lief.logging.disable()

#: What a core may need of its system: the C library alone, which on Windows has many names.
NEEDED = {"libc.so.6", "/usr/lib/libSystem.B.dylib", "KERNEL32.dll"}
WINDOWS_C = "api-ms-win-crt-"

#: The processor, as the format of each system names it.
PROCESSORS = {"x86_64": {"X86_64", "AMD64"}, "aarch64": {"AARCH64", "ARM64"}}


def inspect(wheel: Path, target: str) -> set[str]:
    """Returns the names of the functions in the core of ``wheel``, without their levels; exits if anything is wrong."""
    name = build_native.library_name(target)
    with zipfile.ZipFile(wheel) as archive:
        cores = [each for each in archive.namelist() if "/_native." in each]
        expect(wheel, "the core", cores, [f"sprague/{name}"])
        core: Any = lief.parse(list(archive.read(cores[0])))
    processor = target.partition("-")[0]
    if "linux" in target:
        kind, needed = core.header.machine_type, core.libraries
        versions = {
            symbol.name
            for each in core.symbols_version_requirement
            for symbol in each.get_auxiliary_symbols()
        }
        oldest = tuple(map(int, target.partition("gnu.")[2].split(".")))
        newer = {
            each for each in versions if tuple(map(int, each.removeprefix("GLIBC_").split("."))) > oldest
        }
        expect(wheel, "symbols of a newer C library", newer, set())
        exported = [each.name for each in core.exported_symbols]
    elif "macos" in target:
        kind, (own, *needed) = core.header.cpu_type, [each.name for each in core.libraries]
        expect(wheel, "its name for the loader", own, f"@rpath/{name}")
        oldest = ".".join(map(str, core.build_version.minos[:2]))
        expect(wheel, "the oldest macOS", oldest, build_native.MACOS)
        if processor == "aarch64":  # which loads no code without a signature
            expect(wheel, "a signature", core.has_code_signature, True)
        exported = [each.name.removeprefix("_") for each in core.exported_symbols]
    else:
        kind, needed = core.header.machine, [each.name for each in core.imports]
        exported = [each.name for each in core.get_export().entries]
    expect(wheel, "the processor", str(kind).rpartition(".")[2] in PROCESSORS[processor], True)
    foreign = {each for each in needed if each not in NEEDED and not each.startswith(WINDOWS_C)}
    expect(wheel, "libraries that the system lacks", foreign, set())
    functions = {each for each in exported if each.startswith("sprague_")}
    levels = build_native.LEVELS[processor]
    return {each.rpartition("_")[0] if each.rpartition("_")[2] in levels else each for each in functions}


def expect(wheel: Path, what: str, got: object, wanted: object) -> None:
    if got != wanted:
        sys.exit(f"{wheel.name}: {what}: expected {wanted}, got {got}")


def main() -> None:
    folder = Path(sys.argv[1]).resolve()
    functions = None
    for target, tag in build_native.TARGETS.items():
        command = [
            sys.executable,
            "-m",
            "build",
            "--wheel",
            "--no-isolation",
            "--outdir",
            str(folder),
            str(ROOT),
        ]
        built = subprocess.run(
            command, env={**os.environ, "SPRAGUE_TARGET": target}, capture_output=True, text=True, check=False
        )
        if built.returncode:
            sys.exit(f"{target}: {built.stdout}{built.stderr}")
        wheels = list(folder.glob(f"*-py3-none-{tag}.whl"))
        if len(wheels) != 1:
            sys.exit(f"{folder}: expected one wheel for {tag}, got {len(wheels)}")
        there = inspect(wheels[0], target)
        functions = functions or there
        expect(wheels[0], "functions", there ^ functions, set())
        print(f"{wheels[0].name}: {len(there)} functions, {wheels[0].stat().st_size:,} bytes; not run")


if __name__ == "__main__":
    main()
