/** A rule in a few lines of Python. It runs in this browser, in the engine of a static copy, never on a server. */
import { readRule, Refusal, server } from "./api";
import { button, code, formOf, h } from "./dom";
import { keep, ownGames, textOf } from "./mine";
import { onEngine } from "./site";
import { t } from "./text";
import { hasEngine } from "./where";

const EXAMPLE = `def halves(n):
    "Take one, or half of them."
    if n > 0:
        yield n - 1
        yield n // 2
`;

export function pythonRules(on: {
  play(text: string): void;
  discover(game: string, position: string): void;
}): HTMLElement {
  const section = (...children: (Node | string)[]): HTMLElement =>
    h("section", { class: "python" }, h("h2", {}, t("A rule in Python")), ...children);
  if (!hasEngine)
    return section(
      h(
        "p",
        { class: "quiet" },
        t(
          "Rules in Python run in the browser, and this server has nothing to run them with. Started in this way it has:",
        ),
        " ",
        code("sprague serve --python"),
      ),
    );

  const lines = h("pre", { class: "lines", "aria-hidden": "true" });
  const area = h("textarea", {
    id: "python",
    rows: 8,
    spellcheck: "false",
    autocapitalize: "none",
    autocomplete: "off",
    translate: "no",
    wrap: "off",
    "aria-describedby": "python-help python-told",
  });
  const state = h("input", { type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "none" });
  const told = h("p", { class: "told", id: "python-told", role: "status" });
  const kept = h("div", { class: "tools" });
  let touched = false;
  area.value = textOf(ownGames()[0] ?? "") || EXAMPLE;
  state.addEventListener("input", () => (touched = true));
  area.addEventListener("input", number);
  area.addEventListener("scroll", () => (lines.scrollTop = area.scrollTop));
  area.addEventListener("keydown", indent);

  /** The numbers of the lines, which errors name. */
  function number(): void {
    const count = area.value.split("\n").length;
    lines.textContent = Array.from({ length: count }, (_, i) => i + 1).join("\n");
    area.rows = Math.min(Math.max(count, 6), 20);
  }

  /** A new line begins where the one before did, and further in behind a colon. */
  function indent(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const before = area.value.slice(0, area.selectionStart).split("\n").at(-1) ?? "";
    const room = /^ */.exec(before)?.[0] ?? "";
    const further = before.trimEnd().endsWith(":") ? "    " : "";
    area.setRangeText(`\n${room}${further}`, area.selectionStart, area.selectionEnd, "end");
    number();
  }

  function list(): void {
    if (ownGames().length === 0) return;
    kept.replaceChildren(
      h("span", { class: "quiet" }, t("Your rules:")),
      ...ownGames().map((game) =>
        button(code(game), () => {
          area.value = textOf(game);
          touched = false;
          state.value = "";
          number();
        }),
      ),
    );
  }

  /** Have the rule read, then do something with its game and the position to begin with. */
  async function read(then: (game: string, position: string) => void): Promise<void> {
    const text = area.value;
    area.removeAttribute("aria-invalid");
    told.textContent = t("Python is loading…");
    try {
      const { game, example } = await readRule(text);
      keep(game, text);
      list();
      const usual = example.startsWith(`${game} `) ? example.slice(game.length + 1) : "";
      if (!touched || !state.value.trim()) state.value = usual;
      const position = `${game} ${state.value.trim()}`;
      // What the rule does wrong shows when it is asked.
      await server.position(position);
      told.textContent = "";
      then(game, position);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
      area.setAttribute("aria-invalid", "true");
      area.focus();
    }
  }

  onEngine((now) => {
    if (now === "ready" && told.textContent === t("Python is loading…")) told.textContent = t("Reading the rule…");
  });
  number();
  list();
  return section(
    formOf(
      () => void read((_, position) => on.play(position)),
      { class: "own" },
      h(
        "p",
        { class: "quiet", id: "python-help" },
        t(
          "A function gives every heap that a move may leave; with two names, as in def moves(x, y), every pair. It runs in this browser alone.",
        ),
      ),
      h(
        "div",
        { class: "code" },
        lines,
        h("label", { class: "unseen", for: "python" }, t("The rule, in Python")),
        area,
      ),
      h("label", { class: "field" }, h("span", {}, t("Position to begin with")), state),
      told,
      h(
        "div",
        { class: "tools" },
        button(t("Play it|a game"), () => undefined, { type: "submit", class: "primary" }),
        button(t("Look for a pattern"), () => void read(on.discover), { class: "soft" }),
      ),
      kept,
    ),
  );
}
