/** The addition table of nimbers, which the pupil fills in: the value of two heaps is the least number that stands neither
 *  before it in its row nor above it in its column. Each entry is compared with the engine's. */
import { Refusal, server } from "../api";
import { button, h } from "../dom";
import { t } from "../text";

/** The sides of the tables: when one is full, there is the next. */
const SIDES = [4, 8];

/** What was filled in, by row and column, smaller first; kept as long as the page. */
const filled = new Map<string, number>();
const name = (a: number, b: number): string => `${Math.min(a, b)},${Math.max(a, b)}`;

export function additionTable(): Node[] {
  const place = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("Add values") });
  const told = h("p", { role: "status" });
  const more = h("div", { class: "tools" });
  let side = SIDES[0] ?? 4;
  let inputs: HTMLInputElement[][] = [];

  const missing = (): number => {
    let count = 0;
    for (let a = 0; a < side; a++) for (let b = a; b < side; b++) count += filled.has(name(a, b)) ? 0 : 1;
    return count;
  };

  async function enter(a: number, b: number, input: HTMLInputElement): Promise<void> {
    input.removeAttribute("aria-invalid");
    const said = input.value.trim();
    if (!said) return;
    try {
      const { value } = await server.solve(`*${a} + *${b}`);
      if (input.value.trim() !== said) return;
      if (Number(said) === Number(value)) {
        filled.set(name(a, b), Number(value));
        const next = input === document.activeElement || document.activeElement === document.body;
        settle();
        const rest = missing();
        told.textContent = rest
          ? t("Right. Still to fill in: {count}.", { count: rest })
          : t("The table is full. Which pattern do you see?");
        if (next)
          inputs
            .flat()
            .find((each) => !each.readOnly)
            ?.focus();
      } else {
        input.setAttribute("aria-invalid", "true");
        told.textContent = t(
          "No: it is the least number that stands neither before it in its row nor above it in its column.",
        );
      }
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
    }
  }

  /** What is known cannot be changed any more. */
  function settle(): void {
    inputs.forEach((row, a) =>
      row.forEach((input, b) => {
        const known = filled.get(name(a, b));
        if (known === undefined) return;
        input.value = String(known);
        input.readOnly = true;
        input.removeAttribute("aria-invalid");
      }),
    );
    const larger = SIDES.find((each) => each > side);
    more.replaceChildren(
      missing() === 0 && larger
        ? button(
            t("A larger table"),
            () => {
              side = larger;
              draw();
              inputs
                .flat()
                .find((each) => !each.readOnly)
                ?.focus();
            },
            { class: "primary" },
          )
        : "",
    );
  }

  function draw(): void {
    const numbers = Array.from({ length: side }, (_, n) => n);
    inputs = numbers.map((a) =>
      numbers.map((b) => {
        const input: HTMLInputElement = h("input", {
          type: "text",
          inputmode: "numeric",
          maxlength: 2,
          autocomplete: "off",
          "aria-label": t("{a} and {b} together", { a: `*${a}`, b: `*${b}` }),
          onchange: () => void enter(a, b, input),
          onkeydown: (event: KeyboardEvent) => {
            if (event.key === "Enter") void enter(a, b, input);
            const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[
              event.key
            ] ?? [0, 0];
            if (down || right) inputs[a + (down ?? 0)]?.[b + (right ?? 0)]?.focus();
          },
        });
        return input;
      }),
    );
    place.replaceChildren(
      h(
        "table",
        { class: "addition" },
        h("thead", {}, h("tr", {}, h("th", {}, "+"), ...numbers.map((b) => h("th", { scope: "col" }, `*${b}`)))),
        h(
          "tbody",
          {},
          ...numbers.map((a) =>
            h("tr", {}, h("th", { scope: "row" }, `*${a}`), ...(inputs[a] ?? []).map((input) => h("td", {}, input))),
          ),
        ),
      ),
    );
    settle();
  }

  draw();
  return [
    h("h2", {}, t("Add values")),
    h(
      "p",
      {},
      t(
        "A move in a sum lowers one of its two parts. So each entry is the least number that stands neither before it in its row nor above it in its column.",
      ),
    ),
    place,
    told,
    more,
  ];
}
