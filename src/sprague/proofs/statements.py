"""What a valid certificate establishes, as a sentence that is made from its checked content, and what a check did."""

from __future__ import annotations

import hashlib
from string import ascii_lowercase
from typing import Any

from sprague.words.messages import Message, say, say_plural

from .arms_check import arm_names
from .automatic_check import blocking_of
from .law_form import quotients
from .plain_formulas import written


def statement(kind: str, certificate: dict[str, Any]) -> Message:
    """Returns the statement that a valid certificate establishes.

    >>> import sprague as sg
    >>> print(statement("period", sg.octal("0.137").period().certificate()))
    g(n + 34) = g(n) for every n >= 52, ...
    """
    return _STATEMENTS[kind](certificate)


def work(kind: str, certificate: dict[str, Any], count: int) -> Message:
    """Returns what the check of a certificate did, which counted ``count`` entries."""
    return _WORK[kind](certificate, count)


def _period(certificate: dict[str, Any]) -> Message:
    fields = {
        "s": certificate["start"],
        "p": certificate["length"],
        "c": certificate["saltus"],
        "code": certificate["code"],
    }
    if certificate["saltus"]:
        return say(
            "g(n + {p}) = g(n) + {c} for every n >= {s}, where g(n) is the value of a heap of n in {code}; "
            "no smaller start and no smaller period will do",
            **fields,
        )
    return say(
        "g(n + {p}) = g(n) for every n >= {s}, where g(n) is the value of a heap of n in {code}; "
        "no smaller start and no smaller period will do",
        **fields,
    )


def _proof(certificate: dict[str, Any]) -> Message:
    if certificate["value"]:
        return say(
            "{position} has the value *{value}: in normal play the first player wins",
            position=certificate["position"],
            value=certificate["value"],
        )
    return say(
        "{position} has the value 0: in normal play the second player wins", position=certificate["position"]
    )


def _quotient(certificate: dict[str, Any]) -> Message:
    if "code" in certificate:
        of = say("the heaps 0 to {last} of {code}", last=certificate["heaps"], code=certificate["code"])
    else:
        of = say("{count} positions, which are given by their options alone", count=certificate["heaps"] + 1)
    if "length" in certificate:
        reach = say(
            "from heap {s} on the elements of heaps repeat with period {p}, no smaller start and no smaller period "
            "will do, and so this is the quotient of the whole game",
            s=certificate["start"],
            p=certificate["length"],
        )
    elif "code" in certificate:
        reach = say("it says nothing about larger heaps")
    else:
        reach = say("no move leads out of these positions")
    return say(
        "the misère quotient of {of} has order {order} and a P-portion of order {lost}: it is generated (every element "
        "is a sum of these), reduced (beside some sum any two have different outcomes) and closed (every sum of these, "
        "of any length, has the outcome of its element); {reach}",
        of=of,
        order=len(certificate["words"]),
        lost=len(set(certificate["p"])),
        reach=reach,
    )


