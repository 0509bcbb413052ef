/** A worksheet to print, with its answer sheet. Its number, which is the seed of its positions, and how many they are
 *  stand in the address, so that another look, another language, or a link gives the same sheet. */
import { playAddress, showAddress } from "./address";
import { Refusal, server, type Component, type Exercise } from "./api";
import { button, code, h, s, select } from "./dom";
import { picture } from "./picture";
import { skinOf } from "./skins";
import { between, plain, sentence, t, tn } from "./text";
import { named } from "./titles";

interface App {
  go(address: string): void;
  fail(problem: unknown): void;
  lang(): string | null;
}

/** How many exercises a sheet may have, and the numbers of sheets. */
const COUNTS = ["4", "6", "8", "12", "16", "24"];
const SHEETS = 1000;
/** A grid to fill in has the pairs of so many numbers and 0. */
const GRID = 10;
/** Positions of no more characters than this stand on the sheet of answers. */
const LONG = 32;

export function createSheet(text: string, app: App): HTMLElement {
  const query = new URL(location.href).searchParams;
  let count = Number(COUNTS.find((n) => n === query.get("exercises")) ?? 8);
  let seed = numbered(query.get("sheet")) ?? 1 + Math.floor(Math.random() * SHEETS);
  let last = 0;
  const paper = h("div", { class: "paper", "aria-busy": "true" });
  const shown = h("input", {
    type: "checkbox",
    checked: query.has("answers"),
    onchange: () => {
      element.classList.toggle("answered", shown.checked);
      keep();
    },
  });
  const number = h("input", {
    type: "number",
    min: 1,
    max: SHEETS,
    inputmode: "numeric",
    value: seed,
    onchange: () => {
      seed = numbered(number.value) ?? seed;
      number.value = String(seed);
      void fill();
    },
  });
  const present = query.get("from") === "class";
  const element = h(
    "div",
    { class: shown.checked ? "sheet answered" : "sheet" },
    h(
      "div",
      { class: "tools no-print" },
      present
        ? button(t("Back to the presentation"), () => app.go(showAddress("class", text, app.lang())))
        : button(t("Back to the game"), () => app.go(playAddress(text, { lang: app.lang() }))),
      select(
        t("Exercises"),
        COUNTS.map((n) => [n, n]),
        String(count),
        (value) => {
          count = Number(value);
          void fill();
        },
      ),
      h("label", { class: "field" }, h("span", {}, t("Number of the sheet")), number),
      button(t("Other positions"), () => {
        seed = (seed % SHEETS) + 1;
        number.value = String(seed);
        void fill();
      }),
      h("label", { class: "check" }, shown, h("span", {}, t("Show the answers"))),
      button(t("Print"), () => window.print(), { class: "primary" }),
    ),
    paper,
  );

  /** The address says which sheet this is. */
  function keep(): void {
    const url = new URL(location.href);
    url.searchParams.set("sheet", String(seed));
    url.searchParams.set("exercises", String(count));
    if (shown.checked) url.searchParams.set("answers", "1");
    else url.searchParams.delete("answers");
    history.replaceState(null, "", url);
  }

  async function fill(): Promise<void> {
    const mine = ++last;
    keep();
    paper.setAttribute("aria-busy", "true");
    try {
      const start = await server.position(text);
      const game = start.components[0]?.game ?? "";
      const sheet = await server.sheet(start.misere ? `misere ${game}` : game, count, seed);
      const values = start.misere ? null : await pairsOf(game, sheet.exercises);
      if (mine !== last) return;
      const end = start.misere
        ? t("Misère play: whoever makes the last move loses.")
        : t("Whoever cannot move has lost.");
      paper.replaceChildren(
        h(
          "section",
          {},
          h(
            "div",
            { class: "line" },
            h("h1", { tabindex: "-1" }, named(sheet.game, sheet.title)),
            h("span", {}, t("Name:"), h("span", { class: "blank" })),
          ),
          h("p", { class: "quiet which" }, t("Worksheet {number}", { number: seed })),
          h("p", {}, sheet.rule, between(), end),
          h("p", {}, t("You are to move. Can you win? If so, write down a first move that wins.")),
          sheet.exercises.length < count
            ? h(
                "p",
                { class: "quiet no-print" },
                tn(
                  "Of this game {count} position fits on paper and differs from the others.",
                  "Of this game {count} positions fit on paper and differ from each other.",
                  sheet.exercises.length,
                ),
              )
            : null,
          h("ol", { class: "exercises" }, ...sheet.exercises.map(exercise)),
        ),
        questions(values, start.misere),
        h(
          "section",
          { class: "answers" },
          h("h2", {}, t("Answers")),
          h("p", { class: "quiet which" }, t("Worksheet {number}", { number: seed })),
          h("ol", {}, ...sheet.exercises.map(answer)),
          values
            ? h(
                "figure",
                { class: "pairs" },
                h("figcaption", {}, t("The grid: a filled square is lost for whoever is to move.")),
                pairsGrid(values),
              )
            : null,
        ),
      );
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (mine === last) paper.replaceChildren(h("p", {}, problem.message));
    } finally {
      if (mine === last) paper.removeAttribute("aria-busy");
    }
  }

  function exercise(each: Exercise, i: number): HTMLElement {
    return h(
      "li",
      {},
      h("b", { class: "number" }, `${i + 1}.`),
      h("div", { class: "drawn" }, ...each.components.map(drawn)),
      h(
        "p",
        { class: "choices" },
        h("span", { class: "box" }),
        " ",
        t("I can win"),
        h("span", { class: "box" }),
        " ",
        t("I am lost"),
      ),
      h("p", { class: "first" }, t("First move:"), h("span", { class: "blank" })),
    );
  }

  function answer(each: Exercise, i: number): HTMLElement {
    const more = typeof each.wins_total === "number" ? each.wins_total - each.wins.length : 0;
    const wins = each.wins.map(plain).join(t("; "));
    return h(
      "li",
      {},
      h("b", { class: "number" }, `${i + 1}.`),
      h(
        "p",
        {},
        // A graph is told by its picture: its edges would fill the page.
        each.position.length <= LONG ? h("span", {}, code(each.position), " ") : null,
        h("b", {}, each.outcome === "N" ? t("can be won") : each.outcome === "D" ? t("a draw") : t("lost")),
        each.outcome === "N"
          ? h(
              "span",
              {},
              t(": {moves}", { moves: wins }),
              more > 0 ? tn(" and {count} more", " and {count} more", more) : "",
            )
          : null,
      ),
      h("p", { class: "quiet" }, sentence(each.reason)),
    );
  }

  void fill().catch(app.fail);
  return element;
}

