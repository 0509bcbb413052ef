/** A row that is too long for its room turns like a lane: its pieces stay in one line, which goes to and fro, and none of
 *  them is too small for a finger. */
import type { Drawing, Shape } from "./api";
import { s } from "./dom";
import { FINGER, LEAST, middle } from "./nearest";

/** Between one stretch of a lane and the next, in units. */
const GAP = 0.3;

/** How a row is laid out: so many pieces lie on each stretch. */
interface Lane {
  drawing: Drawing;
  /** The way that its pieces lie on, to be drawn below them. */
  way: SVGElement;
}

/** `drawing` as a lane, where it is a row whose pieces would be too small in so many pixels; null for another. `tall` is
 *  the height of a piece, in units. */
export function lane(drawing: Drawing, tall: number, room: number): Lane | null {
  const pieces = drawing.shapes.filter(({ kind, name }) => kind === "circle" && name);
  const [first, second] = pieces;
  const y = first?.y ?? 0;
  const inRow = drawing.shapes.every((shape) => Math.abs(middle(shape)[1] - y) < 0.01);
  if (!first || !second || !inRow || room / drawing.width >= LEAST) return null;
  const step = second.x - first.x;
  const fit = Math.max(2, Math.floor((room / FINGER - 1) / step) + 1);
  const count = Math.ceil(pieces.length / Math.ceil(pieces.length / fit));
  const [stretch, down, last] = [count * step, tall + GAP, (count - 1) * step + 1];
  const put = (shape: Shape): Shape => {
    const [x] = middle(shape);
    const number = Math.floor(x / stretch);
    const along = x - number * stretch;
    const at = number % 2 ? last - along : along;
    // What stands beyond the last piece of a stretch stands where the lane turns.
    return along > last
      ? { ...shape, x: (number % 2 ? 0.5 : last - 0.5) - 0.4, y: y + (number + 0.5) * down, w: 0.8, h: 0 }
      : { ...shape, x: shape.x + at - x, y: shape.y + number * down };
  };
  const stretches = Math.ceil(pieces.length / count);
  const turns = Array.from({ length: stretches }, (_, i) => {
    const rest = i === stretches - 1 ? (pieces.length - 1 - i * count) * step + 0.5 : last - 0.5;
    const [from, to] = i % 2 ? [last - 0.5, last - rest] : [0.5, rest];
    return `${i ? "L" : "M"}${from} ${y + i * down}L${to} ${y + i * down}`;
  });
  return {
    drawing: {
      ...drawing,
      width: last,
      height: drawing.height + (stretches - 1) * down,
      shapes: drawing.shapes.map(put),
    },
    way: s("path", { class: "lane", d: turns.join("") }),
  };
}
