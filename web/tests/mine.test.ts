import { expect, test } from "vitest";
import { namesAny } from "../src/mine";

test("a game is named as a word, alone or in a sum", () => {
  expect(namesAny("halves 5,7", ["halves"])).toBe(true);
  expect(namesAny("nim 3 + halves 5", ["diag", "halves"])).toBe(true);
  expect(namesAny('{"text":"misere halves 5"}', ["halves"])).toBe(true);
});

test("a name within a longer one is another game", () => {
  expect(namesAny("by-halves 5 + halves-two 3", ["halves"])).toBe(false);
  expect(namesAny("nim 3", [])).toBe(false);
});
