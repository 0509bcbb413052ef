/** The end of a ladder: its boss is beaten, and what has been shown by that. */
import { button, h } from "./dom";
import { t } from "./text";

/** What is said when the boss of a ladder was beaten: it lies over the board, so that nothing shifts. */
export function celebrate(
  told: { boss: string; behind: string | null; won: number; rungs: number },
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
    told.behind === null ? null : h("p", {}, told.behind),
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
