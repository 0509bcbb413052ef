"""What others may send to the server: from other sites, under other names, slowly, in floods; and how it ends."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from load import family, held, until, workers
from serving import PATIENCE, PATIENT, SERVE, serving

from sprague.web.budget import cores, processor_time
from sprague.web.lanes import LONG
from sprague.web.server import _own_address

#: The workers of a server: for short questions, for those of the reserve, and for long ones, each with their spares.
WORKERS = (max(4, cores()) + 2) + (max(2, cores()) + 1) + (2 + 1)

#: A server that has little patience with connections, and few places.
SHORT = """
from sprague.web import connections
connections.ARRIVE, connections.READ, connections.MOST = 1.0, 2.0, 40
"""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server") / "log"


@pytest.fixture(scope="module")
def impatient(log: Path) -> Iterator[tuple[str, int]]:
    """Host and port; nothing that is sent there is to leave a line in its log."""
    with serving(PATIENT + SHORT + SERVE, log) as (_, address):
        yield "127.0.0.1", int(address.rpartition(":")[2])
    assert log.read_text() == ""


def connected(place: tuple[str, int], source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(place, timeout=PATIENCE, source_address=(source, 0))


@pytest.fixture
def place_of(server: str) -> tuple[str, int]:
    return "127.0.0.1", int(server.rpartition(":")[2])


def heard(line: socket.socket) -> bytes:
    """All that comes until the other end closes."""
    parts = []
    try:
        while part := line.recv(65536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def is_refused(answer: bytes, status: int, words: str) -> None:
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d" % status), answer[:200]
    assert b"content-security-policy: default-src 'none'" in head
    assert words in json.loads(body)["error"]["message"]


# Names and sites


@pytest.mark.parametrize("host", [
    "example.org", "localhost.example.org", "127.0.0.1.example.org", "", "[", "[::1", "127.0.0.1@example.org",
    "evil.test:8000", "192.168.1.5", "localhost:8555.evil.com", "[::1].evil.com", "[::1]:80.evil.com",
])  # fmt: skip
def test_a_name_that_was_pointed_here_is_refused(client, host):
    for path in ("/", "/api/games", "/healthz", "/static/index.html"):
        assert client.get(path, headers={"Host": host}).status_code in (400, 421)


def test_the_names_of_this_machine_are_answered(client, server):
    port = server.rpartition(":")[2]
    for host in (f"localhost:{port}", f"127.0.0.1:{port}", "LOCALHOST", "127.0.0.1"):
        assert client.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("origin", [
    "http://example.org", "http://[bad", "null", "", "://", "http://localhost:1", "http://localhost@example.org",
    "file://", "http://]",
])  # fmt: skip
def test_what_a_page_of_another_site_sends_is_refused(client, origin):
    for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
        headers = {"Origin": origin, "Content-Type": kind}
        refused = client.post("/api/solve", content=b'{"text": "*1"}', headers=headers)
        assert refused.status_code == 403
        assert "from this page" in refused.json()["error"]["message"]


def test_a_refused_connection_may_be_used_again(place_of):
    """The refusal waits for the body: else the connection would be closed, and the next request would fail."""
    head = b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nOrigin: http://example.org\r\nContent-Length: 14\r\n\r\n"
    with connected(place_of) as line:
        for _ in range(3):
            line.sendall(head)
            line.settimeout(0.2)
            with pytest.raises(TimeoutError):
                line.recv(1)
            line.settimeout(PATIENCE)
            line.sendall(b'{"text": "*1"}')
            answer = line.recv(65536)
            while b"from this page" not in answer:
                more = line.recv(65536)
                assert more, answer
                answer += more
            assert answer.startswith(b"HTTP/1.1 403")


def test_a_form_is_not_read_as_json(client):
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x"):
        reply = client.post("/api/solve", content=b'{"text": "*1"}', headers={"Content-Type": kind})
        assert reply.status_code == 422


@pytest.mark.parametrize(("headers", "status"), [
    ({"Sec-Fetch-Site": "cross-site"}, 403),
    ({"Sec-Fetch-Site": "same-site"}, 403),
    ({"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}, 403),
    ({"Referer": "http://example.org/"}, 403),
    ({"Referer": "http://[bad"}, 403),
    ({"Sec-Fetch-Site": "same-origin"}, 200),
    ({"Sec-Fetch-Site": "none"}, 200),
    ({}, 200),
])  # fmt: skip
def test_another_site_cannot_have_this_machine_compute(client, headers, status):
    for path in ("/api/position?text=*1", "/api/games", "/api/values?game=nim&to=5", "/api/texts"):
        assert client.get(path, headers=headers).status_code == status
    assert client.get("/play?position=*1", headers=headers).status_code == 200  # a link to the page is one


def test_of_two_origins_both_have_to_be_this_page(client, server):
    for origins in ((server, "http://example.org"), ("http://example.org", server)):
        headers = [("Origin", origin) for origin in origins]
        assert client.post("/api/solve", json={"text": "*1"}, headers=headers).status_code == 403


def test_the_page_itself_may_ask(client, server):
    headers = {"Origin": server, "Referer": f"{server}/play", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/solve", json={"text": "*1"}, headers=headers).status_code == 200
    assert client.get("/api/games", headers={"Referer": f"{server}/"}).status_code == 200


@pytest.mark.parametrize(("path", "body"), [
    ("/api/texts?lang=xx", None), ("/api/languages?lang=tlh", None), ("/api/games?lang=", None),
    ("/api/position?text=*1&lang=..%2F..", None), ("/api/solve?lang=xx", {}), ("/api/solve", {"lang": "xx"}),
    ("/api/hint", {"lang": ""}), ("/api/solve?lang=en", {"lang": "zz-ZZ"}),
])  # fmt: skip
def test_an_unknown_language_is_refused(client, path, body):
    reply = client.get(path) if body is None else client.post(path, json={"text": "*1", **body})
    assert reply.status_code == 400
    assert "expected a language (en, " in reply.json()["error"]["message"]


def test_what_a_browser_would_like_is_taken_as_far_as_it_can_be_had(client):
    for wanted, got in (("xx, zh-HK;q=0.5", "yue-Hant-HK"), ("xx", "en")):
        assert client.get("/api/texts", headers={"Accept-Language": wanted}).json()["language"] == got


# Headers of every answer


def test_every_answer_has_the_security_headers(client):
    asked = [
        client.get(path, headers=headers)
        for path, headers in (
            ("/", {}), ("/api/games", {}), ("/nowhere", {}), ("/healthz", {}), ("/static/index.html", {}),
            ("/static/nothing.js", {}), ("/", {"Host": "example.org"}), ("/api/texts?lang=xx", {}),
            ("/", {"Range": "bytes=0-9"}), ("/", {"Range": "bytes=9999999-"}), ("/api/openapi.json", {}),
            ("/api/values?game=nim&to=-1", {}), ("/api/position?text=x" + "x" * 33_000, {}),
        )
    ]  # fmt: skip
    asked += [client.delete("/api/solve"), client.options("/api/solve")]
    asked.append(client.post("/api/solve", content=b"{" * 20_000))
    assert {reply.status_code for reply in asked} >= {200, 206, 400, 404, 405, 413, 414, 416, 421}
    for reply in asked:
        policy = reply.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'"), reply.url
        assert "unsafe" not in policy
        assert "*" not in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in reply.headers
        assert "access-control-allow-origin" not in reply.headers
    assert client.get("/docs").status_code == 404
    assert client.get("/static/../app.py").status_code == 404


def test_a_fault_is_told_without_its_inside(monkeypatch):
    import asyncio

    from sprague.web.guard import Guard

    async def broken(scope: object, receive: object, send: object) -> None:
        raise ValueError("a secret")

    async def ask() -> list[dict[str, object]]:
        sent: list[dict[str, object]] = []

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        async def receive() -> dict[str, object]:
            return {"type": "http.request", "body": b"", "more_body": False}

        scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
        await Guard(broken, ["localhost"])(scope, receive, send)
        return sent

    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as thread:
        start, body = thread.submit(lambda: asyncio.run(ask())).result()
    assert start["status"] == 500
    assert b"content-security-policy" in dict(start["headers"])  # type: ignore[call-overload]
    assert b"secret" not in body["body"]  # type: ignore[operator]


def test_a_part_of_a_file_and_a_file_that_is_known(client):
    whole = client.get("/static/index.html")
    part = client.get("/static/index.html", headers={"Range": "bytes=5-14"})
    assert (part.status_code, part.content) == (206, whole.content[5:15])
    known = client.get("/static/index.html", headers={"If-None-Match": whole.headers["etag"]})
    assert (known.status_code, known.content) == (304, b"")
    assert client.get("/static/index.html", headers={"If-None-Match": '"other"'}).status_code == 200
    for wanted in (
        "bytes=" + "0-,",
        "bytes=" + ",".join(f"{i}-{i}" for i in range(2000)),
        "bytes=a-b",
        "x=0-1",
    ):
        begun = time.process_time()
        reply = client.get("/static/index.html", headers={"Range": wanted[:15_000]})
        assert reply.status_code in (200, 206, 400, 416)
        assert len(reply.content) < 100 * len(whole.content) + 10**6
        assert time.process_time() - begun < 2
    # An answer that is computed is always whole.
    assert client.get("/api/values?game=nim&to=9", headers={"Range": "bytes=0-1"}).json()["values"] == [
        *range(10)
    ]


# Slow and many


def test_whoever_says_nothing_is_closed(impatient):
    lines = [connected(impatient) for _ in range(4)]
    for line in lines:
        with line:
            assert heard(line) == b""


@pytest.mark.parametrize("sent", [
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n",
    b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n99\r\n{",
])  # fmt: skip
def test_a_request_has_to_arrive(impatient, sent):
    with connected(impatient) as line:
        line.sendall(sent)
        stop = threading.Event()

        def drip() -> None:
            try:
                while not stop.wait(0.1):
                    line.sendall(b"a")
            except OSError:
                pass

        thread = threading.Thread(target=drip)
        thread.start()
        begun = time.monotonic()
        assert heard(line) == b""
        assert time.monotonic() - begun < PATIENCE
        stop.set()
        thread.join()


def test_a_connection_is_kept_for_the_next_request(impatient):
    with connected(impatient) as line:
        for _ in range(3):
            time.sleep(0.6)  # together longer than one request may take to arrive
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = b""
            while not answer.endswith(b"}"):
                answer += line.recv(65536)
            assert answer.startswith(b"HTTP/1.1 200")


def test_requests_may_come_together(impatient):
    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with connected(impatient) as line:
        line.sendall(3 * asked + asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        assert heard(line).count(b"HTTP/1.1 200") == 4


@pytest.mark.parametrize("sent", [
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 50_000 + b"\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 50_000,
    b"GET / HTTP/1.1\r\nHost: localhost\r\na: " + b"b" * 300_000 + b"\r\n\r\n",
    b"G" * 300_000,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
])  # fmt: skip
def test_a_flood_of_headers_ends_before_it_is_read(impatient, sent):
    with connected(impatient) as line:
        try:
            line.sendall(sent)
        except OSError:  # closed before all was sent
            pass
        answer = heard(line)
    # What was not read of a flood may take the answer with it.
    assert answer.startswith(b"HTTP/1.1 400") or (not answer and len(sent) > 100_000)


def test_a_class_behind_one_address_is_served(place_of):
    """Thirty devices behind one address, with the six connections that a browser opens."""
    asked = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
    lines = [connected(place_of) for _ in range(180)]
    for line in lines:
        line.sendall(asked)
    for line in lines:
        with line:
            assert line.recv(65536).startswith(b"HTTP/1.1 200")


def test_slow_clients_keep_nobody_out(impatient):
    """More connections than there are places, on which nothing or a part of a request comes: a new client is served."""
    part = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    slow = [connected(impatient) for _ in range(40)]
    for line in slow[::2]:
        line.sendall(part)
    for _ in range(3):
        with connected(impatient) as another:
            another.sendall(part + b"Connection: close\r\n\r\n")
            assert heard(another).startswith(b"HTTP/1.1 200")
    for line in slow:
        with line:
            assert heard(line) == b""


def test_who_has_most_places_gives_one():
    """Of connections from two addresses those of the one that has more of them close, the oldest first."""
    from sprague.web import connections

    class Line:
        def __init__(self, host: str, since: float, busy: bool = False) -> None:
            self.client, self._since, self.busy, self.closed = (host, 1), since, busy, False
            self.transport = self

        def waits(self) -> bool:
            return not self.busy

        def abort(self) -> None:
            self.closed = True

    busy = [Line("10.0.0.1", 0.0, busy=True) for _ in range(100)]
    few = [Line("10.0.0.2", 1.0 + i) for i in range(180)]
    many = [Line("10.0.0.1", 500.0 + i) for i in range(connections.MOST - 280)]
    every = {*busy, *few, *many}
    connections._make_room(every)
    assert not any(line.closed for line in (*busy, *few))
    assert [line.closed for line in many] == [True, True, *[False] * (len(many) - 2)]
    assert len(every) == connections.MOST - 2
    full = {Line("10.0.0.3", 0.0, busy=True) for _ in range(connections.MOST)}
    connections._make_room(full)
    assert len(full) == connections.MOST  # requests on further connections are refused


def test_who_does_not_read_is_closed(impatient):
    with connected(impatient) as line:
        asked = b"GET /api/position?text=nim+900,900,900 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        line.sendall(30 * asked)
        time.sleep(4)  # longer than it has patience
        assert len(heard(line)) < 30 * 10**6
    # Its place is free again, and so is the server.
    with connected(impatient) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert heard(line).startswith(b"HTTP/1.1 200")


def test_a_body_in_crumbs_costs_little(process, place_of):
    for head in (
        b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nPOST /api/solve HTTP/1.1\r\nHost: localhost\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n",
    ):
        begun = processor_time(process.pid)
        with connected(place_of) as line:
            try:
                line.sendall(head + b"1\r\n \r\n" * 1_000_000)
            except OSError:  # closed before all was sent
                pass
            answer = heard(line)
        assert not answer or b"HTTP/1.1 413" in answer or answer.startswith(b"HTTP/1.1 200")
        used = processor_time(process.pid) - begun
        assert used < 0.6, used  # to read them all takes some 8 s


def test_whoever_is_answered_before_all_is_there_gets_the_answer(place_of):
    with connected(place_of) as line:
        line.sendall(b"POST /nowhere HTTP/1.1\r\nHost: example.org\r\nContent-Length: 9999999\r\n\r\n{")
        time.sleep(0.3)
        line.sendall(b" " * 100_000)  # it comes after the answer, and must not take it away
        is_refused(heard(line), 421, "expected a request to one of")


#: A server that keeps little that is unread, on a system that keeps nothing.
FORGETFUL = """
import socket
from sprague.web import connections
connections.MOST_UNREAD = 300_000
made = connections.Connection.connection_made
def connection_made(self, transport):
    transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    made(self, transport)
