"""Finds Coq, compiles the library once, keeps it, and finds the axioms on which it rests."""

from __future__ import annotations

import contextlib
import errno
import functools
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from sprague.system import sandbox
from sprague.system.file_lock import only_one
from sprague.system.folders import OTHERS_WRITE, cache, exposed, private
from sprague.words.errors import FileError, SpragueError
from sprague.words.messages import Message, say

from .export import LIBRARY, RULES
from .form import RefusedError, sentences

#: The number of library files compiled at the same time; each takes half a gigabyte.
AT_ONCE = min(4, os.cpu_count() or 1)

#: The seconds after which the compilation of a file of the library is given up.
MOST_SECONDS = 7200

#: The version of Coq with which we test.
TESTED = "8.16"

_REQUIRED = re.compile(r"^From Sprague Require Import ([\w\s]+)\.", re.MULTILINE)
_DEFINED = re.compile(r"(?:Definition|Fixpoint|Inductive|Record|Theorem|Lemma) ([A-Za-z_][\w']*)")
_CONSTRUCTOR = re.compile(r"(?:(?::=|\|) ?(?=[A-Z])|with )([A-Za-z_][\w']*)")
_FIELD = re.compile(r"[{;] ?([A-Za-z_][\w']*) :")


def sources() -> dict[str, str]:
    """Returns the files of the library, name -> text, each after those that it needs."""
    folder = resources.files("sprague") / "coq"
    names = {module: f"rules/{module}.v" if module in RULES else f"{module}.v" for module in LIBRARY}
    return {f"{module}.v": (folder / name).read_text("utf-8") for module, name in names.items()}


def write_library(folder: str | os.PathLike[str], force: bool = False) -> list[str]:
    """Writes the library into ``folder``, with a Makefile and a _CoqProject. Returns the names of the files. Raises
    FileError if one of them exists with another content, unless ``force`` is set."""
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
        existing = [] if force else [name for name in files if (target / name).exists()]
        other = next(
            (name for name in existing if (target / name).read_bytes() != files[name].encode()), None
        )
        for name, text in files.items() if other is None else ():
            (target / name).unlink(missing_ok=True)  # so that no link leads elsewhere
            (target / name).write_bytes(text.encode())
    except OSError as error:
        raise FileError(
            say("cannot write: {problem}", problem=error.strerror or str(error)), where=str(target)
        ) from error
    if other is not None:
        raise FileError(say("the file exists; --force overwrites it"), where=str(target / other))
    return list(files)


@dataclass(frozen=True)
class Coq:
    """The installed Coq: the words of its compile command, the checker, and the version. A sandbox may run ``programs``
    and read ``folders``."""

    compiler: tuple[str, ...]
    checker: str
    version: str

    @property
    def versions(self) -> dict[str, str]:
        from sprague import __version__

        return {"sprague": __version__, "coq": self.version, "tested with": TESTED, "library": key()}

    @property
    def programs(self) -> tuple[str, ...]:
        beside = map(_program, ("rocq", "rocqworker", "rocqchk", "coqworker"))
        return (self.compiler[0], self.checker, *filter(None, beside))

    @functools.cached_property
    def folders(self) -> tuple[str, ...]:
        """The folders of Coq's own libraries, and those of OCaml beside them."""
        with workplace() as place:
            config = _run([*self.compiler, "-config"], place).stdout
        homes = re.findall(r"^(?:COQLIB|COQCORELIB|ROCQLIB)=(\S+)", config, re.MULTILINE)
        return tuple(
            dict.fromkeys(each for home in homes for each in (home, os.path.dirname(os.path.realpath(home))))
        )


