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


@pytest.mark.parametrize(
    ("mode", "ours"), [(0o755, True), (0o775, False), (0o777, False), (0o1777, True), (0o1775, True)]
)
@pytest.mark.parametrize("deep", [1, 3])
def test_nobody_else_may_put_another_folder_in_its_place(tmp_path, mode, ours, deep):
    """Who may write to a folder above may rename the one below, between the look at it and its use."""
    above = tmp_path / "above"
    folder = above.joinpath(*"abc"[:deep])
    folder.mkdir(0o700, parents=True)
    above.chmod(mode)
    assert private(folder) is ours


def test_a_link_on_the_way_leads_to_where_nobody_else_may_write(tmp_path):
    home, open_to_all = tmp_path / "home", tmp_path / "open"
    for made in (home / "cache", open_to_all / "cache"):
        made.mkdir(0o700, parents=True)
    (tmp_path / "way").symlink_to(home)
    (home / "out").symlink_to(open_to_all)
    assert private(tmp_path / "way" / "cache") and private(home / "out" / "cache")
    open_to_all.chmod(0o777)
    assert private(tmp_path / "way" / "cache") and not private(home / "out" / "cache")
    (open_to_all / "back").symlink_to("../home")  # anybody may turn this link
    (tmp_path / "round").symlink_to("open/back/../home")
    assert not private(open_to_all / "back" / "cache") and not private(tmp_path / "round" / "cache")
    open_to_all.chmod(0o755)
    assert private(open_to_all / "back" / "cache") and private(tmp_path / "round" / "cache")


def test_a_way_of_another_user_is_not_ours(tmp_path, monkeypatch):
    folder = tmp_path / "other" / "kept"
    folder.mkdir(0o700, parents=True)
    if os.geteuid() == 0:
        os.chown(tmp_path / "other", 12345, 12345)
        assert not private(folder)
    else:  # seen by another user, the folders on the way belong to others
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
    folder.chmod(0o700)
    cache().chmod(0o770)
    with pytest.raises(FileError) as refused:
        coq.library()
    assert refused.value.where == str(cache())


def test_a_copy_to_which_others_may_write_is_compiled_again(tmp_path, monkeypatch):
    kept = tmp_path / "kept"
    kept.mkdir(0o700)
    (kept / "complete").write_text("{}")
    for module in coq.LIBRARY:
        (kept / f"{module}.vo").touch()
    monkeypatch.setattr(coq, "_digests", lambda folder: {})
    assert coq._is_whole(kept)
    kept.chmod(0o777)
    assert not coq._is_whole(kept)
