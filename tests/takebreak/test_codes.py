"""The grammar of take-and-break codes: what parses, how it prints, what it says of a text that is none."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_codes import codes

from sprague.takebreak.codes import Code, is_code, options, parse_code, subtract
from sprague.takebreak.named import NAMED, find
from sprague.words.errors import NotationError, SpragueError, TooLargeError


@given(codes())
def test_what_is_printed_reads_back(code: Code) -> None:
    text = str(code)
    assert is_code(text)
    assert parse_code(text) == code
    assert str(parse_code(text)) == text


@given(st.text(alphabet="0123456789abcdef.(){}[],:-hexunqalsubtr ", max_size=30))
def test_any_text_is_a_code_or_a_clear_error(text: str) -> None:
    try:
        code = parse_code(text)
    except SpragueError:
        return
    assert parse_code(str(code)) == code


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        (".137", "0.137"),
        ("0.1370", "0.137"),
        ("4.7", "4.7"),
        ("4", "4.0"),
        ("4.", "4.0"),
        ("0.0", "0.0"),
        ("hex:0.8f", "hex:0.8f"),
        ("hex: 8.", "hex:8.0"),
        ("hex:0.77", "0.77"),
        ("hex:0.1[1f]2", "hex:0.1[1f]2"),
        ("hex:0.[3]8", "hex:0.38"),
        ("0.(3)", "0.(3)"),
        ("0.33(33)", "0.(3)"),
        ("0.12(0)", "0.12"),
        ("0.1(2121)", "0.(12)"),
        ("0.3033", "subtract{1,3,4}"),
        ("subtract{ 4, 3,1,3 }", "subtract{1,3,4}"),
        ("0.3003(3)", "all-but{2,3}"),
        ("all-but{5,2}", "all-but{2,5}"),
        ("all-but{}", "0.(3)"),
        ("4.(3)", "4.(3)"),
        ("0.(03)", "0.(03)"),
        ("unequal:4.0", "unequal:4.0"),
        ("equal:0.77", "equal:0.77"),
        ("unequal:0.123", "0.123"),
        ("unequal:hex:0.8", "unequal:hex:0.8"),
    ],
)
def test_each_code_has_one_printed_form(text: str, printed: str) -> None:
    assert str(parse_code(text)) == printed


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.78", "expected an octal digit 0-7, got '8' in '0.78' (digit 2)"),
        ("0.7g", "expected an octal digit 0-7, got 'g' in '0.7g' (digit 2)"),
        ("hex:0.8g", "expected a hexadecimal digit 0-9 a-f, got 'g' in 'hex:0.8g' (digit 2)"),
        ("0.1(29)", "expected an octal digit 0-7, got '9' in '0.1(29)' (digit 3)"),
        (
            "3.7",
            "expected 0 or 4 before the point, since a move that takes nothing must split, got '3' in '3.7' (digit 0)",
        ),
        ("9.7", "expected an octal digit 0-7, got '9' in '9.7' (digit 0)"),
        ("0.1(2", "expected repeating digits in brackets at the end, as in 0.(3), got '(2' in '0.1(2'"),
        ("subtract{}", "expected at least one number between the braces, got nothing in 'subtract{}'"),
        ("subtract{0}", "expected whole numbers >= 1, got '0' in 'subtract{0}'"),
        (
            "subtract{1,x}",
            "expected numbers, ranges such as 2-5, or one of the sets primes, squares, fibonacci, powers of 2, "
            "got 'x' in 'subtract{1,x}'",
        ),
        (
            "subtract{5-2}",
            "expected a range from the smaller number to the larger, got '5-2' in 'subtract{5-2}'",
        ),
        ("subtract{-2}", "expected whole numbers >= 1, got '-2' in 'subtract{-2}'"),
        ("subtract{0-2}", "expected whole numbers >= 1, got '0' in 'subtract{0-2}'"),
        ("subtract{2-}", "expected a whole number >= 0, got nothing in 'subtract{2-}'"),
        (
            "all-but{primes}",
            "expected whole numbers >= 1 and ranges such as 2-5, got 'primes' in 'all-but{primes}'",
        ),
        ("subtract{powers of 1}", "expected powers of a base from 2 to 1000000, got 'powers of 1'"),
    ],
)
def test_an_error_names_the_digit(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_code(text)
    assert str(caught.value) == message


def test_a_set_of_huge_numbers_is_refused() -> None:
    with pytest.raises(TooLargeError):
        subtract(1, 10**9)


def test_a_code_is_plain_hashable_data() -> None:
    assert Code((0, 7, 7)) == parse_code("0.77")
    assert len({parse_code("0.3033"), subtract(1, 3, 4)}) == 1
    with pytest.raises(NotationError):
        Code((3, 7))


@given(codes(), st.integers(0, 12))
def test_options_are_the_moves_of_the_digits(code: Code, n: int) -> None:
    """Against another spelling of the rule: any heaps at all, kept if the digit of what is missing allows them."""
    found = list(options(code, n))
    assert len(found) == len(set(found))
    expected = set()
    for count in range(6):
        for heaps in itertools.combinations_with_replacement(range(1, n + 1), count):
            taken = n - sum(heaps)
            different = len(set(heaps))
            fits = count < 2 or code.split == "any" or different == (1 if code.split == "equal" else count)
            if taken >= 0 and code.digit(taken) >> count & 1 and fits and (taken or count != 1):
                expected.add(heaps)
    if n:
        assert set(found) == expected


def test_named_games_are_found_by_any_name() -> None:
    for game in NAMED.values():
        for name in (game.name, *game.aliases):
            assert find(name) is game
        assert parse_code(str(game.code)) == game.code
