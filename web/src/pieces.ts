/** The picture of a seat from the shapes of its drawing: made once, then only marked, so that nothing moves. */
import type { Component, Shape } from "./api";
import { s } from "./dom";
import { canvas, reach, shapeElement } from "./picture";
import { place } from "./scene";
import { skinOf } from "./skins";
import type { Touch, View } from "./view";

/** The side of what a finger can touch, in pixels. */
export const FINGER = 44;

/** The empty edge around a picture, in units. */
const EDGE = 0.12;

/** No place is so small that its picture would have to be larger than this makes it. */
const LEAST = 0.3;

export type Kinds = Set<Shape["kind"]> | null;

/** A row that is longer than the room is broken into lines, so far apart, in units. */
const LINE = 1.6;

/** `room` is the width that there is, in pixels; `kinds` are the kinds of shapes that stand for a move each, where every
 *  move has one: then no other shape is touched, and these have the room of all. */
export function createPieces(seat: number, component: Component, room: number, kinds: Kinds, touch: Touch): View {
  const { drawing } = component;
  const skin = skinOf(component);
  const apart = spread(kinds ? drawing.shapes.filter(({ kind }) => kinds.has(kind)) : drawing.shapes);
  const most = Math.max(4, Math.floor((room * apart) / FINGER - 2 * EDGE));
  const { shapes, width, height } = folded(drawing.shapes, drawing.width, drawing.height, most);
  const box = kinds?.has("circle") ? bounds(shapes, apart) : { x: 0, y: 0, width, height };
  const svg = canvas(box, component.position, EDGE);
  svg.setAttribute("role", "group");
  const above = s("g", { "aria-hidden": "true" });
  const groups = new Map<string, SVGGElement>();
  const byName = new Map<string, Shape>();
  const labels: SVGElement[] = [];
  for (const shape of shapes) {
    const drawn = skin.piece?.(shape) ?? shapeElement(shape);
    if (!shape.name) {
      // The ring around the token moves with it.
      if (!(shape.kind === "circle" && shape.role === "limit")) svg.append(drawn);
      if (shape.kind === "text") labels.push(drawn);
      continue;
    }
    const key = place(seat, shape.name);
    byName.set(shape.name, shape);
    const group: SVGGElement = s(
      "g",
      {
        class: "piece",
        "data-place": shape.name,
        onclick: () => group.classList.contains("target") && touch.pick(key, group),
        onpointerenter: () => touch.hover(key),
        onpointerleave: () => touch.hover(null),
        onkeydown: (event: KeyboardEvent) => touch.press(event, key, group),
      },
      kinds && !kinds.has(shape.kind) ? "" : reach(shape, apart),
      drawn,
      ring(shape),
    );
    groups.set(key, group);
    svg.append(group);
  }
  const mark = s("circle", { class: "here", r: 0.42, visibility: "hidden" });
  svg.append(mark, above);

  let drawnTraces = 0;
  const show: View["show"] = (standing, touchable, traces, marked) => {
    for (const [key, group] of groups) {
      const kind = byName.get(nameOf(key))?.kind;
      const words = kinds && kind && !kinds.has(kind) ? undefined : touchable.get(key);
      group.classList.toggle("target", words !== undefined);
      group.classList.toggle("gone", !standing.has(key));
      if (words === undefined) {
        for (const name of ["role", "tabindex", "aria-label", "aria-pressed"]) group.removeAttribute(name);
      } else {
        group.setAttribute("role", "button");
        group.setAttribute("aria-label", words);
        if (!group.hasAttribute("tabindex")) group.setAttribute("tabindex", "-1");
      }
    }
    for (const label of labels)
      label.classList.toggle(
        "gone",
        [...byName.values()].some(
          (shape) =>
            shape.kind === "circle" &&
            String(shape.x) === label.getAttribute("x") &&
            String(shape.y) === label.getAttribute("y") &&
            !standing.has(place(seat, shape.name)),
        ),
      );
    if (traces.length < drawnTraces) above.replaceChildren();
    for (const trace of traces.slice(above.childElementCount)) {
      const gone = trace.places.map((name) => byName.get(name)).filter((shape) => shape !== undefined);
      const left = skin.trace?.(gone, byName.get(trace.at)) ?? s("g", {});
      left.classList.add("trace", `by-${trace.by}`);
      above.append(left);
    }
    drawnTraces = traces.length;
    const here = marked === null ? undefined : byName.get(marked);
    mark.setAttribute("visibility", here ? "visible" : "hidden");
    if (here) {
      mark.setAttribute("cx", String(here.x));
      mark.setAttribute("cy", String(here.y));
    }
  };

  return {
    element: svg,
    width: box.width + 2 * EDGE,
    height: box.height + 2 * EDGE,
    finger: FINGER / apart,
    show,
    targets: () => [...groups.values()].filter((group) => group.classList.contains("target")),
    place: (key) => groups.get(key),
  };
}

