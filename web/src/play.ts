/** Playing: the board, whose turn it is, and the stops of the journey beside it. */
import { analysisAddress, homeAddress, playAddress } from "./address";
import { Refusal, server, type Made, type Reply, type Play as Played } from "./api";
import { createBoard } from "./board";
import { celebrate } from "./closing";
import { collectStop } from "./collect";
import { conjectureStop } from "./conjecture";
import { kindOf, record } from "./notebook";
import { button, h, refill } from "./dom";
import { latestOf } from "./latest";
import { begin, computers, drawn, goTo, position, redone, toMove, undone, type Game, type Ply } from "./game";
import { hintBox } from "./hint";
import { ladders, rungAddress, startOf, stars } from "./ladder";
import { reach } from "./lesson";
import { gamePanel } from "./panel";
import { proveStop } from "./prove";
import { cutShort, replayed } from "./replay";
import { reviewStop } from "./review";
import { rungOf } from "./rung";
import { newsLine, rules, turnWords, who } from "./said";
import { step } from "./scene";
import { chime } from "./sound";
import { giveStar, hasStar } from "./stars";
import type { Place, Stop } from "./stop";
import { tabs } from "./tabs";
import { sentence, t } from "./text";
import { title } from "./titles";
import { ended, forcedPass, mayMove, onMove, opening, reduce, reward, scene, untold, won, type Action } from "./turn";

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

