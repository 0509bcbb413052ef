"""Texts made by chance: games and positions of every family, whole and damaged, and what is asked of them."""

from __future__ import annotations

import re
from random import Random

from sprague.workbench.registry import builtin_rulesets, names


def size(dice: Random) -> str:
    """A heap: mostly small, sometimes of any size."""
    kind = dice.random()
    if kind < 0.45:
        return str(dice.randint(0, 12))
    if kind < 0.7:
        return str(dice.randint(0, 300))
    if kind < 0.85:
        return str(dice.randint(0, 10**5))
    if kind < 0.93:
        return f"1e{dice.choice([3, 5, 6, 7, 9, 15, 30, 300, 5000])}"
    if kind < 0.97:
        return f"{dice.randint(2, 9)}^{dice.randint(1, 100)}"
    return str(dice.randint(0, 10 ** dice.randint(6, 60)))


def sizes(dice: Random, fewest: int = 1, most: int = 6) -> str:
    return ",".join(size(dice) for _ in range(dice.randint(fewest, most)))


def code(dice: Random) -> str:
    """A take-and-break code of any form."""
    kind = dice.randrange(9)
    octal = "".join(dice.choices("01234567", k=dice.choice([1, 2, 3, 3, 4, 6, 10, 30])))
    if kind < 3:
        return f"{dice.choice('04')}.{octal}"
    if kind == 3:
        return f"{dice.choice(['', '0'])}.{octal}({dice.choice(['3', '13', '7', '1', '04', '37'])})"
    if kind == 4:
        digits = "".join(
            dice.choice(["0", "8", "f", "e", "c", f"[{dice.getrandbits(dice.randint(5, 40)):x}]"])
            for _ in range(dice.randint(1, 8))
        )
        return f"hex:{dice.choice('048c')}.{digits}"
    if kind == 5:
        most = dice.choice([6, 30, 1000])
        pieces = [str(dice.randint(1, most)) for _ in range(dice.randint(1, 6))]
        return f"{dice.choice(['subtract', 'subtract', 'all-but'])}{{{','.join(pieces)}}}"
    if kind == 6:
        sets = dice.sample(
            ["primes", "squares", "fibonacci", f"powers of {dice.randint(2, 9)}", "4"], dice.randint(1, 3)
        )
        return f"subtract{{{','.join(sets)}}}"
    if kind == 7:
        return f"{dice.choice(['unequal', 'equal'])}:{dice.choice('04')}.{octal}"
    return f"subtract{{{dice.randint(1, 5)}-{dice.randint(5, 60)}}}"


def vectors(dice: Random) -> tuple[str, int]:
    """A rule of vectors, and its number of heaps."""
    heaps = dice.randint(1, 4)
    entries = ["0", "k", "k", "1", "2", "2k", "3k"]
    rows = {"(" + ",".join(dice.choices(entries, k=heaps)) + ")" for _ in range(dice.randint(1, 4))}
    return f"vectors{{{','.join(sorted(rows))}}}", heaps


def graph(dice: Random) -> str:
    """A graph by name or by its edges."""
    n = dice.choice([1, 2, 3, 5, 8, 13, 20, 40, 100, 300, 1000, 20000])
    side = dice.choice([1, 2, 3, 4, 5, 9, 30])
    kind = dice.randrange(11)
    if kind == 0:
        edges = [f"{dice.choice(labels(n))}-{dice.choice(labels(n))}" for _ in range(dice.randint(1, 30))]
        return f"edges:{','.join(edges)}"
    if kind == 1:
        return "tree:" + ",".join(str(dice.randint(1, child)) for child in range(1, min(n, 60) + 1))
    if kind == 2:
        return f"random:{min(n, 300)},{dice.choice(['0.02', '0.1', '0.3', '0.8'])},seed={dice.randint(0, 99)}"
    if kind == 3:
        return f"petersen:{n},{dice.randint(1, 4)}"
    named = [
        "grid:{a}x{b}",
        "torus:{a}x{b}",
        "path:{n}",
        "cycle:{n}",
        "star:{n}",
        "complete:{m}",
        "hypercube:{c}",
    ]
    form = named[kind - 4]
    return form.format(a=side, b=dice.choice([2, 3, 4, 6, 12, 50]), n=n, m=min(n, 120), c=dice.randint(1, 11))


def labels(n: int) -> list[str]:
    return ["ground", *(chr(97 + i) for i in range(min(n, 25)))]


