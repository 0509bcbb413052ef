/** Visible texts. The key is the English sentence, as in the Python package; parameters stand in braces.
 *  Calls use literal first arguments, from which the translators' files are made. */

type Catalogue = Record<string, string | string[]>;
export type Parameters = Record<string, string | number>;

let catalogue: Catalogue = {};
let forms: number[] = [];
let tag = "en";

/** The language in use, as a tag for `lang` attributes and Intl. */
export function language(): string {
  return tag;
}

/** Use another language: its sentences, and which plural form each count below 200 takes. */
export function use(chosen: string, texts: Catalogue, plurals: number[]): void {
  tag = chosen;
  catalogue = texts;
  forms = plurals;
}

/** The sentence of `key` in the language in use. What stands behind a bar is no part of it: it tells two sentences apart
 *  that are one in English ("Play it": a move, or "Play it|a game"). */
export function t(key: string, parameters: Parameters = {}): string {
  const found = catalogue[key];
  return fill(typeof found === "string" ? found : (found?.[0] ?? key.split("|", 1)[0] ?? key), parameters);
}

/** The sentence for a number of things; `{count}` is the number. */
export function tn(one: string, many: string, count: number, parameters: Parameters = {}): string {
  const found = catalogue[one];
  const form = forms[count < 200 ? count : 100 + (count % 100)] ?? (count === 1 ? 0 : 1);
  const own = Array.isArray(found) ? (found[form] ?? found.at(-1)) : found;
  return fill(own ?? (count === 1 ? one : many), { count, ...parameters });
}

/** What the engine says, as a sentence: it begins with a small letter, and ends without a stop. Positions in the
 *  notation keep theirs. */
export function sentence(told: string): string {
  const words = plain(told);
  const spoken =
    /^[a-z]+[,:]? ([a-z]+\b(?![:-])|\d+ (from|in|of|off|at)\b)/.test(words) && !words.startsWith("misere ");
  return t("{sentence}.", { sentence: spoken ? words.charAt(0).toUpperCase() + words.slice(1) : words });
}

/** A move in words: posts of a net in rows are called by row and column, as squares are, not by a sign such as r1c2.
 *  Positions in the notation keep theirs. */
export function plain(words: string): string {
  return fromGround(words)
    .replace(
      /(?<![\w@:,-])r(\d+)c(\d+)(?:-r(\d+)c(\d+))?(?![\w@:-]|,\S)/g,
      (_, r: string, c: string, s?: string, d?: string) =>
        s === undefined
          ? t("(row {r}, column {c})", { r, c })
          : r === s
            ? t("(row {r}, columns {c} and {d})", { r, c, d: d ?? "" })
            : t("(column {c}, rows {r} and {s})", { c, r, s }),
    )
    .replace(/ (?=（)/g, ""); // a bracket as wide as a character brings its own space
}

/** A twig that grows from the ground, or a string that is tied to it, has one end with a name. */
function fromGround(words: string): string {
  return words.replace(/(?<![\w@:,-])(?:ground-(\w+)|(\w+)-ground)(?![\w@:-]|,\S)/g, (_, top?: string, end?: string) =>
    t("(between the ground and {name})", { name: top ?? end ?? "" }),
  );
}

/** What stands between two sentences: nothing where a stop is as wide as a character. */
export function between(): string {
  return t("{first} {second}", { first: "", second: "" });
}

function fill(sentence: string, parameters: Parameters): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}
