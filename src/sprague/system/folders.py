"""The folders in which Sprague keeps its data: ``SPRAGUE_HOME``, or the usual folders of the system."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from sprague.words.errors import FileError
from sprague.words.messages import say


def home(*, create: bool = False) -> Path:
    """Returns the data folder; ``create`` makes it. Raises FileError if it cannot be made.

    >>> from unittest.mock import patch
    >>> with patch.dict("os.environ", SPRAGUE_HOME="/data/sprague"):
    ...     home().as_posix()
    '/data/sprague'
    """
    return _folder(_given() or _usual("user_data_dir"), create)


def cache(*, create: bool = False) -> Path:
    """Returns the folder for data that can be made again at any time; ``create`` makes it, for this user alone. Raises
    FileError if it cannot be made.

    >>> from unittest.mock import patch
    >>> with patch.dict("os.environ", SPRAGUE_HOME="/data/sprague"):
    ...     cache().as_posix()
    '/data/sprague/cache'
    """
    home = _given()
    return _folder(home / "cache" if home else _usual("user_cache_dir"), create, 0o700)


def private(folder: Path) -> bool:
    """Returns whether a folder exists, belongs to this user, and no other user may write to it or replace it. Sprague
    runs stored code only from such a folder. On Windows, where the rights of a folder are not bits, it returns only
    whether the folder exists.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     private(Path(name)), private(Path(name) / "none")
    (True, False)
    """
    return exposed(folder) is None


def exposed(folder: Path) -> Path | None:
    """Returns the folder because of which ``folder`` is not :func:`private`: itself or one above it. Returns None if it
    is private."""
    status = _look(folder)
    if status is None or not stat.S_ISDIR(status.st_mode):
        return folder
    if os.name == "nt":
        return None
    if status.st_uid != os.geteuid() or status.st_mode & OTHERS_WRITE:
        return folder
    return next((way for way in _ways(folder.absolute().parent) if not _is_safe_way(_look(way))), None)


def _ways(folder: Path) -> Iterator[Path]:
    """Yields every folder and every link on the way to ``folder``, as the system follows it. It ends, because links in
    a circle lead to no folder."""
    names = [*reversed(folder.parts)]
    at = Path(names.pop())
    yield at
    while names:
        at = at.parent if names[-1] == os.pardir else at / names[-1]
        names.pop()
        yield at
        if at.is_symlink():
            target = at.readlink()
            names.extend(reversed(target.parts))
            at = Path(names.pop()) if target.is_absolute() else at.parent


def _look(folder: Path) -> os.stat_result | None:
    try:
        return folder.lstat()
    except OSError:
        return None


#: The bits by which others than the owner may write.
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def _is_safe_way(status: os.stat_result | None) -> bool:
    """Returns whether only this user and the system's may rename the entries of a folder on the way, or change a link
    there. In a folder such as /tmp, with the sticky bit, only the owner of an entry may rename it."""
    if status is None or status.st_uid not in (0, os.geteuid()):
        return False
    mode = status.st_mode
    return stat.S_ISLNK(mode) or not mode & OTHERS_WRITE or bool(mode & stat.S_ISVTX)


def _given() -> Path | None:
    home = os.environ.get("SPRAGUE_HOME")
    return Path(os.path.expanduser(home)).absolute() if home else None  # this also works in a child process


def _usual(kind: str) -> Path:
    import platformdirs

    return Path(getattr(platformdirs, kind)("sprague", appauthor=False))


def _folder(folder: Path, create: bool, mode: int = 0o777) -> Path:
    if create:
        try:
            for level in (*reversed(folder.parents), folder):
                if not level.is_dir():
                    level.mkdir(mode, exist_ok=True)
        except OSError as error:
            raise FileError(
                say("cannot make the data folder: {problem}", problem=error.strerror), where=str(folder)
            ) from error
    return folder
