/** What a skin is. */
import type { Shape } from "../api";
import type { Area } from "../nearest";

export interface Skin {
  /** How a piece looks; by default like its shape. */
  piece?(shape: Shape): SVGElement | null;
  /** The room that a piece takes, which is what is touched; by default its shape. */
  area?(shape: Shape): Area;
  /** What stays on the board where a move took these shapes (`at`: the one that was touched). */
  trace?(gone: Shape[], at: Shape | undefined): SVGElement | null;
  /** What stands on the place of the token, around (0, 0). */
  token?(): SVGElement;
}
