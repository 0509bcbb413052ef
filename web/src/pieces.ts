/** The picture of a seat from the shapes of its drawing: made once, then only marked, so that nothing moves. */
import type { Component, Drawing, Shape } from "./api";
import { s } from "./dom";
import { edged } from "./edge";
import { lane } from "./lane";
import { FINGER, middle, pointer, type Area } from "./nearest";
import { canvas, inRows, shapeElement } from "./picture";
import { place } from "./scene";
import { skinOf } from "./skins";
import type { Skin } from "./skins/skin";
import { offer, type Kinds, type Target, type View } from "./view";

/** The most that two places are taken to be apart, in units. */
const APART = 1.5;

/** The empty edge around a picture, in units. */
const EDGE = 0.12;

/** Columns are high that are higher than so much of the window, in which a phone has more above the board. */
const TALL = { finger: 0.6, mouse: 0.8 };

/** `first` are the kinds that are touched at first: the picture is as large as they need. `told`: whether the words of
 *  the moves have numbers in them; `room`: the width that there is, in pixels. */
export function createPieces(seat: number, component: Component, first: Kinds, told: boolean, room: number): View {
  const skin = skinOf(component);
  const height = Math.max(1, ...component.drawing.shapes.map((shape) => skin.area?.(shape).h ?? 0));
  const turning = lane(component.drawing, height, room);
  const drawing = turning?.drawing ?? lifted(component.drawing);
  const { shapes } = drawing;
  const { whole, numbers } = edged(shapes, bounds(drawing, skin), told);
  const touched = first ? shapes.filter(({ kind }) => first.has(kind)) : shapes;
  const svg = canvas(whole, component.position, EDGE);
  svg.setAttribute("role", "group");
  const above = s("g", { "aria-hidden": "true" });
  const places = new Map<string, Target & { kind: Shape["kind"] }>();
  const byName = new Map<string, Shape>();
  const labels: SVGElement[] = [];
  svg.append(...(turning ? [turning.way] : []), ...numbers);
  for (const shape of shapes) {
    if (inRows(shape)) continue;
    const drawn = skin.piece?.(shape) ?? shapeElement(shape);
    if (!shape.name) {
      // The ring around the token moves with it.
      if (!(shape.kind === "circle" && shape.role === "limit")) svg.append(drawn);
      if (shape.kind === "text") labels.push(drawn);
      continue;
    }
    const key = place(seat, shape.name);
    byName.set(shape.name, shape);
    const area = skin.area?.(shape) ?? shape;
    const group = s("g", { class: "piece", "data-place": shape.name }, drawn, ring(area));
    places.set(key, { key, group, area, kind: shape.kind });
    svg.append(group);
  }
  const mark = s("g", { class: "here", visibility: "hidden" }, skin.token?.() ?? s("circle", { r: 0.42 }));
  svg.append(mark, above);

  let drawnTraces = 0;
  let kinds = first;
  const show: View["show"] = (standing, touchable, traces, marked, now) => {
    kinds = now;
    for (const { key, group, kind } of places.values()) {
      offer(group, kinds && !kinds.has(kind) ? undefined : touchable.get(key));
      group.classList.toggle("gone", !standing.has(key));
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
    if (here) mark.setAttribute("transform", `translate(${middle(here).join(" ")})`);
  };

  return {
    element: svg,
    width: whole.width + 2 * EDGE,
    height: whole.height + 2 * EDGE,
    // The counters beside a bar are to its scale, and never as large as a finger.
    finger: FINGER / (shapes.some(({ role }) => role === "bar") ? APART : apart(touched)),
    show,
    targets: () => [...places.values()].filter(({ group }) => group.classList.contains("target")),
    locked: () =>
      [...places.values()].filter(
        ({ group, kind }) => kind !== "text" && !group.matches(".gone, .target") && (kinds === null || kinds.has(kind)),
      ),
    place: (key) => places.get(key)?.group,
  };
}

/** A drawing of columns that are higher than the window, with the numbers below them on top, where they are in sight. */
function lifted(drawing: Drawing): Drawing {
  const circles = drawing.shapes.filter(({ kind }) => kind === "circle");
  const floor = Math.max(...circles.map(({ y }) => y));
  const most = pointer() === 1 ? TALL.finger : TALL.mouse;
  const below = (shape: Shape): boolean => shape.kind === "text" && shape.y > floor;
  if (drawing.height * FINGER * pointer() <= most * window.innerHeight || !drawing.shapes.some(below)) return drawing;
  const shapes = drawing.shapes.map((shape) => {
    if (!below(shape)) return shape;
    const top = Math.min(floor + 1, ...circles.filter(({ x }) => x === shape.x).map(({ y }) => y));
    return { ...shape, y: top - 1 };
  });
  return { ...drawing, shapes };
}

/** The least room that holds all shapes. */
function bounds(drawing: Drawing, skin: Skin): { x: number; y: number; width: number; height: number } {
  const solid = drawing.shapes.filter((shape) => !inRows(shape)).map((shape) => skin.area?.(shape) ?? shape);
  if (!solid.length) return { x: 0, y: 0, width: drawing.width, height: drawing.height };
  const ends = solid.map((shape) => {
    const [[x, y], w, h] = [middle(shape), Math.abs(shape.w) / 2, Math.abs(shape.h) / 2];
    return { left: x - w, top: y - h, right: x + w, bottom: y + h };
  });
  const x = Math.min(...ends.map(({ left }) => left));
  const y = Math.min(...ends.map(({ top }) => top));
  const width = Math.max(...ends.map(({ right }) => right)) - x;
  return { x, y, width, height: Math.max(...ends.map(({ bottom }) => bottom)) - y };
}

/** The mark of the place that has the focus: as thick on a large picture as on a small one. */
function ring(shape: Area): SVGElement {
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

/** How far the middles of the shapes that are touched are from each other at least, in units, within bounds. */
function apart(shapes: Shape[]): number {
  const middles = shapes.filter(({ name, kind }) => name && kind !== "text").map(middle);
  let least = APART;
  for (const [i, [x, y]] of middles.entries())
    for (const [other, down] of middles.slice(i + 1)) least = Math.min(least, Math.hypot(x - other, y - down));
  return Math.max(0.5, least);
}
