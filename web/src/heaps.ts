/** Heaps that things are taken from: jars of biscuits, piles of counters, coins. Small ones are drawn piece by piece and
 *  taken from the top; large ones as bars, all to one scale. */
import type { Component } from "./api";
import { s } from "./dom";
import { FINGER, type Area } from "./nearest";
import { canvas } from "./picture";
import { place } from "./scene";
import { pieceOf } from "./skins";
import { offer, type Target, type View } from "./view";

/** A heap of more pieces is a bar, on a small screen also a smaller one. */
const PIECES = 100;

/** Heaps of pieces are at most so many times as high as the window. */
const TALL = 0.8;

/** Where heaps of pieces are higher than so much of the window, their numbers stand on top, where they are in sight. */
const HIGH = 0.45;

/** The height of the largest bar, and the width of each, in units. */
const BAR = 6;
const WIDE = 2.4;

export interface HeapView extends View {
  /** Show how many are in each heap. */
  sizes(now: number[]): void;
  /** Mark the top `count` of these heaps. */
  mark(heaps: number[], count: number, kind: "going" | "hover" | "lit"): void;
  unmark(kind: "going" | "hover" | "lit"): void;
  bars: boolean;
}

/** `largest` is the largest heap on the table, `heaps` the number of all; `room` the width that there is, in pixels. */
export function createHeaps(
  seat: number,
  component: Component,
  largest: number,
  heaps: number,
  room: number,
): HeapView {
  const start = component.sizes.map(Number);
  const fitting = columns(largest, heaps, room);
  // Pieces that a finger can touch would stand higher than the window.
  const bars = largest > PIECES || Math.ceil(largest / fitting) * FINGER > TALL * window.innerHeight;
  const across = bars ? WIDE : fitting;
  const jar = component.skin === "jars";
  const rows = bars ? BAR : Math.max(1, ...start.map((n) => Math.ceil(n / across)), Math.ceil(largest / across));
  const step = across + 0.6;
  const width = start.length * step - 0.6 + 0.3;
  const high = !bars && rows * FINGER > HIGH * window.innerHeight;
  const height = rows + (high ? 1.2 : 1.3);
  const svg = canvas({ width, height, y: high ? -0.9 : 0 }, component.position, 0.1);
  svg.setAttribute("role", "group");
  const places = new Map<string, Target>();
  const pieces: SVGGElement[][] = [];
  const fills: SVGRectElement[] = [];
  const labels: SVGTextElement[] = [];
  start.forEach((n, heap) => {
    const x = 0.15 + heap * step;
    if (jar) {
      svg.append(
        s("path", {
          class: "jar",
          d: `M${x + 0.15} -.05H${x + across - 0.15}q.25 .25 .25 .5V${rows - 0.1}q0 .2 -.2 .2H${x + 0.1}q-.2 0 -.2 -.2V.45q0 -.25 .25 -.5Z`,
        }),
      );
    } else
      svg.append(s("line", { class: "ground", x1: x - 0.1, x2: x + across + 0.1, y1: rows + 0.12, y2: rows + 0.12 }));
    const own: SVGGElement[] = [];
    if (bars) {
      const fill = s("rect", { class: "shape bar", x: x + 0.1, width: across - 0.2, rx: 0.12 });
      const cut = s("rect", { class: "cut", x: x + 0.1, width: across - 0.2, rx: 0.12 });
      fills.push(fill);
      own.push(
        target(
          `h${heap}`,
          { x, y: 0, w: across, h: rows },
          fill,
          cut,
          s("rect", { class: "ring", x, y: 0, width: across, height: rows, rx: 0.15 }),
        ),
      );
    } else {
      for (let k = 0; k < n; k++) {
        const [cx, cy] = [x + (k % across) + 0.5, rows - Math.floor(k / across) - 0.5];
        own.push(
          target(
            `h${heap}k${k}`,
            { x: cx - 0.5, y: cy - 0.5, w: 1, h: 1 },
            pieceOf(component, cx, cy),
            lock(cx, cy),
            s("circle", { class: "ring", cx, cy, r: 0.44 }),
          ),
        );
      }
    }
    pieces.push(own);
    const label = s(
      "text",
      { class: "shape text size", x: x + across / 2, y: rows + 0.75, "font-size": 0.62 },
      String(n),
    );
    labels.push(label);
    svg.append(...own, label);
  });

  function target(name: string, area: Omit<Area, "kind">, ...drawn: SVGElement[]): SVGGElement {
    const key = place(seat, name);
    const group = s("g", { class: "piece", "data-place": name }, ...drawn);
    places.set(key, { key, group, area: { kind: "rect", ...area } });
    return group;
  }

  let current = start;
  const all = [...places.values()];

  function sizes(now: number[]): void {
    current = now;
    now.forEach((n, heap) => {
      const label = labels[heap];
      if (label) label.textContent = String(n);
      if (high) label?.setAttribute("y", String(rows - Math.ceil(n / across) - 0.45));
      if (!bars) return;
      const tall = n ? Math.max(0.05, (n / largest) * rows) : 0;
      fills[heap]?.setAttribute("visibility", n ? "visible" : "hidden");
      fills[heap]?.setAttribute("y", String(rows - tall));
      fills[heap]?.setAttribute("height", String(tall));
    });
  }

  function mark(heaps: number[], count: number, kind: string): void {
    for (const heap of heaps) {
      const n = current[heap] ?? 0;
      if (!bars) pieces[heap]?.slice(Math.max(0, n - count), n).forEach((group) => group.classList.add(kind));
      else if (kind !== "hover") {
        const cut = pieces[heap]?.[0]?.querySelector(".cut");
        cut?.setAttribute("y", String(rows - (n / largest) * rows));
        cut?.setAttribute("height", String((Math.min(count, n) / largest) * rows));
        pieces[heap]?.[0]?.classList.add(kind === "lit" ? "lit" : "aimed");
      }
    }
  }

  function unmark(kind: string): void {
    for (const { group } of all) group.classList.remove(kind, "aimed");
    if (bars && kind !== "hover") svg.querySelectorAll(".cut").forEach((cut) => cut.setAttribute("height", "0"));
  }

  const show: View["show"] = (_, touchable) => {
    start.forEach((_, heap) =>
      pieces[heap]?.forEach((group, k) => {
        const standing = bars || k < (current[heap] ?? 0);
        const words = touchable.get(place(seat, bars ? `h${heap}` : `h${heap}k${k}`));
        group.classList.toggle("gone", !standing);
        offer(group, words);
        // Of a heap from which some may go, those that may not go with them are locked.
        group.classList.toggle("locked", standing && words === undefined && mayGo(heap, touchable));
      }),
    );
  };

  function mayGo(heap: number, touchable: Map<string, string>): boolean {
    return touchable.has(place(seat, `h${heap}k${(current[heap] ?? 0) - 1}`));
  }

  sizes(start);
  return {
    element: svg,
    width: width + 0.2,
    height: height + 0.2,
    finger: bars ? 20 : FINGER,
    bars,
    show,
    sizes,
    mark,
    unmark,
    targets: () => all.filter(({ group }) => group.classList.contains("target")),
    locked: () => all.filter(({ group }) => group.classList.contains("locked")),
    place: (key) => places.get(key)?.group,
  };
}

/** How many pieces stand beside each other, so that all heaps fit and each piece can be touched. */
function columns(largest: number, heaps: number, room: number): number {
  const fit = Math.max(1, Math.floor((room / FINGER - 0.5 * heaps) / heaps));
  return Math.max(1, Math.min(fit, largest <= 7 && heaps > 2 ? 1 : Math.ceil(Math.sqrt(largest)), 10));
}

/** The sign on a piece that may not go now; the style sheet shows it where it holds. */
function lock(cx: number, cy: number): SVGElement {
  return s(
    "g",
    { class: "lock", transform: `translate(${cx} ${cy})` },
    s("path", { d: "M-.11-.02v-.1a.11.11 0 0 1 .22 0v.1" }),
    s("rect", { x: -0.17, y: -0.03, width: 0.34, height: 0.25, rx: 0.05 }),
  );
}

/** The heap, and the piece of it, that a key names. */
export function heapAt(key: string): { heap: number; piece: number | null } {
  const found = /h(\d+)(?:k(\d+))?$/.exec(key);
  return { heap: Number(found?.[1] ?? 0), piece: found?.[2] === undefined ? null : Number(found[2]) };
}
