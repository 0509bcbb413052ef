/** Nim: the heaps in binary, and the pupil pairs the marks of each column: dragged onto each other, or pressed one after
 *  the other. */
import { server, type Shown } from "../api";
import { button, h } from "../dom";
import { t, tn } from "../text";
import { additionTable } from "./addition";
import { joining } from "./joining";

/** Larger heaps have too many columns for a small screen. */
const MOST = 255;

/** Heaps that are dealt: so many, each of at most so many counters. */
const DEALT = { heaps: [3, 4, 5], most: 15 };

export function columnsStop(start: Shown): Node[] {
  const place = h("div", { class: "rest" });
  const game = start.components[0]?.game ?? "";
  const deal = (heaps: number[]): void => place.replaceChildren(...pairing(game, heaps));
  const other = button(t("Other heaps"), () => {
    const count = DEALT.heaps[Math.floor(Math.random() * DEALT.heaps.length)] ?? 3;
    deal(Array.from({ length: count }, () => 1 + Math.floor(Math.random() * DEALT.most)));
  });
  deal(start.components.slice(0, 8).map((component) => Math.min(MOST, Number(component.sizes[0] ?? 0))));
  return [
    h("h2", {}, t("Pair the marks")),
    h("p", {}, t("Each heap is written as a sum of different numbers 1, 2, 4, 8, …")),
    place,
    h("div", { class: "tools" }, other),
    ...additionTable(),
  ];
}

function pairing(game: string, heaps: number[]): Node[] {
  const width = Math.max(1, ...heaps.map((n) => n.toString(2).length));
  const partner = new Map<HTMLButtonElement, HTMLButtonElement>();
  const columns: HTMLButtonElement[][] = Array.from({ length: width }, () => []);
  const told = h("p", { role: "status" });
  const name = (mark: HTMLButtonElement): string => mark.dataset.name ?? "";
  const column = (mark: HTMLButtonElement): HTMLButtonElement[] | undefined =>
    columns.find((all) => all.includes(mark));

  const hands = joining({
    fits: (one, other) => one !== other && column(one) === column(other) && !partner.has(other),
    join: (one, other) => {
      partner.set(one, other).set(other, one);
      paint();
    },
    alone: (mark) => {
      const other = partner.get(mark);
      if (!other) return false;
      partner.delete(mark);
      partner.delete(other);
      paint();
      return true;
    },
  });

  const rows = heaps.map((n) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, String(n)),
      ...[...n.toString(2).padStart(width, "0")].map((bit, at) => {
        if (bit === "0") return h("td", { class: "bit" });
        const worth = 2 ** (width - 1 - at);
        const mark = h(
          "button",
          { type: "button", class: "mark", "data-name": t("{worth} in the heap of {n}", { worth, n }) },
          String(worth),
        );
        columns[at]?.push(mark);
        hands.add(mark);
        return h("td", { class: "bit on" }, mark);
      }),
    ),
  );

  function paint(): void {
    const left = columns.map((all) => all.filter((mark) => !partner.has(mark)));
    // Each pair of a column has a colour of its own.
    for (const all of columns) {
      const seen: HTMLButtonElement[] = [];
      for (const mark of all) {
        const other = partner.get(mark);
        if (other && !seen.includes(other)) seen.push(mark);
        const pair = other ? seen.findIndex((each) => each === mark || each === other) : -1;
        mark.classList.toggle("paired", other !== undefined);
        mark.classList.toggle("second", pair % 2 === 1);
        mark.setAttribute(
          "aria-label",
          other ? t("{mark}, paired with {other}", { mark: name(mark), other: name(other) }) : name(mark),
        );
      }
    }
    const rest = left.reduce((sum, all) => sum + all.length, 0);
    const done = left.every((all) => all.length < 2);
    told.textContent = !done
      ? t("Drag marks of one column onto each other, or press one and then the other.")
      : rest === 0
        ? t("Everything is paired. Who wins from here?")
        : tn(
            "{count} mark has no partner. Who wins from here?",
            "{count} marks have no partner. Who wins from here?",
            rest,
          );
    ask.hidden = !done;
  }

  async function guess(next: boolean): Promise<void> {
    const { outcome } = await server.position(`${game} ${heaps.join(",")}`);
    const right = (outcome === "N") === next;
    told.textContent = right
      ? t("Right. Does it depend on the marks without a partner? Try other heaps.")
      : t("No. Look again at the marks without a partner, and try other heaps.");
  }

  const ask = h(
    "div",
    { class: "tools" },
    button(t("Whoever is to move"), () => void guess(true)),
    button(t("The other player"), () => void guess(false)),
  );
  paint();
  return [
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Pair the marks") },
      h("table", { class: "nimbers" }, h("tbody", {}, ...rows)),
    ),
    told,
    ask,
  ];
}
