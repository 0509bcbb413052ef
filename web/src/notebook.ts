/** The pupil's notebook, kept on the device: the positions that were left, how those games ended, and the positions that
 *  were seen to be lost. */
import type { Game } from "./game";

export interface Entry {
  left: string;
  won: boolean | null;
  /** The number of its game. */
  game: number;
  /** What was played, as `kindOf` says it; missing in what older pages have kept. */
  kind?: string;
}

const KEPT = 300;
const STORE = "sprague.notebook";
const LOST = "sprague.lost";
const OPEN = "sprague.open";
let entries: Entry[] = load(STORE).filter((entry): entry is Entry => typeof (entry as Entry | null)?.left === "string");
let lost: Set<string> = new Set(load(LOST).filter((text): text is string => typeof text === "string"));

/** Positions that were found to have a way out. */
let ways: Set<string> = new Set(load(OPEN).filter((text): text is string => typeof text === "string"));

/** Note a position that the player left. */
export function record(left: string, game: Game): void {
  entries = [...entries, { left, won: null, game: game.seed, kind: kindOf(game.start) }].slice(-KEPT);
  keep();
}

/** A game is over: its open notes get the result. */
export function close(game: number, won: boolean): void {
  if (!entries.some((entry) => entry.game === game && entry.won === null)) return;
  entries = entries.map((entry) => (entry.game === game && entry.won === null ? { ...entry, won } : entry));
  keep();
}

/** The notes of one game; of all, where none is named. */
export function notes(kind?: string): Entry[] {
  return kind === undefined ? entries : entries.filter((entry) => (entry.kind ?? kindOf(entry.left)) === kind);
}

/** The game that a position belongs to: its word in the notation, behind "misere" where the last mover loses. */
export function kindOf(position: string): string {
  return /^(misere )?\S+/.exec(position)?.[0] ?? position;
}

/** Note positions that were seen to be lost for whoever must move there. */
export function collect(positions: string[]): void {
  lost = new Set([...lost, ...positions]);
  keep();
}

export function collected(): string[] {
  return [...lost];
}

/** Note a position that was found to have a way out. */
export function open(position: string): void {
  ways = new Set([...ways, position]);
  keep();
}

export function opened(): string[] {
  return [...ways];
}

export function clear(): void {
  entries = [];
  lost = new Set();
  ways = new Set();
  keep();
}

function keep(): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(entries));
    localStorage.setItem(LOST, JSON.stringify([...lost]));
    localStorage.setItem(OPEN, JSON.stringify([...ways]));
  } catch {
    // A browser that keeps nothing: the notebook lasts as long as the page.
  }
}

function load(name: string): unknown[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}
