/** A notebook: what was played, tables of P-positions, charts with fitted lines, sequences in the pairs. */
import { Refusal, server, type Shown } from "./api";
import { chart, fit, type Series } from "./chart";
import { button, code, download, h } from "./dom";
import type { Game } from "./game";
import { t, tn } from "./text";
import { sequences } from "./sequences";

interface Entry {
  left: string;
  won: boolean | null;
  /** The number of its game. */
  game: number;
}

const KEPT = 300;
const STORE = "sprague.notebook";
let entries: Entry[] = load();

/** Note a position that the player left. */
export function record(left: string, game: Game): void {
  entries = [...entries, { left, won: null, game: game.seed }].slice(-KEPT);
  keep();
}

export function discoverPanel(): {
  element: HTMLElement;
  show(shown: Shown, won: 0 | 1 | null, game: Game): void;
  open(open: boolean): void;
} {
  const notes = h("section", { class: "notes" });
  const table = h("section", {});
  const element = h("div", { class: "panel" }, notes, table);
  let family = "";
  let asked = "";
  let visible = false;

  function show(shown: Shown, won: 0 | 1 | null, game: Game): void {
    family = shown.components[0]?.game ?? "";
    if (won !== null && !game.friend) close(game.seed, won === game.you);
    if (visible) fill();
  }

  function open(now: boolean): void {
    visible = now;
    if (now) fill();
  }

  function fill(): void {
    notes.replaceChildren(...notebook(fill));
    if (family !== asked) {
      asked = family;
      table.replaceChildren(...tabulation(family));
    }
  }

  return { element, show, open };
}

function notebook(again: () => void): Node[] {
  const rows = entries.slice(-40).reverse().map(({ left, won }) => h("tr", {}, h("td", {}, code(left)),
    h("td", {}, won === null ? t("open") : won ? t("won") : t("lost"))));
  const heading = h("h2", {}, t("Positions you left"));
  if (!rows.length) return [heading, h("p", { class: "quiet" }, t("Play: each position you leave is noted here, and how the game ended."))];
  return [heading, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Positions you left") },
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Position")), h("th", { scope: "col" }, t("Game")))),
      h("tbody", {}, ...rows))),
  h("div", { class: "tools" },
    button(t("Download as CSV"), () => download("sprague-notebook.csv", "text/csv",
      csv([["position", "won"], ...entries.map(({ left, won }) => [left, won === null ? "" : won ? "yes" : "no"])]))),
    button(t("Clear the notebook"), () => {
      entries = [];
      keep();
      again();
    }))];
}

/** The form that asks for P-positions of a game, and what came of it. */
function tabulation(family: string): Node[] {
  const count = h("input", { type: "number", min: 1, max: 1000, value: 31, required: true });
  const result = h("div", { "aria-live": "polite" });
  const form = h("form", {
    class: "given",
    onsubmit: (event: Event) => {
      event.preventDefault();
      void tabulate(family, Number(count.value), result);
    },
  }, h("label", { class: "field" }, h("span", {}, t("How many")), count), h("button", { type: "submit" }, t("Tabulate")));
  return [h("h2", {}, t("P-positions")),
    h("p", {}, t("Positions to leave to the other side: whoever must move from one is lost. Here for"), " ", code(family)), form, result];
}

async function tabulate(family: string, count: number, place: HTMLElement): Promise<void> {
  place.setAttribute("aria-busy", "true");
  try {
    const { positions } = await server.pPositions(family, count);
    const rows = positions.map((heaps) => heaps.map(Number));
    place.replaceChildren(rowsTable(rows), ...charts(rows), ...chains(rows));
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    place.replaceChildren(h("p", {}, problem.message));
  }
  place.removeAttribute("aria-busy");
}

function names(width: number): string[] {
  return Array.from({ length: width }, (_, i) => String.fromCharCode(65 + i));
}

