/** Two heaps: guess the next lost pair, lay a line through them, colour the chains, and see how far it holds. What the
 *  pupil has not seen is only compared with a guess, never shown before it. */
import { Refusal, server } from "../api";
import { chart, type Series } from "../chart";
import { pairs } from "../collect";
import { button, code, formOf, h } from "../dom";
import { collect, collected } from "../notebook";
import { sequences } from "../sequences";
import { between, t, tn } from "../text";

/** A line is compared with the true pairs up to this number. */
const FAR = 10_000;

/** So many pairs must have been seen before a line is laid through them. */
const ENOUGH = 5;

/** The pairs that were seen, each with the smaller number first, in order, and numbered. */
function known(game: string): [number, number][] {
  const found = new Map(
    pairs(game, collected()).map(([a, b]) => [Math.min(a, b), [Math.min(a, b), Math.max(a, b)] as [number, number]]),
  );
  return [...found.values()].filter(([, b]) => b > 0).sort(([a], [b]) => a - b);
}

/** What the pupil has laid, by game; kept as long as the page. */
interface Line {
  /** Whether it is laid through the smaller or the larger numbers. */
  column: 0 | 1;
  slope: number;
  start: number;
  down: boolean;
}

const laid = new Map<string, Line>();

export function pairsStop(game: string): Node[] {
  const seen = h("div", {});
  const told = h("p", { role: "status" });
  const a = h("input", { type: "number", min: 0, max: 100000, required: true, "aria-label": t("Smaller number") });
  const b = h("input", { type: "number", min: 0, max: 100000, required: true, "aria-label": t("Larger number") });
  const rest = h("div", { class: "rest" });
  const lock = h("p", { class: "quiet" });
  const form = formOf(
    () => {
      void check();
    },
    {
      class: "given guess",
    },
    a,
    h("span", { "aria-hidden": "true" }, ","),
    b,
    h("button", { type: "submit", class: "primary" }, t("Check")),
  );
  /** Draws the line anew when there are more pairs. */
  let draw: (() => void) | null = null;

  async function check(): Promise<void> {
    const [x, y] = [Math.min(Number(a.value), Number(b.value)), Math.max(Number(a.value), Number(b.value))];
    try {
      const text = `${game} ${x},${y}`;
      const { outcome } = await server.position(text);
      if (outcome === "P") {
        const new_ = !known(game).some(([p, q]) => p === x && q === y);
        collect([text]);
        told.textContent = new_ ? t("Yes, a trap. It is on your list now.") : t("That one is on your list already.");
      } else if (outcome === "N") told.textContent = t("No: there is a way out. Which trap is in sight?");
      else told.textContent = t("Nobody can decide this in time.");
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
    }
    paint();
  }

  function paint(): void {
    const list = known(game);
    seen.replaceChildren(
      list.length
        ? h("ol", { class: "chips" }, ...list.map(([x, y]) => h("li", {}, code(`${x}, ${y}`))))
        : h("p", { class: "quiet" }, t("None yet: finish a game that has one on the board.")),
    );
    lock.textContent =
      list.length >= ENOUGH
        ? ""
        : tn(
            "{count} more pair, and you can lay a line through them.",
            "{count} more pairs, and you can lay a line through them.",
            ENOUGH - list.length,
          );
    if (list.length < ENOUGH) return;
    if (!draw) {
      const line = lines(game);
      draw = line.draw;
      rest.replaceChildren(...line.nodes, ...chains(game));
    }
    draw();
  }

  paint();
  return [h("h2", {}, t("Traps that you know")), seen, h("h2", {}, t("Guess the next one")), form, told, lock, rest];
}

