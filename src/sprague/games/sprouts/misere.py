"""Finds who wins a sum of lands in misère play, by a search with proof numbers in which small lands are canonical
forms.

In misère play no value describes a game, but a canonical form does: two games are equal in every sum exactly if their
canonical forms are the same (Conway, On Numbers and Games, 1976, chapter 12). Most small lands have one of a few forms.
So a sum of lands consists here of the large ones, and of one form for all small ones together. Lemoine and Viennot
(Analysis of misère Sprouts game with reduced canonical trees, arXiv 0908.4407, 2009) call such forms reduced canonical
trees, and reached 20 spots by them. The sums are searched depth-first by proof and disproof numbers (Nagai 2002).
"""

from __future__ import annotations

from collections.abc import Iterable

from sprague.model.forms import Forms
from sprague.system.ask import Step, asked, tick
from sprague.system.limits import bytes_text
from sprague.system.locks import Turns, alone
from sprague.words.errors import BudgetError, TooLargeError
from sprague.words.messages import say

from .forms import Land, Lands, options
from .search import ENDLESS, lives

#: The most lives of a land that becomes a canonical form, and the most forms.
SMALL, MOST_FORMS = 9, 20_000

#: Bytes of a form, of a sum whose outcome or numbers are known, and of an option that is listed.
BYTES_A_FORM, BYTES_KNOWN, BYTES_AN_OPTION = 2000, 400, 250

#: A sum: its large lands in ascending order, and forms (mostly one) that are not added up.
Sum = tuple[Lands, tuple[int, ...]]


