# Written by .ci/stub.py from the registry; do not edit.
"""Sprague, the workbench for impartial games."""

from .games.wythoff.tables import wythoff_values as wythoff_values
from .notebook import play as play
from .numbers.nimber import mex as mex
from .numbers.nimber_field import Nimber as Nimber
from .numbers.nimber_matrices import NimberArray as NimberArray
from .numbers.nimber_polynomials import NimberPolynomial as NimberPolynomial
from .playing.record import Record as Record
from .system.ask import Ask as Ask
from .words.errors import SpragueError as SpragueError
from .workbench.bulk import solve_many as solve_many
from .workbench.certificates import load_certificate as load_certificate
from .workbench.columns import table as table
from .workbench.discover import discover as discover
from .workbench.handle import Handle as Handle
from .workbench.handle import game as game
from .workbench.handle import octal as octal
from .workbench.handle import subtract as subtract
from .workbench.heaps import Period as Period
from .workbench.heaps import equivalent as equivalent
from .workbench.heaps import statistics as statistics
from .workbench.own.bases import AnyGame as AnyGame
from .workbench.own.bases import Game as Game
from .workbench.own.bases import HeapGame as HeapGame
from .workbench.own.cells import GridGame as GridGame
from .workbench.own.cells import RowGame as RowGame
from .workbench.own.compiled import compiled as compiled
from .workbench.own.graphs import GraphGame as GraphGame
from .workbench.own.loading import load_game as load_game
from .workbench.own.rule import rule as rule
from .workbench.own.tuples import HeapsGame as HeapsGame
from .workbench.p_positions import p_positions as p_positions
from .workbench.position import Answer as Answer
from .workbench.position import Move as Move
from .workbench.position import Position as Position
from .workbench.position import parse as parse
from .workbench.solve import solve as solve
from .workbench.solver import Solver as Solver
from .numbers import candy as candy
from .workbench import charts as charts
from .workbench import misere as misere
from .numbers import nimber as nimber
from .playing import players as players
from sprague.model.given import AnyBoard as _AnyBoard
from sprague.model.given import AnyGraph as _AnyGraph
from sprague.model.given import Pair as _Pair
from sprague.model.given import Sizes as _Sizes
from sprague.model.grid_rulesets import Grid as _Grid
from typing import Any as _Any
from typing import Hashable as _Hashable
from typing import Iterable as _Iterable

__version__: str
__all__ = ['Answer', 'AnyGame', 'Ask', 'Game', 'GraphGame', 'GridGame', 'Handle', 'HeapGame', 'HeapsGame', 'Move', 'Nimber', 'NimberArray', 'NimberPolynomial', 'Period', 'Position', 'Record', 'RowGame', 'Solver', 'SpragueError', 'acrostic_twins', 'antonim', 'arc_kayles', 'candy', 'charts', 'chomp', 'circle', 'clobber', 'compiled', 'cram', 'dawsons_chess', 'dawsons_kayles', 'discover', 'dollar_bag', 'dots', 'double_kayles', 'end_nim', 'equivalent', 'euclid', 'fibonacci', 'game', 'geography', 'global_fibonacci', 'grundy', 'grundys_game', 'grunt', 'guiles', 'hackenbush', 'james_bond', 'kayles', 'lasker', 'laskers_nim', 'last_biscuit', 'load_certificate', 'load_game', 'loopy', 'mex', 'misere', 'mock_turtles', 'moebius', 'mogul', 'moidores', 'nim', 'nimber', 'nimble', 'node_kayles', 'northcott', 'notakto', 'octal', 'officers', 'p_positions', 'parse', 'play', 'players', 'poker_nim', 'princess_and_roses', 'rugs', 'rule', 'ruler', 'silver_dollar', 'solve', 'solve_many', 'staircase', 'statistics', 'subtract', 'sylver', 'sym', 'table', 'take_fibonacci', 'ternups', 'token', 'top_entails', 'treblecross', 'triplets', 'turning_corners', 'turning_turtles', 'twins', 'welter', 'wythoff', 'wythoff_values']