def find() -> Coq:
    """Returns the installed Coq, or Rocq, its name from version 9 on. If there is none, raises SpragueError, which says
    how to install it."""
    compiler, checker, rocq = map(_program, ("coqc", "coqchk", "rocq"))
    words = (compiler,) if compiler else (rocq, "compile") if rocq else None
    checker = checker or _program("rocqchk")
    if words is None or checker is None:
        raise SpragueError(
            say("Coq is not installed; get it by: apt install coq (Debian), or: opam install coq")
        )
    return _coq_of(words, checker)


def _program(name: str) -> str | None:
    """Returns the first program ``name`` in a folder of the search path. A folder that is relative to the current one
    does not count, nor does the current one, which Windows searches first: what is there may come from a stranger."""
    file = f"{name}.exe" if os.name == "nt" else name
    folders = filter(os.path.isabs, os.get_exec_path())
    return next(filter(None, (shutil.which(os.path.join(folder, file)) for folder in folders)), None)


@functools.lru_cache(maxsize=4)
def _coq_of(words: tuple[str, ...], checker: str) -> Coq:
    with workplace() as place:  # Coq looks for programs there
        process = _run([words[0], "--version"], place)
    version = re.search(r"version\s+(\S+)", process.stdout)
    return Coq(words, checker, version[1] if version else "unknown")


@functools.cache
def defined() -> frozenset[str]:
    """Returns the names that the rules define, those of constructors and of fields among them.

    >>> {"lost", "Lost", "move", "Token", "Circle", "digits", "p_portion"} <= defined()
    True
    """
    texts = sources()
    names: set[str] = set()
    for module in RULES:
        for sentence in sentences(texts[f"{module}.v"]):
            names.update(mark[1] for mark in [_DEFINED.match(sentence)] if mark)
            if sentence.startswith(("Inductive ", "Record ")):
                names.update(_CONSTRUCTOR.findall(sentence))
            if sentence.startswith("Record "):
                names.update(_FIELD.findall(sentence))
    return frozenset(names)


def key() -> str:
    """Returns the digest of the library's text."""
    joined = "".join(f"{name}\0{text}\0" for name, text in sources().items())
    return hashlib.sha256(joined.encode()).hexdigest()[:16]


def library(
    tell: Callable[[Message], None] = lambda words: None,
    step: Callable[[Message], None] = lambda words: None,
    *,
    anew: bool = False,
) -> Path:
    """Returns the folder of the compiled library. The first call compiles it; it passes a sentence to ``tell`` first,
    and one to ``step`` for each file. The user's cache keeps it by version. If the cache cannot be written, ``tell``
    gets the reason, and a folder of this process keeps the library. A damaged copy is compiled again, because Coq would
    read it unchecked. With ``anew`` no kept copy is believed: this process compiles the library. Raises FileError if
    others may write to the folder of these copies."""
    coq, name = find(), f"{find().version}-{key()}"
    folder = Path(_passing().name) / name if anew else _folder(name, tell)
    _refuse_exposed(folder.parent)
    if _is_whole(folder):
        return folder
    with only_one(folder, wait=True):
        if not _is_whole(folder):  # otherwise another process has just compiled it
            tell(
                say(
                    "Coq {version} compiles the library of theorems anew: about a minute", version=coq.version
                )
                if anew
                else say(
                    "Coq {version} compiles the library of theorems, once: about a minute",
                    version=coq.version,
                )
            )
            try:
                _make(folder, coq, step)
            except OSError as error:
                raise FileError(
                    say("cannot write: {problem}", problem=error.strerror or str(error)), where=str(folder)
                ) from error
    return folder


@contextlib.contextmanager
def workplace() -> Iterator[Path]:
    """Makes a folder for files of this process and of Coq, and removes it at the end. Raises FileError if others could
    put another folder in its place."""
    with tempfile.TemporaryDirectory(prefix="sprague-") as name:
        _refuse_exposed(Path(name))
        yield Path(name)


def _refuse_exposed(folder: Path) -> None:
    if at_fault := exposed(folder):
        raise FileError(
            say("expected a folder that belongs to you and to which nobody else may write (chmod go-w)"),
            where=str(at_fault),
        )


