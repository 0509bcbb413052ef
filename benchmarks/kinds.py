"""Heaps of several kinds: 10⁵ heaps of each of eight kinds, in systems that have no period.

``python -m benchmarks kinds`` prints the rows.
"""

from __future__ import annotations

from .measure import Row, called

#: The largest value of all kinds -> the system.
SYSTEMS = {
    160: "a:a-6,d+d-2;b:b-5,a+a-1;c:d-5,a+d-6,g+d-4;d:a-2,g-3,c+d-3;e:b-4;f:f-5,e-1,b+g-1;g:f-5,d-6;h:d-3",
    512: "a:a-2,e-6,a+e-1;b:g-1,b-5,f+c-5;c:h-5,b-6;d:g-3,d-6,h+b-1;e:b-5,c-6;f:b-5,g+h-4;g:h-4,a-4,c+a-4;"
    "h:h-1,h-2,f+b-2",
    322: "a:d+g-3;b:c-5,e-1,g+f-3,b+f-3;c:b+d-1;d:g-6,b-1,g-1,g+g-4;e:c-6,g-2,d+g-2;f:c-6,b+h-1,h+h-5;"
    "g:h+f-4,c+a-2;h:h+g-4",
    11617: "a:b-1,c+e-3,d+a-5;b:c-4,g-6,f-5,e+a-1,f+h-3;c:g-5,c-5,d+d-1;d:f-2,f+c-4;e:f-5,f-3,c+g-6,h+d-4;"
    "f:h-5,f-6,h+f-5,h+h-6;g:f-6,e+h-3;h:g-3,d-4,b+f-6,a+d-6",
}


def rows() -> list[Row]:
    """Work, figure, unit, best public figure."""
    return [
        (
            f"sg.game('kinds{{…}}').values(10**5), 8 kinds, values to {largest}",
            called(f"sg.game('kinds{{{system}}}').values(10**5)"),
            "s",
            "",
        )
        for largest, system in SYSTEMS.items()
    ]
