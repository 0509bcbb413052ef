"""The verifier: every file of the corpus of attacks gets what it must, and each layer is seen at work alone."""

import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
from hashlib import md5
from pathlib import Path

import pytest
from click.testing import CliRunner
from folders import DATA
from verifier_layers import each_layer, work

from sprague.cli.app import application
from sprague.system import sandbox
from sprague.theorems import coq, form, verifier
from sprague.theorems.coq import axioms_of
from sprague.theorems.export import LIBRARY
from sprague.theorems.form import RefusedError
from sprague.theorems.statements import claim_of, place
from sprague.theorems.terms import in_full, read_term
from sprague.theorems.verifier import as_it_is, one_term, verify
from sprague.words.errors import FileError, SpragueError
from sprague.workbench.position import parse
from sprague.workbench.theorem import theorem

CORPUS = DATA / "verify"
EXPECTED = json.loads((CORPUS / "expected.json").read_text("utf-8"))["files"]

#: Files that the form lets through, and where they end: at least one for each layer.
THROUGH = {
    "h4_t1bad.v": "compile",
    "n40_addmuldiv.v": "compile",
    "a08_shadow_lost.v": "link",
    "n46_kinds_false_period.v": "compile",
    "n47_kinds_shadowed.v": "link",
    "n48_kinds_own_option.v": "link",
    "n17_bound_name.v": "claim",
    "n18_own_definition.v": "claim",
    "n45_own_code.v": "claim",
    "n21_implication.v": "accepted",
    "n25_ltac_prints.v": "accepted",
}

HEAD = """From Coq Require Import NArith List String.
From Sprague Require Import Game NumberRules Nim.
Import ListNotations. Open Scope N_scope.
"""
PROOF = "Proof. apply bouton. reflexivity. Qed.\n"


def refused(call, *arguments, **options):
    with pytest.raises(RefusedError) as error:
        call(*arguments, **options)
    return str(error.value)


def test_a_long_name_hides_no_other_theorem():
    short, long = "a" * 200, "a" * 201
    texts = [f"Theorem {long} : 0 = 1 -> lost nim [1]", f"Theorem {short} : lost nim [1; 1]"]
    assert list(form.theorems(texts)) == [long, short]


def test_the_corpus_is_whole():
    assert len(EXPECTED) == 88 == len(list(CORPUS.glob("*.v")))


@pytest.mark.parametrize("name", EXPECTED)
def test_the_form_refuses_what_theorems_do_not_need(name):
    data, first = (CORPUS / name).read_bytes(), EXPECTED[name]["first"]
    if first == "file":
        assert "control characters" in refused(form.text_of, data)
        return
    found = form.sentences(form.text_of(data))
    if first == "form":
        assert refused(form.check_form, found, LIBRARY)
    else:
        form.check_form(found, LIBRARY)


@pytest.mark.parametrize("name", THROUGH)
def test_what_the_form_lets_through_ends_where_it_must(name):
    said, theorems = each_layer((CORPUS / name).read_bytes())
    stopped = [layer for layer in said if said[layer]]
    assert EXPECTED[name]["first"] == THROUGH[name] == [*stopped, "accepted"][0]
    if not stopped:
        (proved,) = theorems
        words = {"n25_ltac_prints.v": "nim 5,5 is lost for the player to move"}.get(name)
        statement = "lost nim [5; 5]" if words else "0 = 1 -> lost nim [1; 2; 4]"
        assert (proved.words and str(proved.words), proved.statement) == (words, statement)


def test_a_statement_that_sprague_has_no_words_for_is_shown_as_it_is(tmp_path):
    (tmp_path / "x.v").write_text(
        f"{HEAD}From Sprague Require Import HeapRules Hackenbush.\n"
        "Theorem lost_nim_1_2_4 : 0 = 1 -> lost nim [1;2;4]. Proof. intro h. discriminate. Qed.\n"
        "Theorem other : options = options. Proof. reflexivity. Qed.\n"
        "Theorem of_heaps : HeapRules.options = HeapRules.options. Proof. reflexivity. Qed.\n"
    )
    found = verify(tmp_path / "x.v")
    assert (found["ok"], found["in_words"], found["assumptions"]) == (True, False, [])
    assert found["theorems"] == [
        {"name": "lost_nim_1_2_4", "statement": "0 = 1 -> lost nim [1; 2; 4]", "words": None},
        {"name": "other", "statement": "Hackenbush.options = Hackenbush.options", "words": None},
        {"name": "of_heaps", "statement": "options = options", "words": None},
    ]


