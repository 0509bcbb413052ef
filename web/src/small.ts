/** A position as a small picture: as itself, without words, as large as its frame. */
import type { Component } from "./api";
import { createHeaps } from "./heaps";
import { picture } from "./picture";
import { skinOf } from "./skins";

/** `heaps`: whether its moves are numbers taken from heaps. */
export function small(component: Component, heaps: boolean): SVGSVGElement {
  const svg = heaps
    ? createHeaps(0, component, Math.max(1, ...component.sizes.map(Number)), component.sizes.length, 320).element
    : picture(component.drawing, skinOf(component));
  svg.removeAttribute("role");
  svg.removeAttribute("aria-label");
  svg.setAttribute("aria-hidden", "true");
  // Side by side, pictures have one scale when each grows by its width.
  svg.style.flexGrow = String(svg.viewBox.baseVal.width);
  return svg;
}
