"""Compile the translators' catalogues (.po) to what gettext reads (.mo), also for editable installs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):
    """One .mo beside each .po; hatchling takes them into the wheel as artifacts."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for source in sorted(Path(self.root, "src/sprague/locale").glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as lines:
                catalogue = read_po(lines, locale=None, abort_invalid=True)
            with source.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, catalogue)
