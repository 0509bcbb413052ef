/** The fifth stop: why, in small steps, then the boss. */
import { Refusal, server } from "./api";
import { behind, valued } from "./closing";
import { ladders, rungAddress, startOf } from "./ladder";
import { button, download, h } from "./dom";
import { hasStar } from "./stars";
import type { Place, Stop } from "./stop";
import { between, sentence, t } from "./text";

interface Handlers {
  go(address: string): void;
  lang(): string | null;
}

export function proveStop(handlers: Handlers): Stop {
  const element = h("div", { class: "panel prove" });
  let place: Place | null = null;
  let visible = false;
  let family = "";

  async function paint(): Promise<void> {
    if (!place || !visible) return;
    const game = place.start.components[0]?.game ?? "";
    if (family === game) return;
    family = game;
    const ladder = (await ladders()).find((each) => each.game === game);
    const boss = ladder?.rungs.at(-1);
    const start = ladder && boss ? startOf(boss, ladder) : null;
    element.replaceChildren(
      h("h2", {}, t("Why is it so?")),
      steps(game),
      boss
        ? h(
            "section",
            {},
            h("h2", {}, t("The boss")),
            hasStar(boss.position)
              ? h("p", { class: "beaten" }, t("You have beaten the boss!"), between(), behind(game))
              : "",
            h(
              "p",
              {},
              start === null
                ? t("Now win the largest of the ladder against a perfect opponent.")
                : t("Now win the largest of the ladder against a perfect opponent:"),
              start === null ? "" : between(),
              start === null ? "" : h("b", { translate: "no" }, start),
            ),
            button(t("To the boss"), () => handlers.go(rungAddress(boss, handlers.lang())), { class: "primary" }),
          )
        : "",
      theorem(boss?.position ?? place.start.position),
    );
  }

  return {
    element,
    show: (next) => {
      place = next;
      void paint();
    },
    open: (now) => {
      visible = now;
      if (now) family = "";
      void paint();
    },
  };
}

/** The reasons, one after the other, each asked for by the reader. */
function steps(game: string): HTMLElement {
  const all = reasons(game);
  const list = h("ol", { class: "steps" });
  const more = button(
    t("Next step"),
    () => {
      const next = all[list.childElementCount];
      if (next !== undefined) list.append(h("li", {}, next));
      more.hidden = list.childElementCount >= all.length;
    },
    { class: "soft" },
  );
  list.append(h("li", {}, all[0] ?? ""));
  more.hidden = all.length < 2;
  return h("section", { "aria-live": "polite" }, list, more);
}