def position(dice: Random, family: str) -> str:
    """A position of a family, nearly always a legal one."""
    if family == "code":
        return f"{code(dice)} {sizes(dice, 1, 3)}"
    if family in ("wythoff", "last-biscuit"):
        return f"{family} {sizes(dice, 2, 2 if dice.random() < 0.6 else 6)}"
    if family == "wythoff[t]":
        return f"wythoff[t={dice.choice([1, 2, 3, 10, 1000])}] {sizes(dice, 2, 2)}"
    if family == "wythoff[any]":
        return f"{family} {sizes(dice, 2, 6)}"
    if family == "vectors":
        rule, heaps = vectors(dice)
        return f"{rule} {sizes(dice, heaps, heaps)}"
    if family in ("fibonacci", "global-fibonacci"):
        limit = f":{size(dice)}" if dice.random() < 0.5 else ""
        return f"{family} {sizes(dice, 1, 4)}{limit}"
    if family in ("token", "♦"):
        return family
    if family == "cram":
        rows, columns = dice.choice([1, 2, 3, 4, 5, 7, 20]), dice.choice([1, 2, 3, 4, 6, 9, 30, 200])
        if dice.random() < 0.5:
            return f"cram {rows}x{columns}"
        rows, columns = min(rows, 7), min(columns, 30)
        return "cram " + "/".join("".join(dice.choices(".#", [4, 1], k=columns)) for _ in range(rows))
    if family == "chomp":
        if dice.random() < 0.4:
            return f"chomp {dice.choice([1, 2, 3, 6, 12, 100])}x{size(dice)}"
        heaps = sorted(
            (dice.randint(1, dice.choice([5, 20, 1000])) for _ in range(dice.randint(1, 8))), reverse=True
        )
        return f"chomp {','.join(map(str, heaps))}"
    if family in ("node-kayles", "arc-kayles"):
        return f"{family} {graph(dice)}"
    if family == "geography":
        return f"geography {graph(dice)}@{dice.choice(['1', 'r1c1', 'a', 'c', 'u0', '0'])}"
    if family == "hackenbush":
        edges = ["ground-a"]
        for _ in range(dice.choice([1, 3, 8, 20, 60])):
            ends = [
                dice.choice(["ground", "a", *(edge.split("-")[1] for edge in edges)]),
                f"v{dice.randint(1, 40)}",
            ]
            edges.append("-".join(ends))
        return "hackenbush edges:" + ",".join(edges)
    if family == "notakto":
        if dice.random() < 0.4:
            return f"notakto {dice.randint(1, 5)}x{dice.randint(1, 8)}"
        rows, columns = dice.choice([1, 2, 3, 3, 4, 8]), dice.choice([1, 3, 3, 4, 6, 8])
        crosses = dice.choice([1, 3])
        rows_of = ["".join(dice.choices("x.", [crosses, 3], k=columns)) for _ in range(rows)]
        return "notakto " + "/".join(rows_of)
    if family == "loopy":
        names = labels(dice.choice([1, 2, 3, 5, 8, 25]))
        arrows = {f"{dice.choice(names)}>{dice.choice(names)}" for _ in range(dice.choice([1, 3, 8, 20, 60]))}
        token = dice.choice(sorted(arrows)).partition(">")[dice.choice([0, 2])]
        return f"loopy edges:{','.join(sorted(arrows))}@{token}"
    if family == "top-entails":
        stacks = sizes(dice, 1, 3).split(",")
        if dice.random() < 0.3:
            stacks[dice.randrange(len(stacks))] += "!"
        return f"top-entails {','.join(stacks)}"
    return f"{family} {sizes(dice, 1, 4)}"


def small_position(dice: Random, family: str) -> str:
    """A position of a family that is small, if there is one."""
    for _ in range(20):
        text = position(dice, family)
        if len(text) < 50 and all(int(n) < 30 for n in re.findall(r"\d+", text)):
            break
    return text


FAMILIES = sorted(
    {
        *(ruleset.head for ruleset in builtin_rulesets() if not set(ruleset.head) & set("[{.")),
        *names(),
        "wythoff[t]",
        "wythoff[any]",
        "vectors",
        *["code"] * 1,
    }
)

#: Families that are many games are met more often.
WEIGHTS = [
    12
    if family == "code"
    else 4
    if family in ("vectors", "cram", "wythoff", "chomp")
    else 3
    if family in ("notakto", "loopy", "top-entails")
    else 1
    for family in FAMILIES
]

_PIECES = [
    *"0123456789 ,+*:.#/x^e()[]{}<>-=@'\"♦è\t\n\0\u0663",
    "misere ",
    "1e9999999",
    "10^400",
    "[any]",
    "{(0,k)}",
    "file:x",
]


def any_position(dice: Random) -> str:
    """A position, sometimes a sum, sometimes damaged."""
    misere = dice.random() < 0.2
    # What misère play reaches is small: else nearly all of it is refused.
    make = small_position if misere and dice.random() < 0.7 else position
    family = dice.choices(FAMILIES, WEIGHTS)[0]
    text = make(dice, family)
    while dice.random() < (0.4 if misere else 0.15):
        again = misere and dice.random() < 0.5
        text += " + " + make(dice, family if again else dice.choices(FAMILIES, WEIGHTS)[0])
    if misere:
        text = dice.choice(["misere ", "misere ", "misère "]) + text
    return damaged(dice, text) if dice.random() < 0.15 else text


