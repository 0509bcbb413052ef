"""The module that the process from which workers are forked imports before the first fork: importing it loads what the
workers need."""

from __future__ import annotations

import logging

from . import warm, worker

__all__ = ["worker"]

try:
    warm.load()
except Exception:  # cold workers are better than none
    logging.getLogger("sprague.web").exception("the workers could not be warmed")
