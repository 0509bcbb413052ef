"""Verifies a stranger's file of theorems. Everything that it accepts is proved, and it shows exactly the statements
that it has checked.

There are six layers, each of which may refuse the file:

========= ==============================================================================================================
file      a regular file of at most 1 MiB, in UTF-8, without control characters
form      the sentences that theorems need, and no others (:mod:`.form`)
compile   coqc in a sandbox, as a module whose name the file cannot know
claim     each statement is written anew by Sprague (:mod:`.statements`), or printed by Coq with every name in full, and
          becomes a definition in a separate file, which does not load the stranger's file
link      a file of ours in which Coq takes the stranger's theorem for a proof of that definition
kernel    coqchk checks the stranger's proofs, the claims and the link again, from the compiled files: it reports every
          axiom, and every part of the theory that was switched off
========= ==============================================================================================================

The theory page "what is proved, and what you must believe" says which attacks each layer stops.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sprague.system import sandbox
from sprague.words.errors import FileError, SpragueError
from sprague.words.messages import Message, plain, say, short

from . import form
from .coq import Coq, axioms_of, defined, find, library, library_axioms, workplace
from .export import LIBRARY, RULES
from .form import RefusedError
from .statements import claim_of
from .terms import FULL, in_full

#: The seconds and the bytes that the verification of a file may take.
SECONDS, MEMORY = 600.0, 6 << 30

_PREFACE = f"From Coq Require NArith List String.\nFrom Sprague Require {' '.join(LIBRARY)}.\n"
_NOTATION = "From Coq Require Import NArith List String.\nImport ListNotations.\nOpen Scope N_scope.\n"
_WIDE = "Set Printing Width 1000000. Set Printing Depth 1000000.\n"
_CLOSED = "Closed under the global context\n"

#: What a statement that Coq printed in full may consist of: the tokens of one term.
_TERM = re.compile(
    r"\s+|[A-Za-z_][\w']*(?:\.[A-Za-z_][\w']*)*|\d+|@|->|=>|:=|[(),:;|=]|\{\||\|\}|\"[ -!#-~]*\"|%[a-z]+",
    re.ASCII,
)
#: A primitive of Coq that its virtual machine and its other machines compute differently (coq#19402, 8.10 to 8.19).
_FAULTY = b"addmuldiv"
_BARE = re.compile(r"(?<![\w.'])[A-Za-z_][\w']*(?![\w.'])", re.ASCII)


@dataclass
class Theorem:
    """A theorem of the file: its name, the statement that Coq has checked, and the same in words (None: Sprague has no
    sentence for it)."""

    name: str
    proposed: str | None
    statement: str = ""
    words: Message | None = None

    def as_row(self) -> dict[str, Any]:
        return {"name": self.name, "statement": self.statement, "words": self.words and str(self.words)}


def verify(
    path: str | os.PathLike[str],
    *,
    tell: Callable[[Message], None] = lambda words: None,
    step: Callable[[Message], None] = lambda words: None,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    whole: bool = False,
) -> dict[str, Any]:
    """Verifies the file ``path``, and calls ``step`` with a sentence before each layer that takes a while, and
    ``tell`` before the library is compiled.

    Returns {file, ok, in_words, theorems: [{name, statement, words}], assumptions, sandbox, versions, seconds}:
    ``ok`` means that Coq proves every theorem from ``assumptions`` alone, which are primitives of Coq, by their full
    names; ``in_words`` that each has its sentence; ``seconds`` are those of each layer. ``message`` and ``layer`` say
    why and where the file is refused. With ``whole`` the library is compiled anew, and coqchk also checks it and the
    parts of Coq's library that it uses. Raises FileError if there is no such file, or if another user could exchange
    the temporary folder; SpragueError without Coq.
    """
    content = read(path)
    report: dict[str, Any] = {
        "file": str(path),
        "ok": False,
        "in_words": False,
        "theorems": [],
        "assumptions": [],
    }
    spent: dict[str, float] = {}
    coq = find()
    layer, begun = "file", time.monotonic()

    def next_layer(name: str) -> None:
        nonlocal layer, begun
        spent[layer] = round(time.monotonic() - begun, 2)
        layer, begun = name, time.monotonic()

    walls = sandbox.walls()
    report["sandbox"] = walls.what if walls.there else None
    report["versions"] = coq.versions
    try:
        text = form.text_of(content)
        next_layer("form")
        sentences = form.sentences(text)
        form.check_form(sentences, LIBRARY)
        theorems = [Theorem(*row) for row in form.theorems(sentences).items()]
        if not theorems:
            raise RefusedError(say("there is no theorem in it"))
        spent["form"] = round(time.monotonic() - begun, 2)
        compiled = library(tell, step, anew=whole)
        allowed, boxed = library_axioms(compiled)
        begun = time.monotonic()
        if not boxed:
            report["sandbox"] = None
            form.check_form(sentences, LIBRARY, exact=True)
        with workplace() as folder:
            machine = not form.own_tactics(sentences)
            work = Work(coq, compiled, folder, time.monotonic() + seconds, memory, boxed, machine)
            next_layer("compile")
            step(say("Coq compiles the file"))
            work.compile(text)
            work.recursions(form.defined_in(sentences))
            next_layer("claim")
            step(say("the statements are written anew"))
            work.claim(theorems)
            next_layer("link")
            printed = work.link(theorems)
            next_layer("kernel")
            step(say("coqchk checks the proofs again"))
            axioms = work.kernel(allowed, whole)
        report["assumptions"] = chosen(axioms, printed)
        report["theorems"] = [theorem.as_row() for theorem in theorems]
        report["in_words"] = all(theorem.words for theorem in theorems)
        report["ok"] = True
    except RefusedError as refused:
        report |= {"layer": layer, "message": str(refused)}
    next_layer("")
    return report | {"seconds": spent}


def read(path: str | os.PathLike[str]) -> bytes:
    """Returns the bytes of a regular file, at most one more than is allowed. Raises FileError for anything else."""
    problem = say("expected a regular file")
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(opened, "rb") as file:
            data = file.read(form.MOST_BYTES + 1) if stat.S_ISREG(os.fstat(opened).st_mode) else None
            if data is not None:  # a log of the system looks regular, and has no end
                return data
    except OSError as error:
        problem = say("cannot read: {problem}", problem=error.strerror or str(error))
    raise FileError(problem, where=str(path))


@dataclass
class Work:
    """The layers that run Coq, each in a separate folder. ``stranger`` holds the compiled file, ``claims`` the
    statements that were written anew, ``linked`` the link between them. Without ``machine`` coqchk does not use the
    virtual machine, which would believe the bytecode in a compiled file (coq#22352)."""

    coq: Coq
    library: Path
    folder: Path
    until: float
    memory: int
    walls: bool
    machine: bool = True
    nonce: str = field(default_factory=lambda: secrets.token_hex(8))

    def __post_init__(self) -> None:
        for each in ("box", "stranger", "claims", "linked"):
            (self.folder / each).mkdir()

    @property
    def names(self) -> dict[str, str]:
        """The names of the folders in Coq. No file can know them."""
        return {each: f"{each.capitalize()}_{self.nonce}" for each in ("stranger", "claims", "linked")}

    def compile(self, text: str) -> None:
        """Compiles the stranger's file, and copies the compiled file to where no process of that run can write."""
        box = self.folder / "box"
        self._coqc("box", "F", text, {"box": self.names["stranger"]})
        compiled = box / "F.vo"
        if not stat.S_ISREG(os.lstat(compiled).st_mode):
            raise RefusedError(say("Coq left no compiled file"))
        content = compiled.read_bytes()
        if _FAULTY in content:  # this file contains each name that a term uses
            raise RefusedError(say("it uses {name}, which Coq computes in two ways", name=_FAULTY.decode()))
        (self.folder / "stranger" / "F.vo").write_bytes(content)

    def recursions(self, names: list[str]) -> None:
        """Searches the terms with these names in the file for recursions. Tactics can build recursions without the
        words for them, and by some of them Coq proves False (see :data:`.form.BANNED`). Coq prints the whole term, with
        implicit arguments, because a recursion may be in one of these."""
        if not names:
            return
        stranger = self.names["stranger"]
        commands = "".join(f"Print {stranger}.F.{name}.\n" for name in names)
        output = self._coqc(
            "linked",
            "Shown",
            f"{_PREFACE}Require {stranger}.F.\n{_WIDE}Set Printing All.\n{commands}Check I.\n",
            {"stranger": stranger},
        )
        if re.search(r"(?<![\w.'])(?:co)?fix(?![\w'])", output):
            raise RefusedError(say("the terms of a proof hold a recursion of its own"))
        if not output.endswith("I\n     : True\n"):
            raise RefusedError(say("its terms are too long to be searched for recursions"))

    def claim(self, theorems: list[Theorem]) -> None:
        """Writes each statement anew, and has Coq read it in a place without the stranger's file."""
        printed = None
        definitions = []
        for theorem in theorems:
            claim = claim_of(theorem.name, theorem.proposed) if theorem.proposed else None
            if claim is not None:
                theorem.statement, theorem.words = claim.statement, claim.words
                definitions.append(in_full(claim.statement))
            else:
                printed = printed or self._printed(theorems)
                definitions.append(printed[theorem.name])
        rows = [f"Definition claim_{i} : Prop := {text}.\n" for i, text in enumerate(definitions)]
        body = f"{_PREFACE}{_NOTATION}Set Universe Minimization ToSet.\n{''.join(rows)}"
        if printed:
            # The rules come last: where both have a name, the bare name is that of the rules.
            for modules in (LIBRARY, RULES):
                body += f"From Sprague Require Import {' '.join(modules)}.\n"
            body += _WIDE
            body += "".join(f"Print claim_{i}.\n" for i in range(len(rows))) + "Check I.\n"
        output = self._coqc("claims", "Claim", body, {"claims": self.names["claims"]})
        if printed:
            output, end, rest = output.rpartition("I\n     : True\n")
            if not end or rest:  # not all that Coq printed is read
                raise RefusedError(say("the statements cannot be told apart"))
            statements = re.split(r"^claim_\d+ = ?\n? *", output, flags=re.MULTILINE)[1:]
            if len(statements) != len(theorems):
                raise RefusedError(say("the statements cannot be told apart"))
            for theorem, text in zip(theorems, statements, strict=True):
                statement, end, _ = text.rpartition(" : Prop\n")
                if not end:  # not all that Coq printed is read
                    raise RefusedError(say("the statements cannot be told apart"))
                if theorem.words is None:
                    theorem.statement = as_it_is(statement)

    def _printed(self, theorems: list[Theorem]) -> dict[str, str]:
        """Returns the statements as Coq prints them, with every name in full and no notation. None of this is
        trusted."""
        name = self.names["stranger"]
        body = f"{_PREFACE}Require {name}.F.\n{_WIDE}Set Printing All.\n"
        body += "".join(f"Check @{name}.F.{theorem.name}.\n" for theorem in theorems)
        output = self._coqc("linked", "Asked", body, {"stranger": name})
        texts = re.split(r"^@?[\w.]*F\.[\w']+\n {5}: |^@?[\w.]*F\.[\w']+ : ", output, flags=re.MULTILINE)[1:]
        if len(texts) != len(theorems):
            raise RefusedError(say("the statements cannot be told apart"))
        return {theorem.name: one_term(text) for theorem, text in zip(theorems, texts, strict=True)}

    def link(self, theorems: list[Theorem]) -> list[str]:
        """Has Coq take each theorem of the stranger as a proof of the claim. Returns the names of the axioms below them
        as Coq prints them. They only select among the axioms that coqchk allows."""
        stranger, claims = self.names["stranger"], self.names["claims"]
        rows = [
            f"Definition linked_{i} : {claims}.Claim.claim_{i} := @{stranger}.F.{theorem.name}.\n"
            for i, theorem in enumerate(theorems)
        ]
        every = ", ".join(f"linked_{i}" for i in range(len(rows)))
        body = f"{_PREFACE}Require {claims}.Claim.\nRequire {stranger}.F.\n{''.join(rows)}"
        body += f"Definition linked := ({every}, I).\nPrint Assumptions linked.\n"
        output = self._coqc("linked", "Link", body, self.names)
        if re.search(r"\brel(?:ies|y) on\b", output):  # a part of the theory that is switched off
            raise RefusedError(say("a theorem rests on {what}", what=_message(output)))
        return [] if output == _CLOSED else re.findall(r"^(\S+)(?: :|$)", output, re.MULTILINE) or [""]

    def kernel(self, allowed: frozenset[str], whole: bool = False) -> list[str]:
        """Has coqchk check the compiled files. Returns the axioms that are loaded, all of them among ``allowed``."""
        machine = "yes" if self.machine else "no"
        words = [self.coq.checker, "-silent", "-o", "-bytecode-compiler", machine, *self._paths(self.names)]
        modules = [
            f"{self.names[folder]}.{module}" for folder, module in PARTS if self._there(folder, module)
        ]
        for module in modules:
            words += [module] if whole else ["-norec", module]
        status, output = self._run(words, "linked")
        if status:
            raise RefusedError(say("coqchk refuses it: {problem}", problem=_message(output)))
        return axioms_of(output, allowed)

    def _there(self, folder: str, module: str) -> bool:
        return (self.folder / folder / f"{module}.vo").is_file()

    def _coqc(self, folder: str, module: str, text: str, names: dict[str, str]) -> str:
        (self.folder / folder / f"{module}.v").write_text(text, "utf-8")
        words = [
            *self.coq.compiler,
            "-q",
            "-w",
            "none",
            "-native-compiler",
            "no",
            *self._paths(names),
            f"{module}.v",
        ]
        status, output = self._run(words, folder)
        if status or not self._there(folder, module):
            raise RefusedError(_message(output) or say("Coq ended with status {status}", status=status))
        return output

    def _paths(self, names: dict[str, str]) -> list[str]:
        paths = ["-Q", str(self.library), "Sprague"]
        for folder, name in names.items():
            paths += ["-Q", str(self.folder / folder), name]
        return paths

    def _run(self, words: list[str], folder: str) -> tuple[int, str]:
        remaining = self.until - time.monotonic()
        ran = sandbox.run(
            words,
            str(self.folder / folder),
            sandbox.Bounds(remaining, max(self.memory, 1)),  # 0 would be no bound
            readable=[
                str(self.library),
                *(str(self.folder / each) for each in self.names),
                *self.coq.folders,
            ],
            runnable=self.coq.programs,
            walls=self.walls,
        )
        if ran.status == sandbox.NOT_RUN:
            raise SpragueError(say("Coq cannot be run: {problem}", problem=_message(ran.said)))
        if ran.late:
            raise RefusedError(say("Coq did not end in time; --time allows it more"))
        if ran.status and "Out of memory" in ran.said:
            raise RefusedError(say("Coq had not enough memory; --memory allows it more"))
        return ran.status, ran.said


def chosen(axioms: list[str], printed: list[str]) -> list[str]:
    """Returns the full names of the axioms that Coq printed by the end of their names. Returns all of them if Coq
    printed a name that matches none.

    >>> chosen(["Coq.A.x", "Coq.B.y"], ["B.y"]), chosen(["Coq.A.x", "Coq.B.y"], ["Axioms:", "z"])
    (['Coq.B.y'], ['Coq.A.x', 'Coq.B.y'])
    """
    ends = [name for name in printed if name != "Axioms:"]
    named = {axiom for axiom in axioms for end in ends if f".{axiom}".endswith(f".{end}")}
    all_match = all(any(f".{axiom}".endswith(f".{end}") for axiom in axioms) for end in ends)
    return sorted(named if all_match else axioms)


#: The compiled files that coqchk checks, each with its folder.
PARTS = (("stranger", "F"), ("claims", "Claim"), ("linked", "Link"))


def _message(output: str) -> str:
    """Returns Coq's message about a fault, on one line, without characters that would control a terminal."""
    return plain(" ".join(output[-4000:].split()))[-400:]


def as_it_is(text: str) -> str:
    """Returns a statement that Coq printed for people, on one line. Raises RefusedError if it contains a string that
    would not be seen as it is: with other signs than plain ones, or with more than one space between them.

    >>> as_it_is('lost  nim\\n  [3]'), as_it_is('"a b" = "a b"')
    ('lost nim [3]', '"a b" = "a b"')
    """
    line = form.spaced(text)
    odd = re.search(r"[^ -~]|  ", line)
    if odd:
        raise RefusedError(say("the statement is not plain at {text}", text=short(line[odd.start() :][:20])))
    return line


def one_term(text: str) -> str:
    """Returns a statement that Coq printed in full, on one line. Raises RefusedError unless its tokens form one term
    that binds no name of the rules.

    >>> one_term("forall n : nat,\\n  @eq nat n n")
    'forall n : nat, @eq nat n n'
    """
    at = 0
    while at < len(text):
        mark = _TERM.match(text, at)
        if mark is None:
            raise RefusedError(say("the statement is not plain at {text}", text=short(text[at : at + 20])))
        at = mark.end()
    bare = set(_BARE.findall(text))  # Coq prints the names of other files with a dot
    if bare & {"let", "fix", "cofix", "match", "ltac", "ltac2"}:
        raise RefusedError(say("let, fix and match are not allowed in a statement"))
    bound = sorted(bare & (defined() | FULL.keys()))
    if bound:
        raise RefusedError(say("the statement gives {name} another meaning", name=bound[0]))
    return " ".join(text.split())
