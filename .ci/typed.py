"""Check the types as a user of the package meets them, with mypy and with pyright: every example of the documentation
passes, and in tests/typed/program.py both find every line that is marked as a mistake, and no other.

python .ci/typed.py"""

import inspect
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from markdown import blocks  # noqa: E402

import sprague  # noqa: E402

PROGRAM = ROOT / "tests/typed/program.py"
MARK = "# mistake"

#: An example need not annotate its functions. All else that is strict holds.
LOOSER = """# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-calls
# mypy: allow-untyped-decorators, allow-redefinition, disable-error-code=no-redef
"""

Errors = dict[str, dict[int, str]]


def examples(folder: Path) -> dict[str, str]:
    """Write the examples of each page, and those of the public names, as programs; their places by file."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    found = {}
    for page in pages:
        if "_build" in page.parts:
            continue
        lines = [""] * len(page.read_text("utf-8").splitlines())
        for block in blocks(page):
            named = re.match(r"# (\w+)\.py\n", block.body)
            if block.kind == "python" and named:  # a file of its own
                found[f"{page.relative_to(ROOT)}: {named[1]}.py"] = block.body
            elif block.kind in ("python", "pycon", "{doctest}"):
                for number, line in enumerate(_program(block.body)):
                    lines[block.line + number] = line
        found[str(page.relative_to(ROOT))] = "\n".join(lines)
    for name, home in sorted({**sprague._HOMES, **sprague._MODULES}.items()):
        text = inspect.getdoc(getattr(sprague, name)) or ""
        given = f"import sprague as sg; from sprague.{home} import *"
        found[f"sprague.{name}"] = "\n".join([given, *_program(text)]) if ">>>" in text else ""
    places = {}
    for number, (place, text) in enumerate(found.items()):
        if text.strip():
            file = folder / f"page_{number}.py"
            file.write_text(f"{text}\n{LOOSER}", "utf-8")
            places[file.name] = place
    return places


def _program(body: str) -> list[str]:
    """The lines of Python of a block, at the places where they stand: what stands behind prompts, but for examples of
    errors, or all of a block without prompts."""
    lines = body.splitlines()
    if not any(line.lstrip().startswith(">>> ") for line in lines):
        return lines
    shown = ["" for _ in lines]
    begun: list[int] = []
    for number, line in enumerate(lines):
        prompt = re.match(r"\s*(?:>>>|\.\.\.)(?: |$)", line)
        if prompt:
            if line.lstrip().startswith(">>>"):
                begun = []
            begun.append(number)
            shown[number] = line[prompt.end() :]
        elif line.strip().startswith("Traceback (most recent call last)"):
            for each in begun:
                shown[each] = ""
    return shown


def mypy(files: list[Path]) -> Errors:
    """The errors that mypy finds, by file and line."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--no-error-summary",
            "--config-file",
            "",
            *map(str, files),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    found: Errors = {}
    for line in done.stdout.splitlines():
        place = re.match(r"(.*?):(\d+): error: (.*)", line)
        if place:
            found.setdefault(Path(place[1]).name, {})[int(place[2])] = place[3]
    if done.returncode > 1 or (done.returncode and not found):
        sys.exit(done.stdout + done.stderr)
    return found


def pyright(files: list[Path]) -> Errors:
    """The errors that pyright finds, by file and line."""
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, *map(str, files)],
        capture_output=True,
        text=True,
        check=False,
    )
    found: Errors = {}
    for each in json.loads(done.stdout)["generalDiagnostics"]:
        if each["severity"] == "error":
            line = each["range"]["start"]["line"] + 1
            found.setdefault(Path(each["file"]).name, {})[line] = each["message"].splitlines()[0]
    return found


def main() -> None:
    wrong = 0
    text = PROGRAM.read_text("utf-8").splitlines()
    planted = {number for number, line in enumerate(text, 1) if MARK in line}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        places = examples(folder)
        files = [*(folder / each for each in places), PROGRAM]  # together: what they import is checked once
        for checker, errors in (("mypy", mypy(files)), ("pyright", pyright(files))):
            found = errors.pop(PROGRAM.name, {})
            wrong += sum(map(len, errors.values()))
            print(f"{checker}: {len(places)} pages of examples, {sum(map(len, errors.values()))} errors")
            for file, lines in errors.items():
                for line, message in sorted(lines.items()):
                    print(f"  {places[file]}:{line}: {message}")
            print(f"{checker}: {len(planted & found.keys())} of {len(planted)} planted mistakes found")
            for line in sorted(planted ^ found.keys()):
                wrong += 1
                print(f"  line {line}: {found.get(line, 'not found: ' + text[line - 1].strip())}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