function nameOf(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}

/** The least room that holds all shapes, with half of what each circle may have to be touched around it. */
function bounds(shapes: Shape[], apart: number): { x: number; y: number; width: number; height: number } {
  const ends = shapes
    .filter(({ kind }) => kind !== "text")
    .flatMap(({ kind, x, y, w, h }) => {
      const half = Math.max(w, apart) / 2;
      return kind === "circle"
        ? [
            [x - half, y - half],
            [x + half, y + half],
          ]
        : [
            [x, y],
            [x + w, y + h],
          ];
    });
  const [xs, ys] = [ends.map(([x]) => x ?? 0), ends.map(([, y]) => y ?? 0)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The mark of the place that has the focus: as thick on a large picture as on a small one. */
function ring(shape: Shape): SVGElement {
  if (shape.kind === "line")
    return s("line", { class: "ring", x1: shape.x, y1: shape.y, x2: shape.x + shape.w, y2: shape.y + shape.h });
  if (shape.kind === "circle") return s("circle", { class: "ring", cx: shape.x, cy: shape.y, r: shape.w / 2 });
  return s("rect", {
    class: "ring",
    x: shape.x + 0.06,
    y: shape.y + 0.06,
    width: Math.max(0, shape.w - 0.12),
    height: Math.max(0, shape.h - 0.12),
    rx: 0.12,
  });
}

/** How much room each shape has to be touched, so that no other lies over its middle. */
function spread(shapes: Shape[]): number {
  const named = shapes.filter(({ name, kind }) => name && kind !== "text");
  const kinds = new Set(named.map(({ kind }) => kind));
  if (kinds.has("rect")) return 1;
  const lines = named.filter(({ kind }) => kind === "line");
  const circles = named.filter(({ kind }) => kind === "circle");
  let least = lines.length && circles.length ? 0.75 : 1.5;
  for (const [i, a] of circles.entries()) {
    for (const b of circles.slice(i + 1)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  }
  if (!circles.length) {
    for (const a of lines)
      for (const b of lines) if (a !== b) least = Math.min(least, 2 * away(a.x + a.w / 2, a.y + a.h / 2, b));
  }
  return Math.max(LEAST, least);
}

/** How far a point is from a line. */
function away(x: number, y: number, line: Shape): number {
  const length = line.w ** 2 + line.h ** 2;
  const along = length && Math.max(0, Math.min(1, ((x - line.x) * line.w + (y - line.y) * line.h) / length));
  return Math.hypot(x - line.x - along * line.w, y - line.y - along * line.h);
}

/** A single row that is too long, broken into lines of at most `most` units. */
function folded(
  shapes: Shape[],
  width: number,
  height: number,
  most: number,
): { shapes: Shape[]; width: number; height: number } {
  const named = shapes.filter(({ name }) => name);
  if (height > 1 || width <= most || named.length < 2) return { shapes, width, height };
  const lines = Math.ceil(width / most);
  const each = Math.ceil(width / lines);
  const moved = shapes.map((shape) => {
    const line = Math.min(lines - 1, Math.floor((shape.x + (shape.kind === "rect" ? shape.w / 2 : 0)) / each));
    return { ...shape, x: shape.x - line * each, y: shape.y + line * LINE };
  });
  const bends = Array.from({ length: lines - 1 }, (_, line): Shape => ({
    kind: "line",
    x: 0,
    y: (line + 1) * LINE - (LINE - 1) / 2,
    w: each,
    h: 0,
    role: "bend",
    name: "",
    text: "",
  }));
  return { shapes: [...bends, ...moved], width: each, height: 1 + (lines - 1) * LINE };
}
