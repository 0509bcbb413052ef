"""Top Entails: split a stack of coins in two, or take its top coin, which must be answered in the same stack."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sprague.model.heap_rulesets import check_heap
from sprague.model.lesson import Lesson
from sprague.model.ruleset import Component, Option, Ruleset
from sprague.numbers.integers import parse_all
from sprague.pictures.shapes import Drawing
from sprague.words.digits import shown, to_text
from sprague.words.errors import RangeError, expected
from sprague.words.messages import Message, say

if TYPE_CHECKING:
    from random import Random


class Stack(NamedTuple):
    """A stack of coins. It is ``forced`` if its top coin has just been taken, so that the reply must be made in it."""

    coins: int
    forced: bool = False


class TopEntails(Ruleset):
    """Top Entails. ``top-entails 12,5`` is two stacks. In ``top-entails 11!,5`` the next move must be made in the
    first.

    >>> import sprague as sg
    >>> [move.to.text for move in sg.parse("top-entails 4").moves()]
    ['top-entails 3!', 'top-entails 1,3', 'top-entails 2,2']
    """

    name = "top-entails"
    title = say("Top Entails")
    rule = say(
        "Split a stack into two, or take its top coin; then the other player must move in what is left of that stack."
    )
    source = (
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for Your Mathematical Plays (1982), chapter 12; "
        "R. J. Nowakowski, J. West, in Games of No Chance (1996)"
    )
    example = "top-entails 12"
    engine = "top-entails"
    kind = "entailing"
    lesson = Lesson(ladder=("4", "-5", "7", "-2,5", "3,4", "-5,9", "12"), skin="coins")
    offers = ("loony",)
    grouped = True

    def read(self, text: str) -> list[Hashable]:
        where = f"{self.head} {text}"
        if not text.strip():
            raise expected(say("stacks such as 12,5"), "", where)
        parts = text.split(",")
        forced = (
            [place for place, part in enumerate(parts) if part.rstrip().endswith("!")] if "!" in text else []
        )
        if len(forced) > 1:
            raise expected(say("at most one stack with !"), text, where)
        for place in forced:
            parts[place] = parts[place].rstrip().removesuffix("!")
        coins = parse_all(",".join(parts) if forced else text, where)
        stacks = {n: Stack(n) for n in set(coins)}
        read_stacks: list[Hashable] = [*map(stacks.__getitem__, coins)]
        for place in forced:
            read_stacks[place] = Stack(coins[place], True)
        return read_stacks

    def write(self, states: Sequence[Stack]) -> str:
        return ",".join(to_text(stack.coins) + "!" * stack.forced for stack in states)

    def check(self, state: Any) -> Hashable:
        if isinstance(state, Stack):
            return state
        if isinstance(state, str):
            checked = self.read(state)
            if len(checked) == 1:
                return checked[0]
            raise RangeError(say("expected one stack, got {state}", state=shown(state)), where=self.head)
        return Stack(check_heap(state, self.head))

    def loony(self, to: int) -> list[int]:
        """Returns the loony stacks up to ``to``. The player to move wins any sum with one. Large stacks take time: up
        to 600,000 about half a minute.

        >>> import sprague as sg
        >>> sg.top_entails.loony(3000)
        [1, 3, 2403, 2505]
        """
        from .stacks import STACKS

        return STACKS.loony(check_heap(to, self.head))

    def forced(self, state: Stack) -> bool:
        return state.forced

    def is_empty(self, state: Stack) -> bool:
        return state.coins == 0 and not state.forced

    def successors(self, state: Stack) -> Iterator[Option]:
        if state.coins:
            yield (Component(self, Stack(state.coins - 1, True)),)
        for part in range(1, state.coins // 2 + 1):
            yield (Component(self, Stack(part)), Component(self, Stack(state.coins - part)))

    def option_count(self, state: Stack) -> int:
        return state.coins // 2 + (state.coins > 0)

    def allows(self, state: Stack, option: Option) -> bool:
        if any(part.ruleset != self for part in option):
            return False
        stacks: list[Any] = [part.state for part in option]
        if len(stacks) == 1:
            return state.coins > 0 and stacks[0] == Stack(state.coins - 1, True)
        return (
            len(stacks) == 2
            and not any(stack.forced for stack in stacks)
            and 0 < stacks[0].coins <= stacks[1].coins
            and stacks[0].coins + stacks[1].coins == state.coins
        )

    def fault(self, state: Stack, option: Option) -> Message | None:
        return None

    def describe(self, state: Stack, option: Option) -> Message:
        stacks: list[Any] = [part.state for part in option]
        if len(stacks) == 1:
            return say("take the top coin of the stack of {n}", n=state.coins)
        if len(stacks) == 2:
            return say(
                "split the stack of {n} into {left}",
                n=state.coins,
                left=", ".join(to_text(part.coins) for part in stacks),
            )
        return super().describe(state, option)

    def begin(self, dice: Random) -> str:
        return f"{dice.randint(8, 20)},{dice.randint(6, 16)}"

    def draw(self, state: Stack) -> Drawing:
        from sprague.pictures.heaps import draw_heaps

        return draw_heaps([state.coins], self.term([state]), prefix="")

    def marks(self, state: Stack, option: Option) -> tuple[str, ...]:
        from sprague.pictures.heaps import mark_heaps

        stacks: list[Any] = [part.state for part in option]
        return mark_heaps([state.coins], [max(stack.coins for stack in stacks)], prefix="") if stacks else ()


TOP_ENTAILS = TopEntails()
