"""The texts of the five stops are for pupils of twelve: how hard they are to read, by the formula of Flesch and
Kincaid, and words that only the notation has.

J. P. Kincaid, R. P. Fishburne, R. L. Rogers, B. S. Chissom, Derivation of new readability formulas for Navy enlisted
personnel (1975): 0.39 words a sentence + 11.8 syllables a word - 15.59 is the grade at school (age less five or six).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sprague as sg
from sprague.playing.attacks import trap_near
from sprague.playing.hints import hints
from sprague.playing.ladders import LADDERS
from sprague.playing.proving import prove
from sprague.playing.trials import trials_of
from sprague.workbench.registry import ruleset_of

SOURCES = Path(__file__).parents[2] / "web" / "src"

#: The modules of each stop of the page.
STOPS = {
    "Play": ("home", "play", "said", "hint", "chooser", "board", "panel", "more", "closing", "ladder"),
    "Why?": ("review", "film", "understand"),
    "Collect": ("collect", "shelves"),
    "My rule": (
        "conjecture",
        *(f"conjecture/{path.stem}" for path in (SOURCES / "conjecture").glob("*.ts")),
    ),
    "Prove": ("prove", "claims", "arena"),
}

#: The grade of the texts of a stop together, and of each text of more than a few words.
GRADE, HARDEST = 4.0, 9.0
FEW = 8

#: No sentence has more words.
LONGEST = 26

#: What a pupil reads only who asks for the notation.
BANNED = re.compile(
    r"\b(path|cycle|grid|edges):|\br\d+c\d+\b|maximum matching|\bmex\b|\bvert(ex|ices)\b|\b[PN]-position|\bnimbers?\b"
    r"|\bxor\b|\bGrundy value|\boctal\b|\binvolution\b|\bnim-sum\b",
    re.IGNORECASE,
)

_TEXT = re.compile(r"\btn?\(\s*((?:\"(?:\\.|[^\"\\])*\"\s*,?\s*){1,2})")
_STRING = re.compile(r"\"((?:\\.|[^\"\\])*)\"")


def texts(*modules: str) -> list[str]:
    """The visible texts of modules of the page."""
    found = []
    for module in modules:
        path = SOURCES / f"{module}.ts"
        if path.exists():
            for call in _TEXT.findall(path.read_text(encoding="utf-8")):
                found += [text.split("|")[0] for text in _STRING.findall(call)]
    return found


def sentences(text: str) -> list[list[str]]:
    """The words of each sentence; what a parameter stands for is one short word."""
    plain = re.sub(r"\{\w+\}", "one", text)
    parts = re.split(r"[.!?:;…]+(?:\s|$)", plain)
    return [words for part in parts if (words := re.findall(r"[A-Za-z][A-Za-z'’]*|\d+", part))]


def syllables(word: str) -> int:
    """Counts groups of vowels; a silent e at the end is none."""
    low = re.sub(r"(?<![aeiouyl])e$|(?<=[^td])ed$|(?<=[^cgsxzh])es$", "", word.lower())
    return max(1, len(re.findall(r"[aeiouy]+", low)))


def grade(found: list[list[str]]) -> float:
    words = [word for sentence in found for word in sentence]
    return 0.39 * len(words) / len(found) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59


def hard(text: str) -> str | None:
    """Why a text is too hard, if it is."""
    found = sentences(text)
    if BANNED.search(text):
        return "a word of the notation"
    if any(len(sentence) > LONGEST for sentence in found):
        return "a long sentence"
    if sum(map(len, found)) >= FEW and grade(found) > HARDEST:
        return f"grade {grade(found):.1f}"
    return None


def told(game: str) -> list[str]:
    """What a game says of itself: its rule, the guesses, hints, and the proof of a trap."""
    ladder = next(ladder for ladder in LADDERS if ladder.game == game)
    ruleset = ruleset_of(game)
    found = [str(ruleset.rule), *(str(guess.words) for guess in trials_of(ruleset).guesses)]
    position = sg.parse(ladder.rungs[-1].position)
    trap = trap_near(position)
    for each in {position.text, trap.text if trap else position.text}:
        # What names its source, as literature does, is for who asks on what the answer rests.
        found += [str(step) for step in prove(sg.parse(each)).steps if "source" not in step.parameters]
    found += [str(step.sentence) for step in hints(position) if step.kind in ("verdict", "where")]
    return found


@pytest.mark.parametrize("stop", STOPS)
def test_the_texts_of_a_stop_are_easy_to_read(stop):
    found = texts(*STOPS[stop])
    assert len(found) > 10
    assert {text: hard(text) for text in found if hard(text)} == {}
    assert grade([words for text in found for words in sentences(text)]) < GRADE


@pytest.mark.parametrize("game", [ladder.game for ladder in LADDERS])
def test_what_a_game_says_is_easy_to_read(game):
    assert {text: hard(text) for text in told(game) if hard(text)} == {}


def test_the_formula():
    """Two sentences whose syllables are counted by hand."""
    assert [
        syllables(word) for word in ("take", "table", "position", "columns", "cancelled", "moves", "partner")
    ] == [*(1, 2, 3, 2, 2, 1, 2)]
    assert grade(sentences("The cat sat on the mat.")) == pytest.approx(0.39 * 6 + 11.8 - 15.59)
    assert hard("The first to move wins by xor of the vertices") == "a word of the notation"
    assert hard(
        "Consider, notwithstanding considerable complications, any combinatorial symmetry whatsoever here"
    )
    assert hard(" ".join(["go"] * 30)) == "a long sentence"
