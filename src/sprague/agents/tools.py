"""The tools that a language model may call. Each returns a :class:`Told`: the result, and the evidence for it.

These plain functions know nothing about the protocol. They run within the bounds of a call.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict

from sprague.playing.typed import read_move
from sprague.playing.why import binary_sum
from sprague.proofs.check import check as checked
from sprague.words.digits import to_json
from sprague.words.errors import NotationError, RangeError, TooLargeError, UnsolvedError
from sprague.words.messages import say
from sprague.workbench.discover import discover as found_of
from sprague.workbench.finding import is_like
from sprague.workbench.heaps import period as period_of
from sprague.workbench.position import Answer, Move, Position, answer, parse
from sprague.workbench.registry import aliases, builtin_rulesets
from sprague.workbench.theorem import theorem as written

#: The most moves of one answer, and the longest certificate in characters that an answer holds.
MOST_MOVES, MOST_CHARACTERS = 200, 20_000

#: The kinds of evidence, the weakest first.
KINDS = ("observed", "computed", "periodic", "theorem")

PositionText = Annotated[
    str,
    Field(
        description="A position in Sprague's notation, such as 'nim 3,4,5', 'wythoff 500,1000', 'misere kayles 7,9', "
        "'cram 4x5 + *2'. The tool 'games' lists the notation of every game."
    ),
]
GameName = Annotated[
    str, Field(description="The name or code of a game, such as 'kayles', '0.137', 'subtract{1,3,4}'.")
]


class Evidence(TypedDict):
    """The evidence for an answer. ``kind`` is theorem (cited), computed (by exhaustion), periodic (a proved period),
    certificate (accepted by the separate checker in this call), observed (on a table, and not proved), rules, or
    none."""

    kind: str
    source: str | None
    sentence: str


class Told(TypedDict):
    """The answer of a tool: the result, the evidence, and how long it took."""

    result: dict[str, Any]
    evidence: Evidence
    seconds: float


def solve(
    position: PositionText,
    value: Annotated[bool, Field(description="Compute the Grundy value even where it takes long.")] = False,
) -> Told:
    """Who wins a position, by which moves, and why. Outcome N: the player to move wins; P: the other player wins; D: a
    draw. The result has the Grundy value if it takes only a moment, the first 100 winning moves with their number, and
    the reason."""
    begun = time.monotonic()
    solved = answer(parse(position), value=True if value else None)
    return _told(solved.to_dict(100, "en"), _evidence(solved), begun)


def moves(
    position: PositionText,
    most: Annotated[int, Field(ge=1, le=MOST_MOVES, description="List at most so many moves.")] = 50,
) -> Told:
    """The legal moves of a position, in the order of the rules, each with the position that it leaves and whether it
    wins. A move wins if it leaves a position of outcome P; null means that this is out of reach."""
    begun = time.monotonic()
    start = parse(position)
    every = start.moves()
    listed = every.first(most)
    after = [_outcome(move.to) for move in listed]
    total = None if every.total is None else to_json(every.total)  # None: infinitely many
    fields = {"position": start.text, "moves": list(map(_judged, listed, after)), "total": total}
    solved = [each for each in (_outcome(start), *after) if each is not None]
    if not solved:
        return _told(fields, Evidence(kind="none", source=None, sentence="who wins is out of reach"), begun)
    return _told(fields, _evidence(min(solved, key=lambda each: KINDS.index(each.evidence.kind))), begun)


def play(
    position: PositionText,
    move: Annotated[str, Field(description="The position that the move leaves, or the move in words.")],
) -> Told:
    """Makes one move, if the rules allow it, and returns the position after it, without saying who wins."""
    begun = time.monotonic()
    move_made = read_move(parse(position), move)
    fields = {
        "from": move_made.position.text,
        "move": move_made.sentence.render("en"),
        "to": move_made.to.text,
        "over": not move_made.to.moves().first(1),
    }
    return _told(fields, _by_rules(move_made.to), begun)


def explain(position: PositionText) -> Told:
    """Why a position is won or lost, in a sentence, with the value of each component and the binary sum of a sum."""
    begun = time.monotonic()
    solved = answer(parse(position))
    rows = binary_sum(solved)
    fields = {
        "position": solved.position.text,
        "outcome": solved.outcome,
        "reason": solved.reason.render("en"),
        "values": [
            {"component": str(part), "value": None if worth is None else to_json(worth)}
            for part, worth in zip(solved.position.components, solved.values, strict=True)
        ],
        "binary_sum": [
            {"component": name or "sum", "value": to_json(worth), "binary": digits}
            for name, worth, digits in rows
        ],
    }
    return _told(fields, _evidence(solved), begun)


def discover(
    game: Annotated[
        str,
        Field(
            description="The name or code of a game, vectors such as 'vectors{(0,k),(k,0),(k,k)}', or a rule as a "
            "formula such as 'x,y -> u,v where (u = x and v < y) or (u < x and v = y)'."
        ),
    ],
) -> Told:
    """Finds the pattern of a game and proves it if it can. Status: proved (the certificate says by what), observed
    (true on the table, not proved), refuted, or none."""
    begun = time.monotonic()
    report = found_of(game)
    fields = report.to_dict() | {"sentences": [each.render("en") for each in report.sentences()]}
    claims = report.certificate
    if claims is not None:
        fields["certificate"] = _whole(claims, f"sprague discover '{game}' -o FILE")
        return _told(fields | {"statement": (verdict := _accepted(claims))["statement"]}, _by(verdict), begun)
    if report.laws:
        sentence = "; ".join(law.sentence().render("en") for law in report.laws)
        return _told(fields, Evidence(kind="theorem", source=None, sentence=sentence), begun)
    if report.status == "observed":
        sentence = "observed on the entries that the patterns name; nothing is proved"
        return _told(fields, Evidence(kind="observed", source=None, sentence=sentence), begun)
    return _told(fields, Evidence(kind="none", source=None, sentence="no pattern is claimed"), begun)


def period(
    game: GameName,
    limit: Annotated[
        int | None, Field(ge=1, description="The largest heap to look at; by default what takes little time.")
    ] = None,
) -> Told:
    """The period of the Grundy values of a game on heaps. The result claims a period only with a certificate that the
    separate checker has accepted in this call. Otherwise it names no period and says how far the search went."""
    begun = time.monotonic()
    repeat = period_of(game, limit)
    if repeat.status != "proved":
        fields = {"game": repeat.game, "status": "not proved", "seen": repeat.seen}
        return _told(fields, Evidence(kind="none", source=None, sentence=repeat.sentence.render("en")), begun)
    claims = repeat.certificate()
    verdict = _accepted(claims)
    fields = {
        "game": repeat.game,
        "status": "proved",
        "preperiod": repeat.preperiod,
        "period": repeat.period,
        "saltus": repeat.saltus,
        "statement": verdict["statement"],
        "certificate": _whole(claims, f"sprague period {repeat.game} --certificate FILE"),
    }
    return _told(fields, _by(verdict), begun)


def check(
    certificate: Annotated[
        dict[str, Any], Field(description="A certificate or proof as Sprague writes it, as a JSON object.")
    ],
) -> Told:
    """Checks a certificate again with separate code. A valid one establishes the statement in the result; for an
    invalid one the result has the reason."""
    begun = time.monotonic()
    verdict = checked(certificate)
    nothing = Evidence(kind="none", source=None, sentence="the certificate proves nothing")
    return _told(verdict, _by(verdict) if verdict["valid"] else nothing, begun)


def theorem(
    what: Annotated[str, Field(description="A position, or the name of a game on heaps (for its period).")],
) -> Told:
    """A file for the proof assistant Coq with a theorem about a position, or about the period of a game, and its proof.
    The proof counts only after Coq, or 'sprague verify FILE', has accepted it."""
    begun = time.monotonic()
    try:
        text = written(parse(what))
    except NotationError:
        text = written(period_of(what))
    if len(text) > MOST_CHARACTERS:
        raise TooLargeError(
            say(
                "the file has {size} characters; write it with: sprague theorem '{what}' -o FILE",
                size=len(text),
                what=what,
            )
        )
    sentence = "a theorem with its proof for Coq's kernel, not yet run through it in this call"
    return _told({"text": text}, Evidence(kind="none", source=None, sentence=sentence), begun)


def games(
    like: Annotated[str, Field(description="Words of the game's name or rule; empty for all games.")] = "",
) -> Told:
    """Lists the games whose name, rule or description has these words: name, an example of a position, the rule in a
    sentence, and its source."""
    begun = time.monotonic()
    rows = [
        {
            "name": game.head,
            "aliases": aliases(game),
            "example": game.example,
            "rule": game.rule.render("en"),
            "notation": game.notation.render("en"),
            "source": game.source,
        }
        for game in builtin_rulesets()
        if is_like(game, like)
    ]
    evidence = Evidence(kind="rules", source=None, sentence="the rules of the games")
    return _told({"games": rows}, evidence, begun)


#: In the order in which a model reads them.
TOOLS: tuple[Callable[..., Told], ...] = (
    solve,
    moves,
    play,
    explain,
    discover,
    period,
    check,
    theorem,
    games,
)


def _told(fields: dict[str, Any], evidence: Evidence, begun: float) -> Told:
    return Told(result=fields, evidence=evidence, seconds=round(time.monotonic() - begun, 3))


def _evidence(solved: Answer) -> Evidence:
    evidence = solved.evidence
    return Evidence(
        kind=evidence.kind, source=evidence.source or None, sentence=evidence.sentence.render("en")
    )


def _accepted(claims: dict[str, Any]) -> dict[str, Any]:
    """Returns the separate checker's result for a certificate. Raises UnsolvedError if the certificate is not valid."""
    verdict = checked(claims)
    if not verdict["valid"]:
        raise UnsolvedError(say("the certificate is not valid: {reason}", reason=verdict["reason"]))
    return verdict


