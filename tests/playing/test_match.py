"""A turn of play, what players type, and what they are told when it is no move."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sprague as sg
from sprague.playing import match as matches
from sprague.playing import player
from sprague.playing.match import Match, begin
from sprague.playing.typed import read_move
from sprague.words.errors import MoveError
from sprague.workbench.registry import FAMILIES, builtin_rulesets, find, load

# One turn


def test_a_turn_is_the_move_the_comment_and_the_reply():
    match = begin("nim 3,4", "teacher", seed=1)
    seen = []
    turn = match.take_turn("nim 2,4", seen.append)
    assert turn.move.to == sg.parse("nim 2,4")
    assert turn.comment.kept is False
    assert turn.reply.move.to == match.now == sg.parse("nim 2,2")
    assert (turn.over, turn.won) == (False, None)
    (before,) = seen
    assert (before.move, before.comment, before.reply) == (turn.move, turn.comment, None)
    assert [str(each) for each in turn.sentences()] == [
        "you: take 1 from the heap of 3",
        "that lets the win go: take 1 from the heap of 4 would have won",
        "computer: take 2 from the heap of 4",
    ]


@pytest.mark.parametrize(("text", "move", "won"), [
    ("nim 3", "3", True), ("nim 1,2", "2 from 2", False), ("misere nim 1", "1", False),
    ("misere nim 1,1", "misere nim 1", True),
])  # fmt: skip
def test_who_has_won(text, move, won):
    match = begin(text)
    turn = match.take_turn(move)
    assert (turn.won, turn.over, match.over, match.won) == (won, True, True, won)
    assert str(turn.sentences()[-1]) == f"No move is left: {'you win' if won else 'the computer wins'}."
    with pytest.raises(MoveError, match="the game is over"):
        match.take_turn("1")


def test_an_illegal_move_changes_nothing():
    match = begin("wythoff 5,8", seed=3)
    with pytest.raises(MoveError):
        match.take_turn("wythoff 5,9")
    assert (match.positions, match.at) == ([sg.parse("wythoff 5,8")], 0)


def test_the_computer_begins_and_after_a_swap_plays_on():
    match = Match(sg.parse("nim 3,4"), second=True)
    with pytest.raises(MoveError, match="the computer's turn"):
        match.take_turn("nim 3,3")
    assert match.take_turn().reply.move.to == sg.parse("nim 3,3")
    assert match.take_turn() == matches.Turn()
    match.swap()
    assert match.take_turn().reply is not None


def test_undo_and_redo_stop_where_the_player_is_to_move():
    match = begin("wythoff 5,8", seed=3)
    match.take_turn("wythoff 5,7")
    after = match.now
    assert match.hint() is not None
    assert (match.undo(), match.now, match.hints) == (True, sg.parse("wythoff 5,8"), [])
    assert not match.undo()
    assert (match.redo(), match.now) == (True, after)
    assert not match.redo()
    match.undo()
    match.take_turn("wythoff 5,3")
    assert match.positions[1] == sg.parse("wythoff 5,3")


def test_another_game_of_the_same_kind():
    named, given_ = begin("last-biscuit", seed=1), begin("nim 3,4", seed=1)
    firsts = {named.now}
    for _ in range(6):
        named.renew()
        firsts.add(named.now)
    assert len(firsts) > 1
    given_.take_turn("nim 3,3")
    given_.renew()
    assert given_.now == sg.parse("nim 3,4")


@pytest.mark.parametrize(
    "work", [lambda match: match.take_turn(match.now.moves()[0]), Match.renew, Match.undo]
)
def test_an_interrupt_leaves_the_match_as_it_was_or_as_it_is_after(work):
    def interrupted(at):
        """The match, struck before line number ``at`` of its code, and whether that line was reached."""
        match = begin("nim 3,4", seed=1)
        match.take_turn("nim 3,3")
        lines = iter(range(at, -1, -1))

        def line(frame, event, _):
            if event == "line" and next(lines, None) == 0:
                raise KeyboardInterrupt
            return line

        sys.settrace(lambda frame, *_: line if frame.f_code.co_filename == matches.__file__ else None)
        try:
            work(match)
        except KeyboardInterrupt:
            return match, True
        finally:
            sys.settrace(None)
        return match, False

    at, reached = 0, True
    while reached:
        match, reached = interrupted(at)
        assert len(match.positions) == len(match.yours) > match.at
        match.redo()
        match.undo()
        assert match.now == match.positions[match.at]
        at += 1
    assert at > 3


def test_a_thought_has_an_end(monkeypatch):
    """A game that nobody can solve in a moment is still played, by moves at random."""
    monkeypatch.setattr(player, "THINKING", 0.2)
    turn = begin("cram 9x9", seed=1).take_turn("#1")
    assert turn.reply.kind == "unknown"


# What is typed


COUNTED = [
    "nim",
    "wythoff",
    "wythoff[any]",
    "wythoff[t=2]",
    "0.77",
    "subtract{1,3,4}",
    "take-fibonacci",
    "lasker",
]


@given(st.sampled_from(COUNTED), st.lists(st.integers(1, 7), min_size=2, max_size=2), st.integers(0, 8))
def test_a_number_alone_is_the_take_that_it_may_be(game, sizes, count):
    position = sg.parse(f"{game} {','.join(map(str, sizes))}")
    before = position.components
    possible = set()
    for move in position.moves():
        part = before[move.index].ruleset
        old = part.sizes(before[move.index].state)
        new = [n for left in move.option for n in left.ruleset.sizes(left.state)]
        taken = [n - m for n, m in zip(old, new, strict=True)] if len(old) > 1 else [sum(old) - sum(new)]
        if set(taken) <= {0, count} and count in taken and count > 0:
            possible.add(move.to)
    try:
        made = read_move(position, str(count))
    except MoveError as error:
        assert len(possible) != 1
        assert ("several ways" in str(error)) == (len(possible) > 1)
    else:
        assert possible == {made.to}


@pytest.mark.parametrize(("text", "typed", "left"), [
    ("fibonacci 100:6", "3", "fibonacci 97:6"),
    ("fibonacci 100:6", "take 3", "fibonacci 97:6"),
    ("fibonacci 10,13:6", "5 from 13", "fibonacci 10,8:8"),
    ("global-fibonacci 10,13:6", "5 from 13", "global-fibonacci 10,8:10"),
    ("nim 3,4,5", "2 from 4", "nim 3,2,5"),
    ("nim 5,5", "2", "nim 3,5"),
    ("nim 10^30,5", "10^29", f"nim {9 * 10**29},5"),
    ("nim 3,4,5", "take 2 from the heap of 4", "nim 3,2,5"),
    ("nim 3 + wythoff 9,1", "8", "*3 + wythoff 1,1"),
    ("wythoff 5,8", "6", "wythoff 5,2"),
    ("wythoff 5,8", "5,3", "wythoff 5,3"),
    ("wythoff 5,8", "take 2 from both", "wythoff 3,6"),
    ("wythoff 5,8", "2 from both jars", "wythoff 3,6"),
    ("wythoff 5,8", "2 from each of the heaps", "wythoff 3,6"),
    ("wythoff 5,5", "take 5 from both", "wythoff 0,0"),
    ("wythoff 5,5", "5 from 5", "wythoff 0,5"),
    ("nim 3 + wythoff 9,7", "3 from both", "*3 + wythoff 6,4"),
    ("nim 3,4,5", "2 from heap 4", "nim 3,2,5"),
    ("antonim 2,4,5", "1 from 2", "antonim 1,4,5"),
    ("antonim 2,4,5", "Take 1 from heap 2", "antonim 2,3,5"),
    ("antonim 2,4,5 + *3", "1 from heap 2", "antonim 2,3,5 + *3"),
    ("cram 2x2", "##/..", "cram ##/.."),
    ("dots 7", "5", "dots 1,3"),
    ("dots 7", "dots 5", "dots 5"),
])  # fmt: skip
def test_what_is_typed(text, typed, left):
    position = sg.parse(text)
    assert read_move(position, typed).to == sg.parse(left)


@pytest.mark.parametrize(("text", "typed", "told"), [
    ("fibonacci 20:6", "7", "at most 6 now"),
    ("fibonacci 20:6", "fibonacci 12", "at most 6 now"),
    ("fibonacci 20", "20", "at most 19 now"),
    ("fibonacci 20:6", "fibonacci 17:5", "after a take of 3 at most 6 may follow"),
    ("global-fibonacci 10,13:6", "global-fibonacci 3,13:6", "at most 6 now"),
    ("nim 3,4", "nim 3,5", "a heap of 4 cannot become 5"),
    ("nim 3,4", "nim 2,3", "in one heap or part only"),
    ("nim 3,4", "nim 3,4", "must change something"),
    ("nim 3,4", "2 from 9", "there is no heap of 9"),
    ("nim 3,4", "5", "at most 4 now"),
    ("nim 3,4", "2 from both", "no move here takes from several heaps"),
    ("wythoff 3,4", "4 from both", "at most 3 now"),
    ("wythoff 3,4", "0 from both", "takes at least one"),
    ("nim 3,4", "0", "takes at least one"),
    ("misere nim 3,4", "nim 3,3", "only one of them is misère play"),
    ("antonim 3,4,5", "take 2 from heap 3", "no two heaps may then be equal"),
    ("wythoff 5,8", "wythoff 3,7", "the same number may be taken, not 2 and 1"),
    ("wythoff[t=2] 5,8", "2,7", "differ by less than 2, not 3 and 1"),
    ("0.77 7", "3", "at most 2 now"),
    ("kayles 7", "9", "no move is made at 9"),
    ("subtract{1,3,4} 20", "2", "one of these numbers of tokens: 1, 3, 4"),
    ("take-fibonacci 17", "13", ""),
    ("take-fibonacci 17", "take-fibonacci 13", "4 is not a Fibonacci number"),
    ("cram ##./...", "cram .##/...", "row 1, column 1 is taken already"),
    ("cram 2x3", "cram ###/...", "two free cells side by side"),
    ("cram 2x3", "cram 2x2", "stays one of 2 x 3 cells"),
    ("chomp 2x2", "chomp 0", "poisoned corner"),
    ("node-kayles path:3", "node-kayles path:2", "neighbours"),
])  # fmt: skip
def test_an_error_names_the_rule_that_is_broken(text, typed, told):
    position = sg.parse(text)
    if not told:
        assert read_move(position, typed).to == sg.parse("take-fibonacci 4")
        return
    with pytest.raises(MoveError) as caught:
        read_move(position, typed)
    assert told in str(caught.value)


@pytest.mark.parametrize("game", [ruleset.head for ruleset in builtin_rulesets()])
def test_a_move_is_understood_by_its_words_and_by_the_position_it_leaves(game):
    """In games that number their heaps "heap 2" is not the heap of 2. What is over disappears from a sum."""
    example = find(game).example
    last, now = example, sg.parse(example)
    for _ in range(60):
        moves = now.moves().first(1)
        if not moves:
            break
        last, now = now.text, moves[0].to
    for text in (example, last, f"*2 + {last}"):
        position = sg.parse(text)
        for move in position.moves().first(40 if position.moves().total else 1):
            typed = read_move(position, move.to.text)
            assert typed.to == move.to
            assert (typed.sentence, typed.marks, typed.removed) == (move.sentence, move.marks, move.removed)
            try:
                assert read_move(position, str(move.sentence)).to == move.to
            except MoveError as error:  # the words stand for several moves
                assert "may leave" in str(error) or "several ways" in str(error)


@pytest.mark.parametrize("given_", [0, None, 3.5, ["nim 3,3"]])
def test_what_is_no_move_at_all_is_refused_in_a_sentence(given_):
    with pytest.raises(MoveError, match="expected a move, or the position that it leaves, got"):
        sg.nim(3, 4).play(given_)


# What games bring along


def test_every_game_that_has_a_name_has_one_for_people():
    for word in (*FAMILIES, *load("takebreak.named:NAMED"), "vectors{(0,k),(k,0)}"):
        assert str(find(word).title)
    assert find("0.137").title is None


@pytest.mark.parametrize("ruleset", builtin_rulesets(), ids=lambda ruleset: ruleset.head)
def test_no_move_is_refused_with_a_fault(ruleset):
    """What is said of moves that the rules forbid is a sentence, whatever the move."""
    position = sg.parse(ruleset.example)
    part = position.components[0]
    for other in [
        *position.moves().first(5),
        *(move for to in position.options().first(3) for move in to.moves().first(5)),
    ]:
        if not part.ruleset.allows(part.state, other.option):
            fault = part.ruleset.fault(part.state, other.option)
            assert fault is None or str(fault)
