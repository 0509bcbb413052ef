"""Solves positions in misère play: by theorems first, then by a proved quotient, then by search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sprague.model.engine import Engines, Evidence
from sprague.model.lazy import Lazy
from sprague.model.nim import MISERE_BOUTON, heap, misere_is_p, misere_replies
from sprague.model.reasons import in_words
from sprague.model.ruleset import Component, distinct, is_over
from sprague.model.sums import Reply, Sum
from sprague.system.ask import Effort, Trial, asked, require
from sprague.system.imports import has_compiled
from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import Message, join, say

from .genus import Genus, nim_genus
from .heaps import HeapsAnswer, answer_heaps
from .table import MOST_OPTIONS, TABLE, tame_sum
from .tame import is_fickle, theorem

#: Options that are looked at to see whether a sum is tame.
TAME_OPTIONS = 300_000

#: Sums of more components are not taken to be solved in a moment.
FEW = 4

SEARCHED = Evidence("computed", say("misère play by its definition: search over sums of canonical forms"))
TAME = Evidence(
    "computed", say("all positions within reach are tame: Conway, On Numbers and Games (1976), chapter 12")
)


@dataclass(frozen=True, kw_only=True)
class MisereSum(Sum):
    """The solution of a sum in misère play. It adds the ``genus`` and the ``element`` of a quotient as texts, if they
    are known, and ``why``, which gives the reason for the outcome from the first winning reply."""

    genus: str | None = None
    element: str | None = None
    why: Callable[[Message | None], Message]


def analyse_misere(components: Sequence[Component], engines: Engines) -> MisereSum:
    """Solves a sum in misère play.

    Raises TooLargeError if the budget in force does not suffice, or if no engine can solve the sum.
    """
    if all(part.ruleset.engine == "nim" for part in components):
        return _nim(components)
    if all(theorem(part) is not None for part in components):
        return _by_theorem(components, engines)
    with Trial(components[0]):
        _refuse_endless(components)
        # Compiled code finds quotients; without it, the search goes as far as it can.
        by_quotient = answer_heaps(components) if has_compiled() else None
        if by_quotient is not None:
            return _by_quotient(components, by_quotient)
        searched = _searched_by_engine(components, engines)
        if searched is not None:
            return searched
        if not takes_a_moment(components, engines):
            largest = max(components, key=lambda part: part.ruleset.option_count(part.state) or 0)
            require(_search_effort(components), largest)
        return _by_search(components)


def _refuse_endless(components: Sequence[Component]) -> None:
    for part in dict.fromkeys(components):
        part.ruleset.refuse_endless(part.state)


def _search_effort(components: Sequence[Component]) -> Effort:
    """Returns a lower bound of the effort of a search: it visits sums of the remaining parts, at least as many as there
    are pairs of parts. The search itself announces when it takes longer."""
    most = max(1, *(part.ruleset.option_count(part.state) or 1 for part in components))
    sums = len(components) * min(most, MOST_OPTIONS) ** 2
    return Effort(sums, 1000 * sums, 1e-4 * sums)


def misere_reason(components: Sequence[Component], answer: MisereSum) -> Message:
    """Says why ``components`` have the outcome in ``answer``, and names a winning move if there is one."""
    if all(map(is_over, components)):
        return say("there is no move: whoever is to move has won, as the other side took the last")
    first = next(iter(answer.replies), None)
    if first is None and answer.outcome == "N":  # the question did not ask for the moves
        return say("whoever is to move wins: {source}", source=answer.evidence.sentence)
    return answer.why(None if first is None else in_words(components, *first))


def _nim(components: Sequence[Component]) -> MisereSum:
    heaps: list[Any] = [part.state for part in components]
    first = {index for index, _ in distinct(components)}
    replies: Lazy[Reply] = Lazy.of((i, (heap(size),)) for i, size in misere_replies(heaps) if i in first)
    genus = tame_sum(nim_genus(n) for n in heaps)
    return _sum(
        components,
        misere_is_p(heaps),
        replies,
        MISERE_BOUTON,
        genus=str(genus),
        why=lambda move: _why_nim(heaps, move),
    )


def _why_nim(heaps: Sequence[int], move: Message | None) -> Message:
    large = sum(n > 1 for n in heaps)
    if large == 0:
        if move is None:
            return say(
                "only heaps of 1 are left and their number is odd: the last one falls to whoever is to move"
            )
        return say(
            "no heap exceeds 1 and their number is even: whoever is to move does not take the last one"
        )
    if move is None:
        return say(
            "the nim-sum is 0 and a heap exceeds 1: misère Nim is then played like Nim until heaps of 1 remain"
        )
    if large == 1:
        return say("one heap exceeds 1: leave an odd number of heaps of 1, by: {move}", move=move)
    return say(
        "misère Nim is played like Nim while two heaps exceed 1: bring the nim-sum to 0, by: {move}",
        move=move,
    )


# Tame games


def _by_theorem(components: Sequence[Component], engines: Engines) -> MisereSum:
    """Solves components of games that are tame at any size, by their Grundy values and by which of them are fickle."""
    for part in dict.fromkeys(components):
        require(engines(part.ruleset).effort(part.state, "value"), part)
    each = [_theorem_genus(part, engines) for part in components]
    total = tame_sum(each)
    replies = Lazy.of([]) if total.at(0) == 0 else _tame_replies(components, each, engines)
    sentences = dict.fromkeys(proved.sentence for part in components if (proved := theorem(part)) is not None)
    evidence = Evidence("theorem", join(sentences, say("; ")))
    return _sum(components, total.at(0) == 0, replies, evidence, genus=str(total), why=_why_tame(total))


def _theorem_genus(part: Component, engines: Engines) -> Genus:
    value = engines.value(part)
    return nim_genus(value) if is_fickle(part, value) else Genus(value, (value, value ^ 2))


def _tame_replies(components: Sequence[Component], each: Sequence[Genus], engines: Engines) -> Lazy[Reply]:
    """Yields the moves to value 0 with a firm component, or to value 1 without one."""
    budget = asked()

    def items() -> Iterator[Reply]:
        for index, part in distinct(components):
            rest = tame_sum(each[:index] + each[index + 1 :])  # type: ignore[operator]
            targets = (rest.value, rest.value ^ 1) if rest.fickle else (rest.value,)
            for target in targets:
                options = budget.run(engines(part.ruleset).replies, part.state, target)
                for option in options:
                    genus_after = tame_sum([_theorem_genus(piece, engines) for piece in option])
                    if tame_sum((rest, genus_after)).at(0) == 0:
                        yield index, option

    return Lazy(items)


def _why_tame(genus: Genus) -> Callable[[Message | None], Message]:
    """Returns the rule for tame games in words: play as in Nim until only fickle components are left."""

    def why(move: Message | None) -> Message:
        if move is not None:
            return say(
                "the game is tame (genus {genus}), it behaves like misère Nim: play as in normal play until all that "
                "is left counts as heaps of 1, and then leave an odd number of these: {move}",
                genus=str(genus),
                move=move,
            )
        if genus.fickle:
            return say(
                "the game is tame (genus {genus}), it behaves like an odd number of heaps of 1 in misère Nim: the "
                "last one falls to whoever is to move",
                genus=str(genus),
            )
        return say(
            "the game is tame (genus {genus}), it behaves like misère Nim of nim-sum 0 with a heap above 1: whatever "
            "is moved, there is a reply that leads back to such a position",
            genus=str(genus),
        )

    return why


# Answers from a quotient


def _by_quotient(components: Sequence[Component], answer: HeapsAnswer) -> MisereSum:
    def why(move: Message | None) -> Message:
        place = say(
            "{element} in the misère quotient of order {order}",
            element=answer.element,
            order=answer.quotient.order,
        )
        if move is None:
            return say(
                "the position is {place}, which is among the P-positions: every move leads out of them",
                place=place,
            )
        return say(
            "the position is {place}, which is not among the P-positions: a move leads to one of them: {move}",
            place=place,
            move=move,
        )

    return _sum(
        components,
        answer.is_p,
        answer.replies,
        answer.evidence,
        genus=answer.genus,
        element=answer.element,
        why=why,
    )


# Search


def _searched_by_engine(components: Sequence[Component], engines: Engines) -> MisereSum | None:
    """Asks the engine of the one game of all components, if it has a search for misère play. Small sums are usually
    tame, and the table of all games answers them."""
    ruleset = components[0].ruleset
    if any(part.ruleset != ruleset for part in components) or TABLE.is_small(components):
        return None
    engine = engines(ruleset)

    def loses(parts: Sequence[Component]) -> bool | None:
        return engine.is_lost_in_misere([part.state for part in parts])

    lost = loses(components)
    if lost is None:
        return None
    return _found(components, lost, lambda remaining: bool(loses(remaining)), SEARCHED, None, _why_searched)


def _by_search(components: Sequence[Component]) -> MisereSum:
    tame = Trial(components[0]).run(_tame_genus, components)
    if tame is None:
        return _found(components, TABLE.loses(components), TABLE.loses, SEARCHED, None, _why_searched)

    def loses(parts: Sequence[Component]) -> bool:
        own = TABLE.tame(parts, TAME_OPTIONS)
        return own is not None and own.at(0) == 0

    return _found(components, tame.at(0) == 0, loses, TAME, str(tame), _why_tame(tame))


def _found(
    components: Sequence[Component],
    lost: bool,
    loses: Callable[[Sequence[Component]], bool],
    evidence: Evidence,
    genus: str | None,
    why: Callable[[Message | None], Message],
) -> MisereSum:
    """Returns a solution whose replies are the options for which ``loses`` is true."""
    budget = asked()
    cut = False

    def items() -> Iterator[Reply]:
        nonlocal cut
        for index, part in distinct(components):
            trial = Trial(part)
            for option in part.ruleset.successors(part.state):
                components_after = [*components[:index], *option, *components[index + 1 :]]
                try:
                    wins = budget.run(trial.run, loses, components_after)
                except BudgetError:
                    cut = True
                    return
                if wins:
                    yield index, option

    replies: Lazy[Reply] = Lazy.of([]) if lost else Lazy(items, complete=lambda: not cut)
    return _sum(components, lost, replies, evidence, genus=genus, why=why)


def _tame_genus(components: Sequence[Component]) -> Genus | None:
    try:
        return TABLE.tame(components, TAME_OPTIONS)
    except BudgetError:
        raise
    except TooLargeError:
        return None


def _why_searched(move: Message | None) -> Message:
    if move is None:
        return say(
            "every move leads to a position that the player to move then wins, as all lines of play show"
        )
    return say(
        "a move leads to a position from which every move loses, as all lines of play show: {move}", move=move
    )


def _sum(
    components: Sequence[Component],
    lost: bool,
    replies: Lazy[Reply],
    evidence: Evidence,
    *,
    genus: str | None,
    element: str | None = None,
    why: Callable[[Message | None], Message],
) -> MisereSum:
    return MisereSum(
        "P" if lost else "N",
        None,
        (None,) * len(components),
        replies,
        evidence,
        genus=genus,
        element=element,
        why=why,
    )


def position_genus(components: Sequence[Component]) -> str:
    """Returns the genus of a sum as a text; 0 if no move is left.

    Raises TooLargeError if the memory does not suffice.
    """
    if all(map(is_over, components)):
        return "0"
    if all(part.ruleset.engine == "nim" for part in components):
        sizes: list[Any] = [part.state for part in components]
        return str(tame_sum(nim_genus(n) for n in sizes))
    with Trial(components[0]):
        _refuse_endless(components)
        return str(TABLE.genus_of_sum(components))


def takes_a_moment(components: Sequence[Component], engines: Engines) -> bool:
    """Returns whether the outcome and the winning moves take only a moment."""
    if all(map(is_over, components)):
        return True
    if all(part.ruleset.engine == "nim" for part in components):
        return True
    if all(theorem(part) is not None for part in components):
        return all(engines(part.ruleset).effort(part.state, "value").moment for part in components)
    return len(components) <= FEW and TABLE.is_small(components)
