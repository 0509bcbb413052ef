/** How a game looks: drawing only. A skin sees shapes, and what went together; it knows no rules. */
import type { Shape } from "../api";
import { board } from "./board";
import { bush } from "./bush";
import { dots } from "./dots";
import { skittles } from "./skittles";
import { strip } from "./strip";

export interface Skin {
  /** How a piece looks; by default like its shape. */
  piece?(shape: Shape): SVGElement | null;
  /** What stays on the board where a move took these shapes (`at`: the one that was touched). */
  trace?(gone: Shape[], at: Shape | undefined): SVGElement | null;
}

const SKINS: Record<string, Skin> = {
  dots,
  circle: dots,
  kayles: skittles,
  "dawsons-kayles": skittles,
  "double-kayles": skittles,
  treblecross: strip,
  cram: board("domino"),
  chomp: board("chocolate"),
  hackenbush: bush,
};

export function skinOf(game: string): Skin {
  return SKINS[game] ?? {};
}
