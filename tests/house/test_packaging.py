"""What is built and installed: complete, consistent, and the same as the source."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from folders import ROOT

import sprague

SOURCE = ROOT / "src" / "sprague"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
BUILT = ("__pycache__", ".mo", "_native.")


def source_files() -> set[str]:
    """The files of the package, as paths in the wheel, without what is built from others."""
    files = (path for path in SOURCE.rglob("*") if path.is_file())
    names = {path.relative_to(SOURCE.parent).as_posix() for path in files}
    return {name for name in names if not any(mark in name for mark in BUILT)}


def test_one_version_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {sprague.__version__}\n" in citation
    changes = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert changes[0] == sprague.__version__


def test_all_has_every_extra() -> None:
    extras = PROJECT["optional-dependencies"]
    (everything,) = extras["all"]
    assert everything == f"sprague[{','.join(sorted(extras.keys() - {'all'}))}]"


def test_no_file_names_an_index_host() -> None:
    """Who installs this may use an index of their own."""
    names = [
        "pyproject.toml",
        "noxfile.py",
        ".ci/run",
        "web/package.json",
        "web/package-lock.json",
        "web/.npmrc",
    ]
    files = [ROOT / name for name in names if (ROOT / name).exists()]
    hosts = re.compile(
        r"pypi\.org|pythonhosted\.org|registry\.\w+\.(?:org|com)|\"resolved\"|index-url", re.IGNORECASE
    )
    assert not [path.name for path in files if hosts.search(path.read_text("utf-8"))]


@pytest.mark.installed
def test_the_installed_package_is_what_is_tested() -> None:
    assert Path(sprague.__file__).is_relative_to(sys.prefix)
    assert metadata.version("sprague") == sprague.__version__
    files = {str(path) for path in metadata.files("sprague") or ()}
    assert source_files() <= files
    catalogues = {name for name in source_files() if name.endswith(".po")}
    assert {name.removesuffix(".po") + ".mo" for name in catalogues} <= files


@pytest.mark.installed
def test_the_command_is_installed() -> None:
    command = Path(sys.executable).with_name("sprague")
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert sprague.__version__ in done.stdout


@pytest.mark.installed
def test_the_wheel_holds_the_package_and_nothing_else() -> None:
    (wheel,) = Path(os.environ["SPRAGUE_DIST"]).glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {name for name in names if ".dist-info/" not in name}
    assert {name for name in package if not any(mark in name for mark in BUILT)} == source_files()
    assert [name for name in package if "_native." in name] == ["sprague/_native.so"]
    assert any(name.endswith("/licenses/LICENSE") for name in names)


@pytest.mark.installed
def test_the_sdist_holds_all_that_a_check_needs() -> None:
    (sdist,) = Path(os.environ["SPRAGUE_DIST"]).glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {f"src/{name}" for name in source_files()}
    wanted |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")}
    wanted |= {"README.md", "LICENSE", "noxfile.py", "hatch_build.py", "build_native.py", "native/sprague.h"}
    wanted |= {"docs/conf.py", ".ci/run"}
    assert wanted <= names
    assert not [name for name in names if name.endswith(".mo") or "__pycache__" in name]
