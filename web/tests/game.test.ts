import { expect, test } from "vitest";
import { begin, drawn, goTo, played, read, redone, undone, winner, write, type Game } from "../src/game";

const START = begin("nim 3,4,5", { you: 0, friend: false, level: "slips" });

function line(...positions: string[]): Game {
  return positions.reduce((game, to) => played(game, { to, move: `to ${to}` }), START);
}

test("undo goes back to the person's last turn, redo forward to the next", () => {
  const game = line("a", "b", "c", "d");
  expect(undone(game).at).toBe(2);
  expect(undone(goTo(game, 3)).at).toBe(2);
  expect(redone(goTo(game, 0)).at).toBe(2);
  expect(redone(goTo(game, 3)).at).toBe(4);
});

test("of two persons one move is undone at a time", () => {
  expect(undone({ ...line("a", "b", "c"), friend: true }).at).toBe(2);
});

test("a move from an earlier position drops what came after", () => {
  const game = played(goTo(line("a", "b", "c"), 1), { to: "x", move: "to x" });
  expect(game.plies.map((ply) => ply.to)).toEqual(["a", "x"]);
});

test("a position that stands a third time with the same player to move is a draw", () => {
  expect(drawn(line("a", "b", "nim 3,4,5", "c", "nim 3,4,5"))).toBe(false);
  expect(drawn(line("a", "nim 3,4,5", "a", "nim 3,4,5"))).toBe(true);
});

test("who was to move wins where the outcome is N, else who moved last", () => {
  expect(winner(line("a"), "P")).toBe(0);
  expect(winner(line("a"), "N")).toBe(1);
});

test("a game that is written is read again", () => {
  const game = line("nim 2,4,5", "nim 1,4,5");
  expect(read(write(game))).toEqual({ ...game, seed: expect.any(Number) as number });
});

test("another file is no game", () => {
  expect(read("a shopping list\n")).toBeNull();
});
