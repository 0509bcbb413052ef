/** A growing bush: twigs that are thick near the ground, with a leaf and its letter where they fork. */
import { LEAF, thing } from "./material";
import type { Skin } from "./skin";

export const bush: Skin = {
  piece: ({ role, x, y }) => (role === "vertex" ? thing(x, y, 0.6, LEAF) : null),
};