def _make(folder: Path, coq: Coq, step: Callable[[Message], None]) -> None:
    """Compiles the library, and moves it to ``folder``, whatever was there before."""
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix="new-") as name:
        draft, files = Path(name) / "library", sources()
        draft.mkdir(0o700)
        for file, text in files.items():
            (draft / file).write_text(text, "utf-8")
        _compile(files, draft, coq, step)
        (draft / "complete").write_text(json.dumps(_digests(draft)), "utf-8")
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(draft, folder)


def _folder(name: str, tell: Callable[[Message], None]) -> Path:
    """Returns the folder ``name`` in the user's cache, or in a folder of this process if the cache cannot be
    written."""
    place = cache() / "coq"
    try:
        cache(create=True)
        place.mkdir(0o700, exist_ok=True)
        problem: Message | str = "" if os.access(place, os.W_OK) else os.strerror(errno.EACCES)
    except FileError as error:
        problem = error.message
    except OSError as error:
        problem = error.strerror or str(error)
    if not problem or (place / name / "complete").exists():
        return place / name
    if not _passing.cache_info().currsize:
        tell(
            say(
                "{folder} cannot be written ({problem}), so the compiled library of theorems is not kept",
                folder=str(place),
                problem=problem,
            )
        )
    return Path(_passing().name) / name


@functools.cache
def _passing() -> tempfile.TemporaryDirectory[str]:
    """Makes a private folder, which lasts until the process ends."""
    return tempfile.TemporaryDirectory(prefix="sprague-coq-")


def _compile(files: dict[str, str], folder: Path, coq: Coq, step: Callable[[Message], None]) -> None:
    """Compiles the library in ``folder``, with independent files in parallel."""
    jobs: dict[str, Future[None]] = {}

    def one(file: str) -> None:
        for module in _needed(files[file]):
            jobs[f"{module}.v"].result()
        process = _run([*coq.compiler, "-q", "-Q", str(folder), "Sprague", str(folder / file)], folder)
        if process.returncode:
            raise SpragueError(
                say(
                    "Coq {version} does not accept the library: {problem}",
                    version=coq.version,
                    problem=_message(process)[:300],
                )
            )

    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            # Each file comes after the files that it needs, so no job waits for one that has no thread.
            for file in files:
                jobs[file] = pool.submit(one, file)
            for position, job in enumerate(jobs.values(), 1):
                job.result()
                step(say("{done} of {count} files of the library", done=position, count=len(jobs)))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _needed(text: str) -> list[str]:
    """Returns the modules of the library that one of its files requires.

    >>> _needed("From Coq Require Import List.\\nFrom Sprague Require Import Game Values.")
    ['Game', 'Values']
    """
    return [module for row in _REQUIRED.findall(text) for module in row.split()]


def _is_whole(folder: Path) -> bool:
    """Returns whether a library was compiled completely, has not changed since, and cannot be changed by others."""
    if not private(folder):
        return False
    try:
        if not _holds_own_files(folder):
            return False
        stated = json.loads((folder / "complete").read_text("utf-8"))
        return bool(stated == _digests(folder))
    except (OSError, ValueError, RecursionError):
        return False


def _holds_own_files(folder: Path) -> bool:
    """Returns whether the compiled files in a private folder are regular files of this user. Where others may enter the
    folder, they may not write to these files either."""
    if os.name == "nt":
        return True
    entered = folder.lstat().st_mode & (stat.S_IXGRP | stat.S_IXOTH)
    files = [(folder / f"{module}.vo").lstat() for module in LIBRARY]
    return all(
        stat.S_ISREG(file.st_mode)
        and file.st_uid == os.geteuid()
        and not (entered and file.st_mode & OTHERS_WRITE)
        for file in files
    )


def _digests(folder: Path) -> dict[str, str]:
    """Returns the digests of the compiled files."""
    return {module: hashlib.sha256((folder / f"{module}.vo").read_bytes()).hexdigest() for module in LIBRARY}


