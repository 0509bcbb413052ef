"""The server under a path of another site: behind a proxy that passes the path on, or drops it."""

import re

import httpx
import pytest
from click.testing import CliRunner
from serving import PATIENCE, PATIENT, SERVE, serving

from sprague.cli.app import application


def test_page_and_answers_stand_under_the_path():
    code = PATIENT + SERVE.replace("port=0,", 'port=0, root="/games/",')
    with serving(code) as (_, address), httpx.Client(base_url=address, timeout=PATIENCE) as client:
        for passed in ("", "/games"):
            page = client.get(f"{passed}/play?position=nim+1")
            assert page.headers["content-type"].startswith("text/html")
            assert '<html lang="en" data-root="/games">' in page.text
            links = re.findall(r'(?:href|src)="([^"]+)"', page.text)
            assert len(links) >= 3
            for link in links:
                assert link.startswith("/games/static/")
                assert client.get(passed + link.removeprefix("/games")).status_code == 200
            assert client.post(f"{passed}/api/solve", json={"text": "nim 1,2"}).json()["value"] == 3
            # The guard looks at the path that is meant.
            refused = client.get(f"{passed}/api/games", headers={"Sec-Fetch-Site": "cross-site"})
            assert refused.status_code == 403
        assert client.get("/gamestop").status_code == 404
        assert client.get("/games").status_code == 200


@pytest.mark.parametrize("path", ["games", "/a b", "/<script>", '/"', "/a//b"])
def test_a_path_is_a_path(path):
    ran = CliRunner().invoke(application, ["serve", "--no-browser", "--port", "0", "--root-path", path])
    assert ran.exit_code == 2
    assert ran.stderr == f"error: expected a path such as /games, got '{path}'\n"
