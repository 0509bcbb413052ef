"""Theorems about heaps of several kinds: Coq accepts those of certificates, its checker refuses altered ones, and the
system in the statement has the values of the game."""

import functools
import itertools
import json
import re
import subprocess

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.games.families.system import Shorter, Split
from sprague.theorems import coq, form
from sprague.theorems.export import LIBRARY, file_of
from sprague.theorems.kinds import Pieces, Repeat, Whole, kinds_claim, kinds_text
from sprague.theorems.statements import claim_of
from sprague.theorems.verifier import verify
from sprague.words.errors import SpragueError
from sprague.workbench.theorem import claims_about, theorem

DAWSON = "kinds{a:-1,a-2,a+a-3}"
TWO = "kinds{a:b,a-2,*2+a-3;b:-1,b-2,b+b-3}"
#: The second kind comes first in the statement, as it may become the first one for nothing.
TURNED = "kinds{a:a-2;b:a,b-1}"
FAMILY = "node-kayles[linked-diamonds]"


@functools.cache
def _certificate(game):
    return json.dumps(sg.game(game).period().certificate())


@pytest.fixture
def about(tmp_path):
    """Writes a certificate, and returns the claims about it."""

    def write(data, pure=False):
        file = tmp_path / "kinds.json"
        file.write_text(data if isinstance(data, str) else json.dumps(data), "utf-8")
        return claims_about(str(file), pure)[1]

    return write


def _plain(system, count):
    """The values of all kinds by the definition, from the statement as it stands: each kind a list of given values, and
    a list of options [name, numbers...]."""
    rows = [[] for _ in system]

    def nim_sum(beside, *heaps):
        return functools.reduce(lambda x, heap: x ^ rows[heap[0]][heap[1]], heaps, beside)

    for n in range(count):
        for k in reversed(range(len(system))):  # what takes nothing leads to a later kind
            values, ways = system[k]
            seen = set()
            for name, *numbers in ways:
                if name == "Shorter":
                    c, j, d = numbers
                    if d <= n and (d or k < j):
                        seen.add(nim_sum(c, (j, n - d)))
                elif name == "Split":
                    c, i, j, d, a, b = numbers
                    seen |= {
                        nim_sum(c, (i, x), (j, y))
                        for x, y in itertools.product(range(a, n + 1), range(b, n + 1))
                        if d + x + y == n and d
                    }
                elif numbers == [n]:
                    seen.add(0)
            rows[k].append(
                values[n] if n < len(values) else next(v for v in itertools.count() if v not in seen)
            )
    return rows


def _read(statement):
    """The system of a statement, and the numbers behind it."""
    found = re.fullmatch(r"kinds_repeat (\[Kind .*\]) (\d+) (\d+) (\d+) (\d+) (\d+)", statement)
    kinds = re.findall(r"Kind (\[[\d; ]*\]) \[([^\]]*)\]", found[1])
    system = [
        (
            json.loads(values.replace(";", ",")),
            [
                [word if word.isalpha() else int(word) for word in way.split()]
                for way in ways.split("; ")
                if way
            ],
        )
        for values, ways in kinds
    ]
    return system, [int(each) for each in found.groups()[1:]]


def test_coq_accepts_the_periods_of_systems(about, tmp_path):
    claims = [claim for game in (DAWSON, TWO, TURNED, FAMILY) for claim in about(_certificate(game))]
    text = file_of("many", claims)
    form.check_form(form.sentences(text), LIBRARY, exact=True)
    (tmp_path / "many.v").write_text(text, "utf-8")
    found = verify(tmp_path / "many.v")
    assert found["ok"], found
    assert [row["words"] for row in found["theorems"]] == [str(claim.words) for claim in claims]
    assert found["theorems"][0]["words"].startswith(
        "for all n >= 52: g(n + 34) = g(n), where g is the value of"
    )
    assert DAWSON in found["theorems"][0]["words"]
    assert TURNED in found["theorems"][2]["words"]
    assert "g(n + 12) = g(n), where g is the value of a heap of kind 0 " in found["theorems"][3]["words"]
    assert (
        "node-kayles" not in text and "linked" not in text
    )  # that the graphs have this system is not proved


def test_pure_theorems_rest_on_nothing(about, tmp_path):
    (tmp_path / "pure.v").write_text(file_of("pure", about(_certificate(DAWSON), pure=True)), "utf-8")
    found = verify(tmp_path / "pure.v")
    assert (found["ok"], found["assumptions"]) == (True, [])


