"""``sprague values`` of a game on several heaps: a table."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterator
from itertools import product
from typing import IO, TYPE_CHECKING, Any

import click

from sprague.model.ruleset import Ruleset
from sprague.numbers.integers import parse as parse_integer
from sprague.system.ask import Effort, require
from sprague.words.errors import BudgetError, FileError, LoopyError, MissingExtraError, RangeError, expected
from sprague.words.messages import Message, join, say

from .budget import Budget
from .common import MOST_DIGITS, print_json, refuse_existing, short, width, wrap, write_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.integer[Any]]
    _ParamType = click.ParamType[tuple[int, ...]]
else:
    _ParamType = click.ParamType  # not subscriptable in every supported version

#: The number of characters of a size that an error repeats.
SHOWN = 100

#: The number of positions in one piece of a Parquet file.
PIECE = 1 << 20

#: The default sizes of a table, by the number of heaps.
DEFAULT = {1: (100,), 2: (12, 12)}


class Sizes(_ParamType):
    """The largest heap, or one for each heap: 100, 20x20."""

    name = "sizes"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        parts = value.lower().split("x")
        if len(parts) > 1 and not all(part.strip() for part in parts):
            raise expected(say("sizes such as 20x20"), value, f"--to {short(value, SHOWN)}")
        where = f"--to {short(value, SHOWN)}"
        return tuple(parse_integer(part, where, MOST_DIGITS) for part in parts)


SIZES = Sizes()


def default_sizes(game: Ruleset, start: int = 0) -> tuple[int, ...]:
    """Returns the sizes to which the values of ``game`` are printed by default, or of one heap from ``start`` on."""
    if start:
        return (start + DEFAULT[1][0],)
    return DEFAULT.get(game.heaps or 1, (4,) * (game.heaps or 1))


def refuse_engine(name: str | None, threads: int | None) -> None:
    """Raises RangeError for an engine by name or for threads: a table has one engine, and it uses one thread."""
    if name is not None:
        raise RangeError(say("a table of several heaps has no choice of engine"), where=f"--engine {name}")
    if threads is not None:
        raise RangeError(say("a table of several heaps has no option threads"), where=f"--threads {threads}")


def require_printing(count: int, subject: Any, as_json: bool, out: str | None) -> None:
    """Announces the cost of writing this many values as text, or refuses. Values written as bytes take only a
    moment."""
    if out is not None and is_binary(out):
        return
    text = as_json or (out is not None and out.lower().endswith(".json"))  # as one object, all in memory
    seconds = (2e-7 if text else 5e-7) * min(count, 10**30)
    require(Effort(count, (100 if text else 8) * count, seconds), subject)


def print_values(
    game: Ruleset,
    sizes: tuple[int, ...],
    as_json: bool,
    form: str | None,
    out: str | None,
    force: bool,
    budget: Budget,
) -> None:
    """Prints the table, or writes it to the file ``out``."""
    from sprague.workbench.tables import table

    if len(sizes) == 1 and game.heaps is not None:
        sizes *= game.heaps
    ending = "" if out is None else os.path.splitext(out)[1].lower()
    if out is not None:
        if ending not in (".npy", ".csv", ".parquet", ".json"):
            raise FileError(say("expected a file name that ends in .npy, .csv, .parquet or .json"), where=out)
        refuse_existing(out, force)
    elif form == "bfile":
        raise RangeError(say("a b-file holds one sequence: --csv prints a table of several heaps"))
    elif len(sizes) > 2 and not as_json and form is None:
        raise RangeError(say("a table of {count} heaps is for --csv, --json or a file", count=len(sizes)))
    sides = join([say("{n}", n=n) for n in sizes], "x")
    subject = say("{game} to heaps {sizes}", game=game.head, sizes=sides)
    with budget.bound(subject):
        require_printing(math.prod(n + 1 for n in sizes), subject, as_json, out)
    cells, cut = as_far_as_known(budget, subject, sizes[0], lambda to: table(game, (to, *sizes[1:])))
    sizes = (len(cells) - 1, *sizes[1:])
    if out is not None:
        write_file(
            out, lambda target: _write(target, ending, game, sizes, cells), force, binary=is_binary(out)
        )
    elif as_json:
        print_json(_as_object(game, sizes, cells) | ({} if cut is None else {"cut": str(cut)}))
    elif form == "csv":
        _write_lines(sys.stdout, cells)
    else:
        for line in _lines(cells):
            click.echo(line)
    say_cut(cut, sizes[0])


def as_far_as_known(
    budget: Budget, subject: Message, to: int, compute: Callable[[int], Values]
) -> tuple[Values, Message | None]:
    """Returns the values up to ``to`` that ``compute`` gives within the budget. If a bound ends the work, returns the
    values known by then, and the bound."""
    try:
        with budget.bound(subject):
            return compute(to), None
    except BudgetError as error:
        if not error.known:
            raise
        return compute(error.known - 1), error.message
    except LoopyError as error:
        raise LoopyError(
            say("{why}; sprague solve tells who wins a position", why=error.message), where=error.where
        ) from None


def say_cut(cut: Message | None, to: int) -> None:
    """Says on stderr what ended the work, if anything did, and up to which (first) heap the values are known."""
    if cut is not None:
        click.echo(wrap(str(say("{why}: known to heap {n}", why=cut, n=to)), indent=0), err=True)


def _write(target: IO[Any], ending: str, game: Ruleset, sizes: tuple[int, ...], values: Values) -> None:
    if ending == ".npy":
        from sprague.system.arrays import np

        np.save(target, values, allow_pickle=False)
    elif ending == ".csv":
        _write_lines(target, values)
    elif ending == ".parquet":
        write_parquet(target, names_of(values), values)
    else:
        import json

        json.dump(_as_object(game, sizes, values), target)


def _as_object(game: Ruleset, sizes: tuple[int, ...], values: Values) -> dict[str, Any]:
    return {"game": game.head, "to": list(sizes), "values": values.tolist()}


def _write_lines(target: IO[Any], values: Values) -> None:
    target.write(",".join(names_of(values)) + ",value\n")
    for heaps, value in zip(product(*map(range, values.shape)), values.ravel().tolist(), strict=True):
        target.write(",".join(map(str, heaps)) + f",{value}\n")
    target.flush()


def names_of(values: Values) -> tuple[str, ...]:
    """Returns the names of the columns for the heaps of a table."""
    return (
        tuple("abcdef"[: values.ndim])
        if values.ndim <= 6
        else tuple(f"heap{i}" for i in range(1, values.ndim + 1))
    )


def is_binary(path: str) -> bool:
    """Returns whether a file of that name holds bytes instead of text."""
    return os.path.splitext(path)[1].lower() in (".npy", ".parquet")


def write_parquet(target: IO[bytes], names: tuple[str, ...], values: Values) -> None:
    """Writes the values as a Parquet file: a row for each position, with its heaps in the columns ``names`` and its
    value in ``value``."""
    from sprague.system.arrays import np

    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError("parquet", say("a Parquet file")) from None
    values = np.ascontiguousarray(values)
    flat = values.reshape(len(values), -1)
    writer: Any = None
    rest = np.indices(values.shape[1:]).reshape(values.ndim - 1, flat.shape[1])
    rows = max(1, PIECE // flat.shape[1])
    try:
        for begin in range(0, len(flat), rows):
            piece = flat[begin : begin + rows]
            columns = [np.repeat(np.arange(begin, begin + len(piece)), flat.shape[1])]
            columns += [np.tile(heap, len(piece)) for heap in rest]
            batch = pyarrow.table([*columns, piece.ravel()], names=[*names, "value"])
            if writer is None:
                writer = parquet.ParquetWriter(target, batch.schema)
            writer.write_table(batch)
    finally:
        if writer is not None:
            writer.close()


def _lines(values: Values) -> Iterator[str]:
    """A heading with the sizes of the second heap, and a row for each size of the first; as many columns as fit."""
    rows, columns = values.shape
    cell = 1 + max(len(str(int(values.max()))), len(str(columns - 1)))
    margin = len(str(rows - 1))
    fitting = min(columns, max(1, (width() - margin - 1) // cell))
    yield click.style(" " * (margin + 1) + "".join(f"{n:{cell}}" for n in range(fitting)), dim=True)
    for n, row in enumerate(values[:, :fitting].tolist()):
        yield click.style(f"{n:{margin}}:", dim=True) + "".join(f"{value:{cell}}" for value in row)
    if fitting < columns:
        yield str(
            say("… columns 0 to {last} of 0 to {all}; --csv prints all", last=fitting - 1, all=columns - 1)
        )
