"""The verifier's layers one by one, each also where an earlier one refuses, so that every layer is seen alone."""

import tempfile
import time
from pathlib import Path

from sprague.system import sandbox
from sprague.theorems import coq, form
from sprague.theorems.export import LIBRARY
from sprague.theorems.form import RefusedError
from sprague.theorems.verifier import Theorem, Work

#: The layers after which the later ones have nothing to work on.
NEEDED = ("file", "compile", "claim")


def work(folder, seconds=60.0, memory=2 << 30):
    """A folder of work; the library is compiled before, if it is not yet."""
    return Work(
        coq.find(), coq.library(), Path(folder), time.monotonic() + seconds, memory, sandbox.walls().there
    )


def each_layer(data, seconds=60.0, replaced=None):
    """What each layer says of a file, by its name (None: it passes), and the theorems. ``replaced`` is called with the
    work between ``compile`` and ``claim``."""
    said: dict[str, str | None] = {}
    theorems: list[Theorem] = []
    with tempfile.TemporaryDirectory() as folder:
        at = work(folder, seconds)
        text, found = "", []

        def read():
            nonlocal text, found
            text = form.text_of(data)
            found = form.sentences(text)
            theorems.extend(Theorem(*row) for row in form.theorems(found).items())

        def compiled():
            if not theorems:
                raise RefusedError("there is no theorem in it")
            at.compile(text)
            if replaced:
                replaced(at)

        steps = {
            "file": read,
            "form": lambda: form.check_form(found, LIBRARY),
            "compile": compiled,
            "claim": lambda: at.claim(theorems),
            "link": lambda: at.link(theorems),
            "kernel": lambda: at.kernel(coq.library_axioms(coq.library())[0]),
        }
        for name, step in steps.items():
            try:
                step()
                said[name] = None
            except RefusedError as refused:
                said[name] = str(refused)
                if name in NEEDED:
                    break
    return said, theorems
