"""Random positions for misère play, small enough for the plain definition."""

from hypothesis import strategies as st

SMALL = {
    "nim": 4, "kayles": 7, "0.137": 7, "grundy": 8, "0.123": 8, "0.71": 7, "0.26": 7, "4.31": 6, "hex:0.8f": 6,
    "subtract{1,3,4}": 9, "subtract{2,3}": 9, "subtract{2,5,7}": 10, "all-but{2}": 6, "lasker": 5,
}  # fmt: skip

BOARDS = (
    "cram 2x3", "cram ..#/...", "cram 1x5", "cram 3x3", "chomp 2x3", "chomp 3,2,1", "node-kayles path:5",
    "node-kayles cycle:5", "arc-kayles path:5", "arc-kayles star:3", "hackenbush edges:ground-a,a-b,a-c",
    "geography grid:2x3@r1c1", "fibonacci 6", "fibonacci 7:3", "take-fibonacci 8", "dots 6", "circle 7", "wythoff 2,4",
    "wythoff 1,2", "wythoff[t=2] 2,4", "vectors{(0,k),(k,0),(k,2k)} 3,3", "notakto 2x3", "notakto x../.../..x",
)  # fmt: skip


@st.composite
def sums(draw: st.DrawFn) -> str:
    """A sum of one to three terms."""
    terms = []
    for _ in range(draw(st.integers(1, 2))):
        if draw(st.booleans()):
            game = draw(st.sampled_from(sorted(SMALL)))
            heaps = draw(st.lists(st.integers(0, SMALL[game]), min_size=1, max_size=2))
            terms.append(f"{game} {','.join(map(str, heaps))}")
        else:
            terms.append(draw(st.sampled_from(BOARDS)))
    if draw(st.booleans()):
        terms.append(f"nim {draw(st.integers(1, 3))}")
    return " + ".join(terms)
