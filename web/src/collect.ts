/** The third stop: traps. Shelves of small boards to sort, and what the pupil has seen, on the pupil's own grid. Nothing is given away: what
 *  lights up was on the board in a game that is over; question marks are the pupil's own guesses. */
import { button, code, download, h, s } from "./dom";
import { shelvesOf } from "./shelves";
import { classGrid, contribute, leaveClass, onClass } from "./lesson";
import { clear, collected, kindOf, notes } from "./notebook";
import { server, type Shown } from "./api";
import { picture } from "./picture";
import { skinOf } from "./skins";
import type { Place, Stop } from "./stop";
import { t } from "./text";

/** The grid goes from 0 to at least, and at most, so many. */
const LEAST = 12;
const MOST = 30;

/** `play` begins a game at a position. */
export function collectStop(play: (position: string) => void): Stop {
  const element = h("div", { class: "panel collect" });
  let place: Place | null = null;
  let visible = false;
  let sorted: { game: string; element: HTMLElement } | null = null;

  const traps = (game: string): string[] => collected().filter((text) => text.startsWith(`${game} `));

  function paint(): void {
    if (!place || !visible) return;
    const game = place.start.components[0]?.game ?? "";
    const two = heads(place.start);
    const seen = traps(game);
    const joined = classGrid();
    const others = joined?.game === game ? joined.positions : [];
    void contribute(seen);
    element.replaceChildren(
      shelf(place.start, game),
      h("h2", {}, t("Traps that you know")),
      h(
        "p",
        { class: "quiet" },
        t("Whoever must move in a trap loses. Each game that you finish adds the traps that were on the board."),
      ),
      joined
        ? h(
            "p",
            { class: "joined" },
            joined.game === game
              ? t("You are in the class grid {code}.", { code: joined.code })
              : t("The class grid {code} is about another game.", { code: joined.code }),
            " ",
            button(t("Leave it"), leaveClass, { class: "small" }),
          )
        : "",
      two ? grid(game, two, seen, others) : list([...new Set([...seen, ...others])]),
      ...played(kindOf(place.start.position), !two, paint),
    );
  }

  /** The shelves of a game, made once, so that what is being sorted stays. */
  function shelf(start: Shown, game: string): HTMLElement | string {
    if (start.misere || start.components.some((each) => each.game !== game)) return "";
    if (sorted?.game !== game) sorted = { game, element: shelvesOf(game, play, () => void contribute(traps(game))) };
    return sorted.element;
  }

  onClass(() => {
    if (element.isConnected) paint();
  });

  return {
    element,
    show: (next) => {
      place = next;
      paint();
    },
    open: (now) => {
      visible = now;
      paint();
    },
  };
}

/** The ways in which the moves of a game on two heaps go over the grid, as the server says them; null for others. */
function heads(start: Shown): [number, number][] | null {
  const [only, ...more] = start.components;
  if (!only || more.length || only.sizes.length !== 2 || !start.takes.length) return null;
  return start.takes.map(({ heaps }): [number, number] => [heaps.includes(0) ? 1 : 0, heaps.includes(1) ? 1 : 0]);
}

export function pairs(game: string, texts: string[]): [number, number][] {
  return texts.flatMap((text): [number, number][] => {
    const found = /^(\d{1,5}),(\d{1,5})$/.exec(text.slice(game.length + 1));
    return found ? [[Number(found[1]), Number(found[2])]] : [];
  });
}

/** What a class has found, on a grid where the game has one; elsewhere `none` until it has found something. */
export function classPositions(start: Shown, found: string[], none: HTMLElement): HTMLElement {
  const two = heads(start);
  if (two) return grid(start.components[0]?.game ?? "", two, [], found);
  return found.length ? pictured(found, WALL) : none;
}

const guesses = new Map<string, Set<string>>();

