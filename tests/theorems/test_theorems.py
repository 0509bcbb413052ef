"""Theorems for Coq: every kind is accepted, every altered one refused, and the words say what the statements say."""

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from damage import flip
from folders import DATA

import sprague as sg
from sprague.model import naive
from sprague.takebreak.codes import parse_code
from sprague.takebreak.small import small_values
from sprague.theorems import coq, form
from sprague.theorems.claims import numbers
from sprague.theorems.export import BOARDS, HEAPS, LIBRARY, RULES, file_of
from sprague.theorems.heaps import code_text
from sprague.theorems.terms import in_full
from sprague.theorems.verifier import verify
from sprague.words.errors import RangeError, SpragueError
from sprague.workbench.proof import prove
from sprague.workbench.theorem import claims_about, theorem

#: Every kind of export, and what must stand among the statements, as the rules of the games say it by hand.
KINDS = {
    "0.137": "forall n, 52 <= n -> g (octal [0; 1; 3; 7]) (n + 34) = g (octal [0; 1; 3; 7]) n",
    "subtract{1,3,4}": "g (octal [0; 3; 0; 3; 3]) (n + 7)",
    "4.0": "forall n, 1 <= n -> g (octal [4]) (n + 2) = g (octal [4]) n",
    "hex:0.f": "g (octal [0; 15]) (n + ",
    "all-but{2}": "g (all_but [0; 3; 0]) n + ",
    "lasker": "g laskers_nim (n + 4) = g laskers_nim n + 4",
    "dots 3,5,60,88": "lost dots_game [Row 3; Row 5; Row 60; Row 88]",
    "circle 20 + dots 3": "won dots_game [Circle 20; Row 3]",
    "nim 3,4,5": "won nim [3; 4; 5]",
    "misere nim 1,1,1": "misere_lost nim [1; 1; 1]",
    "wythoff 500,1000": "wins (wythoff 1) (500, 1000) (500, 309)",
    "wythoff[t=2] 4,10": "lost (wythoff 2) (4, 10)",
    "fibonacci 100": "won fibonacci_nim (100, 99)",
    "fibonacci 13:6": "lost fibonacci_nim (13, 6)",
    "token": "lost token_game Token",
    "kayles 1000000": "won (heaps (octal [0; 7; 7])) [1000000]",
    "unequal:4.0 12,3": "value (heaps (Code Unequal [4] [])) [12; 3] ",
    "hex:0.8 9": "value (heaps (octal [0; 8])) [9] ",
    "cram 30x32": "lost cram (rectangle 30 32)",
    "cram 30x31": "wins cram (rectangle 30 31) (without cell_dec [(14, 15); (15, 15)] (rectangle 30 31))",
    "cram 3x4": "value cram (rectangle 3 4) 1",
    "cram ..#./....": 'value cram (board "..#./....") ',
    "node-kayles grid:2x3": "value (node_kayles [(0, 1); (0, 3); (1, 2); (1, 4); (2, 5); (3, 4); (4, 5)]) ",
    "arc-kayles edges:a-b,b-c": "value (arc_kayles [(0, 1); (1, 2)]) [0; 1; 2] 1",
    "dots 7 + wythoff 3,5 + cram 3x4 + *2": "(sum dots_game (sum (wythoff 1) (sum cram nim)))",
    "take-fibonacci 17,30 + cram 1x30 + hackenbush edges:ground-a,a-b": "(sum take_a_fibonacci (sum cram (hackenbush ",
}

#: More of them, each a few seconds.
MORE_KINDS = {
    "take-fibonacci 17,30": "wins take_a_fibonacci [17; 30] [",
    "take-fibonacci 1000": "value take_a_fibonacci [1000] ",
    "cram 1x500": "value cram (rectangle 1 500) 3",
    "cram 41x1": "value cram (rectangle 41 1) ",
    "cram 31x30": "wins cram (rectangle 31 30) (without cell_dec [(15, 14); (15, 15)] (rectangle 31 30))",
    "node-kayles grid:8x8": "lost (node_kayles [(0, 1); (0, 8); (1, 2);",
    "node-kayles grid:7x9": "(without N.eq_dec (31 :: neighbours [(0, 1); (0, 9);",
    "arc-kayles grid:8x8": "lost (arc_kayles [(0, 1); (0, 8); (1, 2);",
    "arc-kayles grid:8x9": "(without N.eq_dec [31; 40] [0; 1;",
    "hackenbush edges:ground-a,a-b,a-c,b-c": "value (hackenbush [(0, 0, 1); (1, 1, 2); (2, 1, 3); (3, 2, 3)]) 15 2",
    "hackenbush edges:ground-a,ground-a,a-a,ground-b,b-c,c-ground,c-d": "wins (hackenbush [(0, 0, 1); (1, 0, 1);",
}
ALL_KINDS = KINDS | MORE_KINDS


