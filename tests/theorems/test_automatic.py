"""Theorems about automata: Coq accepts those of certificates and its checker refuses altered ones; the automaton in the
statement gives the outcomes of the plain definition."""

import functools
import itertools
import json
import re
import subprocess

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.theorems import coq, form
from sprague.theorems.automatic import rule_text
from sprague.theorems.export import LIBRARY, file_of
from sprague.theorems.statements import claim_of
from sprague.theorems.verifier import verify
from sprague.words.errors import SpragueError
from sprague.workbench.theorem import claims_about, theorem

#: Rules of the atlas that Coq checks in seconds, in base 2 and 3.
ROWS = [
    *("vectors{(1,1)}", "vectors{(2k,2k)}", "vectors{(k,2k),(2k,k)}", "vectors{(0,1),(1,0),(1,1)}"),
    *("vectors{(0,2k),(2k,0),(1,1)}", "vectors{(0,k),(k,0),(1,1)}", "vectors{(0,k),(k,0),(2,2)}"),
    *("vectors{(k,k)}", "vectors{(3,3)}", "vectors{(0,3),(3,0),(3,3)}"),
]


@functools.cache
def _text(rule):
    return json.dumps(sg.discover(rule).certificate)


@pytest.fixture
def written(tmp_path):
    """Writes a certificate, and returns the text of its theorem."""

    def write(data):
        file = tmp_path / "automatic.json"
        file.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
        return theorem(str(file))

    return write


def _statement(text):
    (found,) = re.findall(r"Theorem \w+ : (.*?)\.\nProof", text, re.DOTALL)
    return " ".join(found.split())


def _accepted(tmp_path, written, rule, beside=()):
    """Has a file with the theorem about a rule verified, and other theorems beside it."""
    written(_text(rule))
    claims = [*claims_about(str(tmp_path / "automatic.json"), False)[1], *beside]
    text = file_of(rule, claims)
    form.check_form(form.sentences(text), LIBRARY, exact=True)
    (tmp_path / "automatic.v").write_text(text, "utf-8")
    found = verify(tmp_path / "automatic.v")
    assert found["ok"], found
    assert found["theorems"][0]["words"].startswith(
        f"in the game {rule} of two heaps a position is lost for the player to move just when the automaton of "
    )
    assert found["assumptions"] == []
    return found


def test_coq_accepts_an_automaton_and_a_quotient(written, tmp_path):
    """Both in one file: what Coq loads it then loads once."""
    quotient = tmp_path / "quotient.json"
    quotient.write_text(json.dumps(sg.misere.quotient("0.123").certificate()), "utf-8")
    _, beside = claims_about(str(quotient), False)
    found = _accepted(tmp_path, written, "vectors{(0,1),(1,0),(k,k)}", beside)
    assert "the misère quotient of 0.123 has order 20" in found["theorems"][1]["words"]


@pytest.mark.deep
@pytest.mark.parametrize("rule", ["wythoff", "wythoff[t=2]", *ROWS])
def test_coq_accepts_the_automaton_of_a_rule(rule, written, tmp_path):
    _accepted(tmp_path, written, rule)


def _moves(x, y, vectors):
    for a, c, b, d in vectors:
        for k in range(1, max(x, y) + 1):
            if a * k + c <= x and b * k + d <= y:
                yield x - a * k - c, y - b * k - d


WEIGHTS = {
    "(Base 2)": [2**i for i in range(6)],
    "Zeckendorf": [1, 2, 3, 5, 8, 13, 21],
    "(Ostrowski 2)": [1, 2, 5, 12, 29],
}


