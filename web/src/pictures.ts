/** Pictures that some games have of their own, beside the drawing that every game has. */
import { Refusal, server, type Component, type Shown } from "./api";
import { chart, type Series } from "./chart";
import { code, h } from "./dom";
import { t, tn } from "./text";

/** The name of a shape of a component, as the board takes it to mark it. */
function key(component: number, name: string): string {
  return `${component} ${name}`;
}

type Tint = (classes: Map<string, string>) => void;

/** Beyond this heap, neither P-pairs nor rows of values are shown. */
const LARGEST = 1500;

export async function pictures(place: HTMLElement, shown: Shown, tint: Tint, signal: AbortSignal): Promise<void> {
  const seen = new Set<string>();
  const classes = new Map<string, string>();
  for (const [index, part] of shown.components.slice(0, 12).entries()) {
    if (seen.has(part.position)) continue;
    seen.add(part.position);
    try {
      if (/^wythoff(\[|$)/.test(part.game)) place.append(...(await lines(part, signal)));
      else if (part.game === "cram") place.append(...(await regions(part, index, classes, signal)));
      else if (!/^(nim|fibonacci|token)$/.test(part.game))
        place.append(...(await valueTable(part, shown, seen, signal)));
    } catch (problem) {
      if (signal.aborted) return;
      if (!(problem instanceof Refusal)) throw problem;
    }
  }
  tint(classes);
}

/** The P-pairs in the plane, the position, and its three lines of sight: down, left and along the diagonal. */
async function lines(part: Component, signal: AbortSignal): Promise<Node[]> {
  const pair = /(\d+),(\d+)$/.exec(part.position);
  const [a, b] = [Number(pair?.[1]), Number(pair?.[2])];
  if (!pair || Math.max(a, b) > LARGEST || part.game !== "wythoff") return [];
  const bound = Math.max(a, b, 12);
  const { positions } = await server.pPositions(part.game, Math.min(1000, Math.ceil(bound / 1.6) + 2), signal);
  const zero: [number, number] = [0, 0];
  const pairs = [
    zero,
    ...positions.flatMap((heaps): [number, number][] => {
      const [x, y] = [Number(heaps[0]), Number(heaps[1])];
      return [
        [x, y],
        [y, x],
      ];
    }),
  ].filter(([x, y]) => x <= bound && y <= bound);
  const least = Math.min(a, b);
  const reached = pairs.filter(
    ([x, y]) => (x === a && y < b) || (y === b && x < a) || (x < a && y < b && a - x === b - y),
  );
  const series: Series[] = [
    {
      words: t("lines of sight"),
      kind: "sight",
      points: [],
      segments: [
        [a, b, a, 0],
        [a, b, 0, b],
        [a, b, a - least, b - least],
      ],
    },
    { words: t("P-pairs"), kind: "dots", points: pairs },
    { words: t("P-pairs in sight: the winning moves"), kind: "hits", points: reached },
    { words: t("this position"), kind: "here", points: [[a, b]] },
  ];
  const words = reached.length
    ? tn(
        "{count} P-pair is in sight: going there wins.",
        "{count} P-pairs are in sight: going to one wins.",
        reached.length,
      )
    : t("No P-pair is in sight: this is one itself.");
  return [
    h(
      "section",
      {},
      h("h2", {}, t("The P-pairs and three lines of sight")),
      chart({ series, across: t("first jar"), up: t("second jar"), label: words, square: true }),
      h("p", { class: "quiet" }, words),
    ),
  ];
}

/** The values of the rows or heaps of a game, with those on the table marked. */
async function valueTable(part: Component, shown: Shown, seen: Set<string>, signal: AbortSignal): Promise<Node[]> {
  const size = /^\S+ (\d+)$/.exec(part.position);
  if (!size) return [];
  const here = new Set<number>();
  for (const other of shown.components) {
    const found = other.game === part.game ? /^\S+ (\d+)$/.exec(other.position) : null;
    if (!found) continue;
    here.add(Number(found[1]));
    seen.add(other.position);
  }
  const largest = Math.max(...here);
  if (largest > LARGEST) return [];
  const { values } = await server.values(part.game, Math.max(largest, 20), signal);
  const cells = values.map((value, n) =>
    h("li", { class: here.has(n) ? "here" : "" }, h("span", { class: "quiet" }, String(n)), h("b", {}, `*${value}`)),
  );
  return [
    h(
      "section",
      {},
      h("h2", {}, t("Values of the rows and heaps")),
      h("p", {}, code(part.game)),
      h("ol", { class: "values", tabindex: "0", "aria-label": t("Values of the rows and heaps") }, ...cells),
    ),
  ];
}

/** The regions into which a board falls: what touches no other is a game of its own, and their values add up. */
async function regions(
  part: Component,
  index: number,
  classes: Map<string, string>,
  signal: AbortSignal,
): Promise<Node[]> {
  const cells = new Map<string, [row: number, column: number]>();
  for (const shape of part.drawing.shapes) if (shape.role === "cell") cells.set(shape.name, [shape.y, shape.x]);
  const found: [number, number][][] = [];
  const own = new Map<string, string>();
  const at = new Map([...cells].map(([name, [row, column]]) => [`${row},${column}`, name]));
  const left = new Set(cells.keys());
  for (const name of cells.keys()) {
    if (!left.delete(name)) continue;
    const region: [number, number][] = [];
    const edge = [name];
    for (let next = edge.pop(); next !== undefined; next = edge.pop()) {
      const [row, column] = cells.get(next) ?? [0, 0];
      region.push([row, column]);
      own.set(key(index, next), `region-${found.length % 5}`);
      for (const [r, c] of [
        [row + 1, column],
        [row - 1, column],
        [row, column + 1],
        [row, column - 1],
      ]) {
        const beside = at.get(`${r},${c}`);
        if (beside !== undefined && left.delete(beside)) edge.push(beside);
      }
    }
    found.push(region);
  }
  // A board in one piece has fallen into nothing.
  if (found.length < 2) return [];
  for (const [place, name] of own) classes.set(place, name);
  const rows = await Promise.all(
    found.slice(0, 12).map(async (region, i) => {
      const text = `cram ${boardText(region)}`;
      const { value } = region.length > 1 ? await server.solve(`${text} + *0`, signal) : { value: 0 };
      return h(
        "li",
        {},
        h("span", { class: `swatch region-${i % 5}` }),
        " ",
        tn("{count} cell", "{count} cells", region.length),
        ": ",
        code(value === null ? "?" : `*${value}`),
      );
    }),
  );
  return [
    h(
      "section",
      {},
      h("h2", {}, t("The board falls into regions")),
      h("p", {}, t("A domino touches one region only, so each is a game of its own.")),
      h("ul", { class: "regions" }, ...rows),
    ),
  ];
}

function boardText(region: [number, number][]): string {
  const rows = region.map(([row]) => row);
  const columns = region.map(([, column]) => column);
  const [top, start] = [Math.min(...rows), Math.min(...columns)];
  const lines = Array.from({ length: Math.max(...rows) - top + 1 }, () =>
    Array<string>(Math.max(...columns) - start + 1).fill("#"),
  );
  for (const [row, column] of region) {
    const line = lines[row - top];
    if (line) line[column - start] = ".";
  }
  return lines.map((line) => line.join("")).join("/");
}