connections.Connection.connection_made = connection_made
"""


def test_answers_that_nobody_reads_have_a_bound(tmp_path):
    asked = b"GET /api/values?game=kayles&to=100000 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with serving(PATIENT + FORGETFUL + SERVE, tmp_path / "log") as (process, address):
        place = ("127.0.0.1", int(address.rpartition(":")[2]))
        # All workers, those for long questions too, which come up when the port already answers.
        until(lambda: len(workers(process.pid)) == WORKERS)
        before, lines = held(process.pid)[0], []
        for _ in range(4):
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(place)
            line.sendall(asked)
            lines.append(line)
        assert httpx.post(f"{address}/api/solve", json={"text": "*1"}, timeout=PATIENCE).status_code == 200
        # Of 200 kB each, one is kept; well before the minute that each of them has.
        until(lambda: held(process.pid)[0] <= before + 1, 45)
        for line in lines:
            line.close()
    assert (tmp_path / "log").read_text() == ""


def test_who_leaves_in_the_middle_leaves_nothing(impatient):
    for sent in (b"", b"GET", b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{"):
        with connected(impatient) as line:
            line.sendall(sent)


# The end


def test_the_end_waits_for_no_request_under_way(tmp_path):
    with serving(SERVE, tmp_path / "log") as (process, address), httpx.Client(base_url=address) as client:
        place = ("127.0.0.1", int(address.rpartition(":")[2]))
        assert client.post("/api/solve", json={"text": "*1"}).status_code == 200
        until(lambda: len(workers(process.pid)) == WORKERS)
        before = len(os.listdir(f"/proc/{process.pid}/fd"))
        answers: list[int] = []

        def ask(text: str) -> None:
            answers.append(httpx.post(f"{address}/api/solve", json={"text": text}, timeout=60).status_code)

        asking = [threading.Thread(target=ask, args=(f"0.007 400000{i}",)) for i in range(6)]
        half, silent = connected(place), connected(place)
        half.sendall(b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        for thread in asking:
            thread.start()
        open_lines = before + len(asking) + 2
        until(lambda: answers or len(os.listdir(f"/proc/{process.pid}/fd")) >= open_lines)
        until(lambda: len([pid for pid in workers(process.pid) if busy(pid)]) >= 2)
        ours = set(family(process.pid))
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        for thread in (*asking, half, silent):
            thread.join() if isinstance(thread, threading.Thread) else thread.close()
    # All would be answered by their bounds, 422, if the server waited for them; it ends them instead.
    assert set(answers) <= {422, 503} and 503 in answers
    assert (tmp_path / "log").read_text() == ""
    until(lambda: all(state(pid) in "ZX" for pid in ours))


def test_a_second_signal_does_not_tear_the_end(tmp_path):
    with serving(PATIENT + SERVE, tmp_path / "log") as (process, address):
        asking = threading.Thread(target=swallow, args=(address, "0.007 400000"))
        asking.start()
        until(lambda: any(map(busy, workers(process.pid))))
        ours = set(family(process.pid))
        process.send_signal(signal.SIGTERM)
        time.sleep(0.1)  # or it would be one
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        asking.join()
    assert "lifespan" not in (tmp_path / "log").read_text()
    until(lambda: all(state(pid) in "ZX" for pid in ours))


def test_the_end_does_not_wait_for_what_was_stopped(tmp_path):
    with serving(SERVE, tmp_path / "log") as (process, _):
        until(lambda: len(workers(process.pid)) == WORKERS)
        ours = set(family(process.pid))
        found = workers(process.pid)
        (forks,) = {int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]) for pid in found}
        os.kill(forks, signal.SIGSTOP)  # it tells of the end of each worker, and would fork the next
        for pid in found[:3]:
            os.kill(pid, signal.SIGKILL)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert (tmp_path / "log").read_text() == ""
    until(lambda: all(state(pid) in "ZX" for pid in ours))


def test_a_script_may_serve_without_a_guard(tmp_path):
    # What workers run is none of the script's, which would otherwise start a server in each of them.
    script = tmp_path / "script.py"
    script.write_text('print("once", flush=True)\n' + SERVE)
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "once\n"
        address = process.stdout.readline().strip().rstrip("/")
        assert httpx.post(f"{address}/api/solve", json={"text": "nim 3,4"}).json()["value"] == 7
        process.terminate()
        assert process.communicate(timeout=PATIENCE) == ("", "")


def test_workers_end_with_a_server_that_was_killed(tmp_path, monkeypatch):
    monkeypatch.setenv("SPRAGUE_HOME", str(tmp_path))  # what takes long is kept
    with serving(PATIENT + SERVE) as (process, address):
        asking = threading.Thread(target=swallow, args=(address, "0.007 400000"))
        asking.start()
        until(lambda: any(map(busy, workers(process.pid))))
        ours = set(family(process.pid)) - {process.pid}
        assert len(ours) > 3
        process.kill()
        process.wait()
        asking.join()
        until(lambda: all(state(pid) in "ZX" for pid in ours))


def swallow(address: str, text: str) -> None:
    try:
        httpx.post(f"{address}/api/solve", json={"text": text}, timeout=PATIENCE)
    except httpx.HTTPError:
        pass


def state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"


def busy(pid: int) -> bool:
    """Whether a worker for long questions is at work."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return False
    nice, ticks = int(fields[16]), int(fields[11])
    return nice == min(19, os.nice(0) + LONG) and ticks > 10  # however nice the tests themselves are


