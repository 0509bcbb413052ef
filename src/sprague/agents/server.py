"""The server: it offers the tools over standard input and output, and bounds each call in time and memory."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from anyio import create_memory_object_stream, create_task_group, fail_after, from_thread, run, to_thread
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import PARSE_ERROR, ErrorData, JSONRPCError, ToolAnnotations
from pydantic import Field

import sprague
from sprague.system.ask import Ask, Step, asking
from sprague.system.limits import bytes_of, seconds_of, seconds_text
from sprague.words.errors import SpragueError
from sprague.words.messages import say

from .tools import TOOLS, Told

INSTRUCTIONS = """Sprague knows impartial games: two players have the same moves, and whoever cannot move loses (in
misère play: wins). Never guess who wins or what a position is worth: ask 'solve'. Every answer names its evidence;
repeat a claim only together with it, and call what is only observed by that word. 'games' lists the notation."""

#: The seconds of a call that names none.
USUAL = 10.0

#: The seconds after the end of its time in which a call should notice the end by itself. Then it is abandoned: a user's
#: rule may never return, and another call may hold the tables that this one waits for.
GRACE = 2.0


def server(seconds: float | str = 60.0, memory: int | str | None = None) -> MCPServer[Any]:
    """Returns the server. No call takes more than ``seconds`` or ``memory``, whatever it asks for."""
    most, bytes_most = seconds_of(seconds), None if memory is None else bytes_of(memory, "memory")
    mcp: MCPServer[Any] = MCPServer(
        "sprague", instructions=INSTRUCTIONS, version=sprague.__version__, log_level="ERROR"
    )
    for tool in TOOLS:
        mcp.add_tool(
            _bounded(tool, most, bytes_most),
            annotations=ToolAnnotations(
                read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
            ),
        )
    return mcp


def _bounded(tool: Callable[..., Told], most: float, memory: int | None) -> Callable[..., Awaitable[Told]]:
    """Returns the ``tool`` with one more argument, the seconds that it may take. An error of Sprague becomes the tool's
    error."""
    usual = min(USUAL, most)

    @functools.wraps(tool)
    async def call(*, seconds: float, context: Context[Any], **arguments: Any) -> Told:
        def report(step: Step) -> None:
            from_thread.check_cancelled()  # ends the work if the client no longer waits for it
            of = None if step.of is None else float(step.of)
            from_thread.run(context.report_progress, float(step.done), of, step.far.render("en"))

        budget = asking(Ask(memory=memory, seconds=seconds, progress=report))
        try:
            with fail_after(seconds + GRACE):
                work = functools.partial(budget.run, tool, **arguments)
                return await to_thread.run_sync(work, abandon_on_cancel=True)
        except TimeoutError:
            over = say("the time of {seconds} is over", seconds=seconds_text(seconds))
            raise ToolError(str(over)) from None
        except SpragueError as error:
            raise ToolError(error.sentence()) from error
        except MemoryError:
            raise ToolError(str(say("this does not fit in the memory that is left"))) from None
        except RecursionError:
            raise ToolError(str(say("the input is nested too deeply"))) from None

    bound = Annotated[
        float, Field(gt=0, le=most, description=f"The most seconds for this call, up to {most:g}.")
    ]
    parameters = [
        *inspect.signature(tool, eval_str=True).parameters.values(),
        inspect.Parameter("seconds", inspect.Parameter.KEYWORD_ONLY, default=usual, annotation=bound),
        inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=Context[Any]),
    ]
    call.__signature__ = inspect.Signature(parameters, return_annotation=Told)  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in parameters} | {"return": Told}
    return call


async def _over_stdio(mcp: MCPServer[Any]) -> None:
    """Serves over standard input and output. A line that is no message gets an error for its answer, where the library
    would be silent, so that whoever wrote it does not wait for ever."""
    async with stdio_server() as (lines, answers), create_task_group() as group:
        kept, messages = create_memory_object_stream[SessionMessage | Exception]()

        async def sift() -> None:
            async with kept:
                async for line in lines:
                    if isinstance(line, Exception):
                        problem = ErrorData(
                            code=PARSE_ERROR, message=f"expected a message of JSON-RPC: {line}"
                        )
                        error = JSONRPCError(jsonrpc="2.0", id=None, error=problem)
                        await answers.send(SessionMessage(error))
                    else:
                        await kept.send(line)

        group.start_soon(sift)
        low = mcp._lowlevel_server  # nothing public takes streams
        await low.run(messages, answers, low.create_initialization_options())
        group.cancel_scope.cancel()


def serve(seconds: float | str = 60.0, memory: int | str | None = None) -> None:
    """Serves until standard input ends."""
    run(_over_stdio, server(seconds, memory))
