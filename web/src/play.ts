/** Playing: the board, whose turn it is, and the stops of the journey beside it. */
import { analysisAddress, homeAddress, playAddress } from "./address";
import { Refusal, server, type Ladder, type Made, type Reply, type Shown, type Play as Played } from "./api";
import { createBoard } from "./board";
import { celebrate } from "./closing";
import { collectStop } from "./collect";
import { conjectureStop } from "./conjecture";
import { record } from "./notebook";
import { button, code, h } from "./dom";
import {
  begin,
  computers,
  drawn,
  played,
  position,
  redone,
  toMove,
  undone,
  winner,
  goTo,
  type Game,
  type Ply,
} from "./game";
import { hintBox } from "./hint";
import { earns, ladders, rungAddress, rungOf, startOf, stars } from "./ladder";
import { gamePanel } from "./panel";
import { proveStop } from "./prove";
import { reviewStop } from "./review";
import { moved, opened, step, type Scene } from "./scene";
import { chime } from "./sound";
import { giveStar, hasStar } from "./stars";
import type { Place, Stop } from "./stop";
import { tabs } from "./tabs";
import { between, sentence, t } from "./text";
import { title } from "./titles";

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
  go(address: string): void;
  lang(): string | null;
}

/** How long the computer's move may be looked at before it is made, in milliseconds. */
const PAUSE = 350;