/** `others`: positions that the class has found. */
function grid(game: string, ways: [number, number][], seen: string[], others: string[]): HTMLElement {
  const lost = pairs(game, [...seen, ...others]);
  const size = Math.min(MOST, Math.max(LEAST, ...lost.filter(([a, b]) => Math.max(a, b) <= MOST).flat()));
  const lit = new Set(lost.flatMap(([a, b]) => [`${a},${b}`, `${b},${a}`]));
  const mine = new Set(pairs(game, seen).flatMap(([a, b]) => [`${a},${b}`, `${b},${a}`]));
  const own = guesses.get(game) ?? new Set<string>();
  guesses.set(game, own);
  let at: [number, number] = [0, 0];
  const told = h("p", { class: "quiet", role: "status" });
  const cells = new Map<string, SVGGElement>();
  const svg = s("svg", {
    viewBox: `-1.2 -0.2 ${size + 2.4} ${size + 2.4}`,
    class: "grid",
    tabindex: "0",
    role: "application",
    "aria-label": t("Grid of pairs of numbers: arrow keys move, Enter marks"),
    onkeydown: (event: KeyboardEvent) => key(event),
    onpointerleave: () => sweep(null),
  });
  for (let a = 0; a <= size; a++) {
    for (let b = 0; b <= size; b++) {
      const cell = s(
        "g",
        { onpointerenter: () => sweep([a, b]), onclick: () => toggle([a, b]) },
        s("rect", { x: a, y: size - b, width: 0.94, height: 0.94, rx: 0.12 }),
      );
      cells.set(`${a},${b}`, cell);
      svg.append(cell);
    }
  }
  for (let n = 0; n <= size; n += size > 20 ? 5 : 2) {
    svg.append(
      s("text", { class: "tick", x: n + 0.47, y: size + 1.55, "text-anchor": "middle" }, String(n)),
      s("text", { class: "tick", x: -0.25, y: size - n + 0.68, "text-anchor": "end" }, String(n)),
    );
  }

  function sight([a, b]: [number, number]): Set<string> {
    const found = new Set<string>();
    for (const [dx, dy] of ways)
      for (let k = 1; a - k * dx >= 0 && b - k * dy >= 0; k++) found.add(`${a - k * dx},${b - k * dy}`);
    return found;
  }

  function sweep(now: [number, number] | null): void {
    const line = now ? sight(now) : new Set<string>();
    for (const [name, cell] of cells) {
      cell.setAttribute(
        "class",
        [
          mine.has(name) ? "lost" : lit.has(name) ? "lost shared" : own.has(name) ? "guess" : "",
          line.has(name) ? "sight" : "",
          now && name === String(now) ? "cursor" : "",
        ].join(" "),
      );
    }
    if (!now) return void (told.textContent = "");
    const hits = [...line].filter((name) => lit.has(name)).length;
    const here = String(now).replace(",", ", ");
    if (lit.has(String(now))) told.textContent = t("{pair}: a trap.", { pair: here });
    else
      told.textContent = hits
        ? t("{pair}: a trap is in sight, so there is a way out.", { pair: here })
        : t("{pair}: no trap that you know is in sight.", { pair: here });
  }

  function toggle([a, b]: [number, number]): void {
    const name = `${a},${b}`;
    if (own.has(name)) own.delete(name);
    else if (!lit.has(name)) own.add(name);
    at = [a, b];
    sweep(at);
  }

  function key(event: KeyboardEvent): void {
    const step = (
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as Record<
        string,
        [number, number]
      >
    )[event.key];
    if (step) at = [Math.max(0, Math.min(size, at[0] + step[0])), Math.max(0, Math.min(size, at[1] + step[1]))];
    else if (event.key === "Enter" || event.key === " ") toggle(at);
    else return;
    event.preventDefault();
    sweep(at);
  }

  sweep(null);
  return h(
    "div",
    { class: "own" },
    svg,
    told,
    h(
      "p",
      { class: "legend" },
      h("span", {}, h("span", { class: "swatch lost" }), " ", t("a trap")),
      others.length ? h("span", {}, h("span", { class: "swatch shared" }), " ", t("found by the class")) : null,
      h("span", {}, h("span", { class: "swatch guess" }), " ", t("your guess")),
      h("span", {}, h("span", { class: "swatch sight" }), " ", t("where a move leads")),
    ),
  );
}

