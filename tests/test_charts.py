"""Charts are valid files, need no network, and are thinned out without losing what the eye sees."""

from __future__ import annotations

import io
import json
import os
import pickle
import re
import resource
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

import altair
import numpy as np
import pytest
from click.testing import CliRunner

from sprague import charts as plots
from sprague.cli.app import application
from sprague.words.errors import MissingExtraError, SlowWarning
from sprague.workbench import chart_files
from sprague.workbench.registry import find


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(application, list(words))
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.output


@pytest.mark.parametrize(
    ("game", "what"),
    [("kayles", "values"), ("0.6", "frequencies"), ("0.137", "p-positions"), ("wythoff", "p-positions")],
)
def test_svg_is_xml(tmp_path: Path, game: str, what: str) -> None:
    path = tmp_path / "chart.svg"
    run("plot", game, "--to", "300", "--what", what, "-o", str(path))
    assert xml.etree.ElementTree.parse(path).getroot().tag.endswith("svg")
    assert f"{game}: " in path.read_text("utf-8")


def test_png_has_its_magic_number(tmp_path: Path) -> None:
    path = tmp_path / "chart.png"
    found = json.loads(run("plot", "kayles", "--to", "100", "-o", str(path), "--json"))
    assert found == {"file": str(path), "game": "kayles", "to": 100, "what": "values"}
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize("form", ["svg", "html"])
def test_where_addresses_are_bounded_it_is_a_sentence_and_no_crash(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, form: str
) -> None:
    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (20 << 30, 20 << 30))

    path = tmp_path / f"chart.{form}"
    words = [sys.executable, "-m", "sprague", "plot", "kayles", "-o", str(path)]
    home = {"SPRAGUE_HOME": str(tmp_path_factory.mktemp("home"))}  # where no program for pages is kept yet
    done = subprocess.run(
        words, capture_output=True, text=True, check=False, preexec_fn=bound, env=os.environ | home
    )
    assert done.returncode == 2 and "128.0 GiB of address space" in done.stderr, done
    assert not list(tmp_path.iterdir())


def test_html_fetches_nothing(tmp_path: Path) -> None:
    path = tmp_path / "chart.html"
    run("plot", "0.6", "--to", "2000", "-o", str(path))
    page = path.read_text("utf-8")
    tags = re.findall(
        r"<(?:script|link|img|iframe)\b[^>]*>", re.sub(r"(?s)(<script[^>]*>).*?</script>", r"\1", page)
    )
    assert tags and not [tag for tag in tags if re.search(r"\b(src|href)\s*=", tag)]


def test_a_file_is_not_overwritten_and_its_name_says_the_form(tmp_path: Path) -> None:
    path = tmp_path / "chart.svg"
    path.write_text("mine")
    assert "--force" in run("plot", "kayles", "-o", str(path), status=2)
    assert path.read_text() == "mine"
    run("plot", "kayles", "--to", "20", "-o", str(path), "--force")
    assert path.read_text().startswith("<svg")
    assert ".html, .svg or .png" in run("plot", "kayles", "-o", "chart.gif", status=2)
    assert "one heap" in run(
        "plot", "wythoff", "--what", "frequencies", "-o", str(tmp_path / "w.svg"), status=2
    )


def test_points_are_thinned_out_to_one_a_cell() -> None:
    x = np.arange(200_000)
    y = x * 7919 % 1009
    kept = plots.thinned(x, y, 5000)
    assert 2500 < len(kept) <= 5000
    cells = {(n * 40 // 200_000, int(y[n]) * 20 // 1009) for n in kept.tolist()}
    assert len(cells) == 40 * 20  # no part of the picture is empty


def test_rare_heaps_survive_the_thinning_and_have_a_colour_of_their_own() -> None:
    spec = plots.plot(find("0.6"), 25_000).to_dict()
    assert spec["encoding"]["color"]["scale"]["domain"] == ["common", "rare"]
    rows = spec["data"]["values"] if "values" in spec["data"] else next(iter(spec["datasets"].values()))
    rare = [row["heap"] for row in rows if row["kind"] == "rare"]
    # Winning Ways and OEIS A046695: 1584 rare heaps of Officers, the last 20627.
    assert (len(rare), max(rare)) == (1584, 20627)


@pytest.mark.parametrize("library", ["altair", "vl_convert"])
def test_a_missing_library_is_named_with_the_line_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtraError, match=r"pip install 'sprague\[plot\]'"):
        plots.save(plots.plot(find("kayles"), 20), io.BytesIO(), "svg")


@pytest.mark.parametrize("file", ["chart.html", "chart.svg", "chart.png"])
def test_a_missing_library_is_named_before_any_value_is_computed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    monkeypatch.setattr(plots, "spec", None)  # what computes the values
    assert "pip install 'sprague[plot]'" in run("plot", "kayles", "-o", str(tmp_path / file), status=2)


@pytest.mark.parametrize("words", [("0.6", "--to", "1e5"), ("wythoff", "--to", "100x100")])
def test_a_page_takes_no_altair_and_starts_no_engine_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    run("plot", "kayles", "--to", "9", "-o", str(tmp_path / "first.html"))
    monkeypatch.setitem(sys.modules, "altair", None)
    monkeypatch.setattr(
        "sprague.workbench.chart_files._require_address_space", None
    )  # what starts V8 calls it
    run("plot", *words, "-o", str(tmp_path / "second.html"))
    page = (tmp_path / "second.html").read_text("utf-8")
    found = json.loads(page[page.rindex('vegaEmbed("#chart", ') + 20 : page.rindex(", {mode:")])
    assert len(found["data"]["values"]) >= 10_000
    kept = next((Path(os.environ["SPRAGUE_HOME"]) / "cache").glob("charts-*"))
    kept.write_bytes(kept.read_bytes()[:-1] + b"!")  # damaged: it is made again
    with pytest.raises(AssertionError):  # the engine is called for, which cannot be here
        run("plot", *words, "-o", str(tmp_path / "third.html"))
    kept.unlink()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").write_text("a file, where a folder is needed")
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("vl_convert.javascript_bundle", lambda snippet: "let chart")
    with pytest.warns(SlowWarning, match="home/cache cannot be written"):
        chart_files.save(plots.spec("nim", 9), io.BytesIO(), "html")


def test_a_chart_says_how_many_points_it_shows() -> None:
    few, many = (plots.spec("nim", to) for to in (300, 10**5))
    assert "subtitle" not in few["title"] and len(few["data"]["values"]) == 301
    shown = len(many["data"]["values"])
    assert shown <= plots.MOST_POINTS
    assert many["title"]["subtitle"].startswith(f"{shown} of 100001 points")


@pytest.mark.parametrize("what", plots.KINDS)
@pytest.mark.parametrize("game", ["0.137", "wythoff"])
def test_a_specification_is_one_by_the_scheme_of_vega_lite(game: str, what: plots.What) -> None:
    if (game, what) != ("wythoff", "frequencies"):
        chart = plots.plot(game, 30, what)
        assert chart.to_dict()["data"]["values"] == plots.spec(game, 30, what)["data"]["values"]  # validated


def test_a_chart_in_a_notebook_fetches_nothing_unless_the_user_chose_a_renderer() -> None:
    chart = plots.plot("kayles", 20)
    (kept,) = {
        each._repr_mimebundle_()["text/html"].count("https://")
        for each in (chart, pickle.loads(pickle.dumps(chart)))
    }
    assert kept == 1  # the schema, which names the language and is not fetched
    with altair.renderers.enable("mimetype"):
        assert "text/html" not in chart._repr_mimebundle_()
