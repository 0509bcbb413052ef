/** Nets: pegs with cables between them, lily pads on a pond, a frog that jumps. */
import { s } from "../dom";
import { FROG, PAD, PEG, thing } from "./material";
import type { Skin } from "./skin";

export const cables: Skin = {
  piece: ({ role, x, y, w, h }) =>
    role === "edge"
      ? s(
          "g",
          { class: "cable" },
          s("line", { class: "shape line edge", x1: x, y1: y, x2: x + w, y2: y + h }),
          s("line", { class: "strand", x1: x, y1: y, x2: x + w, y2: y + h }),
        )
      : role === "vertex"
        ? thing(x, y, w * 1.1, PEG)
        : null,
};

export const pads: Skin = {
  piece: ({ role, x, y, w }) => (role === "vertex" ? thing(x, y, w * 1.35, PAD) : null),
  token: () => thing(0, 0, 0.85, FROG),
};
