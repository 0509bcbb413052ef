"""The sandbox: a program behind walls reaches nothing but its folder, and ends at its bounds."""

import os
import shutil
import tempfile

from sprague.system import sandbox


def test_the_sandbox_keeps_a_program_in_its_folder(tmp_path):
    """What the machine cannot do it says, and such machines are tested without a sandbox above."""
    walls = sandbox.walls()
    if not walls.there:
        assert "Landlock" in walls.what
        return
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret").write_text("secret")
    shell = shutil.which("dash") or shutil.which("sh")
    cat = shutil.which("cat")

    def ran(script):
        words = [os.path.realpath(shell), "-c", script]
        return sandbox.run(words, str(inside), sandbox.Bounds(20, 1 << 30), runnable=(shell, cat))

    assert ran(f"echo yes > here; {cat} here") == (0, "yes\n")
    assert (inside / "here").read_text() == "yes\n"
    for script in (
        f"{cat} {outside}/secret",
        f"echo no > {outside}/file",
        f"ln -s {outside}/secret link; {cat} link",
        f"{cat} {outside}/../out/secret",
        f"{cat} /etc/passwd",
        "/bin/ls",
        f"{cat} /proc/1/environ",
    ):
        done = ran(script)
        assert done.status != 0, script
        assert "secret\n" not in done.said, script
    assert sorted(os.listdir(outside)) == ["secret"]


def test_a_program_ends_at_its_bounds():
    shell = os.path.realpath(shutil.which("sh"))
    with tempfile.TemporaryDirectory() as folder:
        late = sandbox.run(
            [shell, "-c", "while :; do :; done"], folder, sandbox.Bounds(0.3, 1 << 30), walls=False
        )
        assert late.late
        script = f"exec {shutil.which('head')} -c 1g /dev/zero"
        large = sandbox.run([shell, "-c", script], folder, sandbox.Bounds(60, 1 << 30), walls=False)
        assert large.status != 0 and len(large.said) <= sandbox.MOST_READ


def test_a_bound_above_what_there_can_be_is_none(tmp_path):
    ran = sandbox.run([shutil.which("true")], str(tmp_path), sandbox.Bounds(60, 1 << 200), walls=False)
    assert ran == (0, "")


def test_a_bound_on_memory_strikes_the_program_and_not_its_walls(tmp_path):
    true = os.path.realpath(shutil.which("true"))
    for walls in {False, sandbox.walls().there}:
        tiny = sandbox.run([true], str(tmp_path), sandbox.Bounds(60, 1), runnable=(true,), walls=walls)
        assert tiny.status < 0  # ended by a signal: the program could not even be loaded
        large = sandbox.run([true], str(tmp_path), sandbox.Bounds(60, 1 << 30), runnable=(true,), walls=walls)
        assert large == (0, "")
