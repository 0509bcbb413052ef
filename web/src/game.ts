/** A game as it was played: plain data and functions on it. Players are 0, who began, and 1. */
import type { Step } from "./scene";

export const LEVELS = ["perfect", "slips", "random", "teacher"] as const;
export type Level = (typeof LEVELS)[number];

export interface Ply {
  /** The position that the move left. */
  to: string;
  move: string;
  /** What the computer, or a teacher, says of it. */
  note?: string;
  /** Whether a teacher saw the win kept (null: there was none to keep). */
  kept?: boolean | null;
  /** Which of the ways to make it on the board was touched. */
  way?: number;
  /** What it did on the board; missing where it is still to be asked for. */
  step?: Step;
}

export interface Game {
  start: string;
  plies: Ply[];
  /** How many of the plies are on the board; the others can be redone. */
  at: number;
  /** The player that the person at the page is; with `friend`, both are persons. */
  you: 0 | 1;
  friend: boolean;
  level: Level;
  seed: number;
  /** The ply at which both agreed to a draw. */
  agreed: number | null;
}

export function begin(start: string, { you, friend, level }: Pick<Game, "you" | "friend" | "level">): Game {
  return { start, plies: [], at: 0, seed: Math.floor(Math.random() * 2 ** 40), agreed: null, you, friend, level };
}

export function position(game: Game, at = game.at): string {
  return at === 0 ? game.start : (game.plies[at - 1]?.to ?? game.start);
}

export function toMove(game: Game, at = game.at): 0 | 1 {
  return at % 2 === 0 ? 0 : 1;
}

/** Whether the computer is to move. */
export function computers(game: Game): boolean {
  return !game.friend && toMove(game) !== game.you;
}

export function played(game: Game, ply: Ply): Game {
  return { ...game, plies: [...game.plies.slice(0, game.at), ply], at: game.at + 1, agreed: null };
}

export function goTo(game: Game, at: number): Game {
  return { ...game, at: Math.max(0, Math.min(game.plies.length, at)) };
}

/** Back to where a person was last to move. */
export function undone(game: Game): Game {
  let at = game.at - 1;
  while (at > 0 && !game.friend && toMove(game, at) !== game.you) at -= 1;
  return goTo(game, at);
}

/** Forward to where a person is next to move. */
export function redone(game: Game): Game {
  let at = game.at + 1;
  while (at < game.plies.length && !game.friend && toMove(game, at) !== game.you) at += 1;
  return goTo(game, at);
}

/** Whether both agreed to a draw, or the position, with the same player to move, is on the board for the third time. */
export function drawn(game: Game): boolean {
  if (game.agreed === game.at) return true;
  let times = 0;
  for (let at = game.at; at >= 0; at -= 2) if (position(game, at) === position(game)) times += 1;
  return times >= 3;
}

/** Who won a game that is over: normally who moved last; where the server says "N", who was to move. */
export function winner(game: Game, outcome: "N" | "P" | "D" | null): 0 | 1 {
  const next = toMove(game);
  return outcome === "N" ? next : next === 0 ? 1 : 0;
}

const HEADING = "sprague game";

/** A game as a small text file: settings, then one move a line, the position it left and the move in words. */
export function write(game: Game): string {
  const lines = [
    HEADING,
    `start: ${game.start}`,
    `you: ${game.you === 0 ? "first" : "second"}`,
    `against: ${game.friend ? "person" : "computer"}`,
    `level: ${game.level}`,
    ...game.plies.map((ply, i) => `${i + 1}. ${ply.to} ; ${ply.move}`),
  ];
  return lines.join("\n") + "\n";
}

/** The game of such a file; its moves are yet to be checked by the server. Null when it is none. */
export function read(text: string): Game | null {
  const [heading, ...lines] = text.split(/\r?\n/).map((line) => line.trim());
  if (heading !== HEADING) return null;
  const settings = new Map<string, string>();
  const plies: Ply[] = [];
  for (const line of lines) {
    const setting = /^([a-z]+): (.*)$/.exec(line);
    const ply = /^\d+\. ([^;]+?)\s*;\s*(.*)$/.exec(line);
    if (ply) plies.push({ to: ply[1] ?? "", move: ply[2] ?? "" });
    else if (setting) settings.set(setting[1] ?? "", setting[2] ?? "");
  }
  const start = settings.get("start");
  if (!start) return null;
  const level = LEVELS.find((name) => name === settings.get("level")) ?? "perfect";
  const you = settings.get("you") === "second" ? 1 : 0;
  const game = begin(start, { you, friend: settings.get("against") === "person", level });
  return { ...game, plies, at: plies.length };
}