function rowsTable(rows: number[][]): HTMLElement {
  const heads = names(rows[0]?.length ?? 0);
  return h("div", {}, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("P-positions") },
    h("table", {}, h("thead", {}, h("tr", {}, ...["n", ...heads].map((name) => h("th", { scope: "col", translate: "no" }, name)))),
      h("tbody", {}, ...rows.map((heaps, i) => h("tr", {}, ...[i + 1, ...heaps].map((n) => h("td", { class: "number" }, String(n)))))))),
  h("div", { class: "tools" }, button(t("Download as CSV"), () =>
    download("sprague-p-positions.csv", "text/csv", csv([["n", ...heads], ...rows.map((heaps, i) => [i + 1, ...heaps])])))));
}

/** A_n and B_n against n, with fitted lines and what they leave over. */
function charts(rows: number[][]): Node[] {
  const width = rows[0]?.length ?? 0;
  if (rows.length < 3 || width === 0 || width > 3) return [];
  const across = t("number n of the position");
  const found: Node[] = [h("h2", {}, t("Charts"))];
  names(width).forEach((name, i) => {
    const points = rows.map((heaps, n): [number, number] => [n + 1, heaps[i] ?? 0]);
    const { slope, start } = fit(points);
    const line = `${name} ≈ ${slope.toFixed(4)} n ${start < 0 ? "−" : "+"} ${Math.abs(start).toFixed(4)}`;
    const end = points.length;
    const series: Series[] = [
      { words: name, kind: "dots", points },
      { words: t("fitted line"), kind: "line", points: [], segments: [[0, start, end, slope * end + start]] },
    ];
    const rests = points.map(([n, value]): [number, number] => [n, value - (slope * n + start)]);
    const most = Math.max(...rests.map(([, rest]) => Math.abs(rest)));
    found.push(
      h("h3", {}, code(line)),
      chart({ series, across, up: name, label: t("{name} against n; fitted: {line}", { name, line }) }),
      h("p", { class: "quiet" }, t("What the line leaves over (residuals), never more than {most}:", { most: most.toFixed(3) })),
      chart({ series: [{ words: t("residual"), kind: "rest", points: rests }], across, up: t("residual"), label: t("Residuals of {name}", { name }) }));
  });
  if (width === 2) {
    found.push(h("p", {}, t("Look at the two slopes: how much do they differ, and what is their quotient? Residuals that stay within 1 suggest rounding down.")));
  }
  return found;
}

/** The pairs as neighbours in sequences in which each term is the sum of the two before. */
function chains(rows: number[][]): Node[] {
  if (rows[0]?.length !== 2) return [];
  const found = sequences(rows.map(([a, b]): [number, number] => [a ?? 0, b ?? 0])).slice(0, 8);
  if (!found.length) return [];
  const lines = found.map((terms) => h("li", {}, ...terms.flatMap((term, i) => [
    i % 2 === 0 ? h("span", { class: "pair" }, code(String(term)), ", ", code(String(terms[i + 1] ?? ""))) : "", i % 2 ? " " : "",
  ])));
  return [h("h2", {}, t("Fibonacci-like sequences in the pairs")),
    h("p", {}, tn("In this sequence each number is the sum of the two before; its framed pairs are P-positions.",
      "In each of these {count} sequences every number is the sum of the two before; the framed pairs are P-positions.", found.length)),
    h("ol", { class: "chains" }, ...lines)];
}

function csv(rows: (string | number)[][]): string {
  const cell = (value: string | number): string => /[",\n]/.test(String(value)) ? `"${String(value).replace(/"/g, '""')}"` : String(value);
  return rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** A game is over: its open notes get the result. */
function close(game: number, won: boolean): void {
  if (!entries.some((entry) => entry.game === game && entry.won === null)) return;
  entries = entries.map((entry) => entry.game === game && entry.won === null ? { ...entry, won } : entry);
  keep();
}

function keep(): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(entries));
  } catch {
    // A browser that keeps nothing: the notebook lasts as long as the page.
  }
}

function load(): Entry[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(found) ? found.filter((entry): entry is Entry => typeof entry?.left === "string") : [];
  } catch {
    return [];
  }
}
