"""Pyodide, the Python of the static page: its release, the source of its files, and the check of their digest."""

from __future__ import annotations

import base64
import hashlib
import io
import os
import tarfile
import urllib.request
from collections.abc import Callable
from pathlib import Path

from sprague.system.folders import cache
from sprague.words.errors import FileError, SpragueError
from sprague.words.messages import Message, say

#: The release, and the digest by which npm knows its archive.
VERSION = "0.29.5"
INTEGRITY = "sha512-TkYrUv9m8QmfImADKRmpwZulL48E0uUaBSO+dvRQKyAJc0qh9gu7jn8btyHPh3NZm1r2IH2YrJhIr7Q2B9urAw=="

ARCHIVE = f"pyodide-{VERSION}.tgz"

#: The files that the page loads, and those that name the authors.
FILES = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
NOTICES = ("package.json", "README.md")

#: The registry that is used, unless npm's own variable names another.
REGISTRY = "https://registry.npmjs.org"

#: The seconds without a byte after which the registry counts as unreachable.
PATIENCE = 60.0

#: A larger archive cannot be the right one.
MOST = 50 * 2**20


def files(source: Path | None, announce: Callable[[Message], object]) -> dict[str, bytes]:
    """Returns name -> content of the files of Pyodide. They come from ``source`` (the archive of npm, or a folder with
    its contents), from the archive that an earlier call kept, or from npm's registry; before a download a message is
    passed to ``announce``.

    Raises FileError if files are missing or not those of this release, SpragueError if the registry cannot be reached.
    """
    if source is not None and source.is_dir():
        return _of_folder(source)
    if source is not None:
        return _of_archive(_read(source), source)
    archive = cache() / ARCHIVE
    if archive.exists():
        content = _read(archive)
        if _integrity(content) == INTEGRITY:
            return _of_archive(content, archive)
    content = _fetched(announce)
    contents = _of_archive(content, Path(ARCHIVE))
    try:
        part = cache(create=True) / f"{ARCHIVE}.{os.getpid()}"
        part.write_bytes(content)
        part.replace(archive)
    except (OSError, FileError) as error:
        problem = error.message if isinstance(error, FileError) else error.strerror or str(error)
        announce(
            say(
                "{folder} cannot be written ({problem}), so the next call fetches it again",
                folder=str(archive.parent),
                problem=problem,
            )
        )
    return contents


def is_kept() -> bool:
    """Returns whether an earlier call has kept the archive, so that nothing need be fetched."""
    return (cache() / ARCHIVE).exists()


def _fetched(announce: Callable[[Message], object]) -> bytes:
    """Returns the archive, from the registry."""
    registry = next(
        (os.environ[name] for name in ("npm_config_registry", "NPM_CONFIG_REGISTRY") if os.environ.get(name)),
        REGISTRY,
    )
    address = f"{registry.rstrip('/')}/pyodide/-/{ARCHIVE}"
    announce(say("fetching Pyodide {version} (6 MB) once, from {address}", version=VERSION, address=address))
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            content: bytes = answer.read(MOST)
            return content
    except (OSError, ValueError) as error:
        raise SpragueError(
            say(
                "cannot fetch {address} ({problem}); fetch it elsewhere (npm pack pyodide@{version}) and name the file "
                "with --pyodide",
                address=address,
                problem=str(error),
                version=VERSION,
            )
        ) from None


def _of_archive(content: bytes, where: Path) -> dict[str, bytes]:
    if _integrity(content) != INTEGRITY:
        raise FileError(
            say(
                "expected the archive of Pyodide {version} as npm has it ({digest}…), got another file",
                version=VERSION,
                digest=INTEGRITY[:20],
            ),
            where=str(where),
        )
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as archive:
        contents = {}
        for name in (*FILES, *NOTICES):
            member = archive.extractfile(f"package/{name}")
            assert member is not None  # the digest is right, so the member exists
            contents[name] = member.read()
    return contents


def _of_folder(folder: Path) -> dict[str, bytes]:
    """Returns the files of an unpacked archive, or of ``node_modules/pyodide``."""
    import json

    contents = {name: _read(folder / name) for name in (*FILES, *NOTICES)}
    try:
        version = json.loads(contents["package.json"])["version"]
    except (ValueError, KeyError, TypeError):
        version = "?"
    if version != VERSION:
        raise FileError(
            say("expected Pyodide {version}, got {other}", version=VERSION, other=str(version)[:40]),
            where=str(folder),
        )
    return contents


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=str(path)) from None


def _integrity(content: bytes) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()
