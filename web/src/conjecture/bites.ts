/** The stolen move: of the smallest move first and then any other, and of that other at once, what is left is the same.
 *  The pupil chooses the move; the server makes all of them. */
import { Refusal, server, type Move, type Shown } from "../api";
import { button, h } from "../dom";
import { boards } from "../film";
import { latestOf } from "../latest";
import { between, t } from "../text";
import { createStage } from "./stage";

export function bitesStop(start: Shown): Node[] {
  const [component] = start.components;
  const crumb = smallest(start.moves);
  if (!component || !crumb) return [];
  const others = start.moves.filter((move) => move !== crumb && move.at);
  const told = h("p", { class: "verdict", role: "status" });
  const both = h("div", { class: "side-by-side" });
  const seen = new Set<string>();
  let at = -1;

  const work = latestOf((problem) => {
    if (!(problem instanceof Refusal)) throw problem;
    told.textContent = problem.message;
  });

  const stage = createStage(component, others, (number) => bite(number));

  function bite(number: number): void {
    const move = others[number];
    if (!move || !crumb) return;
    at = number;
    stage.frame([
      { names: move.marks, kind: "mine" },
      { names: crumb.marks, kind: "twin" },
    ]);
    void work(async (fresh) => {
      const first = (await server.move(start.position, crumb.to)).position;
      const second = first.moves.find((each) => each.at === move.at);
      const later = second ? (await server.move(first.position, second.to)).position : null;
      const once = (await server.move(start.position, move.to)).position;
      if (!fresh()) return;
      both.replaceChildren(figure(t("The crumb first, then this bite"), later), figure(t("This bite at once"), once));
      if (later?.position === once.position) seen.add(move.to);
      told.textContent =
        later?.position !== once.position
          ? t("Not the same: here nothing can be stolen.")
          : seen.size < others.length
            ? [t("The same bar."), t("Tried: {count} of {all} moves.", { count: seen.size, all: others.length })].join(
                between(),
              )
            : t("Always the same bar. So who could win after the crumb could have begun with that bite.");
    });
  }

  if (others.length) bite(others.length - 1);
  else told.textContent = t("This bar is too small: begin with a larger one.");
  return [
    h("h2", {}, t("Steal the bite")),
    h(
      "p",
      { class: "quiet" },
      t("The dashed square is the crumb, the smallest bite. Touch any other bite, and compare what is left."),
    ),
    stage.element,
    h(
      "div",
      { class: "tools" },
      button(t("Next bite"), () => bite((at + 1) % others.length), { class: "soft" }),
    ),
    both,
    told,
  ];
}

function figure(words: string, left: Shown | null): HTMLElement {
  return h("figure", {}, left ? boards(left) : t("(nothing is left)"), h("figcaption", {}, words));
}

/** The move that touches the fewest places. */
function smallest(moves: Move[]): Move | undefined {
  return [...moves].sort((a, b) => a.marks.length - b.marks.length)[0];
}
