"""Runs Coq: compiles the library once and keeps it, and checks files with it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import Any

from sprague.system.file_lock import only_one
from sprague.system.folders import cache
from sprague.words.errors import FileError, SpragueError
from sprague.words.messages import join, say

from .export import LIBRARY

#: The number of library files compiled at the same time; each takes half a gigabyte.
AT_ONCE = min(4, os.cpu_count() or 1)

#: The seconds after which the check of a file is given up.
MOST_SECONDS = 7200

#: The axioms of Coq's own primitive integers and arrays come from these modules of its standard library.
PRIMITIVE = re.compile(r"(Uint63|PrimInt63|PArray|PrimArray|Sint63)\.")

_THEOREM = re.compile(r"^\s*(?:Theorem|Lemma|Corollary)\s+([A-Za-z_][\w']*)", re.MULTILINE)
_REQUIRED = re.compile(r"^From Sprague Require Import ([\w\s]+)\.", re.MULTILINE)
#: The lemmas of the library that compute with primitive integers: a theorem by one of them rests on axioms.
_BY_MACHINE = re.compile(r"\b(?:fast_\w+|FastTable|\w+_by_search|dots_sum_by)\b")
_QUESTION = re.compile(r"^Print Assumptions \w+\.\s*\Z", re.MULTILINE)
_COMMENT = re.compile(r"\(\*|\*\)")


def sources() -> dict[str, str]:
    """Returns the files of the library, name -> text, each after those that it needs."""
    folder = resources.files("sprague") / "coq"
    return {f"{module}.v": (folder / f"{module}.v").read_text("utf-8") for module in LIBRARY}


def write_library(folder: str | os.PathLike[str]) -> list[str]:
    """Writes the library into ``folder``, with a Makefile and a _CoqProject. Returns the names of the files."""
    target = Path(folder)
    files = dict(sources())
    files["_CoqProject"] = "-Q . Sprague\n" + "".join(f"{name}\n" for name in files)
    files["Makefile"] = (
        "all: CoqMakefile\n\t$(MAKE) -f CoqMakefile\n\nCoqMakefile: _CoqProject\n"
        "\tcoq_makefile -f _CoqProject -o CoqMakefile\n\nclean:\n"
        "\tif [ -f CoqMakefile ]; then $(MAKE) -f CoqMakefile cleanall; fi\n\trm -f CoqMakefile CoqMakefile.conf\n\n"
        ".PHONY: all clean\n"
    )
    try:
        target.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (target / name).write_text(text, "utf-8")
    except OSError as error:
        raise FileError(
            say("cannot write: {problem}", problem=error.strerror or str(error)), where=str(target)
        ) from error
    return list(files)


def coqc() -> tuple[str, str]:
    """Returns the path of Coq's compiler and its version. Raises SpragueError, which says how to get Coq, if it is not
    installed."""
    found = shutil.which("coqc")
    if found is None:
        raise SpragueError(
            say("Coq is not installed; get it by: apt install coq (Debian), or: opam install coq")
        )
    done = subprocess.run([found, "--version"], capture_output=True, text=True, check=False)
    version = re.search(r"version\s+(\S+)", done.stdout)
    return found, version[1] if version else "unknown"


def library() -> Path:
    """Returns the folder of the compiled library. The first call compiles it, and the user's cache keeps it by version.
    A damaged copy is compiled again, because Coq reads it unchecked."""
    compiler, version = coqc()
    files = sources()
    key = hashlib.sha256("".join(f"{name}\0{text}\0" for name, text in files.items()).encode()).hexdigest()[
        :16
    ]
    kept = cache(create=True) / "coq" / f"{version}-{key}"
    if _is_whole(kept):
        return kept
    kept.parent.mkdir(parents=True, exist_ok=True)
    with only_one(kept, wait=True), tempfile.TemporaryDirectory(dir=kept.parent, prefix="new-") as name:
        if _is_whole(kept):  # another process has just compiled it
            return kept
        made = Path(name) / "library"
        made.mkdir()
        for file, text in files.items():
            (made / file).write_text(text, "utf-8")
        _compile(files, made, compiler, version)
        (made / "complete").write_text(json.dumps(_digests(made)), "utf-8")
        shutil.rmtree(kept, ignore_errors=True)
        os.replace(made, kept)
    return kept


def _compile(files: dict[str, str], folder: Path, compiler: str, version: str) -> None:
    """Compile the library in ``folder``, side by side what does not need each other."""
    jobs: dict[str, Future[None]] = {}

    def one(file: str) -> None:
        for module in _needed(files[file]):
            jobs[f"{module}.v"].result()
        done = _run([compiler, "-q", "-Q", str(folder), "Sprague", str(folder / file)], folder)
        if done.returncode:
            raise SpragueError(
                say(
                    "Coq {version} does not accept the library: {problem}",
                    version=version,
                    problem=_said(done)[:300],
                )
            )

    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            # Each file comes after those that it needs, so that no job waits for one that has no thread.
            for file in files:
                jobs[file] = pool.submit(one, file)
            for job in jobs.values():
                job.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _needed(text: str) -> list[str]:
    """The modules of the library that a file of it requires.

    >>> _needed("From Coq Require Import List.\\nFrom Sprague Require Import Game Values.")
    ['Game', 'Values']
    """
    return [module for row in _REQUIRED.findall(text) for module in row.split()]


def _is_whole(kept: Path) -> bool:
    """Whether a library was compiled to its end, and is still what was written then."""
    try:
        stated = json.loads((kept / "complete").read_text("utf-8"))
        return bool(stated == _digests(kept))
    except (OSError, ValueError):
        return False


def _digests(folder: Path) -> dict[str, str]:
    """The digests of the compiled files."""
    return {module: hashlib.sha256((folder / f"{module}.vo").read_bytes()).hexdigest() for module in LIBRARY}


def verify(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Checks a file with Coq. Returns {file, ok, theorems: [{name, statement, assumptions}], seconds}; ``message`` says
    why Coq refuses it.

    ``ok`` means that coqc accepts the file, that it has a theorem, and that no theorem rests on any axioms except those
    of Coq's primitive integers and arrays. Raises FileError if the file does not exist, SpragueError without Coq.
    """
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(
            say("cannot read: {problem}", problem=getattr(error, "strerror", None) or str(error)),
            where=str(path),
        ) from error
    compiler, _ = coqc()
    home = library()
    result: dict[str, Any] = {"file": str(path), "ok": False, "theorems": [], "seconds": 0.0}
    names = list(dict.fromkeys(_THEOREM.findall(without_comments(text))))
    with tempfile.TemporaryDirectory() as folder:

        def run(file: str, content: str) -> subprocess.CompletedProcess[str]:
            (Path(folder) / file).write_text(content, "utf-8")
            words = [compiler, "-q", "-Q", str(home), "Sprague", "-Q", folder, "Checked", file]
            return _run(words, Path(folder))

        begun = time.monotonic()
        done = run("Checked.v", _without_last_question(text))
        result["seconds"] = round(time.monotonic() - begun, 2)
        if done.returncode:
            return result | {"message": _said(done)}
        if not names:
            return result | {"message": str(say("there is no theorem in it"))}
        # Coq looks for the axioms of all theorems together in about the time that it takes for one of them. Only if
        # there are some does the answer name those of each.
        together = len(names) > 1 and not _BY_MACHINE.search(text)
        if together:
            every = ", ".join(f"@{name}" for name in names)
            asked = run("Asked.v", _questions(names, f"Definition all := ({every}).\n", ["all"]))
            together = not asked.returncode and not any(_answers(asked.stdout, len(names))[1])
        if not together:
            asked = run("Asked.v", _questions(names, "", names))
    if asked.returncode:
        return result | {"message": _said(asked)}
    statements, axioms = _answers(asked.stdout, len(names))
    if together:
        axioms = [[] for _ in names]
    result["theorems"] = theorems = [
        {"name": name, "statement": statement, "assumptions": rests_on}
        for name, statement, rests_on in zip(names, statements, axioms, strict=True)
    ]
    others = sorted({a for found in theorems for a in found["assumptions"] if not PRIMITIVE.match(a)})
    if others:
        return result | {"message": str(say("it rests on what is not proved: {names}", names=join(others)))}
    return result | {"ok": True}


