/** That this device is in a class: of which game, how much the class has found, and the way back to its activity. */
import { button, h } from "./dom";
import { ladders } from "./ladder";
import { classGrid, classHome, comingClass, leaveClass, onClass } from "./lesson";
import { language, t, tn } from "./text";

interface App {
  follow(event: MouseEvent, address: string): void;
  fail(problem: unknown): void;
}

/** A bar below the head of the page; hidden for who is in no class. */
export function joinedBar(app: App): { element: HTMLElement; paint(): void } {
  const name = h("b");
  const count = h("span", { class: "quiet" });
  const element = h("section", { class: "in-class", hidden: true });
  /** What the bar was made for: only the numbers change in it, so that a key pressed on its buttons is not lost. */
  let made = "";

  function paint(): void {
    const code = comingClass();
    element.hidden = code === null;
    if (code === null) return;
    const home = classHome();
    const key = `${code} ${home} ${language()}`;
    if (key !== made) {
      made = key;
      element.setAttribute("aria-label", t("Your class"));
      name.textContent = t("Class {code}", { code });
      count.textContent = "";
      element.replaceChildren(
        h("p", {}, name, " ", count),
        home === null
          ? ""
          : h("a", { href: home, onclick: (event: MouseEvent) => app.follow(event, home) }, t("To the class's game")),
        button(t("Leave the class"), leaveClass),
      );
    }
    const grid = classGrid();
    if (!grid) return;
    void ladders()
      .then((all) => {
        if (key !== made) return;
        const game = all.find((ladder) => ladder.game === grid.game)?.title ?? grid.game;
        name.textContent = t("Class {code}: {game}", { code, game });
        count.textContent = tn("{count} lost position found", "{count} lost positions found", grid.positions.length);
      })
      .catch(app.fail);
  }

  onClass(paint);
  return { element, paint };
}
