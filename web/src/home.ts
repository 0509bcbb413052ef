/** The home: a game to begin with one touch, and four worlds of games. The notation is one door further, in the Lab. */
import { labAddress, playAddress } from "./address";
import { server, type Component, type Ladder, type Play } from "./api";
import { createBoard } from "./board";
import { button, h } from "./dom";
import { createHeaps } from "./heaps";
import { next, rungAddress, stars } from "./ladder";
import { picture } from "./picture";
import { opened } from "./scene";
import { skinOf } from "./skins";
import { t } from "./text";
import { named } from "./titles";

interface App {
  go(address: string): void;
  follow(event: MouseEvent, address: string): void;
  fail(problem: unknown): void;
  lang(): string | null;
  /** Begin a game with a move that was made here. */
  begin(address: string, move: Play | null): void;
}

export function createHome(app: App): HTMLElement {
  const worlds = h("div", { class: "worlds" });
  const first = h("div", { class: "opening" });

  async function fill(): Promise<void> {
    const { ladders: all, opening } = await server.games();
    const shown = await server.position(opening.position);
    const address = (): string => playAddress(opening.position, { level: opening.level, lang: app.lang() });
    const board = createBoard({ onPlay: (move) => app.begin(address(), move), onText: () => undefined });
    const [game] = shown.components;
    first.replaceChildren(
      game ? h("h2", {}, named(game.game, game.title)) : "",
      h("p", { class: "rule" }, shown.components[0]?.rule ?? ""),
      board.element,
    );
    board.show(shown, opened(shown), true);
    worlds.replaceChildren(...worldsOf(all));
  }

  function worldsOf(all: Ladder[]): HTMLElement[] {
    const names: [Ladder["world"], string, string][] = [
      ["heaps", t("Heaps"), t("Take from jars, piles and purses.")],
      ["rows", t("Rows"), t("Knock over, cross out, split.")],
      ["boards", t("Boards"), t("Lay dominoes, eat chocolate, take stones.")],
      ["graphs", t("Graphs"), t("Nets, and bushes to cut.")],
    ];
    return names.map(([world, title, words]) =>
      h(
        "section",
        { class: `world ${world}` },
        h("h2", {}, title),
        h("p", { class: "quiet" }, words),
        h("ul", { class: "cards" }, ...all.filter((ladder) => ladder.world === world).map(card)),
      ),
    );
  }

  function card(ladder: Ladder): HTMLElement {
    const rung = next(ladder);
    const address = rung ? rungAddress(rung, app.lang()) : playAddress(ladder.game, { lang: app.lang() });
    return h(
      "li",
      { class: "card" },
      h(
        "div",
        { class: "frame", "aria-hidden": "true" },
        ...ladder.components.map((component) => small(component, ladder)),
      ),
      h(
        "h3",
        {},
        h(
          "a",
          { href: address, onclick: (event: MouseEvent) => app.follow(event, address) },
          named(ladder.game, ladder.title),
        ),
      ),
      h("p", {}, ladder.rule),
      stars(ladder, null, app.lang(), app.follow),
    );
  }

  const element = h(
    "div",
    { class: "choose home", "aria-busy": "true" },
    h(
      "section",
      { class: "hero" },
      h("h1", { tabindex: "-1" }, t("Play. Ask why. Win.")),
      h(
        "p",
        {},
        t(
          "Two players move in turn, and whoever cannot move has lost. There is a way to win each of these games: find it, alone or with help. The computer begins weak, and grows with you.",
        ),
      ),
      first,
    ),
    worlds,
    h(
      "section",
      { class: "door" },
      h("h2", {}, t("Lab")),
      h("p", {}, t("Any position, sums of games, and rules of your own, in the notation.")),
      button(t("To the Lab"), () => app.go(labAddress(app.lang()))),
    ),
  );
  void fill()
    .catch(app.fail)
    .finally(() => element.removeAttribute("aria-busy"));
  return element;
}

/** The picture of a card: the game as itself. */
function small(component: Component, ladder: Ladder): Element {
  if (!ladder.takes.length)
    return sized(picture(component.drawing, skinOf(component)), component.drawing.width, component.drawing.height);
  const sizes = ladder.components.flatMap((each) => each.sizes.map(Number));
  const view = createHeaps(0, component, Math.max(...sizes), sizes.length, 320);
  return sized(view.element, view.width * ladder.components.length, view.height);
}

function sized(svg: SVGSVGElement, width: number, height: number): SVGSVGElement {
  svg.removeAttribute("role");
  svg.removeAttribute("aria-label");
  svg.style.setProperty("--unit", `${Math.min(210 / (width + 0.6), 116 / (height + 0.6), 30).toFixed(2)}px`);
  return svg;
}
