"""Proofs of Sprouts: what they claim is true, and the checker draws the lines that the program draws."""

import json

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import sprague as sg
from sprague.cli.app import application
from sprague.games.sprouts.forms import lands_of, lines, options
from sprague.games.sprouts.notation import from_kernel, write_state
from sprague.model import naive
from sprague.proofs import sprouts_check as checker
from sprague.proofs.check import check
from sprague.workbench.proof import prove

#: J. Lemoine, S. Viennot, Computer analysis of Sprouts with nimbers (2010), arXiv 1008.2320: 1 to 32 spots.
NIMBERS = (0, 0, 1, 1, 1, 0, 0, 0)


def proof_of(text):
    return json.loads(json.dumps(prove(sg.parse(text).components[0])))


@pytest.mark.parametrize("spots", [1, 2, 3, 4, *(pytest.param(n, marks=pytest.mark.deep) for n in (6, 8))])
def test_proofs_of_spots_claim_the_values_of_others_and_are_accepted(spots):
    proof = proof_of(f"sprouts {spots}")
    assert proof["value"] == NIMBERS[spots - 1]
    assert check(proof)["valid"]


@given(st.integers(2, 4), st.data())
@settings(max_examples=6, deadline=None)
def test_proofs_of_any_position_claim_the_value_of_the_definition(spots, data):
    lands = (b".".join([b"0"] * spots),)
    for _ in range(data.draw(st.integers(2, 5))):
        if lands:
            lands = data.draw(st.sampled_from(options(max(lands, key=len))))
    state = write_state("/".join(map(from_kernel, lands[:1])))
    proof = proof_of(f"sprouts {state}")
    assert check(proof)["valid"]
    if spots < 4:
        assert proof["value"] == naive.value(sg.parse(f"sprouts {state}").components[0], {})


@given(st.integers(2, 4), st.data())
@settings(max_examples=6, deadline=None)
def test_the_checker_draws_the_lines_of_the_kernel(spots, data):
    """Each line, place by place, and all of them together; what they leave by the forms of the checker."""
    lands = lands_of(".".join("0" * spots))
    while lands:
        land = data.draw(st.sampled_from(lands))
        state = from_kernel(land)
        paper = checker.read(write_state(state))
        drawn = {tuple(sorted(checker.lands(left))) for left in checker.all_lines(paper)}
        assert drawn == {forms(left) for left in options(land)}
        for line, left in lines(state):
            drawn_one = checker.draw(paper, line.one, line.other, sorted(line.inside))
            assert tuple(sorted(checker.lands(drawn_one))) == forms(left)
        lands = data.draw(st.sampled_from(options(land)))


def forms(lands):
    return tuple(
        sorted(form for land in lands for form in checker.lands(checker.read(write_state(from_kernel(land)))))
    )


def test_forms_do_not_depend_on_names_places_and_directions():
    """And they tell apart what is not the same in a mirror."""
    one, same, other = "0.ABC.DE1/ABC/DE2", "E1D.CAB.0/D2E/CBA", "0.ABC.DE1/ABC/DE22"
    assert (
        checker.lands(checker.read(one))
        == checker.lands(checker.read(same))
        != checker.lands(checker.read(other))
    )


@pytest.mark.parametrize("text", ["sprouts 3", "sprouts 0.22", "sprouts A.B.C.D.E.F.G/A2/B2/C2/D2/E2/F2/G2"])
def test_the_command_writes_a_proof(text, tmp_path):
    path = tmp_path / "proof.json"
    said = CliRunner().invoke(application, ["proof", text, "-o", str(path)])
    assert said.exit_code == 0, said.output
    assert check(path)["valid"]


@given(
    st.lists(
        st.sampled_from(["0", "1", "2", "A", "B", "C", "AB", "BA", ".", "/", "2A", "ABC"]), max_size=9
    ).map("".join)
)
@settings(max_examples=100)
def test_the_checker_reads_nothing_that_the_notation_refuses(text):
    """By its own rules: names cross nowhere, and boundaries hang together as on paper."""
    try:
        checker.read(text)
    except checker.Flaw:
        return
    sg.parse(f"sprouts {text}")


@pytest.mark.parametrize("text", ["ABAB", "AB.CD/AC/BD", "A.A", "AB", "01.", "0..0", "", "02"])
def test_the_checker_refuses_what_is_no_drawing(text):
    with pytest.raises(checker.Flaw):
        checker.read(text)
