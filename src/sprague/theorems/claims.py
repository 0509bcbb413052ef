"""A claim: a statement in Coq, the same in words, and its proof in Coq, all built from the same data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sprague.words.digits import to_text
from sprague.words.messages import Message, say


@dataclass(frozen=True)
class Claim:
    """A theorem to write: its name, its statement in Coq, the same in words, the tactics that prove it, and about how
    many seconds they take."""

    name: str
    statement: str
    words: Message
    proof: str
    seconds: float = 0.0

    def text(self) -> str:
        """Returns the theorem as it appears in the file."""
        return f"Theorem {self.name} : {self.statement}.\nProof. {self.proof} Qed."


@dataclass(frozen=True)
class Part:
    """A game and one of its positions in Coq, and their name in Sprague's notation."""

    game: str
    position: str
    text: str

    def value(self, name: str, v: int, proof: str, seconds: float = 0.0) -> Claim:
        words = say(
            "{position} has the value *{value}: beside a heap of Nim of {value} it is lost for the player to move",
            position=self.text,
            value=to_text(v),
        )
        return Claim(name, f"value {self.game} {self.position} {number(v)}", words, proof, seconds)

    def lost(self, name: str, proof: str, seconds: float = 0.0) -> Claim:
        words = say("{position} is lost for the player to move", position=self.text)
        return Claim(name, f"lost {self.game} {self.position}", words, proof, seconds)

    def won(self, name: str, proof: str, seconds: float = 0.0) -> Claim:
        words = say("{position} is won for the player to move", position=self.text)
        return Claim(name, f"won {self.game} {self.position}", words, proof, seconds)

    def wins(self, name: str, to: Part, proof: str, seconds: float = 0.0) -> Claim:
        words = say("the move from {position} to {target} wins", position=self.text, target=to.text)
        return Claim(name, f"wins {self.game} {self.position} {to.position}", words, proof, seconds)

    def misere(self, name: str, lost: bool, proof: str) -> Claim:
        side = "misere_lost" if lost else "misere_won"
        words = (
            say("{position} is lost for the player to move", position=f"misere {self.text}")
            if lost
            else say("{position} is won for the player to move", position=f"misere {self.text}")
        )
        return Claim(name, f"{side} {self.game} {self.position}", words, proof)


#: The tactic that hands a computation with the result true to the kernel.
COMPUTE = "vm_cast_no_check (eq_refl true)."


def number(n: int) -> str:
    """Returns a number in Coq, of any size. Above a hundred digits it is hexadecimal, which Coq reads faster.

    >>> number(12), number(16**100)[:6]
    ('12', '0x1000')
    """
    return to_text(n) if n < 10**100 else hex(n)


def numbers(items: Iterable[int]) -> str:
    """Returns a list of numbers in Coq.

    >>> numbers([3, 5])
    '[3; 5]'
    """
    return "[" + "; ".join(number(n) for n in items) + "]"


def items(texts: Iterable[str]) -> str:
    """Returns a list in Coq of items that are already written."""
    return "[" + "; ".join(texts) + "]"


def identifier(text: str, most: int = 40) -> str:
    """Returns a name for Coq made from a text.

    >>> identifier("wythoff 500,1000"), identifier("0.137"), identifier("*5")
    ('wythoff_500_1000', 'game_0_137', 'game_5')
    """
    plain = re.sub(r"[^A-Za-z0-9]+", "_", text)[:most].strip("_")
    return plain if re.match(r"[A-Za-z]", plain) else f"game_{plain}".rstrip("_")


def width_of(values: Sequence[int]) -> int:
    """Returns the number of values that a table of marks must distinguish: a power of two above all of them.

    >>> width_of([0, 9]), width_of([0, 40])
    (16, 64)
    """
    return max(16, 1 << max(map(int, values), default=0).bit_length())