def _check(tmp_path, text):
    file = tmp_path / "theorem.v"
    file.write_text(text, "utf-8")
    return verify(file)


def _together(tmp_path, kinds, pure=False):
    """Verifies the theorems of all these kinds in one file: what Coq loads it then loads once."""
    claims = [claim for what in kinds for claim in claims_about(what, pure)[1]]
    return claims, _check(tmp_path, file_of("many", claims))


def _is_accepted(tmp_path, kinds):
    claims, found = _together(tmp_path, kinds)
    assert found["ok"], found
    assert [row["name"] for row in found["theorems"]] == [claim.name for claim in claims]
    for what, statement in kinds.items():
        assert any(statement in claim.statement for claim in claims), what
    for claim, row in zip(claims, found["theorems"], strict=True):
        # The sentence from the checked statement is that of the header, but for names that a statement does not have.
        assert row["words"]
        words = claim.words.render("en")
        if not re.search(r"kayles|edges|\*\d has|\+ \*\d|lasker|in the centre|fibonacci|circle", words):
            assert row["words"] == words


def test_every_kind_is_accepted(tmp_path):
    _is_accepted(tmp_path, KINDS)


def test_every_kind_is_of_the_form_that_is_compiled_without_a_sandbox():
    for what in ALL_KINDS:
        form.check_form(form.sentences(theorem(what)), LIBRARY, exact=True)


@pytest.mark.deep
def test_more_kinds_are_accepted(tmp_path):
    _is_accepted(tmp_path, MORE_KINDS)


def test_pure_theorems_rest_on_nothing(tmp_path):
    kinds = ["0.137", "kayles 12,5", "dots 3,5,60,88", "cram 2x3", "unequal:4.0 7", "all-but{2}"]
    _, found = _together(tmp_path, kinds, pure=True)
    assert found["ok"], found
    assert found["assumptions"] == []


def _altered():
    """(what, old, new): a start, a period, a saltus, a value, a digit, a heap, a move, a rule, in the statement."""
    rows = [
        ("0.137", "52 <= n", ["51 <= n", "18 <= n", "0 <= n"]),
        ("0.137", "(n + 34)", ["(n + 33)", "(n + 17)", "(n + 35)", "(n + 0 + 1)"]),
        (
            "0.137",
            "[0; 1; 3; 7]",
            ["[0; 1; 3; 6]", "[0; 1; 3; 3]", "[4; 1; 3; 7]", "[0; 3; 3; 7]", "[0; 1; 3; 7; 1]"],
        ),
        ("kayles", "71 <= n", ["70 <= n", "60 <= n"]),
        ("kayles", "(n + 12)", ["(n + 6)", "(n + 11)"]),
        ("all-but{2}", "[0; 3; 0]", ["[0; 3; 3]", "[0; 0; 0]"]),
        ("all-but{2}", "g (all_but [0; 3; 0]) n + ", ["g (all_but [0; 3; 0]) n + 1 + "]),
        ("lasker", "1 <= n", ["0 <= n"]),
        ("lasker", "(n + 4)", ["(n + 2)", "(n + 8)"]),
        ("kayles 12,5", "[12; 5]", ["[12; 6]", "[11; 5]", "[5]", "[12; 5; 1]"]),
        ("kayles 12,5", "[12; 5] 0", ["[12; 5] 1", "[12; 5] 4"]),
        ("kayles 12,5", "[0; 7; 7]", ["[0; 7; 3]", "[0; 3; 7]"]),
        ("dots 3,5,60,88", "Row 60", ["Row 61", "Circle 60"]),
        ("nim 3,4,5", "[3; 4; 5] 2", ["[3; 4; 5] 3", "[3; 4; 6] 2"]),
        ("wythoff 500,1000", "(500, 309)", ["(500, 310)", "(309, 500)", "(500, 1000)", "(191, 309)"]),
        ("wythoff 500,1000", "(wythoff 1) (500, 1000) (500", ["(wythoff 2) (500, 1000) (500"]),
        ("fibonacci 13:6", "(13, 6)", ["(13, 13)", "(14, 6)"]),
        ("fibonacci 100", "(100, 99) (", ["(101, 99) (", "(100, 1) ("]),
        ("token", "value token_game Token 0", ["value token_game Token 1"]),
        ("misere nim 1,1,1", "[1; 1; 1]", ["[1; 1]", "[1; 2; 1]"]),
        ("cram 3x4", "(rectangle 3 4) 1", ["(rectangle 3 4) 0", "(rectangle 3 3) 1", "(rectangle 3 4) 2"]),
        ("cram ..#./....", "..#./....", ["..../....", "..#./...#"]),
        ("arc-kayles edges:a-b,b-c", "[0; 1; 2] 1", ["[0; 1; 2] 0", "[0; 2] 1"]),
        ("unequal:4.0 12,3", "Unequal [4]", ["Any [4]", "Unequal [4; 1]"]),
    ]
    return [(what, old, new) for what, old, news in rows for new in news]


