"""The rules of heaps of several kinds: their notation, and the rules in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, join, say

from .system import Shorter, Split

#: The most options of a kind, and the most counters that an option takes.
MOST_OPTIONS, MOST_TAKEN = 60, 1000

#: The words of a rule with more options do not list them.
MOST_TOLD = 12

_OPTION = re.compile(r"(?:\*(\d+)\+)?([a-z])(?:\+([a-z]))?(?:-(\d+))?|-(\d+)", re.ASCII)


class Rule(NamedTuple):
    """The options of a kind: those that leave one heap, those that split, the sizes of heaps that may be taken whole,
    and the printed form of all of them."""

    shorter: tuple[Shorter, ...]
    splits: tuple[Split, ...]
    whole: frozenset[int]
    text: str


def read_kinds(text: str, where: str) -> tuple[tuple[str, ...], tuple[Rule, ...]]:
    """Returns the letters of the kinds, and their rules. Raises NotationError or RangeError.

    >>> letters, rules = read_kinds("a:a-1,a+b-2;b:-2", "")
    >>> letters, rules[0].shorter, rules[1].whole
    (('a', 'b'), (Shorter(constant=0, kind=0, loss=1),), frozenset({2}))
    """
    wanted = say("kinds such as a:a-1,a+b-2;b:b-1")
    lines = [part.partition(":") for part in text.split(";")]
    letters = tuple(letter.strip() for letter, _, _ in lines)
    for letter, colon, _ in lines:
        if not colon or not re.fullmatch(r"[a-z]", letter.strip(), re.ASCII):
            raise expected(wanted, letter.strip() or text, where)
    if len(set(letters)) < len(letters):
        raise expected(say("each kind once"), text, where)
    rules = []
    for _, _, options in lines:
        shorter, splits, whole, printed = [], [], set(), []
        for option in filter(None, (each.strip() for each in options.split(","))):
            match = _OPTION.fullmatch("".join(option.split()))
            if match is None:
                raise expected(say("an option such as a-1, a+b-2, *1+a-3 or -2"), option, where)
            for letter in match.group(2, 3):
                if letter is not None and letter not in letters:
                    raise expected(say("one of the kinds {names}", names=", ".join(letters)), letter, where)
            constant, loss = (int(match[i] or 0) for i in (1, 4))
            if max(constant, loss, int(match[5] or 0)) > MOST_TAKEN:
                raise RangeError(say("expected numbers of at most {most}", most=MOST_TAKEN), where=where)
            parts = "+".join(filter(None, match.group(2, 3)))
            less = int(match[4] or match[5] or 0)
            printed.append(f"*{constant}+" * (constant > 0) + parts + f"-{less}" * (less > 0))
            if match[5] is not None and not less:
                raise expected(say("a heap that is not empty, such as -1"), option, where)
            if match[5] is not None:
                whole.add(int(match[5]))
            elif match[3] is None:
                shorter.append(Shorter(constant, letters.index(match[2]), loss))
            elif not loss:
                raise expected(say("a split that takes something, such as a+b-1"), option, where)
            else:
                splits.append(Split(constant, letters.index(match[2]), letters.index(match[3]), loss, 0, 0))
        if len(shorter) + len(splits) > MOST_OPTIONS:
            raise RangeError(say("expected at most {most} options of a kind", most=MOST_OPTIONS), where=where)
        text = ",".join(dict.fromkeys(printed))
        rules.append(
            Rule(tuple(dict.fromkeys(shorter)), tuple(dict.fromkeys(splits)), frozenset(whole), text)
        )
    return letters, tuple(rules)


def in_words(letters: Sequence[str], rules: Sequence[Rule]) -> Message:
    """Returns the rules of all kinds as a sentence.

    >>> print(in_words(*read_kinds("a:a-1,a+a-2;b:*1+a,-3", "")))
    Kind a: take 1; take 2, and split the rest into a and a. Kind b: make it a, with *1 beside it; take 3 whole.
    """
    if sum(len(rule.shorter) + len(rule.splits) + len(rule.whole) for rule in rules) > MOST_TOLD:
        return say(
            "An option such as a+b-2 takes 2 from a heap and leaves a heap of kind a and one of kind b."
        )
    sentences = []
    for kind, (letter, rule) in enumerate(zip(letters, rules, strict=True)):
        ways = [_shorter(letters, kind, each) for each in rule.shorter]
        ways += [
            _beside(
                say(
                    "take {k}, and split the rest into {a} and {b}",
                    k=each.gap,
                    a=letters[each.left],
                    b=letters[each.right],
                ),
                each.constant,
            )
            for each in rule.splits
        ]
        ways += [say("take {k} whole", k=n) for n in sorted(rule.whole)]
        sentences.append(
            say("Kind {letter}: {ways}.", letter=letter, ways=join(ways, say("; ")))
            if ways
            else say("Kind {letter}: no move.", letter=letter)
        )
    return join(sentences, " ")


def _shorter(letters: Sequence[str], kind: int, option: Shorter) -> Message:
    k, to = option.loss, letters[option.kind]
    if option.kind == kind:
        way = say("take {k}", k=k)
    elif k:
        way = say("take {k}, and make the rest {to}", k=k, to=to)
    else:
        way = say("make it {to}", to=to)
    return _beside(way, option.constant)


def _beside(way: Message, constant: int) -> Message:
    return say("{way}, with *{n} beside it", way=way, n=constant) if constant else way


def order_of(rules: Sequence[Rule], where: str) -> tuple[int, ...]:
    """Returns the kinds in an order in which an option that takes nothing leads back. Raises RangeError if there is
    none."""
    order: list[int] = []
    while len(order) < len(rules):
        free = [
            kind
            for kind, rule in enumerate(rules)
            if kind not in order and all(each.loss or each.kind in order for each in rule.shorter)
        ]
        if not free:
            raise RangeError(
                say("play has no end: kinds change into one another without taking anything"), where=where
            )
        order += free
    return tuple(order)
