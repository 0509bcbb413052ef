/** The home: a game to begin with one touch, the next star, and four worlds of games. The notation is one door further,
 *  in the Lab. */
import { labAddress, playAddress } from "./address";
import { server, type Component, type Ladder, type Play } from "./api";
import { createBoard } from "./board";
import { button, h } from "./dom";
import { next, rungAddress, startOf } from "./ladder";
import { opened } from "./scene";
import { small } from "./small";
import { hasStar } from "./stars";
import { between, t, tn } from "./text";
import { named } from "./titles";

interface App {
  go(address: string): void;
  follow(event: MouseEvent, address: string): void;
  fail(problem: unknown): void;
  lang(): string | null;
  /** Begin a game with a move that was made here. */
  begin(address: string, move: Play | null): void;
}

/** So many games of a world are seen at once. */
const FIRST = 8;

export function createHome(app: App): HTMLElement {
  const worlds = h("div", { class: "worlds" });
  const onward = h("p", { class: "next-star" });
  const first = h("div", { class: "opening" });

  async function fill(): Promise<void> {
    const { ladders: all, opening } = await server.games();
    const shown = await server.position(opening.position);
    const address = (): string => playAddress(opening.position, { level: opening.level, lang: app.lang() });
    const board = createBoard({ onPlay: (move) => app.begin(address(), move), onText: () => undefined });
    const [game] = shown.components;
    first.replaceChildren(
      h(
        "p",
        { class: "rule" },
        game ? h("strong", {}, named(game.game, game.title)) : "",
        " ",
        game?.rule ?? "",
        between(),
        t("Whoever cannot move has lost."),
      ),
      board.element,
    );
    board.show(shown, opened(shown), true);
    worlds.replaceChildren(...worldsOf(all));
    const ladder = onThatPath(all);
    if (ladder) onward.replaceChildren(...nextStar(ladder));
  }

  /** The ladder that was begun and not ended; else the first that has a star to be won. */
  function onThatPath(all: Ladder[]): Ladder | undefined {
    const open = all.filter((ladder) => won(ladder) < ladder.rungs.length);
    return open.find((ladder) => won(ladder) > 0) ?? open[0];
  }

  /** One touch to what comes next. */
  function nextStar(ladder: Ladder): Node[] {
    const rung = next(ladder);
    if (!rung) return [];
    const state = startOf(rung, ladder);
    return [
      link(
        rungAddress(rung, app.lang()),
        h("span", { class: "quiet" }, t("Your next star")),
        " ",
        h("b", {}, [ladder.title ?? ladder.game, state].filter(Boolean).join(" ")),
      ),
    ];
  }

  function link(address: string, ...content: (Node | string)[]): HTMLElement {
    return h("a", { href: address, onclick: (event: MouseEvent) => app.follow(event, address) }, ...content);
  }

  function worldsOf(all: Ladder[]): HTMLElement[] {
    const names: [Ladder["world"], string, string][] = [
      ["heaps", t("Heaps"), t("Take from jars, piles and purses.")],
      ["rows", t("Rows"), t("Knock over, cross out, split.")],
      ["boards", t("Boards"), t("Lay dominoes, eat chocolate, take stones.")],
      ["graphs", t("Graphs"), t("Nets, and bushes to cut.")],
    ];
    return names.map(([world, title, words]) => {
      const mine = all.filter((ladder) => ladder.world === world);
      const sum = (of: (ladder: Ladder) => number): number => mine.reduce((before, ladder) => before + of(ladder), 0);
      return h(
        "section",
        { class: `world ${world}` },
        h("h2", {}, title),
        h("p", { class: "earned" }, `★ ${sum(won)}/${sum(({ rungs }) => rungs.length)}`),
        h("p", { class: "quiet" }, words),
        ...paths(mine),
      );
    });
  }

  /** The games of a world: those that were begun, and as many others as fill two rows of a phone; the rest unfold. */
  function paths(mine: Ladder[]): HTMLElement[] {
    const seen = new Set([...mine.filter((ladder) => won(ladder) > 0), ...mine].slice(0, FIRST));
    const cards = mine.map((ladder) => ({ ladder, element: card(ladder) }));
    const later = cards.filter(({ ladder }) => !seen.has(ladder)).map(({ element }) => element);
    for (const element of later) element.hidden = true;
    const list = h("ul", { class: "cards" }, ...cards.map(({ element }) => element));
    if (!later.length) return [list];
    const all = button(tn("{count} more game", "{count} more games", later.length), () => {
      for (const element of later) element.hidden = false;
      later[0]?.querySelector("a")?.focus();
      all.remove();
    });
    return [list, all];
  }

  /** A game as a medallion: it leads to the next rung of its path, and its rim says how much of that is done. */
  function card(ladder: Ladder): HTMLElement {
    const rung = next(ladder);
    const address = rung ? rungAddress(rung, app.lang()) : playAddress(ladder.game, { lang: app.lang() });
    const [component] = ladder.components;
    const frame = h("div", { class: "frame", "aria-hidden": "true", "data-skin": component?.skin ?? "" });
    if (component) frame.append(emblem(component, ladder));
    frame.style.setProperty("--done", String(won(ladder) / ladder.rungs.length));
    return h(
      "li",
      { class: "card" },
      frame,
      h("h3", {}, link(address, named(ladder.game, short(ladder.title)))),
      h("p", { class: "earned unseen" }, t("{won} of {count} stars", { won: won(ladder), count: ladder.rungs.length })),
    );
  }

  const element = h(
    "div",
    { class: "choose home", "aria-busy": "true" },
    h("section", { class: "hero" }, h("h1", { tabindex: "-1" }, t("Play. Ask why. Win.")), first),
    h("div", { class: "paths" }, onward, worlds),
    h(
      "section",
      { class: "door" },
      h("p", {}, t("Any position, sums of games, and rules of your own, in the notation.")),
      link(labAddress(app.lang()), t("To the Lab")),
    ),
  );
  void fill()
    .catch(app.fail)
    .finally(() => element.removeAttribute("aria-busy"));
  return element;
}

/** A title without what stands in it in brackets. */
function short(title: string | null): string | null {
  return title && title.replace(/\s*[(（][^()（）]*[)）]/, "");
}

function won(ladder: Ladder): number {
  return ladder.rungs.filter(({ position }) => hasStar(position)).length;
}

/** The picture of a card: of a long row the first pieces, which are enough to know it by. */
function emblem(component: Component, ladder: Ladder): SVGSVGElement {
  const svg = small(component, ladder.takes.length > 0);
  const { x, y, width, height } = svg.viewBox.baseVal;
  if (width > 2 * height) svg.setAttribute("viewBox", `${x} ${y} ${Math.max(3.3, 1.7 * height)} ${height}`);
  return svg;
}
