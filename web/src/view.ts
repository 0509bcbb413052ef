/** What the board asks of the picture of a seat. */
import type { Trace } from "./scene";

export interface View {
  element: HTMLElement | SVGElement;
  /** The size of the picture, in its own units. */
  width: number;
  height: number;
  /** The least of a unit, in pixels, at which every place can be touched with a finger. */
  finger: number;
  /** The places of the seat that stand, and of them those that may be touched, with the words for each. */
  show(standing: Set<string>, touchable: Map<string, string>, traces: Trace[], marked: string | null): void;
  /** Every place that may be touched, in the order of the picture. */
  targets(): SVGGElement[];
  /** The element of a place, by its key. */
  place(key: string): SVGGElement | undefined;
}

export interface Touch {
  pick(key: string, group: SVGGElement): void;
  hover(key: string | null): void;
  press(event: KeyboardEvent, key: string, group: SVGGElement): void;
}
