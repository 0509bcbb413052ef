"""Code that was kept runs only from a folder that belongs to the user and to which nobody else may write."""

import os

import pytest

from sprague.system.folders import cache, private
from sprague.theorems import coq
from sprague.words.errors import FileError

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the rights of a folder are no bits there")


def test_the_cache_is_made_for_this_user_alone(tmp_path, monkeypatch):
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "home"))
    before = os.umask(0)
    try:
        made = cache(create=True)
    finally:
        os.umask(before)
    assert private(made)
    assert made.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("mode", "ours"), [(0o700, True), (0o755, True), (0o775, False), (0o757, False), (0o777, False)]
)
def test_nobody_else_may_write(tmp_path, mode, ours):
    folder = tmp_path / "kept"
    folder.mkdir()
    folder.chmod(mode)
    assert private(folder) is ours


def test_a_link_or_a_file_is_no_folder_of_ours(tmp_path, monkeypatch):
    folder = tmp_path / "kept"
    folder.mkdir(0o700)
    (tmp_path / "link").symlink_to(folder)
    (tmp_path / "file").write_text("")
    assert not private(tmp_path / "link")
    assert not private(tmp_path / "file")
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    assert not private(folder)


def test_no_compiled_theorems_from_a_folder_of_others(tmp_path, monkeypatch):
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path))
    monkeypatch.setattr(coq, "find", lambda: coq.Coq(("coqc",), "coqchk", "8.16.1"))
    monkeypatch.setattr(coq, "_compile", lambda *words: pytest.fail("nothing is compiled there"))
    folder = cache(create=True) / "coq"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(FileError) as refused:
        coq.library()
    assert "nobody else may write" in str(refused.value)
    assert refused.value.where == str(folder)


def test_a_copy_to_which_others_may_write_is_compiled_again(tmp_path, monkeypatch):
    kept = tmp_path / "kept"
    kept.mkdir(0o700)
    (kept / "complete").write_text("{}")
    monkeypatch.setattr(coq, "_digests", lambda folder: {})
    assert coq._is_whole(kept)
    kept.chmod(0o777)
    assert not coq._is_whole(kept)