ALTERED = _altered()

#: The same of the kinds above that take a few seconds each.
MORE_ALTERED = [
    ("take-fibonacci 17,30", "[17; 30] 3", "[17; 30] 2"),
    ("take-fibonacci 17,30", "[17; 30]", "[17; 31]"),
    ("cram 1x500", "1 500) 3", "1 500) 2"),
    ("cram 1x500", "(rectangle 1 500)", "(rectangle 2 500)"),
    ("cram 31x30", "(15, 15)", "(15, 16)"),
    ("cram 31x30", "[(15, 14); (15, 15)]", "[(15, 13); (15, 14)]"),
    ("node-kayles grid:8x8", "(0, 1); ", ""),
    ("node-kayles grid:8x8", "(0, 1)", "(0, 9)"),
    ("node-kayles grid:7x9", "(31 ::", "(30 ::"),
    ("arc-kayles grid:8x8", "[0; 1; ", "[0; "),
    ("arc-kayles grid:8x9", "[31; 40]", "[31; 32]"),
    ("hackenbush edges:ground-a,a-b,a-c,b-c", "15 2", "15 1"),
    ("hackenbush edges:ground-a,a-b,a-c,b-c", "(0, 0, 1)", "(0, 4, 1)"),
    ("hackenbush edges:ground-a,a-b,a-c,b-c", "15 2", "7 2"),
]


def test_fifty_files_are_altered():
    assert len(ALTERED) >= 50


def _definition(name, statement, proof):
    """A theorem as one sentence, so that Coq goes on after one that it refuses."""
    steps = [step.strip() for step in re.split(r"\.(?:\s+|$)", proof) if step.strip()]
    script, goals = "", []
    for step in steps:
        if step.startswith("- "):
            goals.append(step[2:])
        elif goals:
            goals[-1] += f"; {step}"
        else:
            script += f"; {step}" if script else step
    if goals:
        script += f"; [{' | '.join(goals)}]"
    return f"Definition {name} : {statement} := ltac:({script})."


def _altered_file(rows):
    """A file in which each theorem stands as written, which Coq accepts, and altered, which it must refuse."""
    lines, written = [], set()
    for i, (what, old, new) in enumerate(rows):
        claims = claims_about(what, False)[1]
        if what not in written:
            written.add(what)
            lines += [_definition(claim.name, claim.statement, claim.proof) for claim in claims]
        claim = next((claim for claim in claims if old in claim.statement), None)
        if claim is None:
            pytest.fail(f"{old} stands in no statement of {what}")
        lines.append("Fail " + _definition(f"altered_{i}", claim.statement.replace(old, new), claim.proof))
    head = file_of("altered", []).partition("Definition")[0]
    modules = f"From Sprague Require Import {' '.join((*RULES, *HEAPS, *BOARDS))}.\n"
    modules += "Import ListNotations.\nOpen Scope N_scope.\n"
    return head + modules + "\n".join(lines) + "\n"


