"""Where Sprague keeps its data: ``SPRAGUE_HOME``, or the usual folder of the system."""

from __future__ import annotations

import os
from pathlib import Path

from .errors import FileError
from .messages import say


def home(*, create: bool = False) -> Path:
    """The data folder; ``create`` makes it. Raises FileError when that cannot be done.

    >>> from unittest.mock import patch
    >>> with patch.dict("os.environ", SPRAGUE_HOME="/data/sprague"):
    ...     home().as_posix()
    '/data/sprague'
    """
    given = os.environ.get("SPRAGUE_HOME")
    if given:
        folder = Path(given).expanduser()
    else:
        import platformdirs

        folder = Path(platformdirs.user_data_dir("sprague", appauthor=False))
    if create:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(
                say("cannot make the data folder: {problem}", problem=error.strerror), where=str(folder)
            ) from error
    return folder
