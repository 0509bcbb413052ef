/** What the page shows, as its address: /play?position=…&level=…&lang=…, and the way back. A static copy has one file
 *  for all views, and says which in the query: ?view=play&position=…; embed=1 stays where it stood. */
import { readMoves, withMoves, type LinkMove } from "./moves";
import { LEVELS, position, toMove, type Game, type Level } from "./game";
import { embedded, isSite, root } from "./where";

/** What is shown of a position besides playing it: the analysis board, the board before a class, a worksheet. */
export const SHOWS = ["analysis", "class", "sheet"] as const;
export type Show = (typeof SHOWS)[number];

export interface Address {
  /** The position to play from; null for the choice of a game. */
  position: string | null;
  /** Whether the choice is that of the Lab. */
  lab: boolean;
  level: Level;
  friend: boolean;
  /** Whether the computer is to move first. */
  computerFirst: boolean;
  /** Moves that were made from there, as the positions they left, each with the way that was touched. */
  moves: LinkMove[];
  lang: string | null;
  show: Show | null;
  /** The code of a class grid. */
  code: string | null;
}

export function readAddress(url: URL): Address {
  const query = url.searchParams;
  const view = isSite ? query.get("view") : url.pathname.slice(root.length);
  const text = view === "play" ? query.get("position") : null;
  return {
    position: text?.trim() ? text : null,
    lab: view === "lab" || view === "play",
    level: LEVELS.find((name) => name === query.get("level")) ?? "perfect",
    friend: query.get("against") === "person",
    computerFirst: query.get("first") === "computer",
    moves: readMoves(query.get("moves") ?? ""),
    lang: query.get("lang"),
    show: SHOWS.find((name) => name === query.get("show")) ?? null,
    code: query.get("class"),
  };
}

/** The address of the position on the board. */
export function gameAddress(game: Game, lang: string | null): string {
  const computer = !game.friend && toMove(game) !== game.you;
  return playAddress(position(game), { level: game.level, friend: game.friend, computerFirst: computer, lang });
}

/** The address of the whole game: where it began, and every move up to the one on the board. */
export function wholeAddress(game: Game, lang: string | null): string {
  const start = playAddress(game.start, {
    level: game.level,
    friend: game.friend,
    computerFirst: !game.friend && game.you === 1,
    lang,
  });
  return withMoves(start, game.plies.slice(0, game.at));
}

export function playAddress(text: string, settings: Partial<Omit<Address, "position" | "moves" | "lab">> = {}): string {
  const parts = [`position=${encodeURIComponent(text)}`, `level=${settings.level ?? "perfect"}`];
  if (settings.friend) parts.push("against=person");
  if (settings.computerFirst) parts.push("first=computer");
  if (settings.show) parts.push(`show=${settings.show}`);
  if (settings.code) parts.push(`class=${encodeURIComponent(settings.code)}`);
  if (settings.lang) parts.push(`lang=${encodeURIComponent(settings.lang)}`);
  return addressOf("play", parts);
}

/** The analysis board of a whole game. */
export function analysisAddress(game: Game, lang: string | null): string {
  return withMoves(playAddress(game.start, { show: "analysis", lang }), game.plies);
}

/** The analysis board, the board before a class, or the worksheet of a position. */
export function showAddress(show: Show, text: string, lang: string | null): string {
  return playAddress(text, { show, lang });
}

export function labAddress(lang: string | null): string {
  return addressOf("lab", lang ? [`lang=${encodeURIComponent(lang)}`] : []);
}

export function homeAddress(lang: string | null): string {
  return addressOf("", lang ? [`lang=${encodeURIComponent(lang)}`] : []);
}

function addressOf(view: "" | "lab" | "play", parts: string[]): string {
  const query = [...(isSite && view ? [`view=${view}`] : []), ...parts, ...(embedded() ? ["embed=1"] : [])];
  return root + (isSite ? "" : view) + (query.length ? `?${query.join("&")}` : "");
}
