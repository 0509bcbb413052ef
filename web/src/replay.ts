/** Playing a game of a link or a file again, so that only what the rules allow stands on the board. */
import { Refusal, server } from "./api";
import { position, type Game, type Ply } from "./game";
import { step } from "./scene";
import { t } from "./text";

/** The game in the language in use, up to the first move that is refused. */
export async function replayed(game: Game): Promise<Game> {
  const plies: Ply[] = [];
  for (const [i, { to, way }] of game.plies.entries()) {
    try {
      const made = await server.move(position({ ...game, plies }, i), { to, way: way ?? 0 });
      plies.push({ to: made.to, move: made.move, step: step(made), ...(way ? { way } : {}) });
    } catch (problem) {
      if (!isRefused(problem)) throw problem;
      break;
    }
  }
  return { ...game, plies, at: Math.min(game.at, plies.length) };
}

/** Whether the server refused a move for what it is, rather than failed to answer. */
export function isRefused(problem: unknown): boolean {
  return problem instanceof Refusal && problem.status >= 400 && problem.status < 500;
}

/** What is said where moves are left out. */
export function cutShort(): string {
  return t("A move of this game cannot be made: it is left out, and what comes after it.");
}