def test_a_statement_with_a_string_that_would_look_otherwise_is_not_shown(tmp_path):
    """With single spaces it would read as false; and other strings would control the terminal."""
    (tmp_path / "x.v").write_text(
        "From Coq Require Import String.\n"
        'Theorem t : "a  b"%string <> "a b"%string. Proof. discriminate. Qed.\n'
    )
    found = verify(tmp_path / "x.v")
    assert (found["ok"], found["layer"], found["theorems"]) == (False, "claim", [])
    assert as_it_is('"a b"\n   <> "a"') == '"a b" <> "a"'
    for text in ('"\x1b[2K"', '"a\nb"', '"\u202e"', '"\0"', '"  "'):
        assert "not plain" in refused(as_it_is, text)


def test_a_statement_that_was_not_read_whole_is_not_shown(monkeypatch, tmp_path):
    """Of what Coq prints, 8 MiB are read."""
    at = verifier.Work(coq.find(), tmp_path, tmp_path, 0, 0, False)
    end = "I\n     : True\n"
    said = ["F.t\n     : True\n", f"claim_0 = True \\/ True\n     : Prop\n{end}"]
    monkeypatch.setattr(at, "_coqc", lambda *given: said[len(given[2].split("Definition ")) > 1])
    theorems = [verifier.Theorem("t", None)]
    at.claim(theorems)
    assert theorems[0].statement == "True \\/ True"
    for cut in ("claim_0 = True", "claim_0 = True -> forall y : {x : Prop\n", said[1].removesuffix(end)):
        said[1] = cut
        assert "told apart" in refused(at.claim, [verifier.Theorem("t", None)])


def test_a_long_statement_without_words_is_shown_whole(monkeypatch):
    """Shortened, it read "lost nim [1; 2; 4; 0; … 0; 0]", though what was left out is a condition."""
    heaps = "; ".join(["1; 2; 4", *["0"] * 900, str(10**60)])
    statement = f"lost nim [{heaps}] -> lost nim [{heaps}]"
    rows = [{"name": "t", "statement": statement, "words": None}]
    proved = {
        "ok": True,
        "in_words": False,
        "theorems": rows,
        "assumptions": [],
        "sandbox": "",
        "seconds": {},
    }
    monkeypatch.setattr(verifier, "verify", lambda path, **options: {**proved, "versions": {"coq": "8.16"}})
    done = CliRunner().invoke(application, ["verify", "x.v", "--statements"])
    assert (done.exit_code, done.exception) == (0, None)
    assert f"    {statement}\n" in done.output


def test_a_theorem_with_implicit_arguments_is_shown_with_all_of_them(tmp_path):
    (tmp_path / "x.v").write_text(f"{HEAD}Theorem t {{n : nat}} : n = n. Proof. reflexivity. Qed.")
    found = verify(tmp_path / "x.v")
    assert found["theorems"] == [{"name": "t", "statement": "forall n : nat, n = n", "words": None}]


def test_coqchk_names_an_axiom_and_the_link_a_missing_rule_where_no_form_is_asked_for():
    for name in ("a24_unicode_space.v", "n24_uip.v"):
        said, _ = each_layer((CORPUS / name).read_bytes())
        assert [layer for layer in said if said[layer] and layer != "form"] == EXPECTED[name]["without form"]


@pytest.mark.deep
@pytest.mark.parametrize("name", EXPECTED)
def test_every_layer_alone(name):
    endless = name in ("n04_inline_parameter.v", "n10_loop.v", "n11_memory.v")
    said, theorems = each_layer((CORPUS / name).read_bytes(), 20 if endless else 600)
    stopped = [layer for layer in said if said[layer] and layer != "form"]
    assert stopped == EXPECTED[name]["without form"]
    if "coqc and coqchk accept it" in EXPECTED[name]["must"]:
        assert str(theorems[-1].words) == "nim 1,2,4 is lost for the player to move"
    elif not stopped:
        assert (
            "accepted" in EXPECTED[name]["must"]
            or "shown" in EXPECTED[name]["must"]
            or name
            in (
                "a18_conj_exact.v",
                "n09_native.v",  # the compiler that it would start is not there
                "n15_load_path.v",
                "n37_huge_statement.v",
            )
        )
        assert {str(t.words) for t in theorems} <= {
            "None",
            "nim 5,5 is lost for the player to move",
            "wythoff 1,2 is lost for the player to move",
        }


