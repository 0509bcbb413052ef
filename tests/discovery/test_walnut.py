"""What Sprague writes for Walnut, read as Walnut reads it: the lines of an automaton by the patterns of its parser, a
predicate by its tokens and priorities (& and | bind equally, quantifiers reach as far as they can), as of Walnut 7."""

import functools
import itertools
import json
import re

import pytest
from click.testing import CliRunner

import sprague as sg
from sprague.cli.app import application
from sprague.discovery.certificate import certificate
from sprague.discovery.proving import prove
from sprague.discovery.rule import rule_of
from sprague.discovery.table import Table
from sprague.discovery.walnut import write
from sprague.words.errors import FileError, UnsolvedError

STATE = re.compile(r"^\s*(\d+)\s+((\+|-)?\s*\d+)\s*$")
TRANSITION = re.compile(r"^\s*((((\+|-)?\s*\d+\s*)|(\s*\*\s*))+)\s*->\s*((\d+\s*)+)\s*$")
SYSTEM = re.compile(r"(msd|lsd)_(\d+|\w+)")
NAME = r"[B-DF-HJ-Za-z]\w*"  # not E, A, I; Walnut: [a-zA-Z&&[^AEI]]\w*
TOKEN = re.compile(
    rf"\s*(?:(?P<quantifier>[EA])\s*(?P<bound>{NAME}\s*(?:,\s*{NAME}\s*)*)|(?P<sign><=>|=>|>=|<=|!=|[`^&~|<>=*/+-])"
    rf"|\$(?P<call>{NAME})\s*\((?P<given>[^()]*)\)|(?P<name>{NAME})|(?P<number>\d+)|(?P<open>\()|(?P<close>\)))"
)
PRIORITY = {"*": 10, "/": 10, "+": 20, "-": 20} | dict.fromkeys(("=", "!=", "<", ">", "<=", ">="), 40)
PRIORITY |= {"~": 80, "&": 90, "|": 90, "^": 90, "=>": 100, "<=>": 110}
COMMAND = re.compile(r'(def|eval) (\w+) "\?(msd_\w+) (.*)":')
WEIGHTS = {"msd_fib": (1, 2), "msd_pell": (1, 2), "msd_2": (1, 2)}
STEP = {"msd_fib": (1, 1), "msd_pell": (2, 1), "msd_2": (2, 0)}

RULES = (
    "wythoff",
    "vectors{(0,2k),(2k,0),(k,k)}",
    "vectors{(0,k),(k,0)}",
    "vectors{(1,2),(2,1),(2k,2k)}",
    "x,y -> u,v where (exists An-y: An-y > 0 and x = u + An-y and y = v) or (v < y and u = x)",
)


@functools.cache
def proved(rule):
    return certificate(prove(rule_of(rule)).theorem)


def written(rule, folder):
    names = write(proved(rule), folder)
    assert names == ["Automata Library/sprague.txt", "Command Files/sprague.txt"]
    return [(folder / name).read_text() for name in names]


def automaton(text):
    head, *lines = text.splitlines()
    systems = [SYSTEM.fullmatch(each)[0] for each in head.split()]
    states, at = {}, None
    for line in lines:
        if not line.strip():
            continue
        if match := STATE.match(line):
            at = int(match[1])
            assert at not in states
            states[at] = (int(match[2]), {})
        else:
            match = TRANSITION.match(line)
            letter = tuple(map(int, match[1].split()))
            assert len(letter) == len(systems) and letter not in states[at][1]
            states[at][1][letter] = int(match[6])
    assert next(iter(states)) == 0  # the first is where it starts
    assert all(to in states for _, row in states.values() for to in row.values())
    return systems, states


def accepted(states, words):
    state = 0
    for letter in zip(*words, strict=True):
        state = states[state][1].get(letter)
        if state is None:
            return False
    return states[state][0] != 0


def word(n, name, length=14):
    weights = list(WEIGHTS[name])
    while len(weights) < length:
        weights.append(STEP[name][0] * weights[-1] + STEP[name][1] * weights[-2])
    found = []
    for weight in reversed(weights[:length]):
        digit, n = divmod(n, weight)
        found.append(digit)
    return found


def read(text):
    """The predicate as a Python expression, through Walnut's stacks of operands and of operators."""
    done, waiting, at = [], [], 0

    def settle(sign):
        if isinstance(sign, tuple):
            quantifier, names = sign
            body = done.pop()
            for name in reversed(names):
                body = f"{'any' if quantifier == 'E' else 'all'}({body} for {name} in span)"
            done.append(body)
        elif sign == "~":
            done.append(f"(not {done.pop()})")
        else:
            right, left = done.pop(), done.pop()
            python = {"&": "and", "|": "or", "=": "==", "=>": "<="}.get(sign, sign)
            done.append(f"(bool({left}) <= bool({right}))" if sign == "=>" else f"({left} {python} {right})")

    while text[at:].strip():
        token = TOKEN.match(text, at)
        assert token, text[at:]
        at = token.end()
        if token["quantifier"]:
            waiting.append((token["quantifier"], tuple(re.split(r"\s*,\s*", token["bound"].strip()))))
        elif token["sign"]:
            sign = token["sign"]
            while waiting and waiting[-1] in PRIORITY and PRIORITY[waiting[-1]] <= PRIORITY[sign]:
                if sign == "~" == waiting[-1]:
                    break
                settle(waiting.pop())
            waiting.append(sign)
        elif token["call"]:
            assert re.fullmatch(rf"\s*{NAME}\s*(,\s*{NAME}\s*)*", token["given"])
            done.append(f"calls[{token['call']!r}]({token['given']})")
        elif token["open"]:
            waiting.append("(")
        elif token["close"]:
            while waiting[-1] != "(":
                settle(waiting.pop())
            waiting.pop()
        else:
            assert token["number"] is None or int(token["number"]) < 2**31
            done.append(token["name"] or token["number"])
    while waiting:
        settle(waiting.pop())
    (whole,) = done
    return whole


