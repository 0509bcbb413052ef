"""Workers answer many questions: processes of this machine, or those of a Dask cluster.

A question is a key with arguments. If a question fails, the error is its answer. If a worker dies, its question is
asked again; after ATTEMPTS deaths it is given up. No worker outlives the program that started it.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.words.digits import shown
from sprague.words.errors import FileError, MissingExtraError, RangeError, SpragueError
from sprague.words.messages import say

from .ask import Ask, asked, asking
from .clock import thread_seconds
from .limits import MOST_THREADS, OWN
from .processes import end_with_parent, start_apart

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

#: The number of workers that may die of one question.
ATTEMPTS = 3

#: Seconds to wait for a cluster.
PATIENCE = 10

#: Seconds after which the caller is told that no answer has come.
GLANCE = 0.2

#: Questions by their keys: what the function is called with.
Questions = Mapping[str, tuple[Any, ...]]
Question = tuple[str, tuple[Any, ...]]

_END = object()


class Answer(NamedTuple):
    """The answer to a question: a value, or the sentence that says why there is none; and the CPU seconds it took."""

    key: str
    value: Any = None
    error: str | None = None
    seconds: float = 0.0


#: Answers as they come, and None now and then when none has.
Answers = Generator[Answer | None, None, None]


def answered(
    function: Callable[..., Any], key: str, arguments: tuple[Any, ...], memory: int | None
) -> Answer:
    """Answers one question with at most ``memory`` bytes. It raises no exception."""
    begun = thread_seconds()
    value = error = None
    try:
        value = asking(Ask(memory=memory)).run(function, *arguments)
    except SpragueError as refused:
        error = str(refused)
    except MemoryError:
        error = str(say("this does not fit in the memory that is left"))
    except Exception as fault:
        error = f"{type(fault).__name__}: {fault}"
    return Answer(key, value, error, thread_seconds() - begun)


def _given_up(key: str) -> Answer:
    return Answer(key, error=str(say("every worker that got the question died")))


class Workers:
    """``count`` processes of this machine, which share the memory of the budget in force; or the workers of the Dask
    ``cluster`` at tcp://host:port, which must have the same version of Sprague.

    >>> found = Workers(2).answers(divmod, {"a": (7, 2), "b": (9, 3), "c": (1, 0)})
    >>> sorted((answer.key, answer.value or answer.error) for answer in found if answer)
    [('a', (3, 1)), ('b', (3, 0)), ('c', 'ZeroDivisionError: integer division or modulo by zero')]
    """

    def __init__(self, count: int = 1, cluster: str | None = None) -> None:
        if not 1 <= count <= MOST_THREADS:
            raise RangeError(say("expected 1 to {most} workers, got {count}", most=MOST_THREADS, count=count))
        if cluster is not None and not re.fullmatch(r"[a-z]+://\S+:[0-9]{1,5}|inproc://\S+", cluster):
            raise RangeError(
                say("expected a Dask scheduler as tcp://host:port, got {address}", address=shown(cluster))
            )
        self.count, self.cluster = count, cluster

    def answers(self, function: Callable[..., Any], questions: Questions) -> Answers:
        """Yields the answers. The workers end with the generator."""
        if questions and self.cluster is not None:
            yield from _by_cluster(function, questions, self.cluster)
        elif questions:
            count = min(self.count, len(questions))
            yield from _by_processes(function, iter(questions.items()), count, asked().bytes // self.count)

    def stream(self, function: Callable[..., Any], questions: Iterator[Question | None]) -> Answers:
        """Yields the answers to questions that are read when a process of this machine is free for them. If
        ``questions`` yields None, the next question waits for the next answer."""
        yield from _by_processes(function, questions, self.count, asked().bytes // self.count)


def _by_processes(
    function: Callable[..., Any], questions: Iterator[Question | None], count: int, memory: int
) -> Answers:
    """Answers by processes of this machine. Each has its own pipe, so that the question of a dead process is known."""
    from multiprocessing.connection import wait

    again: deque[tuple[Question, int]] = deque()
    idle: list[tuple[BaseProcess, Connection]] = []
    busy: dict[Any, tuple[BaseProcess, Question, int]] = {}
    ahead = True
    try:
        while ahead or again or busy:
            while len(busy) < count:
                if again:
                    question, attempt = again.popleft()
                elif ahead:
                    following = next(questions, _END)
                    ahead = following is not _END
                    if following is None or not isinstance(following, tuple):
                        break
                    question, attempt = following, 1
                else:
                    break
                process, pipe = idle.pop() if idle else _started(function, memory)
                busy[pipe] = process, question, attempt
                with contextlib.suppress(OSError):  # it died while it was idle: the pipe says so below
                    pipe.send(question)
            if not busy:
                continue
            ready = wait(list(busy), GLANCE)
            if not ready:
                yield None
            for pipe in ready:  # type: ignore[assignment]
                process, question, attempt = busy.pop(pipe)
                try:
                    answer: Answer = pipe.recv()
                except (EOFError, OSError):
                    process.join()
                    pipe.close()
                    if attempt < ATTEMPTS:
                        again.appendleft((question, attempt + 1))
                    else:
                        yield _given_up(question[0])
                else:
                    idle.append((process, pipe))
                    yield answer
    finally:
        ending = [*idle, *((process, pipe) for pipe, (process, *_) in busy.items())]
        for process, _ in ending:
            process.kill()
        for process, pipe in ending:
            process.join()
            pipe.close()


def _started(function: Callable[..., Any], memory: int) -> tuple[BaseProcess, Connection]:
    import multiprocessing

    # Not forked: a fork of a program with threads may hang, and would inherit the other workers' pipes.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, function, memory), daemon=True)
    start_apart(process)
    theirs.close()  # this end then notices when the pipe closes
    return process, ours


def _work(pipe: Connection, function: Callable[..., Any], memory: int) -> None:
    """Answers questions from the pipe, until it closes or the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    if not os.environ.get("SPRAGUE_DEBUG"):  # the parent reports the error
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    with contextlib.suppress(ImportError, ValueError, OSError):  # not every system has this bound
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory + OWN, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    with contextlib.suppress(EOFError, OSError):
        while True:
            key, arguments = pipe.recv()
            pipe.send(answered(function, key, arguments, memory))


