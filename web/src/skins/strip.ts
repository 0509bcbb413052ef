/** Treblecross: a strip of squares; a cross is put on one, and the squares beside it are dead. */
import type { Shape } from "../api";
import { s } from "../dom";
import type { Skin } from "./skin";

export const strip: Skin = {
  piece: (shape) =>
    shape.role === "counter"
      ? s("rect", {
          class: "shape rect cell",
          x: shape.x - 0.48,
          y: shape.y - 0.48,
          width: 0.96,
          height: 0.96,
          rx: 0.08,
        })
      : null,
  trace: (gone, at) =>
    s(
      "g",
      {},
      ...gone.map(({ x, y }) =>
        s("rect", { class: "dead", x: x - 0.48, y: y - 0.48, width: 0.96, height: 0.96, rx: 0.08 }),
      ),
      at ? letter(at) : null,
    ),
};

function letter({ x, y }: Shape): SVGElement {
  const r = 0.27;
  return s("path", {
    class: "cross main",
    d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`,
  });
}
