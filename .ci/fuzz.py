"""Runs one test of the native core that draws examples, on examples that libFuzzer makes: it keeps those that reach
code of the core not reached before, and changes them. ``nox -s fuzz`` compiles the core for it.

``python .ci/fuzz.py TESTS…`` lists the tests, ``python .ci/fuzz.py SECONDS FOLDER TEST`` runs one and keeps its
examples in FOLDER. An example that fails is printed as Hypothesis does, and kept in FOLDER, too.
"""

from __future__ import annotations

import functools
import inspect
import sys
from pathlib import Path
from typing import Any

import pytest

OPTIONS = ["-p", "no:cacheprovider", "-m", "kernels and not deep"]


class Listing:
    """Collects the names of the tests that draw examples, and runs none."""

    names: list[str]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.names = [item.nodeid for item in items if hasattr(getattr(item, "obj", None), "hypothesis")]
        items.clear()


class Fuzzing:
    """Gives a test the examples of libFuzzer, and ends with the process."""

    def __init__(self, seconds: int, folder: str) -> None:
        self.options = [
            f"-max_total_time={seconds}",
            f"-artifact_prefix={folder}/failed-",
            "-timeout=120",
            "-rss_limit_mb=8192",
            "-max_len=4096",
            "-len_control=10",
            "-print_final_stats=1",
            "-verbosity=1",
        ]
        self.folder = folder

    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> None:
        import atheris

        # Parameters and fixtures have their values here; Hypothesis draws the rest.
        test, handle = pyfuncitem.obj, pyfuncitem.obj.hypothesis
        signature = inspect.signature(test)
        fixed = {name: pyfuncitem.funcargs[name] for name in signature.parameters}
        inner = handle.inner_test

        @functools.wraps(inner)
        def with_parameters(*drawn: Any, **named: Any) -> None:
            inner(*drawn, **named, **fixed)

        handle.inner_test = with_parameters
        test.__signature__ = signature.replace(parameters=[])
        atheris.Setup([sys.argv[0], self.folder, *self.options], handle.fuzz_one_input)
        atheris.Fuzz()


def main(words: list[str]) -> int:
    if words and words[0].isdigit():
        seconds, folder, test = words
        Path(folder).mkdir(parents=True, exist_ok=True)
        return pytest.main([*OPTIONS, "-q", "-s", test], plugins=[Fuzzing(int(seconds), folder)])
    listing = Listing()
    ended = pytest.main([*OPTIONS, "-p", "no:terminal", "--collect-only", *words], plugins=[listing])
    print(*listing.names, sep="\n")
    return 0 if ended == pytest.ExitCode.NO_TESTS_COLLECTED else ended


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
