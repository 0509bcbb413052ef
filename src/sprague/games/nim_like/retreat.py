"""Games with cycles in principle, in which a retreat gains nothing: poker Nim, and Northcott's game.

Each player owns chips or counters. A board remembers who moves in it next, and each move in it changes this turn. So a
board in a sum is a game whose moves depend only on the board. Positions may come back if both players want it. But the
other player undoes a retreat at once, and the room for retreats is finite. So the winner in Nim wins, and every
position has a nimber in the sense of Smith (1966) and Fraenkel: the nim-sum of the heaps, or of the gaps.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sprague.model.heap_rulesets import MOST_HEAPS, check_heap, read_heaps
from sprague.model.lesson import Guess, Lesson
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.made import CELL, make
from sprague.numbers.sums import nim_sum
from sprague.pictures.shapes import Drawing, Shape
from sprague.words.digits import shown, to_text
from sprague.words.errors import RangeError, TooLargeError, UnsolvedError, expected
from sprague.words.messages import Message, say

from .guessing import BALANCED, EVEN, PAIR

if TYPE_CHECKING:
    from random import Random

#: The most cells of a board, and the most rows and columns that are drawn.
MOST_CELLS, MOST_DRAWN = 2500, 40

#: How the counters of the two players look.
LOOKS = {"w": "○", "b": "●"}


class Retreat(Ruleset):
    """Base of these games. Subclasses define :meth:`leaves`, :meth:`nim_heaps` and :meth:`with_gap`."""

    engine = "formula-values"
    theorem: ClassVar[Message] = say(
        "Winning Ways, ch. 3: what makes a heap larger is reversible, and Bouton's theorem (1901) decides"
    )

    def leaves(self, state: Any) -> Iterator[Any]:
        """Yields the states that moves leave, each once."""
        raise NotImplementedError

    def nim_heaps(self, state: Any) -> Sequence[int]:
        """Returns the heaps of Nim that the state stands for."""
        raise NotImplementedError

    def with_gap(self, state: Any, place: int, gap: int) -> Any:
        """Returns the state after the move that makes this heap as large as ``gap``, or None if there is no such
        move."""
        raise NotImplementedError

    def successors(self, state: Any) -> Iterator[Option]:
        for option in self.leaves(state):
            yield (Component(self, option),)

    def refuse_endless(self, state: Any) -> None:
        raise UnsolvedError(
            say("play may have no end here, and misère play is solved only where it ends"),
            where=self.term([state]),
        )

    def retreats(self, state: Any, option: Option) -> bool:
        after = option[0].state
        return sum(self.nim_heaps(after)) > sum(self.nim_heaps(state))

    def worth(self, state: Any) -> int:
        return nim_sum(self.nim_heaps(state))

    def reaching(self, state: Any, value: int) -> Iterator[Any]:
        """Yields the moves that make a heap smaller first, since they bring the end nearer."""
        change, heaps = self.worth(state) ^ value, self.nim_heaps(state)
        if change:
            for place in sorted(range(len(heaps)), key=lambda place: heaps[place] ^ change > heaps[place]):
                option = self.with_gap(state, place, heaps[place] ^ change)
                if option is not None:
                    yield option


class Poker(NamedTuple):
    """Heaps, and the chips of the player to move and of the other player."""

    heaps: tuple[int, ...]
    own: int
    other: int


class PokerNim(Retreat):
    """Poker Nim: take chips from a heap and keep them, or add chips that you hold to a heap. In ``poker-nim 3,4,6:2,5``
    the player to move holds 2 chips, and the other player 5.

    >>> import sprague as sg
    >>> sg.parse("poker-nim 3,4,6:2,5").value, sg.parse("poker-nim 1,3:2,0").winning_moves
    (1, [<take 2 from heap 2 -> poker-nim 1,1:0,4>, <add 2 to heap 1 -> poker-nim 3,3:0,0>])
    """

    name = "poker-nim"
    title = say("Poker Nim")
    rule = say(
        "Take chips from one heap and keep them, or add chips that you hold to one heap. In the frames are the chips "
        "that the players hold, first those of whoever is to move."
    )
    source = (
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays (1982), ch. 3"
    )
    example = "poker-nim 3,4,6:2,5"
    notation = say(
        "heaps, and behind a colon the chips of the player to move and of the other one, such as 3,4,6:2,5"
    )
    lesson = Lesson(
        ladder=("1,2:0,0", "-2,2:0,1", "1,3:2,0", "-1,2,3:1,2", "3,4,6:2,5"),
        shelves=(
            ("1,1:0,0", "1,2:0,0", "2,2:0,0", "1,1:0,1", "1,2:1,0", "2,2:1,0"),
            ("1,1,1:0,0", "1,1,2:0,0", "1,1,2:1,0", "1,2,3:0,0"),
        ),
        guesses=(
            PAIR,
            EVEN,
            BALANCED,
            Guess(say("whoever is to move holds no chips"), lambda states: states[0].own == 0),
        ),
    )
    disguise = say("poker Nim is Nim on the heaps, as added chips are taken back at once")
    steps = (
        say(
            "Whoever adds chips to a heap gains nothing: the other player takes just these chips. Then the heaps are "
            "as before, and the chips have changed hands, so this can be done only a limited number of times."
        ),
        say(
            "Without such moves it is Nim. So whoever wins in Nim answers an addition by taking it back, and plays "
            "Nim otherwise."
        ),
    )
    behind = say("This rests on Bouton's theorem (1901): added chips are taken back.")

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        heaps, colon, chips = text.partition(":")
        hands = read_heaps(chips, where) if colon else [0, 0]
        return [self._checked(read_heaps(heaps, where), hands, where)]

    def _checked(self, heaps: Sequence[int], hands: Sequence[int], where: str) -> Poker:
        if not 1 <= len(heaps) <= MOST_HEAPS or len(hands) != 2:
            raise expected(
                say(
                    "1 to {most} heaps and two hands, such as {example}", most=MOST_HEAPS, example="3,4,6:2,5"
                ),
                say("{heaps} and {hands}", heaps=len(heaps), hands=len(hands)),
                where,
            )
        return Poker(tuple(heaps), *hands)

    def write(self, states: Sequence[Poker]) -> str:
        heaps, own, other = states[0]
        return f"{','.join(map(to_text, heaps))}:{to_text(own)},{to_text(other)}"

    def check(self, state: Any) -> Hashable:
        if isinstance(state, str):
            return self.read(state)[0]
        if not isinstance(state, (tuple, list)) or len(state) != 3 or not isinstance(state[0], (tuple, list)):
            raise RangeError(
                say(
                    "expected heaps and two hands, such as {example}, got {got}",
                    example="((3, 4, 6), 2, 5)",
                    got=shown(state)[:80],
                ),
                where=self.head,
            )
        heaps = [check_heap(n, self.head) for n in state[0]]
        return self._checked(heaps, [check_heap(n, self.head) for n in state[1:]], self.head)

    def leaves(self, state: Poker) -> Iterator[Poker]:
        for place, n in enumerate(state.heaps):
            for m in chain(range(n), range(n + 1, n + state.own + 1)):
                yield self._changed(state, place, m)

    def option_count(self, state: Poker) -> int:
        return sum(state.heaps) + len(state.heaps) * state.own

    def _changed(self, state: Poker, place: int, m: int) -> Poker:
        heaps = state.heaps
        own = state.own + heaps[place] - m
        return Poker((*heaps[:place], m, *heaps[place + 1 :]), state.other, own)

    def nim_heaps(self, state: Poker) -> Sequence[int]:
        return state.heaps

    def with_gap(self, state: Poker, place: int, gap: int) -> Poker | None:
        return self._changed(state, place, gap) if gap <= state.heaps[place] + state.own else None

    def allows(self, state: Poker, option: Option) -> bool:
        change = self._change(state, option)
        return change is not None and self.with_gap(state, *change) == option[0].state

    def _change(self, state: Poker, option: Option) -> tuple[int, int] | None:
        """Returns the heap that a move changes, and its new size."""
        after: Any = option[0].state if len(option) == 1 and option[0].ruleset == self else None
        if not isinstance(after, Poker) or len(after.heaps) != len(state.heaps):
            return None
        changed = [i for i, (n, m) in enumerate(zip(state.heaps, after.heaps, strict=True)) if n != m]
        return (changed[0], after.heaps[changed[0]]) if len(changed) == 1 else None

    def describe(self, state: Poker, option: Option) -> Message:
        change = self._change(state, option)
        if change is None:
            return super().describe(state, option)
        place, m = change
        n = state.heaps[place]
        if m < n:
            return say("take {k} from heap {i}", k=n - m, i=place + 1)
        return say("add {k} to heap {i}", k=m - n, i=place + 1)

    def begin(self, dice: Random) -> str:
        heaps = ",".join(str(dice.randint(1, 7)) for _ in range(3))
        return f"{heaps}:{dice.randint(0, 4)},{dice.randint(0, 4)}"

    def draw(self, state: Poker) -> Drawing:
        from sprague.pictures.heaps import draw_heaps

        drawing = draw_heaps([*state.heaps, state.own, state.other], self.term([state]))
        if len(state.heaps) + 2 > MOST_DRAWN:
            return drawing
        sizes = [shape for shape in drawing.shapes if shape.kind == "text"]
        hands = tuple(
            Shape("rect", size.x - size.w / 2 - 0.1, 0, size.w + 0.2, drawing.height - 1.05, "jar")
            for size in sizes[-2:]
        )
        return replace(drawing, shapes=(*hands, *drawing.shapes))

    def marks(self, state: Poker, option: Option) -> tuple[str, ...]:
        from sprague.pictures.heaps import mark_heaps

        change = self._change(state, option)
        if change is None:
            return ()
        heaps = [*state.heaps, state.own, state.other]
        after = [*heaps]
        place, m = change
        if m < heaps[place]:
            after[place] = m
        else:  # added chips come from the player's own
            after[-2] -= m - heaps[place]
        return mark_heaps(heaps, after)


class Rows(NamedTuple):
    """Rows with a white counter (w) and a black one (b) each, and whose turn it is on this board."""

    rows: tuple[str, ...]
    turn: str


class Northcott(Retreat):
    """Northcott's game: a counter of each player in each row, which moves to either side but does not jump. White moves
    first; ``:b`` says that Black is to move on the board.

    >>> import sprague as sg
    >>> sg.parse("northcott w..b./.w.b").value, sg.parse("northcott w.b/.w.b").outcome
    (3, 'P')
    """

    name = "northcott"
    title = say("Northcott's game")
    rule = say(
        "Slide one of your counters in its row as far as you like, to either side. It may not jump over the other "
        "counter. White moves first."
    )
    source = (
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays (1982), ch. 3"
    )
    example = "northcott w..b./.w.b"
    pictured = True
    notation = say(
        "rows such as w..b./.w.b; White moves first, and :b behind them says that Black is to move"
    )
    lesson = Lesson(
        "boards",
        ("w.b/w..b", "-w.b/b.w", ".w..b/w.b.", "-w.b./.w..b/w...b", "w..b./.w.b/b.w"),
        skin="stones",
        shelves=(
            (".wb", "w.b", ".w.b", "w..b"),
            ("w.b/w.b", ".wb/w.b", "w.b/b.w", ".wb/.wb", "w.b/w..b", ".wb/w..b", "w..b/w..b", "w.b/.w.b"),
        ),
        guesses=(
            Guess(
                say("in every row the counters stand side by side"),
                lambda boards: not any(map(_gap, boards[0].rows)),
            ),
            Guess(
                say("in some row the counters stand side by side"),
                lambda boards: not all(map(_gap, boards[0].rows)),
            ),
            Guess(
                say("there are two rows, with equally many empty squares between the counters"),
                lambda boards: len(boards[0].rows) == 2 and len({*map(_gap, boards[0].rows)}) == 1,
            ),
            Guess(
                say("the empty squares between the counters together are even in number"),
                lambda boards: sum(map(_gap, boards[0].rows)) % 2 == 0,
            ),
        ),
    )
    disguise = say("Northcott's game is Nim on the gaps, as a retreat is followed at once")
    steps = (
        say(
            "Whoever draws a counter back gains nothing: the other player's counter follows by as much. Then the gap "
            "is as before, and there is less room behind the one who retreats."
        ),
        say(
            "Without retreats the empty squares between the two counters of a row are a heap of Nim: either player may "
            "make them fewer, by any number. So whoever wins in Nim follows a retreat, and plays Nim otherwise."
        ),
    )
    behind = say("This rests on Bouton's theorem (1901) on the gaps: a retreat is followed.")

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        board, colon, turn = "".join(text.split()).lower().partition(":")
        rows = board.split("/")
        wrong = next((row for row in rows if sorted(row.replace(".", "")) != ["b", "w"]), None)
        if wrong is not None:
            raise expected(say("rows with one w and one b each, such as w..b./.w.b"), wrong, where)
        if colon and turn not in ("w", "b"):
            raise expected(say("w or b behind the colon"), turn, where)
        if len(board) > MOST_CELLS:
            raise TooLargeError(
                say("expected at most {limit} cells, got {count}", limit=MOST_CELLS, count=len(board)),
                where=where,
            )
        make(len(board), CELL, where)
        return [Rows(tuple(rows), turn or "w")]

    def write(self, states: Sequence[Rows]) -> str:
        rows, turn = states[0]
        return "/".join(rows) + ":b" * (turn == "b")

    def check(self, state: Any) -> Hashable:
        if isinstance(state, Rows):
            return state
        if not isinstance(state, str):
            raise RangeError(
                say(
                    "expected rows such as {example}, got {got}", example="w..b./.w.b", got=shown(state)[:80]
                ),
                where=self.head,
            )
        return self.read(state)[0]

    def leaves(self, state: Rows) -> Iterator[Rows]:
        for place, row in enumerate(state.rows):
            for to in _free(row, state.turn):
                yield self._moved(state, place, to)

    def _moved(self, state: Rows, place: int, to: int) -> Rows:
        row = [*state.rows[place]]
        row[row.index(state.turn)], row[to] = ".", state.turn
        rows = (*state.rows[:place], "".join(row), *state.rows[place + 1 :])
        return Rows(rows, "b" if state.turn == "w" else "w")

    def nim_heaps(self, state: Rows) -> Sequence[int]:
        return [abs(row.index("w") - row.index("b")) - 1 for row in state.rows]

    def with_gap(self, state: Rows, place: int, gap: int) -> Rows | None:
        row = state.rows[place]
        mine, theirs = row.index(state.turn), row.index("b" if state.turn == "w" else "w")
        to = theirs + (gap + 1 if mine > theirs else -gap - 1)
        return self._moved(state, place, to) if to in _free(row, state.turn) else None

    def describe(self, state: Rows, option: Option) -> Message:
        after = option[0].state
        changed = [i for i, (a, b) in enumerate(zip(state.rows, after.rows, strict=False)) if a != b]
        if len(changed) != 1:
            return super().describe(state, option)
        row = changed[0]
        start, end = state.rows[row].index(state.turn), after.rows[row].index(state.turn)
        return say(
            "move the counter of row {row} from square {start} to square {end}",
            row=row + 1,
            start=start + 1,
            end=end + 1,
        )

    def begin(self, dice: Random) -> str:
        rows = []
        for _ in range(3):
            w, b = sorted(dice.sample(range(8), 2))
            rows.append("".join("w" if i == w else "b" if i == b else "." for i in range(8)))
        return "/".join(rows)

    def shapes(self, state: Rows) -> int:
        return 2 * len("".join(state.rows))

    def draw(self, state: Rows) -> Drawing:
        wide = max(map(len, state.rows))
        if max(wide, len(state.rows)) > MOST_DRAWN:
            return super().draw(state)
        shapes: list[Shape] = []
        for r, row in enumerate(state.rows):
            for c, letter in enumerate(row):
                shapes.append(Shape("rect", c, r, 1, 1, "cell", f"r{r}c{c}"))
                if letter != ".":
                    role = "counter" if letter == state.turn else "dot"
                    shapes.append(Shape("circle", c + 0.5, r + 0.5, 0.7, 0.7, role))
                    shapes.append(Shape("text", c + 0.5, r + 0.5, 0.7, 0.5, "label", "", LOOKS[letter]))
        return Drawing(wide, len(state.rows), tuple(shapes), self.term([state]))

    def marks(self, state: Rows, option: Option) -> tuple[str, ...]:
        after = option[0].state
        if max(map(len, (*state.rows, state.rows))) > MOST_DRAWN:
            return ()
        return tuple(
            f"r{r}c{c}"
            for r, (before, behind) in enumerate(zip(state.rows, after.rows, strict=False))
            for c, (a, b) in enumerate(zip(before, behind, strict=False))
            if a != b
        )


def _gap(row: str) -> int:
    """Returns how many squares lie between the counters of a row.

    >>> _gap(".w..b."), _gap("bw.")
    (2, 0)
    """
    return abs(row.index("w") - row.index("b")) - 1


def _free(row: str, turn: str) -> list[int]:
    """Returns the squares to which the counter ``turn`` of a row may move.

    >>> _free(".w..b.", "w"), _free(".w..b.", "b")
    ([0, 2, 3], [2, 3, 5])
    """
    mine, theirs = row.index(turn), row.index("b" if turn == "w" else "w")
    first, last = (0, theirs) if mine < theirs else (theirs + 1, len(row))
    return [square for square in range(first, last) if square != mine]


POKER_NIM, NORTHCOTT = PokerNim(), Northcott()