def _automatic(certificate: dict[str, Any]) -> Message:
    x, y = _names(certificate["rule"])
    weights = zip(certificate["measure"], (x, y), strict=True)
    measure = " + ".join(f"{'' if weight == 1 else weight}{name}" for weight, name in weights if weight)
    sentence = say(
        "in the game {rule} a pair, {x} first and {y} second, is a P-position just when the automaton of {states} "
        "states accepts the digits of {x} and {y} in the system {system}; {falls}; no deterministic automaton of fewer "
        "states accepts just these words",
        x=x,
        y=y,
        rule=_quoted(certificate["rule"]),
        system=certificate["system"],
        states=len(certificate["automaton"]["delta"]),
        falls=say("{measure} decreases with every move", measure=measure),
    )
    forbidden = blocking_of(certificate["rule"])[1]
    if forbidden:
        sentence = say(
            "{before}; here a pair is a P-position just when at most {count} of its options are P-positions, so many "
            "as the other player may forbid",
            before=sentence,
            count=forbidden,
        )
    if "addable" in certificate:
        sentence = say(
            "{before}; the other vectors that may be added to the rule without a change of the P-positions are those "
            "that the second automaton accepts",
            before=sentence,
        )
    if certificate.get("pairs") == 0:
        sentence = say("{before}; the P-positions are the pairs (n, n)", before=sentence)
    elif "pairs" in certificate:
        sentence = say(
            "{before}; the {n}-th P-position (x, y) with x <= y, {n} = 0, 1, 2, …, is (⌊{n}{a}⌋, ⌊{n}{a}⌋ + {t}{n}), "
            "where {t} = {step} and {a} is half of 2 - {t} + √({t}² + 4) (S. Beatty 1926); with (x, y), where x < y, "
            "also ({z}, {w}) is a P-position, {z} = {t}y + x and {w} = {t}{z} + y",
            before=sentence,
            step=certificate["pairs"],
            **_letters((x, y), "natzw"),
        )
    if "parts" in certificate:
        sentence = say(
            "{before}; who begins with {x} coins, at least one, of which anything but all may be taken, loses just "
            "when {x} is a weight of the system; {x} with limit {y} is a P-position just when {x} is 0 or {y} is less "
            "than the smallest part of {x}, which is a sum of weights, each more than {c} times the next",
            before=sentence,
            x=x,
            y=y,
            c=certificate["parts"],
        )
    return sentence


def _names(rule: str, usual: tuple[str, str] = ("x", "y")) -> tuple[str, str]:
    """Returns the names that a formula gives to the two entries of a position."""
    return written(rule)[:2] if "->" in rule else usual


def _quoted(rule: str) -> str:
    """Returns a rule; a formula in quotation marks, as the names in it may be any words."""
    return f'"{rule}"' if "->" in rule else rule


def _letters(names: tuple[str, str], usual: str) -> dict[str, str]:
    """Letters for a sentence: the usual ones, but others for those that a rule gives to an entry of a position.

    >>> _letters(("n", "q"), "na")
    {'n': 'b', 'a': 'a'}
    """
    free = (letter for letter in ascii_lowercase if letter not in {*names, *usual, "x", "y"})
    return {letter: next(free) if letter in names else letter for letter in usual}


def _row(certificate: dict[str, Any]) -> Message:
    return say(
        "g({m}, n + {p}) = g({m}, n) + {p} for every n >= {s}, where g is the value of two heaps in Wythoff's game; "
        "no smaller start and no smaller period will do",
        m=certificate["row"],
        p=certificate["period"],
        s=certificate["start"],
    )


def _takeaway(certificate: dict[str, Any]) -> Message:
    n, q = _names(certificate["rule"])
    return say(
        "in the game {rule}, where the next take may be at most {factor} times the last, a pair, {n} first and {q} "
        "second, is a P-position just when {n} is 0 or {q} is less than the smallest part of {n} (taking the largest "
        "that fits, again and again); the parts {a}(1), {a}(2), … are {parts}, …, and {a}({i} + 1) = {a}({i}) + "
        "{a}({i} - {distance}) for every {i} >= {s}; no smaller start will do",
        n=n,
        q=q,
        factor=certificate["factor"],
        rule=_quoted(certificate["rule"]),
        parts=", ".join(map(str, certificate["parts"][:8])),
        distance=certificate["distance"],
        s=certificate["start"],
        **_letters((n, q), "ai"),
    )


def _family(certificate: dict[str, Any]) -> Message:
    return say(
        "g(n + {p}) = g(n) for every n >= {s}, where g(n) is the value of the graph of n columns in {game}[{edges}]; "
        "no smaller start and no smaller period will do",
        p=certificate["period"],
        s=certificate["start"],
        game=certificate["game"],
        edges=certificate["edges"],
    )


def _arms(certificate: dict[str, Any]) -> Message:
    return say(
        "T(m + {p}, n) = T(m, n) for every m >= {first} and every n, and T(m, n + {q}) = T(m, n) for every m and every "
        "n >= {second}, where T(m, n) is the value of {game}[{edges}] with m vertices in the arm {b}0-{b}1 and n in "
        "the arm {c}0-{c}1; no smaller start and no smaller period will do",
        p=certificate["periods"][0],
        first=certificate["starts"][0],
        q=certificate["periods"][1],
        b=arm_names(certificate["edges"])[0],
        c=arm_names(certificate["edges"])[1],
        second=certificate["starts"][1],
        game=certificate["game"],
        edges=certificate["edges"],
    )