/** `chosen`: a move that was chosen before the game was shown. */
export function createPlay(first: Game, app: App, paused = false, chosen: Played | null = null): Play {
  let state = opening(first, paused);

  const heading = h("h1", { tabindex: "-1" });
  const rungs = h("div", { class: "rungs" });
  const rule = h("p", { class: "rule" });
  const news = h("div", { class: "news" });
  const turn = h("p", { class: "turn" });
  const status = h("div", { class: "status", role: "status", tabindex: "0" }, h("div", { class: "said" }, turn, news));
  const tools = h("div", { class: "now" });
  const more = button(t("More"), () => panel.sheet.showModal(), { "aria-haspopup": "dialog" });
  const hint = hintBox({
    light: (moves) => board.light(moves),
    address: (text) => playAddress(text, { level: state.game.level, friend: state.game.friend, lang: app.lang() }),
    go: app.go,
    fail: app.fail,
  });
  const board = createBoard(
    { onPlay: (what) => void person(what, what), onText: (text) => void person(text) },
    h("div", { class: "help" }, h("div", { class: "tools" }, tools, more), hint.element),
    // Beside a panel the board is what the window is for; on a phone the bar below it stays in sight.
    matchMedia("(min-width: 60rem)").matches ? { largest: 92, share: 0.56 } : {},
  );
  const panel = gamePanel({
    goTo: (at) => move(goTo(state.game, at), true),
    change: (settings) => move({ ...state.game, ...settings }, state.waiting, false),
    restart: (you) => move(begin(state.game.start, { ...state.game, you }), false),
    load: (loaded) => void replay(loaded),
    start: (text) => void elsewhere(text),
    analyse: () => app.go(analysisAddress(state.game, app.lang())),
    go: app.go,
    fail: app.fail,
  });
  const playing: Stop = {
    element: panel.element,
    show: () =>
      panel.show(
        state.game,
        (player) => who(state.game, player),
        state.shown?.position ?? position(state.game),
        actions(),
      ),
    open: () => undefined,
  };
  const element = h("div", { class: "play", "aria-busy": "true" });
  const stops: [string, Stop][] = [
    [t("Play"), playing],
    [
      t("Why?"),
      reviewStop({
        goTo: (at, said) => {
          move(goTo(state.game, at), true, true, said);
          visit(0);
        },
        look: (at) => move(goTo(state.game, at), true, false),
        light: board.light,
        tint: board.tint,
        play: (to) => void person(to),
        who: (player) => who(state.game, player),
        begin: (text) => fromHere(text),
      }),
    ],
    [t("Collect"), collectStop((text) => fromHere(text))],
    [t("My rule"), conjectureStop((text) => fromHere(text))],
    [t("Prove"), proveStop({ go: app.go, lang: app.lang })],
  ];
  // After a game the bar of the board leads to the second stop; from there each leads on at its end.
  const side = tabs(
    stops.map(([label, stop], i) => [
      label,
      i === 0 ? stop.element : h("div", {}, stop.element, onward(i)),
      (open) => {
        if (open) {
          element.dataset.stop = String(i);
          reach(kindOf(first.start), i);
        }
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
  );
  element.append(side.heads, stage, h("aside", { "aria-label": t("About the game") }, side.panels), panel.sheet);

  /** Begin a game at another position, with the same opponent. */
  function fromHere(text: string): void {
    app.go(playAddress(text, { level: state.game.level, friend: state.game.friend, lang: app.lang() }));
  }

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

  function dispatch(action: Action): void {
    state = reduce(state, action);
  }

  const work = latestOf((problem) => {
    if (problem instanceof Refusal && !state.shown) return app.lost(position(state.game), problem);
    if (problem instanceof Refusal) {
      dispatch({ type: "refused" });
      paint();
    }
    app.fail(problem);
  });

  /** Ask for the start of the game, and for what each move did on the board. */
  async function tell(fresh: () => boolean): Promise<void> {
    const { game, shown } = state;
    const atStart = game.at === 0 && shown?.position === game.start ? shown : null;
    const base = state.base ?? atStart ?? (await server.position(game.start));
    if (!fresh()) return;
    const plies = [...game.plies];
    for (const { at, from, ply } of untold({ ...state, base })) {
      const made = await server.move(from, { to: ply.to, way: ply.way ?? 0 });
      if (!fresh()) return;
      plies[at] = { ...ply, to: made.to, move: made.move, step: step(made) };
    }
    dispatch({ type: "told", base, plies });
  }

  /** Go to another state of the game; the computer goes on only if it does not wait. `said` tells what can be tried there. */
  function move(game: Game, waiting: boolean, push = true, said = ""): void {
    dispatch({ type: "go", game, waiting });
    void work(async (fresh) => {
      const shown = await server.position(position(state.game));
      if (!fresh()) return;
      dispatch({ type: "shown", shown });
      await tell(fresh);
      if (!fresh()) return;
      dispatch({ type: "say", said });
      paint();
      app.changed(state.game, push);
      if (onMove(state)) await computer(fresh);
    });
  }

  /** A turn of the person at the page: their move, and the computer's reply to it. */
  async function person(what: string | Played, touched: Played | null = null): Promise<void> {
    if (!mayMove(state)) return;
    await work((fresh) => turnOf(what, touched, fresh));
  }

  async function turnOf(what: string | Played, touched: Played | null, fresh: () => boolean): Promise<void> {
    const { game } = state;
    const before = position(game);
    // What is taken is seen to go at once; that the rules allow it, and what comes of it, the server says.
    if (touched) board.going(touched);
    if (touched && !game.friend) turn.textContent = t("The computer is thinking…");
    if (game.friend) {
      const made = await server.move(before, what);
      if (!fresh()) return;
      make(made, wayOf(what));
      return passOn(fresh);
    }
    const { made, comment, reply } = await server.turn(before, what, game.level, game.seed + game.at);
    if (!fresh() || !made) return;
    record(made.to, game);
    make(made, { ...wayOf(what), ...(comment ? { note: comment.sentence, kept: comment.kept } : {}) });
    if (reply && fresh() && !drawn(state.game)) await answer(reply, fresh);
  }

  /** Make a move that there is nothing to choose about, which only lets the other player go on. */
  async function passOn(fresh: () => boolean): Promise<void> {
    const only = forcedPass(state);
    if (!only) return;
    await pause();
    if (fresh()) await turnOf({ to: only.to, way: 0 }, null, fresh);
  }

  /** The person at the page offers a draw; two persons have agreed on it. */
  async function offer(): Promise<void> {
    await work(async (fresh) => {
      const answered = state.game.friend ? null : await server.draw(position(state.game));
      if (!fresh()) return;
      dispatch({ type: "say", said: answered ? sentence(answered.sentence.replace(/[.。]$/, "")) : "" });
      if (!answered || answered.agreed) dispatch({ type: "agreed" });
      paint();
      if (drawn(state.game)) app.changed(state.game, false);
    });
  }

  function wayOf(what: string | Played): Partial<Ply> {
    return typeof what !== "string" && "way" in what && what.way ? { way: what.way } : {};
  }

  /** The computer's move where it begins, or goes on. */
  async function computer(fresh: () => boolean): Promise<void> {
    const { game } = state;
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
    if (!fresh()) return;
    make(reply, reply.kind === "unknown" && reply.why !== null ? { note: reply.why } : {});
    await passOn(fresh);
  }

  function make(made: Made, about: Partial<Ply>): void {
    dispatch({ type: "made", made, about });
    void rewarded();
    paint();
    chime(ended(state) ? "end" : "take");
    if (!computers(state.game) || ended(state)) app.changed(state.game, true);
  }

  /** A rung that was won gets its star, and after the last the game is told. */
  async function rewarded(): Promise<void> {
    const rung = reward(state);
    const mine = rung?.ladder.rungs[rung.at];
    if (!rung || !mine) return;
    giveStar(mine.position);
    reach(rung.ladder.game, 0);
    const { ladder, at } = rung;
    if (at < ladder.rungs.length - 1) return;
    const told = {
      boss: [ladder.title ?? ladder.game, startOf(mine, ladder)].filter(Boolean).join(" "),
      won: ladder.rungs.filter(({ position }) => hasStar(position)).length,
      rungs: ladder.rungs.length,
    };
    const { behind } = await server.proof(mine.position).catch(() => ({ behind: null }));
    const glory = celebrate(
      { ...told, behind },
      { prove: () => visit(4), games: () => app.go(homeAddress(app.lang())) },
    );
    element.append(glory);
    glory.showModal();
  }

  function paint(): void {
    const { game, shown, base, waiting } = state;
    if (!shown) return;
    const mine = !computers(game);
    const over = ended(state);
    heading.replaceChildren(title(base ?? shown));
    rule.replaceChildren(rules(base ?? shown));
    turn.textContent = turnWords(state);
    turn.classList.toggle("end", over);
    turn.classList.toggle("they", computers(game) || (game.friend && toMove(game) === 1));
    news.replaceChildren(...state.news.map((line) => newsLine(game, line)));
    board.show(shown, scene(state), mayMove(state));
    refill(
      tools,
      computers(game) && waiting && !over
        ? button(t("Let the computer move"), () => move(game, false), { class: "primary" })
        : "",
      button(t("Undo"), () => move(undone(game), true), { disabled: game.at === 0 }),
      over ? "" : hint.button(position(game), !mine),
    );
    hint.clear();
    element.removeAttribute("aria-busy");
    climb();
    const now: Place = { shown, start: base ?? shown, game, won: won(state) };
    for (const [, stop] of stops) stop.show(now);
  }

  /** What may be done with the game, besides moving. */
  function actions(): HTMLButtonElement[] {
    const { game, shown } = state;
    const over = ended(state);
    const all = [
      button(t("Restart"), () => move(begin(game.start, game), false)),
      button(t("Redo"), () => move(redone(game), true), { disabled: game.at === game.plies.length }),
    ];
    // After the end the sides stand: who has won has won.
    if (!game.friend && !over) {
      all.push(button(t("Swap sides"), () => move({ ...game, you: game.you === 0 ? 1 : 0 }, false)));
    }
    if (!over && !computers(game) && shown?.drawable) {
      all.push(button(game.friend ? t("Agree on a draw") : t("Offer a draw"), () => void offer()));
    }
    return all;
  }

  /** Where the game stands on its ladder, and after its end the ways on. */
  function climb(): void {
    const { game, shown } = state;
    const rung = rungOf(state.ladders, game.start);
    const follow = (event: MouseEvent, address: string): void => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      app.go(address);
    };
    rungs.replaceChildren(rung ? stars(rung.ladder, game.start, app.lang(), follow) : "");
    // Where the ladder is wider than the screen, the rung that is played is in sight.
    const here = rungs.querySelector<HTMLElement>("[aria-current]")?.parentElement;
    const row = here?.parentElement;
    if (here && row) row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
    if (!shown || !ended(state) || game.plies.length === 0) return;
    const victory = shown.over && !game.friend && won(state) === game.you;
    const defeat = shown.over && !game.friend && !victory;
    const above = rung && victory ? rung.ladder.rungs[rung.at + 1] : undefined;
    const weak = victory && (game.level === "random" || game.level === "slips");
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
        class: above || defeat || weak ? "" : "primary",
      }),
      button(t("Ask why"), () => visit(1), { class: defeat ? "primary" : "soft" }),
    );
  }

  /** Begin at another position, of which only the state may have been typed. */
  async function elsewhere(text: string): Promise<void> {
    await work(async (fresh) => {
      const start = await server.start(text, state.shown?.components[0]?.game ?? "");
      // Who plays begins where that can be won, and answers where it cannot.
      const you = start.outcome === "P" && !state.game.friend ? 1 : 0;
      if (fresh()) move(begin(start.position, { ...state.game, you }), false);
    });
  }

  /** Play a loaded game again, move by move, so that only what is legal stands. */
  async function replay(loaded: Game): Promise<void> {
    await work(async (fresh) => {
      const game = await replayed(loaded);
      if (fresh()) move(game, true, true, game.plies.length < loaded.plies.length ? cutShort() : "");
    });
  }

  void work(async (fresh) => {
    // A game of a link has still to be played; one that was left had its moves checked.
    const linked = first.plies.some((ply) => !ply.step);
    const game = linked ? await replayed(first) : first;
    if (!fresh()) return;
    dispatch({ type: "go", game, waiting: state.waiting });
    const [shown, all] = await Promise.all([server.position(position(game)), ladders().catch(() => [])]);
    if (!fresh()) return;
    dispatch({ type: "ladders", ladders: all });
    dispatch({ type: "shown", shown });
    await tell(fresh);
    if (!fresh()) return;
    if (game.plies.length < first.plies.length) dispatch({ type: "say", said: cutShort() });
    paint();
    app.changed(state.game, false);
    if (chosen && state.game.at === 0) void person(chosen, chosen);
    else if (onMove(state)) await computer(fresh);
  });
  return { element, game: () => state.game };
}

async function pause(): Promise<void> {
  await new Promise((resume) =>
    setTimeout(resume, matchMedia("(prefers-reduced-motion: reduce)").matches ? 60 : PAUSE),
  );
}