def _without_last_question(text: str) -> str:
    """The text without a question about assumptions in its last line: it takes Coq a second, and is asked anyway.

    >>> _without_last_question("Theorem x : True. Proof. exact I. Qed.\\nPrint Assumptions x.\\n")
    'Theorem x : True. Proof. exact I. Qed.\\n'
    """
    return _QUESTION.sub("", text)


def without_comments(text: str) -> str:
    """Returns the text without comments, which may be nested.

    >>> without_comments("a (* b (* c *) d *) e")
    'a  e'
    """
    depth, at, kept = 0, 0, []
    for mark in _COMMENT.finditer(text):
        if depth == 0:
            kept.append(text[at : mark.start()])
        depth = depth + 1 if mark[0] == "(*" else max(0, depth - 1)
        at = mark.end()
    return "".join([*kept, text[at:]]) if depth == 0 else "".join(kept)


#: What Coq prints before each of its answers.
_MARK = 'Goal True. idtac "@@". exact I. Qed.\n'


def _questions(names: list[str], definition: str, proofs: list[str]) -> str:
    """A file that asks for the statement of each theorem in ``names``, and for the axioms of each of ``proofs``."""
    asked = [f"{_MARK}Check {name}.\n" for name in names]
    asked += [f"{_MARK}Print Assumptions {proof}.\n" for proof in proofs]
    return (
        "From Coq Require Import NArith List String.\n"
        f"From Sprague Require Import {' '.join(LIBRARY)}.\nFrom Checked Require Import Checked.\n"
        "Import ListNotations. Open Scope N_scope. Set Printing Width 100000. Set Printing Depth 100000.\n"
        + definition
        + "".join(asked)
    )


def _answers(said: str, count: int) -> tuple[list[str], list[list[str]]]:
    """The statements of ``count`` theorems, and the lists of axioms, from what Coq said to ``_questions``."""
    answers = said.split("@@\n")[1:]
    statements = [" ".join(answer.split(":", 1)[1].split()) for answer in answers[:count]]
    axioms = [
        [
            line.split(" ")[0].rstrip(":")
            for line in answer.splitlines()[1:]
            if line and not line.startswith((" ", "Axioms:", "Closed under", "Section"))
        ]
        for answer in answers[count:]
    ]
    return statements, axioms


def _run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            words,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=MOST_SECONDS,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise SpragueError(say("Coq did not end within {seconds} s", seconds=MOST_SECONDS)) from None


def _said(done: subprocess.CompletedProcess[str]) -> str:
    return (done.stderr or done.stdout).strip()[-2000:] or f"coqc ended with status {done.returncode}"