@pytest.mark.parametrize("game", [DAWSON, TWO, TURNED, FAMILY])
def test_the_system_of_the_statement_has_the_values_of_the_game(game, about):
    (claim,) = about(_certificate(game))
    system, (begin, turn, first, start, period) = _read(claim.statement)
    count = begin + 2 * turn
    rows = _plain(system, count)
    assert rows[first] == sg.game(game).values(count - 1).tolist()
    assert all(row[begin + turn :] == row[begin:-turn] for row in rows)
    certificate = json.loads(_certificate(game))
    assert [begin, turn, start, period] == [certificate[name] for name in ("from", "turn", "start", "period")]


def test_the_checker_of_coq_refuses_what_is_altered(about, tmp_path):
    """Each number of a statement is forged in turn, and each option left out; and the hints, which the values must not
    need."""
    goals = []
    for game in (DAWSON, TWO):
        (claim,) = about(_certificate(game))
        width, bound, hints = re.search(r"\(fast_kinds_repeat (\d+) (\d+) (\[.*?\])\)", claim.proof).groups()
        system, after = claim.statement.removeprefix("kinds_repeat ").rsplit("]", 1)
        system, after = f"{system}]", list(map(int, after.split()))

        def asked(system=system, after=after, width=width, bound=bound, hints=hints):
            return f"fast_kinds {width} {bound} {hints} {system} {' '.join(map(str, after))}"

        begin, turn, first, start, period = after
        forged = [
            asked(after=[begin, turn, first, start + 1, period]),
            asked(after=[begin, turn, first, start, 2 * period]),
            asked(after=[begin, turn - 1, first, start, period]),
            asked(after=[begin, turn, first, start, period - 1]),
            asked(after=[begin, 0, first, start, period]),
            asked(after=[begin, turn, first, start, 0]),
            asked(after=[begin - 1, turn, first, start - 1, period]),
            asked(after=[begin, turn, 2, start, period]),
            asked(width=2),
            asked(bound=int(bound) - 1),
            asked(bound=0),
            asked(hints="[]"),
            asked(system=system.replace("Kind []", "Kind [7]")),
            asked(system=system.replace("Split 0", "Split 1")),
            asked(system=re.sub(r"Split 0 \d", "Split 0 5", system)),
            asked(system=system.replace("3 0 0]", "3 1 0]")),
            asked(system=system.replace("3 0 0]", "0 0 0]")),
            asked(system=system.replace("Shorter 0 0 2", "Shorter 0 0 1")),
            asked(system=system.replace("Shorter 0 0 2", "Shorter 0 0 0")),
            asked(system=system.replace("Shorter 0 0 2", "Shorter 1 0 2")),
            asked(system="[]"),
        ]
        ways = re.findall(r"(?:Whole|Shorter|Split) [\d ]+(?:; )?", system)
        forged += [asked(system=system.replace(way, "").replace("; ]", "]")) for way in ways]
        assert len(set(forged) - {asked()}) == len(forged) == len(ways) + 21
        goals += [f"Goal {asked()} = true. Proof. vm_compute. reflexivity. Qed."]
        goals += [f"Goal {each} = false. Proof. vm_compute. reflexivity. Qed." for each in forged]
    (tmp_path / "Forged.v").write_text(
        "From Coq Require Import NArith List.\nFrom Sprague Require Import KindRules Kinds.\n"
        "Import ListNotations.\nOpen Scope N_scope.\n" + "\n".join(goals) + "\n"
    )
    subprocess.run(["coqc", "-Q", coq.library(), "Sprague", "Forged.v"], cwd=tmp_path, check=True)


@pytest.mark.parametrize(
    ("game", "change"),
    [
        (DAWSON, {"period": 17}),
        (DAWSON, {"start": 51, "from": 51}),
        (DAWSON, {"game": "kinds{a:-1,a-2,a+a-2}"}),
        (FAMILY, {"period": 6, "turn": 6}),
    ],
)
def test_a_false_certificate_becomes_no_theorem(game, change, about):
    with pytest.raises(SpragueError, match="the certificate is not valid"):
        about(json.loads(_certificate(game)) | change)


def test_a_system_that_takes_too_long_is_refused_in_a_sentence(about, monkeypatch):
    monkeypatch.setattr("sprague.theorems.kinds.MOST_SECONDS", 0.001)
    with pytest.raises(SpragueError, match="175 values of 1 kinds, about 0 s: too many"):
        about(_certificate(DAWSON))


