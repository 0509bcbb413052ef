/** A picture on which one of several places is touched: the nearest, by the distance to its middle. What is meant is
 *  framed on the picture; nothing is played. */
import type { Component, Shape } from "../api";
import { h, s } from "../dom";
import { middle, type Area } from "../nearest";
import { canvas, shapeElement } from "../picture";
import { skinOf } from "../skins";

/** Something to touch: the shapes that belong to it, and the one that stands for it ("" for all of them). */
export interface Spot {
  marks: string[];
  at: string;
}

export interface Stage {
  element: HTMLElement;
  /** Frame shapes: each frame around one group of them. */
  frame(groups: { names: string[]; kind: string }[]): void;
  /** Join the middles of two shapes each; the frames go. */
  join(pairs: [string, string][]): void;
  /** Frame one more shape. */
  mark(name: string): void;
}

/** What a unit of the picture has in pixels at most, and the width that a phone has. */
const LARGEST = 52;
const ROOM = 330;

/** The empty edge around the picture, in units. */
const EDGE = 0.25;

/** `signs` stand on the shapes that they are given for; the names of the notation are left out. */
export function createStage(
  component: Component,
  spots: Spot[],
  ontouch: (number: number) => void,
  signs = new Map<string, string>(),
): Stage {
  const { drawing } = component;
  const skin = skinOf(component);
  const named = new Map(drawing.shapes.filter(({ name }) => name).map((shape) => [shape.name, shape]));
  const area = (shape: Shape): Area => skin.area?.(shape) ?? shape;
  const svg = canvas({ width: drawing.width, height: drawing.height }, drawing.summary, EDGE);
  svg.setAttribute("role", "img");
  const above = s("g", { "aria-hidden": "true" });
  const ring = drawing.shapes.find(({ kind, role, name }) => kind === "circle" && role === "limit" && !name);
  const places = [...named.values()].filter(({ kind, role }) => kind === "circle" && role === "vertex");
  const isName = ({ kind, x, y }: Shape): boolean =>
    kind === "text" && places.some((place) => place.x === x && place.y === y);
  svg.append(
    ...drawing.shapes
      .filter((shape) => shape !== ring && !isName(shape))
      .map((shape) => skin.piece?.(shape) ?? shapeElement(shape)),
    ...places
      .filter(({ name }) => signs.has(name))
      .map((place) =>
        shapeElement({ ...place, kind: "text", role: "label", w: 0.54, h: 0.5, text: signs.get(place.name) ?? "" }),
      ),
  );
  if (ring) {
    const token = s("g", { transform: `translate(${ring.x} ${ring.y})` }, skin.token?.() ?? s("circle", { r: 0.42 }));
    svg.append(s("g", { class: "here" }, token));
  }
  svg.append(above);
  svg.style.setProperty("--unit", `${Math.min(LARGEST, ROOM / (drawing.width + 2 * EDGE)).toFixed(2)}px`);
  svg.addEventListener("click", (event) => {
    const matrix = svg.getScreenCTM();
    if (!matrix || !spots.length) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const far = spots.map((spot) => {
      const [u, v] = centre(spot);
      return Math.hypot(u - x, v - y);
    });
    ontouch(far.indexOf(Math.min(...far)));
  });

  /** The middle of a spot. */
  function centre({ marks, at }: Spot): [number, number] {
    const shapes = (at ? [at] : marks).map((name) => named.get(name)).filter((shape) => shape !== undefined);
    const middles = shapes.map((shape) => middle(area(shape)));
    const mean = (i: 0 | 1): number => middles.reduce((sum, each) => sum + each[i], 0) / (middles.length || 1);
    return [mean(0), mean(1)];
  }

  function frame(groups: { names: string[]; kind: string }[]): void {
    above.replaceChildren(
      ...groups.flatMap(({ names, kind }) => {
        const shapes = names.map((name) => named.get(name)).filter((shape) => shape !== undefined);
        return around(shapes.map(area), `mark ${kind}`);
      }),
    );
  }

  function join(pairs: [string, string][]): void {
    above.replaceChildren(
      ...pairs.flatMap(([a, b]) => {
        const [one, other] = [named.get(a), named.get(b)];
        if (!one || !other) return [];
        const [[x1, y1], [x2, y2]] = [middle(one), middle(other)];
        return [s("line", { class: "mark pair", x1, y1, x2, y2 })];
      }),
    );
  }

  function mark(name: string): void {
    const shape = named.get(name);
    if (shape) above.append(...around([area(shape)], "mark mine"));
  }

  const element = h("div", { class: "table touched", "data-skin": component.skin }, h("figure", {}, svg));
  return { element, frame, join, mark };
}

/** Frames of shapes: one around rectangles together, one for each other shape. */
function around(shapes: Area[], name: string): SVGElement[] {
  if (shapes.length && shapes.every(({ kind }) => kind === "rect")) {
    const x = Math.min(...shapes.map((shape) => shape.x));
    const y = Math.min(...shapes.map((shape) => shape.y));
    const right = Math.max(...shapes.map((shape) => shape.x + shape.w));
    const low = Math.max(...shapes.map((shape) => shape.y + shape.h));
    return [
      s("rect", { class: name, x: x + 0.1, y: y + 0.1, width: right - x - 0.2, height: low - y - 0.2, rx: 0.25 }),
    ];
  }
  return shapes.map((shape) =>
    shape.kind === "line"
      ? s("line", { class: name, x1: shape.x, y1: shape.y, x2: shape.x + shape.w, y2: shape.y + shape.h })
      : s("circle", { class: name, cx: shape.x, cy: shape.y, r: shape.w / 2 + 0.12 }),
  );
}
