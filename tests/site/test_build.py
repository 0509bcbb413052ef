"""``sprague site``: what it writes, where Pyodide comes from, and what it says when something is wrong."""

from __future__ import annotations

import base64
import gzip
import hashlib
import http.server
import io
import json
import re
import tarfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from folders import ROOT

from sprague.cli.app import application
from sprague.site import build, pyodide
from sprague.words.errors import FileError, SpragueError

#: Stands for Pyodide where it does not run: files of the right names.
FILES = {name: name.encode() for name in (*pyodide.FILES, *pyodide.NOTICES)} | {
    "pyodide-lock.json": b'{"info": {"version": "1"}, "packages": {"numpy": {}}}',
    "package.json": json.dumps({"version": pyodide.VERSION}).encode(),
}


def archive() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as packed:
        for name, content in FILES.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            packed.addfile(entry, io.BytesIO(content))
    return out.getvalue()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pyodide, as it is unpacked."""
    made = tmp_path / "pyodide"
    made.mkdir()
    for name, content in FILES.items():
        (made / name).write_bytes(content)
    return made


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[tuple[list[str], bytes]]:
    """npm's registry, here, with an archive whose digest is the one that is meant; what was asked of it."""
    content = archive()
    digest = base64.b64encode(hashlib.sha512(content).digest()).decode()
    monkeypatch.setattr(pyodide, "INTEGRITY", f"sha512-{digest}")
    asked: list[str] = []

    class Registry(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Registry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("npm_config_registry", f"http://127.0.0.1:{server.server_port}/")
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "home"))
    yield asked, content
    server.shutdown()
    server.server_close()


def test_the_archive_is_fetched_once_and_kept(registry, tmp_path: Path) -> None:
    asked, _ = registry
    told: list[str] = []
    for _ in range(2):
        assert pyodide.files(None, lambda message: told.append(str(message))) == FILES
    assert asked == [f"/pyodide/-/pyodide-{pyodide.VERSION}.tgz"]
    assert len(told) == 1 and asked[0] in told[0]
    (kept,) = (tmp_path / "home" / "cache").iterdir()
    kept.write_bytes(b"damaged")  # it is fetched again
    assert pyodide.files(None, lambda _: None) == FILES
    assert len(asked) == 2


def test_a_cache_that_cannot_be_written_is_told(
    registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "file" / "home"))
    told: list[str] = []
    assert pyodide.files(None, lambda message: told.append(str(message))) == FILES
    assert len(told) == 2 and f"{tmp_path}/file/home/cache cannot be written" in told[1]


def test_an_archive_of_another_digest_is_refused(registry, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(pyodide, "INTEGRITY", "sha512-another")
    with pytest.raises(FileError, match="expected the archive of Pyodide .* as npm has it"):
        pyodide.files(None, lambda _: None)
    assert not (tmp_path / "home" / "cache").exists()


def test_no_network_is_told_with_the_way_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path))
    with pytest.raises(SpragueError, match=r"npm pack pyodide@[\d.]+\) and name the file with --pyodide"):
        pyodide.files(None, lambda _: None)


def test_a_folder_of_another_release_is_refused(folder: Path) -> None:
    (folder / "package.json").write_text('{"version": "0.1"}')
    with pytest.raises(FileError, match=f"expected Pyodide {pyodide.VERSION}, got 0.1"):
        pyodide.files(folder, lambda _: None)


def test_the_command(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build.stored, "starts", lambda language: {})  # which take the longest
    target = tmp_path / "page"

    def run(*more: str) -> tuple[int, str, str]:
        ran = CliRunner().invoke(application, ["site", str(target), "--pyodide", str(folder), *more])
        return ran.exit_code, ran.stdout, ran.stderr

    status, told, _ = run()
    assert status == 0
    assert told.splitlines()[1] == f"To try it: python -m http.server -d {target}"
    files = {path.relative_to(target).as_posix(): path for path in target.rglob("*") if path.is_file()}
    assert told.startswith(f"{target}: {len(files)} files, ")
    # The service worker keeps every file but itself and the notices.
    kept = json.loads(re.search("FILES = (.*);", files["offline.js"].read_text())[1])
    notices = {f"pyodide/{name}" for name in pyodide.NOTICES}
    assert {*kept} == {"./", *files} - {"offline.js"} - notices
    assert json.loads(files["pyodide/pyodide-lock.json"].read_bytes())["packages"] == {}
    status, _, error = run()
    # A long path is shortened in the middle.
    said, _, where = error.strip().rpartition(": ")
    assert (status, said, where[-5:]) == (
        2,
        "error: expected an empty folder, or --force to write into this one",
        "/page",
    )
    (target / "page.js").write_text("old")
    assert run("--force")[0] == 0
    assert (target / "page.js").read_text() != "old"


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return build.contents(FILES)


def test_a_copy_names_no_host(made: dict[str, bytes]) -> None:
    """Nothing is fetched from elsewhere: no address of a host stands in what the page loads, but in Pyodide's own
    files, which the page's policy keeps from using them."""
    for name, content in made.items():
        if name.endswith((".js", ".html", ".css", ".webmanifest")):
            hosts = {*re.findall(rb"https?://[\w.:-]+", content)} - {
                b"http://www.w3.org",
                b"http://localhost:8000",
            }
            assert not hosts, name
    assert b"connect-src 'self'" in made["index.html"]


def test_equal_contents_make_equal_files(made: dict[str, bytes]) -> None:
    assert made["sprague.whl"] == build.wheel()


def test_what_comes_before_the_engine_is_small(made: dict[str, bytes]) -> None:
    """What the first board takes over the wire, as web hosts send it."""
    names = ("index.html", "opened.js", "page.js", "page.css", "answers.en.json")
    assert sum(len(gzip.compress(made[name])) for name in (*names, *build.FACES)) < 150_000
    assert all(f"url(./{face})".encode() in made["page.css"] for face in build.FACES)
    assert len(made["sprague.whl"]) < 1_500_000


def test_the_release_is_the_one_that_the_documentation_names() -> None:
    page = (ROOT / "docs" / "without-installing.md").read_text("utf-8")
    assert f"pyodide@{pyodide.VERSION}" in page
