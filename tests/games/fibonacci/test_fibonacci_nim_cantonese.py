"""The article on Fibonacci nim in Cantonese (斐波那契拈): its example, its strategy, its remarks on several heaps."""

import sprague as sg


def test_the_line_of_play_from_10():
    position = sg.parse("fibonacci 10")
    assert "10 = 8 + 2" in position.explain()
    line = [  # position, outcome, the take of the example
        ("fibonacci 10", "N", 2),
        ("fibonacci 8:4", "P", 2),
        ("fibonacci 6:4", "N", 1),
        ("fibonacci 5:2", "P", 1),
        ("fibonacci 4:2", "N", 1),
        ("fibonacci 3:2", "P", 1),
    ]
    for text, outcome, take in line:
        assert (position.text, position.outcome) == (sg.parse(text).text, outcome)
        if outcome == "N":
            assert str(position.winning_moves[0].sentence) == f"take {take}"
        position = position.play(f"take {take}")
    assert position.text == "fibonacci 2:2"
    assert "take 2" in [str(move.sentence) for move in position.winning_moves]


def test_whoever_takes_3_or_4_of_the_8_loses_at_once():
    for take in (3, 4):
        left = sg.parse("fibonacci 8:4").play(f"take {take}")
        assert sg.parse("fibonacci 0") in [move.to for move in left.winning_moves]


def test_the_last_three_whatever_is_taken():
    for take in (1, 2):
        left = sg.parse("fibonacci 3:2").play(f"take {take}")
        assert sg.parse("fibonacci 0") in [move.to for move in left.winning_moves]


def test_the_second_player_wins_just_the_fibonacci_starts():
    fibonacci = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144}
    assert {n for n in range(1, 150) if sg.fibonacci(n).outcome == "P"} == fibonacci


def test_21_coins():
    assert sg.fibonacci(21).outcome == "P"
    for move in sg.fibonacci(21).moves():
        assert move.to.outcome == "N"


def test_the_strategy_always_wins_from_every_winning_position_to_40():
    """All coins if the limit allows, otherwise the smallest part of the representation."""
    parts = [1, 2, 3, 5, 8, 13, 21, 34]
    for n in range(1, 41):
        for q in range(1, n + 1):
            smallest, left = 0, n
            while left:
                smallest = max(part for part in parts if part <= left)
                left -= smallest
            position = sg.fibonacci((n, q))
            assert position.outcome == ("N" if q >= smallest else "P")
            if q >= smallest:
                take = n if q >= n else smallest
                assert position.play(f"take {take}").outcome == "P"


def test_several_heaps_by_the_nim_sum():
    position = sg.fibonacci(10, (13, 6), 4)
    assert position.value == sg.fibonacci(10).value ^ sg.fibonacci((13, 6)).value ^ sg.fibonacci(4).value


def test_the_limit_may_follow_the_heap_or_the_last_take():
    own = sg.fibonacci(10, 13).play("fibonacci 8:4,13")
    assert own.moves().total == 4 + 12
    shared = sg.global_fibonacci(10, 13).play("global-fibonacci 8,13:4")
    assert shared.moves().total == 4 + 4
