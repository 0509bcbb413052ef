import { expect, test, vi } from "vitest";
import { Refusal, server, type Made } from "../src/api";
import { begin } from "../src/game";
import { replayed } from "../src/replay";

// Here is no page to read from where its server is.
vi.mock("../src/where", () => ({ isSite: false, hasEngine: false, root: "/" }));

/** A server for Nim on one heap, which may take one or two. */
function serve(failing: string | null = null): void {
  vi.spyOn(server, "move").mockImplementation((text, what) => {
    const to = typeof what === "object" && "to" in what ? what.to : "";
    const taken = Number(text.slice(4)) - Number(to.slice(4));
    if (to === failing) return Promise.reject(new Refusal("busy", 503));
    if (taken !== 1 && taken !== 2) return Promise.reject(new Refusal("not a move", 400));
    return Promise.resolve({
      to,
      move: `take ${taken}`,
      component: 0,
      marks: [],
      at: null,
      stays: [],
    } as unknown as Made);
  });
}

function linked(...moves: string[]) {
  const start = begin("nim 5", { you: 0, friend: false, level: "perfect" });
  return { ...start, plies: moves.map((to) => ({ to, move: "" })), at: moves.length };
}

test("a game of a link is played up to the first move that is not legal", async () => {
  serve();
  const game = await replayed(linked("nim 4", "nim 0", "nim 3", "nim 2"));
  expect(game.plies.map(({ to, move }) => [to, move])).toEqual([["nim 4", "take 1"]]);
  expect(game.at).toBe(1);
});

test("a game of legal moves is played to its end, and looked at where it was", async () => {
  serve();
  const game = await replayed({ ...linked("nim 4", "nim 2", "nim 1"), at: 2 });
  expect(game.plies).toHaveLength(3);
  expect(game.at).toBe(2);
});

test("a server that does not answer cuts no game short", async () => {
  serve("nim 2");
  await expect(replayed(linked("nim 4", "nim 2"))).rejects.toThrow("busy");
});
