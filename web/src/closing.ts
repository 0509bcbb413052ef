/** The end of a ladder: its boss is beaten, and what has been shown by that. */
import { button, h } from "./dom";
import { t } from "./text";

/** Games of rows, which have values. */
const VALUED = /^(dots|circle|kayles|dawsons-kayles|treblecross|grundy|lasker)$/;

/** Whether the rows of a game have values that repeat. */
export function valued(game: string): boolean {
  return VALUED.test(game);
}

/** The theorem that stands behind a game, in a sentence. */
export function behind(game: string): string {
  if (game === "wythoff")
    return t(
      "Behind it stands Wythoff's theorem (1907): the lost pairs are n · φ and n · φ², both rounded down, for n = 1, 2, 3, …, where φ = 1.618… is the golden ratio.",
    );
  if (game === "nim")
    return t(
      "Behind it stands Bouton's theorem (1901): in Nim a position is lost exactly when every column of the binary numbers has an even number of marks.",
    );
  if (game === "fibonacci")
    return t(
      "Behind it stands Whinihan's theorem (1963): whoever begins has lost exactly when the number of coins is a Fibonacci number.",
    );
  if (game === "chomp")
    return t(
      "Behind it stands Gale's theorem (1974): whoever begins can win on every bar of more than one square. It does not say how: that you had to find.",
    );
  if (game === "hackenbush")
    return t(
      "Behind it stands the colon principle: branches that grow from one fork add up like Nim heaps, and one single stalk can stand for them all.",
    );
  if (game === "geography")
    return t(
      "Behind it stands a theorem of Fraenkel, Scheinerman and Ullman (1993): who wins is decided by pairing the places of the board, each with a neighbour.",
    );
  if (game === "cram" || game === "node-kayles" || game === "arc-kayles")
    return t(
      "Behind it stands the mirror: on a board that looks the same when it is turned half round, a move can be answered by its image.",
    );
  return t(
    "Behind it stands the theorem of Sprague (1935) and Grundy (1939): every row has a value, and rows together are lost exactly when their values cancel.",
  );
}

/** What is said when the boss of a ladder was beaten: it lies over the board, so that nothing shifts. */
export function celebrate(
  told: { game: string; boss: string; won: number; rungs: number },
  on: { prove(): void; games(): void },
): HTMLDialogElement {
  const close = (then: () => void): void => {
    dialog.close();
    then();
  };
  const dialog: HTMLDialogElement = h(
    "dialog",
    { class: "triumph", "aria-labelledby": "triumph", onclose: () => dialog.remove() },
    h("p", { class: "glory", "aria-hidden": "true" }, "★ ★ ★"),
    h("h2", { id: "triumph", tabindex: "-1" }, t("You have beaten the boss!")),
    h(
      "p",
      {},
      t("{boss}: the largest of this ladder, and you won it. You have {won} of its {count} stars.", {
        boss: told.boss,
        won: told.won,
        count: told.rungs,
      }),
    ),
    h("p", {}, behind(told.game)),
    h("p", {}, t("Can you say why it must be so? That is the last stop.")),
    h(
      "div",
      { class: "tools" },
      button(t("Next: {stop}", { stop: t("Prove") }), () => close(on.prove), { class: "primary" }),
      button(t("Another game"), () => close(on.games)),
      button(t("Close"), () => dialog.close()),
    ),
  );
  return dialog;
}
