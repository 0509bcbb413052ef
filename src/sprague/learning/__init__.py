"""Games as environments for learners, with the true outcomes (extra ``[gym]``).

>>> from sprague import learning
>>> env = learning.SpragueEnv("nim 3,4,5", opponent="perfect")
>>> observation, info = env.reset(seed=1)
>>> info["position"], int(info["winning"].sum()), int(observation["action_mask"].sum())
('nim 3,4,5', 1, 12)

:class:`SpragueEnv` is an environment of Gymnasium, :func:`pettingzoo_env` one of PettingZoo for two learners, and
:func:`openspiel_game` a game of OpenSpiel. :mod:`.starts` has positions to begin with: ladders, sizes, the rules of the
atlas. ``python -m sprague.learning.benchmark`` prints a table of learners.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from sprague.words.errors import MissingExtraError
from sprague.words.messages import say

if TYPE_CHECKING:
    from .environment import SpragueEnv as SpragueEnv
    from .features import Features as Features
    from .openspiel import openspiel_game as openspiel_game
    from .pairs import pettingzoo_env as pettingzoo_env
    from .starts import heaps as heaps
    from .starts import ladder as ladder
    from .starts import rules as rules

_HOMES = {
    "Features": "features",
    "SpragueEnv": "environment",
    "heaps": "starts",
    "ladder": "starts",
    "openspiel_game": "openspiel",
    "pettingzoo_env": "pairs",
    "rules": "starts",
}

__all__ = ["Features", "SpragueEnv", "heaps", "ladder", "openspiel_game", "pettingzoo_env", "rules"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] == "sprague":
            raise
        raise MissingExtraError("gym", say("learning")) from None
