"""The computer as a player: it replies at a level, comments on a move, and chooses a position to begin with.

All functions are pure functions of positions. Chance comes only from the seed, so a game can be repeated.

>>> from sprague.workbench.position import parse
>>> print(reply(parse("wythoff 500,1000")).move)
take 691 from the second jar -> wythoff 500,309
>>> print(reply(parse("nim 2,2"), seed=1).why)
every move loses; this one lasts longest: 4 moves to the end
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from itertools import islice
from random import Random
from typing import NamedTuple, ParamSpec, TypeVar

from sprague.model.lazy import Lazy
from sprague.model.ruleset import Component, Ruleset
from sprague.system.ask import Ask, Budget, asked, asking
from sprague.words.errors import SpragueError, TooLargeError, UnsolvedError, expected
from sprague.words.messages import Message, join, say, say_plural
from sprague.workbench.position import Answer, Move, Position, answer, is_moment, parse
from sprague.workbench.registry import engine, find

from .remoteness import MAX_MOVES, MAX_POSITIONS, _Reach

P = ParamSpec("P")
T = TypeVar("T")

#: perfect: never gives a win away. slips: perfect except for one move in four. random: any move. teacher: perfect, and
#: the face shows :func:`comment` on the other player's moves.
LEVELS = ("perfect", "slips", "random", "teacher")

#: Seconds of processor time that one thought may take: a reply, a hint, a comment.
THINKING = 2.0

#: The part of a thought after which who wins is given up, and the best guess is looked for; and the part of that.
KNOWING, GUESSING = 0.5, 0.5

#: So many winning moves are looked at for the one that is easiest to explain.
EXPLAINED = 24

#: The most moves that a guess examines.
GLANCES = 200

#: The kinds of reply whose reason is told; that a move is a slip, or wins, is for the player to find out.
TOLD = ("longest", "complicated", "unknown", "draws")

#: How often the level "slips" plays a losing move where it could win.
SLIP_RATE = 0.25

#: A random move is one of the first moves, of this number.
SAMPLE = 1000


class Reply(NamedTuple):
    """The computer's move and its reason. ``kind`` is "wins", "slip", "random", "unknown" (the winner is out of reach),
    "draws" (neither player can force the end, and the move keeps the draw), or in a lost position "longest" (the game
    lasts longest) or "complicated" (of the moves examined it is the hardest to answer, or leaves the most moves)."""

    move: Move
    kind: str
    why: Message


class Comment(NamedTuple):
    """A teacher's comment on a move. ``kept`` is None if there was no win to keep, or if the winner is out of reach."""

    kept: bool | None
    sentence: Message


def check_level(level: str) -> None:
    """Raises SpragueError if the word is not a level."""
    if level not in LEVELS:
        raise SpragueError(
            say("expected a level among {levels}, got '{level}'", levels=join(LEVELS), level=level)
        )


def thinking() -> Budget:
    """Returns the budget of one thought."""
    return asking(Ask(seconds=THINKING), time.process_time)


def one_thought(function: Callable[P, T]) -> Callable[P, T]:
    """Makes a function run within the budget of one thought."""

    @wraps(function)
    def bounded(*arguments: P.args, **choices: P.kwargs) -> T:
        return thinking().run(function, *arguments, **choices)

    return bounded


def is_over(position: Position) -> bool:
    """Returns whether no move is left.

    >>> is_over(parse("nim 0,0"))
    True
    """
    return next(iter(position.moves()), None) is None


@one_thought
def may_be_drawn(position: Position) -> bool:
    """Returns whether a game may go on for ever, that is, whether it is known to have cycles.

    >>> may_be_drawn(parse("loopy edges:a>b,b>a@a + nim 1")), may_be_drawn(parse("nim 3"))
    (True, False)
    """
    if any(part.ruleset.kind == "loopy" for part in position.components):
        return True
    answer = known_answer(position)  # a user's own game may turn out to have cycles
    return answer is not None and (answer.outcome == "D" or answer.remoteness is not None)


@one_thought
def agrees(position: Position) -> bool:
    """Returns whether the computer agrees to a draw that the player to move offers. It agrees unless it knows that it
    wins.

    >>> [agrees(parse(f"loopy edges:a>b,b>a,b>c,c>d@{vertex}")) for vertex in "abc"]
    [True, True, True]
    >>> agrees(parse("loopy edges:a>b,b>a,b>c@a"))
    False
    """
    answer = known_answer(position)
    return answer is None or answer.outcome != "P"