def _sections(file):
    data = file.read_bytes()
    (at,) = struct.unpack(">Q", data[8:16])
    (count,) = struct.unpack(">I", data[at : at + 4])
    at, found = at + 4, {}
    for _ in range(count):
        (size,) = struct.unpack(">I", data[at : at + 4])
        name = data[at + 4 : at + 4 + size]
        begin, length = struct.unpack(">QQ", data[at + 4 + size : at + 20 + size])
        found[name], at = data[begin : begin + length], at + 36 + size
    return data[:8], found


def graft(statement, proof, target):
    """Writes a compiled file with the statements of one file and the proofs of another, and with right digests."""
    head, kept = _sections(statement)
    _, others = _sections(proof)
    out, table = bytearray(head + bytes(8)), []
    for name in (b"summary", b"library", b"universes", b"tasks", b"opaques"):
        if name in others:
            part = (kept if name in (b"summary", b"library") else others)[name]
            table.append((name, len(out), len(part), md5(part).digest()))
            out += part + md5(part).digest()
    out[8:16] = struct.pack(">Q", len(out))
    out += struct.pack(">I", len(table))
    for name, begin, length, digest in sorted(table):
        out += struct.pack(">I", len(name)) + name + struct.pack(">QQ", begin, length) + digest
    target.write_bytes(out)


@pytest.mark.deep
def test_coqchk_refuses_a_grafted_proof():
    """Coq links it, and finds it closed under the global context."""
    false = f"{HEAD}Theorem t : lost nim [1;2;4]. {PROOF}"

    def grafted(at):
        box = at.folder / "box"
        (box / "F.v").write_text(false)
        words = [*at.coq.compiler, "-q", "-vos", *at._paths({"box": at.names["stranger"]}), "F.v"]
        subprocess.run(words, cwd=box, check=True)
        compiled = at.folder / "stranger" / "F.vo"
        graft(box / "F.vos", compiled, compiled)

    true = f"{HEAD}Theorem t : lost nim [5;5]. {PROOF}"
    said, _ = each_layer(true.encode(), replaced=grafted)
    assert said["compile"] is None
    assert said["claim"] or said["link"] or "coqchk refuses" in said["kernel"], said


# The file


def test_what_is_no_file_is_not_read(tmp_path):
    pipe = tmp_path / "pipe.v"
    os.mkfifo(pipe)
    for path in ("/dev/zero", tmp_path, pipe, tmp_path / "missing.v"):
        with pytest.raises(FileError):
            verify(path)
    with pytest.raises(FileError, match="^expected a regular file: /dev/zero$"):
        verify("/dev/zero")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
def test_a_file_that_waits_for_its_content_is_not_read(monkeypatch, tmp_path):
    """As /proc/kmsg does, a regular file."""
    os.mkfifo(tmp_path / "log")
    writer = os.open(tmp_path / "log", os.O_RDWR)
    monkeypatch.setattr(verifier.stat, "S_ISREG", lambda mode: True)
    try:
        with pytest.raises(FileError, match="expected a regular file"):
            verifier.read(tmp_path / "log")
    finally:
        os.close(writer)


def test_a_large_file_and_one_that_is_no_text_are_refused(tmp_path):
    (tmp_path / "large.v").write_bytes(b" " * (form.MOST_BYTES + 1))
    assert "at most 1048576 bytes" in verify(tmp_path / "large.v")["message"]
    assert "UTF-8" in refused(form.text_of, b"Theorem \xff")
    for sign in "\x00\x1b\x7f\x9b\u202e\u200b\u2066\ufeff":
        assert "control" in refused(form.text_of, sign.encode())


# The form


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('(* " *) Axiom x : False. (* " *) a.', ["a"]),
        ('Check "a. b".', ['Check "a. b"']),
        ('Check "a""(*". x.', ['Check "a""(*"', "x"]),
        ("a.b.c. d.", ["a.b.c", "d"]),
        ("a(*x*)b.", ["a b"]),
        ("a.\n\nb  c.", ["a", "b c"]),
        ("(* (* *) *) a.", ["a"]),
    ],
)
def test_sentences_are_read_as_coq_reads_them(text, found):
    assert [sentence for sentence in form.sentences(text + " ") if sentence] == found