def _coqc(tmp_path, text):
    (tmp_path / "Altered.v").write_text(text, "utf-8")
    words = ["coqc", "-Q", coq.library(), "Sprague", "Altered.v"]
    return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)


def _is_refused(tmp_path, rows):
    done = _coqc(tmp_path, _altered_file(rows))
    assert not done.returncode, done.stderr[-2000:]


def test_coq_stops_where_an_altered_statement_is_none(tmp_path):
    done = _coqc(tmp_path, _altered_file([("nim 3,4,5", "[3; 4; 5] 2", "[3; 4; 5] 2")]))
    assert done.returncode == 1
    assert "has not failed" in done.stderr


def test_an_altered_statement_is_refused(tmp_path):
    _is_refused(tmp_path, ALTERED)


@pytest.mark.deep
def test_more_altered_statements_are_refused(tmp_path):
    _is_refused(tmp_path, MORE_ALTERED)


@pytest.mark.parametrize(
    "code",
    [
        "0.137",
        "0.77",
        "4.12",
        "subtract{1,3,4}",
        "all-but{2,3}",
        "hex:0.8f",
        "unequal:4.07",
        "equal:4.3",
        "4.(3)",
    ],
)
def test_the_stated_g_is_the_value_of_the_definition(code, tmp_path):
    """``g``, as statements use it, evaluated in Coq on small heaps, against the plain definition of the moves."""
    last = 10 if "hex" in code else 16
    values = [naive.value(sg.parse(f"{code} {n}").components[0], {}) for n in range(last + 1)]
    goal = f"map (g {code_text(parse_code(code))}) {numbers(range(last + 1))} = {numbers(values)}"
    (tmp_path / "Small.v").write_text(
        "From Coq Require Import NArith List.\nFrom Sprague Require Import HeapRules Lasker.\nImport ListNotations.\n"
        f"Open Scope N_scope.\nGoal {goal}.\n"
        "Proof. vm_compute. reflexivity. Qed.\n"
    )
    subprocess.run(["coqc", "-Q", coq.library(), "Sprague", "Small.v"], cwd=tmp_path, check=True)


def test_a_long_period_is_written_with_the_heaps_that_others_found() -> None:
    """0.16 by its sparse space (A. Gangolli and T. Plambeck 1989); Coq takes minutes for it."""
    text = theorem("0.16")
    games = json.loads((DATA / "heaps_long_periods.json").read_text("utf-8"))["games"]
    (row,) = (row for row in games if row["game"] == "0.16")
    start, length = row["preperiod"], row["period"]
    assert f"{start} <= n -> g (octal [0; 1; 6]) (n + {length}) = g (octal [0; 1; 6]) n" in " ".join(
        text.split()
    )
    found = re.search(r"fast_periodic _ \(\[([\d; ]+)\], \[([\d; ]+)\]\)", " ".join(text.split()))
    assert found is not None
    bits, first = ([int(n) for n in part.split("; ")] for part in found.groups())
    values = small_values(parse_code("0.16"), max(first))
    # What is tried first are common heaps, each once.
    assert len(set(first)) == len(first)
    assert all(sum(values[n] >> bit & 1 for bit in bits) % 2 for n in first)
    rare = [n for n in range(1, max(first)) if not sum(values[n] >> bit & 1 for bit in bits) % 2]
    assert len(rare) < 60


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("equal:4.3 7", "codes whose splits must be equal, such as equal:4.3"),
        ("take-fibonacci 1000000", "Coq would have to compute 1000000 values"),
    ],
)
def test_what_is_not_written_is_said(what: str, said: str) -> None:
    with pytest.raises(SpragueError) as refused:
        theorem(what)
    assert said in str(refused.value)


