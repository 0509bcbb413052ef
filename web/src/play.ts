/** Playing: the board, whose turn it is, the moves so far, and the panels that explain. */
import { Refusal, server, type Made, type Move, type Reply, type Shown } from "./api";
import { createBoard } from "./board";
import { discoverPanel, record } from "./discover";
import { button, code, h } from "./dom";
import { begin, computers, played, position, redone, toMove, undone, winner, goTo, type Game, type Ply } from "./game";
import { hintBox } from "./hint";
import { gamePanel } from "./panel";
import { tabs } from "./tabs";
import { t } from "./text";
import { title } from "./titles";
import { understandPanel } from "./understand";

export interface Play {
  element: HTMLElement;
  game(): Game;
}

interface App {
  /** Keep the address and the way back up to date. */
  changed(game: Game, push: boolean): void;
  fail(problem: unknown): void;
  /** There is nothing to play: the server refused the position that the game begins at. */
  lost(text: string, problem: Refusal): void;
}

/** How long the computer's move may be looked at before it is made, in milliseconds. */
const PAUSE = 350;

export function createPlay(first: Game, app: App, paused = false): Play {
  let game = first;
  let shown: Shown | null = null;
  let waiting = paused;
  // A result that comes after the game went on elsewhere is dropped: its number is no longer the last.
  let last = 0;

  const heading = h("h1", { tabindex: "-1" });
  const rule = h("p", { class: "rule" });
  const place = h("p", { class: "place" });
  const news = h("div", { class: "news" });
  const turn = h("p", { class: "turn" });
  const status = h("div", { class: "status", role: "status" }, news, turn);
  const tools = h("div", { class: "tools" });
  const hint = hintBox({ light: (moves) => board.light(moves), fail: app.fail });
  const board = createBoard({ onPlay: (move) => void person(move.to, move), onText: (text) => void person(text) },
    h("div", { class: "help" }, tools, hint.element));
  const panel = gamePanel({
    goTo: (at) => move(goTo(game, at), true),
    change: (settings) => move({ ...game, ...settings }, waiting, false),
    restart: (you) => move(begin(game.start, { ...game, you }), false),
    load: (loaded) => void replay(loaded),
    fail: app.fail,
  });
  const understand = understandPanel({ light: board.light, tint: board.tint, play: (to) => void person(to) });
  const discover = discoverPanel();
  const side = tabs([
    [t("Game"), panel.element, () => undefined],
    [t("Understand"), understand.element, (open) => understand.open(open)],
    [t("Discover"), discover.element, (open) => discover.open(open)],
  ]);
  const stage = h("section", { class: "stage", "aria-label": t("Board") },
    heading, rule, place, status, board.element);
  const element = h("div", { class: "play" }, stage, h("aside", { "aria-label": t("About the game") }, side));

  async function work(task: (fresh: () => boolean) => Promise<void>): Promise<void> {
    const number = ++last;
    try {
      await task(() => number === last);
    } catch (problem) {
      if (number !== last) return;
      if (problem instanceof Refusal && !shown) return app.lost(position(game), problem);
      if (problem instanceof Refusal) paint();
      app.fail(problem);
    }
  }

  /** Go to another state of the game; the computer goes on only if it does not wait. */
  function move(next: Game, wait: boolean, push = true): void {
    game = next;
    waiting = wait;
    void work(async (fresh) => {
      const found = await server.position(position(game));
      if (!fresh()) return;
      if (game.at === 0) game = { ...game, start: found.position };
      shown = found;
      news.replaceChildren();
      paint();
      app.changed(game, push);
      if (onMove()) await computer(fresh);
    });
  }

  function onMove(): boolean {
    return computers(game) && !waiting && shown !== null && !shown.over;
  }

  /** A turn of the person at the page: their move, and the computer's reply to it. */
  async function person(to: string, chosen: Move | null = null): Promise<void> {
    if (!shown || computers(game)) return;
    const before = position(game);
    await work(async (fresh) => {
      // What is taken goes at once; that the rules allow it, and what comes of it, the server says.
      const gone = chosen ? board.leave(chosen.component, chosen.marks) : null;
      if (gone && !game.friend) turn.textContent = t("The computer is thinking…");
      if (game.friend) {
        const made = await server.move(before, to);
        await gone;
        if (fresh()) await make(made, {}, fresh, gone !== null);
        return;
      }
      const { made, comment, reply } = await server.turn(before, to, game.level, game.seed + game.at);
      await gone;
      if (!fresh() || !made) return;
      record(made.to, game);
      await make(made, comment ? { note: comment.sentence, kept: comment.kept } : {}, fresh, gone !== null);
      if (reply && fresh()) await answer(reply, fresh);
    });
  }

  /** The computer's move where it begins, or goes on. */
  async function computer(fresh: () => boolean): Promise<void> {
    const { reply } = await server.turn(position(game), null, game.level, game.seed + game.at);
    if (reply && fresh()) await answer(reply, fresh);
  }

  /** Show the computer's move, after a while in which the position can be seen. */
  async function answer(reply: Reply, fresh: () => boolean): Promise<void> {
    await new Promise((resume) => setTimeout(resume, PAUSE));
    if (fresh()) await make(reply, reply.why === null ? {} : { note: reply.why }, fresh);
  }

  async function make(made: Made, about: Partial<Ply>, fresh: () => boolean, gone = false): Promise<void> {
    if (!gone) await board.leave(made.component, made.marks);
    if (!fresh()) return;
    const mover = who(toMove(game));
    // The reply stands below the move that it answers, and what a teacher said of that.
    if (!computers(game)) news.replaceChildren();
    game = played(game, { to: made.to, move: made.move, ...about });
    shown = made.position;
    waiting = false;
    const line = h("p", {}, h("span", {}, t("{who}: {move}.", { who: mover, move: made.move })));
    if (about.note) line.append(" ", h("em", { class: about.kept === false ? "lost" : "" }, t("{sentence}.", { sentence: about.note })));
    news.append(line);
    paint();
    if (!computers(game) || shown.over) app.changed(game, true);
  }

  function who(player: 0 | 1): string {
    if (game.friend) return player === 0 ? t("First player") : t("Second player");
    return player === game.you ? t("You") : t("The computer");
  }

  function paint(): void {
    if (!shown) return;
    const mine = !computers(game);
    heading.replaceChildren(title(shown));
    rule.replaceChildren(...new Set(shown.components.map((component) => component.rule)).size === 1
      ? [shown.components[0]?.rule ?? ""] : [t("Each move is made in one of the parts. Whoever cannot move has lost.")]);
    place.replaceChildren(code(shown.position));
    turn.textContent = told(shown);
    turn.classList.toggle("end", shown.over);
    board.show(shown, mine);
    tools.replaceChildren(
      button(t("Undo"), () => move(undone(game), true), { disabled: game.at === 0 }),
      button(t("Redo"), () => move(redone(game), true), { disabled: game.at === game.plies.length }),
      button(t("Restart"), () => move(begin(game.start, game), false)),
      game.friend ? "" : button(t("Swap sides"), () => move({ ...game, you: game.you === 0 ? 1 : 0 }, false)),
      computers(game) && waiting && !shown.over
        ? button(t("Let the computer move"), () => move(game, false), { class: "primary" }) : "",
      mine && !shown.over ? hint.button(position(game)) : "",
    );
    hint.clear();
    panel.show(game, who);
    understand.show(shown, mine);
    discover.show(shown, shown.over ? winner(game, shown.outcome) : null, game);
  }

  function told(now: Shown): string {
    if (now.over) {
      const won = winner(game, now.outcome);
      if (game.friend) return won === 0 ? t("The first player wins.") : t("The second player wins.");
      return won === game.you ? t("You win!") : t("The computer wins.");
    }
    if (computers(game)) return waiting ? t("The computer is to move.") : t("The computer is thinking…");
    if (game.friend) return toMove(game) === 0 ? t("It is the first player's turn.") : t("It is the second player's turn.");
    return t("It is your turn.");
  }

  /** Play a loaded game again, move by move, so that only what is legal stands. */
  async function replay(loaded: Game): Promise<void> {
    await work(async (fresh) => {
      const plies: Ply[] = [];
      let at = loaded.start;
      for (const ply of loaded.plies) {
        const made = await server.move(at, ply.to);
        if (!fresh()) return;
        plies.push({ to: made.to, move: made.move });
        at = made.to;
      }
      move({ ...loaded, plies, at: plies.length }, true);
    });
  }

  void work(async (fresh) => {
    const found = await server.position(position(game));
    if (!fresh()) return;
    if (game.at === 0) game = { ...game, start: found.position };
    shown = found;
    paint();
    app.changed(game, false);
    if (onMove()) await computer(fresh);
  });
  return { element, game: () => game };
}

/** The moves of a game in the language in use. */
export async function translated(game: Game): Promise<Game> {
  const plies: Ply[] = [];
  for (const [i, ply] of game.plies.entries()) {
    const made = await server.move(position(game, i), ply.to);
    plies.push({ to: ply.to, move: made.move });
  }
  return { ...game, plies };
}
