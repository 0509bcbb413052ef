/** Rules that were typed in Python. They are kept on this device, told to the engine in the browser whenever that is
 *  loaded, and questions that name one of their games go there: no server runs them. */

const STORE = "sprague.rules";

/** So many are kept; the oldest goes first. */
const MOST = 12;

const rules = load();

/** The games, the one that was typed last first. */
export function ownGames(): string[] {
  return [...rules.keys()].reverse();
}

export function textOf(game: string): string {
  return rules.get(game) ?? "";
}

export function texts(): string[] {
  return [...rules.values()];
}

export function keep(game: string, text: string): void {
  rules.delete(game);
  rules.set(game, text);
  const [oldest] = rules.keys();
  if (rules.size > MOST && oldest !== undefined) rules.delete(oldest);
  save();
}

/** A rule that the engine did not survive, or could not read, is told no more. */
export function forget(text: string): void {
  for (const [game, other] of rules) if (other === text) rules.delete(game);
  save();
}

/** Whether what is asked names a game of one's own. */
export function isMine(asked: object): boolean {
  if (rules.size === 0) return false;
  return namesAny(JSON.stringify(asked), ownGames());
}

/** Whether a text names one of some games: as a word, not as a part of one.
 *  Names are letters, digits and hyphens. */
export function namesAny(text: string, games: string[]): boolean {
  return games.some((game) => new RegExp(`(?<![\\w-])${game}(?![\\w-])`).test(text));
}

function save(): void {
  try {
    localStorage.setItem(STORE, JSON.stringify([...rules]));
  } catch {
    // A browser that keeps nothing: the rules last as long as the page.
  }
}

function load(): Map<string, string> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    const pairs = Array.isArray(found) ? (found as unknown[]) : [];
    return new Map(
      pairs.filter(
        (pair): pair is [string, string] =>
          Array.isArray(pair) && pair.length === 2 && pair.every((each) => typeof each === "string"),
      ),
    );
  } catch {
    return new Map();
  }
}
