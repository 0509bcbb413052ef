"""sprague values into a .npy file: resumed after a kill, to the same bytes; nothing is overwritten unasked."""

import signal
import subprocess
import sys
import time

import numpy as np

import sprague as sg
from sprague.takebreak import run as heaps
from sprague.takebreak.codes import parse_code

COMMAND = [sys.executable, "-m", "sprague", "values"]


def run(*words):
    return subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, check=False)


def test_a_file_holds_the_values_and_is_not_overwritten(tmp_path):
    out = tmp_path / "kayles.npy"
    assert run("kayles", "--to", 500, "--out", out).returncode == 0
    assert np.load(out).tolist() == sg.octal("kayles").values(500).tolist()
    assert run("kayles", "--to", 600, "--out", out).returncode == 2
    assert run("kayles", "--to", 600, "--out", out, "--force").returncode == 0
    assert len(np.load(out)) == 601
    assert not list(tmp_path.glob("*.run"))


def test_a_run_that_is_stopped_goes_on(tmp_path):
    out, whole = tmp_path / "stopped.npy", tmp_path / "whole.npy"
    assert "needs" in run("0.6", "--to", 1_000_000, "--out", whole).stderr
    process = subprocess.Popen([*COMMAND, "0.6", "--to", "1e6", "--out", str(out)], stderr=subprocess.PIPE)
    part = out.with_name("stopped.npy.part")
    while not part.exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)  # to none that has ended
    _, said = process.communicate(timeout=300)
    assert process.returncode == 130 or out.exists()
    assert out.exists() or b"interrupted; the values to heap" in said
    assert not list(tmp_path.glob("*.lock"))
    assert out.exists() != part.exists()  # what is not complete has another name
    assert out.exists() or run("0.6", "--to", "1e6", "--out", out).returncode == 0
    assert [file.name for file in sorted(tmp_path.iterdir())] == ["stopped.npy", "whole.npy"]
    assert out.read_bytes() == whole.read_bytes()


def test_the_engine_that_was_taken_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path / "home"))  # what takes long is kept
    assert run("0.6", "--to", 30_000).stderr.removeprefix("engine: ").strip() in heaps.engines(
        parse_code("0.6")
    )
    assert "engine: dense" in run("0.6", "--to", 100, "--engine", "dense").stderr
    assert "engine: take" in run("subtract{1,3}", "--to", 100, "--out", tmp_path / "take.npy").stderr
    asked = run("0.6", "--to", 30_000, "--json")
    assert asked.stderr == "" and asked.stdout.startswith('{"game": "0.6"')
