/** Dots of chalk on a slate: those that are crossed out stay crossed out where they were. */
import type { Shape } from "../api";
import { s } from "../dom";
import type { Skin } from "./skin";

export const dots: Skin = {
  piece: ({ role, x, y }) => (role === "dot" ? s("circle", { class: "shape chalk", cx: x, cy: y, r: 0.34 }) : null),
  trace: (gone, at) => s("g", {}, ...gone.map((dot) => cross(dot, dot === at))),
};

function cross({ x, y, w }: Shape, main: boolean): SVGElement {
  const r = w * (main ? 0.42 : 0.24);
  return s("path", {
    class: main ? "cross main" : "cross",
    d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`,
  });
}