def _kinds(certificate: dict[str, Any]) -> Message:
    return say(
        "g(n + {p}) = g(n) for every n >= {s}, where g(n) is the value of a heap of n of the first kind in {game}; no "
        "smaller start and no smaller period will do",
        p=certificate["period"],
        s=certificate["start"],
        game=certificate["game"],
    )


def _growing(certificate: dict[str, Any]) -> Message:
    fields = {"game": certificate["game"], "kinds": len(certificate["relations"])}
    if "edges" in certificate:
        fields["game"] = f"{certificate['game']}[{certificate['edges']}]"
        sentence = say(
            "the graph of n columns in {game} has the value z for which the first of the {kinds} automata of this file "
            "accepts n and z in base 2, and likewise the pieces of each kind",
            **fields,
        )
    else:
        sentence = say(
            "a heap of n of the first kind in {game} has the value z for which the first of the {kinds} automata of "
            "this file accepts n and z in base 2, and likewise the heaps of each kind",
            **fields,
        )
    if certificate["period"] is None:
        return sentence
    return say(
        "{before}; with g(n) for this value, g(n + {p}) = g(n) for every n >= {s}; no smaller start and no smaller "
        "period will do",
        before=sentence,
        p=certificate["period"],
        s=certificate["start"],
    )


def _law(certificate: dict[str, Any]) -> Message:
    fields = {
        "name": certificate["name"],
        "digest": hashlib.sha256(certificate["source"].encode()).hexdigest()[:16],
        "constants": ", ".join(
            f"{name} = {_constant(value)}" for name, value in certificate["constants"].items()
        )
        or say("nothing"),
        "heaps": say_plural("{count} heap", "{count} heaps", certificate["heaps"]),
        "system": certificate["system"],
        "states": sum(len(each[1]["delta"]) for each in certificate["sets"]),
        "bound": certificate["compared"],
        "moves": say("whose moves are those of the formula in this file")
        if certificate["under"] is None
        else say("in which the first formula of this file holds of every move and the second of moves only"),
        "read": say("said to be read off the source, not proved to agree with it")
        if certificate["under"] is None
        else say(
            "two formulas, one weaker and one stronger, said to be read off the source, not proved to agree with it"
        ),
    }
    if any(name in str(certificate["under"]) for name in quotients(certificate["heaps"])):
        fields["moves"] = say(
            "in which the first formula of this file holds of every move and the second of moves only (xq and xr with "
            "the numbers of two heaps are the quotient and the rest of the larger heap by the smaller, and 0 if the "
            "smaller is empty)"
        )
    if certificate["kind"] == "outcome":
        return say(
            "in every game on {heaps} {moves}, in normal play who begins loses just "
            "where the first automaton accepts the heaps (system {system}, {states} states in all). The formula is "
            "taken for the function {name} of this file (SHA-256 of its source {digest}…; from outside: "
            "{constants}): {read}, compared with it on heaps below {bound}",
            **fields,
        )
    if certificate["kind"] in _GROWING:
        return say(
            "in every game on {heaps} {moves}, just one number z is such that the automaton accepts the heaps and z, "
            "and {value} (system {system}, {states} states). The formula is taken for the function {name} of this file "
            "(SHA-256 of its source {digest}…; from outside: {constants}): {read}, compared with it on heaps below "
            "{bound}",
            value=_GROWING[certificate["kind"]],
            **fields,
        )
    return say(
        "in every game on {heaps} {moves}, a position has the value "
        "whose automaton accepts its heaps (system {system}, {states} states in all). The formula is taken for the "
        "function {name} of this file (SHA-256 of its source {digest}…; from outside: {constants}): {read}, compared "
        "with it on heaps below {bound}",
        **fields,
    )