@pytest.mark.parametrize("what", ALL_KINDS)
def test_the_header_says_what_the_statements_say(what):
    """Each theorem has its sentence, and each number of a sentence stands in its statement or in the notation."""
    text = theorem(what)
    header, _, body = text.partition(" *)\n")
    header = " ".join(header.split())
    claims = dict(re.findall(r"Theorem (\w+) : (.*?)\.\nProof", body, re.DOTALL))
    for name, statement in claims.items():
        # The full names of what a statement uses: `in_full` knows no name of the library but those of the rules.
        used = re.findall(r"Sprague\.(\w+)\.", in_full(statement))
        assert used
        assert set(used) <= set(RULES)
        (sentence,) = re.findall(rf"{name}: (.*?)\.(?= \w+: | Written by)", header)
        if name.endswith(("_theorem",)):
            continue
        told = {int(n) for n in re.findall(r"\d+", sentence.replace(what, ""))}
        written = {int(n) for n in re.findall(r"\d+", statement)}
        spelled = {int(n) for n in re.findall(r"\d+", what)}
        assert told <= written | spelled | {0}, (sentence, statement)
        for word, sign in {
            "lost": "lost ",
            "won": "won ",
            "wins": "wins ",
            "value": "value ",
            "period": "forall n",
        }.items():
            if name.endswith(f"_{word}"):
                assert statement.removeprefix("misere_").startswith(sign)
                assert {"period": "for all n"}.get(word, word) in sentence


def test_the_commands(tmp_path):
    def command(*words):
        return subprocess.run(
            [sys.executable, "-m", "sprague", *words],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )

    assert command("theorem", "0.137", "-o", "dots.v").returncode == 0
    done = command("verify", "dots.v", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    assert list(found) == [
        *("file", "ok", "in_words", "theorems", "assumptions", "sandbox", "versions", "seconds"),
    ]
    assert found["file"] == "dots.v"
    assert found["ok"] is True
    assert list(found["theorems"][0]) == ["name", "statement", "words"]
    text = (tmp_path / "dots.v").read_text()
    (tmp_path / "wrong.v").write_text(text.replace("52 <= n", "51 <= n"))
    done = command("verify", "wrong.v", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["ok"] is False
    assert "message" in json.loads(done.stdout)
    assert command("verify", "missing.v").returncode == 2
    assert command("theorem", "dots").stdout.startswith("(* Proved here")
    for words in (
        ["theorem"],
        ["theorem", "cram 31x31"],
        ["theorem", "chomp 3x4"],
        ["theorem", "0.137", "-o", "dots.v"],
        ["theorem", "x.json"],
    ):
        done = command(*words)
        assert done.returncode == 2, words
        assert done.stderr.startswith("error: ") or done.stderr, words
    assert command("theorem", "--library", "lib").returncode == 0
    names = {path.name for path in (tmp_path / "lib").iterdir()}
    assert names == {f"{module}.v" for module in LIBRARY} | {"Makefile", "_CoqProject"}
    own = tmp_path / "lib" / "Makefile"
    own.write_text("mine")
    done = command("theorem", "--library", "lib")
    assert (done.returncode, own.read_text()) == (2, "mine")
    assert "--force" in done.stderr
    for _ in range(2):
        assert command("theorem", "--library", "lib", "--force").returncode == 0
    assert own.read_text().startswith("all:")


def test_a_certificate_on_file(tmp_path):
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(sg.octal("0.137").period().certificate()))
    assert _check(tmp_path, theorem(str(file)))["ok"]


def test_a_false_certificate_becomes_no_theorem(tmp_path):
    """A file that begins "Proved here" would state it."""
    certificate = sg.octal("0.137").period().certificate()
    file = tmp_path / "certificate.json"
    board = json.loads(json.dumps(prove(sg.parse("cram 2x2").components[0])))
    file.write_text(json.dumps(board))
    assert "value cram (rectangle 2 2) 0" in theorem(str(file))
    for wrong in (
        {},
        {"format": "sprague-period/1"},
        certificate | {"length": 33},
        certificate | {"start": 0, "needed": 86},
        certificate | {"code": "0.77", "start": 0, "length": 1, "saltus": 5, "needed": 9},
        certificate | {"length": -1},
        certificate | {"start": 53},  # true, but not the least
        certificate | {"length": 68},
        certificate | {"start": 1_000_052},
        certificate | {"start": 0, "length": 0},
        certificate | {"needed": "x"},
        board | {"position": "misere cram 2x2"},
        board | {"position": "cram 2x3"},
        board | {"value": 1},
        [],
    ):
        file.write_text(json.dumps(wrong))
        with pytest.raises(SpragueError):
            theorem(str(file))


@pytest.mark.parametrize(
    "what", ["node-kayles[path] 7", "arc-kayles[legs:1] 4x5", "*1 + node-kayles[ladder] 3"]
)
def test_a_piece_of_a_graph_that_grows_has_no_theorem(what):
    with pytest.raises(RangeError, match="no theorem is written for"):
        theorem(what)


@pytest.mark.parametrize(
    "position", ["subtract{squares} 5", "subtract{2,primes} 0", "nim 3 + subtract{powers of 2} 4"]
)
def test_a_position_of_an_infinite_set_becomes_no_theorem(position):
    """Coq proved one about the code without the infinite set, in a file that named the set."""
    with pytest.raises(RangeError, match="no theorem is written for subtract{"):
        theorem(position)
    with pytest.raises(RangeError):
        code_text(parse_code("subtract{squares}"))


def test_what_a_user_holds_writes_its_theorem():
    assert sg.solve("nim 1,2").theorem() == theorem("nim 1,2")
    assert "forall n, 52 <= n" in sg.octal("0.137").period().theorem()


@pytest.mark.parametrize(
    "text",
    [
        "Theorem x : False. Admitted.",
        "Axiom f : False. Theorem x : False. Proof. exact f. Qed.",
        "",
        "Definition x := 1.",
        "Theorem x : 0 = 1. Proof. reflexivity. Qed.",
        "(* Theorem x : True. exact I. Qed. *)",
    ],
)
def test_what_proves_nothing_is_refused(text, tmp_path):
    found = _check(tmp_path, text)
    assert not found["ok"]
    assert found["message"]


def test_without_coq_a_sentence_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "x.v").write_text("Theorem x : True. Proof. exact I. Qed.")
    with pytest.raises(SpragueError, match="apt install coq"):
        verify(tmp_path / "x.v")


