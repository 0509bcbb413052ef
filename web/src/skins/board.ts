/** Boards of squares: dominoes that stay where they were put, chocolate that is eaten, stones of two colours. */
import type { Shape } from "../api";
import { s } from "../dom";
import type { Skin } from "./skin";

export function board(kind: "domino" | "chocolate"): Skin {
  return kind === "domino" ? { trace: domino } : { piece: square };
}

/** A round stone for the letter on a cell. */
export const stones: Skin = {
  piece: ({ kind, text, x, y }) =>
    kind === "text"
      ? s("circle", { class: `shape stone ${text === "●" ? "dark" : "light"}`, cx: x, cy: y, r: 0.36 })
      : null,
};

function domino(gone: Shape[]): SVGElement | null {
  if (!gone.length) return null;
  const x = Math.min(...gone.map((cell) => cell.x));
  const y = Math.min(...gone.map((cell) => cell.y));
  const right = Math.max(...gone.map((cell) => cell.x + cell.w));
  const bottom = Math.max(...gone.map((cell) => cell.y + cell.h));
  const dots = gone.map((cell) =>
    s("circle", { cx: cell.x + cell.w / 2, cy: cell.y + cell.h / 2, r: 0.13, class: "pip" }),
  );
  return s(
    "g",
    { class: "domino" },
    s("rect", { x: x + 0.08, y: y + 0.08, width: right - x - 0.16, height: bottom - y - 0.16, rx: 0.2 }),
    ...dots,
  );
}

function square({ x, y, role }: Shape): SVGElement | null {
  if (role !== "cell" && role !== "poison") return null;
  return s(
    "g",
    { class: `shape ${role === "cell" ? "chocolate" : "poison"}` },
    s("rect", { x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, rx: 0.12 }),
    role === "cell"
      ? s("rect", { class: "relief", x: x + 0.18, y: y + 0.18, width: 0.64, height: 0.64, rx: 0.1 })
      : s("path", { class: "skull", d: `M${x + 0.3} ${y + 0.3}l.4 .4m0-.4l-.4 .4` }),
  );
}