def damaged(dice: Random, text: str) -> str:
    """``text`` with a slip or two."""
    for _ in range(dice.randint(1, 3)):
        at = dice.randint(0, len(text))
        text = text[:at] + dice.choice(_PIECES) + text[at + dice.randint(0, 2) :]
    return text


def any_game(dice: Random) -> str:
    """A game alone."""
    family = dice.choices(FAMILIES, WEIGHTS)[0]
    game = {
        "code": lambda: code(dice),
        "vectors": lambda: vectors(dice)[0],
        "wythoff[t]": lambda: "wythoff[t=3]",
    }
    text = game.get(family, lambda: family)()
    return damaged(dice, text) if dice.random() < 0.1 else text


def expression(dice: Random, depth: int = 0) -> str:
    """An expression of nimbers."""
    kind = dice.randrange(9) if depth < 5 else 0
    inner = lambda: expression(dice, depth + 1)  # noqa: E731
    if kind < 3:
        return f"*{size(dice) if dice.random() < 0.8 else 2 ** dice.choice([16, 64, 256, 4096])}".replace(
            "^", "**"
        )
    if kind < 6:
        return f"{inner()} {dice.choice('+x/')} {inner()}"
    if kind == 6:
        return f"({inner()})^{dice.choice(['-1', '2', '7', '-5', str(dice.getrandbits(64))])}"
    if kind == 7:
        return f"{{{inner()},{inner()}}}"
    return f"{dice.choice(['sqrt', 'order', 'mex'])}({inner()})"


def table_size(dice: Random) -> str:
    return dice.choice(
        [
            size(dice),
            f"{dice.randint(0, 40)}x{dice.randint(0, 40)}",
            f"{size(dice)}x{size(dice)}",
            f"{size(dice)}x3x{size(dice)}",
        ]
    )


#: Commands whose work nobody can tell beforehand: they look on until a bound of time, which they get.
BOUNDED = ("genus", "quotient", "discover", "refute")


def bounded(dice: Random, kind: str) -> list[str]:
    """A line for a command that looks on until its time is over."""
    time = [kind, any_game(dice), "--time", dice.choice(["0.1s", "0.5s"])]
    more = dice.choice([[], ["--json"]])
    if kind == "genus":
        return [*time, *dice.choice([[], ["--to", size(dice)]]), *more]
    if kind == "quotient":
        if dice.random() < 0.4:
            time[1] = any_position(dice).removeprefix("misere ")
        return [*time, *dice.choice([[], ["--heaps", size(dice)]]), *more]
    if kind == "refute":
        n = [str(dice.randint(0, 10 ** dice.randint(1, 6))) for _ in range(3)]
        claims = [f"period {n[0]}", f"period {n[0]} from {n[1]}", f"value {n[0]} at {n[1]}", f"P at {n[0]}"]
        claims.append(f"period {n[0]} from {n[1]} saltus {n[2]}")
        return [*time, "--claim", dice.choice(claims), *dice.choice([[], ["--to", size(dice)]]), *more]
    if dice.random() < 0.5:
        time[1] = vectors(dice)[0]
    return [*time, *dice.choice([[], ["--limit-states", size(dice)]]), *more]


def command(dice: Random, folder: str) -> list[str]:
    """A line for the command line; what it writes goes to ``folder``."""
    kind = dice.choices(
        ["solve", "moves", "draw", "values", "p-positions", "period", "stats", "eval", "plot", *BOUNDED],
        [10, 5, 4, 4, 4, 3, 2, 3, 0.1, *[0.5] * len(BOUNDED)],
    )[0]
    if kind in BOUNDED:
        return bounded(dice, kind)
    if kind == "solve":
        more = [
            [],
            ["--value"],
            ["--why"],
            ["--json"],
            ["--all"],
            ["--tree"],
            ["--draw"],
            ["--outcome"],
            ["--moves"],
        ]
        return [kind, any_position(dice), *dice.choice(more)]
    if kind == "moves":
        more = [[], ["--values"], ["--json"], ["--count", size(dice)]]
        return [kind, any_position(dice), *dice.choice(more)]
    if kind == "draw":
        return [kind, any_position(dice), *dice.choice([[], ["-o", "-"]])]
    if kind == "values":
        return [
            kind,
            any_game(dice),
            "--to",
            table_size(dice),
            *dice.choice([[], ["--json"], ["--csv"], ["--bfile"]]),
        ]
    if kind == "p-positions":
        more = [
            [],
            ["--heaps", str(dice.randint(0, 5))],
            ["--count", size(dice)],
            ["--from", size(dice)],
            ["--within", size(dice)],
        ]
        return [kind, any_game(dice), *dice.choice(more)]
    if kind == "period":
        return [kind, any_game(dice), *dice.choice([[], ["--limit", size(dice)], ["--json"]])]
    if kind == "stats":
        return [kind, any_game(dice), "--to", size(dice)]
    if kind == "eval":
        return [kind, damaged(dice, expression(dice)) if dice.random() < 0.1 else expression(dice)]
    return [kind, any_game(dice), "--to", table_size(dice), "--force", "-o", f"{folder}/chart.svg"]