def _by(verdict: dict[str, Any]) -> Evidence:
    sentence = (
        f"a certificate of the kind {verdict['kind']}, which the separate checker accepted: {verdict['work']}"
    )
    return Evidence(kind="certificate", source=None, sentence=sentence)


def _by_rules(position: Position) -> Evidence:
    sources = [part.ruleset.source for part in position.components if part.ruleset.source]
    source = "; ".join(dict.fromkeys(sources)) or None
    return Evidence(kind="rules", source=source, sentence="the rules allow the move")


def _outcome(position: Position) -> Answer | None:
    """Returns the answer without its moves, or None if it is out of reach."""
    try:
        return answer(position, moves=False)
    except (TooLargeError, UnsolvedError):
        return None


def _judged(move: Move, after: Answer | None) -> dict[str, Any]:
    return {
        "move": move.sentence.render("en"),
        "to": move.to.text,
        "outcome_after": None if after is None else after.outcome,
        "wins": None if after is None else after.outcome == "P",
    }


def _whole(claims: dict[str, Any], command: str) -> dict[str, Any]:
    """Returns the certificate. If it is too long for an answer, it raises an error with the command that writes it."""
    import json

    size = len(json.dumps(claims))
    if size > MOST_CHARACTERS:
        raise RangeError(
            say(
                "the certificate has {size} characters, too many for this answer, and nothing is claimed without it; "
                "write it with: {command}",
                size=size,
                command=command,
            )
        )
    return claims
