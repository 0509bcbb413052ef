/** Where a line of Chinese may break: between two words, and not within one. */

const CHINESE = /[\u3400-\u9fff]/;

let words: Intl.Segmenter | null = null;

/** A text in pieces between which its lines may break, besides at its spaces and stops. */
export function phrases(text: string): string[] {
  if (!CHINESE.test(text)) return [text];
  words ??= new Intl.Segmenter("zh", { granularity: "word" });
  const pieces: string[] = [];
  let before = "";
  let within = true;
  for (const { segment, isWordLike = false } of words.segment(text)) {
    // A number stays with what it counts, and a stop with the word before it.
    const apart = !within && isWordLike && !/\d$/.test(before) && CHINESE.test(before + segment);
    if (apart) pieces.push("");
    pieces.push((pieces.pop() ?? "") + segment);
    before = segment;
    within = !isWordLike;
  }
  return pieces;
}