@one_thought
def reply(
    position: Position, level: str = "perfect", *, seed: int = 0, slip_rate: float = SLIP_RATE
) -> Reply:
    """Returns the computer's move from ``position`` at one of ``LEVELS``.

    The same position, level and seed give the same move. Raises UnsolvedError if no move is left.
    """
    check_level(level)
    if is_over(position):
        raise UnsolvedError(say("the game is over: there is no move from {position}", position=position))
    chance = Random(f"{seed} {level} {position.text if len(position.text) < 10_000 else len(position.text)}")
    if level == "random":
        return Reply(_any(position.moves(), chance), "random", say("a move at random"))
    with asked().part(KNOWING):
        answer = known_answer(position)
    if answer is None:
        return _guess(position, chance, say("who wins here is out of reach: this is my best guess"))
    if answer.outcome == "N":
        if level == "slips" and chance.random() < slip_rate:
            slip = _losing_move(position, answer, chance)
            if slip is not None:
                return Reply(slip, "slip", say("a slip"))
        with asked().part(KNOWING):
            wins = _wins(answer)
        if wins and answer.extended_value is not None:
            wins = wins[:1]  # the fastest: in a game with cycles another move might not bring the end nearer
        if wins:
            return Reply(chance.choice(wins), "wins", as_known(say("a winning move"), answer))
        return _guess(
            position, chance, say("this can be won, but how is out of reach: this is my best guess")
        )
    if answer.outcome == "D":
        move = chance.choice(answer.drawing_moves.first(100))
        return Reply(move, "draws", say("neither side can force the end: this move keeps the draw"))
    resistance = resist(position, chance, answer)
    return resistance._replace(why=as_known(resistance.why, answer))


@one_thought
def comment(move: Move) -> Comment:
    """Returns a teacher's comment on ``move``: whether it kept the win, and what would have won.

    >>> position = parse("nim 1,3")
    >>> print(comment(position.find_move("nim 1,2")).sentence)
    that lets the win go: take 2 from the heap of 3 would have won
    """
    before, after = known_answer(move.position), known_answer(move.to)
    if before is None or after is None:
        return Comment(None, say("who wins here is out of reach"))

    def told(kept: bool | None, words: Message) -> Comment:
        return Comment(kept, as_known(words, before, after))

    if before.outcome == "D" and after.outcome == "N":
        return told(False, say("that loses: a draw was there to be kept"))
    if before.outcome in ("P", "D"):
        return told(None, say("there was no winning move"))
    if after.outcome == "P":
        return told(True, say("good: that keeps the win"))
    try:
        better = next(iter(before.winning_moves), None)
    except TooLargeError:  # a winning move exists, but it is not known which
        better = None
    if better is None:
        return told(False, say("that lets the win go"))
    return told(False, say("that lets the win go: {move} would have won", move=better.sentence))


def start(game: str, seed: int = 0) -> Position:
    """Returns a position of ``game`` to begin with: not too large, and won for the first player.

    ``game`` is the word of the notation, an alias, or "misere nim". Raises NotationError for an unknown game.

    >>> start("last-biscuit", seed=1).outcome
    'N'
    """
    chance = Random(f"{seed} {game}")
    misere = game.split()[:1] == ["misere"]
    ruleset = find(" ".join(game.split()[1:]) if misere else "".join(game.split()))
    position = _begin(ruleset, chance)
    for _ in range(20):
        if misere:
            position = Position(position.components, True)
        answer = thinking().run(known_answer, position)
        if answer is None or answer.outcome == "N":
            break
        position = _begin(ruleset, chance)
    return position


def _begin(ruleset: Ruleset, chance: Random) -> Position:
    written = ruleset.begin(chance)
    if written:
        return parse(f"{ruleset.head} {written}")
    if not ruleset.example:
        raise expected(say("a position of {game} to begin with", game=ruleset.head), "", ruleset.head)
    example = parse(ruleset.example)
    return Position(tuple(Component(ruleset, part.state) for part in example.components))


def as_known(words: Message, *answers: Answer | None) -> Message:
    """Returns what is said of positions, marked where one of the answers behind it was only observed."""
    if any(each is not None and each.evidence.kind == "observed" for each in answers):
        return say("observed, not proved: {words}", words=words)
    return words


def known_answer(position: Position) -> Answer | None:
    """Returns the answer, or None if it is out of reach."""
    try:
        return answer(position)
    except (TooLargeError, UnsolvedError):
        return None


@one_thought
def winning_move(position: Position) -> Move | None:
    """Returns the winning move that is easiest to explain, or None if there is none or it is out of reach.

    >>> print(winning_move(parse("kayles 6")))
    knock down 2 in the row of 6, leaving rows of 2, 2 -> kayles 2,2
    """
    try:
        return easiest(answer(position))
    except (TooLargeError, UnsolvedError):
        return None


