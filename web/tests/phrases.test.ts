import { expect, test } from "vitest";
import { phrases } from "../src/phrases";

test("a line of Chinese breaks between words, not within one", () => {
  const pieces = phrases("撳一格嚟擺你嘅骨牌，再撳佢隔籬嗰格。");
  expect(pieces.join("")).toBe("撳一格嚟擺你嘅骨牌，再撳佢隔籬嗰格。");
  expect(pieces.filter((piece) => piece.includes("骨牌"))).toEqual(["骨牌，再"]);
  expect(pieces.some((piece) => /^[，。]/.test(piece))).toBe(false);
});

test("a number stays with what it counts", () => {
  expect(phrases("攞走3個").some((piece) => piece.startsWith("個"))).toBe(false);
});

test("other texts stay whole", () => {
  expect(phrases("Take 3 from both jars.")).toEqual(["Take 3 from both jars."]);
});