_GROWING = {
    "relation": say("z is the value of the position"),
    "powers": say("z is 2 to the power of the value of the position"),
    "odious": say(
        "z is 0 for a position of value 0, and otherwise the power of the base whose exponent is the index, from 0 on, "
        "of the value among the odious numbers 1, 2, 4, 7, 8, …"
    ),
}


def _constant(value: Any) -> Any:
    """Returns a constant as Python writes it: a list of JSON stands for a tuple, which does not change."""
    return tuple(map(_constant, value)) if isinstance(value, list) else value


def _period_work(certificate: dict[str, Any], count: int) -> Message:
    return say(
        "{count} values computed again; by the theorem {theorem} they decide all others",
        count=count,
        theorem=certificate["theorem"],
    )


def _proof_work(certificate: dict[str, Any], count: int) -> Message:
    return say(
        "{count} moves on {shapes} boards answered again", count=count, shapes=len(certificate["shapes"])
    )


def _sprouts_work(certificate: dict[str, Any], count: int) -> Message:
    return say("{count} lines in {lands} lands drawn again", count=count, lands=len(certificate["lands"]))


def _nogo_work(certificate: dict[str, Any], count: int) -> Message:
    return say("{count} moves on {boards} boards made again", count=count, boards=len(certificate["boards"]))


def _quotient_work(certificate: dict[str, Any], count: int) -> Message:
    return say("{count} products and options computed again", count=count)


def _automatic_work(certificate: dict[str, Any], count: int) -> Message:
    return say(
        "each statement decided again, by automata of {count} states, and small positions compared with the definition",
        count=count,
    )


def _row_work(certificate: dict[str, Any], count: int) -> Message:
    return say("{count} columns of {rows} rows computed again", count=count, rows=certificate["row"] + 1)


def _takeaway_work(certificate: dict[str, Any], count: int) -> Message:
    return say(
        "{count} parts computed again, the recurrence proved by induction, and small heaps compared with the "
        "definition",
        count=count,
    )


def _family_work(certificate: dict[str, Any], count: int) -> Message:
    return say(
        "{kinds} kinds of pieces taken apart and {count} values computed again; by the theorem of Guy and Smith for "
        "systems of sequences they decide all others",
        kinds=len(certificate["kinds"]),
        count=count,
    )


def _arms_work(certificate: dict[str, Any], count: int) -> Message:
    return say(
        "{count} values of pieces with two arms computed again; by the induction of Guy and Smith on both lengths "
        "they decide all others",
        count=count,
    )


def _kinds_work(certificate: dict[str, Any], count: int) -> Message:
    return say(
        "{count} values computed again; by the theorem of Guy and Smith for systems of sequences they decide all "
        "others",
        count=count,
    )


def _growing_work(certificate: dict[str, Any], count: int) -> Message:
    if "edges" in certificate:
        return say(
            "{kinds} kinds of pieces taken apart, and each statement about their values decided again, by automata of "
            "{count} states",
            kinds=len(certificate["relations"]),
            count=count,
        )
    return say("each statement about the values decided again, by automata of {count} states", count=count)


def _law_work(certificate: dict[str, Any], count: int) -> Message:
    return say(
        "the source interpreted on heaps below {bound} and compared with formula and law, and each statement decided "
        "again, by automata of {count} states",
        bound=certificate["compared"],
        count=count,
    )


_STATEMENTS = {
    "period": _period,
    "proof": _proof,
    "sprouts": _proof,
    "nogo": _proof,
    "quotient": _quotient,
    "automatic": _automatic,
    "row": _row,
    "takeaway": _takeaway,
    "family": _family,
    "arms": _arms,
    "kinds": _kinds,
    "growing": _growing,
    "law": _law,
}

_WORK = {
    "period": _period_work,
    "proof": _proof_work,
    "sprouts": _sprouts_work,
    "nogo": _nogo_work,
    "quotient": _quotient_work,
    "automatic": _automatic_work,
    "row": _row_work,
    "takeaway": _takeaway_work,
    "family": _family_work,
    "arms": _arms_work,
    "kinds": _kinds_work,
    "growing": _growing_work,
    "law": _law_work,
}
