import { expect, test } from "vitest";
import type { Move } from "../src/api";
import { pick, type Option } from "../src/choice";

function option(words: string, marks: string[], at = ""): Option {
  return { move: {} as Move, way: 0, words, marks, at };
}

test("of a piece that goes onto another, the order of the touches tells which of them goes", () => {
  const options = [option("a onto b", ["a", "b"]), option("b onto a", ["b", "a"]), option("b onto c", ["b", "c"])];
  const first = pick(options, null, "b");
  expect(first?.meant).toBe(null);
  const second = pick(options, first, "a");
  expect(second?.meant?.words).toBe("b onto a");
  expect(second?.settled).toBe(true);
});

test("a choice is not settled while a larger move may be meant", () => {
  const options = [option("take two", ["a", "b"]), option("take three", ["a", "b", "c"])];
  const choice = pick(options, pick(options, null, "a"), "c");
  expect(choice?.meant?.words).toBe("take three");
  expect(pick(options, null, "a")?.settled).toBe(false);
});

test("a domino is put by its two cells in either order", () => {
  const options = [option("a and b", ["a", "b"]), option("b and c", ["b", "c"])];
  expect(pick(options, pick(options, null, "b"), "a")?.settled).toBe(true);
});
