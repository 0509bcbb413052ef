/** Names of games for people. A game without one goes by its word in the notation. */
import type { Shown } from "./api";
import { code, h } from "./dom";
import { t } from "./text";

/** The name as a node: a sentence, or a code that no language changes. */
export function named(name: string, title: string | null): Node {
  return title === null ? code(name) : h("span", {}, title);
}

/** The name of what is on the table. */
export function title(shown: Shown): Node {
  const [first] = shown.components;
  const one = first && shown.components.every((component) => component.game === first.game);
  return one ? named(first.game, first.title) : h("span", {}, t("A sum of games"));
}
