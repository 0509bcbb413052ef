/** Symmetry: choose a board and a mirror, touch a move, and see its partner. A move whose partner cannot be made after it
 *  is framed in red: copying fails there. What a mirror does, and which moves have partners, the server says. */
import { Refusal, server, type Board, type Mirror, type Shown } from "../api";
import { button, h } from "../dom";
import { boards } from "../film";
import { latestOf } from "../latest";
import { between, t, tn } from "../text";
import { createStage } from "./stage";

export function mirrorStop(start: Shown): Node[] {
  const place = h("div", { class: "mirror" });
  const shelf = h("div", { class: "shelf", role: "group", "aria-label": t("Boards") });
  const told = h("p", { class: "verdict", role: "status" });
  const game = start.components[0]?.game ?? "";

  const work = latestOf((problem) => {
    if (!(problem instanceof Refusal)) throw problem;
    place.replaceChildren();
    told.textContent = problem.message;
  });

  /** Put up a board; `asked` says whether it was chosen, and not only what stood there first. */
  function look(board: Pick<Board, "position" | "components">): void {
    for (const each of shelf.children) each.setAttribute("aria-pressed", String(name(each) === board.position));
    void work(async (fresh) => {
      const { mirrors } = await server.mirrors(board.position);
      if (!fresh()) return;
      if (!mirrors.length) {
        place.replaceChildren();
        told.textContent = t("This board has no mirror. Choose another.");
      } else show(board, mirrors);
    });
  }

  const name = (element: Element): string => (element instanceof HTMLElement ? (element.dataset.position ?? "") : "");

  function show(board: Pick<Board, "components">, mirrors: Mirror[]): void {
    const [component] = board.components;
    if (!component) return;
    let mirror = mirrors[0] as Mirror;
    let at = 0;
    // Every mirror of a board lists the same moves, in the same order.
    const stage = createStage(component, mirror.pairs, (number) => {
      at = number;
      paint();
    });
    const choice = h(
      "div",
      { class: "from", role: "group", "aria-label": t("Mirror") },
      ...mirrors.map((each) =>
        button(
          each.words,
          () => {
            mirror = each;
            paint();
          },
          { class: "small" },
        ),
      ),
    );
    const next = button(
      t("Next move"),
      () => {
        at = (at + 1) % mirror.pairs.length;
        paint();
      },
      { class: "soft" },
    );

    function paint(): void {
      [...choice.children].forEach((each, i) => each.setAttribute("aria-pressed", String(mirrors[i] === mirror)));
      const pair = mirror.pairs[at];
      if (!pair) return;
      const own = pair.at ? [pair.at] : pair.marks;
      const twin = pair.partner_at ? [pair.partner_at] : pair.partner;
      const clear = mirror.pairs.filter((each) => each.clear).length;
      const alone = mirror.pairs.length - clear;
      stage.frame([
        { names: own, kind: pair.clear ? "mine" : "clash" },
        { names: twin, kind: pair.clear ? "twin" : "clash" },
      ]);
      told.textContent = [
        pair.clear
          ? t("The dashed one is its partner: it can be copied.")
          : t("Its partner cannot be made after it. Copying fails here."),
        alone === 0
          ? t("All {count} moves have a partner.", { count: clear })
          : tn("{count} move has no partner.", "{count} moves have no partner.", alone),
      ].join(between());
    }

    place.replaceChildren(choice, stage.element, h("div", { class: "tools" }, next));
    paint();
  }

  void server.shelves(game).then(
    ({ shelves }) => {
      const all = shelves.flat();
      shelf.replaceChildren(
        ...all.map((board) => {
          const one = button(boards(board), () => look(board), { class: "frame", "aria-label": board.position });
          one.dataset.position = board.position;
          return one;
        }),
      );
      look(all.find(({ position }) => position === start.position) ?? start);
    },
    (problem) => {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
    },
  );
  return [
    h("h2", {}, t("Has every move a partner?")),
    h("p", { class: "quiet" }, t("Choose a board and a mirror. Touch a move: its partner appears.")),
    shelf,
    place,
    told,
  ];
}
