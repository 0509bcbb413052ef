"""``sprague candy``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from sprague.numbers.integers import parse as parse_integer
from sprague.words.digits import to_json
from sprague.words.errors import FileError, SpragueError
from sprague.words.messages import say, short

from .common import BYTE_ORDER_MARK, MOST_DIGITS, command, json_option, print_json, words_argument, wrap

if TYPE_CHECKING:
    from sprague.numbers.candy import Split

#: The longest list of candies that is shown to people.
SHOWN = 200


@command(
    "candy",
    """
    sprague candy 3 4 7
    sprague candy 3,4,7
    sprague candy 1 2 3 4 5
    sprague candy --judge C-small.in > C-small.out
    """,
)
@words_argument("candies", required=False)
@click.option("--judge", metavar="FILE", help="Answer a file in the contest's format (- for stdin).")
@json_option
def candy(candies: str | None, judge: str | None, as_json: bool) -> None:
    """Split candies into piles of equal nim-sum.

    CANDIES are whole numbers, with spaces or commas between them.

    A younger brother adds without carrying and cries unless the piles look equal to him.

    Prints the largest total that can be kept, and one best split. Such a split exists exactly when the nim-sum of all
    candies is 0. Then only the smallest candy is given away. From Google Code Jam 2011, Candy Splitting.

    With --json: {possible, best, kept, given}; best is null when no such split exists. With --judge too: {results},
    a list of these, one for each case.
    """
    from sprague.numbers.candy import judge as answers
    from sprague.numbers.candy import split, splits

    if judge is not None:
        if candies:
            raise SpragueError(say("expected candies or --judge FILE, got both"))
        text = _read(judge)
        if as_json:
            print_json({"results": [_as_object(best_split) for best_split in splits(text)]})
        else:
            click.echo(answers(text), nl=False)
        return
    best_split = split(
        [parse_integer(word, candies, MOST_DIGITS) for word in re.split(r"[\s,]+", candies or "") if word]
    )
    if as_json:
        print_json(_as_object(best_split))
    elif best_split.best is None:
        click.echo(str(say("NO: no split looks fair, because the nim-sum of all is not 0")))
    else:
        click.echo(str(say("{best}", best=best_split.best)))
        click.echo(wrap(_list(best_split.kept), "keep", indent=6))
        click.echo(wrap(_list(best_split.given), "give", indent=6))


def _as_object(candies: Split) -> dict[str, Any]:
    return {
        "possible": candies.possible,
        "best": None if candies.best is None else to_json(candies.best),
        "kept": [to_json(n) for n in candies.kept],
        "given": [to_json(n) for n in candies.given],
    }


def _list(candies: tuple[int, ...]) -> str:
    return short(" ".join(str(say("{n}", n=n)) for n in candies), 10 * SHOWN)


#: The most characters of a file of cases.
MOST_READ = 30_000_000


def _bounded(text: str, path: str) -> str:
    if len(text) > MOST_READ:
        raise FileError(say("expected a text of at most {limit} characters", limit=MOST_READ), where=path)
    return text


def _read(path: str) -> str:
    """The text of a file, or of stdin."""
    import sys

    try:
        if path == "-":
            return _bounded(sys.stdin.read(MOST_READ + 1), path).removeprefix(BYTE_ORDER_MARK)
        with open(path, encoding="utf-8-sig") as source:
            return _bounded(source.read(MOST_READ + 1), path)
    except FileError:
        raise
    except UnicodeDecodeError:
        raise FileError(say("expected a text in UTF-8, got other bytes"), where=path) from None
    except OSError as error:
        raise FileError(say("cannot read: {problem}", problem=error.strerror), where=path) from error