@pytest.mark.parametrize("text", ["Theorem x", '"', "(* a", "(* (* *) a.", "a. b", "a.\u00a0", "a.\u00a0b."])
def test_what_does_not_end_is_refused(text):
    assert refused(lambda: form.check_form(form.sentences(text), LIBRARY))


@pytest.mark.parametrize(
    "sentence",
    [
        *("Axiom a : False", "Parameter a : False", "Module M", "Section S", "Notation a := b", "Load x"),
        *(
            "Set Definitional UIP",
            "Unset Guard Checking",
            "#[local] Theorem x : True",
            "Admitted",
            "Redirect x",
        ),
        *("From Coq Require Import Classical", "From Coq Require Import PrimInt63", "Require Import Game"),
        *(
            "From Sprague Require Export Game",
            "From Other Require Import X",
            "Ltac x := idtac",
            "Inductive a :=",
        ),
        *(
            "Open Scope string_scope",
            "Import Nat",
            "Definition x := ltac:(exact I)",
            "Fixpoint f := 1",
            "Abort",
        ),
        *(
            "Lemma a : A with b : B",
            "Lemma a : n = 1_with b : B",
            "Definition a := fix f x := x",
            "[a]: { Axiom b : False",
            "{ [a]: { Load x",
        ),
        *("Theorem l\u043est : True", "Canonical x", "Hint Resolve x", "Fail Check x", "exact I", "Defined"),
    ],
)
def test_other_sentences_are_refused(sentence):
    assert refused(form.check_form, [sentence], LIBRARY)


@pytest.mark.parametrize(
    "tactic",
    [
        "fix f 1",
        "cofix f",
        "[a]: { Axiom b : False",
        "* [a]: { Load x",
        "idtac; match a with context b [_] => idtac end",
        *("do 1_fix f 1", "do 1_native_compute", "do 0xabnative_compute", "do 0x1_fix f 1", "do 1e3fix f 1"),
        *("do 1_abstract lia", "exact (f 1_vm_cast_no_check)", "exact 1.5e3fix"),
        *("do 0x1.ap1fix f 1", "exact 0x1.anative_compute", "apply (f 0x1.ap1ltac)"),
    ],
)
def test_tactics_that_make_recursions_or_hide_sentences_are_refused(tactic):
    assert refused(form.check_form, ["Theorem x : True", "Proof", tactic, "Qed"], LIBRARY)


@pytest.mark.parametrize("name", ["n38_guard_match.v", "n39_guard_theorems.v", "n43_number_and_word.v"])
def test_recursions_are_seen_in_the_terms_too(name, tmp_path):
    text = (CORPUS / name).read_text("utf-8")
    at = work(tmp_path)
    at.compile(text)
    assert "recursion" in refused(at.recursions, form.defined_in(form.sentences(text)))


def test_only_files_with_other_tactics_or_definitions_are_looked_through():
    plain = form.sentences(f"{HEAD}Theorem t : lost nim [5;5]. {PROOF}")
    assert form.defined_in(plain) == []
    for more in ("Theorem u : True. Proof. auto. Qed. ", "Definition u := 1. "):
        assert form.defined_in([*plain, *form.sentences(more)]) == ["t", "u"]
    assert refused(form.check_form, ["Theorem t : True", "Proof with auto"], LIBRARY)


def test_what_sprague_writes_is_not_looked_through():
    """Coq prints so many theorems together in more than 8 MiB, and the file was refused."""
    rows = [f"Theorem t{i} : lost nim [5;5]. {PROOF}" for i in range(3)]
    text = f"{HEAD}{''.join(rows)}Definition all := (t0, t1, t2).\nPrint Assumptions all.\n"
    assert form.defined_in(form.sentences(text)) == []
    for more in (
        "Definition u := (t0, fun x => x).",
        "Definition u : T := (t0).",
        "Definition u := (t0; t1).",
    ):
        assert form.defined_in(form.sentences(f"{text}{more}\n"))[-1] == "u"
    assert form.defined_in(form.sentences(theorem("nim 1,2"))) == []


def test_terms_that_are_not_read_whole_are_refused_as_too_long(monkeypatch, tmp_path):
    at = verifier.Work(coq.find(), tmp_path, tmp_path, 0, 0, False)
    monkeypatch.setattr(at, "_coqc", lambda *given: "t = I\n     : Tr")
    assert "too long" in refused(at.recursions, ["t"])


CAST = "vm_cast_no_check (eq_refl true)"


