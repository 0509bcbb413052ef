/** Coins: cut the heap into blocks, and try to take the smallest. For who asks, the blocks snap to lengths that help. */
import { Refusal, server, type Component } from "../api";
import { button, h } from "../dom";
import { between, t } from "../text";

export function blocksStop(component: Component): Node[] {
  let total = Math.min(200, Math.max(4, Number(component.sizes[0] ?? 20)));
  let blocks = [total];
  let snaps = false;
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
    const wanted = snaps ? snapped(Number(cut.value)) : Math.floor(Number(cut.value));
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
          snaps ? "" : button(t("Which lengths help?"), help, { class: "soft" }),
        );
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
    }
  }

  function help(): void {
    snaps = true;
    told.textContent = t(
      "From now on blocks snap to the lengths 1, 2, 3, 5, 8, 13, 21, …: use different ones, no two of which are neighbours in that list.",
    );
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

/** The Fibonacci number next to `length`. */
function snapped(length: number): number {
  let [a, b] = [1, 2];
  while (b < length) [a, b] = [b, a + b];
  return length - a <= b - length ? a : b;
}
