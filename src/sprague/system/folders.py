"""The folders in which Sprague keeps its data: ``SPRAGUE_HOME``, or the usual folders of the system."""

from __future__ import annotations

import os
import stat
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
    given = _given()
    return _folder(given / "cache" if given else _usual("user_cache_dir"), create, 0o700)


def private(folder: Path) -> bool:
    """Returns whether a folder is there, belongs to this user, and nobody else may write to it. Code that was kept runs
    only from such a folder. On Windows, where the rights of a folder are no bits, only whether it is there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     private(Path(name)), private(Path(name) / "none")
    (True, False)
    """
    try:
        status = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(status.st_mode):
        return False
    return os.name == "nt" or (status.st_uid == os.geteuid() and not status.st_mode & 0o022)


def _given() -> Path | None:
    given = os.environ.get("SPRAGUE_HOME")
    return Path(os.path.expanduser(given)).absolute() if given else None  # where a child works, too


def _usual(kind: str) -> Path:
    import platformdirs

    return Path(getattr(platformdirs, kind)("sprague", appauthor=False))


def _folder(folder: Path, create: bool, mode: int = 0o777) -> Path:
    if create:
        try:
            folder.mkdir(mode, parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(
                say("cannot make the data folder: {problem}", problem=error.strerror), where=str(folder)
            ) from error
    return folder