function reasons(game: string): string[] {
  const general = [
    t(
      "Call a position safe when whoever leaves it to the other side can win. The end, where no move is left, is safe.",
    ),
    t("First claim: no safe position sees another safe one. From it, every move leads to a position that is not safe."),
    t("Second claim: every other position sees a safe one. From it, some move leads to a safe position."),
    t(
      "If both claims hold, whoever leaves a safe position can do so again and again, down to the end: so that player wins.",
    ),
  ];
  if (game === "nim")
    return [
      ...general,
      t("For Nim: call a position safe when every column of the binary numbers has an even number of marks."),
      t("A move changes one heap only, so some column of a safe position becomes odd: no safe position sees another."),
      t(
        "Otherwise take the leftmost odd column and a heap with a mark there. Turn over its marks in all odd columns: the heap becomes smaller, and every column even.",
      ),
    ];
  if (game === "fibonacci")
    return [
      ...general,
      t(
        "Every number is in one way a sum of different Fibonacci numbers 1, 2, 3, 5, 8, … no two of which are neighbours in that list (Zeckendorf).",
      ),
      t(
        "Whoever may take the smallest part takes it. The next part is more than twice as large, so the other side cannot take that.",
      ),
      t(
        "Whoever takes less than the smallest part leaves a rest whose own smallest part is at most twice that take: the other side can take it.",
      ),
      t(
        "So a heap is lost exactly when its smallest part is more than the limit: at the start, when it is a Fibonacci number.",
      ),
    ];
  if (valued(game))
    return [
      ...general,
      t(
        "Give each row the least number that none of its moves leads to. Value 0 is safe: no move leads from 0 to 0, and from any other value one move leads to 0.",
      ),
      t(
        "Two rows together: their values are added like Nim heaps, without carrying. So a sum is safe exactly when everything cancels (Sprague 1935, Grundy 1939).",
      ),
      t(
        "The values of these rows repeat from some length on. To prove it, it is enough to check finitely many: the certificate of the period says how many.",
      ),
    ];
  if (game === "cram" || game === "node-kayles" || game === "arc-kayles")
    return [
      ...general,
      t(
        "On a board that looks the same when it is turned half round, the second player can answer every move by its image, if a move never touches its own image.",
      ),
      t(
        "If one move in the middle takes all that could touch its own image, the first player makes it, and then answers so.",
      ),
    ];
  if (game === "chomp")
    return [
      ...general,
      t(
        "Suppose the bite at the last square loses. Then some answer to it wins. But the first player could have made that bite at once, since it takes the last square too.",
      ),
      t(
        "So whoever begins can win on every bar of more than one square (Gale 1974). The argument does not say how: that is still to be found.",
      ),
    ];
  if (game !== "wythoff") return general;
  return [
    ...general,
    t(
      "For two jars: build the pairs one by one. The smaller number of the next pair is the least that no pair has used; the larger one is one more away from it than in the pair before.",
    ),
    t(
      "No number stands in two pairs and no difference comes twice. So no row, column or diagonal holds two pairs: no safe pair sees another.",
    ),
    t(
      "Take any other position. The smaller number of biscuits stands in some pair, or the difference of the jars belongs to one: along that line a safe pair is in sight.",
    ),
    t(
      "Two signs for the last step: φ = 1.618… is the golden ratio, for which φ² = φ + 1, and ⌊x⌋ is x rounded down. So ⌊φ⌋ = 1, ⌊2φ⌋ = ⌊3.236…⌋ = 3, ⌊3φ⌋ = ⌊4.854…⌋ = 4: the smaller numbers of the pairs.",
    ),
    t(
      "The numbers ⌊nφ⌋ and ⌊nφ²⌋ together are all numbers, each once, since 1/φ + 1/φ² = 1; and they differ by n. So they are these pairs.",
    ),
  ];
}

/** What is known as a theorem, with its source; only when it is asked for. */
function theorem(text: string): HTMLElement {
  const place = h("div", {});
  const ask = button(
    t("Show the theorem and its source"),
    () =>
      void (async () => {
        try {
          const { outcome, reason, evidence } = await server.solve(text);
          // Of a position that is won the reason names the move, which is to be found.
          place.replaceChildren(
            outcome === "P" ? h("p", {}, sentence(reason)) : "",
            h("p", { class: "quiet" }, h("cite", { translate: "no" }, evidence.sentence)),
            proofFile(text),
          );
        } catch (problem) {
          if (!(problem instanceof Refusal)) throw problem;
          place.replaceChildren(h("p", {}, problem.message));
        }
      })(),
  );
  return h("section", {}, h("h2", {}, t("The theorem")), ask, place);
}

/** The proof of an answer as a file that Coq checks; where none can be written, the sentence that says so. */
export function proofFile(text: string): HTMLElement {
  const place = h("p", { class: "proof", role: "status" });
  const ask = button(
    t("Proved: download the proof for a proof checker (Coq)"),
    () =>
      void (async () => {
        ask.disabled = true;
        try {
          const made = await server.theorem(text);
          download(made.file, "text/plain", made.text);
          ask.disabled = false;
        } catch (problem) {
          if (!(problem instanceof Refusal)) throw problem;
          place.replaceChildren(problem.message);
        }
      })(),
    { class: "soft" },
  );
  place.append(ask);
  return place;
}
