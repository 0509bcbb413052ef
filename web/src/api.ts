/** How the server is asked; what it takes and answers is in types.ts. */
import { language, t } from "./text";
import type { Play } from "./chooser";
import type { Gets, Posts, TakeBody } from "./types";

export type * from "./types";

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

function get<P extends keyof Gets>(path: P, query: Gets[P]["query"], signal?: AbortSignal): Promise<Gets[P]["answer"]> {
  const parts = new URLSearchParams({ lang: language() });
  for (const [name, value] of Object.entries(query)) parts.set(name, String(value));
  return ask(`${path}?${parts}`, signal ? { signal } : {});
}

function post<P extends keyof Posts>(path: P, body: Posts[P]["body"], signal?: AbortSignal): Promise<Posts[P]["answer"]> {
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
  languages: () => ask<Gets["/api/languages"]["answer"]>("/api/languages"),
  texts: (lang: string) => get("/api/texts", { lang }),
  games: () => get("/api/games", {}),
  position: (text: string, signal?: AbortSignal) => get("/api/position", { text }, signal),
  /** A position of a game, of which only the state may be given. */
  start: (text: string, game: string) => get("/api/position", { text, game }),
  solve: (text: string, signal?: AbortSignal) => post("/api/solve", { text }, signal),
  theorem: (text: string) => post("/api/theorem", { text }),
  move: (text: string, what: string | Play) => {
    const { move, ...more } = asked(what);
    return post("/api/move", { text, to: move ?? "", ...more });
  },
  turn: (text: string, what: string | Play | null, level: Posts["/api/turn"]["body"]["level"], seed: number) =>
    post("/api/turn", { text, ...asked(what), ...(level ? { level } : {}), seed }),
  review: (text: string, moves: string[], signal?: AbortSignal) => post("/api/review", { text, moves }, signal),
  hint: (text: string) => post("/api/hint", { text }),
  values: (game: string, to: number, signal?: AbortSignal) => get("/api/values", { game, to: String(to) }, signal),
  pPositions: (game: string, count: number, signal?: AbortSignal) => get("/api/p-positions", { game, count }, signal),
};
