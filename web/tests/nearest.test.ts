import { expect, test } from "vitest";
import { distance, middle, nearest, type Area } from "../src/nearest";

const disc: Area = { kind: "circle", x: 2, y: 3, w: 1, h: 1 };
const cell: Area = { kind: "rect", x: 0, y: 0, w: 4, h: 2 };
const edge: Area = { kind: "line", x: 0, y: 0, w: 3, h: 4 };

test("a circle and a text have their place in the middle, a rectangle and a line at an end", () => {
  expect(middle(disc)).toEqual([2, 3]);
  expect(middle({ ...cell, kind: "text" })).toEqual([0, 0]);
  expect(middle(cell)).toEqual([2, 1]);
  expect(middle(edge)).toEqual([1.5, 2]);
});

test("the distance to a disc is that to its rim, and less than 0 inside", () => {
  expect(distance(disc, 2, 3)).toBe(-0.5);
  expect(distance(disc, 2.5, 3)).toBe(0);
  expect(distance(disc, 5, 7)).toBe(4.5);
});

test("the distance to a cell is that to its side or corner, and less than 0 inside", () => {
  expect(distance(cell, 2, 1)).toBe(-1);
  expect(distance(cell, 0.5, 1)).toBe(-0.5);
  expect(distance(cell, 4, 2)).toBe(0);
  expect(distance(cell, 6, 1)).toBe(2);
  expect(distance(cell, 7, 6)).toBe(5);
});

test("the distance to an edge is that to the segment, not to the line through it", () => {
  expect(distance(edge, 1.5, 2)).toBe(0);
  expect(distance(edge, 1.5 + 4, 2 - 3)).toBeCloseTo(5);
  expect(distance(edge, -3, -4)).toBe(5);
  expect(distance(edge, 6, 8)).toBe(5);
  expect(distance({ ...edge, w: 0, h: 0 }, 3, 4)).toBe(5);
});

function meant(areas: Record<string, Area>, x: number, y: number, unit = 50): string | null {
  return nearest(Object.entries(areas).map(([place, area]) => ({ place, area, x, y, unit })));
}

/** A square of edges with its corners and a diagonal, drawn in this order. */
const square: Record<string, Area> = {
  top: { kind: "line", x: 0, y: 0, w: 2, h: 0 },
  left: { kind: "line", x: 0, y: 0, w: 0, h: 2 },
  right: { kind: "line", x: 2, y: 0, w: 0, h: 2 },
  low: { kind: "line", x: 2, y: 2, w: -2, h: 0 },
  across: { kind: "line", x: 0, y: 0, w: 2, h: 2 },
};

test("every point of an edge means that edge, in whatever order they are drawn", () => {
  const turned = Object.fromEntries(Object.entries(square).reverse());
  for (const [name, { x, y, w, h }] of Object.entries(square))
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9])
      for (const all of [square, turned]) expect(meant(all, x + part * w, y + part * h)).toBe(name);
});

test("at a corner where edges meet the one whose middle is nearest is meant", () => {
  const edges: Record<string, Area> = {
    long: { kind: "line", x: 0, y: 0, w: 6, h: 0 },
    short: { kind: "line", x: 0, y: 0, w: 0, h: 1 },
  };
  expect(meant(edges, 0, 0)).toBe("short");
});

test("inside of a disc the edge that ends at it does not matter", () => {
  expect(
    meant(
      { disc: { kind: "circle", x: 0, y: 0, w: 0.6, h: 0.6 }, edge: { kind: "line", x: 0.1, y: 0, w: 2, h: 0 } },
      0.2,
      0,
    ),
  ).toBe("disc");
});

test("nothing is meant farther than a finger reaches, whatever the scale", () => {
  expect(meant({ cell }, 4.88, 1, 50)).toBe("cell");
  expect(meant({ cell }, 4.9, 1, 50)).toBe(null);
  expect(meant({ cell }, 4.9, 1, 25)).toBe("cell");
  expect(meant({}, 0, 0)).toBe(null);
});

test("of pictures of different scales the pixels count", () => {
  const near = { place: "large", area: disc, x: 3, y: 3, unit: 60 };
  const far = { place: "small", area: disc, x: 4, y: 3, unit: 10 };
  expect(nearest([near, far])).toBe("small");
});
