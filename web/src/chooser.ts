/** Below the board, always in reach: the move that is meant, a choice where several are, and every move as a list. */
import { amount, type Amount } from "./amount";
import type { Component, Move, Play, Shown, Take } from "./api";
import type { Choice, Option } from "./choice";
import { button, formOf, h } from "./dom";
import { t, tn, plain } from "./text";

interface Handlers {
  onPlay(play: Play): void;
  onText(text: string): void;
  onClear(): void;
  onSettle(option: Option): void;
  onAmount(amount: Amount): void;
  onLook(move: Move | null): void;
}

export interface Chooser {
  /** What is chosen, with the button that plays it. */
  choice: HTMLElement[];
  /** Every move, and a field for one in words. */
  list: HTMLElement;
  /** `barred`: whether its heaps are drawn as bars, of which no piece is touched. */
  show(shown: Shown, open: boolean, barred: boolean): void;
  /** Say something in place of what is asked. */
  say(words: string): void;
  /** What stands there while no move can be chosen. */
  rest(...content: (Node | string)[]): void;
  choose(choice: Choice | null): void;
  amount(chosen: Amount): void;
  /** Put the cursor where the number is typed. */
  type(): void;
}

/** Up to so many equal candidates are offered as buttons; more, on a slider. */
const BUTTONS = 6;

/** Where a finger plays, or the board has the whole width, a list of moves would lie over it. */
const SMALL = "(pointer: coarse), (max-width: 48rem)";

