/** A hint in steps: each press says more. */
import { server, type HintStep, type Move } from "./api";
import { button, h } from "./dom";
import { sentence, t, plain } from "./text";

interface Handlers {
  light(moves: Move[]): void;
  /** The address of a position to be played. */
  address(position: string): string;
  go(address: string): void;
  fail(problem: unknown): void;
}

export function hintBox(handlers: Handlers): {
  element: HTMLElement;
  button(text: string, disabled?: boolean): HTMLButtonElement;
  clear(): void;
} {
  const steps = h("ol", {});
  const element = h("div", { class: "hint", "aria-live": "polite", hidden: true }, steps);
  let known: { text: string; steps: HintStep[] } | null = null;

  function clear(): void {
    steps.replaceChildren();
    element.hidden = true;
  }

  async function more(text: string, pressed: HTMLButtonElement): Promise<void> {
    try {
      const all = known?.text === text ? known.steps : (await server.hint(text)).steps;
      if (!pressed.isConnected) return;
      known = { text, steps: all };
      const next = all[steps.childElementCount];
      if (next === undefined) return;
      steps.append(h("li", { class: next.kind }, next.position === null ? spoken(next) : smaller(next.position)));
      element.hidden = false;
      element.scrollIntoView({ block: "nearest" });
      if (next.move) handlers.light([next.move]);
      pressed.disabled = steps.childElementCount >= all.length;
      pressed.textContent = t("More of the hint");
    } catch (problem) {
      handlers.fail(problem);
    }
  }

  function spoken({ kind, sentence: words }: HintStep): string {
    return kind === "move" ? plain(words) : sentence(words);
  }

  /** A smaller case, one touch away. */
  function smaller(position: string): HTMLElement {
    const address = handlers.address(position);
    return h(
      "a",
      {
        href: address,
        onclick: (event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          handlers.go(address);
        },
      },
      t("Try the same idea where it is smaller"),
    );
  }

  return {
    element,
    clear,
    button: (text, disabled = false) => {
      const made: HTMLButtonElement = button(t("Hint"), () => void more(text, made), { class: "soft", disabled });
      return made;
    },
  };
}
