/** How a game looks: drawing only. A skin sees shapes, and what went together; it knows no rules. */
import type { Component } from "../api";
import { boxes, chocolate, dominoes, stones } from "./board";
import { bush } from "./bush";
import { dots } from "./dots";
import { BISCUIT, COIN, MARBLE, TAILS, thing, type Part } from "./material";
import { cables, pads } from "./nets";
import { skittles } from "./skittles";
import type { Skin } from "./skin";
import { strip } from "./strip";

type Name = Component["skin"];

/** What the pieces of heaps are. */
const PIECES: Partial<Record<Name, Part[]>> = { jars: BISCUIT, coins: COIN };

function of(parts: Part[]): Skin {
  return {
    piece: ({ role, kind, x, y, w }) => (role === "counter" && kind === "circle" ? thing(x, y, w * 1.05, parts) : null),
  };
}

/** Coins with two sides. */
function sides(heads: Part[], tails: Part[]): Skin {
  return {
    piece: ({ role, kind, x, y, w }) =>
      kind === "circle" && (role === "counter" || role === "tails")
        ? thing(x, y, w * 1.05, role === "tails" ? tails : heads)
        : null,
  };
}

/** The skins that the lessons of the games name. */
const SKINS: Record<Name, Skin> = {
  "": of(MARBLE),
  jars: of(BISCUIT),
  // On a coin of a row stands which side is up.
  coins: sides(
    COIN.filter(([name]) => name !== "stamp"),
    TAILS,
  ),
  dots,
  skittles,
  strip,
  dominoes,
  chocolate,
  stones,
  bush,
  cables,
  pads,
  boxes,
};

export function skinOf(component: Component): Skin {
  return SKINS[component.skin];
}

/** A piece of a heap with its middle at a point. */
export function pieceOf(component: Component, cx: number, cy: number): SVGElement {
  return thing(cx, cy, 0.96, PIECES[component.skin] ?? MARBLE);
}
