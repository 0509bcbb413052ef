"""Draw the atlas for its page: how many rules by system and by states, and the P-positions of ten of them.

``python docs/atlas.py`` writes ``docs/_static/atlas.svg``.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np

from sprague.discovery.atlas import shipped
from sprague.discovery.rule import rule_of
from sprague.discovery.table import Table

TARGET = Path(__file__).parent / "_static" / "atlas.svg"

#: Ten rules worth a look: one of each system, and the richest.
LOVELIEST = (
    "vectors{(0,k),(k,0),(k,k)}",
    "vectors{(0,2k),(2k,0),(k,k)}",
    "vectors{(0,3k),(3k,0),(k,k)}",
    "vectors{(0,k),(k,0),(1,1)}",
    "vectors{(k,2k),(2k,k),(2k,2k)}",
    "vectors{(0,3k),(3k,0),(3k,3k)}",
    "vectors{(k,2k),(2k,k)}",
    "vectors{(2k,3k),(3k,2k)}",
    "vectors{(0,2),(2,0),(0,3),(3,0),(1,3),(3,1)}",
    "vectors{(0,2k),(2k,0),(2k,2k)}",
)

SIDE, SCALE = 72, 2.4
STATES = ((1, 4), (5, 9), (10, 19), (20, 49), (50, 99), (100, 1000))


def bars(counts: list[tuple[str, int]], left: float, top: float) -> list[str]:
    """Lines with a bar and its number each."""
    most = max(count for _, count in counts)
    found = []
    for i, (name, count) in enumerate(counts):
        y = top + 22 * i
        found.append(f'<text x="{left + 104}" y="{y + 13}" text-anchor="end">{escape(name)}</text>')
        width = max(1, 180 * count / most)
        found.append(f'<rect x="{left + 112}" y="{y}" width="{width:.0f}" height="16" fill="#2f6f8f"/>')
        found.append(f'<text x="{left + 118 + width:.0f}" y="{y + 13}">{count}</text>')
    return found


def panel(rule: str, row: dict[str, object], left: float, top: float) -> list[str]:
    """The P-positions of a rule as dots, and under them its text and its system."""
    size = SIDE * SCALE
    cells = np.argwhere(Table(rule_of(rule)).square(128)[:SIDE, :SIDE])
    dots = "".join(f"M{left + x * SCALE:.1f} {top + size - y * SCALE - SCALE:.1f}h2v2h-2z" for x, y in cells)
    about = f"{row['system']}, {row['states']} states" if row["states"] else "not proved"
    shown = rule.removeprefix("vectors")
    letters = 11 if len(shown) < 30 else 8.5
    return [
        f'<rect x="{left}" y="{top}" width="{size:.0f}" height="{size:.0f}" fill="none" stroke="#bbb"/>',
        f'<path d="{dots}" fill="#1c1c1c"/>',
        f'<text x="{left}" y="{top + size + 15:.0f}" font-size="{letters}">{escape(shown)}</text>',
        f'<text x="{left}" y="{top + size + 29:.0f}" font-size="11" fill="#555">{about}</text>',
    ]


def main() -> None:
    rows = {str(row["rule"]): row for row in shipped()}
    proved = [row for row in rows.values() if row["status"] == "proved"]
    systems = Counter(str(row["system"]) for row in proved).most_common()
    systems.append(("not proved", len(rows) - len(proved)))
    states = [(f"{low}–{high}" if high < 1000 else f"{low}+", sum(low <= row["states"] <= high for row in proved))
              for low, high in STATES]  # fmt: skip
    found = bars(systems, 0, 30) + bars(states, 360, 30)
    found.append('<text x="0" y="18" font-weight="bold">rules by system</text>')
    found.append('<text x="360" y="18" font-weight="bold">proved rules by states</text>')
    top = 30 + 22 * max(len(systems), len(states)) + 24
    for i, rule in enumerate(LOVELIEST):
        found += panel(rule, rows[rule], 4 + (i % 4) * 190, top + (i // 4) * 222)
    height = top + 3 * 222
    TARGET.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" font-family="sans-serif" font-size="12">'
        f'<rect width="760" height="{height}" fill="#fff"/>' + "".join(found) + "</svg>\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
