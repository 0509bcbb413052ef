"""Objects that ``with`` closes at its end."""

from __future__ import annotations

from typing import Self


class Closing:
    """A class with a method ``close``, which the end of a ``with`` statement calls."""

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
