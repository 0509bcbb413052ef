"""``sprague genus``, and ``sprague values --genus``."""

from __future__ import annotations

import click

from sprague.system.ask import Trial
from sprague.words.errors import BudgetError
from sprague.words.messages import Message, say

from .budget import Budget, bound_options
from .common import NUMBER, command, find_game, json_option, print_json, width, words_argument, wrap

#: The largest heap by default.
DEFAULT = 30


@command(
    "genus",
    """
    sprague genus 0.123 --to 30
    sprague genus kayles --json
    sprague genus grundy --to 25 --time 10s
    """,
)
@words_argument("game")
@click.option("--to", "to", type=NUMBER, default=DEFAULT, show_default=True, help="The largest heap.")
@json_option
@bound_options
def genus(game: str, to: int, as_json: bool, budget: Budget) -> None:
    """Print the genus of heaps 0..N, for misère play.

    The genus of a heap is its Grundy value with a superscript: the misère Grundy values of the heap beside no, one,
    two, … Nim heaps of 2. The superscript ends where it begins to repeat its last two entries. Nim heaps have the
    genera 0^{120}, 1^{03131} and n^{n m}, where m is the nim-sum of n and 2. These genera are tame, and others wild.

    With --json: {game, genus: a text for each heap 0..N, cut: what ended it early, or null}.
    """
    print_genera(game, to, as_json, budget)


def print_genera(game: str, to: int, as_json: bool, budget: Budget) -> None:
    """Prints the genera of the heaps of ``game``, as far as the bounds allow."""
    from sprague.workbench.misere import genera

    ruleset = find_game(game)
    texts: list[str] = []
    cut: Message | None = None
    with budget.bound(say("{game} to heap {n}", game=ruleset.head, n=to)):
        try:
            with Trial(ruleset.head):
                for each in genera(ruleset, to):
                    texts.append(each)
        except BudgetError as error:
            if not texts:
                raise
            cut = error.message
    if as_json:
        print_json({"game": ruleset.head, "genus": texts, "cut": None if cut is None else str(cut)})
        return
    cell = max(map(len, texts)) + 1
    margin = len(str(len(texts) - 1))
    per_row = next((count for count in (20, 10, 5) if margin + 2 + count * cell <= width()), 1)
    for begin in range(0, len(texts), per_row):
        row = texts[begin : begin + per_row]
        click.echo((f"{begin:{margin}}: " + "".join(f"{each:>{cell}}" for each in row)).rstrip())
    if cut is not None:
        click.echo(wrap(str(say("{why}: known to heap {n}", why=cut, n=len(texts) - 1)), indent=0), err=True)
