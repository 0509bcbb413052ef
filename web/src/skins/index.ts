/** How a game looks: drawing only. A skin sees shapes, and what went together; it knows no rules. */
import { board } from "./board";
import { bush } from "./bush";
import { dots } from "./dots";
import { skittles } from "./skittles";
import type { Skin } from "./skin";
import { strip } from "./strip";

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
