/** Coins: cut the heap into blocks, and try to take the smallest. For who asks, the blocks snap to lengths that help. */
import { Refusal, server, type Component } from "../api";
import { button, h } from "../dom";
import { between, t } from "../text";
import { jarsStop } from "./jars";

/** So many traps are asked for: the largest is longer than any block. */
const MOST = 11;

export function blocksStop(component: Component): Node[] {
  let total = Math.min(200, Math.max(4, Number(component.sizes[0] ?? 20)));
  let blocks = [total];
  let snaps: number[] | null = null;
  const heap = h("input", {
    type: "number",
    class: "count",
    min: 4,
    max: 200,
    value: total,
    "aria-label": t("Coins in the heap"),
  });
  const row = h("div", { class: "blocks", role: "group", "aria-label": t("Blocks") });
  const cut = h("input", { type: "number", class: "count", min: 1, "aria-label": t("Length of the new block") });
  const told = h("p", { role: "status" });

  heap.addEventListener("change", () => {
    total = Math.max(4, Math.min(200, Number(heap.value) || total));
    heap.value = String(total);
    blocks = [total];
    told.textContent = "";
    paint();
  });

  /** Cut a block from the end of the longest. */
  function add(): void {
    const wanted = snaps ? snapped(Number(cut.value), snaps) : Math.floor(Number(cut.value));
    const longest = blocks.indexOf(Math.max(...blocks));
    const rest = (blocks[longest] ?? 0) - wanted;
    if (!(wanted >= 1) || rest < 1) return void (told.textContent = t("That block is too long."));
    blocks = [...blocks.filter((_, i) => i !== longest), rest, wanted].sort((a, b) => b - a);
    told.textContent = snaps && wanted !== Number(cut.value) ? t("It snapped to {length}.", { length: wanted }) : "";
    paint();
  }

  async function test(): Promise<void> {
    const smallest = Math.min(...blocks);
    try {
      const { position } = await server.move(`${component.game} ${total}`, {
        take: { component: 0, heaps: [0], count: String(smallest) },
      });
      if (position.outcome === "P")
        told.textContent = t("Taking {count} wins. Does your way to cut work for every heap? Try others.", {
          count: smallest,
        });
      else
        told.replaceChildren(
          t("Taking {count} lets the win go. Cut the heap in another way.", { count: smallest }),
          snaps ? "" : between(),
          snaps ? "" : button(t("Which lengths help?"), () => void help(), { class: "soft" }),
        );
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
    }
  }

  async function help(): Promise<void> {
    try {
      const { positions } = await server.pPositions(component.game, MOST);
      snaps = positions.map(([n]) => Number(n));
      told.textContent = t(
        "From now on blocks snap to the traps: {lengths}, … Use different ones, no two of which are neighbours in that list.",
        { lengths: snaps.slice(0, 7).join(", ") },
      );
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
    }
  }

  function paint(): void {
    cut.max = String(Math.max(...blocks) - 1);
    row.replaceChildren(
      ...blocks.map((length) => {
        const block = h("span", { class: "block" }, String(length));
        block.style.flexGrow = String(length);
        return block;
      }),
    );
  }

  paint();
  return [
    ...jarsStop(component.game),
    h("h2", {}, t("Cut the heap into blocks")),
    h("p", {}, t("Which first take wins? Cut the heap into blocks so that the smallest block is the answer.")),
    h("label", { class: "field" }, h("span", {}, t("Coins in the heap")), heap),
    row,
    h(
      "div",
      { class: "tools" },
      cut,
      button(t("Cut off a block"), add),
      button(t("One block again"), () => {
        blocks = [total];
        paint();
      }),
    ),
    button(t("Try to take the smallest block"), () => void test(), { class: "primary" }),
    told,
  ];
}

/** The length next to `length` among those that help. */
function snapped(length: number, lengths: number[]): number {
  return [...lengths].sort((a, b) => Math.abs(a - length) - Math.abs(b - length))[0] ?? length;
}