class MisereSearch:
    """The known outcomes of sums of lands in misère play.

    >>> search = MisereSearch()
    >>> [search.is_lost((b".".join([b"0"] * spots),)) for spots in range(1, 8)]
    [False, True, True, True, False, False, True]
    """

    def __init__(self) -> None:
        self.alone = Turns()
        self._forms = Forms(MOST_FORMS)
        self._form: dict[Land, int | None] = {}
        self._apart: set[tuple[int, int]] = set()  # pairs of forms whose sum would need too many others
        self._left: dict[Land, list[Sum]] = {}
        self._lost: dict[Sum, bool] = {}
        self._numbers: dict[Sum, tuple[int, int]] = {}
        self._open: dict[Sum, list[Sum]] = {}
        self._listed = 0

    def renew(self) -> None:
        """Repairs the forms. One assignment publishes every other result."""
        self._forms.renew()

    @alone
    def is_lost(self, lands: Lands) -> bool:
        """Returns whether the player to move loses a sum of lands. Raises BudgetError at the bounds in force."""
        whole = self._reduced(lands, ())
        lost = self._known(whole)
        while lost is None:
            self._search(whole, ENDLESS, ENDLESS)
            lost = self._known(whole)
        return lost

    # Lands and forms

    def _form_of(self, land: Land) -> int | None:
        """Returns the canonical form of a land, or None if it is large."""
        if land not in self._form:
            self._form[land] = self._formed(land) if lives(land) <= SMALL else None
        return self._form[land]

    def _formed(self, land: Land) -> int | None:
        option_forms: set[int] = set()
        for option in options(land):
            lands, forms = self._reduced(option, ())
            if lands or len(forms) > 1:
                return None
            option_forms.update(forms or (0,))
        try:
            return self._forms.make(option_forms)
        except TooLargeError:
            return None

    def _reduced(self, lands: Iterable[Land], forms: tuple[int, ...]) -> Sum:
        """Returns the sum of lands and forms, the small lands as forms."""
        large = []
        for land in lands:
            form = self._form_of(land)
            if form is None:
                large.append(land)
            elif form:
                forms = self._added(forms, form)
        return tuple(sorted(large)), forms

    def _added(self, forms: tuple[int, ...], form: int) -> tuple[int, ...]:
        """Returns forms with one more, added to another one if their sum is known or can be made."""
        for place, other in enumerate(forms):
            pair = (min(form, other), max(form, other))
            if pair in self._apart:
                continue
            try:
                both = self._forms.add(*pair)
            except TooLargeError:
                self._apart.add(pair)
                continue
            rest = forms[:place] + forms[place + 1 :]
            return self._added(rest, both) if both else rest
        return tuple(sorted((*forms, form)))

    # Sums

    def _known(self, here: Sum) -> bool | None:
        """Returns whether the player to move loses a sum, or None if that is not known."""
        lands, forms = here
        if not lands and len(forms) < 2:
            return self._forms.is_p[forms[0] if forms else 0]
        return self._lost.get(here)

    def _options(self, here: Sum) -> list[Sum]:
        lands, forms = here
        sums: dict[Sum, None] = {}
        for place, land in enumerate(lands):
            if place and lands[place - 1] == land:
                continue
            rest = lands[:place] + lands[place + 1 :]
            for large, small in self._options_of(land):
                after = forms
                for form in small:
                    after = self._added(after, form)
                sums[tuple(sorted(rest + large)), after] = None
        for place, form in enumerate(forms):
            rest_of = forms[:place] + forms[place + 1 :]
            for less in self._forms.options[form]:
                sums[lands, self._added(rest_of, less) if less else rest_of] = None
        self._listed += len(sums)
        self._bound()
        return list(sums)

    def _options_of(self, land: Land) -> list[Sum]:
        options_of_land = self._left.get(land)
        if options_of_land is None:
            options_of_land = self._left[land] = list(
                dict.fromkeys(self._reduced(option, ()) for option in options(land))
            )
            self._listed += len(options_of_land)
        return options_of_land

    def _bound(self) -> None:
        tick(lambda: Step(say("positions"), len(self._lost), bytes=self._bytes()))
        if self._bytes() > asked().bytes:
            raise BudgetError(
                say(
                    "{count} positions of this game fill {limit} of memory, and it has more "
                    "(set SPRAGUE_MEMORY to change the limit)",
                    count=len(self._lost),
                    limit=bytes_text(asked().bytes),
                )
            )

    def _bytes(self) -> int:
        entries = len(self._lost) + len(self._numbers) + len(self._form)
        return (
            BYTES_KNOWN * entries + BYTES_AN_OPTION * self._listed + BYTES_A_FORM * len(self._forms.options)
        )

    def _search(self, here: Sum, proof: int, disproof: int) -> None:
        """Searches a sum until it is known, or its numbers reach these bounds. ``proof`` counts what remains to be
        shown for a win of the player to move."""
        waiting = self._open.get(here)
        if waiting is None:
            waiting = self._options(here)
        while True:
            # A win takes one lost option; a loss takes that all options are won.
            best, least, second, total, of_best = None, ENDLESS, ENDLESS, 0, 0
            still_open = []
            for option in waiting:
                lost = self._known(option)
                if lost:
                    break
                if lost is None:
                    still_open.append(option)
                    won, lost_in = self._estimate(option)
                    total += won
                    if lost_in < least:
                        best, of_best, least, second = option, won, lost_in, least
                    elif lost_in < second:
                        second = lost_in
            else:
                lost = False
            if lost or best is None:
                self._lost[here] = not lost
                self._numbers.pop(here, None)
                self._listed -= len(self._open.pop(here, ()))
                return
            waiting = self._open[here] = still_open
            if least >= proof or total >= disproof:
                self._numbers[here] = (least, min(total, ENDLESS))
                return
            self._search(best, disproof - total + of_best, min(proof, second + 1 + second // 4))

    def _estimate(self, here: Sum) -> tuple[int, int]:
        numbers = self._numbers.get(here)
        if numbers is not None:
            return numbers
        lands, forms = here
        guess = sum(map(lives, lands)) + len(forms) + 2 * len(lands)
        return guess, guess