/** A line a·n + b, with or without rounding down, beside the pairs. */
function lines(game: string): { nodes: Node[]; draw(): void } {
  const line: Line = laid.get(game) ?? { column: 0, slope: 1.5, start: 0, down: false };
  laid.set(game, line);
  const slope = number(t("Slope a"), 0, 4, 0.001, line.slope);
  const start = number(t("Start b"), -3, 3, 0.01, line.start);
  const floor = h("input", { type: "checkbox" });
  floor.checked = line.down;
  const place = h("div", {});
  const verdict = h("p", { role: "status", class: "verdict" });
  const phi = h("p", { class: "quiet" });
  let truth: [number, number][] | null = null;

  const which = h(
    "div",
    { class: "from", role: "group", "aria-label": t("Which number of the pairs") },
    ...[t("Smaller number"), t("Larger number")].map((words, i) =>
      button(
        words,
        () => {
          line.column = i === 0 ? 0 : 1;
          [...which.children].forEach((each, j) => each.setAttribute("aria-pressed", String(j === i)));
          draw();
        },
        { "aria-pressed": String(i === line.column), class: "small" },
      ),
    ),
  );

  /** The pairs that were seen, as points (n, number): the n-th lost pair, where all before it were seen too. */
  function points(): [number, number][] {
    const list = known(game);
    const rows: [number, number][] = [];
    for (const [i, pair] of list.entries()) {
      if (pair[1] - pair[0] !== i + 1) break;
      rows.push([i + 1, pair[line.column]]);
    }
    return rows;
  }

  function draw(): void {
    const [a, b] = ([line.slope, line.start] = [slope.value(), start.value()]);
    line.down = floor.checked;
    const dots = points();
    const end = Math.max(10, dots.length + 2);
    const at = (n: number): number => (line.down ? Math.floor(a * n + b) : a * n + b);
    const series: Series[] = [
      { words: t("pairs that you know"), kind: "hits", points: dots },
      line.down
        ? {
            words: t("your line, rounded down"),
            kind: "dots",
            points: Array.from({ length: end }, (_, n): [number, number] => [n + 1, at(n + 1)]),
          }
        : { words: t("your line"), kind: "line", points: [], segments: [[0, b, end, a * end + b]] },
    ];
    const words = t("The numbers of the pairs, and your line");
    place.replaceChildren(chart({ series, across: "n", up: line.column === 0 ? "A" : "B", label: words }));
    const hits = dots.filter(([n, value]) => at(n) === value).length;
    const held = known(game).length;
    verdict.textContent =
      t("{hits} of your {count} pairs are hit.", { hits, count: dots.length }) +
      (held > dots.length
        ? between() +
          t("The line is compared with the first {count} only: after them a pair is missing from your list.", {
            count: dots.length,
          })
        : "");
    phi.replaceChildren();
  }

  async function far(): Promise<void> {
    truth ??= (await server.pPositions(game, FAR)).positions
      .map((heaps): [number, number] => {
        const [x, y] = [Number(heaps[0]), Number(heaps[1])];
        return [Math.min(x, y), Math.max(x, y)];
      })
      .sort(([x], [y]) => x - y);
    const [a, b] = [slope.value(), start.value()];
    let hits = 0;
    let miss = 0;
    truth.forEach((pair, i) => {
      const value = a * (i + 1) + b;
      if ((line.down ? Math.floor(value) : value) === pair[line.column]) hits += 1;
      else if (!miss) miss = i + 1;
    });
    verdict.textContent = miss
      ? t("{hits} of {count} are hit; the first miss is number {miss}.", { hits, count: truth.length, miss })
      : t("All {count} are hit. That is a rule worth proving.", { count: truth.length });
    const golden = (1 + Math.sqrt(5)) / 2 + line.column;
    if (Math.abs(a - golden) < 0.01) {
      phi.replaceChildren(
        t("Your slope is close to a famous number: φ = (1 + √5)/2 = 1.6180339…, and φ + 1 = φ². Try more digits."),
      );
    }
  }

  for (const input of [slope.input, slope.range, start.input, start.range, floor])
    input.addEventListener("input", draw);
  return {
    nodes: [
      h("h2", {}, t("Lay a line through them")),
      h(
        "p",
        { class: "quiet" },
        t(
          "The first pair has n = 1, the second n = 2, and so on. Your line says a · n + b for the number of the pair: move a and b until it meets the dots.",
        ),
      ),
      which,
      slope.element,
      start.element,
      h("label", { class: "check" }, floor, h("span", {}, t("Round down: ⌊a · n + b⌋"))),
      h("p", { class: "quiet" }, t("⌊ ⌋ stands for rounding down: ⌊2.7⌋ = 2, ⌊5⌋ = 5.")),
      place,
      verdict,
      button(t("Compare up to n = {far}", { far: FAR }), () => void far()),
      phi,
    ],
    draw,
  };
}

function number(
  words: string,
  from: number,
  to: number,
  step: number,
  value: number,
): {
  element: HTMLElement;
  input: HTMLInputElement;
  range: HTMLInputElement;
  value(): number;
} {
  const input = h("input", { type: "number", step: "any", value, class: "count", "aria-label": words });
  const range = h("input", { type: "range", min: from, max: to, step, value, "aria-label": words });
  range.addEventListener("input", () => (input.value = range.value));
  input.addEventListener("input", () => (range.value = input.value));
  return {
    element: h("div", { class: "field" }, h("span", {}, words), h("div", { class: "many" }, input, range)),
    input,
    range,
    value: () => Number(input.value) || 0,
  };
}

/** The pairs as neighbours in sequences in which each term is the sum of the two before; coloured when they are asked for. */
function chains(game: string): Node[] {
  const place = h("div", {});
  const show = (): void => {
    const found = sequences(known(game)).slice(0, 8);
    if (!found.length)
      return void place.replaceChildren(
        h("p", { class: "quiet" }, t("So far no two of your pairs follow each other in this way.")),
      );
    place.replaceChildren(
      h(
        "p",
        {},
        tn(
          "In this sequence each number is the sum of the two before; its framed pairs are traps.",
          "In each of these {count} sequences every number is the sum of the two before; the framed pairs are traps.",
          found.length,
        ),
      ),
      h(
        "ol",
        { class: "chains" },
        ...found.map((terms, row) =>
          h(
            "li",
            {},
            ...terms.flatMap((term, i) => [
              i % 2 === 0
                ? h(
                    "span",
                    { class: `pair region-${row % 5}` },
                    code(String(term)),
                    ", ",
                    code(String(terms[i + 1] ?? "")),
                  )
                : "",
              i % 2 ? " " : "",
            ]),
          ),
        ),
      ),
    );
  };
  return [
    h("h2", {}, t("Sums of two neighbours")),
    h(
      "p",
      { class: "quiet" },
      t(
        "Some of your pairs hang together in a chain, in which each number is the sum of the two before: 1, 2, then 1 + 2 = 3 and 2 + 3 = 5, then 3 + 5 = 8 and 5 + 8 = 13.",
      ),
    ),
    button(t("Colour the chains"), show),
    place,
  ];
}
