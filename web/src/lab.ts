/** The Lab: any position as text, every game, sums, rules of one's own. */
import { Refusal, server } from "./api";
import { playAddress } from "./address";
import { button, code, formOf, h } from "./dom";
import { picture } from "./picture";
import { createReport } from "./discovery";
import { createGames } from "./games";
import { pythonRules } from "./python";
import { ownRules } from "./rules";
import { t } from "./text";

interface App {
  go(address: string): void;
  fail(problem: unknown): void;
  lang(): string | null;
}

/** `refused` is a position that cannot be played, with the reason: it stands in the field. */
export function createLab(app: App, refused?: { text: string; problem: Refusal }): HTMLElement {
  const input = h("input", {
    type: "text",
    id: "position",
    autocomplete: "off",
    spellcheck: "false",
    autocapitalize: "none",
    translate: "no",
  });
  const told = h("p", { class: "told", id: "told", role: "status" });
  const preview = h("div", { class: "preview" });
  const start = button(t("Play this position"), () => undefined, { type: "submit", class: "primary" });
  input.setAttribute("aria-describedby", "told");
  let asking: AbortController | null = null;
  let timer = 0;

  const form = formOf(
    () => {
      if (input.value.trim()) void play(input.value);
    },
    {
      class: "any",
    },
    h("label", { class: "field wide" }, h("span", {}, t("Any position, in the notation")), input),
    start,
  );
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void look(), 250);
  });

  async function look(): Promise<void> {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    const text = input.value.trim();
    input.removeAttribute("aria-invalid");
    if (!text) {
      told.textContent = "";
      preview.replaceChildren();
      return;
    }
    try {
      const shown = await server.position(text, signal);
      told.textContent = "";
      preview.replaceChildren(
        ...shown.components
          .slice(0, 8)
          .map((part) => h("figure", {}, picture(part.drawing), h("figcaption", {}, code(part.position)))),
      );
    } catch (problem) {
      if (signal.aborted) return;
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
      preview.replaceChildren();
    }
  }

  async function play(text: string): Promise<void> {
    try {
      const shown = await server.position(text);
      // Who plays begins where that can be won, and answers where it cannot.
      app.go(playAddress(shown.position, { computerFirst: shown.outcome === "P", lang: app.lang() }));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      refuse(problem);
      input.focus();
    }
  }

  function refuse(problem: Refusal): void {
    input.setAttribute("aria-invalid", "true");
    told.textContent = problem.message;
  }

  if (refused) {
    input.value = refused.text;
    refuse(refused.problem);
  }

  function add(text: string): void {
    input.value = input.value.trim() ? `${input.value.trim()} + ${text}` : text;
    void look();
    form.scrollIntoView({
      block: "nearest",
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    });
    input.focus({ preventScroll: true });
  }

  const report = createReport(app.fail);
  const games = createGames(app, { add, sum: (text) => (input.placeholder = text) });
  void games.loaded.then(() => element.removeAttribute("aria-busy"));

  const element = h(
    "div",
    { class: "choose", "aria-busy": "true" },
    h(
      "section",
      { class: "hero" },
      h("h1", { tabindex: "-1" }, t("Lab")),
      h(
        "p",
        {},
        t(
          "Any position, sums of games, and rules of your own, in the notation. Two players move in turn, and whoever cannot move has lost.",
        ),
      ),
      form,
      told,
      preview,
    ),
    ownRules({ play: (text) => void play(text), add, discover: (game, text) => void report.look(game, text) }),
    pythonRules({ play: (text) => void play(text), discover: (game, text) => void report.look(game, text) }),
    report.element,
    games.element,
  );
  return element;
}
