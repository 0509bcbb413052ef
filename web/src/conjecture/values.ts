/** Rows and heaps get value cards. The value of a row is the least number that none of its moves leads to (mex); where a
 *  move leaves two rows, their values merge into a sum that the pupil fills in. Two cards that are put together ask for
 *  the value of both rows. */
import { Refusal, server } from "../api";
import { button, code, formOf, h } from "../dom";
import { t } from "../text";
import { additionTable } from "./addition";
import { joining } from "./joining";

/** Up to this size the pupil goes. */
const MOST = 12;

/** The sizes that were solved, by game; kept as long as the page. */
const solved = new Map<string, number[]>();

export function valuesStop(game: string): Node[] {
  const cards = h("ol", { class: "values", "aria-label": t("Values that you found") });
  const puzzle = h("section", { class: "puzzle", "aria-live": "polite" });
  const together = h("section", { class: "together", "aria-live": "polite" });
  const found = solved.get(game) ?? [0];
  solved.set(game, found);

  function paint(): void {
    const hands = joining({
      fits: (one, other) => one !== other,
      join: (one, other) => merge(Number(one.value), Number(other.value)),
    });
    cards.replaceChildren(
      ...found.map((value, n) => {
        const shown = [h("span", { class: "quiet" }, String(n)), h("b", {}, `*${value}`)];
        if (n === 0) return h("li", {}, ...shown);
        const card = h(
          "button",
          {
            type: "button",
            class: "valued",
            value: n,
            "aria-label": t("A row of {n}, value {value}", { n, value: `*${value}` }),
          },
          ...shown,
        );
        hands.add(card);
        return h("li", {}, card);
      }),
    );
    if (found.length > 2 && !together.childElementCount) {
      together.replaceChildren(
        h(
          "p",
          { class: "quiet" },
          t("Drag one card onto another, or press one and then the other: which value have both rows together?"),
        ),
      );
    }
  }

  /** Two rows together: which value has the sum? */
  function merge(a: number, b: number): void {
    const told = h("p", { role: "status" });
    const values = { a: `*${found[a]}`, b: `*${found[b]}` };
    const guess = h("input", {
      type: "number",
      class: "count",
      min: 0,
      required: true,
      "aria-label": t("{a} and {b} together", values),
    });
    const form = formOf(
      () => {
        void check();
      },
      {
        class: "given guess",
      },
      code(`${values.a} + ${values.b} = *`),
      guess,
      button(t("Check"), () => undefined, { type: "submit", class: "primary" }),
    );

    let missed = 0;

    async function check(): Promise<void> {
      try {
        const value = Number((await server.solve(`${game} ${a} + ${game} ${b}`)).value);
        if (Number(guess.value) !== value) missed += 1;
        told.textContent =
          Number(guess.value) !== value
            ? missed === 1
              ? t("No. That is not their value: try once more.")
              : t("No. Equal values cancel; write each as a sum of different numbers 1, 2, 4, …")
            : value === 0
              ? t("Right: equal values cancel. Whoever must move there has lost.")
              : t("Right: that is not 0, so whoever is to move there can win.");
      } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        told.textContent = problem.message;
      }
    }

    together.replaceChildren(h("h3", {}, t("A row of {a} and a row of {b}", { a, b })), form, told);
    guess.focus();
  }

  /** What the moves from a row of `n` leave, with the values of the parts. */
  async function next(): Promise<void> {
    const n = found.length;
    if (n > MOST)
      return void puzzle.replaceChildren(
        h("p", {}, t("You have found the values up to {n}. Do they repeat?", { n: MOST })),
      );
    try {
      const { moves } = await server.position(`${game} ${n}`);
      const options = await Promise.all(moves.map((move) => server.solve(`${move.to} + *0`)));
      const value = await truth(n);
      puzzle.replaceChildren(
        ...ask(
          n,
          value,
          options.map((option) =>
            option.components.filter((part) => part.position !== "*0").map((part) => Number(part.value ?? 0)),
          ),
        ),
      );
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      puzzle.replaceChildren(h("p", {}, problem.message));
    }
  }

  async function truth(n: number): Promise<number> {
    return (await server.values(game, n)).values.at(-1) ?? 0;
  }

  function ask(n: number, value: number, options: number[][]): Node[] {
    const told = h("p", { role: "status" });
    const sums: HTMLInputElement[] = [];
    const rows = options.map((parts) => {
      if (parts.length < 2) return h("li", {}, code(`*${parts[0] ?? 0}`));
      const sum = h("input", {
        type: "number",
        class: "count",
        min: 0,
        "aria-label": t("{a} and {b} together", { a: `*${parts[0]}`, b: `*${parts[1]}` }),
      });
      sum.addEventListener("change", () => {
        const right = parts.reduce((a, b) => a ^ b, 0);
        sum.setAttribute("aria-invalid", String(Number(sum.value) !== right));
      });
      sums.push(sum);
      return h("li", {}, code(parts.map((part) => `*${part}`).join(" + ")), " = ", sum);
    });
    const guess = h("input", {
      type: "number",
      class: "count",
      min: 0,
      required: true,
      "aria-label": t("Value of {n}", { n }),
    });
    const form = formOf(
      () => {
        if (sums.some((sum) => sum.value === "" || sum.getAttribute("aria-invalid") === "true")) {
          told.textContent = t(
            "First fill in the sums. Equal values cancel; write each as a sum of different numbers 1, 2, 4, …",
          );
        } else if (Number(guess.value) === value) {
          found.push(value);
          paint();
          void next();
        } else told.textContent = t("No: the value is the least number that is missing among those above.");
      },
      {
        class: "given guess",
      },
      guess,
      button(t("Check"), () => undefined, { type: "submit", class: "primary" }),
    );
    return [
      h("h3", {}, t("A row of {n}: its moves lead to", { n })),
      options.length ? h("ul", { class: "chips" }, ...rows) : h("p", {}, t("No move at all.")),
      h("p", {}, t("Which is the least number that is missing?")),
      form,
      told,
    ];
  }

  paint();
  void next();
  return [
    h("h2", {}, t("Value cards")),
    h(
      "p",
      { class: "quiet" },
      t(
        "The star marks a value: a row of value *3 is worth as much as a single Nim heap of 3, and *0 as much as none.",
      ),
    ),
    cards,
    together,
    puzzle,
    ...additionTable(),
  ];
}
