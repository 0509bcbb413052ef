"""Imported by the process that workers are forked from, before the first of them: importing it loads what they need."""

from __future__ import annotations

import logging

from . import warm, worker

__all__ = ["worker"]

try:
    warm.load()
except Exception:  # workers that come up cold are better than none
    logging.getLogger("sprague.web").exception("the workers could not be warmed")