def easiest(answer: Answer) -> Move | None:
    """Returns the winning move that is easiest to explain among the first ones: one that leaves only pairs of equal
    parts, or else the first. Returns None if there is none."""
    first = None
    for move in islice(answer.winning_moves, EXPLAINED):
        first = first or move
        if answer.remoteness is not None:  # the fastest comes first
            break
        if all(count % 2 == 0 for count in Counter(move.to.components).values()):
            return move
    return first


def _wins(answer: Answer) -> list[Move]:
    """Returns the winning moves that the search finds in time."""
    wins: list[Move] = []
    try:
        for move in answer.winning_moves:
            wins.append(move)
            if len(wins) == 100:
                break
    except TooLargeError:
        pass
    return [move for move in wins if not _retreats(move)] or wins


def _retreats(move: Move) -> bool:
    ruleset, state = move.position.components[move.index]
    return ruleset.retreats(state, move.option)


def _guess(position: Position, chance: Random, words: Message) -> Reply:
    """Returns a move if no winning move is known. Its first choice is a move after which a theorem or a small search
    shows at once that the opponent loses. Otherwise it avoids moves after which the opponent is seen to win, and leaves
    the opponent as few moves as possible."""
    moves = position.moves().first(GLANCES)
    chance.shuffle(moves)
    lost: list[Move] = []
    with asked().part(GUESSING):
        for move in moves:
            seen = _at_a_glance(move.to)
            if seen == "P":
                return Reply(move, "wins", say("a winning move"))
            if seen == "N":
                lost.append(move)
            seconds_left = asked().left
            if seconds_left is not None and seconds_left <= 0:
                break
    open_ones = [move for move in moves if move not in lost] or moves
    return Reply(min(open_ones, key=_moves_left), "unknown", words)


def _at_a_glance(position: Position) -> str | None:
    """Returns the outcome if it takes only a moment, otherwise None."""
    parts = position.components
    try:
        if position.misere or len(parts) > 1:
            quick = is_moment(position)
        else:
            quick = engine(parts[0].ruleset).effort(parts[0].state, "outcome").moment
        return answer(position, moves=False).outcome if quick else None
    except (TooLargeError, UnsolvedError):
        return None


def _any(moves: Lazy[Move], chance: Random) -> Move:
    total = moves.total
    return moves[chance.randrange(SAMPLE if total is None else min(total, SAMPLE))]


def _losing_move(position: Position, answer: Answer, chance: Random) -> Move | None:
    """Returns a move that does not win, or None if a few tries find none."""
    for _ in range(20):
        move = _any(position.moves(), chance)
        after = known_answer(move.to)
        if after is not None and after.outcome == "N":
            return move
    return None


def resist(position: Position, chance: Random, answer: Answer) -> Reply:
    """Returns the move in a lost position: the longest way to the end if it is known, otherwise the one among a few
    moves that leaves the opponent the smallest share of winning moves."""
    longest = answer.longest_moves.first(100)
    length = answer.remoteness
    if answer.extended_value is None:
        reach = _Reach(position.misere, MAX_POSITIONS, MAX_MOVES)
        length = reach.remoteness(position.components)
        if length is not None:
            longest = [
                move for move in position.moves() if reach.remoteness(move.to.components) == length - 1
            ]
    if length is not None and longest:
        why = say_plural(
            "every move loses; this one lasts longest: {count} move to the end",
            "every move loses; this one lasts longest: {count} moves to the end",
            length,
        )
        return Reply(chance.choice(longest), "longest", why)
    few = 24
    total = position.moves().total
    if total is None or total > few:
        candidates = position.moves().first(few // 2)
        candidates += [_any(position.moves(), chance) for _ in range(few - few // 2)]
    else:
        candidates = position.moves().first(few)
    if all(_valued(move.to) for move in candidates):
        why = say("every move loses; this one is the hardest to answer of those examined")
        return Reply(min(candidates, key=_share), "complicated", why)
    why = say("every move loses; this one leaves the most moves of those examined")
    return Reply(max(candidates, key=_moves_left), "complicated", why)


def _valued(position: Position) -> bool:
    """Returns whether the values of all components take only a moment."""
    return all(engine(part.ruleset).effort(part.state).moment for part in position.components)


def _share(move: Move) -> tuple[float, int]:
    """Returns how easily the opponent can answer a move: the share of winning answers, then the number of answers,
    negated."""
    after = known_answer(move.to)
    total = _moves_left(move)
    return (_ratio(1 if after is None else after.winning_moves_total or 1, total), -total)


def _moves_left(move: Move) -> int:
    total = move.to.moves().total
    return 1 << 64 if total is None else total


def _ratio(part: int, whole: int) -> float:
    shift = max(0, whole.bit_length() - 900)
    return (part >> shift) / max(1, whole >> shift)
