"""The build hook: compiles the native core (``build_native.py``) and the translators' catalogues (.po to .mo).

Editable installs get both beside the sources. Where the machine has no C compiler, pip installs that of the package
ziglang for the build. ``SPRAGUE_TARGET=aarch64-linux-gnu.2.17`` makes a wheel for another system. ``SPRAGUE_PURE=1``
makes one for any system, without the core.
"""

from __future__ import annotations

import os
import platform
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))
import build_native

TARGET = os.environ.get("SPRAGUE_TARGET")
PURE = os.environ.get("SPRAGUE_PURE") == "1"
ZIG = "ziglang>=0.13"

ADVICE = """Sprague's core, the C files in native/, could not be compiled:

{error}
The environment variable CC names another compiler. SPRAGUE_PURE=1 installs Sprague without its core; then it answers
what theorems and plain Python can, such as nim, wythoff and your own rules."""


class BuildHook(BuildHookInterface):
    def dependencies(self) -> list[str]:
        """Returns what the build needs beside hatchling: zig, where it is to compile."""
        return [ZIG] if not PURE and (TARGET or build_native.find_compiler() is None) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles. Hatchling takes the catalogues into the wheel as artifacts, and the core from a folder of its own,
        so that a wheel for another system does not replace the core of an editable install."""
        if self.target_name != "wheel":
            return
        for source in sorted(Path(self.root, "src/sprague/locale").glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as lines:
                catalogue = read_po(lines, locale=None, abort_invalid=True)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)
        if PURE:
            return
        self.folder = tempfile.TemporaryDirectory()
        try:
            library = build_native.build(
                None if version == "editable" else Path(self.folder.name), target=TARGET
            )
        except build_native.BuildError as error:
            self.app.abort(ADVICE.format(error=error))
        if version != "editable":
            build_data["force_include"][str(library)] = f"sprague/{library.name}"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{build_native.TARGETS.get(TARGET or '') or this_system()}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes the folder of the core, which the wheel holds now."""
        if self.target_name == "wheel" and not PURE:
            self.folder.cleanup()


def this_system() -> str:
    """Returns the name of this system in the tag of a wheel. Python for macOS may name several processors there, or an
    older system than the core can run on."""
    if sys.platform == "darwin":
        return f"macosx_{build_native.MACOS.replace('.', '_')}_{platform.machine()}"
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
