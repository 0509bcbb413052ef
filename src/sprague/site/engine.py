"""The engine of a page without a server: it runs in the browser, under Pyodide, and answers what a server would.

What a path takes and answers is said by ``sprague.web.bodies`` and ``sprague.web.models``; here the page alone asks, so
nothing checks its form a second time. There is no compiled code in a browser: what needs it is refused in a sentence.
"""

from __future__ import annotations

import json
import traceback
from typing import Any

from sprague.system.ask import Ask, asking
from sprague.system.imports import without_compiled
from sprague.web.answering import answered, refused, written
from sprague.web.jobs import JOBS
from sprague.words import languages
from sprague.words.errors import RangeError
from sprague.words.messages import say

#: What a question may take: seconds, and bytes beside those of Python itself.
SECONDS = 6
MEMORY = 512 * 2**20

#: What devices share through a server.
SHARED = ("/api/class", "/api/found")


def start() -> None:
    """Have everything that follows answered without compiled code."""
    without_compiled()


def ask(path: str, parameters: dict[str, Any]) -> tuple[int, bytes]:
    """The status and the body with which a server answers ``path``; ``parameters`` are those of the query, or of the
    body, by their names.

    >>> status, body = ask("/api/values", {"game": "kayles", "to": "5"})
    >>> status, body.decode()
    (200, '{"game":"kayles","start":0,"values":[0,1,2,3,1,4]}')
    """
    given = dict(parameters)
    try:
        language = languages.named(given.pop("lang", None) or "en")
    except RangeError as error:
        head, body = refused(400, error.message, "en", "lang")
        return head["status"], body
    if path == "/api/texts":
        return 200, written(texts(language))
    if path in SHARED:
        message = say("a class grid needs the server of an installed Sprague (sprague serve)")
        head, body = refused(422, message, language)
        return head["status"], body
    job = path.removeprefix("/api/").replace("-", "_")
    if job not in JOBS:
        head, body = refused(404, say("there is no {path} here", path=path[:60]), language)
        return head["status"], body
    if job == "turn":
        given = {"level": "perfect", "seed": 0, "move": None, **given}
    budget = asking(Ask(memory=MEMORY, seconds=SECONDS))
    head, body = budget.run(answered, job, {**given, "language": language, "quick": False})
    if "over" in head:
        head, body = refused(
            422,
            say(
                "this took longer than the {seconds} seconds of a question in the browser; a smaller position, or an "
                "installed Sprague, goes further",
                seconds=SECONDS,
            ),
            language,
        )
    return head["status"], body


def texts(language: str) -> dict[str, Any]:
    """The translated sentences of a language, as the page reads them."""
    return {"language": language, "texts": languages.texts(language), "plurals": languages.plurals(language)}


def answer(path: str, parameters: str) -> str:
    """For the page: the status, a space, and the body; ``parameters`` are written as JSON."""
    try:
        status, body = ask(path, json.loads(parameters))
    except Exception:
        traceback.print_exc()  # to the browser's console
        head, body = refused(
            500, say("a fault in Sprague itself; the console of the browser says more"), "en"
        )
        status = head["status"]
    return f"{status} {body.decode()}"