/** The values of all pairs of numbers; null for a game that has none. */
async function pairsOf(game: string, exercises: Exercise[]): Promise<(number | string | null)[][] | null> {
  if (!exercises.length || exercises.some(({ components }) => components.some(({ sizes }) => !sizes.length)))
    return null;
  try {
    return (await server.heat(`${game} 1,2`, GRID)).values;
  } catch (problem) {
    if (problem instanceof Refusal) return null;
    throw problem;
  }
}

/** What one learns from: a rule of one's own, the proof of a lost position, a grid to fill in, another game. */
function questions(values: (number | string | null)[][] | null, misere: boolean): HTMLElement {
  const ask = (title: string, words: string, lines: number): HTMLElement =>
    h("li", {}, h("p", {}, h("b", {}, title), between(), words), ...Array.from({ length: lines }, () => h("hr")));
  return h(
    "section",
    { class: "questions" },
    h("h2", {}, t("Think further")),
    h(
      "ol",
      {},
      ask(
        t("Work backwards."),
        t("Take the smallest position that you called lost. Write down every first move, and the answer that wins."),
        3,
      ),
      values
        ? h(
            "li",
            {},
            h(
              "p",
              {},
              h("b", {}, t("Fill in the grid.")),
              between(),
              t(
                "A square stands for two numbers. Fill the square 0, 0: it is lost. Cross out every square from which one move leads to a filled one. Then fill the smallest square that is left, and go on.",
              ),
            ),
            h("figure", { class: "pairs" }, pairsGrid(null)),
          )
        : null,
      ask(t("My rule."), t("What do all lost positions have in common? Say it so that a friend can use it."), 2),
      ask(
        t("Test it."),
        t("Draw a larger position that is lost by your rule. Let a friend begin there, and win."),
        values ? 1 : 4,
      ),
      ask(
        t("Another game."),
        misere
          ? t("Now whoever makes the last move wins. Which of your answers change?")
          : t("Now whoever makes the last move loses. Which of your answers change?"),
        2,
      ),
    ),
  );
}

/** The pairs of numbers as squares, empty or, with `values`, filled where whoever is to move has lost. */
function pairsGrid(values: (number | string | null)[][] | null): SVGSVGElement {
  const numbers = Array.from({ length: GRID + 1 }, (_, n) => n);
  return s(
    "svg",
    { viewBox: `-1.1 -0.1 ${GRID + 2.3} ${GRID + 2.3}`, role: "img", "aria-label": t("Grid of pairs of numbers") },
    ...numbers.flatMap((a) =>
      numbers.map((b) =>
        s("rect", {
          x: a,
          y: GRID - b,
          width: 1,
          height: 1,
          class: String(values?.[a]?.[b]) === "0" ? "lost" : "",
        }),
      ),
    ),
    ...numbers.flatMap((n) => [
      s("text", { x: n + 0.5, y: GRID + 1.8, "text-anchor": "middle" }, String(n)),
      s("text", { x: -0.25, y: GRID - n + 0.7, "text-anchor": "end" }, String(n)),
    ]),
  );
}

function drawn(component: Component): SVGSVGElement {
  const { drawing } = component;
  const svg = picture(drawing, skinOf(component));
  svg.style.setProperty(
    "--unit",
    `${Math.min(22, 300 / (drawing.width + 0.6), 190 / (drawing.height + 0.6)).toFixed(2)}px`,
  );
  return svg;
}

/** The number of a sheet; null where it is none. */
function numbered(text: string | null): number | null {
  const number = Number(text);
  return text && Number.isInteger(number) && number >= 1 && number <= SHEETS ? number : null;
}