@pytest.mark.parametrize(
    "steps",
    [
        *(["vm_cast_no_check 0"], [f"{CAST}; vm_compute"], [f"(({CAST}))"], [f"assert (x = y) by {CAST}"]),
        *([CAST, "vm_compute"], [f"- {CAST}", "- lia"], [CAST, "Definition x := y", "refine (x <: y)"]),
    ],
)
def test_the_virtual_machine_computes_nothing_behind_a_term_that_was_not_checked(steps):
    """coq#16891: it would run memory of the file's choice."""
    assert refused(form.check_form, ["Theorem x : True", "Proof", *steps, "Qed"], LIBRARY)
    assert refused(form.check_form, ["Definition x : True", f"Proof with {CAST}"], LIBRARY)
    good = [
        "vm_compute",
        f"- {CAST}",
        "- apply (f [3] _)",
        CAST,
        "Qed",
        "Theorem y : True",
        "Proof",
        "vm_compute",
    ]
    form.check_form(["Theorem x : True", "Proof", *good, "Qed"], LIBRARY)


@pytest.mark.parametrize(
    "steps",
    [
        *(["let t := constr:(x) in (clear x; exact t)"], ["exact (let x := 1 in f x)"]),
        *(["match goal with H : _ |- _ => exact H end"], ["lazymatch goal with _ => idtac end"]),
        *(["lia", "vm_compute"], [CAST, "auto"], ["pose (t := 0)", "exact (x <: y)"]),
        *(["compute_assertion h t (f 0)"], ["idtac; Ring_tac.Ring f g h"], ["simpl_PCond f"]),
    ],
)
def test_own_tactics_keep_no_terms_and_have_no_virtual_machine(steps):
    assert refused(form.check_form, ["Theorem x : True", "Proof", *steps, "Qed"], LIBRARY)


def test_every_tactic_of_coq_that_uses_the_virtual_machine_is_known():
    """Those that a file can call, in the modules that the library loads, and those that use them; ``ring``, ``field``,
    ``lia`` and ``nia`` hand it closed terms of their own making."""
    theories = Path(coq.find().folders[0]) / "theories"
    sources = [*theories.glob("setoid_ring/[!NC]*.v"), *theories.glob("micromega/[!LP]*.v")]
    if not sources:
        pytest.skip("Coq is installed without its sources")
    found = re.compile(r"^\s*(?:Local |Global )*Ltac\s+([\w']+)(.*?)\.\s*$", re.MULTILINE | re.DOTALL)
    bodies = [
        row
        for file in (*sources, theories / "micromega" / "Lia.v")
        for row in found.findall(file.read_text())
    ]
    using = {name for name, body in bodies if re.search(r"vm_|<:", body)}
    while more := {name for name, body in bodies if using & set(re.findall(r"[\w']+", body))} - using:
        using |= more
    assert "compute_assertion" in using
    assert using - form.MACHINE == {"lia", "nia"}


@pytest.mark.parametrize(("tactic", "machine"), [("apply bouton", "yes"), ("auto", "no")])
def test_coqchk_has_no_virtual_machine_for_a_file_with_own_tactics(tactic, machine, monkeypatch, tmp_path):
    """With it coqchk believes the bytecode in a compiled file (coq#22352)."""
    checked = []

    def run(self, words, folder):
        checked.extend(words)
        raise RefusedError("enough")

    for layer in ("compile", "recursions", "claim"):
        monkeypatch.setattr(verifier.Work, layer, lambda self, *given: None)
    monkeypatch.setattr(verifier.Work, "link", lambda self, theorems: [])
    monkeypatch.setattr(verifier.Work, "_run", run)
    (tmp_path / "x.v").write_text(f"{HEAD}Theorem t : lost nim [5;5]. Proof. {tactic}. reflexivity. Qed.")
    assert verify(tmp_path / "x.v")["layer"] == "kernel"
    assert checked[checked.index("-bytecode-compiler") + 1] == machine


def test_without_a_sandbox_other_tactics_are_not_compiled(monkeypatch, tmp_path):
    for tactic in ("idtac", "lia", "apply x; lia", "exact x || fail", "auto", "repeat apply x", "1: exact I"):
        assert refused(form.check_form, ["Theorem x : True", "Proof", tactic, "Qed"], LIBRARY, exact=True)
    monkeypatch.setattr(sandbox, "walls", lambda: sandbox.Walls(False, "no Landlock"))
    monkeypatch.setattr(verifier, "library_axioms", lambda kept: (frozenset(), False))
    monkeypatch.setattr(verifier, "library", lambda tell, step, anew: None)
    (tmp_path / "lia.v").write_text(f"{HEAD}Theorem x : 1 = 1. Proof. lia. Qed.")
    found = verify(tmp_path / "lia.v")
    assert (found["ok"], found["layer"], found["sandbox"]) == (False, "form", None)


