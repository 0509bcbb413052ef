/** Twigs that merge: two twigs from one fork are dragged onto each other and become one, of a length that the pupil says;
 *  two forks become one. The engine says whether the picture is worth the same. So every bush shrinks to one stalk. */
import { Refusal, server, type Shown, type Twigs } from "../api";
import { button, formOf, h } from "../dom";
import { latestOf } from "../latest";
import { t } from "../text";
import { joining } from "./joining";
import { createStage } from "./stage";

export function twigsStop(start: Shown): Node[] {
  const place = h("div", { class: "twigs" });
  const told = h("p", { class: "verdict", role: "status" });
  const before: Twigs[] = [];

  const work = latestOf((problem) => {
    if (!(problem instanceof Refusal)) throw problem;
    told.textContent = problem.message;
  });

  /** Change the picture; what is not worth the same is shown, and not kept. */
  function change(now: Twigs, one: string, other: string, length?: number): void {
    void work(async (fresh) => {
      const next = await server.twig(now.position, { one, other, ...(length === undefined ? {} : { length }) });
      if (!fresh()) return;
      if (next.same) {
        before.push(now);
        show(next);
        told.textContent = t("Right: the picture is worth the same as before.");
      } else told.textContent = t("No: side by side, the old picture and the new one are no trap. So they differ.");
    });
  }

  function show(now: Twigs): void {
    const [component] = now.components;
    if (!component) return;
    const forkNames = component.drawing.shapes
      .filter(({ kind, name }) => kind === "circle" && name)
      .map(({ name }) => name);
    const signs = new Map(forkNames.map((name, i) => [name, String(i + 1)]));
    const stage = createStage(component, [], () => undefined, signs);
    const ask = h("div", { class: "rest" });
    const first = new Map<HTMLButtonElement, string[]>();
    const forks = new Map<HTMLButtonElement, string>();
    const light = (names: string[]): void => stage.frame([{ names, kind: "mine" }]);

    const hands = joining({
      fits: (one, other) => one !== other && first.has(one) === first.has(other),
      join: (one, other) => {
        const [a, b] = [first.get(one), first.get(other)];
        if (a && b) ask.replaceChildren(question(now, a, b));
        else change(now, forks.get(one) ?? "", forks.get(other) ?? "");
      },
    });
    const twigs = now.twigs.map((names, i) => {
      const words = t("Twig {number}: {length} long", { number: i + 1, length: names.length });
      const one = h(
        "button",
        {
          type: "button",
          class: "valued",
          "aria-label": words,
          onfocus: () => light(names),
          onpointerenter: () => light(names),
        },
        h("span", { class: "quiet" }, t("Twig {number}", { number: i + 1 })),
        h("b", {}, String(names.length)),
      );
      first.set(one, names);
      hands.add(one);
      return one;
    });
    const knots = forkNames.map((name, i) => {
      const one = h(
        "button",
        {
          type: "button",
          class: "valued",
          "aria-label": t("Fork {number}", { number: i + 1 }),
          onfocus: () => light([name]),
          onpointerenter: () => light([name]),
        },
        String(i + 1),
      );
      forks.set(one, name);
      hands.add(one);
      return one;
    });
    place.replaceChildren(
      stage.element,
      h("h3", {}, t("Twigs")),
      now.twigs.length > 1
        ? h("p", { class: "quiet" }, t("Drag a twig onto another that grows from the same fork: they become one."))
        : "",
      h("div", { class: "values" }, ...twigs),
      ask,
      ...(knots.length > 1
        ? [
            h("h3", {}, t("Forks")),
            h("p", { class: "quiet" }, t("Drag a fork onto another: may they be one? Try the forks of a ring.")),
            h("div", { class: "values" }, ...knots),
          ]
        : []),
      h(
        "div",
        { class: "tools" },
        before.length
          ? button(
              t("Undo"),
              () => {
                const last = before.pop();
                if (last) show(last);
                told.textContent = "";
              },
              { class: "soft" },
            )
          : "",
      ),
    );
    if (now.twigs.length === 1 && now.twigs[0]?.length === component.drawing.shapes.filter(isTwig).length)
      told.textContent = t("One stalk is left. Its height says what the whole picture is worth.");
  }

  /** How long is the twig that stands for two? */
  function question(now: Twigs, one: string[], other: string[]): HTMLElement {
    const words = t("How long is the one twig?");
    const guess = h("input", { type: "number", class: "count", min: 0, required: true, "aria-label": words });
    const form = formOf(
      () => change(now, one[0] ?? "", other[0] ?? "", Number(guess.value)),
      { class: "given guess" },
      h("span", {}, `${one.length} + ${other.length} → `),
      guess,
      h("button", { type: "submit", class: "primary" }, t("Check")),
    );
    queueMicrotask(() => guess.focus());
    return h("div", {}, h("p", {}, words), form);
  }

  void work(async (fresh) => {
    const now = await server.twig(start.position);
    if (fresh()) show(now);
  });
  return [h("h2", {}, t("Let twigs grow together")), place, told];
}

function isTwig({ kind, name }: { kind: string; name: string }): boolean {
  return kind === "line" && name !== "";
}
