import { expect, test } from "vitest";
import { plain, sentence } from "../src/text";

test("posts in rows are called by row and column", () => {
  expect(plain("take the edge r1c1-r1c2 and its ends")).toBe("take the edge (row 1, columns 1 and 2) and its ends");
  expect(plain("take the edge r2c1-r3c1 and its ends")).toBe("take the edge (column 1, rows 2 and 3) and its ends");
  expect(sentence("move the token to r1c2")).toBe("Move the token to (row 1, column 2).");
});

test("what grows from the ground is called by its other end", () => {
  expect(plain("cut the edge ground-a")).toBe("cut the edge (between the ground and a)");
  expect(plain("cut the string r1c1-r1c2, and move again")).toBe(
    "cut the string (row 1, columns 1 and 2), and move again",
  );
  expect(plain("cut the string b-ground")).toBe("cut the string (between the ground and b)");
});

test("a position in the notation keeps its signs", () => {
  for (const words of [
    "geography grid:3x3@r1c1",
    "arc-kayles edges:r1c1-r1c2,r2c1-r2c2",
    "hackenbush edges:ground-a,a-b,ground-c",
  ])
    expect(plain(words)).toBe(words);
});
