import { describe, expect, test } from "vitest";
import type { Component, Ladder, Made, Shown } from "../src/api";
import { begin, position, type Game } from "../src/game";
import {
  ended,
  forcedPass,
  mayMove,
  onMove,
  opening,
  reduce,
  reward,
  scene,
  untold,
  won,
  type Action,
  type State,
} from "../src/turn";

/** Nim on one heap, as far as the state looks at it. */
function shown(text: string, over = false, outcome: "N" | "P" | null = null): Shown {
  const component = { game: "nim", drawing: { shapes: [] } } as unknown as Component;
  return { position: text, over, outcome, components: over ? [] : [component], takes: [] } as unknown as Shown;
}

function made(to: Shown, move: string): Made {
  return {
    to: to.position,
    move,
    position: to,
    component: 0,
    marks: ["c0"],
    at: "c0",
    stays: [null],
  } as unknown as Made;
}

function game(settings: Partial<Game> = {}): Game {
  return { ...begin("nim 3", { you: 0, friend: false, level: "perfect" }), ...settings };
}

function after(state: State, ...actions: Action[]): State {
  return actions.reduce(reduce, state);
}

const START = shown("nim 3");
const at = (settings: Partial<Game> = {}, waiting = false): State =>
  after(opening(game(settings), waiting), { type: "shown", shown: START }, { type: "told", base: START, plies: [] });

describe("whose turn it is", () => {
  test("a pass is forced where it is the only move, and is no news", () => {
    const field = { name: "again", role: "pass" };
    const pass = { component: 0, to: "nim 2", move: "let the other player move again", marks: ["again"] };
    const forced = { ...shown("nim 2!"), moves: [pass], components: [{ drawing: { shapes: [field] } }] };
    const state = after(at(), { type: "shown", shown: forced as unknown as Shown });
    expect(forcedPass(state)).toBe(pass);
    expect(forcedPass({ ...state, shown: { ...forced, moves: [pass, pass] } as unknown as Shown })).toBeNull();
    expect(forcedPass(at())).toBeNull();
    const passed = after(state, { type: "made", made: made(shown("nim 2"), pass.move), about: {} });
    expect(passed.news).toEqual(state.news);
  });

  test("nobody may move before the position is shown", () => {
    const state = opening(game(), false);
    expect([mayMove(state), onMove(state), ended(state)]).toEqual([false, false, false]);
  });

  test("the person begins, then the computer answers by itself", () => {
    const state = at();
    expect([mayMove(state), onMove(state)]).toEqual([true, false]);
    const next = after(state, { type: "made", made: made(shown("nim 2"), "take 1"), about: {} });
    expect([mayMove(next), onMove(next)]).toEqual([false, true]);
  });

  test("a computer that waits is not asked", () => {
    expect(onMove(at({ you: 1 }, true))).toBe(false);
    expect(onMove(at({ you: 1 }))).toBe(true);
  });

  test("of two persons the computer never moves", () => {
    const next = after(at({ friend: true }), { type: "made", made: made(shown("nim 2"), "take 1"), about: {} });
    expect([mayMove(next), onMove(next)]).toEqual([true, false]);
  });

  test("after the end nobody moves, and who moved last has won", () => {
    const over = after(at(), { type: "made", made: made(shown("nim 0", true, "P"), "take 3"), about: {} });
    expect([ended(over), onMove(over), won(over)]).toEqual([true, false, 0]);
  });

  test("in misère play the server says that who was to move has won", () => {
    const over = after(at(), { type: "made", made: made(shown("misere nim 0", true, "N"), "take 3"), about: {} });
    expect(won(over)).toBe(1);
  });

  test("an agreed draw ends the game, and has no winner", () => {
    const drawn = after(at(), { type: "agreed" });
    expect([ended(drawn), mayMove(drawn), won(drawn)]).toEqual([true, false, null]);
  });
});

describe("a move", () => {
  test("stands in the game, with its note, and below it the reply", () => {
    const state = after(
      at({ level: "teacher" }),
      { type: "made", made: made(shown("nim 2"), "take 1"), about: { note: "lost", kept: false } },
      { type: "made", made: made(shown("nim 0", true, "P"), "take 2"), about: {} },
    );
    expect(state.news).toEqual([
      { mover: 0, move: "take 1", note: "lost", kept: false },
      { mover: 1, move: "take 2" },
    ]);
    expect(position(state.game)).toBe("nim 0");
  });

  test("of the person begins the news anew", () => {
    const first = after(at({ friend: true }), { type: "made", made: made(shown("nim 2"), "take 1"), about: {} });
    const second = after(first, { type: "made", made: made(shown("nim 1"), "take 1 more"), about: {} });
    expect(second.news).toEqual([{ mover: 1, move: "take 1 more" }]);
  });

  test("leaves its trace on the board of the start", () => {
    const state = after(at(), { type: "made", made: made(shown("nim 2"), "take 1"), about: {} });
    expect(scene(state).traces).toEqual([{ seat: 0, places: ["c0"], at: "c0", by: 0 }]);
    expect(scene(state).seats).toHaveLength(1);
  });
});

describe("going elsewhere", () => {
  test("keeps the pictures of the same start, and drops those of another", () => {
    expect(after(at(), { type: "go", game: game(), waiting: true }).base).toBe(START);
    expect(after(at(), { type: "go", game: game({ start: "nim 5" }), waiting: true }).base).toBeNull();
  });

  test("takes the start as the server spells it", () => {
    const state = after(opening(game({ start: " NIM 3" }), false), { type: "shown", shown: START });
    expect(state.game.start).toBe("nim 3");
  });

  test("asks only for the steps that are missing, each from the position before it", () => {
    const loaded = game({
      plies: [
        { to: "nim 2", move: "" },
        { to: "nim 1", move: "" },
      ],
      at: 2,
    });
    const state = after(opening(loaded, true), { type: "told", base: START, plies: loaded.plies });
    expect(untold(state).map(({ at, from }) => [at, from])).toEqual([
      [0, "nim 3"],
      [1, "nim 2"],
    ]);
  });

  test("a refused move of the computer waits to be asked for", () => {
    expect(after(at({ you: 1 }), { type: "refused" }).waiting).toBe(true);
    expect(after(at(), { type: "refused" }).waiting).toBe(false);
  });
});

describe("the star of a rung", () => {
  const ladder = {
    game: "nim",
    title: "Nim",
    rungs: [{ position: "nim 3", level: "slips", second: false }],
  } as unknown as Ladder;
  const end: Action = { type: "made", made: made(shown("nim 0", true, "P"), "take 3"), about: {} };
  const climbed = (settings: Partial<Game>): unknown =>
    reward(after(at(settings), { type: "ladders", ladders: [ladder] }, end));

  test("is earned against its level or a better one", () => {
    expect(climbed({ level: "perfect" })).toEqual({ ladder, at: 0 });
    expect(climbed({ level: "slips" })).toEqual({ ladder, at: 0 });
    expect(climbed({ level: "random" })).toBeNull();
  });

  test("is not earned by a second person, nor by the computer's win", () => {
    expect(climbed({ friend: true })).toBeNull();
    expect(climbed({ you: 1 })).toBeNull();
  });
});
