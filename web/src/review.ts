/** The second stop, after the end of a game: the list of moves with the turning point, and why. Below it, for who asks,
 *  the whole answer for the position on the board. */
import { Refusal, server, type Move, type Review } from "./api";
import { button, h } from "./dom";
import { film } from "./film";
import { type Game } from "./game";
import { contribute } from "./lesson";
import { close, collect, collected } from "./notebook";
import type { Place, Stop } from "./stop";
import { sentence, t, plain } from "./text";
import { understandPanel } from "./understand";

interface Handlers {
  /** Play on from there, where `said` tells what can be tried. */
  goTo(at: number, said: string): void;
  /** Only look at it. */
  look(at: number): void;
  light(moves: Move[]): void;
  tint(classes: Map<string, string>): void;
  play(to: string): void;
  who(player: 0 | 1): string;
  /** Begin a game at a position. */
  begin(position: string): void;
}

export function reviewStop(handlers: Handlers): Stop {
  const seen = h("section", { class: "review", "aria-live": "polite" });
  const understand = understandPanel(handlers);
  const answer = h(
    "details",
    { class: "answer" },
    h("summary", {}, t("Show the whole answer for this position")),
    understand.element,
  );
  const element = h("div", { class: "panel" }, seen, answer);
  let place: Place | null = null;
  /** The last game that was looked at, as its moves, and what was said of it. */
  let known: { game: string; review: Review } | null = null;
  let shot: { review: Review; element: HTMLElement } | null = null;
  let visible = false;
  answer.addEventListener("toggle", () => understand.open(visible && answer.open));

  function show(next: Place): void {
    place = next;
    // Of a game that is over there is nothing to answer.
    answer.hidden = next.won !== null;
    understand.show(next.shown, next.won === null && (next.game.friend || next.game.you === next.game.at % 2));
    if (next.won !== null && next.game.at === next.game.plies.length) {
      if (!next.game.friend) close(next.game.seed, next.won === next.game.you);
      void look(next.game);
    } else if (visible) paint();
  }

  async function look(game: Game): Promise<void> {
    const moves = game.plies.map((ply) => ply.to);
    const name = [game.start, ...moves].join(";");
    if (known?.game !== name && moves.length) {
      try {
        const review = await server.review(game.start, moves);
        known = { game: name, review };
        collect([game.start, ...moves].filter((_, i) => review.outcomes[i] === "P"));
        void contribute(collected());
      } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        seen.replaceChildren(h("p", {}, problem.message));
        return;
      }
    }
    if (visible) paint();
  }

  function paint(): void {
    if (!place) return;
    const { game, won } = place;
    const whole = known?.game === [game.start, ...game.plies.map((ply) => ply.to)].join(";") ? known.review : null;
    const heading = h("h2", {}, t("Where was it decided?"));
    if (!whole) {
      seen.replaceChildren(
        heading,
        h(
          "p",
          { class: "quiet" },
          won === null
            ? t("Play to the end: then the move that decided the game is marked here.")
            : t("Looking at the game…"),
        ),
      );
      return;
    }
    const { turning } = whole;
    const loser = won === null || game.friend ? null : won === game.you ? "computer" : "you";
    const mark =
      loser === "computer"
        ? t("The turning point: here the computer gave the win away.")
        : loser === "you"
          ? t("The turning point: after this move nothing could save you.")
          : t("The turning point: from here nobody could save the loser.");
    const rows = game.plies.map((ply, i) =>
      h(
        "li",
        { class: i === turning ? "turning" : "" },
        button(
          t("{who}: {move}", { who: handlers.who(i % 2 === 0 ? 0 : 1), move: plain(ply.move) }),
          () => handlers.look(i + 1),
          { "aria-current": i + 1 === game.at ? "step" : undefined },
        ),
        i === turning ? h("p", { class: "quiet" }, mark) : null,
      ),
    );
    const words =
      turning !== null ? decided(loser) : whole.outcomes.includes(null) ? sentence(whole.sentence) : never(loser);
    seen.replaceChildren(
      heading,
      h("p", {}, words),
      turning === null ? "" : filmOf(game, whole, loser),
      turning === null ? "" : again(turning, loser),
      h("details", { open: turning === null }, h("summary", {}, t("Every move")), h("ol", {}, ...rows)),
    );
  }

  /** The film of a game is made once. */
  function filmOf(game: Game, review: Review, loser: "you" | "computer" | null): HTMLElement {
    if (shot?.review !== review) shot = { review, element: film(game, review, loser, handlers) };
    return shot.element;
  }

  /** Where one move decided the game. */
  function decided(loser: "you" | "computer" | null): string {
    return loser === "you"
      ? t("Before the marked move you could still win. Your turn, from there.")
      : loser === "computer"
        ? t("The computer gave it away: until the marked move it could have won.")
        : t("Until the marked move the loser could have won.");
  }

  /** Where the loser could not have won at any time. */
  function never(loser: "you" | "computer" | null): string {
    return loser === "you"
      ? t("Nothing could have saved you here: from this start the other side wins, if it makes no mistake.")
      : loser === "computer"
        ? t("You never let go: the computer could not have won at any time.")
        : t("The loser could not have won at any time: it was decided at the start.");
  }

  function again(turning: number, loser: "you" | "computer" | null): HTMLElement {
    return button(
      loser === "you" ? t("Play on from there") : t("Go to that position"),
      () =>
        handlers.goTo(
          turning,
          loser === "you"
            ? t("There is a winning move here: find it.")
            : loser === "computer"
              ? t("Here the computer could have won. Do you see how?")
              : t("Here the loser could have won. Do you see how?"),
        ),
      { class: "primary" },
    );
  }

  function open(now: boolean): void {
    visible = now;
    understand.open(now && answer.open);
    if (now) paint();
  }

  return { element, show, open };
}