/** How positions are drawn: at most so many, the last ones; the most that a unit and a picture have in pixels. */
interface Drawn {
  most: number;
  unit: number;
  side: number;
}

const OWN: Drawn = { most: 12, unit: 22, side: 110 };
const WALL: Drawn = { most: 24, unit: 40, side: 200 };

const drawings = new Map<string, Promise<Shown>>();

/** Lost positions as they look. */
function pictured(seen: string[], { most, unit, side } = OWN): HTMLElement {
  return h(
    "ul",
    { class: "seen-boards" },
    ...seen.slice(-most).map((text) => {
      const place = h("li", { title: text, translate: "no" });
      const asked = drawings.get(text) ?? server.position(text);
      drawings.set(text, asked);
      asked
        .then((shown) => {
          place.dataset.skin = shown.components[0]?.skin ?? "";
          place.replaceChildren(
            shown.components.some(({ drawing }) => drawing.shapes.some(({ kind }) => kind !== "text"))
              ? ""
              : t("(nothing is left)"),
            ...shown.components.map((component) => {
              const svg = picture(component.drawing, skinOf(component));
              svg.setAttribute("aria-label", component.position);
              svg.style.setProperty(
                "--unit",
                `${Math.min(unit, side / Math.max(component.drawing.width, component.drawing.height)).toFixed(2)}px`,
              );
              return svg;
            }),
          );
        })
        .catch(() => {
          drawings.delete(text);
          place.replaceChildren(code(text));
        });
      return place;
    }),
  );
}

function list(seen: string[]): HTMLElement {
  return seen.length ? pictured(seen) : h("p", {}, t("None yet: play a game to its end."));
}

/** A position without the word of its game, or the star of a single Nim heap: all in the table are of one game. */
function stateOf(position: string, kind: string): string {
  return position.startsWith(`${kind} `) ? position.slice(kind.length + 1) : position.replace(/^\*(?=\d+$)/, "");
}

/** The positions of this game that the player left, and how that went on. */
function played(kind: string, drawn: boolean, again: () => void): Node[] {
  const entries = notes(kind);
  const all = notes();
  if (!all.length) return [];
  const rows = entries
    .slice(-40)
    .reverse()
    .map(({ left, won }) =>
      h(
        "tr",
        {},
        h("td", {}, drawn ? pictured([left]) : code(stateOf(left, kind))),
        h("td", {}, won === null ? t("not finished yet") : won ? t("won") : t("lost")),
      ),
    );
  return [
    h("h2", {}, t("Positions you left")),
    entries.length
      ? h(
          "div",
          { class: "scroll notes", tabindex: "0", role: "region", "aria-label": t("Positions you left") },
          h(
            "table",
            {},
            h(
              "thead",
              {},
              h("tr", {}, h("th", { scope: "col" }, t("You left")), h("th", { scope: "col" }, t("You then …"))),
            ),
            h("tbody", {}, ...rows),
          ),
        )
      : h("p", { class: "quiet" }, t("None yet: play a game to its end.")),
    h(
      "div",
      { class: "tools" },
      button(t("Download as CSV"), () =>
        download(
          "sprague-notebook.csv",
          "text/csv",
          csv([["position", "won"], ...all.map(({ left, won }) => [left, won === null ? "" : won ? "yes" : "no"])]),
        ),
      ),
      button(t("Clear the notebook"), () => {
        clear();
        again();
      }),
    ),
  ];
}

export function csv(rows: (string | number)[][]): string {
  const cell = (value: string | number): string =>
    /[",\n]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : String(value);
  return rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}