/** `opening`: a move that was chosen before the game was shown. */
export function createPlay(first: Game, app: App, paused = false, opening: Played | null = null): Play {
  let game = first;
  let shown: Shown | null = null;
  /** The position at the start of the game: the board keeps its pictures. */
  let base: Shown | null = null;
  let waiting = paused;
  let all: Ladder[] = [];
  // A result that comes after the game went on elsewhere is dropped: its number is no longer the last.
  let last = 0;

  const heading = h("h1", { tabindex: "-1" });
  const rungs = h("div", { class: "rungs" });
  const rule = h("p", { class: "rule" });
  const place = h("p", { class: "place" });
  const news = h("div", { class: "news" });
  const turn = h("p", { class: "turn" });
  const status = h("div", { class: "status", role: "status", tabindex: "0" }, h("div", { class: "said" }, turn, news));
  const tools = h("div", { class: "tools" });
  const hint = hintBox({
    light: (moves) => board.light(moves),
    address: (text) => playAddress(text, { level: game.level, friend: game.friend, lang: app.lang() }),
    go: app.go,
    fail: app.fail,
  });
  const board = createBoard(
    { onPlay: (what) => void person(what, what), onText: (text) => void person(text) },
    h("div", { class: "help" }, tools, hint.element),
  );
  const panel = gamePanel({
    goTo: (at) => move(goTo(game, at), true),
    change: (settings) => move({ ...game, ...settings }, waiting, false),
    restart: (you) => move(begin(game.start, { ...game, you }), false),
    load: (loaded) => void replay(loaded),
    start: (text) => void elsewhere(text),
    analyse: () => app.go(analysisAddress(game, app.lang())),
    go: app.go,
    fail: app.fail,
  });
  const playing: Stop = { element: panel.element, show: () => panel.show(game, who), open: () => undefined };
  const element = h("div", { class: "play" });
  const stops: [string, Stop][] = [
    [t("Play"), playing],
    [
      t("Why?"),
      reviewStop({
        goTo: (at, said) => {
          move(goTo(game, at), true, true, said);
          visit(0);
        },
        look: (at) => move(goTo(game, at), true, false),
        light: board.light,
        tint: board.tint,
        play: (to) => void person(to),
        who: (player) => who(player),
      }),
    ],
    [t("Collect"), collectStop()],
    [t("Conjecture"), conjectureStop()],
    [t("Prove"), proveStop({ go: app.go, lang: app.lang })],
  ];
  // From the board to the second stop the way leads below the board, from each other stop at its own end.
  const side = tabs(
    stops.map(([label, stop], i) => [
      label,
      i === 0 ? stop.element : h("div", {}, stop.element, onward(i)),
      (open) => {
        if (open) element.dataset.stop = String(i);
        stop.open(open);
      },
    ]),
    t("Stops of the journey"),
  );
  const stage = h(
    "section",
    { class: "stage", "aria-label": t("Board") },
    h("div", { class: "title" }, heading, rungs),
    rule,
    status,
    board.element,
    place,
    onward(0),
  );
  element.append(side.heads, stage, h("aside", { "aria-label": t("About the game") }, side.panels));

  /** Open a stop, with its beginning in sight. */
  function visit(stop: number): void {
    side.open(stop, true);
    element.scrollIntoView({ block: "start" });
  }

  /** The way from a stop to the next. */
  function onward(stop: number): HTMLElement {
    const next = stops[stop + 1];
    return h(
      "p",
      { class: "onward" },
      next
        ? button(t("Next: {stop}", { stop: next[0] }), () => visit(stop + 1), { class: "soft" })
        : button(t("Another game"), () => app.go(homeAddress(app.lang())), { class: "soft" }),
    );
  }

  async function work(task: (fresh: () => boolean) => Promise<void>): Promise<void> {
    const number = ++last;
    try {
      await task(() => number === last);
    } catch (problem) {
      if (number !== last) return;
      if (problem instanceof Refusal && !shown) return app.lost(position(game), problem);
      if (problem instanceof Refusal) {
        // Where the computer's answer failed, it is asked again only when the player wants it.
        if (computers(game)) waiting = true;
        paint();
      }
      app.fail(problem);
    }
  }

  /** The board of the game as it stands now: from the start, move by move. */
  function scene(): Scene {
    let now = opened(base ?? (shown as Shown));
    game.plies.slice(0, game.at).forEach((ply, i) => {
      if (ply.step) now = moved(now, ply.step, i % 2 === 0 ? 0 : 1);
    });
    return now;
  }

  /** Have the start of the game, and what each move did on the board, so that the scene can be told. */
  async function known(fresh: () => boolean): Promise<void> {
    if (!base) base = game.at === 0 && shown?.position === game.start ? shown : await server.position(game.start);
    if (game.plies.every((ply) => ply.step)) return;
    const plies: Ply[] = [];
    let from = base.position;
    for (const ply of game.plies) {
      const made = ply.step ? null : await server.move(from, { to: ply.to, way: ply.way ?? 0 });
      if (!fresh()) return;
      plies.push(made ? { ...ply, to: made.to, move: made.move, step: step(made) } : ply);
      from = ply.to;
    }
    game = { ...game, plies };
  }

  /** Go to another state of the game; the computer goes on only if it does not wait. `said` tells what can be tried there. */
  function move(next: Game, wait: boolean, push = true, said = ""): void {
    if (next.start !== game.start) base = null;
    game = next;
    waiting = wait;
    void work(async (fresh) => {
      const found = await server.position(position(game));
      if (!fresh()) return;
      if (game.at === 0) game = { ...game, start: found.position };
      shown = found;
      await known(fresh);
      if (!fresh()) return;
      news.replaceChildren(said ? h("p", {}, said) : "");
      paint();
      app.changed(game, push);
      if (onMove()) await computer(fresh);
    });
  }

  function onMove(): boolean {
    return computers(game) && !waiting && shown !== null && !ended(shown);
  }

  /** A turn of the person at the page: their move, and the computer's reply to it. */
  async function person(what: string | Played, chosen: Played | null = null): Promise<void> {
    if (!shown || computers(game) || drawn(game)) return;
    const before = position(game);
    await work(async (fresh) => {
      // What is taken is seen to go at once; that the rules allow it, and what comes of it, the server says.
      if (chosen) board.going(chosen);
      if (chosen && !game.friend) turn.textContent = t("The computer is thinking…");
      if (game.friend) {
        const made = await server.move(before, what);
        if (fresh()) make(made, wayOf(what));
        return;
      }
      const { made, comment, reply } = await server.turn(before, what, game.level, game.seed + game.at);
      if (!fresh() || !made) return;
      record(made.to, game);
      make(made, { ...wayOf(what), ...(comment ? { note: comment.sentence, kept: comment.kept } : {}) });
      if (reply && fresh() && !drawn(game)) await answer(reply, fresh);
    });
  }

  /** The person at the page offers a draw; two persons have agreed on it. */
  async function offer(): Promise<void> {
    await work(async (fresh) => {
      const said = game.friend ? null : await server.draw(position(game));
      if (!fresh()) return;
      news.replaceChildren(said ? h("p", {}, sentence(said.sentence.replace(/[.。]$/, ""))) : "");
      if (!said || said.agreed) game = { ...game, agreed: game.at };
      paint();
      if (drawn(game)) app.changed(game, false);
    });
  }

  /** Whether no move is left, or the game is drawn. */
  function ended(now: Shown): boolean {
    return now.over || drawn(game);
  }

  function wayOf(what: string | Played): Partial<Ply> {
    return typeof what !== "string" && "way" in what && what.way ? { way: what.way } : {};
  }

  /** The computer's move where it begins, or goes on. */
  async function computer(fresh: () => boolean): Promise<void> {
    const { reply } = await server.turn(position(game), null, game.level, game.seed + game.at);
    if (reply && fresh()) await answer(reply, fresh);
  }

  /** Show the computer's move, after a while in which the position can be seen. */
  async function answer(reply: Reply, fresh: () => boolean): Promise<void> {
    await pause();
    if (!fresh()) return;
    board.going(reply);
    await pause();
    // Why it moved so is for the player to find out; that it does not know is not.
    if (fresh()) make(reply, reply.kind === "unknown" && reply.why !== null ? { note: reply.why } : {});
  }

  function make(made: Made, about: Partial<Ply>): void {
    const mover = who(toMove(game));
    // The reply stands below the move that it answers, and what a teacher said of that.
    if (!computers(game)) news.replaceChildren();
    game = played(game, { to: made.to, move: made.move, step: step(made), ...about });
    shown = made.position;
    waiting = false;
    const line = h("p", {}, h("span", {}, t("{who}: {move}.", { who: mover, move: made.move })));
    if (about.note)
      line.append(between(), h("em", { class: about.kept === false ? "lost" : "" }, sentence(about.note)));
    news.append(line);
    if (shown.over) rewarded(shown);
    paint();
    chime(ended(shown) ? "end" : "take");
    if (!computers(game) || ended(shown)) app.changed(game, true);
  }

  /** A game is over: a rung that was won gets its star, and after the last the game is told. */
  function rewarded(now: Shown): void {
    const rung = rungOf(all, game.start);
    const mine = rung?.ladder.rungs[rung.at];
    if (!rung || !mine || winner(game, now.outcome) !== game.you || !earns(game, mine)) return;
    giveStar(mine.position);
    const { ladder, at } = rung;
    if (at < ladder.rungs.length - 1) return;
    const told = {
      game: ladder.game,
      boss: [ladder.title ?? ladder.game, startOf(mine, ladder)].filter(Boolean).join(" "),
      won: ladder.rungs.filter(({ position }) => hasStar(position)).length,
      rungs: ladder.rungs.length,
    };
    const glory = celebrate(told, { prove: () => visit(4), games: () => app.go(homeAddress(app.lang())) });
    element.append(glory);
    glory.showModal();
  }

  function who(player: 0 | 1): string {
    if (game.friend) return player === 0 ? t("First player") : t("Second player");
    return player === game.you ? t("You") : t("The computer");
  }

  function paint(): void {
    if (!shown) return;
    const mine = !computers(game);
    const over = ended(shown);
    heading.replaceChildren(title(base ?? shown));
    rule.replaceChildren(rules(base ?? shown));
    place.replaceChildren(
      code(shown.position),
      shown.position === "*0" ? h("span", { class: "quiet" }, between(), t("(nothing is left)")) : "",
    );
    turn.textContent = told(shown);
    turn.classList.toggle("end", over);
    board.show(shown, scene(), mine && !drawn(game));
    tools.replaceChildren(
      button(t("Undo"), () => move(undone(game), true), { disabled: game.at === 0 }),
      button(t("Redo"), () => move(redone(game), true), { disabled: game.at === game.plies.length }),
      button(t("Restart"), () => move(begin(game.start, game), false)),
      // After the end the sides stand: who has won has won.
      game.friend || over ? "" : button(t("Swap sides"), () => move({ ...game, you: game.you === 0 ? 1 : 0 }, false)),
      computers(game) && waiting && !over
        ? button(t("Let the computer move"), () => move(game, false), { class: "primary" })
        : "",
      !over && mine && shown.components.some((component) => component.game === "loopy")
        ? button(game.friend ? t("Agree on a draw") : t("Offer a draw"), () => void offer())
        : "",
      over ? "" : hint.button(position(game), !mine),
    );
    hint.clear();
    climb();
    const now: Place = { shown, start: base ?? shown, game, won: shown.over ? winner(game, shown.outcome) : null };
    for (const [, stop] of stops) stop.show(now);
  }

  /** Where the game stands on its ladder, and after its end the ways on. */
  function climb(): void {
    const found = rungOf(all, game.start);
    const follow = (event: MouseEvent, address: string): void => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      app.go(address);
    };
    rungs.replaceChildren(found ? stars(found.ladder, game.start, app.lang(), follow) : "");
    // Where the ladder is wider than the screen, the rung that is played is in sight.
    const here = rungs.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    const row = here?.parentElement;
    if (here && row) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
    if (!shown || !ended(shown) || game.plies.length === 0) return;
    const won = shown.over && !game.friend && winner(game, shown.outcome) === game.you;
    const lost = shown.over && !won && !game.friend;
    const above = found && won ? found.ladder.rungs[found.at + 1] : undefined;
    const weak = won && (game.level === "random" || game.level === "slips");
    board.rest(
      above ? button(t("Next rung"), () => app.go(rungAddress(above, app.lang())), { class: "primary" }) : "",
      weak
        ? button(
            t("Now against a perfect computer"),
            () => move({ ...begin(game.start, game), level: "perfect" }, false),
            { class: above ? "soft" : "primary" },
          )
        : "",
      button(t("Play again"), () => move(begin(game.start, game), false), {
        class: above || lost || weak ? "" : "primary",
      }),
      button(t("Ask why"), () => visit(1), { class: lost ? "primary" : "soft" }),
    );
  }

  function rules(now: Shown): Node {
    const one = new Set(now.components.map((component) => component.rule)).size === 1;
    const said = one ? (now.components[0]?.rule ?? "") : t("Each move is made in one of the parts.");
    const end = now.misere ? t("Misère play: whoever makes the last move loses.") : t("Whoever cannot move has lost.");
    return h("span", {}, h("span", {}, said), between(), h("span", { class: now.misere ? "misere" : "" }, end));
  }

  function told(now: Shown): string {
    if (now.over) {
      const won = winner(game, now.outcome);
      if (game.friend) return won === 0 ? t("The first player wins.") : t("The second player wins.");
      return won === game.you ? t("You win!") : t("The computer wins.");
    }
    if (drawn(game)) {
      return game.agreed === game.at ? t("A draw, as both agreed.") : t("A draw: the position came back a third time.");
    }
    if (computers(game)) return waiting ? t("The computer is to move.") : t("The computer is thinking…");
    if (game.friend)
      return toMove(game) === 0 ? t("It is the first player's turn.") : t("It is the second player's turn.");
    return t("It is your turn.");
  }

  /** Begin at another position, of which only the state may have been typed. */
  async function elsewhere(text: string): Promise<void> {
    await work(async (fresh) => {
      const found = await server.start(text, shown?.components[0]?.game ?? "");
      // Who plays begins where that can be won, and answers where it cannot.
      if (fresh()) move(begin(found.position, { ...game, you: found.outcome === "P" && !game.friend ? 1 : 0 }), false);
    });
  }

  /** Play a loaded game again, move by move, so that only what is legal stands. */
  async function replay(loaded: Game): Promise<void> {
    await work(async (fresh) => {
      const plies: Ply[] = [];
      let at = loaded.start;
      for (const ply of loaded.plies) {
        const made = await server.move(at, { to: ply.to, way: ply.way ?? 0 });
        if (!fresh()) return;
        plies.push({ to: made.to, move: made.move, step: step(made), ...(ply.way ? { way: ply.way } : {}) });
        at = made.to;
      }
      base = null;
      move({ ...loaded, plies, at: plies.length }, true);
    });
  }

  void work(async (fresh) => {
    const [found, climbing] = await Promise.all([server.position(position(game)), ladders().catch(() => [])]);
    if (!fresh()) return;
    all = climbing;
    if (game.at === 0) game = { ...game, start: found.position };
    shown = found;
    await known(fresh);
    if (!fresh()) return;
    paint();
    app.changed(game, false);
    if (opening && game.at === 0) void person(opening, opening);
    else if (onMove()) await computer(fresh);
  });
  return { element, game: () => game };
}

async function pause(): Promise<void> {
  await new Promise((resume) =>
    setTimeout(resume, matchMedia("(prefers-reduced-motion: reduce)").matches ? 60 : PAUSE),
  );
}

/** The moves of a game in the language in use. */
export async function translated(game: Game): Promise<Game> {
  const plies: Ply[] = [];
  for (const [i, ply] of game.plies.entries()) {
    const made = await server.move(position(game, i), { to: ply.to, way: ply.way ?? 0 });
    plies.push({ to: ply.to, move: made.move, step: step(made), ...(ply.way ? { way: ply.way } : {}) });
  }
  return { ...game, plies };
}
