/** What the board asks of the picture of a seat. */
import type { Shape } from "./api";
import type { Area } from "./nearest";
import type { Trace } from "./scene";

/** A place that may be touched. */
export interface Target {
  key: string;
  group: SVGGElement;
  /** Its shape, in the units of the picture. */
  area: Area;
}

export interface View {
  element: SVGSVGElement;
  /** The size of the picture, in its own units. */
  width: number;
  height: number;
  /** The least of a unit, in pixels, at which a finger finds every place with ease. */
  finger: number;
  /** The places of the seat that stand, and of them those that may be touched, with the words for each. `kinds`: see
   *  below. */
  show(
    standing: Set<string>,
    touchable: Map<string, string>,
    traces: Trace[],
    marked: string | null,
    kinds: Kinds,
  ): void;
  /** Every place that may be touched, in the order of the picture. */
  targets(): Target[];
  /** The places that stand while no move begins with them. */
  locked(): Target[];
  /** The element of a place, by its key. */
  place(key: string): SVGGElement | undefined;
}

/** The kinds of shapes that stand for a move each, where every move has one: then no other is touched. */
export type Kinds = Set<Shape["kind"]> | null;

/** Make of a place a button with these words, or none. */
export function offer(group: SVGGElement, words: string | undefined): void {
  group.classList.toggle("target", words !== undefined);
  if (words === undefined) {
    for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) group.removeAttribute(name);
    return;
  }
  group.setAttribute("role", "button");
  group.setAttribute("aria-label", words);
  if (!group.hasAttribute("tabindex")) group.setAttribute("tabindex", "-1");
}
