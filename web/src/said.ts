/** What is said beside the board: whose turn it is, what was moved, by which rules. */
import type { Shown } from "./api";
import { h } from "./dom";
import { computers, drawn, toMove, type Game } from "./game";
import { between, sentence, t, plain } from "./text";
import { forcedPass, won, type News, type State } from "./turn";

export function who(game: Game, player: 0 | 1): string {
  if (game.friend) return player === 0 ? t("First player") : t("Second player");
  return player === game.you ? t("You") : t("The computer");
}

/** Whose turn it is, or how the game ended. */
export function turnWords(state: State): string {
  const { game, shown, waiting } = state;
  const winner = won(state);
  if (shown?.over) {
    if (game.friend) return winner === 0 ? t("The first player wins.") : t("The second player wins.");
    return winner === game.you ? t("You win!") : t("The computer wins.");
  }
  if (drawn(game)) {
    return game.agreed === game.at ? t("A draw, as both agreed.") : t("A draw: the position came back a third time.");
  }
  if (computers(game)) return waiting ? t("The computer is to move.") : t("The computer is thinking…");
  if (forcedPass(state)) return t("The other player moves again.");
  if (game.friend)
    return toMove(game) === 0 ? t("It is the first player's turn.") : t("It is the second player's turn.");
  return t("It is your turn.");
}

export function newsLine(game: Game, news: News): HTMLElement {
  if ("said" in news) return h("p", {}, news.said);
  const line = h("p", {}, h("span", {}, t("{who}: {move}.", { who: who(game, news.mover), move: plain(news.move) })));
  if (news.note) line.append(between(), h("em", { class: news.kept === false ? "lost" : "" }, sentence(news.note)));
  return line;
}

/** The rule of the game in a sentence, and who loses. */
export function rules(shown: Shown): Node {
  const one = new Set(shown.components.map((component) => component.rule)).size === 1;
  const rule = one ? (shown.components[0]?.rule ?? "") : t("Each move is made in one of the parts.");
  const end = shown.misere ? t("Misère play: whoever makes the last move loses.") : t("Whoever cannot move has lost.");
  return h("span", {}, h("span", {}, rule), between(), h("span", { class: shown.misere ? "misere" : "" }, end));
}
