"""Misère play of everything, against the plain definition."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from misere_sums import BOARDS, sums

import sprague as sg
from sprague.misereplay.genus import genus_of, nim_genus, parse_genus
from sprague.misereplay.table import Table
from sprague.model.naive_misere import misere_outcome
from sprague.model.ruleset import Component
from sprague.playing import player
from sprague.playing.hints import hints
from sprague.system.ask import Ask, asking
from sprague.words.errors import NotationError, RangeError, TooLargeError, UnsolvedError
from sprague.workbench import misere

#: What the definition says, kept from one example to the next.
KNOWN: dict = {}


def plain(position: sg.Position) -> str:
    return misere_outcome(position.components, KNOWN)


@settings(max_examples=40)
@given(sums())
def test_the_outcome_and_the_winning_moves_are_those_of_the_definition(text: str) -> None:
    position = sg.parse(f"misere {text}")
    answer = sg.solve(position)
    assert answer.outcome == plain(position)
    assert answer.value is None
    winning = [move.to.text for move in position.moves() if plain(move.to) == "P"]
    assert [move.to.text for move in answer.winning_moves] == winning
    assert answer.winning_moves_total == len(winning)
    assert str(answer.reason)


@settings(max_examples=20)
@given(sums())
def test_the_genus_tells_the_outcome_beside_heaps_of_nim(text: str) -> None:
    genus = sg.misere.genus(text)
    assert genus.value == sg.parse(text).value
    for twos in range(2):
        for n in range(4):
            heaps = ",".join(map(str, [n, *[2] * twos]))
            lost = plain(sg.parse(f"misere {text} + nim {heaps}")) == "P"
            assert lost == (genus.at(twos) == n)


@settings(max_examples=40)
@given(sums())
def test_tame_genera_are_genera(text: str) -> None:
    """What is found by the rule for tame games is what the options of all sums give."""
    parts = sg.parse(text).components
    table = Table()
    tame = table.tame(parts, 10**6)
    assert tame is None or tame == table.genus(table.word(parts))


ONE = st.sampled_from(
    [f"{game} {n}" for game in ("kayles", "grundy", "0.123", "0.71", "lasker", "0.137") for n in range(3, 8)]
)


@settings(max_examples=60)
@given(ONE, ONE, st.sampled_from(["nim 1", "nim 2,2", "kayles 5", "cram 2x3", "0.123 8"]))
def test_games_of_one_canonical_form_have_one_outcome_in_all_company(a: str, b: str, other: str) -> None:
    forms = [sg.misere.canonical_form(text) for text in (a, b)]
    outcomes = [plain(sg.parse(f"misere {text} + {other}")) for text in (a, b)]
    assert forms[0] != forms[1] or None in forms or outcomes[0] == outcomes[1]


@pytest.mark.parametrize("text", BOARDS)
def test_a_position_falls_into_pieces_that_are_the_same_game(text: str) -> None:
    (part,) = sg.parse(text).components
    pieces = part.ruleset.pieces(part.state)
    for beside in ("", " + nim 1", " + nim 2"):
        extra = sg.parse(beside[3:]).components if beside else ()
        assert misere_outcome((part, *extra), KNOWN) == misere_outcome((*pieces, *extra), KNOWN)


@settings(max_examples=40)
@given(
    st.sets(st.integers(1, 9), min_size=1, max_size=4), st.lists(st.integers(0, 14), min_size=1, max_size=2)
)
def test_subtraction_games_are_tame_by_ferguson(numbers: set[int], heaps: list[int]) -> None:
    position = sg.subtract(*numbers)(*heaps)
    misere = sg.Position(position.components, True)
    answer = misere.solve()
    assert answer.evidence.kind == "theorem"
    assert answer.outcome == plain(misere)


@pytest.mark.usefixtures("own_games")
def test_heaps_that_grow_are_searched() -> None:
    """A quotient is made heap by heap, from those of smaller heaps: with moves to larger ones it ended in a fault."""

    @sg.rule(name="growing")
    def growing(n: int) -> list[tuple[int, ...]]:
        return [(4, 4)] if n in (3, 5) else [(1,)] if n == 2 else []

    # Four moves are left, whatever is moved.
    position = sg.Position(growing(3, 5, 3, 5, 4, 4, 4).components, True)
    assert position.outcome == "N" and len(position.solve().winning_moves) == 2
    assert sg.Position(growing(3, 5, 5, 4, 4, 4, 4).components, True).outcome == "P"
    assert sg.misere.quotient(growing).heaps == 2


@pytest.mark.parametrize("rule", [
    lambda n: [n + 1],
    lambda n: [n + 1, n - 1] if n else [n + 1],
    lambda n: [n - 1] if n % 2 else [n + 3],
    lambda n, m: [(n + 1, m), *([(n, m - 1)] if m else [])],
])  # fmt: skip
@pytest.mark.usefixtures("own_games")
def test_rules_that_grow_for_ever_are_refused_at_once(rule: Callable[..., list]) -> None:
    position = sg.rule(rule, name="growing")(*[3] * rule.__code__.co_argcount)
    with asking(Ask(memory="50MB")):
        for question in (sg.misere.quotient, sg.misere.genus, lambda p: sg.solve(f"misere {p}")):
            with pytest.raises(UnsolvedError, match="growing must come to an end, but its positions grow"):
                question(position)
        if rule.__code__.co_argcount == 1:
            with pytest.raises(UnsolvedError, match="growing must come to an end, but its positions grow"):
                sg.misere.quotient(position.components[0].ruleset)


@pytest.mark.usefixtures("own_games")
def test_a_quotient_of_heaps_takes_a_heap_of_0_that_is_over() -> None:
    @sg.rule(name="begins")
    def begins(n: int) -> list[int]:
        return [2] if n == 0 else [n - 1] if n > 1 else []

    with pytest.raises(RangeError, match="a heap of 0 is over, but begins 0 has a move"):
        sg.misere.quotient(begins)
    assert sg.misere.quotient(begins(0)).order == 2  # 0 -> 2 -> 1: one line of play, so *0 or *1


def test_theorems_answer_at_any_size() -> None:
    assert sg.solve("misere subtract{1,3,4} 1000000000000,77").evidence.kind == "theorem"
    far = sg.solve("misere wythoff 309,500")
    assert far.outcome == "P" and "Fraenkel" in far.evidence.source
    nim = sg.solve("misere nim 1000000000000,2")
    assert nim.winning_moves_total == 1 and "until only heaps of 1 remain" in nim.evidence.source


def test_what_is_out_of_reach_says_how_far_it_is_known() -> None:
    with pytest.raises(TooLargeError, match="known to heap"):
        sg.solve("misere grundy 1000000")
    with pytest.raises(TooLargeError, match="infinitely many moves"):
        sg.solve("misere token")
    with pytest.raises(TooLargeError, match="1 s"):
        sg.solve("misere cram 9x9", seconds="1s")


def test_a_game_of_ones_own_in_misere_play() -> None:
    class TwoOrHalf(sg.HeapGame):
        """Take two, or half."""

        name = "two-or-half"

        def options(self, n: int) -> list[int]:
            return [*([n - 2] if n >= 2 else []), *([n - n // 2] if n >= 2 else [])]

    for heaps in ("5", "7,3", "2,9", "12,4"):
        position = sg.parse(f"misere two-or-half {heaps}")
        assert position.outcome == plain(position)


def test_the_text_of_a_sum_in_misere_play_reads_back() -> None:
    for text in (
        "misere kayles 5,6 + cram 2x3 + *2",
        "misere nim 1",
        "misere nim 2 + kayles 3",
        "misere notakto 3x3",
    ):
        assert sg.parse(text).text == text
        assert sg.parse(sg.parse(text).text) == sg.parse(text)


@pytest.mark.parametrize(
    "text", ["misere kayles 9", "misere cram 2x4", "misere 0.123 8,8", "misere notakto 3x3"]
)
def test_the_player_loses_no_won_game(text: str) -> None:
    position = sg.parse(text)
    wins = position.outcome == "N"
    for turn in range(100):
        if player.is_over(position):
            break
        mine = wins == (turn % 2 == 0)
        reply = player.reply(position, "perfect" if mine else "random", seed=turn)
        assert not mine or reply.kind == "wins" or not wins
        position = reply.move.to
    # Whoever cannot move has won: the winner is then to move.
    assert wins == (turn % 2 == 0)


def test_hints_in_misere_play_speak_of_misere_play() -> None:
    said = " ".join(str(step.sentence) for step in hints(sg.parse("misere kayles 3 + nim 2")))
    assert "misère" in said


@pytest.mark.parametrize("n", range(12))
def test_nim_heaps_have_their_genus_from_their_options(n: int) -> None:
    assert genus_of(nim_genus(m) for m in range(n)) == nim_genus(n)
    assert parse_genus(str(nim_genus(n))) == nim_genus(n)


def test_a_genus_that_is_none_is_refused() -> None:
    with pytest.raises(NotationError, match="a genus such as"):
        parse_genus("3^{}")


def test_the_definition_refuses_what_comes_back() -> None:
    class Around(sg.Game):
        """Go round."""

        name = "around-misere"

        def options(self, state: int) -> list[int]:
            return [(state + 1) % 3]

    with pytest.raises(UnsolvedError, match="must not recur"):
        misere_outcome([Component(Around(), 0)], {})
    with pytest.raises(UnsolvedError, match="must not recur"):
        sg.solve("misere around-misere 0")


def test_a_form_does_not_depend_on_what_was_asked_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not too large was said to be so, when others had filled the table of forms."""
    full = Table()
    full.forms._most = 2
    monkeypatch.setattr(misere, "TABLE", full)
    assert sg.misere.canonical_form("wythoff 1,1") == "*2"
    assert sg.misere.canonical_form("nim 2,2") == "{*3, *2}"  # the options are 2 + 1 = 3 and 2


def test_the_genus_is_that_of_a_position_not_of_a_game() -> None:
    take = sg.rule(lambda n: [n - k for k in (1, 2) if k <= n], name="take-few")
    assert str(sg.misere.genus(take(2))) == "2^{20}"  # it is *2
    for question in (sg.misere.genus, sg.misere.canonical_form):
        for game, said in (
            (take, "the game take-few; take-few 5"),
            (sg.kayles, "kayles 5"),
            (sg.cram, "the game cram"),
            (5, "got 5"),
        ):
            with pytest.raises(RangeError, match=said):
                question(game)  # type: ignore[operator]
        with pytest.raises(RangeError, match=r"sg\.rule makes a game of it"):
            question(lambda n: [n - 1])  # type: ignore[operator]
