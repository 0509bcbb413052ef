/** The fifth stop: why, in small steps, then the boss. */
import { Refusal, server, type Proof } from "./api";
import { claims } from "./claims";
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
  let proved = "";

  async function paint(): Promise<void> {
    if (!place || !visible || proved === place.start.position) return;
    const { position, components } = place.start;
    proved = position;
    element.replaceChildren(h("p", { class: "quiet" }, t("Looking at the game…")));
    const ladder = (await ladders()).find((each) => each.game === components[0]?.game);
    // Its boss is of the game that is played, and not of another way to play it.
    const boss =
      place.start.misere || components.some(({ game }) => game !== ladder?.game) ? undefined : ladder?.rungs.at(-1);
    const start = ladder && boss ? startOf(boss, ladder) : null;
    try {
      const beaten = boss !== undefined && hasStar(boss.position);
      const [proof, end] = await Promise.all([server.proof(position), beaten ? server.proof(boss.position) : null]);
      const trap = proof.trap === null ? null : await server.position(proof.trap);
      if (proved !== position) return;
      element.replaceChildren(
        ...(trap ? [h("h2", {}, t("Be sure")), claims(trap)] : []),
        h("h2", {}, t("Why is it so?")),
        steps(proof.steps),
        boss
          ? h(
              "section",
              {},
              h("h2", {}, t("The boss")),
              beaten ? h("p", { class: "beaten" }, t("You have beaten the boss!"), between(), end?.behind ?? "") : "",
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
        theorem(position, proof),
      );
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      element.replaceChildren(h("p", {}, problem.message));
    }
  }

  return {
    element,
    show: (next) => {
      place = next;
      void paint();
    },
    open: (now) => {
      visible = now;
      if (now) proved = "";
      void paint();
    },
  };
}

/** The reasons, one after the other, each asked for by the reader. */
function steps(all: string[]): HTMLElement {
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

/** On what the answer rests, with its source; only when it is asked for. */
function theorem(text: string, proof: Proof): HTMLElement {
  const place = h("div", {});
  const known = proof.kind === "theorem";
  const ask = button(known ? t("Show the theorem and its source") : t("Show how it is known"), () =>
    place.replaceChildren(
      proof.behind === null ? "" : h("p", {}, proof.behind),
      proof.reason === null ? "" : h("p", {}, sentence(proof.reason)),
      h(
        "p",
        { class: "quiet" },
        proof.source === null ? t("Nobody can decide this in time.") : h("cite", { translate: "no" }, proof.source),
      ),
      proof.outcome === null || proof.outcome === "D" ? "" : proofFile(text),
    ),
  );
  return h("section", {}, h("h2", {}, known ? t("The theorem") : t("How it is known")), ask, place);
}

/** The proof of an answer as a file that Coq checks; where none can be written, the sentence that says so. */
export function proofFile(text: string): HTMLElement {
  const place = h("p", { class: "proof", role: "status" });
  const ask = button(
    t("Download a proof for a proof checker (Coq)"),
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
