"""Print the names that stand in texts, one a line, so that Vulture takes them for used: what the package loads by a
text such as "games.dots:CIRCLE", its public names, and what the documentation names."""

import re
from keyword import iskeyword
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOADED = re.compile(r"\"[\w.]+((?::\w+)+)\"")

words: set[str] = set()
for path in (ROOT / "src").rglob("*.py"):
    text = path.read_text("utf-8")
    words |= {name for names in LOADED.findall(text) for name in names.split(":")}
    if path.parent.name == "sprague" and path.name == "__init__.py":
        words |= set(re.findall(r"\"(\w+)\"", text))
for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
    words |= set(re.findall(r"\w+", path.read_text("utf-8")))
print(*sorted(word for word in words if word.isidentifier() and not iskeyword(word)), sep="\n")
