/** Drawings (shapes as data) as SVG. Colours come from the style sheet, by role. */
import type { Drawing, Shape } from "./api";
import { s } from "./dom";

const PADDING = 0.3;

/** A drawing as one picture, with its summary as the text that stands for it. */
export function picture(drawing: Drawing): SVGSVGElement {
  const svg = canvas(drawing);
  svg.setAttribute("role", "img");
  svg.append(...drawing.shapes.map(shapeElement));
  return svg;
}

/** An empty canvas for the shapes of a drawing. */
export function canvas(drawing: Drawing): SVGSVGElement {
  const width = drawing.width + 2 * PADDING;
  const height = drawing.height + 2 * PADDING;
  const svg = s("svg", {
    viewBox: `${-PADDING} ${-PADDING} ${width} ${height}`,
    class: "picture",
    translate: "no",
    "aria-label": drawing.summary,
  });
  svg.style.setProperty("--across", String(width));
  svg.style.setProperty("--down", String(height));
  return svg;
}

/** One shape; a line that can be picked has a wide invisible band around it. */
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
    case "line": {
      const ends = { x1: shape.x, y1: shape.y, x2: shape.x + shape.w, y2: shape.y + shape.h };
      const line = s("line", { ...common, ...ends });
      return shape.name ? s("g", {}, line, s("polygon", { class: "reach", points: around(shape) })) : line;
    }
    case "text": {
      const fitting = shape.w / (0.62 * Math.max(1, wide(shape.text)));
      const size = Math.min(0.62, 0.62 * shape.h, fitting);
      return s("text", { ...common, x: shape.x, y: shape.y, "font-size": Math.max(0.2, size) }, shape.text);
    }
  }
}

/** The corners of a band around a line, wide enough for a finger. */
function around({ x, y, w, h }: Shape): string {
  const length = Math.hypot(w, h) || 1;
  const [across, down] = [(-h / length) * 0.35, (w / length) * 0.35];
  return [[x + across, y + down], [x + w + across, y + h + down], [x + w - across, y + h - down], [x - across, y - down]]
    .map((corner) => corner.join(",")).join(" ");
}

/** The length of a text in Latin letters; others are about twice as wide. */
function wide(text: string): number {
  let length = 0;
  for (const letter of text) length += letter > "\u2e80" ? 1.7 : 1;
  return length;
}
