/** What the page shows, as its address: /play?position=…&level=…&lang=…, and the way back. */
import { LEVELS, position, toMove, type Game, type Level } from "./game";

export interface Address {
  /** The position to play from; null for the choice of a game. */
  position: string | null;
  level: Level;
  friend: boolean;
  /** Whether the computer is to move first. */
  computerFirst: boolean;
  lang: string | null;
}

export function readAddress(url: URL): Address {
  const query = url.searchParams;
  const text = url.pathname === "/play" ? query.get("position") : null;
  return {
    position: text?.trim() ? text : null,
    level: LEVELS.find((name) => name === query.get("level")) ?? "perfect",
    friend: query.get("against") === "person",
    computerFirst: query.get("first") === "computer",
    lang: query.get("lang"),
  };
}

/** The address of the position on the board. */
export function gameAddress(game: Game, lang: string | null): string {
  const computer = !game.friend && toMove(game) !== game.you;
  return playAddress(position(game), { level: game.level, friend: game.friend, computerFirst: computer, lang });
}

export function playAddress(text: string, settings: Partial<Omit<Address, "position">> = {}): string {
  const parts = [`position=${encodeURIComponent(text)}`, `level=${settings.level ?? "perfect"}`];
  if (settings.friend) parts.push("against=person");
  if (settings.computerFirst) parts.push("first=computer");
  if (settings.lang) parts.push(`lang=${encodeURIComponent(settings.lang)}`);
  return `/play?${parts.join("&")}`;
}

export function homeAddress(lang: string | null): string {
  return lang ? `/?lang=${encodeURIComponent(lang)}` : "/";
}
