/** What a skin is. */
import type { Shape } from "../api";

export interface Skin {
  /** How a piece looks; by default like its shape. */
  piece?(shape: Shape): SVGElement | null;
  /** What stays on the board where a move took these shapes (`at`: the one that was touched). */
  trace?(gone: Shape[], at: Shape | undefined): SVGElement | null;
}