@pytest.mark.parametrize("rule", RULES)
def test_the_automaton_has_the_p_positions(rule, tmp_path):
    systems, states = automaton(written(rule, tmp_path)[0])
    assert systems[0] == systems[1] and len(systems) == 2
    table = Table(rule_of(rule)).square(64)
    words = [word(n, systems[0]) for n in range(64)]
    for x, y in itertools.product(range(64), repeat=2):
        assert accepted(states, (words[x], words[y])) == table[x, y], (x, y)


@pytest.mark.parametrize("rule", RULES)
def test_the_statements_say_the_theorem(rule, tmp_path):
    """Over numbers below 7: no move leads to larger ones."""
    library, script = written(rule, tmp_path)
    systems, states = automaton(library)
    commands = [COMMAND.fullmatch(line) for line in script.splitlines()]
    assert [(each[1], each[2]) for each in commands] == [
        ("def", "move"), ("eval", "none"), ("eval", "some"), ("eval", "ends"),
    ]  # fmt: skip
    assert {each[3] for each in commands} == set(systems)
    words = [word(n, systems[0]) for n in range(7)]
    cells = list(itertools.product(range(7), repeat=2))
    p_set = {cell for cell in cells if accepted(states, [words[n] for n in cell])}
    space = {"span": range(7), "calls": {"sprague": lambda x, y: (x, y) in p_set}}
    move = eval(f"lambda u, v, x, y: {read(commands[0][4])}", space)
    moves = {(*to, *cell) for to in cells for cell in cells if move(*to, *cell)}
    assert moves == {(*to, *cell) for to in cells for cell in cells if is_move(rule, cell, to)}
    space["calls"]["move"] = lambda u, v, x, y: (u, v, x, y) in moves
    for each in commands[1:]:
        assert eval(read(each[4]), space) is True, each[0]
    space["calls"]["sprague"] = lambda x, y: (x, y) in p_set - {(0, 0)}
    assert [eval(read(each[4]), space) for each in commands[1:]] == [True, False, True]


def is_move(rule, cell, to):
    a, b = cell[0] - to[0], cell[1] - to[1]
    one = (a > 0 and b == 0) or (b > 0 and a == 0)
    return {
        RULES[0]: one or a == b > 0,
        RULES[1]: (one and (a + b) % 2 == 0) or a == b > 0,
        RULES[2]: one,
        RULES[3]: (a, b) in ((1, 2), (2, 1)) or (a == b > 0 and a % 2 == 0),
        RULES[4]: one,
    }[rule]


def test_a_name_that_a_rule_leaves_out_is_a_track_too(tmp_path):
    script = written("x,y -> u,v where u < x and v = 0", tmp_path)[1]
    assert script.startswith('def move "?msd_2 ') and "& y>=0" in script.splitlines()[0]


def test_a_system_that_walnut_does_not_know_is_refused(tmp_path):
    claims = proved("vectors{(0,3k),(3k,0),(k,k)}")
    assert claims["system"] == "ostrowski(3)"
    with pytest.raises(UnsolvedError, match="Walnut knows no system"):
        write(claims, tmp_path)


def test_what_cannot_be_written_is_said(tmp_path):
    claims = json.loads(json.dumps(sg.discover("wythoff").certificate))
    with pytest.raises(FileError, match="certificate of a theorem"):
        write({"format": "sprague-period/2"}, tmp_path)
    with pytest.raises(UnsolvedError, match=r"no system ostrowski\(3\) without being taught"):
        write({**claims, "system": "ostrowski(3)"}, tmp_path)
    with pytest.raises(UnsolvedError, match="no set even-zeros of its own"):
        write({**claims, "rule": "x,y -> u,v where even-zeros(x) and u < x and v = y"}, tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(FileError, match="cannot write"):
        write(claims, tmp_path / "file")
    path = tmp_path / "theorem.json"
    path.write_text(json.dumps(claims))
    done = CliRunner().invoke(application, ["theorem", str(path), "--walnut", str(tmp_path / "walnut")])
    assert done.exit_code == 0 and done.stdout == f"2 files in {tmp_path / 'walnut'}\n"
    for wrong in ({"measure": [1, 0]}, {"automaton": []}, {"accept": None}):
        path.write_text(json.dumps(claims | wrong))
        done = CliRunner().invoke(application, ["theorem", str(path), "--walnut", str(tmp_path / "no")])
        assert done.exit_code == 2 and "the certificate is not valid" in done.output
    assert not (tmp_path / "no").exists()
