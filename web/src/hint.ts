/** A hint in steps: each press says more. */
import { server, type Hint, type Move } from "./api";
import { button, h } from "./dom";
import { t } from "./text";

interface Handlers {
  light(moves: Move[]): void;
  fail(problem: unknown): void;
}

export function hintBox(handlers: Handlers): {
  element: HTMLElement;
  button(text: string): HTMLButtonElement;
  clear(): void;
} {
  const steps = h("ol", {});
  const element = h("div", { class: "hint", "aria-live": "polite", hidden: true }, steps);
  let known: { text: string; hint: Hint } | null = null;

  function clear(): void {
    steps.replaceChildren();
    element.hidden = true;
  }

  async function more(text: string, pressed: HTMLButtonElement): Promise<void> {
    try {
      const hint = known?.text === text ? known.hint : await server.hint(text);
      if (!pressed.isConnected) return;
      known = { text, hint };
      const next = hint.steps[steps.childElementCount];
      if (next === undefined) return;
      steps.append(h("li", {}, next));
      element.hidden = false;
      if (next === hint.move?.move) handlers.light([hint.move]);
      pressed.disabled = steps.childElementCount >= hint.steps.length;
      pressed.textContent = t("More of the hint");
    } catch (problem) {
      handlers.fail(problem);
    }
  }

  return {
    element,
    clear,
    button: (text) => {
      const made: HTMLButtonElement = button(t("Hint"), () => void more(text, made), { class: "soft" });
      return made;
    },
  };
}
