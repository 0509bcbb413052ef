"""The output of ``sprague --version --verbose`` beside the version: everything that a report of a fault should name."""

from __future__ import annotations

import platform
from importlib import metadata

from sprague.system import native
from sprague.words.errors import RangeError
from sprague.words.messages import say

from .answer_text import entry

#: Libraries that an answer may depend on.
LIBRARIES = ("click", "gmpy2", "numpy")


def details() -> str:
    """Returns lines on the native core and the level of processor that it runs at, on Python and on libraries."""
    try:
        used, *lower = native.levels()
    except native.MissingCoreError as error:
        core, level = str(error), "-"
    except RangeError as error:
        core, level = str(native.path()), str(error)
    else:
        core = str(native.path())
        level = str(say("{used} (also there: {lower})", used=used, lower=", ".join(lower))) if lower else used
    rows = {
        say("Core"): core,
        say("Processor"): level,
        say("Python"): f"{platform.python_version()}, {platform.system()} {platform.machine()}",
        say("Libraries"): ", ".join(f"{name} {metadata.version(name)}" for name in LIBRARIES),
    }
    return "\n".join(entry(name, text) for name, text in rows.items())
