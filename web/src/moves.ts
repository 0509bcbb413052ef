/** The moves of a game in a link: positions with ";" between them, each perhaps with "~" and the way that was touched. */

export interface LinkMove {
  to: string;
  way: number;
}

export function readMoves(written: string): LinkMove[] {
  return written
    .split(";")
    .filter(Boolean)
    .map((move) => {
      const [to, way] = move.split("~");
      const text = (to ?? "").replace(/%(25|3B|7E)/g, (sign) => decodeURIComponent(sign));
      return { to: text, way: Number(way ?? 0) || 0 };
    });
}

/** Puts moves behind the start of a link. The signs between moves are escaped where a position has them. */
export function withMoves(start: string, moves: (Pick<LinkMove, "to"> & Partial<LinkMove>)[]): string {
  const written = moves.map(({ to, way }) => {
    const text = to.replace(/[%;~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    return text + (way ? `~${way}` : "");
  });
  return written.length ? `${start}&moves=${encodeURIComponent(written.join(";"))}` : start;
}
