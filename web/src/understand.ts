/** Understanding a position: values, their nim-sum in binary columns, winning moves, the reason, and pictures. */
import { Refusal, server, type Answer, type Move, type Shown } from "./api";
import { button, code, h } from "./dom";
import { pictures } from "./pictures";
import { proofFile } from "./prove";
import { between, sentence, t, tn } from "./text";

interface Handlers {
  light(moves: Move[]): void;
  tint(classes: Map<string, string>): void;
  play(to: string): void;
}

/** At most so many columns of binary digits are shown. */
const COLUMNS = 24;

export function understandPanel(handlers: Handlers): {
  element: HTMLElement;
  show(shown: Shown, mine: boolean): void;
  open(open: boolean): void;
} {
  const element = h("div", { class: "panel" });
  let visible = false;
  let current: { shown: Shown; mine: boolean } | null = null;
  let asking: AbortController | null = null;

  function show(shown: Shown, mine: boolean): void {
    current = { shown, mine };
    if (visible) void fill();
  }

  function open(now: boolean): void {
    if (visible && !now) handlers.tint(new Map());
    visible = now;
    if (now) void fill();
  }

  async function fill(): Promise<void> {
    if (!current) return;
    const { shown, mine } = current;
    asking?.abort();
    const { signal } = (asking = new AbortController());
    element.setAttribute("aria-busy", "true");
    try {
      const answer = await server.solve(shown.position, signal);
      // Nimbers say nothing of play in which the last mover loses.
      element.replaceChildren(
        outcome(answer),
        shown.misere ? misere() : values(answer),
        wins(answer, shown, mine),
        evidence(answer),
        ...(answer.outcome === "D" ? [] : [proofFile(shown.position)]),
      );
    } catch (problem) {
      if (signal.aborted) return;
      if (!(problem instanceof Refusal)) throw problem;
      element.replaceChildren(h("p", {}, problem.message));
    }
    const more = h("div", {});
    element.append(more);
    try {
      if (!shown.misere) await pictures(more, shown, handlers.tint, signal);
    } finally {
      if (!signal.aborted) element.removeAttribute("aria-busy");
    }
  }

  function outcome(answer: Answer): HTMLElement {
    const words =
      answer.outcome === "N"
        ? t("Whoever is to move can win from here.")
        : answer.outcome === "D"
          ? t("Neither side can force the end: a draw.")
          : t("Whoever is to move is lost if the other side makes no mistake.");
    return h(
      "section",
      {},
      h("h2", {}, t("Who is winning")),
      h("p", { class: "verdict" }, words),
      h("p", {}, sentence(answer.reason)),
    );
  }

  function wins(answer: Answer, shown: Shown, mine: boolean): HTMLElement | string {
    if (answer.outcome !== "N") return "";
    const drawn = new Map(shown.moves.map((move) => [move.to, move]));
    const known = answer.winning_moves.map(({ to }) => drawn.get(to)).filter((move) => move !== undefined);
    const total = answer.winning_moves_total;
    const words =
      typeof total === "number" ? tn("{count} winning move", "{count} winning moves", total) : t("Winning moves");
    const all = h("input", { type: "checkbox", onchange: () => handlers.light(all.checked ? known : []) });
    const rows = answer.winning_moves.map(({ move, to }) => {
      const seen = drawn.get(to);
      const look = (): void => handlers.light(seen ? [seen] : []);
      const end = (): void => handlers.light(all.checked ? known : []);
      return h(
        "li",
        {},
        button(move, () => handlers.play(to), {
          disabled: !mine,
          onpointerenter: look,
          onfocus: look,
          onpointerleave: end,
          onblur: end,
        }),
      );
    });
    return h(
      "section",
      {},
      h("h2", {}, words),
      known.length ? h("label", { class: "check" }, all, h("span", {}, t("Show them on the board"))) : null,
      h("ul", { class: "wins" }, ...rows),
    );
  }

  function evidence(answer: Answer): HTMLElement {
    const kinds: Record<string, string> = {
      theorem: t("by a theorem"),
      computed: t("computed in full"),
      periodic: t("by a proved period"),
    };
    return h(
      "p",
      { class: "quiet" },
      t("How this is known: {kind}.", { kind: kinds[answer.evidence.kind] ?? answer.evidence.kind }),
      between(),
      h("cite", { translate: "no" }, answer.evidence.sentence),
    );
  }

  return { element, show, open };
}

/** Whether a value is a nimber, and not one of a game with cycles or entailing moves. */
function isNimber(value: number | string): boolean {
  return /^\d+$/.test(String(value));
}

function misere(): HTMLElement {
  return h(
    "p",
    { class: "misere" },
    t("Misère play: whoever makes the last move loses. The values apply to normal play only."),
  );
}

/** A row for each component with its nimber in binary; the last row is the nim-sum. */
function values(answer: Answer): HTMLElement {
  const rows: [label: Node | string, value: number | string | null][] = answer.components
    .slice(0, 40)
    .map((part) => [code(part.position), part.value]);
  const digits = Math.max(
    1,
    ...[...rows.map(([, value]) => value), answer.value].map((value) =>
      value === null || !isNimber(value) ? 1 : BigInt(value).toString(2).length,
    ),
  );
  const columns = digits <= COLUMNS ? digits : 0;
  const row = ([label, value]: [Node | string, number | string | null]): HTMLElement => {
    const bits = value === null || !isNimber(value) ? "" : BigInt(value).toString(2).padStart(columns, " ");
    const shown =
      value === null
        ? h("span", { class: "quiet" }, t("not needed"))
        : code(isNimber(value) ? `*${short(value)}` : String(value).replace("oo", "∞"));
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, label),
      h("td", {}, shown),
      ...(columns
        ? [...(bits || " ".repeat(columns))].map((bit) =>
            h("td", { class: bit === "1" ? "bit on" : "bit" }, bit.trim()),
          )
        : []),
    );
  };
  const powers = Array.from({ length: columns }, (_, i) =>
    h("th", { scope: "col", class: "bit" }, String(2 ** (columns - 1 - i))),
  );
  const sum = answer.components.length > 1 ? h("tfoot", {}, row([t("Sum by columns"), answer.value])) : null;
  return h(
    "section",
    {},
    h("h2", {}, t("Values in columns")),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Values in columns") },
      h(
        "table",
        { class: "nimbers" },
        h(
          "thead",
          {},
          h("tr", {}, h("th", { scope: "col" }, t("Component")), h("th", { scope: "col" }, t("Value")), ...powers),
        ),
        h("tbody", {}, ...rows.map(row)),
        sum,
      ),
    ),
    answer.components.length > 1
      ? h(
          "p",
          { class: "quiet" },
          t("A column of the sum is 1 where an odd number of rows have a 1. All 0: whoever is to move is lost."),
        )
      : null,
  );
}

function short(value: number | string): string {
  const text = String(value);
  return text.length > 24 ? `${text.slice(0, 10)}…${text.slice(-10)}` : text;
}
