/** A growing bush: branches with leaves where they fork, each with its letter. */
import { s } from "../dom";
import type { Skin } from "./skin";

export const bush: Skin = {
  piece: (shape) =>
    shape.role === "vertex" ? s("circle", { class: "shape circle leaf", cx: shape.x, cy: shape.y, r: 0.24 }) : null,
};
