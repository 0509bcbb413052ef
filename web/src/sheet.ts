/** A worksheet to print, with its answer sheet. */
import { playAddress } from "./address";
import { Refusal, server, type Component, type Exercise } from "./api";
import { button, h, select } from "./dom";
import { picture } from "./picture";
import { skinOf } from "./skins";
import { between, sentence, t, tn } from "./text";
import { named } from "./titles";

interface App {
  go(address: string): void;
  fail(problem: unknown): void;
  lang(): string | null;
}

export function createSheet(text: string, app: App): HTMLElement {
  let count = 8;
  let seed = 1 + Math.floor(Math.random() * 1000);
  let answers = false;
  const paper = h("div", { class: "paper", "aria-busy": "true" });
  const shown = h("input", { type: "checkbox", onchange: () => {
    answers = shown.checked;
    element.classList.toggle("answered", answers);
  } });
  const element = h("div", { class: "sheet" },
    h("div", { class: "tools no-print" },
      button(t("Back to the game"), () => app.go(playAddress(text, { lang: app.lang() }))),
      select(t("Exercises"), ["4", "6", "8", "12", "16"].map((n) => [n, n]), String(count), (value) => {
        count = Number(value);
        void fill();
      }),
      button(t("Other positions"), () => {
        seed += 1;
        void fill();
      }),
      h("label", { class: "check" }, shown, h("span", {}, t("Show the answers"))),
      button(t("Print"), () => window.print(), { class: "primary" })), paper);

  async function fill(): Promise<void> {
    paper.setAttribute("aria-busy", "true");
    try {
      const start = await server.position(text);
      const game = start.components[0]?.game ?? "";
      const sheet = await server.sheet(start.misere ? `misere ${game}` : game, count, seed);
      const end = start.misere ? t("Misère play: whoever makes the last move loses.") : t("Whoever cannot move has lost.");
      paper.replaceChildren(
        h("section", {}, h("div", { class: "line" }, h("h1", { tabindex: "-1" }, named(sheet.game, sheet.title)), h("span", {}, t("Name:"), h("span", { class: "blank" }))),
          h("p", {}, sheet.rule, between(), end),
          h("p", {}, t("You are to move. Can you win? If so, write down a first move that wins.")),
          h("ol", { class: "exercises" }, ...sheet.exercises.map(exercise))),
        h("section", { class: "answers" }, h("h2", {}, t("Answers")), h("p", { class: "quiet no-screen" }, t("Worksheet {number}", { number: seed })),
          h("ol", {}, ...sheet.exercises.map(answer))));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      paper.replaceChildren(h("p", {}, problem.message));
    } finally {
      paper.removeAttribute("aria-busy");
    }
  }

  function exercise(each: Exercise): HTMLElement {
    return h("li", {}, h("div", { class: "drawn" }, ...each.components.map(drawn)),
      h("p", { class: "choices" }, h("span", { class: "box" }), " ", t("I can win"), h("span", { class: "box" }), " ", t("I am lost")),
      h("p", {}, t("First move:"), h("span", { class: "blank" })));
  }

  function answer(each: Exercise): HTMLElement {
    const more = typeof each.wins_total === "number" ? each.wins_total - each.wins.length : 0;
    const wins = each.wins.join(t("; "));
    return h("li", {}, h("b", {}, each.outcome === "N" ? t("can be won") : each.outcome === "D" ? t("a draw") : t("lost")),
      each.outcome === "N" ? h("span", {}, t(": {moves}", { moves: wins }), more > 0 ? tn(" and {count} more", " and {count} more", more) : "") : null,
      h("p", { class: "quiet" }, sentence(each.reason)));
  }

  void fill().catch(app.fail);
  return element;
}

function drawn({ drawing, game }: Component): SVGSVGElement {
  const svg = picture(drawing, skinOf(game));
  svg.style.setProperty("--unit", `${Math.min(22, 300 / (drawing.width + 0.6), 190 / (drawing.height + 0.6)).toFixed(2)}px`);
  return svg;
}
