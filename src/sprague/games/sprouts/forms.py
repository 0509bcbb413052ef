"""Canonical forms of Sprouts, and the options of a land (``native/sprouts.c``).

A land is a position whose regions hang together by common vertices. Here it is a form of the kernel, as bytes: equal
forms are equal games.
"""

from __future__ import annotations

from array import array

from sprague.system.ask import Step, asked, tick
from sprague.system.limits import bytes_text
from sprague.system.native import Kernel
from sprague.words.errors import TooLargeError
from sprague.words.messages import say

from .notation import for_kernel

Land = bytes
#: An option of a land: the lands that a move leaves, in ascending order.
Lands = tuple[Land, ...]

_forms = Kernel("sprouts_forms", "const uint8[]", "uint8[]")
_options = Kernel("sprouts_options", "const uint8[]", "uint8[]", "int64[]")

#: Bytes of the options that the kernel writes at a time.
_ROOM = 1 << 16

#: Each option takes about this many bytes in a cache.
BYTES_AN_OPTION = 120


def lands_of(state: str) -> Lands:
    """Returns the lands of a state that are not over, in ascending order.

    >>> lands_of("0.0.0"), lands_of("2/0.0/AB/AB"), lands_of("2")
    ((b'0.0.0',), (b'0.0', b'22'), ())
    """
    text = array("B", for_kernel(state))
    out = array("B", bytes(4 * len(text) + 64))
    size = _forms(text, out)
    return tuple(out[:size].tobytes().split(b"|")) if size else ()


def options(land: Land) -> list[Lands]:
    """Returns the options of a land, each once: the lands that each leaves.

    Raises TooLargeError if they do not fit in the memory.

    >>> options(b"0.0"), options(b"22")
    ([(b'222',), (b'22A/2A',)], [()])
    """
    text, out, run = array("B", land), array("B", bytes(_ROOM)), array("q", [0, 0])
    found: set[bytes] = set()
    while not run[1]:
        size = _options(text, out, run)
        found.update(out[:size].tobytes().split(b"\n")[:-1])
        tick(lambda: Step(say("options"), len(found)))
        if BYTES_AN_OPTION * len(found) > asked().bytes:
            raise TooLargeError(
                say(
                    "more than {count} options fill {limit} of memory",
                    count=len(found),
                    limit=bytes_text(asked().bytes),
                )
            )
    return [tuple(option.split(b"|")) if option else () for option in sorted(found)]
