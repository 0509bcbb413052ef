/** How a game looks: drawing only. A skin sees shapes, and what went together; it knows no rules. */
import type { Component } from "../api";
import { board, stones } from "./board";
import { bush } from "./bush";
import { dots } from "./dots";
import { skittles } from "./skittles";
import type { Skin } from "./skin";
import { strip } from "./strip";

/** The skins that the lessons of the games name; heaps in jars are drawn by heaps.ts. */
const SKINS: Record<Component["skin"], Skin> = {
  "": {},
  jars: {},
  dots,
  skittles,
  strip,
  dominoes: board("domino"),
  chocolate: board("chocolate"),
  stones,
  bush,
};

export function skinOf(component: Component): Skin {
  return SKINS[component.skin];
}
