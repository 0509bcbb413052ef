/** Below the board: the move that is meant, a choice where several are, and every move as a list. */
import type { Move, Shown } from "./api";
import type { Choice } from "./choice";
import { button, h } from "./dom";
import { t, tn } from "./text";

interface Handlers {
  onPlay(move: Move): void;
  onText(text: string): void;
  onClear(): void;
  onSettle(move: Move): void;
  onLook(move: Move | null): void;
}

export interface Chooser {
  /** What is chosen, with the button that plays it. */
  choice: HTMLElement;
  /** Every move, and a field for one in words. */
  list: HTMLElement;
  show(shown: Shown, open: boolean): void;
  choose(choice: Choice | null): void;
}

/** Up to so many equal candidates are offered as buttons; more, on a slider. */
const BUTTONS = 6;

export function createChooser(handlers: Handlers): Chooser {
  const bar = h("div", { class: "choice" });
  const every = h("div");
  const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "none" });
  const form = h("form", {
    class: "given",
    onsubmit: (event: Event) => {
      event.preventDefault();
      if (!input.value.trim()) return;
      sent = { words: input.value, from: at };
      handlers.onText(input.value.trim());
    },
  }, h("label", { class: "field" }, h("span", {}, t("A move in words, how many to take, or the position it leaves")), input),
  h("button", { type: "submit" }, t("Play it")));
  const list = h("div", { class: "moves" }, every, form);
  let empty = "";
  let at = "";
  // Words are cleared when the move they meant was made: a late answer, or a refusal, leaves them to be sent (again).
  let sent: { words: string; from: string } | null = null;

  function show(shown: Shown, open: boolean): void {
    const typing = document.activeElement === input && input.value !== "";
    at = shown.position;
    if (sent && sent.from !== at) {
      if (input.value === sent.words) input.value = "";
      sent = null;
    }
    const playable = open && !shown.over;
    const targets = shown.moves.some((move) => move.marks.length > 0);
    if (!playable) empty = "";
    else if (targets) empty = t("Click what you want to take, then click it again. Arrow keys and Enter do the same.");
    else empty = t("Choose a move from the list.");
    choose(null);
    // The form stays where it is: one that is taken out while it is clicked would swallow the click.
    every.replaceChildren(...(playable ? [allMoves(shown, !targets)] : []));
    form.hidden = !playable;
    if (typing && input.value !== "" && playable) input.focus({ preventScroll: true });
  }

  function allMoves(shown: Shown, opened: boolean): HTMLElement {
    const total = shown.moves_total;
    let words: string;
    if (total === null) words = t("Moves (there are infinitely many)");
    else if (typeof total === "number") words = tn("{count} move", "All {count} moves", total);
    else {
      // Outside the call: the extractor of texts would take the template for the key.
      const count = total.length > 24 ? `${total.slice(0, 8)}…` : total;
      words = t("Moves ({count} in all)", { count });
    }
    const details = h("details", { open: opened }, h("summary", {}, words));
    const fill = (): void => {
      if (!details.open || details.childElementCount > 1) return;
      details.append(h("ul", {}, ...shown.moves.map((move) => h("li", {}, button(move.move, () => handlers.onPlay(move), {
        onfocus: () => handlers.onLook(move),
        onblur: () => handlers.onLook(null),
        onpointerenter: () => handlers.onLook(move),
        onpointerleave: () => handlers.onLook(null),
      })))));
      if (total === null || Number(total) > shown.moves.length) {
        details.append(h("p", { class: "quiet" }, t("{count} of them are listed.", { count: shown.moves.length })));
      }
    };
    details.addEventListener("toggle", fill);
    fill();
    return details;
  }

  function choose(choice: Choice | null): void {
    if (!choice) {
      bar.replaceChildren(h("p", { class: "quiet" }, empty));
      return;
    }
    const least = choice.candidates[0]?.marks.length ?? 0;
    const equal = choice.candidates.filter((move) => move.marks.length === least);
    const clear = button(t("Clear"), handlers.onClear);
    if (choice.move && equal.length <= BUTTONS) {
      bar.replaceChildren(playing(choice.move), clear);
    } else if (equal.length <= BUTTONS) {
      const offers = equal.map((move) => button(move.move, () => handlers.onPlay(move), {
        onfocus: () => handlers.onLook(move),
        onpointerenter: () => handlers.onLook(move),
        onpointerleave: () => handlers.onLook(null),
      }));
      bar.replaceChildren(h("p", {}, t("Which move?")), ...offers, clear);
    } else if (!bar.querySelector("input[type=range]") || !choice.move) {
      slide(equal, clear);
    }
  }

  function slide(moves: Move[], clear: HTMLElement): void {
    const place = h("span", { class: "slot" });
    const range = h("input", { type: "range", min: 0, max: moves.length - 1, value: 0 });
    const settled = (): void => {
      const move = moves[Number(range.value)];
      if (!move) return;
      range.setAttribute("aria-valuetext", move.move);
      place.replaceChildren(playing(move));
      handlers.onSettle(move);
    };
    range.addEventListener("input", settled);
    bar.replaceChildren(
      h("label", { class: "field wide" }, h("span", {}, t("Which move?")), range), place, clear);
    settled();
  }

  function playing(move: Move): HTMLElement {
    return button(t("Play: {move}", { move: move.move }), () => handlers.onPlay(move), { class: "primary" });
  }

  return { choice: bar, list, show, choose };
}
