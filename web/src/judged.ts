/** What is known of each place of a board: whether the move that it stands for wins. It knows no rules: the server says of
 *  each move what it is worth. */
import type { Verdict } from "./api";
import type { Option } from "./choice";
import { place, type Scene } from "./scene";

export type Mark = "good" | "bad" | "draw";

/** The marks of the places of a scene, by their keys. A place has that of the best move that it stands for. */
export function judged(
  scene: Scene,
  options: Option[],
  verdicts: Verdict[],
  sizes: (component: number) => number[],
): Map<string, Mark> {
  const worth = new Map(verdicts.map((each) => [`${each.component} ${each.to}`, each.leaves]));
  const marks = new Map<string, Mark | null>();
  const places = new Set(
    options.flatMap((option) => (option.at ? [option.at] : option.marks)).filter((at) => !at.endsWith(" ")),
  );
  for (const at of places) {
    const own = options.filter((option) => option.at === at);
    const meant = own.length ? own : options.filter((option) => option.marks.includes(at));
    marks.set(at, best(meant.map(({ move }) => worth.get(`${move.component} ${move.to}`) ?? null)));
  }
  for (const { component, heaps, count, leaves } of verdicts) {
    const [heap] = heaps;
    const part = scene.parts[component];
    if (heap === undefined || heaps.length !== 1 || !part) continue;
    const left = (sizes(component)[heap] ?? 0) - Number(count);
    marks.set(place(part.seat, `h${heap}k${left}`), best([leaves]));
  }
  return new Map([...marks].flatMap(([at, mark]): [string, Mark][] => (mark ? [[at, mark]] : [])));
}

function best(leaves: (string | null)[]): Mark | null {
  if (leaves.includes("P")) return "good";
  if (leaves.includes("D")) return "draw";
  return leaves.length && leaves.every((each) => each === "N") ? "bad" : null;
}
