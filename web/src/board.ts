/** The board: the pictures of a game, on which a move is chosen by pointer, finger or keyboard.
 *
 *  It knows no rules. What can be touched, and what a touch means, follows from the moves and the places that each
 *  touches (choice.ts), or from how many may be taken from which heaps (amount.ts). The page and the notebook widget use
 *  it alike. */
import { aim, amount as limited, type Amount } from "./amount";
import type { Component, Move, Play, Shown, Verdict } from "./api";
import { pick, settle, type Choice, type Option } from "./choice";
import { createChooser, inJars, play as played, takeWords } from "./chooser";
import { h } from "./dom";
import { createHeaps, heapAt, type HeapView } from "./heaps";
import { createPieces } from "./pieces";
import { judged } from "./judged";
import { distance, LEAST, middle, nearest, pointer, type Candidate } from "./nearest";
import { key, options as optionsOf, place, type Scene, type Seat } from "./scene";
import { between, t } from "./text";
import { movedOut } from "./uncover";
import type { Kinds, Target, View } from "./view";

export interface Board {
  element: HTMLElement;
  /** Show a position in its scene; moves can be chosen when `open`. */
  show(shown: Shown, scene: Scene, open: boolean): void;
  /** Light up the places that these moves touch; none for an empty list. */
  light(moves: Move[]): void;
  /** Mark places by a class of their own ("region-1", …), by component and name. */
  tint(classes: Map<string, string>): void;
  /** Mark every place by what the move that it stands for is worth; none for an empty list. */
  judge(verdicts: Verdict[]): void;
  /** Show at once what is about to go, by a choice or by a move that was made. */
  going(what: Play | Move): void;
  /** What stands in the bar while no move can be chosen. */
  rest(...content: (Node | string)[]): void;
}

interface Handlers {
  onPlay(play: Play): void;
  /** A move given in words, or as the position it leaves. */
  onText(text: string): void;
}

/** Pictures stand side by side where their places have nearly the room of a finger. */
const NEARLY = 0.9;

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** `tools` stand between the board and the list of all moves; `largest` is the most that a unit of the pictures has in
 *  pixels, `share` the part of the window's height that they may fill. */