# The claims


@pytest.mark.parametrize(
    "text",
    [
        *(
            "lost nim [1; 2] -> lost nim [1]",
            "lost (wythoff 0) (1, 2)",
            "lost nim (1, 2)",
            "lost dots_game [3]",
        ),
        *(
            "lost mine [1]",
            "lost nim x",
            "value nim [1]",
            "value nim [1] x",
            "lost nim [1] 2",
            "won lost nim",
        ),
        *(
            'lost cram (board "..x")',
            'lost cram (board "../.")',
            "lost cram (rectangle 0 3)",
            "lost cram [(0, 1)]",
            "lost cram (without cell_dec [] (rectangle 2 2))",
            "lost (node_kayles [(0, 1)]) (without N.eq_dec [] [0; 1])",
        ),
        *(
            "lost (heaps (octal [0; 0])) [1]",
            "lost (heaps (octal [])) [1]",
            "lost (node_kayles [(0, 1)]) [0; 0; 1]",
        ),
        *("lost (hackenbush [(0, 1, 2)]) 1", "lost (hackenbush [(0, 0, 1)]) 2", "lost (sum nim nim) [1]"),
        *(
            "lost (hackenbush [(0, 0, 1); (0, 1, 2)]) 1",
            "forall n, 1 <= n -> g (octal [1]) (n + 1) = g (octal [3]) n",
        ),
        *(
            "forall p, lost (wythoff 1) p <-> cold_pair 2 p",
            "lost nim [1;2",
            "lost nim [1] ]",
            "",
            "lost",
            "(" * 5000,
        ),
        *("misere_quotient (octal [0; 3]) every_heap (Quotient [[0]; [1]] [0; 1] 1 [2])",),
        *("misere_quotient (octal [0; 3]) mine (Quotient [[0]] [0] 1 [0])",),
        *(
            "misere_quotient (octal [0; 3]) every_heap (Quotient [[0; 1]; [1]] [0; 1] 1 [1])",
            "misere_quotient (octal [0; 3]) every_heap (Quotient [[0; 1]; [1; 0]] [0; 1] 0 [1])",
            "misere_quotient (octal [0; 3]) every_heap (Quotient [[0; 1]; [1; 0]] [0; 1] 3 [1])",
            "misere_quotient (octal [0; 3]) (heaps_to 2) (Quotient [[0; 1]; [1; 0]] [0; 1] 0 [1])",
            "misere_quotient (octal [0]) every_heap (Quotient [[0]] [7] 1 [])",
            "misere_quotient (octal [0; 3]) every_heap (Quotient [[0; 1]; [1; 2]] [0; 1] 2 [1])",
            "misere_quotient (octal [0; 3]) (heaps_to 2) (Quotient [[0; 1]; [1; 0]] [0; 1; 0; 0] 0 [1])",
        ),
        *("lost (arc_kayles [(1, 1)]) [1]", "forall p, lost (wythoff 01) p <-> cold_pair 01 p"),
        *(
            f"forall n, 0 <= n -> g (octal [0; 7]) (n + {p}) = g (octal [0; 7]) n{c}"
            for p, c in (("0", ""), ("00", ""), ("0x0", ""), ("2", " + 0"), ("2", " + 0x0"))
        ),
        *("lost nim [1]. Axiom x : False", "lost nim [1] (* a *)", "lost nim [-1]", "True"),
    ],
)
def test_there_is_no_sentence_for_what_does_not_say_that(text):
    assert claim_of("t", text) is None


