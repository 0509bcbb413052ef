/** The values of two heaps as a map: the paler a cell, the smaller its value; 0, where whoever is to move is lost, stands
 *  out. */
import { server, type Shown } from "./api";
import { h, s } from "./dom";
import { t } from "./text";

/** The map goes to at least, and at most, so many. */
const LEAST = 10;
const MOST = 30;

/** The two heaps of a position; null where it has others. */
export function twoHeaps(shown: Shown): [number, number] | null {
  const sizes = shown.components.flatMap((part) => part.sizes.map(Number));
  const [a, b] = sizes;
  if (shown.misere || a === undefined || b === undefined || sizes.length !== 2) return null;
  return shown.components.every((part) => part.sizes.length) ? [a, b] : null;
}

/** The position of other heaps in the same place. */
function at(shown: Shown, [a, b]: [number, number]): string {
  const [first, second] = shown.components;
  if (!second || first?.game === second.game) return `${first?.game} ${a},${b}`;
  return `${first?.game} ${a} + ${second.game} ${b}`;
}

/** The map of a position of two heaps; `go` is called with the position of the cell that is pressed. */
export async function heatMap(
  shown: Shown,
  go: (text: string) => void,
  signal: AbortSignal,
): Promise<HTMLElement | null> {
  const here = twoHeaps(shown);
  if (!here) return null;
  const to = Math.max(LEAST, Math.min(MOST, Math.max(...here) + 2));
  const { values } = await server.heat(at(shown, here), to, signal);
  const largest = Math.max(1, ...values.flat());
  const told = h("p", { class: "quiet", role: "status" });
  let cursor: [number, number] = [Math.min(here[0], to), Math.min(here[1], to)];
  const cells = new Map<string, SVGGElement>();
  const svg = s("svg", {
    viewBox: `-1.4 -0.2 ${to + 2.6} ${to + 2.6}`,
    class: "grid heat",
    tabindex: "0",
    role: "application",
    "aria-label": t("Values of two heaps: arrow keys move, Enter goes there"),
    onkeydown: (event: KeyboardEvent) => key(event),
  });
  for (let a = 0; a <= to; a++) {
    for (let b = 0; b <= to; b++) {
      const value = values[a]?.[b] ?? 0;
      const rect = s("rect", { x: a, y: to - b, width: 0.96, height: 0.96, rx: 0.1 });
      rect.style.setProperty("--heat", `${Math.round((100 * value) / largest)}%`);
      const cell = s(
        "g",
        { class: value === 0 ? "zero" : "", onpointerenter: () => tell([a, b]), onclick: () => go(at(shown, [a, b])) },
        rect,
        to <= 16 ? s("text", { class: "worth", x: a + 0.48, y: to - b + 0.52 }, String(value)) : "",
      );
      if (a === here[0] && b === here[1]) cell.classList.add("stands");
      cells.set(`${a},${b}`, cell);
      svg.append(cell);
    }
  }
  for (let n = 0; n <= to; n += to > 16 ? 5 : 2) {
    svg.append(
      s("text", { class: "tick", x: n + 0.48, y: to + 1.7, "text-anchor": "middle" }, String(n)),
      s("text", { class: "tick", x: -0.3, y: to - n + 0.72, "text-anchor": "end" }, String(n)),
    );
  }

  function tell(now: [number, number]): void {
    cells.get(String(cursor))?.classList.remove("cursor");
    cursor = now;
    cells.get(String(cursor))?.classList.add("cursor");
    const value = values[now[0]]?.[now[1]] ?? 0;
    const pair = now.join(", ");
    told.textContent =
      value === 0
        ? t("{pair}: value 0, whoever is to move is lost.", { pair })
        : t("{pair}: value {value}.", { pair, value });
  }

  function key(event: KeyboardEvent): void {
    const step = (
      { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] } as Record<
        string,
        [number, number]
      >
    )[event.key];
    const within = (n: number): number => Math.max(0, Math.min(to, n));
    if (step) tell([within(cursor[0] + step[0]), within(cursor[1] + step[1])]);
    else if (event.key === "Enter") go(at(shown, cursor));
    else return;
    event.preventDefault();
  }

  return h(
    "section",
    { class: "heated" },
    h("h2", {}, t("Values of two heaps")),
    svg,
    told,
    h(
      "p",
      { class: "legend" },
      h("span", {}, h("span", { class: "swatch zero" }), " ", t("value 0: lost for whoever is to move")),
      h("span", {}, h("span", { class: "swatch low" }), " ", t("small values")),
      h("span", {}, h("span", { class: "swatch high" }), " ", t("large values")),
    ),
  );
}
