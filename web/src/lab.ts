/** The Lab: any position as text, every game, sums, rules of one's own. */
import { Refusal, server, type Drawing, type Game } from "./api";
import { playAddress } from "./address";
import { button, code, formOf, h } from "./dom";
import { picture } from "./picture";
import { createReport } from "./discovery";
import { pythonRules } from "./python";
import { ownRules } from "./rules";
import { t } from "./text";
import { named } from "./titles";

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
  const cards = h("ul", { class: "cards" });
  void server
    .games()
    .then(({ games, sum }) => {
      input.placeholder = sum;
      cards.replaceChildren(...games.map((game) => card(game)));
    })
    .catch(app.fail)
    .finally(() => element.removeAttribute("aria-busy"));

  function card(game: Game): HTMLElement {
    const address = playAddress(game.example, { computerFirst: game.second, lang: app.lang() });
    const words = named(game.name, game.title);
    return h(
      "li",
      { class: "card" },
      frame(game.drawings),
      h(
        "h3",
        {},
        h(
          "a",
          {
            href: address,
            onclick: (event: MouseEvent) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              app.go(address);
            },
          },
          words,
        ),
      ),
      h("p", {}, game.rule),
      h(
        "p",
        { class: "below" },
        code(game.example),
        button(t("Add to a sum"), () => add(game.example), {
          "aria-label": t("Add {position} to a sum", { position: game.example }),
        }),
      ),
    );
  }

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
    h("section", {}, h("h2", {}, t("Games")), cards),
  );
  return element;
}

/** Of a long row, a card shows the first so many units. */
const MOST = 16;

/** The pictures of a card, all in one scale; long rows one below the other. */
function frame(drawings: Drawing[]): HTMLElement {
  const widths = drawings.map((drawing) => Math.min(drawing.width, MOST) + 0.6);
  const heights = drawings.map((drawing) => drawing.height + 0.6);
  const add = (sum: number, size: number): number => sum + size;
  const stacked = drawings.every((drawing) => drawing.width > 3 * drawing.height);
  const across = stacked ? Math.max(...widths) : widths.reduce(add);
  const down = stacked ? heights.reduce(add) : Math.max(...heights);
  const element = h("div", { class: stacked ? "frame stacked" : "frame" }, ...drawings.map(cropped));
  element.style.setProperty("--unit", `${Math.min(230 / across, 124 / down, 34).toFixed(2)}px`);
  return element;
}

function cropped(drawing: Drawing): SVGSVGElement {
  const svg = picture(drawing);
  if (drawing.width > MOST) {
    svg.setAttribute("viewBox", `-0.3 -0.3 ${MOST} ${drawing.height + 0.6}`);
    svg.style.setProperty("--across", String(MOST));
    svg.classList.add("cropped");
  }
  return svg;
}
