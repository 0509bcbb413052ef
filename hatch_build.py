"""The build hook: compiles the native core (``build_native.py``) and the translators' catalogues (.po to .mo).

Editable installs get both beside the sources. Where the machine has no C compiler, pip installs that of the package
ziglang for the build. ``SPRAGUE_TARGET=aarch64-linux-gnu.2.17`` makes a wheel for another system. ``SPRAGUE_PURE=1``
makes one for any system, without the core.
"""

from __future__ import annotations

import os
import sys
import sysconfig
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


class BuildHook(BuildHookInterface):
    def dependencies(self) -> list[str]:
        """Returns what the build needs beside hatchling: zig, where it is to compile."""
        return [ZIG] if not PURE and (TARGET or build_native.find_compiler() is None) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Puts what is compiled beside the sources. Hatchling takes it into the wheel as artifacts."""
        if self.target_name != "wheel":
            return
        for source in sorted(Path(self.root, "src/sprague/locale").glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as lines:
                catalogue = read_po(lines, locale=None, abort_invalid=True)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)
        if PURE:
            return
        library = build_native.build(target=TARGET)
        build_data["artifacts"].append(f"/src/sprague/{library.name}")
        build_data["pure_python"] = False
        system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{build_native.TARGETS.get(TARGET or '', system)}"
