/** Drawings (shapes as data) as SVG. Colours come from the style sheet, by role. */
import type { Drawing, Shape } from "./api";
import { s } from "./dom";
import type { Skin } from "./skins/skin";

const PADDING = 0.3;

/** A drawing as one picture, with its summary as the text that stands for it. */
export function picture(drawing: Drawing, skin: Skin = {}): SVGSVGElement {
  const top = Math.min(0, ...drawing.shapes.map((shape) => skin.area?.(shape).y ?? 0));
  const svg = canvas({ width: drawing.width, y: top, height: drawing.height - top }, drawing.summary);
  svg.setAttribute("role", "img");
  svg.append(
    ...drawing.shapes.filter((shape) => !inRows(shape)).map((shape) => skin.piece?.(shape) ?? shapeElement(shape)),
  );
  return svg;
}

/** The row and the column of a label that says nothing else: a picture shows them without it. */
export function inRows({ kind, text }: Shape): [row: string, column: string] | null {
  const found = kind === "text" ? /^r(\d+)c(\d+)$/.exec(text) : null;
  return found ? [found[1] ?? "", found[2] ?? ""] : null;
}

/** An empty canvas for the shapes of a drawing. */
export function canvas(
  drawing: { x?: number; y?: number; width: number; height: number },
  words: string,
  padding = PADDING,
): SVGSVGElement {
  const width = drawing.width + 2 * padding;
  const height = drawing.height + 2 * padding;
  const svg = s("svg", {
    viewBox: `${(drawing.x ?? 0) - padding} ${(drawing.y ?? 0) - padding} ${width} ${height}`,
    class: "picture",
    translate: "no",
    "aria-label": words,
  });
  svg.style.setProperty("--across", String(width));
  svg.style.setProperty("--down", String(height));
  return svg;
}

/** One shape. */
export function shapeElement(shape: Shape): SVGElement {
  const common = { class: `shape ${shape.kind} ${shape.role}` };
  switch (shape.kind) {
    case "circle":
      return s("circle", { ...common, cx: shape.x, cy: shape.y, r: (shape.w / 2) * 0.9 });
    case "rect": {
      const gap = Math.min(0.04, shape.w / 10, shape.h / 10);
      const round = Math.min(0.16, shape.w / 4, shape.h / 4);
      return s("rect", {
        ...common,
        x: shape.x + gap,
        y: shape.y + gap,
        width: Math.max(0, shape.w - 2 * gap),
        height: Math.max(0, shape.h - 2 * gap),
        rx: round,
      });
    }
    case "line":
      return s("line", { ...common, x1: shape.x, y1: shape.y, x2: shape.x + shape.w, y2: shape.y + shape.h });
    case "text": {
      // A label never stands out of its place; a long one is written smaller, and pressed together beyond that.
      const room = shape.w * 0.94;
      const size = Math.min(0.62, 0.62 * shape.h, room / (0.62 * Math.max(1, wide(shape.text))));
      return s("text", { ...common, x: shape.x, y: shape.y, "font-size": size.toFixed(3) }, shape.text);
    }
  }
}

/** The length of a text in Latin letters; others are about twice as wide. */
function wide(text: string): number {
  let length = 0;
  for (const letter of text) length += letter > "\u2e80" ? 1.7 : 1;
  return length;
}
