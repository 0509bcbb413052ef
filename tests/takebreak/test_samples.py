"""Values of a file that are not those of a code are computed again, though their checksums are right."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from sprague.system.sealed import summed
from sprague.takebreak.codes import parse_code
from sprague.takebreak.run import Run
from sprague.takebreak.run_file import FORMAT, run_to_file
from sprague.takebreak.run_mark import BLOCK, Mark
from sprague.takebreak.samples import FIRST, agree


@pytest.fixture(autouse=True)
def same_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every run looks at the same heaps: who draws others may meet only such as agree by accident."""
    monkeypatch.setattr("sprague.takebreak.samples.SystemRandom", lambda: Random(1))


@pytest.mark.parametrize("text", ["0.007", "0.77", "4.7", "0.137"])
def test_right_values_agree_and_wrong_ones_do_not(text: str) -> None:
    code = parse_code(text)
    run = Run(code)
    run.extend(60_000)
    row = memoryview(bytearray(run.row)).cast(run.row.format)
    assert agree(code, row, 0, 60_001) and agree(code, row, 40_000, 60_001)
    row[19_000] ^= 1
    assert not agree(code, row, 0, 60_001)
    row[19_000] ^= 1
    for n in range(40_000, 60_001):
        row[n] ^= 1
    assert not agree(code, row, 40_000, 60_001)


def test_a_forged_run_is_computed_again(tmp_path: Path) -> None:
    code, path = parse_code("0.007"), tmp_path / "g.npy"
    forged = np.array([0, 0, 0, *(n % 3 for n in range(3, FIRST))], np.uint8)
    np.save(path, forged)
    path.rename(tmp_path / "g.npy.part")
    sums = tuple(
        summed(FORMAT, code, begin, 1, memoryview(forged[begin : begin + BLOCK])).hex()
        for begin in range(0, FIRST, BLOCK)
    )
    (tmp_path / "g.npy.run").write_bytes(Mark("0.007", FIRST - 1, 256, 1, FIRST, sums).written())
    with pytest.warns(UserWarning, match="damaged"):
        values = run_to_file(code, FIRST + 10, path)
    run = Run(code)
    run.extend(FIRST + 10)
    assert values.tolist() == run.row.tolist()
