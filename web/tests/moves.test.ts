import { expect, test } from "vitest";
import { readMoves, withMoves } from "../src/moves";

const NAME = "kinds{a:a-1,a+b-2;b:b-1,-3}";

test("moves in a link are read back, also of a game with the sign between them in its name", () => {
  const moves = [
    { to: `${NAME} 3,3@b`, way: 0 },
    { to: `${NAME} 3,2@b`, way: 2 },
    { to: "100% ~%3B", way: 0 },
  ];
  const url = new URL(withMoves("http://localhost/play?position=x", moves));
  url.searchParams.set("lang", "yue"); // which writes the whole query anew
  expect(readMoves(url.searchParams.get("moves") ?? "")).toEqual(moves);
});

test("links of other games are as before", () => {
  expect(
    withMoves("?p", [
      { to: "nim 1,1", way: 0 },
      { to: "*1", way: 3 },
    ]),
  ).toBe("?p&moves=nim%201%2C1%3B*1~3");
  expect(readMoves("")).toEqual([]);
});
