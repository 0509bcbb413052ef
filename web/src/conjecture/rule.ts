/** A rule as a sentence with gaps. While it is made, the engine tests it on small positions; the first that breaks it is
 *  a board. */
import { Refusal, server, type Board } from "../api";
import { button, h } from "../dom";
import { boards } from "../film";
import { latestOf } from "../latest";
import { t, tn } from "../text";

/** What was chosen last, by game; kept as long as the page. */
interface Rule {
  guess: number | null;
  trap: boolean;
  exactly: boolean;
}

const made = new Map<string, Rule>();

/** `play` begins a game at a position. */
export function ruleMaker(game: string, play: (position: string) => void): HTMLElement {
  const element = h("section", { class: "my-rule" });
  void server.shelves(game).then(
    ({ shelves, guesses }) => {
      if (guesses.length) element.replaceChildren(...sentence(game, shelves.flat(), guesses, play));
    },
    (problem) => {
      if (!(problem instanceof Refusal)) throw problem;
      element.replaceChildren(h("p", {}, problem.message));
    },
  );
  return element;
}

function sentence(game: string, tried: Board[], guesses: string[], play: (position: string) => void): Node[] {
  const rule: Rule = made.get(game) ?? { guess: null, trap: true, exactly: false };
  made.set(game, rule);
  const told = h("p", { class: "verdict", role: "status" });
  const meter = h("div", { class: "tested", "aria-hidden": "true" });
  const breaks = h("div", { class: "broken" });

  const work = latestOf((problem) => {
    if (!(problem instanceof Refusal)) throw problem;
    told.textContent = problem.message;
  });

  function gap(label: string, options: [string, string][], value: string, onchange: (value: string) => void): Node {
    const list = h("select", { "aria-label": label, onchange: () => onchange(list.value) });
    for (const [key, words] of options) list.append(h("option", { value: key }, words));
    list.value = value;
    return list;
  }

  function test(): void {
    const { guess, trap, exactly } = rule;
    breaks.replaceChildren();
    if (guess === null) {
      meter.replaceChildren(...tried.map(() => h("i", {})));
      told.textContent = tn(
        "Fill in the gaps: your rule is tested on {count} board.",
        "Fill in the gaps: your rule is tested on {count} boards.",
        tried.length,
      );
      return;
    }
    void work(async (fresh) => {
      const { right, broken } = await server.guess(game, guess, trap, exactly);
      if (fresh()) show(right, broken);
    });
  }

  function show(right: (boolean | null)[], isTrap: boolean | null): void {
    meter.replaceChildren(...right.map((each) => h("i", { class: each === null ? "" : each ? "right" : "wrong" })));
    const spoken = right.filter((each) => each !== null).length;
    const held = right.filter((each) => each === true).length;
    const first = tried[right.indexOf(false)];
    const open = tried.length - spoken;
    if (first) {
      told.textContent = t("Right on {held} of {count} boards. Here it breaks:", { held, count: spoken });
      breaks.append(
        boards(first),
        h("p", {}, isTrap ? t("This is a trap.") : t("This is no trap: there is a way out.")),
        button(t("Play it|a game"), () => play(first.position), { class: "soft" }),
      );
    } else
      told.textContent = open
        ? t("Right on all {count} boards that it speaks of. Does “exactly when” hold too?", { count: spoken })
        : t("Right on all {count} boards, exactly. That is a rule worth proving.", { count: spoken });
  }

  test();
  return [
    h("h2", {}, t("My rule")),
    h(
      "p",
      { class: "gaps" },
      t("It is"),
      " ",
      gap(
        t("A trap or not"),
        [
          ["trap", t("a trap")],
          ["none", t("no trap")],
        ],
        rule.trap ? "trap" : "none",
        (value) => {
          rule.trap = value === "trap";
          test();
        },
      ),
      " ",
      gap(
        t("In which cases"),
        [
          ["when", t("when")],
          ["exactly", t("exactly when")],
        ],
        rule.exactly ? "exactly" : "when",
        (value) => {
          rule.exactly = value === "exactly";
          test();
        },
      ),
      " ",
      gap(
        t("What is so"),
        [["", t("…")], ...guesses.map((words, i): [string, string] => [String(i), words])],
        rule.guess === null ? "" : String(rule.guess),
        (value) => {
          rule.guess = value === "" ? null : Number(value);
          test();
        },
      ),
    ),
    meter,
    told,
    breaks,
  ];
}
