"""Names for the P-positions of a law: a set that is known in words, if its automaton is the very same."""

from __future__ import annotations

from collections.abc import Iterator

from sprague.words.errors import SpragueError
from sprague.words.messages import Message, join, say

from ..automata.decide import automaton
from ..automata.dfa import Automaton, reordered
from ..automata.formula import Formula, Within
from ..automata.numeration import System
from ..automata.sets import by_letters
from ..guess import except_at_zero
from ..reading.statements import BEFORE
from ..reading.terms import at_least, conjunction, disjunction, equal, in_set, less, name, some

#: The longest period and preperiod of a set of numbers, and the heaps by which they are guessed.
PERIOD, PREPERIOD, SEEN = 40, 12, 200

#: The largest number that is added to an exponent, and the largest value at 0.
EXPONENT = 2

#: The largest difference of two heaps, and the largest factor before a power.
DIFFERENCE, FACTOR = 6, 4

#: The largest number whose multiples are left out of three heaps.
RESIDUE = 12


def losing_in_words(losing: Automaton, heaps: int) -> Message | None:
    """Returns who loses in words, where the automaton of the P-positions is that of a set with a name; else None.

    >>> from ..automata.numeration import system
    >>> tens = some(("k",), equal(name("n"), name("k").times(10)))
    >>> print(losing_in_words(automaton(tens, system("2")), 1))
    who begins loses just at the multiples of 10
    """
    kinds = {1: (_repeating, _near_powers), 2: (_differing, _golden), 3: (_three,)}
    for kind in kinds.get(heaps, ()):
        for words, formula in kind(losing):
            try:
                if _same(losing, formula, heaps):
                    return words
            except SpragueError:
                continue
    return None


def _same(losing: Automaton, formula: Formula, heaps: int) -> bool:
    return automaton(formula, losing.system).named(*BEFORE[:heaps]).same(losing.named(*BEFORE[:heaps]))


def _repeating(losing: Automaton) -> Iterator[tuple[Message, Formula]]:
    """Yields the set that repeats as the small numbers do."""
    inside = [(n,) in losing for n in range(SEEN)]
    x, q = name(BEFORE[0]), name("q")
    if inside == [True] + [False] * (SEEN - 1):
        yield say("who begins loses only with an empty heap"), equal(x, 0)
        return
    for start in range(PREPERIOD + 1):
        for period in range(1, PERIOD + 1):
            if inside[start : SEEN - period] != inside[start + period :]:
                continue
            early = [n for n in range(start) if inside[n]]
            rests = [n for n in range(start, start + period) if inside[n]]
            parts = [equal(x, n) for n in early]
            parts += [some(("q",), equal(x, q.times(period).plus(n))) for n in rests]
            yield _period_in_words(start, period, early, rests), disjunction(*parts)
            return


def _period_in_words(start: int, period: int, early: list[int], rests: list[int]) -> Message:
    if period == 1 and rests:
        if early:
            return say(
                "who begins loses just at {early}, and from {start} on", early=join(early), start=start
            )
        return say("who begins loses just from {start} on", start=start)
    if not start and rests == [0]:
        return say("who begins loses just at the multiples of {period}", period=period)
    if not start:
        return say(
            "who begins loses just where n mod {period} is {rests}",
            period=period,
            rests=join(rests, say(" or ")),
        )
    residues = join(sorted(n % period for n in rests), say(" or ")) if rests else None
    if residues is None:
        return say("who begins loses just at {early}", early=join(early))
    if not early:
        return say(
            "who begins loses just where n mod {period} is {rests}, from {start} on",
            period=period,
            rests=residues,
            start=start,
        )
    return say(
        "who begins loses just at {early}, and from {start} on where n mod {period} is {rests}",
        early=join(early),
        start=start,
        period=period,
        rests=residues,
    )


def _near_powers(losing: Automaton) -> Iterator[tuple[Message, Formula]]:
    """Yields the numbers n for which a n + c is a power of the base."""
    base = losing.system.name
    if not base.isdigit():
        return
    members = [n for n in range(SEEN) if (n,) in losing][:4]
    powers = [int(base) ** k for k in range(12)]
    x = name(BEFORE[0])
    for factor in range(1, FACTOR + 1):
        for rest in range(-FACTOR, FACTOR + 1):
            if members and all(factor * n + rest in powers for n in members):
                form = x.times(factor).plus(rest)
                whole = conjunction(at_least(form, 1), in_set(f"power({base})", form))
                yield (
                    say(
                        "who begins loses just where {form} is a power of {base}",
                        form=_form(factor, rest),
                        base=base,
                    ),
                    whole,
                )


def _form(factor: int, rest: int) -> str:
    """Returns a sum in n, as people write it.

    >>> _form(2, 1), _form(1, -3), _form(1, 0)
    ('2n + 1', 'n - 3', 'n')
    """
    first = "n" if factor == 1 else f"{factor}n"
    return first if not rest else f"{first} {'+' if rest > 0 else '-'} {abs(rest)}"


