"""The seed of all chance in a run of the tests: another one each time, told at its end; SPRAGUE_SEED repeats one."""

from __future__ import annotations

import os
import random

# The first process of a run draws it, and those that it starts find it there.
_DRAWN = os.environ.setdefault("SPRAGUE_TESTS_DREW", str(random.SystemRandom().randrange(10**9)))

#: The seed of this run.
SEED = int(os.environ.get("SPRAGUE_SEED") or _DRAWN)
