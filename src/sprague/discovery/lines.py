"""Lines through the P-positions of two heaps, and formulas for the n-th of them."""

from __future__ import annotations

from .guess import Pattern
from .patterns import of_sequence
from .report import Report

#: The number of P-positions of a rule on two heaps that are shown and fitted.
PAIRS = 1024


def fit_pairs(report: Report, pairs: list[tuple[int, int]]) -> None:
    """Adds lines through the n-th pair to a report, and formulas for it if each number has one partner."""
    smaller, larger = [a for a, _ in pairs], [b for _, b in pairs]
    if len(pairs) < 24 or len(set(smaller)) < len(smaller):
        return
    from statistics import linear_regression

    for row in (smaller, larger):
        slope, offset = linear_regression(range(len(row)), row)
        residual = max(abs(value - slope * n - offset) for n, value in enumerate(row))
        report.fits.append({"slope": slope, "offset": offset, "residual": residual})
    patterns = []
    for row in (smaller, larger):
        good = [p for p in of_sequence(row) if p.first_failure is None]
        if good:
            patterns.append(good[0])
    report.patterns = patterns
    if len(patterns) == 2:
        report.formula = f"({_formula(patterns[0])}, {_formula(patterns[1])})"


def _formula(pattern: Pattern) -> str:
    guess = pattern.guess
    if guess.name == "floor":
        alpha = str(guess.text.parameters["alpha"])
        inner = f"n({alpha})" if " " in alpha or "/" in alpha else f"n{alpha}"
        return f"⌊{inner}⌋{guess.text.parameters['plus']}"
    if guess.name == "identity":
        return str(guess.text.parameters["argument"])
    return str(guess.text)
