/** The state of the page at play, as plain data; every change of it is an action, and one function makes them all. It
 *  touches neither the page nor the server, so that its tests need none. */
import type { Ladder, Made, Move, Shown } from "./api";
import { computers, drawn, played, toMove, winner, type Game, type Ply } from "./game";
import { earns, rungOf } from "./rung";
import { moved, opened, step, type Scene } from "./scene";

export interface Rewarded {
  ladder: Ladder;
  /** The number of the rung that was won. */
  at: number;
}

/** A line of news beside the board. */
export type News = { said: string } | { mover: 0 | 1; move: string; note?: string; kept?: boolean | null };

export interface State {
  readonly game: Game;
  /** The position on the board, null until the server has shown it. */
  readonly shown: Shown | null;
  /** The position at the start of the game, whose pictures the board keeps. */
  readonly base: Shown | null;
  /** Whether the computer waits until it is asked to move. */
  readonly waiting: boolean;
  readonly news: readonly News[];
  readonly ladders: readonly Ladder[];
}

export type Action =
  /** The game goes to another state, of which the server has still to show the position. */
  | { type: "go"; game: Game; waiting: boolean }
  | { type: "ladders"; ladders: Ladder[] }
  | { type: "shown"; shown: Shown }
  /** The start of the game, and its plies with what each did on the board. */
  | { type: "told"; base: Shown; plies: Ply[] }
  | { type: "say"; said: string }
  /** A move was made by the side whose turn it is. */
  | { type: "made"; made: Made; about: Partial<Ply> }
  | { type: "agreed" }
  /** The server refused the computer's move: it is asked again only when the player wants it. */
  | { type: "refused" };

export function opening(game: Game, waiting: boolean): State {
  return { game, shown: null, base: null, waiting, news: [], ladders: [] };
}

export function reduce(state: State, action: Action): State {
  const { game } = state;
  switch (action.type) {
    case "go":
      return {
        ...state,
        game: action.game,
        base: action.game.start === game.start ? state.base : null,
        waiting: action.waiting,
      };
    case "ladders":
      return { ...state, ladders: action.ladders };
    case "shown": {
      // The server's spelling of the start is the one that is kept.
      const spelled = game.at === 0 ? { ...game, start: action.shown.position } : game;
      return { ...state, game: spelled, shown: action.shown };
    }
    case "told":
      return { ...state, base: action.base, game: { ...game, plies: action.plies } };
    case "say":
      return { ...state, news: action.said ? [{ said: action.said }] : [] };
    case "made": {
      const { made, about } = action;
      const line: News = {
        mover: toMove(game),
        move: made.move,
        ...(about.note ? { note: about.note } : {}),
        ...(about.kept !== undefined ? { kept: about.kept } : {}),
      };
      return {
        ...state,
        game: played(game, { to: made.to, move: made.move, step: step(made), ...about }),
        shown: made.position,
        waiting: false,
        // The computer's reply stands below the move that it answers, and what a teacher said of that. A pass that was
        // forced is no news.
        news: forcedPass(state) ? state.news : computers(game) ? [...state.news, line] : [line],
      };
    }
    case "agreed":
      return { ...state, game: { ...game, agreed: game.at } };
    case "refused":
      return computers(game) ? { ...state, waiting: true } : state;
  }
}

/** Whether no move is left, or the game is drawn. */
export function ended({ game, shown }: State): boolean {
  return shown !== null && (shown.over || drawn(game));
}

/** Whether the computer moves now, without being asked. */
export function onMove(state: State): boolean {
  return computers(state.game) && !state.waiting && state.shown !== null && !ended(state);
}

/** Whether the person at the page may move now. */
export function mayMove({ game, shown }: State): boolean {
  return shown !== null && !computers(game) && !drawn(game);
}

/** The one move of the person at the page that only lets the other player go on: nobody has to choose it. */
export function forcedPass(state: State): Move | null {
  const [move, ...others] = state.shown?.moves ?? [];
  if (!move || others.length || !mayMove(state)) return null;
  const shapes = state.shown?.components[move.component]?.drawing.shapes ?? [];
  return shapes.some(({ name, role }) => role === "pass" && move.marks.includes(name)) ? move : null;
}

/** Who won, 0 or 1; null while the game goes on, and for a draw. */
export function won({ game, shown }: State): 0 | 1 | null {
  return shown?.over ? winner(game, shown.outcome) : null;
}

/** The rung of a ladder that the person at the page has won by the end of this game, at its level or a better one. */
export function reward(state: State): Rewarded | null {
  const { game } = state;
  const found = rungOf(state.ladders, game.start);
  const rung = found?.ladder.rungs[found.at];
  return found && rung && won(state) === game.you && earns(game, rung) ? found : null;
}

/** The plies whose step on the board is still to be asked for, each with the position before it. */
export function untold({ game, base }: State): { at: number; from: string; ply: Ply }[] {
  const from = [base?.position ?? game.start, ...game.plies.map((ply) => ply.to)];
  return game.plies.flatMap((ply, at) => (ply.step ? [] : [{ at, from: from[at] ?? game.start, ply }]));
}

/** The board of the game as it stands now: from the start, move by move. */
export function scene({ game, base, shown }: State): Scene {
  const first = base ?? shown;
  if (!first) return { seats: [], parts: [], traces: [] };
  return game.plies
    .slice(0, game.at)
    .reduce((now, ply, i) => (ply.step ? moved(now, ply.step, i % 2 === 0 ? 0 : 1) : now), opened(first));
}
