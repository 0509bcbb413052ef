/** The worker of a static copy: Python under Pyodide, with the package beside it, answering one question at a time. */

import { load as loadCore, type Host } from "./core";

interface Python {
  unpackArchive(buffer: ArrayBuffer, format: string): void;
  pyimport(name: string): { start(host: Host): void; answer(path: string, parameters: string): string };
}

interface Pyodide {
  loadPyodide(options: { indexURL: string; env: Record<string, string> }): Promise<Python>;
}

const here = new URL(".", self.location.href);

async function load(): Promise<(path: string, parameters: string) => string> {
  const bytes = async (name: string) => (await fetch(new URL(name, here))).arrayBuffer();
  const wheel = bytes("sprague.whl");
  const core = loadCore(bytes("core.wasm"));
  const { loadPyodide } = (await import(/* @vite-ignore */ new URL("pyodide/pyodide.mjs", here).href)) as Pyodide;
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", here).href,
    env: { HOME: "/home/pyodide", SPRAGUE_HOME: "/home/pyodide" },
  });
  python.unpackArchive(await wheel, "wheel");
  const engine = python.pyimport("sprague.site.engine");
  engine.start(await core);
  return (path, parameters) => engine.answer(path, parameters);
}

const loaded = load();
loaded.then(
  () => self.postMessage({ ready: true }),
  (problem: unknown) => self.postMessage({ failed: String(problem) }),
);

self.onmessage = async ({ data }: MessageEvent<{ path: string; parameters: string }>) => {
  try {
    const said = (await loaded)(data.path, data.parameters);
    const space = said.indexOf(" ");
    self.postMessage({ status: Number(said.slice(0, space)), body: said.slice(space + 1) });
  } catch (problem) {
    // A fault of Python itself: the page has a new one loaded.
    self.postMessage({ failed: String(problem).trim().split("\n").at(-1) });
  }
};