@pytest.mark.parametrize("path", [".", "", "bin"])
def test_no_coq_is_taken_from_the_current_folder(path, tmp_path, monkeypatch):
    """A stranger's file may come with programs of these names beside it."""
    own = tmp_path / "own" / "bin"
    for folder in (tmp_path, tmp_path / "bin", own):
        folder.mkdir(parents=True, exist_ok=True)
        for name in ("coqc", "coqchk"):
            (folder / name).write_text("#!/bin/sh\necho version 9\n")
            (folder / name).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", path + os.pathsep)
    with pytest.raises(SpragueError, match="apt install coq"):
        coq.find()
    monkeypatch.setenv("PATH", os.pathsep.join((path, str(own))))
    found = coq.find()
    assert (found.compiler, found.checker) == ((str(own / "coqc"),), str(own / "coqchk"))


@pytest.fixture
def compiled(tmp_path, monkeypatch):
    """A compiler that only copies, and the list of what it has compiled."""
    compiler, log = tmp_path / "coqc", tmp_path / "log"
    compiler.write_text(
        f"#!/bin/sh\nif [ $1 = --version ]; then echo version 9; else echo $5 >> {log}; /bin/cp $5 ${{5%.v}}.vo; fi\n"
    )
    compiler.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "home"))
    return lambda: len(log.read_text().splitlines())


def test_who_comes_while_the_library_is_compiled_waits(compiled):
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: coq.library(), range(2))
    assert first == second
    assert compiled() == len(LIBRARY)


def test_a_cache_that_cannot_be_written_is_told_once(compiled, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "file" / "home"))
    told = []
    try:
        made = coq.library(told.append)
        assert coq.library(told.append) == made
        assert compiled() == len(LIBRARY)
    finally:
        coq._passing().cleanup()
        coq._passing.cache_clear()
    assert not made.exists()
    assert [str(words).startswith(f"{tmp_path}/file/home/cache/coq cannot be written") for words in told] == [
        True,
        False,
    ]