@pytest.mark.parametrize("rule", ["wythoff", "wythoff[t=2]", "vectors{(0,k),(k,0),(2,2)}"])
def test_the_statement_gives_the_outcomes_of_the_definition(rule, written):
    found = re.fullmatch(
        r"lost_positions \[(.*?)\] (\(Base 2\)|Zeckendorf|\(Ostrowski 2\)) \(Automaton (\[\[.*\]\]) (\[.*\])\)",
        _statement(written(_text(rule))),
    )
    vectors = [tuple(map(int, v.split()[1:])) for v in found[1].split(";")]
    rows, accepting = (json.loads(found[i].replace(";", ",")) for i in (3, 4))
    weights = WEIGHTS[found[2]]
    digits = round(len(rows[0]) ** 0.5)

    @functools.cache
    def lost(x, y):
        return not any(lost(*to) for to in _moves(x, y, vectors))

    def word(n):
        """The greedy digits of n."""
        for weight in reversed(weights):
            yield n // weight
            n %= weight

    for x, y in itertools.product(range(20), repeat=2):
        state = 1
        for d, e in zip(word(x), word(y), strict=True):
            state = rows[state - 1][d * digits + e] if state else 0
        assert (state in accepting) == lost(x, y), (x, y)


@pytest.mark.parametrize(
    ("code", "vector"),
    [
        ("vectors{(1,1)}", "Vector 0 1 0 1"),
        pytest.param("vectors{(0,1),(1,0),(k,k)}", "Vector 1 0 1 0", marks=pytest.mark.deep),
    ],
)
def test_the_checker_of_coq_refuses_what_is_altered(code, vector, written, tmp_path):
    """Each part of the statement is forged in turn: a vector more, or another; another system; a state that accepts, or
    no longer does; each entry of the table."""
    found = re.fullmatch(
        r"lost_positions (\[.*?\]) \(Base 2\) \(Automaton (\[\[.*\]\]) (\[.*\])\)",
        _statement(written(_text(code))),
    )
    rule, rows, accepting = found[1], *(json.loads(found[i].replace(";", ",")) for i in (2, 3))
    assert vector in rule

    def asked(rule=rule, system="(Base 2)", rows=rows, accepting=accepting):
        table = f"(Automaton {rows} {accepting})".replace(",", ";")
        return f"check 10000 {rule} {system} {table}"

    forged = [
        asked(rule=rule.replace(vector, "Vector 2 0 2 0")),
        asked(rule=rule.replace("]", "; Vector 1 0 0 0]")),
        asked(rule=rule.replace("]", "; Vector 0 0 0 0]")),
        asked(rule="[]"),
        asked(system="Zeckendorf"),
        asked(system="(Base 0)"),
        asked(system="(Base 1)"),
        asked(system="(Base 3)"),
        asked(accepting=accepting[1:]),
        asked(accepting=[0, *accepting]),
        asked(accepting=[]),
        asked(accepting=[*range(1, len(rows) + 1)]),
    ]
    for i, j in itertools.product(range(len(rows)), range(4)):
        other = next(q for q in [*accepting, 0, 1] if (q in accepting) != (rows[i][j] in accepting))
        forged.append(asked(rows=[*rows[:i], [*rows[i][:j], other, *rows[i][j + 1 :]], *rows[i + 1 :]]))
    goals = [f"Goal {asked()} = true. Proof. vm_compute. reflexivity. Qed."]
    goals += [f"Goal {each} = false. Proof. vm_compute. reflexivity. Qed." for each in forged]
    (tmp_path / "Forged.v").write_text(
        "From Coq Require Import NArith List.\nFrom Sprague Require Import AutomaticRules Automatic.\n"
        "Import ListNotations.\nOpen Scope N_scope.\n" + "\n".join(goals) + "\n"
    )
    subprocess.run(["coqc", "-Q", coq.library(), "Sprague", "Forged.v"], cwd=tmp_path, check=True)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rule": "x,y -> u,v where u < x and v = y"}, "the certificate is not valid"),
        ({"sizes": {"P": 1, "W": 1}}, "the certificate is not valid"),
    ],
)
def test_a_false_certificate_becomes_no_theorem(change, said, written):
    with pytest.raises(SpragueError) as refused:
        written(json.loads(_text("vectors{(1,1)}")) | change)
    assert said in str(refused.value)


