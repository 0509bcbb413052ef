/** A growing bush: branches with leaves where they fork. */
import { s } from "../dom";
import type { Skin } from "./skin";

export const bush: Skin = {
  piece: (shape) => {
    if (shape.role === "vertex") return s("circle", { class: "shape circle leaf", cx: shape.x, cy: shape.y, r: 0.2 });
    if (shape.role === "label") return s("g", {});
    return null;
  },
};
