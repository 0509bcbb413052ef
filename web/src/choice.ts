/** Choosing a move by the places it touches. It knows no rules: only which way of which move touches which places. */
import type { Move } from "./api";

/** One way to make a move on the board; its places are keys of the scene. */
export interface Option {
  move: Move;
  way: number;
  words: string;
  marks: string[];
  /** The place that stands for this way alone when it is touched; "" where there is none. */
  at: string;
}

export interface Choice {
  /** The places that were touched, in order. */
  picked: string[];
  /** The ways that touch all picked places, those that touch fewest first. */
  candidates: Option[];
  /** The one that is meant; null while several touch equally few places. */
  meant: Option | null;
  /** Whether nothing else can be meant: every place of the only way was touched, one by one. */
  settled: boolean;
}

/** What is chosen when `place` is touched after `before`. */
export function pick(options: Option[], before: Choice | null, place: string): Choice | null {
  const earlier = before?.picked ?? [];
  // A touch beside the move that is meant makes it larger; one inside it begins again, with a smaller one.
  const inside = before?.meant?.marks.includes(place) ?? false;
  const larger = inside || earlier.includes(place) ? null : choose(options, [...earlier, place]);
  return larger ?? choose(options, [place]);
}

/** The choice of one of several candidates by name, as in a list. */
export function settle(choice: Choice, meant: Option): Choice {
  return { ...choice, meant };
}

function choose(options: Option[], picked: string[]): Choice | null {
  const alone = picked.length === 1 ? picked[0] : undefined;
  // Of a piece that goes onto another, either way touches both places: the order of the touches tells.
  const inOrder = (option: Option): boolean =>
    alone === undefined && picked.every((place, i) => option.marks[i] === place);
  const rank = (option: Option): number =>
    option.marks.length - (alone !== undefined && option.at === alone ? 1e6 : 0) - (inOrder(option) ? 0.5 : 0);
  const candidates = options
    .filter((option) => picked.every((place) => option.marks.includes(place)))
    .sort((a, b) => rank(a) - rank(b));
  const [first, second] = candidates;
  if (!first) return null;
  const meant = !second || rank(second) > rank(first) ? first : null;
  const settled =
    meant !== null && picked.length > 1 && candidates.every(({ marks }) => marks.length === picked.length);
  return { picked, candidates, meant, settled };
}
