"""A pattern as code, with the results of its test."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from sprague.system.ask import tick
from sprague.words.messages import Message, say


def except_at_zero(words: Message, value: int) -> Message:
    """Returns the words for a function that they do not define at 0, or not as the value is there."""
    return say("{words}; {value} at 0", words=words, value=value)


@dataclass(frozen=True)
class Guess:
    """A pattern that fits. ``body`` is a Python expression (or lines that end in a return) in n, or in x and y. ``cpp``
    is the same in C++ and may call the functions of ``helpers``. A shorter description has a smaller ``cost``. The code
    is a function with the name ``result``."""

    name: str
    text: Message
    body: str
    cpp: str
    cost: int = 10
    helpers: str = ""
    result: str = "value"

    @property
    def loops(self) -> bool:
        """Whether the function takes longer for a larger heap, since it has a loop."""
        return re.search(r"\b(for|while)\b", self.body) is not None

    def python(self, names: str = "n") -> str:
        """Returns the function as Python code."""
        lines = self.body.splitlines()
        if len(lines) == 1 and not self.body.lstrip().startswith("return"):
            lines = [f"return {self.body}"]
        return f"def {self.result}({', '.join(names)}):\n" + "\n".join(f"    {line}" for line in lines) + "\n"

    def function(self, names: str = "n") -> Callable[..., int]:
        """Returns the function itself."""
        space: dict[str, Any] = {}
        exec(self.python(names), space)  # only code written in this package
        compiled: Callable[..., int] = space[self.result]
        return compiled

    def of_outcomes(self) -> Guess:
        """Returns the same pattern, said of outcomes instead of values."""
        text = say("the outcome (1 if the player to move wins, else 0): {text}", text=self.text)
        return replace(self, text=text, result="outcome")

    def cpp_lines(self) -> list[str]:
        """Returns the lines of the function in C++."""
        lines = self.cpp.splitlines()
        if len(lines) == 1 and not self.cpp.lstrip().startswith("return"):
            return [f"return {self.cpp};"]
        return lines

    def cplusplus(self, names: str = "n") -> str:
        """Returns the function as C++, with the headers and the functions that it needs."""
        lines = self.cpp_lines()
        head = ", ".join(f"long long {name}" for name in names)
        code = f"long long {self.result}({head}) {{\n" + "\n".join(f"    {line}" for line in lines) + "\n}\n"
        headers = [f"#include <{name}>\n" for sign, name in _HEADERS.items() if sign in code]
        return "".join(headers) + self.helpers + code


#: The text that shows that C++ code needs a header.
_HEADERS = {"sqrtl": "cmath", "std::vector": "vector"}


@dataclass(frozen=True)
class Pattern:
    """A guess with the result of its test. ``fitted`` and ``tested`` count the entries used. ``first_failure`` is the
    first place (n, or x and y) where it fails, or None."""

    guess: Guess
    fitted: int
    tested: int
    first_failure: tuple[int, ...] | None

    def to_dict(self) -> dict[str, Any]:
        """Returns {name, text, fitted, tested, first_failure}."""
        failure = None if self.first_failure is None else list(self.first_failure)
        return {
            "name": self.guess.name,
            "text": str(self.guess.text),
            "fitted": self.fitted,
            "tested": self.tested,
            "first_failure": failure,
        }


def retested(pattern: Pattern, values: list[int]) -> Pattern:
    """Returns a pattern of a sequence, refuted at the first of these values that contradicts it.

    >>> from .patterns import of_sequence
    >>> (found,) = of_sequence([n % 3 for n in range(60)])
    >>> retested(found, [n % 3 for n in range(100)]) == found
    True
    >>> retested(found, [n % 3 for n in range(80)] + [7]).first_failure
    (80,)
    """
    if pattern.first_failure is not None:
        return pattern
    function = pattern.guess.function()
    for n, value in enumerate(values):
        if not n & 255:
            tick()
        if function(n) != value:
            return replace(pattern, first_failure=(n,))
    return pattern


def ranked(patterns: list[Pattern]) -> list[Pattern]:
    """Returns the patterns, the best first. Failed patterns are kept only if none passed the test."""
    patterns.sort(key=lambda pattern: (pattern.first_failure is not None, pattern.guess.cost))
    good = [pattern for pattern in patterns if pattern.first_failure is None]
    late = [p for p in patterns if p.first_failure is not None and max(p.first_failure) * 10 >= 8 * p.tested]
    return good or late[:1]
