/** The board of a whole game: each piece stays where it stood at the start, and what went leaves its trace. It knows no
 *  rules: the server says of each move which shapes go, and where the shapes that stay were before. */
import { plain } from "./text";
import type { Component, Made, Move, Shown } from "./api";
import type { Option } from "./choice";

export interface Seat {
  /** What stood here when the picture was new. */
  component: Component;
  /** Whether all its moves are numbers taken from heaps. */
  heaps: boolean;
  /** Whether other pictures have taken its place. */
  over: boolean;
}

/** What a move took away together. */
export interface Trace {
  seat: number;
  places: string[];
  at: string;
  by: 0 | 1;
}

/** Where a component that stands now has its shapes: the seat, and the names there (null: the same). */
interface Part {
  seat: number;
  names: Record<string, string> | null;
}

export interface Scene {
  seats: Seat[];
  parts: Part[];
  traces: Trace[];
}

/** What is kept of a move to show it again. */
export interface Step {
  component: number;
  marks: string[];
  at: string;
  stays: (Record<string, string> | null)[];
  /** The components whose picture is a new one, by their place in `stays`. */
  fresh: Record<number, Seat>;
}

export function opened(shown: Shown): Scene {
  return {
    seats: shown.components.map((_, i) => seated(shown, i)),
    parts: shown.components.map((_, seat) => ({ seat, names: null })),
    traces: [],
  };
}

function seated(shown: Shown, i: number): Seat {
  const component = shown.components[i] as Component;
  return { component, heaps: shown.takes.some((take) => take.component === i), over: false };
}

/** What is to be kept of a move that was made. */
export function step(made: Made): Step {
  const fresh: Record<number, Seat> = {};
  made.stays.forEach((names, i) => {
    const at = made.component + i;
    if (names && !Object.keys(names).length && made.position.components[at]) fresh[i] = seated(made.position, at);
  });
  return { component: made.component, marks: made.marks, at: made.at, stays: made.stays, fresh };
}

/** The scene after a move of player `by`. */
export function moved(scene: Scene, { component, marks, at, stays, fresh }: Step, by: 0 | 1): Scene {
  const played = scene.parts[component];
  if (!played) return scene;
  const seats = [...scene.seats];
  const parts = stays.map((names, i): Part => {
    const picture = fresh[i];
    if (picture) {
      seats.push(picture);
      return { seat: seats.length - 1, names: null };
    }
    if (names === null) return played;
    return {
      seat: played.seat,
      names: Object.fromEntries(Object.entries(names).map(([name, old]) => [name, inSeat(played, old)])),
    };
  });
  const seat = seats[played.seat];
  if (seat && Object.keys(fresh).length) seats[played.seat] = { ...seat, over: true };
  const trace: Trace = {
    seat: played.seat,
    places: marks.map((name) => inSeat(played, name)),
    at: at && inSeat(played, at),
    by,
  };
  return {
    seats,
    parts: [...scene.parts.slice(0, component), ...parts, ...scene.parts.slice(component + 1)],
    traces: [...scene.traces, trace],
  };
}

function inSeat(part: Part, name: string): string {
  return part.names === null ? name : (part.names[name] ?? "");
}

/** The key of a shape of a component that stands now. */
export function key(scene: Scene, component: number, name: string): string {
  const part = scene.parts[component];
  return part ? place(part.seat, inSeat(part, name)) : "";
}

/** The key of a place of a seat. */
export function place(seat: number, name: string): string {
  return `${seat} ${name}`;
}

/** Every way of every move, with the places that it touches; of moves that leave the same, which have the same ways, the
 *  first. */
export function options(scene: Scene, moves: Move[]): Option[] {
  const seen = new Set<string>();
  return moves.flatMap((move) => {
    const name = `${move.component} ${move.to}`;
    if (move.ways.length && seen.has(name)) return [];
    seen.add(name);
    const ways = move.ways.length ? move.ways : [move];
    const all = ways.map((way, number): Option => ({
      move,
      way: number,
      words: plain(way.move),
      marks: way.marks.map((name) => key(scene, move.component, name)),
      at: way.at && key(scene, move.component, way.at),
    }));
    // Of two ways that nobody could tell apart the first stands for both.
    const signs = all.map(({ words, marks, at }) => [words, at, ...marks].join("\n"));
    return all.filter((_, i) => signs.indexOf(signs[i] ?? "") === i);
  });
}
