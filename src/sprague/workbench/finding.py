"""Finds games by words of what is known of them."""

from __future__ import annotations

import re
import sys

from sprague.model.ruleset import Ruleset


def is_like(ruleset: Ruleset | type[Ruleset], words: str) -> bool:
    """Returns whether each of the words begins a word of what is known of a game: its names, its rule, its class and
    the file where it is defined."""
    of = ruleset if isinstance(ruleset, type) else type(ruleset)
    texts = [
        of.__doc__,
        sys.modules[of.__module__].__doc__,
        ruleset.title,
        ruleset.rule,
        ruleset.name,
        of.__name__,
    ]
    there = {word for text in texts for word in re.findall(r"[\w-]+", str(text or "").lower())}
    wanted = set(re.findall(r"[\w-]+", words.lower())) - {"a", "an", "the", "in", "of", "on", "with", "and"}
    return all(any(word.startswith(each) for word in there) for each in wanted)