@pytest.mark.parametrize(
    "statement",
    [
        "kinds_repeat [Kind [] [Shorter 0 1 1]] 0 2 0 0 2",  # there is no kind 1
        "kinds_repeat [Kind [] [Split 0 0 1 1 0 0]] 0 2 0 0 2",
        "kinds_repeat [Kind [] [Shorter 0 0 0]] 0 2 0 0 2",  # it takes nothing, and so is no move
        "kinds_repeat [Kind [] []; Kind [] [Shorter 0 0 0]] 0 2 0 0 2",
        "kinds_repeat [Kind [] [Split 0 0 0 0 0 0]] 0 2 0 0 2",
        "kinds_repeat [Kind [] [Shorter 0 0 1]] 0 0 0 0 2",  # that a value is equal to itself
        "kinds_repeat [Kind [] [Shorter 0 0 1]] 0 2 0 0 0",
        "kinds_repeat [Kind [] [Shorter 0 0 1]] 0 2 1 0 2",
        "kinds_repeat [Kind [] [Shorter 0 0]] 0 2 0 0 2",
        "kinds_repeat [Kind [] [Vector 0 0 1]] 0 2 0 0 2",
        "kinds_repeat [Kind [Shorter 0 0 1]] 0 2 0 0 2",
        "kinds_repeat [Shorter 0 0 1] 0 2 0 0 2",
        "kinds_repeat [Kind [] [Shorter 0 0 1]] 0 2 0 0 2 2",
    ],
)
def test_there_is_no_sentence_for_other_statements(statement):
    assert claim_of("t", "kinds_repeat [Kind [] [Shorter 0 0 1]] 0 2 0 0 2") is not None
    assert claim_of("t", statement) is None


def _systems(most):
    """Systems that a statement may list: with given values, least parts and constants, or without."""
    number, kind = st.integers(0, 2), st.integers(0, most - 1)
    least = st.sampled_from([0, 0, 0, 1])
    ways = st.one_of(
        st.builds(Shorter, number, kind, st.integers(0, 3)),
        st.builds(Split, st.sampled_from([0, 0, 1]), kind, kind, st.integers(1, 3), least, least),
        st.builds(Whole, st.integers(0, 3)),
    )
    given_ = st.one_of(st.just([]), st.just([]), st.lists(number, max_size=2))
    return st.lists(st.builds(Pieces, given_, st.lists(ways, max_size=3)), min_size=most, max_size=most)


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 3).flatmap(_systems), st.integers(0, 2))
@example([Pieces([], [Shorter(0, 0, 1), Whole(2)])], 0)
@example([Pieces([], [Shorter(0, 1, 0)]), Pieces([], [Shorter(0, 1, 1), Split(1, 0, 1, 2, 0, 0)])], 1)
@example([Pieces([], [Split(0, 0, 0, 1, 1, 0)])], 0)
def test_the_game_that_a_sentence_names_has_the_values_of_the_statement(found, first):
    first %= len(found)
    statement = kinds_claim("t", found, Repeat(0, 1, first, 0, 1)).statement
    claim = claim_of("t", statement)
    free = [
        (k, way)
        for k, kind in enumerate(found)
        for way in kind.ways
        if isinstance(way, Shorter) and not way.loss and way.kind <= k
    ]
    assert (claim is None) == bool(free)
    if claim is None:
        return
    text = kinds_text(found, first)
    assert claim.statement == statement
    assert (text or "that the statement lists") in str(claim.words)
    if text is None:
        special = any(kind.given or len(set(kind.ways)) < len(kind.ways) for kind in found)
        limits = any(way[4:] not in ((0, 0), ()) for kind in found for way in kind.ways)
        assert special or limits or any(Whole(0) in kind.ways for kind in found)
        return
    system, _ = _read(statement)
    assert sg.game(text).values(12).tolist() == _plain(system, 13)[first]


def test_the_theorem_of_a_game_is_that_of_its_certificate(about, tmp_path):
    for game in (DAWSON, FAMILY):
        about(_certificate(game))
        assert theorem(str(tmp_path / "kinds.json")) == theorem(sg.game(game).period()) == theorem(game)
    with pytest.raises(SpragueError, match="seen in 4000 values"):
        theorem("kinds{x:x-1,x+y-2;y:y-1,-3}")