def test_a_rule_by_a_formula_is_refused_in_a_sentence(written):
    with pytest.raises(SpragueError, match="only for rules by vectors"):
        written(_text("fibonacci"))


@pytest.mark.parametrize(
    "statement",
    [
        "lost_positions [Vector 0 0 0 0] (Base 2) (Automaton [[1; 1; 1; 1]] [1])",  # it takes nothing
        "lost_positions [] (Base 2) (Automaton [[1; 1; 1; 1]] [1])",
        "lost_positions [Vector 1 1 0 0] (Base 2) (Automaton [[1; 1; 1; 1]] [1])",  # Sprague has no text for k + 1
        "lost_positions [Vector 0 1 0 1] (Base 2) (Automaton [[1; 1; 1]] [1])",  # a row too short
        "lost_positions [Vector 0 1 0 1] (Base 2) (Automaton [[1; 2; 1; 1]] [1])",  # a state without a row
        "lost_positions [Vector 0 1 0 1] (Base 2) (Automaton [[1; 1; 1; 1]] [0])",
        "lost_positions [Vector 0 1 0 1] (Base 1) (Automaton [[1]] [1])",
        "lost_positions [Vector 0 1 0 1] (Ostrowski 1) (Automaton [[1; 1; 1; 1]] [1])",  # 1 has two digits, not one
        "lost_positions [Vector 0 1 0 1] Zeckendorf (Automaton [[1; 1; 1; 1]] [1]) nim",
        "lost_positions [Vector 0 1 0 1] nim (Automaton [[1; 1; 1; 1]] [1])",
    ],
)
def test_there_is_no_sentence_for_other_statements(statement):
    assert claim_of("t", statement) is None


def test_a_rule_has_its_own_text():
    assert rule_text([(1, 0, 0, 0), (0, 0, 1, 0), (1, 0, 1, 0), (1, 0, 1, 1), (1, 1, 1, 0)]) == "wythoff[t=2]"
    assert rule_text([(0, 0, 1, 0), (1, 0, 0, 0)]) == "vectors{(0,k),(k,0)}"


ENTRY = st.sampled_from([(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1)])
NAMED = [(1, 0, 0, 0), (0, 0, 1, 0), (1, 0, 1, 0), (1, 0, 1, 1), (1, 1, 1, 0), (1, 0, 1, 2), (1, 2, 1, 0)]


@settings(max_examples=40, deadline=None)
@given(
    st.one_of(
        st.lists(st.tuples(ENTRY, ENTRY).map(lambda pair: (*pair[0], *pair[1])), min_size=1, max_size=3),
        st.integers(2, len(NAMED) - 1)
        .map(NAMED.__getitem__)
        .map(lambda last: [*NAMED[: NAMED.index(last)], last]),
    ),
    st.tuples(st.integers(0, 7), st.integers(0, 7)),
)
@example(NAMED[:2], (3, 4))
@example(NAMED[:3], (3, 4))
@example(NAMED[:5], (5, 7))
def test_the_text_of_a_rule_means_to_the_engine_what_the_vectors_say(families, heaps):
    """The definition of the statement, by hand, beside the options of the game that the sentence names."""
    text = rule_text(families)
    if text is None:
        assert (
            any(m and c for a, c, b, d in families for m, c in ((a, c), (b, d))) or (0, 0, 0, 0) in families
        )
        return
    if text == "nim":  # a sum of two games in Sprague, whose moves everybody knows
        return
    ((ruleset, state),) = sg.parse(f"{text} {heaps[0]},{heaps[1]}").components
    reached = {option.state for (option,) in ruleset.successors(state)}
    x, y = state
    expected = {
        (x - a * k - c, y - b * k - d)
        for a, c, b, d in families
        for k in range(1, 8)
        if x >= a * k + c and y >= b * k + d
    }
    if text.startswith("wythoff"):  # either heap may stand first
        reached, expected = ({tuple(sorted(to)) for to in each} for each in (reached, expected))
    assert reached == expected
