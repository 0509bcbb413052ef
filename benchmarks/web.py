"""The server: how long cheap requests take alone, and beside heavy ones."""

from __future__ import annotations

import statistics
import subprocess
import sys
import threading
import time

SERVE = "from sprague.web.server import serve; serve(port=0, browser=False, announce=lambda a: print(a, flush=True))"
HEAVY = ["cram 6x7", "0.007 10^7", "wythoff 9000,9000 + *1", "chomp 9x9 + *1", "node-kayles grid:6x8"]


def rows() -> list[tuple[str, float, str, str]]:
    """(work, figure, unit, best public) of each measurement; wall time, as a user feels it."""
    import httpx

    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", SERVE], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().strip().rstrip("/")
    try:
        with httpx.Client(base_url=address, timeout=60) as client:
            while True:
                try:
                    client.get("/")
                    break
                except httpx.ConnectError:
                    time.sleep(0.01)
            first_page = time.perf_counter() - started
            time.sleep(5)  # until the kernels are warm
            alone = _times(client, 400)
            stop = threading.Event()
            pressing = [threading.Thread(target=_press, args=(address, text, stop)) for text in HEAVY]
            for thread in pressing:
                thread.start()
            beside = _times(client, 400)
            stop.set()
            for thread in pressing:
                thread.join()
    finally:
        process.terminate()
        process.wait(10)
    return [
        ("sprague serve: start to first page", first_page, "s", "none"),
        ("cheap solve, median", 1000 * statistics.median(alone), "ms", "none"),
        ("cheap solves a second, one client", 1 / statistics.mean(alone), "", "none"),
        (
            "cheap solve beside five heavy ones, 99th percentile",
            1000 * statistics.quantiles(beside, n=100)[98],
            "ms",
            "none",
        ),
    ]


def _times(client: object, count: int) -> list[float]:
    taken = []
    for i in range(count):
        begun = time.perf_counter()
        client.post("/api/solve", json={"text": f"wythoff {i},{2 * i + 1}"})  # type: ignore[attr-defined]
        taken.append(time.perf_counter() - begun)
    return taken


def _press(address: str, text: str, stop: threading.Event) -> None:
    import httpx

    while not stop.is_set():
        httpx.post(f"{address}/api/solve", json={"text": text}, timeout=120)


if __name__ == "__main__":
    for work, figure, unit, _ in rows():
        print(f"{work:55} {figure:10.2f} {unit}")
