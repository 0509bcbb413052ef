/** Nim: the heaps in binary, and the pupil pairs the marks of each column. */
import { server, type Shown } from "../api";
import { button, h } from "../dom";
import { t, tn } from "../text";

/** Larger heaps have too many columns for a small screen. */
const MOST = 255;

export function columnsStop(start: Shown): Node[] {
  const heaps = start.components.slice(0, 8).map((component) => Math.min(MOST, Number(component.sizes[0] ?? 0)));
  const width = Math.max(1, ...heaps.map((n) => n.toString(2).length));
  const paired = new Set<string>();
  let held: string | null = null;
  const told = h("p", { role: "status" });
  const cells = new Map<string, HTMLButtonElement>();

  const rows = heaps.map((n, row) => h("tr", {}, h("th", { scope: "row" }, String(n)),
    ...[...n.toString(2).padStart(width, "0")].map((bit, column) => {
      const name = `${row},${column}`;
      if (bit === "0") return h("td", { class: "bit" });
      const worth = 2 ** (width - 1 - column);
      const cell = button(String(worth), () => touch(name), { class: "mark", "aria-pressed": "false", "aria-label": t("{worth} in the heap of {n}", { worth, n }) });
      cells.set(name, cell);
      return h("td", { class: "bit on" }, cell);
    })));

  function touch(name: string): void {
    const column = name.split(",")[1];
    if (paired.has(name)) paired.clear();
    else if (held === null || held === name) held = held === name ? null : name;
    else if (held.split(",")[1] !== column) held = name;
    else {
      paired.add(held).add(name);
      held = null;
    }
    paint();
  }

  function left(): string[] {
    return [...cells.keys()].filter((name) => !paired.has(name));
  }

  function done(): boolean {
    const columns = left().map((name) => name.split(",")[1]);
    return new Set(columns).size === columns.length;
  }

  function paint(): void {
    for (const [name, cell] of cells) {
      cell.classList.toggle("paired", paired.has(name));
      cell.setAttribute("aria-pressed", String(name === held || paired.has(name)));
    }
    const rest = left().length;
    told.textContent = !done() ? t("Press two marks of one column to pair them.")
      : rest === 0 ? t("Everything is paired. Who wins from here?")
        : tn("{count} mark has no partner. Who wins from here?", "{count} marks have no partner. Who wins from here?", rest);
    ask.hidden = !done();
  }

  async function guess(next: boolean): Promise<void> {
    const { outcome } = await server.position(`nim ${heaps.join(",")}`);
    const right = (outcome === "N") === next;
    told.textContent = right
      ? t("Right. Does it depend on the marks without a partner? Try another start.")
      : t("No. Look again at the marks without a partner, and try another start.");
  }

  const ask = h("div", { class: "tools" },
    button(t("Whoever is to move"), () => void guess(true)), button(t("The other player"), () => void guess(false)));
  paint();
  return [h("h2", {}, t("Pair the marks")),
    h("p", {}, t("Each heap is written as a sum of different numbers 1, 2, 4, 8, …")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Pair the marks") }, h("table", { class: "nimbers" }, h("tbody", {}, ...rows))),
    told, ask];
}
