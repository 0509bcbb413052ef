/** Where the page stands: on its own server or as a static copy, in a window or in a frame of another page. */

/** Whether this is a static copy, whose engine runs in the browser. */
export const isSite = document.documentElement.dataset.site !== undefined;

/** The path of a static copy, with a slash at its end. */
export const root = new URL(".", location.href).pathname;

/** Whether only the board is wanted: ?embed=1. */
export function embedded(): boolean {
  return document.documentElement.dataset.embed !== undefined;
}