def _differing(losing: Automaton) -> Iterator[tuple[Message, Formula]]:
    """Yields the pairs of heaps that differ by little, or of which one is empty."""
    a, b = (name(each) for each in BEFORE[:2])
    if (1, 1) in losing and (0, 0) in losing:
        most = next((c for c in range(DIFFERENCE + 1) if (20, 21 + c) not in losing), None)
        if most == 0:
            yield say("who begins loses just where the heaps are equal"), equal(a, b)
        elif most is not None:
            near = conjunction(at_least(a.plus(most), b), at_least(b.plus(most), a))
            yield say("who begins loses just where the heaps differ by at most {most}", most=most), near
    yield say("who begins loses just where a heap is empty"), disjunction(equal(a, 0), equal(b, 0))


def _golden(losing: Automaton) -> Iterator[tuple[Message, Formula]]:
    """Yields the pairs of heaps whose ratio is less than the golden one, and those with an empty heap."""
    if losing.system.name != "zeckendorf":
        return
    a, b = (name(each) for each in BEFORE[:2])
    empty = disjunction(equal(a, 0), equal(b, 0))
    below = [
        # The largest number below φn is one more than n - 1 with a zero behind its digits (a theorem on φ).
        some(
            ("c", "y"), conjunction(equal(n, name("c").plus(1)), in_set("shift", name("c"), name("y")), near)
        )
        for n, m in ((a, b), (b, a))
        for near in (conjunction(less(n, m), at_least(name("y").plus(1), m)),)
    ]
    yield (
        say(
            "who begins loses just where a heap is empty, or the larger heap is more than the smaller and less than "
            "φ = (1 + √5)/2 times it"
        ),
        disjunction(empty, *below),
    )
    yield (
        say(
            "who begins loses just where a heap is empty, or the larger heap is less than φ = (1 + √5)/2 times the "
            "smaller"
        ),
        disjunction(empty, equal(a, b), *below),
    )


def _three(losing: Automaton) -> Iterator[tuple[Message, Formula]]:
    """Yields the set of three equal heaps, that of heaps whose nim-sum is 0, and that of those with an empty heap; and
    where the heaps without multiples of a number have the nim-sum 0."""
    a, b, c = (name(each) for each in BEFORE[:3])
    yield say("who begins loses just where the heaps are equal"), conjunction(equal(a, b), equal(b, c))
    yield say("who begins loses just where the nim-sum of the heaps is 0"), in_set("xor", a, b, c)
    empty = disjunction(*(equal(heap, 0) for heap in (a, b, c)))
    yield say("who begins loses just where a heap is empty"), empty
    period = next((n for n in range(1, RESIDUE + 1) if (n, 0, 0) in losing), 0)
    if period > 1:
        rests = tuple(map(name, ("r", "s", "t")))
        turns = tuple(
            some(("q",), equal(heap, name("q").times(period).plus(rest)))
            for heap, rest in zip((a, b, c), rests, strict=True)
        )
        small = (less(rest, period) for rest in rests)
        yield (
            say("who begins loses just where the nim-sum of the heaps mod {period} is 0", period=period),
            some(("r", "s", "t"), conjunction(*turns, *small, in_set("xor", *rests))),
        )


def exponent_in_words(relation: Automaton) -> Message | None:
    """Returns the values in words, where the pairs of n and 2 to the power of its value are those of the exponent of 2
    in n, plus a constant, and the value at 0; else None."""
    least, (n, w) = lowest(relation.system, 1), (BEFORE[0], "w")
    for more in range(EXPONENT + 1):
        for at_zero in range(EXPONENT + 1):
            power = equal(name(w), name("b").times(2**more))
            far = conjunction(Within((n, "b"), least), at_least(name("b"), 1), power)
            whole = disjunction(conjunction(equal(name(n), 0), equal(name(w), 2**at_zero)), some(("b",), far))
            pairs = reordered(automaton(whole, relation.system), (n, w))
            if pairs.same(relation.named(n, w)):
                words = say("the exponent of 2 in n")
                if more:
                    words = say("the exponent of 2 in n, plus {number}", number=more)
                return except_at_zero(words, at_zero)
    return None


def lowest(system: System, digit: int) -> Automaton:
    """Returns the pairs of n and the power of the base at the place of its lowest digit of this kind; 0 without one.

    >>> from ..automata.numeration import system
    >>> [(n, w) in lowest(system("3"), 2) for n, w in ((5, 1), (19, 9), (9, 0), (8, 3))]
    [True, True, True, False]
    """

    def step(state: int, letter: tuple[int, ...]) -> int | None:
        is_digit, marked = letter[0] == digit, letter[1]
        if state == 2 or marked > 1:  # behind the mark
            return None if is_digit or marked else 2
        if marked:
            return 2 if is_digit else None
        return 1 if is_digit or state == 1 else 0

    return by_letters(system, 2, step, lambda state: state != 1).named(*BEFORE[:1], "w")
