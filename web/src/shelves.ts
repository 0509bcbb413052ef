/** Shelves of small boards, which the pupil sorts: is it a trap, or is there a way out? What is right the server says; what
 *  was found stays on the device. */
import { Refusal, server, type Board, type Shelves } from "./api";
import { button, h } from "./dom";
import { boards } from "./film";
import { collect, collected, open, opened } from "./notebook";
import { t, tn } from "./text";

const SHORT = 12;

const known = new Map<string, Promise<Shelves>>();

/** `play` begins a game at a position; `found` hears of a trap that was found. */
export function shelvesOf(game: string, play: (position: string) => void, found: () => void): HTMLElement {
  const element = h("div", { class: "shelves" });
  const asked = known.get(game) ?? server.shelves(game);
  known.set(game, asked);
  asked.then(
    ({ shelves }) => {
      if (shelves.length) element.replaceChildren(...sorting(shelves, play, found));
    },
    (problem) => {
      if (!(problem instanceof Refusal)) throw problem;
      known.delete(game);
      element.replaceChildren(h("p", {}, problem.message));
    },
  );
  return element;
}

/** The sizes of heaps and rows, which a small picture does not show. */
function numbers({ components }: Board): HTMLElement | string {
  const sizes = components.map((each) => each.sizes.join(" · ")).filter(Boolean);
  return sizes.length === components.length ? h("b", { class: "sizes", translate: "no" }, sizes.join(" + ")) : "";
}

/** A start of more signs, or one in the notation of a picture, tells a pupil nothing: then its places are counted. */
function nameOf({ position, components }: Board, number: number): string {
  const state = position.slice(position.indexOf(" ") + 1);
  if (state.length <= SHORT && !/[:@!]/.test(state)) return t("Board {number}: {board}", { number, board: state });
  const named = components.flatMap(({ drawing }) => drawing.shapes.filter(({ name }) => name));
  const lines = named.filter(({ kind }) => kind === "line").length;
  const board = [
    tn("{count} place", "{count} places", named.length - lines),
    ...(lines ? [tn("{count} line", "{count} lines", lines)] : []),
  ].join(t(", "));
  return t("Board {number}: {board}", { number, board });
}

function sorting(shelves: Board[][], play: (position: string) => void, found: () => void): Node[] {
  const all = shelves.flat();
  const told = h("p", { class: "verdict", role: "status" });
  const large = h("div", { class: "sorted" });
  const count = h("p", { class: "quiet" });
  let at: Board | null = null;

  const buttons = new Map(
    all.map((board, i) => [
      board.position,
      button(h("span", {}, boards(board), numbers(board)), () => choose(board), {
        class: "frame",
        "aria-label": nameOf(board, i + 1),
      }),
    ]),
  );

  /** What the pupil has found of a board. */
  function sign(position: string): "trap" | "way" | null {
    return collected().includes(position) ? "trap" : opened().includes(position) ? "way" : null;
  }

  function paint(): void {
    for (const board of all) {
      const one = buttons.get(board.position);
      const mark = sign(board.position);
      one?.setAttribute("aria-pressed", String(board === at));
      one?.querySelector(".sign")?.remove();
      if (!one || !mark) continue;
      one.append(h("span", { class: `sign ${mark}`, "aria-hidden": "true" }, mark === "trap" ? "◉" : "★"));
      one.setAttribute("aria-description", mark === "trap" ? t("a trap") : t("no trap"));
    }
    count.textContent = t("Sorted: {count} of {all} boards.", {
      count: all.filter(({ position }) => sign(position)).length,
      all: all.length,
    });
  }

  function choose(board: Board): void {
    at = board;
    told.textContent = "";
    const mark = sign(board.position);
    large.replaceChildren(
      boards(board),
      mark
        ? h("p", {}, mark === "trap" ? t("This is a trap.") : t("This is no trap: there is a way out."))
        : h(
            "div",
            { class: "tools" },
            button(t("A trap"), () => void judge(board, true)),
            button(t("There is a way out"), () => void judge(board, false)),
          ),
      told,
    );
    paint();
  }

  async function judge(board: Board, trap: boolean): Promise<void> {
    try {
      const { outcome } = await server.position(board.position);
      if (at !== board) return;
      if ((outcome === "P") === trap) {
        if (trap) collect([board.position]);
        else open(board.position);
        choose(board);
        told.textContent = t("Right.");
        if (trap) found();
        return;
      }
      told.textContent = trap
        ? t("No: there is a way out. Play it, and find it.")
        : t("No: every move from here can be answered. Play it, and see.");
      large.append(button(t("Play it|a game"), () => play(board.position), { class: "soft" }));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
    }
  }

  const first = all.find(({ position }) => !sign(position)) ?? all[0];
  if (first) choose(first);
  return [
    h("h2", {}, t("Trap or way out?")),
    h("p", { class: "quiet" }, t("Touch a board, and say what it is.")),
    ...shelves.map((shelf) =>
      h("div", { class: "shelf" }, ...shelf.map(({ position }) => buttons.get(position) ?? "")),
    ),
    count,
    large,
  ];
}
