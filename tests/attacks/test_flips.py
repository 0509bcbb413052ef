"""One flipped bit anywhere in a file of ours, and worse: never a wrong value, never a fault.

The truth is the plain definition, or what a fresh start without the file computes. What is left out is named.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from damage import Here, chance, flip, flips, larger
from seeds import SEED

import sprague as sg
from sprague.catalogue import rows as catalogue_rows
from sprague.catalogue import store as catalogue_store
from sprague.catalogue.sweep import sweep
from sprague.model import naive
from sprague.proofs.check import check
from sprague.solving.store import Family, Store
from sprague.system.locks import alone
from sprague.takebreak import run_file, run_mark
from sprague.takebreak.codes import parse_code
from sprague.takebreak.period import period
from sprague.takebreak.run_file import FileRun, run_to_file
from sprague.takebreak.small import small_values
from sprague.words.errors import DamageWarning, SpragueError
from sprague.workbench.notation import read
from sprague.workbench.proof import prove
from sprague.workbench.store_check import check as check_store
from sprague.workbench.store_check import component

#: Flips of each kind of file in every run and in the deep one; of worse damage, so many of each sort.
SHORT, DEEP = (22, 2), (1300, 10**9)

#: Restores a file, asks, and says what was told; fails where the answer is wrong.
Ask = Callable[[str, bytes], None]


@pytest.fixture
def attack() -> Callable[..., int]:
    def run(content: bytes, ask: Ask, size: tuple[int, int], *words: object) -> int:
        choose = chance(*words)
        count = 0
        for name, damaged in (*flips(content, size[0], choose), *larger(content, choose, size[1])):
            count += 1
            try:
                with warnings.catch_warnings(record=True):
                    warnings.simplefilter("always", DamageWarning)
                    ask(name, damaged)
            except SpragueError as error:
                assert str(error)
            except BaseException as fault:
                raise AssertionError(f"{words}: {name}, SPRAGUE_SEED={SEED}") from fault
        return count

    return run


sizes = pytest.mark.parametrize(
    "size", [pytest.param(SHORT, id="short"), pytest.param(DEEP, id="deep", marks=pytest.mark.deep)]
)


# Stores

FAMILIES = (Family("cram", "3"), Family("cram", "4"), Family("node-kayles", "edges:0-1,1-2,2-3,3-4,0-4"))

Truth = dict[Family, dict[Any, int]]


def truth_of_stores() -> Truth:
    """Values of some small boards and sets of vertices, by the definition."""
    choose = chance("store")
    found: Truth = {}
    for family in FAMILIES:
        cells = range(1, 32) if family.words == 2 else [choose.getrandbits(12) | 1 for _ in range(200)]
        known: dict[Any, int] = {}
        found[family] = {cell: naive.value(component(family, cell), known) for cell in cells}
    return found


def put(store: Store, family: Family, values: dict[Any, int]) -> None:
    keys = np.array(list(values), np.int64)
    if family.words == 2:
        keys = np.stack([keys, np.zeros_like(keys)], axis=1)
    store.add(family, keys, np.array(list(values.values()), np.uint8))


def held(store: Store, family: Family) -> dict[Any, int]:
    keys, values = store.load(family)
    return dict(zip((keys if keys.ndim == 1 else keys[:, 0]).tolist(), values.tolist(), strict=True))


def made_store(path: Path, truth: Truth) -> None:
    with Store(path, create=True) as store:
        for family, values in truth.items():
            items = list(values.items())
            for begin, end in ((0, 100), (100, 130), (130, 140), (140, 1000)):
                put(store, family, dict(items[begin:end]))


def remove_all(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()


@sizes
def test_stores(tmp_path: Path, attack: Any, size: Any) -> None:
    truth = truth_of_stores()
    path = tmp_path / "boards.db"
    made_store(path, truth)
    content = path.read_bytes()
    lost = 0

    def ask(name: str, damaged: bytes) -> None:
        nonlocal lost
        remove_all(tmp_path)
        path.write_bytes(damaged)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", DamageWarning)
            with Store(path, create=True) as store:
                families = {*truth, *store.counts()}
                found = {family: held(store, family) for family in families}
                for family, values in found.items():
                    assert values.items() <= truth.get(family, {}).items()
                if found != truth:
                    lost += 1
                    assert told or len(damaged) == 0
                for family in truth:
                    put(store, family, truth[family])
            with Store(path, create=True) as store:
                assert {family: held(store, family) for family in truth} == truth

    attack(content, ask, size, "store")
    assert lost  # some damage was damage


@sizes
def test_logs_of_stores(tmp_path: Path, attack: Any, size: Any) -> None:
    """The write-ahead log of a process that was killed."""
    truth = truth_of_stores()
    path = tmp_path / "boards.db"
    with Store(path, create=True) as store:
        store.base.connection.execute("PRAGMA wal_autocheckpoint = 0")
        for family, values in truth.items():
            put(store, family, values)
        content, log = path.read_bytes(), Path(f"{path}-wal").read_bytes()

    def ask(name: str, damaged: bytes) -> None:
        remove_all(tmp_path)
        path.write_bytes(content)
        Path(f"{path}-wal").write_bytes(damaged)
        with Store(path, create=True) as store:
            for family in store.counts():
                assert held(store, family).items() <= truth[family].items()
            for family in truth:
                put(store, family, truth[family])
                assert held(store, family) == truth[family]

    attack(log, ask, (size[0] // 2, size[1]), "log")


def test_a_batch_that_goes_to_another_family_is_left_out_and_named(tmp_path: Path) -> None:
    """The value of a set of cells of side 5 is another than that of the same bits at side 4."""
    path = tmp_path / "boards.db"
    made_store(path, truth_of_stores())
    content = path.read_bytes()
    at = content.index(b"cram4")
    path.write_bytes(content[:at] + b"cram5" + content[at + 5 :])
    with Store(path) as store:
        with pytest.warns(DamageWarning, match="a batch of cram 5 is damaged"):
            assert len(store.load(Family("cram", "5"))[0]) == 0
        found = check_store(store)
        assert any("cram 5" in str(problem) for problem in found.wrong)


# Runs


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (run_file, run_mark):
        monkeypatch.setattr(module, "BLOCK", 256)


def stopped_run(folder: Path, code: str, to: int) -> Path:
    path = folder / "g.npy"

    def stop(known: int, aim: int) -> None:
        if known >= to:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_to_file(parse_code(code), 2 * to, path, progress=stop)
    return path


@sizes
@pytest.mark.parametrize("code", ["0.77", "0.007", "0.3"])
def test_runs(tmp_path: Path, attack: Any, size: Any, code: str, small_blocks: None) -> None:
    path = stopped_run(tmp_path, code, 1500)
    files = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert files.keys() == {"g.npy.part", "g.npy.run"}
    truth = small_values(parse_code(code), 1700)
    told = 0

    for name, share in (("g.npy.part", 5), ("g.npy.run", 8)):

        def ask(how: str, damaged: bytes, name: str = name) -> None:
            nonlocal told
            remove_all(tmp_path)
            for each, content in files.items():
                (tmp_path / each).write_bytes(damaged if each == name else content)
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always", DamageWarning)
                try:
                    found = run_to_file(parse_code(code), 1700, path).tolist()
                except SpragueError:
                    return
            told += bool(said)
            assert found == truth
            assert [file.name for file in tmp_path.iterdir()] == ["g.npy"]

        attack(files[name], ask, (max(3, size[0] // share), size[1]), "run", code, name)
    assert told


def test_only_a_damaged_block_of_a_run_is_computed_again(tmp_path: Path, small_blocks: None) -> None:
    path = stopped_run(tmp_path, "0.77", 3000)
    part = tmp_path / "g.npy.part"
    known = FileRun(parse_code("0.77"), path).known
    part.write_bytes(flip(part.read_bytes(), 8 * (128 + 300)))
    run = FileRun(parse_code("0.77"), path)
    assert run.known == 255 and known >= 3000
    filled = []
    extend = run_file.Run.extend

    @alone  # as what it stands for is
    def watched(self: Any, to: int, progress: Any = None) -> None:
        if self is run:  # not one that tests values
            filled.append((self.known, to))
        extend(self, to, progress)

    with pytest.MonkeyPatch.context() as patch, pytest.warns(DamageWarning, match="heaps 256 to 511"):
        patch.setattr(run_file.Run, "extend", watched)
        run.extend(known)
    assert filled == [(255, 511), (known, known)]
    assert run.values.tolist() == small_values(parse_code("0.77"), known)


# The catalogue and its ledger


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("catalogue") / "store.jsonl"
    sweep(1, Here(), path, to=64, limit=64)
    return path.read_bytes()


def test_what_is_damaged_in_the_catalogue_is_swept_again(tmp_path: Path, swept: bytes) -> None:
    path = tmp_path / "store.jsonl"
    path.write_bytes(swept)
    truth = catalogue_rows.catalogue(path)
    at = swept.index(b'"argmax": ') + 10
    path.write_bytes(flip(swept, 8 * at))
    with pytest.warns(DamageWarning, match="damaged lines are left out"):
        assert len(catalogue_rows.catalogue(path)) < len(truth)
    with pytest.warns(DamageWarning):
        assert sweep(1, Here(), path, to=64, limit=64).done == 1
    assert path.read_bytes() == swept


@sizes
def test_the_catalogue(tmp_path: Path, attack: Any, size: Any, swept: bytes) -> None:
    path = tmp_path / "store.jsonl"
    path.write_bytes(swept)
    truth = {row["code"]: row for row in catalogue_store.read(path)}

    def ask(name: str, damaged: bytes) -> None:
        path.write_bytes(damaged)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always", DamageWarning)
            try:
                found = catalogue_store.read(path)
            except SpragueError:
                return
        assert all(row == truth[row["code"]] for row in found)
        assert said or len(found) == len(truth) or damaged.count(b"\n") < swept.count(b"\n")

    attack(swept, ask, size, "catalogue")


# Certificates and proofs


def certificates() -> dict[str, Any]:
    (board,), _ = read("cram 2x4")
    (graph,), _ = read("node-kayles grid:2x3")
    return {
        "period": period("0.137").certificate(),
        "board": prove(board),
        "graph": prove(graph),
        "quotient": sg.misere.quotient("0.123").certificate(),
        "automaton": sg.discover("wythoff").certificate,
    }


def claimed(certificate: Any) -> Any:
    """What a certificate claims. The rest is evidence, which need not be unique: of a quotient other sums may contain
    those of all sums, other tests tell its elements apart, and other words name them."""
    return {name: value for name, value in certificate.items() if name not in ("sums", "tests", "words")}


@sizes
@pytest.mark.parametrize("kind", ["period", "board", "graph", "quotient", "automaton"])
def test_certificates(tmp_path: Path, attack: Any, size: Any, kind: str) -> None:
    truth = certificates()[kind]
    path = tmp_path / "c.json"
    content = json.dumps(truth).encode()
    refused = 0

    def ask(name: str, damaged: bytes) -> None:
        nonlocal refused
        path.write_bytes(damaged)
        found = check(path)
        if found["valid"]:
            assert claimed(json.loads(damaged)) == claimed(truth)
        else:
            refused += 1
            assert found["reason"].isprintable()

    attack(content, ask, (max(4, size[0] // 3), size[1]), kind)
    # Of single bits few leave JSON; another digit does.
    places = [place for place, byte in enumerate(content) if 48 <= byte < 58]
    for place in chance(kind).sample(places, 12):
        other = b"%d" % ((content[place] - 48 + 1) % 10)
        with suppress(SpragueError):
            ask("digit", content[:place] + other + content[place + 1 :])
    assert refused
