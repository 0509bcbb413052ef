"""Draws a misère quotient: its elements in squares, as Plambeck and Siegel draw them.

Let a be the first generator with a a = 1, the element of *1, and b the first that acts on some elements as *2 does on
heaps of Nim: b b x = x. There x, a x, b x, a b x make a square; elsewhere x and a x stand side by side. The P-positions
are dark.
"""

from __future__ import annotations

import math
import re
from typing import Any

from sprague.pictures.shapes import Drawing, Shape
from sprague.pictures.svg import render
from sprague.words.messages import say

#: A quotient with more elements is not drawn element by element.
MOST = 400

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

#: The width of a letter and of what stands between two squares, in units, a cell being one unit high.
LETTER, GAP = 0.28, 0.5


def picture(quotient: Any) -> str:
    """Returns the picture as SVG."""
    return render([with_legend(drawing(quotient))], quotient.game)


def with_legend(drawn: Drawing) -> Drawing:
    """Returns the drawing with the meaning of its two colours below it."""
    shapes, width, top = list(drawn.shapes), drawn.width, drawn.height + GAP
    for role, words in (("bar", say("P: whoever moves loses")), ("cell", say("N: whoever moves wins"))):
        text = words.render()
        long = LETTER * len(text)
        shapes.append(Shape("rect", 0, top, 0.6, 0.6, role))
        shapes.append(Shape("text", 0.8 + long / 2, top + 0.3, long, 0.5, "label", "", text))
        width, top = max(width, 0.8 + long), top + 0.8
    return Drawing(width, top - 0.2, tuple(shapes), drawn.summary)


def squares(quotient: Any) -> list[list[list[int]]]:
    """Returns the elements, each once, ordered by least elements: squares [[x, a x], [b x, a b x]], and rows [[x, a x]]
    or [[x]] if there is no square.

    >>> import sprague as sg
    >>> quotient = sg.misere.quotient("nim", heaps=2)
    >>> [[[quotient.elements[x] for x in row] for row in square] for square in squares(quotient)]
    [[['1', 'a']], [['b', 'ab'], ['b^2', 'ab^2']]]
    """
    table = quotient.monoid.table
    own = [quotient.values[heap] for heap in quotient.generators.values()]
    a = next((x for x in own if int(table[x, x]) == 0), 0)
    b = next((x for x in own if x != a and _turns(table, x, a)), 0)
    blocks: list[list[list[int]]] = []
    placed: set[int] = set()

    def row(x: int) -> list[int]:
        return list(dict.fromkeys((x, int(table[x, a]))))

    for element in range(quotient.order):
        if element in placed:
            continue
        first = row(element)
        other = int(table[element, b])
        block = [first]
        if other not in first and int(table[other, b]) == element:
            block.append(row(other))
        block = [[x for x in line if x not in placed] for line in block]
        placed.update(x for line in block for x in line)
        blocks.append([line for line in block if line])
    return blocks


def _turns(table: Any, b: int, a: int) -> bool:
    """Returns whether b exchanges some elements in pairs other than those of a."""
    return any(
        int(table[int(table[x, b]), b]) == x and int(table[x, b]) not in (x, int(table[x, a]))
        for x in range(len(table))
    )


def raised(word: str) -> str:
    """Writes powers with raised exponents.

    >>> raised("ab^12")
    'ab¹²'
    """
    return re.sub(r"\^(\d+)", lambda power: power[1].translate(_RAISED), word)


def drawing(quotient: Any) -> Drawing:
    """Returns the drawing: the squares in rows, larger ones after smaller ones."""
    names, lost = quotient.elements, quotient.monoid.lost
    if quotient.order > MOST:
        label = Shape("text", 2, 0.75, 4, 1, "label", "", repr(quotient)[1:60])
        return Drawing(4, 1.5, (label,), repr(quotient))
    width = 0.6 + LETTER * max(len(raised(name)) for name in names)
    blocks = sorted(squares(quotient), key=len)
    per_row = max(1, math.ceil(math.sqrt(3 * len(blocks) / (2 * width))))
    shapes: list[Shape] = []
    top = right = 0.0
    for begin in range(0, len(blocks), per_row):
        line = blocks[begin : begin + per_row]
        for column, block in enumerate(line):
            block_x = column * (2 * width + GAP)
            for down, row in enumerate(block):
                for across, element in enumerate(row):
                    x, y = block_x + across * width, top + down
                    shapes.append(Shape("rect", x, y, width, 1, "bar" if lost[element] else "cell"))
                    shapes.append(
                        Shape("text", x + width / 2, y + 0.5, width, 0.5, "label", "", raised(names[element]))
                    )
                    right = max(right, x + width)
        top += max(map(len, line)) + GAP
    return Drawing(right, top - GAP, tuple(shapes), repr(quotient))
