"""Random codes, for hypothesis."""

from hypothesis import strategies as st

from sprague.takebreak.codes import Code


@st.composite
def codes(draw: st.DrawFn, most: int = 31) -> Code:
    """Any code: octal, hexadecimal or beyond, finite or repeating, with any rule of splitting."""
    digit = st.integers(0, most)
    leading = draw(st.sampled_from([0, 0, 4, 8, 12])) & most
    digits = (leading, *draw(st.lists(digit, max_size=5)))
    repeat = tuple(draw(st.lists(digit, max_size=3)))
    return Code(digits, repeat, draw(st.sampled_from(["any", "any", "unequal", "equal"])))
