/** That this device is in a class: of which game, how much the class has found, and the way back to its activity. */
import { button, h } from "./dom";
import { ladders } from "./ladder";
import { classGrid, classHome, comingClass, leaveClass, onClass } from "./lesson";
import { t, tn } from "./text";

interface App {
  follow(event: MouseEvent, address: string): void;
  fail(problem: unknown): void;
}

/** A bar below the head of the page; empty for who is in no class. */
export function joinedBar(app: App): { element: HTMLElement; paint(): void } {
  const element = h("aside", { class: "in-class", "aria-label": t("Your class") });

  function paint(): void {
    const code = comingClass();
    element.hidden = code === null;
    if (code === null) return void element.replaceChildren();
    void name().then((game) => {
      if (comingClass() !== code) return;
      const grid = classGrid();
      const home = classHome();
      element.setAttribute("aria-label", t("Your class"));
      element.replaceChildren(
        h("p", {}, h("b", {}, game === null ? t("Class {code}", { code }) : t("Class {code}: {game}", { code, game })), " ",
          h("span", { class: "quiet" }, grid ? tn("{count} lost position found", "{count} lost positions found", grid.positions.length) : "")),
        home === null ? "" : h("a", { href: home, onclick: (event: MouseEvent) => app.follow(event, home) }, t("To the class's game")),
        button(t("Leave the class"), leaveClass, { class: "small" }));
    }).catch(app.fail);
  }

  async function name(): Promise<string | null> {
    const game = classGrid()?.game;
    if (game === undefined) return null;
    return (await ladders()).find((ladder) => ladder.game === game)?.title ?? game;
  }

  onClass(paint);
  return { element, paint };
}
