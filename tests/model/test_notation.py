"""The one notation: whatever parses prints, and parses back to itself; whatever does not is a SpragueError."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import sprague as sg
from sprague.words.errors import NotationError, TooLargeError
from sprague.workbench.registry import builtin_rulesets, find, names

EXAMPLES = [ruleset.example for ruleset in builtin_rulesets()]

#: Pieces of the notation, in and out of place.
PIECES = st.sampled_from(
    [
        *names(),
        *EXAMPLES,
        *"0123456789",
        *" ,+*:.#/x^e()[]{}<>-=@'\"♦è\t\n",
        "misere ",
        "[t=2]",
        "edges:a-b,b-c",
        "grid:2x3",
        "cycle:5",
        "file:x",
        "1e7",
        "2^20",
        "10^400",
        "..#/...",
        "0.137 ",
        "hex:0.8f ",
        "subtract{1,3} ",
        "vectors{(0,k),(k,0)} ",
        "14:8",
    ]
)
TERMS = st.one_of(
    st.sampled_from(EXAMPLES),
    st.lists(st.integers(0, 40), min_size=1, max_size=4).map(
        lambda heaps: "nim " + ",".join(map(str, heaps))
    ),
    st.integers(0, 10**60).map("*{}".format),
    st.tuples(st.integers(0, 10**30), st.integers(0, 10**30)).map(lambda pair: "wythoff {},{}".format(*pair)),
    st.tuples(st.integers(1, 5), st.integers(0, 99), st.integers(0, 99)).map(
        lambda p: "wythoff[t={}] {},{}".format(*p)
    ),
    st.tuples(st.integers(1, 200), st.integers(1, 400)).map(lambda pair: "fibonacci {}:{}".format(*pair)),
    st.integers(1, 10**30).map("fibonacci {}".format),
    st.tuples(st.integers(1, 4), st.integers(1, 5)).flatmap(
        lambda size: st.lists(
            st.text(".#", min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
        ).map(lambda rows: "cram " + "/".join(rows))
    ),
)


def reads_back(text: str) -> None:
    try:
        position = sg.parse(text)
    except sg.SpragueError as error:
        assert str(error)
        assert str(error).isprintable()
        return
    printed = position.text
    assert sg.parse(printed) == position
    assert sg.parse(printed).text == printed


@given(st.text(max_size=60))
@example("\ud800")
@example("nim ٣,４")
@example("nim ²")
@example("\x00")
@example("+")
@example("(" * 5000)
@example("nim (" * 3000)
@example("{" * 300 + "}" * 300)
@example("misere")
@example("misere misere nim 3")
@example("wythoff[t=0] 3,4")
@example("wythoff[t=] 3,4")
@example("wythoff[t=10^99999999999] 3,4")
@example("nim 10^99999999999999999999")
@example("nim 9e999999999")
@example("nim 3,,4")
@example("cram 99999999x99999999")
@example("cram 0x5")
@example("fibonacci 0:0")
def test_any_text_gives_a_position_or_an_error_of_ours(text):
    reads_back(text)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_any_pieces_of_the_notation_give_a_position_or_an_error_of_ours(text):
    reads_back(text)


@given(st.sampled_from(EXAMPLES), st.data())
def test_an_example_with_a_slip_gives_a_position_or_an_error_of_ours(example, data):
    at = data.draw(st.integers(0, len(example)))
    gone = data.draw(st.integers(0, 2))
    reads_back(example[:at] + data.draw(PIECES) + example[at + gone :])


@given(st.lists(TERMS, min_size=1, max_size=5))
def test_sums_print_and_parse_back(terms):
    position = sg.parse(" + ".join(terms))
    assert sg.parse(position.text) == position
    # Normalising changes the spelling only: nothing is reordered or left out.
    assert position.components == tuple(part for term in terms for part in sg.parse(term).components)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_ruleset_has_an_example_that_is_its_own_normal_form(example):
    assert sg.parse(example).text == example


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_moves_leave_reads_back(example):
    for move in sg.parse(example).moves().first(30):
        assert sg.parse(move.to.text) == move.to
        assert sg.parse(example).play(move.to.text) == move.to


@pytest.mark.parametrize("word", names())
def test_every_name_that_is_offered_is_found(word):
    if "{" not in word:
        assert find(word).rule.key or find(word).name


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("last-biscuit 500, 1000", "wythoff 500,1000"),
        ("  nim 3 ,4 ", "nim 3,4"),
        ("nim 3 + nim 4", "nim 3,4"),
        ("nim 7", "*7"),
        ("*2 + *2", "nim 2,2"),
        ("misere nim 1,2", "misere nim 1,2"),
        ("misère nim 1,2", "misere nim 1,2"),
        ("♦", "token"),
        ("nim 1e3,2^10", "nim 1000,1024"),
        ("cram ..", "cram 1x2"),
        ("cram ..#/...", "cram ..#/..."),
        ("fibonacci 10:9", "fibonacci 10"),
        ("wythoff [t=2] 3,4", "wythoff[t=2] 3,4"),
        ("wythoff[t=1] 3,4", "wythoff 3,4"),
    ],
)
def test_normal_forms(text, normal):
    if normal is None:
        with pytest.raises(NotationError):
            sg.parse(text)
    else:
        assert sg.parse(text).text == normal


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("", NotationError, "expected a position"),
        ("   ", NotationError, "expected a position"),
        ("nim", NotationError, "expected heap sizes"),
        ("nim -3", NotationError, "whole number >= 0, got '-3'"),
        ("nim 3.5", NotationError, "whole number >= 0, got '3.5'"),
        ("nim 3,", NotationError, "got nothing"),
        ("nim x", NotationError, "got 'x'"),
        ("nim ３", NotationError, "ASCII"),
        ("nim 3 + ", NotationError, "both sides of +"),
        ("nim (3", NotationError, "bracket"),
        ("wytoff 3,4", NotationError, "did you mean wythoff?"),
        ("zzzzzz 3", NotationError, "sprague games"),
        ("wythoff 3", NotationError, "two heaps"),
        ("cram ..#/..", NotationError, "rows of equal length"),
        ("cram 0x4", NotationError, "at least one row"),
        ("nim " + "9" * 10_000_001, TooLargeError, "digits"),
        ("nim 1" + " " * 20_000_000, TooLargeError, "characters"),
    ],
)
def test_errors_say_what_was_expected_and_what_came(text, error, says):
    with pytest.raises(error) as caught:
        sg.parse(text)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("make", [sg.nim, sg.dots, sg.kayles, sg.fibonacci])
def test_a_sum_of_nothing_reads_back(make):
    assert str(make()) == "*0"
    assert sg.parse(str(make())).outcome == make().outcome == "P"


@pytest.mark.parametrize(("text", "name", "got"), [
    ("last biscuit 3,5", "last-biscuit", "last biscuit"),
    ("Node Kayles path:5", "node-kayles", "Node Kayles"),
    ("*3 + dawsons chess 10", "dawsons-chess", "dawsons chess"),
    ("take fibonacci 10", "take-fibonacci", "take fibonacci"),
])  # fmt: skip
def test_a_name_in_several_words_is_known(text, name, got):
    with pytest.raises(NotationError, match=f"got '{got}'; did you mean {name}\\?"):
        sg.parse(text)


@pytest.mark.parametrize(("text", "printed"), [
    ("DOTS 3,4", "dots 3,4"),
    ("Last-Biscuit 3,5", "wythoff 3,5"),
    ("cram 2X3", "cram 2x3"),
    ("Chomp 3X4", "chomp 3x4"),
    ("node-kayles grid:2X3", "node-kayles grid:2x3"),
    ("hex:0.8F 5", "hex:0.8f 5"),
    ("Hex:0.8[1F] 5", "hex:0.8[1f] 5"),
    ("Subtract{1,3,4} 5", "subtract{1,3,4} 5"),
    ("Wythoff[T=2] 3,4", "wythoff[t=2] 3,4"),
    ("Vectors{(0,K),(K,0)} 3,4", "vectors{(0,k),(k,0)} 3,4"),
    ("Misere Nim 3,4", "misere nim 3,4"),
    ("Misère nim 3,4", "misere nim 3,4"),
])  # fmt: skip
def test_capitals_mean_the_same(text, printed):
    assert sg.parse(text).text == printed


def test_capitals_of_a_code_mean_the_same():
    assert sg.octal("HEX:0.8F") == sg.octal("hex:0.8f")
    assert sg.cram("2X3") == sg.cram("2x3")
    with pytest.raises(NotationError, match="octal digit"):
        sg.parse("0.8F 3")
