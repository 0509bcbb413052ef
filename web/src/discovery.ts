/** What can be found out about a game: its picture, its table, its patterns, and what is proved, with the certificate. */
import { Refusal, server, type Discovery } from "./api";
import { button, code, download, h } from "./dom";
import { picture } from "./picture";
import { between, t } from "./text";

export function createReport(fail: (problem: unknown) => void): {
  element: HTMLElement;
  /** Look for patterns in a game, with the picture of a position beside them. */
  look(game: string, position: string): Promise<void>;
} {
  const element = h("section", { class: "report", "aria-live": "polite" });
  let asking: AbortController | null = null;

  async function look(game: string, position: string): Promise<void> {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    element.replaceChildren(h("p", { class: "quiet" }, t("Looking at the game…")));
    try {
      const [shown, found] = await Promise.all([server.position(position, signal), server.discover(game, signal)]);
      const pictures = shown.components.slice(0, 4).map(({ drawing }) => picture(drawing));
      element.replaceChildren(h("div", { class: "preview" }, ...pictures), ...told(found));
    } catch (problem) {
      if (signal.aborted) return;
      element.replaceChildren();
      if (problem instanceof Refusal) element.append(h("p", { class: "told" }, problem.message));
      else fail(problem);
    }
  }

  return { element, look };
}

function told(found: Discovery): HTMLElement[] {
  const { certificate, code: python } = found;
  const words = {
    proved: t("Proved"),
    observed: t("Seen in the table, not proved"),
    refuted: t("Every pattern fails somewhere"),
    none: t("No pattern was found"),
  };
  return [
    h("h2", {}, words[found.status]),
    h("p", {}, code(found.game)),
    table(found),
    h("ul", { class: "found" }, ...found.found.map((sentence) => h("li", {}, sentence))),
    h(
      "ul",
      { class: "found" },
      ...found.statements.map(({ text, holds }) =>
        h("li", {}, t("{what}: {why}", { what: text, why: holds ? t("true") : t("false") })),
      ),
    ),
    h(
      "div",
      { class: "tools" },
      certificate === null
        ? null
        : button(t("Save the certificate"), () => download("certificate.json", "application/json", certificate)),
      python === null ? null : button(t("Save as Python"), () => download("pattern.py", "text/x-python", python)),
    ),
  ];
}

/** The beginning of the table: values of one heap, pairs that are lost, or a square of values of two heaps. */
function table({ kind, rows }: Discovery): HTMLElement {
  const label =
    kind === "values"
      ? t("Values of the heaps 0, 1, 2, …")
      : kind === "pairs"
        ? t("Positions that are lost for whoever is to move")
        : t("Values: the first heap downwards, the second to the right");
  const content =
    kind === "pairs"
      ? h("p", {}, ...rows.flatMap((pair, i) => [i ? between() : "", h("span", { class: "pair" }, pair.join(", "))]))
      : h(
          "div",
          { class: "scroll", tabindex: "0", role: "group", "aria-label": label },
          h(
            "table",
            {},
            ...rows.map((row) => h("tr", {}, ...row.map((value) => h("td", { class: "number" }, String(value))))),
          ),
        );
  return h("figure", { class: "charted" }, h("figcaption", { class: "quiet" }, label), content);
}
