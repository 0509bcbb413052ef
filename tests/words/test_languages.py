"""Languages: which there are, which suits a reader, what a catalogue keeps, and that a new one is one file.

The tag ``qaa``, which stands for no language, is the only one that a test takes for one that is not there.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from folders import ROOT

import sprague as sg
from sprague.words import languages
from sprague.words.messages import catalogue, say, say_plural

CATALOGUES = sorted((ROOT / "src/sprague/locale").glob("*/LC_MESSAGES/sprague.po"))


def parameters(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_there_are_english_and_a_language_for_each_catalogue():
    tags = [path.parents[1].name.replace("_", "-") for path in CATALOGUES]
    assert languages.available() == ("en", *tags) and "yue-Hant-HK" in tags


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        ("zh-HK", "yue-Hant-HK"), ("zh-MO,en;q=0.5", "yue-Hant-HK"), ("zh-Hant", "yue-Hant-HK"), ("yue", "yue-Hant-HK"),
        ("yue-Hant-HK", "yue-Hant-HK"), ("YUE-HANT-HK", "yue-Hant-HK"), ("en-GB,zh-HK;q=0.9", "en"), ("qaa", "en"),
        ("qaa;q=x,,;q=1", "en"), ("", "en"), (None, "en"), ("zh-HK;q=0.1,en;q=0.9", "en"),
    ],
)  # fmt: skip
def test_the_language_that_suits_best(wanted, chosen):
    assert languages.choose(wanted) == chosen


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_what_a_catalogue_translates_keeps_its_parameters(path):
    """What it does not translate is said in English; ``nox -s texts`` lists that."""
    with path.open("rb") as lines:
        translated = {message.id: message.string for message in read_po(lines) if message.id}
    for key, string in translated.items():
        forms = string if isinstance(string, tuple) else (string,)
        if not any(forms):
            continue
        assert all(forms), key
        wanted = parameters(key if isinstance(key, str) else key[1])
        assert all(parameters(form) == wanted for form in forms), key


#: A catalogue that has only begun: some sentences, and two whose translations are still to come.
BEGUN = r"""
msgid ""
msgstr ""
"Language: qaa\n"
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "take {k} from the heap of {n}"
msgstr "nimm {k} vom Haufen mit {n}"

msgid "Position"
msgstr ""

msgid "Value"
msgstr "Wert"

msgid "{count} move"
msgid_plural "{count} moves"
msgstr[0] ""
msgstr[1] ""
"""


def test_a_language_is_one_file_and_what_it_lacks_is_english(tmp_path):
    """The package beside one more catalogue, which is compiled as when the package is built."""
    package = tmp_path / "sprague"
    package.mkdir()
    for path in Path(sg.__file__).parent.iterdir():
        if path.name not in ("locale", "__pycache__"):
            (package / path.name).symlink_to(path)
    folder = package / "locale" / "qaa" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "sprague.po").write_text(BEGUN, "utf-8")
    with (folder / "sprague.po").open("rb") as lines, (folder / "sprague.mo").open("wb") as compiled:
        write_mo(compiled, read_po(lines, abort_invalid=True))

    def said(*words, **environment):
        environment = {**os.environ, "PYTHONPATH": str(tmp_path), **environment}
        command = [sys.executable, *words]
        done = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout

    solve = ["-m", "sprague", "solve", "nim 3,4,5"]
    for text in (said(*solve, "--lang", "qaa"), said(*solve, LC_ALL="qaa.UTF-8")):
        assert "nimm 2 vom Haufen mit 3" in text and re.search(r"^Wert +\*2$", text, re.MULTILINE)
        assert re.search(r"^Position +nim 3,4,5$", text, re.MULTILINE)
    program = """
from sprague.words.messages import say_plural
print(say_plural("{count} move", "{count} moves", 3).render("qaa"))
"""
    assert said("-c", program) == "3 moves\n"


def test_no_sentence_of_the_page_is_within_a_call_of_say():
    """The collector takes a call of ``say`` for a sentence, and passes over what is translated within it."""
    within = re.compile(r"\bsay\([^;{]*\bt\(")
    assert [
        path.name for path in (ROOT / "web/src").rglob("*.ts") if within.search(path.read_text("utf-8"))
    ] == []


def test_reasons_moves_and_errors_are_translated():
    answer = sg.solve("wythoff 500,1000")
    assert answer.winning_moves[0].sentence.render("yue-Hant-HK") == "喺第二個罐攞 691 塊"
    assert "數對" in answer.reason.render("yue-Hant-HK")
    with pytest.raises(sg.SpragueError) as caught:
        sg.parse("nim 3,x")
    assert "整數" in caught.value.sentence("yue-Hant-HK")


def test_the_rules_of_codes_are_translated_whole():
    for code in ("0.137", "0.4", "0.2"):
        assert re.search("[a-z]", sg.octal(code).rule.render("yue-Hant-HK")) is None


def test_plurals_and_unknown_languages():
    assert str(say_plural("{count} move", "{count} moves", 2)) == "2 moves"
    assert say("a winning move").render("xx") == "a winning move"
    assert (
        catalogue("yue-Hant-HK").ngettext("{count} P-position", "{count} P-positions", 5)
        == "{count} 個 P 局面"
    )


def test_marks_between_chinese_words_are_full_width():
    texts = languages.texts("yue-Hant-HK").values()
    shown = [words for text in texts for words in (text if isinstance(text, list) else [text])]
    half = re.compile(r"[一-龥「」] ?([,;?]|!(?!=))|[,;!?] ?[一-龥「」]|[一-龥]:|\([^()]*[一-龥][^()]*\)")
    assert [words for words in shown if half.search(words)] == []
