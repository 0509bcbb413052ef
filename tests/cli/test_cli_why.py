"""Why a value is what it is, positions through a pipe, input as people type it, languages of the command line."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from pace import exceeds

import sprague as sg
from sprague.cli.app import application
from sprague.cli.common import display_width, wrap
from sprague.model import naive
from sprague.playing.why import least_missing, tree, valued_moves
from sprague.system.ask import Ask, asking
from sprague.takebreak.codes import parse_code
from sprague.takebreak.sequence import Values
from sprague.takebreak.theorems import theorem_for
from sprague.words import languages
from sprague.words.errors import NotationError, RangeError, TooLargeError
from sprague.words.messages import spoken_language
from sprague.workbench.position import parse
from sprague.workbench.registry import engine


def run(*words: str, **choices):
    done = CliRunner().invoke(application, list(words), **choices)
    return done.exit_code, done.stdout, done.stderr


# Why

SMALL = [
    "kayles 5",
    "nim 1,2,3",
    "wythoff 2,3",
    "dots 4 + nim 2",
    "cram 2x3",
    "0.137 6,3",
    "chomp 2x3",
    "nim 0",
]


@pytest.mark.parametrize("text", SMALL)
def test_options_have_the_values_of_the_definition(text):
    def defined(position: sg.Position) -> int:
        total = 0
        for part in position.components:
            total ^= naive.value(part, {})
        return total

    listed = valued_moves(parse(text))
    assert [value for _, value in listed] == [defined(move.to) for move, _ in listed]
    assert least_missing([value for _, value in listed if value is not None]) == defined(parse(text))
    for node in tree(parse(text)):
        assert node.value == defined(node.position)


def test_of_a_large_graph_fewer_options_are_valued(monkeypatch):
    monkeypatch.setattr("sprague.playing.why.MOST_SIZE", 100_000)
    path = parse("arc-kayles path:500")
    listed = valued_moves(path)
    # What is left of a path are two paths, of k and 498 - k vertices.
    left = [sg.arc_kayles(f"path:{k}").value ^ sg.arc_kayles(f"path:{498 - k}").value for k in range(2, 20)]
    assert [value for _, value in listed[2:20]] == left
    assert len(listed) == 1 + 100_000 // len(listed[0].move.to.text) and len(valued_moves(path, 3)) == 3
    assert len(valued_moves(parse("nim 2000"))) == 1000
    with pytest.raises(TooLargeError, match=f"has more than {len(listed)} moves"):
        tree(path)
    with pytest.raises(TooLargeError, match="has more than 1000 moves"):
        tree(parse("nim 2000"))


def test_a_binary_sum_is_a_table():
    _, out, _ = run("solve", "nim", "3,4,5", "--why")
    table = "*3   *3   0 1 1\n*4   *4   1 0 0\n*5   *5   1 0 1\n     ----------\n     *2   0 1 0\n"
    assert table in out
    told = json.loads(run("solve", "nim 3,4,5", "--why", "--json")[1])
    assert [row["binary"] for row in told["binary_sum"]] == ["011", "100", "101", "010"]
    assert len(told["options"]) == 12
    assert {row["value"] for row in told["options"]} == {0, 1, 3, 4, 5, 6, 7}


def test_moves_with_values_end_in_their_mex():
    _, out, _ = run("moves", "nim", "1,2", "--values")
    assert out.splitlines()[-1].startswith("nim 1,2: mex{0, 1, 2} = 3")
    told = json.loads(run("moves", "nim 1,2", "--values", "--json")[1])
    assert told["value"] == 3 and [move["value"] for move in told["moves"]] == [2, 1, 0]
    _, out, _ = run("moves", "wythoff 30,40", "--values", "--count", "1")
    assert "not all options are listed" in out


def test_a_tree_shows_each_position_once_and_is_refused_where_it_is_long():
    _, out, _ = run("solve", "nim 2", "--tree")
    assert out.endswith(
        "*2: *2 = mex{0, 1}\n"
        "├ take 2 from the heap of 2 -> *0: *0\n"
        "└ take 1 from the heap of 2 -> *1: *1 = mex{0}\n"
        "  └ take 1 from the heap of 1 -> *0: *0\n"
    )
    status, _, err = run("solve", "cram 4x5", "--tree")
    assert status == 2 and "has more than 500 positions" in err
    assert run("solve", "misere nim 3,4", "--why")[0] == 2


def test_a_long_list_of_values_is_cut_unless_all_are_asked_for():
    shown = run("solve", "nim 50", "--why")[1]
    assert "*19         take 31" in shown and "*20         take" not in shown
    assert "… 30 more values (--all lists them)" in shown
    assert len(shown.splitlines()) < 40
    everything = run("solve", "nim 50", "--why", "--all")[1]
    assert "*49         take 1 from" in everything and "more values" not in everything


# Lines


def test_a_line_is_answered_by_a_line_whatever_is_on_it():
    text = "nim 3,4,5\n\nkayles x\nwytoff 3\n\ufeffkayles 20\nnim \udcff\n"
    status, out, err = run("solve", "--lines", input=text.encode("utf-8", "surrogateescape"))
    assert (status, err) == (1, "")
    told = [json.loads(line) for line in out.splitlines()]
    assert [each.get("outcome") for each in told] == ["N", None, None, "N", None]
    assert [each.get("line") for each in told] == [None, 3, 4, None, 6]
    assert told[1]["error"] == {"message": "expected a whole number >= 0, got 'x'", "where": "x"}
    assert told[2]["position"] == "wytoff 3" and "did you mean wythoff?" in told[2]["error"]["message"]
    assert told[0] == json.loads(run("solve", "nim 3,4,5", "--json")[1])


def test_the_exit_status_of_lines_says_whether_every_line_was_answered():
    assert run("solve", "--lines", input="nim 3\n\nkayles 20\n")[0] == 0
    assert run("solve", "--lines", input="nim 3\nkayles x\nnim 4\n")[0] == 1
    assert run("solve", "--lines", "--jsn", input="nim 3\n")[0] == 2


def test_the_bounds_hold_for_each_line():
    _, out, _ = run("solve", "--lines", "--time", "0.6s", input="cram 7x7\nnim 3\n")
    first, second = map(json.loads, out.splitlines())
    message = first["error"]["message"]
    assert message.startswith("cram 7x7: the time of 0.6 s is over") and message.endswith(
        "nothing is known yet"
    )
    assert second["value"] == 3
    assert run("solve", "nim 3", "--lines")[0] == 2
    assert "missing argument" in run("solve")[2]


def test_small_positions_are_answered_by_the_thousand():
    """Three thousand a second of an idle machine."""
    lines = [f"nim {a},{b},{c}" for a in range(10) for b in range(10) for c in range(10)]
    lines += [f"wythoff {a},{b}" for a in range(30) for b in range(30)]
    text = "\n".join(lines) + "\n"
    said = [run("solve", "--lines", input=text)]
    assert not exceeds(lambda: said.append(run("solve", "--lines", input=text)), len(lines) / 3000)
    assert all(len(out.splitlines()) == len(lines) for _, out, _ in said)


# Input


@given(st.lists(st.integers(0, 99), min_size=1, max_size=6))
@settings(max_examples=30)
def test_spaces_stand_for_commas(heaps):
    for game in ("nim", "kayles", "0.137"):
        spaced = f"{game} " + " ".join(map(str, heaps))
        assert parse(spaced).text == parse(f"{game} " + ",".join(map(str, heaps))).text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["nim", "3,4,5"], "nim 3,4,5"),
        (["nim", "3", "4", "5"], "nim 3,4,5"),
        (["dots", "7", "+", "∗3"], "dots 7 + *3"),
        (["wythoff", "[t=2]", "4,9"], "wythoff[t=2] 4,9"),
        (["subtract", "{1,3}", "9"], "subtract{1,3} 9"),
        (["misere", "nim", "3", "4"], "misere nim 3,4"),
    ],
)
def test_positions_need_no_quotes(words, text):
    assert json.loads(run("solve", *words, "--json")[1])["position"] == text


@pytest.mark.parametrize("text", ["nim 1 000", "nim 3 x", "nim 3,4 5", "cram 3 4"])
def test_what_could_mean_something_else_is_refused(text):
    assert run("solve", text)[0] == 2


@pytest.mark.parametrize(
    ("expression", "value"),
    [("22+7+25", 22 ^ 7 ^ 25), ("∗22 + ∗7", 22 ^ 7), ("22 + 7", 22 ^ 7), ("6 x 11", 10), ("mex{0,1}", 2)],
)
def test_bare_numbers_are_nimbers(expression, value):
    assert json.loads(run("eval", *expression.split(), "--json")[1]) == {"value": value}


def test_beside_a_star_a_bare_number_is_refused():
    assert "a nimber such as *11" in run("eval", "*6 x 11")[2]


@pytest.mark.parametrize(
    ("name", "near"), [("wytoff", "wythoff"), ("kayle", "kayles"), ("gruny", "grundy"), ("cats", None),
                       ("nimble", None), ("poker", None), ("chess", None)],
)  # fmt: skip
def test_names_are_suggested_only_when_near(name, near):
    err = run("solve", f"{name} 3")[2]
    assert (f"did you mean {near}?" in err) if near else "did you mean" not in err


# Languages


@pytest.mark.parametrize("tag", ["yue", "zh-HK", "zh_HK.UTF-8", "yue-Hant-HK", "zh-Hant"])
def test_a_language_is_found_by_its_neighbours(tag):
    assert languages.named(tag) == "yue-Hant-HK"
    assert sg.parse("nim 3,3").explain(tag) == sg.parse("nim 3,3").explain("yue-Hant-HK")
    assert sg.parse("nim 3,3").explain(tag) != sg.parse("nim 3,3").explain()


@pytest.mark.parametrize("tag", ["xx", "zh-CN", "", 3, "enx"])
def test_an_unknown_language_is_an_error(tag):
    with pytest.raises(RangeError, match="expected a language"):
        sg.parse("nim 3,3").explain(tag)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "zh_HK.UTF-8"}, "yue-Hant-HK"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "yue"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "zh_HK:en"}, "yue-Hant-HK"),
        ({"LANG": "zh_HK", "LC_ALL": "de_DE"}, "en"),
        ({"LANG": "de", "LC_MESSAGES": "yue"}, "yue-Hant-HK"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_environment(environment, language):
    assert languages.of_environment(environment) == language


CANTONESE = [
    (["solve", "nim 3,4,5"], "喺 3 個嗰堆攞走 2 個"),
    (["solve", "nim 3,4,5", "--json"], "喺 3 個嗰堆攞走 2 個"),
    (["solve", "nim 3,4,5", "--why"], "12 個選擇"),
    (["moves", "nim 1,2"], "喺 1 個嗰堆攞走 1 個"),
    (["solve", "nim x"], "錯誤：應該係：一個 >= 0 嘅整數；收到：「x」（喺「x」）"),
    (["solve", "nim x", "--json"], "應該係"),
    (["period", "0.137"], "前周期"),
    (["play", "nim 3"], "輪到你"),
    (["p-positions", "nim", "--heaps", "2", "--within", "2"], "個 P 局面"),
]


@pytest.mark.parametrize(("words", "said"), CANTONESE)
def test_every_command_speaks_the_language_of_the_reader(words, said):
    for more, environment in ((["--lang", "yue"], {}), ([], {"LANG": "zh_HK.UTF-8", "LC_ALL": ""})):
        _, out, err = run(*words, *more, input="quit\n", env=environment)
        assert said in out + err
    assert spoken_language() == "en"
    _, out, err = run(*words, input="quit\n")
    assert said not in out + err


@pytest.mark.parametrize("words", [
    ["discover", "0.137"], ["discover", "wythoff"], ["quotient", "0.3"], ["quotient", "kayles 3,4"],
    ["stats", "0.77", "--to", "100"], ["solve", "kayles 3,7"], ["play", "nim 3"],
])  # fmt: skip
def test_no_label_is_left_in_english(words):
    _, out, _ = run(*words, "--lang", "yue", input="help\nquit\n")
    orders = "moves|show|hint|why|undo|redo|level|swap|new|draw|resign|quit|nim|N:"
    assert [line for line in out.splitlines() if re.match(rf"\s*(?!{orders})[A-Za-z]{{2}}", line)] == []
    assert re.search(r"[：。；，、] |[一-龥]:|\([^)]*[一-龥]", out.replace("，\n", "")) is None


def test_no_line_begins_in_english_where_a_period_is_known(monkeypatch):
    # The process has proved the period, and of the values it keeps none any more.
    asked = engine(parse("kayles 3").components[0].ruleset)
    monkeypatch.setattr(asked, "period", sg.kayles.period())
    for columns in range(60, 130):
        monkeypatch.setattr(asked, "known", Values(asked.code))
        _, out, _ = run("solve", "kayles 3,7", "--lang", "yue", env={"COLUMNS": str(columns)})
        assert "周期 12，已證明" in out.replace("\n            ", "")
        assert [line for line in out.splitlines() if re.match(r"\s*(?!N:)[A-Za-z]{2}", line)] == []


@given(
    st.lists(
        st.tuples(
            st.text("拈和甲乙丙", min_size=2, max_size=50),
            st.sampled_from(["", " ", "（", "；", "、", "："]),
            st.sampled_from(["Guy", "Smith 1956", "12", "Guy、Smith 1956）", "sprague check 0.77"]),
        ),
        max_size=12,
    ),
    st.integers(60, 120),
)
def test_no_line_of_wide_text_begins_with_a_name_or_ends_in_an_open_bracket(parts, columns):
    text = "".join(piece for part in parts for piece in part) + "和"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sprague.cli.common.width", lambda: columns)
        lines = wrap(text).splitlines()
    assert "".join("".join(lines).split()) == "".join(text.split())
    for line in lines:
        assert display_width(line) <= columns
        assert not re.match(r"\s*[\w、；：）]", line, re.ASCII) and not line.endswith("（")


#: Positions of every kind of evidence.
KNOWN_BY = [
    "kayles 3,7", "nim 3,4,5", "nim 3,3", "wythoff 4,6", "wythoff[t=3] 5,9", "wythoff 5,9 + nim 3", "fibonacci 13",
    "fibonacci 13 + nim 3", "global-fibonacci 5,4:6", "cram 4x5", "cram 1x30", "cram 3x3 + nim 1", "chomp 5x5",
    "chomp 2x7", "chomp 4x6", "chomp 7,1,1", "chomp 4,3,2", "chomp 4,2", "arc-kayles path:30", "node-kayles path:9",
    "arc-kayles path:30 + cram 3x3", "geography grid:5x6@r1c1", "hackenbush edges:ground-a,a-b", "lasker 7,9",
    "0.137 1000000", "subtract{1,3,4} 1e30,7", "all-but{2} 1e30", "token", "loopy edges:a>b,b>a@a + nim 3",
    "top-entails 12,5", "misere nim 3,4", "misere kayles 3,4", "misere wythoff 3,4 + *2", "misere 4.7 9,3 + nim 2",
    "misere subtract{1,3,4} 9,4", "misere 0.77 100000,3", "misere 0.77 40,30", "vectors{(1),(2)} 5",
    "vectors{(k,0),(0,k)} 1e10,1e10", "dots 12",
]  # fmt: skip


def no_english(told: str) -> bool:
    """Whether all but titles of papers, names with a capital letter, codes, commands and files is Cantonese."""
    titles = (
        r"On sums of graph[^，]*|On Numbers and Games|Wythoff games[^，]*|Int\. J\. Game Theory|Winning Ways"
    )
    codes = r"sprague check|subtract\{|all-but\{|kayles|mex|max|tn|/\S+\.json"  # a test's certificate may be in use
    return re.search(r"\b[a-z]{2,}", re.sub(f"{titles}|{codes}", "", told)) is None


@pytest.mark.parametrize("text", KNOWN_BY)
def test_evidence_is_told_in_the_language_of_the_reader_and_to_programs_in_english(text):
    answer = sg.solve(text)
    assert no_english(answer.evidence.sentence.render("yue-Hant-HK"))
    assert answer.to_dict(language="yue")["evidence"] == answer.to_dict()["evidence"]
    assert re.search("[一-龥]", answer.evidence.source) is None


@pytest.mark.parametrize(
    "code", ["subtract{1,3,4}", "0.137", "hex:0.8", "unequal:4.0", "all-but{2}", "4.(3)"]
)
def test_theorems_are_told_in_the_language_of_the_reader(code):
    statement = theorem_for(parse_code(code)).statement.render("yue-Hant-HK")
    assert no_english(statement) and statement != theorem_for(parse_code(code)).statement.render("en")


@pytest.mark.parametrize(
    ("words", "english", "cantonese"),
    [
        (["period"], "missing argument 'GAME'", "欠咗參數「GAME」"),
        (["refute", "0.77"], "missing option '--claim'", "欠咗選項「--claim」"),
        (["solve", "nim 3", "--jsn"], "no such option '--jsn'; did you mean --json?", "冇「--jsn」呢個選項；你係咪"),
        (["play", "nim 3", "--level", "x"], "--level is one of 'perfect', 'slips'", "--level 應該係「perfect」、"),
        (["values", "kayles", "--to"], "option '--to' needs a value", "選項「--to」要跟一個值"),
        (["store", "x"], "no such command 'x'", "冇「x」呢個指令"),
        (["cram-table", "x"], "got unexpected extra argument (x)", "多咗唔識嘅參數（x）"),
    ],
)  # fmt: skip
def test_a_line_that_is_none_is_told_in_the_language_of_the_reader(words, english, cantonese):
    status, _, err = run(*words)
    assert status == 2 and err.startswith(f"error: {english}") and "; see: " in err
    status, _, err = run("--lang", "yue", *words)
    assert status == 2 and err.startswith(f"錯誤：{cantonese}") and "；睇：" in err


def test_lists_and_what_is_missing_are_written_as_the_reader_does():
    assert sg.octal("0.137").rule.render("yue-Hant-HK").count("；") == 2
    assert "1、3、4" in parse("subtract{1,3,4} 5").components[0].ruleset.rule.render("yue-Hant-HK")
    with pytest.raises(NotationError) as caught:
        parse("nim 3,,4")
    assert caught.value.sentence("yue-Hant-HK") == "應該係：一個 >= 0 嘅整數；收到：乜都冇（喺「3,,4」）"


def test_an_unknown_language_on_the_command_line():
    status, _, err = run("solve", "nim 3", "--lang", "tlh")
    assert status == 2 and "expected a language (en, " in err and "got 'tlh'" in err
    assert "喺" in run("--lang", "zh-HK", "solve", "nim 3")[1]


def test_chinese_lines_end_within_the_terminal():
    _, out, _ = run("solve", "dots 7,9,11 + cram 2x3 + nim 3", "--lang", "yue", env={"COLUMNS": "60"})
    assert max(map(display_width, out.splitlines())) <= 60


# What has no number, or no tree


def test_moves_that_are_too_many_to_count_are_not_called_infinitely_many():
    status, out, _ = run("moves", "subtract{primes} 2e8", "--count", "1")
    assert status == 0 and "out of reach" in out and "infinitely" not in out
    assert "infinitely many in all" in run("moves", "token", "--count", "1")[1]


def test_entailing_moves_have_no_tree_of_values():
    # Top Entails 2,1! is no option of an ordinary sum: its value is not the mex over its options.
    with pytest.raises(RangeError, match="no tree"):
        tree(parse("top-entails 5"))


def test_a_large_picture_is_told_before_it_is_drawn():
    told = []
    with asking(Ask(announce=lambda effort, what: told.append(effort))):
        parse("node-kayles complete:60").svg()
        assert told[-1].seconds > 0.02
    with asking(Ask(memory="100KB")), pytest.raises(TooLargeError, match="the picture of"):
        parse("node-kayles complete:120").drawings()
