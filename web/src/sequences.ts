/** Sequences a, b, a+b, a+2b, … whose terms 1 & 2, 3 & 4, … are all among the pairs; each pair in one sequence. */
export function sequences(pairs: [number, number][], least = 2): number[][] {
  const left = new Map(pairs.filter(([a]) => a > 0).map(([a, b]) => [`${a},${b}`, [a, b] as const]));
  const found: number[][] = [];
  for (const [a, b] of pairs) {
    const terms: number[] = [];
    let [x, y] = [a, b];
    while (left.delete(`${x},${y}`)) {
      terms.push(x, y);
      [x, y] = [x + y, x + 2 * y];
    }
    if (terms.length >= 2 * least) found.push(terms);
  }
  return found;
}