# Where it listens


@pytest.mark.parametrize("options", [
    ["--host", ""], ["--host", " "], ["--host", "http://x"], ["--allow-host", ""], ["--allow-host", "a b"],
    ["--allow-host", "games.example:80"],
])  # fmt: skip
def test_a_name_that_is_none_is_refused(options):
    done = subprocess.run(
        [sys.executable, "-m", "sprague", "serve", "--no-browser", "--port", "0", *options],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected an address or a name" in done.stderr


def test_whoever_opens_it_to_all_is_told_who_can_reach_it():
    code = SERVE.replace("port=0", 'port=0, host="0.0.0.0", hosts=("games.example",)')
    with serving(code) as (process, address):
        assert process.stdout is not None
        assert address.startswith("http://localhost:")
        said = process.stdout.readline()
        assert "Everybody who can reach all addresses of this machine can use it" in said
        assert "games.example" in said
        own = _own_address("0.0.0.0")
        if own is not None:  # a machine in no network has nobody to tell
            said = process.stdout.readline()
            assert said.split()[-1].startswith(f"http://{own}:")
            assert httpx.get(f"{said.split()[-1]}healthz").status_code == 200
        port = int(address.rpartition(":")[2])
        with connected(("127.0.0.3", port)) as line:  # by an address of this machine, whichever it is
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.3:%d\r\nConnection: close\r\n\r\n" % port)
            assert heard(line).startswith(b"HTTP/1.1 200")
        for host, status in (("games.example", 200), ("evil.example", 421), ("10.0.0.1", 421)):
            assert httpx.get(f"{address}/healthz", headers={"Host": host}).status_code == status
