/** The numbers of the rows and columns of a board, at its edge, as the words of the moves say them. */
import type { Shape } from "./api";
import { s } from "./dom";
import { middle } from "./nearest";
import { inRows } from "./picture";

/** The room of the numbers above and beside a board, in units. */
const ROOM = 0.42;

/** Squares are named by their row and column from 0; places in the plane by their numbers across and up; lines by the
 *  letter of their column and the number of their row. */
const SQUARE = /^r(\d+)c(\d+)$/;
const PLACE = /^c(\d+)r(\d+)$/;
const LINE = /^(?:line|drawn)-([a-z]+)(\d+)$/;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The row and the column of a shape, as people name them. */
function counted(shape: Shape): [row: string, column: string] | null {
  const square = SQUARE.exec(shape.name);
  if (square) return [String(Number(square[1]) + 1), String(Number(square[2]) + 1)];
  const across = PLACE.exec(shape.name) ?? LINE.exec(shape.name);
  return across ? [across[2] ?? "", across[1] ?? ""] : inRows(shape);
}

/** The numbers around the shapes that fill a box, and the box with their room. A single row or column has no number.
 *  `told`: whether the moves speak of numbers; a net in rows has them anyway. */
export function edged(shapes: Shape[], box: Box, told: boolean): { whole: Box; numbers: SVGElement[] } {
  const rows = new Map<string, number>();
  const columns = new Map<string, number>();
  for (const shape of shapes) {
    const found = told || inRows(shape) ? counted(shape) : null;
    if (!found) continue;
    const [x, y] = middle(shape);
    rows.set(found[0], y);
    columns.set(found[1], x);
  }
  const left = rows.size > 1 ? ROOM : 0;
  const above = columns.size > 1 ? ROOM : 0;
  const numbers = [
    ...[...rows].filter(() => left).map(([text, y]) => number(text, box.x - ROOM / 2, y)),
    ...[...columns].filter(() => above).map(([text, x]) => number(text, x, box.y - ROOM / 2)),
  ];
  const whole = { x: box.x - left, y: box.y - above, width: box.width + left, height: box.height + above };
  return { whole, numbers };
}

function number(text: string, x: number, y: number): SVGElement {
  return s("text", { class: "number", x, y, "font-size": 0.36, "aria-hidden": "true" }, text);
}
