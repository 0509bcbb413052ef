/** Choosing a move by the shapes it touches. It knows no rules: only which move touches which shapes. */
import type { Move } from "./api";

export interface Choice {
  component: number;
  /** The shapes that were picked, in order. */
  picked: string[];
  /** The moves that touch all picked shapes, those that touch fewest first. */
  candidates: Move[];
  /** The one move that is meant; null while several touch equally few shapes. */
  move: Move | null;
  /** Whether nothing else can be meant: every shape of the only move was picked, one by one. */
  settled: boolean;
}

/** What is chosen when `name` is picked after `before`. */
export function pick(moves: Move[], before: Choice | null, component: number, name: string): Choice | null {
  const earlier = before?.component === component ? before.picked : [];
  // Picking beside the move that is meant makes it larger; picking inside it begins again, with a smaller one.
  const inside = before?.move?.marks.includes(name) ?? false;
  const larger = inside || earlier.includes(name) ? null : choose(moves, component, [...earlier, name]);
  return larger ?? choose(moves, component, [name]);
}

/** The choice of one of several candidates by name, as in a list. */
export function settle(choice: Choice, move: Move): Choice {
  return { ...choice, move };
}

function choose(moves: Move[], component: number, picked: string[]): Choice | null {
  const candidates = moves
    .filter((move) => move.component === component && picked.every((name) => move.marks.includes(name)))
    .sort((a, b) => a.marks.length - b.marks.length);
  const [first, second] = candidates;
  if (!first) return null;
  const move = !second || second.marks.length > first.marks.length ? first : null;
  const settled = !second && picked.length > 1 && first.marks.length === picked.length;
  return { component, picked, candidates, move, settled };
}
