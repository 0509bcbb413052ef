"""Languages: which there are, which suits a reader, and that each catalogue keeps the parameters."""

import re

import pytest
from babel.messages.pofile import read_po
from folders import ROOT

import sprague as sg
from sprague.words import languages
from sprague.words.messages import catalogue, say, say_plural

CATALOGUES = sorted((ROOT / "src/sprague/locale").glob("*/LC_MESSAGES/sprague.po"))


def parameters(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_there_are_english_and_cantonese():
    assert languages.available() == ("en", "yue-Hant-HK")


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        ("zh-HK", "yue-Hant-HK"), ("zh-MO,en;q=0.5", "yue-Hant-HK"), ("zh-Hant", "yue-Hant-HK"), ("yue", "yue-Hant-HK"),
        ("yue-Hant-HK", "yue-Hant-HK"), ("YUE-HANT-HK", "yue-Hant-HK"), ("en-GB,zh-HK;q=0.9", "en"), ("de", "en"),
        ("fr;q=x,,;q=1", "en"), ("", "en"), (None, "en"), ("zh-HK;q=0.1,en;q=0.9", "en"),
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


def test_reasons_moves_and_errors_are_translated():
    answer = sg.solve("wythoff 500,1000")
    assert answer.winning_moves[0].sentence.render("yue-Hant-HK") == "喺第二個罐攞 691 個"
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
