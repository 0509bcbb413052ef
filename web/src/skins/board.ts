/** Boards of squares: dominoes that stay where they were put, chocolate that is eaten, stones of two colours. */
import type { Shape } from "../api";
import { s } from "../dom";
import { MARBLE, POISON, SQUARE, thing } from "./material";
import type { Skin } from "./skin";

export const dominoes: Skin = { trace: domino };

export const chocolate: Skin = {
  piece: ({ role, x, y }) =>
    role === "cell"
      ? thing(x + 0.5, y + 0.5, 1, SQUARE)
      : role === "poison"
        ? thing(x + 0.5, y + 0.5, 1, POISON)
        : null,
  token: () => thing(0, 0, 0.7, MARBLE),
};

/** A round stone for the letter on a cell. */
export const stones: Skin = {
  piece: ({ kind, text, x, y }) =>
    kind === "text"
      ? s("circle", { class: `shape stone ${text === "●" ? "dark" : "light"}`, cx: x, cy: y, r: 0.36 })
      : null,
};

/** Dots on paper: a line that may be drawn is faint, one that was drawn is of ink, and a complete box is filled. */
export const boxes: Skin = {
  piece: ({ kind, role, x, y, w, h }) => {
    if (role === "dot") return s("circle", { class: "shape ink", cx: x, cy: y, r: 0.2 });
    if (kind !== "rect" || (role !== "cell" && role !== "blocked")) return null;
    const across = w > h;
    const [left, top] = [across ? x - 0.5 : x + w / 2, across ? y + h / 2 : y - 0.5];
    return s("line", {
      class: `shape line ${role === "cell" ? "free" : "ink"}`,
      x1: left,
      y1: top,
      x2: across ? left + w + 1 : left,
      y2: across ? top : top + h + 1,
    });
  },
};

function domino(gone: Shape[]): SVGElement | null {
  if (!gone.length) return null;
  const x = Math.min(...gone.map((cell) => cell.x));
  const y = Math.min(...gone.map((cell) => cell.y));
  const right = Math.max(...gone.map((cell) => cell.x + cell.w));
  const bottom = Math.max(...gone.map((cell) => cell.y + cell.h));
  const [width, height] = [right - x - 0.16, bottom - y - 0.16];
  const dots = gone.flatMap((cell) =>
    [-0.2, 0, 0.2].map((off) =>
      s("circle", { cx: cell.x + cell.w / 2 + off, cy: cell.y + cell.h / 2 + off, r: 0.075, class: "pip" }),
    ),
  );
  return s(
    "g",
    { class: "domino" },
    s("rect", { class: "under", x: x + 0.08, y: y + 0.12, width, height, rx: 0.16 }),
    s("rect", { x: x + 0.08, y: y + 0.06, width, height, rx: 0.16 }),
    s("path", {
      class: "split",
      d: width > height ? `M${x + 1} ${y + 0.2}v.6` : `M${x + 0.2} ${y + 1}h.6`,
    }),
    ...dots,
  );
}
