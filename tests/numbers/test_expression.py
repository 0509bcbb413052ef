"""Expressions of nimbers: what is written in the documents, the grammar, and every kind of bad input."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sprague.numbers import expression, nimber
from sprague.numbers.expression import evaluate, read
from sprague.words.errors import NotationError, RangeError, SpragueError, TooLargeError


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*22 + *7 + *25", "*8"),
        ("mex{0,1,2,5,9}", "3"),
        ("mex{*0, *1}", "2"),
        ("{*0,*1,*3}", "*2"),
        ("{0, 1, 3}", "*2"),
        ("{}", "*0"),
        ("mex{}", "0"),
        ("*5^-1", "*12"),
        ("*5^0", "*1"),
        ("order(*5)", "15"),
        ("order(5)", "15"),
        ("sqrt(*9)", "*15"),
        ("*2 + *1", "*3"),
        ("*3 + *1", "*2"),
        ("*3+*2+*1", "*0"),
        ("*7 ⊕ *4", "*3"),
        ("(((*5)))", "*5"),
        ("{{}, {{}}}", "*2"),  # the von Neumann numeral: a heap is the set of the smaller ones
        ("mex{0} + *4", "*5"),
        ("mex{0,1}^2", "*3"),
        ("mex{0,*1 + *1}", "1"),
        ("*5^order(*5)", "*1"),
        ("*5^(-1)", "*12"),
        ("*1e3", "*1000"),
        ("*2**20", "*1048576"),
        ("*2^20", "*3"),  # 2 has order 3
        ("\t* 4\n", "*4"),
    ],
)
def test_values(text: str, shown: str) -> None:
    assert str(read(text)) == shown
    assert evaluate(text) == int(shown.strip("*"))


def test_products_and_powers_are_those_of_the_field() -> None:
    for sign in ("x", "X", "×", "⊗"):
        assert evaluate(f"*6 {sign} *11") == evaluate(f"*6{sign}*11") == nimber.multiply(6, 11)
    assert evaluate("*8 / *3") == evaluate("*8 ÷ *3") == nimber.divide(8, 3)
    assert evaluate("*5^3") == nimber.multiply(5, nimber.multiply(5, 5))
    assert evaluate("(*9^2)^3") == nimber.power(9, 6)
    assert evaluate("*7^1e50") == nimber.power(7, 10**50)
    assert evaluate("*99^2**100") == nimber.power(99, 2**100)


def test_precedence_and_sides() -> None:
    assert evaluate("*4 + *6 x *11^2") == 4 ^ nimber.multiply(6, nimber.multiply(11, 11))
    assert evaluate("*8 / *3 / *5 x *7") == nimber.multiply(nimber.divide(nimber.divide(8, 3), 5), 7)
    assert evaluate("(*4 + *6) x *11") == nimber.multiply(4 ^ 6, 11)
    assert evaluate("mex{*1 + *1, *2 x *2, sqrt(4)}") == nimber.mex([0, 3, nimber.sqrt(4)])


def test_numbers_longer_than_python_reads() -> None:
    assert evaluate(f"*{'9' * 5000} + *{'9' * 5000} + *6") == 6
    assert str(read("*1e5000")) == "*1" + "0" * 5000


@pytest.mark.parametrize(
    ("text", "what", "place"),
    [
        ("", "a nimber", 1),
        ("   ", "a nimber", 4),
        ("*", "a number", 2),
        ("* + *3", "a number", 3),
        ("*3 +", "a nimber", 5),
        ("*3 *4", "the end, or one of + x / ^", 4),
        ("*6 x 11", "a nimber such as *11", 6),
        ("*3 - *4", "the end", 4),
        ("-*3", "a nimber", 1),
        ("*-3", "a number", 2),
        ("*1.5", "the end", 3),
        ("*3^*4", "an exponent", 4),
        ("*3^1.5", "the end", 5),
        ("*2^3^4", "parentheses", 5),
        ("*2^--3", "one sign", 5),
        ("(*3", ")", 4),
        ("*3)", "the end", 3),
        ("{*1, *2", "a comma or }", 8),
        ("{*1 *2}", "a comma or }", 5),
        ("{*1,}", "another option", 5),
        ("{,}", "a nimber", 2),
        ("mex(1)", "{", 4),
        ("sqrt{9}", "(", 5),
        ("sqrt *9", "(", 6),
        ("log(*9)", "a nimber", 1),
        ("*3 + order(*5)", "ordinary number", 6),
        ("order(*5) + *3", "the end", 11),
        ("*٣", "a number", 2),
        ("*²", "a number", 2),
        ("*3 ♦", "the end", 4),
        ("*0x10", "a nimber such as *10", 4),
        ("(" * 100, "at most 60 brackets", 61),
        ("{" * 100_000, "at most 60 brackets", 61),
        ("*3^" + "(" * 1000, "at most 60 brackets", 64),
    ],
)
def test_bad_input_says_what_was_expected_and_where(text: str, what: str, place: int) -> None:
    with pytest.raises(NotationError) as caught:
        evaluate(text)
    assert f"expected {what}" in str(caught.value) or what in str(caught.value)
    assert f"(character {place})" in str(caught.value)


@pytest.mark.parametrize("text", ["*3 / *0", "*0^-1", "*3 / (*5 + *5)", "order(*0)", "order(*2**4096)"])
def test_what_has_no_answer(text: str) -> None:
    with pytest.raises(RangeError):
        evaluate(text)


@pytest.mark.parametrize(
    "text",
    [
        "*3 + " * 300_000 + "*1",
        "*1e99999999",
        "*9**9999999999",
        "*1e100000 x *7",
        "*1e5000^1e5000",
        "*3^1e99999999",
    ],
)
def test_what_would_take_too_long(text: str) -> None:
    with pytest.raises(TooLargeError):
        evaluate(text)


def test_many_signs_of_one_kind_do_not_nest() -> None:
    assert evaluate("*3 + " * 1000 + "*1") == 1
    assert evaluate("{" + "0," * 5000 + "1}") == 2


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> tuple[str, int]:
    """A text and its value, put together by the functions of the field."""
    kind = draw(st.sampled_from("nn+x/^({s" if depth else "n"))
    if kind == "n":
        n = draw(st.integers(0, 1 << 70))
        return f"*{n}", n
    text, value = draw(expressions(depth=depth - 1))
    if kind == "(":
        return f"({text})", value
    if kind == "s":
        return f"sqrt({text})", nimber.sqrt(value)
    if kind == "^":
        e = draw(st.integers(0, 99))
        return f"({text})^{e}", nimber.power(value, e)
    other, right = draw(expressions(depth=depth - 1))
    if kind == "{":
        return f"{{{text}, {other}}}", nimber.mex([value, right])
    if kind == "+":
        return f"{text} + {other}", value ^ right
    if kind == "x" or right == 0:
        return f"({text}) x ({other})", nimber.multiply(value, right)
    return f"({text})/({other})", nimber.divide(value, right)


@settings(deadline=None)
@given(expressions())
def test_expressions_equal_their_parts(pair: tuple[str, int]) -> None:
    assert evaluate(pair[0]) == pair[1]


@settings(deadline=None, max_examples=300)
@given(st.one_of(st.text(max_size=40), st.text("*0123456789+x/^-(){},mexsqrtorder e.⊗ ", max_size=40)))
@example("mex")
@example("\x00")
def test_only_errors_of_sprague_come_out(text: str) -> None:
    try:
        value = evaluate(text)
    except SpragueError:
        return
    assert value >= 0


def test_limits_are_said() -> None:
    with pytest.raises(TooLargeError, match=f"at most {expression.MAX_LENGTH} characters"):
        evaluate("*1 + " * 300_000)
