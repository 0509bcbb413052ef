/** Answers before a class: which moves win, one at a time, and what a value says. */
import type { Verdict } from "./api";
import type { Board } from "./board";
import { button, h } from "./dom";
import { t, tn, plain } from "./text";

/** At most so many winning moves are named. */
const NAMED = 6;

/** The moves that win, one of them marked on the board: rings of several at once would not say which belong together. */
export function winningMoves(wins: Verdict[], board: Board): HTMLElement {
  const [first] = wins;
  if (!first) return h("p", {}, t("No move wins."));
  const mark = (move: Verdict): void => {
    board.judge([move]);
    board.light([move]);
  };
  const rows = wins.slice(0, NAMED).map((move, i) =>
    h(
      "li",
      {},
      button(
        t("{number}. {move}", { number: i + 1, move: plain(move.move) }),
        () => {
          rows.forEach((row, j) => row.firstElementChild?.setAttribute("aria-pressed", String(j === i)));
          mark(move);
        },
        { class: "small", "aria-pressed": String(i === 0) },
      ),
    ),
  );
  mark(first);
  return h(
    "div",
    {},
    h(
      "p",
      {},
      tn(
        "{count} move wins; it is marked on the board.",
        "{count} moves win; press one and it is marked on the board.",
        wins.length,
      ),
    ),
    h("ol", { class: "wins-shown" }, ...rows),
  );
}

/** A value in a sentence. */
export function worth(value: number | string | null): string {
  if (value === null) return t("not known");
  if (String(value) === "0")
    return t("*0: this position is worth as much as no heap at all. Whoever must move has lost.");
  if (!/^\d+$/.test(String(value))) return `*${value}`;
  return t("*{value}: this position is worth as much as a single Nim heap of {value}.", { value });
}
