/** The rungs of ladders: which one a game stands on, and what a win is worth. */
import type { Ladder, Rung } from "./api";
import type { Game, Level } from "./game";

/** The ladder that a game stands on, and the number of its rung. */
export function rungOf(all: readonly Ladder[], start: string): { ladder: Ladder; at: number } | null {
  for (const ladder of all) {
    const at = ladder.rungs.findIndex((rung) => rung.position === start);
    if (at >= 0) return { ladder, at };
  }
  return null;
}

/** Whether a win of `game` is worth the star of `rung`: against the computer, at its level or a better one. */
export function earns(game: Game, rung: Rung): boolean {
  const strength: Record<Level, number> = { random: 0, slips: 1, teacher: 2, perfect: 2 };
  return !game.friend && strength[game.level] >= strength[rung.level] && (game.you === 1) === rung.second;
}
