"""The record of a game: its start, its moves, the players, and comments.

A record can be written as text, as JSON, and as the link under which the page shows the game. All three can be read
back, which checks every move against the rules.

>>> record = Record("nim 1,3", players=("Ann", "Ben"))
>>> move = record.push("nim 1,1", "twins")
>>> record.position, record.turn, record.result
(sg.parse('nim 1,1'), 1, None)
>>> print(record)
position: nim 1,3
first: Ann
second: Ben
1. nim 1,1
; twins
>>> Record.from_text(str(record)) == record
True
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal
from urllib.parse import parse_qs, quote, urlsplit

from sprague.words.digits import shown
from sprague.words.errors import MoveError, SpragueError, expected
from sprague.words.messages import join, plain, plain_json, say
from sprague.workbench.position import Move, Position, parse

#: How a game ends, as text says it.
Result = Literal["first", "second", "draw"]
RESULTS: tuple[Result, ...] = ("first", "second", "draw")

#: The format of the object for JSON.
FORMAT = "sprague-record/1"

#: A game is a draw when a position with the same player to move occurs for this time, which takes at least this number
#: of moves.
REPETITIONS, DRAWN_AFTER = 3, 4

_LINE = re.compile(r"(\d+)\.\s*(.+)")

#: The signs between the moves of a link, which are escaped where a position has them, and their escapes.
_SIGN, _ESCAPE = re.compile("[%;~]"), re.compile("%(25|3B|7E)")


def _escaped(sign: re.Match[str]) -> str:
    return f"%{ord(sign[0]):X}"


def _sign(escape: re.Match[str]) -> str:
    return chr(int(escape[1], 16))


def is_third_time(positions: Sequence[Position]) -> bool:
    """Returns whether the last of these positions of a game occurs for the third time with the same player to move.
    This is possible only in games with cycles."""
    if len(positions) <= DRAWN_AFTER:
        return False
    now = positions[-1]
    return sum(position == now for position in positions[-3::-2]) >= REPETITIONS - 1


class Record:
    """A game from ``start`` (a position or its text) between two ``players`` (names). ``moves`` are made in order; each
    is a move, the position that it leaves, or its sentence.

    ``comments`` maps the number of a move (from 1; 0 is the start of the game) to a text about it. ``given_up`` is the
    result if the players ended the game before the last move.

    Raises SpragueError for a wrong position or an illegal move.
    """

    def __init__(
        self,
        start: Position | str,
        moves: Iterable[Move | Position | str] = (),
        *,
        players: tuple[str, str] = ("", ""),
        comments: Mapping[int, str] | None = None,
        given_up: Result | None = None,
    ) -> None:
        self.start = parse(start) if isinstance(start, str) else start
        self.players = players
        self.comments = dict(comments or {})
        self.given_up: Result | None = None
        self._moves: list[Move] = []
        for move in moves:
            self.push(move)
        if given_up is not None:
            self.give_up(given_up)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position at the start and after each move."""
        return (self.start, *(move.to for move in self._moves))

    @property
    def position(self) -> Position:
        """The current position."""
        return self._moves[-1].to if self._moves else self.start

    @property
    def turn(self) -> int:
        """Whose turn it is: 0 for the first player, 1 for the second."""
        return len(self._moves) % 2

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def result(self) -> Result | None:
        """The winner, "first" or "second"; "draw" if a position occurred a third time or the players agreed to a draw;
        None while the game goes on."""
        if self.given_up is not None:
            return self.given_up
        if next(iter(self.position.moves()), None) is None:
            # Whoever cannot move has lost, and in misère play won.
            return RESULTS[self.turn if self.position.misere else 1 - self.turn]
        return "draw" if is_third_time(self.positions) else None

    def push(self, move: Move | Position | str, comment: str = "") -> Move:
        """Makes a move and returns it. Raises MoveError if the rules do not allow it, or the game is over."""
        if self.over:
            raise MoveError(say("the game is over"))
        move_made = self.position.find_move(move)
        self._moves.append(move_made)
        if comment:
            self.comments[len(self._moves)] = comment
        return move_made

    def pop(self) -> Move:
        """Takes the last move back, with its comment, and returns it. Raises MoveError at the start.

        >>> record = Record("nim 2", ["*1"])
        >>> record.pop(), record.position
        (<take 1 from the heap of 2 -> *1>, sg.parse('*2'))
        """
        if not self._moves:
            raise MoveError(say("there is no move to take back"))
        self.given_up = None
        self.comments.pop(len(self._moves), None)
        return self._moves.pop()

    def give_up(self, result: Result = "draw") -> None:
        """Ends the game here: the players agree to a draw, or one player gives up and the other wins.

        Raises MoveError if the game is over, or if the word is not a result.
        """
        if result not in RESULTS:
            raise MoveError(
                say("expected a result among {names}, got {got}", names=join(RESULTS), got=shown(result)[:40])
            )
        if self.result not in (None, result):
            raise MoveError(say("the game is over"))
        self.given_up = None if self.result == result else result

    # Text

    def __str__(self) -> str:
        lines = [f"position: {self.start}"]
        lines += [f"{side}: {plain(name)}" for side, name in zip(RESULTS, self.players, strict=False) if name]
        lines += self._said(0)
        for number, move in enumerate(self._moves, 1):
            lines += [f"{number}. {move.to}", *self._said(number)]
        if self.result is not None:
            lines.append(f"result: {self.result}")
        return "\n".join(lines)

    def _said(self, number: int) -> list[str]:
        return [f"; {plain(line)}".rstrip() for line in self.comments.get(number, "").splitlines()]

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Reads the text that ``str`` writes. Raises NotationError for another text, MoveError for an illegal move.

        >>> Record.from_text("position: nim 2\\n1. *1\\n2. *0").result
        'second'
        """
        headers: dict[str, str] = {}
        moves: list[str] = []
        comments: dict[int, list[str]] = {}
        for number, raw in enumerate(text.splitlines(), 1):
            line, where = raw.strip(), f"line {number}"
            key, colon, value = line.partition(":")
            move_line = _LINE.fullmatch(line)
            if line.startswith(";"):
                comments.setdefault(len(moves), []).append(line[1:].removeprefix(" "))
            elif move_line is not None and "position" in headers:
                if int(move_line[1]) != len(moves) + 1:
                    raise expected(say("move {number}", number=len(moves) + 1), line[:60], where)
                moves.append(move_line[2])
            elif colon and key in ("position", "first", "second", "result") and key not in headers:
                headers[key] = value.strip()
            elif line:
                raise expected(say("a move such as '1. nim 1,1', or 'position: …' first"), line[:60], where)
        if "position" not in headers:
            raise expected(say("a line 'position: …'"), text[:60])
        texts = {number: "\n".join(lines) for number, lines in comments.items()}
        players = headers.get("first", ""), headers.get("second", "")
        return cls(
            headers["position"],
            moves,
            players=players,
            comments=texts,
            given_up=headers.get("result"),  # type: ignore[arg-type]
        )

    # JSON

    def to_dict(self) -> dict[str, Any]:
        """Returns the game as an object for JSON."""
        return {
            "format": FORMAT,
            "position": self.start.text,
            "players": list(self.players),
            "moves": [move.to.text for move in self._moves],
            "comments": {str(number): text for number, text in sorted(self.comments.items())},
            "result": self.result,
        }

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Record:
        """Reads an object that :meth:`to_dict` made, even if it was written as JSON. Raises SpragueError for anything
        else.

        >>> Record.from_json(Record("nim 2", ["*1"]).to_json()).moves
        (<take 1 from the heap of 2 -> *1>,)
        """
        try:
            if fields["format"] != FORMAT:
                raise ValueError(fields["format"])
            first, second = map(str, fields["players"])
            moves = list(map(str, fields["moves"]))
            comments = {int(number): str(text) for number, text in fields["comments"].items()}
            start, result = str(fields["position"]), fields["result"]
        except (KeyError, TypeError, ValueError, AttributeError):
            raise expected(
                say("a game with the format {format}", format=FORMAT), shown(fields)[:80]
            ) from None
        return cls(start, moves, players=(first, second), comments=comments, given_up=result)

    def to_json(self) -> str:
        """Returns the game as JSON."""
        return plain_json(json.dumps(self.to_dict(), ensure_ascii=False))

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Reads the text that :meth:`to_json` returns."""
        try:
            fields = json.loads(text)
        except ValueError:
            raise expected(say("a game as JSON"), text[:60]) from None
        return cls.from_dict(fields)

    # The page

    def link(self, page: str = "") -> str:
        """Returns the link of the game on the page, after the address of a server (``sprague serve`` prints it).

        >>> Record("nim 2", ["*1"]).link("http://localhost:8000")
        'http://localhost:8000/play?position=%2A2&moves=%2A1'
        """
        moves = quote(";".join(_SIGN.sub(_escaped, move.to.text) for move in self._moves), safe="")
        start = f"{page.rstrip('/')}/play?position={quote(self.start.text, safe='')}"
        return f"{start}&moves={moves}" if moves else start

    @classmethod
    def from_link(cls, link: str) -> Record:
        """Reads a link of the page, whole or from its question mark on.

        >>> Record.from_link("/play?position=%2A2&level=perfect&moves=%2A1~1;%2A0").result
        'second'
        """
        query = parse_qs(urlsplit(link).query, separator="&")
        if "position" not in query:
            raise expected(say("a link with a position, such as /play?position=nim 3"), link[:80])
        moves = [move.partition("~")[0] for move in query.get("moves", [""])[0].split(";")]
        return cls(query["position"][0], [_ESCAPE.sub(_sign, move) for move in moves if move])

    # Data

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} moves from {self.start}, result {self.result}>"

    def _repr_html_(self) -> str:
        """Returns the current board, with the text of the game below it."""
        from html import escape

        try:
            picture = self.position.svg()
        except SpragueError:
            picture = ""
        return f"<div>{picture}<pre>{escape(str(self))}</pre></div>"
