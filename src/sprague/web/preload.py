"""The process that forks workers imports this module before the first fork, which loads everything that workers
need."""

from __future__ import annotations

import logging

from . import warm, worker

__all__ = ["worker"]

try:
    warm.load()
except Exception:  # cold workers are better than none
    logging.getLogger("sprague.web").exception("the workers could not be warmed")
