"""The form of a file to verify: the sentences of Coq that it may contain, decided from its text alone.

The form excludes everything that theorems do not need: axioms, modules, notations, settings, commands that read or
write files. It proves nothing about the rest of the file. Coq does that, and this text does not influence how Coq's
answer is read.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from sprague.words.errors import SpragueError
from sprague.words.messages import say, short

#: The largest size of a file.
MOST_BYTES = 1 << 20

#: The modules of Coq's own library that a file may require: those that the library of Sprague rests on.
OF_COQ = frozenset(
    {
        *("Arith", "Ascii", "Bool", "Lia", "List", "NArith", "PArray", "Permutation", "Sorted", "String"),
        *("Uint63", "Wellfounded", "ZArith"),
    }
)

#: The words with which a sentence outside a proof begins.
HEADS = ("Theorem", "Lemma", "Corollary", "Definition", "Proof", "Qed", "Print Assumptions")

#: Whole sentences that set the notation of numbers and lists.
WHOLE = ("Open Scope N_scope", "Import ListNotations")

#: Words that let a sentence do what the others may not: run a compiler, put off the check of a proof, or define by
#: recursion. Coq from 8.16 on takes some recursions without an end for well-founded, and so proves False (coq#20413,
#: coq#20455, coq#20555, coq#21839, coq#22389); theorems use the recursions of the library.
BANNED = frozenset(
    {
        *("fix", "cofix", "context", "abstract", "transparent_abstract"),
        *("native_compute", "native_cast_no_check", "change_no_check", "convert_concl_no_check"),
        *("exact_no_check", "ltac", "ltac2", "Notation", "optimize_heap"),
        *("psatz", "psatz_Z", "psatz_Q", "psatz_R", "nsatz"),
    }
)

_MARK = re.compile(r'\(\*|\*\)|"(?:[^"]|"")*"|\.|[^"(*.]+|.', re.DOTALL)
_BLANK = " \t\n"
_STRING = re.compile(r'"(?:[^"]|"")*"')

#: The words of a sentence, and its numbers with all that touches them: Coq reads ``1_fix`` and ``0x1.ap1fix`` as a
#: number and a word.
_WORD = re.compile(r"[A-Za-z_][\w']*|\d[\w']*(?:\.[\w']+)*", re.ASCII)
_NUMBER = re.compile(r"\d+|0x[0-9A-Fa-f]+", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_REQUIRE = re.compile(r"From (Coq|Stdlib|Sprague) Require Import ([\w ]+)", re.ASCII)
_THEOREM = re.compile(r"(?:Theorem|Lemma|Corollary) ([A-Za-z_][\w']*)(?: ?: ?(.*))?", re.ASCII | re.DOTALL)

#: The definition with which ``sprague theorem`` ends a file: all theorems together. It builds no recursion.
_TOGETHER = re.compile(r"Definition [A-Za-z_][\w']* := \([A-Za-z_][\w']*(?:, [A-Za-z_][\w']*)*\)", re.ASCII)

_DEFINES = re.compile(r"(?:Theorem|Lemma|Corollary|Definition) ([A-Za-z_][\w']*)", re.ASCII)

#: The tactics of the files that ``sprague theorem`` writes; nothing that could combine them.
_PLAIN = re.compile(
    r"(?:apply|refine|exact|vm_cast_no_check) [^|!?\\]+|intro [a-z]|vm_compute|reflexivity|discriminate"
)

#: What Coq's virtual machine may be handed unchecked. If it computes with a term that has another type, it reads and
#: runs memory outside its own (coq#16891), so in the same proof no tactic behind it may compute.
_CAST = re.compile(r"vm_cast_no_check \(eq_refl [\w ()]*\)")
_COMPUTES = re.compile(r"(?<![\w'])vm_compute(?![\w'])|<:")


#: What makes Coq's virtual machine compute. In a file with tactics that ``sprague theorem`` does not write, it might be
#: handed a term of another type, and then run memory outside its own (coq#16891, coq#16957).
MACHINE = frozenset(
    {
        *("vm_compute", "vm_cast_no_check", "<:"),
        *("compute_assertion", "zchecker", "slia", "Ring_tac", "Ring", "Ring_gen", "Ring_norm_gen"),
        *("Ring_simplify", "Ring_simplify_gen", "ApplyLemmaThen", "ApplyLemmaThenAndCont", "ProveLemmaHyp"),
        *("ProveLemmaHyps", "ReflexiveRewriteTactic", "Field_tac", "FIELD", "FIELD_SIMPL", "FIELD_SIMPL_EQ"),
        *("Field_Scheme", "Field_norm_gen", "Field_simplify", "Field_simplify_eq", "Field_simplify_gen"),
        *("Field_simplify_in", "prove_field_eqn", "prove_rw", "prove_with_field", "simpl_PCond"),
        "simpl_PCond_BEURK",
    }
)

#: The words with which a tactic keeps a term for later, when its variables may have another type or be gone.
KEEPING = frozenset({"let", "match", "lazymatch", "multimatch", "eval", "constr", "open_constr", "uconstr"})


class RefusedError(SpragueError):
    """A layer of the verifier refuses a file; the sentence says why."""


def text_of(content: bytes) -> str:
    """Returns the text of a file, with Unix line ends.

    >>> text_of(b"Theorem x : True.\\r\\n")
    'Theorem x : True.\\n'
    """
    if len(content) > MOST_BYTES:
        raise RefusedError(say("expected a file of at most {most} bytes", most=MOST_BYTES))
    try:
        text = content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise RefusedError(
            say("expected a text in UTF-8, got other bytes at byte {at}", at=error.start)
        ) from None
    control = _CONTROL.search(text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        raise RefusedError(
            say(
                "expected no control characters, got {sign} in line {line}", sign=ascii(control[0]), line=line
            )
        )
    return text


def sentences(text: str) -> list[str]:
    """Returns the sentences of a file with single spaces and without comments, read as Coq reads them: comments nest,
    and strings count inside them.

    >>> sentences('Open  Scope N_scope. (* a " *) " (* b *) *) Theorem x : True.')
    ['Open Scope N_scope', 'Theorem x : True']
    """
    complete: list[str] = []
    pieces: list[str] = []
    depth = 0
    for mark in _MARK.finditer(text):
        piece = mark[0]
        if piece == "(*":
            depth += 1
            pieces.append(" ")
        elif piece == "*)" and depth:
            depth -= 1
        elif piece == '"':
            raise RefusedError(say("a string has no end"))
        elif depth:
            continue
        elif piece == "." and text[mark.end() : mark.end() + 1] in ("", *_BLANK):
            complete.append(spaced("".join(pieces)))
            pieces.clear()
        else:
            pieces.append(piece)
    if depth or "".join(pieces).strip():
        raise RefusedError(say("the file does not end with a sentence"))
    return complete


def spaced(text: str) -> str:
    """Returns the text with single spaces, except inside its strings."""
    parts, strings = _STRING.split(text), [*_STRING.findall(text), ""]
    single = (re.sub(f"[{_BLANK}]+", " ", part) for part in parts)
    return "".join(part + string for part, string in zip(single, strings, strict=True)).strip(_BLANK)


def check_form(sentences: list[str], modules: Collection[str], *, exact: bool = False) -> None:
    """Raises RefusedError unless each sentence is of a kind that a file of theorems needs: a requirement of ``modules``
    of the library, a theorem, a definition, or a tactic in a proof. With ``exact`` only the tactics that ``sprague
    theorem`` writes are allowed."""
    proving = unchecked = False
    own = own_tactics(sentences)
    for sentence in sentences:
        if not sentence.isascii():
            raise RefusedError(
                say("expected ASCII outside comments, got {sentence}", sentence=short(sentence, 80))
            )
        bare = _STRING.sub(" ", sentence)
        words = set(_WORD.findall(bare))
        glued = min((w for w in words if w[0].isdigit() and not _NUMBER.fullmatch(w)), default=None)
        if glued:
            raise RefusedError(
                say("expected a number with a space behind it, got {word}", word=short(glued, 80))
            )
        banned = BANNED & words
        if banned or "#[" in bare:
            raise RefusedError(
                say("{word} is not allowed in a file of theorems", word=min(banned, default="#["))
            )
        if own and (machine := MACHINE & {*words, *re.findall("<:", bare)}):
            raise RefusedError(
                say(
                    "{word} is not allowed beside {tactic}, which sprague theorem does not write",
                    word=min(machine),
                    tactic=short(own[0], 80),
                )
            )
        if proving:
            sentence = sentence.lstrip("-+*{} ")
        if "vm_cast_no_check" in words and not (proving and _CAST.fullmatch(sentence)):
            raise RefusedError(
                say(
                    "expected vm_cast_no_check (eq_refl …) as a tactic of its own, got {sentence}",
                    sentence=short(sentence, 80),
                )
            )
        required = _REQUIRE.fullmatch(sentence)
        if required:
            others = set(required[2].split()) - (set(modules) if required[1] == "Sprague" else OF_COQ)
            if others:
                raise RefusedError(
                    say("the module {name} is not one that theorems of Sprague need", name=min(others))
                )
            continue
        if sentence in WHOLE:
            continue
        if proving and re.match(r"[a-z(]|$", sentence):  # "[goal]: {" would be a sentence of its own
            if exact and not _is_plain(sentence):
                raise RefusedError(
                    say("{tactic} is no tactic that sprague theorem writes", tactic=short(sentence, 80))
                )
            if unchecked and _COMPUTES.search(sentence):
                raise RefusedError(
                    say(
                        "{tactic} is not allowed behind vm_cast_no_check in a proof",
                        tactic=short(sentence, 80),
                    )
                )
            if keeping := KEEPING & words:
                raise RefusedError(say("{word} is not allowed in a tactic", word=min(keeping)))
            unchecked = unchecked or "vm_cast_no_check" in words
            continue
        head = next((head for head in HEADS if re.match(rf"{head}(?![\w'])", sentence)), None)
        if head is None or (head == "Proof" and sentence != head):  # "Proof with" is followed by a tactic
            raise RefusedError(
                say("{sentence} is no sentence that a theorem needs", sentence=short(sentence, 80))
            )
        if head in HEADS[:3] and re.search(r"(?<![\w'])with(?![\w'])", bare):
            raise RefusedError(
                say("expected theorems one by one, got {sentence}", sentence=short(sentence, 80))
            )
        proving = head == "Proof" or (proving and head != "Qed")
        unchecked = unchecked and head != "Qed"


def own_tactics(sentences: list[str]) -> list[str]:
    """Returns the tactics of a file in the right form that ``sprague theorem`` does not write.

    >>> own_tactics(["Theorem y : 1 = 1", "Proof", "- vm_compute", "lia", "Qed"])
    ['lia']
    """
    heads = (sentence.lstrip("-+*{} ") for sentence in sentences)
    return [head for head in heads if not head[:1].isupper() and not _is_plain(head)]


def defined_in(sentences: list[str]) -> list[str]:
    """Returns the names that a file in the right form defines. Returns nothing if it defines only theorems, by the
    tactics that ``sprague theorem`` writes, and names several of them together, since these build no recursion.

    >>> defined_in(["Definition x := 1", "Lemma y : x = 1", "Proof", "reflexivity", "Qed"])
    ['x', 'y']
    >>> defined_in(["Theorem y : True", "Proof", "exact I", "Qed"])
    []
    """
    heads = [sentence.lstrip("-+*{} ") for sentence in sentences]
    definitions = [head for head in heads if head.startswith("Definition")]
    if not own_tactics(sentences) and all(map(_TOGETHER.fullmatch, definitions)):
        return []
    return [mark[1] for mark in map(_DEFINES.match, heads) if mark]


def _is_plain(tactic: str) -> bool:
    """Returns whether each of the tactics between ``;`` is one that ``sprague theorem`` writes."""
    depth, steps = 0, [[""]]
    for sign in _STRING.sub(" ", tactic):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == ";" and not depth:
            steps.append([])
        else:
            steps[-1].append(sign)
    return not tactic or all(_PLAIN.fullmatch("".join(step).strip()) for step in steps)


def theorems(sentences: list[str]) -> dict[str, str | None]:
    """Returns the names of the theorems in a file, each with its statement as it is written there (None: not in the
    form ``name : statement``). This only says what to check.

    >>> theorems(["Theorem x : True", "Proof", "exact I", "Qed", "Lemma y (n : nat) : True"])
    {'x': 'True', 'y': None}
    """
    marks = [_THEOREM.match(sentence) for sentence in sentences]
    return {mark[1]: mark[2] for mark in marks if mark}
