"""Symmetries of a graph."""

from __future__ import annotations

_SYMMETRIES = 15

_SYMMETRY_STEPS = 20_000


def symmetries(near: list[set[int]]) -> list[list[int]]:
    """Returns some automorphisms of a graph other than the identity, by a search of bounded length. Any subset of them
    is valid."""
    size = len(near)
    if size < 2:
        return []
    colours = [len(around) for around in near]
    for _ in range(size):
        signs = [(colours[v], tuple(sorted(colours[w] for w in near[v]))) for v in range(size)]
        names = {sign: i for i, sign in enumerate(sorted(set(signs)))}
        refined = [names[sign] for sign in signs]
        if len(set(refined)) == len(set(colours)):
            break
        colours = refined
    order: list[int] = []
    for start in range(size):
        queue = [start]
        while queue:
            v = queue.pop(0)
            if v not in order:
                order.append(v)
                queue += sorted(near[v])
    maps: list[list[int]] = []
    steps = 0
    image: dict[int, int] = {}
    stack: list[list[int]] = [[v for v in range(size) if colours[v] == colours[order[0]]]]
    while stack and len(maps) < _SYMMETRIES and steps < _SYMMETRY_STEPS:
        steps += 1
        depth = len(stack) - 1
        image.pop(order[depth], None)
        if not stack[-1]:
            stack.pop()
            continue
        v, w = order[depth], stack[-1].pop()
        mapped = {image[u] for u in near[v] if u in image}
        if mapped != near[w] & set(image.values()):
            continue
        image[v] = w
        if depth + 1 == size:
            whole = [image[u] for u in range(size)]
            if whole != list(range(size)):
                maps.append(whole)
            continue
        following = order[depth + 1]
        anchors = [u for u in near[following] if u in image]
        candidates = near[image[anchors[0]]] if anchors else set(range(size))
        used = set(image.values())
        stack.append([u for u in candidates if u not in used and colours[u] == colours[following]])
    return maps
