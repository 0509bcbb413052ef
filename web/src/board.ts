/** The board: draws a position from data, and lets a move be chosen on it by pointer or keyboard.
 *
 *  It knows no rules. What can be picked, and what a pick means, follows from the moves and the shapes each
 *  touches (choice.ts). The page and the notebook widget use it alike. */
import type { Move, Shown } from "./api";
import { pick, settle, type Choice } from "./choice";
import { createChooser } from "./chooser";
import { code, h, s } from "./dom";
import { canvas, picture, shapeElement } from "./picture";
import { t } from "./text";

export interface Board {
  element: HTMLElement;
  /** Show a position; moves can be chosen when `open`. */
  show(shown: Shown, open: boolean): void;
  /** Light up the shapes that these moves touch; none for an empty list. */
  light(moves: Move[]): void;
  /** Mark shapes by a class of their own ("region-1", …), by component and name. */
  tint(classes: Map<string, string>): void;
  /** Let the shapes that a move touches go; resolves when the eye has seen it. */
  leave(component: number, marks: string[]): Promise<void>;
}

interface Handlers {
  onPlay(move: Move): void;
  /** A move given in words, or as the position it leaves. */
  onText(text: string): void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** `tools` stand between the board and the list of all moves. */
export function createBoard(handlers: Handlers, tools: HTMLElement | string = ""): Board {
  let shown: Shown | null = null;
  let choice: Choice | null = null;
  let shapes = new Map<string, SVGGElement>();
  let seen: SVGGElement[] = [];
  let keep = false;

  const table = h("div", { class: "table" });
  const chooser = createChooser({
    onPlay: (move) => play(move),
    onText: handlers.onText,
    onClear: () => choose(null),
    onSettle: (move) => choose(choice && settle(choice, move)),
    onLook: (move) => light(move ? [move] : []),
  });
  const element = h("div", { class: "board" }, table, chooser.choice, tools, chooser.list);
  new ResizeObserver(fit).observe(table);

  function show(next: Shown, open: boolean): void {
    if (element.contains(document.activeElement)) keep = true;
    shown = next;
    choice = null;
    shapes = new Map();
    seen = [];
    const touched = open ? firstMoves(next.moves) : new Map<string, Move[]>();
    table.replaceChildren(...next.components.map((component, index) => {
      const named = component.drawing.shapes.some((shape) => touched.has(key(index, shape.name)));
      const svg = named ? canvas(component.drawing) : picture(component.drawing);
      if (named) svg.setAttribute("role", "group");
      for (const shape of named ? component.drawing.shapes : []) {
        const drawn = shapeElement(shape);
        const moves = shape.name ? touched.get(key(index, shape.name)) : undefined;
        svg.append(moves ? target(drawn, index, shape.name, moves) : drawn);
      }
      return h("figure", {}, svg, next.component_count > 1 ? h("figcaption", {}, code(component.position)) : null);
    }));
    const hidden = next.component_count - next.components.length;
    if (hidden > 0) table.append(h("p", { class: "quiet" }, t("… and {count} more components", { count: hidden })));
    seen[0]?.setAttribute("tabindex", "0");
    chooser.show(next, open);
    fit();
    if (keep && open && !element.contains(document.activeElement)) {
      // Who plays by keyboard goes on where the next move begins.
      (seen[0] ?? element.querySelector("summary"))?.focus({ preventScroll: true });
      keep = false;
    }
  }

  function target(drawn: SVGElement, component: number, name: string, moves: Move[]): SVGGElement {
    const [first] = moves;
    const words = moves.length === 1
      ? (first?.move ?? "")
      : t("{move}, or another of {count} moves", { move: first?.move ?? "", count: moves.length });
    const group = s("g", {
      role: "button",
      tabindex: "-1",
      class: "target",
      translate: "yes",
      "aria-label": words,
      onclick: () => picked(component, name, group),
      onpointerenter: () => hover(component, name),
      onpointerleave: () => paint(),
      onkeydown: (event: KeyboardEvent) => pressed(event, component, name, group),
    }, drawn);
    shapes.set(key(component, name), group);
    seen.push(group);
    return group;
  }

  function picked(component: number, name: string, group: SVGGElement): void {
    if (!shown) return;
    rove(group);
    if (choice?.move && choice.component === component && choice.picked.at(-1) === name) return play(choice.move);
    const next = pick(shown.moves, choice, component, name);
    if (next?.settled && next.move) return play(next.move);
    choose(next);
  }

  function pressed(event: KeyboardEvent, component: number, name: string, group: SVGGElement): void {
    const way = ARROWS[event.key];
    if (way) rove(nearest(group, way), true);
    else if (event.key === "Home") rove(seen[0], true);
    else if (event.key === "End") rove(seen.at(-1), true);
    else if (event.key === "Enter" || event.key === " ") picked(component, name, group);
    else if (event.key === "Escape") choose(null);
    else return;
    event.preventDefault();
  }

  function rove(group: SVGGElement | undefined, focus = false): void {
    if (!group) return;
    for (const each of seen) each.setAttribute("tabindex", each === group ? "0" : "-1");
    if (focus) group.focus();
  }

  function nearest(from: SVGGElement, [right, down]: [number, number]): SVGGElement | undefined {
    const here = centre(from);
    let best: SVGGElement | undefined;
    let least = Infinity;
    for (const other of seen) {
      if (other === from) continue;
      const there = centre(other);
      const along = (there.x - here.x) * right + (there.y - here.y) * down;
      const aside = Math.abs((there.x - here.x) * down) + Math.abs((there.y - here.y) * right);
      if (along > 1 && along + 3 * aside < least) [least, best] = [along + 3 * aside, other];
    }
    return best;
  }

  function choose(next: Choice | null): void {
    choice = next;
    paint();
    chooser.choose(next);
  }

  function paint(): void {
    for (const group of shapes.values()) group.classList.remove("picked", "going", "maybe", "hover", "lit");
    if (!choice) return;
    const least = choice.candidates[0]?.marks.length ?? 0;
    for (const move of choice.move ? [] : choice.candidates) {
      if (move.marks.length === least) mark(move, "maybe");
    }
    if (choice.move) mark(choice.move, "going");
    for (const name of choice.picked) shapes.get(key(choice.component, name))?.classList.add("picked");
    for (const [at, group] of shapes) {
      const component = Number(at.split(" ", 1)[0]);
      group.setAttribute("aria-pressed", String(component === choice.component && choice.picked.includes(at.slice(at.indexOf(" ") + 1))));
    }
  }

  function hover(component: number, name: string): void {
    if (!shown) return;
    const next = pick(shown.moves, choice, component, name);
    for (const group of shapes.values()) group.classList.remove("hover");
    if (next?.move) mark(next.move, "hover");
  }

  function mark(move: Move, kind: string): void {
    for (const name of move.marks) shapes.get(key(move.component, name))?.classList.add(kind);
  }

  function light(moves: Move[]): void {
    paint();
    for (const move of moves) mark(move, "lit");
  }

  function tint(classes: Map<string, string>): void {
    for (const [at, group] of shapes) {
      for (const old of [...group.classList].filter((name) => name.startsWith("region-"))) group.classList.remove(old);
      const name = classes.get(at);
      if (name) group.classList.add(name);
    }
  }

  function play(move: Move): void {
    choose(null);
    handlers.onPlay(move);
  }

  async function leave(component: number, marks: string[]): Promise<void> {
    const going = marks.map((name) => shapes.get(key(component, name))).filter((group) => group !== undefined);
    for (const group of going) group.classList.add("gone");
    if (going.length) await new Promise((resume) => setTimeout(resume, calm() ? 60 : 320));
  }

  /** One scale for all components: as large as fits, and never too small to be touched. */
  function fit(): void {
    if (!shown) return;
    const drawings = shown.components.map((component) => component.drawing);
    const across = Math.max(...drawings.map((drawing) => drawing.width + 0.6), 1);
    const all = drawings.reduce((sum, drawing) => sum + drawing.width + 1.6, 0);
    const down = Math.max(...drawings.map((drawing) => drawing.height + 0.6), 1);
    const room = (table.clientWidth || 320) - 28;
    const oneRow = room / all;
    const largest = Math.min(64, (0.56 * window.innerHeight) / down, room / across);
    const unit = Math.max(Math.min(26, 1400 / across), Math.min(largest, Math.max(oneRow, 34)));
    table.style.setProperty("--unit", `${unit.toFixed(2)}px`);
  }

  return { element, show, light, tint, leave };
}

/** Of each shape, the moves that touch it, those that touch fewest shapes first. */
function firstMoves(moves: Move[]): Map<string, Move[]> {
  const found = new Map<string, Move[]>();
  for (const move of [...moves].sort((a, b) => a.marks.length - b.marks.length)) {
    for (const name of move.marks) {
      const at = key(move.component, name);
      const known = found.get(at);
      if (known) known.push(move);
      else found.set(at, [move]);
    }
  }
  return found;
}

export function key(component: number, name: string): string {
  return `${component} ${name}`;
}

function centre(element: Element): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
