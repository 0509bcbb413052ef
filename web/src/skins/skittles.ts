/** Skittles that stand twice as high as they are wide, and lie where they fell. */
import { s } from "../dom";
import { SKITTLE, thing } from "./material";
import type { Skin } from "./skin";

const TALL = 1.9;

export const skittles: Skin = {
  piece: ({ role, x, y }) => (role === "counter" ? thing(x, y + 0.45 - TALL / 2, TALL, SKITTLE) : null),
  area: (shape) =>
    shape.role === "counter" ? { kind: "rect", x: shape.x - 0.5, y: shape.y + 0.5 - TALL, w: 1, h: TALL } : shape,
  trace: (gone) => {
    const lying = gone.filter(({ kind }) => kind === "circle").map(({ x, y }) => thing(x, y + 0.3, 0.95, SKITTLE, 84));
    for (const each of lying) each.classList.add("fallen");
    return s("g", {}, ...lying);
  },
};