@pytest.mark.parametrize(
    ("game", "position", "words"),
    [
        ("nim", "[]", "nim (no heap)"),
        ("(wythoff 3)", "(1, 2)", "wythoff[t=3] 1,2"),
        ("(heaps (octal [0; 3; 0; 3]))", "[4; 4]", "subtract{1,3} 4,4"),
        ("(heaps (octal [0; 15]))", "[4]", "hex:0.f 4"),
        ("(heaps (Code Unequal [4] []))", "[9]", "unequal:4.0 9"),
        ("dots_game", "[Row 3; Circle 4; Circle 5]", "dots 3 + circle 4,5"),
        ("(node_kayles [(0, 1)])", "[0; 1; 2]", "node-kayles edges:0-1 (with the vertices 0, 1, 2)"),
        (
            "(node_kayles [(0, 1)])",
            "(without N.eq_dec (1 :: neighbours [(0, 1)] 1) (without N.eq_dec [2] [0; 1; 2]))",
            "node-kayles edges:0-1 (with the vertices 0, 1, 2 without the vertices 2 "
            "without the vertex 1 and its neighbours)",
        ),
        ("(hackenbush [(0, 0, 1); (1, 1, 2)])", "1", "hackenbush edges:ground-v1"),
        ("(hackenbush [(0, 1, 2); (1, 0, 1)])", "3", "hackenbush edges:v1-v2,ground-v1"),
        ("(sum nim (sum nim cram))", '([1], ([2], board "..#"))', "nim 1 + nim 2 + cram ..#"),
    ],
)
def test_positions_in_words(game, position, words):
    assert place(read_term(game), read_term(position)) == words


def test_the_least_period_of_values_that_grow_is_one_without_growth():
    """Lasker's nim has the period 4 with growth 4, and none without, so it has none that begins before 1000."""
    of_period = "forall n, s <= n -> g laskers_nim (n + p) = g laskers_nim n"
    claim = claim_of("t", f"forall s p, 1 <= p -> ({of_period}) -> 1000 <= s /\\ 7 <= p")
    assert claim is not None
    assert str(claim.words) == (
        "if p >= 1, and g(n + p) = g(n) for all n >= s, then s >= 1000 and p >= 7, where g is the value of a heap of "
        "4.(3)"
    )


def test_words_that_are_no_notation_are_not_read_as_one():
    """Sprague read "0-1 with the vertices 2" as an edge from 0 to a vertex of a long name."""
    for game, position in (
        ("(node_kayles [(0, 1)])", "[0; 2]"),
        ("(arc_kayles [(0, 1)])", "(without N.eq_dec [0; 1] [0; 1])"),
        ("nim", "[]"),
        ("cram", '(without cell_dec [(0, 1)] (board "..."))'),
        ("(hackenbush [])", "0"),
    ):
        with pytest.raises(SpragueError):
            parse(place(read_term(game), read_term(position)))


def test_names_are_written_in_full():
    assert (
        in_full('lost cram (board "lost")')
        == 'Sprague.Game.lost Sprague.BoardRules.cram (Sprague.BoardRules.board "lost")'
    )


@pytest.mark.parametrize(
    "text",
    ["a. Axiom x : y", "let x := 1 in x", "forall lost, lost", "a (* b *)", 'a "\x1b"', "fun nim => nim"]
    + [
        f"forall {name} : nat, True" for name in ("move", "digits", "Heap", "Won", "won", "p_portion", "Game")
    ],
)
def test_a_printed_statement_is_the_tokens_of_one_term(text):
    assert refused(one_term, text)


def test_a_printed_statement_may_have_the_names_of_coq():
    assert one_term("forall n : nat, @eq nat (S O) n") == "forall n : nat, @eq nat (S O) n"


def test_a_long_statement_is_read_in_time_that_grows_with_its_length():
    """In quadratic time these take minutes."""
    for text, again, end in (
        ("forall n, 1 <= n -> g x", " (n + 1) = g x n", " y"),
        ("forall s p, 1 <= p -> (forall n, s <= n -> g x", " (n + p) = g x n) -> g x", " y"),
        ("lost nim [", "1; ", "x]"),
    ):
        assert claim_of("t", text + again * 60_000 + end) is None
    count = 6000
    path = "; ".join(f"({i}, {i}, {i + 1})" for i in reversed(range(count)))
    assert place(read_term(f"(hackenbush [{path}])"), str((1 << count) - 1)).endswith(",ground-v1")
    edges = "; ".join(f"({i}, {i + 1})" for i in range(20_000))
    taken = "(without N.eq_dec [1] " * 200 + "[1]" + ")" * 200
    assert claim_of("t", f"lost (node_kayles [{edges}]) {taken}") is not None
    assert not form._is_plain("x" * 1_000_000)
    proof = ["Theorem t : True", "Proof", "- " * 400_000 + "exact I", "Qed"]
    form.check_form(proof, LIBRARY)


