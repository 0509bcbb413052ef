/** Small charts as SVG: points, lines and lines of sight over two axes. */
import { h, s } from "./dom";

export interface Series {
  words: string;
  /** The class that gives colour and form: dots, more, hits, here, line, sight, rest. */
  kind: string;
  points: [number, number][];
  segments?: [x1: number, y1: number, x2: number, y2: number][];
}

interface Chart {
  series: Series[];
  across: string;
  up: string;
  label: string;
  square?: boolean;
}

const WIDTH = 400;
const LEFT = 44;
const BOTTOM = 36;

/** A figure with its legend; `label` says in words what it shows. */
export function chart({ series, across, up, label, square = false }: Chart): HTMLElement {
  const height = square ? WIDTH : 260;
  const xs = series.flatMap(({ points, segments }) => [
    ...points.map(([x]) => x),
    ...(segments ?? []).flatMap(([x, , x2]) => [x, x2]),
  ]);
  const ys = series.flatMap(({ points, segments }) => [
    ...points.map(([, y]) => y),
    ...(segments ?? []).flatMap(([, y, , y2]) => [y, y2]),
  ]);
  const x = scale(Math.min(0, ...xs), Math.max(1, ...xs), LEFT, WIDTH - 10);
  const y = scale(Math.min(0, ...ys), Math.max(square ? 1 : 0.1, ...ys), height - BOTTOM, 10);
  const svg = s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "chart", role: "img", "aria-label": label });
  for (const tick of ticks(x.from, x.to)) {
    svg.append(
      s("line", { class: "grid", x1: x.at(tick), x2: x.at(tick), y1: y.at(y.from), y2: y.at(y.to) }),
      s("text", { class: "tick", x: x.at(tick), y: height - BOTTOM + 16, "text-anchor": "middle" }, String(tick)),
    );
  }
  for (const tick of ticks(y.from, y.to)) {
    svg.append(
      s("line", { class: "grid", x1: x.at(x.from), x2: x.at(x.to), y1: y.at(tick), y2: y.at(tick) }),
      s("text", { class: "tick", x: LEFT - 6, y: y.at(tick) + 4, "text-anchor": "end" }, String(tick)),
    );
  }
  svg.append(
    s("text", { class: "name", x: WIDTH - 10, y: height - 4, "text-anchor": "end" }, across),
    // Words run up the axis; a letter stands upright.
    up.length > 2
      ? s("text", { class: "name", x: 12, y: 10, "text-anchor": "end", transform: "rotate(-90 12 10)" }, up)
      : s("text", { class: "name", x: 4, y: 14 }, up),
  );
  for (const { kind, points, segments } of series) {
    for (const [x1, y1, x2, y2] of segments ?? []) {
      svg.append(s("line", { class: `series ${kind}`, x1: x.at(x1), y1: y.at(y1), x2: x.at(x2), y2: y.at(y2) }));
    }
    const size = kind === "here" || kind === "hits" ? 5 : points.length > 120 ? 1.6 : 3;
    for (const [px, py] of points)
      svg.append(s("circle", { class: `series ${kind}`, cx: x.at(px), cy: y.at(py), r: size }));
  }
  const legend = h(
    "ul",
    { class: "legend" },
    ...series.map(({ kind, words }) => h("li", {}, h("span", { class: `key ${kind}` }), words)),
  );
  return h("figure", { class: "charted" }, svg, legend);
}

function scale(
  from: number,
  to: number,
  start: number,
  end: number,
): { from: number; to: number; at: (value: number) => number } {
  return { from, to, at: (value) => Number((start + ((value - from) / (to - from)) * (end - start)).toFixed(2)) };
}

function ticks(from: number, to: number): number[] {
  const rough = (to - from) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? power;
  const found = [];
  for (let i = Math.ceil(from / step); i * step <= to + step / 1e6; i++) found.push(Number((i * step).toPrecision(6)));
  return found;
}
