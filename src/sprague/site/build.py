"""Writes a static copy of the page: the page from the package, the package itself as a wheel, Pyodide, and the answers
that are needed before the engine is loaded."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from functools import cache
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

import sprague
from sprague.words import languages
from sprague.words.errors import FileError
from sprague.words.messages import Message, say

from . import pyodide, stored

#: Parts of the package that the browser does not need: other faces, the proofs in Coq, sweeps of hours.
LEFT_OUT = frozenset(("__main__.py", "catalogue", "cli", "coq", "notebook.py"))

#: Data files that the browser needs.
DATA = ("atlas.jsonl.xz", "certificates.json")

#: Files of the page that a copy takes unchanged.
FACES = ("atkinson.woff2", "bricolage.woff2", "lexend.woff2")
PAGE = ("page.js", "page.css", "icon.svg", "engine.js", "opened.js", "fonts.txt", *FACES)

#: The policy on what the page may load: nothing from other origins. Only a web server can restrict its frames.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)

#: The date of every file in the wheel: with a fixed date, equal contents give equal files.
DATE = (1980, 1, 1, 0, 0, 0)

OPENED_AS_FILE = say(
    "A browser does not run this page from a file. In the folder of this file run: python -m http.server; then open "
    "http://localhost:8000"
)


class Written(NamedTuple):
    """The copy: its folder, the number of its files, and their total size in bytes."""

    folder: Path
    files: int
    bytes: int


def build(
    folder: str | Path,
    pyodide_from: str | Path | None = None,
    *,
    force: bool = False,
    announce: Callable[[Message], object] = print,
) -> Written:
    """Writes a static copy of the page into ``folder``, which must be new or empty; ``force`` allows overwriting.

    ``pyodide_from`` is the archive of Pyodide from npm, or a folder with its contents. Without it the function uses the
    archive kept by an earlier call, or downloads it from npm's registry and passes a message to ``announce``.
    Raises FileError for a folder that is not empty or cannot be written.
    """
    target = Path(folder)
    try:
        occupied = target.exists() and (not target.is_dir() or any(target.iterdir()))
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=str(folder)) from None
    if occupied and not force:
        raise FileError(say("expected an empty folder, or --force to write into this one"), where=str(folder))
    content = contents(pyodide.files(None if pyodide_from is None else Path(pyodide_from), announce))
    try:
        for name, data in content.items():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_bytes(data)
    except OSError as error:
        raise FileError(say("cannot write: {problem}", problem=error.strerror), where=str(folder)) from None
    return Written(target, len(content), sum(map(len, content.values())))


def contents(engine: dict[str, bytes]) -> dict[str, bytes]:
    """Returns name -> content of every file of a copy. ``engine`` holds the files of Pyodide. Files that refer to
    others come after them."""
    static = resources.files("sprague.web") / "static"
    files = _loaded(engine)
    files |= {name: (static / name).read_bytes() for name in PAGE}
    for language in languages.available():
        files[f"answers.{language}.json"] = _json(stored.first(language))
        files[f"starts.{language}.json"] = _json(stored.starts(language))
    files["manifest.webmanifest"] = _json(_manifest())
    files["index.html"] = index((static / "index.html").read_text("utf-8")).encode()
    digest = hashlib.sha256()
    for name, data in files.items():
        digest.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
    listed = ["./", *(name for name in files if name.removeprefix("pyodide/") not in pyodide.NOTICES)]
    head = f"const VERSION = {json.dumps(digest.hexdigest()[:16])};\nconst FILES = {json.dumps(listed)};\n"
    files["offline.js"] = head.encode() + (static / "offline.js").read_bytes()
    return files


def _loaded(engine: dict[str, bytes]) -> dict[str, bytes]:
    """Returns the files that the worker with the engine loads: Pyodide, the package, the core."""
    files = {f"pyodide/{name}": data for name, data in engine.items()}
    # The page loads no packages, so the lock file must list none.
    lock = json.loads(engine["pyodide-lock.json"])
    files["pyodide/pyodide-lock.json"] = _json({**lock, "packages": {}})
    files["sprague.whl"] = wheel()
    files["core.wasm"] = (resources.files("sprague.site") / "core.wasm").read_bytes()
    return files


@cache
def carried() -> dict[str, bytes]:
    """Returns the files of the engine, compressed with gzip, for a server that offers them (``sprague.web.carried``).
    It takes Pyodide from the cache, or else fetches it."""
    files = _loaded(pyodide.files(None, lambda _: None))
    files["engine.js"] = (resources.files("sprague.web") / "static" / "engine.js").read_bytes()
    return {name: gzip.compress(data, 6, mtime=0) for name, data in files.items()}


def index(html: str) -> str:
    """Returns the page's HTML for a copy: its files lie beside it, and meta tags replace the headers of a server.

    If the page is opened as a file, a separate script explains in every language how to serve it.
    """
    sentences = "".join(
        f'\n    <p class="as-file" lang="{language}" hidden>{escape(OPENED_AS_FILE.render(language))}</p>'
        for language in languages.available()
    )
    tags = json.dumps({"languages": list(languages.available()), "tags": stored.tags()})
    changes = {
        '<html lang="en">': f'<html lang="en" data-site="{sprague.__version__}">',
        '<meta charset="utf-8" />': '<meta charset="utf-8" />\n    '
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />',
        "</title>": '</title>\n    <link rel="manifest" href="./manifest.webmanifest" />\n    '
        '<script src="./opened.js"></script>',
        '"/static/': '"./',
        " crossorigin": "",
        "<body>": f'<body>\n    <script type="application/json" id="languages">{tags}</script>{sentences}',
    }
    for old, new in changes.items():
        assert old in html
        html = html.replace(old, new)
    return html


def wheel() -> bytes:
    """Returns the package as a wheel, without the parts that the browser does not need."""
    names: list[tuple[str, bytes]] = []
    _collect(resources.files("sprague"), "sprague", names)
    information = f"sprague-{sprague.__version__}.dist-info"
    names += [
        (
            f"{information}/METADATA",
            f"Metadata-Version: 2.1\nName: sprague\nVersion: {sprague.__version__}\n".encode(),
        ),
        (
            f"{information}/WHEEL",
            b"Wheel-Version: 1.0\nGenerator: sprague\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        ),
    ]
    record = "".join(f"{name},,\n" for name, _ in names)
    names.append((f"{information}/RECORD", f"{record}{information}/RECORD,,\n".encode()))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in names:
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()


def _collect(folder: Traversable, name: str, into: list[tuple[str, bytes]]) -> None:
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if name == "sprague" and item.name in LEFT_OUT:
            continue
        if item.is_dir():
            if item.name not in ("__pycache__", "static"):
                _collect(item, f"{name}/{item.name}", into)
        elif item.name.endswith((".py", ".mo")) or item.name in DATA:
            into.append((f"{name}/{item.name}", item.read_bytes()))


def _manifest() -> dict[str, Any]:
    """Returns the manifest: what a device shows where the page is installed."""
    return {
        "name": "Sprague",
        "short_name": "Sprague",
        "description": say("Impartial games to play and to see through.").render("en"),
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#ffffff",
        "icons": [{"src": "./icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }


def _json(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
