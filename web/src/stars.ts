/** What a player has reached, kept on the device: the rungs that were won. */

const STORE = "sprague.stars";
let won: Set<string> = load();

export function hasStar(position: string): boolean {
  return won.has(position);
}

/** Give the star of a rung; whether it is a new one. */
export function giveStar(position: string): boolean {
  if (won.has(position)) return false;
  won = new Set([...won, position]);
  try {
    localStorage.setItem(STORE, JSON.stringify([...won]));
  } catch {
    // A browser that keeps nothing: the stars last as long as the page.
  }
  return true;
}

function load(): Set<string> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return new Set(Array.isArray(found) ? found.filter((each): each is string => typeof each === "string") : []);
  } catch {
    return new Set();
  }
}
