/** A row of jars: the traps among single heaps, in order. The pupil fills the next jar; then looks at sums of neighbours. */
import { Refusal, server } from "../api";
import { button, formOf, h } from "../dom";
import { collect, collected } from "../notebook";
import { t } from "../text";

/** So many jars are filled at most. */
const MOST = 11;

/** So many jars are there before sums of neighbours say something. */
const ENOUGH = 4;

export function jarsStop(game: string): Node[] {
  const row = h("ol", { class: "jars", "aria-label": t("Traps, in order") });
  const told = h("p", { class: "verdict", role: "status" });
  const tools = h("div", { class: "tools" });
  const guess = h("input", {
    type: "number",
    class: "count",
    min: 1,
    max: 100000,
    required: true,
    "aria-label": t("The next trap"),
  });
  let sums = false;
  let traps: number[] = [];

  /** How many of the first traps the pupil knows. */
  function filled(): number[] {
    const first = traps.findIndex((n) => !collected().includes(`${game} ${n}`));
    return traps.slice(0, first < 0 ? traps.length : first);
  }

  function paint(): void {
    const jars = filled();
    row.replaceChildren(
      ...jars.map((n, i) => {
        const [a, b] = [jars[i - 2], jars[i - 1]];
        const sum = sums && a !== undefined && b !== undefined ? `${a} + ${b} = ${a + b}` : "";
        return h(
          "li",
          { class: sum && Number(a) + Number(b) === n ? "jar hit" : "jar" },
          h("b", {}, String(n)),
          sum ? h("span", { class: "quiet" }, sum) : "",
        );
      }),
    );
    if (jars.length < MOST) row.append(h("li", { class: "jar empty", "aria-hidden": "true" }, h("b", {}, "?")));
    tools.replaceChildren(
      jars.length >= ENOUGH && !sums
        ? button(
            t("Add two neighbours"),
            () => {
              sums = true;
              paint();
            },
            { class: "soft" },
          )
        : "",
    );
    form.hidden = jars.length >= MOST;
  }

  async function fill(): Promise<void> {
    const n = Number(guess.value);
    try {
      const { outcome } = await server.position(`${game} ${n}`);
      const jars = filled();
      if (outcome !== "P") told.textContent = t("{n} is no trap: there is a way out.", { n });
      else if (jars.includes(n)) told.textContent = t("That jar is filled already.");
      else {
        collect([`${game} ${n}`]);
        told.textContent =
          n === traps[jars.length]
            ? t("Right: {n} is the next trap.", { n })
            : t("{n} is a trap, but one before it is missing.", { n });
        guess.value = "";
      }
      paint();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
    }
  }

  const form = formOf(
    () => void fill(),
    { class: "given guess" },
    h("span", {}, t("The next trap")),
    guess,
    h("button", { type: "submit", class: "soft" }, t("Check")),
  );
  server.pPositions(game, MOST).then(
    ({ positions }) => {
      traps = positions.map(([n]) => Number(n));
      paint();
    },
    (problem) => {
      if (!(problem instanceof Refusal)) throw problem;
      told.textContent = problem.message;
    },
  );
  return [h("h2", {}, t("Fill the jars with traps")), row, form, told, tools];
}
