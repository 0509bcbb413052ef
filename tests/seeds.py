"""The seed of all chance in a run of the tests. It is the same in every run, unless SPRAGUE_SEED sets another:
``nox -s explore`` and ``nox -s deep`` draw one and print it."""

from __future__ import annotations

import os

#: The seed of a run that is given none.
DEFAULT = 201

#: The seed of this run.
SEED = int(os.environ.get("SPRAGUE_SEED") or DEFAULT)