def test_the_theorems_about_all_positions_name_their_game():
    for text, begin in (
        (
            "forall p, lost (wythoff 1) p <-> cold_pair 1 p",
            "in wythoff exactly the pairs (A(n), A(n) + 1 n) are lost",
        ),
        ("forall p, lost (wythoff 30) p <-> cold_pair 30 p", "in wythoff[t=30] exactly the pairs"),
        ("forall p, lost fibonacci_nim p <-> fibonacci_cold p", "in Fibonacci nim exactly the positions"),
    ):
        claim = claim_of("t", text)
        assert claim is not None
        assert str(claim.words).startswith(begin)


# The kernel's summary


def test_every_line_of_the_summary_of_coqchk_is_understood():
    head = "CONTEXT SUMMARY\n===============\n\n* Theory: Set is predicative\n\n* Axioms:\n    Coq.A.x\n\n"
    assert axioms_of(head, frozenset({"Coq.A.x"})) == ["Coq.A.x"]
    for more in (
        "* Constants/Inductives relying on type-in-type: F.x\n",
        "* Something new:\n    x\n",
        "  stray\n* Axioms: F.y\n",
        "* Theory: Set is impredicative\n",
    ):
        assert refused(axioms_of, head + more, frozenset({"Coq.A.x"}))
    assert refused(axioms_of, head, frozenset({"Coq.A.xx"}))
    assert refused(axioms_of, "", frozenset())


# Coq's bounds


def test_coq_ends_at_its_bounds_of_time(tmp_path):
    (tmp_path / "long.v").write_text(
        HEAD + "Theorem t : 2 ^ (2 ^ 40) = 1. Proof. vm_compute. reflexivity. Qed."
    )
    found = verify(tmp_path / "long.v", seconds=1)
    assert (found["ok"], found["layer"]) == (False, "compile")
    assert "--time" in found["message"]


def test_no_memory_is_a_bound_too(tmp_path):
    with pytest.raises(RefusedError):
        work(tmp_path, memory=0).compile(f"{HEAD}Theorem t : lost nim [5;5]. {PROOF}")


def test_a_file_that_leaves_another_kind_of_compiled_file_is_refused(tmp_path):
    at = work(tmp_path)
    (tmp_path / "box" / "F.vo").mkdir()
    assert refused(at.compile, f"{HEAD}Theorem t : lost nim [5;5]. {PROOF}")
    assert coq.library_axioms(at.library)[0]


@pytest.mark.skipif(os.name == "nt", reason="the rights of a folder are not bits there")
def test_nothing_is_verified_in_a_folder_that_others_may_exchange(monkeypatch, tmp_path):
    """Another user could put his own folder in its place while Coq works, and so vouch for a false theorem."""
    (tmp_path / "t.v").write_text(f"{HEAD}Theorem t : lost nim [5;5]. {PROOF}")
    kept, shared = coq.library(), tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    for call, given in ((verify, tmp_path / "t.v"), (lambda folder: coq._summary(folder, False), kept)):
        with pytest.raises(FileError) as error:
            call(given)
        assert error.value.where == str(shared)
    shared.chmod(0o1777)
    assert verify(tmp_path / "t.v")["in_words"]


@pytest.mark.skipif(os.name == "nt", reason="programs are found in another way there")
def test_coq_finds_no_programs_among_the_temporary_files(monkeypatch, tmp_path):
    (tmp_path / "sh").write_text("#!/bin/sh\necho version 9.9\n")
    (tmp_path / "coqc").write_text("#!/usr/bin/env sh\necho version 8.16\n")
    for name in ("sh", "coqc"):
        (tmp_path / name).chmod(0o755)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert coq._coq_of((str(tmp_path / "coqc"),), "coqchk").version != "9.9"


@pytest.mark.skipif(os.name == "nt", reason="the rights of a file are not bits there")
def test_a_library_to_whose_files_others_may_write_is_not_believed(tmp_path):
    """Another user could exchange a compiled file between the look at its digest and its use."""
    kept = coq.library()
    copy = tmp_path / "copy"
    shutil.copytree(kept, copy)
    copy.chmod(0o755)
    for file in copy.iterdir():
        file.chmod(0o644)
    assert coq._is_whole(copy)
    (copy / "Game.vo").chmod(0o666)
    assert not coq._is_whole(copy)
    copy.chmod(0o700)  # now nobody else reaches the file
    assert coq._is_whole(copy)
    (copy / "Game.vo").rename(tmp_path / "Game.vo")
    (copy / "Game.vo").symlink_to(tmp_path / "Game.vo")
    assert not coq._is_whole(copy)
