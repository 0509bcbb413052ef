/** A proof to be done: the reader attacks a trap, and finds the reply to each attack. What leads where, and who wins
 *  there, is the server's. */
import { arena } from "./arena";
import { Refusal, server, type Made, type Move, type Shown } from "./api";
import { button, h } from "./dom";
import { boards } from "./film";
import { moved, opened, step } from "./scene";
import { between, sentence, t, tn } from "./text";

/** Both claims about one trap. */
export function claims(trap: Shown): HTMLElement {
  return h("div", { class: "claims" }, breaking(trap), replying(trap));
}

/** Moves that leave different positions. */
function attacksOn(trap: Shown): Move[] {
  return [...new Map(trap.moves.map((move) => [move.to, move])).values()];
}

/** First claim: no move leads from a trap to a trap. The reader tries one; the page shows its answer. */
function breaking(trap: Shown): HTMLElement {
  const all = attacksOn(trap).length;
  const tried = new Set<string>();
  const told = h("p", { class: "verdict", role: "status" });
  const strip = h("ol", { class: "film", "aria-label": t("Your move and the answer") });
  const again = button(t("Try another move"), reset, { class: "soft" });
  const table = arena((made) => void answer(made), tell);

  function tell(words: string): void {
    told.textContent = words;
  }

  function count(): string {
    return tried.size === all
      ? tn("You have tried its only move. This trap holds.", "You have tried all {count} moves. This trap holds.", all)
      : t("Tried: {count} of {all} moves.", { count: tried.size, all });
  }

  async function answer(made: Made): Promise<void> {
    again.hidden = false;
    try {
      const { reply } = await server.turn(made.position.position, null, "perfect", 0);
      if (!reply) return;
      const out = await server.solve(reply.position.position);
      if (out.outcome !== "P") return;
      tried.add(made.to);
      const frames: [Shown, string][] = [
        [made.position, t("You left")],
        [reply.position, t("The answer")],
      ];
      strip.replaceChildren(
        ...frames.map(([shown, words], i) => h("li", {}, boards(shown), h("b", {}, `${i + 1} ${words}`))),
      );
      tell(
        [
          t("No trap: there is a way out of it."),
          sentence(reply.move),
          t("Now you are in a trap again."),
          count(),
        ].join(between()),
      );
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message);
    }
  }

  function reset(): void {
    again.hidden = true;
    strip.replaceChildren();
    tell(t("Leave a trap, if you can.") + (tried.size ? between() + count() : ""));
    table.show(trap, true);
  }

  reset();
  return h(
    "section",
    { class: "claim" },
    h("h3", {}, t("Break this claim")),
    h("p", { class: "said" }, t("No move leads from a trap to a trap.")),
    table.element,
    strip,
    told,
    h("div", { class: "tools" }, again),
  );
}

/** Second claim: what a move leaves has a way out. The computer attacks; the reader finds the reply to each move. */
function replying(trap: Shown): HTMLElement {
  const attacks = attacksOn(trap);
  const done = new Set<string>();
  const told = h("p", { class: "verdict", role: "status" });
  const seal = h("p", { class: "seal", role: "status", hidden: true });
  const again = button("", () => onagain(), { class: "soft", hidden: true });
  const table = arena((made) => void judge(made), tell);
  let at: Move | null = null;
  let onagain = (): void => undefined;

  const buttons = attacks.map((move) => {
    const picture = h("span", { class: "still" });
    const place = button(picture, () => void attack(move), { class: "frame", "aria-label": sentence(move.move) });
    void server.position(move.to).then(
      (shown) => picture.replaceWith(boards(shown)),
      (problem) => {
        if (!(problem instanceof Refusal)) throw problem;
      },
    );
    return place;
  });

  function tell(words: string): void {
    told.textContent = words;
  }

  function paint(): void {
    attacks.forEach((move, i) => {
      buttons[i]?.setAttribute("aria-pressed", String(move === at));
      buttons[i]?.classList.toggle("done", done.has(move.to));
      if (done.has(move.to)) buttons[i]?.setAttribute("aria-description", t("answered"));
    });
    seal.hidden = done.size < attacks.length;
    seal.textContent = seal.hidden
      ? ""
      : t("Every attack has a reply, and each reply leaves a trap. So this is a trap.");
  }

  async function attack(move: Move): Promise<void> {
    at = move;
    again.hidden = true;
    paint();
    try {
      const made = await server.move(trap.position, move.to);
      if (at !== move) return;
      table.show(made.position, true, moved(opened(trap), step(made), 1));
      tell([t("The computer:"), sentence(move.move), t("Find the way out.")].join(between()));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message);
    }
  }

  async function judge(made: Made): Promise<void> {
    const move = at;
    if (!move) return;
    try {
      const { outcome } = await server.solve(made.position.position);
      if (at !== move) return;
      if (outcome === "P") {
        done.add(move.to);
        tell(t("Right: you left a trap."));
        paint();
        const next = attacks.find((each) => !done.has(each.to));
        again.textContent = next ? t("Next attack") : "";
        again.hidden = !next;
        if (next) onagain = (): void => void attack(next);
        return;
      }
      const { reply } = await server.turn(made.position.position, null, "perfect", 0);
      tell(
        [t("That is no trap: the computer has a way out."), reply ? sentence(reply.move) : ""]
          .filter(Boolean)
          .join(between()),
      );
      again.textContent = t("Try another reply");
      again.hidden = false;
      onagain = (): void => void attack(move);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message);
    }
  }

  const [first] = attacks;
  if (first) void attack(first);
  return h(
    "section",
    { class: "claim" },
    h("h3", {}, t("Find the reply")),
    h("p", { class: "said" }, t("This is a trap: every move from it can be answered.")),
    boards(trap),
    h("ol", { class: "attacks" }, ...buttons.map((each) => h("li", {}, each))),
    table.element,
    told,
    h("div", { class: "tools" }, again),
    seal,
  );
}
