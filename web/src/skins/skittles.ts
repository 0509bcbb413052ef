/** Skittles that stand, and lie where they fell. */
import type { Shape } from "../api";
import { s } from "../dom";
import type { Skin } from "./skin";

const PIN =
  "M-.13-.46C-.2-.3-.08-.2-.1-.08-.14.04-.25.12-.22.28-.2.4-.14.46-.1.46H.1C.14.46.2.4.22.28.25.12.14.04.1-.08.08-.2.2-.3.13-.46.08-.54-.08-.54-.13-.46Z";

export const skittles: Skin = {
  piece: (shape) => (shape.role === "counter" ? skittle(shape, 0, "shape circle pin") : null),
  trace: (gone) =>
    s("g", {}, ...gone.filter(({ kind }) => kind === "circle").map((shape) => skittle(shape, 84, "fallen"))),
};

function skittle({ x, y }: Shape, turned: number, name: string): SVGElement {
  return s("path", { class: name, d: PIN, transform: `translate(${x} ${turned ? y + 0.2 : y}) rotate(${turned})` });
}
