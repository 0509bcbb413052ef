/** The server's answers, and how they are asked for. */
import { language, t } from "./text";

export interface Shape {
  kind: "circle" | "rect" | "line" | "text";
  x: number;
  y: number;
  w: number;
  h: number;
  role: string;
  name: string;
  text: string;
}

export interface Drawing {
  width: number;
  height: number;
  summary: string;
  shapes: Shape[];
}

export interface Component {
  position: string;
  game: string;
  rule: string;
  drawing: Drawing;
}

/** A move: the position it leaves, the sentence, and the names of the shapes of its component that it touches. */
export interface Move {
  to: string;
  move: string;
  component: number;
  marks: string[];
}

export interface Shown {
  position: string;
  components: Component[];
  component_count: number;
  moves: Move[];
  moves_total: number | string | null;
  over: boolean;
  outcome: "N" | "P" | null;
}

export interface Made extends Omit<Move, "component"> {
  component: number;
  position: Shown;
  comment?: { kept: boolean | null; sentence: string };
}

export interface Reply extends Made {
  kind: string;
  why: string;
}

export interface Answer {
  position: string;
  outcome: "N" | "P";
  value: number | string | null;
  components: { position: string; value: number | string | null }[];
  winning_moves: { move: string; to: string }[];
  winning_moves_total: number | string | null;
  reason: string;
  evidence: { kind: string; source: string };
}

export interface Game {
  name: string;
  aliases: string[];
  rule: string;
  source: string;
  example: string;
  drawings: Drawing[];
}

export interface Hint {
  steps: string[];
  move: Move | null;
}

/** What the server refused, in the reader's language. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

type Query = Record<string, string | number>;

async function ask<T>(path: string, options: RequestInit = {}): Promise<T> {
  for (let tries = 0; ; tries++) {
    let response: Response;
    try {
      response = await fetch(path, options);
    } catch (problem) {
      if (options.signal?.aborted) throw problem;
      throw new Refusal(t("The server does not answer. Is it still running?"), 0);
    }
    if (response.status === 503 && tries < 3) {
      const seconds = Number(response.headers.get("Retry-After") ?? 1);
      await new Promise((resume) => setTimeout(resume, Math.min(seconds, 5) * 1000));
      continue;
    }
    const content = await response.json().catch(() => null);
    if (response.ok) return content as T;
    const words = content?.error?.message ?? t("The server answered with error {status}.", { status: response.status });
    throw new Refusal(words, response.status);
  }
}

function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const parts = new URLSearchParams({ lang: language() });
  for (const [name, value] of Object.entries(query)) parts.set(name, String(value));
  return ask<T>(`/api/${path}?${parts}`, signal ? { signal } : {});
}

function post<T>(path: string, body: Record<string, unknown>, signal?: AbortSignal): Promise<T> {
  return ask<T>(`/api/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ lang: language(), ...body }),
    ...(signal ? { signal } : {}),
  });
}

export const server = {
  languages: () => get<{ languages: string[]; chosen: string }>("languages"),
  texts: (lang: string) =>
    get<{ language: string; texts: Record<string, string | string[]>; plurals?: number[] }>("texts", { lang }),
  games: () => get<{ games: Game[] }>("games"),
  position: (text: string, signal?: AbortSignal) => get<Shown>("position", { text }, signal),
  solve: (text: string, signal?: AbortSignal) => post<Answer>("solve", { text }, signal),
  move: (text: string, to: string, teach: boolean) => post<Made>("move", { text, to, teach }),
  reply: (text: string, level: string, seed: number) => post<Reply>("reply", { text, level, seed }),
  hint: (text: string) => post<Hint>("hint", { text }),
  values: (game: string, to: number, signal?: AbortSignal) =>
    get<{ game: string; start: number; values: number[] }>("values", { game, to }, signal),
  pPositions: (game: string, count: number, signal?: AbortSignal) =>
    get<{ game: string; positions: (number | string)[][] }>("p-positions", { game, count }, signal),
};