class _AcrosticTwins(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _Antonim(Handle):
    def __call__(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
class _ArcKayles(Handle):
    def __call__(self, *graphs: _AnyGraph, misere: bool = ...) -> Position: ...
    def position(self, *graphs: _AnyGraph, misere: bool = ...) -> Position: ...
class _Chomp(Handle):
    def __call__(self, *bars: _Sizes | str, misere: bool = ...) -> Position: ...
    def position(self, *bars: _Sizes | str, misere: bool = ...) -> Position: ...
class _Circle(Handle):
    def __call__(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
class _Clobber(Handle):
    def __call__(self, *boards: _AnyBoard | _Grid, free: object = ..., misere: bool = ...) -> Position: ...
    def position(self, *boards: _AnyBoard | _Grid, free: object = ..., misere: bool = ...) -> Position: ...
class _Cram(Handle):
    def __call__(self, *boards: _AnyBoard, free: object = ..., misere: bool = ...) -> Position: ...
    def position(self, *boards: _AnyBoard, free: object = ..., misere: bool = ...) -> Position: ...
class _TakeAndBreak(Handle):
    def __call__(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
class _SilverDollarInBag(Handle):
    def __call__(self, *given: _Any, misere: bool = ...) -> Position: ...
    def position(self, *given: _Any, misere: bool = ...) -> Position: ...
class _Dots(Handle):
    def __call__(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
class _EndNim(Handle):
    def __call__(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
class _Euclid(Handle):
    def __call__(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
class _Fibonacci(Handle):
    def __call__(self, *heaps: _Sizes | _Pair | list[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes | _Pair | list[_Pair], misere: bool = ...) -> Position: ...
class _Geography(Handle):
    def __call__(self, graph: _AnyGraph, at: _Hashable = ..., start: _Hashable = ..., misere: bool = ...) -> Position: ...
    def position(self, graph: _AnyGraph, at: _Hashable = ..., start: _Hashable = ..., misere: bool = ...) -> Position: ...
class _GlobalFibonacci(Handle):
    def __call__(self, *heaps: _Sizes, limit: int | None = ..., misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, limit: int | None = ..., misere: bool = ...) -> Position: ...
class _Grunt(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _Hackenbush(Handle):
    def __call__(self, *graphs: _AnyGraph, misere: bool = ...) -> Position: ...
    def position(self, *graphs: _AnyGraph, misere: bool = ...) -> Position: ...
class _Wythoff(Handle):
    def __call__(self, *heaps: _Sizes, t: int | None = ..., misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, t: int | None = ..., misere: bool = ...) -> Position: ...
class _Loopy(Handle):
    def __call__(self, graph: _AnyGraph, at: _Hashable = ..., start: _Hashable = ..., misere: bool = ...) -> Position: ...
    def position(self, graph: _AnyGraph, at: _Hashable = ..., start: _Hashable = ..., misere: bool = ...) -> Position: ...
class _MockTurtles(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _Moebius(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _Mogul(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _Moidores(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _Nim(Handle):
    def __call__(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
class _Nimble(Handle):
    def __call__(self, *coins: _Sizes | str, misere: bool = ...) -> Position: ...
    def position(self, *coins: _Sizes | str, misere: bool = ...) -> Position: ...
class _NodeKayles(Handle):
    def __call__(self, *graphs: _AnyGraph, misere: bool = ...) -> Position: ...
    def position(self, *graphs: _AnyGraph, misere: bool = ...) -> Position: ...
class _Northcott(Handle):
    def __call__(self, *given: _Any, misere: bool = ...) -> Position: ...
    def position(self, *given: _Any, misere: bool = ...) -> Position: ...
class _Notakto(Handle):
    def __call__(self, *boards: _AnyBoard | _Grid, free: object = ..., misere: bool = ...) -> Position: ...
    def position(self, *boards: _AnyBoard | _Grid, free: object = ..., misere: bool = ...) -> Position: ...
class _PokerNim(Handle):
    def __call__(self, *given: _Any, misere: bool = ...) -> Position: ...
    def position(self, *given: _Any, misere: bool = ...) -> Position: ...
class _PrincessAndRoses(Handle):
    def __call__(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
class _Rugs(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _Ruler(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _SilverDollar(Handle):
    def __call__(self, *coins: _Sizes | str, misere: bool = ...) -> Position: ...
    def position(self, *coins: _Sizes | str, misere: bool = ...) -> Position: ...
class _Staircase(Handle):
    def __call__(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
class _Sylver(Handle):
    def __call__(self, *numbers: int, misere: bool = ...) -> Position: ...
    def position(self, *numbers: int, misere: bool = ...) -> Position: ...
class _Sym(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _TakeFibonacci(Handle):
    def __call__(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
    def position(self, *heaps: _Sizes, misere: bool = ...) -> Position: ...
class _Ternups(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _Token(Handle):
    def __call__(self, *tokens: tuple[()], misere: bool = ...) -> Position: ...
    def position(self, *tokens: tuple[()], misere: bool = ...) -> Position: ...
class _TopEntails(Handle):
    def __call__(self, *given: _Any, misere: bool = ...) -> Position: ...
    def position(self, *given: _Any, misere: bool = ...) -> Position: ...
    def loony(self, to: int) -> list[int]: ...
class _Triplets(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _TurningCorners(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _TurningTurtles(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _Twins(Handle):
    def __call__(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
    def position(self, *heads: _Sizes | str | _Iterable[_Pair], misere: bool = ...) -> Position: ...
class _Welter(Handle):
    def __call__(self, *coins: _Sizes | str, misere: bool = ...) -> Position: ...
    def position(self, *coins: _Sizes | str, misere: bool = ...) -> Position: ...

acrostic_twins: _AcrosticTwins
"""Turn two coins of one row or of one column; the one further to the right or further up goes from heads to tails."""
antonim: _Antonim
"""Take any number from one heap; no two heaps may then be equal, unless they are empty."""
arc_kayles: _ArcKayles
"""Take an edge; both its ends go, with every edge there."""
chomp: _Chomp
"""Bite off a square with all below and to the right of it; the corner square is poisoned."""
circle: _Circle
"""Cross out a dot of the circle and the dots next to it."""
clobber: _Clobber
"""Move a stone onto a neighbouring one of the other colour, and take that one off the board."""
cram: _Cram
"""Place a domino on two free cells that share a side."""
dawsons_chess: _TakeAndBreak
"""Take a token and its neighbours: 1 alone, 2 at an end of the row, or 3 with what is left on either side."""
dawsons_kayles: _TakeAndBreak
"""Knock down two skittles that stand next to each other."""
dollar_bag: _SilverDollarInBag
"""Move a coin to the left over empty squares; the bag, square 0, takes any number of coins. Or take the bag, if the silver dollar (d) is in it."""
dots: _Dots
"""Cross out a dot and the dots next to it."""
double_kayles: _TakeAndBreak
"""Knock down one to four skittles that stand next to each other."""
end_nim: _EndNim
"""Take any number of counters from the first or from the last heap of the row."""
euclid: _Euclid
"""Subtract a positive multiple of the smaller number from the larger one; nothing falls below 0."""
fibonacci: _Fibonacci
"""Take coins from a heap, at least one: at first not the whole heap, then at most twice the last take from that heap."""
geography: _Geography
"""Move the token along a line to another place; the place that it leaves goes."""
global_fibonacci: _GlobalFibonacci
"""Take coins from one of the heaps, at least one: at first not a whole heap, then at most twice the last take, whichever heap it came from."""
grundy: _TakeAndBreak
"""Split a heap into two heaps of different sizes."""
grundys_game: _TakeAndBreak
"""Split a heap into two heaps of different sizes."""
grunt: _Grunt
"""Turn four coins that lie symmetrically, the leftmost coin of the row among them; the rightmost of them goes from heads to tails."""
guiles: _TakeAndBreak
"""Take a heap of 1 or 2, or take 2 and leave the rest in two heaps."""
hackenbush: _Hackenbush
"""Cut an edge; all that is no longer connected to the ground falls away."""
james_bond: _TakeAndBreak
"""Put a cross on a free square between two free squares; these two are then dead."""
kayles: _TakeAndBreak
"""Knock down one skittle, or two that stand next to each other."""
lasker: _TakeAndBreak
"""Take any number, or split a heap into two."""
laskers_nim: _TakeAndBreak
"""Take any number, or split a heap into two."""
last_biscuit: _Wythoff
"""Take any number of biscuits from one jar, or the same number from both."""
loopy: _Loopy
"""Move the token along an arrow; play that never ends is a draw."""
mock_turtles: _MockTurtles
"""Turn one, two or three coins; the rightmost of them goes from heads to tails."""
moebius: _Moebius
"""Turn up to five coins; the rightmost of them goes from heads to tails."""
mogul: _Mogul
"""Turn up to seven coins; the rightmost of them goes from heads to tails."""
moidores: _Moidores
"""Turn up to nine coins; the rightmost of them goes from heads to tails."""
nim: _Nim
"""Take any number of counters, at least one, from one heap."""
nimble: _Nimble
"""Move a coin to any square on its left; a square holds any number of coins."""
node_kayles: _NodeKayles
"""Take a place; it goes with all its neighbours."""
northcott: _Northcott
"""Move your counter in one row any number of squares to either side, without jumping over the other counter."""
notakto: _Notakto
"""Put a cross on a free cell; a board with three crosses in a row is dead."""
officers: _TakeAndBreak
"""Take 1 and leave the rest, which may not be nothing, in one heap or two. Couples-are-Forever is the same with one token more in each heap."""
poker_nim: _PokerNim
"""Take chips from one heap and keep them, or add chips that you hold to one heap."""
princess_and_roses: _PrincessAndRoses
"""Pick one rose, or two roses from different bushes."""
rugs: _Rugs
"""Turn all coins of a rectangle; its upper right one goes from heads to tails."""
ruler: _Ruler
"""Turn any number of coins side by side; the rightmost of them goes from heads to tails."""
silver_dollar: _SilverDollar
"""Move a coin to the left over any number of empty squares; it may not pass another coin."""
staircase: _Staircase
"""Move any number of coins from one step to the step below; from the first step they leave the game."""
sylver: _Sylver
"""Name a number, at least 2, that is no sum of numbers named before, each as often as you like. (Whoever must name 1 loses.)"""
sym: _Sym
"""Turn any coins that lie symmetrically; the rightmost of them goes from heads to tails."""
take_fibonacci: _TakeFibonacci
"""Take a Fibonacci number (1, 2, 3, 5, 8, …) of counters from one heap."""
ternups: _Ternups
"""Turn three coins at equal distances; the rightmost of them goes from heads to tails."""
token: _Token
"""Replace the token by a heap of any size, at least one; from then on it is a Nim heap."""
top_entails: _TopEntails
"""Split a stack into two, or take its top coin; then the other player must move in what is left of that stack."""
treblecross: _TakeAndBreak
"""Put a cross on a free square between two free squares; these two are then dead."""
triplets: _Triplets
"""Turn three coins; the rightmost of them goes from heads to tails."""
turning_corners: _TurningCorners
"""Turn the four corners of a rectangle with sides along the rows and columns; its upper right one goes from heads to tails."""
turning_turtles: _TurningTurtles
"""Turn one or two coins; the rightmost of them goes from heads to tails."""
twins: _Twins
"""Turn two coins; the one on the right goes from heads to tails."""
welter: _Welter
"""Move a coin to any empty square on its left; it may pass other coins."""
wythoff: _Wythoff
"""Take any number of biscuits from one jar, or the same number from both."""
