"""No test is skipped silently, and none touches the user's own data."""

from __future__ import annotations

import _thread
import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections.abc import Callable, Generator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from seeds import DEFAULT, SEED

# The machines that run this share their cores, so neither an example nor the making of examples has a time limit,
# and the examples are the same in every run. To look for others: nox -s explore
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("explore", **PATIENT, database=None)
settings.register_profile("sprague", **PATIENT, database=None, derandomize=True, max_examples=50)
settings.load_profile("sprague")

if "SPRAGUE_HOME" not in os.environ:
    os.environ["SPRAGUE_HOME"] = tempfile.mkdtemp(prefix="sprague-tests-")
    atexit.register(shutil.rmtree, os.environ["SPRAGUE_HOME"], ignore_errors=True)

# A shell that runs the tests in the background makes them ignore Ctrl-C, and so all processes that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Coverage hands its tracer to the threads of the module threading; those that Sprague begins below it take it
# themselves.
if threading.gettrace() is not None:
    begin = _thread.start_new_thread

    def begin_traced(function: Callable[..., Any], arguments: tuple[Any, ...], *more: Any) -> int:
        def run(*arguments: Any, **named: Any) -> None:
            sys.settrace(threading.gettrace())
            function(*arguments, **named)

        return begin(run, arguments, *more)

    _thread.start_new_thread = begin_traced

SKIPS = tomllib.loads(Path(__file__).with_name("skips.toml").read_text("utf-8"))


def allowed(node: str) -> bool:
    """Whether ``node`` may be skipped, or fail as expected, for a reason given in skips.toml."""
    return any(fnmatchcase(node, entry["test"]) for entry in SKIPS.get("allowed", []) if entry["reason"])


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if SEED != DEFAULT:
        terminalreporter.write_line(f"what was drawn by chance comes back with SPRAGUE_SEED={SEED}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what draws by chance: the tests of Hypothesis, and all of a module that takes the seed."""
    for item in items:
        names = vars(getattr(item, "module", None) or item)
        drawn = hasattr(getattr(item, "obj", None), "hypothesis")
        if drawn or names.get("SEED") is SEED or "chance" in names:
            item.add_marker("chance")
    items.sort(key=needs_theorems)  # whoever comes first waits while the library of theorems is compiled


def needs_theorems(item: pytest.Item) -> bool:
    """Whether a test has Coq read the library of theorems."""
    return "theorems" in item.path.parts or item.get_closest_marker("theorems") is not None


def pytest_collection_finish(session: pytest.Session) -> None:
    """Have another process compile the library of theorems at the start, and determine its axioms: else a worker waits
    while the other one has it done."""
    first = os.environ.get("PYTEST_XDIST_WORKER") == "gw0"
    if first and shutil.which("coqc") and any(needs_theorems(item) for item in session.items):
        process = subprocess.Popen(
            [sys.executable, "-c", "from sprague.theorems import coq; coq.library_axioms(coq.library())"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

        def end() -> None:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

        session.config.add_cleanup(end)


def refuse(report: Any) -> None:
    """Turn a skip that is not in the list into a failure."""
    expected_to_fail = hasattr(report, "wasxfail")
    if (report.skipped or expected_to_fail) and not allowed(report.nodeid):
        why = report.wasxfail if expected_to_fail else report.longrepr
        if hasattr(report, "wasxfail"):
            del report.wasxfail
        report.outcome = "failed"
        report.longrepr = (
            f"{report.nodeid} was skipped or expected to fail, and is not in tests/skips.toml: {why}"
        )


@pytest.fixture(scope="session", autouse=True)
def patient() -> Generator[None, None, None]:
    """However slow the machine is, a search finds as much: the seconds that it allows itself do not end it."""
    from sprague.playing import player
    from sprague.system.ask import Budget

    least = Budget.at_least
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Budget, "at_least", lambda self, seconds, *share: 30 * least(self, seconds, *share))
        patch.setattr(player, "THINKING", 30 * player.THINKING)
        yield


@pytest.fixture
def own_games() -> Generator[None, None, None]:
    """No game of a user's own is known but those of the test itself."""
    from sprague.workbench.registry import USER_GAMES

    before = dict(USER_GAMES)
    USER_GAMES.clear()
    yield
    USER_GAMES.clear()
    USER_GAMES.update(before)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    report = yield
    refuse(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, Any, Any]:
    report = yield
    refuse(report)
    return report
