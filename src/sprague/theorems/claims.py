"""A claim: a statement in Coq, the same in words, and how Coq proves it, all made from the same data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sprague.words.digits import to_text
from sprague.words.messages import Message, say


@dataclass(frozen=True)
class Claim:
    """A theorem to be written: its name, its statement in Coq, the same in words, the tactics that prove it, and about
    how many seconds of computation they take."""

    name: str
    statement: str
    words: Message
    proof: str
    seconds: float = 0.0

    def text(self) -> str:
        """The theorem as it stands in the file."""
        return f"Theorem {self.name} : {self.statement}.\nProof. {self.proof} Qed."


@dataclass(frozen=True)
class Part:
    """A game and a position of it in Coq, and their name in Sprague's notation."""

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


#: How a computation that must end in true is handed to the kernel.
COMPUTE = "vm_cast_no_check (eq_refl true)."


def number(n: int) -> str:
    """A number in Coq, of any size; one of more than a hundred digits in hexadecimal, which Coq reads faster.

    >>> number(12), number(16**100)[:6]
    ('12', '0x1000')
    """
    return to_text(n) if n < 10**100 else hex(n)


def numbers(items: Iterable[int]) -> str:
    """A list of numbers in Coq.

    >>> numbers([3, 5])
    '[3; 5]'
    """
    return "[" + "; ".join(number(n) for n in items) + "]"


def items(texts: Iterable[str]) -> str:
    """A list in Coq of what is written already."""
    return "[" + "; ".join(texts) + "]"


def identifier(text: str, most: int = 40) -> str:
    """A name for Coq from a text.

    >>> identifier("wythoff 500,1000"), identifier("0.137"), identifier("*5")
    ('wythoff_500_1000', 'game_0_137', 'game_5')
    """
    plain = re.sub(r"[^A-Za-z0-9]+", "_", text)[:most].strip("_")
    return plain if re.match(r"[A-Za-z]", plain) else f"game_{plain}".rstrip("_")


def width_of(values: Sequence[int]) -> int:
    """How many values a table of marks must tell apart: a power of two above all of them.

    >>> width_of([0, 9]), width_of([0, 40])
    (16, 64)
    """
    return max(16, 1 << max(map(int, values), default=0).bit_length())
