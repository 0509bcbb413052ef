/** A board apart from the game, on which the reader makes one move; the server makes it, and what comes of it is told. */
import { Refusal, server, type Made, type Play, type Shown } from "./api";
import { createBoard } from "./board";
import { h } from "./dom";
import { moved, opened, step, type Scene } from "./scene";

export interface Arena {
  element: HTMLElement;
  /** Put up a position; a move can be made when `open`. `scene`: where its pieces stood before, if it came by a move. */
  show(shown: Shown, open: boolean, scene?: Scene): void;
}

/** `made` hears of the reader's move, and where the pieces stand then; `failed` of one that the server refused. */
export function arena(made: (move: Made, scene: Scene) => void, failed: (words: string) => void): Arena {
  let shown: Shown | null = null;
  let scene: Scene | null = null;
  let asking = false;

  async function play(what: string | Play): Promise<void> {
    if (!shown || !scene || asking) return;
    asking = true;
    try {
      const move = await server.move(shown.position, what);
      scene = moved(scene, step(move), 0);
      shown = move.position;
      board.show(shown, scene, false);
      made(move, scene);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      failed(problem.message);
    } finally {
      asking = false;
    }
  }

  const board = createBoard({ onPlay: (what) => void play(what), onText: (text) => void play(text) }, "", {
    largest: 56,
    share: 0.3,
  });
  return {
    element: h("div", { class: "arena" }, board.element),
    show: (next, open, from = opened(next)) => {
      shown = next;
      scene = from;
      board.show(next, from, open);
    },
  };
}