def library_axioms(folder: Path) -> tuple[frozenset[str], bool]:
    """Returns the axioms that the library and the parts of Coq's library below it declare, by their full names as
    coqchk prints them (those of Coq's primitive integers and arrays, and a few that its own library seals), and whether
    Coq runs in the sandbox. The first call determines this, and keeps the answer beside the compiled library."""
    file = folder / "axioms.json"
    walls = sandbox.walls().there
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
        stated = json.loads(file.read_text("utf-8"))
        if stated["walls"] == walls:
            return frozenset(stated["axioms"]), stated["boxed"] is True
    for boxed in (True, False)[not walls :]:
        summary = _summary(folder, boxed)
        if summary is not None:
            axioms = axioms_of(summary, None)
            draft = file.with_name(f"axioms.{os.getpid()}")
            with contextlib.suppress(OSError):  # the cache is read-only
                draft.write_text(json.dumps({"walls": walls, "boxed": boxed, "axioms": axioms}), "utf-8")
                os.replace(draft, file)
            return frozenset(axioms), boxed
    raise SpragueError(say("coqchk {version} does not read the library", version=find().version))


def _summary(folder: Path, boxed: bool) -> str | None:
    """Returns the summary of coqchk for the library alone, or None if Coq does not run in this way."""
    coq = find()
    with workplace() as place:
        scratch = str(place)
        (place / "Base.v").write_text(
            f"From Coq Require NArith ZArith List String.\nFrom Sprague Require {' '.join(LIBRARY)}.\n",
            "utf-8",
        )
        paths = ["-Q", str(folder), "Sprague", "-Q", scratch, "Base"]
        ran = None
        for words in (
            [*coq.compiler, "-q", "-w", "none", *paths, "Base.v"],
            [coq.checker, "-silent", "-o", *paths, "-norec", "Base.Base"],
        ):
            ran = sandbox.run(
                words,
                scratch,
                sandbox.Bounds(600, 8 << 30),
                readable=[str(folder), *coq.folders],
                runnable=coq.programs,
                walls=boxed,
            )
            if ran.status:
                return None
    return ran and ran.said


def axioms_of(summary: str, allowed: frozenset[str] | None) -> list[str]:
    """Returns the axioms in the summary of coqchk. Raises RefusedError for a line that it does not understand, for an
    axiom that is not ``allowed`` (None: all are), and for a theory that is weaker than Coq's.

    >>> axioms_of("\\nCONTEXT SUMMARY\\n=====\\n\\n* Theory: Set is predicative\\n  \\n* Axioms:\\n    a.b\\n", None)
    ['a.b']
    """
    section, axioms = None, []
    for line in summary.split("CONTEXT SUMMARY")[-1].splitlines()[2:]:
        line = line.strip()
        if line.startswith("* "):
            section, _, line = line[2:].partition(":")
            line = line.strip()
            if line == "<none>" or (section == "Theory" and line == "Set is predicative"):
                continue
        if not line:
            continue
        if section != "Axioms" or (allowed is not None and line not in allowed):
            raise RefusedError(say("it rests on what is not proved: {what}", what=f"{section}: {line[:200]}"))
        axioms.append(line)
    if section is None:
        raise RefusedError(say("coqchk gave no summary"))
    return axioms


def _run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs Coq without the user's COQPATH and similar variables: a module there could replace one of Coq's own."""
    try:
        return subprocess.run(
            words,
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=MOST_SECONDS,
            env=sandbox.environment(str(folder)),
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise SpragueError(say("Coq did not end within {seconds} s", seconds=MOST_SECONDS)) from None


def _message(process: subprocess.CompletedProcess[str]) -> str:
    return (process.stderr or process.stdout).strip()[
        -2000:
    ] or f"coqc ended with status {process.returncode}"
