"""Positions: moves, play, the count of lines of play."""

import pytest

import sprague as sg
from sprague.system.ask import Ask, asking
from sprague.words.errors import MoveError
from sprague.workbench.registry import builtin_rulesets, find


def perft(position: sg.Position, depth: int) -> int:
    return 1 if depth == 0 else sum(perft(move.to, depth - 1) for move in position.touchable())


def test_lines_of_play_of_nim_to_depth_3():
    """By the heap that each move is made in; equal heaps count as two."""
    assert perft(sg.parse("nim 1,2,3"), 3) == 76


@pytest.mark.parametrize(
    ("position", "move", "left"),
    [
        ("wythoff 500,1000", "wythoff 500,309", "wythoff 500,309"),
        ("wythoff 500,1000", "take 691 from both jars", None),
        ("nim 3,3", "nim 3,1", "nim 3,1"),
        ("nim 3,4", "nim 3", "*3"),
        ("nim 3,4", "nim 3,0", "*3"),
        ("nim 3", "*0", "*0"),
        ("*3", "take 2 from the heap of 3", "*1"),
        ("nim 3", "nim 3", None),
        ("nim 3", "nim 4", None),
        ("nim 3,4", "nim 2,3", None),
        ("wythoff 1,2", "nim 1,2", None),
        ("wythoff 2,2", "wythoff 0,0", "wythoff 0,0"),
        ("wythoff 2,2", "nim 0", None),
        ("wythoff 2,2 + *1", "*1", "*1"),
    ],
)
def test_play_takes_the_position_left_or_the_sentence(position, move, left):
    if left is None:
        with pytest.raises(MoveError):
            sg.parse(position).play(move)
    else:
        assert str(sg.parse(position).play(move)) == left


def test_misere_positions_are_not_added():
    with pytest.raises(sg.SpragueError, match="misère"):
        sg.parse("misere nim 1") + sg.parse("nim 2")


CANTONESE = "yue-Hant-HK"


@pytest.mark.parametrize(
    "game", ["nim", "wythoff", "fibonacci", "cram", "dots", "node-kayles", "hackenbush", "chomp"]
)
def test_moves_are_understood_in_the_words_of_every_language(game):
    example = sg.parse(find(game).example)
    for position in (example, example + sg.parse("*2") + example):
        for move in position.moves().first(60):
            words = move.sentence.render(CANTONESE)
            assert words != str(move.sentence)
            for said in (words, f"{words} -> {move.to}", f"  {words} "):
                assert position.find_move(said).sentence == move.sentence


@pytest.mark.parametrize(
    "said", ["喺第二個罐攞691塊", "喺第二個罐攞６９１ 塊", "Take 691 from the  second jar"]
)
def test_words_are_understood_however_they_are_spaced_and_set(said):
    assert sg.parse("wythoff 500,1000").play(said).text == "wythoff 500,309"


def test_capitals_count_where_nothing_else_tells_two_moves_apart():
    position = sg.parse("geography edges:x-a,x-A@x")
    for move in position.moves():
        assert position.find_move(str(move.sentence)) == move
    with pytest.raises(MoveError, match="may leave geography edges:a,A@a or geography edges:a,A@A"):
        position.play("MOVE THE TOKEN TO A")


@pytest.mark.parametrize("text", ["wythoff 50000,100000", "nim 5,10^9", "fibonacci 10^1000"])
def test_the_words_of_a_winning_move_are_understood_however_many_moves_there_are(text):
    position = sg.parse(text)
    move = position.winning_moves[0]
    for language in ("en", CANTONESE):
        assert position.find_move(move.sentence.render(language)) == move


def test_of_very_many_moves_only_some_are_put_into_words():
    with pytest.raises(MoveError, match="in words"):
        sg.parse("nim 10^9,10^9 + cram 30x30").play("take a nap")


@pytest.mark.parametrize("text", ["cram 3x4", "wythoff 5,9", "chomp 3x4", "fibonacci 10"])
def test_a_value_that_was_asked_for_carries_its_own_evidence(text):
    """The theorem that names the winner does not name the value, but where that is 0."""
    answer, valued = sg.solve(text), sg.solve(text, value=True).evidence
    assert answer.evidence.kind == "theorem" and valued.kind == "computed"
    assert answer.value and str(answer.evidence.sentence).endswith(f"; the value: {valued.sentence}")
    assert "the value:" not in str(sg.solve(text, value=False).evidence.sentence)
    assert sg.solve("cram 4x4", value=True).evidence.kind == "theorem"


@pytest.mark.parametrize("wanted", [-1, slice(5, None), slice(-3, None), 10**29])
def test_the_end_of_too_many_moves_is_refused_at_once(wanted):
    for position in (sg.nim(10**30), sg.token()):
        with pytest.raises(sg.SpragueError, match="out of reach"):
            position.moves()[wanted]
    assert sg.nim(5).moves()[-1].to == sg.nim(4)


@pytest.mark.parametrize("given", [None, 5, b"nim 3", ["nim 3"]])
def test_what_is_no_text_is_said(given):
    for ask in (sg.parse, sg.solve):
        with pytest.raises(sg.SpragueError, match="expected a position as text"):
            ask(given)


@pytest.mark.parametrize("text", ["misere grundy 9,4 + *2", "top-entails 30,9 + *3", "cram 3x4 + kayles 7"])
def test_a_bound_is_that_of_its_question_alone(text: str) -> None:
    """Moves are looked for when they are read: not within a time that was set for an earlier question, and is over."""
    position = sg.parse(text)
    now = 0.0
    with asking(Ask(), clock=lambda: now):
        position.solve(seconds=60.0)
    now = 1e6
    position.solve(memory="1GB")
    assert len(position.winning_moves) == sum(not wins(option) for option in position.options())
    assert position.solve() is position.solve()


def wins(position: sg.Position) -> bool:
    return position.solve(moves=False).outcome == "N"


@pytest.mark.parametrize("example", [ruleset.example for ruleset in builtin_rulesets() if not ruleset.kind])
def test_a_large_heap_beside_a_position(example: str) -> None:
    """A search must not be asked for values that it cannot hold."""
    value = sg.parse(example).value
    for heap in (62, 63, 255, 10**30):
        position = sg.parse(f"{example} + *{heap}")
        assert position.outcome == ("P" if value == heap else "N")
        move = position.winning_moves[0] if value != heap else None
        assert move is None or (move.to.outcome, move.to.value) == ("P", 0)


def test_words_of_a_move_may_be_a_position_of_a_users_game(own_games):
    sg.rule(lambda n: [n - 1] if n else [], name="take")
    assert sg.fibonacci(100).find_move("take 3").to.text == "fibonacci 97:6"