def _by_cluster(function: Callable[..., Any], questions: Questions, address: str) -> Answers:
    """Answers by a Dask cluster. Dask blames a death on every question that the worker had. So each question that Dask
    gives up is asked once more, separately."""
    from concurrent.futures import CancelledError
    from queue import Empty, SimpleQueue

    arrived: SimpleQueue[Any] = SimpleQueue()
    with _connected(address) as client:
        from distributed import KilledWorker

        gone = FileError(say("the Dask scheduler is gone"), where=address)

        def ask(keys: list[str], suspects: list[str]) -> Answers:
            asked_of = {}
            for key in keys:
                future = client.submit(answered, function, key, questions[key], None, pure=False)
                asked_of[future] = key
                future.add_done_callback(arrived.put)
            while asked_of:
                try:
                    future = arrived.get(timeout=GLANCE)
                except Empty:
                    if client.status != "running":
                        raise gone from None
                    yield None
                    continue
                key = asked_of.pop(future)
                try:
                    answer = future.result()
                except KilledWorker:
                    suspects.append(key)
                except (CancelledError, OSError):
                    raise gone from None
                except Exception as fault:
                    yield Answer(key, error=f"{type(fault).__name__}: {fault}")
                else:
                    yield answer

        suspects: list[str] = []
        yield from ask(list(questions), suspects)
        for suspect in suspects:
            died: list[str] = []
            yield from ask([suspect], died)
            if died:
                yield _given_up(suspect)


@contextlib.contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Connects to the Dask scheduler, and checks that its workers have this version of Sprague. Dask logs nothing.

    Raises MissingExtraError without the library, and FileError if there is no such scheduler or worker.
    """
    from sprague import __version__

    logged = logging.root.manager.disable
    if not os.environ.get("SPRAGUE_DEBUG"):
        logging.disable(logging.CRITICAL)
    client = None
    try:
        try:
            from distributed import Client
        except ImportError:
            raise MissingExtraError("cluster", say("a Dask cluster")) from None
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            words = say("no Dask scheduler answers ({problem})", problem=str(error) or type(error).__name__)
            raise FileError(words, where=address) from error
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except OSError:
            raise FileError(say("the Dask cluster has no workers"), where=address) from None
        for name, got in client.run(_version, on_error="return").items():
            if got != __version__:
                raise FileError(
                    say(
                        "expected Sprague {version} on every worker, got {got}", version=__version__, got=got
                    ),
                    where=name,
                )
        yield client
    finally:
        if client is not None:
            client.close(timeout=1)  # type: ignore[no-untyped-call]
        logging.disable(logged)


def _version() -> str:
    from sprague import __version__

    return __version__
