/** Every game, in chapters that open, and a field that finds one by its name or a word of its rule. */
import { server, type Drawing, type Game } from "./api";
import { playAddress } from "./address";
import { button, code, h } from "./dom";
import { picture } from "./picture";
import { t } from "./text";
import { named } from "./titles";

interface App {
  go(address: string): void;
  fail(problem: unknown): void;
  lang(): string | null;
}

/** `sum` gets a sum of games as an example, `add` a position that is to be added to one. */
export function createGames(
  app: App,
  on: { add(position: string): void; sum(text: string): void },
): { element: HTMLElement; loaded: Promise<void> } {
  const search = h("input", { type: "search", autocomplete: "off", spellcheck: "false", oninput: () => look() });
  const found = h("ul", { class: "cards", "aria-label": t("Games that were found") });
  const none = h("p", { class: "quiet", role: "status" });
  const chapters = h("div", { class: "chapters" });
  let all: Game[] = [];

  const loaded = server
    .games()
    .then(({ games, sum }) => {
      all = games;
      on.sum(sum);
      const names = [...new Set(games.map((game) => game.chapter))];
      chapters.replaceChildren(...names.map(chapter));
      look(); // for what was typed before the games came
    })
    .catch(app.fail);

  /** A chapter; its cards are drawn when it is opened. */
  function chapter(name: string): HTMLElement {
    const games = all.filter((game) => game.chapter === name);
    const cards = h("ul", { class: "cards" });
    const element = h(
      "details",
      {},
      h("summary", {}, h("h3", {}, name), h("span", { class: "quiet number" }, String(games.length))),
      cards,
    );
    element.addEventListener("toggle", () => {
      if (element.open && !cards.hasChildNodes()) cards.append(...games.map(card));
    });
    return element;
  }

  function look(): void {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const games = words.length ? all.filter((game) => isLike(game, words)) : [];
    chapters.hidden = words.length > 0;
    found.replaceChildren(...games.map(card));
    none.textContent = words.length && !games.length ? t("No game is like that.") : "";
  }

  function card(game: Game): HTMLElement {
    const address = playAddress(game.example, { computerFirst: game.second, lang: app.lang() });
    const onclick = (event: MouseEvent): void => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      app.go(address);
    };
    return h(
      "li",
      { class: "card" },
      frame(game.drawings),
      h("h4", {}, h("a", { href: address, onclick }, named(game.name, game.title))),
      h("p", {}, game.rule),
      h(
        "p",
        { class: "below" },
        code(game.example),
        button(t("Add to a sum"), () => on.add(game.example), {
          "aria-label": t("Add {position} to a sum", { position: game.example }),
        }),
      ),
    );
  }

  const element = h(
    "section",
    { class: "all" },
    h("h2", {}, t("Games")),
    h("label", { class: "field" }, h("span", {}, t("Find a game")), search),
    none,
    found,
    chapters,
  );
  return { element, loaded };
}

/** Whether each word is in what a game is called or in its rule. */
function isLike(game: Game, words: string[]): boolean {
  const known = [game.name, game.title ?? "", ...game.aliases, game.rule].join(" ").toLowerCase();
  return words.every((word) => known.includes(word));
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
