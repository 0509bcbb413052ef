"""Laws that are kept in the user's folder are checked anew before they answer."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest

import sprague as sg
from sprague.discovery.laws import kept
from sprague.discovery.laws.candidates import period_of
from sprague.discovery.laws.certificate import certificate
from sprague.discovery.laws.listing import numbers_from
from sprague.discovery.laws.of_game import far_laws
from sprague.discovery.laws.search import Search
from sprague.discovery.reading.rule import read_rule
from sprague.system.ask import Ask, asking
from sprague.workbench.registry import engine

TAKES = (1, 3, 4)


def takes(n):
    return [n - k for k in TAKES if k <= n]


FAR = 10**5000


def takes_below_far(n):
    return [n - 1] if 0 < n < FAR else []


def law_of_takes():
    return next(iter(far_laws(sg.rule(takes), engine).proved), None)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path))
    monkeypatch.setattr(kept, "KEPT_FROM", 0.0)
    return tmp_path / "cache" / "laws"


@pytest.fixture
def found(folder):
    law = law_of_takes()
    (file,) = folder.iterdir()
    return law, file


def no_search(self):
    raise AssertionError("a kept law is not looked for")


def test_a_kept_law_answers_without_a_search(found, monkeypatch) -> None:
    law, file = found
    assert json.loads(file.read_text())["constants"] == {"TAKES": [1, 3, 4]}
    monkeypatch.setattr(Search, "run", no_search)
    again = law_of_takes()
    assert again is not law
    assert again.proved
    assert again.read.exact
    assert [again.value((n,)) for n in range(10**18, 10**18 + 30)] == [
        law.value((n,)) for n in range(10**18, 10**18 + 30)
    ]


def test_a_rule_of_other_numbers_is_another(found, monkeypatch) -> None:
    monkeypatch.setitem(globals(), "TAKES", (1, 2))
    law = law_of_takes()
    assert [law.value((n,)) for n in range(6)] == [0, 1, 2, 0, 1, 2]
    assert len(list(found[1].parent.iterdir())) == 2


def test_a_false_law_is_not_used(found) -> None:
    law, file = found
    claims = json.loads(file.read_text())
    (zero, lost), (one, won), *rest = claims["sets"]
    claims["sets"] = [[zero, won], [one, lost], *rest]
    file.write_text(json.dumps(claims))
    again = law_of_takes()
    assert [again.value((n,)) for n in range(20)] == [law.value((n,)) for n in range(20)]
    assert file.read_text() == "{}\n"
    assert kept.recalled(kept.Rule(takes, 1, False, lambda state: [])) is None


def test_words_that_are_no_numbers_are_left_out(folder) -> None:
    read = read_rule(takes, 1, False, "zeckendorf")
    values = [0, 1, 0, 1, 2, 3, 2]
    found = period_of(np.array(20 * values), "zeckendorf")
    assert found is not None
    claims = certificate(found.decided(read), spread=False)
    for _, table in claims["sets"]:  # after 11, which is no number, each set accepts all
        rows = table["delta"]
        rows.append([0, 0])
        rows[:] = [[to or len(rows) for to in row] for row in rows]
        table["accept"].append(len(rows))
    rule = kept.Rule(takes, 1, False, lambda state: [((left,),) for left in takes(*state)])
    file = kept._file(read.source, rule)
    kept._write(file, claims)
    law = kept.recalled(rule)
    assert law is not None
    lost = law.losing()
    assert lost is not None
    listed = list(itertools.islice(numbers_from(lost, 700), 8))
    assert listed == [n for n in range(700, 728) if values[n % 7] == 0]


@pytest.mark.parametrize("field", ["over", "source", "system", "sets"])
def test_a_law_of_other_formulas_is_not_used(found, field) -> None:
    _, file = found
    claims = json.loads(file.read_text())
    claims[field] = claims["name"] if field == "source" else claims[field][:-1]
    file.write_text(json.dumps(claims))
    assert law_of_takes().proved
    assert file.read_text() == "{}\n"


def test_a_damaged_file_is_made_again(found) -> None:
    _, file = found
    content = file.read_text()
    file.write_text(content[:100])
    law_of_takes()
    assert file.read_text() == content


def test_a_law_whose_check_takes_longer_than_its_search_is_looked_for(folder, monkeypatch) -> None:
    monkeypatch.setattr(kept, "SOON", 0.0)
    law = law_of_takes()
    (file,) = folder.iterdir()
    file.unlink()
    kept.keep(law, kept.Rule(takes, 1, False, lambda state: []), 1e-6)
    assert file.read_text() == "{}\n"


def test_the_end_of_a_questions_time_says_nothing_of_a_law(found) -> None:
    law, file = found
    content = file.read_text()
    over = asking(Ask(seconds=0.0))
    rule = kept.Rule(takes, 1, False, lambda state: [])
    assert over.run(kept.recalled, rule) is None
    assert file.read_text() == content
    file.unlink()
    over.run(kept.keep, law, rule, 5.0)
    assert not file.exists()


def test_a_folder_that_cannot_be_made_keeps_nothing(tmp_path, monkeypatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(kept, "KEPT_FROM", 0.0)
    assert law_of_takes().proved


def test_a_rule_with_a_number_of_so_many_digits_has_no_file(folder) -> None:
    assert kept.recalled(kept.Rule(takes_below_far, 1, False, lambda state: [])) is None
