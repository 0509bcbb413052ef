/** Where a game turned, as a strip of small boards: the position, the move that lost, the reply that proves it, and the
 *  same idea where it is smaller. What would have won is for the reader to find. */
import { Refusal, server, type Review, type Shown } from "./api";
import { button, h } from "./dom";
import { position, type Game } from "./game";
import { small } from "./small";
import { sentence, t } from "./text";

interface Frame {
  text: string;
  title: string;
  words: string;
}

interface Handlers {
  /** Begin a game at a position. */
  begin(position: string): void;
}

/** `loser`: who lost, where the reader is one of the players. */
export function film(game: Game, review: Review, loser: "you" | "computer" | null, handlers: Handlers): HTMLElement {
  const element = h("div", { class: "film-strip" });
  const at = review.turning;
  if (at === null) return element;
  const frames: Frame[] = [{ text: position(game, at), title: t("Before"), words: couldWin(loser) }];
  const [lost, reply] = [game.plies[at], game.plies[at + 1]];
  if (lost) frames.push({ text: lost.to, title: t("The move"), words: sentence(lost.move) });
  // The reply proves it where the server has shown that whoever must answer it is lost.
  if (reply && review.outcomes[at + 2] === "P")
    frames.push({ text: reply.to, title: t("The reply"), words: sentence(reply.move) });

  const words = h("p", { role: "status" });
  const large = h("div", { class: "film-board" });
  const strip = h("ol", { class: "film", "aria-label": t("Where it turned, board by board") });
  const after = h("p", { class: "film-smaller" });
  element.append(strip, large, words, after);
  void show().catch((problem) => {
    // Without these boards the words beside them say enough.
    if (!(problem instanceof Refusal)) throw problem;
  });
  return element;

  async function show(): Promise<void> {
    const shown = await Promise.all(frames.map(({ text }) => server.position(text)));
    const buttons = frames.map((frame, i) =>
      button(h("span", {}, boards(shown[i]), h("b", {}, `${i + 1} ${frame.title}`)), () => look(i), { class: "frame" }),
    );
    strip.replaceChildren(...buttons.map((each) => h("li", {}, each)));
    look(0);
    const { steps } = await server.hint(frames[0]?.text ?? "");
    const smaller = steps.find(({ kind, position }) => kind === "smaller" && position !== null)?.position;
    if (!smaller) return;
    const picture = await server.position(smaller);
    after.replaceChildren(
      button(h("span", {}, boards(picture), h("b", {}, t("Try the same idea where it is smaller"))), () =>
        handlers.begin(picture.position),
      ),
    );

    function look(i: number): void {
      buttons.forEach((each, other) => each.setAttribute("aria-pressed", String(other === i)));
      large.replaceChildren(boards(shown[i]));
      words.textContent = frames[i]?.words ?? "";
    }
  }
}

function couldWin(loser: "you" | "computer" | null): string {
  return loser === "you"
    ? t("Here you could still win.")
    : loser === "computer"
      ? t("Here the computer could still win.")
      : t("Here the loser could still win.");
}

/** A position as small pictures side by side. */
export function boards(shown: Pick<Shown, "position" | "components" | "takes"> | undefined): HTMLElement {
  const parts = shown?.components ?? [];
  const over = parts.every(({ drawing }) => !drawing.shapes.length) || shown?.position === "*0";
  return h(
    "span",
    { class: "still", "data-skin": parts[0]?.skin ?? "" },
    ...(over
      ? [t("(nothing is left)")]
      : parts.map((part, i) => small(part, shown?.takes.some(({ component }) => component === i) ?? false))),
  );
}
