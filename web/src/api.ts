/** How the server is asked, or in a static copy what takes its place; what it takes and answers is in types.ts. */
import { language, t } from "./text";
import { isMine } from "./mine";
import { inPage } from "./site";
import { hasEngine, isSite, root } from "./where";
import type { Gets, Posts, ReachedBody, TakeBody } from "./types";

export type * from "./types";

/** A move to be made: the position that it leaves and the way that was touched, or what is taken from which heaps. */
export type Play = { to: string; way: number } | { take: { component: number; heaps: number[]; count: string } };

/** What the server refused, in the reader's language. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, options: RequestInit = {}): Promise<T> {
  for (let tries = 0; ; tries++) {
    let response: Response;
    try {
      response = await fetch(root.slice(0, -1) + path, options);
    } catch (problem) {
      if (options.signal?.aborted) throw problem;
      throw new Refusal(t("The server does not answer. Is it still running?"), 0);
    }
    if (response.status === 503 && tries < 3) {
      const seconds = Number(response.headers.get("Retry-After") ?? 1);
      await new Promise((resume) => setTimeout(resume, Math.min(seconds, 5) * 1000));
      continue;
    }
    return read(response.status, await response.json().catch(() => null));
  }
}

/** What was answered, or the refusal. */
function read<T>(status: number, content: unknown): T {
  if (status >= 200 && status < 300) return content as T;
  const said = (content as { error?: { message?: string } } | null)?.error?.message;
  throw new Refusal(said ?? t("The server answered with error {status}.", { status }), status);
}

/** The answer of a static copy, which has no server. */
async function here<T>(path: string, parameters: object, signal?: AbortSignal): Promise<T> {
  const { status, content } = await inPage(path, { lang: language(), ...parameters }, signal);
  return read(status, content);
}

/** Whether the engine in the browser answers: all questions of a static copy, and those about games of one's own. */
function isLocal(asked: object): boolean {
  return isSite || (hasEngine && isMine(asked));
}

/** A game whose rule was typed in Python. */
export interface OwnGame {
  game: string;
  title: string | null;
  rule: string;
  /** A position of it; empty where none is known. */
  example: string;
}

/** Have a rule in Python read by the engine in the browser. */
export function readRule(text: string): Promise<OwnGame> {
  return here("/api/rule", { text });
}

function get<P extends keyof Gets>(path: P, query: Gets[P]["query"], signal?: AbortSignal): Promise<Gets[P]["answer"]> {
  if (isLocal(query)) return here(path, query, signal);
  const parts = new URLSearchParams({ lang: language() });
  for (const [name, value] of Object.entries(query)) parts.set(name, String(value));
  return ask(`${path}?${parts}`, signal ? { signal } : {});
}

function post<P extends keyof Posts>(
  path: P,
  body: Posts[P]["body"],
  signal?: AbortSignal,
): Promise<Posts[P]["answer"]> {
  if (isLocal(body)) return here(path, body, signal);
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ lang: language(), ...body }),
    ...(signal ? { signal } : {}),
  });
}

/** A move as the server takes it. */
function asked(what: string | Play | null): { move: string | null; way?: number; take?: TakeBody } {
  if (what === null || typeof what === "string") return { move: what };
  return "take" in what ? { move: null, take: what.take } : { move: what.to, way: what.way };
}

export const server = {
  // Without the language in use: the answer says which suits the browser.
  languages: () => (isSite ? here : ask)<Gets["/api/languages"]["answer"]>("/api/languages", {}),
  texts: (lang: string) => get("/api/texts", { lang }),
  games: () => get("/api/games", {}),
  position: (text: string, signal?: AbortSignal) => get("/api/position", { text }, signal),
  /** A position of a game, of which only the state may be given. */
  start: (text: string, game: string) => get("/api/position", { text, game }),
  solve: (text: string, signal?: AbortSignal) => post("/api/solve", { text }, signal),
  discover: (game: string, signal?: AbortSignal) => post("/api/discover", { game }, signal),
  theorem: (text: string) => post("/api/theorem", { text }),
  move: (text: string, what: string | Play) => {
    const { move, ...more } = asked(what);
    return post("/api/move", { text, to: move ?? "", ...more });
  },
  turn: (text: string, what: string | Play | null, level: Posts["/api/turn"]["body"]["level"], seed: number) =>
    post("/api/turn", { text, ...asked(what), ...(level ? { level } : {}), seed }),
  review: (text: string, moves: string[], signal?: AbortSignal) => post("/api/review", { text, moves }, signal),
  hint: (text: string) => post("/api/hint", { text }),
  draw: (text: string) => post("/api/draw", { text }),
  analysis: (text: string, signal?: AbortSignal) => post("/api/analysis", { text }, signal),
  proof: (text: string) => post("/api/proof", { text }),
  figures: (text: string, signal?: AbortSignal) => post("/api/figures", { text }, signal),
  heat: (text: string, to: number, signal?: AbortSignal) => get("/api/heat", { text, to }, signal),
  sheet: (game: string, count: number, seed: number) => post("/api/sheet", { game, count, seed }),
  openClass: (text: string) => post("/api/class", { text }),
  classGrid: (code: string, since: number) => get("/api/class", { code, since }),
  found: (code: string, positions: string[], reached: ReachedBody | null = null) =>
    post("/api/found", { code, positions, reached }),
  shelves: (game: string) => get("/api/shelves", { game }),
  guess: (game: string, number: number, trap: boolean, exactly: boolean) =>
    post("/api/guess", { game, number, trap, exactly }),
  mirrors: (text: string) => post("/api/mirrors", { text }),
  partner: (text: string, pairs: string[][]) => post("/api/partner", { text, pairs }),
  twig: (text: string, change: Omit<Posts["/api/twig"]["body"], "text"> = {}) => post("/api/twig", { text, ...change }),
  values: (game: string, to: number, signal?: AbortSignal) => get("/api/values", { game, to: String(to) }, signal),
  pPositions: (game: string, count: number, signal?: AbortSignal) => get("/api/p-positions", { game, count }, signal),
};
