/** Which place a pointer means: the nearest, by the distance to its shape, whichever was drawn last. */
import type { Shape } from "./api";

export type Area = Pick<Shape, "kind" | "x" | "y" | "w" | "h">;

/** The room of a place that a finger finds with ease, and the least that a place has, in pixels. */
export const FINGER = 44;
export const LEAST = 24;

/** How much of the room for a finger the pointer in use needs: a mouse is finer. */
export function pointer(): number {
  return matchMedia("(pointer: coarse)").matches ? 1 : 0.6;
}

/** No place is meant that is farther from the pointer, in pixels: the reach of a finger. */
const REACH = 44;

/** Of places whose distances differ by less, in pixels, the one whose middle is nearest is meant. */
const ALIKE = 0.5;

/** The middle of a shape. */
export function middle({ kind, x, y, w, h }: Area): [number, number] {
  return kind === "circle" || kind === "text" ? [x, y] : [x + w / 2, y + h / 2];
}

/** How far a point is from a shape; inside it less than 0, down to the least at its middle. */
export function distance(area: Area, x: number, y: number): number {
  const { kind, w, h } = area;
  if (kind === "line") {
    const [right, down] = [x - area.x, y - area.y];
    const along = Math.max(0, Math.min(1, (right * w + down * h) / (w * w + h * h || 1)));
    return Math.hypot(right - along * w, down - along * h);
  }
  const [cx, cy] = middle(area);
  if (kind === "circle") return Math.hypot(x - cx, y - cy) - w / 2;
  const [right, down] = [Math.abs(x - cx) - w / 2, Math.abs(y - cy) - h / 2];
  return Math.hypot(Math.max(right, 0), Math.max(down, 0)) + Math.min(0, Math.max(right, down));
}

/** A place, and where the pointer is in the units of its picture, of which each has `unit` pixels. */
export interface Candidate<T> {
  place: T;
  area: Area;
  x: number;
  y: number;
  unit: number;
}

/** The place that is meant; null where none is in reach. */
export function nearest<T>(candidates: Candidate<T>[]): T | null {
  const far = candidates.map(({ area, x, y, unit }) => unit * distance(area, x, y));
  const least = Math.min(...far);
  if (!(least <= REACH)) return null;
  let best: T | null = null;
  let closest = Infinity;
  candidates.forEach(({ place, area, x, y, unit }, i) => {
    const [cx, cy] = middle(area);
    const away = unit * Math.hypot(x - cx, y - cy);
    if ((far[i] ?? Infinity) < least + ALIKE && away < closest) [closest, best] = [away, place];
  });
  return best;
}
