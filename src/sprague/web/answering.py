"""Turns a job into its answer as JSON, in a worker of the server or in the browser's engine."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from sprague.words.errors import BudgetError, SpragueError, TooLargeError
from sprague.words.messages import Message, say

from .jobs import JOBS, Later


def answered(
    job: str, parameters: dict[str, Any], jobs: Mapping[str, Callable[..., dict[str, Any]]] = JOBS
) -> tuple[dict[str, Any], bytes]:
    """Returns the answer of one job: {"status": …} with a body of JSON, {"later": True} or {"over": "time"}. No
    exception about a bad or too large question escapes.

    If the job was interrupted, the answer also has "spent": the work of the worker may be half done.
    """
    language = parameters.get("language", "en")
    try:
        return {"status": 200}, written(jobs[job](**parameters))
    except Later:
        return {"later": True}, b""
    except BudgetError:
        return {"over": "time"}, b""
    except SpragueError as error:
        return refused(422 if isinstance(error, TooLargeError) else 400, error.message, language, error.where)
    except MemoryError:
        head, body = refused(422, say("this needs more memory than one request may use"), language)
    except RecursionError:
        head, body = refused(400, say("this is nested too deeply"), language)
    return {**head, "spent": True}, body


def refused(
    status: int, message: Message, language: str, where: str | None = None
) -> tuple[dict[str, Any], bytes]:
    """Returns a refusal in the form that every face of Sprague uses."""
    return {"status": status}, written({"error": {"message": message.render(language), "where": where}})


def written(content: dict[str, Any]) -> bytes:
    """Returns an answer in the form that the page reads."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
