/** The service worker of a static copy: keeps all of its files on the device, and answers from them. `sprague site` writes
 *  VERSION and FILES in front, so that a copy that has changed is kept anew. */
declare const VERSION: string;
declare const FILES: string[];

interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Extendable {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = self as unknown as {
  registration: { scope: string };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
};

const home = scope.registration.scope;
const prefix = `sprague ${home} `;

scope.addEventListener("install", (event) => event.waitUntil(keep()));
scope.addEventListener("activate", (event) => event.waitUntil(forget()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(home)) event.respondWith(answer(request));
});

async function keep(): Promise<void> {
  const cache = await caches.open(prefix + VERSION);
  // What the page has just loaded comes from the browser's own cache where that may be.
  await cache.addAll(FILES.map((name) => new URL(name, home).href));
  await scope.skipWaiting();
}

async function forget(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(prefix + VERSION);
  const wanted = request.mode === "navigate" ? home : request;
  return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
}

export {};
