"""The engine of a page without a server: it runs in the browser, under Pyodide, and answers as a server would.

``sprague.web.bodies`` and ``sprague.web.models`` define what a path takes and returns. Only the page sends questions
here, so the engine does not check their form again. The native core runs as WebAssembly. A browser has no NumPy, so the
engine refuses questions that need it with a sentence.
"""

from __future__ import annotations

import json
import traceback
from typing import Any

from sprague.system import native
from sprague.system.ask import Ask, asking
from sprague.system.imports import without_compiled
from sprague.system.wasm import Core, Host
from sprague.web import lab_jobs
from sprague.web.answering import answered, refused, written
from sprague.web.jobs import JOBS
from sprague.words import languages
from sprague.words.errors import RangeError
from sprague.words.messages import say

#: Bounds on a question: seconds, and bytes beyond those of Python itself.
SECONDS = 6
MEMORY = 512 * 2**20

#: The paths through which devices share data on a server.
SHARED = ("/api/class", "/api/found")


#: What is answered here: also what a server does not answer, as it runs no code that it is sent.
HERE = {**JOBS, "rule": lab_jobs.rule}


def start(host: Host) -> None:
    """Makes this process answer all questions without compiled code, except the core, which ``host`` runs."""
    without_compiled()
    native.use(Core(host))


def ask(path: str, parameters: dict[str, Any]) -> tuple[int, bytes]:
    """Returns the status and the body with which a server answers ``path``; ``parameters`` holds those of the query, or
    of the body, by name.

    >>> status, body = ask("/api/values", {"game": "kayles", "to": "5"})
    >>> status, body.decode()
    (200, '{"game":"kayles","start":0,"values":[0,1,2,3,1,4]}')
    """
    arguments = dict(parameters)
    try:
        language = languages.named(arguments.pop("lang", None) or "en")
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
    if job not in HERE:
        head, body = refused(404, say("there is no {path} here", path=path[:60]), language)
        return head["status"], body
    if job == "turn":
        arguments = {"level": "perfect", "seed": 0, "move": None, **arguments}
    budget = asking(Ask(memory=MEMORY, seconds=SECONDS))
    head, body = budget.run(answered, job, {**arguments, "language": language, "quick": False}, HERE)
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
    """Returns the translated sentences of a language, as the page reads them."""
    return {"language": language, "texts": languages.texts(language), "plurals": languages.plurals(language)}


def answer(path: str, parameters: str) -> str:
    """Returns, for the page, the status, a space, and the body; ``parameters`` is JSON."""
    try:
        status, body = ask(path, json.loads(parameters))
    except Exception:
        traceback.print_exc()  # to the browser's console
        head, body = refused(
            500, say("a fault in Sprague itself; the console of the browser says more"), "en"
        )
        status = head["status"]
    return f"{status} {body.decode()}"