export function createBoard(
  handlers: Handlers,
  tools: HTMLElement | string = "",
  { largest = 64, share = 0.42 } = {},
): Board {
  let shown: Shown | null = null;
  let scene: Scene | null = null;
  let open = false;
  let options: Option[] = [];
  let choice: Choice | null = null;
  let taking: Amount | null = null;
  let views: (View | null)[] = [];
  let seats: Seat[] = [];
  let room = 0;
  /** The games of which moves were told by numbers. */
  const told = new Set<string>();
  let keep = false;
  /** The place where the pointer went down, and whether it went to another before it was lifted. */
  let held: Target | null = null;
  let slid = false;

  const table = h("div", {
    class: "table",
    onclick: clicked,
    onpointerdown: (event: PointerEvent) => {
      held = meant(event);
      slid = false;
      hover(held);
    },
    onpointermove: (event: PointerEvent) => hover(meant(event)),
    onpointerup: released,
    onpointercancel: () => (held = null),
    onpointerleave: () => hover(null),
    onscroll: () => more(),
    onkeydown: pressed,
  });
  const chooser = createChooser({
    onPlay: (what) => play(what),
    onText: handlers.onText,
    onClear: () => choose(null),
    onSettle: (option) => choose(choice && settle(choice, option)),
    onAmount: (next) => take(shown && limited(shown.takes, next.component, next.heaps, next.count)),
    onLook: (move) => light(move ? [move] : []),
  });
  const element = h("div", { class: "board" }, table, ...chooser.choice, tools, chooser.list);
  new ResizeObserver(() => resized()).observe(table);

  function show(next: Shown, where: Scene, isOpen: boolean): void {
    keepFocus();
    shown = next;
    scene = where;
    open = isOpen && !next.over;
    choice = null;
    taking = null;
    options = open
      ? optionsOf(
          where,
          next.moves.filter((move) => !heapSeat(move.component)),
        )
      : [];
    build();
    fill();
    chooser.show(next, isOpen, barred());
    const first = targets()[0]?.group;
    rove(first);
    if (keep && open && !element.contains(document.activeElement)) {
      // Who plays by keyboard goes on where the next move begins.
      (first ?? element.querySelector<HTMLElement>("summary"))?.focus({ preventScroll: true });
      keep = false;
    }
  }

  /** Whoever has the focus on the board goes on there after the move: what has it may go. */
  function keepFocus(): void {
    if (element.contains(document.activeElement) && document.activeElement?.tagName !== "INPUT") keep = true;
  }

  /** The pictures: made anew only where another game, or another width, needs it. */
  function build(): void {
    if (!scene) return;
    const width = (table.clientWidth || 360) - 6;
    const same =
      seats.length === scene.seats.length &&
      seats.every((seat, i) => seat.component === scene?.seats[i]?.component && seat.over === scene.seats[i]?.over);
    if (same && Math.abs(width - room) < 24) return;
    const kept =
      Math.abs(width - room) < 24
        ? new Map(seats.map((seat, i) => [seat.component, views[i]]))
        : new Map<Component, View>();
    room = width;
    seats = scene.seats;
    const heaped = seats.filter((seat) => seat.heaps && !seat.over);
    const sizes = heaped.flatMap(({ component }) => component.sizes.map(Number));
    views = seats.map((seat, i) => {
      if (seat.over) return null;
      return (
        kept.get(seat.component) ??
        (seat.heaps
          ? createHeaps(i, seat.component, Math.max(1, ...sizes), sizes.length, width)
          : createPieces(i, seat.component, kindsOf(i), numbered(i), width))
      );
    });
    const games = new Set(seats.map(({ component }) => component.game));
    const skins = new Set(seats.map(({ component }) => component.skin));
    table.dataset.skin = skins.size === 1 ? [...skins].join("") : "";
    table.replaceChildren(
      ...views.map((view, i) => {
        const component = seats[i]?.component;
        return view && component
          ? h(
              "figure",
              {},
              view.element,
              games.size > 1 ? h("figcaption", {}, component.title ?? component.game) : null,
            )
          : "";
      }),
    );
    const hidden = (shown?.component_count ?? 0) - (shown?.components.length ?? 0);
    if (hidden > 0) table.append(h("p", { class: "quiet" }, t("… and {count} more components", { count: hidden })));
    fit();
  }

  /** The kinds of the shapes that stand for a move of a seat each, where every move has one. */
  function kindsOf(seat: number): Kinds {
    const own =
      scene && shown
        ? optionsOf(scene, shown.moves).filter(({ move }) => scene?.parts[move.component]?.seat === seat)
        : [];
    const kinds = own.map(({ at, move }) => {
      const shapes = shown?.components[move.component]?.drawing.shapes;
      return shapes?.find(({ name }) => name && scene && key(scene, move.component, name) === at)?.kind;
    });
    return kinds.length && kinds.every((kind) => kind !== undefined) ? new Set(kinds) : null;
  }

  /** Whether the moves of a seat's game are told by numbers, of rows and columns if it has them: once they were, its
   *  pictures keep them. */
  function numbered(seat: number): boolean {
    const game = seats[seat]?.component.game ?? "";
    if (shown?.moves.some(({ component, move }) => scene?.parts[component]?.seat === seat && /\d/.test(move)))
      told.add(game);
    return told.has(game);
  }

  function fill(): void {
    if (!shown || !scene) return;
    const touchable = new Map<string, string>();
    if (open) {
      for (const option of [...options].sort((a, b) => a.marks.length - b.marks.length)) {
        for (const at of option.at ? [option.at, ...option.marks] : option.marks) {
          if (at.endsWith(" ")) continue;
          const known = touchable.get(at);
          if (known === undefined || option.at === at) touchable.set(at, option.words);
        }
      }
      shown.takes.forEach(
        ({ component, heaps, most }) =>
          heaps.length === 1 && heapWords(component, heaps[0] ?? 0, Number(most), touchable),
      );
    }
    const here = shown;
    views.forEach((view, seat) => {
      if (!view || !scene) return;
      const standing = new Set<string>();
      let marked: string | null = null;
      let sizes: number[] | null = null;
      scene.parts.forEach((part, i) => {
        const component = here.components[i];
        if (part.seat !== seat || !component || !scene) return;
        sizes = component.sizes.map(Number);
        for (const shape of component.drawing.shapes) if (shape.name) standing.add(key(scene, i, shape.name));
        marked = token(component, i) ?? marked;
      });
      view.element.setAttribute("aria-label", standsFor(seat));
      view.element.classList.toggle("cleared", !scene.parts.some((part) => part.seat === seat));
      if ("sizes" in view) (view as HeapView).sizes(sizes ?? seats[seat]?.component.sizes.map(() => 0) ?? []);
      view.show(
        standing,
        touchable,
        scene.traces.filter((trace) => trace.seat === seat),
        marked,
        kindsOf(seat),
      );
    });
    tellApart();
    paint();
  }

  /** What the picture of a seat shows now, in words. */
  function standsFor(seat: number): string {
    const here = shown?.components.filter((_, i) => scene?.parts[i]?.seat === seat) ?? [];
    return here.map(({ position }) => position).join(" + ") || t("(nothing is left)");
  }

  /** Places that are alike in words are told apart by their numbers. */
  function tellApart(): void {
    const all = targets();
    const words = all.map(({ group }) => group.getAttribute("aria-label") ?? "");
    if (new Set(words).size === words.length) return;
    views.forEach((view, seat) =>
      view?.targets().forEach(({ group }, i) => {
        const parameters = { picture: seat + 1, number: i + 1, words: group.getAttribute("aria-label") ?? "" };
        group.setAttribute(
          "aria-label",
          seats.length > 1
            ? t("Picture {picture}, place {number}: {words}", parameters)
            : t("Place {number}: {words}", parameters),
        );
      }),
    );
  }

  /** The place of the token, where one stands on a vertex. */
  function token(component: Component, i: number): string | null {
    const ring = component.drawing.shapes.find(
      ({ kind, role, name }) => kind === "circle" && role === "limit" && !name,
    );
    const under =
      ring &&
      component.drawing.shapes.find((shape) => {
        const [x, y] = middle(shape);
        return shape.name && x === ring.x && y === ring.y;
      });
    return under && scene ? (key(scene, i, under.name).split(" ")[1] ?? null) : null;
  }

  function heapWords(component: number, heap: number, most: number, touchable: Map<string, string>): void {
    const part = scene?.parts[component];
    const view = part && views[part.seat];
    const now = shown?.components[component];
    if (!part || !view || !("bars" in view) || !now) return;
    const n = Number(now.sizes[heap] ?? 0);
    if ((view as HeapView).bars)
      touchable.set(
        place(part.seat, `h${heap}`),
        inJars(now)
          ? t("take from the jar of {n}", { n: now.sizes[heap] ?? 0 })
          : t("take from the heap of {n}", { n: now.sizes[heap] ?? 0 }),
      );
    else
      for (let k = Math.max(0, n - most); k < n; k++)
        touchable.set(place(part.seat, `h${heap}k${k}`), takeWords(now, [heap], n - k));
  }

  function barred(): boolean {
    return views.some((view) => view !== null && "bars" in view && (view as HeapView).bars);
  }

  function heapSeat(component: number): boolean {
    const part = scene?.parts[component];
    return part !== undefined && Boolean(scene?.seats[part.seat]?.heaps);
  }

  function targets(): Target[] {
    return views.flatMap((view) => view?.targets() ?? []);
  }

  /** The place that a pointer means. A click without one, as of a screen reader, says itself which it means. */
  function meant(event: MouseEvent): Target | null {
    if (event.type === "click" && event.detail === 0)
      return targets().find(({ group }) => within(event, group)) ?? null;
    return nearest(seen(event, (view) => view.targets()));
  }

  /** These places of every picture, as a pointer sees them. */
  function seen(event: MouseEvent, of: (view: View) => Target[]): Candidate<Target>[] {
    return views.flatMap((view) => {
      const matrix = view?.element.getScreenCTM();
      if (!view || !matrix) return [];
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      return of(view).map((place) => ({ place, area: place.area, x, y, unit: matrix.a }));
    });
  }

  /** Whether a pointer is on a piece that no move begins with, and on none that one begins with. */
  function onLocked(event: MouseEvent): number | null {
    const inside = ({ area, x, y }: Candidate<Target>): boolean => distance(area, x, y) <= 0;
    if (event.detail === 0 || seen(event, (view) => view.targets()).some(inside)) return null;
    const piece = seen(event, (view) => view.locked()).find(inside)?.place;
    return piece ? Number(piece.key.split(" ", 1)[0]) : null;
  }

  function clicked(event: MouseEvent): void {
    if (slid || !open) return;
    const seat = onLocked(event);
    if (seat === null) picked(meant(event));
    else explain(seat);
  }

  /** Why a piece of a seat cannot go: how many may go, as the server says, and the rule. */
  function explain(seat: number): void {
    const component = scene?.parts.findIndex((part) => part.seat === seat) ?? -1;
    const take = shown?.takes.find((each) => each.component === component && each.heaps.length === 1);
    const why = take ? t("At most {most} may go now.", { most: take.most }) : t("No move begins with this piece.");
    choose(null);
    chooser.say([why, shown?.components[component]?.rule ?? ""].filter(Boolean).join(between()));
  }

  /** A pointer that was lifted over another place than where it went down has slid over what is to go. */
  function released(event: PointerEvent): void {
    const from = held;
    const to = from && meant(event);
    held = null;
    if (!open || !shown || !from || !to || from.key === to.key) return;
    slid = true;
    rove(to.group);
    last = to.key;
    const [first, second] = [heapOf(from.key), heapOf(to.key)];
    if (first && second) {
      const before =
        first.heap === second.heap ? null : aim(shown.takes, null, first.component, first.heap, first.count);
      take(aim(shown.takes, before, second.component, second.heap, second.count));
    } else choose(pick(options, pick(options, null, from.key), to.key));
  }

  function placed(at: string): SVGGElement | undefined {
    return views[Number(at.split(" ", 1)[0])]?.place(at);
  }

  /** The heap that a key names, as the server counts it. */
  function heapOf(at: string): { component: number; heap: number; count: number | null } | null {
    const seat = Number(at.split(" ", 1)[0]);
    if (!seats[seat]?.heaps || !scene || !shown) return null;
    const component = scene.parts.findIndex((part) => part.seat === seat);
    const { heap, piece } = heapAt(at);
    const size = Number(shown.components[component]?.sizes[heap] ?? 0);
    return { component, heap, count: piece === null ? null : size - piece };
  }

  let last = "";

  function picked(target: Target | null | undefined): void {
    if (!shown || !open || !target) return;
    const { key: at, group } = target;
    rove(group);
    group.focus({ preventScroll: true });
    const again = last === at && (choice !== null || taking !== null);
    last = at;
    const heap = heapOf(at);
    if (heap) {
      if (again && taking && heap.count === taking.count)
        return play({ take: { component: taking.component, heaps: taking.heaps, count: String(taking.count) } });
      take(aim(shown.takes, taking, heap.component, heap.heap, heap.count));
      if (heap.count === null) chooser.type();
      return;
    }
    if (again && choice?.meant && choice.picked.includes(at)) return play(played(choice.meant));
    const next = pick(options, choice, at);
    if (next?.settled && next.meant) return play(played(next.meant));
    choose(next);
  }

  function pressed(event: KeyboardEvent): void {
    const way = ARROWS[event.key];
    const all = targets();
    const here = all.find(({ group }) => within(event, group));
    if (!here) return;
    if (way) rove(towards(here.group, way), true);
    else if (event.key === "Home") rove(all[0]?.group, true);
    else if (event.key === "End") rove(all.at(-1)?.group, true);
    else if (event.key === "Enter" || event.key === " ") {
      picked(here);
      // Where no other place tells the moves apart, the next key chooses one by name.
      if (pending() && awaited().every(({ key: at }) => at === here.key))
        chooser.choice[1]?.querySelector("button")?.focus({ preventScroll: true });
    } else if (event.key === "Escape") choose(null);
    else return;
    event.preventDefault();
  }

  /** Whether a place was chosen, and another has still to tell which move is meant. */
  function pending(): boolean {
    return choice !== null && choice.meant === null;
  }

  /** The places among which the arrows go: of a move that was begun, those where it may go on. */
  function awaited(): Target[] {
    return targets().filter(({ group }) => !pending() || group.classList.contains("maybe"));
  }

  function rove(group: SVGGElement | undefined, focus = false): void {
    if (!group) return;
    for (const each of targets()) each.group.setAttribute("tabindex", each.group === group ? "0" : "-1");
    if (focus) group.focus();
  }

  /** The place that the focus goes to from another by an arrow. */
  function towards(from: SVGGElement, [right, down]: [number, number]): SVGGElement | undefined {
    const here = centre(from);
    let best: SVGGElement | undefined;
    let least = Infinity;
    for (const { group: other } of awaited()) {
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
    taking = null;
    if (!next) last = "";
    paint();
    chooser.choose(next);
    if (next) uncover(next.picked[0], next.meant === null);
  }

  function take(next: Amount | null): void {
    choice = null;
    taking = next;
    paint();
    if (next) chooser.amount(next);
    else chooser.choose(null);
    if (next) uncover(last, barred());
  }

  /** `whole`: whether all of the board is wanted next. A place that is to be touched again stays below the finger. */
  function uncover(at: string | undefined, whole: boolean): void {
    const bar = chooser.choice[1];
    const own = at ? placed(at) : undefined;
    if (bar && (whole || own)) movedOut(bar, [...(whole ? [table] : []), ...(own ? [own] : [])]);
  }

  const MARKS = ["picked", "going", "maybe", "hover", "lit"] as const;

  function paint(): void {
    for (const group of element.querySelectorAll(".piece")) {
      group.classList.remove(...MARKS);
      if (group.classList.contains("target")) group.setAttribute("aria-pressed", "false");
    }
    for (const view of views) if (view && "unmark" in view) (view as HeapView).unmark("going");
    if (taking) heapView(taking.component)?.mark(taking.heaps, taking.count, "going");
    if (!choice) return;
    const least = choice.candidates[0]?.marks.length ?? 0;
    for (const option of choice.meant ? [] : choice.candidates)
      if (option.marks.length === least) mark(option.marks, "maybe");
    if (choice.meant) mark(choice.meant.marks, "going");
    for (const at of choice.picked) {
      placed(at)?.classList.add("picked");
      placed(at)?.setAttribute("aria-pressed", "true");
    }
  }

  function heapView(component: number): HeapView | null {
    const part = scene?.parts[component];
    const view = part && views[part.seat];
    return view && "bars" in view ? (view as HeapView) : null;
  }

  function hover(target: Target | null): void {
    const at = target?.key ?? null;
    table.classList.toggle("near", at !== null);
    for (const group of element.querySelectorAll(".hover")) group.classList.remove("hover");
    if (!at || !open || !shown) return;
    const heap = heapOf(at);
    if (heap?.count) heapView(heap.component)?.mark([heap.heap], heap.count, "hover");
    else if (!heap) mark(pick(options, choice, at)?.meant?.marks ?? [], "hover");
  }

  function mark(places: string[], kind: string): void {
    for (const at of places) placed(at)?.classList.add(kind);
  }

  function light(moves: Move[]): void {
    paint();
    for (const move of moves) {
      if (heapSeat(move.component)) lightHeap(move);
      else if (scene)
        mark(
          move.marks.map((name) => key(scene as Scene, move.component, name)),
          "lit",
        );
    }
  }

  /** The heaps that a move takes from, by the shapes of its drawing: h0c3, c3, h0bar, coin3. */
  function lightHeap(move: Move): void {
    const counts = new Map<number, number>();
    for (const name of move.marks) {
      if (name.startsWith("part")) continue;
      const heap = Number(/^h(?:eap)?(\d+)/.exec(name)?.[1] ?? 0);
      counts.set(heap, (counts.get(heap) ?? 0) + 1);
    }
    for (const [heap, count] of counts) heapView(move.component)?.mark([heap], count, "lit");
  }

  function tint(classes: Map<string, string>): void {
    for (const group of element.querySelectorAll(".piece")) {
      group.classList.remove(...[...group.classList].filter((name) => name.startsWith("region-")));
    }
    for (const [at, name] of classes) {
      const [component, shape] = at.split(" ");
      if (scene && shape) placed(key(scene, Number(component), shape))?.classList.add(name);
    }
  }

  const WORDS = { good: () => t("wins"), bad: () => t("loses"), draw: () => t("keeps the draw") };

  function judge(verdicts: Verdict[]): void {
    for (const group of element.querySelectorAll(".piece")) {
      group.classList.remove("is-good", "is-bad", "is-draw");
      group.removeAttribute("aria-description");
    }
    if (!scene || !shown) return;
    const here = shown;
    const sizes = (component: number): number[] => here.components[component]?.sizes.map(Number) ?? [];
    for (const [at, mark] of judged(scene, options, verdicts, sizes)) {
      const group = placed(at);
      group?.classList.add(`is-${mark}`);
      group?.setAttribute("aria-description", WORDS[mark]());
    }
  }

  function going(what: Play | Move): void {
    if ("take" in what) heapView(what.take.component)?.mark(what.take.heaps, Number(what.take.count), "going");
    else if ("marks" in what) {
      if (heapSeat(what.component)) lightHeap(what);
      else if (scene)
        mark(
          what.marks.map((name) => key(scene as Scene, what.component, name)),
          "going",
        );
    } else mark(options.find(({ move, way }) => move.to === what.to && way === what.way)?.marks ?? [], "going");
  }

  function play(what: Play): void {
    keepFocus();
    choose(null);
    handlers.onPlay(what);
  }

  function resized(): void {
    if (!scene || !shown) return;
    if (Math.abs((table.clientWidth || 360) - 6 - room) < 24) return fit();
    build();
    fill();
  }

  /** One scale for all pictures: as large as fits, and large enough for a finger where that is possible. It depends on
   *  the start of the game alone, so that nothing jumps. */
  function fit(): void {
    const all = views.filter((view) => view !== null);
    if (!all.length) return;
    const across = Math.max(...all.map((view) => view.width), 1);
    const down = Math.max(...all.map((view) => view.height), 1);
    const row = all.reduce((sum, view) => sum + view.width + 0.4, -0.4);
    const finger = Math.max(...all.map((view) => view.finger));
    const space = (table.clientWidth || 360) - 6;
    // On a small screen bars, which may be of any height, leave room for the bar in which the number is chosen.
    const part = barred() && matchMedia("(max-width: 48rem)").matches ? Math.min(share, 0.26) : share;
    const tall = Math.max(finger * pointer(), (part * window.innerHeight) / down);
    const inRow = space / row;
    // Where a piece has less room than it needs the table scrolls.
    const unit = Math.max(LEAST, Math.min(largest, tall, space / across, inRow >= NEARLY * finger ? inRow : Infinity));
    table.style.setProperty("--unit", `${unit.toFixed(2)}px`);
    more();
  }

  /** Where the table goes on beyond its edges, which is then seen. */
  function more(): void {
    const { scrollLeft, scrollWidth, clientWidth } = table;
    table.classList.toggle("more-left", scrollLeft > 1);
    table.classList.toggle("more-right", scrollLeft + clientWidth < scrollWidth - 1);
  }

  function rest(...content: (Node | string)[]): void {
    chooser.rest(...content);
    // Who made the last move by keyboard goes on with what comes after the game.
    if (keep) chooser.choice[1]?.querySelector("button")?.focus({ preventScroll: true });
    keep = false;
  }

  return { element, show, light, tint, judge, going, rest };
}

function within(event: Event, group: Element): boolean {
  return event.target instanceof Node && group.contains(event.target);
}

function centre(element: Element): { x: number; y: number } {
  const box = (element.querySelector(".ring") ?? element).getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
