"""Whatever is typed, the command line answers, or says in a sentence what it expected: never a fault of its own."""

from __future__ import annotations

import json

from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sprague.cli.app import application

COMMANDS = [
    "solve",
    "moves",
    "draw",
    "play",
    "games",
    "values",
    "p-positions",
    "nim-table",
    "eval",
    "candy",
    "completion",
]
OPTIONS = [
    "--json",
    "--all",
    "--value",
    "--draw",
    "--csv",
    "--bfile",
    "--times",
    "--force",
    "--second",
    "--help",
    "--",
    "-",
]
VALUED = ["--to", "--count", "--heaps", "--within", "--level", "--seed", "--engine"]
ARGUMENTS = st.one_of(
    st.sampled_from(
        [
            "nim 3,4,5",
            "nim",
            "wythoff",
            "wythoff 5,8",
            "cram 3x3",
            "cram",
            "kayles",
            "kayles 9",
            "0.137",
            "fibonacci 10",
            "circle",
            "dots 4",
            "token",
            "token + *2",
            "misere nim 1,2",
            "misere nim",
            "*3 x *5",
            "{*0}",
            "bash",
            "perfect",
            "-3",
            "1e2",
            "2^4",
            "7",
            "0",
            "",
            "x",
        ]
    ),
    st.text(max_size=8),
)
WORDS = st.lists(
    st.one_of(
        ARGUMENTS.map(lambda word: [word]),
        st.sampled_from(OPTIONS).map(lambda word: [word]),
        st.tuples(
            st.sampled_from(VALUED), st.sampled_from(["3", "12", "1e1", "-1", "x", "perfect", "plain"])
        ).map(list),
    ),
    max_size=4,
).map(lambda groups: [word for group in groups for word in group])


@settings(deadline=None)
@given(st.sampled_from(COMMANDS), WORDS, st.text(max_size=20))
@example("solve", ["-"], "")
@example("play", ["token"], "#1\n#1\n#1\n")
@example("values", ["circle", "--to", "0"], "")
@example("nim-table", ["0"], "")
@example("candy", ["--judge", "-"], "x")
@example("completion", ["bash", "--"], "")
def test_anything_typed_is_answered(command, words, typed):
    result = CliRunner().invoke(application, [command, *words], input=typed)
    assert result.exit_code in (0, 2), (words, result.output, result.exception)
    assert "Traceback" not in result.output
    if result.exit_code == 2 and "--json" in words:
        assert set(json.loads(result.stdout)["error"]) == {"message", "where"}