def test_a_damaged_library_is_compiled_anew(compiled):
    """Coq reads it unchecked: it took a bit for another theory, refused what is proved, or crashed."""
    home = coq.library()
    file = home / f"{LIBRARY[3]}.vo"
    whole = file.read_bytes()
    for count, damage in enumerate(
        (
            lambda: file.write_bytes(flip(whole, 8 * 100)),
            lambda: file.write_bytes(whole[:-1]),
            lambda: file.write_bytes((home / f"{LIBRARY[4]}.vo").read_bytes()),
            file.unlink,
            (home / "complete").unlink,
            lambda: (home / "complete").write_text("8.16.1"),
            lambda: (home / "complete").write_text("[" * 100_000),
        ),
        2,
    ):
        damage()
        assert coq.library() == home
        assert file.read_bytes() == whole
        assert compiled() == count * len(LIBRARY)
    assert coq.library() == home and compiled() == 8 * len(LIBRARY)


def test_whatever_stands_in_its_place_the_library_is_compiled(compiled, tmp_path):
    home = coq.library()
    for count, put in enumerate(
        (lambda: home.write_text(""), lambda: home.symlink_to(tmp_path), lambda: home.symlink_to("nowhere")),
        2,
    ):
        shutil.rmtree(home)
        put()
        assert coq.library() == home and home.is_dir() and not home.is_symlink()
        assert compiled() == count * len(LIBRARY)
    assert tmp_path.is_dir()


def test_a_library_anew_believes_no_copy(compiled):
    """A forged copy vouches for itself: its digests stand beside it."""
    home = coq.library()
    (home / f"{LIBRARY[0]}.vo").write_text("forged")
    (home / "complete").write_text(json.dumps(coq._digests(home)))
    assert coq.library() == home and compiled() == len(LIBRARY)
    told = []
    try:
        anew = coq.library(told.append, anew=True)
        assert (anew / f"{LIBRARY[0]}.vo").read_text() == coq.sources()[f"{LIBRARY[0]}.v"]
    finally:
        coq._passing().cleanup()
        coq._passing.cache_clear()
    assert (len(told), compiled()) == (1, 2 * len(LIBRARY))


def test_damaged_axioms_are_asked_for_again(monkeypatch, tmp_path):
    summary = "CONTEXT SUMMARY\n====\n\n* Axioms:\n    Coq.A.x\n"
    monkeypatch.setattr(coq, "_summary", lambda kept, boxed: summary)
    for text in ("[]", "null", "{}", "[" * 100_000, '{"walls": true, "axioms": 5, "boxed": true}', "\x00"):
        (tmp_path / "axioms.json").write_text(text)
        assert coq.library_axioms(tmp_path)[0] == {"Coq.A.x"}


def test_coq_compiles_the_library_without_the_users_paths(monkeypatch, tmp_path):
    """A module under COQPATH could stand for one of Coq's own."""
    for name in ("COQPATH", "COQLIB", "ROCQPATH"):
        monkeypatch.setenv(name, str(tmp_path))
    said = coq._run([sys.executable, "-c", "import os; print(sorted(os.environ))"], tmp_path).stdout
    assert "'HOME'" in said and "COQ" not in said and "ROCQ" not in said


def test_the_library_admits_nothing_and_its_rules_are_short():
    for name, text in coq.sources().items():
        plain = "\n".join(form.sentences(text))
        assert not re.search(r"\b(Admitted|admit|Conjecture|Hypotheses)\b", plain), name
        axioms = re.findall(r"^\s*(?:Axiom|Parameter)s? (\w+)", plain, re.MULTILINE)
        assert not axioms or name == "Machine.v"  # of a module type, which two modules fulfil
    for module in RULES:
        assert len(coq.sources()[f"{module}.v"].splitlines()) < 150


@pytest.mark.deep
@pytest.mark.parametrize(
    "what", ["0.16", "0.156", "0.165", "cram 5x5", "cram 5x6", "wythoff " + "7" * 1000 + "," + "9" * 1000]
)
def test_long_theorems(what, tmp_path):
    found = _check(tmp_path, theorem(what))
    assert found["ok"], found


@pytest.mark.deep
def test_coqchk_accepts_the_library():
    assert shutil.which("coqchk")
    done = subprocess.run(
        ["coqchk", "-silent", "-o", "-Q", str(coq.library()), "Sprague", *(f"Sprague.{m}" for m in LIBRARY)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "not proved" not in done.stdout