export function createChooser(handlers: Handlers): Chooser {
  // Two of one place: what is asked stays where it is, and the bar, which keeps in reach, is seen when it holds a move.
  const asked = h("p", { class: "asked quiet", "aria-live": "polite" });
  const bar = h("div", { class: "choice" });
  const every = h("div");
  const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "none" });
  const form = formOf(
    () => {
      if (!input.value.trim()) return;
      sent = { words: input.value, from: at };
      handlers.onText(input.value.trim());
    },
    {
      class: "given",
    },
    h(
      "label",
      { class: "field" },
      h("span", {}, t("A move in words, how many to take, or the position it leaves")),
      input,
    ),
    h("button", { type: "submit" }, t("Play it")),
  );
  const total = h("summary", {});
  const list = h("details", { class: "moves", ontoggle: () => fill() }, total, every, form);
  let listed = "";
  let forced = false;
  let shown: Shown | null = null;
  let empty = "";
  let at = "";
  // Words are cleared when the move they meant was made: a late answer, or a refusal, leaves them to be sent (again).
  let sent: { words: string; from: string } | null = null;

  function show(next: Shown, open: boolean, barred: boolean): void {
    const typing = document.activeElement === input && input.value !== "";
    shown = next;
    at = next.position;
    if (sent && sent.from !== at) {
      if (input.value === sent.words) input.value = "";
      sent = null;
    }
    const playable = open && !next.over;
    const targets = next.takes.length > 0 || next.moves.some((move) => move.marks.length > 0);
    empty = !playable ? "" : targets ? asking(next) : t("Choose a move from the list.");
    if (playable) {
      for (const each of [asked, bar]) {
        each.classList.toggle("heaped", next.takes.length > 0);
        each.classList.toggle("barred", barred);
      }
    }
    choose(null);
    // The form stays where it is: one that is taken out while it is clicked would swallow the click.
    if (playable || !total.textContent) total.textContent = counted(next);
    if (playable && forced !== !targets) list.open = forced = !targets;
    if (playable) fill();
    list.classList.toggle("resting", !playable);
    if (typing && input.value !== "" && playable) input.focus({ preventScroll: true });
  }

  /** What is to be touched. */
  function asking(now: Shown): string {
    const coarse = matchMedia("(pointer: coarse)").matches;
    const all = now.moves.filter((move) => move.marks.length > 0);
    // Where no place stands for a move alone, two are touched.
    const twice = all.length > 0 && all.every((move) => !move.at && move.marks.length > 1);
    if (twice && now.components.every(({ skin }) => skin === "dominoes")) {
      if (all.some(({ marks }) => marks.length > 2)) {
        return coarse
          ? t("Tap the squares of your piece, one after the other.")
          : t("Click the squares of your piece, one after the other. Arrow keys and Enter do the same.");
      }
      return coarse
        ? t("Tap a square for your domino, then a square beside it.")
        : t("Click a square for your domino, then a square beside it. Arrow keys and Enter do the same.");
    }
    if (now.takes.length) {
      return coarse
        ? t("Tap what you want to take, then tap it again.")
        : t("Click what you want to take, then click it again. Arrow keys and Enter do the same.");
    }
    return coarse
      ? t("Tap the place of your move, then tap it again.")
      : t("Click the place of your move, then click it again. Arrow keys and Enter do the same.");
  }

  /** Whether each of these ways has a place of its own that is still to be touched: then that touch decides. */
  function byTouch(equal: Option[], picked: string[]): boolean {
    return equal.every((option) =>
      option.marks.some(
        (place) => !picked.includes(place) && equal.every((other) => other === option || !other.marks.includes(place)),
      ),
    );
  }

  function counted(now: Shown): string {
    const total = now.moves_total;
    if (total === null) return t("Moves (there are infinitely many)");
    if (typeof total === "number") return tn("{count} move", "All {count} moves", total);
    // Outside the call: the extractor of texts would take the template for the key.
    const count = total.length > 24 ? `${total.slice(0, 8)}…` : total;
    return t("Moves ({count} in all)", { count });
  }

  /** The list of the moves, made when it is opened. */
  function fill(): void {
    if (!list.open || !shown || listed === at) return;
    listed = at;
    const rows = shown.moves.map((move) =>
      h(
        "li",
        {},
        button(plain(move.move), () => handlers.onPlay({ to: move.to, way: 0 }), {
          onfocus: () => handlers.onLook(move),
          onblur: () => handlers.onLook(null),
          onpointerenter: () => handlers.onLook(move),
          onpointerleave: () => handlers.onLook(null),
        }),
      ),
    );
    const whole = shown.moves_total !== null && Number(shown.moves_total) <= shown.moves.length;
    every.replaceChildren(
      h("ul", {}, ...rows),
      whole ? "" : h("p", { class: "quiet" }, t("{count} of them are listed.", { count: rows.length })),
    );
  }

  function say(words: string): void {
    if (asked.textContent !== words) asked.textContent = words;
  }

  function choose(choice: Choice | null): void {
    if (!choice) {
      say(empty);
      bar.replaceChildren();
      return;
    }
    const least = choice.candidates[0]?.marks.length ?? 0;
    const equal = choice.candidates.filter((option) => option.marks.length === least);
    if (choice.meant && (equal.length <= BUTTONS || choice.meant.at)) {
      bar.replaceChildren(playing(choice.meant), clear());
    } else if (matchMedia(SMALL).matches && byTouch(equal, choice.picked)) {
      const domino = shown?.components.every(({ skin }) => skin === "dominoes");
      bar.replaceChildren(
        h(
          "p",
          { class: "second", role: "status" },
          domino
            ? t("Now the second square: one of those with a dashed edge.")
            : t("Now the second place: one of those with a dashed edge."),
        ),
        clear(),
      );
    } else if (equal.length <= BUTTONS) {
      const offers = equal.map((option) =>
        button(option.words, () => handlers.onPlay(play(option)), {
          onfocus: () => handlers.onLook(option.move),
          onpointerenter: () => handlers.onLook(option.move),
          onpointerleave: () => handlers.onLook(null),
        }),
      );
      bar.replaceChildren(h("p", {}, t("Which move?")), ...offers, clear());
    } else if (!bar.querySelector("input[type=range]") || !choice.meant) {
      slide(equal);
    }
  }

  function slide(options: Option[]): void {
    const place = h("span", { class: "slot" });
    const range = h("input", { type: "range", min: 0, max: options.length - 1, value: 0 });
    const settled = (): void => {
      const option = options[Number(range.value)];
      if (!option) return;
      range.setAttribute("aria-valuetext", option.words);
      place.replaceChildren(playing(option));
      handlers.onSettle(option);
    };
    range.addEventListener("input", settled);
    bar.replaceChildren(h("label", { class: "field wide" }, h("span", {}, t("Which move?")), range), place, clear());
    settled();
  }

  const number = h("input", { type: "number", class: "count", min: 1, inputmode: "numeric", autocomplete: "off" });
  const range = h("input", { type: "range", min: 1 });
  const [less, more] = [-1, 1].map((step) =>
    button(step < 0 ? "−" : "+", () => chosen && count(String(chosen.count + step)), {
      class: "step",
      "aria-label": step < 0 ? t("One less") : t("One more"),
    }),
  ) as [HTMLButtonElement, HTMLButtonElement];
  const go = button("", () => commit(), { class: "primary" });
  const from = h("div", { class: "from", role: "group" });
  let chosen: Amount | null = null;
  number.addEventListener("input", () => chosen && count(number.value));
  range.addEventListener("input", () => chosen && count(range.value));
  number.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    commit();
  });

  function count(value: string): void {
    if (!chosen || !/^\d+$/.test(value)) return;
    handlers.onAmount({ ...chosen, count: Number(value) });
  }

  function commit(): void {
    if (!chosen) return;
    const { component, heaps } = chosen;
    // What is typed is sent as it is: a number too large for the browser's own is one for the server.
    handlers.onPlay({ take: { component, heaps, count: number.value || String(chosen.count) } });
  }

  /** What is taken, from which heaps: a field for the number, a slider, and the heaps that go together. */
  function showAmount(next: Amount): void {
    if (!shown) return;
    const before = chosen;
    chosen = next;
    const typing = document.activeElement === number && Number(number.value) !== next.count;
    if (!typing) number.value = String(next.count);
    number.max = range.max = String(next.most);
    range.value = String(next.count);
    number.setAttribute("aria-label", t("How many to take (1 to {most})", { most: next.most }));
    range.setAttribute("aria-label", t("How many to take (1 to {most})", { most: next.most }));
    go.textContent = t("Play: {move}", { move: takeWords(shown.components[next.component], next.heaps, next.count) });
    const choices = shown.takes.filter((take) => take.component === next.component);
    if (before?.component !== next.component || String(before.heaps) !== String(next.heaps) || !from.isConnected) {
      from.setAttribute(
        "aria-label",
        inJars(shown.components[next.component]) ? t("From which jars") : t("From which heaps"),
      );
      from.replaceChildren(...(choices.length > 1 ? choices.map((take) => heapButton(take, next)) : []));
    }
    if (!go.isConnected) bar.replaceChildren(from, number, h("div", { class: "many" }, less, range, more), go, clear());
  }

  function heapButton(take: Take, next: Amount): HTMLElement {
    const width = shown?.components[next.component]?.sizes.length ?? 0;
    return button(
      heapWords(take.heaps, width),
      () => {
        const moved = shown && amount(shown.takes, next.component, take.heaps, chosen?.count ?? next.count);
        if (moved) handlers.onAmount(moved);
      },
      { "aria-pressed": String(take.heaps) === String(next.heaps) ? "true" : "false", class: "small" },
    );
  }

  function clear(): HTMLElement {
    return button("×", handlers.onClear, { "aria-label": t("Clear"), class: "clear" });
  }

  function playing(option: Option): HTMLElement {
    return button(t("Play: {move}", { move: option.words }), () => handlers.onPlay(play(option)), { class: "primary" });
  }

  return {
    choice: [asked, bar],
    list,
    show,
    choose,
    say,
    rest: (...content) => bar.replaceChildren(...content),
    amount: showAmount,
    type: () => {
      // On a touch screen the keyboard would come up over the board before anybody wants it.
      if (matchMedia("(pointer: coarse)").matches) return;
      number.focus();
      number.select();
    },
  };
}

export function play(option: Option): Play {
  return { to: option.move.to, way: option.way };
}

function heapWords(heaps: number[], width: number): string {
  if (width === 2) return heaps.length === 2 ? t("Both") : heaps[0] === 0 ? t("First") : t("Second");
  return heaps.map((heap) => String(heap + 1)).join(" + ");
}

/** Whether its heaps are two jars. */
export function inJars(component: Component | undefined): boolean {
  return component?.sizes.length === 2 && component.skin === "jars";
}

/** What is taken, in words. */
export function takeWords(component: Component | undefined, heaps: number[], k: number): string {
  const width = component?.sizes.length ?? 1;
  if (width === 1) return t("take {k} from the heap of {n}", { k, n: component?.sizes[0] ?? 0 });
  if (inJars(component)) {
    if (heaps.length === 2) return t("take {k} from both jars", { k });
    return heaps[0] === 0 ? t("take {k} from the first jar", { k }) : t("take {k} from the second jar", { k });
  }
  const numbers = heaps.map((heap) => heap + 1).join(t(", "));
  return heaps.length === 1
    ? t("take {k} from heap {i}", { k, i: numbers })
    : t("take {k} from each of the heaps {numbers}", { k, numbers });
}
