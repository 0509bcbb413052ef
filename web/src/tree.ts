/** A tree of moves with notes: plain data, and how it stands in a link, behind the # that no server is sent. */
import type { Step } from "./scene";

export interface Node {
  /** The position, and which way of the move that led here was touched. */
  to: string;
  way: number;
  note: string;
  children: Node[];
  /** The move in words, and what it did on the board; missing where they are still to be asked for. */
  move?: string;
  step?: Step;
}

/** No more moves than this are read from a link. */
const MOST = 500;

type Packed = [to: string, way: number, note: string, ...children: Packed[]];

export function node(to: string, way = 0): Node {
  return { to, way, note: "", children: [] };
}

/** The tree as a link carries it. */
export function written(root: Node): string {
  const bytes = new TextEncoder().encode(JSON.stringify(packed(root)));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The tree of a link; null where it carries none. */
export function read(text: string): Node | null {
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    const left = { count: MOST };
    return unpacked(JSON.parse(new TextDecoder().decode(bytes)), left);
  } catch {
    return null;
  }
}

function packed({ to, way, note, children }: Node): Packed {
  return [to, way, note, ...children.map(packed)];
}

function unpacked(value: unknown, left: { count: number }): Node | null {
  if (!Array.isArray(value) || left.count-- <= 0) return null;
  const [to, way, note, ...children] = value as unknown[];
  if (typeof to !== "string" || typeof note !== "string") return null;
  return {
    to,
    note,
    way: Number.isInteger(way) ? Number(way) : 0,
    children: children.map((child) => unpacked(child, left)).filter((child) => child !== null),
  };
}
