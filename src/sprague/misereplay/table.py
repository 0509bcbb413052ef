"""Holds the known parts and sums in misère play, and searches where no theorem applies.

A part is a connected piece of a position in its normal form, or its canonical form if that is small. Both are
identified by numbers. A word is a sum of parts: their numbers in ascending order. Two heaps *1 cancel in any sum, and
parts without moves are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sprague.model.forms import Forms
from sprague.model.ruleset import Component
from sprague.numbers.sums import mex, nim_sum
from sprague.system.ask import Step, asked, tick
from sprague.system.limits import bytes_text
from sprague.system.locks import Turns, alone
from sprague.words.errors import TooLargeError, UnsolvedError
from sprague.words.messages import say

from .genus import Genus, genus_of, nim_genus
from .tame import known_tame

Word = tuple[int, ...]

#: Memory of a sum whose outcome is known (measured, rounded up), of a genus, and of an option of a part.
BYTES_A_SUM, BYTES_A_GENUS, BYTES_AN_OPTION = 350, 700, 250

#: The most parts that are entered for the canonical form of one of them, and the most forms in the table.
FORMED_PARTS, FORMS = 300, 2500

#: A part with more options is taken to have no end of them.
MOST_OPTIONS = 1_000_000


class Table:
    """A growing table of parts, their options, and the known outcomes and genera of sums.

    >>> from sprague.model.nim import heap
    >>> table = Table()
    >>> [table.loses(map(heap, heaps)) for heaps in ([], [1], [2, 2], [1, 2])]
    [False, True, True, False]
    """

    def __init__(self) -> None:
        self.alone = Turns()
        self.clear()

    @alone
    def clear(self) -> None:
        """Forgets everything."""
        self._whole = False
        self.forms = Forms(FORMS)
        self._keys: list[Component | int] = [0]
        self._numbers: dict[Component | int, int] = {0: 0}
        self._raw: dict[int, tuple[Word, ...]] = {}
        self._form: dict[int, int | None] = {0: 0}
        self._options: dict[int, tuple[Word, ...]] = {0: ()}
        self._lost: dict[Word, bool] = {(): False}
        self._genus: dict[Word, Genus] = {(): nim_genus(0)}
        self._tame: dict[int, Genus | None] = {}
        self._size = 0
        self._whole = True

    def renew(self) -> None:
        """Clears the table if :meth:`clear` was interrupted. Otherwise it repairs only the forms, since one assignment
        publishes every other result."""
        if not self._whole:
            self.clear()
        self.forms.renew()

    # Parts

    def _number(self, key: Component | int) -> int:
        number = self._numbers.get(key)
        if number is None:
            self._keys.append(key)
            number = self._numbers[key] = len(self._keys) - 1
        return number

    def _pieces(self, parts: Iterable[Component]) -> list[int]:
        return [
            self._number(piece)
            for part in parts
            if not part.ruleset.is_empty(part.state)
            for piece in part.ruleset.pieces(part.state)
        ]

    def _raw_options(self, number: int) -> tuple[Word, ...]:
        """Returns the options of a part by the rules, as sums of pieces."""
        options = self._raw.get(number)
        if options is None:
            key: Any = self._keys[number]
            every: set[Word] = set()
            count = key.ruleset.option_count(key.state)
            if count is None:
                raise TooLargeError(say("{part} has infinitely many moves", part=key))
            if count > MOST_OPTIONS:
                raise TooLargeError(
                    say("expected at most {limit} options of a position, got more from {part}",
                        limit=MOST_OPTIONS, part=key)
                )  # fmt: skip
            for option in key.ruleset.successors(key.state):
                tick()
                every.add(tuple(sorted(self._pieces(option))))
            options = self._raw[number] = tuple(sorted(every, key=lambda word: (len(word), word)))
            self._size += BYTES_AN_OPTION * (1 + len(options))
            self._watch()
        return options

    def _watch(self) -> None:
        tick(lambda: Step(say("positions"), len(self._lost) + len(self._genus) + len(self._raw)))
        size = self._size + BYTES_A_SUM * len(self._lost) + BYTES_A_GENUS * len(self._genus)
        if size > asked().bytes:
            count = len(self._raw) + len(self._lost) + len(self._genus)
            self.clear()
            raise TooLargeError(
                say(
                    "{count} positions of this game fill {limit} of memory, and it has more "
                    "(set SPRAGUE_MEMORY to change the limit)",
                    count=count,
                    limit=bytes_text(asked().bytes),
                )
            )

    def _formed(self, number: int) -> int | None:
        """Returns the canonical form of a part, or None if it is too large."""
        if number in self._form:
            return self._form[number]
        stack, entered, form = [number], {number}, self._form
        while stack:
            here = stack[-1]
            options = self._raw_options(here)
            missing = [part for option in options for part in option if part not in form]
            if missing:
                if not entered.isdisjoint(missing):
                    again = [part for part in missing if part in entered and part in stack]
                    if again:
                        raise _loopy(self._keys[again[0]])
                entered.update(missing)
                if len(entered) > FORMED_PARTS:
                    form[number] = None
                    return None
                stack.append(missing[0])
                continue
            stack.pop()
            form[here] = self._joined(options)
        return form[number]

    def _joined(self, options: Iterable[Word]) -> int | None:
        """Returns the form of a game with these options, from the forms of their parts."""
        option_forms = []
        try:
            for option in options:
                total = 0
                for part in option:
                    own = self._form[part]
                    if own is None:
                        return None
                    total = self.forms.add(total, own)
                option_forms.append(total)
            return self.forms.make(option_forms)
        except TooLargeError:
            return None

    @alone
    def form(self, parts: Iterable[Component]) -> int | None:
        """Returns the canonical form of a sum, or None if it is too large."""
        numbers = self._pieces(parts)
        for number in numbers:
            if self._formed(number) is None:
                return None
        try:
            total = 0
            for number in numbers:
                total = self.forms.add(total, self._form[number] or 0)
            return total
        except TooLargeError:
            return None

    @alone
    def form_text(self, parts: Iterable[Component]) -> str | None:
        """Returns the canonical form of a sum in Conway's notation, or None if it is too large."""
        form = self.form(parts)
        return None if form is None else self.forms.text(form)

    @alone
    def is_small(self, parts: Iterable[Component], most: int = 40) -> bool:
        """Returns whether so few parts are reachable from a sum that all of them are quickly visited."""
        seen: set[int] = set()
        waiting = self._pieces(parts)
        while waiting:
            number = waiting.pop()
            if number not in seen:
                seen.add(number)
                key: Any = self._keys[number]
                total = key.ruleset.option_count(key.state)
                if total is None or total > most or len(seen) > most:
                    return False
                waiting += [part for option in self._raw_options(number) for part in option]
        return True

    # Sums. A word is valid only until another thread uses the table: if there is no room for more parts, the table
    # gives the numbers out anew.

    @alone
    def loses(self, parts: Iterable[Component]) -> bool:
        """Returns whether a sum is a P-position."""
        return self.is_p(self.word(parts))

    @alone
    def genus_of_sum(self, parts: Iterable[Component]) -> Genus:
        """Returns the genus of a sum."""
        return self.genus(self.word(parts))

    @alone
    def word(self, parts: Iterable[Component]) -> Word:
        """Returns a sum of components as a word."""
        return self._reduced(self._pieces(parts))

    def _reduced(self, numbers: Iterable[int]) -> Word:
        """Returns the parts in order, by their canonical forms, without pairs of *1 and without parts that have no
        move."""
        parts, stars = [], 0
        for number in numbers:
            key = self._keys[number]
            form = key if isinstance(key, int) else self._formed(number)
            if form is None:
                parts.append(number)
            elif form == 1:
                stars ^= 1
            elif form:
                parts.append(self._number(form))
        if stars:
            parts.append(self._number(1))
        return tuple(sorted(parts))

    def _part_options(self, number: int) -> tuple[Word, ...]:
        options = self._options.get(number)
        if options is None:
            key = self._keys[number]
            if isinstance(key, int):
                every = {self._reduced((self._number(x),)) for x in self.forms.options[key]}
            else:
                every = {self._reduced(option) for option in self._raw_options(number)}
            options = self._options[number] = tuple(sorted(every, key=lambda word: (len(word), word)))
            self._size += BYTES_AN_OPTION * len(options)
        return options

    def _word_options(self, word: Word) -> Iterator[Word]:
        before = -1
        star = self._numbers.get(1, -1)
        for place, number in enumerate(word):
            if number == before:
                continue
            before = number
            rest = word[:place] + word[place + 1 :]
            for option in self._part_options(number):
                joined = sorted(rest + option)
                while joined.count(star) > 1:
                    joined.remove(star)
                    joined.remove(star)
                yield tuple(joined)

    @alone
    def is_p(self, word: Word) -> bool:
        """Returns whether a sum is a P-position: it has moves, and each of them leads to an N-position."""
        lost_words = self._lost
        if word in lost_words:
            return lost_words[word]
        stack: list[tuple[Word, Iterator[Word]]] = []
        under_way: set[Word] = set()

        def enter(here: Word) -> None:
            options = list(dict.fromkeys(self._word_options(here)))
            if any(lost_words.get(option) for option in options):
                lost_words[here] = False
                return
            if here in under_way:
                raise _loopy(self._keys[here[0]])
            under_way.add(here)
            waiting = [option for option in options if option not in lost_words]
            waiting.sort(key=len)
            stack.append((here, iter(waiting)))

        enter(word)
        while stack:
            here, waiting = stack[-1]
            again = None
            for option in waiting:
                lost = lost_words.get(option)
                if lost is None:
                    enter(option)
                    lost = lost_words.get(option)
                    if lost is None:
                        again = option
                        break
                if lost:
                    lost_words[here] = False
                    break
            if again is not None:
                # Return to this option when its outcome is known.
                stack[-2] = (here, _again(again, waiting))
                continue
            if here not in lost_words:
                lost_words[here] = True
            under_way.discard(here)
            stack.pop()
            self._watch()
        return lost_words[word]

    @alone
    def genus(self, word: Word) -> Genus:
        """Returns the genus of a sum, from those of all its options."""
        genera = self._genus
        stack = [word]
        under_way: set[Word] = set()
        while stack:
            here = stack[-1]
            if here in genera:
                stack.pop()
                continue
            options = set(self._word_options(here))
            waiting = [option for option in options if option not in genera]
            if waiting:
                if here in under_way and not under_way.isdisjoint(waiting):
                    raise _loopy(self._keys[here[0]])
                under_way.add(here)
                stack += waiting
                continue
            genera[here] = genus_of(genera[option] for option in options)
            under_way.discard(here)
            stack.pop()
            self._watch()
        return genera[word]

    # Tame games

    @alone
    def tame(self, parts: Iterable[Component], most: int) -> Genus | None:
        """Returns the genus of a sum of games that are tame together with all positions reachable from them, or None if
        one of them is not.

        Raises TooLargeError if it would have to visit more than ``most`` options.
        """
        total = nim_genus(0)
        for number in self._pieces(parts):
            own = self._tame_part(number, most)
            if own is None:
                return None
            total = tame_sum((total, own))
        return total

    def _tame_part(self, number: int, most: int) -> Genus | None:
        tame, stack, looked = self._tame, [number], 0
        on_stack = {number}
        while stack:
            here = stack[-1]
            if here not in tame:
                key: Any = self._keys[here]
                certain = known_tame(key)
                if certain is not None:
                    tame[here] = certain
            if here in tame:
                stack.pop()
                on_stack.discard(here)
                if tame[here] is None:
                    for above in stack:
                        tame[above] = None
                    return None
                continue
            options = self._raw_options(here)
            missing = next((part for option in options for part in option if part not in tame), None)
            if missing is not None:
                if missing in on_stack:
                    raise _loopy(self._keys[missing])
                stack.append(missing)
                on_stack.add(missing)
                continue
            looked += len(options)
            if looked > most:
                raise TooLargeError(say("more than {limit} positions", limit=most))
            wild = any(tame[part] is None for option in options for part in option)
            tame[here] = (
                None
                if wild
                else tame_of(tame_sum(tame[part] or nim_genus(0) for part in option) for option in options)
            )
        return tame[number]


def _again(option: Word, rest: Iterator[Word]) -> Iterator[Word]:
    yield option
    yield from rest


def tame_sum(each: Iterable[Genus]) -> Genus:
    """Returns the genus of a sum of tame games: that of Nim heaps, and fickle (all heaps at most 1) only if all are."""
    genera = list(each)
    value = nim_sum(one.value for one in genera)
    if all(one.fickle for one in genera):
        return nim_genus(value)
    return Genus(value, (value, value ^ 2))


def tame_of(option_genera: Iterable[Genus]) -> Genus | None:
    """Returns the genus of a game whose options are tame and have these genera, or None if the game is wild.

    With the Grundy value g and the misère Grundy value m it is tame when (g, m) is (0, 1), (1, 0) or (n, n).
    """
    each = set(option_genera)
    value = mex({one.value for one in each})
    lost = mex({one.at(0) for one in each}) if each else 1
    if value == lost:
        return Genus(value, (value, value ^ 2))
    return nim_genus(value) if value + lost == 1 else None


def _loopy(part: object) -> UnsolvedError:
    return UnsolvedError(say("a position must not recur, but {part} does (a loopy game)", part=str(part)))


#: What is known in this process.
TABLE = Table()
