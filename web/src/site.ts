/** The engine in the browser, which runs in a worker (engine.ts). In a static copy of the page it answers what a server
 *  would, unless that is kept beside it; with a server, only what concerns rules of one's own. The page's own texts come first, so nothing here waits for the engine that needs not. */
import { forget, texts } from "./mine";
import { t } from "./text";
import { isSite, root } from "./where";

interface Answer {
  status: number;
  content: unknown;
}

type Parameters = Record<string, unknown>;

interface Question {
  path: string;
  parameters: Parameters;
  signal: AbortSignal | undefined;
  resolve(answer: Answer): void;
  reject(problem: unknown): void;
}

export type EngineState = "waiting" | "loading" | "ready" | "failed";

/** Seconds of an answer after which the engine is taken to be stuck; what a question may take is said in Python. */
const STUCK = 30;

let worker: Worker | null = null;
let state: EngineState = "waiting";
let asked: Question | null = null;
let clock = 0;
const queue: Question[] = [];
const listeners: ((state: EngineState) => void)[] = [];

/** Be told when the engine is loading, ready, or could not be loaded. */
export function onEngine(listener: (state: EngineState) => void): void {
  listeners.push(listener);
  listener(state);
}

function become(next: EngineState): void {
  state = next;
  for (const listener of listeners) listener(state);
}

/** Load the engine, so that it is there when it is asked. */
export function startEngine(): void {
  if (worker) return;
  become("loading");
  const address = isSite ? new URL("./engine.js", document.baseURI) : new URL(`${root}engine/engine.js`, location.href);
  worker = new Worker(address, { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<{ ready?: true; failed?: string; status?: number; body?: string }>) => {
    if (data.ready) {
      become("ready");
      queue.unshift(...texts().map(told));
      next();
    } else if (data.failed !== undefined) lost(data.failed);
    else answered({ status: data.status ?? 500, content: JSON.parse(data.body ?? "null") });
  };
  worker.onerror = (event) => lost(event.message || "engine.js");
}

/** A rule of one's own, to be read again before anything is asked about it. */
function told(text: string): Question {
  const resolve = ({ status }: Answer): void => {
    if (status >= 400 && status < 500) forget(text);
  };
  return { path: "/api/rule", parameters: { text, lang: "en" }, signal: undefined, resolve, reject: () => undefined };
}

function answered(answer: Answer): void {
  window.clearTimeout(clock);
  asked?.resolve(answer);
  asked = null;
  next();
}

/** The engine is of no more use: what was asked is refused, and the next question has it loaded again. */
function lost(problem: string): void {
  window.clearTimeout(clock);
  worker?.terminate();
  worker = null;
  const over = [...(asked ? [asked] : []), ...queue.splice(0)];
  asked = null;
  become("failed");
  for (const question of over)
    question.resolve(refused(t("The engine has stopped ({why}); try again.", { why: problem })));
}

function refused(message: string): Answer {
  return { status: 503, content: { error: { message, where: null } } };
}

/** Ask what was asked first and is still wanted; the engine does one thing at a time. */
function next(): void {
  if (asked || state !== "ready") return;
  asked = queue.shift() ?? null;
  if (!asked) return;
  if (asked.signal?.aborted) {
    asked.reject(asked.signal.reason);
    asked = null;
    return next();
  }
  const { path, parameters } = asked;
  worker?.postMessage({ path, parameters: JSON.stringify(parameters) });
  clock = window.setTimeout(() => {
    worker?.terminate();
    worker = null;
    const late = asked;
    asked = null;
    late?.resolve({
      status: 422,
      content: {
        error: { where: null, message: t("This takes too long in a browser; an installed Sprague goes further.") },
      },
    });
    startEngine();
  }, 1000 * STUCK);
}

/** What a server would answer: kept beside the page, or the engine's. */
export async function inPage(path: string, given: Parameters, signal?: AbortSignal): Promise<Answer> {
  if (path === "/api/languages") return { status: 200, content: languages() };
  const parameters = { ...given };
  // A turn that is kept is the same each time: it serves until the engine is there.
  if (isSite && (path !== "/api/turn" || state !== "ready")) {
    const found = await kept(path, parameters);
    if (found !== undefined) return { status: 200, content: structuredClone(found) };
  }
  return new Promise((resolve, reject) => {
    queue.push({ path, parameters, signal, resolve, reject });
    startEngine();
    next();
  });
}

function known(): { languages: string[]; tags: Record<string, string> } {
  return JSON.parse(document.getElementById("languages")?.textContent ?? "{}") as ReturnType<typeof known>;
}

/** The languages, and the one that suits this browser. */
function languages(): { languages: string[]; chosen: string } {
  const { languages: all, tags } = known();
  const fits = navigator.languages
    .map((tag) => tag.toLowerCase())
    .map((tag) => tags[tag] ?? tags[tag.split("-")[0] ?? ""]);
  return { languages: all, chosen: fits.find((tag) => tag !== undefined) ?? "en" };
}

const files = new Map<string, Promise<Parameters>>();

/** The answer that is kept, as stored.py wrote it; undefined where there is none. */
async function kept(path: string, { lang, seed: _, ...asked }: Parameters): Promise<unknown> {
  const tag = known().tags[String(lang).toLowerCase()];
  if (tag === undefined) return undefined;
  const key = JSON.stringify([
    path,
    Object.entries(asked)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  for (const name of path === "/api/position" ? ["answers", "starts"] : ["answers"]) {
    const found = (await file(`${name}.${tag}.json`))[key];
    if (found !== undefined) return found;
  }
  return undefined;
}

function file(name: string): Promise<Parameters> {
  const found =
    files.get(name) ??
    fetch(new URL(name, document.baseURI))
      .then((response) => (response.ok ? (response.json() as Promise<Parameters>) : {}))
      .catch(() => {
        files.delete(name);
        return {};
      });
  files.set(name, found);
  return found;
}

/** Have the copy kept on the device, so that it opens without a network; resolves when all of it is there. */
export async function keepOffline(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  await navigator.serviceWorker.register(new URL("./offline.js", document.baseURI));
  await navigator.serviceWorker.ready;
  return true;
}
