"""Proof files: what they claim is true, and a file with anything altered is refused."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.boards.cram import CRAM, Board
from sprague.games.placing import orientations
from sprague.model import naive
from sprague.model.ruleset import Component
from sprague.proofs.about import is_about
from sprague.proofs.check import check
from sprague.proofs.proof_check import PIECES, Flaw, _pieces, check_proof, digest
from sprague.words.errors import SpragueError
from sprague.workbench.proof import prove

POSITIONS = [
    "cram 2x3",
    "cram 3x4",
    "cram ..#./..../#...",
    "node-kayles grid:2x4",
    "node-kayles path:1",
    "arc-kayles cycle:6",
    "arc-kayles edges:a-b,b-c,c-a,d-e",
    "cram ./#",
    "cram ..#..",
    "clobber 2x4",
    "clobber 3x3",
    "clobber xo./.ox/x.o",
    "clobber xxo/o.x",
    "clobber xx",
    "cannibal-clobber 2x4",
    "cannibal-clobber xx./.xx/x..",
    "cannibal-clobber x",
    "place[I3,L3] 3x4",
    "place[T4,I1] 2x3",
    "place[O4] ..#/...",
    "place[I2] 2x4",
]


OTHERS = [
    "cram 3x3",
    "clobber 2x4",
    "clobber xox/oxo",
    "arc-kayles path:3",
    "cram 2x3 + *1",
    "7",
    "",
    7,
    None,
]
STONES = ("clobber 1x4", "clobber 2x3", "cannibal-clobber 2x3", "place[L3] 2x3")


def _proof(text: str) -> dict:
    return json.loads(json.dumps(prove(sg.parse(text).components[0])))


@pytest.mark.parametrize("text", POSITIONS)
def test_proofs_claim_the_value_of_the_definition_and_are_accepted(text):
    component = sg.parse(text).components[0]
    proof = _proof(text)
    assert proof["value"] == naive.value(component, {})
    check_proof(proof)


@given(
    st.lists(st.lists(st.sampled_from("xo."), min_size=3, max_size=3), min_size=1, max_size=4), st.booleans()
)
@settings(max_examples=40)
def test_proofs_of_any_stones_are_accepted(rows, coloured):
    board = "/".join(map("".join, rows))
    text = f"clobber {board}" if coloured else f"cannibal-clobber {board.replace('o', 'x')}"
    component = sg.parse(text).components[0]
    proof = _proof(text)
    assert proof["value"] == naive.value(component, {})
    assert check(proof)["valid"]


@pytest.mark.parametrize("name", PIECES)
def test_the_checker_knows_the_pieces(name):
    """The writer and the checker have tables of their own."""
    assert set(_pieces(f"place[{name}]")) == {tuple(sorted(image)) for image in orientations(name)}
    assert _pieces(f"place[I3,{name}]") and not _pieces(f"place[{name},Q9]") and not _pieces(f"{name}")
    assert not _pieces(f"place[{name},I3]") and not _pieces(f"place[{name},{name}]")


@given(st.integers(0, 2**12 - 1))
@settings(max_examples=40, deadline=None)
def test_proofs_of_any_board_are_accepted(cells):
    board = Component(CRAM, Board(3, 4, cells))
    proof = json.loads(json.dumps(prove(board)))
    assert proof["value"] == naive.value(board, {})
    check_proof(proof)


def _places(entry, path=()):
    """The path to every number and text in a proof."""
    if isinstance(entry, dict):
        for key, value in entry.items():
            yield from _places(value, (*path, key))
    elif isinstance(entry, list):
        for key, value in enumerate(entry):
            yield from _places(value, (*path, key))
    else:
        yield path


@pytest.mark.parametrize(
    "text", ["cram 2x3", "cram 2x4", "node-kayles path:4", "arc-kayles cycle:5", *STONES]
)
@pytest.mark.parametrize("forged", [False, True])
def test_a_proof_with_any_entry_altered_is_refused(text, forged):
    """With the digest forged too, what is accepted may still be another proof, but never of another value."""
    proof = _proof(text)
    for path in list(_places(proof)):
        old = _at(proof, path)
        for new in (old + 1, old - 1) if isinstance(old, int) else (old + "x",):
            altered = copy.deepcopy(proof)
            _at(altered, path[:-1])[path[-1]] = new
            if forged:
                altered["digest"] = digest(altered)
            try:
                check_proof(altered)
            except Flaw:
                continue
            assert forged
            if path[0] == "board":  # the proof of another board: true, and not of this position
                assert not is_about(altered)
            else:
                assert altered["value"] == proof["value"]


@pytest.mark.parametrize("text", ["cram 2x3", "cram 3x3", "node-kayles grid:2x3", *STONES])
def test_a_claim_of_another_value_is_refused(text):
    proof = _proof(text)
    wrong = [proof | {"value": proof["value"] + 1}, proof | {"value": proof["value"] + 2}]
    for number, shape in enumerate(proof["shapes"]):
        for key, new in (("value", shape["value"] + 1), ("answers", shape["answers"][1:])):
            if new != shape[key]:
                altered = copy.deepcopy(proof)
                altered["shapes"][number][key] = new
                wrong.append(altered)
    for altered in wrong:
        with pytest.raises(Flaw):
            check_proof(altered | {"digest": digest(altered)})


@pytest.mark.parametrize(
    "proof", [None, [], {}, {"format": "sprague-proof/1"}, {"format": "sprague-proof/2"}]
)
def test_what_is_no_proof_is_refused(proof):
    with pytest.raises(Flaw):
        check_proof(proof)


@pytest.mark.parametrize("text", ["cram 3x3", "node-kayles path:4"])
@pytest.mark.parametrize("parts", [None, 5, [3], [[0]], [[0, 5]], [[0, None]], [[None, [0, 0, 0]]]])
def test_parts_of_another_form_are_refused(text, parts):
    altered = _proof(text) | {"parts": parts}
    with pytest.raises(Flaw):
        check_proof(altered | {"digest": digest(altered)})


@pytest.mark.parametrize("text", ["cram 2x3", "arc-kayles cycle:5", "node-kayles edges:a-b,b-c,d", *STONES])
@pytest.mark.parametrize(
    "position",
    ["cram 3x3", "clobber 2x4", "clobber xox/oxo", "arc-kayles path:3", "cram 2x3 + *1", "7", "", 7, None],
)
def test_a_proof_is_refused_under_the_name_of_another_position(text, position):
    proof = _proof(text)
    assert check(proof)["valid"]
    altered = proof | {"position": position}
    found = check(altered | {"digest": digest(altered)})
    assert not found["valid"] and "position" in found["reason"]


@pytest.mark.parametrize("text", ["cram 2x2", "node-kayles path:4"])
def test_a_proof_says_nothing_of_misere_play(text):
    """The value of cram 2x2 is 0; in misère play the first player wins."""
    for position in (
        f"misere {text}",
        f"{text} misere",
        text.replace(" ", " misere "),
        text.replace(" ", "  "),
    ):
        altered = _proof(text) | {"position": position}
        assert not check(altered | {"digest": digest(altered)})["valid"]


@pytest.mark.parametrize("path", [(), ("shapes", 0), ("board",), ("shapes", 0, "board")])
def test_a_field_that_nothing_checks_is_refused(path):
    altered = _proof("node-kayles path:4")
    _at(altered, path)["outcome"] = "P"
    found = check(altered | {"digest": digest(altered)})
    assert not found["valid"] and "outcome" in found["reason"]


@pytest.mark.parametrize("text", ["nim 3", "cram 9x9", "kayles 5"])
def test_what_cannot_be_proved_here_is_refused(text):
    with pytest.raises(SpragueError):
        prove(sg.parse(text).components[0])


def _at(entry, path):
    for key in path:
        entry = entry[key]
    return entry
