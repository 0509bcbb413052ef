/** The grid of a class: lost positions that several devices on one server have found. Its code is kept as long as the
 *  window; nothing but positions is sent. */
import { Refusal, server, type Reached } from "./api";
import { ladders } from "./ladder";
import { collected } from "./notebook";
import { hasStar } from "./stars";

const STORE = "sprague.class";
/** Where the activity of the class is, on this device. */
const HOME = "sprague.class.home";
/** Between two looks at the grid, in milliseconds. */
const PAUSE = 2000;
/** No more positions are sent at once. */
const MOST = 100;

export interface ClassGrid {
  code: string;
  game: string;
  positions: string[];
  /** How far each device has come, in no order that would tell which it is. */
  devices: Reached[];
}

/** A number by which the server knows this device as long as the window is open, and nobody else does. */
const device = Math.floor(Math.random() * 2 ** 53);
/** The game that is played here, and the last stop of its journey that was opened. */
let here: { game: string; stop: number } | null = null;
/** What the server was last told of it. */
let reported = "";

let grid: ClassGrid | null = null;
let sent = new Set<string>();
const listeners = new Set<() => void>();
let timer = 0;
let home: string | null = null;
/** The class that is asked for, as long as the server has not answered. */
let joining: string | null = null;

/** The code of the class that this window is in. */
export function classCode(): string | null {
  try {
    return sessionStorage.getItem(STORE);
  } catch {
    return grid?.code ?? null;
  }
}

export function classGrid(): ClassGrid | null {
  return grid;
}

/** Be told when others have found something; the way to stop. */
export function onClass(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The code of the class that this window is in, or is about to be in. */
export function comingClass(): string | null {
  return joining ?? classCode();
}

/** The address of the activity, for the way back to it. */
export function classHome(): string | null {
  try {
    return sessionStorage.getItem(HOME);
  } catch {
    return home;
  }
}

/** Open a grid for the game of a position; its code. `address` is where this device stands. */
export async function openClass(text: string, address: string): Promise<string> {
  const opened = await server.openClass(text);
  await joinClass(opened.code, address);
  return opened.code;
}

/** Be in the class of that code, whose activity is at `address`. A grid that is not there is left. */
export async function joinClass(code: string, address: string | null = null): Promise<void> {
  joining = code;
  if (address !== null) keepHome(address);
  tell();
  const found = await server
    .classGrid(code, 0)
    .finally(() => {
      joining = null;
    })
    .catch((problem: unknown) => {
      if (classCode() === null || classCode() === code) leaveClass();
      throw problem;
    });
  if (grid?.code !== found.code) sent = new Set();
  grid = { code: found.code, game: found.game, positions: found.positions, devices: found.devices };
  store(found.code);
  tell();
  look();
  void report();
  // What was found before is found, too.
  void contribute(collected());
}

/** This device has come to a stop of a game's journey (0 is the board), or has won a rung. */
export function reach(game: string, stop: number): void {
  here = { game, stop: here?.game === game ? Math.max(here.stop, stop) : stop };
  void report();
}

/** Say how far this device has come in the game of its class. */
async function report(): Promise<void> {
  if (!grid || here?.game !== grid.game) return;
  const { code, game } = grid;
  const { stop } = here;
  try {
    const ladder = (await ladders()).find((each) => each.game === game);
    const rung = ladder?.rungs.reduce((last, { position }, i) => (hasStar(position) ? i + 1 : last), 0) ?? 0;
    const now = `${code} ${rung} ${stop}`;
    if (now === reported) return;
    reported = now;
    await server.found(code, [], { device, rung, stop });
  } catch (problem) {
    // Told again with the next stop: the class goes on without it.
    reported = "";
    if (!(problem instanceof Refusal)) throw problem;
  }
}

export function leaveClass(): void {
  clearTimeout(timer);
  grid = null;
  store(null);
  keepHome(null);
  tell();
}

/** Add what this device has found; what is not of the game of the class is left out. */
export async function contribute(positions: string[]): Promise<void> {
  const now = grid;
  if (!now) return;
  const fresh = positions
    .filter((text) => text.startsWith(`${now.game} `) && !sent.has(text) && !now.positions.includes(text))
    .slice(-MOST);
  if (!fresh.length) return;
  for (const text of fresh) sent.add(text);
  try {
    const found = await server.found(now.code, fresh);
    if (grid?.code === found.code) {
      grid = { ...grid, positions: found.positions, devices: found.devices };
      tell();
    }
  } catch (problem) {
    for (const text of fresh) sent.delete(text);
    if (!(problem instanceof Refusal)) throw problem;
    if (problem.status === 404) leaveClass();
  }
}

/** Look at the grid again and again, as long as somebody sees the page. */
function look(): void {
  clearTimeout(timer);
  timer = window.setTimeout(
    () =>
      void (async () => {
        const now = grid;
        if (!now) return;
        try {
          if (document.visibilityState === "visible") {
            const found = await server.classGrid(now.code, now.positions.length);
            const moved = JSON.stringify(found.devices) !== JSON.stringify(now.devices);
            if (grid === now && (found.positions.length || moved)) {
              grid = { ...now, positions: [...now.positions, ...found.positions], devices: found.devices };
              tell();
            }
          }
        } catch (problem) {
          if (problem instanceof Refusal && problem.status === 404) return leaveClass();
        }
        look();
      })(),
    PAUSE,
  );
}

function tell(): void {
  for (const listener of listeners) listener();
}

function keepHome(address: string | null): void {
  home = address;
  try {
    if (address) sessionStorage.setItem(HOME, address);
    else sessionStorage.removeItem(HOME);
  } catch {
    // A browser that keeps nothing.
  }
}

function store(code: string | null): void {
  try {
    if (code) sessionStorage.setItem(STORE, code);
    else sessionStorage.removeItem(STORE);
  } catch {
    // A browser that keeps nothing: the class lasts as long as the page.
  }
}
