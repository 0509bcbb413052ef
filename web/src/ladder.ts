/** The ladder of a game: its rungs, which of them were won, and which comes next. */
import { playAddress } from "./address";
import { server, type Ladder, type Rung } from "./api";
import { h } from "./dom";
import { hasStar } from "./stars";
import { language, t } from "./text";

const known = new Map<string, Promise<Ladder[]>>();

/** Every ladder; the server is asked once for each language. */
export function ladders(): Promise<Ladder[]> {
  const tag = language();
  const found = known.get(tag) ?? server.games().then((games) => games.ladders);
  known.set(tag, found);
  return found;
}

export function rungAddress(rung: Rung, lang: string | null): string {
  return playAddress(rung.position, { level: rung.level, computerFirst: rung.second, lang });
}

/** The first rung that is still to be won; the last when all are. */
export function next(ladder: Ladder): Rung | undefined {
  return ladder.rungs.find((rung) => !hasStar(rung.position)) ?? ladder.rungs.at(-1);
}

/** A start of more signs tells a pupil nothing. */
const SHORT = 9;

/** The start of a rung without the word of its game; null for a long one, and on a ladder of which one is no list of
 *  numbers or sides but a picture in signs: there the rungs are counted. */
export function startOf(rung: Rung, ladder: Ladder): string | null {
  const stateOf = ({ position }: Rung): string => position.slice(ladder.game.length + 1);
  const plain = ladder.rungs.every((each) => /^[\d,x]+$/.test(stateOf(each)));
  return plain && stateOf(rung).length <= SHORT ? stateOf(rung) : null;
}

/** A row of stars, a link for each rung with its start (of a long one, its number) below it, and how many were won. */
export function stars(
  ladder: Ladder,
  here: string | null,
  lang: string | null,
  follow: (event: MouseEvent, address: string) => void,
): HTMLElement {
  const rungs = ladder.rungs.map((rung, i) => {
    const address = rungAddress(rung, lang);
    const won = hasStar(rung.position);
    const state = startOf(rung, ladder);
    const words =
      state === null
        ? won
          ? t("Rung {number}, won", { number: i + 1 })
          : t("Rung {number}", { number: i + 1 })
        : won
          ? t("Rung {number}: {position}, won", { number: i + 1, position: state })
          : t("Rung {number}: {position}", { number: i + 1, position: state });
    return h(
      "li",
      {},
      h(
        "a",
        {
          href: address,
          class: won ? "won" : "",
          "aria-label": words,
          title: words,
          "aria-current": rung.position === here ? "step" : undefined,
          onclick: (event: MouseEvent) => follow(event, address),
        },
        h("span", { "aria-hidden": "true" }, won ? "★" : "☆"),
        h("span", { class: "start", "aria-hidden": "true", translate: "no" }, state ?? String(i + 1)),
      ),
    );
  });
  const won = ladder.rungs.filter((rung) => hasStar(rung.position)).length;
  const teaches = ladder.rungs.find(({ position }) => position === here)?.teaches;
  return h(
    "div",
    { class: "ladder" },
    h("ol", { class: "stars", "aria-label": t("The ladder") }, ...rungs),
    h("p", { class: "earned" }, t("{won} of {count} stars", { won, count: ladder.rungs.length })),
    teaches ? h("p", { class: "teaches" }, teaches) : "",
  );
}
