/** A link as a QR code. */
import { correction, generate } from "lean-qr";
import { s } from "./dom";

/** The margin that readers of such codes ask for, in modules. */
const MARGIN = 4;

export function qrCode(link: string, words: string): SVGSVGElement {
  const code = generate(link, { minCorrectionLevel: correction.M });
  const side = code.size + 2 * MARGIN;
  let path = "";
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`;
  // Dark on light in every colour scheme: not every reader takes the other way round.
  return s(
    "svg",
    { viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", "aria-label": words },
    s("rect", { width: side, height: side, class: "paper" }),
    s("path", { d: path, class: "ink" }),
  );
}
