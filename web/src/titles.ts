/** Names of games for people. A game without one here goes by its word in the notation. */
import type { Shown } from "./api";
import { code, h } from "./dom";
import { t } from "./text";

export function gameTitle(name: string): string | null {
  switch (name) {
    case "nim": return t("Nim");
    case "wythoff": return t("Last Biscuit (Wythoff's game)");
    case "vectors": return t("A game of vectors");
    case "fibonacci": return t("Fibonacci nim");
    case "global-fibonacci": return t("Fibonacci nim with one limit");
    case "take-fibonacci": return t("Take a Fibonacci number");
    case "token": return t("The token");
    case "dots": return t("Dots in rows");
    case "circle": return t("Dots in a circle");
    case "cram": return t("Cram");
    case "chomp": return t("Chomp");
    case "kayles": return t("Kayles");
    case "dawsons-kayles": return t("Dawson's Kayles");
    case "dawsons-chess": return t("Dawson's chess");
    case "grundy": return t("Grundy's game");
    case "officers": return t("Officers");
    case "lasker": return t("Lasker's nim");
    case "treblecross": return t("Treblecross");
    case "guiles": return t("Guiles");
    case "double-kayles": return t("Double Kayles");
    case "node-kayles": return t("Node Kayles");
    case "arc-kayles": return t("Arc Kayles");
    case "hackenbush": return t("Green Hackenbush");
    case "geography": return t("Geography");
    default: return null;
  }
}

/** The name as a node: a sentence, or a code that no language changes. */
export function named(name: string): Node {
  const words = gameTitle(name);
  return words === null ? code(name) : h("span", {}, words);
}

/** The name of what is on the table. */
export function title(shown: Shown): Node {
  const names = new Set(shown.components.map((component) => component.game));
  const [first] = names;
  return names.size === 1 && first !== undefined ? named(first) : h("span", {}, t("A sum of games"));
}
