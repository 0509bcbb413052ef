/** A form for rules of one's own. It only writes the notation: the server reads it and runs no code. */
import { button, code, formOf, h, select } from "./dom";
import { t } from "./text";

type Kind = "code" | "subtract" | "vectors" | "formula";

export function ownRules(on: {
  play(text: string): void;
  add(text: string): void;
  /** Look for a pattern in the game, of which a position is shown beside it. */
  discover(game: string, position: string): void;
}): HTMLElement {
  let kind: Kind = "code";
  const rule = field(t("Code"), "0.137");
  const heaps = field(t("Heaps"), "7,9,10");
  const help = h("p", { class: "quiet" });
  const written = h("output", {});

  function choose(next: Kind): void {
    kind = next;
    const said: Record<Kind, [label: string, value: string, heaps: string, help: string]> = {
      code: [
        t("Code"),
        "0.137",
        "7,9,10",
        t(
          "The digit for k says what may be left when k are taken: 1 nothing, 2 one heap, 4 two heaps, or sums of these.",
        ),
      ],
      subtract: [t("Numbers that may be taken"), "1,3,4", "20", t("A move takes one of these numbers from a heap.")],
      vectors: [
        t("What may be taken from the two heaps"),
        "(0,k),(k,0),(k,k)",
        "5,7",
        t("Each pair is one kind of move, for every k from 1 on: (k,k) takes the same from both."),
      ],
      formula: [
        t("From x and y to u and v, where"),
        "(u = x and v < y) or (v = y and u < x) or (u + 1 = x and v + 1 = y)",
        "5,7",
        t(
          "x and y are the two heaps before a move, u and v those after it. Every pair for which this is true is a move.",
        ),
      ],
    };
    const [label, value, sizes, words] = said[kind];
    rule.label.textContent = label;
    rule.input.value = value;
    heaps.input.value = sizes;
    help.textContent = words;
    write();
  }

  function game(): string {
    const inside = rule.input.value.trim();
    return {
      code: inside,
      subtract: `subtract{${inside}}`,
      vectors: `vectors{${inside}}`,
      formula: `formula{"x,y -> u,v where ${inside}"}`,
    }[kind];
  }

  function text(): string {
    return `${game()} ${heaps.input.value.trim()}`;
  }

  function write(): void {
    written.replaceChildren(code(text()));
  }

  const form = formOf(
    () => {
      on.play(text());
    },
    {
      class: "own",
      oninput: write,
    },
    select(
      t("Kind of rule"),
      [
        ["code", t("Take and break: a code")],
        ["subtract", t("Take one of some numbers")],
        ["vectors", t("Two heaps: pairs of numbers")],
        ["formula", t("Two heaps: a formula")],
      ],
      kind,
      (value) => choose(value as Kind),
    ),
    rule.element,
    heaps.element,
    help,
    h("p", { class: "tools" }, h("span", {}, t("In the notation:")), written),
    h(
      "div",
      { class: "tools" },
      button(t("Play it|a game"), () => undefined, { type: "submit", class: "primary" }),
      button(t("Look for a pattern"), () => on.discover(game(), text()), { class: "soft" }),
      button(t("Add to a sum"), () => on.add(text())),
    ),
  );
  choose("code");
  return h("section", { class: "rules" }, h("h2", {}, t("Rules of your own")), form);
}

function field(words: string, value: string): { element: HTMLElement; label: HTMLElement; input: HTMLInputElement } {
  const label = h("span", {}, words);
  const input = h("input", { type: "text", value, autocomplete: "off", spellcheck: "false", required: true });
  return { element: h("label", { class: "field" }, label, input), label, input };
}
