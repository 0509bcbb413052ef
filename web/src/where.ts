/** Where the page stands: on its own server or as a static copy, in a window or in a frame of another page. */

/** Whether this is a static copy, whose engine runs in the browser. */
export const isSite = document.documentElement.dataset.site !== undefined;

/** Whether the engine can be loaded into the browser: as in a static copy, or from a server that carries it. */
export const hasEngine = isSite || document.documentElement.dataset.engine !== undefined;

/** The path of a static copy, or that under which a proxy offers the server, with a slash at its end. */
export const root = isSite ? new URL(".", location.href).pathname : `${document.documentElement.dataset.root ?? ""}/`;

/** Whether only the board is wanted: ?embed=1. */
export function embedded(): boolean {
  return document.documentElement.dataset.embed !== undefined;
}
